"""Progressive jackpots: their terms, their pools and the value on display (4.1).

An approved share of turnover grows a pool until the results it waits for come up (`jackpot_rounds`). A pool at its cap
lets the rest flow into a hidden pool, which also has a share of its own. New terms wait until the pool is won. After a
malfunction a supervisor puts the value right on a form (4.1.4).
"""

from fractions import Fraction
from typing import Final, Literal, NamedTuple

from dicehouse.house.accounts import HOUSE, Postings, balance, move, post
from dicehouse.house.jackpot_state import Jackpot, JackpotTerms, JackpotWin, Rate
from dicehouse.house.orders import Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.triggers import WINNER, compiled
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, Words, stamp
from dicehouse.wager import RuleError

OFFERED: Final = "aruze-sicbo 4.1"
GROWS: Final = "aruze-sicbo 4.1.1"
ADJUSTED: Final = "aruze-sicbo 4.1.4"


class OfferJackpot(Command, frozen=True):
    """Open a progressive jackpot."""

    pool: Name
    terms: JackpotTerms


class ChangeJackpot(Command, frozen=True):
    """Give a jackpot other terms, from when it is next won."""

    pool: Name
    terms: JackpotTerms


class AdjustJackpot(Command, frozen=True):
    """Put the value of a jackpot right after its display meter or its controller failed."""

    pool: Name
    failed: Literal["display meter", "controller"]
    old: Balance
    """The value before, as it is on the form."""
    new: Balance
    form: Name
    """The number of the supervisor's form."""
    reason: Words


class JackpotOffered(Event, frozen=True):
    """A jackpot is open, and its seed is in the pool."""

    pool: str
    terms: JackpotTerms
    postings: Postings


class JackpotChangeSet(Event, frozen=True):
    """New terms wait until the pool is won."""

    pool: str
    terms: JackpotTerms


class JackpotAdjusted(Event, frozen=True):
    """The value of a jackpot was put right."""

    pool: str
    failed: str
    old: int
    new: int
    form: str
    reason: str
    postings: Postings


class Meter(NamedTuple):
    """What the display of a jackpot shows, and what stands behind it."""

    shown: int
    """The prize, in whole cents."""
    hidden: int
    last: JackpotWin | None


def pool_account(pool: str) -> str:
    return f"jackpot/{pool}/pool"


def hidden_account(pool: str) -> str:
    return f"jackpot/{pool}/hidden"


def display(house: House) -> dict[str, Meter]:
    """The display meter of every jackpot, floored to the cent."""
    return {
        pool: Meter(balance(house, pool_account(pool)), balance(house, hidden_account(pool)), it.last)
        for pool, it in house.jackpots.items()
    }


def unaccounted(house: House, pool: str) -> int:
    """What the pools hold, less seeds, contributions and adjustments, plus prizes: nothing, or something is wrong."""
    it = house.jackpots[pool]
    held = balance(house, pool_account(pool)) + balance(house, hidden_account(pool))
    return held - (it.seeded + it.contributed + it.adjusted - it.won)


# --- the judgements


def offer_jackpot(house: House, command: OfferJackpot) -> Answer:
    """Its share of turnover is approved, and its trigger can be met."""
    if command.pool in house.jackpots:
        shown = balance(house, pool_account(command.pool))
        return Refused(Why.DUPLICATE_ID, OFFERED, "jackpot-name-taken", pool=command.pool, shown=shown)
    terms = command.terms
    postings = move(HOUSE, pool_account(command.pool), terms.seed)
    return _unsound(command.pool, terms) or (
        JackpotOffered(clause=GROWS, pool=command.pool, terms=terms, postings=postings, **stamp(command)),
    )


def _unsound(pool: str, terms: JackpotTerms) -> Refused | None:
    try:
        compiled(pool, terms.trigger)
    except RuleError as error:
        return Refused(Why.MALFORMED, WINNER, "trigger-unplayable", pool=pool, error=str(error))
    share = fraction(terms.rate) + fraction(terms.hidden_rate)
    if not 0 < share < 1:
        return Refused(Why.BAD_STAKE, GROWS, "share-out-of-range", pool=pool, share=str(share))
    if terms.cap and terms.cap < terms.seed:
        return Refused(Why.BELOW_MINIMUM, OFFERED, "cap-below-seed", pool=pool, cap=terms.cap, seed=terms.seed)
    return None


def fraction(rate: Rate) -> Fraction:
    return Fraction(rate.parts, rate.of)


def change_jackpot(house: House, command: ChangeJackpot) -> Answer:
    """Players have paid into the pool on the terms that hold, so others wait until it is won."""
    if command.pool not in house.jackpots:
        return _no_such(house, command.pool)
    return _unsound(command.pool, command.terms) or (
        JackpotChangeSet(clause=GROWS, pool=command.pool, terms=command.terms, **stamp(command)),
    )


def _no_such(house: House, pool: str) -> Refused:
    known = ", ".join(house.jackpots) or "none"
    return Refused(Why.UNKNOWN_ID, OFFERED, "no-such-jackpot", pool=pool, known=known)


def adjust_jackpot(house: House, command: AdjustJackpot) -> Answer:
    """The form names the value before and after; what is added or taken off is the house's."""
    it = house.jackpots.get(command.pool)
    if it is None:
        return _no_such(house, command.pool)
    there, account = balance(house, pool_account(command.pool)), pool_account(command.pool)
    if it.terms.cap and command.new > it.terms.cap:
        return Refused(Why.ABOVE_MAXIMUM, ADJUSTED, "above-cap", pool=command.pool, new=command.new, cap=it.terms.cap)
    if command.old != there:
        return Refused(Why.ENTRY_DIFFERS, ADJUSTED, "form-differs", pool=command.pool, old=command.old, there=there)
    if command.new == there:
        return Refused(Why.ALREADY_DONE, ADJUSTED, "jackpot-stands-so", pool=command.pool, there=there)
    postings = move(HOUSE, account, command.new - there)
    return (
        JackpotAdjusted(
            clause=ADJUSTED, pool=command.pool, failed=command.failed, old=command.old, new=command.new,
            form=command.form, reason=command.reason, postings=postings, **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def jackpot_offered(house: House, event: JackpotOffered) -> None:
    post(house, event.postings)
    house.jackpots[event.pool] = Jackpot(terms=event.terms, seeded=event.terms.seed, before=dict(house.rounds))


def jackpot_change_set(house: House, event: JackpotChangeSet) -> None:
    house.jackpots[event.pool].coming = event.terms


def jackpot_adjusted(house: House, event: JackpotAdjusted) -> None:
    post(house, event.postings)
    house.jackpots[event.pool].adjusted += event.new - event.old


COMMANDS: Orders = {
    OfferJackpot: Order(offer_jackpot, "gaming-manager"),
    ChangeJackpot: Order(change_jackpot, "gaming-manager"),
    AdjustJackpot: Order(adjust_jackpot, "cage-supervisor"),
}
APPLIERS: Appliers = {
    JackpotOffered: jackpot_offered,
    JackpotChangeSet: jackpot_change_set,
    JackpotAdjusted: jackpot_adjusted,
}
