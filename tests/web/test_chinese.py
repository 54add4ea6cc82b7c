# ruff: noqa: RUF001 - Chinese punctuation
"""Whatever the server can say of a wager the consoles can say in Chinese: every sentence is tried."""

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import product

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.reasons import reason
from dicehouse.table import Config, new_table
from dicehouse.views.layout import layout_view
from dicehouse.views.recent_rounds import _summed
from dicehouse.wager import Decision
from tools import consoles

LATIN = re.compile(r"[A-Za-z]{2,}")


def in_chinese(sentences: list[str]) -> dict[str, str | None]:
    """By sentence, what the consoles make of it."""
    script = (
        "import { inChinese } from './src/words/phrases.ts';"
        "let text = ''; for await (const part of process.stdin) text += part;"
        "process.stdout.write(JSON.stringify(JSON.parse(text).map(inChinese)));"
    )
    program, _ = consoles.node_and_npm()
    done = subprocess.run(
        (program, "--input-type=module", "--experimental-strip-types", "--no-warnings", "-e", script),
        cwd=consoles.CONSOLES, input=json.dumps(sentences), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(zip(sentences, json.loads(done.stdout), strict=True))


def not_said(sentences: set[str]) -> list[str]:
    return [it for it, said in in_chinese(sorted(sentences)).items() if said is None or LATIN.search(said)]


def decided(book: str) -> Iterator[str]:
    rulebook = load(book)
    for wager in rulebook.wagers.values():
        for state, steps in zip(wager.rules.states, wager.rules.steps, strict=True):
            for roll, step in zip(wager.dice.rolls, steps, strict=True):
                if isinstance(step, Decision):
                    yield reason(rulebook, wager, state, roll, step)


@pytest.mark.parametrize("book", [*BUILT_IN, "macau-sicbo"])
def test_why_the_dice_decided_any_wager_is_said_in_chinese(book: str) -> None:
    assert not_said(set(decided(book))) == []


@pytest.mark.parametrize("book", [*BUILT_IN, "macau-sicbo"])
def test_how_every_wager_wins_and_what_it_costs_is_said_in_chinese(book: str) -> None:
    areas = layout_view(new_table(load(book), Config())).areas
    texts = {text for it in areas for text in (it.how.en, it.says, it.commission, *(line.when for line in it.pays))}
    assert not_said(texts - {""}) == []


def test_a_round_summed_up_is_said_in_chinese() -> None:
    texts = {_summed(won, lost, won - lost) for won, lost in product((0, 500, 123_456), repeat=2)}
    assert not_said(texts) == []


@pytest.mark.parametrize(
    "english, chinese",
    [
        ("Wins on 4 to 10, no triple; anything else loses.", "4 至 10 赢（三同除外）；其余皆输"),
        ("Wins on 6 before 7; it stays until one of them comes.", "6 先于 7 赢；保留至分出胜负"),
        ("one 4 showed; two are needed", "出了一个 4；须两个"),
        (
            "Wins on its point before 7. It may be at most 3 to 5 times the Pass Line in front of it, by its point.",
            "其点数 先于 7 赢。注额最多为前面过线注的 3 至 5 倍，依点数而定",
        ),
        ("Small won $10: the total was 9 (3.2.1.1)", "小 赢 $10：开出 9 点 (3.2.1.1)"),
        ("Big won $1,212.50: the total was 12 (3.2.1)", "大 赢 $1,212.50：开出 12 点 (3.2.1)"),
        ("1-4-5 came, a total of 10; triple 2 was needed", "开出 1、4、5，共 10 点；须出 围骰 2"),
        ("the dice showed two colours; one is needed", "骰子有两种颜色；须同为一色"),
        ("the run of Big was three long when Small came; four in a row are needed", "大连出三次后开小；须连出四次"),
    ],
)
def test_sentences_read_as_a_dealer_would_say_them(english: str, chinese: str) -> None:
    assert in_chinese([english]) == {english: chinese}


def test_a_sentence_that_nobody_knows_stays_as_it_came() -> None:
    assert in_chinese(["the moon was full; one is needed"]) == {"the moon was full; one is needed": None}
