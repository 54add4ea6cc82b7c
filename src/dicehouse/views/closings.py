"""The end of a table's evening, step by step: closed, tray counted, boxes counted, and reconciled by someone else."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from dicehouse.house import trays
from dicehouse.house.cage_state import Box, CountDifference, Tray
from dicehouse.house.state import House
from dicehouse.house.trays import figures
from dicehouse.odds.figures import percent
from dicehouse.table import Kind, Table
from dicehouse.table.orders import Phase
from dicehouse.views.acts import Act, ActView
from dicehouse.views.parts import Text, money

Judged = Callable[[Iterable[Act]], tuple[ActView, ...]]


class ClosingStep(Struct, frozen=True):
    """One step, done or not."""

    done: bool
    words: Text
    at: datetime | None = None
    act: ActView | None = None
    """What does it, where the cage can."""


class ClosingLine(Struct, frozen=True):
    """A figure of the evening."""

    name: Text
    amount: int


class ClosingDesk(Struct, frozen=True, kw_only=True):
    """A table whose evening is over."""

    table: str
    steps: tuple[ClosingStep, ...]
    lines: tuple[ClosingLine, ...]
    hold: str
    differences: tuple[Text, ...]
    """Counts that were not as recorded, and why."""
    reconciled: bool


def closings(house: House, tables: Mapping[str, Table], judged: Judged) -> Iterator[ClosingDesk]:
    for name, table in tables.items():
        tray = house.trays.get(name)
        if tray is not None and table.phase is Phase.CLOSED and table.kind is not Kind.ELECTRONIC:
            boxes = {number: it for number, it in house.boxes.items() if it.table == name}
            yield _closing(table, tray, boxes, judged)


def _closing(table: Table, tray: Tray, boxes: Mapping[str, Box], judged: Judged) -> ClosingDesk:
    now = figures(tray)
    named = (
        (Text("Opener", "开桌"), now.opener), (Text("Fills", "补筹"), now.fills),
        (Text("Credits", "退筹"), now.credits), (Text("Closer", "收桌"), now.closer), (Text("Drop", "钱箱"), now.drop),
        (Text("Win", "赢利"), now.win),
    )  # fmt: skip
    return ClosingDesk(
        table=table.config.name,
        steps=tuple(_steps(table.config.name, tray, boxes, judged)),
        lines=tuple(ClosingLine(name, amount) for name, amount in named if amount is not None),
        hold=percent(now.hold) if now.hold is not None else "",
        differences=tuple(map(_told, tray.differences)),
        reconciled=bool(tray.reconciled_by),
    )


def _steps(name: str, tray: Tray, boxes: Mapping[str, Box], judged: Judged) -> Iterator[ClosingStep]:
    if tray.closer is None:
        count = Act(trays.CountTray, given={"table": name, "when": "closer"}, asks="chips! with_ explained?", free=True)
        yield ClosingStep(False, Text("Count the tray", "点算筹盘"), act=judged((count,))[0])
    else:
        counted = money(tray.closer)
        who = " and ".join(tray.counters[:2])
        yield ClosingStep(True, Text(f"Tray counted: {counted}, {who}", f"筹盘点得 {counted}，{who}"), tray.closed_at)  # noqa: RUF001
    for number, box in boxes.items():
        asks = "counted with_ explained?" if box.recorded is not None else "counted with_ recorded! explained?"
        count = Act(trays.CountDropBox, given={"box": number}, asks=asks, free=True)
        words = Text(f"Count box {number}, taken off by {box.removed_by}", f"点算钱箱 {number}，{box.removed_by} 取下")  # noqa: RUF001
        yield ClosingStep(False, words, box.since, judged((count,))[0])
    if not boxes:
        drop = money(tray.drop)
        yield ClosingStep(True, Text(f"Boxes counted: {drop}", f"钱箱已点：{drop}"))  # noqa: RUF001
    if tray.reconciled_by:
        by = tray.reconciled_by
        remark = f": {tray.remark}" if tray.remark else ""
        yield ClosingStep(True, Text(f"Reconciled by {by}{remark}", f"{by} 已核对{remark}"), tray.reconciled_at)
    else:
        act = Act(trays.ReconcileTable, given={"table": name})
        yield ClosingStep(False, Text("Reconcile", "核对"), act=judged((act,))[0])


def _told(it: CountDifference) -> Text:
    amount = money(abs(it.difference))
    more = it.difference > 0
    why = it.explained or "-"
    return Text(
        f"{it.what.capitalize()}: {amount} {'over' if more else 'short'}. {why}",
        f"{it.what}：{'多' if more else '少'} {amount}。{why}",  # noqa: RUF001
    )
