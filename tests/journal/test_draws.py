"""The verifier works every draw out again, and sees whatever was changed to make someone else win."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.house.promotions.awarding import PublishResults
from dicehouse.house.promotions.drawing import StopDraw
from dicehouse.house.promotions.entering import ShutOut
from dicehouse.house.promotions.terms import Prize
from dicehouse.journal.record import Entry, body_of, hash_of
from dicehouse.journal.verify import verify
from dicehouse.table.orders import Event
from tests.house.keeper import happened
from tests.house.promotions.promoter import SCRUTINEER, Promoter

Change = Callable[[list[dict[str, Any]]], None]
CAR = Prize(
    name="Car", kind="vehicle", value=3_000_000, nature="A car", conditions="none", number=2,
    details={"make": "A", "model": "B", "accessories": "none", "on_road_costs": "included"},
)  # fmt: skip


def drawn() -> list[Event]:
    desk = Promoter(prizes=(CAR,), scrutineer=SCRUTINEER)
    happened(desk.files(place="Level 2"))
    desk.starts()
    happened(desk.plays("cai", 15_000))
    happened(desk.plays("ann", 1))
    happened(desk.manager(ShutOut, promotion="summer", person="cai", reason="works here"))
    again = Promoter(prizes=(CAR,), scrutineer=SCRUTINEER).draws(ann=3, bob=2)
    happened(again.manager(PublishResults, promotion="summer", where="the desk"))
    return [*desk.events, *again.events]


def written(tmp_path: Path, events: list[dict[str, Any]], stream: str = "house") -> Path:
    """A journal of these events, with a sound chain: what a writer would leave who made it up from the beginning."""
    prev, lines = "0" * 64, []
    for seq, event in enumerate(events, 1):
        body = body_of(
            Entry(
                seq=seq,
                stream=stream,
                no=seq,
                id=f"c{seq}",
                at=datetime.fromisoformat(event["at"]),
                command=msgspec.Raw(b"{}"),
                events=(msgspec.Raw(msgspec.json.encode(event)),),
                refused=msgspec.Raw(b"null"),
                postings=(),
                prev=prev,
            )
        )
        prev = hash_of(body)
        lines.append(b'{"seq":%d,"hash":"%s","body":%s}' % (seq, prev.encode(), body))
    file = tmp_path / "export.jsonl"
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file


def as_data(events: list[Event]) -> list[dict[str, Any]]:
    late = max(it.at for it in events)
    return [{**msgspec.json.decode(msgspec.json.encode(it)), "at": late.isoformat()} for it in events]


def place(events: list[dict[str, Any]], kind: str) -> int:
    return max(i for i, it in enumerate(events) if it["event"] == kind)


def test_a_draw_that_was_made_by_the_rule_stands(tmp_path: Path) -> None:
    report = verify(written(tmp_path, as_data(drawn())))
    assert (report.faults, report.draws) == ([], 1)


def wins_another(events: list[dict[str, Any]]) -> None:
    opened = events[place(events, "draw-opened")]
    opened["winners"][0][2] = "bob" if opened["winners"][0][2] == "ann" else "ann"


def wins_nobody(events: list[dict[str, Any]]) -> None:
    events[place(events, "draw-opened")]["winners"] = []


def other_secret(events: list[dict[str, Any]]) -> None:
    events[place(events, "draw-opened")]["secret"] += "!"


def other_word(events: list[dict[str, Any]]) -> None:
    events[place(events, "draw-witnessed")]["word"] = "magpie"


def more_entries(events: list[dict[str, Any]]) -> None:
    events[place(events, "play-counted")]["entries"] += 1


def late_entry(events: list[dict[str, Any]]) -> None:
    events.insert(place(events, "entries-sealed") + 1, {**events[place(events, "play-counted")]})


def late_promise(events: list[dict[str, Any]]) -> None:
    events.insert(place(events, "entries-sealed") + 1, {**events[place(events, "draw-committed")]})


def late_removal(events: list[dict[str, Any]]) -> None:
    events.insert(place(events, "entries-sealed") + 1, {**events[place(events, "person-shut-out")], "person": "bob"})


def another_prize(events: list[dict[str, Any]]) -> None:
    events[place(events, "terms-filed")]["terms"]["prizes"][0]["number"] = 1


def several_each(events: list[dict[str, Any]]) -> None:
    events[place(events, "terms-filed")]["terms"]["prizes"][0]["number"] = 40
    events[place(events, "terms-filed")]["terms"]["one_prize_each"] = False


@pytest.mark.parametrize("changes, said", [
    (wins_another, "by the rule they are"),
    (wins_nobody, "the winners of summer are nobody"),
    (other_secret, "was promised"),
    (other_word, "by the rule they are"),
    (more_entries, "those that were earned have the hash"),
    (late_entry, "was added after its entries were sealed"),
    (late_promise, "was promised after its entries were sealed"),
    (late_removal, "were taken away after they were sealed"),
    (another_prize, "by the rule they are"),
    (several_each, "by the rule they are"),
])  # fmt: skip
def test_whatever_was_changed_is_told(changes: Change, said: str, tmp_path: Path) -> None:
    events = as_data(drawn())
    changes(events)
    report = verify(written(tmp_path, events))
    assert any(said in it.why for it in report.faults), report.faults


def test_a_promotion_that_was_cancelled_is_not_worked_out(tmp_path: Path) -> None:
    desk = Promoter().seals(ann=1)
    happened(desk.operator(StopDraw, promotion="summer", what="cancel", reason="a box was open"))
    report = verify(written(tmp_path, as_data(desk.events)))
    assert (report.faults, report.draws) == ([], 0)


def test_of_a_journal_with_a_record_missing_no_draw_is_judged(tmp_path: Path) -> None:
    file = written(tmp_path, as_data(drawn()))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    report = verify(file)
    assert report.draws == 0
    assert all("winners" not in it.why for it in report.faults)


def test_events_of_tables_are_no_draws(tmp_path: Path) -> None:
    assert verify(written(tmp_path, as_data(drawn()), "table 7")).draws == 0


def test_an_empty_draw_is_won_by_nobody(tmp_path: Path) -> None:
    events = as_data(drawn())
    kept = [it for it in events if it["event"] != "play-counted"]
    report = verify(written(tmp_path, kept))
    assert any("by the rule they are nobody" in it.why for it in report.faults)
