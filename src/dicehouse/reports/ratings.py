"""Player ratings, and the theoretical win of tables beside the actual one, with the interval that holds 95% of wins."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final

from dicehouse.house.patrons import CardEnded, CardIssued, PolicySet
from dicehouse.house.policy import Policy
from dicehouse.reports.rated_play import HEARD, Day, Rated, RatedPlay, Sums, day_begins
from dicehouse.reports.report import Asked, AskedError, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Place, Record, Walk
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.loader import restored
from dicehouse.table.config import Config
from dicehouse.table.opening import TableOpened
from dicehouse.table.program import ProgramStarted

THEORY: Final = (
    Column("staked", Kind.MONEY),
    Column("edge", Kind.SHARE),
    Column("theory", Kind.MONEY, "Theoretical win"),
    Column("win", Kind.MONEY, "House win"),
    Column("at_least", Kind.MONEY, "95% from"),
    Column("at_most", Kind.MONEY, "95% to"),
)
PEOPLE: Final = (
    Column("gaming_day", Kind.DAY),
    Column("table"),
    Column("person"),
    Column("card"),
    Column("time", Kind.TIME),
    Column("results", Kind.COUNT),
    Column("average_bet", Kind.MONEY),
    *THEORY,
    Column("comps", Kind.MONEY),
)
TABLES: Final = (
    Column("gaming_day", Kind.DAY),
    Column("table"),
    Column("rulebook"),
    Column("results", Kind.COUNT),
    Column("wagers", Kind.COUNT),
    *THEORY,
    Column("outside", Kind.YES, "Outside the interval"),
)
NOTES: Final = (
    Note("Theoretical win is the exact edge of every wager that was decided, at its stake and in the chips of its "
         "table; edge is its part of what was staked, commissions included. House win is what the same wagers left."),
    Note("The interval holds 95% of house wins at this play: the theory with 1.96 standard deviations to either side, "
         "wagers on the same dice taken together. A win outside it is a fact to look into and proves nothing."),
    Note("A wager taken down counts with what it was worth then. Wagers of tokens are not counted, and a wrong payment "
         "is no part of a win by the rules; payment-errors has it."),
)  # fmt: skip
OF_PEOPLE: Final = (
    Note("Average bet is what was at risk of each result, on average. Time is at the table, on this gaming day."),
    Note("Comps are the policy's part of the theoretical win, by the policy in force at the end of the gaming day, for "
         "whoever has a player card; nothing where the policy gives none."),
)  # fmt: skip


class _Fold:
    def __init__(self) -> None:
        self.books: dict[str, Rulebook] = {}
        """By hash."""
        self.tables: dict[str, tuple[Place, RatedPlay]] = {}
        """By stream."""
        self.cards: dict[str, str] = {}
        """The number of everyone's player card."""
        self.policies: list[tuple[datetime, Policy]] = []

    def add(self, record: Record, place: Place | None) -> None:
        for event in record.events:
            if isinstance(event, ProgramStarted) and event.source:
                self.books[event.rulebook or ""] = restored(event.source)
            elif isinstance(event, TableOpened) and place:
                self._opens(record.stream, place, event)
            elif isinstance(event, CardIssued):
                self.cards[event.patron] = event.number
            elif isinstance(event, CardEnded):
                self.cards.pop(event.patron, None)
            elif isinstance(event, PolicySet):
                self.policies.append((event.at, event.policy))
        play = self.tables.get(record.stream)
        if play and not HEARD.isdisjoint(map(type, record.events)):
            play[1].listen(record.events)

    def _opens(self, stream: str, place: Place, event: TableOpened) -> None:
        """By the rulebook that is on record, else by the one of that name."""
        book = self.books.get(event.rulebook_hash) or load(event.rulebook, event.readings)
        before = self.tables.get(stream)
        play = before[1] if before else RatedPlay(book, event.config)
        play.goes_by(book)
        self.tables[stream] = place, play

    def days(self, asked: Asked) -> Iterator[tuple[Place, Day]]:
        found = [
            (place, day)
            for place, play in self.tables.values()
            for day in play.days
            if asked.is_at(place.name) and asked.covers_day(day.of)
        ]
        return iter(sorted(found, key=lambda it: (it[1].of, it[0].name)))

    def percent(self, config: Config, of: date) -> int:
        """What part of the theory was given in comps when a gaming day was over, in percent."""
        over = day_begins(config, of + timedelta(days=1))
        known = [policy for since, policy in self.policies if since < over]
        return known[-1].ratings.comps_percent if known and known[-1].ratings else 0


