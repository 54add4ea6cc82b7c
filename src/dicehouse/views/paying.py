"""What each seat is paid and gives, in the chips that make it up, and the wagers and markers that a roll moves."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Final

from msgspec import Struct

from dicehouse.layout import Ended, PlacedWager
from dicehouse.odds.figures import decimal
from dicehouse.table import dealt
from dicehouse.table.orders import Command, Events, Kind, Phase
from dicehouse.table.paid import due_by_seat, too_much
from dicehouse.table.settlement import LosersCollected, WagersMoved, WinnersPaid
from dicehouse.table.settling import results
from dicehouse.table.state import Settled, Table
from dicehouse.views.acts import Asker
from dicehouse.views.layout import CHIPS
from dicehouse.views.parts import Text, money
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


class MoveView(Struct, frozen=True):
    """A wager, or the puck, that a roll moves; or a wager that it leaves because it is Off."""

    seat: int
    """0: the puck."""
    marker: str
    """on, off or empty."""
    words: Text
    clause: str


_SHORT: Final = {
    "win-line": "Win Line",
    "behind-win-line": "Behind",
    "behind-dont-win": "Behind",
    "place-win": "Place",
    "place-lose": "To lose",
}


def point_of(state: str) -> int:
    """The number that a state waits for; 0: none."""
    return int(state.removeprefix("point_")) if state.startswith("point_") else 0


def short_name(it: PlacedWager) -> str:
    """Behind, Come 9, Place 8: as the crew says it."""
    wager, point = it.wager, point_of(it.wager.states[it.state])
    if wager.family in {"come", "dont-come"}:
        return f"{wager.name} {point or ''}".strip()
    if wager.family in {"behind-come", "behind-dont-come"}:
        return f"Behind {point}"
    picked = wager.id.removeprefix(wager.family).lstrip("-")
    return f"{_SHORT[wager.family]} {picked}".strip() if wager.family in _SHORT else wager.name


def payments(table: Table, worker: Asker) -> tuple[tuple[PayView, ...], bool]:
    """By seat: of the entered result before it is settled, else of the round just settled, and whether it is."""
    events, asked = _would_be(table, worker), _settles(worker)
    if events is None:
        due = {seat: -other for seat, other in too_much(table, asked).items()}
        return tuple(_pay(table, seat, done, due) for seat, done in _by_seat(table, table.last)), True
    decided = [it for event in events if isinstance(event, LosersCollected | WinnersPaid) for it in event.settled]
    due = due_by_seat(table, asked)
    for seat, mark in table.paid.items():
        due[seat] = due.get(seat, 0) - mark.amount
    return tuple(_pay(table, seat, done, due) for seat, done in _by_seat(table, decided)), False


def _would_be(table: Table, worker: Asker) -> Events | None:
    """What the result as it was entered leads to; None where there is none to be settled."""
    dice = table.round.called
    if not dice or table.phase not in {Phase.ENTERED, Phase.CALLED}:
        return None
    return results(table, _settles(worker), dice, table.clause("settle"))


def _settles(worker: Asker) -> Command:
    return trial(dealt.Settle, worker.name, worker.at, worker.role)


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
        stacks=tuple(_stacks(abs(left)) if mark and left else _in_chips(table, seat, won)),
        exact=_dollars(exact) if exact != winnings else "",
        due=left,
        paid=PaidMark(mark.amount, mark.by, mark.at) if mark else None,
    )


def _paid(table: Table, it: Settled) -> PaidWager:
    return PaidWager(it.wager, _name(table, it), point_of(it.state), it.winnings)


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


def _stacks(amount: int) -> Iterator[ChipStack]:
    """An amount in as few value chips as can be."""
    for each in reversed(CHIPS):
        count, amount = divmod(amount, each)
        if count:
            yield ChipStack(each, "", count)
    if amount:
        yield ChipStack(amount, "", 1)


def moves(table: Table, worker: Asker) -> tuple[MoveView, ...]:
    """What the crew of a craps table moves and marks for the roll that was called."""
    events = _would_be(table, worker) if table.kind is Kind.CRAPS else None
    return tuple(_moves(table, events)) if events is not None else ()


def _moves(table: Table, events: Events) -> Iterator[MoveView]:
    for event in events:
        if isinstance(event, WagersMoved):
            yield from _puck(event.markers.get("puck", ""))
            yield from (
                _travels(table, bet, point_of(state)) for bet, state in event.moved.items() if _goes(table, bet)
            )
    outcome = table.book.dice.index(table.round.called)
    for bet in table.bets.values():
        it = table.layout.standing[bet.id]
        if it.called is False and isinstance(it.steps[outcome], Decision):
            name, stake = short_name(it), money(it.stake)
            words = Text(f"{name}, {stake} was Off: it stays", f"{name} {stake} 已暂停、保留")
            yield MoveView(bet.seat, "off", words, "6.6.2")


def _puck(state: str) -> Iterator[MoveView]:
    if state == "off":
        yield MoveView(0, "off", Text("The puck goes Off", "标记转为暂停"), "2.4.3")
    elif state:
        point = point_of(state)
        yield MoveView(0, "on", Text(f"The puck goes On, to the {point}", f"标记放到 {point}"), "2.4.3")


def _goes(table: Table, bet: str) -> bool:
    return table.layout.standing[bet].wager.family in {"come", "dont-come"}


def _travels(table: Table, bet: str, point: int) -> MoveView:
    it = table.layout.standing[bet]
    words = Text(
        f"{it.wager.name} {money(it.stake)} goes to the {point} box", f"{it.wager.name} {money(it.stake)} 移到 {point}"
    )
    return MoveView(table.bets[bet].seat, "", words, it.wager.clause)
