"""Who may give which command: every command of tables and house, by everyone, over HTTP and over the WebSocket.

`role_matrix.txt` says it, written by hand. Allowed is what is done, or refused for another reason than who gives it;
anything else is refused as not allowed, or as not signed in, in the one shape of every refusal.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import inspect
from msgspec.structs import replace

from dicehouse.web.roles import HOUSE, HOUSE_KINDS, TABLE_KINDS
from dicehouse.words.catalogue import catalogue
from tests.web.served import Served, plan
from tests.web.test_every_command import SHAPE, Steady

MATRIX = Path(__file__).with_name("role_matrix.txt")
BESIDE = ("tournament-director", "scrutineer", "chief-operating-officer", "chief-executive-officer", "inspector")
IN_THE_HOUSE = ("cashier", "cage-supervisor", "gaming-manager", "casino-operator")
MISTYPED = "casino-superviser"
ELSEWHERE = ("terminal-elsewhere", "tumbler-elsewhere", "display-elsewhere")
WITHOUT_A_RANK = ("player", "terminal", "display", "tumbler", *ELSEWHERE, "stranger", MISTYPED)


class Row(NamedTuple):
    """A command, where it is given, and who may."""

    to: str
    do: str
    by: frozenset[str]


def rows() -> Iterator[Row]:
    to, ranks = "", list[str]()
    for line in MATRIX.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            to, _, after = line[1:].partition("] ")
            ranks = after.rpartition(": ")[2].split(", ")
        elif line and not line.startswith("#"):
            who, _, commands = line.partition(": ")
            by = set(who.split()) - {"nobody"}
            lowest = next((it for it in ranks if it in by), None)
            above = ranks[ranks.index(lowest) :] if lowest else []
            yield from (Row(to, do, frozenset({*by, *above})) for do in commands.split())


ROWS = tuple(rows())
TABLES = sorted({it.to for it in ROWS} - {HOUSE})


def test_every_command_has_one_row() -> None:
    at_tables = [it.do for it in ROWS if it.to != HOUSE]
    in_the_house = [it.do for it in ROWS if it.to == HOUSE]
    assert sorted(at_tables) == sorted(TABLE_KINDS)
    assert sorted(in_the_house) == sorted(HOUSE_KINDS)


# --- a body that reaches whoever judges it

GIVEN: dict[str, Any] = {
    "table": "Sic Bo 1", "tables": ["Sic Bo 1"], "breach": "b", "out_of": "game", "ground": "fraud", "pin": "4711",
    "until": "2030-01-01T00:00:00Z", "dice": [1, 2, 3], "seat": 1, "month": "2026-01", "rulebook": "crown-sicbo-a",
    "states": {"open": [{"rolled": {"alike": True}, "to": "win"}]},
}  # fmt: skip


BY_SERVER = {"pin_reference", "matched", "number_reference", "number_ends"}
"""What the server puts in the place of a PIN."""


def body(do: str, kind: type[Any], who: str, dice: int) -> dict[str, Any]:
    """A command with its least content, as its own type has it."""
    fields = {it.name: it for it in inspect.type_info(kind).fields}  # type: ignore[attr-defined]  # a struct's
    made = {
        name: GIVEN.get(name, least(it.type))
        for name, it in fields.items()
        if it.required and name not in {"id", "at", "by", "role", *BY_SERVER}
    }
    if "number_reference" in fields:
        made["number"] = "PA 123456"
    elif BY_SERVER & fields.keys():
        made["pin"] = GIVEN["pin"]
    made |= {name: who for name in ("person", "patron") if name in made}
    if "dice" in made:
        made["dice"] = (
            [1, 2, 3][:dice] if isinstance(fields["dice"].type, inspect.VarTupleType | inspect.TupleType) else "1"
        )
    if do in {"file-terms", "propose-amendment"}:
        made["terms"]["rulebook"] = "star-sicbo-2024"  # Crown's document has no promotions
    if do == "exclude-from-casino":
        made["until"] = "2020-01-01T00:00:00Z"  # whoever excludes oneself is signed out, and is to ask for more
    if do == "report-server-fault":
        made["kind"] = "same-error"  # the other kind is an opinion, which a device has not
    return {"do": do, **made}


def least(kind: Any) -> Any:
    """The plainest value of a type."""
    if isinstance(kind, inspect.Metadata):
        return least(kind.type)
    if isinstance(kind, inspect.UnionType):
        return least(kind.types[0])
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.IntType):
        return max(1, kind.ge or 0)
    if isinstance(kind, inspect.BoolType):
        return False
    if isinstance(kind, inspect.StrType):
        digits = re.search(r"\{(\d+)", kind.pattern or "")
        return "0" * max(int(digits[1]), 1) if digits else "x"
    if isinstance(kind, inspect.DateType):
        return "1980-01-01"
    if isinstance(kind, inspect.DateTimeType):
        return "2030-01-01T00:00:00Z"
    if isinstance(kind, inspect.DateType):
        return "2030-01-01"
    if isinstance(kind, inspect.StructType):
        plain = {it.encode_name: GIVEN.get(it.encode_name, least(it.type)) for it in kind.fields if it.required}
        return list(plain.values()) if kind.array_like else plain
    if isinstance(kind, inspect.TupleType):
        return [least(it) for it in kind.item_types]
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [least(kind.item_type)] if kind.min_length else []
    if isinstance(kind, inspect.DictType):
        return {}
    raise AssertionError(f"no plain value of {kind}")


# --- everyone


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose dice are keyed in, or said by a device that has signed in."""
    made = plan()
    keyed = replace(made, tables=tuple(replace(it, tumbler="keyed") for it in made.tables))
    served = Served(tmp_path_factory.mktemp("house") / "journal.db", keyed)
    yield served
    served.stop()


