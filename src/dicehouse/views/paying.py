"""What each seat is paid and gives, in the chips that make it up, and the wagers and markers that a roll moves."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from dicehouse.layout import Ended, PlacedWager
from dicehouse.odds.figures import decimal
from dicehouse.table import dealt_result
from dicehouse.table.bets import Settled
from dicehouse.table.orders import Command, Events, Kind, Phase
from dicehouse.table.paid import due_by_seat, too_much
from dicehouse.table.settlement import LosersCollected, WagersMoved, WinnersPaid
from dicehouse.table.settling import results
from dicehouse.table.state import Table
from dicehouse.views.acts import Asker
from dicehouse.views.generated_felt import travels
from dicehouse.views.layout import CHIPS
from dicehouse.views.parts import Text, money
from dicehouse.views.streak_calls import run_paid
from dicehouse.views.trials import trial
from dicehouse.wager import Decision


class ChipStack(Struct, frozen=True):
    """Chips of one value to hand over."""

    value: int
    colour: str
    """The colour of checks; empty for value chips."""
    count: int


class LostWager(Struct, frozen=True):
    """A wager that is collected."""

    wager: str
    name: str
    point: int
    """The number it waited for; 0: none of its own."""
    stake: int


class PaidWager(Struct, frozen=True):
    """A wager that is paid."""

    wager: str
    name: str
    point: int
    """The number it waited for; 0: none of its own."""
    amount: int
    more: Text
    """How long the run was and at what price, of a streak; empty else."""


class PaidMark(Struct, frozen=True):
    """What a seat was handed, by whom and when, as the journal has it."""

    amount: int
    by: str
    at: datetime


class PayView(Struct, frozen=True, kw_only=True):
    """What a seat is paid."""

    seat: int
    winnings: int
    collected: int
    stakes: int
    """Stakes that go back with what was won."""
    words: str
    """ "Small $25, Pair 4 and 5 $60"."""
    wagers: tuple[PaidWager, ...]
    lost: tuple[LostWager, ...]
    stacks: tuple[ChipStack, ...]
    """The chips that are due, or that were won where nobody has marked anything."""
    exact: str
    """The exact sum, where it was rounded to chips; empty else."""
    due: int
    """What is still to be handed over; below nothing: to be taken back."""
    paid: PaidMark | None
    """None while nobody has marked it."""


class PaySums(Struct, frozen=True):
    """All seats together, as every console of the crew shows them."""

    paid: int
    to_pay: int
    take_back: int
    lost: int
    seats: int
    """How many seats are still to be settled."""


class MoveView(Struct, frozen=True):
    """A wager, or the puck, that a roll moves; or a wager that it leaves because it is Off."""

    seat: int
    """0: the puck."""
    marker: str
    """on, off or empty."""
    words: Text
    clause: str


def point_of(state: str) -> int:
    """The number that a state waits for; 0: none."""
    return int(state.removeprefix("point_")) if state.startswith("point_") else 0


def short_name(it: PlacedWager) -> str:
    """Behind, Come 9, Place 8: as the crew says it."""
    wager, point = it.wager, point_of(it.wager.states[it.state])
    if travels(wager):
        return f"{wager.name} {point or ''}".strip()
    if wager.behind and not wager.short:
        return f"Behind {point}" if not wager.declared else f"{wager.name} {point or ''}".strip()
    picked = wager.id.removeprefix(wager.family).lstrip("-")
    return f"{wager.short} {picked}".strip() if wager.short else wager.name


class Outcome(NamedTuple):
    """What the result that is shown comes to."""

    decided: tuple[Settled, ...]
    due: dict[int, int]
    """By seat, what is still to be handed over; below nothing: to be taken back."""
    ahead: Events | None
    """What settling would lead to; None where the result is settled, or there is none."""


def outcome(table: Table, worker: Asker) -> Outcome:
    """Of the entered result before it is settled, else of the round just settled."""
    events, asked = would_be(table, worker), _settles(worker)
    if events is None:
        return Outcome(tuple(table.last), {seat: -other for seat, other in too_much(table, asked).items()}, None)
    decided = tuple(it for event in events if isinstance(event, LosersCollected | WinnersPaid) for it in event.settled)
    due = due_by_seat(table, asked)
    for seat, mark in table.paid.items():
        due[seat] = due.get(seat, 0) - mark.amount
    return Outcome(decided, due, events)


def payments(table: Table, shown: Outcome) -> tuple[PayView, ...]:
    """What each seat is paid of it and has lost."""
    return tuple(_pay(table, seat, done, shown.due) for seat, done in _by_seat(table, shown.decided))


def pay_sums(table: Table, shown: Outcome) -> PaySums:
    return PaySums(
        paid=sum(it.amount for it in table.paid.values()),
        to_pay=sum(it for it in shown.due.values() if it > 0),
        take_back=-sum(it for it in shown.due.values() if it < 0),
        lost=sum(it.stake for it in shown.decided if it.result == Ended.LOSE),
        seats=sum(it != 0 for it in shown.due.values()),
    )


def would_be(table: Table, worker: Asker) -> Events | None:
    """What the result as it was entered leads to; None where there is none to be settled."""
    dice = table.round.called
    if not dice or table.phase not in {Phase.ENTERED, Phase.CALLED}:
        return None
    return results(table, _settles(worker), dice, table.clause("settle"))


def _settles(worker: Asker) -> Command:
    return trial(dealt_result.Settle, worker.name, worker.at, worker.role)


def _by_seat(table: Table, done: Iterable[Settled]) -> list[tuple[int, list[Settled]]]:
    """With those that were handed something for a result that is no more."""
    found: dict[int, list[Settled]] = {seat: [] for seat in table.paid}
    for it in done:
        found.setdefault(it.seat, []).append(it)
    return sorted(found.items())


def _pay(table: Table, seat: int, done: list[Settled], due: Mapping[int, int]) -> PayView:
    left, mark = due.get(seat, 0), table.paid.get(seat)
    won = [it for it in done if it.winnings]
    paid = tuple(_paid(table, it) for it in won)
    winnings = sum(it.winnings for it in won)
    exact = sum((_exactly(table, it) for it in won), Fraction(0))
    return PayView(
        seat=seat,
        winnings=winnings,
        collected=sum(it.stake for it in done if not it.returned),
        stakes=sum(it.returned - it.winnings for it in done),
        words=", ".join(f"{it.name} {money(it.amount)}" for it in paid),
        wagers=paid,
        lost=tuple(_lost(table, it) for it in done if it.result == Ended.LOSE),
        stacks=tuple(_moved(table, seat, done, abs(left)) if mark and left else _in_chips(table, seat, won)),
        exact=_dollars(exact) if exact != winnings else "",
        due=left,
        paid=PaidMark(mark.amount, mark.by, mark.at) if mark else None,
    )


def _paid(table: Table, it: Settled) -> PaidWager:
    return PaidWager(it.wager, _name(table, it), point_of(it.state), it.winnings, run_paid(table, it))


def _lost(table: Table, it: Settled) -> LostWager:
    return LostWager(it.wager, _name(table, it), point_of(it.state), it.stake)


def _name(table: Table, it: Settled) -> str:
    standing = table.layout.standing.get(it.bet)
    return short_name(standing) if standing else table.book.wagers[it.wager].name


def _exactly(table: Table, it: Settled) -> Fraction:
    """What a wager won before it was rounded to chips; known while it stands."""
    standing = table.layout.standing.get(it.bet)
    if standing is None or not table.round.called:
        return Fraction(it.winnings)
    step = standing.steps[table.book.dice.index(table.round.called)]
    return Fraction(it.stake * step.pays, step.whole) if isinstance(step, Decision) else Fraction(it.winnings)


def _dollars(cents: Fraction) -> str:
    """To the cent, or to four places where the cent does not do; nothing is rounded but the last of them."""
    if cents.denominator == 1:
        return money(int(cents))
    whole, _, part = decimal(cents / 100, 4).partition(".")
    return f"${int(whole):,}.{part}"


def _in_chips(table: Table, seat: int, won: list[Settled]) -> Iterator[ChipStack]:
    """Colour checks as the settlement has them, everything else in value chips."""
    own = table.seats[seat].checks if seat in table.seats else {}
    checks: dict[str, int] = {}
    for it in won:
        if it.checks and it.colour in own:
            checks[it.colour] = checks.get(it.colour, 0) + it.checks
    yield from (ChipStack(own[colour].value, colour, count) for colour, count in checks.items())
    in_checks = sum(own[colour].value * count for colour, count in checks.items())
    yield from _stacks(sum(it.winnings for it in won) - in_checks)


def _moved(table: Table, seat: int, done: list[Settled], amount: int) -> Iterator[ChipStack]:
    """What is handed over or taken back after a correction: in the seat's own colour where it plays no other chips."""
    own = table.seats[seat].checks if seat in table.seats else {}
    colour = next(iter({it.colour for it in done}), "") if len({it.colour for it in done}) == 1 else ""
    each = own[colour].value if colour in own else 0
    if each and not amount % each:
        yield ChipStack(each, colour, amount // each)
    else:
        yield from _stacks(amount)


def _stacks(amount: int) -> Iterator[ChipStack]:
    """An amount in as few value chips as can be."""
    for each in reversed(CHIPS):
        count, amount = divmod(amount, each)
        if count:
            yield ChipStack(each, "", count)
    if amount:
        yield ChipStack(amount, "", 1)


def moves(table: Table, events: Events | None) -> tuple[MoveView, ...]:
    """What the crew of a craps table moves and marks for the roll that was called."""
    return tuple(_moves(table, events)) if events is not None and table.kind is Kind.CRAPS else ()


def _moves(table: Table, events: Events) -> Iterator[MoveView]:
    for event in events:
        if isinstance(event, WagersMoved):
            yield from _puck(table, event.markers.get("puck", ""))
            yield from (
                _travels(table, bet, point_of(state)) for bet, state in event.moved.items() if _goes(table, bet)
            )
    outcome = table.book.dice.index(table.round.called)
    for bet in table.bets.values():
        it = table.layout.standing[bet.id]
        if it.called is False and isinstance(it.steps[outcome], Decision):
            name, stake = short_name(it), money(it.stake)
            words = Text(f"{name}, {stake} was Off: it stays", f"{name} {stake} 已暂停、保留")
            yield MoveView(bet.seat, "off", words, table.matter("called_off"))


def _puck(table: Table, state: str) -> Iterator[MoveView]:
    clause = table.matter("puck")
    if state == "off":
        yield MoveView(0, "off", Text("The puck goes Off", "标记转为暂停"), clause)
    elif state:
        point = point_of(state)
        yield MoveView(0, "on", Text(f"The puck goes On, to the {point}", f"标记放到 {point}"), clause)


def _goes(table: Table, bet: str) -> bool:
    return travels(table.layout.standing[bet].wager)


def _travels(table: Table, bet: str, point: int) -> MoveView:
    it = table.layout.standing[bet]
    words = Text(
        f"{it.wager.name} {money(it.stake)} goes to the {point} box", f"{it.wager.name} {money(it.stake)} 移到 {point}"
    )
    return MoveView(table.bets[bet].seat, "", words, it.wager.clause)
