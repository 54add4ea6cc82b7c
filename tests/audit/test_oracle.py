"""Made-up records against the layout, which settles one wager at a time and shares no arithmetic with them."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dicehouse.layout import Decided, Layout
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN
from tests.audit.makes import compiled, made


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_layout_settles_every_recorded_step_as_it_is_recorded(book: str, tmp_path: Path) -> None:
    it = compiled(book)
    made(it, tmp_path, rounds=150)
    steps = pq.read_table(tmp_path / "wagers").to_pylist()
    results = pq.read_table(tmp_path / "results.parquet").to_pylist()
    checked = 0
    for table in sorted({row["table"] for row in results}):
        layout = Layout(it.book, it.chip)
        for result in (row for row in results if row["table"] == table):
            rolled = [row for row in steps if row["table"] == table and row["round"] == result["round"]]
            checked += check(layout, rolled, result["dice"])
    assert checked == len(steps)


def check(layout: Layout, rolled: list[dict[str, Any]], dice: str | None) -> int:
    for row in rolled:
        if row["step"] == 1:
            place(layout, row)
        it = layout.standing[str(row["wager_no"])]
        assert it.wager.states[it.state] == row.get("before", it.wager.states[0]), row
    done: dict[str, Decided] = {}
    for row in rolled:
        if row["after"] == "removed":
            gone = layout.remove(str(row["wager_no"]))
            assert not isinstance(gone, Refused), gone
            done |= {it.id: it for it in gone}
    ended = layout.roll([int(it) for it in dice.split("-")]) if dice else layout.no_result("cocked dice")
    assert not isinstance(ended, Refused)
    done |= {it.id: it for it in ended}
    for row in rolled:
        id = str(row["wager_no"])
        if id in done:
            assert (done[id].result, done[id].returned) == (row["after"], row["returned"]), row
        else:
            standing = layout.standing[id]
            assert (standing.wager.states[standing.state], 0) == (row["after"], row["returned"]), row
    assert len(layout.standing) == sum(row["after"] not in ("win", "lose", "push", "void", "removed") for row in rolled)
    return len(rolled)


def place(layout: Layout, row: dict[str, Any]) -> None:
    id, kind = str(row["wager_no"]), layout.book.wagers[row["wager"]]
    if kind.behind:
        placed: Any = layout.restore(id, kind.id, row["stake"], row["commission"], row["before"])
    else:
        placed = layout.place(id, kind.id, row["stake"])
    assert not isinstance(placed, Refused), placed
    assert placed.commission == row.get("commission", 0)
    if row.get("call"):
        assert not isinstance(layout.call(id, working=row["call"] == "on"), Refused)
