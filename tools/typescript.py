"""Write the TypeScript types of the consoles from the records that the server sends and takes.

python tools/typescript.py          writes consoles/src/api/types.ts
python tools/typescript.py --check  fails when that file is not what it would write
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, inspect

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.table.judge import COMMANDS as TABLE_ORDERS
from dicehouse.table.orders import Command
from dicehouse.views import (
    chronicle,
    dealer,
    display,
    filing,
    layout,
    odds,
    prizes,
    promotion_page,
    reported,
    round_replay,
    rules,
    seat,
    session_odds,
    table,
    table_rules,
    tournament,
)
from dicehouse.web import frames, own_sessions, pairing
from dicehouse.web.pins import TO_COME

TARGET: Final = Path(__file__).parent.parent / "consoles/src/api/types.ts"
STAMPED: Final = frozenset({"at", "by", "role"})
"""What the server says of a command, and a console never does."""

VIEWS: Final[tuple[type[Struct], ...]] = (
    layout.LayoutView,
    table_rules.TableRules,
    table.TableView,
    seat.SeatView,
    dealer.DealerView,
    display.DisplayView,
    chronicle.EntryLines,
    chronicle.JournalEntry,
    round_replay.ToldView,
    reported.ReportList,
    reported.ReportView,
    rules.Rules,
    rules.ClauseMatrix,
    odds.OddsBooks,
    odds.OddsView,
    odds.ReadingsView,
    odds.StakesView,
    session_odds.SessionView,
    tournament.LeaderboardView,
    promotion_page.PromotionPage,
    filing.TermsChecked,
    prizes.PrizesView,
    prizes.TournamentRecord,
    prizes.PromotionRecord,
)
CLIENT: Final[tuple[type[Struct], ...]] = (frames.WatchFrame, frames.GiveFrame, frames.AskFrame)
SERVER: Final[tuple[type[Struct], ...]] = (
    frames.TableFrame,
    frames.SeatFrame,
    frames.DealerFrame,
    frames.DisplayFrame,
    frames.PitFrame,
    frames.CageFrame,
    frames.InspectorFrame,
    frames.DirectorFrame,
    frames.PromotionsFrame,
    frames.EntrantFrame,
    frames.ClaimantFrame,
    frames.VersionsFrame,
    frames.ChangesFrame,
    frames.AnswerFrame,
    frames.FormFrame,
    frames.RefusedAnswerFrame,
    frames.RefusedFrame,
)
HTTP: Final[tuple[type[Struct], ...]] = (
    frames.StaffSignIn,
    frames.PlayerSignIn,
    frames.TerminalSignIn,
    frames.PasskeySignIn,
    frames.PasskeyChallenge,
    frames.DemoSignIn,
    frames.PlayAt,
    frames.Seated,
    frames.SignOutEverywhere,
    frames.SignedOut,
    own_sessions.OwnSessions,
    own_sessions.EndSessions,
    *pairing.RECORDS,
    frames.Me,
    frames.Tables,
    frames.Rounds,
    frames.PracticeOrder,
    frames.TermsText,
    frames.Practice,
    frames.Answered,
    frames.RefusedFrame,
)
HEADER: Final = """\
// Written by tools/typescript.py from the server's own records. Do not edit.

/** Whole cents. */
export type Cents = number;

/** A moment in ISO 8601, with its time zone. */
export type Moment = string;

