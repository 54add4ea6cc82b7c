"""The vault of a house: secrets that a copy of the journal does not give away without the secret key.

Each value is sealed by AES-256-GCM with a fresh random nonce and with its name, so that no value passes for another. A
known value under the name `~check` tells whether a key is the right one. Whoever writes expects it as it was found:
once the key is changed, a process that runs under the old one writes nothing more.

What it does not tell is whether someone who can write to the store has put an earlier value of the same name back.
"""

import secrets
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dicehouse.floor.secret_key import SALT, SecretKey, SecretKeyError
from dicehouse.journal.store import BrokenError, Store, UnavailableError

CHECK: Final = "~check"
KNOWN: Final = b"dicehouse vault 1"
NONCE: Final = 12
SECRET: Final = "secret"
"""Under which the vault keeps what nobody outside the house knows."""
OPEN: Final = frozenset({SALT})
"""What lies among the secrets and is none."""


class Vault:
    """The secrets of one house, under one key."""

    def __init__(self, store: Store, key: SecretKey) -> None:
        """A SecretKeyError where the store has secrets under another key; nothing is changed then."""
        self._store = store
        self._cipher = AESGCM(key.in_store(store))
        check = store.secret(CHECK)
        if check is None:
            store.keep_secrets({CHECK: self._sealed(CHECK, KNOWN)}, {CHECK: None})
            check = store.secret(CHECK) or b""
        self._check = check
        """As it lies in the store."""
        if self._opened(CHECK, check) != KNOWN:
            raise SecretKeyError(
                f"{key.told}: the secrets of this journal are kept under another key; give the key that it was last"
                " served with, which is the same for every process of a house"
            )

    def put(self, name: str, value: bytes) -> None:
        """Keep a value; durable on return."""
        self._write({name: self._sealed(name, value)}, {})

    def put_new(self, name: str, value: bytes) -> bool:
        """Keep a value unless there is one of this name already, which then stays; whether it was kept."""
        return self._write({name: self._sealed(name, value)}, {name: None})

    def drawn(self, name: str) -> bytes:
        """A secret of 32 random bytes, drawn once by whichever process is first."""
        self.put_new(name, secrets.token_bytes(32))
        return self.get(name) or b""

    def get(self, name: str) -> bytes | None:
        """A value; a BrokenError where somebody else has changed what lies there."""
        sealed = self._store.secret(name)
        if sealed is None:
            return None
        value = self._opened(name, sealed)
        if value is None:
            self._is_current()
            raise BrokenError(f"secret {name}: it is not as the house kept it; stop play, restore a backup")
        return value

    def remove(self, *names: str) -> None:
        self._write(dict.fromkeys(names), {})

    def names(self, prefix: str) -> list[str]:
        return [it for it in self._store.secrets() if it.startswith(prefix)]

    def reseal(self, key: SecretKey) -> int:
        """Put everything under another key, all of it or nothing; how many secrets that are."""
        before = self._store.secrets()
        cipher = AESGCM(key.in_store(self._store))
        after = dict[str, bytes | None]()
        for name, sealed in before.items():
            if name in OPEN:
                continue
            value = self._opened(name, sealed)
            if value is None:
                raise BrokenError(
                    f"secret {name}: it is not as the house kept it; restore a backup, then change the key"
                )
            after[name] = _sealed(cipher, name, value)
        if not self._store.keep_secrets(after, {name: before[name] for name in after}):
            raise UnavailableError(
                "the secrets have changed meanwhile; stop every process of the house, then try again"
            )
        self._cipher, self._check = cipher, after[CHECK] or b""
        return len(after) - 1

    def _write(self, changes: dict[str, bytes | None], expected: dict[str, bytes | None]) -> bool:
        done = self._store.keep_secrets(changes, {CHECK: self._check, **expected})
        if not done:
            self._is_current()
        return done

    def _is_current(self) -> None:
        if self._store.secret(CHECK) != self._check:
            raise UnavailableError(
                "the secrets of this journal are kept under another key by now; start this process again with that one"
            )

    def _sealed(self, name: str, value: bytes) -> bytes:
        return _sealed(self._cipher, name, value)

    def _opened(self, name: str, sealed: bytes) -> bytes | None:
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], name.encode())
        except (InvalidTag, ValueError):  # ValueError: too short for a nonce
            return None


def _sealed(cipher: AESGCM, name: str, value: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    return nonce + cipher.encrypt(nonce, value, name.encode())


def is_begun(store: Store) -> bool:
    """Whether a store has a vault already."""
    return store.secret(CHECK) is not None
