"""One POST on a line of its own, and what is answered: no redirect is followed and nothing is read without end."""

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

FAILURES: Final = (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, IndexError)
"""What can come of it instead of an answer; time is the caller's to bound."""


class Posted(NamedTuple):
    """What was answered."""

    status: int
    headers: dict[str, str]
    body: bytes


async def post(url: str, headers: Mapping[str, str], body: bytes, *, longest: int) -> Posted:
    """Send JSON to an address; over https:// to nobody whose certificate this machine does not trust.

    The body of the answer is read where one of at most `longest` bytes is wanted, and must say its length.
    """
    where = urlsplit(url)
    safe = where.scheme == "https"
    reader, writer = await asyncio.open_connection(
        where.hostname, where.port or (443 if safe else 80), ssl=safe or None
    )
    said = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
    path = (where.path or "/") + (f"?{where.query}" if where.query else "")
    try:
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{said}\r\n".encode()
            + body
        )
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        heard = {key.lower(): value.strip() for key, _, value in (it.partition(":") for it in head[1:])}
        status = int(head[0].split(" ")[1])
        if not longest:
            return Posted(status, heard, b"")
        size = int(heard["content-length"]) if "content-length" in heard else longest + 1
        if size > longest:
            raise ValueError("its answer has no length, or is too long")
        return Posted(status, heard, await reader.readexactly(size))
    finally:
        writer.close()
