"""Write the reference pages and the pictures from the code, so that they cannot say anything else.

`python docs/generate.py` writes them; `python docs/generate.py --to FOLDER` writes them elsewhere, which is how a test
finds out that a page is out of date.
"""

import argparse
import ast
import inspect
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, get_args, get_origin

import click
import language
from library_page import lines as library_lines
from msgspec import NODEFAULT, Struct, structs, to_builtins

from dicehouse.cli.app import COMMANDS, app
from dicehouse.diagram import diagram
from dicehouse.floor.certificates import TlsPlan
from dicehouse.floor.plan import HousePlan, MetricsPlan, Pace, SealPlan, SecretsPlan, TablePlan
from dicehouse.floor.webhook_plan import WebhookPlan
from dicehouse.house import orders as house_orders
from dicehouse.house.judge import CHAPTERS as HOUSE
from dicehouse.house.policy import (
    CashPolicy,
    ChipsPolicy,
    PlayPolicy,
    Policy,
    RatingsPolicy,
    RealityPolicy,
    RolloverPolicy,
    RosterPolicy,
)
from dicehouse.layout import Ended
from dicehouse.odds import Value, values
from dicehouse.odds.figures import decimal, percent
from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import MEANINGS, Status, register
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.rulebooks.vocabulary import (
    CONDUCT,
    DIRECTIONS,
    EXCUSES,
    LIMITS,
    MATTERS,
    NOTICES,
    PEOPLE,
    POWERS,
    TIMES,
    UNITS,
)
from dicehouse.table.config import Config, Limits, Sign
from dicehouse.table.judge import CHAPTERS
from dicehouse.table.orders import VERSION, Command, Event, Kind, Order
from dicehouse.views.feed import ALWAYS, EVENTS
from dicehouse.web import frames
from dicehouse.web.identities import Device, Identities, Passkey, Staff
from dicehouse.web.openapi import RECORDS, openapi
from dicehouse.web.refusals import STATUS, Turned
from dicehouse.web.roles import SCOPES

HERE = Path(__file__).parent

PICTURES = {
    "win-line": ("star-craps", "win-line"),
    "super-streak": ("star-sicbo-2024", "streak-small-big"),
    "small": ("star-sicbo-2024", "small"),
}


def pages() -> Iterator[tuple[str, str]]:
    """Every generated file by its path inside docs."""
    for name, (book, wager) in PICTURES.items():
        yield f"pictures/{name}.svg", diagram(load(book).wagers[wager])
    yield "reference/wagers.md", "\n".join(wagers())
    yield "reference/readings.md", "\n".join(all_readings())
    yield "reference/rulebooks.md", "\n".join(rulebooks())
    yield "reference/language.md", "\n".join(language.lines())
    yield "reference/settle.md", "\n".join(settle())
    yield "reference/table.md", "\n".join(table())
    yield "reference/house.md", "\n".join(house())
    yield "reference/house-file.md", "\n".join(house_file())
    yield "reference/commands.md", "\n".join(commands())
    yield "reference/clauses.md", "\n".join(clauses())
    yield "reference/api.md", "\n".join(api())
    yield "reference/library.md", "\n".join(library_lines())


def opening(title: str, *said: str) -> Iterator[str]:
    yield from (f"# {title}", "", "*Reference, generated from the code.*", "", *said, "")


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def head(*columns: str) -> Iterator[str]:
    yield row(*columns)
    yield row(*("---" for _ in columns))


def wagers() -> Iterator[str]:
    yield from opening(
        "Wagers",
        "Every wager of every built-in rulebook, with exact figures. Chances and returns are fractions; a percentage is",
        "the same number, rounded for reading. A Behind wager is valued for each point.",
    )
    for name in BUILT_IN:
        book = load(name)
        yield from (f"## {book.name}", "", f"`{book.id}`, document `{book.document}`.", "")
        yield from head("id", "name", "clause", "pays", "wins", "return", "edge", "variance", "rolls")
        yield from (wager_row(value) for value in values(book))
        yield ""


def wager_row(it: Value) -> str:
    pays = ", ".join(payout.label.removeprefix("win ") for payout in it.payouts if payout.label.startswith("win"))
    returns = f"{it.returns} ({percent(it.returns)})"
    figures = (it.win, returns, percent(it.edge), decimal(it.variance, 3), decimal(it.rolls, 3))
    return row(f"`{it.id}`", it.name, it.wager.clause, pays, *figures)


