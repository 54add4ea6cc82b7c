"""A round of electronic Sic Bo, which the terminals and the tumbler run by themselves.

Wagers are taken until the wagering period ends (3.8.1). Then a shooter has ten seconds to press the button: each
terminal with a wager in its turn (3.10.1), or whoever staked the most where there is a value to reach (3.10.2). After
that, or where there is no shooter, the dice shoot by themselves (3.10.3, 3.10.4). What lies flat is the result (3.11)
and settles at once; dice that are cocked, or a tumbler in doubt, make the round void (7.4). The next wagering period
begins there and then (1.1); with nobody left at the terminals it waits for the next person.
"""

from datetime import datetime
from typing import Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.button import next_shooter
from dicehouse.table.orders import (
    DEVICE,
    PLAYER,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.sealing import opens, take_next
from dicehouse.table.settlement import WagersTakenBack, settled
from dicehouse.table.settling import RoundEnded, lit_at, results
from dicehouse.table.state import Table
from dicehouse.table.table_sign import due_now, length
from dicehouse.table.terminals import records_kept
from dicehouse.table.wagering import TERMINALS, extended, wagering_opens, waits_for_someone

COCKED = "cocked dice"
DOUBTED = "tumbler malfunction"


class EndWagering(Command, frozen=True):
    """End the wagering period once its time is up."""


class ShootDice(Command, frozen=True):
    """Press the shoot button."""


class AutoShoot(Command, frozen=True):
    """Shoot the dice without a player."""


class ReportDice(Command, frozen=True):
    """Say what the tumbler's sensors read."""

    read: Literal["flat", "cocked", "failed"] = "flat"
    """Whether all dice lie flat, one does not, or the tumbler could not tell."""
    dice: Faces = ()
    """The uppermost faces, where all lie flat."""
    salt: str = ""
    """Opens the seal."""


class VoidRound(Command, frozen=True):
    """Declare all wagers of the round void, for a reason of the rulebook."""

    reason: Words


class WageringEnded(Event, frozen=True):
    """No wager may be placed, moved or cancelled any more, and the shooter is known."""

    round: int
    shooter: int
    """The shooter's seat; 0: the dice shoot by themselves."""
    person: str
    shoots_by: datetime | None
    """The last moment to press; None without a shooter."""


class DiceShot(Event, frozen=True):
    """The tumbler shakes the dice."""

    round: int
    shooter: int
    """The seat whose turn it was; 0: nobody's."""
    automatic: bool


class DiceReported(Event, frozen=True):
    """The sensors read the dice."""

    read: str
    dice: Faces
    areas: tuple[str, ...]
    """The winning areas, as the terminals are to show them."""
    salt: str = ""
    seal: str = ""
    """What salt and dice open."""


class RoundVoided(Event, frozen=True):
    """The round has no result."""

    round: int
    reason: str
    stay: bool
    """Whether the wagers stay for dice that are shot again, by the reading no_result_effect."""


# --- the judgements, in the order of a round


def end_wagering(table: Table, command: EndWagering) -> Answer:
    """At the end of the period or after it; while nobody has wagered, as the reading nobody_wagered says."""
    ends, number = table.round.ends, table.round.number
    if waits_for_someone(table):
        return Refused(
            Why.NOT_YET,
            table.book.removal_clause,
            "no-period-runs",
            command="end-wagering",
            table=table.config.name,
        )
    if ends is not None and command.at < ends:
        now = _clock(table, command.at)
        return Refused(
            Why.NOT_YET,
            table.book.removal_clause,
            "period-ends",
            command="end-wagering",
            now=now,
            clock=_clock(table, ends),
        )
    if not table.bets and (not table.seats or table.reading("nobody_wagered") == "extend"):
        return (*due_now(table, command), extended(table, command, seated=bool(table.seats)))
    shooter, clause = next_shooter(table)
    return (
        WageringEnded(
            clause=clause,
            round=number,
            shooter=shooter.number if shooter else 0,
            person=shooter.person if shooter else "",
            shoots_by=command.at + length(table.book.times["shoot"]) if shooter else None,
            **stamp(command),
        ),
    )


def shoot_dice(table: Table, command: ShootDice) -> Answer:
    """The shooter alone, up to and including the tenth second."""
    time, now = table.book.times["shoot"], table.round
    if now.shoots_by is None:
        return Refused(
            Why.NOT_ELIGIBLE, table.matter("automatic_shot"), "round-no-shooter", command="shoot-dice", now=now.number
        )
    shooter = table.seats.get(now.shooter)
    if shooter is None or command.by != shooter.person:
        return Refused(
            Why.NOT_YOUR_SEAT,
            table.matter("shooter"),
            "shooter-is-another",
            command="shoot-dice",
            shooter=now.shooter,
            by=command.by,
        )
    if command.at > now.shoots_by:
        return Refused(
            Why.TOO_LATE,
            time.clause,
            "shooting-time-ended",
            command="shoot-dice",
            clock=_clock(table, command.at),
            amount=time.amount,
            unit=time.unit,
            ends=_clock(table, now.shoots_by),
        )
    return _shot(table, command, table.matter("shooter"), automatic=False)


def auto_shoot(table: Table, command: AutoShoot) -> Answer:
    """At once without a shooter; with one only when the ten seconds are over."""
    clause, last = table.book.times["shoot"].clause, table.round.shoots_by
    if last is None:
        return _shot(table, command, table.matter("automatic_shot"), automatic=True)
    if command.at <= last:
        return Refused(
            Why.NOT_YET,
            clause,
            "shooter-may-press-until",
            command="auto-shoot",
            clock=_clock(table, command.at),
            ends=_clock(table, last),
        )
    return _shot(table, command, clause, automatic=True)


def _shot(table: Table, command: Command, clause: str, *, automatic: bool) -> Events:
    now = table.round
    shot = DiceShot(clause=clause, round=now.number, shooter=now.shooter, automatic=automatic, **stamp(command))
    return (shot,)


def report_dice(table: Table, command: ReportDice) -> Answer:
    """Flat dice settle the round, cocked dice void it; a tumbler that failed leaves it to the supervisor (7.4)."""
    reasons = table.book.no_result.reasons
    if command.read == "failed":
        return (DiceReported(clause=reasons[DOUBTED], read="failed", dice=(), areas=(), **stamp(command)),)
    cocked = command.read == "cocked"
    if cocked and command.dice:
        return Refused(
            Why.WRONG_DICE, reasons[COCKED], "faces-cocked-dice", command="report-dice", count=len(command.dice)
        )
    dice = tuple(sorted(command.dice))
    if not cocked and table.book.dice.find(dice) is None:
        return table.layout.wrong_dice()
    seal = table.round.seal
    if seal and not opens(seal, command.salt, command.dice):
        return Refused(
            Why.WRONG_DICE,
            table.matter("equipment"),
            "round-seal-differs",
            command="report-dice",
        )
    reported = DiceReported(
        clause=reasons[COCKED] if cocked else table.matter("result"),
        read=command.read,
        dice=command.dice,
        areas=() if cocked else lit_at(table, dice),
        salt=command.salt,
        seal=seal,
        **stamp(command),
    )
    if cocked:
        return (reported, *voided(table, command, COCKED))
    done = results(table, command, dice, table.matter("result"))
    ended = RoundEnded(clause=table.matter("result"), round=table.round.number, dice=dice, **stamp(command))
    return (reported, *done, *records_kept(table, command, dice, done), ended, *_next_period(table, command))


def void_round(table: Table, command: VoidRound) -> Answer:
    """The supervisor declares all wagers void: the dice are cocked or the tumbler is in doubt (7.4.1, 7.4.2)."""
    rule = table.book.no_result
    known = [reason for reason, clause in rule.reasons.items() if clause.startswith(rule.clause)]
    if command.reason not in known:
        return Refused(
            Why.NO_RESULT_DUE,
            rule.clause,
            "no-such-reason",
            command="void-round",
            reason=command.reason,
            known=tuple(known),
        )
    return voided(table, command, command.reason)


def voided(table: Table, command: Command, reason: str) -> Events:
    """A round without a result: wagers go back and the next wagering period opens, or they wait for the next shot."""
    clause, number, says = table.book.no_result.reasons[reason], table.round.number, stamp(command)
    stay = table.reading("no_result_effect") == "stay"
    void = RoundVoided(clause=clause, round=number, reason=reason, stay=stay, **says)
    if stay:
        return (void,)
    gone = tuple(settled(table, it) for it in table.layout.voiding(reason))
    back = (WagersTakenBack(clause=clause, settled=gone, why=reason, **says),) if gone else ()
    ended = RoundEnded(clause=clause, round=number, counts=False, **says)
    return (void, *back, ended, *_next_period(table, command))


def _next_period(table: Table, command: Command) -> Events:
    """Limits that fall due come first."""
    return (*due_now(table, command), *wagering_opens(table, command))


def _clock(table: Table, moment: datetime) -> str:
    return f"{table.clock(moment)}.{moment:%f}"[:-3]


# --- what the facts do


def wagering_ended(table: Table, event: WageringEnded) -> None:
    table.phase = Phase.SHOOTING
    now = table.round
    now.closed_at, now.shooter, now.shoots_by = event.at, event.shooter, event.shoots_by
    table.last = ()


def dice_shot(table: Table, event: DiceShot) -> None:
    table.phase = Phase.ROLLING
    table.last_shooter = event.shooter or table.last_shooter


def dice_reported(table: Table, event: DiceReported) -> None:
    table.round.shown = event.dice
    if event.read == "failed":
        table.round.no_result_due, table.phase = DOUBTED, Phase.VOID


def round_voided(table: Table, event: RoundVoided) -> None:
    """Where the wagers stay, they stay locked, and the dice shoot again by themselves."""
    now = table.round
    now.no_result_due, now.shown = "", ()
    if event.stay:  # otherwise the round is over
        take_next(table)
    table.last = ()
    if event.stay and table.phase is not Phase.BETTING:
        table.phase, now.shooter, now.shoots_by = Phase.SHOOTING, 0, None


_LOCKED = (Phase.SHOOTING, Phase.ROLLING)

COMMANDS: Orders = {
    EndWagering: Order(end_wagering, others=(DEVICE,), kinds=TERMINALS, phases=(Phase.BETTING,), when_stopped=False),
    ShootDice: Order(shoot_dice, others=(PLAYER,), kinds=TERMINALS, phases=(Phase.SHOOTING,), when_stopped=False),
    AutoShoot: Order(auto_shoot, others=(DEVICE,), kinds=TERMINALS, phases=(Phase.SHOOTING,), when_stopped=False),
    ReportDice: Order(report_dice, others=(DEVICE,), kinds=TERMINALS, phases=(Phase.ROLLING,), when_stopped=False),
    VoidRound: Order(
        void_round, "call_no_result", kinds=TERMINALS, phases=(Phase.BETTING, *_LOCKED, Phase.VOID), when_stopped=False
    ),
}
APPLIERS: Appliers = {
    WageringEnded: wagering_ended,
    DiceShot: dice_shot,
    DiceReported: dice_reported,
    RoundVoided: round_voided,
}
