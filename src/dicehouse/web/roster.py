"""Who may sign in, as the house's files say it now.

The house's own file names staff and devices and is written by people. What staff set for themselves, a password of
their own choice and their passkeys, is kept in a second file beside it, which is written here: whole or not at all, by
one process at a time, and readable to nobody else. Both are read again when they change, so that whoever is taken out
of them is out.

A password in the house's file that is newer than one's own takes its place: that is how one is reset.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dicehouse.journal import private
from dicehouse.journal.store import UnavailableError
from dicehouse.table.config import ConfigError
from dicehouse.web.identities import TOKEN, Device, Hash, Identities, Passkey, Staff, Token, read
from dicehouse.web.roles import Ranks

Mark = tuple[int, int] | None
PATIENCE: Final = 2.0
"""Seconds to wait for another process that writes the second file, which takes it milliseconds."""


class Own(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What someone has set for themselves."""

    password: Hash | None = None
    instead_of: str = ""
    """The password of the house's file that it took the place of."""
    passkeys: tuple[Passkey, ...] = ()
    device: Device | None = None
    """A screen that was paired by a code goes by its name here."""
    token: Token | None = None
    """What a machine shows, under the name that it goes by."""


class Roster:
    """Everyone who may sign in."""

    def __init__(
        self,
        identities: Identities,
        house: Path | None = None,
        keys: Path | None = None,
        ranks: Ranks | None = None,
    ) -> None:
        """`ranks` are those of the house's tables, where they are others than those of the built-in rulebooks."""
        self._written = identities
        self.ranks = ranks
        self._house = house
        self._keys = keys
        self._own: dict[str, Own] = _read_keys(keys)
        self._marks = self._now()
        self._noticed: frozenset[str] = frozenset()
        """Whom another process changed, as seen when this one wrote."""
        self.identities = self._merged()

    # --- who is there

    def staff_named(self, name: str) -> Staff | None:
        return self.identities.staff_named(name)

    def must_have_passkey(self, staff: Staff) -> bool:
        """Whether the house demands a second factor of someone."""
        return bool(set(staff.roles) & set(self.identities.second_factor))

    @property
    def breached(self) -> Path | None:
        """The list of passwords known from breaches, where the house has put one beside its file."""
        beside = self._house.with_suffix(".breached.txt") if self._house is not None else None
        return beside if beside is not None and beside.is_file() else None

    # --- what they set themselves

    def set_password(self, name: str, hashed: str) -> None:
        written = self._written.staff_named(name)
        self._keep(name, lambda own: replace(own, password=hashed, instead_of=written.password if written else ""))

    def add_passkey(self, name: str, passkey: Passkey) -> None:
        self._keep(name, lambda own: replace(own, passkeys=(*own.passkeys, passkey)))

    def forget_passkeys(self, name: str) -> int:
        """Someone has lost theirs; how many there were. Those of the house's file stay until it is changed."""
        gone = len(self._own.get(name, Own()).passkeys)
        if gone:
            self._keep(name, lambda own: replace(own, passkeys=()))
        return gone

    def add_device(self, device: Device) -> None:
        """A screen was paired."""
        self._keep(device.name, lambda own: replace(own, device=device))

    def is_paired(self, name: str) -> bool:
        return self._own.get(name, Own()).device is not None

    def forget_device(self, name: str) -> bool:
        """Take a paired screen off the list; whether there was one. Those of the house's file stay there."""
        there = self.is_paired(name)
        if there:
            self._keep(name, lambda own: replace(own, device=None))
        return there

    def add_token(self, token: Token) -> None:
        """A machine may come in; a ConfigError where a token of this name is there."""
        if self.token_named(token.name) is not None:
            raise ConfigError(f"tokens: {token.name!r} is there already; choose another name, or end that one first")
        self._keep(token.goes_by, lambda own: replace(own, token=token))

    def token_named(self, name: str) -> Token | None:
        return next((it for it in self.identities.tokens if it.name == name), None)

    def end_token(self, name: str) -> None:
        """A machine may not come in any more; a ConfigError where there is no such token."""
        if self.token_named(name) is None:
            names = ", ".join(it.name for it in self.identities.tokens) or "none"
            raise ConfigError(f"tokens: there is no {name!r}; there are {names}")
        self._keep(f"{TOKEN}{name}", lambda own: replace(own, token=None))

    def has_signed(self, name: str, id: str, count: int) -> None:
        """A passkey has counted on."""
        if any(it.id == id and it.count != count for it in self._own.get(name, Own()).passkeys):
            self._keep(
                name,
                lambda own: replace(
                    own, passkeys=tuple(replace(it, count=count) if it.id == id else it for it in own.passkeys)
                ),
            )

    def _keep(self, name: str, change: Callable[[Own], Own]) -> None:
        """Another process may have written since, so the file is read before it is changed; none writes meanwhile.

        An UnavailableError, and nothing has changed, while another process does not let go of it.
        """
        before = self.identities
        with _alone(self._keys) if self._keys is not None else nullcontext():
            own = self._own if self._keys is None else _read_keys(self._keys)
            own = {**own, name: change(own.get(name, Own()))}
            if self._keys is not None:
                private.write(self._keys, msgspec.json.format(msgspec.json.encode(own)) + b"\n")
            self._own = own
            self._marks = (self._marks[0], _mark(self._keys))
        self.identities = self._merged()
        self._noticed |= _changed(before, self.identities) - {name}

    def _merged(self) -> Identities:
        paired = (own.device for own in self._own.values() if own.device is not None)
        return replace(
            self._written,
            staff=tuple(self._with_own(it) for it in self._written.staff if not it.disabled),
            devices=(*self._written.devices, *paired),
            tokens=(*self._written.tokens, *(it.token for it in self._own.values() if it.token is not None)),
        )

    @property
    def everyone(self) -> tuple[Staff, ...]:
        """All of the staff, with those who may not sign in."""
        return tuple(self._with_own(it) for it in self._written.staff)

    def _with_own(self, staff: Staff) -> Staff:
        own = self._own.get(staff.name, Own())
        password = own.password if own.password and own.instead_of == staff.password else staff.password
        return replace(staff, password=password, passkeys=(*staff.passkeys, *own.passkeys))

    # --- changes from outside

    def look(self) -> frozenset[str]:
        """Read again what has changed; the names of those who are gone, or sign in otherwise by now.

        A file that cannot be read is a ConfigError, once, and what was known before stays.
        """
        noticed, self._noticed = self._noticed, frozenset()
        marks = self._now()
        if marks == self._marks:
            return noticed
        self._marks = marks
        before = self.identities
        if self._house is not None:
            try:
                self._written = read(self._house.read_text(encoding="utf-8"), self.ranks, self._house.parent)
            except ConfigError as error:
                raise ConfigError(f"{self._house}: {error}; what it said before counts") from None
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(f"{self._house}: it cannot be read ({error}); what it said before counts") from None
        self._own = _read_keys(self._keys)
        self.identities = self._merged()
        return noticed | _changed(before, self.identities)

    def _now(self) -> tuple[Mark, Mark]:
        return _mark(self._house), _mark(self._keys)


