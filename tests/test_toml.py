"""TOML within bounds: what is too long or too deep is refused at once, wherever someone's file is read."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse import toml
from dicehouse.floor import plan
from dicehouse.house import policy, terms
from dicehouse.rulebooks.source import Source
from dicehouse.table import config
from dicehouse.web import identities

READERS: dict[str, Callable[[str], Any]] = {
    "rulebook": lambda text: Source("house.toml", text),
    "table": config.read,
    "policy": policy.read,
    "terms": terms.read,
    "house": plan.read,
    "staff": identities.read,
}
DEEP = {
    "a key": "a." * 20_000 + "b = 1",
    "a header": "[" + "a." * 20_000 + "b]",
    "a list of tables": "[[" + "a . " * 10_000 + "b]]",
    "a quoted key": "\"a\".'a'." * 5_000 + "b = 1",
    "a key in a table": "a = {" + "a." * 20_000 + "b = 1}",
    "lists": "a = " + "[" * 20_000 + "]" * 20_000,
    "tables": "a = " + "{a = " * 200 + "1" + "}" * 200,
    "tables of short keys": "a = " + ("{" + "a." * 20 + "a = ") * 20 + "1" + "}" * 20,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_file_that_is_nested_deep_is_a_mistake_in_it_and_found_at_once(
    reader: Callable[[str], Any], text: str
) -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match="nested too deep"):
        reader(text)
    assert time.process_time() - began < 1


def test_as_deep_as_may_be_is_read_and_one_more_is_not() -> None:
    assert toml.read("a." * (toml.DEEPEST - 1) + "b = 1")
    with pytest.raises(toml.TomlError, match="at line 3: at most 32") as found:
        toml.read("\n\n" + "a." * toml.DEEPEST + "b = 1")
    assert found.value.line == 3
    assert toml.read("a = " + "[" * (toml.DEEPEST - 1) + "]" * (toml.DEEPEST - 1))
    with pytest.raises(toml.TomlError, match="at most 32"):
        toml.read("a = " + "[" * toml.DEEPEST + "]" * toml.DEEPEST)


def test_as_long_as_may_be_is_read_and_one_more_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "LONGEST", 9)
    assert toml.read("a = 12345") == {"a": 12345}
    with pytest.raises(toml.TomlError, match="it has 10 characters, and at most 9 are read"):
        toml.read("a = 123456")


def test_prose_with_many_stops_is_no_key() -> None:
    text = "See 1.2.3. It ends at 11.30 p.m. Wait..... and then: a.b.c.d. " * 40
    assert toml.read(f'said = "{text}" # {text}') == {"said": text}


def test_a_number_too_long_and_what_is_no_toml_say_so() -> None:
    with pytest.raises(toml.TomlError, match="number in it is too long"):
        toml.read("a = " + "9" * 5_000)
    with pytest.raises(toml.TomlError, match="this is not TOML: Invalid statement") as found:
        toml.read("a = 1\n= 2")
    assert found.value.line == 2
    with pytest.raises(toml.TomlError, match="at end of document") as found:
        toml.read("a")
    assert found.value.line == 0


@pytest.mark.parametrize("sign", ["a", ".", '"', '\\"', "'", " ", "a.", '"".', "[", "{", "=", "\n", "a ", "\t.", "-"])
def test_the_time_to_look_grows_with_the_length_alone(sign: str) -> None:
    text = (sign * 200_000)[:200_000]
    began = time.process_time()
    toml._TOO_DEEP_KEY.search(text)
    assert time.process_time() - began < 1


NESTED: Any = st.recursive(
    st.integers(), lambda it: st.lists(it, max_size=3) | st.dictionaries(st.text(max_size=2), it)
)


def depth(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inside is None else 1 + max((depth(it) for it in inside), default=0)


@given(NESTED, st.integers(0, 6))
def test_how_deep_something_is_nested(value: Any, deepest: int) -> None:
    assert toml.is_deeper(value, deepest) == (depth(value) > deepest)
