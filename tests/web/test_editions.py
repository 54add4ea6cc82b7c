"""Views that go out as changes are, with whoever applies them, the views themselves."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from dicehouse.views.table import Beside, table_view
from dicehouse.web.client import Client
from dicehouse.web.editions import Edition, difference
from dicehouse.web.sessions import Session
from tests.croupier import NOON
from tests.watching import GapError, Watching
from tests.web.test_remembered import STEPS, WAGERS, Watched


class Record(Struct, frozen=True):
    id: str
    stake: int


class View(Struct, frozen=True, kw_only=True):
    now: int = 0
    rack: int = 0
    ends: int | None = None
    room: dict[str, int] = {}
    wagers: tuple[Record, ...] = ()
    inner: Record | None = None


def client() -> Client:
    return Client(Session(kind="player", name="ann", csrf="", since=NOON, seen=NOON))


def plain(view: Struct) -> Any:
    return json.loads(msgspec.json.encode(view))


class Console:
    """Somebody's console and the line to it."""

    def __init__(self) -> None:
        self.client = client()
        self.watching = Watching()
        self.sent: dict[str, dict[int, Any]] = {}
        """By kind and version, what each edition was."""
        self.held: Any = None

    def show(self, kind: str, edition: Edition) -> None:
        self.sent.setdefault(kind, {})[edition.version] = plain(edition.view)
        self.client.show(kind, edition)

    def hears(self, what: str = "all") -> bool:
        """Take what is to be sent; False where the whole has to be asked for. A frame may be lost, or come too late."""
        if not self.client._due:
            return True
        (sent,) = self.client.take()
        frame = json.loads(sent)
        frames = [frame]
        if what == "lost":
            frames = []
        elif what == "late":
            frames, self.held = [], frame
        elif self.held is not None:
            frames, self.held = [frame, self.held], None
        whole = True
        for it in frames:
            try:
                self.watching.hear(it)
            except GapError:
                whole = False
        for kind, version in self.watching.versions.items():
            assert timeless(self.watching.views[kind]) == timeless(self.sent[kind][version])
        return whole


def timeless(view: Any) -> Any:
    return {key: value for key, value in view.items() if key != "now"}


@pytest.mark.parametrize("book", WAGERS)
@settings(max_examples=40)
@given(steps=STEPS, line=st.lists(st.sampled_from(("all", "all", "all", "wait", "lost", "late")), max_size=60))
def test_whoever_applies_changes_has_the_view_at_every_step_whatever_the_line_loses(
    book: str, steps: list[Any], line: list[str]
) -> None:
    watched, tabs, public = Watched(book, area=15_000), [Console(), Console()], None
    for number, (step, which) in enumerate([*steps, ("look", 0)]):
        watched.does(step, which)
        at = watched.at
        made = table_view(at.table, Beside(now=at.now, since=at.now))
        public = public.next(made) if public else Edition(made)
        for tab, console in enumerate(tabs):
            console.show("table", public)
            console.show("seat", console.client.edition("seat", watched.seat(1)))
            how = line[2 * number + tab] if 2 * number + tab < len(line) else "all"
            if how != "wait" and not console.hears(how):
                console.client.forget()
                console.show("table", public)
                console.show("seat", console.client.edition("seat", watched.seat(1)))
                assert console.hears()
    assert public is not None
    for console in tabs:
        console.client.forget()
        console.held = None  # a new line begins, and nothing comes over the one before
        console.show("table", public)
        console.show("seat", console.client.edition("seat", watched.seat(1)))
        assert console.hears()
        assert console.watching.views == {"table": plain(public.view), "seat": plain(watched.seat(1))}


def test_a_change_of_the_public_view_is_encoded_once_for_all_who_have_the_one_before() -> None:
    first = Edition(View(rack=1))
    second = first.next(View(rack=2))
    assert second.since(first) is second.since(first)
    one, other = Console(), Console()
    for console in (one, other):
        console.show("table", first)
        console.hears()
        console.show("table", second)
    assert one.client.take() == other.client.take() == [
        b'{"changes":{"table":{"from":1,"to":2,"cut":[],"set":[[["rack"],2]]}}}'
    ]  # fmt: skip


def test_time_alone_is_no_change_and_goes_with_others() -> None:
    first = Edition(View(now=1))
    assert first.next(View(now=2)) is first
    assert json.loads(first.whole())["now"] == 2
    assert difference(View(now=2), View(now=3, rack=1)).set == [(("now",), 3), (("rack",), 1)]


@pytest.mark.parametrize(
    "before, after, set_, cut",
    [
        (View(ends=5), View(ends=None), [(("ends",), None)], []),
        (
            View(room={"a": 1, "b": 2, "c": 3}),
            View(room={"a": 1, "c": 4}),
            [(("room",), {"a": 1, "c": 4})],
            [],
        ),
        (
            View(room={"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}),
            View(room={"a": 1, "b": 2, "c": 3, "d": 5}),
            [(("room", "d"), 5)],
            [("room", "e")],
        ),
        (
            View(wagers=(Record("a", 1), Record("b", 2))),
            View(wagers=(Record("b", 2), Record("c", 3))),
            [(("wagers",), (Record("b", 2), Record("c", 3)))],
            [],
        ),
        (
            View(wagers=(Record("a", 1), Record("b", 2), Record("c", 3))),
            View(wagers=(Record("a", 1), Record("b", 2), Record("c", 3), Record("d", 4))),
            [(("wagers", "d"), Record("d", 4))],
            [],
        ),
        (
            View(wagers=(Record("a", 1), Record("b", 2))),
            View(wagers=(Record("b", 2), Record("a", 1))),
            [(("wagers",), (Record("b", 2), Record("a", 1)))],
            [],
        ),
        (
            View(wagers=(Record("a", 1), Record("b", 2))),
            View(wagers=(Record("a", 1), Record("b", 2), Record("b", 2))),
            [(("wagers",), (Record("a", 1), Record("b", 2), Record("b", 2)))],
            [],
        ),
        (View(inner=Record("a", 1)), View(inner=Record("a", 2)), [(("inner", "stake"), 2)], []),
        (View(inner=None), View(inner=Record("a", 2)), [(("inner",), Record("a", 2))], []),
    ],
)
def test_what_differs_is_told_part_by_part_where_that_is_shorter(
    before: View, after: View, set_: list[Any], cut: list[Any]
) -> None:
    found = difference(before, after)
    assert (found.set, found.cut) == (set_, cut)
    watching = Watching()
    watching.hear({"view": plain(before), "versions": {"view": 1}})
    first = Edition(before)
    change = json.loads(first.next(after).since(first))
    assert watching.hear({"changes": {"view": change}}) == {"view": plain(after)}
