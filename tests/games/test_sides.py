"""The sides of Sic Bo: by the wagers that a result wins."""

import pytest

from dicehouse.games.sides import NAMES, PARITY, SIDES, SIZE, on_the_felt, side_of
from dicehouse.rulebooks import BUILT_IN, load


@pytest.mark.parametrize(
    "won, size, parity",
    [
        ({"small", "odd", "total-5"}, "small", "odd"),
        ({"big", "even"}, "big", "even"),
        ({"any-triple", "triple-2"}, "", ""),
        (set(), "", ""),
    ],
)
def test_a_result_is_on_the_side_whose_wager_it_wins(won: set[str], size: str, parity: str) -> None:
    assert (side_of(won, SIZE), side_of(won, PARITY)) == (size, parity)


def test_a_table_keeps_a_road_of_two_sides_that_it_has() -> None:
    assert on_the_felt({"small", "big", "double-1"}, SIZE)
    assert not on_the_felt({"small", "double-1"}, SIZE)


@pytest.mark.parametrize("book", [it for it in BUILT_IN if it.endswith("sicbo") or "star-sicbo" in it])
def test_each_side_is_named_as_its_wager(book: str) -> None:
    wagers = load(book).wagers
    assert all(NAMES[it][0] == wagers[it].name for it in SIDES if it in wagers)
