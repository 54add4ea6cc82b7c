"""A house as version 2 of the journal left it in the middle of a hand: played by that program, kept as it wrote it.

`second_version.jsonl.gz` holds the entries to the byte. To make it anew, run `write` with the program of then (commit
c9f2849): its source, this module and `evening.py` of then on the path.
"""

import gzip
from pathlib import Path
from typing import Any, Final

from dicehouse.house import limits
from dicehouse.leading.leader import HOUSE
from dicehouse.table import call_bets, craps_roll, declared_chips, opening, people, shooter, throw
from dicehouse.table.betting import IncreaseWager
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.terminals import ReportTerminalFault
from tests.stories.evening import Evening, a_table, happened, refused

KEPT: Final = Path(__file__).with_name("second_version.jsonl.gz")
OURS: Final = 'based_on = "star-craps"\nname = "Craps at ours"\n'


def tables(folder: Path) -> dict[str, Any]:
    """The tables of the house; the file of one of them lies in the folder."""
    (folder / "ours.toml").write_text(OURS, encoding="utf-8")
    ours = a_table("ours", str(folder / "ours.toml"))
    return {"ours": ours, "star": "star-sicbo-2024", "hall": "aruze-sicbo", "crown": "crown-sicbo-a"}


def roll(evening: Evening, *dice: int) -> None:
    happened(evening.staff("ours", throw.ThrowDice, role="stickperson"))
    happened(evening.staff("ours", craps_roll.CallRoll, role="stickperson", dice=dice))
    happened(evening.dealer("ours", craps_roll.SettleRoll))


def play(evening: Evening) -> None:
    """Ann's day limit, a pause and a terminal, a round of Sic Bo, and a hand of craps until the dice are in the air."""
    evening.register("ann", "bob")
    happened(evening.submit(HOUSE, limits.SetLimit, by="bob", role="patron", patron="bob", limit="day", amount=2_000))
    evening.sit("ann", "ours", money=20_000)
    evening.sit("bob", "star", money=20_000)
    evening.invite("star")
    refused(evening.bet("bob", "star", "small", 2_100))
    happened(evening.bet("bob", "star", "small", 1_000))
    evening.settle("star", 1, 2, 4)
    refused(evening.player("bob", "star", declared_chips.DeclareChips, seat=1, amount=1_000))
    refused(evening.player("bob", "star", people.LeaveSeat, seat=1, declares=1))
    happened(evening.player("bob", "star", people.LeaveSeat, seat=1, declares=21_000))

    happened(evening.player("bob", "hall", people.TakeSeat, seat=2))
    refused(evening.player("bob", "hall", CollectCredits, seat=2, to="ticket"))
    happened(evening.player("bob", "hall", InsertMoney, seat=2, amount=5_000, source="note"))
    happened(evening.player("bob", "hall", CollectCredits, seat=2, to="ticket"))
    happened(evening.staff("hall", ReportTerminalFault, seat=2, kind="display", said="it is dark"))
    refused(evening.bet("bob", "hall", "small", 1_000))

    happened(evening.bet("ann", "ours", "dont-win", 1_000, id="dont"))
    happened(evening.player("ann", "ours", IncreaseWager, bet="dont", stake=1_500))
    happened(evening.bet("ann", "ours", "win-line", 1_000, id="line"))
    happened(evening.staff("ours", shooter.OfferDice, role="stickperson"))
    happened(evening.player("ann", "ours", shooter.AcceptDice, seat=1, dice=(1, 2)))
    roll(evening, 4, 2)
    happened(evening.bet("ann", "ours", "hard-8", 1_000, id="hard"))
    happened(evening.player("ann", "ours", call_bets.CallWager, bet="hard", working=False))
    refused(evening.player("ann", "ours", call_bets.CallWager, bet="hard", working=False))
    happened(evening.player("ann", "ours", call_bets.CallWager, bet="hard", working=True))
    happened(evening.staff("ours", call_bets.ConfirmCall, bet="hard", role="dealer"))
    happened(evening.staff("crown", opening.CloseTable))
    happened(evening.staff("ours", throw.ThrowDice, role="stickperson"))


def write(folder: Path) -> None:
    """Play it, and keep what was written up to a crash."""
    evening = Evening(folder, **tables(folder))
    play(evening)
    lines = [body + b"\n" for _, body, _ in evening.floor.store.bodies()]
    with gzip.GzipFile(folder / KEPT.name, "wb", mtime=0) as file:
        file.writelines(lines)
    evening.close()


def bodies() -> list[bytes]:
    """What was kept."""
    return gzip.decompress(KEPT.read_bytes()).splitlines()
