"""Paper and checks that come back to the house: promotional vouchers, and colour checks of tables that have closed.

A voucher is exchanged once, at a table, before it expires. Colour checks of a closed table are paid at the cage: at
the value at which they were issued, and where that cannot be traced and the house's rule says so, at the lowest
minimum that is now offered on that game, verified by a manager (D8).
"""

from typing import Literal

from dicehouse.house.accounts import (
    CAGE_CASH,
    CAGE_COLOURS,
    CASH,
    COLOURS,
    HOUSE,
    Postings,
    exchanged,
    move,
    post,
    short,
)
from dicehouse.house.cage import sent_before
from dicehouse.house.cage_state import Sent, Voucher
from dicehouse.house.orders import DEVICE, LADDER, Appliers, Order, Orders
from dicehouse.house.state import ColourSet, House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Balance, Command, Count, Event, Moment, Name, stamp

VERIFIER = "gaming-manager"


class IssueVoucher(Command, frozen=True):
    """Give someone a promotional voucher."""

    voucher: Name
    person: Name
    amount: Amount
    until: Moment
    """The last moment at which it can be exchanged."""
    returns: bool | None = None
    """Whether a winning token comes back, where the voucher says so itself."""


class HandInVoucher(Command, frozen=True):
    """Use a voucher up at a table that exchanges it."""

    voucher: Name
    table: Name


class ExpireVouchers(Command, frozen=True):
    """Write off the vouchers whose time is over."""


class RecordColours(Command, frozen=True):
    """Put on record which colour checks were still out when a table closed."""

    table: Name
    colour: Name
    count: Count
    value: Balance
    """Of each check, as it was issued; 0: it cannot be traced."""
    rule: Literal["recorded_value", "traced_or_lowest"] = "recorded_value"
    """What the table's rulebook says of their redemption."""


class RecallColours(Command, frozen=True):
    """Hand the record of a table's colour checks back to it when it opens again."""

    table: Name


class CashColours(Command, frozen=True):
    """Pay cash for colour checks of a table that has closed."""

    table: Name
    colour: Name
    count: Count
    value: Balance | None = None
    """Of each check as it was traced, where checks of this colour are out at several values."""
    lowest: Amount | None = None
    """The lowest minimum now offered on that game, for checks whose value cannot be traced."""


class VoucherIssued(Event, frozen=True):
    """Someone was given a promotional voucher."""

    voucher: str
    person: str
    amount: int
    until: Moment
    returns: bool | None
    postings: Postings


class VoucherHandedIn(Event, frozen=True):
    """A voucher was used up, and its worth is on its way to the table."""

    voucher: str
    table: str
    person: str
    amount: int
    returns: bool | None
    postings: Postings


class VouchersExpired(Event, frozen=True):
    """Vouchers were written off; those that had been used are forgotten with them."""

    vouchers: tuple[str, ...]
    amount: int
    postings: Postings


class ColoursRecorded(Event, frozen=True):
    """Colour checks were still out when their table closed."""

    table: str
    colour: str
    count: int
    value: int
    rule: Literal["recorded_value", "traced_or_lowest"]


class ColoursRecalled(Event, frozen=True):
    """A table opened again, and takes back its colour checks itself."""

    table: str
    sets: tuple[ColourSet, ...]


class ColoursCashed(Event, frozen=True):
    """Cash was paid for colour checks of a closed table."""

    table: str
    colour: str
    count: int
    each: int
    traced: bool
    """Whether their value was known; else the lowest minimum was paid for each."""
    postings: Postings


def issue_voucher(house: House, command: IssueVoucher) -> Answer:
    if command.voucher in house.vouchers:
        it = house.vouchers[command.voucher]
        return Refused(
            Why.DUPLICATE_ID, None, "voucher-number-taken", voucher=command.voucher, person=it.person, amount=it.amount
        )
    if command.until <= command.at:
        return Refused(
            Why.TOO_LATE, None, "voucher-too-short", voucher=command.voucher, until=command.until, at=command.at
        )
    return (
        VoucherIssued(
            clause="", voucher=command.voucher, person=command.person, amount=command.amount, until=command.until,
            returns=command.returns, postings=move(HOUSE, _account(command.voucher), command.amount), **stamp(command),
        ),
    )  # fmt: skip


def _account(voucher: str) -> str:
    return f"voucher/{voucher}"


def hand_in_voucher(house: House, command: HandInVoucher) -> Answer:
    """Once, and until its last moment."""
    it = house.vouchers.get(command.voucher)
    if it is None:
        return Refused(Why.UNKNOWN_ID, None, "no-such-voucher", voucher=command.voucher)
    used = sent_before(house, command.id)
    if used:
        return used
    if command.at > it.until:
        return Refused(
            Why.TOO_LATE, None, "voucher-expired-now", voucher=command.voucher, until=it.until, at=command.at
        )
    if it.used:
        return Refused(Why.ALREADY_DONE, None, "voucher-exchanged", voucher=command.voucher, amount=it.amount)
    return (
        VoucherHandedIn(
            clause="", voucher=command.voucher, table=command.table, person=it.person, amount=it.amount,
            returns=it.returns, postings=move(_account(command.voucher), exchanged(command.table), it.amount),
            **stamp(command),
        ),
    )  # fmt: skip


