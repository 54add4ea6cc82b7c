"""The prize pool and how it is distributed, to the cent.

Places that are equal take the prizes of their places together, in equal parts. What does not divide into whole cents,
and the prize of a place that nobody takes, goes as the terms say: to the house, or to the first, where cents that are
left between equals go one each to whoever entered earlier.
"""

from collections.abc import Sequence
from fractions import Fraction

from dicehouse.house.tournaments.parts import Pool, share_of
from dicehouse.house.tournaments.standings import final_order
from dicehouse.house.tournaments.state import Place, Tournament


def pool_of(pool: Pool, paid: int) -> int:
    """The prize pool: fixed, or the share of what was paid, in whole cents."""
    return pool.fixed or int(share_of(pool.share, paid))


def prize_of(pool: Pool, place: int, whole: int) -> Fraction:
    """What a place has of a pool, exactly."""
    for it in pool.prizes:
        if place in it.places:
            return Fraction(it.amount) if it.amount else share_of(it.share, whole)
    return Fraction(0)


def distributed(pool: Pool, whole: int, order: Sequence[Sequence[str]]) -> dict[str, int]:
    """What each player gets of a pool, from the first on; with `leftover = "first"` that is all of it."""
    found: dict[str, int] = {}
    place = 1
    for same in order:
        sum_ = sum((prize_of(pool, it, whole) for it in range(place, place + len(same))), Fraction(0))
        each, odd = divmod(int(sum_), len(same))
        one_more = odd if pool.leftover == "first" else 0
        found |= {person: each + (number < one_more) for number, person in enumerate(same)}
        place += len(same)
    left = whole - sum(found.values())
    if pool.leftover == "first" and found:
        first = order[0]
        each, odd = divmod(left, len(first))
        for number, person in enumerate(first):
            found[person] += each + (number < odd)
    return found


def taken_places(it: Tournament, whole: int) -> list[Place]:
    """Everyone's place and prize at the end; staff keep their place and their prize goes to who comes next."""
    order = final_order(it)
    eligible = [[who for who in same if not it.entrants[who].staff] for same in order]
    prizes = distributed(it.terms.pool, whole, [same for same in eligible if same])
    places: list[Place] = []
    for same in order:
        first = len(places) + 1
        places += [Place(first, who, prizes.get(who, 0)) for who in same]
    return places


def cashed(it: Tournament) -> dict[str, int]:
    """What the chips of each player are worth at the end, in money."""
    if it.terms.format.chips_after != "cash":
        return {}
    banks = {who: int(share_of(it.terms.format.cash_rate, one.bank)) for who, one in it.entrants.items()}
    return {who: amount for who, amount in banks.items() if amount}
