"""When the table's equipment fails: wrong or missing lights, a display that differs, play stopped until it is mended.

The dice decide. Lights that do not show what a right entry should light are a failure: the round is settled by the
dice, streak wagers end with it, someone is told at once, and play stops, at The Star then and there (8.7, 8.8) and at
Crown if it is not mended soon (7.3, 7.4). A display of winning numbers decides nothing at all (8.9).
"""

from datetime import datetime

from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import told
from dicehouse.table.opening import length
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Command,
    Event,
    Events,
    Faces,
    Facts,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.settling import lit_at
from dicehouse.table.state import Breakdown, Table


class ReportLights(Command, frozen=True):
    """Say which areas of the layout are really lit."""

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


class DisplayReported(Event, frozen=True):
    """What the winning number display showed; it decides nothing."""

    dice: Faces
    differs: bool


class FaultRectified(Event, frozen=True):
    """The equipment works again, and play may go on."""

    done: str


def report_lights(table: Table, command: ReportLights) -> Answer:
    """A right entry that lights wrongly is a failure; after a slip the lights are looked at again (8.7, 7.3)."""
    clause = table.book.matters.get("lights", "")
    unknown = next((it for it in command.areas if it not in table.book.wagers), None)
    if unknown is not None:
        message = f"report-lights: {unknown!r} is no area of this layout; name the areas as the wagers on them"
        return Refused(Why.UNKNOWN_WAGER, clause, message)
    if table.round.lights_failed:
        message = f"report-lights: the lights of round {table.round.number} failed already; settle it by the dice"
        return Refused(Why.ALREADY_DONE, clause, message)
    areas, wanted = tuple(dict.fromkeys(command.areas)), lit_at(table, table.round.called)
    slip = table.round.keyed != table.round.called
    if slip or set(areas) == set(wanted):
        cited = table.clause("enter_result") if slip else clause
        return (LightsReported(clause=cited, areas=areas, slip=slip, **stamp(command)),)
    return _failed(table, command, areas, wanted)


def slipped(table: Table, command: Command, keyed: Faces, called: Faces) -> Events:
    """What follows at once from a wrong entry: nothing, or a failure by the reading keying_slip."""
    if keyed == called or table.round.lights_failed or table.reading("keying_slip") == "correction":
        return ()
    return _failed(table, command, lit_at(table, keyed), lit_at(table, called))


def _failed(table: Table, command: Command, areas: tuple[str, ...], wanted: tuple[str, ...]) -> Events:
    what = "the winning areas lit up wrongly" if areas else "the winning areas did not light up"
    grace = table.book.times.get("rectify")
    failed = LightsFailed(
        clause=table.book.matters.get("lights", ""),
        areas=areas,
        wanted=wanted,
        what=what,
        stops=command.at + length(grace) if grace else command.at,
        **stamp(command),
    )
    return (failed, *told(table, command, "lights_failed", what))


def report_display(table: Table, command: ReportDisplay) -> Answer:
    """Where it differs from the dice it is disregarded (8.9)."""
    clause = table.book.matters.get("display")
    if clause is None:
        message = f"report-display: {table.book.id} knows no winning number display; go by the dice"
        return Refused(Why.NOT_HERE, None, message)
    if table.book.dice.find(command.dice) is None:
        return table.layout.wrong_dice()
    dice = table.round.called or table.last_dice
    if not dice:
        return Refused(Why.NOT_YET, clause, "report-display: no dice have been called; report it after a result")
    shown = tuple(sorted(command.dice))
    return (DisplayReported(clause=clause, dice=shown, differs=shown != tuple(sorted(dice)), **stamp(command)),)


def rectify_fault(table: Table, command: RectifyFault) -> Answer:
    """Play goes on once someone who may has declared the fault rectified (8.8, 7.4)."""
    clause = table.clause("rectify")
    if table.broken is None:
        return Refused(Why.ALREADY_DONE, clause, "rectify-fault: nothing is broken; play on")
    return (FaultRectified(clause=clause, done=command.done, **stamp(command)),)


# --- what the facts do


def lights_failed(table: Table, event: LightsFailed) -> None:
    """A failure that comes back before it was mended is still the same one."""
    table.round.lights_failed = True
    if table.broken is None:
        table.broken = Breakdown(what=event.what, since=event.at, stops=event.stops, clause=event.clause)
    if event.stops <= event.at:
        table.stopped = event.what


def on_record(table: Table, event: LightsReported | DisplayReported) -> None:
    """On record, and nothing else: lights and displays never decide."""


def fault_rectified(table: Table, event: FaultRectified) -> None:  # noqa: ARG001
    table.broken, table.stopped = None, ""


_DEALT = frozenset({Kind.DEALT})

ORDERS: Orders = {
    ReportLights: Order(report_lights, staff=True, others=(DEVICE,), kinds=_DEALT, phases=(Phase.ENTERED,)),
    ReportDisplay: Order(report_display, staff=True, others=(DEVICE,)),
    RectifyFault: Order(rectify_fault, "rectify", kinds=frozenset({Kind.DEALT, Kind.CRAPS}), when_closed=True),
}
FACTS: Facts = {
    LightsReported: on_record,
    LightsFailed: lights_failed,
    DisplayReported: on_record,
    FaultRectified: fault_rectified,
}
