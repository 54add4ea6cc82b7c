"""`dicehouse table`: commands in, events and refusals out, one JSON object a line."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import click
import msgspec

from dicehouse.cli import common
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table import (
    Command,
    Config,
    ConfigError,
    Event,
    Table,
    act,
    command_of,
    config,
    event_of,
    evolve,
    new_table,
    state_hash,
)
from dicehouse.table.opening import TableOpened
from dicehouse.table.orders import Answer

LONGEST: Final = 1_048_576
"""Bytes in a line; a longer one is no command."""

EXAMPLE: Final = '{"do":"open-table","id":"1","at":"2026-11-16T12:00:00+11:00","by":"sue","role":"casino-supervisor"}'


@click.command()
@common.rulebook
@click.option(
    "--config",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="How the table is set up: a TOML file with seats, chip, limits and equipment.",
)
@common.readings
@click.option(
    "--replay",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Rebuild the table from a file of events and print the hash of its state.",
)
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the table in a journal: an answer is durable when it is given, and the next run goes on from there.",
)
@click.option("--words", is_flag=True, help="Tell what happens in plain sentences instead of JSON.")
@click.option("--hash", "with_hash", is_flag=True, help="End with the hash of the table's state.")
def table(
    rulebook: str,
    file: Path | None,
    readings: tuple[tuple[str, str], ...],
    replay: Path | None,
    journal: Path | None,
    words: bool,
    with_hash: bool,
) -> None:
    """Run a table of a RULEBOOK on commands read as JSON Lines from standard input.

    Each command is judged, and answered with the events it leads to or with the rule that forbids it. Money is in
    whole cents. A line that cannot be understood is refused like any other, and stops nothing.

    \b
    {"do":"open-table","id":"1","at":"2026-11-16T12:00:00+11:00","by":"sue","role":"casino-supervisor"}
    {"do":"take-seat","id":"2","at":"2026-11-16T12:00:05+11:00","by":"ann","role":"player","seat":3}
    {"do":"place-wager","id":"w1","at":"...","by":"ann","role":"player","seat":3,"wager":"small","stake":1000}

    \b
    Answer: {"event":"seat-taken","at":"...","by":"ann","role":"player","cause":"2","clause":"...","seat":3, ...}
    or      {"refused":{"line":3,"command":"w1","why":"betting-closed","clause":"3.11","message":"...","next":"..."}}

    The events alone make the table again: save them and use --replay. With --journal the table itself is kept: a
    command whose id was given before gets its first answer, and `dicehouse verify` proves the file. The reference of
    commands and events lists everything that can be said.
    """
    if replay is not None:
        _print_state(*_replayed(rulebook, dict(readings), replay))
        return
    book = load(rulebook, dict(readings))
    if sys.stdin is None:
        raise click.ClickException(f"standard input is closed; send one JSON object a line, such as {EXAMPLE}")
    with _table(book, _config(file), journal) as (live, give):
        number = 0
        for number, line in enumerate(sys.stdin.buffer, start=1):
            sys.stdout.write("".join(f"{it}\n" for it in _answer(book, give, number, line, words)))
            sys.stdout.flush()
        if not number:
            raise click.ClickException(f"standard input was empty; send one JSON object a line, such as {EXAMPLE}")
        if with_hash:
            _print_state(live(), None)


Give = Callable[[Command, bytes], Answer]


@contextmanager
def _table(book: Rulebook, setup: Config, journal: Path | None) -> Iterator[tuple[Callable[[], Table], Give]]:
    """The table as it is at any time, and how it is given a command: in memory, or led from a journal."""
    if journal is None:
        live = new_table(book, setup)
        yield (lambda: live), (lambda command, _: act(live, command))
        return
    from dicehouse.journal.sqlite import SqliteStore
    from dicehouse.journal.store import BrokenError, NotAJournalError, UnavailableError
    from dicehouse.journal.writer import Writer
    from dicehouse.leading.leader import Leader
    from dicehouse.leading.refusals import OvertakenError

    try:
        with closing(SqliteStore(journal)) as store, closing(Writer(store)) as writer:
            leader = Leader(store, writer, book, setup.name, setup)
            leader.check()

            def give(command: Command, heard: bytes) -> Answer:
                try:
                    return leader.give(command, heard).result()
                except OvertakenError:  # another program has led this table in the meantime
                    return leader.give(command, heard).result()

            yield (lambda: leader.table), give
    except (BrokenError, NotAJournalError, UnavailableError) as error:
        raise click.ClickException(str(error)) from None


def _config(file: Path | None) -> Config:
    if file is None:
        return Config()
    try:
        return config.read(file.read_text(encoding="utf-8"))
    except ConfigError as error:
        raise click.ClickException(f"{file}: {error}") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{file}: this is not a text file in UTF-8") from None


def _answer(book: Rulebook, give: Give, number: int, line: bytes, words: bool) -> Iterator[str]:
    """Everything that a line leads to, as lines."""
    name, answer = _judged(book, give, line)
    if words:
        yield from _in_words(book, answer)
    elif isinstance(answer, Refused):
        told = {
            "line": number, "command": name, "why": answer.why, "clause": answer.clause, "message": answer.message,
            "next": answer.next, "says": answer.says, "figures": answer.figures,
        }  # fmt: skip
        yield msgspec.json.encode({"refused": told}).decode()
    else:
        yield from (msgspec.json.encode(event).decode() for event in answer)


def _judged(book: Rulebook, give: Give, line: bytes) -> tuple[str, Answer]:
    """A line's command by its id, and what became of it."""
    if len(line) > LONGEST:
        return "", Refused(Why.MALFORMED, None, "line-too-long", count=len(line), longest=LONGEST)
    command = command_of(line, book)
    return ("", command) if isinstance(command, Refused) else (command.id, give(command, line.strip()))


def _in_words(book: Rulebook, answer: Answer) -> Iterator[str]:
    if isinstance(answer, Refused):
        yield f"Refused: {answer.message}" + (f" ({answer.clause})" if answer.clause else "")
        return
    from dicehouse.table.explain import round_in_words

    yield from round_in_words(book, answer)


def _replayed(rulebook: str, readings: dict[str, str], file: Path) -> tuple[Table, int]:
    """The table that the events of a file make; the first one says under which readings it was opened."""
    events = list(_events(file))
    if not events:
        raise click.ClickException(f"{file}: there is no event in it; save what `dicehouse table` writes")
    first = events[0]
    if isinstance(first, TableOpened):
        readings = {**first.readings, **readings}
    made = new_table(load(rulebook, readings))
    for number, event in enumerate(events, start=1):
        try:
            evolve(made, event)
        except (KeyError, ValueError, IndexError) as error:
            said = f"{file}: event {number}, {type(event).__struct_config__.tag}, does not follow from those before it"
            raise click.ClickException(f"{said} ({error!r})") from None
    if isinstance(first, TableOpened) and first.rulebook_hash != made.book.hash:
        click.echo(f"{file}: the table was opened under another text of {first.rulebook}", err=True)
    return made, len(events)


def _events(file: Path) -> Iterator[Event]:
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        if line.startswith((b'{"refused"', b'{"state"')) or not line.strip():
            continue
        try:
            yield event_of(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise click.ClickException(f"{file}, line {number}: this is no event: {error}") from None


def _print_state(made: Table, events: int | None) -> None:
    told: dict[str, object] = {"state": state_hash(made), "phase": made.phase, "round": made.round.number}
    if events is not None:
        told["events"] = events
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
