"""Relay commands to the process that leads their stream, and return its answers as if the stream were led here.

Processes of one house know each other by a secret that their journal keeps. What is sent is signed with it, together
with the moment, and is refused when it is older than half a minute. A command that is sent twice is done once, as its
id is the same. The answer is signed too, together with the signature of what it answers: whoever sits on the line, or
has taken the address of a process that is gone, can answer nothing, and no answer belongs to another command.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import Raw, Struct

from dicehouse.floor.posting import FAILURES, post
from dicehouse.house import judge as house_judge
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.refusals import Said, said
from dicehouse.refusal import Refused
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

T = TypeVar("T")


class Sent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="sent", tag="command"):
    """A command on its way."""

    to: str
    command: Raw


class Switched(Struct, frozen=True, forbid_unknown_fields=True, tag_field="sent", tag="practice"):
    """A table's practice dealer is called or sent away."""

    to: str
    on: bool


class Returned(Struct, frozen=True, forbid_unknown_fields=True):
    """Its answer: what happened, or the refusal."""

    events: list[Raw] = []
    refused: Said | None = None


class Seal(NamedTuple):
    """What goes with a message, in its headers."""

    at: str
    signature: str


class Relay:
    """Sends and reads what processes of one house say to each other."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"relay", "sha256")
        self._answering = hmac.digest(secret, b"relay answers", "sha256")
        self._silent: set[str] = set()
        """Addresses that did not answer when they were last asked; that is told once."""

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

    def answers(self, asked: Seal, body: bytes) -> str:
        """The signature of an answer to what was asked."""
        return hmac.new(self._answering, asked.signature.encode() + b"\n" + body, hashlib.sha256).hexdigest()

    # --- sending

    async def submit(self, address: str, to: str, command: Command, now: datetime) -> Answer:
        """Have the process at an address judge a command; an UnavailableError while it cannot be reached."""
        sent = Sent(to, Raw(msgspec.json.encode(command)))
        return await self._ask(address, sent, now, lambda said: answer_of(to, said))

    async def practise(self, address: str, to: str, on: bool, now: datetime) -> bool:
        """Have the process at an address call the practice dealer of a table, or send it away; whether it deals now."""
        return await self._ask(address, Switched(to, on), now, lambda said: msgspec.json.decode(said, type=bool))

    async def _ask(self, address: str, sent: Sent | Switched, now: datetime, read: Callable[[bytes], T]) -> T:
        body = msgspec.json.encode(sent)
        seal = self.sealed(body, now)
        try:
            async with asyncio.timeout(WITHIN):
                headers = {AT: seal.at, SIGNED: seal.signature}
                said = await post(f"{address}{PATH}", headers, body, longest=LONGEST)
            if said.status != 200:
                why = f"it answered with status {said.status}"
            elif hmac.compare_digest(self.answers(seal, said.body).encode(), said.headers.get(SIGNED, "").encode()):
                self._silent.discard(address)
                return read(said.body)
            else:
                why = "its answer is not signed by a process of this house"
        except FAILURES as error:
            why = str(error) or type(error).__name__
        if address not in self._silent:
            self._silent.add(address)
            log.warning("%s: %s leads it and cannot be asked: %a", sent.to, address, why)
        raise UnavailableError(f"{sent.to}: the process that leads it cannot be reached just now")


# --- what is said


def sent_in(body: bytes) -> Sent | Switched:
    """What another process has sent; a msgspec.DecodeError for anything else."""
    return msgspec.json.decode(body, type=Sent | Switched)


def command_in(sent: Sent) -> Command | Refused:
    """The command that was sent, or why it is none."""
    read = house_judge.command_of if sent.to == HOUSE else table_judge.command_of
    return read(bytes(sent.command))


def returned(answer: Answer) -> bytes:
    if isinstance(answer, Refused):
        return msgspec.json.encode(Returned(refused=said(answer)))
    return msgspec.json.encode(Returned([Raw(msgspec.json.encode(it)) for it in answer]))


def answer_of(to: str, body: bytes) -> Answer:
    returned = msgspec.json.decode(body, type=Returned)
    if returned.refused is not None:
        return returned.refused.refused
    read = house_judge.event_of if to == HOUSE else event_of
    return tuple(read(bytes(it)) for it in returned.events)
