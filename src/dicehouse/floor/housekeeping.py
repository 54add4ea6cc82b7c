"""What falls due in the house by its clock: tickets and vouchers that are over, breaks, loss limits, promised seats."""

from collections.abc import Iterator

from dicehouse.floor.news import OWN, Known
from dicehouse.house import limits, playtime, tickets, vouchers
from dicehouse.house.tournaments.seating import PromiseSeats, promise_due
from dicehouse.journal.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table.losses import PausePlayer
from dicehouse.table.orders import DEVICE, Command

BY = "the clock"


def falls_due(known: Known) -> Iterator[tuple[str, Command]]:
    """What to do now, and where."""
    yield from _expired(known)
    yield from _rest(known)
    yield from _asked_anew(known)
    yield from _promised(known)


def _id(known: Known, what: str) -> str:
    return f"{OWN}clock/{known.now.timestamp():.6f}/{what}"[:64]


def _expired(known: Known) -> Iterator[tuple[str, Command]]:
    house, now = known.house, known.now
    if any(it.until < now and not it.withheld for it in house.tickets.values()):
        yield HOUSE, tickets.ExpireTickets(id=_id(known, "tickets"), at=now, by=BY, role=DEVICE)
    if any(it.until < now for it in house.vouchers.values()):
        yield HOUSE, vouchers.ExpireVouchers(id=_id(known, "vouchers"), at=now, by=BY, role=DEVICE)


def _rest(known: Known) -> Iterator[tuple[str, Command]]:
    """Whoever has played as long as the policy allows takes no wager until they have rested."""
    for it in playtime.due(known.house, known.now):
        for table, _ in known.places(it.patron) if it.block and it.until else ():
            pit = known.tables[table]
            if it.until and pit.paused.get(it.patron, known.now) < it.until and "pause_player" in pit.book.powers:
                role = pit.book.powers["pause_player"].by[0]
                yield (
                    table,
                    PausePlayer(
                        id=_id(known, f"rest/{it.patron}"), at=known.now, by=BY, role=role, person=it.patron,
                        until=it.until,
                    ),
                )  # fmt: skip


def _asked_anew(known: Known) -> Iterator[tuple[str, Command]]:
    """A limit period that ended or a limit that was lowered leaves less than what was set apart."""
    for name in limits.overdrawn(known.house, known.now):
        patron = known.house.patrons[name]
        if isinstance(limits.pauses(patron, known.now), Refused):
            continue
        for place in patron.allotted:
            yield (
                HOUSE,
                limits.AllotHeadroom(
                    id=_id(known, f"allot/{name}/{place}"), at=known.now, by=BY, role=DEVICE, patron=name, place=place
                ),
            )


def _promised(known: Known) -> Iterator[tuple[str, Command]]:
    """What seats are drawn from is fixed before it is known who plays."""
    for id, it in known.house.tournaments.items():
        if promise_due(it):
            yield (
                HOUSE,
                PromiseSeats(id=_id(known, f"seats/{id}"), at=known.now, by=BY, role=DEVICE, tournament=id),
            )
