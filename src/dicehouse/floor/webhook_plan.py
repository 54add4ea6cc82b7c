"""Where a house sends what happens: a webhook of its file.

    [[webhooks]]
    name = "loyalty"
    url = "https://loyalty.example/dicehouse"
    secret = "loyalty.secret"    # a file of 32 signs or more, which the receiver has too
    feed = "pit"                 # or "tables", or "journal"
    kinds = ["round-ended"]

Addresses are https://, or on this machine.
"""

from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from dicehouse.table.config import ConfigError
from dicehouse.table.orders import Name

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
SHORTEST: Final = 32
"""Signs of a secret."""


class WebhookPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address that is sent what happens, signed, as it is written to the journal."""

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
    """By which its place in the journal is kept: another name begins anew."""
    url: Annotated[str, Meta(min_length=1, max_length=500)]
    """An https:// address, or http:// on this machine."""
    secret: Annotated[str, Meta(min_length=1)]
    """The file of what it is signed with."""
    feed: Literal["tables", "pit", "journal"] = "tables"
    """How much it is told, as in the feeds of the API; "journal" has people's names."""
    streams: tuple[Name, ...] = ()
    """Tables, or "house"; empty: all."""
    kinds: tuple[Name, ...] = ()
    """Events, by name; empty: all that the feed has."""


def check_webhooks(webhooks: tuple[WebhookPlan, ...], tables: set[str]) -> None:
    """A ConfigError for an address that is none, or not safe."""
    names = [it.name for it in webhooks]
    twice = next((it for it in names if names.count(it) > 1), None)
    if twice:
        raise ConfigError(f"webhooks: two are named {twice!r}; give each its own name")
    for it in webhooks:
        if why := _not_an_address(it.url):
            raise ConfigError(f"webhooks: {it.name}: {why}")
        unknown = next((name for name in it.streams if name not in {*tables, "house"}), None)
        if unknown is not None:
            raise ConfigError(
                f"webhooks: {it.name}: there is no table {unknown!r}; there are {', '.join(sorted(tables))}"
            )


def _not_an_address(url: str) -> str:
    """Why nothing is sent to an address; empty where it can be."""
    try:
        where = urlsplit(url)
        port = where.port
    except ValueError as error:
        return f"url: {error}"
    if not where.hostname or port == 0 or where.fragment or not url.isascii() or not url.isprintable() or " " in url:
        return f"url: {url!r} is no address; write one such as https://example.org/dicehouse"
    if where.username is not None or where.password is not None:
        return "url: it names a person or a password, which would be in logs; leave it out"
    if where.scheme == "https" or (where.scheme == "http" and where.hostname in LOOPBACK):
        return ""
    return (
        f"url: {where.scheme}://{where.hostname} is not safe on the way; write https://, or an address of this machine"
    )


def secret_of(plan: WebhookPlan) -> bytes:
    """What it is signed with; a ConfigError where the file is not good enough for that."""
    from dicehouse.journal.private import exposed

    file = Path(plan.secret)
    try:
        found = file.read_bytes().strip()
    except OSError as error:
        raise ConfigError(f"webhooks: {plan.name}: {file}: {error.strerror}; write the secret into it") from None
    if why := exposed(file):
        raise ConfigError(f"webhooks: {plan.name}: {why}")
    if len(found) < SHORTEST:
        raise ConfigError(f"webhooks: {plan.name}: {file} has {len(found)} signs and should have {SHORTEST} or more")
    return found
