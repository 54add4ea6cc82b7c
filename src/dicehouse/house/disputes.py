"""Disputes at tables as the house knows them: whoever raised one sees how it stands wherever they are in the house.

The table judges a dispute and keeps it; the house hears of every step, so that the outcome reaches its person at
another table, after the table has closed, or without a seat.
"""

from typing import Annotated, Literal

from msgspec import Meta

from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House, TableDispute
from dicehouse.table.orders import Answer, Command, Event, Name, stamp

Stage = Literal["raised", "decided", "review-asked", "reviewed", "final", "accepted"]
Told = Annotated[str, Meta(max_length=500)]


class RecordDispute(Command, frozen=True):
    """Put on record how far a dispute at a table has come."""

    table: Name
    dispute: Name
    person: Name
    about: Told
    stage: Stage
    ruling: Told
    upheld: bool
    rule: Told
    """The clause by which it came so far, with its document."""


class DisputeRecorded(Event, frozen=True):
    """The house knows how far a dispute at a table has come."""

    table: str
    dispute: str
    person: str
    about: str
    stage: Stage
    ruling: str
    """The latest decision in words; empty while there is none."""
    upheld: bool
    """Whether it is for the person."""


def record_dispute(house: House, command: RecordDispute) -> Answer:  # noqa: ARG001 (a table is taken at its word)
    return (
        DisputeRecorded(
            table=command.table,
            dispute=command.dispute,
            person=command.person,
            about=command.about,
            stage=command.stage,
            ruling=command.ruling,
            upheld=command.upheld,
            clause=command.rule,
            **stamp(command),
        ),
    )


def dispute_recorded(house: House, event: DisputeRecorded) -> None:
    house.disputes.setdefault(event.person, {})[f"{event.table}/{event.dispute}"] = TableDispute(
        table=event.table,
        dispute=event.dispute,
        about=event.about,
        stage=event.stage,
        ruling=event.ruling,
        upheld=event.upheld,
    )


COMMANDS: Orders = {RecordDispute: Order(record_dispute, others=(DEVICE,))}
APPLIERS: Appliers = {DisputeRecorded: dispute_recorded}
