"""Migrate a journal of an earlier version: move secrets that it kept in the open into the vault.

Dice that were drawn are moved, for tables have their seals, and so are promised secrets and the floor's own notes. The
secret of the house is not: whoever has read it could speak for the house, so that another one is drawn. PINs are not
either: their hashes stand in the journal for good, and each has to be set anew.
"""

import logging
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dicehouse.floor.sealing import Sealer
from dicehouse.floor.vault import NONCE, Vault
from dicehouse.journal.store import Store

SECRET: Final = "~secret"
PROMISED: Final = "~promised/"
LABEL: Final = b"dicehouse promise 1"
"""What the signing key signed to make the key of promised secrets."""

log = logging.getLogger("dicehouse.floor")


def move(store: Store, vault: Vault, sealer: Sealer | None) -> None:
    """Everything that is there; after a crash in the middle it is done again, and what was moved stays."""
    found = store.kept_openly()
    if not found:
        return
    for name, value in found.items():
        moved = _promised(name, found, sealer) if name.startswith(PROMISED) else value
        if name != SECRET and moved:
            vault.put_new(name.removeprefix("~"), moved)
    store.forget_kept_openly()
    log.warning("%d secrets and notes that lay in the journal openly were moved into the vault", len(found))


def _promised(name: str, found: dict[str, bytes], sealer: Sealer | None) -> bytes:
    """A promised secret, which was sealed in a way of its own; empty where its key is gone."""
    held = found.get(SECRET, b"") + (sealer.signs(LABEL) if sealer else b"")
    cipher = AESGCM(HKDF(SHA256(), 32, salt=None, info=LABEL).derive(held))
    try:
        return cipher.decrypt(found[name][:NONCE], found[name][NONCE:], name.removeprefix(PROMISED).encode())
    except InvalidTag:
        log.warning("%s: it is not under this key, and has to be given by hand when it is due", name.removeprefix("~"))
        return b""