def _folded(walk: Walk) -> _Fold:
    fold = _Fold()
    for record in walk:
        fold.add(record, walk.places.get(record.stream))
    return fold


def ratings(walk: Walk, asked: Asked) -> Report:
    """Each person at each table on each gaming day."""
    fold = _folded(walk)
    played = any(asked.patron in day.people for _, play in fold.tables.values() for day in play.days)
    if asked.patron and not played and asked.patron not in fold.cards:
        raise AskedError(f"{asked.patron}: nobody of this name played at a table; write it as the tables do")
    rows: list[tuple[Cell, ...]] = []
    for place, day in fold.days(asked):
        percent = fold.percent(place.config, day.of)
        ends = min(day_begins(place.config, day.of + timedelta(days=1)), walk.latest or day.since)
        rows += (
            _person(place, day, it, fold.cards.get(it.person, ""), percent, ends)
            for it in sorted(day.people.values(), key=lambda it: (-it.sums.theory, it.person))
            if asked.patron in {"", it.person}
        )
    return Report(
        title="Player ratings", columns=PEOPLE, rows=rows, notes=(*NOTES, *OF_PEOPLE),
        totals=_totals(PEOPLE, rows, {"time", "staked", "theory", "win", "comps"}),
    )  # fmt: skip


def _person(place: Place, day: Day, it: Rated, card: str, percent: int, ends: datetime) -> tuple[Cell, ...]:
    given = comps(it.sums, percent) if card else None
    return (
        day.of, place.name, it.person, masked(card), it.seconds_at(ends), it.sums.results, it.sums.average_bet,
        *_theory(it.sums), given,
    )  # fmt: skip


def theoretical_win(walk: Walk, asked: Asked) -> Report:
    """Each table on each gaming day."""
    rows: list[tuple[Cell, ...]] = [
        (
            day.of, place.name, place.rulebook, day.everyone.results, day.everyone.wagers, *_theory(day.everyone),
            day.everyone.is_outside,
        )
        for place, day in _folded(walk).days(asked)
        if day.everyone.wagers
    ]  # fmt: skip
    return Report(
        title="Theoretical and actual win by table and gaming day", columns=TABLES, rows=rows, notes=NOTES,
        totals=_totals(TABLES, rows, {"results", "wagers", "staked", "theory", "win"}),
    )  # fmt: skip


def _theory(it: Sums) -> tuple[Cell, ...]:
    edge = it.theory / it.staked if it.staked else None
    theory = round(it.theory)
    return it.staked, edge, theory, it.win, theory - it.within, theory + it.within


def comps(it: Sums, percent: int) -> int:
    """What someone is given of the theoretical win, to the cent below; nothing where the theory is for the player."""
    return max(0, int(it.theory * Fraction(percent, 100)))


def masked(card: str) -> str:
    """A card by its last four signs."""
    return f"••{card[-4:]}" if card else ""


def _totals(columns: tuple[Column, ...], rows: list[tuple[Cell, ...]], summed: set[str]) -> dict[str, Cell]:
    """Of what can be added up; the edge is that of all together."""
    places = {it.name: place for place, it in enumerate(columns)}
    sums = {name: sum(it for row in rows if isinstance(it := row[places[name]], int)) for name in summed}
    totals: dict[str, Cell] = {it.name: sums[it.name] for it in columns if it.name in summed}
    exact = (row[places["edge"]] for row in rows)
    staked = (row[places["staked"]] for row in rows)
    theory = sum(
        (edge * stake for edge, stake in zip(exact, staked, strict=True)
         if isinstance(edge, Fraction) and isinstance(stake, int)),
        Fraction(0),
    )  # fmt: skip
    if sums["staked"]:
        totals |= {"theory": round(theory), "edge": theory / sums["staked"]}
    return totals
