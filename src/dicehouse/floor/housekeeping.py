"""Work that falls due in the house by the clock: expired tickets and vouchers, who may play, seat draws."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Protocol

from dicehouse.floor.follow_up import OWN, CurrentState
from dicehouse.floor.standings import Standing, due_standing, sits, tell
from dicehouse.house import headroom, limits, tickets, vouchers
from dicehouse.house.tournaments.seating import PromiseSeats, promise_due
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import Table
from dicehouse.table.orders import DEVICE, Answer, Command

BY = "the clock"

log = logging.getLogger("dicehouse.floor")


class Keeps(Protocol):
    """The floor as housekeeping needs it."""

    def leads(self, stream: str) -> bool: ...

    def known(self, seated: dict[str, dict[int, str]]) -> CurrentState: ...

    async def submit(self, to: str, command: Command) -> Answer: ...


async def keep_house(floor: Keeps) -> None:
    """Do what falls due, for ever, in the process that leads the house."""
    while True:
        await asyncio.sleep(1)
        if not floor.leads(HOUSE):
            continue
        try:
            for to, command in tuple(falls_due(floor.known({}))):
                if floor.leads(to):
                    await floor.submit(to, command)
        except UnavailableError as error:
            log.warning("housekeeping: %s", error)


def falls_due(known: CurrentState) -> Iterator[tuple[str, Command]]:
    """What to do now, and where."""
    yield from _expired(known)
    yield from _standings(known)
    yield from _not_cleared(known)
    yield from _asked_anew(known)
    yield from _promised(known)


def _id(known: CurrentState, what: str) -> str:
    return f"{OWN}clock/{known.now.timestamp():.6f}/{what}"[:64]


def _expired(known: CurrentState) -> Iterator[tuple[str, Command]]:
    house, now = known.house, known.now
    if any(it.until < now and not it.withheld for it in house.tickets.values()):
        yield HOUSE, tickets.ExpireTickets(id=_id(known, "tickets"), at=now, by=BY, role=DEVICE)
    if any(it.until < now for it in house.vouchers.values()):
        yield HOUSE, vouchers.ExpireVouchers(id=_id(known, "vouchers"), at=now, by=BY, role=DEVICE)


def _standings(known: CurrentState) -> Iterator[tuple[str, Command]]:
    """Every table knows what holds for those who sit there, and who may not come: whatever it missed, and whatever
    time has brought."""
    excluded = set(known.house.exclusions)
    for name, table in known.tables.items():
        seated = (it.person for it in table.seats.values() if _is_on_record(known, table, it.person))
        for number, person in enumerate({*excluded, *table.exclusions, *seated}):
            for it in tell(known, person, [name]):
                yield it.to, it.order(id=_id(known, f"{number}"), at=known.now, by=BY, role=it.rank, **it.fields)


def _is_on_record(known: CurrentState, table: Table, person: str) -> bool:
    """Whether house or table have anything of someone but an exclusion; a terminal without a card is nobody."""
    house = known.house
    return any(person in those for those in (house.patrons, house.pauses, table.paused, table.resting))


def _not_cleared(known: CurrentState) -> Iterator[tuple[str, Command]]:
    """Whoever sits and was not cleared, because they could not play when they came, is cleared once they can."""
    for name, table in known.tables.items():
        for seat in table.seats.values():
            if seat.cleared or due_standing(known, name, seat.person) != Standing(None, None, None):
                continue
            for it in sits(known, name, seat.number, seat.person):
                what = f"{seat.number}/{it.what}"
                yield it.to, it.order(id=_id(known, what), at=known.now, by=BY, role=it.rank, **it.fields)


def _asked_anew(known: CurrentState) -> Iterator[tuple[str, Command]]:
    """A limit period that ended or a limit that changed leaves more or less than what was set apart."""
    for number, name in enumerate(limits.out_of_date(known.house, known.now)):
        patron = known.house.patrons[name]
        if isinstance(limits.pauses(known.house, name, known.now), Refused):
            continue
        for place in patron.allotted:
            yield (
                HOUSE,
                headroom.AllotHeadroom(
                    id=_id(known, f"allot/{number}/{place}"), at=known.now, by=BY, role=DEVICE, patron=name, place=place
                ),
            )


def _promised(known: CurrentState) -> Iterator[tuple[str, Command]]:
    """What seats are drawn from is fixed before it is known who plays."""
    for id, it in known.house.tournaments.items():
        if promise_due(it):
            yield (
                HOUSE,
                PromiseSeats(id=_id(known, f"seats/{id}"), at=known.now, by=BY, role=DEVICE, tournament=id),
            )
