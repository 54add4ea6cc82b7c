"""Every example in a docstring of the library goes as it says, and every public name has one."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import dicehouse as dh
from dicehouse import library

MODULES = sorted(it.stem for it in Path(library.__file__).parent.glob("*.py") if it.stem != "__init__")


@pytest.mark.parametrize("module", MODULES)
def test_every_example_in_a_docstring_goes_as_it_says(module: str) -> None:
    made = import_module(f"dicehouse.library.{module}")
    done = doctest.testmod(made, verbose=False)
    assert done.failed == 0


@pytest.mark.parametrize("name", dh.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    module = import_module(f"dicehouse.library.{vars(dh)['_FOUND_IN'][name]}")
    assert ">>> " in (inspect.getdoc(getattr(module, name)) or "")
