"""The feed: whoever reads it misses nothing over restarts, sees what their scope sees, and holds nobody up."""

import json
import re
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec import structs

from dicehouse.journal.store import Draft, Written
from dicehouse.refusal import Refused, Why
from dicehouse.table.dealt_result import DiceUncovered
from dicehouse.table.judge import APPLIERS
from dicehouse.table.orders import Command
from dicehouse.views.feed import EVENTS, LEVELS
from dicehouse.web.roles import HOUSE, TABLE_KINDS
from tests.web.served import WITHIN, Browser, Program, Served, bearer, plan

TABLE = "Sic Bo 1"


class Told(NamedTuple):
    """One server-sent event."""

    id: int
    entry: dict[str, Any]


class Reader:
    """A program that reads a feed as it comes."""

    def __init__(self, address: str, path: str, scope: str = "", since: int | None = None) -> None:
        self.line = HTTPConnection(address, timeout=WITHIN)
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": str(since)} if since is not None else {})
        name = scope or {"tables": "tables", "pit": "pit", "journal": "inspect"}[path.partition("?")[0]]
        self.line.request("GET", f"/api/feed/{path}", headers=headers | {"Authorization": f"Bearer {bearer(name)}"})
        self.answer: HTTPResponse = self.line.getresponse()
        assert self.answer.status == 200, self.answer.read()
        assert self.answer.headers["content-type"] == "text/event-stream"
        self.id = since

    def blocks(self) -> Iterator[dict[str, str]]:
        """Each block of lines, until the server ends."""
        found: dict[str, str] = {}
        while line := self.answer.readline():
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key:
                found[key] = value
            elif found:
                yield found
                found = {}

    def told(self) -> Iterator[Told]:
        for block in self.blocks():
            if "data" in block:
                assert block["event"] == "entry"
                yield Told(int(block["id"]), json.loads(block["data"]))

    def next(self, many: int) -> list[Told]:
        found = []
        for it in self.told():
            found.append(it)
            if len(found) == many:
                break
        return found

    def until(self, seq: int) -> list[Told]:
        """Everything up to an entry that is told."""
        found: list[Told] = []
        for it in self.told():
            found.append(it)
            if it.id >= seq:
                break
        return found

    def close(self) -> None:
        self.answer.close()
        self.line.close()


def head(served: Served) -> int:
    return int(served.floor.store.head().seq)


def does(served: Served, do: str, by: str = "the dealer", role: str = "dealer", **fields: Any) -> None:
    kind: type[Command] = TABLE_KINDS[do]
    served.does(TABLE, kind, by, role, **fields)


