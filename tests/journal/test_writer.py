"""The one thread that writes: batches, order, errors, the end."""

import gc
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import BrokenError, Draft, Outcome, UnavailableError, Written
from dicehouse.journal.writer import Writer, collect_rarely
from tests.journal.contract import at_once, draft, paid_in, sound, whys


class Gate(SqliteStore):
    """A real store that can be held up before it writes, and remembers the sizes of its batches."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.open = threading.Event()
        self.open.set()
        self.reached = threading.Event()
        self.sizes: list[int] = []
        self.fails: Callable[[Sequence[Draft]], Exception | None] = lambda _: None

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        self.reached.set()
        self.open.wait()
        self.sizes.append(len(drafts))
        if error := self.fails(drafts):
            raise error
        return super().write(drafts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Gate]:
    opened = Gate(tmp_path / "journal.db")
    yield opened
    opened.close()


@pytest.fixture
def writer(store: Gate) -> Iterator[Writer]:
    made = Writer(store, most=10)
    yield made
    made.close()


def held(store: Gate, writer: Writer) -> Future[Outcome]:
    """The writer is at work on one draft, and whatever comes now waits."""
    store.open.clear()
    store.reached.clear()
    first = writer.submit(draft("held"))
    assert store.reached.wait(10)
    return first


def test_an_outcome_comes_when_it_is_durable_and_not_before(store: Gate, writer: Writer) -> None:
    first = held(store, writer)
    assert not first.done()
    store.open.set()
    assert isinstance(first.result(10), Written)
    assert store.find("held", "command 1") is not None


def test_at_the_moment_a_future_is_done_its_entry_can_be_read(store: Gate, writer: Writer) -> None:
    seen: list[bytes | None] = []
    for no in range(1, 20):
        future = writer.submit(draft(no=no))
        future.add_done_callback(lambda _, no=no: seen.append(store.find("table 1", f"command {no}")))  # type: ignore[misc]
        future.result(10)
    writer.close()
    assert len(seen) == 19
    assert None not in seen


def test_everything_that_waits_is_one_batch_up_to_the_bound(store: Gate, writer: Writer) -> None:
    held(store, writer)
    futures = [writer.submit(draft(no=no)) for no in range(1, 26)]
    store.open.set()
    assert whys([it.result(10) for it in futures]) == ["written"] * 25
    assert store.sizes == [1, 10, 10, 5]
    assert [it.result().seq for it in futures if isinstance(it.result(), Written)] == list(range(2, 27))  # type: ignore[union-attr]


def test_each_future_has_the_outcome_of_its_own_draft(store: Gate, writer: Writer) -> None:
    held(store, writer)
    batch = [draft("a", 1), draft("a", 3), draft("a", 1), draft("a", 1, command=b"1"), paid_in("rack/1", 5)]
    futures = [writer.submit(it) for it in batch]
    store.open.set()
    assert whys([it.result(10) for it in futures]) == ["written", "out-of-order", "repeated", "other-body", "written"]


def test_threads_may_all_write_at_once(store: Gate) -> None:
    writer = Writer(store)

    def work(number: int) -> None:
        for no in range(1, 51):
            assert isinstance(writer.submit(draft(f"table {number}", no)).result(10), Written)

    at_once(work, 8)
    writer.close()
    assert {len(it) for it in sound(store).values()} == {50}
    assert len(store.sizes) <= 400


def test_when_the_store_cannot_write_that_batch_is_told_and_the_next_is_written(store: Gate, writer: Writer) -> None:
    held(store, writer)
    futures = [writer.submit(draft(no=no)) for no in range(1, 4)]
    store.fails = lambda drafts: UnavailableError("the disk is full; free some") if len(drafts) == 3 else None
    store.open.set()
    for it in futures:
        assert isinstance(it.exception(10), UnavailableError)
    assert store.sizes == [1, 3]
    assert store.length("table 1") == 0
    assert isinstance(writer.submit(draft(no=1)).result(10), Written)


def test_a_draft_that_breaks_a_promise_does_not_take_others_with_it(store: Gate, writer: Writer) -> None:
    held(store, writer)
    batch = [draft("a"), draft("b", moves=(("rack/1", 5),)), draft("c"), draft("a", 2)]
    futures = [writer.submit(it) for it in batch]
    store.open.set()
    assert isinstance(futures[1].exception(10), BrokenError)
    assert whys([futures[number].result(10) for number in (0, 2, 3)]) == ["written"] * 3
    assert set(sound(store)) == {"held", "a", "c"}


def test_an_error_that_nobody_foresaw_leaves_nobody_waiting(store: Gate, writer: Writer) -> None:
    store.fails = lambda _: ZeroDivisionError("what?")
    assert isinstance(writer.submit(draft()).exception(10), ZeroDivisionError)
    store.fails = lambda _: None
    assert isinstance(writer.submit(draft()).result(10), Written)


def test_a_future_that_is_cancelled_while_it_waits_is_not_written(store: Gate, writer: Writer) -> None:
    first = held(store, writer)
    futures = [writer.submit(draft(stream)) for stream in "ab"]
    assert futures[0].cancel()
    assert not first.cancel()
    store.open.set()
    assert isinstance(futures[1].result(10), Written)
    assert isinstance(first.result(10), Written)
    assert set(sound(store)) == {"held", "b"}
    assert futures[0].cancelled()


def test_a_batch_of_cancelled_futures_asks_nothing_of_the_store(store: Gate, writer: Writer) -> None:
    held(store, writer)
    assert writer.submit(draft()).cancel()
    store.open.set()
    writer.close()
    assert store.sizes == [1]


def test_closing_writes_what_waits_and_takes_nothing_more(store: Gate, writer: Writer) -> None:
    held(store, writer)
    futures = [writer.submit(draft(no=no)) for no in range(1, 26)]
    closing = threading.Thread(target=writer.close)
    closing.start()
    store.open.set()
    closing.join(10)
    assert whys([it.result(0) for it in futures]) == ["written"] * 25
    writer.close()
    with pytest.raises(UnavailableError, match=r"table 1, command 26: the writer was closed, .*; "):
        writer.submit(draft(no=26))
    assert store.length("table 1") == 25


def test_a_writer_that_was_never_used_closes(store: Gate) -> None:
    Writer(store).close()
    assert store.sizes == []


def test_who_hands_in_a_draft_is_told_once_it_is_durable(store: Gate, writer: Writer) -> None:
    heard: list[tuple[Outcome | Exception, bytes | None]] = []
    writer.hand(draft(), lambda outcome: heard.append((outcome, store.find("table 1", "command 1"))))
    writer.close()
    ((outcome, body),) = heard
    assert isinstance(outcome, Written)
    assert body is not None
    with pytest.raises(UnavailableError, match="closed"):
        writer.hand(draft(no=2), lambda _: None)


def test_who_hands_in_a_draft_is_told_why_it_was_not_written(store: Gate, writer: Writer) -> None:
    heard: list[Outcome | Exception] = []
    held(store, writer)
    store.fails = lambda drafts: UnavailableError("the disk is full; free some") if len(drafts) == 2 else None
    writer.hand(draft("a"), heard.append)
    writer.hand(draft("b"), heard.append)
    store.open.set()
    writer.close()
    assert [type(it) for it in heard] == [UnavailableError] * 2


def test_somebody_who_cannot_bear_an_outcome_does_not_keep_others_from_theirs(
    store: Gate, writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    def falls(_: Outcome | Exception) -> None:
        raise ZeroDivisionError

    held(store, writer)
    writer.hand(draft("a"), falls)
    second = writer.submit(draft("b"))
    store.open.set()
    assert isinstance(second.result(10), Written)
    assert isinstance(writer.submit(draft("c")).result(10), Written)
    assert "a, command 1: told" in caplog.text


def test_a_program_that_serves_tables_looks_for_cycles_less_often() -> None:
    before = gc.get_threshold()
    try:
        collect_rarely()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() > before
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_after_a_batch_of_several_the_next_gather_and_are_written_together(store: Gate) -> None:
    writer = Writer(store, gather=0.3)
    held(store, writer)
    several = [writer.submit(draft(no=no)) for no in (1, 2)]
    store.open.set()
    assert whys([it.result(10) for it in several]) == ["written"] * 2
    for no in (3, 4, 5):
        several.append(writer.submit(draft(no=no)))
        time.sleep(0.02)
    assert whys([it.result(10) for it in several]) == ["written"] * 5
    assert store.sizes == [1, 2, 3]
    writer.close()


def test_someone_alone_is_not_kept_waiting_for_others(store: Gate) -> None:
    writer = Writer(store, gather=5.0)
    for no in (1, 2, 3):
        assert isinstance(writer.submit(draft(no=no)).result(4), Written)
    writer.close()


def test_without_a_thread_a_draft_is_written_before_whoever_brought_it_goes_on(store: Gate) -> None:
    writer = Writer(store, threaded=False)
    before = threading.active_count()
    assert writer.submit(draft("alone")).done()
    assert store.find("alone", "command 1") is not None
    assert threading.active_count() == before
    writer.close()
    with pytest.raises(UnavailableError, match="the writer was closed"):
        writer.submit(draft("alone", no=2))


def test_how_many_wait_is_told(store: Gate) -> None:
    writer = Writer(store)
    store.open.clear()
    futures = [writer.submit(draft())]
    store.reached.wait()  # the first is being written
    futures += [writer.submit(draft()) for _ in range(3)]
    assert writer.waiting == 3
    store.open.set()
    for it in futures:
        it.result()
    assert writer.waiting == 0
    writer.close()
