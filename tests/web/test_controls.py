"""Whatever a table or the house can be told, somebody can tell it: every order has a control on a console of a role
that may give it, or it is the machine's own, and then a test shows that a machine gives it.

Tournaments and promotions have a test of their own.
"""

import ast
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from dicehouse import views
from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.house.orders import LADDER
from dicehouse.house.orders import Order as HouseOrder
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import Config, Table, new_table
from dicehouse.table.judge import COMMANDS as TABLE_ORDERS
from dicehouse.table.orders import DEVICE, Command, Order
from dicehouse.views.catalogue import control_of
from dicehouse.web.demo import RANKS
from dicehouse.web.roles import consoles, may_give, role_at
from dicehouse.web.sessions import Session
from tools.consoles import CONSOLES

NOW = datetime(2026, 3, 2, tzinfo=UTC)
VIEWS = Path(views.__file__).parent
FLOOR = VIEWS.parent / "floor"

OF_VIEWS = {
    "keys": ("dealer",), "dealer": ("dealer",), "table_acts": ("dealer", "pit"), "pit_acts": ("pit",),
    "equipment_acts": ("pit",), "tray_acts": ("dealer", "pit"), "slips": ("cage",), "closings": ("cage",),
    "pit_cases": ("pit",), "excluded": ("pit", "cage"), "cage": ("cage",), "cage_lines": ("cage",),
    "rosters": ("dealer", "pit"), "cage_patron": ("cage",),
    "cage_terms": ("cage",), "complaints": ("pit", "promotions", "director"),
}  # fmt: skip
"""The modules that offer acts and keys, and the consoles that draw them."""
OF_PAGES = ("player", "dealer", "pit", "cage", "display", "inspector")
"""The consoles whose pages name commands of their own."""

FOLLOWS = {
    "set-loss-limit": "the house tells the table what is left of a limit that was set at the cage",
    "tell-standing": "the house tells the table who is excluded, paused or takes a break",
    "record-exclusion": "someone was excluded at a table",
    "record-lifting": "an exclusion was lifted at a table",
    "record-pause": "someone was made to pause at a table",
    "recommend-exclusion": "a table recommends to exclude someone from the casino",
    "correct-play": "something that was decided at a table was put right",
    "fill-tray": "chips come with a slip that was approved and delivered",
    "announce-fill": "the cage has handed a fill over, and someone at the table is to count it",
    "credit-tray": "chips leave with a slip that was approved",
    "insert-money": "credits come from the account, a ticket or a jackpot, or from the note acceptor",
    "record-play": "a round was decided",
    "record-cash": "cash was changed at a table or put into a terminal",
    "allot-headroom": "someone with a loss limit sat down or played",
    "release-headroom": "someone with a loss limit wants to play with what is set apart here at another table",
    "return-headroom": "a table gave up what was set apart for it of a loss limit",
    "record-declaration": "chips were bought or declared at a table",
    "reverse-purchase": "a sale of chips at a table was undone",
    "record-direction": "a direction was given at a table",
    "sit-down": "a seat was taken",
    "get-up": "a seat was left",
    "confirm-receipt": "a table took what the house sent",
    "return-sent": "a table did not take what the house sent",
    "record-colours": "someone left a table with its checks",
    "put-equipment": "dice or a tumbler of the register were brought to a table",
    "record-removal": "dice or a tumbler left a table",
    "record-fault": "a round had no result because dice or tumbler failed",
    "release-staff": "someone of a table's crew has signed on at another table",
    "recall-colours": "a table opened whose checks are out",
    "return-colours": "the house gives a table that opened the record of its checks",
    "issue-ticket": "credits were collected",
    "report-round": "a round ended at a table that is linked to a jackpot",
    "record-owed": "a wrong payment was left to the cage",
    "write-off-owed": "a wrong payment that the cage has was closed at its table",
    "confirm-rectified": "the cage paid or took back what a wrong payment left",
    "record-dispute": "a dispute at a table has come a step further",
    "register-complaint": "a complaint was lodged at a table",
    "correct-round": "wagers of a round that a jackpot has counted were put right",
    "expire-tickets": "the clock",
    "expire-vouchers": "the clock",
    "enforce-limits": "the clock, when limits fall due between two hands of craps",
    "end-wagering": "the clock of an electronic table",
    "auto-shoot": "the clock of an electronic table",
    "seal-dice": "the tumbler",
    "report-dice": "the tumbler",
    "start-program": "the server, when it takes a table or the house up",
    "record-snapshot": "the server, when it keeps a snapshot of a table or the house",
}
"""What a machine gives by itself, and upon what."""
DEVICES = {"accept-ticket": "the ticket reader of a terminal"}
"""What only a device gives that is no part of the server."""


def tag(order: type[Command]) -> str:
    return str(order.__struct_config__.tag)


def is_prize(order: type[Command]) -> bool:
    return ".tournaments." in order.__module__ or ".promotions." in order.__module__


