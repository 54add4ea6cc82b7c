"""The one suite that every store passes. A test file of a store says where its journals lie, and inherits the rest:

    class TestSqlite(StoreContract):
        @pytest.fixture
        def address(self, tmp_path: Path) -> str:
            return f"dicehouse.journal.sqlite:SqliteStore:{tmp_path / 'journal.db'}"

An address is `module:Class:argument`, and `open_store` calls the class with the argument; so a child process can open
the same journal. `address` is a new and empty journal in each test. `store` is open on it and is closed after the test;
`another` opens the same journal once more, as another process would. What must be true of any journal, whatever
happened to it, is in `sound`. The wording and the bounds that both stores share are in `dicehouse.journal.drafts`.
"""

import itertools
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicehouse.journal.drafts import LARGEST, LONGEST
from dicehouse.journal.record import NO_REFUSAL, NOTHING, Posting, body_of, entry_of, hash_of
from dicehouse.journal.store import (
    OUTSIDE,
    BrokenError,
    Draft,
    Head,
    Lease,
    Not,
    Outcome,
    Rejected,
    Repeated,
    Store,
    Written,
)
from tests.journal.aside import NOON, draft, open_store, whys
from tests.soak import SOAK
from tests.support import exactly

__all__ = [
    "KILLS",
    "KILLS_OF_ONE_JOURNAL",
    "MOMENT",
    "NOON",
    "StoreContract",
    "aside",
    "draft",
    "open_store",
    "said",
    "sound",
    "whys",
    "written",
]

MOMENT = timedelta(microseconds=1)
KILLS = int(os.environ.get("DICEHOUSE_KILLS", "1000" if SOAK else "50"))
"""Processes that are killed in the middle of writing, on each store."""
KILLS_OF_ONE_JOURNAL = 10
ASIDE = Path(__file__).with_name("aside.py")
"""A program that writes from another process."""


def paid_in(account: str, amount: int, stream: str = "cage", no: int = 1) -> Draft:
    """Cash over the counter into an account."""
    return draft(stream, no, moves=(("~cash", -amount), (account, amount)))


def rejection(store: Store, it: Draft) -> Rejected:
    (outcome,) = store.write([it])
    assert isinstance(outcome, Rejected)
    return outcome


def written(store: Store, it: Draft) -> Written:
    (outcome,) = store.write([it])
    assert isinstance(outcome, Written)
    return outcome


def trace(store: Store) -> object:
    """Everything a store shows."""
    return list(store.bodies()), store.head(), store.balances(), store.seals()


def sound(store: Store) -> dict[str, dict[str, bytes]]:
    """The bodies by stream and id, after a look at everything that must be true of a journal."""
    prev, seq = NOTHING, 0
    numbers: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    found: dict[str, dict[str, bytes]] = {}
    for seq, (recorded, body, digest) in enumerate(store.bodies(), 1):
        entry = entry_of(body)
        numbers[entry.stream] += 1
        assert (recorded, entry.seq, entry.no) == (seq, seq, numbers[entry.stream])
        assert (entry.prev, hash_of(body)) == (prev, digest)
        assert entry.id not in found.setdefault(entry.stream, {})
        assert not sum(it.amount for it in entry.postings)
        for it in entry.postings:
            sums[it.account] += it.amount
        found[entry.stream][entry.id] = body
        prev = digest
    assert store.head() == Head(seq, prev)
    assert {name: it for name, it in store.balances().items() if it} == {name: it for name, it in sums.items() if it}
    assert all(it >= 0 or name.startswith(OUTSIDE) for name, it in sums.items())
    for stream, bodies in found.items():
        assert list(store.stream(stream)) == list(bodies.values())
        assert store.length(stream) == len(bodies)
    return found


def aside(address: str, *words: object) -> "subprocess.Popen[str]":
    """Start the program that writes from another process."""
    line = [sys.executable, str(ASIDE), address, *map(str, words)]
    return subprocess.Popen(line, text=True, stdout=subprocess.PIPE)


def said(child: "subprocess.Popen[str]") -> list[str]:
    """What a process said, once it has ended well."""
    with child:
        out, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    return out.splitlines()


def at_once(work: Callable[[int], None], threads: int) -> None:
    """Run the same work in several threads that start together, and raise what any of them raised."""
    start, errors = threading.Barrier(threads), list[BaseException]()

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001 (it is raised again below)
            errors.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]


