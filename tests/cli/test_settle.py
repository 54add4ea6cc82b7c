"""`dicehouse settle`: the contract to the letter, and bad input that costs nobody a wager."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.cli.settle import LONGEST
from tests.commands import dicehouse
from tests.houses import HOUSE, write

PLACED = '{"place":"w1","wager":"big","stake":"10.00"}'
BIG = '{"roll":[6,6,5]}'


def settle(*lines: str | bytes, book: str = "star-sicbo-2024", options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The answers to some lines; as many, numbered in order."""
    sent = b"".join((it if isinstance(it, bytes) else it.encode()) + b"\n" for it in lines)
    said = dicehouse("settle", book, *options, stdin=sent)
    assert (said.status, said.err) == (0, "")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert [it.pop("line") for it in answers] == list(range(1, len(lines) + 1))
    return answers


# --- the contract


def test_a_wager_is_placed_and_settled() -> None:
    said = dicehouse("settle", "star-sicbo-2024", stdin=f"{PLACED}\n{BIG}\n".encode())
    assert said.status == 0
    assert said.out == (
        '{"line": 1, "decided": []}\n'
        '{"line": 2, "decided": [{"id": "w1", "wager": "big", "result": "win", "stake": "10.00",'
        ' "winnings": "10.00", "returned": "20.00", "clauses": ["3.2.2", "3.2.2.1", "7.1[Big]"]}]}\n'
    )


def test_every_command_of_the_contract_is_answered_in_its_shape() -> None:
    answers = settle(
        '{"place":"w1","wager":"dont-win","stake":"10.00"}',
        '{"roll":[3,3]}',
        '{"place":"b1","wager":"behind-dont-win","stake":"12.00","on":"w1"}',
        '{"place":"p1","wager":"place-win-8","stake":"6.00"}',
        '{"call":"p1","working":false}',
        '{"no_result":"cocked dice"}',
        '{"roll":[4,4]}',
        '{"call":"p1","working":true}',
        '{"roll":[4,4]}',
        '{"remove":"w1"}',
        '{"remove":"w1"}',
        book="star-craps",
    )
    for answer in answers:
        assert list(answer) in (["decided"], ["refused"])
        for it in answer.get("decided", []):
            assert list(it) == ["id", "wager", "result", "stake", "winnings", "returned", "clauses"]
            assert it["result"] in ("win", "lose", "push", "void", "removed")
    told = [[f"{it['id']} {it['result']} {it['returned']}" for it in answer.get("decided", [])] for answer in answers]
    assert told == [[], [], [], [], [], [], [], [], ["p1 win 13.00"], ["w1 removed 10.00", "b1 removed 12.00"], []]
    assert answers[-1] == {
        "refused": {
            "why": "unknown-id",
            "clause": None,
            "message": "w1: no wager with this id stands; name one that does",
        }
    }


