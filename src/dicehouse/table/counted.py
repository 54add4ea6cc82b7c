"""Chips counted by value: how many of each, so that a sum is on record as it was handed over.

Where chips are said, their worth is the sum; a sum beside them has to be the same.
"""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Count


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of one value."""

    value: Amount
    """Of each, in cents."""
    count: Count


Explanation = Annotated[str, Meta(max_length=500, description="why a count differs, or nothing")]
Counted = Annotated[tuple[Chips, ...], Meta(max_length=40, description="chips by value")]


class FillOnWay(Struct, frozen=True, kw_only=True):
    """Chips that the cage has handed over and the table has not yet counted."""

    amount: int
    chips: tuple[Chips, ...]
    handed_by: str
    since: datetime


def worth(chips: tuple[Chips, ...]) -> int:
    return sum(it.value * it.count for it in chips)


def sum_of(subject: str, chips: tuple[Chips, ...], amount: int) -> int | Refused:
    """What is said in chips, in a sum, or in both alike."""
    if not chips:
        return amount
    if amount not in (0, worth(chips)):
        return Refused(Why.ENTRY_DIFFERS, None, "chips-and-sum-differ", subject=subject, worth=worth(chips), sum=amount)
    return worth(chips)
