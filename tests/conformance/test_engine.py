"""Another engine as a program: it is asked line by line, and whatever it does wrong is told in one line."""

import sys
import time
from pathlib import Path

import pytest

from dicehouse.conformance import Engine, EngineError

ECHO = "import sys\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n"


def engine(folder: Path, program: str, seconds: float = 20) -> Engine:
    file = folder / "engine.py"
    file.write_text(program, encoding="utf-8")
    return Engine(f"{sys.executable} '{file}'", seconds)


def test_every_command_gets_its_answer_in_order(tmp_path: Path) -> None:
    with engine(tmp_path, ECHO) as it:
        commands = [{"roll": [1, number]} for number in range(3000)]
        assert it.ask(commands) == commands
        assert it.ask([{"open": "x"}]) == [{"open": "x"}]


def test_an_engine_is_ended_with_the_last_case(tmp_path: Path) -> None:
    with engine(tmp_path, ECHO) as it:
        it.ask([{"open": "x"}])
    assert it._process.returncode == 0


def test_an_engine_that_does_not_end_by_itself_is_ended(tmp_path: Path) -> None:
    with engine(tmp_path, ECHO + "import time\ntime.sleep(600)\n") as it:
        it.ask([{"open": "x"}])
        started = time.monotonic()
    assert it._process.returncode != 0
    assert time.monotonic() - started < 60


def test_an_engine_that_is_not_there_is_told() -> None:
    with pytest.raises(EngineError, match=r"the engine 'no-such-engine' cannot be started: No such file"):
        Engine("no-such-engine --fast")


def test_an_engine_needs_a_command() -> None:
    with pytest.raises(EngineError, match="the command of the engine is empty"):
        Engine("  ")


def test_an_engine_that_ends_is_told_with_what_it_was_asked(tmp_path: Path) -> None:
    with (
        engine(tmp_path, "import sys\nsys.stdin.readline()\nsys.exit(3)\n") as it,
        pytest.raises(EngineError, match=r'the engine ended with status 3 when it was asked \{"open": "x"\}'),
    ):
        it.ask([{"open": "x"}])


def test_an_engine_that_closes_its_output_is_told(tmp_path: Path) -> None:
    program = "import os, sys, time\nsys.stdin.readline()\nos.close(1)\ntime.sleep(600)\n"
    with engine(tmp_path, program) as it, pytest.raises(EngineError, match="the engine closed its output when"):
        it.ask([{"open": "x"}])


def test_an_engine_that_is_silent_is_told_to_flush(tmp_path: Path) -> None:
    program = "import sys, time\nfor line in sys.stdin: time.sleep(600)\n"
    with (
        engine(tmp_path, program, seconds=0.3) as it,
        pytest.raises(EngineError, match=r"did not answer .* within 0.3 s; it must write a line for each and flush it"),
    ):
        it.ask([{"open": "x"}])


@pytest.mark.parametrize("said", ["hello", "[1]", "{"])
def test_an_answer_that_is_no_json_object_is_told(said: str, tmp_path: Path) -> None:
    program = f"import sys\nfor line in sys.stdin: print({said!r}, flush=True)\n"
    with engine(tmp_path, program) as it, pytest.raises(EngineError, match="which is no JSON object"):
        it.ask([{"open": "x"}])