ACCOUNTS = ("~cash", "rack/1", "rack/2", "float")
STREAMS = ("table 1", "table 2")
AMOUNTS = st.integers(-200, 200)
NUMBERS = itertools.count(1)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A draft that is sound, and often one that a store must reject or has seen before."""
    amounts = draw(st.lists(AMOUNTS, max_size=3))
    names = draw(st.lists(st.sampled_from(ACCOUNTS), min_size=len(amounts) + 1, max_size=len(amounts) + 1))
    moves = tuple(zip(names, (*amounts, -sum(amounts)), strict=True))
    return draft(
        draw(st.sampled_from(STREAMS)),
        draw(st.integers(0, 4)),
        draw(st.sampled_from("abcdefgh")),
        command=draw(st.sampled_from([b'{"c":1}', b'{"c":1}', b'{"c":1}', b'{"c":2}'])),
        at=NOON + draw(st.integers(0, 3)) * MOMENT,
        moves=moves if draw(st.booleans()) else (),
        leader=draw(st.sampled_from(["", "", "", "anna", "ben"])),
    )


def marked(it: Draft, number: int) -> Draft:
    """The same draft with a number in the names of its stream and accounts."""
    postings = tuple(Posting(f"{to.account[:1]}{number}{to.account[1:]}", to.amount) for to in it.postings)
    return msgspec.structs.replace(it, stream=f"{number} {it.stream}", postings=postings)


class Ledger:
    """What a store must answer, in the shortest words: lists and dictionaries."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Draft]] = {}
        self.balances: Counter[str] = Counter()
        self.leases: dict[str, tuple[str, datetime]] = {}

    def judged(self, it: Draft) -> str:
        before = self.streams.setdefault(it.stream, [])
        for old in before:
            if old.id == it.id:
                return "repeated" if old.command == it.command else "other-body"
        holder, until = self.leases.get(it.stream, ("", NOON))
        if it.leader and (holder != it.leader or it.at >= until):
            return "not-leader"
        if it.no != len(before) + 1:
            return "out-of-order"
        if before and it.at < before[-1].at:
            return "clock"
        after = self.balances.copy()
        for posting in it.postings:
            after[posting.account] += posting.amount
        if any(amount < 0 and name[0] != "~" for name, amount in after.items()):
            return "short"
        self.balances = after
        before.append(it)
        return "written"


SHARED = [HealthCheck.function_scoped_fixture, HealthCheck.differing_executors]
"""One suite is run by both stores, so its test has two owners."""