def _changed(before: Identities, after: Identities) -> frozenset[str]:
    now, was = _known_by(after), _known_by(before)
    return frozenset(name for name, it in was.items() if now.get(name) != it)


def _known_by(identities: Identities) -> dict[str, tuple[object, ...]]:
    """Everyone by the name under which their sessions go."""
    people: dict[str, tuple[object, ...]] = {it.name: _by(it) for it in identities.staff}
    machines = {it.goes_by: (it,) for it in identities.tokens}
    return people | {it.name: (it,) for it in identities.devices} | machines


def _by(staff: Staff) -> tuple[object, ...]:
    """By what someone is known, and as what."""
    return staff.roles, staff.password, tuple(it.id for it in staff.passkeys)


def _mark(file: Path | None) -> Mark:
    try:
        found = file.stat() if file is not None else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None


def _read_keys(file: Path | None) -> dict[str, Own]:
    if file is None or not file.exists():
        return {}
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Own])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: {error}; put back the file as it was, or take it away to reset all of it") from None


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """No other process writes a file meanwhile; the lock is one beside it, for the file itself is replaced."""
    import fcntl

    until = time.monotonic() + PATIENCE
    made = os.open(file.with_name(f"{file.name}-lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while True:
            try:
                fcntl.flock(made, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise UnavailableError(f"{file}: another process holds it") from None
                time.sleep(0.005)
        yield
    finally:
        os.close(made)
