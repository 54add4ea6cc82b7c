"""The evening of a table at the cage: counts that the table passes on, boxes counted blind, and the reconciliation."""

from typing import Any

from dicehouse.house.slips import CancelSlip, RequestFill
from dicehouse.house.trays import (
    CountDropBox,
    CountTray,
    DropBoxCounted,
    ReconcileTable,
    RemoveDropBox,
    TableReconciled,
    TrayCounted,
)
from dicehouse.refusal import Why
from dicehouse.table.counted import Chips
from tests.house.books import holds, moves, stocked
from tests.house.keeper import Keeper, happened, only, refused

SEVEN = "table 7"
TRAY = (Chips(10_000, 10),)


def passed_on(keeper: Keeper, when: str, **fields: Any) -> Any:
    """A count that the table passes on, made by Sue and Dora."""
    return keeper.device(CountTray, table=SEVEN, when=when, with_="dora", counted_by="sue", **fields)


def opened() -> Keeper:
    keeper = stocked()
    happened(passed_on(keeper, "opener", chips=TRAY, booked=100_000))
    return keeper


def test_a_closer_that_lacks_something_is_on_record_with_the_reason_and_the_money_in_the_variance() -> None:
    keeper = opened()
    event = only(passed_on(keeper, "closer", counted=97_500, booked=100_000, explained="one fell down"), TrayCounted)
    assert (event.difference, event.counted_by, event.explained) == (-2_500, "sue", "one fell down")
    assert moves(event) == [("counter/table 7", -2_500), ("~variance", 2_500)]
    assert holds(keeper, "counter/table 7") == 0, "the table's own entry put there what it has on record"
    tray = keeper.house.trays[SEVEN]
    assert (tray.closer, tray.counters) == (97_500, ("sue", "dora"))
    (lacks,) = tray.differences
    assert (lacks.what, lacks.difference, lacks.explained, lacks.by) == (
        "closer", -2_500, "one fell down", ("sue", "dora"),
    )  # fmt: skip


def test_a_closer_with_more_than_the_record_brings_it_from_the_variance() -> None:
    keeper = opened()
    event = only(passed_on(keeper, "closer", counted=100_500, booked=100_000, explained="one too many"), TrayCounted)
    assert moves(event) == [("~variance", -500), ("counter/table 7", 500)]
    assert holds(keeper, "counter/table 7") == 0


def test_a_count_is_said_in_chips_and_by_two_people() -> None:
    keeper = stocked()
    assert refused(passed_on(keeper, "opener", chips=TRAY, counted=1))[0] is Why.ENTRY_DIFFERS
    alone = keeper.device(CountTray, table=SEVEN, when="opener", chips=TRAY, with_="sue", counted_by="sue")
    assert refused(alone)[0] is Why.SAME_PERSON
    assert only(passed_on(keeper, "opener", chips=TRAY), TrayCounted).counted == 100_000


def box(keeper: Keeper, **fields: Any) -> None:
    happened(keeper.device(RemoveDropBox, box="B1", table=SEVEN, removed_by="sue", **fields))


def test_a_box_is_counted_blind_and_a_difference_says_why() -> None:
    keeper = opened()
    box(keeper, recorded=20_000)
    assert keeper.house.boxes["B1"].removed_by == "sue"
    counted: dict[str, Any] = {"box": "B1", "counted": 19_500, "with_": "dora"}
    assert refused(keeper.cashier(CountDropBox, **counted))[0] is Why.ENTRY_DIFFERS
    event = only(keeper.cashier(CountDropBox, explained="a torn note", **counted), DropBoxCounted)
    assert (event.difference, event.explained) == (-500, "a torn note")
    assert holds(keeper, "cage/cash") >= 19_500
    assert [it.what for it in keeper.house.trays[SEVEN].differences] == ["B1"]


def test_without_what_the_table_has_on_record_no_box_is_counted() -> None:
    keeper = stocked()
    box(keeper)
    assert refused(keeper.cashier(CountDropBox, box="B1", counted=1, with_="dora"))[0] is Why.NOT_YET
    happened(keeper.cashier(CountDropBox, box="B1", counted=1, recorded=1, with_="dora"))
    assert keeper.house.trays == {}


def test_an_evening_is_reconciled_by_someone_who_counted_none_of_it_once_nothing_is_out() -> None:
    keeper = opened()
    assert refused(keeper.supervisor(ReconcileTable, table="table 8"))[0] is Why.NOT_YET, "it never opened"
    assert refused(keeper.supervisor(ReconcileTable, table=SEVEN))[0] is Why.NOT_YET, "its closer is not counted"
    box(keeper, recorded=20_000)
    happened(passed_on(keeper, "closer", counted=90_000, booked=90_000))
    assert refused(keeper.supervisor(ReconcileTable, table=SEVEN))[0] is Why.NOT_YET, "a box is out"
    happened(keeper.manager(CountDropBox, box="B1", counted=20_000, with_="dora"))
    happened(keeper.cashier(RequestFill, table=SEVEN, amount=100, slip="F9"))
    assert refused(keeper.supervisor(ReconcileTable, table=SEVEN))[0] is Why.NOT_YET, "a slip waits"
    happened(keeper.supervisor(CancelSlip, slip="F9", reason="the table has closed"))
    assert refused(keeper.manager(ReconcileTable, table=SEVEN))[0] is Why.SAME_PERSON
    event = only(keeper.operator(ReconcileTable, table=SEVEN, remark="all is there"), TableReconciled)
    assert (event.win, event.drop, event.difference, event.remark) == (10_000, 20_000, 0, "all is there")
    assert refused(keeper.operator(ReconcileTable, table=SEVEN))[0] is Why.ALREADY_DONE
