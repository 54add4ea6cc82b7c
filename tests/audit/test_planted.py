"""Every planted error is found and nothing else, whatever the rulebook, the readings, the chip and the engine."""

from dataclasses import replace
from pathlib import Path

import pytest

from dicehouse.rulebooks import BUILT_IN
from tests.audit.makes import HOUSES, audited, compiled, made, places, planted

ENGINES = ("numba", "duckdb")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("book, chip, readings", HOUSES, ids=lambda it: str(it)[:40])
def test_every_planted_error_is_found_and_nothing_else(
    book: str, chip: int, readings: dict[str, str], engine: str, tmp_path: Path
) -> None:
    it = compiled(book, chip, **readings)
    there = made(it, tmp_path, errors=40)
    found = audited(it, tmp_path, engine)
    assert found.rows == there.wagers
    assert places(found.findings) == planted(tmp_path)
    assert sum(planted(tmp_path).values()) == 40


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("book", BUILT_IN)
def test_nothing_is_found_in_records_without_an_error(book: str, engine: str, tmp_path: Path) -> None:
    it = compiled(book)
    made(it, tmp_path)
    found = audited(it, tmp_path, engine)
    assert found.clean
    assert found.due == found.paid


def test_the_engines_tell_the_same_of_each_error(tmp_path: Path) -> None:
    it = compiled("star-craps")
    made(it, tmp_path, errors=40, seed=3)
    numba, duckdb = (audited(it, tmp_path, engine) for engine in ENGINES)
    assert replace(numba, engine="duckdb") == duckdb


def test_a_reading_taken_another_way_shows_in_what_was_due(tmp_path: Path) -> None:
    made(compiled("star-craps"), tmp_path)
    other = audited(compiled("star-craps", horn="all_returned"), tmp_path, "numba")
    assert {it.wager.partition("-")[0] for it in other.differences} == {"horn"}
    assert {it.kind for it in other.findings} == {"paid"}


def test_the_same_seed_makes_the_same_records(tmp_path: Path) -> None:
    it = compiled("star-craps")
    one, two = (made(it, tmp_path / name, errors=10, seed=5) for name in ("one", "two"))
    assert one == two
    files = [sorted((tmp_path / name).rglob("*.*")) for name in ("one", "two")]
    assert [it.read_bytes() for it in files[0]] == [it.read_bytes() for it in files[1]]
