"""What a house changed from one rulebook to the next, thing by thing."""

from pathlib import Path

import pytest

from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.differences import Difference, differences

GAME = """
name = "Seven or not"
[document]
id = "ours"
title = "Ours"
[document.clauses]
"1" = "Everything."
[dice]
count = 2
[wagers.seven]
name = "Seven"
clause = "1"
wins = [{ on = "total 7", pays = "4 to 1" }]
[wagers.low]
name = "Low"
clause = "1"
wins = [{ on = "total 2-6", pays = "1 to 1" }]
"""


def changed(tmp_path: Path, *swaps: tuple[str, str]) -> tuple[Rulebook, Rulebook]:
    (tmp_path / "ours.toml").write_text(GAME, encoding="utf-8")
    before = load(tmp_path / "ours.toml")
    text = GAME
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "ours.toml").write_text(text, encoding="utf-8")
    return before, load(tmp_path / "ours.toml")


@pytest.mark.parametrize(
    "old, new, told",
    [
        ('"4 to 1"', '"9 to 2"', Difference("price", "Seven", "4:1", "9:2")),
        ("total 2-6", "total 2-5", Difference("rule", "Low")),
        ('name = "Low"\nclause = "1"', 'name = "Low"\nclause = "1"\nunits = 4', Difference("terms", "Low")),
        ("[wagers.low]", "[wagers.lower]", Difference("wager-dropped", "Low")),
        ("Everything.", "All of it.", Difference("text", "ours")),
        (
            "[dice]",
            '[readings]\nchip_rounding = "down"\n[dice]',
            Difference("reading", "chip_rounding", "exact", "down"),
        ),
        (
            "[dice]",
            '[limits.below_minimum]\nvalue = "stands"\nclause = "1"\n[dice]',
            Difference("limit", "below_minimum", "refused", "stands"),
        ),
        (
            "[dice]",
            '[times]\nclosing = { amount = 5, unit = "minutes", clause = "1" }\n[dice]',
            Difference("time", "closing", "20 minutes", "5 minutes"),
        ),
    ],
)
def test_each_difference_is_told(old: str, new: str, told: Difference, tmp_path: Path) -> None:
    assert differences(*changed(tmp_path, (old, new)))[0] == told


def test_a_new_wager_is_told_and_nothing_is_different_from_itself(tmp_path: Path) -> None:
    before, after = changed(tmp_path, ("[wagers.low]", "[wagers.lower]"))
    assert differences(before, after)[1] == Difference("wager-added", "Low")
    assert differences(after, after) == ()
