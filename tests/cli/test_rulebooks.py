"""`dicehouse rulebooks`: the rulebooks there are, and the text of one to start from."""

from pathlib import Path

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.loader import text_of
from tests.commands import dicehouse
from tests.houses import write


def test_the_list_names_every_rulebook() -> None:
    said = dicehouse("rulebooks")
    assert (said.status, said.err) == (0, "")
    for name in BUILT_IN:
        (line,) = [line for line in said.out.splitlines() if line.split()[:1] == [name]]
        assert str(len(load(name).wagers)) in line.split()


def test_the_list_for_programs_has_the_hash_of_each() -> None:
    assert dicehouse("rulebooks", "--json").data == [
        {
            "id": name,
            "name": load(name).name,
            "document": load(name).document,
            "wagers": len(load(name).wagers),
            "hash": load(name).hash,
        }
        for name in BUILT_IN
    ]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_text_of_a_rulebook_is_its_file_and_loads_as_ones_own(name: str, tmp_path: Path) -> None:
    said = dicehouse("rulebooks", name)
    assert (said.status, said.err, said.out) == (0, "", text_of(name))
    assert load(write(tmp_path, said.out)).hash == load(name).hash


def test_an_unknown_rulebook_is_answered_with_all_there_are() -> None:
    mistake = dicehouse("rulebooks", "star-crap").mistake
    assert "star-crap" in mistake
    assert all(name in mistake for name in BUILT_IN)
