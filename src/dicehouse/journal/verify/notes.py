"""Checkpoints as they are found in a journal or outside of it: their lines, their signatures, their keys."""

import base64
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from dicehouse.journal.verify.faults import VerifyError

TITLE: Final = "dicehouse checkpoint 1"
FIELDS: Final = ("origin", "size", "root", "head", "time", "edge", "key", "signature")


class Sealed(NamedTuple):
    """A signed checkpoint as it was found."""

    where: str
    note: bytes


class Note(NamedTuple):
    """What a checkpoint says."""

    where: str
    origin: str
    size: int
    root: str
    head: str
    time: datetime
    edge: str
    key: str


def note(sealed: Sealed) -> Note:
    """A checkpoint whose signature is that of the key it names; a ValueError that says what it is instead."""
    try:
        title, *lines = sealed.note.decode().removesuffix("\n").split("\n")
        fields = dict(line.split(": ", 1) for line in lines)
    except ValueError:
        title, fields = "", {}
    if title != TITLE or tuple(fields) != FIELDS:
        raise ValueError(f"it is no checkpoint: it does not have the lines of a {TITLE!r}")
    text = sealed.note[: sealed.note.rindex(b"signature: ")]
    if not is_signed(text, fields["key"], fields["signature"]):
        raise ValueError("it was changed after it was signed: its signature does not belong to it")
    at = datetime.fromisoformat(fields["time"])
    size, key = int(fields["size"]), fields["key"]
    return Note(sealed.where, fields["origin"], size, fields["root"], fields["head"], at, fields["edge"], key)


def is_signed(text: bytes, key: str, signature: str) -> bool:
    try:
        public, sign = (base64.b64decode(it, validate=True) for it in (key, signature))
        # One text for one signature: base64 has spare bits, in which nobody is to write anything.
        if base64.b64encode(sign).decode() != signature:
            return False
        Ed25519PublicKey.from_public_bytes(public).verify(sign, text)
    except (ValueError, InvalidSignature):
        return False
    return True


def public_key(text: str) -> str:
    """A public key in PEM or base64, in base64."""
    try:
        key: object = (
            load_pem_public_key(text.encode())
            if "-----BEGIN" in text
            else Ed25519PublicKey.from_public_bytes(base64.b64decode(text.strip(), validate=True))
        )
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        said = f"{text.strip()[:50]!r} is no public key and no file with one; give an Ed25519 key in PEM or base64"
        raise VerifyError(said)
    return base64.b64encode(key.public_bytes_raw()).decode()


def anchored(path: Path) -> list[Sealed]:
    """The checkpoints of a file, over lines or each in one line; whatever stands between them is left out."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise VerifyError(f"{path}: {error.strerror}; name a file of checkpoints") from None
    found: list[Sealed] = []
    for at, line in enumerate(lines):
        if line == TITLE.encode():
            text = b"\n".join(lines[at : at + 1 + len(FIELDS)])
        elif line.startswith(f"{TITLE} | ".encode()):
            text = line.replace(b" | ", b"\n")
        else:
            continue
        found.append(Sealed(f"{path}, line {at + 1}", text + b"\n"))
    if not found:
        raise VerifyError(f"{path}: it holds no checkpoint; name a file to which checkpoints were anchored")
    return found
