"""A tumbler device, shaken and read over TCP.

The floor connects to the device, over TLS at a tls:// address. Each side says one line at a time, in plain ASCII, at
most 200 bytes long:

    dicehouse 1 3            ready 3                         version 1 of these lines, and three dice
    shake                    shaken SEAL | still WORDS       the dice fell; or they did not move
    read SEAL                dice 2-5-3 SALT | cocked SALT | failed WORDS

SEAL is the SHA-256, in hexadecimal digits, of `SALT:2-5-3`, or of `SALT:` where a die is cocked; SALT is up to 64
letters and digits. A device that says anything else, or nothing in time, has failed:
the line is closed, and opened again when the tumbler is next wanted.
"""

import asyncio
import re
import ssl
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from dicehouse.floor.tumbler import Reading, Shaken

VERSION: Final = 1
LONGEST: Final = 200
"""Bytes in a line."""
PATIENCE: Final = 10.0
"""Seconds in which a device answers."""

_SHAKEN: Final = re.compile(r"shaken ([0-9a-f]{64})")
_STILL: Final = re.compile(r"still (.+)")
_DICE: Final = re.compile(r"dice ([1-6](?:-[1-6])*) ([0-9A-Za-z]{1,64})")
_COCKED: Final = re.compile(r"cocked ([0-9A-Za-z]{1,64})")
_FAILED: Final = re.compile(r"failed (.+)")


class LineError(Exception):
    """The device did not answer as it should."""


class LinkedTumbler:
    """A tumbler reached over TCP, at an address such as tcp://10.0.0.7:7001, or over TLS where there is a `tls`."""

    def __init__(self, address: str, dice: int, patience: float = PATIENCE, tls: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(address)
        self._where = (parts.hostname or "", parts.port or 0)
        self._dice = dice
        self._patience = patience
        self._tls = tls
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def shake(self) -> Shaken:
        try:
            said = await self._ask("shake")
            if found := _SHAKEN.fullmatch(said):
                return Shaken(found[1])
            if found := _STILL.fullmatch(said):
                return Shaken("", f"the dice did not move ({found[1][:80]})")
            await self.close()
            return Shaken("", f"it answered {said[:40]!r} when it was to shake")
        except LineError as error:
            return Shaken("", str(error))

    async def read(self, seal: str) -> Reading:
        try:
            said = await self._ask(f"read {seal}")
            reading = self._understood(said)
            if reading is None:
                await self.close()
                return Reading("failed", why=f"it answered {said[:40]!r} when it was to be read")
            return reading
        except LineError as error:
            return Reading("failed", why=str(error))

    def _understood(self, said: str) -> Reading | None:
        if found := _DICE.fullmatch(said):
            dice = tuple(map(int, found[1].split("-")))
            return Reading("flat", dice, found[2]) if len(dice) == self._dice else None
        if found := _COCKED.fullmatch(said):
            return Reading("cocked", (), found[1])
        if found := _FAILED.fullmatch(said):
            return Reading("failed", why=found[1][:80])
        return None

    async def close(self) -> None:
        if self._line is not None:
            (_, writer), self._line = self._line, None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _ask(self, line: str) -> str:
        """Say a line and hear the answer; a LineError if there is none."""
        async with self._turn:
            try:
                async with asyncio.timeout(self._patience):
                    return await self._said(line)
            except TimeoutError:
                await self.close()
                raise LineError(f"it did not answer within {self._patience:g} seconds") from None
            except (OSError, ValueError, asyncio.IncompleteReadError) as error:
                await self.close()
                raise LineError(f"the line to {self._where[0]}:{self._where[1]} is down ({error})") from None

    async def _said(self, line: str) -> str:
        if self._line is None:
            self._line = await asyncio.open_connection(*self._where, limit=LONGEST, ssl=self._tls)
            ready = await self._exchange(f"dicehouse {VERSION} {self._dice}")
            if ready != f"ready {self._dice}":
                await self.close()
                raise LineError(f"it answered {ready[:40]!r}, not 'ready {self._dice}'")
        return await self._exchange(line)

    async def _exchange(self, line: str) -> str:
        if self._line is None:
            raise LineError("the line is closed")
        reader, writer = self._line
        writer.write(f"{line}\n".encode())
        await writer.drain()
        heard = await reader.readuntil(b"\n")
        return "".join(it if it.isprintable() else "?" for it in heard.decode("ascii", "replace").rstrip("\r\n"))
