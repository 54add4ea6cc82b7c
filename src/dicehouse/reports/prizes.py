"""Promotions and tournaments: what stands of each, who is where, and what is due next."""

from typing import Final

from dicehouse.house.deadlines import deadlines
from dicehouse.house.judge import evolve
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.house.tournaments.standings import final_order
from dicehouse.house.tournaments.state import Tournament
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Walk

PROMOTIONS: Final = (
    Column("promotion"),
    Column("version", Kind.COUNT),
    Column("filed", Kind.MOMENT),
    Column("published", Kind.MOMENT),
    Column("starts", Kind.MOMENT),
    Column("entries_close", Kind.MOMENT),
    Column("drawn", Kind.MOMENT),
    Column("entries", Kind.COUNT),
    Column("persons", Kind.COUNT),
    Column("won", Kind.COUNT, "Prizes won"),
    Column("awarded", Kind.COUNT, "Handed over"),
    Column("claims", Kind.COUNT, "Claims open"),
    Column("denied", Kind.COUNT, "Claims denied"),
    Column("state"),
)
STANDINGS: Final = (
    Column("tournament"),
    Column("place", Kind.COUNT),
    Column("person"),
    Column("round", Kind.COUNT),
    Column("where"),
    Column("bank", Kind.MONEY, "Bank, in chips"),
    Column("prize", Kind.MONEY),
    Column("standing"),
)
DEADLINES: Final = (
    Column("due", Kind.MOMENT),
    Column("of"),
    Column("what"),
    Column("late", Kind.YES),
    Column("clause"),
)


def _house(walk: Walk, asked: Asked) -> House:
    """Promotions and tournaments as they stood when the period ended."""
    house = House()
    for record in walk:
        for event in record.events:
            about = hasattr(event, "promotion") or hasattr(event, "tournament")
            if not record.table and about and not asked.is_after(event.at):
                evolve(house, event)
    return house


def promotion_register(walk: Walk, asked: Asked) -> Report:
    """Every promotion, from its terms to its last prize."""
    rows = [_promotion(id, it) for id, it in _house(walk, asked).promotions.items()]
    return Report(title="Register of promotions", columns=PROMOTIONS, rows=rows)


def _promotion(id: str, it: Promotion) -> tuple[Cell, ...]:
    claims = [claim for claim in it.claims.values() if not claim.denied and not it.won[claim.prize].awarded]
    denied = sum(bool(claim.denied) for claim in it.claims.values())
    state = "drawn" if it.draw.secret else "sealed" if it.draw.sealed else "published" if it.published else "filed"
    if it.cancelled or it.stopped:
        state = "cancelled" if it.cancelled else "postponed"
    return (
        id, it.version, it.filed, it.published, it.terms.starts, it.terms.entries_close, it.draw.at,
        sum(entry.number for entry in it.entries), len(it.earned), len(it.won),
        sum(won.awarded is not None for won in it.won.values()), len(claims), denied, state,
    )  # fmt: skip


def tournament_standings(walk: Walk, asked: Asked) -> Report:
    """Everyone in every tournament, from the first place on; whoever has no place comes last."""
    rows = [row for id, it in _house(walk, asked).tournaments.items() for row in _standings(id, it)]
    return Report(
        title="Standings of tournaments",
        columns=STANDINGS,
        rows=rows,
        notes=(Note("Banks are tournament chips and no money; prizes are money.", "crown-sicbo 8.4.6"),),
    )


def _standings(id: str, it: Tournament) -> list[tuple[Cell, ...]]:
    prizes = {each.person: each.prize for each in it.places}
    places: dict[str, int] = {}
    for same in final_order(it):
        places |= dict.fromkeys(same, len(places) + 1)
    rows: list[tuple[Cell, ...]] = []
    for who in (*places, *(who for who in it.entrants if who not in places)):
        one = it.entrants[who]
        where = f"{one.table}, seat {one.seat}" if one.table else ""
        rows.append((id, places.get(who), who, one.reached, where, one.bank, prizes.get(who, 0), one.standing))
    return rows


def prize_deadlines(walk: Walk, asked: Asked) -> Report:
    """What is due, the earliest first, as of the end of the period."""
    house = _house(walk, asked)
    now = asked.ends(walk)
    rows: list[tuple[Cell, ...]] = [
        (it.at, it.of, it.what, it.late, it.clause) for it in (deadlines(house, now) if now else ())
    ]
    return Report(title="What is due next in promotions and tournaments", columns=DEADLINES, rows=rows)
