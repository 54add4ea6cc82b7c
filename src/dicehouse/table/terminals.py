"""Faults of a terminal, and what becomes of the wagers that they put in doubt.

The supervisor confirms from the records what was wagered and has it settled on the true dice, or else declares it void
(7.1, 7.3). Until it is rectified the terminal takes no wager and pays nothing out.
"""

from collections.abc import Iterable
from typing import Final, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.layout import Layout
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Settled
from dicehouse.table.meter import put_right
from dicehouse.table.orders import (
    DEVICE,
    OUTSIDE,
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.seats import Fault, Meters, Seat
from dicehouse.table.settlement import LosersCollected, WagerPlaced, WinnersPaid, taken_back
from dicehouse.table.state import Table, seat_at
from dicehouse.table.wagering import TERMINALS

METER: Final = "meters-differ"
"""The fault of a terminal whose meters do not agree with one another."""
_FAULTS: Final = {
    METER: "credits_fault",
    "credits-wrong": "credits_fault",
    "interrupted": "display_fault",
    "display": "display_fault",
    "other": "doubted_terminal",
}
"""The matter that each fault is."""


class LoggedWager(Struct, frozen=True, forbid_unknown_fields=True):
    """A wager as a log shows it."""

    wager: Name
    stake: Amount


class ReportTerminalFault(Command, frozen=True):
    """Say that a terminal does not work as it should."""

    seat: SeatNumber
    kind: Literal["credits-wrong", "interrupted", "display", "other"]
    """Credits that fit neither odds nor stakes, play interrupted, a faulty display, or any other doubt of staff."""
    said: Words


class ConfirmTerminalWagers(Command, frozen=True):
    """Confirm what was wagered at a faulty terminal, and settle it on the true dice."""

    seat: SeatNumber
    wagers: tuple[LoggedWager, ...] | None = None
    """As another log shows them; without it as the table recorded them."""
    log: Words = "the record of the table"


class VoidTerminalWagers(Command, frozen=True):
    """Declare void the wagers of a faulty terminal that no record confirms."""

    seat: SeatNumber
    reason: Words


class RectifyTerminal(Command, frozen=True):
    """Declare that a terminal works again."""

    seat: SeatNumber
    done: Words


class TerminalFailed(Event, frozen=True):
    """A terminal is out of order, and its wagers of one round are in doubt."""

    seat: int
    kind: str
    said: str
    round: int
    dice: Faces
    """The result of that round; empty before there is one."""
    decided: tuple[Settled, ...]
    """The terminal's wagers of that round as they were settled."""


class TerminalRecordKept(Event, frozen=True):
    """A round was settled with wagers in doubt: how they were settled is kept for the supervisor."""

    seat: int
    dice: Faces
    decided: tuple[Settled, ...]


class TerminalWagersConfirmed(Event, frozen=True):
    """What was wagered at a faulty terminal is known."""

    seat: int
    round: int
    log: str
    as_recorded: bool
    turnover: int = 0
    """By how much more, or less, was staked than was settled."""
    dice: Faces = ()
    """The result of that round, if it was settled."""
    decided: tuple[Settled, ...] = ()
    """The terminal's wagers as they are settled now; empty where nothing was settled."""


class TerminalWagersVoided(Event, frozen=True):
    """The wagers of a faulty terminal could not be confirmed and are void."""

    seat: int
    round: int
    reason: str
    turnover: int = 0
    """What was settled as staked and is not, below nothing."""
    dice: Faces = ()
    """The result of that round, if it was settled."""


class TerminalRectified(Event, frozen=True):
    """A terminal works again."""

    seat: int
    done: str
    variance: int = 0
    """By how much its credit meter was found to be above the other meters."""


# --- a terminal out of order


def report_terminal_fault(table: Table, command: ReportTerminalFault) -> Answer:
    """Anyone may see that credits, play or display are wrong; any other doubt is the house's to have (7.2)."""
    clause = table.matter(_FAULTS[command.kind])
    if command.kind == "other" and command.role in OUTSIDE:
        return Refused(
            Why.NOT_ALLOWED, clause, "doubt-is-for-house", command="report-terminal-fault", role=command.role
        )
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    if command.role == PLAYER and command.by != seat.person:
        return Refused(Why.NOT_YOUR_SEAT, clause, "another-players-fault", seat=seat.number, by=command.by)
    if seat.fault is not None:
        return Refused(Why.ALREADY_DONE, clause, "fault-on-record", seat=seat.number, kind=seat.fault.kind)
    return (failed(table, command, seat, command.kind, command.said),)


def failed(table: Table, command: Command, seat: Seat, kind: str, said: str) -> TerminalFailed:
    """A terminal out of order, with its wagers of this round in doubt, or of the last one if it has none in this."""
    before = table.phase is Phase.BETTING and not seat.staked and seat.joined < table.round.number
    dice = table.last_dice if before else ()
    return TerminalFailed(
        clause=table.matter(_FAULTS[kind]),
        seat=seat.number,
        kind=kind,
        said=said,
        round=table.round.number - before,
        dice=dice,
        decided=tuple(it for it in table.last if it.seat == seat.number) if dice else (),
        **stamp(command),
    )


def confirm_terminal_wagers(table: Table, command: ConfirmTerminalWagers) -> Answer:
    """By any log: before the dice lie the wagers are put right, after that the credits (7.1)."""
    clause = table.clause("rebuild_wagers")
    found = _in_doubt(table, command.seat, clause)
    if isinstance(found, Refused):
        return found
    seat, fault = found
    refused = _none_recorded(seat, fault, clause) if command.wagers is None else None
    if refused:
        return refused
    confirmed = TerminalWagersConfirmed(
        clause=clause, seat=seat.number, round=fault.round, log=command.log, as_recorded=command.wagers is None,
        **stamp(command),
    )  # fmt: skip
    if fault.dice:
        logged = command.wagers
        if logged is None:
            logged = tuple(LoggedWager(it.wager, it.stake) for it in fault.decided)
        decided = _settled_anew(table, seat, logged, fault.dice)
        if isinstance(decided, Refused):
            return decided
        more = _staked(decided) - _staked(fault.decided)
        confirmed = replace(confirmed, turnover=more, dice=fault.dice, decided=decided)
        due = _gained(decided) - _gained(fault.decided)
        return (confirmed, *put_right(table, command, seat, due, command.log))
    if fault.round != table.round.number:
        return Refused(Why.ALREADY_DONE, clause, "round-had-no-result", seat=seat.number, round=fault.round)
    rebuilt = () if command.wagers is None else _rebuilt(table, command, seat, command.wagers)
    return rebuilt if isinstance(rebuilt, Refused) else (confirmed, *rebuilt)


def _in_doubt(table: Table, number: int, clause: str) -> tuple[Seat, Fault] | Refused:
    """A faulty terminal whose wagers are neither confirmed nor void."""
    found = _faulty(table, number, clause)
    if not isinstance(found, Refused) and found[1].answered:
        return Refused(Why.ALREADY_DONE, clause, "wagers-fault-answered", seat=number)
    return found


def _faulty(table: Table, number: int, clause: str) -> tuple[Seat, Fault] | Refused:
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    if seat.fault is None:
        return Refused(Why.NOT_YET, clause, "no-terminal-fault", seat=number)
    return seat, seat.fault


def _none_recorded(seat: Seat, fault: Fault, clause: str) -> Refused | None:
    if seat.staked or fault.decided:
        return None
    return Refused(Why.ALREADY_DONE, clause, "no-wagers-of-round", seat=seat.number, round=fault.round)


def _settled_anew(
    table: Table, seat: Seat, wagers: tuple[LoggedWager, ...], dice: Faces
) -> tuple[Settled, ...] | Refused:
    """How wagers end on these dice, worked out anew."""
    layout = Layout(table.book, Cents(table.config.chip))
    for wager, stake in _by_area(wagers):
        made = layout.place(wager, wager, stake)
        if isinstance(made, Refused):
            return made
    decided = layout.turn(table.book.dice.index(dice)).decided
    return tuple(
        Settled(
            bet=it.id, seat=seat.number, wager=it.wager, result=it.result, stake=it.stake, winnings=it.winnings,
            returned=it.returned, clauses=it.clauses,
        )
        for it in decided
    )  # fmt: skip


def _gained(decided: Iterable[Settled]) -> int:
    """What wagers won or lost."""
    return sum(it.returned - it.stake for it in decided)


def _staked(decided: Iterable[Settled]) -> int:
    return sum(it.stake for it in decided)


def _rebuilt(
    table: Table, command: ConfirmTerminalWagers, seat: Seat, wagers: tuple[LoggedWager, ...]
) -> Events | Refused:
    """The wagers of a log in place of those on the layout."""
    clause = table.clause("rebuild_wagers")
    wanted, there = sum(it.stake for it in wagers), seat.rack + seat.staked
    placed: list[Event] = []
    for number, (wager, stake) in enumerate(_by_area(wagers), 1):
        made = table.layout.placing(f"{command.id}/{number}", wager, stake)
        if isinstance(made, Refused):
            return made
        placed.append(
            WagerPlaced(
                clause=clause, bet=made.id, seat=seat.number, person=seat.person, wager=made.name, stake=made.stake,
                commission=made.commission, state=made.wager.states[made.state], on=None, chips="value", colour="",
                how="rebuilt", **stamp(command),
            )
        )  # fmt: skip
    if wanted > there:
        return Refused(Why.NOT_ENOUGH, clause, "logs-above-credits", seat=seat.number, wanted=wanted, there=there)
    own = [bet.id for bet, _ in table.bets_of(seat.number)]
    return (*taken_back(table, command, own, clause, "rebuilt"), *placed)


def _by_area(wagers: tuple[LoggedWager, ...]) -> Iterable[tuple[str, int]]:
    """What a log has on each area, which is one wager however often it was added to."""
    stakes: dict[str, int] = {}
    for it in wagers:
        stakes[it.wager] = stakes.get(it.wager, 0) + it.stake
    return stakes.items()


def void_terminal_wagers(table: Table, command: VoidTerminalWagers) -> Answer:
    """Wagers that nothing confirms are void: stakes go back, and so does what they won (7.3)."""
    clause = table.matter("void_wagers")
    found = _in_doubt(table, command.seat, clause)
    if isinstance(found, Refused):
        return found
    seat, fault = found
    refused = _none_recorded(seat, fault, clause)
    if refused:
        return refused
    voided = TerminalWagersVoided(
        clause=clause, seat=seat.number, round=fault.round, reason=command.reason,
        turnover=-_staked(fault.decided), dice=fault.dice, **stamp(command),
    )  # fmt: skip
    own = [bet.id for bet, _ in table.bets_of(seat.number)]
    back = taken_back(table, command, own, clause, command.reason)
    return (voided, *back, *put_right(table, command, seat, -_gained(fault.decided), command.reason))


def rectify_terminal(table: Table, command: RectifyTerminal) -> Answer:
    """Once its wagers are confirmed or void."""
    clause = table.clause("rectify")
    found = _faulty(table, command.seat, clause)
    if isinstance(found, Refused):
        return found
    seat, fault = found
    if not fault.answered and (seat.staked or fault.decided):
        return Refused(Why.NOT_YET, clause, "wagers-in-doubt", seat=seat.number, round=fault.round)
    variance = seat.rack - table.meters.get(seat.number, Meters()).credit
    return (TerminalRectified(clause=clause, seat=seat.number, done=command.done, variance=variance, **stamp(command)),)


def records_kept(table: Table, command: Command, dice: Faces, done: Events) -> Events:
    """How a result settled the wagers of terminals that are in doubt."""
    doubted: dict[int, list[Settled]] = {
        it.number: [] for it in table.seats.values() if it.fault and not it.fault.answered and not it.fault.dice
    }
    results = [it for it in done if isinstance(it, LosersCollected | WinnersPaid)] if doubted else []
    for it in (each for result in results for each in result.settled):
        doubted.get(it.seat, []).append(it)
    clause = table.clause("rebuild_wagers")
    return tuple(
        TerminalRecordKept(clause=clause, seat=seat, dice=dice, decided=tuple(decided), **stamp(command))
        for seat, decided in doubted.items()
    )


# --- what the facts do


def terminal_failed(table: Table, event: TerminalFailed) -> None:
    table.seats[event.seat].fault = Fault(
        kind=event.kind, said=event.said, since=event.at, round=event.round, dice=event.dice, decided=event.decided
    )


def terminal_record_kept(table: Table, event: TerminalRecordKept) -> None:
    fault = _fault(table, event.seat)
    fault.dice, fault.decided = event.dice, event.decided


def terminal_answered(table: Table, event: TerminalWagersConfirmed | TerminalWagersVoided) -> None:
    _fault(table, event.seat).answered = True


def _fault(table: Table, seat: int) -> Fault:
    """The fault of a terminal that has one."""
    return cast("Fault", table.seats[seat].fault)


def terminal_rectified(table: Table, event: TerminalRectified) -> None:
    table.seats[event.seat].fault = None


COMMANDS: Orders = {
    ReportTerminalFault: Order(report_terminal_fault, staff=True, others=(PLAYER, DEVICE), kinds=TERMINALS),
    ConfirmTerminalWagers: Order(confirm_terminal_wagers, "rebuild_wagers", kinds=TERMINALS),
    VoidTerminalWagers: Order(void_terminal_wagers, "rebuild_wagers", kinds=TERMINALS),
    RectifyTerminal: Order(rectify_terminal, "rectify", kinds=TERMINALS),
}
APPLIERS: Appliers = {
    TerminalFailed: terminal_failed,
    TerminalRecordKept: terminal_record_kept,
    TerminalWagersConfirmed: terminal_answered,
    TerminalWagersVoided: terminal_answered,
    TerminalRectified: terminal_rectified,
}
