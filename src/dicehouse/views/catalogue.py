"""What forms say, read from `forms.toml`: the names of controls, of fields and of values that can be chosen.

What is found nowhere there is called by its own name, in plain words.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.table.orders import Command, tag_of
from dicehouse.views.parts import Text

FILE: Final = Path(__file__).with_name("forms.toml")


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person at a desk presses to give a command."""

    en: str
    zh: str
    icon: str = "edit"
    asks: str | None = None
    """The fields of its form in their order, as `fields.asked` reads them; None: all of them."""
    grave: bool = False
    """Whether it must not happen by accident."""
    pit: bool = False
    """Whether the pit lists it among what is done less often."""

    @property
    def name(self) -> Text:
        return Text(self.en, self.zh)


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    controls: dict[str, Control]
    """By command."""
    labels: dict[str, tuple[str, str]]
    choices: dict[str, tuple[str, str]]
    offered: dict[str, str]


@cache
def catalogue() -> Catalogue:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), Catalogue)


def control_of(kind: type[Command]) -> Control:
    said = _plain(tag_of(kind))
    return catalogue().controls.get(tag_of(kind)) or Control(said, said)


def label_of(command: str, field: str) -> Text:
    return _found(catalogue().labels, f"{command}.{field}", field.rpartition(".")[2])


def choice_of(command: str, field: str, value: str) -> Text:
    return _found(catalogue().choices, f"{command}.{field}.{value}", f"{field}.{value}", value)


def offered(command: str, field: str) -> tuple[str, ...]:
    """The values that a form offers, where they are not all that the command takes; nothing: all of them."""
    known = catalogue().offered
    return tuple(known.get(f"{command}.{field}", known.get(field, "")).split())


def _found(words: dict[str, tuple[str, str]], *keys: str) -> Text:
    return next((Text(*words[key]) for key in keys if key in words), Text(_plain(keys[-1]), _plain(keys[-1])))


def _plain(name: str) -> str:
    """ "with_checks" as "With checks"."""
    return name.replace("_", " ").replace("-", " ").strip().capitalize()