def a_round(served: Served) -> None:
    """A round of Sic Bo as a dealer deals it."""
    does(served, "tumble", times=3)
    does(served, "invite-bets")
    does(served, "close-betting")
    does(served, "press-no-more-bets")
    uncovered = served.submit(TABLE, TABLE_KINDS["uncover"], "the dealer", "dealer")
    assert not isinstance(uncovered, Refused), uncovered
    dice = next(it.dice for it in uncovered if isinstance(it, DiceUncovered))
    does(served, "announce-result", dice=dice)
    does(served, "enter-result", dice=dice)
    does(served, "settle")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in which a player has lost a wager and a round more was dealt."""
    house = Served(tmp_path_factory.mktemp("house") / "journal.db")
    ann = Browser(house).signs_in("demo", who="Ann")
    assert ann.submit(TABLE, "take-seat", seat=1).status == 200
    a_round(house)
    a_round(house)
    yield house
    house.stop()


# --- what comes


def test_a_round_is_told_in_order_and_each_event_goes_by_the_number_of_its_entry(played: Served) -> None:
    reader, begin = Reader(played.address, "tables"), head(played)
    a_round(played)
    kinds, ids = [], []
    for it in reader.told():
        kinds += [event["event"] for event in it.entry["events"]]
        ids.append(it.id)
        assert it.entry["seq"] == it.id
        assert it.entry["stream"] == TABLE
        if "round-ended" in kinds:
            break
    assert [it for it in kinds if it not in {"dice-sealed", "gaming-day-began"}] == [
        "round-began", "dice-tumbled", "betting-opened", "betting-closed", "dice-uncovered", "result-announced",
        "result-entered", "round-ended",
    ]  # fmt: skip
    assert ids == sorted(set(ids))
    assert ids[0] > begin
    reader.close()


def test_whoever_comes_back_with_the_last_id_misses_nothing_and_gets_nothing_twice(played: Served) -> None:
    last = head(played)
    reader = Reader(played.address, "journal", since=0)
    whole = reader.until(last)
    reader.close()
    assert [it.id for it in whole] == list(range(1, last + 1))
    again: list[Told] = []
    while len(again) < len(whole):
        reader = Reader(played.address, "journal", since=again[-1].id if again else 0)
        again += reader.next(min(37, len(whole) - len(again)))
        reader.close()
    assert again == whole


def test_a_page_of_json_tells_the_same_as_the_events(played: Served) -> None:
    last, asks = head(played), Program(played, "inspect")
    reader, found, after, page = Reader(played.address, "journal", since=0), list[Any](), 0, {}
    while after < last:
        page = asks.get(f"/api/feed/journal?after={after}").json
        assert page["next"] > after
        found, after = found + page["entries"], page["next"]
    assert page["more"] is False
    assert found[:last] == [it.entry for it in reader.until(last)]
    reader.close()


def test_without_a_cursor_a_feed_begins_now(played: Served) -> None:
    page = Program(played, "tables").get("/api/feed/tables").json
    assert (page["entries"], page["next"], page["more"]) == ([], head(played), False)


def test_streams_and_kinds_are_chosen_by_name(played: Served) -> None:
    asks = Program(played, "inspect")
    whole = asks.get("/api/feed/journal?after=0&stream=house").json["entries"]
    assert {it["stream"] for it in whole} == {"house"}
    some = asks.get(f"/api/feed/tables?after=0&stream={TABLE}&kind=round-ended&kind=betting-closed").json["entries"]
    assert {event["event"] for it in some for event in it["events"]} == {"round-ended", "betting-closed"}
    assert {it["stream"] for it in some} == {TABLE}


# --- who reads what


def test_an_inspector_reads_what_the_export_has_and_no_more(played: Served) -> None:
    exported = {}
    for line in Program(played, "inspect").get("/api/inspector/export").body.splitlines():
        if b'"seq"' in line[:8]:
            made = json.loads(line)
            exported[made["seq"]] = made
    entries = Program(played, "inspect").get("/api/feed/journal?after=0").json["entries"]
    assert len(entries) >= 100
    assert any("pin_reference" in it["command"] for it in entries)
    for it in entries:
        body = exported[it["seq"]]["body"]
        postings = [list(posting.values()) for posting in it.pop("postings")]
        assert (it.pop("hash"), postings) == (exported[it["seq"]]["hash"], body["postings"])
        assert it == {key: without_secrets(body[key]) for key in it}


def without_secrets(it: Any) -> Any:
    """What an inspector reads of a record of the export."""
    if isinstance(it, list):
        return [without_secrets(each) for each in it]
    if not isinstance(it, dict):
        return it
    hidden = ("pin", "pin_hash", "pin_reference")
    return {key: "…" if key in hidden else each for key, each in it.items()}


PERSONAL = re.compile(
    "by|cause|person|patron|card|helper|name|address|shooter|who|confirmed_by|persons|winners|staff|signed|role"
)
WORDS = re.compile("words|reason|done|said|about|what|error|note|remarks|topic|ruling|log|grounds|source")


@pytest.mark.parametrize("level", sorted(EVENTS))
def test_below_the_journal_no_event_has_a_name_or_words_of_anybodys(level: Any) -> None:
    known = {str(it.__struct_config__.tag) for it in APPLIERS}
    assert set(EVENTS[level]) < known
    for name, kind in EVENTS[level].items():
        told = structs.fields(kind)
        assert [it.name for it in told if PERSONAL.fullmatch(it.name) or WORDS.fullmatch(it.name)] == [], name
        nested = [inner.name for it in told for inner in fields_within(it.type)]
        assert [it for it in nested if PERSONAL.fullmatch(it) or WORDS.fullmatch(it)] == [], name


def fields_within(kind: Any) -> Iterator[structs.FieldInfo]:
    for it in (kind, *getattr(kind, "__args__", ())):
        if isinstance(it, type) and hasattr(it, "__struct_fields__"):
            yield from structs.fields(it)


def test_nobodys_name_is_anywhere_in_what_the_lower_feeds_say(played: Served) -> None:
    for level in ("tables", "pit"):
        said = Program(played, "pit").get(f"/api/feed/{level}?after=0").body.decode()
        assert '"seat-taken"' in said or level == "tables"
        assert "Ann" not in said
        assert "the dealer" not in said
        assert '"stream":"house"' not in said


MAY = {
    "tables": {"tables"},
    "pit": {"tables", "pit"},
    "inspect": {"tables", "pit", "journal"},
    "notices": {"tables"},
    "dealing": {"tables"},
    "pit-and-notices": {"tables", "pit"},
}


@pytest.mark.parametrize("scope", sorted(MAY))
def test_a_token_reads_the_feeds_of_its_scopes(played: Served, scope: str) -> None:
    for level in LEVELS:
        said = Program(played, scope).get(f"/api/feed/{level}")
        assert said.status == (200 if level in MAY[scope] else 403), level
        if said.status == 403:
            assert said.why == Why.NOT_ALLOWED


def test_people_read_the_feeds_of_the_consoles_that_they_may_watch(played: Served) -> None:
    may = {"Ann": {"tables"}, "Dana": {"tables"}, "Sue": {"tables", "pit"}, "Ines": {"tables", "pit", "journal"}}
    for who, levels in may.items():
        browser = Browser(played).signs_in("demo", who=who)
        assert {it for it in LEVELS if browser.get(f"/api/feed/{it}").status == 200} == levels, who
    assert {Browser(played).get(f"/api/feed/{it}").status for it in LEVELS} == {401}


def test_a_token_for_one_table_reads_that_table(played: Served) -> None:
    entries = Program(played, "one-table").get("/api/feed/tables?after=0").json["entries"]
    assert {it["stream"] for it in entries} == {TABLE}


@pytest.mark.parametrize(
    "asked",
    ["kind=wager-placed", "kind=nothing", "stream=Sic Bo 99", "stream=house", "after=-1", "after=x", "since=4"],
)
def test_what_a_feed_does_not_know_is_refused(played: Served, asked: str) -> None:
    said = Program(played, "tables").get(f"/api/feed/tables?{asked}")
    assert (said.status, said.why) == (400, Why.MALFORMED)


def test_a_cursor_of_another_journal_is_refused(played: Served) -> None:
    for headers in ({}, {"Accept": "text/event-stream"}):
        said = Program(played, "tables").get(f"/api/feed/tables?after={head(played) + 1}", **headers)
        assert (said.status, said.why, said.json["refused"]["says"]) == (400, Why.MALFORMED, "feed-ahead")


# --- over time


def test_where_nothing_is_told_the_feed_says_how_far_it_is(played: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.web.feed.HEARTBEAT", 0.2)
    reader = Reader(played.address, "tables?kind=limits-changed")
    a_round(played)
    last = head(played)
    assert any(int(it.get("id", 0)) >= last and "data" not in it for it in reader.blocks())
    reader.close()


def test_whoever_reads_nothing_is_cut_off_and_goes_on_later(
    other_house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehouse.web.feed.STALLED", 0.5)
    much = msgspec.json.encode({"do": "fill", "with": "x" * 100_000})
    at = other_house.floor.now()
    drafts = [Draft(stream="elsewhere", no=it, id=f"e{it}", at=at, command=much) for it in range(1, 101)]
    assert all(isinstance(it, Written) for it in other_house.floor.store.write(drafts))
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(WITHIN)
        line.connect(("127.0.0.1", other_house.port))
        host = other_house.address
        asks = f"GET /api/feed/journal?after=0 HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n"
        line.sendall(f"{asks}Authorization: Bearer {bearer('inspect')}\r\n\r\n".encode())
        until = time.monotonic() + WITHIN
        while "feed-cut-off" not in other_house.log.read_text(encoding="ascii"):
            assert time.monotonic() < until
            time.sleep(0.05)
        ended = False
        while not ended:
            try:
                ended = not line.recv(65_536)
            except ConnectionError:
                ended = True
    monkeypatch.undo()
    until = time.monotonic() + WITHIN
    while other_house.app.state.feeds.open:
        assert time.monotonic() < until
        time.sleep(0.05)
    reader, last = Reader(other_house.address, "journal", since=0), head(other_house)
    assert [it.id for it in reader.until(last)] == list(range(1, last + 1))
    reader.close()


def test_so_many_feeds_are_open_at_a_time_and_one_that_ends_makes_room(played: Served) -> None:
    readers = [Reader(played.address, "tables", scope="notices") for _ in range(20)]
    more = Program(played, "notices").get("/api/feed/tables", Accept="text/event-stream")
    assert (more.status, more.why) == (429, "too-often")
    readers.pop().close()
    until = time.monotonic() + WITHIN
    while played.app.state.feeds.open == 20:
        assert time.monotonic() < until
        time.sleep(0.05)
    readers.append(Reader(played.address, "tables", scope="notices"))
    for it in readers:
        it.close()


def test_a_stop_ends_the_feed_in_good_order_and_after_it_the_cursor_goes_on(tmp_path: Path) -> None:
    first = Served(tmp_path / "journal.db", plan())
    reader = Reader(first.address, "journal", since=0)
    before = reader.next(10)
    line = socket.create_connection(("127.0.0.1", first.port), WITHIN)
    asks = f"GET /api/feed/tables HTTP/1.1\r\nHost: {first.address}\r\nAccept: text/event-stream\r\n"
    line.sendall(f"{asks}Authorization: Bearer {bearer('tables')}\r\n\r\n".encode())
    heard = line.recv(65_536)
    a_round(first)
    first.stop()
    while more := line.recv(65_536):
        heard += more
    line.close()
    assert heard.endswith(b"\r\n0\r\n\r\n"), "it was torn off"
    before += list(reader.told())
    reader.close()
    second = Served(tmp_path / "journal.db", plan())
    a_round(second)
    last = head(second)
    reader = Reader(second.address, "journal", since=before[-1].id)
    after = reader.until(last)
    assert [it.id for it in (*before, *after)] == list(range(1, last + 1))
    assert HOUSE in {it.entry["stream"] for it in after}
    reader.close()
    second.stop()
