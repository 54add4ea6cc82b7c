"""Amounts as people write them in a notebook: 10, "10", "10.50" or a Decimal, in dollars; never a float."""

from decimal import Decimal

from dicehouse.money import Cents, cents

Dollars = int | str | Decimal
"""Whole dollars, or a text or a Decimal of dollars and cents."""


def in_cents(what: str, amount: Dollars) -> Cents:
    """An amount above nothing, in cents; a TypeError for a float, a ValueError for what is no amount."""
    if isinstance(amount, bool) or not isinstance(amount, int | str | Decimal):
        raise TypeError(
            f"{what}: {amount!r} is {type(amount).__name__};"
            ' money is whole dollars such as 10, or a text such as "2.50"'
        )
    try:
        found = cents(f"{amount:.2f}" if isinstance(amount, Decimal) and amount == round(amount, 2) else str(amount))
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if not found:
        raise ValueError(f"{what}: it is nothing; give an amount above 0.00")
    return found