class StoreContract:
    """What is promised of a store, one sentence at a time."""

    @pytest.fixture
    def address(self) -> str:
        raise NotImplementedError("a store says where its journals lie")

    @pytest.fixture
    def store(self, address: str) -> Iterator[Store]:
        opened = open_store(address)
        yield opened
        opened.close()

    @pytest.fixture
    def another(self, address: str, store: Store) -> Iterator[Store]:
        assert store.head().seq == 0
        opened = open_store(address)
        yield opened
        opened.close()

    # --- what is written is there, once, in order

    def test_a_new_journal_is_empty(self, store: Store) -> None:
        assert store.head() == Head(0, NOTHING)
        assert list(store.bodies()) == []
        assert list(store.stream("table 1")) == []
        assert store.length("table 1") == 0
        assert store.find("table 1", "command 1") is None
        assert store.balance("rack/1") == 0
        assert store.balances() == {}
        assert store.kept("table 1") is None
        assert store.seals() == []

    def test_an_entry_is_recorded_as_it_was_drafted(self, store: Store) -> None:
        it = draft(
            "cage", 1, "é 1", command=b'{"say": "gr\xc3\xbc\xc3\x9fe"}', events=(b'{"a":1}', b"[2]"), at=NOON + MOMENT,
            moves=(("~cash", -500), ("rack/1", 500)),
        )  # fmt: skip
        outcome = written(store, it)
        ((seq, body, digest),) = store.bodies()
        entry = entry_of(body)
        assert (seq, digest) == outcome == (1, hash_of(body))
        assert store.head() == Head(1, digest)
        assert (entry.seq, entry.stream, entry.no, entry.id, entry.prev) == (1, "cage", 1, "é 1", NOTHING)
        assert (entry.at, entry.postings, entry.refused) == (NOON + MOMENT, it.postings, NO_REFUSAL)
        assert (bytes(entry.command), tuple(map(bytes, entry.events))) == (it.command, it.events)
        assert body_of(entry) == body == store.find("cage", "é 1")
        assert list(store.stream("cage")) == [body]
        assert store.length("cage") == 1

    def test_a_refusal_is_recorded_too(self, store: Store) -> None:
        written(store, draft(refused=b'{"why":"too-late"}'))
        ((_, body, _),) = store.bodies()
        assert bytes(entry_of(body).refused) == b'{"why":"too-late"}'

    def test_each_entry_holds_the_hash_of_the_one_before_it_whatever_its_stream(self, store: Store) -> None:
        first = written(store, draft("table 1", 1))
        second = written(store, draft("table 2", 1))
        third, fourth = cast(list[Written], store.write([draft("table 2", 2), draft("table 1", 2)]))
        assert [it.seq for it in (first, second, third, fourth)] == [1, 2, 3, 4]
        assert [entry_of(body).prev for _, body, _ in store.bodies()] == [NOTHING, first.hash, second.hash, third.hash]
        sound(store)

    def test_an_empty_batch_writes_nothing(self, store: Store) -> None:
        assert store.write([]) == []
        assert store.head() == Head(0, NOTHING)

    def test_the_drafts_of_one_stream_follow_each_other_within_a_batch(self, store: Store) -> None:
        assert whys(store.write([draft(no=no) for no in range(1, 301)])) == ["written"] * 300
        assert store.length("table 1") == 300
        sound(store)

    def test_outcomes_come_in_the_order_of_the_drafts_and_one_does_not_hinder_another(self, store: Store) -> None:
        batch = [
            draft("a", 1), draft("a", 3), draft("b", 1), draft("a", 1), draft("a", 1, command=b"1"), draft("a", 2),
            draft("a", 3, at=NOON - MOMENT), draft("a", 3, moves=(("rack/1", -1), ("~cash", 1))), draft("a", 3),
        ]  # fmt: skip
        assert whys(store.write(batch)) == [
            "written", "out-of-order", "written", "repeated", "other-body", "written", "clock", "short", "written",
        ]  # fmt: skip
        assert {name: len(it) for name, it in sound(store).items()} == {"a": 3, "b": 1}

    def test_all_of_it_is_there_when_the_journal_is_opened_again(self, address: str) -> None:
        store = open_store(address)
        written(store, paid_in("rack/1", 700))
        store.keep("cage", 1, b"as it is")
        store.seal(b"one")
        store.lead("cage", "anna", NOON, 10)
        before = trace(store)
        store.close()
        store = open_store(address)
        assert trace(store) == before
        assert store.kept("cage") == (1, b"as it is")
        assert store.lead("cage", "ben", NOON, 10) is None
        assert whys(store.write([paid_in("rack/1", 700), paid_in("rack/1", 700, no=2)])) == ["repeated", "written"]
        sound(store)
        store.close()

    # --- repeats

    def test_a_repeated_command_gets_what_was_written_the_first_time(self, store: Store) -> None:
        written(store, draft(no=1, id="x", events=(b"1",)))
        written(store, draft(no=2, id="y"))
        first = store.find("table 1", "x")
        again = [
            draft(no=1, id="x", events=(b"1",)),
            draft(no=3, id="x"),
            draft(no=9, id="x", at=NOON - timedelta(1)),
            draft(no=3, id="x", leader="ben"),
            draft(no=3, id="x", moves=(("rack/1", -1), ("~cash", 1))),
        ]
        assert store.write(again) == [Repeated(cast(bytes, first))] * 5
        assert store.head().seq == 2

    def test_a_repeat_within_one_batch_gets_what_the_batch_writes(self, store: Store) -> None:
        one, two = store.write([draft(id="x"), draft(id="x", no=2)])
        assert isinstance(one, Written)
        assert two == Repeated(cast(bytes, store.find("table 1", "x")))
        assert store.length("table 1") == 1

    def test_a_repeat_beside_new_drafts_leaves_them_alone(self, store: Store) -> None:
        written(store, draft(no=1, id="x"))
        outcomes = store.write([draft(no=2, id="y"), draft(no=3, id="x"), draft(no=3, id="z")])
        assert whys(outcomes) == ["written", "repeated", "written"]
        assert list(sound(store)["table 1"]) == ["x", "y", "z"]

    def test_an_id_of_another_command_is_rejected_and_the_first_stands(self, store: Store) -> None:
        written(store, draft(id="x", command=b'{"stake":500}'))
        before = trace(store)
        why, message, _ = rejection(store, draft(id="x", no=2, command=b'{"stake":501}'))
        assert why is Not.OTHER_BODY
        assert "x" in message
        assert "; " in message
        assert trace(store) == before

    def test_space_around_a_command_does_not_make_it_another(self, store: Store) -> None:
        written(store, draft(id="x", command=b' {"stake":500}\n'))
        assert whys(store.write([draft(id="x", no=2, command=b'{"stake":500}')])) == ["repeated"]
        assert whys(store.write([draft(id="x", no=2, command=b'\t{"stake":500}\r\n')])) == ["repeated"]

    def test_the_same_id_in_another_stream_is_another_command(self, store: Store) -> None:
        assert whys(store.write([draft("table 1", id="x"), draft("table 2", id="x")])) == ["written", "written"]

    def test_a_rejected_command_may_come_again_under_its_id(self, store: Store) -> None:
        rejection(store, draft(id="x", no=2))
        assert whys(store.write([draft(id="x", no=1)])) == ["written"]

    # --- order and time

    @pytest.mark.parametrize("no", [-1, 0, 1, 2, 4, 10**30])
    def test_a_draft_for_a_place_that_is_not_the_next_is_rejected(self, store: Store, no: int) -> None:
        store.write([draft(no=1), draft(no=2)])
        before = trace(store)
        why, message, _ = rejection(store, draft(no=no, id="late"))
        assert why is Not.OUT_OF_ORDER
        assert "3" in message
        assert "; " in message
        assert trace(store) == before
        assert whys(store.write([draft(no=3, id="late")])) == ["written"]

    def test_time_may_stand_still_in_a_stream_and_not_go_back(self, store: Store) -> None:
        written(store, draft(no=1, at=NOON))
        written(store, draft(no=2, at=NOON))
        before = trace(store)
        why, message, _ = rejection(store, draft(no=3, at=NOON - MOMENT))
        assert why is Not.CLOCK
        assert "; " in message
        assert trace(store) == before
        written(store, draft("table 2", no=1, at=NOON - timedelta(1)))

    def test_times_are_compared_as_instants(self, store: Store) -> None:
        written(store, draft(no=1, at=NOON))
        sydney = timezone(timedelta(hours=11))
        assert rejection(store, draft(no=2, at=(NOON - MOMENT).astimezone(sydney))).why is Not.CLOCK
        written(store, draft(no=2, at=(NOON + MOMENT).astimezone(sydney)))
        written(store, draft(no=3, at=NOON + MOMENT))
        assert [entry_of(body).at for body in store.stream("table 1")] == [NOON, NOON + MOMENT, NOON + MOMENT]

    def test_the_latest_time_is_known_after_the_journal_was_opened_again(self, store: Store, another: Store) -> None:
        written(store, draft(no=1, at=NOON))
        assert rejection(another, draft(no=2, at=NOON - MOMENT)).why is Not.CLOCK
        written(another, draft(no=2, at=NOON))

    # --- leases

    def test_a_lease_is_taken_renewed_and_kept_from_others(self, store: Store) -> None:
        assert store.lead("table 1", "anna", NOON, 10) == Lease("table 1", "anna", NOON + timedelta(seconds=10))
        assert store.lead("table 1", "ben", NOON, 10) is None
        later = NOON + timedelta(seconds=5)
        assert store.lead("table 1", "anna", later, 10) == Lease("table 1", "anna", later + timedelta(seconds=10))
        assert store.lead("table 2", "ben", NOON, 10) == Lease("table 2", "ben", NOON + timedelta(seconds=10))

    @pytest.mark.parametrize(
        "stream, holder, said",
        [
            ("", "anna", "stream '': 0 characters; give it from 1 to 200"),
            ("table 1", "", "holder '': 0 characters; give it from 1 to 200"),
            ("table 1", "x" * 201, f"holder '{'x' * 40}': 201 characters; give it from 1 to 200"),
            ("table 1", "a\tb", "holder 'a\\tb': it cannot be printed; use letters, digits and signs"),
        ],
    )
    def test_a_lease_is_taken_under_names_that_can_be_read(
        self, store: Store, stream: str, holder: str, said: str
    ) -> None:
        with pytest.raises(BrokenError, match=exactly(said)):
            store.lead(stream, holder, NOON, 10)
        assert store.leases(NOON) == {}

    def test_a_lease_is_taken_at_a_time_with_a_zone(self, store: Store) -> None:
        with pytest.raises(BrokenError, match=r"table 1: the time 2026-03-01 12:00:00 has no zone; give it one$"):
            store.lead("table 1", "anna", NOON.replace(tzinfo=None), 10)

    def test_a_lease_ends_exactly_at_its_end(self, store: Store) -> None:
        store.lead("table 1", "anna", NOON, 10)
        end = NOON + timedelta(seconds=10)
        assert store.lead("table 1", "ben", end - MOMENT, 10) is None
        assert store.lead("table 1", "ben", end, 10) == Lease("table 1", "ben", end + timedelta(seconds=10))
        assert store.lead("table 1", "anna", end, 10) is None

    def test_who_learns_that_another_leads_writes_no_more_also_before_their_own_lease_is_over(
        self, store: Store, another: Store
    ) -> None:
        """Ben's clock is ahead of anna's, so he took over five seconds before her lease ends by hers."""
        store.lead("table 1", "anna", NOON, 10)
        written(store, draft(no=1, at=NOON, leader="anna"))
        assert another.lead("table 1", "ben", NOON + timedelta(seconds=10), 10) is not None
        assert store.lead("table 1", "anna", NOON + timedelta(seconds=5), 10) is None
        late = draft(no=2, at=NOON + timedelta(seconds=6), leader="anna")
        assert rejection(store, late).why is Not.NOT_LEADER

    def test_a_lease_is_released_by_its_holder_alone(self, store: Store) -> None:
        store.release("table 1", "anna")
        store.lead("table 1", "anna", NOON, 10)
        store.release("table 1", "ben")
        store.release("table 2", "anna")
        assert store.lead("table 1", "ben", NOON, 10) is None
        store.release("table 1", "anna")
        assert store.lead("table 1", "ben", NOON, 10) is not None

    def test_the_leases_that_stand_are_listed_until_their_end(self, store: Store, another: Store) -> None:
        assert store.leases(NOON) == {}
        store.lead("table 2", "ben", NOON, 20)
        first = store.lead("table 1", "anna", NOON, 10)
        end = NOON + timedelta(seconds=10)
        for it in (store, another):
            assert list(it.leases(end - MOMENT)) == ["table 1", "table 2"]
            assert it.leases(end - MOMENT)["table 1"] == first
            assert list(it.leases(end)) == ["table 2"]
        store.release("table 2", "ben")
        assert store.leases(end) == {}

    def test_all_leases_of_a_holder_are_renewed_together_but_for_those_that_another_has_taken(
        self, store: Store, another: Store
    ) -> None:
        for stream in ("table 1", "table 2", "table 3"):
            store.lead(stream, "anna", NOON, 10)
        store.lead("table 4", "ben", NOON, 10)
        end = NOON + timedelta(seconds=10)
        another.lead("table 2", "ben", end, 10)
        another.release("table 3", "anna")
        asked = ("table 1", "table 2", "table 3", "table 4", "table 5")
        assert store.renew(asked, "anna", end, 20) == {"table 1"}
        for it in (store, another):
            assert it.leases(end)["table 1"] == Lease("table 1", "anna", end + timedelta(seconds=20))
            assert {stream: lease.holder for stream, lease in it.leases(end).items()} == {
                "table 1": "anna",
                "table 2": "ben",
            }
        written(store, draft(no=1, leader="anna", at=end + timedelta(seconds=20) - MOMENT))
        assert rejection(store, draft("table 2", no=1, leader="anna", at=end)).why is Not.NOT_LEADER
        assert rejection(store, draft("table 3", no=1, leader="anna", at=end)).why is Not.NOT_LEADER

    def test_nothing_is_renewed_where_nothing_is_asked_for(self, store: Store) -> None:
        store.lead("table 1", "anna", NOON, 10)
        assert store.renew((), "anna", NOON, 20) == set()
        assert store.leases(NOON)["table 1"].until == NOON + timedelta(seconds=10)

    def test_a_lease_is_compared_as_an_instant(self, store: Store) -> None:
        sydney = timezone(timedelta(hours=11))
        store.lead("table 1", "anna", NOON.astimezone(sydney), 10)
        assert store.lead("table 1", "ben", NOON + timedelta(seconds=9), 10) is None
        lease = store.lead("table 1", "ben", NOON + timedelta(seconds=10), 10)
        assert lease is not None
        assert lease.until == NOON + timedelta(seconds=20)

    def test_a_draft_that_names_a_leader_is_written_while_that_one_leads(self, store: Store) -> None:
        end = NOON + timedelta(seconds=10)
        assert rejection(store, draft(no=1, leader="anna")).why is Not.NOT_LEADER
        store.lead("table 1", "anna", NOON, 10)
        written(store, draft(no=1, leader="anna"))
        written(store, draft(no=2, leader="anna", at=end - MOMENT))
        before = trace(store)
        for it in (draft(no=3, leader="anna", at=end), draft(no=3, leader="ben", at=end - MOMENT)):
            why, message, _ = rejection(store, it)
            assert why is Not.NOT_LEADER
            assert "; " in message
        assert trace(store) == before
        written(store, draft(no=3, at=end))

    def test_a_leader_that_lost_its_lease_is_turned_away(self, store: Store, another: Store) -> None:
        store.lead("table 1", "anna", NOON, 10)
        written(store, draft(no=1, leader="anna"))
        another.lead("table 1", "ben", NOON + timedelta(seconds=10), 10)
        assert rejection(store, draft(no=2, leader="anna")).why is Not.NOT_LEADER
        written(another, draft(no=2, leader="ben", at=NOON + timedelta(seconds=10)))
        another.release("table 1", "ben")
        why, message, _ = rejection(another, draft(no=3, leader="ben", at=NOON + timedelta(seconds=11)))
        assert why is Not.NOT_LEADER
        assert "nobody" in message

    # --- money

    def test_balances_are_what_the_postings_add_up_to(self, store: Store) -> None:
        written(store, paid_in("rack/1", 700))
        assert (store.balance("rack/1"), store.balance("~cash"), store.balance("rack/2")) == (700, -700, 0)
        written(store, draft("cage", 2, moves=(("rack/1", -200), ("rack/2", 200))))
        assert store.balances() == {"rack/1": 500, "rack/2": 200, "~cash": -700}

    def test_balances_are_listed_by_the_beginning_of_the_name_in_order(self, store: Store) -> None:
        names = ["rack/10", "rack/1", "rack_1", "rack%1", "Rack/1", "ra", "rack/é", "rack\\1", "~cash/2"]
        store.write([draft("cage", no, moves=((name, no), ("~cash", -no))) for no, name in enumerate(names, 1)])
        assert store.balances("rack/") == {"rack/1": 2, "rack/10": 1, "rack/é": 7}
        assert store.balances("rack_") == {"rack_1": 3}
        assert store.balances("rack%") == {"rack%1": 4}
        assert store.balances("rack\\") == {"rack\\1": 8}
        assert store.balances("rack/10") == {"rack/10": 1}
        assert store.balances("nobody") == {}
        assert set(store.balances("~")) == {"~cash", "~cash/2"}
        assert list(store.balances()) == sorted([*names, "~cash"])

    def test_an_account_may_be_emptied_and_not_overdrawn(self, store: Store) -> None:
        written(store, paid_in("rack/1", 700))
        before = trace(store)
        why, message, shortfall = rejection(store, draft(moves=(("rack/1", -701), ("~cash", 701))))
        assert (why, shortfall) == (Not.SHORT, ("rack/1", 701, 700))
        for part in ("rack/1", "7.01", "7.00", "; "):
            assert part in message
        assert trace(store) == before
        written(store, draft(moves=(("rack/1", -700), ("~cash", 700))))
        assert (store.balance("rack/1"), store.balance("~cash")) == (0, 0)
        assert rejection(store, draft(no=2, moves=(("rack/1", -1), ("~cash", 1)))).why is Not.SHORT

    def test_an_account_outside_the_house_may_be_below_nothing(self, store: Store) -> None:
        written(store, draft(moves=(("~cash", -LARGEST), ("~chips", LARGEST))))
        assert store.balances() == {"~cash": -LARGEST, "~chips": LARGEST}
        assert rejection(store, draft(no=2, moves=(("x~cash", -1), ("~chips", 1)))).why is Not.SHORT

    def test_several_postings_to_one_account_count_together(self, store: Store) -> None:
        written(store, draft(no=1, moves=(("rack/1", -500), ("rack/1", 400), ("rack/1", 100), ("~cash", 0))))
        assert store.balance("rack/1") == 0
        too_much = (("rack/1", 300), ("rack/1", -500), ("~cash", 200))
        assert rejection(store, draft(no=2, moves=too_much)).why is Not.SHORT

    def test_a_draft_may_spend_what_one_before_it_in_the_batch_brought(self, store: Store) -> None:
        spend = [draft("a", no, moves=(("rack/1", -400), ("float", 400))) for no in (1, 2)]
        outcomes = store.write([spend[0], paid_in("rack/1", 700), spend[0], spend[1]])
        assert whys(outcomes) == ["short", "written", "written", "short"]
        assert store.balance("rack/1") == 300

    def test_two_streams_never_spend_the_same_dollar(self, store: Store, another: Store) -> None:
        written(store, paid_in("patron/anna", 100))
        spent = [
            whys(which.write([draft(stream, 1, moves=(("patron/anna", -100), (stream, 100)))]))
            for which, stream in ((another, "table 1"), (store, "table 2"), (another, "table 3"))
        ]
        assert spent == [["written"], ["short"], ["short"]]
        assert store.balances("patron") | store.balances("table") in (
            {"table 1": 100},
            {"patron/anna": 0, "table 1": 100},
        )

    @pytest.mark.parametrize(
        "moves",
        [
            (("rack/1", 1),),
            (("~cash", -5), ("rack/1", 4)),
            (("~bank", -LARGEST - 1), ("~cash", LARGEST), ("rack/1", 1)),
            (("~bank", LARGEST + 1), ("~cash", -LARGEST), ("~chips", -1)),
            (("~cash", -(2**63)), ("rack/1", 2**63)),
            (("~cash", -1.0), ("rack/1", 1.0)),
            (("~cash", -1), ("rack/1", True)),
            (("~cash", -1), ("", 1)),
            (("~cash", -1), ("rack\n1", 1)),
            (("~cash", -1), ("rack\0", 1)),
            (("~cash", -1), ("\ud800", 1)),
            (("~cash", -1), ("r" * (LONGEST + 1), 1)),
        ],
    )
    def test_postings_that_cannot_be_are_a_broken_promise_and_nothing_is_written(
        self, store: Store, moves: tuple[tuple[str, int], ...]
    ) -> None:
        written(store, paid_in("rack/1", 700))
        before = trace(store)
        with pytest.raises(BrokenError):
            store.write([draft("a"), paid_in("rack/2", 5, no=2), draft("b", moves=moves), draft("c")])
        assert trace(store) == before
        assert whys(store.write([draft("a"), paid_in("rack/2", 5, no=2)])) == ["written"] * 2
        sound(store)

    def test_the_largest_amount_and_the_longest_name_are_taken(self, store: Store) -> None:
        name = "é" * LONGEST
        written(store, draft(name, 1, name, moves=((name, LARGEST), ("~" + name[1:], -LARGEST))))
        assert store.balance(name) == LARGEST
        assert store.find(name, name) == next(store.stream(name))

    def test_no_balance_goes_beyond_the_largest_amount(self, store: Store, another: Store) -> None:
        written(store, paid_in("rack/1", LARGEST))
        before = trace(store)
        with pytest.raises(BrokenError):
            store.write([draft("a"), paid_in("rack/1", 1, no=2)])
        assert trace(store) == before
        written(another, draft("a"))
        written(store, draft("b"))

    # --- what no journal may hold

    @pytest.mark.parametrize(
        "bad",
        [
            {"stream": ""},
            {"stream": "t" * (LONGEST + 1)},
            {"stream": "table\t1"},
            {"id": ""},
            {"id": "i" * (LONGEST + 1)},
            {"id": "i" * 10_000_000},
            {"id": "\0"},
            {"id": "\ud800"},
            {"leader": "l" * (LONGEST + 1)},
            {"leader": "\n"},
            {"at": datetime(2026, 3, 1)},  # noqa: DTZ001 (the zone is what is missing)
            {"command": b""},
            {"command": b"{"},
            {"command": b'1,"v":1'},
            {"command": b'"\xff"'},
            {"events": (b"",)},
            {"events": (b"1,2",)},
            {"refused": b"no"},
            {"refused": b"1", "events": (b"1",)},
            {"refused": b"1", "moves": (("~cash", -1), ("rack/1", 1))},
        ],
    )
    def test_a_draft_that_could_not_be_read_back_is_a_broken_promise(self, store: Store, bad: dict[str, Any]) -> None:
        with pytest.raises(BrokenError):
            store.write([draft("a"), draft(**bad), draft("c")])
        assert store.head() == Head(0, NOTHING)
        written(store, draft("a"))
        sound(store)

    def test_names_with_signs_of_any_kind_are_kept_as_they_are(self, store: Store) -> None:
        names = ["'; drop table entries; --", '"', "%s", "$1", "{}", "\\", "日本", "NULL", " ", "null"]
        store.write([draft(name, 1, name, moves=((name, 1), ("~" + name, -1))) for name in names])
        assert set(sound(store)) == set(names)
        assert all(store.balance(name) == 1 and store.length(name) == 1 for name in names)

    def test_the_first_of_several_reasons_is_the_one_that_is_told(self, store: Store) -> None:
        store.write([paid_in("rack/1", 1), draft(no=1, id="x", command=b"1")])
        wrong: dict[str, Any] = {"at": NOON - MOMENT, "moves": (("rack/1", -2), ("~cash", 2))}
        told = [
            draft(no=9, id="x", command=b"2", leader="ben", **wrong),
            draft(no=9, id="y", leader="ben", **wrong),
            draft(no=9, id="y", **wrong),
            draft(no=2, id="y", **wrong),
            draft(no=2, id="y", moves=wrong["moves"]),
        ]
        assert whys(store.write(told)) == [it.value for it in Not]

    # --- reading

    def test_entries_are_read_in_order_from_any_place(self, store: Store) -> None:
        batch = [draft(f"table {number % 3}", number // 3 + 1) for number in range(2500)]
        store.write(batch)
        everything = list(store.bodies())
        assert [seq for seq, _, _ in everything] == list(range(1, 2501))
        for after in (0, 1, 1000, 2499, 2500, 2501):
            assert list(store.bodies(after)) == everything[after:]
        others = [it for it in everything if b'"stream":"table 2"' not in it[1]]
        assert len(others) == 2500 - 833
        for after in (0, 1500, 2500):
            assert list(store.bodies(after, b'"stream":"table 2"')) == [it for it in others if it[0] > after]
        of_one = list(store.stream("table 1"))
        assert [entry_of(body).no for body in of_one] == list(range(1, 834))
        for after in (0, 1, 500, 832, 833, 834):
            assert list(store.stream("table 1", after)) == of_one[after:]

    def test_what_is_written_while_somebody_reads_does_not_disturb_the_reading(self, store: Store) -> None:
        store.write([draft(no=no) for no in range(1, 11)])
        reading, other = store.bodies(), store.stream("table 1")
        seen, same = [next(reading)[0]], [entry_of(next(other)).no]
        store.write([draft(no=no) for no in range(11, 2001)])
        seen += [seq for seq, _, _ in reading]
        same += [entry_of(body).no for body in other]
        for numbers in (seen, same):
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= 10

    # --- snapshots and checkpoints

    def test_the_latest_snapshot_is_the_one_that_is_kept(self, store: Store, another: Store) -> None:
        store.write([draft(no=no) for no in range(1, 6)])
        store.keep("table 1", 2, b"two")
        assert store.kept("table 1") == (2, b"two")
        store.keep("table 1", 5, bytes(range(256)) * 5000)
        store.keep("table 1", 3, b"three")
        assert store.kept("table 1") == (5, bytes(range(256)) * 5000)
        store.keep("table 1", 5, b"five")
        assert store.kept("table 1") == another.kept("table 1") == (5, b"five")
        assert store.kept("table 2") is None

    @pytest.mark.parametrize("no", [-1, 2])
    def test_a_snapshot_of_an_entry_that_is_not_there_is_a_broken_promise(self, store: Store, no: int) -> None:
        written(store, draft())
        with pytest.raises(BrokenError):
            store.keep("table 1", no, b"")
        assert store.kept("table 1") is None
        store.keep("table 1", 1, b"")
        assert store.kept("table 1") == (1, b"")

    def test_checkpoints_are_kept_in_their_order(self, store: Store, another: Store) -> None:
        for checkpoint in (b"b", b"a", b"\0\xff", b"a"):
            store.seal(checkpoint)
        assert store.seals() == another.seals() == [b"b", b"a", b"\0\xff", b"a"]

    # --- secrets

    def test_secrets_are_kept_replaced_and_removed_together(self, store: Store, another: Store) -> None:
        assert (store.secret("a"), store.secrets()) == (None, {})
        assert store.keep_secrets({"a": b"1", "b": b"\0\xff", "c": b"3"})
        assert store.keep_secrets({"a": b"one", "c": None, "d": None})
        assert another.secrets() == {"a": b"one", "b": b"\0\xff"}
        assert (another.secret("a"), another.secret("c")) == (b"one", None)

    @pytest.mark.parametrize(
        "expected, done",
        [
            ({"a": b"1"}, True),
            ({"a": b"1", "b": None}, True),
            ({"a": b"2"}, False),
            ({"a": None}, False),
            ({"b": b"1"}, False),
            ({"a": b"1", "b": b"1"}, False),
        ],
    )
    def test_secrets_are_changed_only_where_they_are_as_expected(
        self, store: Store, another: Store, expected: dict[str, bytes | None], done: bool
    ) -> None:
        store.keep_secrets({"a": b"1"})
        assert another.keep_secrets({"a": None, "c": b"new"}, expected) is done
        assert store.secrets() == ({"c": b"new"} if done else {"a": b"1"})

    def test_of_threads_that_draw_the_same_secret_one_does(self, store: Store, another: Store) -> None:
        drawn = list[bytes]()

        def draw(number: int) -> None:
            if (store, another)[number % 2].keep_secrets({"drawn": b"%d" % number}, {"drawn": None}):
                drawn.append(b"%d" % number)

        at_once(draw, 8)
        assert drawn == [store.secret("drawn")]

    def test_what_was_kept_openly_is_found_and_forgotten_and_snapshots_stay(self, store: Store) -> None:
        written(store, draft())
        store.keep("table 1", 1, b"a snapshot")
        for name in ("~secret", "~draws/table 1"):
            store.keep(name, 0, b"of " + name.encode())
        assert store.kept_openly() == {"~draws/table 1": b"of ~draws/table 1", "~secret": b"of ~secret"}
        store.forget_kept_openly()
        assert (store.kept_openly(), store.kept("~secret")) == ({}, None)
        assert store.kept("table 1") == (1, b"a snapshot")

    # --- several at once

    def test_threads_that_write_different_streams_all_come_through(self, store: Store) -> None:
        def work(number: int) -> None:
            for no in range(1, 26):
                written(store, draft(f"table {number}", no, moves=(("~cash", -1), ("float", 1))))

        at_once(work, 8)
        assert {len(it) for it in sound(store).values()} == {25}
        assert store.balance("float") == 200

    def test_of_threads_that_want_the_same_place_one_gets_it(self, store: Store) -> None:
        won: list[list[str]] = [[] for _ in range(8)]

        def work(number: int) -> None:
            for no in range(1, 21):
                won[number] += whys(store.write([draft(no=no, id=f"{number}-{no}")]))

        at_once(work, 8)
        assert Counter(itertools.chain(*won)) == {"written": 20, "out-of-order": 140}
        assert len(sound(store)["table 1"]) == 20

    def test_of_threads_that_send_the_same_command_one_writes_it(self, store: Store) -> None:
        said: list[list[Outcome]] = [[] for _ in range(8)]

        def work(number: int) -> None:
            for no in range(1, 21):
                said[number] += store.write([draft(no=no)])

        at_once(work, 8)
        assert Counter(whys(list(itertools.chain(*said)))) == {"written": 20, "repeated": 140}
        assert {it.body for it in itertools.chain(*said) if isinstance(it, Repeated)} <= set(store.stream("table 1"))

    def test_of_threads_that_spend_the_same_dollar_one_does(self, store: Store, another: Store) -> None:
        written(store, paid_in("patron/anna", 20))
        spent: list[list[str]] = [[] for _ in range(6)]

        def work(number: int) -> None:
            which = (store, another)[number % 2]
            for no in range(1, 11):
                spent[number] += whys(which.write([draft(f"{number}", no, moves=(("patron/anna", -1), ("float", 1)))]))
                spent[number] += whys(which.write([draft(f"{number}", no, id=f"second {no}")]))

        at_once(work, 6)
        told = Counter(itertools.chain(*spent))
        assert (told["written"], told["short"]) == (60, 40)
        assert (store.balance("patron/anna"), store.balance("float")) == (0, 20)
        sound(store)

    def test_of_threads_that_ask_for_a_lease_one_gets_it(self, store: Store, another: Store) -> None:
        leases: list[Lease | None] = []

        def work(number: int) -> None:
            leases.append((store, another)[number % 2].lead("table 1", f"{number}", NOON, 10))

        at_once(work, 8)
        assert len([it for it in leases if it]) == 1

    def test_two_open_stores_see_what_the_other_wrote(self, store: Store, another: Store) -> None:
        for no in range(1, 11):
            which, other = (store, another)[:: 1 if no % 2 else -1]
            written(which, draft(no=no, moves=(("~cash", -1), ("float", 1))))
            assert other.length("table 1") == no
            assert other.balance("float") == no
            assert other.head() == which.head()
            assert whys(other.write([draft(no=no), draft(no=no, id="late")])) == ["repeated", "out-of-order"]
        sound(another)

    def test_two_processes_lead_different_streams_of_one_journal(self, address: str, store: Store) -> None:
        children = [aside(address, "lead", f"table {number}", f"process {number}", 60) for number in (1, 2)]
        for child in children:
            assert said(child) == ["written"] * 60
        assert {name: len(it) for name, it in sound(store).items()} == {"table 1": 60, "table 2": 60}
        assert store.balance("float") == 120

    def test_a_process_that_lost_its_lease_is_turned_away(self, address: str, store: Store) -> None:
        store.lead("table 1", "process 1", NOON, 3600)
        assert said(aside(address, "lead", "table 1", "process 2", 3)) == ["none"] + ["not-leader"] * 3
        written(store, draft(leader="process 1"))
        sound(store)

    # --- all of it together

    @settings(
        max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors]
    )
    @given(batches=st.lists(st.lists(drafts(), max_size=8), max_size=8), swaps=st.booleans())
    def test_a_store_answers_as_the_plainest_ledger_does(
        self, store: Store, another: Store, batches: list[list[Draft]], swaps: bool
    ) -> None:
        """Names carry a number of their own in each example, so that one journal serves for all."""
        ledger, start, before = Ledger(), next(NUMBERS), store.head().seq
        for number, batch in enumerate(batches):
            which = another if swaps and number % 2 else store
            mine = [marked(it, start) for it in batch]
            assert whys(which.write(mine)) == [ledger.judged(it) for it in mine]
            if number == 1:
                lease = which.lead(f"{start} table 1", "anna", NOON - timedelta(seconds=1) + 2 * MOMENT, 1)
                if lease:
                    ledger.leases[lease.stream] = (lease.holder, lease.until)
        for name, balance in ledger.balances.items():
            assert store.balance(name) == balance
        for name, entries in ledger.streams.items():
            assert [entry_of(body).id for body in another.stream(name)] == [it.id for it in entries]
        assert store.head().seq == before + sum(map(len, ledger.streams.values()))
