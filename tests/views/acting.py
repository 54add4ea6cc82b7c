"""What a desk offers, filled in as a console does it: what is given, and for every field what someone could say."""

from collections.abc import Callable
from typing import Any

import msgspec

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.table.judge import COMMANDS as TABLE_ORDERS
from dicehouse.table.orders import Command
from dicehouse.views.acts import ActView, Opened, acts_in, form_in
from dicehouse.views.fields import FieldView

PLAIN: dict[str, Any] = {
    "money": 1_000,
    "count": 1,
    "text": "words",
    "name": "a name",
    "tick": False,
    "sums": [500, 500],
}


def the(acts: Any, do: str, key: str = "") -> ActView:
    """The one act of a view that gives a command."""
    (found,) = [it for it in acts_in(acts) if it.do == do and key in {"", it.key}]
    return found


def form(sees: Callable[[Opened], Any], act: ActView, seat: int = 0) -> ActView:
    """The act with its form, as a console asks for it when it is opened."""
    found = form_in(sees(Opened(act.id, seat)), act.id)
    assert found is not None
    assert act.asks == bool(found.fields)
    return found


def said(field: FieldView, at: Any) -> Any:
    if field.kind == "chips":
        counts = (it.split("x") for it in str(field.value or f"{field.choices[0].value}x1").split())
        return [{"value": int(value), "count": int(count)} for value, count in counts]
    if field.value is not None:
        return field.value
    if field.kind == "moment":
        return at
    if field.kind == "day":
        return "1980-01-01"
    if field.kind == "one":
        return field.choices[0].value if field.choices else 1 if field.key == "seat" else "nothing"
    if field.kind == "some":
        return [it.value for it in field.choices]
    return [1] * field.count if field.kind == "dice" else PLAIN[field.kind]


def filled(act: ActView, by: str, role: str, at: Any, id: str = "filled", **more: Any) -> Command:
    """The command as a console sends it and the server stamps and reads it, strictly."""
    fields: dict[str, Any] = {
        "id": id,
        "by": by,
        "role": role,
        "at": at,
        **msgspec.json.decode(msgspec.json.encode(act.given)),
    }
    for it in act.fields:
        if act.do == "record-identity" and it.key == "number":
            fields |= {"number_reference": "00" * 16, "number_ends": "123"}
            continue
        if it.kind == "pin":
            fields |= {"matched": True} if act.do == "check-pin" else {"pin_reference": "00" * 16}
            continue
        *way, last = it.key.split(".")
        into: Any = fields
        for part in way:
            into = into[int(part)] if isinstance(into, list) else into.setdefault(part, {})
        if it.needed or it.key in more:
            into[int(last) if isinstance(into, list) else last] = more.get(it.key, said(it, at))
    orders = HOUSE_ORDERS if act.to == "house" else TABLE_ORDERS
    (kind,) = [it for it in orders if it.__struct_config__.tag == act.do]
    return msgspec.convert(fields, kind)
