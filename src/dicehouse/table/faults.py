"""When the table's equipment fails: wrong or missing lights, a display that differs, play stopped until it is mended.

The dice decide. Lights that do not show what a right entry should light are a failure: the round is settled by the
dice, streak wagers end with it, someone is told at once, and play stops, at The Star then and there (8.7, 8.8) and at
Crown if it is not mended soon (7.3, 7.4). Lights that are seen to be dead before a result are one as well, and at
Crown so is a tumbler for which no spin was called. A display of winning numbers decides nothing at all (8.9).
"""

from datetime import datetime

from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Breakdown
from dicehouse.table.notices import told
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.settling import lit_at
from dicehouse.table.state import Table
from dicehouse.table.table_sign import length


class ReportLights(Command, frozen=True):
    """Say which areas of the layout are really lit once a result was keyed in, or before that that none light up."""

    areas: tuple[Name, ...] = ()
    """Empty when nothing is lit."""


class ReportDisplay(Command, frozen=True):
    """Say what the winning number display shows."""

    dice: Faces


class RectifyFault(Command, frozen=True):
    """Declare that the equipment works again."""

    done: Words
    """What was done about it."""


class LightsReported(Event, frozen=True):
    """The lit areas were looked at, and nothing follows but putting a slip right, if there was one."""

    areas: tuple[str, ...]
    slip: bool
    """Whether the dealer keyed other dice than were called, so that the lights follow the slip."""


class LightsFailed(Event, frozen=True):
    """The winning areas lit up wrongly or not at all; the dice decide."""

    areas: tuple[str, ...]
    wanted: tuple[str, ...]
    """The areas that the dice call for."""
    what: str
    stops: datetime
    """When play stops unless the equipment works again."""


class EquipmentFailed(Event, frozen=True):
    """Equipment of the table does not work; play stops unless it is mended soon."""

    what: str
    stops: datetime


class DisplayReported(Event, frozen=True):
    """What the winning number display showed; it decides nothing."""

    dice: Faces
    differs: bool
    waits: bool = False
    """Whether the dice of its round were not called yet; it is compared with them when they are."""


class FaultRectified(Event, frozen=True):
    """The equipment works again, and play may go on."""

    done: str


def report_lights(table: Table, command: ReportLights) -> Answer:
    """A right entry that lights wrongly is a failure; after a slip the lights are looked at again (8.7, 7.3)."""
    clause = table.book.topics.get("lights", "")
    if table.phase is not Phase.ENTERED:
        return _reported_dead(table, command, clause)
    unknown = next((it for it in command.areas if it not in table.book.wagers), None)
    if unknown is not None:
        return Refused(Why.UNKNOWN_WAGER, clause, "no-such-area", command="report-lights", unknown=unknown)
    if table.round.lights_failed:
        return Refused(
            Why.ALREADY_DONE, clause, "lights-failed-already", command="report-lights", round=table.round.number
        )
    areas, wanted = tuple(dict.fromkeys(command.areas)), lit_at(table, table.round.called)
    slip = table.round.keyed != table.round.called
    if slip or set(areas) == set(wanted):
        cited = table.clause("enter_result") if slip else clause
        return (LightsReported(clause=cited, areas=areas, slip=slip, **stamp(command)),)
    what = "the winning areas lit up wrongly" if areas else "the winning areas did not light up"
    return _failed(table, command, what, areas, wanted)


def _reported_dead(table: Table, command: ReportLights, clause: str) -> Answer:
    """Before a result no area has to be lit, so all that can be said is that none can be."""
    if command.areas:
        return Refused(Why.WRONG_PHASE, clause, "lights-when-keyed", command="report-lights", phase=table.phase.said)
    if table.broken is not None:
        since = table.clock(table.broken.since)
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "fault-on-record-since",
            command="report-lights",
            what=table.broken.what,
            since=since,
        )
    return _failed(table, command, "the winning areas do not light up")


def slipped(table: Table, command: Command, keyed: Faces, called: Faces) -> Events:
    """What follows at once from a wrong entry: nothing, or a failure by the reading keying_slip."""
    if keyed == called or table.round.lights_failed or table.reading("keying_slip") == "correction":
        return ()
    return _failed(
        table, command, "the winning areas lit up wrongly", lit_at(table, keyed), lit_at(table, called)
    )  # fmt: skip


