"""`dicehouse table`: commands in, events out; bad input costs nothing; the events alone make the table again."""

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.cli.table import LONGEST
from tests.commands import dicehouse, process

WHEN = "2026-11-16T12:00:{:02d}+11:00"


def line(do: str, by: str, role: str, second: int, **more: Any) -> str:
    said = {"do": do, "id": f"c{second}", "at": WHEN.format(second), "by": by, "role": role, **more}
    return json.dumps(said)


CARD = {"number": "8812", "issued_to": "ann"}
ROUND = [
    line("open-table", "sue", "casino-supervisor", 0, float=1_000_000),
    line("take-seat", "ann", "player", 1, seat=3, card=CARD),
    line("bring-chips", "ann", "player", 2, seat=3, amount=20_000),
    line("tumble", "dora", "dealer", 3, times=3),
    line("invite-bets", "dora", "dealer", 4),
    line("place-wager", "ann", "player", 5, seat=3, wager="small", stake=1_000),
    line("close-betting", "dora", "dealer", 6),
    line("press-no-more-bets", "dora", "dealer", 7),
    line("uncover", "dora", "dealer", 8),
    line("announce-result", "dora", "dealer", 9, dice=[4, 1, 2]),
    line("enter-result", "dora", "dealer", 10, dice=[1, 2, 4]),
    line("settle", "dora", "dealer", 11),
]


