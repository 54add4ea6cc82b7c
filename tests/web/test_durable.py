"""Nobody sees a change before it is durable: not at a table, not at a desk, not over HTTP."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from dicehouse.journal.store import Draft, Outcome, UnavailableError
from dicehouse.web.socket import AT_ONCE
from tests.web.served import Browser, Line, Served

SIC_BO = "Sic Bo 2"
QUIET = 0.5
"""Seconds in which whatever is going to be pushed has been pushed."""


class Held:
    """A journal whose next write is kept waiting."""

    def __init__(self, served: Served) -> None:
        self.fails = False
        self.began = threading.Event()
        self._goes_on = threading.Event()
        self._store = served.floor.store
        self._write: Callable[[Sequence[Draft]], list[Outcome]] = self._store.write

    def __call__(self, drafts: Sequence[Draft]) -> list[Outcome]:
        self.began.set()
        assert self._goes_on.wait(20)
        if self.fails:
            self.fails = False
            raise UnavailableError("the disk is full")
        return self._write(drafts)

    def goes_on(self) -> None:
        self._goes_on.set()

    @contextmanager
    def holding(self) -> Iterator["Held"]:
        with pytest.MonkeyPatch.context() as store:
            store.setattr(self._store, "write", self)
            try:
                yield self
            finally:
                self.goes_on()


def quiet(line: Line) -> list[Any]:
    """Everything that comes until nothing has come for a while."""
    found = []
    while True:
        try:
            found.append(line.socket.recv(timeout=QUIET))
        except TimeoutError:
            return found


@pytest.fixture
def betting(other_house: Served) -> Iterator[tuple[Browser, Line]]:
    """Ann at a seat with 200 dollars, while wagers are taken."""
    ann = Browser(other_house).signs_in("demo", who="Ann")
    with Browser(other_house).signs_in("demo", who="Dana").line() as crew, ann.line() as line:
        assert "events" in line.submit(SIC_BO, "take-seat", seat=1)
        assert "events" in line.submit("house", "buy-in", person="Ann", table=SIC_BO, amount=20_000)
        assert "events" in crew.submit(SIC_BO, "tumble", times=3)
        assert "events" in crew.submit(SIC_BO, "invite-bets")
        line.watches(SIC_BO)
        line.sees("seat", lambda it: it["rack"] == 20_000 and it["can"]["place-wager"] is None)
        quiet(line)
        yield ann, line
        for do in ("close-betting", "press-no-more-bets", "uncover"):
            assert "events" in crew.submit(SIC_BO, do)
        crew.submit(SIC_BO, "call-no-result", reason="cocked dice")
        assert "events" in line.submit(SIC_BO, "leave-seat", seat=1)


def wagers(line: Line) -> None:
    """Without waiting for the answer."""
    order = {"do": "place-wager", "id": f"held-{id(line)}", "seat": 1, "wager": "small", "stake": 1_000}
    line.sends({"give": order, "to": SIC_BO, "n": 900})


def test_no_console_sees_a_wager_before_it_is_written(other_house: Served, betting: tuple[Browser, Line]) -> None:
    ann, line = betting
    with Held(other_house).holding() as held, ann.line() as second:
        wagers(line)
        assert held.began.wait(20)
        other_house._loop.call_soon_threadsafe(other_house.floor.tables[SIC_BO].signal.send)
        second.watches(SIC_BO)
        assert (quiet(line), quiet(second)) == ([], [])
        held.goes_on()
        assert "events" in line.next("answer")
        for it in (line, second):
            seat = it.sees("seat", lambda view: view["staked"])
            assert (seat["rack"], [wager["stake"] for wager in seat["wagers"]]) == (19_000, [1_000])


def test_what_could_not_be_written_is_never_seen(other_house: Served, betting: tuple[Browser, Line]) -> None:
    ann, line = betting
    with Held(other_house).holding() as held, ann.line() as second:
        held.fails = True
        wagers(line)
        assert held.began.wait(20)
        second.watches(SIC_BO)
        assert quiet(second) == []
        held.goes_on()
        assert line.next("answer")["refused"]["why"] == "unavailable"
        assert second.sees("seat")["rack"] == 20_000
        assert not [it for it in (*quiet(line), *quiet(second)) if "19000" in it]


def test_a_desk_and_the_list_of_tables_wait_for_the_journal_too(other_house: Served) -> None:
    bob = Browser(other_house).signs_in("demo", who="Bob")
    with Browser(other_house).signs_in("demo", who="Sue").line() as desk, bob.line() as line:
        desk.sends({"watch": {"as": "pit"}})
        desk.sees("pit")
        quiet(desk)
        with Held(other_house).holding() as held:
            line.sends({"give": {"do": "take-seat", "id": "held-seat", "seat": 5}, "to": SIC_BO, "n": 1})
            assert held.began.wait(20)
            taken: list[int] = []
            reads = threading.Thread(target=lambda: taken.append(_taken(bob)))
            reads.start()
            assert quiet(desk) == []
            assert not taken
            held.goes_on()
            reads.join(20)
            assert taken == [1]
            desk.sees("pit", lambda it: any(table["table"] == SIC_BO and table["taken"] for table in it["tables"]))
        assert "events" in line.submit(SIC_BO, "leave-seat", seat=5)


def test_a_console_that_does_not_wait_for_answers_has_only_so_many_commands_under_way(
    other_house: Served, betting: tuple[Browser, Line]
) -> None:
    _, line = betting
    with Held(other_house).holding() as held:
        for n in range(AT_ONCE + 1):
            line.sends({"give": {"do": "request-rules", "id": f"many-{n}"}, "to": SIC_BO, "n": n})
        assert line.next("answer") == {"answer": AT_ONCE, "refused": line_is_full()}
        held.goes_on()
        assert {line.next("answer")["answer"] for _ in range(AT_ONCE)} == set(range(AT_ONCE))
    assert "answer" in line.submit(SIC_BO, "request-rules")


def line_is_full() -> dict[str, object]:
    return {
        "why": "too-often",
        "clause": "",
        "message": f"{AT_ONCE} commands wait for an answer; wait for one of them",
        "next": "wait for one of them",
        "zh": f"有 {AT_ONCE} 个命令待答复；请等其中之一",  # noqa: RUF001 - Chinese punctuation
        "says": "commands-waiting",
        "about": {"en": "", "zh": ""},
    }


def _taken(browser: Browser) -> int:
    tables = browser.get("/api/tables").json["tables"]
    return next(int(it["taken"]) for it in tables if it["table"] == SIC_BO)
