"""The fields of a form, derived from the command that it gives: what is typed or chosen, under which name, and whether
it must be.

The type of a field says how it is filled in, the catalogue what it is called. So a command has a form as soon as it is
declared, and a form says in a few words only what its command does not: which fields it asks for, what there is to
choose from, and what stands there already.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from dicehouse.money import LARGEST
from dicehouse.table.counted import Chips
from dicehouse.table.orders import Command, tag_of
from dicehouse.views.catalogue import choice_of, label_of, offered
from dicehouse.views.layout import CHIPS
from dicehouse.views.parts import Text, money, same

FieldKind = Literal[
    "money", "count", "text", "name", "moment", "one", "some", "tick", "pin", "dice", "sums", "chips", "day"
]
"""Dice are typed as their faces, sums as amounts of money one after the other, and chips as how many of each value."""
LONGEST_NAME: Final = 64
"""Letters; what may have more is words."""
FACES: Final = 6


class ChoiceView(Struct, frozen=True):
    """Something that can be chosen."""

    value: str | int | bool
    name: Text
    more: str = ""
    """What is to be known of it before it is chosen."""


class FieldView(Struct, frozen=True, kw_only=True):
    """Something that a person has to say."""

    key: str
    """Where it goes in the command; dots lead into records."""
    kind: FieldKind
    name: Text
    needed: bool = True
    value: str | int | bool | None = None
    """What stands there already; chips as "500x20 2500x4"."""
    choices: tuple[ChoiceView, ...] = ()
    count: int = 0
    """How many dice are typed."""


Choices = Mapping[str, Callable[[], tuple[ChoiceView, ...]]]
"""By field, what there is to choose from; made only where the form is opened."""
COMMON: Final = frozenset(Command.__struct_fields__)


class Field(NamedTuple):
    """A field as the command declares it."""

    kind: FieldKind
    values: tuple[str, ...]
    """All that it takes, where those are few."""
    required: bool


class Asked(NamedTuple):
    """A field as a form asks for it."""

    key: str
    needed: bool | None
    """None: where the command requires it."""


def asked(kind: type[Command], asks: str | None, given: Mapping[str, Any]) -> tuple[Asked, ...]:
    """The fields of a form: those named, `!` behind one that must be said although the command does without it, `?`
    behind one that need not be; without any names, every field of the command that is not given."""
    if asks is None:
        return tuple(Asked(it, None) for it in kind.__struct_fields__ if it not in COMMON and it not in given)
    marks = {"!": True, "?": False}
    return tuple(Asked(it.rstrip("!?"), marks.get(it[-1])) for it in asks.split() if it.rstrip("!?") not in given)


def derived(kind: type[Command], ask: Asked, given: Mapping[str, Any], choices: Choices, dice: int = 0) -> FieldView:
    """One field of a form. What the command is given already in a record is what stands there."""
    command, key = tag_of(kind), ask.key
    if key == "pin":
        return FieldView(key=key, kind="pin", name=label_of(command, key))
    if key == "number" and key not in kind.__struct_fields__:  # the server puts it away before there is a command
        return FieldView(key=key, kind="name", name=label_of(command, key))
    field = declared(kind, key)
    found = choices[key]() if key in choices else _named(command, key, field)
    how = field.kind
    if how == "chips":
        found = tuple(ChoiceView(it, same(money(it))) for it in CHIPS)
    elif key in choices:
        how = "some" if how == "some" else "one"
    return FieldView(
        key=key,
        kind=how,
        name=label_of(command, key),
        needed=field.required if ask.needed is None else ask.needed,
        value=_there(given, key.split(".")),
        choices=found if how in ("one", "some", "chips") else (),
        count=dice if how == "dice" else 0,
    )


def _named(command: str, key: str, field: Field) -> tuple[ChoiceView, ...]:
    """The few values that the command itself knows."""
    last = key.rpartition(".")[2]
    known = tuple(it for it in offered(command, last) if it in field.values) or field.values
    return tuple(ChoiceView(it, choice_of(command, last, it)) for it in known)


def _there(given: Any, way: list[str]) -> Any:
    for part in way:
        if isinstance(given, Mapping):
            given = given.get(part)
        elif isinstance(given, Struct):
            given = getattr(given, given.__struct_fields__[int(part)] if part.isdigit() else part)
        elif isinstance(given, tuple) and part.isdigit():
            given = given[int(part)]
    if isinstance(given, datetime):
        return given.isoformat()
    if isinstance(given, tuple) and given and isinstance(given[0], Chips):
        return chips_text(given)
    return given if isinstance(given, str | int | bool) else None


def chips_text(chips: tuple[Chips, ...]) -> str:
    """How chips stand in a field: "500x20 2500x4"."""
    return " ".join(f"{it.value}x{it.count}" for it in chips)


# --- what a type says


@cache
def declared(kind: type[Command], key: str) -> Field:
    """A field of a command, or of a record in one; dots lead there."""
    at: Any = kind
    required = True
    for part in key.split("."):
        at = _bare(at)
        if isinstance(at, type) and issubclass(at, Struct):
            known = {it.name: it for it in msgspec.structs.fields(at)}
            it = known[at.__struct_fields__[int(part)] if part.isdigit() else part]
            at, required = it.type, it.required
        else:  # a list, or a record by names: what it is made of
            at, required = next(each for each in reversed(get_args(at)) if each is not Ellipsis), False
    return Field(*_kind(at), required)


def _bare(at: Any) -> Any:
    """A type without its bounds, and without None."""
    if get_origin(at) is Annotated:
        return _bare(get_args(at)[0])
    if get_origin(at) in (Union, UnionType):
        return _bare(next(each for each in get_args(at) if each is not NoneType))
    return at


def _bounds(at: Any) -> Iterator[Meta]:
    if get_origin(at) is Annotated:
        yield from (it for it in at.__metadata__ if isinstance(it, Meta))
        yield from _bounds(get_args(at)[0])
    elif get_origin(at) in (Union, UnionType):
        yield from _bounds(next(each for each in get_args(at) if each is not NoneType))


def _kind(at: Any) -> tuple[FieldKind, tuple[str, ...]]:
    bare = _bare(at)
    if get_origin(bare) is Literal:
        return "one", get_args(bare)
    if get_origin(bare) is tuple:
        (first, *_) = get_args(bare)
        if first is Chips:
            return "chips", ()
        if _bare(first) is int and any(it.le == FACES for it in _bounds(first)):
            return "dice", ()
        return ("sums" if _kind(first)[0] == "money" else "some"), ()
    if bare is bool:
        return "tick", ()
    if bare is int:
        return ("money" if any(it.le == LARGEST for it in _bounds(at)) else "count"), ()
    if bare is datetime:
        return "moment", ()
    if bare is date:
        return "day", ()
    return ("text" if any((it.max_length or 0) > LONGEST_NAME for it in _bounds(at)) else "name"), ()
