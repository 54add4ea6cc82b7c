"""`dicehouse conformance`: the pack as it is handed out, and the score of an engine."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from dicehouse.conformance import RULEBOOKS
from dicehouse.rulebooks import BUILT_IN
from dicehouse.rulebooks.loader import SHIPPED
from tests.commands import ROOT, dicehouse

OURS = f"{shlex.quote(sys.executable)} -m dicehouse settle star-craps"
CRAPSSIM = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/crapssim/engine.py'))}"
KNOWN = str(ROOT / "examples/crapssim/known.toml")


def test_this_engine_agrees_with_every_case_of_the_pack() -> None:
    said = dicehouse("conformance", "--engine", OURS, "--json").data
    assert {it["rulebook"] for it in said["scores"]} == {*BUILT_IN, *SHIPPED}
    for it in said["scores"]:
        assert (it["agrees"], it["score"], it["differences"]) == (it["cases"], "1", [])
    assert sum(it["cases"] for it in said["scores"]) > 3000


def test_without_an_engine_the_pack_is_listed_and_printed() -> None:
    listed = dicehouse("conformance").rows
    assert all(any(it in row for row in listed) for it in RULEBOOKS)
    first, *rest = dicehouse("conformance", "under-over-seven").rows
    assert json.loads(first)["rulebook"] == "under-over-seven"
    assert [json.loads(it)["wager"] for it in rest] == ["under", "over", "seven"]


def test_crapssim_differs_only_where_it_is_known_to() -> None:
    """Every difference of the public engine is named in the example, and every one named still shows."""
    books = ("strip-craps", "crapless-craps", "star-craps")
    said = dicehouse("conformance", *books, "--engine", CRAPSSIM, "--known", KNOWN, "--json").data
    assert {it["rulebook"]: it["differs"] for it in said["scores"]} == dict.fromkeys(books, 0)
    assert all(it["cases"] for it in said["known"])
    strip = said["scores"][0]
    assert strip["agrees"] > 800
    assert 0 < strip["known"] < 40
    assert set(strip["left_out"]) == {
        "no place-lose",
        "no repeater",
        "no bet is called off, and hardways always work",
    }


def test_a_difference_is_told_with_its_clause_and_ends_with_status_1() -> None:
    said = dicehouse("conformance", "strip-craps", "--engine", CRAPSSIM, "--wager", "world", "--wager", "put-6")
    assert said.status == 1
    assert "strip-craps: world on every roll (5.4)" in said.out
    assert '  at   {"roll": [1, 6]}' in said.out
    assert "  due  w1 win, winnings 8.00, returned 10.00" in said.out
    assert "  came w1 push, winnings 0.00, returned 10.00" in said.out
    assert "put-6 may not be taken down" in said.out


def test_so_many_differences_are_printed_as_asked_for() -> None:
    one = dicehouse("conformance", "strip-craps", "--engine", CRAPSSIM, "--wager", "hard-6", "--show", "1")
    assert one.out.count("  due  ") == 1
    assert "… and 2 more; --show and --json tell them" in one.out


def test_in_words_the_score_tells_what_was_left_out_what_is_known_and_what_no_longer_differs(tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    known.write_text(
        '[[difference]]\nrulebook = "strip-craps"\ncases = "world *"\nwhy = "a push"\n'
        '[[difference]]\nrulebook = "strip-craps"\ncases = "field *"\nwhy = "the Field"\n'
        '[[difference]]\nrulebook = "star-craps"\ncases = "x"\nwhy = "elsewhere"\n'
    )
    chosen = ("--wager", "world", "--wager", "repeater-2", "--wager", "field")
    said = dicehouse("conformance", "strip-craps", "--engine", CRAPSSIM, *chosen, "--known", str(known))
    assert said.status == 0
    assert "left out: no repeater" in said.out
    assert "strip-craps: 1 known: a push" in said.out
    assert "strip-craps: no longer differs: the Field" in said.out
    assert "elsewhere" not in said.out
    assert " 50.00%" in said.out


def test_a_rulebook_of_which_everything_is_left_out_has_no_score() -> None:
    said = dicehouse("conformance", "under-over-seven", "--engine", CRAPSSIM)
    assert said.status == 0
    (row,) = (it.split() for it in said.out.splitlines() if it.startswith(" under"))
    assert row == ["under-over-seven", "3", "3", "0", "0", "0", "-"]


def test_mistakes_are_told_in_one_line(tmp_path: Path) -> None:
    assert (
        "the pack has no rulebook 'star-carps'; did you mean star-craps?"
        in dicehouse("conformance", "star-carps").mistake
    )
    assert (
        "no wager of these rulebooks is 'feild'; did you mean field?"
        in dicehouse("conformance", "strip-craps", "--engine", OURS, "--wager", "feild").mistake
    )
    assert dicehouse("conformance", "--engine", "no-such-engine").mistake == (
        "the engine 'no-such-engine' cannot be started: No such file or directory"
    )
    broken = tmp_path / "known.toml"
    broken.write_text("difference = 1")
    assert (
        "[[difference]] entries and nothing else"
        in dicehouse("conformance", "--engine", OURS, "--known", str(broken)).mistake
    )


@pytest.mark.parametrize("book", ["strip-craps", "star-craps"])
def test_settle_opens_a_new_layout_of_another_rulebook(book: str) -> None:
    lines = (
        {"place": "w1", "wager": "big", "stake": "10.00"},
        {"open": book, "chip": "5.00"},
        {"place": "w1", "wager": "win-line", "stake": "10.00"},
        {"open": "no-such-book"},
        {"open": book, "chip": "a chip"},
        {"roll": [3, 4]},
    )
    said = dicehouse("settle", "star-sicbo-2024", stdin="".join(json.dumps(it) + "\n" for it in lines).encode()).rows
    placed, opened, again, missing, bad, rolled = map(json.loads, said)
    assert placed["decided"] == opened["decided"] == again["decided"] == []
    assert "no-such-book" in missing["refused"]["message"]
    assert "an amount is" in bad["refused"]["message"]
    assert [it["result"] for it in rolled["decided"]] == ["win"]
