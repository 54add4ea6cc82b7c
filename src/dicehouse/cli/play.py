"""`dicehouse play`: one person plays a table in the terminal; the program is everyone else there."""

import io
import random
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import common, felt
from dicehouse.cli import odds as odds_command
from dicehouse.cli.crew import PLAYER_NAME, SEAT, Staff
from dicehouse.cli.phrases import Behind, Bet, Do, Hint, Meant, PhraseReader
from dicehouse.money import Cents, as_money
from dicehouse.odds.figures import percent
from dicehouse.odds.value import values_of
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.nicknames import EXAMPLES
from dicehouse.table import Event, Kind, betting, call_bets, meter, new_table, opening, people
from dicehouse.table.explain import round_in_words, why
from dicehouse.table.orders import Answer
from dicehouse.table.seats import Card, Seat
from dicehouse.table.settlement import LosersCollected, WagerRestaked, WinnersPaid

if TYPE_CHECKING:
    from dicehouse.layout import PlacedWager

A_MORNING: Final = datetime(2026, 1, 5, 1, tzinfo=UTC)
"""When a game with a seed begins, so that it is the same whenever it is played."""
TRAY: Final = 100_000_000


@click.command()
@common.rulebook
@common.readings
@click.option("--seed", type=int, help="Dice that fall the same way every time, to repeat a game.")
@click.option("--rack", type=common.Amount(), default="500.00", show_default=True, help="The chips you bring.")
def play(rulebook: str, readings: tuple[tuple[str, str], ...], seed: int | None, rack: Cents) -> None:
    """Play a table of a RULEBOOK by yourself, with simulated dice.

    Every order goes through the real rules: what they forbid is refused with the clause, and `why` explains the last
    round. The dice are sealed before you bet and opened when they are shown, so that you can check them. Without
    --seed they come from the machine's own source of chance.

    \b
    Examples:
      dicehouse play star-sicbo-2024
      dicehouse play star-craps --rack 1000.00
      printf 'small 10\\nroll\\nwhy\\n' | dicehouse play crown-sicbo-a --seed 7
    """
    chance = secrets.SystemRandom() if seed is None else random.Random(seed)
    now = datetime.now(UTC) if seed is None else A_MORNING
    game = Game(load(rulebook, dict(readings)), chance, now)
    game.sits_down(rack)
    with suppress(EOFError, KeyboardInterrupt):
        game.goes_on()
    game.gets_up()


