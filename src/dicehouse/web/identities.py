"""Who may sign in: staff by name and password, terminals and devices by a registered key, read from a TOML file.

    second_factor = ["casino-supervisor", "inspector"]   # ranks that must have a passkey as well
    security_log = "security.log"           # what the web turns away; "stderr" without it

    [[staff]]
    name = "Dora"
    roles = ["dealer"]                      # ranks of the tables' rulebooks and of the house, or "inspector"
    password = "$argon2id$v=19$..."         # `dicehouse staff add` writes it

    [[devices]]
    name = "terminal 4"
    kind = "terminal"                       # a player's terminal; "display"; or "tumbler"
    table = "Electronic Sic Bo"
    seat = 4
    key = "..."                             # SHA-256 of the key that the device has, in hexadecimal digits

Staff register passkeys and choose passwords of their own when they have signed in (dicehouse.web.roster). Players are
not here: the house knows their cards, and judges their PINs.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dicehouse import toml
from dicehouse.rulebooks.source import Source, nearest
from dicehouse.table.config import ConfigError
from dicehouse.table.orders import Moment, Name, Perhaps, SeatNumber
from dicehouse.web.roles import Ranks, Scope, known_roles
from dicehouse.web.strict_json import confusable_key

STDERR: Final = "stderr"
Hash = Annotated[str, Meta(pattern=r"^\$argon2id\$")]
KeyHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
TokenName = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
TOKEN: Final = "token:"
"""Before the name of a token, where people and tokens stand side by side."""
BEARER: Final = "dicehouse_"
"""How every token begins, so that one that lies about is found by whoever looks for secrets."""


class Passkey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second factor of one person."""

    id: str
    """Base64url, without padding."""
    public_key: str
    """Base64url, without padding."""
    count: int = 0
    """The authenticator's count of signatures when it was last seen."""


class Staff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone who works in the house, or inspects it."""

    name: Name
    roles: Annotated[tuple[Name, ...], Meta(min_length=1)]
    password: Hash
    passkeys: tuple[Passkey, ...] = ()
    disabled: bool = False
    """Whether they may not sign in, for as long as this stands."""


class Device(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terminal, a display or a tumbler."""

    name: Name
    kind: Literal["terminal", "display", "tumbler"]
    table: Name
    seat: SeatNumber = 1
    key: KeyHash


class Token(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a machine shows of itself with every request; `dicehouse token` makes it."""

    name: TokenName
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1)]
    key: KeyHash
    """SHA-256 of the token."""
    until: Moment
    """When it ends by itself."""
    table: Perhaps = ""
    """The one table that it is for; empty: all."""

    @property
    def goes_by(self) -> str:
        """What it is called in the journal and the security log, as nobody else is."""
        return f"{TOKEN}{self.name}"


class DemoPerson(Struct, frozen=True, kw_only=True):
    """Someone you can be in the demo without a password."""

    who: str
    roles: tuple[str, ...]
    """Empty for a player."""
    card: str = ""
    words: str = ""


class Identities(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everyone whom the house lets in by name or key."""

    staff: tuple[Staff, ...] = ()
    devices: tuple[Device, ...] = ()
    tokens: tuple[Token, ...] = ()
    """Of machines: never in the house's file, which people read."""
    demo: tuple[DemoPerson, ...] = ()
    second_factor: tuple[Name, ...] = ()
    """Ranks that must have a passkey."""
    security_log: Annotated[str, Meta(min_length=1)] = STDERR
    """A file, or "stderr"."""

    def staff_named(self, name: str) -> Staff | None:
        return next((it for it in self.staff if it.name == name), None)

    def device_named(self, name: str) -> Device | None:
        return next((it for it in self.devices if it.name == name), None)

    def token_of(self, given: str) -> Token | None:
        """Which token was shown. Tokens are long and random, so one plain hash is enough."""
        shown = key_hash(given)
        return next((it for it in self.tokens if hmac.compare_digest(it.key, shown)), None)

    def demo_person(self, who: str) -> DemoPerson | None:
        return next((it for it in self.demo if it.who == who), None)


NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$0tmN5bTZ9wYkCJnN7QGJAmNd/u2Oxa1mSQVkL8Cxbvo"
"""A hash that no password has, checked for names that nobody has so that both take the same time."""


_KEYS: Final = ("staff", "devices", "second_factor", "security_log")


def read(text: str, ranks: Ranks | None = None, folder: Path = Path()) -> Identities:
    """Identities from their file; a mistake is a ConfigError that names the key.

    Staff are what the house knows: a rank of its tables, which may be other than those of the built-in rulebooks, one
    of the house, or an inspector.
    """
    try:
        found = toml.read(text)
    except toml.TomlError as error:
        raise ConfigError(str(error)) from None
    try:
        made = msgspec.convert({key: found[key] for key in found if key in _KEYS}, Identities)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None
    _check_names("staff", [it.name for it in made.staff])
    _check_names("devices", [it.name for it in made.devices])
    if ranks is None or ranks.whole:
        _check_roles(text, made.staff, known_roles(ranks))
    held = {role for it in made.staff for role in it.roles}
    nobody = next((it for it in made.second_factor if it not in held), None)
    if nobody is not None:
        raise ConfigError(f"second_factor: nobody of the staff is {nobody!r}; they are {', '.join(sorted(held))}")
    return made if made.security_log == STDERR else replace(made, security_log=str(folder / made.security_log))


def _check_roles(text: str, staff: tuple[Staff, ...], known: Collection[str]) -> None:
    for number, it in enumerate(staff):
        wrong = next((role for role in it.roles if role not in known), None)
        if wrong is not None:
            key = ("staff", str(number), "roles")
            where = f"line {Source('', text).line(key)}: {'.'.join(key)}"
            message = f"{where}: {it.name} is {wrong!r}, and the house knows no such role{nearest(wrong, known)}"
            raise ConfigError(f"{message}; write one of {', '.join(known)}")


def _check_names(what: str, names: list[str]) -> None:
    """Each name looks like itself and like no other: capitals, width and what is not seen make no difference."""
    seen: dict[str, str] = {}
    for name in names:
        if not name.isprintable() or name != unicodedata.normalize("NFC", name).strip():
            raise ConfigError(f"{what}: {name!r} has signs in it that are not seen; write the name in plain letters")
        other = seen.setdefault(confusable_key(name), name)
        if other == name and names.count(name) > 1:
            raise ConfigError(f"{what}: {name!r} is there twice; give each a name of its own")
        if other != name:
            raise ConfigError(f"{what}: {name!r} looks like {other!r}; give each a name of its own")


def password_hash(password: str) -> str:
    """How a password is kept; it takes some tens of milliseconds, on purpose."""
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def has_password(staff: Staff | None, password: str) -> bool:
    """Whether someone has this password; as slow for nobody as for somebody."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerificationError

    try:
        PasswordHasher().verify(staff.password if staff else NOBODY, password)
    except VerificationError:
        return False
    return staff is not None


def key_hash(key: str) -> str:
    """How a key or a token is kept."""
    return hashlib.sha256(key.encode()).hexdigest()


def has_key(device: Device | None, key: str) -> bool:
    """Whether a device has this key. Keys are long and random, so one plain hash is enough."""
    given = key_hash(key)
    return hmac.compare_digest(given, device.key if device else "0" * 64) and device is not None