def _failed(
    table: Table, command: Command, what: str, areas: tuple[str, ...] = (), wanted: tuple[str, ...] = ()
) -> Events:
    failed = LightsFailed(
        clause=table.book.topics.get("lights", ""),
        areas=areas,
        wanted=wanted,
        what=what,
        stops=_stops(table, command),
        **stamp(command),
    )
    return (failed, *told(table, command, "lights_failed", what))


def malfunctioned(table: Table, command: Command, reason: str) -> Events:
    """What follows when a round had no result because equipment failed, where the document says that it does (7.4)."""
    if reason not in table.book.no_result.malfunctions:
        return ()
    failed = EquipmentFailed(
        clause=table.clause("rectify"), what=reason, stops=_stops(table, command), **stamp(command)
    )
    return (failed, *told(table, command, "malfunction", reason))


def _stops(table: Table, command: Command) -> datetime:
    """When play stops unless it is mended: at once, or where that is time enough once it was not mended immediately."""
    grace = table.book.times.get("rectify")
    return command.at + length(grace) if grace else command.at


def report_display(table: Table, command: ReportDisplay) -> Answer:
    """Where it differs from the dice of its own round it is disregarded (8.9); while they are covered it shows the
    latest result."""
    clause = table.book.topics.get("display")
    if clause is None:
        return Refused(
            Why.NOT_HERE, None, "knows-no-winning-number-display", command="report-display", rulebook=table.book.id
        )
    if table.book.dice.find(command.dice) is None:
        return table.layout.wrong_dice()
    now, latest = table.round, table.history[-1] if table.history else ()
    dice = now.called or now.shown or (() if table.phase is Phase.UNCOVERED else latest)
    if not dice and table.phase is not Phase.UNCOVERED:
        return Refused(Why.NOT_YET, clause, "no-dice-called", command="report-display")
    return (_displayed(command, clause, tuple(sorted(command.dice)), dice),)


def compared(table: Table, command: Command, called: Faces) -> Events:
    """What the display showed before the dice were called, beside the dice that now are."""
    shown = table.round.display
    return (_displayed(command, table.book.topics["display"], shown, called),) if shown else ()


def _displayed(command: Command, clause: str, shown: Faces, dice: Faces) -> DisplayReported:
    differs = bool(dice) and shown != tuple(sorted(dice))
    return DisplayReported(clause=clause, dice=shown, differs=differs, waits=not dice, **stamp(command))


def rectify_fault(table: Table, command: RectifyFault) -> Answer:
    """Play goes on once someone who may has declared the fault rectified (8.8, 7.4)."""
    clause = table.clause("rectify")
    if table.broken is None:
        return Refused(Why.ALREADY_DONE, clause, "nothing-broken", command="rectify-fault")
    return (FaultRectified(clause=clause, done=command.done, **stamp(command)),)


# --- what the facts do


def lights_failed(table: Table, event: LightsFailed) -> None:
    """Only lights that should show a result settle its round by the dice and end its streaks (8.7.1)."""
    table.round.lights_failed = table.phase is Phase.ENTERED
    equipment_failed(table, event)


def equipment_failed(table: Table, event: LightsFailed | EquipmentFailed) -> None:
    """A failure that comes back before it was mended is still the same one."""
    if table.broken is None:
        table.broken = Breakdown(what=event.what, since=event.at, stops=event.stops, clause=event.clause)
    if event.stops <= event.at:
        table.stopped = event.what


def lights_reported(table: Table, event: LightsReported) -> None:
    """On record, and nothing else: lights never decide."""


def display_reported(table: Table, event: DisplayReported) -> None:
    """It decides nothing, and waits at most for the dice of its round to be called."""
    table.round.display = event.dice if event.waits else ()


def fault_rectified(table: Table, event: FaultRectified) -> None:  # noqa: ARG001
    table.broken, table.stopped = None, ""


_DEALT = frozenset({Kind.DEALT})
_LOOKED_AT = (Phase.BETWEEN, Phase.TUMBLED, Phase.BETTING, Phase.NO_MORE_BETS, Phase.ENTERED)

COMMANDS: Orders = {
    ReportLights: Order(report_lights, staff=True, others=(DEVICE,), kinds=_DEALT, phases=_LOOKED_AT),
    ReportDisplay: Order(report_display, staff=True, others=(DEVICE,)),
    RectifyFault: Order(rectify_fault, "rectify", kinds=frozenset({Kind.DEALT, Kind.CRAPS}), when_closed=True),
}
APPLIERS: Appliers = {
    LightsReported: lights_reported,
    LightsFailed: lights_failed,
    EquipmentFailed: equipment_failed,
    DisplayReported: display_reported,
    FaultRectified: fault_rectified,
}
