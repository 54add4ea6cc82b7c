"""crapssim 0.4.1 as an engine for `dicehouse conformance`: a command a line comes in, and an answer for each goes out.

    dicehouse conformance strip-craps crapless-craps --engine "python examples/crapssim/engine.py" \
        --known examples/crapssim/known.toml

It is written as anyone would adapt an engine of their own: each wager of the pack becomes the bet of crapssim that is
meant to be the same, on a table with the house's settings, and nothing is put right on the way. It needs crapssim and
the standard library, and knows nothing of Dicehouse.
"""

import json
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from crapssim import Table, bet
from crapssim.bet import Bet, BetResult
from crapssim.rules import ClassicRules, CraplessRules
from crapssim.table import Player, TableUpdate

PLAIN: Final[Mapping[str, Callable[[float], Bet]]] = {
    "win-line": bet.PassLine,
    "dont-win": bet.DontPass,
    "come": bet.Come,
    "dont-come": bet.DontCome,
    "field": bet.Field,
    "any-seven": bet.Any7,
    "any-craps": bet.AnyCraps,
    "craps-2": bet.Two,
    "craps-3": bet.Three,
    "craps-12": bet.Boxcars,
    "eleven": bet.Yo,
    "horn": bet.Horn,
    "world": bet.World,
    "crap-eleven": bet.CAndE,
    "big-6": bet.Big6,
    "big-8": bet.Big8,
    "fire": bet.Fire,
    "all-small": bet.Small,
    "all-tall": bet.Tall,
    "all": bet.All,
}
ON_A_NUMBER: Final[Mapping[str, Callable[[int, float], Bet]]] = {
    "place-win": lambda number, stake: bet.Place(number, stake, always_working=False),
    "buy": lambda number, stake: bet.Buy(number, stake, always_working=False),
    "lay": lambda number, stake: bet.Lay(number, stake, always_working=True),
    "put": bet.Put,
    "hard": bet.HardWay,
}
BEHIND: Final = {
    "behind-win-line": bet.PassLine,
    "behind-dont-win": bet.DontPass,
    "behind-come": bet.Come,
    "behind-dont-come": bet.DontCome,
}
SPLIT: Final = {"horn": 4, "world": 5, "crap-eleven": 2}
"""Wagers in equal parts, of which the one that wins comes back. crapssim counts the others against the winnings."""
RULES: Final = {"star-craps": ClassicRules, "strip-craps": ClassicRules, "crapless-craps": CraplessRules}
SETTINGS: Final[Mapping[str, Mapping[str, Any]]] = {
    "strip-craps": {
        "field_payouts": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3},
        "ATS_payouts": {"all": 175, "tall": 34, "small": 34},
        "max_dont_odds": {4: 12, 5: 9, 6: 36 / 5, 8: 36 / 5, 9: 9, 10: 12},
        "vig_paid_on_win": True,
    },
    "crapless-craps": {
        "field_payouts": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3},
        "ATS_payouts": {"all": 175, "tall": 34, "small": 34},
        "max_odds": {2: 3, 3: 3, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 3, 12: 3},
        "vig_paid_on_win": True,
    },
    "star-craps": {
        "max_odds": dict.fromkeys((4, 5, 6, 8, 9, 10), 2),
        "max_dont_odds": {4: 4, 5: 3, 6: 12 / 5, 8: 12 / 5, 9: 3, 10: 4},
    },
}


class UnsupportedError(Exception):
    """crapssim has nothing of the kind."""


class Placed:
    """A wager on the table. Each has a player of its own, so that crapssim adds no two of them to one bet."""

    def __init__(self, wager: str, stake: str, player: Player, it: Bet) -> None:
        self.wager, self.stake, self.player, self.bet = wager, stake, player, it


