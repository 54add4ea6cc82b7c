"""Dicehouse: casino dice tables from one definition of the rules, to run, to prove and to audit.

    import dicehouse as dh

    table = dh.Table("star-craps", chip="1.00")
    table.bet("pass line", 10).roll(4, 2)
    dh.odds("star-craps").to_pandas()

What stands in `__all__` is the library, with its types in `__init__.pyi` and its code in `dicehouse.library`. It is
loaded when it is first used, so that `import dicehouse` itself costs nothing. `odds`, `wager`, `simulate` and `audit`
are rooms of the program too; called, each does what the library's function of its name does.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Final

__version__ = "0.1.0"

_FOUND_IN: Final = {
    "Table": "table",
    "odds": "odds",
    "wager": "wagers",
    "rulebook": "books",
    "simulate": "simulation",
    "session": "sessions",
    "audit": "auditing",
    "RefusedError": "refused",
}
"""Each public name, and the module of the library that it stands in."""

__all__ = ["RefusedError", "Table", "audit", "odds", "rulebook", "session", "simulate", "wager"]


class _CalledRoom(ModuleType):
    """A room that can be called: it does what the library's function of its name does."""

    def __call__(self, *given: object, **named: object) -> object:
        return _public(self._name)(*given, **named)

    @property
    def _name(self) -> str:
        return self.__name__.rpartition(".")[2]

    @property
    def __signature__(self) -> object:
        from inspect import signature

        return signature(_public(self._name))


class _Front(ModuleType):
    """This package: a room of the same name as a function of the library becomes one that can be called."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _FOUND_IN and type(value) is ModuleType:
            value.__class__ = _CalledRoom
        super().__setattr__(name, value)


def _public(name: str) -> Callable[..., object]:
    found: Callable[..., object] = getattr(import_module(f"dicehouse.library.{_FOUND_IN[name]}"), name)
    return found


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'dicehouse' has no attribute {name!r}")
    found = _public(name)
    # A room of this name has come in with it and stands here by now; anything else is kept for the next time.
    return globals().setdefault(name, found)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


sys.modules[__name__].__class__ = _Front
