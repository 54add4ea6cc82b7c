"""Exact odds: what every wager is worth, under any reading, at any stake, and what a sign should say."""

from dicehouse.odds.value import Payout, Value, values, values_of

__all__ = ["Payout", "Value", "values", "values_of"]
