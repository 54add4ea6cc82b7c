"""`import dicehouse as dh`: it costs nothing, and a room with the name of a function can be called."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import dicehouse as dh
from dicehouse.library.wagers import WagerCard

FRONT = Path(dh.__file__)


def ask(program: str) -> str:
    """What a fresh interpreter answers."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_importing_it_loads_nothing_else() -> None:
    assert ask("import sys, dicehouse; print([it for it in sys.modules if it.startswith('dicehouse.')])") == "[]"


def test_odds_in_a_notebook_need_no_library_of_data_frames_server_or_database() -> None:
    heavy = {"altair", "apsw", "click", "duckdb", "numba", "numpy", "pandas", "pyarrow", "rich", "starlette"}
    loaded = ask("import sys, dicehouse as dh; dh.odds('star-craps')._repr_html_(); print(*sys.modules)").split()
    assert heavy.isdisjoint(loaded)


def test_the_types_name_what_is_there() -> None:
    stub = ast.parse(FRONT.with_suffix(".pyi").read_text(encoding="utf-8"))
    named = {
        str(it.asname): f"{node.module}:{it.name}"
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for it in node.names
    }
    assert sorted(named) == sorted(dh.__all__)
    for name, place in named.items():
        module, _, attribute = place.partition(":")
        found = getattr(dh, str(name))
        if not isinstance(found, ModuleType):
            assert found is getattr(import_module(str(module)), attribute)


@pytest.mark.parametrize("first", ["import dicehouse.odds.value", "from dicehouse.odds import values", "pass"])
def test_odds_are_a_room_and_a_function_whichever_comes_first(first: str) -> None:
    program = (
        f"{first}\nimport dicehouse as dh, dicehouse.odds as room\nprint(len(dh.odds('star-craps')), dh.odds is room)"
    )
    assert ask(f"{program}\nprint(callable(room.values))").split() == ["71", "True", "True"]


def test_a_called_room_shows_the_arguments_of_its_function() -> None:
    assert list(inspect.signature(dh.wager).parameters) == ["book", "called", "stake", "chip", "readings"]
    assert isinstance(dh.wager("star-craps", "yo"), WagerCard)


def test_what_it_does_not_have_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'roulette'"):
        getattr(dh, "roulette")  # noqa: B009
    assert {"Table", "odds", "__version__"} <= set(dir(dh))
