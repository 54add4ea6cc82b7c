"""How a PIN is hashed before it comes near the books: argon2id with the card's own salt."""

import secrets
from typing import Final

_TIME: Final = 2
_MEMORY: Final = 19_456
"""Kibibytes."""


def new_salt() -> str:
    return secrets.token_hex(16)


def pin_hash(pin: str, salt: str) -> str:
    """In hexadecimal digits; it takes some tens of milliseconds, on purpose: call it in a thread."""
    from argon2.low_level import Type, hash_secret_raw

    made = hash_secret_raw(
        pin.encode(),
        bytes.fromhex(salt),
        time_cost=_TIME,
        memory_cost=_MEMORY,
        parallelism=1,
        hash_len=32,
        type=Type.ID,
    )
    return made.hex()
