"""Starting the command: help, and one clear line with exit status 2 for every mistake."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicehouse import __version__
from dicehouse.cli import main
from dicehouse.cli.app import COMMANDS, run
from tests.commands import dicehouse, process
from tests.houses import write


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_command_and_what_it_does(option: str) -> None:
    said = dicehouse(option)
    assert (said.status, said.err) == (0, "")
    text = " ".join(said.out.split())
    for name, does in COMMANDS.items():
        assert f" {name} {does}" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    said = dicehouse(command, "-h")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith(f"Usage: dicehouse {command} ")
    example = "Answer:" if command in ("settle", "table") else f"dicehouse {command} "
    assert example in said.out.partition("[OPTIONS]")[2]


def test_the_version_is_that_of_the_package() -> None:
    assert dicehouse("--version").out == f"dicehouse, version {__version__}\n"


def test_without_a_command_the_help_is_shown_and_nothing_was_done() -> None:
    said = dicehouse()
    assert said.status == 2
    assert "Commands:" in said.err + said.out


@pytest.mark.parametrize(
    "arguments, mistake",
    [
        (["fly"], "there is no command 'fly'"),
        (["odds", "star-craps", "--fly"], "No such option '--fly'."),
        (["odds", "star-craps", "more"], "Got unexpected extra argument (more)"),
        (["settle"], "Missing argument 'RULEBOOK'."),
        (["stakes", "star-craps"], "Missing option '--chip'."),
        (["odds", "star-craps", "--reading"], "Option '--reading' requires an argument."),
    ],
)
def test_what_the_command_does_not_know_is_one_line_and_status_2(arguments: list[str], mistake: str) -> None:
    assert dicehouse(*arguments).mistake.partition(" Did you mean")[0] == mistake


@pytest.mark.parametrize("command", ["odds", "readings", "settle", "clauses"])
@pytest.mark.parametrize(
    "name, near",
    [("star-crap", "; did you mean star-craps?"), ("roulette", ""), ("crwn-sicbo-a", "; did you mean crown-sicbo-a?")],
)
def test_an_unknown_rulebook_is_answered_with_the_nearest(command: str, name: str, near: str) -> None:
    known = (
        "star-sicbo-2024, star-sicbo-pre2024, crown-sicbo-a, crown-sicbo-b, aruze-sicbo, star-craps, macau-sicbo, "
        "macau-sicbo-high, strip-craps, crapless-craps, chuck-a-luck, yee-hah-hi, under-over-seven"
    )
    said = dicehouse(command, name, stdin=b"{}\n")
    assert said.mistake == f"{name}: there is no such rulebook{near} ({known}, or a .toml file)"
    assert said.err.count("\n") == 1


def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, 'based_on = "star-craps"\n\nnaem = "Ours"\n')
    said = dicehouse("odds", str(path))
    assert said.mistake == f"{path}, line 3: naem: no such key here; did you mean name?"


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nobody.toml"
    assert dicehouse("odds", str(path)).mistake == f"{path}: it cannot be read: No such file or directory"


@pytest.mark.parametrize("command", ["odds", "readings", "settle"])
@pytest.mark.parametrize(
    "reading, mistake",
    [
        ("horn=most", "--reading: horn: 'most' is not one of in_parts, all_returned"),
        ("hron=in_parts", "--reading: hron: there is no such reading; did you mean horn?"),
        (
            "even_totals=printed",
            "--reading: even_totals: star-craps leaves no doubt about this, so there is nothing to read",
        ),
    ],
)
def test_a_reading_that_cannot_be_is_told(command: str, reading: str, mistake: str) -> None:
    assert dicehouse(command, "star-craps", "--reading", reading, stdin=b"{}\n").mistake == mistake


@pytest.mark.parametrize("reading", ["horn", "horn=", "=in_parts", "=", ""])
def test_a_reading_is_a_key_and_a_value(reading: str) -> None:
    said = dicehouse("odds", "star-craps", "--reading", reading)
    example = "is not KEY=VALUE, such as even_totals=printed; see `dicehouse readings`"
    assert said.mistake == f"Invalid value for '--reading': {reading!r} {example}"


AMOUNTS = {
    "0": "it is nothing; give an amount above 0.00",
    "0.00": "it is nothing; give an amount above 0.00",
    "-1.00": """an amount is dollars and two digits of cents, such as "10.00", not '-1.00'""",
    "five": """an amount is dollars and two digits of cents, such as "10.00", not 'five'""",
    "1.005": """an amount is dollars and two digits of cents, such as "10.00", not '1.005'""",
    "1.5": """an amount is dollars and two digits of cents, such as "10.00", not '1.5'""",
    "1e3": """an amount is dollars and two digits of cents, such as "10.00", not '1e3'""",
    "": """an amount is dollars and two digits of cents, such as "10.00", not ''""",
    "1000000000.01": "1000000000.01 is above 1000000000.00, the largest amount this system handles",
    "9" * 60: f"""an amount is dollars and two digits of cents, such as "10.00", not '{"9" * 36}...""",
}


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_that_is_none_is_told(amount: str) -> None:
    invalid = f"Invalid value for '--chip': {AMOUNTS[amount]}"
    assert dicehouse("odds", "star-craps", "--chip", amount, "--stake", "5.00").mistake == invalid
    assert dicehouse("stakes", "star-craps", "--chip", amount).mistake == invalid
    assert dicehouse("settle", "star-craps", "--chip", amount, stdin=b"{}\n").mistake == invalid
    invalid = f"Invalid value for '--stake': {AMOUNTS[amount]}"
    assert dicehouse("odds", "star-craps", "--chip", "1.00", "--stake", amount).mistake == invalid


