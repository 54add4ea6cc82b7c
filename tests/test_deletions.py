"""What `make deletions` finds to delete: entries of rulebooks, items of tables, and checks, one at a time."""

import ast
from collections.abc import Callable, Iterable

import pytest

from tools.changes import ROOT, Change, in_turn, near, rooms_of
from tools.deletions import Kind, Source, every, in_checks, in_rulebook, in_tables

RULEBOOK = """\
name = "A house"

[readings]
pair_pays = "once"

[powers]
# Who may.
settle = { by = ["dealer"], clause = "5.5" }

[conduct]
device = { clause = "9.6", unless = "on_duty", powers = ["void_wagers", "détain", "exclude"] }

[no_result]
holds = []

[[roles]]
id = "dealer"
clause = "1.1"
"""

TABLES = """\
from typing import Final, Literal
Channel = Literal["mail", "email"]
NEEDED: Final = (
    ("starts", "7.7"),
    ("place", "7.7"),
)
KINDS: Final = {"car": ("7.2", ("make", "model"))}
COMMANDS: Final = {1: 2}
lower = ("a", "b")

def judge() -> None:
    word: Literal["a", "b"] = "a"
"""

CHECKS = """\
def judge(table, command):
    if table.closed or command.late or table.seat is None:
        return Refused(Why.CLOSED, None, "no")
    refused = lacks(table)
    if refused:
        return refused
    seat = seat_of(table)
    if isinstance(seat, Refused):
        return seat
    if table.rich:
        return 5
    for key in table.keys:
        if not key:
            yield Problem(key)
    return Refused(Why.LATE, None, "no") if command.lost else None
"""


def results(text: str, found: Iterable[Change]) -> list[str]:
    return [it.made_in(text.encode()).decode() for it in found]


def lines_that_changed(text: str, found: Iterable[Change]) -> list[str]:
    """The line of each deletion as it stands afterwards; empty where it is gone."""
    before = text.splitlines()
    after = (it.splitlines() for it in results(text, found))
    return [next((line for line in it if line not in before), "") for it in after]


def test_an_entry_of_a_rulebook_goes_as_a_whole_or_loses_what_it_can_do_without() -> None:
    assert lines_that_changed(RULEBOOK, in_rulebook("x.toml", RULEBOOK)) == [
        "",
        "",
        'device = { clause = "9.6", powers = ["void_wagers", "détain", "exclude"] }',
        'device = { clause = "9.6", unless = "on_duty" }',
        'device = { clause = "9.6", unless = "on_duty", powers = ["détain", "exclude"] }',
        'device = { clause = "9.6", unless = "on_duty", powers = ["void_wagers", "exclude"] }',
        'device = { clause = "9.6", unless = "on_duty", powers = ["void_wagers", "détain"] }',
    ]


def test_an_item_of_a_table_goes_and_what_only_names_types_or_functions_stays() -> None:
    found = [*in_tables(Source("x.py", TABLES))]
    assert [it.what for it in found] == [
        'NEEDED without ("starts", "7.7")',
        'NEEDED without ("place", "7.7")',
        'KINDS without "car"',
        'KINDS without "7.2"',
        'KINDS without ("make", "model")',
        'KINDS without "make"',
        'KINDS without "model"',
        'Literal without "mail"',
        'Literal without "email"',
    ]
    made = [ast.parse(it) for it in results(TABLES, found)]
    assert len({ast.dump(it) for it in made}) == len(found)


def test_a_check_that_refuses_never_refuses_again() -> None:
    found = lines_that_changed(CHECKS, in_checks(Source("x.py", CHECKS)))
    assert [it.strip() for it in found] == [
        "if False:",
        "if False or command.late or table.seat is None:",
        "if table.closed or False or table.seat is None:",
        "if False:",
        "if False:",
        "if False:",
        'return Refused(Why.LATE, None, "no") if False else None',
    ]


@pytest.mark.parametrize("finds, text", [(in_tables, "A: Final = ("), (in_checks, "if")])
def test_a_module_that_cannot_be_read_is_an_error(finds: Callable[[Source], object], text: str) -> None:
    with pytest.raises(SyntaxError):
        finds(Source("x.py", text))


@pytest.fixture(scope="module", name="found")
def found_here() -> dict[Kind, list[Change]]:
    return every(ROOT)


def test_the_same_seed_draws_the_same_and_the_kinds_take_turns(found: dict[Kind, list[Change]]) -> None:
    chosen = [*in_turn(found.values(), seed=5)][:9]
    assert chosen == [*in_turn(found.values(), seed=5)][:9] != [*in_turn(found.values(), seed=6)][:9]
    assert [it.kind for it in chosen] == ["rulebook", "table", "check"] * 3
    few = [it[:2] for it in found.values()]
    assert sorted(in_turn(few, seed=1)) == sorted(it for kind in few for it in kind)


def test_requirements_of_every_kind_are_found_in_this_tree(found: dict[Kind, list[Change]]) -> None:
    said = {str(it).replace(f":{it.line}  ", "  ") for kind in found.values() for it in kind}
    assert 'rulebooks/star-craps.toml  [no_result.reasons] "cocked dice" = "5.3.5"' in said
    assert 'house/promotions/checking.py  PARTICULARS without "easements"' in said
    assert "table/conduct.py  refused if ban is None" in said


def test_the_tests_nearest_to_a_module_bear_its_name_and_the_others_are_those_of_its_room() -> None:
    assert rooms_of("src/dicehouse/table/conduct.py") == ("tests/table",)
    assert rooms_of("src/dicehouse/house/promotions/checking.py") == ("tests/house",)
    assert "tests/games" in rooms_of("src/dicehouse/rulebooks/star-craps.toml")
    assert near(ROOT, "src/dicehouse/table/conduct.py")[0] == "tests/table/test_conduct.py"
    assert near(ROOT, "src/dicehouse/house/promotions/checking.py")[0] == "tests/house/promotions/test_terms.py"