def expire_vouchers(house: House, command: ExpireVouchers) -> Answer:
    over = {id: it for id, it in house.vouchers.items() if it.until < command.at}
    if not over:
        return Refused(
            Why.NOT_YET, None, "none-vouchers-over", command="expire-vouchers", count=len(house.vouchers), at=command.at
        )
    gone = {id: it.amount for id, it in over.items() if not it.used}
    postings = tuple(each for id, amount in gone.items() for each in move(_account(id), HOUSE, amount))
    whole = sum(gone.values())
    return (
        VouchersExpired(clause="", vouchers=tuple(over), amount=whole, postings=postings, **stamp(command)),
    )  # fmt: skip


def record_colours(_: House, command: RecordColours) -> Answer:
    return (
        ColoursRecorded(
            clause="", table=command.table, colour=command.colour, count=command.count, value=command.value,
            rule=command.rule, **stamp(command),
        ),
    )  # fmt: skip


def recall_colours(house: House, command: RecallColours) -> Answer:
    """While a table is open its checks are redeemed there and nowhere else; untraced ones stay with the cage."""
    sets = tuple(it for it in house.colour_sets.values() if it.table == command.table and it.value)
    if not sets:
        return Refused(Why.UNKNOWN_ID, None, "no-checks-on-record", command="recall-colours", table=command.table)
    return (ColoursRecalled(clause="", table=command.table, sets=sets, **stamp(command)),)


def cash_colours(house: House, command: CashColours) -> Answer:
    """No more of them than were out, at their value, else at the lowest minimum where the rule says so."""
    it = _colour_set(house, command)
    if isinstance(it, Refused):
        return it
    key = f"{command.table}/{command.colour}"
    verified = command.role in LADDER[LADDER.index(VERIFIER) :]
    if it.rule == "traced_or_lowest" and not verified:
        return Refused(Why.NOT_ALLOWED, None, "checks-need-verifying", key=key, verifier=VERIFIER)
    each = it.value or (command.lowest if it.rule == "traced_or_lowest" else None)
    if not each:
        says = "check-value-lowest" if it.rule == "traced_or_lowest" else "check-value-unknown"
        return Refused(Why.NOT_DECLARED, None, says, key=key)
    if command.count > it.count:
        return Refused(Why.NOT_ENOUGH, None, "checks-above-out", key=key, count=command.count, own_count=it.count)
    paid = command.count * each
    postings = move(COLOURS, CAGE_COLOURS, paid) + move(CAGE_CASH, CASH, paid)
    return short(house, postings, "bring cash from the bank") or (
        ColoursCashed(
            clause="", table=command.table, colour=command.colour, count=command.count, each=each,
            traced=bool(it.value), postings=postings, **stamp(command),
        ),
    )  # fmt: skip


def _colour_set(house: House, command: CashColours) -> ColourSet | Refused:
    """The checks that are meant; those of one colour at two values can only be told apart by tracing them."""
    key = f"{command.table}/{command.colour}"
    out = [it for it in house.colour_sets.values() if (it.table, it.colour) == (command.table, command.colour)]
    meant = [it for it in out if command.value in {None, it.value}]
    if not meant:
        return Refused(Why.UNKNOWN_ID, None, "no-checks-of-closed-table", key=key, table=command.table)
    if len(meant) > 1:
        return Refused(Why.NOT_DECLARED, None, "checks-out-at-values", key=key, values=tuple(it.value for it in meant))
    return meant[0]


def _key(table: str, colour: str, value: int) -> str:
    return f"{table}/{colour}/{value}"


# --- what the facts do


def voucher_issued(house: House, event: VoucherIssued) -> None:
    post(house, event.postings)
    house.vouchers[event.voucher] = Voucher(
        person=event.person, amount=event.amount, until=event.until, returns=event.returns
    )


def voucher_handed_in(house: House, event: VoucherHandedIn) -> None:
    post(house, event.postings)
    house.vouchers[event.voucher].used = True
    house.sent[event.cause] = Sent(
        table=event.table,
        amount=event.amount,
        what="voucher",
        account=exchanged(event.table),
        origin="",
        person=event.person,
    )


def vouchers_expired(house: House, event: VouchersExpired) -> None:
    post(house, event.postings)
    for id in event.vouchers:
        del house.vouchers[id]


def colours_recorded(house: House, event: ColoursRecorded) -> None:
    key = _key(event.table, event.colour, event.value)
    before = house.colour_sets.get(key)
    house.colour_sets[key] = ColourSet(
        table=event.table,
        colour=event.colour,
        count=event.count + (before.count if before else 0),
        value=event.value,
        rule=event.rule,
    )


def colours_recalled(house: House, event: ColoursRecalled) -> None:
    for it in event.sets:
        del house.colour_sets[_key(it.table, it.colour, it.value)]


def colours_cashed(house: House, event: ColoursCashed) -> None:
    post(house, event.postings)
    key = _key(event.table, event.colour, event.each if event.traced else 0)
    it = house.colour_sets[key]
    it.count -= event.count
    if not it.count:
        del house.colour_sets[key]


COMMANDS: Orders = {
    IssueVoucher: Order(issue_voucher, "cage-supervisor"),
    HandInVoucher: Order(hand_in_voucher, "cashier", (DEVICE,)),
    ExpireVouchers: Order(expire_vouchers, "cashier", (DEVICE,)),
    RecordColours: Order(record_colours, "cashier", (DEVICE,)),
    RecallColours: Order(recall_colours, others=(DEVICE,)),
    CashColours: Order(cash_colours, "cashier"),
}
APPLIERS: Appliers = {
    VoucherIssued: voucher_issued,
    VoucherHandedIn: voucher_handed_in,
    VouchersExpired: vouchers_expired,
    ColoursRecorded: colours_recorded,
    ColoursRecalled: colours_recalled,
    ColoursCashed: colours_cashed,
}
