"""What patrons with a loss limit declare at tables: chips bought, brought and taken, and directions given (9.2)."""

from datetime import datetime
from typing import Final, Literal

from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.limits import loss_limits
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.patron_state import Declarations, Patron, Purchase
from dicehouse.house.play_record import today
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, SaleId, Words, stamp

DIRECTIONS: Final = "star-sicbo-2024 9.2.4"
_DECLARED: Final = {
    "bought": "star-sicbo-2024 9.2.1",
    "brought": "star-sicbo-2024 9.2.2",
    "taken": "star-sicbo-2024 9.2.3",
}


class RecordDeclaration(Command, frozen=True):
    """Put on record what chips a patron with a loss limit declares."""

    patron: Name
    table: Name
    what: Literal["bought", "brought", "taken"]
    """Bought there, brought there from elsewhere, or taken away on leaving."""
    amount: Balance
    late: bool = False
    """Whether the round had begun, so that they count from the next one."""
    sale: SaleId = ""
    """The sale by which they were bought."""


class RecordDirection(Command, frozen=True):
    """Put on record a direction to a patron with a loss limit, given so that their play can be followed."""

    patron: Name
    table: Name
    direction: Words
    followed: bool = True


class DeclarationRecorded(Event, frozen=True):
    """A patron declared chips."""

    patron: str
    table: str
    what: str
    amount: int
    late: bool
    sale: str = ""


class DirectionRecorded(Event, frozen=True):
    """A patron was given a direction, and followed it or not."""

    patron: str
    table: str
    direction: str
    followed: bool


def _limited(house: House, command: Command, name: str, clause: str) -> Patron | Refused:
    """A patron with a loss limit, who has duties that others have not (9.2)."""
    patron = not_their_own(command, name) or patron_of(house, name)
    if isinstance(patron, Refused) or loss_limits(patron, command.at):
        return patron
    return Refused(Why.NOT_ELIGIBLE, clause, "no-loss-limit", name=name)


def record_declaration(house: House, command: RecordDeclaration) -> Answer:
    clause = _DECLARED[command.what]
    patron = _limited(house, command, command.patron, clause)
    if isinstance(patron, Refused):
        return patron
    late = command.late and command.what != "taken"
    return (
        DeclarationRecorded(
            clause=clause, patron=patron.name, table=command.table, what=command.what, amount=command.amount, late=late,
            sale=command.sale, **stamp(command),
        ),
    )  # fmt: skip


def record_direction(house: House, command: RecordDirection) -> Answer:
    patron = _limited(house, command, command.patron, DIRECTIONS)
    if isinstance(patron, Refused):
        return patron
    return (
        DirectionRecorded(
            clause=DIRECTIONS, patron=patron.name, table=command.table, direction=command.direction,
            followed=command.followed, **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def declaration_recorded(house: House, event: DeclarationRecorded) -> None:
    sums = _declared(house, event.patron, event.table, event.at)
    sums.bought += event.amount if event.what == "bought" else 0
    sums.brought += event.amount if event.what == "brought" else 0
    sums.taken += event.amount if event.what == "taken" else 0
    sums.late += event.amount if event.late else 0
    if event.sale:
        purchase = today(house, event.patron, event.at).purchases.setdefault(event.sale, Purchase())
        purchase.declared += event.amount
        purchase.late += event.amount if event.late else 0


def direction_recorded(house: House, event: DirectionRecorded) -> None:
    if not event.followed:
        _declared(house, event.patron, event.table, event.at).ignored += 1


def _declared(house: House, name: str, table: str, at: datetime) -> Declarations:
    return today(house, name, at).declared.setdefault(table, Declarations())


COMMANDS: Orders = {
    RecordDeclaration: Order(record_declaration, "cashier", (PATRON, DEVICE)),
    RecordDirection: Order(record_direction, "cashier", (DEVICE,)),
}
APPLIERS: Appliers = {
    DeclarationRecorded: declaration_recorded,
    DirectionRecorded: direction_recorded,
}
