"""Which mutants `make money-mutants` draws, and what a sample of them says about all."""

from pathlib import Path

import pytest

from tools.changes import OF_A_SERVER, ROOT, Copy, left_out, near, rooms_of
from tools.money_mutants import acts_differently, every, files_of, interval, mutants_of, told

PAID = """\
RATE = 5

class Sale:
    amount: int = 0

def paid(table, stake):
    if stake > table.float:
        seat = table.seat or "none"
        message = f"{seat}: {stake} is above {table.float}" if stake else "none"
        return Refused(Why.LOW, "7.1", message, seat=3)
    if table.broken:
        raise BrokenError("the tray", 4)
    if low := short(table, stake, "bring more"):
        return low
    return stake * 2
"""


def drawn_from(text: str) -> list[str]:
    changes = [it.changed() for it in mutants_of("table", "x.py", text)]
    return [f"{it.line}: {it.what}" for it in changes if acts_differently(text, it)]


def test_a_mutant_changes_what_a_function_does_and_never_only_its_words() -> None:
    assert drawn_from(PAID) == [
        "7: > table.float  ->  >= table.float",
        '10: Refused(Why.LOW, "7.1", message, seat=3)  ->  Refused(None, "7.1", message, seat=3)',
        '10: Refused(Why.LOW, "7.1", message, seat=3)  ->  Refused(Why.LOW, None, message, seat=3)',
        '10: Refused(Why.LOW, "7.1", message, seat=3)  ->  Refused("7.1", message, seat=3)',
        '10: Refused(Why.LOW, "7.1", message, seat=3)  ->  Refused(Why.LOW, message, seat=3)',
        '10: "7.1"  ->  "XX7.1XX"',
        '13: short(table, stake, "bring more")  ->  short(None, stake, "bring more")',
        '13: short(table, stake, "bring more")  ->  short(table, None, "bring more")',
        '13: short(table, stake, "bring more")  ->  short(stake, "bring more")',
        '13: short(table, stake, "bring more")  ->  short(table, "bring more")',
        "15: stake * 2  ->  stake / 2",
        "15: 2  ->  3",
    ]


def test_a_mutant_is_the_whole_file_with_one_change() -> None:
    last = [*mutants_of("table", "x.py", PAID)][-1].changed()
    assert last.made_in(PAID.encode()).decode() == PAID.replace("stake * 2", "stake * 3")


@pytest.mark.parametrize("room, one", [("table", "box"), ("house", "owed"), ("journal", "verify/sums")])
def test_every_module_that_money_passes_through_can_be_broken(room: str, one: str) -> None:
    assert ROOT / f"src/dicehouse/{room}/{one}.py" in files_of(ROOT, room)
    found = every(ROOT, f"{room}/{one}.py")
    assert [*found] == [room]
    for mutant in found[room][::20]:
        change = mutant.changed()
        compile(change.made_in((ROOT / change.file).read_bytes()), change.file, "exec")


def test_a_module_that_is_gone_from_the_list_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"house: 12 of cage exclusions .* have no file"):
        files_of(tmp_path, "house")


@pytest.mark.parametrize(
    "noticed, tried, low, high",
    [
        (95, 100, "0.888", "0.978"),
        (100, 100, "0.963", "1.000"),
        (0, 20, "0.000", "0.161"),
        (285, 300, "0.919", "0.969"),
    ],
)
def test_a_sample_speaks_for_all_mutants_within_an_interval(noticed: int, tried: int, low: str, high: str) -> None:
    """Worked out by hand from Wilson's formula with z = 1.96."""
    assert [f"{it:.3f}" for it in interval(noticed, tried)] == [low, high]


def test_the_share_is_told_with_its_interval() -> None:
    assert told("house", 95, 100) == "house: 95 of 100 mutants noticed, 95.0% (88.8% to 97.8%)"


def test_servers_are_started_only_for_what_talks_to_one() -> None:
    assert OF_A_SERVER in left_out("src/dicehouse/journal/sqlite.py")
    assert OF_A_SERVER not in left_out("src/dicehouse/journal/postgres.py")
    assert OF_A_SERVER not in left_out("src/dicehouse/journal/verify/server.py")
    assert near(ROOT, "src/dicehouse/journal/postgres.py")[0] == OF_A_SERVER
    assert near(ROOT, "src/dicehouse/journal/verify/__init__.py")[0] == "tests/journal/test_verify.py"
    assert rooms_of("src/dicehouse/journal/verify/chain.py") == ("tests/journal",)


def test_a_mutant_is_named_with_the_test_that_notices_it_and_leaves_no_trace(tmp_path: Path) -> None:
    file = "src/dicehouse/table/box.py"
    [box] = (
        it
        for it in every(ROOT, file)["table"]
        if it.changed().what == "table.drop or table.taken  ->  table.drop and table.taken"
    )
    copy = Copy(tmp_path)
    test = copy.noticed_by(box.changed())
    assert test == "tests/table/test_box.py::test_a_box_with_one_thing_in_it_is_not_empty"
    assert (copy.root / file).read_bytes() == (ROOT / file).read_bytes()
    assert not copy.fails_anyway([test])
