"""Logs for programs: every command is a line with the id that it has in the journal, and nothing of people in it."""

import io
import json
import logging
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicehouse.floor import command_log
from dicehouse.floor.command_log import JsonLines, about, write_as_json
from dicehouse.journal.store import UnavailableError
from dicehouse.table.betting import PlaceWager
from dicehouse.table.orders import Phase
from tests.commands import process
from tests.floor.parlour import Parlour, a_table, happened, house, refused, tells
from tests.floor.serving import WITHIN
from tests.logs import NOON

PLAN = house(a_table("star-sicbo-2024"))


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Where this process logs to; afterwards it is as it was."""
    root, own = logging.getLogger(), command_log.log
    handlers, level, before = list(root.handlers), root.level, own.level
    out = io.StringIO()
    write_as_json(out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    own.setLevel(before)


def told(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(it) for it in out.getvalue().splitlines()]


def test_a_command_is_a_line_with_its_id_and_what_came_of_it(lines: io.StringIO, tmp_path: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)
        await it.until(lambda: it.table().phase is Phase.BETTING)
        happened(await it.bets("small", 1_000, id="the-wager"))
        assert refused(await it.bets("small", 9_000_000, id="too-much"))

    tells(story, PLAN, tmp_path / "house.db")
    found = {it["command"]: it for it in told(lines) if it["logger"] == "dicehouse.commands"}
    wager, refusal = found["the-wager"], found["too-much"]
    assert {key: wager[key] for key in ("stream", "do", "role", "outcome", "level")} == {
        "stream": "T", "do": "place-wager", "role": "player", "outcome": "done", "level": "info",
    }  # fmt: skip
    assert 0 <= float(wager["seconds"]) < 60
    assert (refusal["outcome"], refusal["why"]) == ("refused", "above-maximum")
    own = {"stream", "do", "role", "outcome", "seconds", "command"}
    assert set(wager) == {"at", "level", "logger", "message"} | own, "nobody is named, and no money"


def test_what_is_logged_while_a_command_is_dealt_with_has_its_id_and_what_comes_after_has_not() -> None:
    out = io.StringIO()
    handler, log = logging.StreamHandler(out), logging.getLogger("dicehouse.test")
    handler.setFormatter(JsonLines())
    log.addHandler(handler)
    try:
        with about("c7"):
            log.warning("the disk is slow")
        log.warning("a line\nof somebody else's: \u2028 \x1b[31m")
        try:
            raise ValueError("it fell")
        except ValueError:
            log.exception("so it is")
    finally:
        log.removeHandler(handler)
    first, second, third = told(out)
    assert (first["command"], first["message"], first["level"]) == ("c7", "the disk is slow", "warning")
    assert "command" not in second
    assert out.getvalue().isascii()
    assert "ValueError: it fell" in third["trace"]


def test_a_command_that_could_not_be_written_says_so(lines: io.StringIO) -> None:
    order = PlaceWager(id="c1", at=NOON, by="Ann", role="player", seat=1, wager="small", stake=100)
    command_log.tell("T", order, UnavailableError("the disk is full"), 0.25)
    (line,) = told(lines)
    assert (line["outcome"], line["error"], line["seconds"]) == ("failed", "UnavailableError", "0.250000")


def test_nothing_is_written_of_commands_unless_it_is_asked_for(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)

    with caplog.at_level(logging.DEBUG, "dicehouse.floor"):
        tells(story, PLAN, tmp_path / "house.db")
    assert not [it for it in caplog.records if it.name == "dicehouse.commands"]


def test_a_served_house_logs_its_commands_as_json(tmp_path: Path) -> None:
    journal = str(tmp_path / "demo.db")
    options = ("serve", "--demo", "--journal", journal, "--port", "0", "--no-open", "--log", "json")
    serving = process(*options, stdout=subprocess.PIPE)
    try:
        assert serving.stdout is not None
        assert b" tables at http://127.0.0.1:" in serving.stdout.readline()
    finally:
        serving.terminate()
    said = serving.communicate(timeout=WITHIN)[1].decode()
    found = [json.loads(it) for it in said.splitlines()]
    opened = [it for it in found if it.get("do") == "open-table"]
    assert opened
    assert {it["outcome"] for it in opened} == {"done"}
    assert len({(it["stream"], it["command"]) for it in opened}) == len(opened)