class Game:
    """One person at one table."""

    def __init__(self, book: Rulebook, chance: random.Random, now: datetime) -> None:
        self.book = book
        self.table = new_table(book)
        self.staff = Staff(self.table, chance, now)
        self.reader = PhraseReader(book)
        self.console = common.console()
        self.brought = 0
        self.wagers = 0
        self.last: tuple[Event, ...] = ()
        """What happened in the last round."""
        self.seal = ""

    # --- the screen

    def say(self, text: str, style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(text, style=style), soft_wrap=True)

    def refuse(self, it: Refused) -> None:
        self.say(f"Refused: {it.message}" + (f" ({it.clause})" if it.clause else ""), "yellow")

    def asks(self) -> str:
        """The next line that the player types; what is piped in is shown as if it had been typed."""
        if sys.stdin.isatty():
            return self.console.input("[bold]> [/bold]")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say("> " + "".join(it if it.isprintable() else " " for it in line).rstrip())
        return line

    # --- the game

    @property
    def seat(self) -> Seat:
        return self.table.seats[SEAT]

    def sits_down(self, rack: Cents) -> None:
        over = opening.to_acknowledge(self.table, self.staff.now)
        self.must(self.staff.staff(opening.OpenTable, "close_table", float=TRAY, acknowledged=over))
        self.must(self.staff.player(people.TakeSeat, seat=SEAT, card=Card("1", PLAYER_NAME)))
        self.brings(rack)
        self.staff.events.clear()
        self.say(f"{self.book.name} ({self.book.id})", "bold")
        named = ", ".join(dict.fromkeys(self.book.wagers[it].name for it in over if it in self.book.wagers))
        if named:
            self.say(f"The operator has acknowledged by name that these return more than 100% to you: {named}.")
        if self.book.id in over:
            self.say("The operator has acknowledged that this edition is not in force today.")
        self.say(f'Say what you bet, for instance "{self.examples()[0]}"; Enter rolls; help says the rest.')
        self.looks()

    def must(self, answer: Answer) -> None:
        """What nobody should have refused."""
        if isinstance(answer, Refused):
            raise click.ClickException(f"{self.book.id} cannot be played so: {answer.message}")

    def brings(self, amount: Cents) -> None:
        """Chips on the rack, or credits on the meter of a terminal."""
        if self.table.kind is Kind.ELECTRONIC:
            answer = self.staff.device(meter.InsertMoney, seat=SEAT, amount=amount, source="transfer")
        else:
            answer = self.staff.player(people.BringChips, seat=SEAT, amount=amount)
        self.must(answer)
        self.brought += amount

    def examples(self) -> list[str]:
        """Wagers of this table as a player would say them."""
        found = [said for wager, said in EXAMPLES.items() if wager in self.book.wagers]
        return found or [f"{next(iter(self.reader.names))} 10"]

    def goes_on(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  (the arrow keys work from here on)
        while True:
            meant = self.reader.listen(self.asks())
            if meant == Do("quit"):
                return
            self.does(meant)

    def does(self, meant: Meant) -> None:
        if isinstance(meant, Hint):
            self.say(meant.says, "yellow")
        elif isinstance(meant, Bet):
            self.bets(meant)
        elif isinstance(meant, Behind):
            self.lays_behind(meant)
        else:
            orders = {
                "roll": self.rolls, "bets": self.lists, "help": self.helps, "why": self.explains, "look": self.looks,
            }  # fmt: skip
            if meant.what in orders:
                orders[meant.what]()
            else:
                self.does_with(meant)

    def does_with(self, meant: Do) -> None:
        """An order that is about a wager or an amount."""
        if meant.what == "odds":
            self.tells_odds(meant.about)
        elif meant.what == "chips" and meant.amount:
            self.brings(meant.amount)
            self.say(felt.summary(self.table, self.seat))
        else:
            self.touches(meant)

    # --- wagers

    def bets(self, meant: Bet, on: str | None = None) -> None:
        if not self.book.wagers[meant.wager].joins_run or self.table.reading("streak_placed") != "before_tumble":
            self.invites()
        self.wagers += 1
        id = f"w{self.wagers}"
        answer = self.staff.player(betting.PlaceWager, id, seat=SEAT, wager=meant.wager, stake=meant.stake, on=on)
        if isinstance(answer, Refused):
            self.wagers -= 1
            self.refuse(answer)
            return
        if id not in self.table.bets:  # the chips came on a wager that stands
            self.wagers -= 1
            id = next(it.bet for it in answer if isinstance(it, WagerRestaked))
        it = self.table.layout.standing[id]
        charge = f" and {as_money(it.commission)} commission" if it.commission else ""
        self.say(
            f"{id}: {as_money(it.stake)} on {it.wager.name}{charge}; {felt.rack(self.table)} {as_money(self.seat.rack)}"
        )

    def invites(self) -> None:
        for answer in self.staff.invites():
            self.must(answer)
        drawn = self.staff.drawn
        if drawn is not None and drawn.seal != self.seal:
            self.seal = drawn.seal
            what = "throw" if self.table.kind is Kind.CRAPS else "result"
            self.say(f"The next {what} is sealed as {drawn.seal}.", "dim")

    def own(self) -> "Iterator[PlacedWager]":
        return (it for _, it in self.table.bets_of(SEAT))

    def lays_behind(self, meant: Behind) -> None:
        """Odds behind the wager that was named, or behind the newest that has its point, the line first."""
        behind = {it.behind: it.id for it in self.book.wagers.values() if it.behind}
        fronts = [it for it in self.own() if it.name in behind]
        if meant.on:
            fronts = [it for it in fronts if meant.on in {it.id, it.name}]
        fronts.sort(key=lambda it: (it.state > 0, it.name in self.book.line), reverse=True)
        if not fronts:
            *most, last = (self.book.name_of(it) for it in behind) if behind else ("a line wager",)
            either = f"{', '.join(most)} or {last}" if most else last
            self.say(f"Odds stand behind {either}; make one first", "yellow")
            return
        self.bets(Bet(behind[fronts[0].name], meant.stake), fronts[0].id)

    def touches(self, meant: Do) -> None:
        """Take a wager down, change its stake, or call it On or Off."""
        found = [it for it in self.own() if meant.about in {it.id, it.name}]
        if not found:
            ids = ", ".join(it.id for it in self.own())
            self.say(
                f"{meant.about} does not stand here" + (f"; you have {ids}" if ids else "; you have no wagers"),
                "yellow",
            )
            return
        it = found[-1]
        stake, amount = it.stake, meant.amount or 0
        if meant.what == "down":
            answer = self.staff.player(betting.RemoveWager, bet=it.id)
        elif meant.what == "make":
            change = betting.IncreaseWager if amount > stake else betting.ReduceWager
            answer = self.staff.player(change, bet=it.id, stake=amount)
        else:
            answer = self.staff.player(call_bets.CallWager, bet=it.id, working=meant.what == "on")
            if meant.what == "on" and not isinstance(answer, Refused):
                answer = self.staff.staff(call_bets.ConfirmCall, "confirm_call", bet=it.id)
        if isinstance(answer, Refused):
            self.refuse(answer)
            return
        for line in round_in_words(self.book, answer):
            self.say(line)
        self.say(felt.summary(self.table, self.seat))

    # --- a round

    def rolls(self) -> None:
        self.invites()
        drawn = self.staff.drawn
        before, so_far = self.seat.rack + self.seat.staked, len(self.staff.events)
        refused = next((it for it in self.staff.plays() if isinstance(it, Refused)), None)
        if self.staff.drawn is not None or drawn is None:
            self.could_not(self.staff.events[so_far:], refused)
            return
        self.last, self.staff.events = tuple(self.staff.events), []
        self.console.print()
        self.say(felt.dice(self.book, drawn.dice), "bold")
        self.say(felt.called(self.book, drawn.dice), "bold")
        self.say(f"To check the seal: printf '%s' '{drawn.text.decode()}' | sha256sum", "dim")
        self.tells(self.last, drawn.dice)
        gained = self.seat.rack + self.seat.staked - before
        if gained:
            self.say(
                f"You {'won' if gained > 0 else 'lost'} {as_money(abs(gained))}.", "green" if gained > 0 else "red"
            )
        self.looks()

    def could_not(self, happened: Iterable[Event], refused: Refused | None) -> None:
        """Nothing was rolled, and the player hears why."""
        for line in round_in_words(self.book, happened):
            self.say(line)
        if refused:
            self.refuse(refused)
        if self.table.kind is Kind.CRAPS:
            said = (f'"{self.book.name_of(it).lower()} 10"' for it in self.book.line)
            self.say(f"Say {' or '.join(said)} to shoot.")

    def tells(self, events: Iterable[Event], dice: tuple[int, ...]) -> None:
        """What became of each wager that the dice decided."""
        decided = [it for event in events if isinstance(event, LosersCollected | WinnersPaid) for it in event.settled]
        for it in decided:
            self.say(f"  {why(self.book, it, dice)}", {"win": "green", "lose": "red"}.get(it.result, ""))
        if self.seat.staked and not decided:
            self.say("  Nothing was decided; your wagers wait for the next dice")

    def looks(self) -> None:
        """The table as it stands."""
        if self.table.history:
            self.say(felt.recent(self.table.history))
        for line in felt.markers(self.table):
            self.say(line)
        if self.seat.staked:
            self.console.print(felt.standing(self.table, self.seat))
        self.say(felt.summary(self.table, self.seat))
        if not self.seat.staked and self.seat.rack < self.table.sign.every.minimum:
            self.say('You have run out of chips: "chips 100" brings more, "quit" leaves.', "yellow")

    # --- what the player may ask

    def explains(self) -> None:
        if not self.last:
            self.say("Nothing has been rolled yet; say roll first", "yellow")
        for line in round_in_words(self.book, self.last):
            self.say(line)

    def lists(self) -> None:
        odds_command.show(self.book)

    def tells_odds(self, wager: str) -> None:
        for it in values_of(self.book, self.book.wagers[wager]):
            pays = ", ".join(dict.fromkeys(end.label for end in it.payouts if end.label.startswith("win")))
            self.say(
                f"{it.name} ({it.wager.clause}): wins {it.win} of the time ({percent(it.win)}); {pays}; "
                f"returns {it.returns} ({percent(it.returns)}), house edge {percent(it.edge)}"
            )

    def helps(self) -> None:
        rows = common.table("What you can say", "Say", "What happens")
        for said, does in self.words():
            rows.add_row(said, does)
        self.console.print(rows)

    def words(self) -> Iterator[tuple[str, str]]:
        yield ", ".join(self.examples()[:3]), "any wager by its name and your stake"
        if self.table.kind is Kind.CRAPS:
            yield "odds 20, odds 20 w3", "true odds behind your line wager, or behind the one you name"
            yield "off w3, on w3", "call a wager Off and On again"
        if any(it.joins_run for it in self.book.wagers.values()):
            price = as_money(self.table.config.streak_price)
            yield f"streak small {price}", "a Super Streak wager, when a run has just begun and before other wagers"
        yield "make w1 20", "make a wager larger or smaller"
        yield "take down w1", "take a wager back while betting is open"
        yield "roll, or just Enter", "the dice are rolled and the wagers settled"
        yield "why", "the last round step by step, with the clauses"
        yield "bets", "every wager with its odds and the house edge"
        yield f"odds {next(iter(self.reader.names))}", "one wager exactly"
        yield "look", "the table as it stands"
        yield "chips 100", "bring more chips"
        yield "quit", "leave the table"

    def gets_up(self) -> None:
        """Take down what may come down, leave, and say how it went."""
        for id in [it.id for it in self.own()]:
            self.staff.player(betting.RemoveWager, bet=id)
        left, staked = self.seat.rack, self.seat.staked
        self.staff.player(people.LeaveSeat, seat=SEAT)
        gained = left - self.brought
        how = "even" if not gained else f"{as_money(abs(gained))} {'up' if gained > 0 else 'down'}"
        stands = f" {as_money(staked)} stays behind on wagers that may not be taken down." if staked else ""
        self.say(f"You brought {as_money(self.brought)} and leave with {as_money(left)}: {how}.{stands}", "bold")