def run(*lines: str | bytes, book: str = "star-sicbo-2024", options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    sent = b"".join((it if isinstance(it, bytes) else it.encode()) + b"\n" for it in lines)
    said = dicehouse("table", book, *options, stdin=sent)
    assert (said.status, said.err) == (0, "")
    return [json.loads(it) for it in said.out.splitlines()]


def test_a_round_is_run_and_every_event_says_who_when_why_and_by_which_clause() -> None:
    events = run(*ROUND)
    assert [it["event"] for it in events][-4:] == ["result-entered", "winners-paid", "wagers-moved", "round-ended"]
    paid = events[-3]
    assert (paid["by"], paid["role"], paid["cause"], paid["clause"], paid["v"]) == ("dora", "dealer", "c11", "5.5", 1)
    assert paid["settled"][0] == {
        "bet": "c5",
        "seat": 3,
        "wager": "small",
        "result": "win",
        "stake": 1_000,
        "winnings": 1_000,
        "returned": 2_000,
        "clauses": ["3.2.1", "3.2.1.1", "7.1[Small]"],
        "state": "open",
        "extra": 0,
        "colour": "",
        "checks": 0,
    }


def test_a_refusal_is_a_line_with_the_reason_the_clause_and_the_next_step() -> None:
    (refusal,) = [it for it in run(*ROUND, line("settle", "dora", "dealer", 12)) if "refused" in it]
    assert refusal["refused"] == {
        "line": 13,
        "command": "c12",
        "why": "wrong-phase",
        "clause": "5.5",
        "message": "settle: no round is under way; do it when the result was keyed in",
        "next": "do it when the result was keyed in",
        "says": "not-in-this-phase",
        "figures": {"command": "settle", "phase": "no round is under way", "when": ["the result was keyed in"]},
    }


BAD = [
    "",
    "nonsense",
    "[]",
    "{}",
    '{"do":"fly"}',
    '{"do":"settle"}',
    line("settle", "dora", "dealer", 12, extra=1),
    line("place-wager", "ann", "player", 12, seat=3, wager="small", stake="1000"),
    line("place-wager", "ann", "player", 12, seat=3, wager="small", stake=10.5),
    line("place-wager", "ann", "player", 12, seat=3, wager="small", stake=-1),
    line("place-wager", "ann", "player", 12, seat=3, wager="small", stake=10**12),
    line("settle", "dora", "dealer", 12).replace("+11:00", ""),
    "[" * 100_000,
    b"\xff\xfe",
]


@pytest.mark.parametrize("bad", BAD, ids=lambda it: repr(it[:60]))
def test_a_line_that_is_no_command_is_refused_and_stops_nothing(bad: str | bytes) -> None:
    answers = run(*ROUND[:6], bad, *ROUND[6:])
    (refusal,) = [it["refused"] for it in answers if "refused" in it]
    assert (refusal["line"], refusal["why"]) == (7, "malformed")
    assert refusal["next"]
    assert answers[-1]["event"] == "round-ended"


def test_a_line_that_is_too_long_is_refused() -> None:
    (refusal,) = run("x" * (LONGEST + 1))
    assert refusal["refused"]["why"] == "malformed"


@given(st.lists(st.binary(max_size=60), min_size=1, max_size=5))
def test_no_bytes_bring_it_down(lines: list[bytes]) -> None:
    said = dicehouse("table", "star-craps", stdin=b"\n".join(lines) + b"\n")
    assert said.status == 0
    assert "Traceback" not in said.err


def test_the_events_of_a_file_make_the_same_table_again(tmp_path: Path) -> None:
    *events, state = run(*ROUND, "nonsense", options=("--hash",))
    saved = tmp_path / "events.jsonl"
    saved.write_text("\n\n".join(json.dumps(it) for it in events) + "\n", encoding="utf-8")
    said = dicehouse("table", "star-sicbo-2024", "--replay", str(saved))
    assert said.data == {**state, "events": len(events) - 1}
    assert (said.data["phase"], said.data["round"]) == ("between rounds", 1)


def test_the_readings_of_the_record_are_taken_when_it_is_replayed(tmp_path: Path) -> None:
    *events, state = run(*ROUND, options=("--reading", "streak_placed=in_betting_period", "--hash"))
    saved = tmp_path / "events.jsonl"
    saved.write_text("\n".join(json.dumps(it) for it in events), encoding="utf-8")
    assert dicehouse("table", "star-sicbo-2024", "--replay", str(saved)).data["state"] == state["state"]


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "there is no event in it"),
        ("nonsense", "line 1: this is no event"),
        ('{"event":"flown"}', "line 1: this is no event"),
        ("WITHOUT", "event 1, wager-placed, does not follow from those before it"),
    ],
)
def test_a_file_that_is_no_record_is_told_plainly(text: str, said: str, tmp_path: Path) -> None:
    if text == "WITHOUT":
        text = next(json.dumps(it) for it in run(*ROUND) if it["event"] == "wager-placed")
    saved = tmp_path / "events.jsonl"
    saved.write_text(text, encoding="utf-8")
    assert said in dicehouse("table", "star-sicbo-2024", "--replay", str(saved)).mistake


def test_another_text_of_the_rulebook_is_mentioned(tmp_path: Path) -> None:
    events = run(*ROUND)
    events[0]["rulebook_hash"] = "0" * 64
    saved = tmp_path / "events.jsonl"
    saved.write_text("\n".join(json.dumps(it) for it in events), encoding="utf-8")
    said = dicehouse("table", "star-sicbo-2024", "--replay", str(saved))
    assert said.status == 0
    assert "another text of star-sicbo-2024" in said.err


def test_words_tell_the_same_in_sentences() -> None:
    sent = "\n".join([*ROUND, "nonsense"]).encode()
    told = dicehouse("table", "star-sicbo-2024", "--words", stdin=sent).rows
    assert "Small won $10: the total was 7 (3.2.1.1)" in told
    assert told[-1].startswith("Refused: the line is no command")


def test_a_table_is_set_up_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('name = "pit 3"\nseats = 2\nchip = "5.00"\n[sign.every]\nminimum = "25.00"\nmaximum = "500.00"\n')
    answers = run(*ROUND[:2], options=("--config", str(file)))
    assert answers[0]["config"]["sign"]["every"] == {"minimum": 2_500, "maximum": 50_000, "unit": 0}
    assert answers[1]["refused"]["why"] == "unknown-seat"


