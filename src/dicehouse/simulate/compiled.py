"""Compilation to machine code: one decorator, and one sentence where the extra that it needs is missing."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

try:
    from numba import njit
except ImportError:
    raise ValueError("simulation needs the fast extra: pip install 'dicehouse[fast]'") from None

P = ParamSpec("P")
T = TypeVar("T")


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function when it is first called, keep the result on disk, and let other threads run beside it."""
    made: Callable[P, T] = njit(cache=True, nogil=True)(function)
    return made


def compiled_anew(function: Callable[P, T]) -> Callable[P, T]:
    """The same for a function that is handed another one: it is compiled for each of them, and not kept."""
    made: Callable[P, T] = njit(nogil=True)(function)
    return made
