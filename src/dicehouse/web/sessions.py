"""Sessions: an opaque token in a cookie, of which only the hash is kept; each ends by itself, by signing out, or when
it is revoked.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from msgspec import Struct

from dicehouse.views.parts import Refusal

LASTS: Final = timedelta(hours=12)
"""The longest that a session lasts."""
IDLE: Final = timedelta(hours=1)
"""How long a person's session lasts without anything done in it."""
DEVICE_LASTS: Final = timedelta(days=7)
"""The longest that a device stays signed in; it stands there without doing anything."""
MOST: Final = 20_000
"""Sessions at a time."""
MOST_OF_ONE: Final = 10
"""Sessions of one person at a time; the oldest ends when there is another. The demo's people are everybody."""
FRESH: Final = timedelta(minutes=5)
"""How long after signing in someone may change how they sign in."""

SessionKind = Literal["staff", "player", "terminal", "display", "tumbler", "machine"]
KINDS: Final[tuple[SessionKind, ...]] = get_args(SessionKind)


class Session(Struct, kw_only=True, eq=False):
    """Someone who has signed in."""

    kind: SessionKind
    name: str
    """Of the person, as the tables and the house know them, or of the device."""
    roles: tuple[str, ...] = ()
    """Ranks of staff, the most telling first; at each table the highest counts that its rulebook knows."""
    card: str = ""
    scopes: tuple[str, ...] = ()
    """What a machine may, by its token."""
    until: datetime | None = None
    """When its token ends."""
    table: str = ""
    """Where a device belongs, or a machine is kept to."""
    seat: int = 0
    csrf: str
    since: datetime
    seen: datetime
    second_factor_due: bool = False
    passkey_missing: bool = False
    """A second factor is due and there is none yet: nothing is open but registering one."""
    demo: bool = False
    address: str = ""
    """Where it was begun."""
    id: str = ""
    """What it is called where its person sees it; it opens nothing."""
    key: bytes = b""
    ended: bool = False
    why: Refusal | None = None
    """What its person is told when it ends, where the house ended it for a reason of theirs."""
    on_end: list[Callable[[], None]] = []
    """Told when the session ends: consoles that are open under it."""

    def expires(self) -> datetime:
        if self.kind in {"terminal", "display", "tumbler", "machine"}:
            lasts = self.since + DEVICE_LASTS
            return min(lasts, self.until) if self.until is not None else lasts
        return min(self.since + LASTS, self.seen + IDLE)

    def has_token(self, given: str) -> bool:
        """Whether a request carries this session's own token."""
        return hmac.compare_digest(self.csrf.encode(), given.encode())


class Sessions:
    """All sessions of this process."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: dict[bytes, Session] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def begin(self, kind: SessionKind, name: str, *, token: str = "", **more: object) -> tuple[str, Session]:
        """A new session and the token that proves it, which is kept nowhere; a machine brings its own."""
        token, now = token or secrets.token_urlsafe(32), self._now()
        self._make_room()
        made = Session(
            id=secrets.token_hex(8), kind=kind, name=name, csrf=secrets.token_urlsafe(24), since=now, seen=now, **more  # type: ignore[arg-type]  # the fields of a session, by name
        )  # fmt: skip
        made.key = _hashed(token)
        if kind in {"staff", "player"} and not made.demo:
            self._only_so_many(made)
        self._kept[made.key] = made
        return token, made

    def find(self, token: str) -> Session | None:
        """The session of a token, which is alive by being asked for."""
        found = self._kept.get(_hashed(token))
        if found is None:
            return None
        now = self._now()
        if now >= found.expires():
            self.end(found)
            return None
        found.seen = now
        return found

    def alive(self, session: Session, now: datetime) -> bool:
        """Whether a session still stands; doing something in it keeps it from falling idle."""
        if session.ended or now >= session.expires():
            self.end(session)
            return False
        session.seen = now
        return True

    def sweep(self) -> None:
        """End what has run out."""
        now = self._now()
        for it in [it for it in self._kept.values() if now >= it.expires()]:
            self.end(it)

    def of(self, session: Session) -> list[Session]:
        """Every session of the same person, the latest first."""
        self.sweep()
        return [it for it in reversed(self._kept.values()) if (it.kind, it.name) == (session.kind, session.name)]

    def has_player(self, name: str) -> bool:
        """Whether a player of this name is signed in anywhere."""
        self.sweep()
        return any(it.kind == "player" and it.name == name for it in self._kept.values())

    def working(self) -> list[Session]:
        """Every session of staff and of devices."""
        self.sweep()
        return [it for it in self._kept.values() if it.kind != "player"]

    def end(self, session: Session) -> None:
        self._kept.pop(session.key, None)
        session.ended = True
        told, session.on_end = session.on_end, []
        for tell in told:
            tell()

    def is_fresh(self, session: Session) -> bool:
        """Whether someone has signed in just now."""
        return self._now() <= session.since + FRESH

    def revoke(self, name: str, *, kinds: Collection[SessionKind] = KINDS, why: Refusal | None = None) -> int:
        """End every session of someone, and tell them why; how many there were."""
        gone = [it for it in self._kept.values() if it.name == name and it.kind in kinds]
        for it in gone:
            it.why = why
            self.end(it)
        return len(gone)

    def _only_so_many(self, made: Session) -> None:
        for it in self.of(made)[MOST_OF_ONE - 1 :]:
            self.end(it)

    def _make_room(self) -> None:
        """What has run out goes first, then the oldest."""
        if len(self._kept) >= MOST:
            self.sweep()
        while len(self._kept) >= MOST:
            self.end(next(iter(self._kept.values())))


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
