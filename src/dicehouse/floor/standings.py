"""What the tables have to know of people: who may play, until when not, and what may be lost."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from dicehouse.floor.follow_up import CurrentState, Follows, FollowUp
from dicehouse.house import breaks, exclusions, headroom, limits, playtime
from dicehouse.leading.leader import HOUSE
from dicehouse.table import Kind
from dicehouse.table.cases import Exclusion
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.standing import TellStanding, has_limits, in_force


class Standing(NamedTuple):
    """What holds for a person at a table at a moment."""

    exclusion: Exclusion | None
    paused: datetime | None
    resting: datetime | None

    def fields(self, person: str) -> dict[str, Any]:
        return {"person": person, **self._asdict()}


def due_standing(known: CurrentState, table: str, person: str) -> Standing:
    """What the house has on record."""
    house, now = known.house, known.now
    book = known.tables[table].book
    patron = house.patrons.get(person)
    blocks = (it.until for it in playtime.overlong(house, patron, now) if it.block) if patron else ()
    pauses = [it for it in (limits.paused_until(house, person, now), *blocks) if it]
    return Standing(
        exclusions.exclusion_at(house, person, table, game=book.game.id, document=book.document, at=now),
        max(pauses, default=None),
        breaks.on_break(patron, now) if patron else None,
    )


def known_standing(known: CurrentState, table: str, person: str) -> Standing:
    """What a table knows."""
    there, now = known.tables[table], known.now
    paused, resting = (
        until if until and until > now else None for until in (there.paused.get(person), there.resting.get(person))
    )
    return Standing(in_force(there, person, now), paused, resting)


def knows_limit(known: CurrentState, table: str, person: str) -> bool:
    """Whether a table holds someone to what is set apart there, and no more is set apart than may be lost."""
    house, patron = known.house, known.house.patrons.get(person)
    left = limits.headroom(house, person, known.now)
    if patron is None or left is None or not limits.is_bound(house, has_limits(known.tables[table].book)):
        return True
    places = {known.place(table, it.number): it for it in known.tables[table].seats.values() if it.person == person}
    return sum(patron.allotted.values()) <= left and all(
        seat.allotment == patron.allotments.get(place)
        for place, seat in places.items()
        if seat.cleared and place in patron.playing.at
    )


def tell(known: CurrentState, person: str, tables: Iterable[str]) -> Follows:
    """Tell these tables what holds, where they do not know it."""
    for table in dict.fromkeys(tables):
        due = due_standing(known, table, person)
        if due != known_standing(known, table, person):
            yield FollowUp(table, "standing", TellStanding, due.fields(person))


def where(known: CurrentState, person: str) -> Iterator[str]:
    """The tables at which someone sits."""
    return (table for table, _ in known.places(person))


def clear(known: CurrentState, table: str, seat: int, person: str) -> Follows:
    """Have a seat cleared: with what may be lost there under a loss limit, or without one."""
    place, documents = known.place(table, seat), has_limits(known.tables[table].book)
    if limits.headroom(known.house, person, known.now) is not None and limits.is_bound(known.house, documents):
        yield FollowUp(HOUSE, f"allot:{seat}", headroom.AllotHeadroom, {"patron": person, "place": place})
    else:
        fields = {"seat": seat, "person": person, "headroom": None}
        yield FollowUp(table, f"clear:{seat}", SetLossLimit, fields)


def sits(known: CurrentState, table: str, seat: int, person: str) -> Follows:
    """Tell the house that someone sits down, and have the seat cleared; whoever has no account is asked nothing."""
    yield from tell(known, person, [table])
    if person not in known.house.patrons:
        yield from clear(known, table, seat, person)
        return
    at = "terminal" if known.tables[table].kind is Kind.ELECTRONIC else "table"
    fields = {"patron": person, "place": known.place(table, seat), "where": at}
    yield FollowUp(HOUSE, f"sits:{seat}", playtime.SitDown, fields)