EVERY = [("table", it) for it in TABLE_ORDERS] + [("house", it) for it in HOUSE_ORDERS if not is_prize(it)]


# --- what there is to press


def named_in(module: str) -> set[str]:
    """The order classes that a module of acts names, other than to import them or only to try them."""
    tree = ast.parse((VIEWS / f"{module}.py").read_text())
    tried = {
        id(inner)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "judged_at"
        for inner in ast.walk(call.args[2])
    }
    only_keys = module == "dealer"  # there the rest is what its page asks about and names itself
    found = set()
    for call in ast.walk(tree):
        if only_keys and not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "tag_of"):
            continue
        for it in ast.walk(call) if only_keys else (call,):
            if id(it) not in tried and isinstance(it, ast.Name | ast.Attribute):
                found.add(it.id if isinstance(it, ast.Name) else it.attr)
    return found


def said_on(page: str) -> set[str]:
    """The commands that the sources of a page give by name."""
    sources = "".join(it.read_text() for it in (CONSOLES / "src" / page).rglob("*.ts*"))
    return set(re.findall(r'\bdo: "([a-z-]+)"', sources))


NAMED = {module: named_in(module) for module in OF_VIEWS}
SAID = {page: said_on(page) for page in OF_PAGES}


def where(order: type[Command]) -> set[str]:
    """The consoles with a control for an order."""
    drawn = {console for module, on in OF_VIEWS.items() if order.__name__ in NAMED[module] for console in on}
    listed = {"pit"} if order in TABLE_ORDERS and control_of(order).pit else set()
    return drawn | listed | {page for page in OF_PAGES if tag(order) in SAID[page]}


# --- who may press it


class Person(NamedTuple):
    session: Session
    consoles: tuple[str, ...]


def person(kind: str, *roles: str) -> Person:
    it = Session(kind=kind, name="someone", roles=roles, csrf="", since=NOW, seen=NOW)  # type: ignore[arg-type]  # a kind
    return Person(it, consoles(it))


PEOPLE = [person("player"), *(person("staff", *ranks) for ranks in RANKS.values())]
TABLES = [new_table(load(book), Config()) for book in BUILT_IN]


def may(it: Person, order: type[Command], table: Table | None) -> bool:
    """Whether the web lets a person give an order, and the ladder of the table or the house does too."""
    if isinstance(may_give(it.session, order, table), Refused):
        return False
    role = role_at(it.session, table)
    rule: Order | HouseOrder = TABLE_ORDERS[order] if table is not None else HOUSE_ORDERS[order]
    if role in rule.others:
        return True
    if isinstance(rule, HouseOrder):
        return bool(rule.rank) and role in LADDER and LADDER.index(role) >= LADDER.index(rule.rank)
    assert table is not None
    return table.kind in rule.kinds and (
        rule.staff or (rule.power in table.book.powers and table.book.may(role, rule.power))
    )


@pytest.mark.parametrize("of, order", EVERY, ids=lambda it: it if isinstance(it, str) else tag(it))
def test_every_order_has_a_control_for_somebody_who_may_give_it_or_is_the_machines_own(
    of: str, order: type[Command]
) -> None:
    if tag(order) in FOLLOWS or tag(order) in DEVICES:
        return
    on = where(order)
    assert on, f"{tag(order)}: no console has a control for it; offer it in a view, or say which machine gives it"
    places = TABLES if of == "table" else [None]
    able = [it for it in PEOPLE if on & set(it.consoles) and any(may(it, order, place) for place in places)]
    assert able, f"{tag(order)}: {', '.join(sorted(on))} has it, and nobody there may give it"


# --- what nobody presses


MACHINES = "".join(it.read_text() for it in (*FLOOR.glob("*.py"), *(FLOOR.parent / "leading").glob("*.py")))
"""The sources of the server's own dealings, without the views."""


@pytest.mark.parametrize("order", sorted(FOLLOWS))
def test_what_is_said_to_be_the_servers_own_is_given_by_the_server(order: str) -> None:
    kinds = [it for _, it in EVERY if tag(it) == order]
    assert kinds, f"{order}: there is no such order any more; take its reason away"
    assert all(DEVICE in (TABLE_ORDERS.get(it) or HOUSE_ORDERS[it]).others for it in kinds)
    assert re.search(rf"\b{kinds[0].__name__}\b", MACHINES), f"{order}: no part of the server gives it"


@pytest.mark.parametrize("order", sorted(DEVICES))
def test_what_is_said_to_be_a_devices_is_for_nobody_else(order: str) -> None:
    (kind,) = [it for _, it in EVERY if tag(it) == order]
    rule = TABLE_ORDERS.get(kind) or HOUSE_ORDERS[kind]
    assert rule.others == (DEVICE,)
    assert not any(getattr(rule, it, "") for it in ("rank", "staff", "power"))


def test_an_order_that_is_new_and_has_no_control_is_noticed() -> None:
    class WaveFlag(Command, frozen=True):
        """Wave a flag."""

    assert where(WaveFlag) == set()
