"""The list of breaks that `make breaks` tries, and what it says of code that has changed since."""

import ast
from collections import Counter

import pytest

from tools.breaks import Break, every, stale
from tools.changes import PACKAGE, ROOT

SOLD = Break("chips", "Dollars have cents", "money.py", "DOLLAR", "CENT", ("test_money.py",))


def test_each_rule_is_there_once_with_a_file_and_with_tests_that_there_are() -> None:
    found = every()
    assert [rule for rule, times in Counter(it.rule for it in found).items() if times > 1] == []
    for one in found:
        assert (ROOT / PACKAGE / one.file).is_file(), one.rule
        assert one.noticed_by, one.rule
        for test in one.tests():
            file, _, name = test.partition("::")
            text = (ROOT / file).read_text("utf-8")
            assert f"def {name}(" in text if name else text, f"{one.rule}: {test}"


def test_a_break_puts_other_code_in_the_place_of_what_it_quotes() -> None:
    quoted = '"""Money'
    one = SOLD._replace(says=quoted, instead='"""Coins')
    change = one.change(ROOT)
    before = (ROOT / change.file).read_bytes()
    after = change.made_in(before)
    assert (change.line, after.replace(b"Coins", b"Money", 1)) == (1, before)
    ast.parse(after)


def test_code_that_is_not_there_once_by_now_is_told() -> None:
    gone, twice = SOLD._replace(says="no such line"), SOLD._replace(says="import")
    with pytest.raises(ValueError, match="has 'no such line' 0 times"):
        gone.change(ROOT)
    told = stale([gone, twice], ROOT)
    assert told[0] == "Dollars have cents: src/dicehouse/money.py has 'no such line' 0 times; it must have it once"
    assert len(told) == 2
