"""`dicehouse settle`: wagers and rolls in, decisions out, one JSON object a line."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn

import click

from dicehouse.cli import common
from dicehouse.layout import Decided, Layout
from dicehouse.money import DOLLAR, Cents, cents, dollars
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.rulebooks.source import nearest

OPTIONAL: Final = ("on", "chip")
LONGEST: Final = 65_536
"""Characters in a line; a longer one is no command."""

EXAMPLE: Final = '{"place":"w1","wager":"big","stake":"10.00"}'


@click.command()
@common.rulebook
@click.option(
    "--chip",
    type=common.Amount(),
    default="1.00",
    show_default=True,
    help="The smallest chip of the table; the rulebook says how a payout is rounded to it.",
)
@common.readings
def settle(rulebook: str, chip: Cents, readings: tuple[tuple[str, str], ...]) -> None:
    """Settle wagers and rolls of a RULEBOOK, read as JSON Lines from standard input.

    Each line is one thing that happens at the table, and gets one line in answer: what it decided, or why
    it was refused. A line that cannot be understood is answered too, and stops nothing.

    \b
    {"place":"w1","wager":"win-line","stake":"10.00"}   put a wager down
    {"place":"w2","wager":"behind-win-line","stake":"20.00","on":"w1"}
    {"roll":[3,3]}                                      a roll of the dice
    {"call":"w3","working":true}                        call a wager On or Off
    {"remove":"w3"}                                     take a wager down
    {"no_result":"cocked dice"}                         a round without a result
    {"open":"star-craps","chip":"5.00"}                 a new layout, of this or another rulebook

    \b
    Answer: {"line":4,"decided":[{"id":"w1","wager":"win-line","result":"win","stake":"10.00",
             "winnings":"10.00","returned":"20.00","clauses":["6.1.1", ...]}]}
    or      {"line":4,"refused":{"why":"wrong-time","clause":"6.1.1","message":"..."}}
    """
    table = Table(Layout(load(rulebook, dict(readings)), chip))
    if sys.stdin is None:
        raise click.ClickException(f"standard input is closed; send one JSON object a line, such as {EXAMPLE}")
    number = 0
    for number, line in enumerate(sys.stdin.buffer, start=1):
        print(json.dumps({"line": number, **table.answer(line)}), flush=True)
    if not number:
        raise click.ClickException(f"standard input was empty; send one JSON object a line, such as {EXAMPLE}")


class MalformedLineError(ValueError):
    """A line that is no command."""


class Table:
    """A layout that is spoken to in lines of JSON."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def answer(self, line: bytes) -> dict[str, object]:
        try:
            done = self._do(_command(line))
        except MalformedLineError as error:
            done = Refused(Why.MALFORMED, None, "as-written", text=str(error))
        if isinstance(done, Refused):
            return {"refused": {"why": done.why, "clause": done.clause, "message": done.message}}
        return {"decided": [_shown(it) for it in done]}

    def _do(self, command: Mapping[str, object]) -> Iterable[Decided] | Refused:
        done: object = ()
        if "place" in command:
            done = self._place(command)
        elif "roll" in command:
            return self.layout.roll(self._faces(command["roll"]))
        elif "remove" in command:
            return self.layout.remove(_text(command, "remove"))
        elif "call" in command:
            if not isinstance(command["working"], bool):
                raise MalformedLineError(f"working is true or false, not {_brief(command['working'])}")
            done = self.layout.call(_text(command, "call"), working=command["working"])
        elif "open" in command:
            self._open(command)
        else:
            return self.layout.no_result(_text(command, "no_result"))
        return done if isinstance(done, Refused) else ()

    def _place(self, command: Mapping[str, object]) -> object:
        id, wager = _text(command, "place"), _text(command, "wager")
        on = _text(command, "on") if "on" in command else None
        try:
            stake = cents(_stake(command["stake"]))
        except ValueError as error:
            refused = self.layout.place(id, wager, 0, on)
            earlier = isinstance(refused, Refused) and refused.why is not Why.BAD_STAKE
            return (
                refused if earlier else Refused(Why.BAD_STAKE, None, "unreadable-stake", wager=wager, error=str(error))
            )
        return self.layout.place(id, wager, stake, on)

    def _open(self, command: Mapping[str, object]) -> None:
        """Begin again with nothing on the layout and the puck where it starts."""
        try:
            chip = cents(_stake(command["chip"])) if "chip" in command else DOLLAR
            self.layout = Layout(load(_text(command, "open")), chip)
        except (OSError, ValueError) as error:
            raise MalformedLineError(str(error)) from None

    def _faces(self, roll: object) -> Sequence[int]:
        """The faces as numbers; dice that carry symbols may be named by them."""
        if not isinstance(roll, list):
            raise MalformedLineError(f"a roll is a list of faces, not {_brief(roll)}")
        values = {name: value for value, name in enumerate(self.layout.book.game.faces, start=1)}
        return [values.get(face, 0) if isinstance(face, str) and not face.isdigit() else face for face in roll]


KEYS: Final = {
    "place": ("wager", "stake", "on"),
    "roll": (),
    "no_result": (),
    "remove": (),
    "call": ("working",),
    "open": ("chip",),
}
"""What each command is, and what goes with it."""


def _command(line: bytes) -> Mapping[str, object]:
    """A line as a command with all that it needs, or MalformedLineError."""
    if len(line) > LONGEST:
        raise MalformedLineError(f"the line has {len(line)} bytes; a command has at most {LONGEST}")
    try:
        command = json.loads(line.decode(), object_pairs_hook=_no_key_twice, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise MalformedLineError("the line is not text in UTF-8") from None
    except MalformedLineError:
        raise
    except (ValueError, RecursionError) as error:
        raise MalformedLineError(f"the line is not JSON: {error}") from None
    if not isinstance(command, dict):
        raise MalformedLineError(f"a command is a JSON object such as {EXAMPLE}, not {_brief(command)}")
    named = [key for key in KEYS if key in command]
    if len(named) != 1:
        said = f"{' and '.join(named)} are two commands" if named else "the line names no command"
        raise MalformedLineError(f"{said}; give one of {', '.join(KEYS)}")
    wanted = KEYS[named[0]]
    for key in command:
        if key not in wanted and key != named[0]:
            raise MalformedLineError(f"{named[0]} has no key {key!r}{nearest(key, wanted)}")
    for key in wanted:
        if key not in command and key not in OPTIONAL:
            raise MalformedLineError(f"{named[0]} needs the key {key!r}")
    return command


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    command = dict(pairs)
    if len(command) < len(pairs):
        raise MalformedLineError("a key stands twice in one command")
    return command


def _no_number(text: str) -> NoReturn:
    raise MalformedLineError(f"{text} is not a number")


def _text(command: Mapping[str, object], key: str) -> str:
    value = command[key]
    if not isinstance(value, str) or not value:
        raise MalformedLineError(f"{key} is a text that is not empty, not {_brief(value)}")
    return value


def _stake(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f'an amount is a text such as "10.00", not {_brief(value)}')
    return value


def _brief(value: object) -> str:
    """A value as it came, as far as it fits in a message."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested so deep"
    return text if len(text) <= 40 else text[:37] + "..."


def _shown(it: Decided) -> dict[str, object]:
    money = {"stake": dollars(it.stake), "winnings": dollars(it.winnings), "returned": dollars(it.returned)}
    return {"id": it.id, "wager": it.wager, "result": it.result, **money, "clauses": list(it.clauses)}
