"""What people call a wager is understood, and what nobody calls one is answered with what is near."""

import pytest

from dicehouse.rulebooks import load
from dicehouse.rulebooks.nicknames import wager_called


@pytest.mark.parametrize(
    "book, said, wager",
    [
        ("star-craps", "pass line", "win-line"),
        ("star-craps", "Don't Win", "dont-win"),
        ("star-craps", "the yo", "eleven"),
        ("star-craps", "place 6", "place-win-6"),
        ("star-sicbo-2024", "4s", "single-4"),
        ("star-sicbo-2024", "2 1", "pair-1-2"),
        ("crown-sicbo-b", "triple any", "any-symbol-triple"),
    ],
)
def test_a_wager_goes_by_its_id_its_name_and_what_people_call_it(book: str, said: str, wager: str) -> None:
    assert wager_called(load(book), said).id == wager


def test_a_name_that_is_not_known_is_answered_with_one_that_is_near() -> None:
    with pytest.raises(ValueError, match=r"star-craps has no wager called 'pas line'; did you mean pass line\?"):
        wager_called(load("star-craps"), "pas line")
    with pytest.raises(ValueError, match=r"no wager called 'xyzzy'; `dicehouse odds star-craps` lists its wagers"):
        wager_called(load("star-craps"), "xyzzy")