@pytest.mark.parametrize(
    "text, said",
    [
        ("seats = ", "this is not TOML"),
        ("chairs = 3", "unknown field `chairs`"),
        ("seats = 0", "$.seats"),
        ("chip = 100", 'chip: an amount is a text such as "10.00"'),
        ('[sign.every]\nminimum = "5"\nmaximum = "1.005"', "sign.every.maximum: an amount is dollars"),
        ('gaming_day = "25:00"', "$.gaming_day"),
        ('time_zone = "Sydney"', "time_zone: there is no such zone"),
        ('time_zone = "../etc"', "time_zone: there is no such zone"),
        ("seats = " + "[" * 5_000, "nested too deep"),
    ],
)
def test_a_mistake_in_the_file_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    mistake = dicehouse("table", "star-sicbo-2024", "--config", str(file)).mistake
    assert said in mistake
    assert "table.toml" in mistake


def test_a_sign_that_makes_no_sense_keeps_the_table_shut(tmp_path: Path) -> None:
    for sign, why in (
        ('every = { minimum = "9.00", maximum = "8.00" }', "above-maximum"),
        ("wagers.bigg = {}", "unknown-wager"),
    ):
        file = tmp_path / "table.toml"
        file.write_text(f"[sign]\n{sign}\n", encoding="utf-8")
        (refusal,) = run(ROUND[0], options=("--config", str(file)))
        assert refusal["refused"]["why"] == why


def test_a_file_that_is_no_text_is_told_plainly(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "not a text file in UTF-8" in dicehouse("table", "star-sicbo-2024", "--config", str(file)).mistake


def test_empty_input_is_told_plainly() -> None:
    assert "standard input was empty" in dicehouse("table", "star-sicbo-2024").mistake


# --- kept in a journal


def test_a_table_in_a_journal_goes_on_where_it_was_and_answers_a_command_once(tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "house.db"), "--hash")
    *first, before = run(*ROUND[:6], options=journal)
    *again, still = run(ROUND[5], "nonsense", options=journal)
    assert again[0] == first[-1]
    assert again[1]["refused"]["why"] == "malformed"
    assert still == before
    *rest, _ = run(*ROUND[6:], options=journal)
    assert rest[-1]["event"] == "round-ended"
    assert [*first, *rest] == run(*ROUND)


def test_a_table_that_another_program_has_led_in_the_meantime_goes_on_from_there(tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "house.db"))
    with process("table", "star-sicbo-2024", *journal, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
        assert one.stdin is not None
        assert one.stdout is not None
        one.stdin.write(f"{ROUND[0]}\n".encode())
        one.stdin.flush()
        assert json.loads(one.stdout.readline())["event"] == "table-opened"
        run(*ROUND[1:6], options=journal)
        rest, err = one.communicate("\n".join(ROUND[6:]).encode())
    assert (one.returncode, err) == (0, b"")
    assert json.loads(rest.splitlines()[-1])["event"] == "round-ended"


def test_the_journal_of_a_table_can_be_verified_and_a_changed_one_is_found(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    run(*ROUND, options=("--journal", str(file)))
    assert "12 entries stand as written" in dicehouse("verify", str(file), "--chain-only").out
    db = sqlite3.connect(file)
    change = "replace(cast(body as text), '\"stake\":1000', '\"stake\":9000')"
    db.execute(f"update entries set body = cast({change} as blob) where seq = 6")
    db.commit()
    db.close()
    said = dicehouse("verify", str(file))
    assert said.status == 1
    assert "entry 6" in said.out


def test_what_is_no_journal_is_told_plainly(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no journal, but a text of some length that no database begins with\n" * 50)
    said = dicehouse("table", "star-sicbo-2024", "--journal", str(file), stdin=ROUND[0].encode())
    assert "notes.txt" in said.mistake
