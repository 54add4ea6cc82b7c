"""The secret key of a house: 32 bytes that are never in its journal, and under which its vault is sealed.

It comes from a file that its owner alone can read, from the environment, or from a passphrase, of which Argon2id makes
it together with a salt that lies in the store. All processes that serve one journal need the same one.
"""

import base64
import binascii
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dicehouse.floor.plan import HousePlan
from dicehouse.floor.stores import is_server
from dicehouse.journal.store import Store

BYTES: Final = 32
IN_ENVIRONMENT: Final = "DICEHOUSE_SECRET_KEY"
PASSPHRASE: Final = "DICEHOUSE_PASSPHRASE"
SALT: Final = "~salt"
"""Under which the store keeps the salt of a passphrase; it is no secret and is not sealed."""
SHORTEST: Final = 16
"""Characters of a passphrase."""
_TIME: Final = 3
_MEMORY: Final = 65_536
"""Kibibytes."""


class SecretKeyError(ValueError):
    """A key that is not there, cannot be used, or is not the one that the secrets are kept under."""


class SecretKey:
    """A key, or the passphrase that it is made of; `told` says to a person where it comes from."""

    def __init__(self, told: str, key: bytes = b"", passphrase: str = "") -> None:
        self.told = told
        self._key = key
        self._passphrase = passphrase

    def in_store(self, store: Store) -> bytes:
        """The 32 bytes, for one store."""
        return self._key or _stretched(self._passphrase, _salt(store))


def of_file(path: Path) -> SecretKey:
    """The key in a file; a SecretKeyError where there is none, or where others can read it."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        raise SecretKeyError(
            f"{path}: there is no such file; give the secret key of the house, or make one with"
            f" 'dicehouse secrets new {path}'"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SecretKeyError(
            f"{path}: the secret key cannot be read ({error}); see that it is a file of yours"
        ) from None
    if mode & 0o077:
        raise SecretKeyError(f"{path}: its mode is {mode:04o}, so that others can read it; chmod 600 {path}")
    return SecretKey(str(path), _decoded(text, str(path)))


def of_passphrase(passphrase: str, told: str = "the passphrase") -> SecretKey:
    if len(passphrase) < SHORTEST:
        raise SecretKeyError(f"{told}: it has {len(passphrase)} characters; choose one of {SHORTEST} or more")
    return SecretKey(told, passphrase=passphrase)


def of_environment(environment: Mapping[str, str] = os.environ) -> SecretKey | None:
    """What the environment gives, if it does."""
    if text := environment.get(IN_ENVIRONMENT, ""):
        return SecretKey(IN_ENVIRONMENT, _decoded(text, IN_ENVIRONMENT))
    if passphrase := environment.get(PASSPHRASE, ""):
        return of_passphrase(passphrase, PASSPHRASE)
    return None


def make(path: Path) -> SecretKey:
    """A new key in a new file that its owner alone can read; one that is there is never written over."""
    text = base64.b64encode(secrets.token_bytes(BYTES)).decode()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SecretKeyError(f"{path}: it is there already; name a new file for the key") from None
    except OSError as error:
        raise SecretKeyError(f"{path}: {error.strerror}; name a file in a folder of yours") from None
    with os.fdopen(handle, "w") as file:
        file.write(f"{text}\n")
        file.flush()
        os.fsync(handle)
    return of_file(path)


def beside(journal: str | Path) -> SecretKey:
    """For a demo and for tests: the key lies beside the file of the journal and is made with it. A house keeps it
    elsewhere, for whoever copies both can read everything."""
    path = Path(f"{journal}.secret")
    return of_file(path) if path.exists() else make(path)


def of_house(plan: HousePlan, journal: str | Path) -> SecretKey:
    """The key of a house to which none was given: where its plan says, or beside the journal of a demo."""
    if plan.secrets:
        return of_file(Path(plan.secrets.key))
    if plan.demo and not is_server(str(journal)):
        return beside(journal)
    raise SecretKeyError(
        "the house has no secret key, under which it keeps dice and PINs; make one with"
        " 'dicehouse secrets new house.secret' and name it: --secret-key house.secret, or key in [secrets] of its file"
    )


def _decoded(text: str, told: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != BYTES:
        raise SecretKeyError(
            f"{told}: it is no secret key; give {BYTES} bytes in base64, as 'dicehouse secrets new' does"
        )
    return key


def _salt(store: Store) -> bytes:
    """Drawn once for a store, whichever process is first."""
    if (salt := store.secret(SALT)) is None:
        store.keep_secrets({SALT: secrets.token_bytes(16)}, {SALT: None})
        salt = store.secret(SALT) or b""
    return salt


def _stretched(passphrase: str, salt: bytes) -> bytes:
    from argon2.low_level import Type, hash_secret_raw

    return hash_secret_raw(
        passphrase.encode(), salt, time_cost=_TIME, memory_cost=_MEMORY, parallelism=1, hash_len=BYTES, type=Type.ID
    )
