"""Player cards in a rulebook: from which day they are asked for, and by which clauses."""

from datetime import date
from pathlib import Path

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.rulebook import Cards
from tests.houses import HOUSE, mistake, says, write

CARDS = '\n[cards]\nfrom = 2026-01-31\nclause = "3.1"\nown = "3.2"\nproxies = "3.3"\n'


@pytest.mark.clause("star-sicbo-2024", "3.1", "9.1")
def test_only_the_stars_2024_edition_asks_for_cards() -> None:
    assert load("star-sicbo-2024").cards == Cards(date(2024, 8, 19), "3.1", "9.1", "9.20")
    assert [name for name in BUILT_IN if load(name).cards] == ["star-sicbo-2024"]


def test_an_operators_own_rulebook_may_ask_for_them(tmp_path: Path) -> None:
    house = load(write(tmp_path, HOUSE + CARDS))
    assert house.cards == Cards(date(2026, 1, 31), "3.1", "3.2", "3.3")
    later = load(write(tmp_path, HOUSE + CARDS.replace("01-31", "02-01"), "later.toml"))
    assert len({house.hash, later.hash, load(write(tmp_path, HOUSE, "none.toml")).hash}) == 3


@pytest.mark.parametrize(
    "old, new, key, message",
    [
        ("from = 2026-01-31", 'from = "soon" # here', "cards.from", "this is a date, written 2024-08-19, not 'soon'"),
        ("from = 2026-01-31", "to = 2026-01-31 # here", "cards.to", "no such key here"),
        ('own = "3.2"', 'own = "x" # here', "cards.own", "the document has no clause 'x'"),
    ],
)
def test_a_mistake_in_it_is_pointed_at(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    text = HOUSE + CARDS.replace(old, new)
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, message)
