"""What a settled round does to the progressive jackpots: their pools grow, and a result that they wait for wins them.

Settled stakes alone contribute, exactly: whole cents go to the pool's account, and what is left of a cent is kept as a
fraction, so that nothing is made or lost. The stakes of a round count before its result. Whoever brings the pool to its
trigger wins what the display shows; several share equally, and odd cents go back. The next prize starts from the seed
and what was hidden.
"""

from fractions import Fraction
from math import floor
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from dicehouse.house.accounts import HOUSE, Moved, Postings, balance, move, post
from dicehouse.house.cage_state import Payout
from dicehouse.house.jackpot_state import Jackpot, JackpotTerms, JackpotWin, RunsBefore, Trigger, WonIn
from dicehouse.house.jackpots import GROWS, fraction, hidden_account, pool_account
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.triggers import WINNER, compiled
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Face, Name, SeatNumber, stamp
from dicehouse.wager import Decision

SETTLED: Final = frozenset({"win", "lose", "push"})
"""Results that make a stake turnover; what was void or taken back is none."""


class Stake(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One wager of a round, as it was settled."""

    seat: SeatNumber
    person: Name
    wager: Name
    stake: Annotated[int, Meta(ge=0, le=10**11)]
    result: Name
    """Win, lose or push; anything else was no turnover."""


class ReportRound(Command, frozen=True):
    """Tell the house what was staked in a round and what came up, for the jackpots that are linked to the table."""

    table: Name
    round: Annotated[int, Meta(ge=1)]
    dice: tuple[Face, ...]
    """Empty where the round had no result."""
    stakes: tuple[Stake, ...]


class RoundReported(Event, frozen=True):
    """A table's round is counted, and will not be again."""

    table: str
    round: int
    result: bool = False
    """Whether it had one, by which seats came nearer to a jackpot or fell back."""


class JackpotGrew(Event, frozen=True):
    """Turnover added to a pool."""

    pool: str
    table: str
    round: int
    turnover: int
    carry: tuple[int, int]
    """What is left of a cent in the pool after it."""
    hidden_carry: tuple[int, int]
    postings: Postings


class JackpotRunsMoved(Event, frozen=True):
    """Seats came nearer to a jackpot, or fell back to the start."""

    pool: str
    table: str
    runs: dict[str, str]
    """Everyone at the table who is not at the start, by seat and person."""


class Share(Struct, frozen=True, kw_only=True):
    """What one winner of a jackpot is owed."""

    payout: str
    table: str
    seat: int
    person: str
    amount: int


class JackpotWon(Event, frozen=True):
    """A jackpot was won; its winners are owed their shares, and the display is cleared of them."""

    pool: str
    prize: int
    """What the display showed."""
    shares: tuple[Share, ...]
    odd: int
    """Cents that could not be shared, which went back to the pool."""
    postings: Postings


class JackpotReset(Event, frozen=True):
    """A pool starts again from its seed and what was hidden, by the terms that now hold."""

    pool: str
    terms: JackpotTerms
    seed: int
    postings: Postings


def seat_key(seat: int, person: str) -> str:
    """How the runs of a trigger know someone at a seat."""
    return f"{seat}/{person}"


def playing(trigger: Trigger, stakes: tuple[Stake, ...]) -> dict[int, str]:
    """Seats that have the wager in this round, and who plays there."""
    sums: dict[tuple[int, str], int] = {}
    for it in stakes:
        if it.result in SETTLED and trigger.wager in {"", it.wager}:
            sums[it.seat, it.person] = sums.get((it.seat, it.person), 0) + it.stake
    return {seat: person for (seat, person), stake in sums.items() if stake and stake >= trigger.least}


def report_round(house: House, command: ReportRound) -> Answer:
    """Each round once, in order: first its turnover grows the pools, then its result may win them."""
    linked = {pool: it for pool, it in house.jackpots.items() if command.table in it.terms.tables}
    refused = wrong_dice(linked, command.table, command.dice) if command.dice else None
    if refused:
        return refused
    last = house.rounds.get(command.table, 0)
    if command.round <= last:
        return Refused(
            Why.ALREADY_DONE,
            GROWS,
            "round-counted",
            table=command.table,
            round=command.round,
            last=last,
            coming=last + 1,
        )
    counted = RoundReported(
        clause=GROWS, table=command.table, round=command.round, result=bool(command.dice), **stamp(command)
    )
    events: list[Event] = [counted]
    for pool, it in linked.items():
        events += _round_of(house, command, pool, it)
    return tuple(events)


def wrong_dice(linked: dict[str, Jackpot], table: str, dice: tuple[int, ...]) -> Refused | None:
    """A refusal if a jackpot goes by another number of dice."""
    for pool, it in linked.items():
        if len(dice) != it.terms.trigger.dice:
            return Refused(
                Why.WRONG_DICE,
                WINNER,
                "jackpot-dice-differ",
                table=table,
                count=len(dice),
                pool=pool,
                dice=it.terms.trigger.dice,
            )
    return None


def _round_of(house: House, command: ReportRound, pool: str, it: Jackpot) -> list[Event]:
    turnover = sum(each.stake for each in command.stakes if each.result in SETTLED)
    grew = grown(house, command, Counted(command.table, command.round, turnover), pool) if turnover else None
    shown = balance(house, pool_account(pool)) + _gained(grew, pool_account(pool))
    events: list[Event] = [grew] if grew else []
    if not command.dice:
        return events
    runs, winners = _moved(command, pool, it)
    if runs != it.runs.get(command.table, {}):
        events.append(JackpotRunsMoved(clause=WINNER, pool=pool, table=command.table, runs=runs, **stamp(command)))
    if winners and shown >= len(winners):
        hidden = balance(house, hidden_account(pool)) + _gained(grew, hidden_account(pool))
        won = _won(command, pool, shown, winners)
        events += [won, _reset(command, pool, it, won.odd, hidden)]
    return events


def _gained(event: JackpotGrew | None, account: str) -> int:
    return sum(it.amount for it in event.postings if it.account == account) if event else 0


class Counted(NamedTuple):
    """What was staked in a round of a table; below nothing, what was not staked after all."""

    table: str
    round: int
    turnover: int


def grown(house: House, command: Command, counted: Counted, pool: str) -> JackpotGrew:
    """What turnover adds to a pool, or takes back, to the fraction of a cent."""
    it = house.jackpots[pool]
    more = Fraction(*it.carry) + counted.turnover * fraction(it.terms.rate)
    hidden = Fraction(*it.hidden_carry) + counted.turnover * fraction(it.terms.hidden_rate)
    whole, whole_hidden = floor(more), floor(hidden)
    seen = _seen(house, pool, whole, whole_hidden)
    unseen = max(whole - seen + whole_hidden, -balance(house, hidden_account(pool)))
    rest, rest_hidden = more - whole, hidden - whole_hidden
    postings = (
        Moved(HOUSE, -seen - unseen), Moved(pool_account(pool), seen), Moved(hidden_account(pool), unseen),
    )  # fmt: skip
    return JackpotGrew(
        clause=GROWS, pool=pool, table=counted.table, round=counted.round, turnover=counted.turnover,
        carry=(rest.numerator, rest.denominator), hidden_carry=(rest_hidden.numerator, rest_hidden.denominator),
        postings=tuple(each for each in postings if each.amount), **stamp(command),
    )  # fmt: skip


def _seen(house: House, pool: str, whole: int, hidden: int) -> int:
    """How much of what is added or taken back the display shows: above the cap it was hidden, and goes from there."""
    cap, there = house.jackpots[pool].terms.cap, balance(house, pool_account(pool))
    if whole >= 0:
        return max(0, min(whole, cap - there)) if cap else whole
    above = max(balance(house, hidden_account(pool)) + hidden, 0) if cap and there >= cap else 0
    return -min(max(-whole - above, 0), there)


def _moved(command: ReportRound, pool: str, it: Jackpot) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Where each seat stands after the result, and who has won. Only seats with the wager go on."""
    rules = compiled(pool, it.terms.trigger)
    outcome = rules.dice.index(command.dice)
    before = it.runs.get(command.table, {})
    runs: dict[str, str] = {}
    winners: list[tuple[int, str]] = []
    for seat, person in sorted(playing(it.terms.trigger, command.stakes).items()):
        key = seat_key(seat, person)
        state = rules.number(before.get(key, rules.states[0]))
        step = rules.steps[state][outcome]
        if isinstance(step, Decision):
            winners.append((seat, person))
        elif step:
            runs[key] = rules.states[step]
    return runs, winners


def _won(command: ReportRound, pool: str, shown: int, winners: list[tuple[int, str]]) -> JackpotWon:
    each, odd = divmod(shown, len(winners))
    shares = tuple(
        Share(payout=f"{command.id}/{pool}/{seat}", table=command.table, seat=seat, person=person, amount=each)
        for seat, person in winners
    )
    postings = (Moved(pool_account(pool), odd - shown), *(Moved(f"handpay/{it.payout}", each) for it in shares))
    return JackpotWon(
        clause=WINNER, pool=pool, prize=shown, shares=shares, odd=odd, postings=postings, **stamp(command)
    )


def _reset(command: ReportRound, pool: str, it: Jackpot, odd: int, hidden: int) -> JackpotReset:
    """By the terms that were waiting, if any: the seed, the odd cents, and of what was hidden as much as fits."""
    terms = it.coming or it.terms
    room = max(0, terms.cap - terms.seed - odd) if terms.cap else hidden
    out = min(hidden, room)
    postings = move(HOUSE, pool_account(pool), terms.seed) + move(hidden_account(pool), pool_account(pool), out)
    return JackpotReset(
        clause=GROWS, pool=pool, terms=terms, seed=terms.seed, postings=postings,
        **stamp(command),
    )  # fmt: skip


def round_reported(house: House, event: RoundReported) -> None:
    house.rounds[event.table] = event.round
    for it in house.jackpots.values():
        if event.result and event.table in it.terms.tables:
            it.results[event.table] = RunsBefore(event.round, it.runs.get(event.table, {}))


def jackpot_grew(house: House, event: JackpotGrew) -> None:
    post(house, event.postings)
    it = house.jackpots[event.pool]
    it.carry, it.hidden_carry = event.carry, event.hidden_carry
    it.turnover += event.turnover
    it.contributed -= sum(each.amount for each in event.postings if each.account == HOUSE)


def jackpot_runs_moved(house: House, event: JackpotRunsMoved) -> None:
    it = house.jackpots[event.pool]
    it.runs.pop(event.table, None)
    if event.runs:
        it.runs[event.table] = event.runs


def jackpot_won(house: House, event: JackpotWon) -> None:
    post(house, event.postings)
    it = house.jackpots[event.pool]
    it.won += event.prize - event.odd
    it.wins += 1
    it.before = dict(house.rounds)
    it.last = JackpotWin(at=event.at, prize=event.prize, winners=tuple(share.person for share in event.shares))
    table = event.shares[0].table
    it.winners[table] = WonIn(house.rounds[table], tuple(seat_key(share.seat, share.person) for share in event.shares))
    for share in event.shares:
        house.payouts[share.payout] = Payout(
            person=share.person,
            amount=share.amount,
            of=f"jackpot {event.pool}",
            since=event.at,
            form="meter",
            table=share.table,
            seat=share.seat,
        )


def jackpot_reset(house: House, event: JackpotReset) -> None:
    """Everyone starts anew for the next prize where the trigger is another."""
    post(house, event.postings)
    it = house.jackpots[event.pool]
    if event.terms.trigger != it.terms.trigger:
        it.runs, it.results = {}, {}
    it.terms, it.coming = event.terms, None
    it.seeded += event.seed


COMMANDS: Orders = {
    ReportRound: Order(report_round, others=(DEVICE,)),
}


APPLIERS: Appliers = {
    RoundReported: round_reported,
    JackpotGrew: jackpot_grew,
    JackpotRunsMoved: jackpot_runs_moved,
    JackpotWon: jackpot_won,
    JackpotReset: jackpot_reset,
}
