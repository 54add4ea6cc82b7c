"""Games that are files alone are audited like any other: every planted error is found, and nothing else."""

from pathlib import Path

import pytest

from dicehouse.audit.compiled import Compiled
from dicehouse.money import Cents
from dicehouse.rulebooks import load
from tests.audit.makes import audited, compiled, made, places, planted
from tests.houses import write

pytestmark = pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning")


@pytest.mark.parametrize("engine", ["numba", "duckdb"])
@pytest.mark.parametrize("book", ["strip-craps", "crapless-craps", "macau-sicbo", "yee-hah-hi", "under-over-seven"])
def test_every_planted_error_is_found_and_nothing_else(book: str, engine: str, tmp_path: Path) -> None:
    it = compiled(book)
    made(it, tmp_path, rounds=120, errors=20)
    found = audited(it, tmp_path, engine)
    assert places(found.findings) == planted(tmp_path)


def test_more_than_three_dice_cannot_be_audited_and_that_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    with pytest.raises(ValueError, match=r"\Acorner-house: an audit follows at most three dice, not 4\Z"):
        Compiled(load(path), Cents(100))


def test_a_marker_of_too_many_states_cannot_be_audited_and_that_is_said(tmp_path: Path) -> None:
    marker = '[markers.run]\nstates.s0 = [{ on = "total 2", go = "s1" }]\n' + "".join(
        f'states.s{n} = [{{ on = "total 2", go = "s{(n + 1) % 17}" }}]\n' for n in range(1, 17)
    )
    path = write(
        tmp_path,
        GAME.replace("count = 4", "count = 2").replace('clause = "1"', 'clause = "1"\nplaced = "run s0"') + marker,
    )
    with pytest.raises(ValueError, match=r"\Acorner-house: an audit follows 16 states of run, not more\Z"):
        Compiled(load(path), Cents(100))


GAME = """\
name = "Dice"
document = { id = "my-rules", title = "Mine", clauses = { "1" = "All of it." } }
dice.count = 4
[wagers.seven]
name = "Seven"
clause = "1"
wins = [{ on = "total 7", pays = "4 to 1" }]
"""