class Engine:
    """One table at a time."""

    def __init__(self) -> None:
        self.table = Table()
        self.placed: dict[str, Placed] = {}

    def answer(self, command: Mapping[str, Any]) -> dict[str, Any]:
        try:
            if "open" in command:
                return self.open(command["open"])
            if "place" in command:
                return self.place(command["place"], command["wager"], command["stake"], command.get("on"))
            if "roll" in command:
                return self.roll(tuple(command["roll"]))
            if "call" in command:
                return self.call(command["call"], working=command["working"])
            if "remove" in command:
                return self.remove(command["remove"])
        except UnsupportedError as error:
            return {"unsupported": str(error)}
        return {"unsupported": f"no {next(iter(command))}"}

    def open(self, rulebook: str) -> dict[str, Any]:
        if rulebook not in RULES:
            raise UnsupportedError("no Sic Bo and no other game than craps")
        self.table = Table(rules=RULES[rulebook]())
        self.table.settings |= {  # type: ignore[typeddict-item] # its keys are crapssim's own
            "vig_rounding": "none",
            "come_out_working_policy": "legacy",
            **SETTINGS[rulebook],
        }
        self.placed = {}
        return {"decided": []}

    def place(self, id: str, wager: str, stake: str, on: str | None) -> dict[str, Any]:
        if id in self.placed or (on is not None and on not in self.placed) or (wager in BEHIND and on is None):
            return refused("no such place on the layout")
        player = self.placed[on].player if on else self.table.add_player(bankroll=10**9)
        if on and len(player.bets) > 1:
            raise UnsupportedError("several bets behind one are a single bet")
        try:
            it = self.bet(wager, float(stake), self.placed[on] if on else None)
        except (KeyError, ValueError):
            return refused("no such bet")
        before = player.bankroll
        player.add_bet(it)
        if player.bankroll == before:
            return refused("crapssim does not allow it now")
        self.placed[id] = Placed(wager, stake, player, player.bets[-1])
        return {"decided": []}

    def bet(self, wager: str, stake: float, parent: Placed | None) -> Bet:
        if wager in PLAIN:
            return PLAIN[wager](stake)
        if wager in BEHIND:
            if parent is None or not isinstance(parent.bet, BEHIND[wager]):
                raise ValueError(wager)
            point = getattr(parent.bet, "number", None) or self.table.point.number
            if point is None:
                raise ValueError(wager)
            return bet.Odds(BEHIND[wager], point, stake)
        if wager.startswith("hop-"):
            _, low, high = wager.split("-")
            return bet.Hop((int(low), int(high)), stake)
        family, _, number = wager.rpartition("-")
        if family not in ON_A_NUMBER:
            raise UnsupportedError(f"no {family or wager}")
        return ON_A_NUMBER[family](int(number), stake)

    def roll(self, dice: tuple[int, int]) -> dict[str, Any]:
        """The four steps of crapssim's own turn that roll, pay and move the bets and the point."""
        TableUpdate.roll(self.table, dice)
        results = {id: it.bet.get_result(self.table) for id, it in self.placed.items()}
        TableUpdate.update_bets(self.table)
        TableUpdate.set_new_shooter(self.table)
        TableUpdate.update_numbers(self.table, verbose=False)
        ended = {id: result for id, result in results.items() if result.remove or result.won}
        return {"decided": [self.ended(id, result) for id, result in ended.items()]}

    def ended(self, id: str, result: BetResult) -> dict[str, str]:
        it = self.placed.pop(id)
        returned = exact(result.bankroll_change)
        if result.won:
            return told(id, "win", returned - Fraction(it.stake) / SPLIT.get(it.wager, 1), returned)
        return told(id, "push" if result.pushed else "lose", Fraction(0), returned)

    def call(self, id: str, *, working: bool) -> dict[str, Any]:
        if id not in self.placed:
            return refused("no such bet")
        it = self.placed[id].bet
        if not isinstance(it, bet.Place | bet.Buy | bet.Odds) or not working:
            raise UnsupportedError("no bet is called off, and hardways always work")
        it.always_working = True
        return {"decided": []}

    def remove(self, id: str) -> dict[str, Any]:
        if id not in self.placed:
            return refused("no such bet")
        it = self.placed[id]
        if not it.bet.is_removable(self.table):
            return refused("crapssim does not let it go")
        before = it.player.bankroll
        it.player.remove_bet(it.bet)
        del self.placed[id]
        return {"decided": [told(id, "removed", Fraction(0), exact(it.player.bankroll - before))]}


def exact(amount: float) -> Fraction:
    """crapssim's floating dollars as cents."""
    return Fraction(round(amount * 100), 100)


def told(id: str, result: str, winnings: Fraction, returned: Fraction) -> dict[str, str]:
    return {"id": id, "result": result, "winnings": f"{float(winnings):.2f}", "returned": f"{float(returned):.2f}"}


def refused(why: str) -> dict[str, Any]:
    return {"refused": {"message": why}}


def main() -> None:
    engine = Engine()
    for line in sys.stdin:
        print(json.dumps(engine.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
