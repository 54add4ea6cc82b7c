"""What someone at a desk may do: each act with what is to be filled in, and why it would be refused now.

The pit and the cage do a great many different things, and no console knows the rules of any. So the server says what
there is to do: the command, what of it is given already, what a person has to say, and what the judge answers to a
trial of it. A console draws the act, and sends back what was filled in.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from dicehouse.house import judge as house_judge
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table import Table
from dicehouse.table import judge as table_judge
from dicehouse.table.orders import Answer, Command
from dicehouse.views.parts import Refusal, Text, refusal

HOUSE: Final = "house"
TRIAL: Final = "trial"
"""The id of commands that are only judged."""
SOMETHING: Final = "-"
"""What a trial says where a person is to say something."""

LATER: Final = timedelta(days=1)
"""When a trial says that something is to be, where a person is to say when."""

FieldKind = Literal["money", "count", "text", "name", "moment", "one", "some", "tick", "pin", "dice", "sums"]
"""Dice are typed as their faces, and sums as amounts of money one after the other."""


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
    """What stands there already."""
    choices: tuple[ChoiceView, ...] = ()
    count: int = 0
    """How many dice are typed."""


class ActView(Struct, frozen=True, kw_only=True):
    """Something to do."""

    key: str
    """Tells it from the others of its list."""
    do: str
    to: str
    """A table, or the house."""
    name: Text
    words: Text
    """In a few words, what it needs or by which clause; empty where there is nothing to say."""
    icon: str
    given: dict[str, Any]
    """What of the command is fixed."""
    fields: tuple[FieldView, ...]
    grave: bool
    """Whether it must not happen by accident."""
    refused: Refusal | None
    """Why it would be refused now; None where it would not."""


class Asker(NamedTuple):
    """Who looks at a desk: what they are here, and when."""

    name: str
    role: str
    at: datetime


NOTHING: Final = Text("", "")


class Act(NamedTuple):
    """An act before it is judged."""

    order: type[Command]
    name: Text
    icon: str = "edit"
    words: Text = NOTHING
    given: Mapping[str, Any] = {}
    fields: tuple[FieldView, ...] = ()
    tried: Mapping[str, Any] = {}
    """What the trial says where the fields do not say enough."""
    grave: bool = False
    key: str = ""
    free: bool = False
    """Whether everything depends on what is filled in, so that a trial tells no more than who may do it."""


Judge = Callable[[Command], Answer]


def shown(act: Act, to: str, asker: Asker, judge: Judge, names: Mapping[str, str] = {}) -> ActView:
    """An act with what the judge says to it."""
    do = str(act.order.__struct_config__.tag)
    return ActView(
        key=act.key or do,
        do=do,
        to=to,
        name=act.name,
        words=act.words,
        icon=act.icon,
        given=msgspec.to_builtins(act.given),
        fields=act.fields,
        grave=act.grave,
        refused=_refused(act, asker, judge, names),
    )


def at_table(table: Table, act: Act, asker: Asker) -> ActView:
    return shown(act, table.config.name, asker, lambda it: table_judge.decide(table, it))


def in_house(house: House, act: Act, asker: Asker, names: Mapping[str, str] = {}) -> ActView:
    return shown(act, HOUSE, asker, lambda it: house_judge.decide(house, it), names)


def _refused(act: Act, asker: Asker, judge: Judge, names: Mapping[str, str]) -> Refusal | None:
    """What the judge answers to a trial: what is given, and for the rest the first choice or a plain word."""
    if not asker.role:
        return refusal(Refused(Why.NOT_ALLOWED, None, "no-rank-here", person=asker.name))
    said: dict[str, Any] = {}
    for it in act.fields:
        if it.needed and "." not in it.key and it.kind != "pin" and it.key not in act.tried:
            said[it.key] = asker.at + LATER if it.kind == "moment" else _plain(it)
    fields = {**act.given, **said, **act.tried}
    answer = judge(act.order(id=TRIAL, at=asker.at, by=asker.name, role=asker.role, **fields))
    if not isinstance(answer, Refused) or (act.free and answer.why is not Why.NOT_ALLOWED):
        return None
    # The act stands beside its name and its case, so the sentence need not begin with either.
    known = (SOMETHING, str(act.order.__struct_config__.tag), *act.given.values())
    return refusal(answer, names, about=answer.subject not in known)


def _plain(it: FieldView) -> Any:
    if it.value is not None:
        return it.value
    if it.kind == "one" and it.choices:
        return it.choices[0].value
    if it.key == "seat":
        return 1
    if it.kind == "some":
        return tuple(each.value for each in it.choices)
    if it.kind == "dice":
        return (1,) * it.count
    return {"money": 1, "count": 1, "tick": False, "sums": (1,)}.get(it.kind, SOMETHING)


# --- fields that many acts have


def money_field(key: str, name: Text, value: int | None = None, *, needed: bool = True) -> FieldView:
    return FieldView(key=key, kind="money", name=name, value=value, needed=needed)


def text_field(key: str, name: Text, *, needed: bool = True) -> FieldView:
    return FieldView(key=key, kind="text", name=name, needed=needed)


def name_field(key: str, name: Text, value: str | None = None, *, needed: bool = True) -> FieldView:
    return FieldView(key=key, kind="name", name=name, value=value, needed=needed)


def count_field(key: str, name: Text, value: int | None = None, *, needed: bool = True) -> FieldView:
    return FieldView(key=key, kind="count", name=name, value=value, needed=needed)


def tick_field(key: str, name: Text, *, needed: bool = False) -> FieldView:
    return FieldView(key=key, kind="tick", name=name, needed=needed)


def dice_field(key: str, name: Text, count: int) -> FieldView:
    return FieldView(key=key, kind="dice", name=name, count=count)


def one_field(key: str, name: Text, choices: tuple[ChoiceView, ...], *, needed: bool = True) -> FieldView:
    return FieldView(key=key, kind="one", name=name, choices=choices, needed=needed)


def moment_field(key: str, name: Text, value: datetime | None = None, *, needed: bool = False) -> FieldView:
    return FieldView(key=key, kind="moment", name=name, value=value.isoformat() if value else None, needed=needed)


def choices(**names: Text) -> tuple[ChoiceView, ...]:
    """Choices by their values; an underscore stands for a stroke."""
    return tuple(ChoiceView(value.replace("_", "-"), name) for value, name in names.items())


REASON: Final = text_field("reason", Text("Reason", "理由"))
