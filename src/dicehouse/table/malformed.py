"""Rules that stand in the types of fields: a stake of nothing, a face of 7, a reason left empty.

What breaks one is no command, and it is refused by the clause that it breaks, like anything else that a rule forbids.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table.orders import Command, Order, Words, tag_of

_FIELD: Final = re.compile(r"at `\$\.(\w+)|missing required field `(\w+)`")
_BROKEN: Final = {"stake": Why.BAD_STAKE, "dice": Why.WRONG_DICE, "leaning": Why.WRONG_DICE}
"""Fields whose type is a rule of the game."""
SILENT: Final = "field-says-nothing"
"""The sentence for words that are left out, or too many."""


def broken_rule(
    book: Rulebook, order: Order, kind: type[Command], fields: Mapping[str, Any], error: Exception
) -> Refused | None:
    """The refusal of a command whose field breaks a rule of the document; None where none has to do with it."""
    field = field_in(error)
    if field in _BROKEN:
        clause = book.forbids(_BROKEN[field])
        said = str(error).partition(" - at ")[0].replace("`", "")
        says, what = "field-breaks-rule", f"{said[:1].lower()}{said[1:]}"
    elif field in worded(kind):
        power = book.powers.get(order.power_in({**_defaults(kind), **fields}))
        clause = power.clause if power else None
        says, what = SILENT, ""
    else:
        return None
    return Refused(Why.MALFORMED, clause, says, command=tag_of(kind), field=field, what=what) if clause else None


def field_in(error: Exception) -> str:
    """The field that could not be read; empty where it was none."""
    found = _FIELD.search(str(error))
    return (found[1] or found[2]) if found else ""


@cache
def worded(kind: type[Command]) -> frozenset[str]:
    """The fields in which something has to be said in words."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(key for key, hint in hints.items() if Words in (hint, *get_args(hint)))


def _defaults(kind: type[Command]) -> dict[str, Any]:
    return {it.name: it.default for it in msgspec.structs.fields(kind)}
