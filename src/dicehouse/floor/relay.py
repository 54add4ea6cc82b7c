"""Commands for what another process leads: they are sent there, and their answers come back as if it were led here.

Processes of one house know each other by a secret that their journal keeps. What is sent is signed with it, together
with the moment, and is refused when it is older than half a minute. A command that is sent twice is done once, as its
id is the same.
"""

import asyncio
import hashlib
import hmac
import logging
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import Raw, Struct

from dicehouse.house import judge as house_judge
from dicehouse.journal.leader import HOUSE
from dicehouse.journal.store import UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table import event_of
from dicehouse.table import judge as table_judge
from dicehouse.table.orders import Answer, Command

PATH: Final = "/relay"
AT: Final = "x-dicehouse-at"
SIGNED: Final = "x-dicehouse-signature"
FRESH: Final = timedelta(seconds=30)
"""How old a message may be, and how far the clocks of two machines may be apart."""
WITHIN: Final = 10.0
"""Seconds in which an answer must have come."""
LONGEST: Final = 4 * 1024 * 1024
"""Bytes of an answer."""

log = logging.getLogger("dicehouse.floor")


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """A command on its way."""

    to: str
    command: Raw


class Returned(Struct, frozen=True, forbid_unknown_fields=True):
    """Its answer: what happened, or the refusal's reason, clause and message."""

    events: list[Raw] = []
    refused: tuple[str, str | None, str] | None = None


class Seal(NamedTuple):
    """What goes with a message, in its headers."""

    at: str
    signature: str


class Relay:
    """Sends and reads what processes of one house say to each other."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"relay", "sha256")

    # --- signing

    def sealed(self, body: bytes, now: datetime) -> Seal:
        at = now.astimezone(UTC).isoformat()
        return Seal(at, self._signature(at, body))

    def _signature(self, at: str, body: bytes) -> str:
        return hmac.new(self._key, at.encode() + b"\n" + body, hashlib.sha256).hexdigest()

    def is_ours(self, body: bytes, seal: Seal, now: datetime) -> bool:
        """Whether a process of this house sent it, just now."""
        if not hmac.compare_digest(self._signature(seal.at, body).encode(), seal.signature.encode()):
            return False
        return abs(now - datetime.fromisoformat(seal.at)) <= FRESH

    # --- sending

    async def gives(self, address: str, to: str, command: Command, now: datetime) -> Answer:
        """Have the process at an address judge a command; an UnavailableError while it cannot be reached."""
        body = msgspec.json.encode(Sent(to, Raw(msgspec.json.encode(command))))
        try:
            async with asyncio.timeout(WITHIN):
                status, said = await _posted(address, body, self.sealed(body, now))
            if status == 200:
                return answer_of(to, said)
            why = f"it answered with status {status}"
        except (OSError, ValueError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
            why = str(error) or type(error).__name__
        log.warning("%s: %s leads it and cannot be asked: %s", to, address, why)
        raise UnavailableError(f"{to}: the process that leads it cannot be reached just now")


async def _posted(address: str, body: bytes, seal: Seal) -> tuple[int, bytes]:
    """POST to another process, on a line of its own."""
    where = urlsplit(address)
    safe = where.scheme == "https"
    reader, writer = await asyncio.open_connection(
        where.hostname, where.port or (443 if safe else 80), ssl=safe or None
    )
    try:
        writer.write(
            f"POST {PATH} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{AT}: {seal.at}\r\n{SIGNED}: {seal.signature}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {key.lower(): value.strip() for key, _, value in (it.partition(":") for it in head[1:])}
        size = int(headers["content-length"]) if "content-length" in headers else LONGEST + 1
        if size > LONGEST:
            raise ValueError("its answer has no length, or is too long")
        return int(head[0].split(" ")[1]), await reader.readexactly(size)
    finally:
        writer.close()


# --- what is said


def command_in(body: bytes) -> tuple[str, Command | Refused]:
    """To whom a command goes, and the command, or why it is none; a msgspec.DecodeError for anything else."""
    sent = msgspec.json.decode(body, type=Sent)
    read = house_judge.command_of if sent.to == HOUSE else table_judge.command_of
    return sent.to, read(bytes(sent.command))


def returned(answer: Answer) -> bytes:
    if isinstance(answer, Refused):
        return msgspec.json.encode(Returned(refused=(answer.why, answer.clause, answer.message)))
    return msgspec.json.encode(Returned([Raw(msgspec.json.encode(it)) for it in answer]))


def answer_of(to: str, body: bytes) -> Answer:
    said = msgspec.json.decode(body, type=Returned)
    if said.refused is not None:
        why, clause, message = said.refused
        return Refused(Why(why), clause, message)
    read = house_judge.event_of if to == HOUSE else event_of
    return tuple(read(bytes(it)) for it in said.events)