/** Something that has happened. */
export interface HouseEvent {
  event: string;
  at: Moment;
  by: string;
  role: string;
  cause: string;
  clause: string;
  [field: string]: unknown;
}
"""


Commands = dict[str, tuple[type[Command], ...]]


def written() -> str:
    """The whole file."""
    kinds = (*VIEWS, *CLIENT, *SERVER, *HTTP)
    blocks = [HEADER, *(_interface(it) for it in _every_struct(kinds))]
    commands: Commands = {"TableCommand": tuple(TABLE_ORDERS), "HouseCommand": tuple(HOUSE_ORDERS)}
    known = set(_every_struct(kinds))
    own = dict.fromkeys(it for orders in commands.values() for it in orders)
    inner = [it for it in _every_struct(own) if it not in own and it not in known]
    blocks += [_interface(it) for it in inner]
    names = _command_names(commands)
    blocks += [_command(it, names[it]) for it in own]
    blocks += [f"export type {name} =\n{_lines(names[it] for it in orders)};\n" for name, orders in commands.items()]
    blocks.append(f"export type ClientFrame = {' | '.join(it.__name__ for it in CLIENT)};\n")
    blocks.append(f"export type ServerFrame = {' | '.join(it.__name__ for it in SERVER)};\n")
    return "\n".join(blocks)


@cache
def _shared() -> frozenset[str]:
    """Names that more than one record has."""
    names = Counter(
        it.__name__ for it in _every_struct((*VIEWS, *CLIENT, *SERVER, *HTTP, *TABLE_ORDERS, *HOUSE_ORDERS))
    )
    return frozenset(it for it, count in names.items() if count > 1)


def _name(kind: type[Struct]) -> str:
    """What a record is called; two that share a name carry that of their room: PromotionsTerms, TournamentsTerms."""
    room = kind.__module__.split(".")[-2].title() if kind.__name__ in _shared() else ""
    return f"{room}{kind.__name__}"


def _command_names(commands: Commands) -> dict[type[Command], str]:
    """One name for each command; two that share one, at a table and in the house, are told apart."""
    table_names = {it.__name__ for it in TABLE_ORDERS}
    return {
        it: f"House{it.__name__}" if name == "HouseCommand" and it.__name__ in table_names else it.__name__
        for name, orders in commands.items()
        for it in orders
    }


def _lines(names: Iterable[str]) -> str:
    return "\n".join(f"  | {it}" for it in names)


def _every_struct(kinds: Iterable[type[Struct]]) -> list[type[Struct]]:
    """These and all that they hold, each once, what is held before what holds it."""
    found: dict[type[Struct], None] = {}

    def visit(it: inspect.Type) -> None:
        if isinstance(it, inspect.StructType) and it.cls not in found:
            for field in it.fields:
                visit(field.type)
            found[it.cls] = None
        for inner in _inside(it):
            visit(inner)

    for kind in kinds:
        visit(inspect.type_info(kind))
    return list(found)


def _inside(it: inspect.Type) -> Iterator[inspect.Type]:
    match it:
        case inspect.UnionType(types=types):
            yield from types
        case inspect.TupleType(item_types=types):
            yield from types
        case inspect.VarTupleType(item_type=one) | inspect.ListType(item_type=one):
            yield one
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case inspect.Metadata(type=one):
            yield one
        case _:
            pass


def _interface(kind: type[Struct]) -> str:
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind} is no record")
    if info.array_like:
        return f"export type {_name(kind)} = [{', '.join(_typed(it.type) for it in info.fields)}];\n"
    sent = bool(info.forbid_unknown_fields)
    lines = [f"  {_key(it, sent=sent)}: {_field(kind, it)};" for it in info.fields]
    return f"export interface {_name(kind)} {{\n" + "\n".join(lines) + "\n}\n"


def _field(kind: type[Struct], field: inspect.Field) -> str:
    if kind is frames.GiveFrame and field.name == "give":
        return "TableCommand | HouseCommand"
    if field.name == "events":
        return "HouseEvent[]"
    return _typed(field.type)


def _command(kind: type[Command], name: str) -> str:
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind} is no record")
    by_server = STAMPED | TO_COME.get(kind, {}).keys()
    fields = [it for it in info.fields if it.name not in by_server]
    lines = [f'  do: "{info.tag}";', *(f"  {_key(it, sent=True)}: {_typed(it.type)};" for it in fields)]
    if kind in TO_COME:
        lines.append("  pin: string;")
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _key(field: inspect.Field, *, sent: bool) -> str:
    """A field that a console sends may be left out where it has a default; one that it gets is always there."""
    may_lack = sent and not field.required
    return field.encode_name + ("?" if may_lack else "")


def _typed(it: inspect.Type) -> str:
    match it:
        case inspect.Metadata(type=one):
            return _typed(one)
        case inspect.StructType(cls=cls):
            return _name(cls)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(_typed(each) for each in types))
        case inspect.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case inspect.EnumType(cls=enum):
            return " | ".join(f'"{each.value}"' for each in enum)
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(_typed(each) for each in types)}]"
        case inspect.VarTupleType(item_type=one) | inspect.ListType(item_type=one):
            inner = _typed(one)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{_typed(key)}, {_typed(value)}>"
        case _:
            return _PLAIN[type(it)]


_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.DateTimeType: "Moment",
    inspect.DateType: "string",
    inspect.RawType: "unknown",
    inspect.AnyType: "unknown",
}


def main(arguments: list[str]) -> int:
    text = written()
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print("consoles/src/api/types.ts is not current; run python tools/typescript.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
