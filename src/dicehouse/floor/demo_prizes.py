"""What goes on in the demo house besides its tables: a tournament in the middle of its first round, and a promotion
that play earns entries in and whose draw is tomorrow.

Terms have to be known a day ahead, so the demo's clock begins yesterday and goes through that day in a moment. A house
that has been open before is left as it is.
"""

from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any, Final

from msgspec.structs import replace

from dicehouse.floor.clock import Clock
from dicehouse.floor.demo import DemoPatron, Opening
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan, TablePlan
from dicehouse.house.promotions import drawing, publishing
from dicehouse.house.promotions.entering import CountPlay
from dicehouse.house.promotions.terms import read_terms as read_promotion
from dicehouse.house.tournaments import directing, entering, preparing, rounds, seating, spinning, wagering
from dicehouse.house.tournaments.terms import read_terms as read_tournament
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import Config
from dicehouse.table.orders import Command

TABLE: Final = "Tournament 1"
TOURNAMENT: Final = "evening-cup"
PROMOTION: Final = "weekend-draw"
ENTRANTS: Final = (
    DemoPatron("Eva", "1011", "5011", 0),
    DemoPatron("Finn", "1012", "5012", 0),
    DemoPatron("Gita", "1013", "5013", 0),
    DemoPatron("Hugo", "1014", "5014", 0),
)
NAMES: Final = tuple(it.name for it in ENTRANTS)
AGO: Final = timedelta(hours=26)
"""How long ago the first thing was filed: a promotion's terms have to be public for a day before it starts."""
MINUTE: Final = timedelta(minutes=1)


def with_its_table(plan: HousePlan) -> HousePlan:
    """The house with a table that is kept for the tournament; the director keys its spins."""
    table = TablePlan(config=Config(name=TABLE, cage=True), rulebook="crown-sicbo-a", tumbler="keyed")
    return replace(plan, tables=(*plan.tables, table))


class Yesterday:
    """A time of day that begins in the past and comes to the present in leaps."""

    def __init__(self) -> None:
        self._behind = AGO

    def now(self) -> datetime:
        return datetime.now(UTC) - self._behind

    def clock(self) -> Clock:
        return Clock(wall=self.now)

    def comes_to(self, ago: timedelta) -> None:
        """Go on at so long before the present."""
        self._behind = ago


async def hold(floor: Floor, time: Yesterday) -> None:
    """Bring tournament and promotion to where visitors find them, and the clock to the present."""
    if floor.leads(HOUSE) and not floor.house.house.patrons:
        day = _Day(floor, datetime.now(UTC).replace(second=0, microsecond=0))
        await Opening(floor).cage()
        await day.announces()
        time.comes_to(180 * MINUTE)
        await day.enters()
        time.comes_to(60 * MINUTE)
        await day.plays_for_the_draw()
        time.comes_to(10 * MINUTE)
        await day.plays_a_spin()
    time.comes_to(timedelta(0))


class _Day:
    """Yesterday and today, by the books: each act by whoever may do it."""

    def __init__(self, floor: Floor, now: datetime) -> None:
        self.floor = floor
        self.now = now

    async def does(self, order: type[Command], role: str, by: str, **fields: Any) -> None:
        whose = fields.get("person", fields.get("patron", ""))
        id = f"demo/prizes/{order.__name__}/{whose}"
        command = order(id=id, at=self.floor.now(), by=by, role=role, **fields)
        answer = await self.floor.give(HOUSE, command)
        if isinstance(answer, Refused):
            raise RuntimeError(f"the demo's {command!r} was refused: {answer.message}")

    def _text(self, name: str) -> str:
        """Terms with their times, counted from now."""
        text = files("dicehouse.floor").joinpath(f"demo_{name}.toml").read_text(encoding="utf-8")
        for word, minutes in {"ENTRIES_CLOSE": -45, "STARTS": -30, "DRAW_STARTS": -90, "DRAW_CLOSES": 1380}.items():
            text = text.replace(f"@{word}@", (self.now + minutes * MINUTE).isoformat())
        return text.replace("@DRAW_AT@", (self.now + 1440 * MINUTE).isoformat())

    async def announces(self) -> None:
        await self.does(publishing.FileTerms, "gaming-manager", "Max", terms=read_promotion(self._text("promotion")))
        await self.does(publishing.PublishPromotion, "casino-operator", "Max", promotion=PROMOTION)
        await self.does(drawing.CommitDraw, "casino-operator", "Max", promotion=PROMOTION)
        terms = read_tournament(self._text("tournament"))
        await self.does(preparing.FileTournament, "gaming-manager", "Max", terms=terms)
        await self.does(preparing.ApproveTournament, "casino-operator", "Max", tournament=TOURNAMENT)
        await self.does(
            preparing.OfferTerms, "gaming-manager", "Max", tournament=TOURNAMENT, where="At the tournament desk"
        )
        await self.does(preparing.NotifyInspectorate, "gaming-manager", "Max", tournament=TOURNAMENT, to="Ines")
        await self.does(directing.AppointDirector, "casino-operator", "Max", tournament=TOURNAMENT, person="Tess")
        await self.does(preparing.DesignateTables, "gaming-manager", "Max", tournament=TOURNAMENT, tables=(TABLE,))

    async def enters(self) -> None:
        opening = Opening(self.floor)
        for it in ENTRANTS:
            await opening.registers(it)
        for person in NAMES:
            entry = {"tournament": TOURNAMENT, "person": person, "means": "cash", "accepted": True}
            await self.does(entering.EnterTournament, "cashier", "Cass", **entry)
        tournament = self.floor.house.house.tournaments[TOURNAMENT]
        if seating.promise_due(tournament):  # or the house's clock has done it
            await self.does(seating.PromiseSeats, "tournament-director", "Tess", tournament=TOURNAMENT)

    async def plays_for_the_draw(self) -> None:
        for person, staked in zip(NAMES, (50_000, 120_000, 75_000, 60_000), strict=True):
            play = {"promotion": PROMOTION, "person": person, "table": "Sic Bo 1", "staked": staked}
            await self.does(CountPlay, "device", "Sic Bo 1", **play)

    async def plays_a_spin(self) -> None:
        """The first of two spins: Small comes, and two of the four gain."""
        director = ("tournament-director", "Tess")
        await self.does(directing.BriefPlayers, *director, tournament=TOURNAMENT, understood=NAMES)
        await self.does(rounds.StartRound, *director, tournament=TOURNAMENT)
        laid = (("small", 10_000), ("big", 10_000), ("small", 20_000), ("even", 10_000))
        wagers = {person: (wagering.Laid(*its),) for person, its in zip(NAMES, laid, strict=True)}
        await self.does(wagering.CloseTournamentBetting, *director, tournament=TOURNAMENT, table=TABLE, wagers=wagers)
        await self.does(spinning.SettleTournamentSpin, *director, tournament=TOURNAMENT, table=TABLE, dice=(1, 2, 4))
