"""What the house keeps of its cage: trays, boxes, slips, vouchers, tickets, payouts and what it owes; plain data."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from dicehouse.table.counted import Chips


class CageTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house sets for its cage."""

    ticket_days: Annotated[int, Meta(ge=1, le=3_650)] = 365
    """How long a ticket is good, in days from its issue."""
    ticket_memory: Annotated[int, Meta(ge=1, le=3_650)] = 365
    """How many more days the house says of an old ticket what became of it."""
    ticket_in: Literal["cashier_only", "accepted"] = "cashier_only"
    """Whether terminals take tickets, or the cashier alone."""


class Sent(Struct, frozen=True, kw_only=True):
    """Money on its way to a table, which has yet to take it."""

    table: str
    amount: int
    what: str
    """A buy-in, fill, ticket, voucher or prize."""
    account: str
    """Where it lies."""
    origin: str
    """The account it goes back to if the table does not take it."""
    person: str = ""


class Slip(Struct, kw_only=True):
    """A fill or credit of a table's tray, with everyone who had a hand in it."""

    kind: Literal["fill", "credit"]
    table: str
    amount: int
    chips: tuple[Chips, ...] = ()
    numbered: bool = False
    """Whether the house gave it its number."""
    requested_by: str
    requested_at: datetime | None = None
    approved_by: str = ""
    approved_at: datetime | None = None
    handed_by: str = ""
    handed_at: datetime | None = None
    received_by: str = ""
    received_at: datetime | None = None
    ended: str = ""
    """Why it came to nothing; empty while it did not."""


class CountDifference(Struct, frozen=True, kw_only=True):
    """A count that was not as recorded."""

    what: str
    """The opener, the closer, or a box by its number."""
    difference: int
    """Counted, less recorded."""
    explained: str
    by: tuple[str, str]


class Tray(Struct, kw_only=True):
    """What a table's tray and boxes were counted at since it was last opened."""

    opener: int
    since: datetime
    closer: int | None = None
    closed_at: datetime | None = None
    counters: tuple[str, ...] = ()
    """Who counted the closer and the boxes."""
    differences: tuple[CountDifference, ...] = ()
    reconciled_by: str = ""
    reconciled_at: datetime | None = None
    remark: str = ""
    fills: int = 0
    credits: int = 0
    drop: int = 0
    """Cash counted out of its boxes."""
    paper: int = 0
    """Buy-ins from accounts and vouchers that it took in place of cash."""


class Box(Struct, frozen=True, kw_only=True):
    """A drop box that was taken from its table and is to be counted."""

    table: str
    removed_by: str
    since: datetime
    recorded: int | None = None
    """What the table has on record as dropped into it; None where that is typed with the count."""


class Voucher(Struct, kw_only=True):
    """A promotional voucher."""

    person: str
    amount: int
    until: datetime
    returns: bool | None
    """Whether a winning token comes back, where the voucher says so itself."""
    used: bool = False


class Ticket(Struct, kw_only=True):
    """A ticket that may yet be paid."""

    amount: int
    terminal: str
    issued: datetime
    until: datetime
    validation: str
    day: str
    """The calendar day of its issue."""
    withheld: str = ""
    """The inquiry for which it is withheld; empty while it is not."""


class TicketLine(Struct, frozen=True, array_like=True):
    """A ticket as the record of its terminal shows it."""

    ticket: str
    amount: int
    at: datetime


class TicketDay(Struct, kw_only=True):
    """Tickets issued on one day of which something became, kept until nobody can ask any more."""

    forget: datetime
    paid: dict[str, None] = {}
    """Numbers in the order they were paid."""
    otherwise: dict[str, str] = {}
    """What became of those that were not."""


class TicketRecord(Struct, kw_only=True):
    """The latest tickets of one terminal, the newest last."""

    taken: list[TicketLine] = []
    given: list[TicketLine] = []


class Payout(Struct, kw_only=True):
    """Money that the house owes someone and pays by hand, by ticket or to a credit meter."""

    person: str
    amount: int
    of: str
    """What it is paid for."""
    since: datetime
    form: str
    """How the player asked for it, or how the house has decided to pay it."""
    table: str = ""
    seat: int = 0
    after: datetime | None = None
    """The time agreed with the player, before which it is not paid."""
    identified: bool | None = None
    """Whether identification was shown; None while nobody asked for it."""
    withheld: str = ""
    """The inquiry for which it is withheld; empty while it is not."""


class Owed(Struct, kw_only=True):
    """What someone is owed by a wrong payment that a table has left to the cage, or owes."""

    table: str
    mispayment: str
    person: str
    amount: int
    """Below nothing: what they owe."""
    since: datetime
    rule: str
    """The document and the clause by which it is put right."""


class Inquiry(Struct, kw_only=True):
    """An investigation for which a prize or ticket is withheld or demanded back."""

    kind: Literal["payout", "ticket", "return"]
    of: str
    """The payout or ticket."""
    person: str
    amount: int
    reason: str
    since: datetime
    reviewed: bool = False
    """Whether an inspector has reviewed it."""
    returned: int = 0
    """What came back of a prize that was demanded back."""
