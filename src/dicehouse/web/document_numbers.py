"""The number of an identity document, typed at the cage: it goes into the vault here, and no command holds it whole."""

import asyncio
import re
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from dicehouse.floor.floor import Floor
from dicehouse.house.identity import RecordIdentity
from dicehouse.refusal import Why
from dicehouse.views.parts import Refusal
from dicehouse.web.refusals import turned

TO_COME: Final = {"number_reference": "0" * 32, "number_ends": ""}
"""What stands in the command until its number was put away; nobody but the server says it."""
READABLE: Final = re.compile("[A-Za-z0-9][A-Za-z0-9 /-]{3,39}")
SHOWN: Final = 3
"""Characters of the end of a number that stay in sight."""


def without_number(fields: dict[str, Any]) -> dict[str, Any] | Refusal:
    """The fields of a command that comes with a number, without it."""
    if brought := TO_COME.keys() & fields:
        return turned(Why.MALFORMED, "server-says", known=tuple(sorted(brought)))
    number = fields.get("number")
    if not isinstance(number, str) or not READABLE.fullmatch(number.strip()):
        return turned(Why.MALFORMED, "number-unreadable")
    return (
        {key: it for key, it in fields.items() if key != "number"} | TO_COME | {"number_ends": number.strip()[-SHOWN:]}
    )


async def put_away(floor: Floor, command: RecordIdentity, body: bytes) -> RecordIdentity:
    """The command with a reference to the number, which lies in the vault from then on."""
    number = msgspec.json.decode(body, type=dict[str, Any])["number"].strip()
    given = f"{command.by}\n{command.id}"
    reference = await asyncio.to_thread(floor.document_numbers.keep, given, number, floor.now())
    return replace(command, number_reference=reference)
