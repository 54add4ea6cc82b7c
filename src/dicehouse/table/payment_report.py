"""The monthly report of large errors of payment: when it is due, that it was sent, by whom, and what it says (8.13).

An error above $1,000.00 belongs to the month in which the house became aware of it, by the table's own clock. The
report is due when that month ends. Until it is sent a notice says so, which no acknowledgement takes away.
"""

from datetime import datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import PaymentError
from dicehouse.table.notices import NoticeAcknowledged, NoticeGiven
from dicehouse.table.orders import Answer, Appliers, Command, Event, Events, Order, Orders, Words, stamp
from dicehouse.table.state import Table

REPORTED_ABOVE = 1_000_00
"""An error of exactly this much is not reported; one cent more is (8.13)."""

Month = Annotated[str, Meta(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$", description="a year and a month, 2026-03")]


class SendPaymentReport(Command, frozen=True):
    """Inform the regulator of the large errors of payment of a month."""

    month: Month
    reference: Words
    """How it was sent, and the number that it goes by."""


class PaymentReportSent(Event, frozen=True):
    """The regulator was informed of the large errors of payment of a month."""

    month: str
    regulator: str
    reference: str
    errors: tuple[PaymentError, ...]
    """What the report says: every error that no report had, with what was done about it so far."""
    late: bool
    """Whether the month was over."""


def is_reported(table: Table, error: PaymentError) -> bool:
    """Whether the document wants an error in the report."""
    return "payment_report" in table.book.topics and abs(error.error) > REPORTED_ABOVE


def month_of(table: Table, moment: datetime) -> str:
    """The month of a moment by the clock at the table."""
    return f"{moment.astimezone(ZoneInfo(table.config.time_zone)):%Y-%m}"


def month_ends(table: Table, month: str) -> datetime:
    """The first moment of the month after."""
    zone = ZoneInfo(table.config.time_zone)
    within = datetime.strptime(month, "%Y-%m").replace(tzinfo=zone) + timedelta(days=31)
    return within.replace(day=1)


def report_falls_due(table: Table, command: Command, error: PaymentError) -> Events:
    """The notice that a report is due, unless the error is too small or that notice is given already."""
    if not is_reported(table, error):
        return ()
    month = month_of(table, error.aware)
    id = _notice(month)
    if id in table.notices:
        return ()
    about = f"{table.book.regulator} is to be informed of the payment errors above $1,000.00 of {month}"
    to, clause = table.book.powers["correct_payment"].by[0], table.book.topics["payment_report"]
    return (
        NoticeGiven(
            id=id, to=to, about=about, due=month_ends(table, month), clause=clause, met_by="send-payment-report",
            **stamp(command),
        ),
    )  # fmt: skip


def _notice(month: str) -> str:
    return f"payment-report/{month}"


def send_payment_report(table: Table, command: SendPaymentReport) -> Answer:
    """Every error of that month that no report had; one that is found after it asks for another report."""
    clause = table.book.topics.get("payment_report")
    if clause is None:
        return Refused(
            Why.NOT_HERE,
            table.clause("correct_payment"),
            "no-payment-report-asked",
            command="send-payment-report",
            rulebook=table.book.id,
        )
    errors = tuple(it for it in table.unreported.values() if month_of(table, it.aware) == command.month)
    if not errors:
        waiting = ", ".join(dict.fromkeys(month_of(table, it.aware) for it in table.unreported.values())) or "none"
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "no-error-of-month",
            command="send-payment-report",
            month=command.month,
            waiting=waiting,
        )
    late = command.at >= month_ends(table, command.month)
    sent = PaymentReportSent(
        clause=clause,
        month=command.month,
        regulator=table.book.regulator,
        reference=command.reference,
        errors=errors,
        late=late,
        **stamp(command),
    )
    return (sent, NoticeAcknowledged(clause=clause, notice=_notice(command.month), late=late, **stamp(command)))


def payment_report_sent(table: Table, event: PaymentReportSent) -> None:
    for it in event.errors:
        del table.unreported[it.id]


COMMANDS: Orders = {SendPaymentReport: Order(send_payment_report, "correct_payment", when_closed=True)}
APPLIERS: Appliers = {PaymentReportSent: payment_report_sent}