@pytest.mark.parametrize(
    "book, lines, ends",
    [
        ("star-sicbo-2024", (PLACED, BIG), ("win", "10.00", "20.00")),
        ("star-sicbo-2024", (PLACED, '{"roll":[1,1,2]}'), ("lose", "0.00", "0.00")),
        ("star-sicbo-2024", (PLACED, '{"no_result":"cocked dice"}'), ("void", "0.00", "10.00")),
        ("star-sicbo-2024", (PLACED, '{"remove":"w1"}'), ("removed", "0.00", "10.00")),
        (
            "star-craps",
            ('{"place":"w1","wager":"dont-win","stake":"10.00"}', '{"roll":[1,1]}'),
            ("push", "0.00", "10.00"),
        ),
        (
            "star-craps",
            ('{"place":"w1","wager":"buy-4","stake":"20.00"}', '{"remove":"w1"}'),
            ("removed", "0.00", "21.00"),
        ),
        (
            "star-craps",
            ('{"place":"w1","wager":"horn","stake":"4.00"}', '{"roll":[1,1]}'),
            ("win", "33.00", "34.00"),
        ),
    ],
)
def test_winnings_leave_the_stake_out_and_returned_is_all_money_back(
    book: str, lines: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    (it,) = settle(*lines, book=book)[-1]["decided"]
    assert (it["result"], it["winnings"], it["returned"]) == ends


def test_the_smallest_chip_and_the_readings_may_be_set() -> None:
    lines = ('{"roll":[1,4]}', '{"place":"w1","wager":"place-win-6","stake":"5.00"}', '{"roll":[5,1]}')
    won = {
        options: settle(*lines, book="star-craps", options=options)[-1]["decided"][0]["winnings"]
        for options in ((), ("--chip", "0.50"), ("--chip", "5.00"), ("--reading", "chip_rounding=down"))
    }
    assert list(won.values()) == ["6.00", "6.00", "10.00", "5.00"]


def test_an_operators_own_rulebook_settles_too(tmp_path: Path) -> None:
    assert settle(PLACED, BIG, book=str(write(tmp_path, HOUSE)))[-1]["decided"][0]["returned"] == "20.00"


@pytest.mark.parametrize("faces", ['["chicken","crab","coin"]', '[6,"crab",4]', "[6,5,4]"])
def test_dice_with_symbols_may_be_named_by_them(faces: str) -> None:
    (it,) = settle(PLACED, f'{{"roll":{faces}}}', book="crown-sicbo-b")[-1]["decided"]
    assert it["result"] == "win"


@pytest.mark.parametrize(
    "face, value", [("fish", 1), ("prawn", 2), ("gourd", 3), ("coin", 4), ("crab", 5), ("chicken", 6)]
)
def test_each_symbol_stands_for_its_value(face: str, value: int) -> None:
    place = f'{{"place":"w1","wager":"symbol-triple-{face}","stake":"1.00"}}'
    for roll in ([face] * 3, [value] * 3):
        (it,) = settle(place, json.dumps({"roll": roll}), book="crown-sicbo-b")[-1]["decided"]
        assert (it["result"], it["winnings"]) == ("win", "180.00")


def test_a_last_line_without_an_end_is_a_line() -> None:
    said = dicehouse("settle", "star-sicbo-2024", stdin=PLACED.encode())
    assert said.out == '{"line": 1, "decided": []}\n'


def test_ids_and_reasons_may_be_in_any_script() -> None:
    (it,) = settle('{"place":"骰子 №1","wager":"big","stake":"10.00"}', '{"no_result":"ночь"}')[-1]["decided"]
    assert it["id"] == "骰子 №1"


# --- bad input: each is told, and what was placed before is still there

ARABIC = "\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT ZERO}"
DICE = "a roll is 3 faces from 1 to 6; say them, as in [1, 2, 3]"
GIVE = "give one of place, roll, no_result, remove, call, open"
NO_JSON = "the line is not JSON:"
NO_TEXT = "is a text that is not empty, not"
TEXT = 'big: an amount is a text such as "10.00", not'
SUCH = 'big: an amount is dollars and two digits of cents, such as "10.00", not'
BAD: dict[str, tuple[str | bytes, str, str]] = {
    # stakes
    "nothing": (
        '{"place":"w2","wager":"big","stake":"0.00"}',
        "bad-stake",
        "Big: $0 is not above $0 and at most $1,000,000,000; stake an amount between",
    ),
    "less than nothing": ('{"place":"w2","wager":"big","stake":"-5.00"}', "bad-stake", f"{SUCH} '-5.00'"),
    "a part of a cent": ('{"place":"w2","wager":"big","stake":"1.005"}', "bad-stake", f"{SUCH} '1.005'"),
    "one digit of cents": ('{"place":"w2","wager":"big","stake":"1.5"}', "bad-stake", f"{SUCH} '1.5'"),
    "words": ('{"place":"w2","wager":"big","stake":"ten"}', "bad-stake", f"{SUCH} 'ten'"),
    "no text at all": ('{"place":"w2","wager":"big","stake":""}', "bad-stake", f"{SUCH} ''"),
    "a power of ten": ('{"place":"w2","wager":"big","stake":"1e3"}', "bad-stake", f"{SUCH} '1e3'"),
    "NaN in words": ('{"place":"w2","wager":"big","stake":"NaN"}', "bad-stake", f"{SUCH} 'NaN'"),
    "other digits": (f'{{"place":"w2","wager":"big","stake":"{ARABIC}"}}', "bad-stake", f"{SUCH} '{ARABIC}'"),
    "a space": ('{"place":"w2","wager":"big","stake":" 10.00"}', "bad-stake", f"{SUCH} ' 10.00'"),
    "a number": ('{"place":"w2","wager":"big","stake":10}', "bad-stake", f"{TEXT} 10"),
    "a number with cents": ('{"place":"w2","wager":"big","stake":10.5}', "bad-stake", f"{TEXT} 10.5"),
    "true": ('{"place":"w2","wager":"big","stake":true}', "bad-stake", f"{TEXT} true"),
    "null": ('{"place":"w2","wager":"big","stake":null}', "bad-stake", f"{TEXT} null"),
    "a list": ('{"place":"w2","wager":"big","stake":["10.00"]}', "bad-stake", f'{TEXT} ["10.00"]'),
    "too much": (
        '{"place":"w2","wager":"big","stake":"1000000000.01"}',
        "bad-stake",
        "big: 1000000000.01 is above 1000000000.00, the largest amount this system handles",
    ),
    "absurdly much": (
        f'{{"place":"w2","wager":"big","stake":"{"9" * 50}.00"}}',
        "bad-stake",
        f"{SUCH} '{'9' * 36}...",
    ),
    "NaN": ('{"place":"w2","wager":"big","stake":NaN}', "malformed", "NaN is not a number"),
    "Infinity": ('{"place":"w2","wager":"big","stake":-Infinity}', "malformed", "-Infinity is not a number"),
    # dice
    "two dice": ('{"roll":[1,2]}', "wrong-dice", DICE),
    "four dice": ('{"roll":[1,2,3,4]}', "wrong-dice", DICE),
    "no dice": ('{"roll":[]}', "wrong-dice", DICE),
    "a seven": ('{"roll":[1,2,7]}', "wrong-dice", DICE),
    "a nought": ('{"roll":[0,2,3]}', "wrong-dice", DICE),
    "a negative face": ('{"roll":[-1,2,3]}', "wrong-dice", DICE),
    "true as a face": ('{"roll":[true,2,3]}', "wrong-dice", DICE),
    "a face with a point": ('{"roll":[1.0,2,3]}', "wrong-dice", DICE),
    "a face in words": ('{"roll":["1",2,3]}', "wrong-dice", DICE),
    "a symbol where there are none": ('{"roll":["fish",2,3]}', "wrong-dice", DICE),
    "null as a face": ('{"roll":[null,2,3]}', "wrong-dice", DICE),
    "a face in a list": ('{"roll":[[1],2,3]}', "wrong-dice", DICE),
    "a roll that is no list": ('{"roll":"123"}', "malformed", 'a roll is a list of faces, not "123"'),
    "a roll that is a number": ('{"roll":123}', "malformed", "a roll is a list of faces, not 123"),
    # ids and wagers
    "an id twice": (
        '{"place":"w1","wager":"small","stake":"1.00"}',
        "duplicate-id",
        "w1: a wager with this id stands already; give it another id",
    ),
    "an unknown id taken down": (
        '{"remove":"w9"}',
        "unknown-id",
        "w9: no wager with this id stands; name one that does",
    ),
    "an unknown id called": (
        '{"call":"w9","working":true}',
        "unknown-id",
        "w9: no wager with this id stands; name one that does",
    ),
    "an unknown wager": (
        '{"place":"w2","wager":"bigg","stake":"1.00"}',
        "unknown-wager",
        "bigg: there is no such wager; did you mean big?",
    ),
    "a wager that is not offered": (
        '{"place":"w2","wager":"field","stake":"1.00"}',
        "not-offered",
        "field: star-sicbo-2024 does not offer it; star-craps does",
    ),
    "a wager behind a wager that takes none": (
        '{"place":"w2","wager":"small","stake":"1.00","on":"w1"}',
        "wrong-parent",
        "Small: it stands behind no other wager; leave out the Big",
    ),
    "a streak before a run": (
        '{"place":"w2","wager":"streak-odd-even","stake":"1.00"}',
        "wrong-time",
        "Super Streak Odd or Even: no run has begun; it is placed when a run has just begun, before the next result",
    ),
    "a call of a wager that always works": (
        '{"call":"w1","working":false}',
        "always-works",
        "Big: it always works; take it down if it should not",
    ),
    # lines that are no commands
    "nothing at all": ("", "malformed", f"{NO_JSON} Expecting value"),
    "spaces": ("   ", "malformed", f"{NO_JSON} Expecting value"),
    "no JSON": ("place w2 big 1.00", "malformed", f"{NO_JSON} Expecting value"),
    "half a command": (
        '{"place":"w2"',
        "malformed",
        f"{NO_JSON} Expecting ',' delimiter",
    ),
    "two commands on a line": (
        '{"remove":"w1"} {"remove":"w1"}',
        "malformed",
        f"{NO_JSON} Extra data",
    ),
    "two commands in one": (
        '{"remove":"w1","roll":[1,2,3]}',
        "malformed",
        f"roll and remove are two commands; {GIVE}",
    ),
    "no command": ('{"stake":"1.00"}', "malformed", f"the line names no command; {GIVE}"),
    "an empty command": ("{}", "malformed", f"the line names no command; {GIVE}"),
    "a list for a command": ("[1,2,3]", "malformed", f"a command is a JSON object such as {PLACED}, not [1, 2, 3]"),
    "a text for a command": ('"roll"', "malformed", f'a command is a JSON object such as {PLACED}, not "roll"'),
    "null for a command": ("null", "malformed", f"a command is a JSON object such as {PLACED}, not null"),
    "a key twice": ('{"remove":"w9","remove":"w1"}', "malformed", "a key stands twice in one command"),
    "a key twice inside": ('{"roll":[{"a":1,"a":2}]}', "malformed", "a key stands twice in one command"),
    "a key too many": ('{"remove":"w1","stake":"1.00"}', "malformed", "remove has no key 'stake'"),
    "a key misspelt": (
        '{"place":"w2","wagr":"big","stake":"1.00"}',
        "malformed",
        "place has no key 'wagr'; did you mean wager?",
    ),
    "no wager": ('{"place":"w2","stake":"1.00"}', "malformed", "place needs the key 'wager'"),
    "no stake": ('{"place":"w2","wager":"big"}', "malformed", "place needs the key 'stake'"),
    "a call of nothing": ('{"call":"w1"}', "malformed", "call needs the key 'working'"),
    "a call in words": ('{"call":"w1","working":"yes"}', "malformed", 'working is true or false, not "yes"'),
    "a call by number": ('{"call":"w1","working":1}', "malformed", "working is true or false, not 1"),
    "a number as an id": ('{"place":2,"wager":"big","stake":"1.00"}', "malformed", f"place {NO_TEXT} 2"),
    "no id": ('{"place":"","wager":"big","stake":"1.00"}', "malformed", f'place {NO_TEXT} ""'),
    "a number as a wager": ('{"place":"w2","wager":7,"stake":"1.00"}', "malformed", f"wager {NO_TEXT} 7"),
    "null as a parent": (
        '{"place":"w2","wager":"big","stake":"1.00","on":null}',
        "malformed",
        f"on {NO_TEXT} null",
    ),
    "a list taken down": ('{"remove":["w1"]}', "malformed", f'remove {NO_TEXT} ["w1"]'),
    "no reason": ('{"no_result":""}', "malformed", f'no_result {NO_TEXT} ""'),
    "a reason that is true": ('{"no_result":true}', "malformed", f"no_result {NO_TEXT} true"),
    "a long value": (
        f'{{"remove":{json.dumps(["w1"] * 50)}}}',
        "malformed",
        f'remove {NO_TEXT} ["w1", "w1", "w1", "w1", "w1", "w1", ...',
    ),
    "bytes that are no text": (b'{"remove":"w\xff"}', "malformed", "the line is not text in UTF-8"),
    "binary": (bytes(range(11, 256)), "malformed", "the line is not text in UTF-8"),
    "zeros": (b"\0\0\0", "malformed", f"{NO_JSON} Expecting value"),
    "too long": (
        f'{{"remove":"{"w" * LONGEST}"}}',
        "malformed",
        f"the line has {LONGEST + 14} bytes; a command has at most {LONGEST}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_told_and_nothing_placed_before_it_is_lost(what: str) -> None:
    line, why, message = BAD[what]
    first, answer, last = settle(PLACED, line, BIG)
    assert first == {"decided": []}
    assert list(answer) == ["refused"]
    assert list(answer["refused"]) == ["why", "clause", "message"]
    assert answer["refused"]["why"] == why
    told = answer["refused"]["message"]
    assert (told.partition(": line ")[0] if told.startswith(NO_JSON) else told) == message
    assert [(it["id"], it["result"], it["returned"]) for it in last["decided"]] == [("w1", "win", "20.00")]


LINE = '{"place":"w1","wager":"win-line","stake":"10.00"}'
CRAPS_BAD = {
    "behind without a point": (
        (LINE, '{"place":"b","wager":"behind-win-line","stake":"5.00","on":"w1"}'),
        ("no-point", "6.1.5", "Behind the Win Line: its Win Line has no point yet; place it when the Win Line has one"),
    ),
    "behind above its limit": (
        (LINE, '{"roll":[3,3]}', '{"place":"b","wager":"behind-win-line","stake":"20.01","on":"w1"}'),
        ("above-limit", "6.1.5.1", "Behind the Win Line: $20.01 behind Win Line is above $20; place at most $20 more"),
    ),
    "behind the wrong wager": (
        (LINE, '{"roll":[3,3]}', '{"place":"b","wager":"behind-dont-win","stake":"1.00","on":"w1"}'),
        (
            "wrong-parent",
            "6.1.6",
            "Behind the Don't Win: it stands behind a Don't Win wager; name one that has its point",
        ),
    ),
    "behind nothing": (
        ('{"place":"b","wager":"behind-come","stake":"1.00"}',),
        ("wrong-parent", "6.1.7", "Behind the Come: it stands behind a Come wager; name one that has its point"),
    ),
    "a horn not in fours": (
        ('{"place":"h","wager":"horn","stake":"5.00"}',),
        (
            "wrong-units",
            "8.1[Horn and Horn High note]",
            "Horn: stake $5 is not in units of 4 chips of $1; stake $4 or $8",
        ),
    ),
    "a horn high not in fives": (
        ('{"place":"h","wager":"horn-high-3","stake":"4.00"}',),
        (
            "wrong-units",
            "6.1.22.1",
            "Horn High 3: stake $4 is not in units of 5 chips of $1; stake $5",
        ),
    ),
    "a crap-eleven that is odd": (
        ('{"place":"h","wager":"crap-eleven","stake":"3.00"}',),
        (
            "wrong-units",
            "8.1[Crap-Eleven half note]",
            "Crap-Eleven: stake $3 is not in units of 2 chips of $1; stake $2 or $4",
        ),
    ),
    "a line wager with a point on": (
        ('{"roll":[3,3]}', LINE),
        (
            "wrong-time",
            "6.1.1",
            "Win Line: the point is 6; it is placed before a come-out roll, with the puck Off",
        ),
    ),
    "a come without a point": (
        ('{"place":"c","wager":"come","stake":"1.00"}',),
        ("wrong-time", "6.1.3", "Come: the puck is Off; it is placed after a come-out roll, with a point on"),
    ),
    "taking down what must stay": (
        (LINE, '{"roll":[3,3]}', '{"remove":"w1"}'),
        ("must-stay", "6.4", "Win Line: it stays up until it is decided; it stands at point 6"),
    ),
    "calling off what always works": (
        (LINE, '{"call":"w1","working":false}'),
        ("always-works", "6.6", "Win Line: it always works; take it down if it should not"),
    ),
}  # fmt: skip


@pytest.mark.clause("star-craps", "6.1.1", "6.1.3", "6.1.5.1", "6.1.22.1", "6.4")
@pytest.mark.parametrize("what", CRAPS_BAD)
def test_what_the_rules_of_craps_forbid_is_told_with_its_clause(what: str) -> None:
    lines, (why, clause, message) = CRAPS_BAD[what]
    safe = '{"place":"safe","wager":"big-6","stake":"10.00"}'
    *_, answer, last = settle(*lines[:-1], safe, lines[-1], '{"remove":"safe"}', book="star-craps")
    assert answer == {"refused": {"why": why, "clause": clause, "message": message}}
    assert [(it["id"], it["returned"]) for it in last["decided"]] == [("safe", "10.00")]


def test_a_bad_stake_does_not_hide_an_earlier_mistake() -> None:
    _, unknown, twice = settle(
        PLACED,
        '{"place":"w2","wager":"bigg","stake":"ten"}',
        '{"place":"w1","wager":"big","stake":null}',
    )
    assert unknown["refused"]["why"] == "unknown-wager"
    assert twice["refused"]["why"] == "duplicate-id"


# --- what could stop the run and must not


@pytest.mark.parametrize("length, why", [(LONGEST, "unknown-id"), (LONGEST + 1, "malformed")])
def test_a_line_may_be_long_but_not_longer(length: int, why: str) -> None:
    line = '{"remove":"w9"}'
    long = line + " " * (length - len(line) - len("\n"))
    assert settle(PLACED, long, BIG)[1]["refused"]["why"] == why


def test_nesting_however_deep_is_answered_and_stops_nothing() -> None:
    depths = [*range(700, 1000), 1, 5000, 30000]
    deep = [f'{{"place":{"[" * depth}{"]" * depth},"wager":"big","stake":"1.00"}}' for depth in depths]
    rolls = [f'{{"roll":{"[" * depth}{"]" * depth}}}' for depth in depths[::10]]
    tables = ['{"remove":' + '{"a":' * depth + "1" + "}" * depth + "}" for depth in depths[::10]]
    _, *answers, last = settle(PLACED, *deep, *rolls, *tables, BIG)
    assert {it["refused"]["why"] for it in answers} <= {"malformed", "wrong-dice"}
    assert last["decided"][0]["result"] == "win"


@pytest.mark.parametrize(
    "line",
    [
        f'{{"roll":[{"1" * 5000},1,1]}}',
        f'{{"place":"w2","wager":"big","stake":{"9" * 5000}}}',
        '{"place":"\\ud800","wager":"bigg","stake":"1.00"}',
        '{"place":"w2","wager":"\\ud800","stake":"1.00"}',
        '{"remove":"\\udfff"}',
        '{"no_result":["\\ud800"]}',
        '{"\\ud800":1}',
        '{"roll":[1e999,1,1]}',
    ],
    ids=[
        "long face",
        "long stake",
        "half an id",
        "half a wager",
        "half a removal",
        "half a reason",
        "half a key",
        "1e999",
    ],
)
def test_what_python_cannot_read_or_write_is_answered_and_stops_nothing(line: str) -> None:
    _, answer, last = settle(PLACED, line, BIG)
    assert "refused" in answer
    assert last["decided"][0]["result"] == "win"


def test_an_id_that_cannot_be_written_is_not_taken_or_comes_back_as_it_was() -> None:
    id = '"\\ud800"'
    _, decided = settle(f'{{"place":{id},"wager":"big","stake":"1.00"}}', BIG)
    assert decided["decided"] == [] or decided["decided"][0]["id"] == json.loads(id)


@given(st.lists(st.binary(max_size=60).filter(lambda it: b"\n" not in it), max_size=8))
def test_any_bytes_get_one_answer_a_line(lines: list[bytes]) -> None:
    _, *answers, last = settle(PLACED, *lines, BIG)
    assert all(list(it) == ["refused"] for it in answers)
    assert last["decided"][0]["result"] == "win"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["place", "wager", "stake", "on", "roll", "remove", "call", "working", "no_result"]),
        ANYTHING | st.sampled_from(["w2", "small", "1.00", "triple-1", "nobody"]),
        min_size=1,
        max_size=4,
    )
)
def test_any_command_gets_one_answer_and_leaves_the_others_wagers_alone(command: dict[str, object]) -> None:
    line = json.dumps(command)
    _, answer, last = settle(PLACED, line, '{"remove":"w1"}')
    assert list(answer) in (["decided"], ["refused"])
    gone = [it["id"] for it in answer.get("decided", [])]
    assert ([it["id"] for it in last.get("decided", [])] == ["w1"]) is ("w1" not in gone)


# --- nothing to settle


def test_empty_standard_input_is_a_mistake() -> None:
    said = dicehouse("settle", "star-sicbo-2024", stdin=b"")
    assert said.mistake == f"standard input was empty; send one JSON object a line, such as {PLACED}"


def test_a_rulebook_is_looked_at_before_standard_input_is() -> None:
    assert "there is no such rulebook" in dicehouse("settle", "nowhere", stdin=b"").mistake
