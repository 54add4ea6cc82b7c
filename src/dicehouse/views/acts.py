"""What someone at a desk may do: each act with its name and whether it may be done, and its form once it is opened.

The pit and the cage do a great many different things, and no console knows the rules of any. So the server says what
there is to do: the command, what of it is given already, and what the judge answers to a trial of it. What a person has
to say besides is derived from the command (`fields`), and only for the one form that is opened.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dicehouse.house import judge as house_judge
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table import Table
from dicehouse.table import judge as table_judge
from dicehouse.table.counted import Chips
from dicehouse.table.orders import Answer, Command, tag_of
from dicehouse.views.catalogue import control_of
from dicehouse.views.fields import Asked, Choices, FieldView, asked, derived
from dicehouse.views.judgements import Judgements
from dicehouse.views.parts import Refusal, Text, refusal
from dicehouse.views.table_choices import choices_at

HOUSE: Final = "house"
TRIAL: Final = "trial"
"""The id of commands that are only judged."""
SOMETHING: Final = "-"
"""What a trial says where a person is to say something."""
OTHERS: Final = 16
"""Choices of a field that are tried before an act is locked."""
LATER: Final = timedelta(days=1)
"""When a trial says that something is to be, where a person is to say when."""
NOTHING: Final = Text("", "")


class ActView(Struct, frozen=True, kw_only=True):
    """Something to do."""

    id: str
    """By which its form is asked for."""
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
    asks: bool
    """Whether there is something to fill in."""
    fields: tuple[FieldView, ...] = ()
    """What is to be filled in; only in a form that was asked for."""
    grave: bool
    """Whether it must not happen by accident."""
    refused: Refusal | None
    """Why it would be refused now; None where it would not, as far as is known before its form is opened."""


class Opened(NamedTuple):
    """The act whose form is asked for."""

    id: str
    seat: int = 0
    """The seat at which, where the console has one open."""


class Asker(NamedTuple):
    """Who looks at a desk: what they are here, and when."""

    name: str
    role: str
    at: datetime
    opened: Opened | None = None
    judgements: Judgements | None = None
    """What the judge has said at the table before; without them everything is judged anew."""


class Act(NamedTuple):
    """An act before it is judged. What its command and its control say already need not be said again."""

    order: type[Command]
    words: Text = NOTHING
    given: Mapping[str, Any] = {}
    asks: str | None = None
    """The fields of its form, where its control has others."""
    choices: Choices = {}  # noqa: RUF012 (nobody writes to it)
    """What there is to choose from, beside what every table has."""
    values: Mapping[str, Any] = {}
    """What stands in its fields already."""
    tried: Mapping[str, Any] = {}
    """What the trial says where the fields do not say enough."""
    labels: Mapping[str, Text] = {}
    """Names of fields that are made of figures."""
    name: Text | None = None
    icon: str = ""
    grave: bool | None = None
    key: str = ""
    dice: int = 0
    """How many are typed, where that is not as many as the table has."""
    free: bool = False
    """Whether everything depends on what is filled in, so that a trial tells no more than who may do it."""
    listed: bool = False
    """Whether it is one of many in a list that is seldom opened: it is judged when its form is, and until then only by
    who may do such a thing, where and when."""


class _Place(NamedTuple):
    """Where an act is done: its judge, and what there is to choose from."""

    to: str
    decide: Callable[[Command], Answer]
    barred: Callable[[Command], Refused | None]
    choices: Choices
    dice: int
    table: Table | None = None
    names: Mapping[str, str] = {}
    """By which people are called there."""


def at_table(table: Table, act: Act, asker: Asker) -> ActView:
    place = _Place(
        table.config.name,
        lambda it: table_judge.decide(table, it),
        lambda it: table_judge.barred(table, it),
        choices_at(table),
        table.book.dice.count,
        table,
    )
    return _shown(act, place, asker)


def acts_at(table: Table, asker: Asker, name: str, acts: Callable[[Table], Iterable[Act]]) -> tuple[ActView, ...]:
    """What may be done at a table whatever stands on the layout, under a name by which it is kept."""

    def make() -> tuple[ActView, ...]:
        return tuple(at_table(table, act, asker) for act in acts(table))

    if asker.opened is not None or asker.judgements is None:
        return make()
    return asker.judgements.of(table, (name, (asker.name, asker.role)), asker.at, make)


def in_house(house: House, act: Act, asker: Asker, names: Mapping[str, str] = {}) -> ActView:
    """`names`: by which people are called there."""
    place = _Place(
        HOUSE, lambda it: house_judge.decide(house, it), lambda it: house_judge.barred(house, it), {}, 0, None, names
    )
    return _shown(act, place, asker)


def form_in_house(house: House, act: Act, asker: Asker) -> ActView:
    """An act with its form, where whoever sees it wants that at once."""
    return in_house(house, act, asker._replace(opened=Opened(in_house(house, act, asker).id)))


def judged_at(table: Table, asker: Asker, order: type[Command], **fields: Any) -> Refusal | None:
    """Why a control without a form would be refused; None where it would not."""

    if asker.opened is not None:
        return None

    def judge() -> Refusal | None:
        trial = order(**fields, **_stamp(asker))
        answer = table_judge.barred(table, trial) or table_judge.decide(table, trial)
        return refusal(answer) if isinstance(answer, Refused) else None

    if asker.judgements is None:
        return judge()
    return asker.judgements.of(table, (order, (asker.name, asker.role, *fields.items())), asker.at, judge)


def _shown(act: Act, place: _Place, asker: Asker) -> ActView:
    control, do = control_of(act.order), tag_of(act.order)
    given = msgspec.to_builtins(act.given)
    view = ActView(
        id=_id(place.to, do, act.key, given),
        key=act.key or do,
        do=do,
        to=place.to,
        name=act.name or control.name,
        words=act.words,
        icon=act.icon or control.icon,
        given=given,
        asks=bool(_asked(act)),
        grave=control.grave if act.grave is None else act.grave,
        refused=None,
    )
    if asker.opened is None:
        return replace(view, refused=_foreseen(act, place, asker, view.id))
    if asker.opened.id != view.id:
        return view
    if asker.opened.seat:
        tried = {key: value for key, value in act.tried.items() if key != "seat"}
        act = act._replace(given={**act.given, "seat": asker.opened.seat}, tried=tried)
    fields = tuple(_fields(act, place))
    refused = _tried(act, place, asker, fields) if asker.role else _rankless(asker)
    return replace(view, given=msgspec.to_builtins(act.given), fields=fields, refused=refused)


def _id(*parts: Any) -> str:
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=12).hexdigest()


def _asked(act: Act) -> tuple[Asked, ...]:
    asks = control_of(act.order).asks if act.asks is None else act.asks
    return asked(act.order, asks, act.given)


def _fields(act: Act, place: _Place) -> Iterator[FieldView]:
    choices, dice = {**place.choices, **act.choices}, act.dice or place.dice
    for ask in _asked(act):
        it = derived(act.order, ask, act.given, choices, dice)
        value = act.values.get(it.key, it.value)
        yield replace(
            it,
            name=act.labels.get(it.key, it.name),
            value=value.isoformat() if isinstance(value, datetime) else value,
        )


# --- what the judge says


def _foreseen(act: Act, place: _Place, asker: Asker, id: str) -> Refusal | None:
    """Why a control would be refused, as far as that is told before its form is opened."""
    if not asker.role:
        return _rankless(asker)
    no = place.barred(act.order(**{**_unsaid(act.order), **act.given, **_stamp(asker)}))
    if no is not None:
        return _told(act, place, no) if not act.free or no.why is Why.NOT_ALLOWED else None
    if act.free or act.listed:
        return None

    def judge() -> Refusal | None:
        return _tried(act, place, asker, tuple(_fields(act, place)))

    if asker.judgements is None or place.table is None:
        return judge()
    return asker.judgements.of(place.table, (act.order, (asker.name, asker.role, id)), asker.at, judge)


def _rankless(asker: Asker) -> Refusal:
    return refusal(Refused(Why.NOT_ALLOWED, None, "no-rank-here", person=asker.name))


@cache
def _unsaid(order: type[Command]) -> dict[str, None]:
    """The fields that a command must have, without anything in them."""
    return {it.name: None for it in msgspec.structs.fields(order) if it.required}


def _tried(act: Act, place: _Place, asker: Asker, fields: tuple[FieldView, ...]) -> Refusal | None:
    """What the judge answers to a trial: what is given, and for the rest the first choice or a plain word. The form may
    be opened where any other choice is taken."""
    said: dict[str, Any] = {}
    for it in fields:
        if it.needed and "." not in it.key and it.key in act.order.__struct_fields__ and it.key not in act.tried:
            said[it.key] = asker.at + LATER if it.kind == "moment" else _plain(it)

    def judged(more: Mapping[str, Any]) -> Answer:
        return place.decide(act.order(**{**act.given, **said, **more, **act.tried, **_stamp(asker)}))

    answer = judged({})
    if not isinstance(answer, Refused) or (act.free and answer.why is not Why.NOT_ALLOWED):
        return None
    chosen = (it for it in fields if it.kind == "one" and it.key in said and answer.why is not Why.NOT_ALLOWED)
    others = ({it.key: each.value} for it in chosen for each in it.choices[1:OTHERS])
    if any(not isinstance(judged(more), Refused) for more in others):
        return None
    return _told(act, place, answer)


def _stamp(asker: Asker) -> dict[str, Any]:
    return {"id": TRIAL, "at": asker.at, "by": asker.name, "role": asker.role}


def _told(act: Act, place: _Place, no: Refused) -> Refusal:
    """The act stands beside its name and its case, so the sentence need not begin with either."""
    known = (SOMETHING, tag_of(act.order), *act.given.values())
    return refusal(no, place.names, about=no.subject not in known)


def _plain(it: FieldView) -> Any:
    if it.kind == "chips":
        return (Chips(100, 1),)
    if it.value is not None:
        return it.value
    if it.kind == "one" and it.choices:
        return it.choices[0].value
    if it.key == "seat":
        return 1
    if it.kind == "day":
        return date(1980, 1, 1)
    if it.kind == "some":
        return tuple(each.value for each in it.choices)
    if it.kind == "dice":
        return (1,) * it.count
    return {"money": 1, "count": 1, "tick": False, "sums": (1,)}.get(it.kind, SOMETHING)


# --- the acts of a view


def acts_in(it: object) -> Iterator[ActView]:
    """Every act in a view, however deep it stands."""
    if isinstance(it, ActView):
        yield it
    elif isinstance(it, Struct):
        for key in it.__struct_fields__:
            yield from acts_in(getattr(it, key))
    elif isinstance(it, tuple):
        for each in it:
            yield from acts_in(each)


def form_in(view: object, id: str) -> ActView | None:
    """The act of a view that was made with its form opened; None where there is none any more."""
    return next((it for it in acts_in(view) if it.id == id), None)
