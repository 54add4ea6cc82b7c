"""The house as it stands: plain data, changed by events alone, so that a snapshot of it can be kept and hashed."""

import hashlib
from datetime import datetime

import msgspec
from msgspec import Struct


class House(Struct, kw_only=True):
    """Everything that is not at a table."""

    name: str = "the house"
    time_zone: str = "Australia/Sydney"
    now: datetime | None = None


def house_hash(house: House) -> str:
    """SHA-256 of everything the house is, in the order it came about."""
    return hashlib.sha256(msgspec.json.encode(house)).hexdigest()