def test_whoever_stops_it_is_told_so_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dicehouse.cli.settle.load", stop)
    said = dicehouse("settle", "star-craps")
    assert (said.status, said.out, said.err.strip()) == (2, "", "dicehouse: stopped")


def test_the_command_ends_with_the_status_of_what_it_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dicehouse", "rulebooks", "star-craps"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    monkeypatch.setattr(sys, "argv", ["dicehouse", "odds", "nowhere"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2


def test_a_command_writes_where_python_writes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rulebooks", "star-craps"]) == 0
    assert capsys.readouterr().out.startswith('name = "Craps at The Star"')


# --- a process of its own

CLOSED = "dicehouse: the reader of this output closed it; the rest was not written\n"


@pytest.mark.parametrize(
    "arguments", [["odds", "--all", "--json"], ["odds", "star-craps"], ["rulebooks", "star-craps"]]
)
def test_a_reader_that_goes_away_is_told_in_one_line_with_status_2(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        it = process(*arguments, stdout=writer, stdin=subprocess.DEVNULL)
    finally:
        os.close(writer)
    _, err = it.communicate(timeout=30)
    assert (err.decode(), it.returncode) == (CLOSED, 2)


def test_a_reader_that_goes_away_in_the_middle_of_a_settlement_is_told_too() -> None:
    it = process("settle", "star-craps", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert it.stdin
    assert it.stdout
    it.stdin.write(b'{"roll":[1,2]}\n')
    it.stdin.flush()
    assert it.stdout.readline() == b'{"line": 1, "decided": []}\n'
    it.stdout.close()
    it.stdin.write(b'{"roll":[1,2]}\n' * 3)
    it.stdin.close()
    assert it.stderr
    assert (it.stderr.read().decode(), it.wait(30)) == (CLOSED, 2)
    it.stderr.close()


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_stream_that_was_closed_before_the_start_is_told_without_a_traceback(closed: str) -> None:
    command = f"{sys.executable} -c 'from dicehouse.cli import main; main()'"
    script = f"exec {'<&-' if closed == 'stdin' else '>&-'}; exec {command} "
    arguments = "settle star-craps" if closed == "stdin" else "odds star-craps"
    done = subprocess.run(["bash", "-c", script + arguments], capture_output=True, text=True, check=False, timeout=30)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_what_a_person_does_not_ask_for_is_not_loaded() -> None:
    """JSON and settlement start fast: nothing that draws tables is imported for them."""
    code = (
        "import sys; from dicehouse.cli.app import run; run(['odds', 'star-craps', '--json']);"
        "sys.exit(int(any(name in sys.modules for name in ('rich', 'flint', 'typst'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=30)
    assert (done.returncode, done.stderr) == (0, b"")


def test_python_dash_m_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "dicehouse", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"dicehouse, version {__version__}\n"
