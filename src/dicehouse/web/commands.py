"""From what a console sent to a command: read strictly, allowed by role, and stamped by the server alone."""

import re
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec

from dicehouse.house.identity import RecordIdentity
from dicehouse.house.patrons import RegisterPatron, for_table
from dicehouse.house.ranks import refused_fields
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table import Table
from dicehouse.table.cards import PresentCard
from dicehouse.table.disputes import DecideDispute
from dicehouse.table.judge import COMMANDS
from dicehouse.table.malformed import broken_rule
from dicehouse.table.orders import Command, tag_of
from dicehouse.table.people import TakeSeat
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web import roles
from dicehouse.web.document_numbers import without_number
from dicehouse.web.pins import WITH_PIN, without_pin
from dicehouse.web.refusals import Turned, malformed, turned
from dicehouse.web.roles import HOUSE, HOUSE_KINDS, TABLE_KINDS
from dicehouse.web.sessions import Session
from dicehouse.web.strict_json import confusable_key, not_deep, once_each, unseen_in_body

STAMPED: Final = frozenset({"at", "by", "role"})
"""What the server says of a command."""
OWN_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""An id that a console may choose; the server's own have a colon or a stroke in them."""

_read: Final = msgspec.json.Decoder(dict[str, Any]).decode


class Place(Protocol):
    """Where commands are given: the tables and the house as they stand."""

    def table(self, name: str) -> Table | None: ...

    def house(self) -> House: ...

    def working(self) -> Iterable[Session]:
        """The sessions of staff and devices: who is on duty, as far as the house knows."""

    def rulebooks(self) -> Collection[str]: ...


def command_from(
    session: Session, place: Place, to: str, body: bytes | msgspec.Raw, now: datetime
) -> Command | Refusal:
    """The command that a session gives at this moment, or why it may not be given at all; what comes with a PIN is
    not yet complete."""
    table = None if to == HOUSE else place.table(to)
    if to != HOUSE and table is None:
        return turned(Turned.NOT_FOUND, "no-table-here", table=to)
    fields = _fields(body)
    if isinstance(fields, Refusal):
        return fields
    kinds = HOUSE_KINDS if table is None else TABLE_KINDS
    kind = kinds.get(fields.get("do", ""))
    if kind is None:
        return turned(Why.MALFORMED, "no-such-command", short=_short(fields.get("do")))
    role = roles.may_give(session, kind, table)
    if isinstance(role, Refused):
        return refusal(role)
    if session.kind == "player" and kind in {TakeSeat, PresentCard}:
        fields["card"] = msgspec.to_builtins(for_table(place.house(), session.card))
    if session.kind in {"player", "terminal"} and table is None:
        refused = roles.own_patron(session, fields)
        if refused:
            return refusal(refused)
    if kind in WITH_PIN:
        keyed = without_pin(kind, fields)
        if isinstance(keyed, Refusal):
            return keyed
        fields = keyed
    if kind is RecordIdentity:
        numbered = without_number(fields)
        if isinstance(numbered, Refusal):
            return numbered
        fields = numbered
    fields["at"], fields["by"], fields["role"] = now, session.name, role
    try:
        command = msgspec.convert(fields, kind, str_keys=True)
    except (msgspec.ValidationError, ValueError) as error:
        if table is not None:
            by_rule = broken_rule(table.book, COMMANDS[kind], kind, fields, error)
        else:
            by_rule = refused_fields(place.house(), kind, fields, error)
        return refusal(by_rule) if by_rule else malformed(tag_of(kind), error)
    named = getattr(getattr(command, "terms", None), "rulebook", "")
    if named and named not in place.rulebooks():
        return turned(Why.MALFORMED, "as-written", text=no_such_rulebook(named, place.rulebooks()))
    if isinstance(command, RegisterPatron) and (unlike := _not_a_new_name(command.patron, place.house())):
        return unlike
    refused = roles.for_own_seat(session, command, table) if table is not None else None
    if isinstance(command, DecideDispute) and table is not None:
        refused = roles.not_absent(command, table, place.working())
    return refusal(refused) if refused else command


def no_such_rulebook(named: str, known: Collection[str]) -> str:
    """Terms that are sent go by rules that this house has: nobody has a file of the machine read by naming it."""
    return f"rulebook: {_short(named)} is none of this house; name one of {', '.join(known)}"


def _not_a_new_name(name: str, house: House) -> Refusal | None:
    """Why a name cannot be a new patron's: staff tell people apart by it."""
    if name != " ".join(name.split()) or not name.isprintable():
        return turned(Why.MALFORMED, "name-unreadable")
    other = next((it for it in house.patrons if confusable_key(it) == confusable_key(name) and it != name), None)
    if other is None:
        return None
    return turned(Why.DUPLICATE_ID, "name-too-alike", name=name, other=other)


def _fields(body: bytes | msgspec.Raw) -> dict[str, Any] | Refusal:
    """What was sent, as far as it can be a command at all."""
    try:
        fields = _read(body)
        plain = bytes(body)
        once_each(plain, fields)
        not_deep(plain, fields)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return malformed("the body is no command", error)
    if unseen_in_body(plain, fields):
        return turned(Why.MALFORMED, "invisible-signs")
    brought = STAMPED.intersection(fields)
    if brought:
        return turned(Why.MALFORMED, "server-says", known=tuple(sorted(brought)))
    id = fields.get("id")
    if not isinstance(id, str) or not OWN_ID.fullmatch(id):
        return turned(Why.MALFORMED, "id-unreadable")
    if not isinstance(fields.get("do"), str):
        return turned(Why.MALFORMED, "command-missing")
    return fields


def _short(it: object) -> str:
    text = repr(it)
    return text if len(text) <= 40 else text[:37] + "..."
