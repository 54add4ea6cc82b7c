"""The pack in the wheel is what was written from the documents and from the second reading, and no other."""

import os

import pytest

from dicehouse.rulebooks import BUILT_IN
from dicehouse.rulebooks.loader import SHIPPED
from tests.conformance_pack import PACK, written


@pytest.mark.parametrize("rulebook", [*BUILT_IN, *SHIPPED])
def test_the_pack_of_the_wheel_is_as_it_is_written(rulebook: str) -> None:
    file, text = PACK / f"{rulebook}.jsonl", written(rulebook)
    if os.environ.get("DICEHOUSE_PACK"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_the_pack_has_every_rulebook_and_no_other() -> None:
    assert {it.stem for it in PACK.iterdir()} == {*BUILT_IN, *SHIPPED}
