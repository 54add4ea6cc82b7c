"""JSON means one thing: the quick way of finding a key that is there twice finds what a whole reading finds."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dicehouse.web.strict_json import once_each

TEXTS = st.text(alphabet='ab:,"\\\\ {}[]é', max_size=4)
VALUES = st.one_of(
    st.integers(), st.none(), TEXTS, st.lists(TEXTS, max_size=2), st.dictionaries(TEXTS, TEXTS, max_size=2)
)
SPACE = st.sampled_from(("", " ", "\n"))


def says_twice(body: bytes) -> bool:
    """Whether some object has a key twice, by reading all of it."""
    found = False

    def pairs(them: list[tuple[str, Any]]) -> None:
        nonlocal found
        found = found or len({key for key, _ in them}) < len(them)

    json.loads(body, object_pairs_hook=pairs)
    return found


@given(st.lists(st.tuples(TEXTS, VALUES), max_size=5), SPACE, st.booleans())
@example([("a", "b"), (":x", 1), (":x", 2)], "", True)
@example([("a", 1), ("a", 2)], " ", True)
@example([("a", '","a":"')], "", False)
def test_a_key_that_is_there_twice_is_found_and_no_other(pairs: list[Any], space: str, ascii_: bool) -> None:
    def said(it: object) -> str:
        return json.dumps(it, ensure_ascii=ascii_)

    inner = ",".join(f"{said(key)}{space}:{space}{said(value)}{space}" for key, value in pairs)
    body = f"{{{inner}}}".encode()
    if says_twice(body):
        with pytest.raises(ValueError, match="twice"):
            once_each(body)
    else:
        once_each(body)