def all_readings() -> Iterator[str]:
    yield from opening(
        "Readings",
        "Points that a document leaves unclear, the ways to take them, and the way we ship. A key with several options is",
        "set under `[readings]` in a rulebook or tried with `--reading KEY=VALUE`; `dicehouse readings RULEBOOK` says what",
        "each option is worth there. A key with one option is settled; it stands here so that the point is on record.",
    )
    for reading in readings().values():
        ids = ", ".join([reading.id, *reading.also])
        where = "; ".join(f"{document} {', '.join(clauses)}" for document, clauses in reading.clauses.items())
        yield from (f"## `{reading.key}`", "", f"{reading.asks} ({ids}: {where}.) Applied by `{reading.room}`.", "")
        for option, says in reading.options.items():
            shipped = [it for it in reading.clauses if reading.shipped(it) == option]
            mark = f" **Shipped** for {', '.join(shipped)}." if shipped else ""
            yield f"- `{shown(option)}`: {says}{mark}"
        yield from ("", f"Why: {reading.why}", "")


def rulebooks() -> Iterator[str]:
    yield from opening(
        "Rulebook files",
        "What a rulebook file may say. Any other key is an error that names the file, the key and the line. Every entry",
        'cites a clause of the document. `based_on = "star-craps"` takes over a built-in rulebook, and the rest of the',
        "file says what is different; a path takes over another file. A game of one's own, with its document and wagers,",
        "is written in [the language of wagers](language.md).",
    )
    yield from ("## Families of wagers", "")
    yield "Each is described under `[wagers.FAMILY]` or named in `not_offered`; with a document of one's own, it may be left"
    yield "unsaid."
    yield ""
    games = {load(name).game.id: load(name).game for name in BUILT_IN}
    for game in games.values():
        yield from (f"### Game `{game.id}`", "")
        yield from head("family", "prices under `odds`", "clauses under `says`", "also needs")
        for family in game.families:
            prices = ", ".join(family.prices) or f"those of {', '.join(family.parts)}"
            yield row(f"`{family.id}`", prices, ", ".join(family.says), family.needs)
        yield ""
    yield from (
        "## Powers",
        "",
        "Who may do what: `KEY = { by = [ROLE, ...], clause = CLAUSE }`, those roles or above; `only = CLAUSE` where the",
        "document forbids it to everyone else in another place.",
        "",
    )
    yield from head("key", "the power to", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in POWERS.items():
        yield row(f"`{key}`", meaning, *(powers_of(name, key) for name in BUILT_IN))
    yield from ("", "## Limits", "")
    yield from head("key", "values", *(f"`{name}`" for name in BUILT_IN))
    for key, options in LIMITS.items():
        yield row(f"`{key}`", ", ".join(options), *(load(name).limits[key].value for name in BUILT_IN))
    yield from (
        "",
        "## Times",
        "",
        f"`KEY = {{ amount = N, unit = UNIT, clause = CLAUSE }}`, in {', '.join(UNITS)}.",
        "",
    )
    yield from head("key", "what it is", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in TIMES.items():
        yield row(f"`{key}`", meaning, *(time_of(name, key) for name in BUILT_IN))
    yield from (
        "",
        "## Layouts",
        "",
        "`LETTER = { clause = CLAUSE, without = [FAMILY, ...], needs = CLAUSE }` under `[layouts]`: the diagrams of which a",
        "table's layout is one, the families that have no area on it, and the clause by which those need another. A table",
        'says which it has (`layout = "A"`), and otherwise has the first with every area.',
        "",
    )
    yield from head("rulebook", "layout", "without")
    for name in BUILT_IN:
        for letter, it in load(name).layouts.items():
            yield row(f"`{name}`", letter, ", ".join(sorted(it.without)))
    yield from (
        "",
        "## Conduct",
        "",
        "What nobody may do, who it binds, what excuses it, and the powers that it gives:",
        "",
    )
    yield from (
        "`KEY = { clause = CLAUSE, by = [WHO, ...], unless = EXCUSE, exempt = CLAUSE, powers = [POWER, ...] }`, and",
        f"`after = POWER` where it is a breach only of someone who was told to first ({', '.join(DIRECTIONS)}).",
        "",
    )
    yield from head("key", "what is forbidden", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in CONDUCT.items():
        yield row(f"`{key}`", meaning, *(ban_of(name, key) for name in BUILT_IN))
    yield from ("", f"`by` names {', '.join(PEOPLE)}; without it anyone is bound. The excuses:", "")
    yield from (f"- `{key}`: {meaning}" for key, meaning in EXCUSES.items())
    yield from (
        "",
        "## Notices",
        "",
        "Who is told at once: `KEY = { to = ROLE, clause = CLAUSE }`, a role or `inspector`.",
        "",
    )
    yield from head("key", "of what", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in NOTICES.items():
        yield row(f"`{key}`", meaning, *(notice_of(name, key) for name in BUILT_IN))
    yield from ("", "## Matters", "", "Where the document treats what lies beside the round: `KEY = CLAUSE`.", "")
    yield from head("key", "what it is", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in MATTERS.items():
        yield row(f"`{key}`", meaning, *(load(name).topics.get(key, "") for name in BUILT_IN))
    yield from (
        "",
        "## Rounds without a result",
        "",
        "`[no_result]` says what one is called, which families hold, and under `[no_result.reasons]` every reason with its",
        "clause. `optional` lists reasons that permit the call and do not demand it, `malfunctions` those that are a fault of",
        "equipment as well: the notice `malfunction` is given, and play stops unless it is mended within `times.rectify`.",
        "",
        "## Refusals",
        "",
        "By which clause something is refused, where what was asked for names none of its own: `WHY = CLAUSE`.",
        "",
    )
    yield from head("key", "when", *(f"`{name}`" for name in BUILT_IN))
    used = {why for name in BUILT_IN for why in load(name).refusals}
    for why in (it for it in Why if it in used):
        meaning = (WHY | AT_A_TABLE)[why]
        yield row(f"`{why}`", meaning, *(load(name).forbids(why) or "" for name in BUILT_IN))
    yield ""


def powers_of(name: str, key: str) -> str:
    power = load(name).powers.get(key)
    if power is None:
        return ""
    return f"{', '.join(power.by)} ({power.clause}{f'; only they, {power.only}' if power.only else ''})"


def ban_of(name: str, key: str) -> str:
    ban = load(name).conduct.get(key)
    if ban is None:
        return ""
    excuse = f"; unless {ban.unless} ({ban.exempt})" if ban.unless else ""
    gives = f"; gives {', '.join(ban.powers)}" if ban.powers else ""
    first = f"; after {ban.after}" if ban.after else ""
    return f"{', '.join(ban.by) or 'anyone'} ({ban.clause}){excuse}{first}{gives}"


def notice_of(name: str, key: str) -> str:
    tell = load(name).notices.get(key)
    return f"{tell.to} ({tell.clause})" if tell else ""


def time_of(name: str, key: str) -> str:
    time = load(name).times.get(key)
    return f"{time.amount} {time.unit} ({time.clause})" if time else ""


WHY = {
    Why.MALFORMED: "The line is no command: not JSON, not text, a key missing or unknown, two commands in one.",
    Why.WRONG_DICE: "The faces are not those of the game's dice.",
    Why.UNKNOWN_WAGER: "No rulebook has such a wager; the nearest name is suggested.",
    Why.NOT_OFFERED: "The wager exists, but this rulebook does not offer it.",
    Why.UNKNOWN_ID: "No wager with this id stands on the layout.",
    Why.DUPLICATE_ID: "A wager with this id stands already. An id may be used again once its wager is decided.",
    Why.BAD_STAKE: "The stake is no amount, is nothing, or is above the largest the system handles.",
    Why.WRONG_UNITS: "A wager settled in parts is not in whole parts: Horn in fours, Horn High in fives, Crap-Eleven in twos.",
    Why.WRONG_PARENT: "A Behind wager names no wager or one of another kind, or another wager names one at all.",
    Why.NO_POINT: "A Behind wager is placed before its parent has a point.",
    Why.WRONG_TIME: "A line wager with a point on, a Come wager without one, or a Super Streak with its window shut.",
    Why.ABOVE_LIMIT: "What stands behind a wager would exceed what its clause allows.",
    Why.NO_COMMISSION: "A commission is charged in whole chips, and this stake would pay none.",
    Why.ALWAYS_WORKS: "A call of On or Off for a wager that cannot be called.",
    Why.MUST_STAY: "The wager may not be taken down before it is decided.",
}
AT_A_TABLE = {
    Why.WRONG_CLOCK: "The command is earlier than something that has happened.",
    Why.NOT_HERE: "This kind of table, or this rulebook, knows no such thing.",
    Why.NOT_ALLOWED: "The role does not hold the power, and ranks above nobody who does.",
    Why.TABLE_CLOSED: "The table is closed.",
    Why.TABLE_OPEN: "The table is open already.",
    Why.PLAY_STOPPED: "A fault has to be rectified before play goes on.",
    Why.WRONG_PHASE: "The round has not come that far, or is past it.",
    Why.NO_RESULT_DUE: "The dice may not count, so that only no result can be called; or no result is called without a reason.",
    Why.UNKNOWN_SEAT: "The table has no seat of this number.",
    Why.SEAT_EMPTY: "Nobody is at the seat.",
    Why.SEAT_TAKEN: "Someone else is at the seat.",
    Why.TABLE_FULL: "No further player is let in.",
    Why.NOT_YOUR_SEAT: "Somebody acts for a seat that is another's.",
    Why.EXCLUDED: "The person may not take part.",
    Why.PAUSED: "The person has to wait, while a limit period changes.",
    Why.NOT_CLEARED: "The house has yet to say what a person who has just sat down may play for.",
    Why.OUT_OF_ORDER: "The terminal is faulty and waits to be rectified.",
    Why.TERMINAL_LIMIT: "The person may not play at so many terminals.",
    Why.UNKNOWN_PATRON: "The house knows no such patron.",
    Why.DEPOSIT_LIMIT: "More outside money would come in on one day than the patron or the house allows.",
    Why.NO_CARD: "The person shows no valid card of their own.",
    Why.BETTING_CLOSED: "Betting is not open.",
    Why.WRONG_CHIPS: "The stake is not in chips that may be staked there.",
    Why.BELOW_MINIMUM: "The stake is below the minimum.",
    Why.ABOVE_MAXIMUM: "The stake is above the maximum of the wager, the player or the area.",
    Why.OFF_UNIT: "The stake is not in the units of the sign.",
    Why.LOSS_LIMIT: "The stakes would exceed the player's loss limit.",
    Why.NOT_DECLARED: "Chips have to be declared to the dealer first.",
    Why.NOT_ENOUGH: "There is not so much money there.",
    Why.NOT_YET: "A time or a number of rounds has not passed, or something else comes first.",
    Why.TOO_LATE: "A time has passed.",
    Why.WAGERS_STAND: "Wagers are undecided.",
    Why.NOT_ACKNOWLEDGED: "A wager returns more than 100%, and nobody has acknowledged it by name.",
    Why.ENTRY_DIFFERS: "What was keyed is not what was called.",
    Why.NOT_ELIGIBLE: "The person or wager is not one for which this may be done.",
    Why.SAME_PERSON: "It takes another person than the one who decided before.",
    Why.ALREADY_DONE: "It has been done.",
}
ENDED = {
    Ended.WIN: "It won; `winnings` is without the stake.",
    Ended.LOSE: "It lost.",
    Ended.PUSH: "The wager itself returns the stake: Don't Win on 2, or Behind the Come asleep when its Come is decided.",
    Ended.VOID: "The round had no result and the rulebook returns the stake.",
    Ended.REMOVED: "It was taken down, and what stood behind it with it.",
}


def settle() -> Iterator[str]:
    yield from opening(
        "Settlement",
        "`dicehouse settle RULEBOOK` reads one JSON object a line and answers each with one line. The same in Python is",
        "`dicehouse.layout.Layout`.",
    )
    yield from ("## How a wager ends", "")
    yield from head("`result`", "meaning")
    yield from (row(f"`{it}`", ENDED[it]) for it in Ended)
    yield from (
        "",
        "## Why something is refused",
        "",
        "In order of precedence: the first that applies is the one given.",
        "",
    )
    yield from head("`why`", "meaning")
    yield from (row(f"`{it}`", WHY[it]) for it in Why if it in WHY)
    yield ""


def table() -> Iterator[str]:
    """Everything that can be said at a table: chapter by chapter its commands and its events, then the refusals."""
    yield from opening(
        "The live table",
        "`dicehouse table RULEBOOK` reads commands as JSON Lines and writes events and refusals as JSON Lines; in Python",
        "`dicehouse.table.decide` judges a command and `dicehouse.table.evolve` applies an event. Money is in whole cents,",
        f"moments are ISO 8601 with their time zone, and every record is of version {VERSION}.",
        "",
        "Every command has `do`, its name, and:",
        "",
        *fields(Command),
        "",
        "Every event has `event`, its name, and:",
        "",
        *fields(Event),
    )
    yield from chapters(CHAPTERS)
    yield from (
        "## Why something is refused",
        "",
        "In order of precedence: the first that applies is the one given.",
        "",
    )
    yield from head("`why`", "meaning")
    yield from (row(f"`{it}`", {**WHY, **AT_A_TABLE}[it]) for it in Why)
    yield ""


def house() -> Iterator[str]:
    """Everything that can be said in the house, in the same form."""
    yield from opening(
        "The house",
        "What happens away from the tables: patrons with their cards and limits, the cage, tickets, payouts and jackpots.",
        "`dicehouse.house.judge.decide` judges a command and `evolve` applies an event; commands and events have the",
        "fields that those of [a table](table.md) have, and are refused for the same reasons.",
    )
    yield from chapters(HOUSE)


def house_file() -> Iterator[str]:
    """Every setting of a house's file."""
    yield from opening(
        "The file of a house",
        "`dicehouse init` writes one, [Run a house](../how-to/serve.md) explains it. It is TOML; money is in dollars, in",
        'quotes: `"5.00"`. Defaults below are in cents where the setting is money. Files are named from its own folder.',
    )
    yield from (
        "## At its head",
        "",
        *fields(HousePlan, but=("tables", "webhooks", "demo")),
        *fields(Identities, but=("tokens", "demo")),
        "",
    )
    yield from ("## `[[tables]]`", "", told(TablePlan), "", *fields(TablePlan, but=("config",)))
    yield from (*fields(Config, but=("sealed_dice", "cage", "confirm_chips_above")), "")
    for record, section in SECTIONS.items():
        yield from (f"## `{section}`", "", told(record), "", *fields(record), "")


SECTIONS: Final[dict[type[Struct], str]] = {
    Sign: "[tables.sign]",
    Limits: "[tables.sign.every] and [tables.sign.wagers.WAGER]",
    Pace: "[tables.pace]",
    Policy: "[policy]",
    PlayPolicy: "[policy.play]",
    CashPolicy: "[policy.cash]",
    ChipsPolicy: "[policy.chips]",
    RatingsPolicy: "[policy.ratings]",
    RosterPolicy: "[policy.roster]",
    RealityPolicy: "[policy.reality_check]",
    RolloverPolicy: "[policy.rollover]",
    SecretsPlan: "[secrets]",
    SealPlan: "[seal]",
    MetricsPlan: "[metrics]",
    TlsPlan: "[tls]",
    WebhookPlan: "[[webhooks]]",
    Staff: "[[staff]]",
    Passkey: "[[staff.passkeys]]",
    Device: "[[devices]]",
}
"""Where each record stands in the file of a house."""


def chapters(found: Sequence[ModuleType]) -> Iterator[str]:
    """The commands and events of each chapter, and then the records that they carry."""
    for chapter in found:
        title, _, rest = (chapter.__doc__ or "").partition("\n")
        yield from (
            f"## {chapter.__name__.rpartition('.')[2].replace('_', ' ').capitalize()}",
            "",
            title,
            rest.strip(),
            "",
        )
        for order in chapter.COMMANDS:
            yield from (f"### `{order.__struct_config__.tag}`", "", f"A command. {told(order)}", "")
            yield from (f"- who: {who_may(chapter.COMMANDS[order])}", *fields(order, Command), "")
        for fact in chapter.APPLIERS:
            yield from (f"### `{fact.__struct_config__.tag}`", "", f"An event. {told(fact)}", "")
            yield from (*fields(fact, Event), "")
    yield from ("## Records inside records", "")
    for record in inner_records(it for chapter in found for it in (*chapter.COMMANDS, *chapter.APPLIERS)):
        yield from (f"### {record.__name__}", "", told(record), "", *fields(record), "")


def inner_records(records: Iterable[type[Struct]]) -> list[type[Struct]]:
    """The records that commands and events carry, in the order they are met."""
    met: dict[type[Struct], None] = {}
    seen: list[Any] = [it.type for record in records for it in structs.fields(record)]
    while seen:
        hint = seen.pop(0)
        if isinstance(hint, type) and issubclass(hint, Struct) and hint not in met:
            met[hint] = None
            seen += [it.type for it in structs.fields(hint)]
        seen += get_args(hint)
    return list(met)


def told(record: type) -> str:
    return " ".join((record.__doc__ or "").split())


def who_may(order: Order | house_orders.Order) -> str:
    if isinstance(order, house_orders.Order):
        rank = [f"a {order.rank} or above"] if order.rank else []
        return ", or ".join([*rank, *(f"a {it}" for it in order.others)])
    ranks = ["any rank"] if order.staff else [f"staff who may {POWERS[order.power]}"] if order.power else []
    kinds = "" if len(order.kinds) == len(Kind) else f"; at {' and '.join(sorted(order.kinds))} tables only"
    return ", or ".join([*ranks, *(f"a {it}" for it in order.others)]) + kinds


def fields(record: type[Struct], base: type[Struct] | None = None, but: Sequence[str] = ()) -> Iterator[str]:
    """The fields of a record beyond those of its base, each with its type, its default and what it means."""
    common = (*(base.__struct_fields__ if base else ()), *but)
    notes = field_notes(record)
    for it in structs.fields(record):
        if it.name in common:
            continue
        said = f": {notes[it.name]}" if it.name in notes else ""
        yield f"- `{it.encode_name}` ({type_in_words(it.type)}{default_in_words(it)}){said}"


def default_in_words(it: structs.FieldInfo) -> str:
    if it.required:
        return ""
    return (
        f", {json.dumps(to_builtins(it.default))} unless given"
        if it.default is not NODEFAULT
        else ", empty unless given"
    )


def field_notes(record: type) -> dict[str, str]:
    """What stands below each field in the source."""
    body = ast.parse(inspect.getsource(record)).body[0]
    notes: dict[str, str] = {}
    last = ""
    for node in getattr(body, "body", []):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            notes[last] = " ".join(str(node.value.value).split())
            last = ""
    return notes


def type_in_words(hint: Any) -> str:
    """A type as a reader of JSON knows it."""
    if getattr(hint, "__metadata__", None):
        return type_in_words(hint.__origin__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(f'"{it}"' for it in args)
    if origin in {tuple, list}:
        return f"list of {type_in_words(args[0])}"
    if origin is dict:
        return f"object of {type_in_words(args[1])} by {type_in_words(args[0])}"
    if args:
        return " or ".join(type_in_words(it) for it in args)
    plain = {
        int: "whole number",
        str: "text",
        bool: "true or false",
        datetime: "moment",
        date: "day",
        type(None): "null",
    }
    return plain.get(hint) or str(getattr(hint, "__name__", hint))


def commands() -> Iterator[str]:
    yield from opening("Commands", "What `dicehouse COMMAND --help` says.")
    context = click.Context(app, info_name="dicehouse")
    for name in COMMANDS:
        command = app.get_command(context, name)
        if command is None:
            raise LookupError(name)
        inner = click.Context(command, info_name=name, parent=context, max_content_width=100, terminal_width=100)
        yield from (f"## `dicehouse {name}`", "", "```text", command.get_help(inner), "```", "")


def api() -> Iterator[str]:
    described = json.loads(openapi())
    yield from opening(
        "The API",
        "What a server answers over HTTP and over its WebSocket. The same in OpenAPI 3.1 is at `/api/openapi.json`. Money",
        "is whole cents and a moment is ISO 8601 with its zone. A session is a cookie; every POST brings the session's",
        "token, which `/api/me` tells, in the header `X-CSRF-Token`, and is `application/json`. A program has neither: it",
        "shows [a token](../how-to/programs.md) in the header `Authorization: Bearer`.",
    )
    yield from ("## Addresses", "", *head("address", "what it does", "takes", "gives"))
    for path, methods in described["paths"].items():
        for method, it in methods.items():
            takes = it.get("requestBody", {}).get("content", {})
            gives = it["responses"]["200"]["content"]
            yield row(f"`{method.upper()} {path}`", it["summary"], *(schema_in_words(each) for each in (takes, gives)))
    yield from (
        "",
        "A command is one of [those of a table](table.md) or [of the house](house.md), without `at`, `by` and",
    )
    yield "`role`, which the server says. An `id` that was given before gets its first answer. `TableAnswered` and"
    yield from ("`HouseAnswered` are `Answered` with the events of tables and of the house.", "")
    yield from ("## Errors", "", 'Every error is `{"refused": Refusal}`.', "", *head("status", "when"))
    yield from (row(code, it["description"]) for code, it in described["components"]["responses"].items())
    yield from ("", "`why` is one of [the table's refusals](table.md), or one of the web's own:", "")
    yield from (f"- `{it.value}`: {STATUS[it]}" for it in Turned)
    yield from ("", *scopes(), *feeds(), "## The WebSocket", "")
    yield "At `/api/live`, from a page of the same origin, or from [a program](../how-to/programs.md) with a token and no"
    yield from ("`Origin`. A console sends:", "")
    yield from record_list(frames.WatchFrame, frames.GiveFrame, frames.AskFrame)
    yield "The server sends each view whole when it is first watched, with its version, and from then on what changes, at"
    yield "most ten times a second. A change names the version it is based on: a client that does not have it watches"
    yield "anew and gets the whole. Views that change together come as one frame with a key for each, `table` and `seat`"
    yield from (
        "of a player. Countdowns need no frame: `ends` is in the view, and `now` is the server's time. It sends:",
        "",
    )
    yield from record_list(*SENT)
    yield from ("## Records", "")
    bodies = [it for it in RECORDS if it not in {*SENT, frames.WatchFrame, frames.GiveFrame, frames.AskFrame}]
    for record in dict.fromkeys((*bodies, *inner_records((*RECORDS, *SENT)))):
        if record.__module__.startswith("dicehouse."):
            yield from (f"### {record.__name__}", "", told(record), "", *fields(record), "")


def scopes() -> Iterator[str]:
    """What a token may."""
    yield from ("## Scopes of a token", "", *head("scope", "what it is for", "consoles", "feeds", "commands"))
    for scope, it in SCOPES.items():
        lists = (it.consoles, it.feeds, sorted(it.gives))
        yield row(f"`{scope}`", it.says, *(", ".join(f"`{name}`" for name in names) for names in lists))
    yield ""


def feeds() -> Iterator[str]:
    """What each feed tells."""
    yield from (
        "## Feeds",
        "",
        "`GET /api/feed/journal` tells every entry, its events as [tables](table.md) and [the house](house.md) have them, as",
        "an inspector reads them. The feeds `tables` and `pit` tell of tables alone, these events with these fields beside",
        f"{', '.join(f'`{it}`' for it in ALWAYS)}; no name of anybody and no words that somebody wrote are among them.",
        "",
        *head("event", "feed `tables`", "feed `pit`"),
    )
    for name, kind in EVENTS["pit"].items():
        told_of = [EVENTS["tables"].get(name), kind]
        cells = (", ".join(f"`{it}`" for it in own_fields(each)) or "itself" if each else "" for each in told_of)
        yield row(f"`{name}`", *cells)
    yield ""


def own_fields(kind: type[Struct]) -> list[str]:
    return [it.encode_name for it in structs.fields(kind) if it.name not in ALWAYS]


SENT = (
    frames.TableFrame,
    frames.SeatFrame,
    frames.DealerFrame,
    frames.DisplayFrame,
    frames.VersionsFrame,
    frames.ChangesFrame,
    frames.AnswerFrame,
    frames.FormFrame,
    frames.RefusedAnswerFrame,
    frames.RefusedFrame,
)


def schema_in_words(content: dict[str, Any]) -> str:
    said = content.get("application/json")
    return f"`{said['schema']['$ref'].rpartition('/')[2]}`" if said else ", ".join(content)


def record_list(*records: type[Struct]) -> Iterator[str]:
    for record in records:
        yield from (f"**{record.__name__}** {told(record)}".strip(), "", *fields(record), "")


def clauses() -> Iterator[str]:
    every = register()
    yield from opening(
        "Clauses",
        f"{len(every):,} clauses of five documents, each with a status. `dicehouse clauses` prints them all with the tests",
        "that name them; this page counts them.",
    )
    yield from head("status", "what it means")
    yield from (row(f"`{it}`", said) for it, said in MEANINGS.items())
    yield ""
    yield from head("document", *Status, "all")
    counts = Counter((it.doc, it.status) for it in every)
    for document in dict.fromkeys(it.doc for it in every):
        of_each = [counts[document, status] for status in Status]
        yield row(f"`{document}`", *of_each, sum(of_each))
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE, help="the folder to write to (docs)")
    to: Path = parser.parse_args().to
    for name, text in pages():
        file = to / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    main()