@pytest.fixture(scope="module")
def everyone(house: Served) -> Iterator[dict[tuple[str, str], Steady]]:
    """By where they give commands, and as what: a session that has this role and no other."""
    found: dict[tuple[str, str], Steady] = {}
    for to in (*TABLES, HOUSE):
        ladder = [it.id for it in house.floor.tables[to].book.roles] if to != HOUSE else []
        for role in dict.fromkeys((*WITHOUT_A_RANK, *ladder, *IN_THE_HOUSE, *BESIDE)):
            found[to, role] = enters(house, to, role)
    yield found
    for it in found.values():
        it.close()


def enters(house: Served, to: str, role: str) -> Steady:
    made, sessions = Steady(house), house.app.state.sessions
    if role == "stranger":
        return made
    if role == "player":
        begun = sessions.begin("player", "Ann", card="1001")
    elif role in ELSEWHERE:
        another = next(it for it in TABLES if it != to)
        begun = sessions.begin(role.partition("-")[0], role, table=another, seat=1)
    elif role in {"terminal", "display", "tumbler"}:
        begun = sessions.begin(role, f"{role} of {to}", table=to if to != HOUSE else "Sic Bo 1", seat=1)
    else:
        begun = sessions.begin("staff", f"{role} of {to}", roles=(role,))
    token, session = begun
    made.cookie, made.token = f"dicehouse={token}", session.csrf
    return made


def is_shut_out(said: dict[str, Any]) -> bool:
    """Whether it was refused because of who gave it: of terms it is also said what they may not do."""
    if "refused" not in said:
        return False
    why, says = said["refused"]["why"], said["refused"]["says"]
    of_the_command = catalogue()[says]["en"].about == "{command:command}"
    return bool(why == "not-signed-in" or (why == "not-allowed" and of_the_command))


@pytest.mark.parametrize("to", [*TABLES, HOUSE])
def test_each_command_is_given_by_those_of_its_row_and_by_nobody_else(
    house: Served, everyone: dict[tuple[str, str], Steady], to: str
) -> None:
    wrong = []
    for role in [it for where, it in everyone if where == to]:
        who = everyone[to, role]
        for transport, row, allowed, said in given(house, who, to, role):
            assert "events" in said or set(said["refused"]) == SHAPE, (role, row.do, said)
            if allowed != (role in row.by):
                wrong.append((transport, role, row.do, "was allowed" if allowed else "was refused", said))
    assert wrong == []


def given(house: Served, who: Steady, to: str, role: str) -> Iterator[tuple[str, Row, bool, dict[str, Any]]]:
    """Every command of a section by one role, over HTTP and then over the WebSocket."""
    dice = house.floor.tables[to].book.dice.count if to != HOUSE else 3
    name = "Ann" if role in {"player", "terminal", "terminal-elsewhere"} else "Bob"
    bodies = [
        (row, body(row.do, (HOUSE_KINDS if to == HOUSE else TABLE_KINDS)[row.do], name, dice))
        for row in ROWS
        if row.to == to
    ]
    for row, sent in bodies:
        sent["id"] = f"{row.do}.{role}"
        answer = who.sends(to, sent)
        said = json.loads(answer.body)
        assert answer.status in ({401} if role == "stranger" else {200, 403, 409}), (role, sent, said)
        assert (answer.status in {401, 403}) or not is_shut_out(said), (role, sent, said)
        yield "HTTP", row, not is_shut_out(said), said
    if role == "stranger":
        return  # whoever is not signed in has no line: tests/web/test_security.py
    with who.line() as line:
        who.live = line
        for row, sent in bodies:
            told = who.tells(to, sent)
            assert told is not None
            yield "WebSocket", row, not is_shut_out(told), told
        who.live = None
