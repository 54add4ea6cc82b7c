"""The names that a rulebook gives: parameters and their values, lists of numbers, sets of rolls, symbols, colours."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeVar

from dicehouse.dice import FACES, Dice
from dicehouse.games.words import Vocabulary, WordError, numbers_in, rolls_in
from dicehouse.rulebooks.source import Reader, nearest

MOST_MEMBERS: Final = 1_000
"""Wagers of one family, or states of one."""

Values = Mapping[str, int | str]
"""What each parameter stands for: a number, a symbol or a colour."""
T = TypeVar("T")


def spoken(said: Reader, key: str, text: str, read: Callable[[str, Vocabulary], T], words: Vocabulary) -> T:
    """What a text in dice words means; a wrong word is told with its place and the nearest right one."""
    try:
        return read(text, words)
    except WordError as error:
        said.fail(f"{error}{nearest(error.word, error.known) if error.word else ''}", key)


def members(said: Reader, words: Vocabulary) -> list[Values]:
    """The values of the parameters under `each`, in all their combinations; a later one may name an earlier one."""
    table = said.inner("each", needed=False)
    free_names(table, table.table, words)
    found = list(islice(_combined(table, list(table.table), words, {}), MOST_MEMBERS + 1))
    if len(found) > MOST_MEMBERS:
        said.fail(f"a family has at most {MOST_MEMBERS} members; make several of it", "each")
    return found


def _combined(table: Reader, names: list[str], words: Vocabulary, so_far: Values) -> Iterator[Values]:
    if not names:
        yield so_far
        return
    first, *others = names
    text = table.text(first)
    named = [it.strip() for it in text.split(",")]
    values: Sequence[int | str] = named
    if not all(it in words.faces for it in named):
        values = spoken(table, first, text, numbers_in, words)
    for value in values:
        yield from _combined(table, others, words.bind({first: value}), {**so_far, first: value})


_TAKEN: Final = frozenset({
    "total", "odd", "even", "roll", "hard", "easy", "shows", "never", "once", "twice", "times", "at", "least", "most",
    "double", "triple", "alike", "different", "only", "anything", "otherwise", "or", "and", "but", "not", "except",
    "is", "has", "full", "empty", "set", "count", "one", "of", "to",
})  # fmt: skip
"""The words of the language itself."""


def free_names(said: Reader, names: Mapping[str, object], words: Vocabulary) -> None:
    """A name that a file gives is one word, and no other thing goes by it."""
    for name in names:
        if not name.isidentifier():
            said.fail(f"{name!r} is not one word of letters; give it a plain name", name)
        if name in _TAKEN or name in words.numbers or name in words.sets or name in words.faces or name in words.memory:
            said.fail(f"{name!r} means something already; give it another name", name)


def filled(text: str, values: Values) -> str:
    """A text with the values of the parameters in it."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def vocabulary(top: Reader, dice: Dice, faces: Sequence[str], colours: Mapping[str, tuple[int, ...]]) -> Vocabulary:
    """The words of a file: what stands on its dice, and the lists and sets that it gives a name."""
    symbols = {name: (face,) for face, name in zip(FACES, faces, strict=True) if not name.isdecimal()}
    words = Vocabulary(dice, {**symbols, **colours})
    numbers, sets = top.inner("numbers", needed=False), top.inner("sets", needed=False)
    for name in numbers.table:
        free_names(numbers, {name: 0}, words)
        found = spoken(numbers, name, numbers.text(name), numbers_in, words)
        words = replace(words, numbers={**words.numbers, name: found})
    for name in sets.table:
        free_names(sets, {name: 0}, words)
        rolls = spoken(sets, name, sets.text(name), rolls_in, words)
        words = replace(words, sets={**words.sets, name: rolls})
    return words
