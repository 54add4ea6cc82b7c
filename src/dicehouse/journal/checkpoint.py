"""Signed checkpoints: a few lines that say how far a journal went and what it was then, to be kept outside of it.

A checkpoint names its origin, the number of entries, the root of the tree over them, the hash of the last one and the
time, signed with Ed25519. Whoever holds one can tell later that nothing up to there was changed, left out or cut off,
even by someone who can rewrite the whole store. It also holds the edge of the tree, so that the next checkpoint reads
only the entries since.
"""

import base64
import binascii
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from dicehouse.journal.private import OTHERS_WRITE, exposed
from dicehouse.journal.record import NOTHING, entry_of, hash_of
from dicehouse.journal.store import BrokenError, Store, UnavailableError
from dicehouse.journal.tree import Tree, consistency_proof, is_consistent, leaf

TITLE: Final = "dicehouse checkpoint 1"
FIELDS: Final = ("origin", "size", "root", "head", "time", "edge", "key", "signature")
BETWEEN: Final = " | "
"""Between the lines of a checkpoint that is written as one line."""
LONGEST_ORIGIN: Final = 200

Anchor = Callable[[bytes], None]
"""Takes a signed checkpoint out of the store: into a file, onto paper, to a hook of the operator."""


class CheckpointError(ValueError):
    """A checkpoint, a key or an origin that cannot be taken for what it should be."""


class Checkpoint(NamedTuple):
    """How far a journal went, and what it was then."""

    origin: str
    size: int
    root: bytes
    head: str
    at: datetime
    edge: tuple[bytes, ...]
    key: str
    """The public key that signed it, in base64."""


# --- keys


class Key:
    """The key that signs for one origin."""

    def __init__(self, origin: str, private: Ed25519PrivateKey) -> None:
        self.origin = _origin(origin)
        self._private = private

    @classmethod
    def make(cls, origin: str) -> "Key":
        return cls(origin, Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, path: Path, origin: str) -> "Key":
        """From a file in PEM, or with the 32 bytes of the key in base64, that is its owner's alone."""
        if found := exposed(path):
            raise CheckpointError(found)
        text = path.read_bytes()
        try:
            if b"-----BEGIN" in text:
                private = load_pem_private_key(text, password=None)
            else:
                private = Ed25519PrivateKey.from_private_bytes(_base64(text.decode().strip()))
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise CheckpointError(f"{path}: it holds no signing key; give an Ed25519 key in PEM or base64") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise CheckpointError(f"{path}: it holds a key of another kind; give an Ed25519 key")
        return cls(origin, private)

    def save(self, path: Path) -> None:
        """To a new file in PEM that only its owner can read; a key that is there already is never written over."""
        pem = self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise CheckpointError(f"{path}: it is there already; name a new file for the key") from None
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, 0o600)
            file.write(pem)
            file.flush()
            os.fsync(handle)

    @property
    def public(self) -> str:
        """What others check the signatures with, in base64."""
        return _public_text(self._private.public_key())

    def sign(self, text: bytes) -> bytes:
        return self._private.sign(text)


def public_key(text: str) -> str:
    """A public key, given in PEM or base64, in base64; a CheckpointError if it is none."""
    try:
        if "-----BEGIN" in text:
            key = load_pem_public_key(text.encode())
        else:
            key = Ed25519PublicKey.from_public_bytes(_base64(text.strip()))
    except (ValueError, UnsupportedAlgorithm):
        raise CheckpointError(f"{text[:60]!r} is no public key; give an Ed25519 one in PEM or base64") from None
    if not isinstance(key, Ed25519PublicKey):
        raise CheckpointError("the public key is of another kind; give an Ed25519 one")
    return _public_text(key)


def _public_text(key: Ed25519PublicKey) -> str:
    return base64.b64encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw)).decode()


def _base64(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _origin(name: str) -> str:
    if not 0 < len(name) <= LONGEST_ORIGIN or not name.isprintable() or name != name.strip() or "|" in name:
        raise CheckpointError(
            f"origin {name[:40]!r}: it must be from 1 to {LONGEST_ORIGIN} printable characters without |;"
            " give the journal another name"
        )
    return name


# --- the text


def signed(checkpoint: Checkpoint, key: Key) -> bytes:
    """The lines of a checkpoint with the signature below them."""
    text = _text(checkpoint)
    return text + b"signature: " + base64.b64encode(key.sign(text)) + b"\n"


def as_line(note: bytes) -> str:
    """A signed checkpoint in one line, for paper or a log; `read` takes it too."""
    return note.decode().rstrip("\n").replace("\n", BETWEEN)


def _text(it: Checkpoint) -> bytes:
    edge = " ".join(part.hex() for part in it.edge)
    lines = (
        TITLE,
        f"origin: {it.origin}",
        f"size: {it.size}",
        f"root: {it.root.hex()}",
        f"head: {it.head}",
        f"time: {it.at.astimezone(UTC).isoformat()}",
        f"edge: {edge}",
        f"key: {it.key}",
    )
    return "".join(f"{line}\n" for line in lines).encode()


def read(note: bytes, *, key: str, origin: str) -> Checkpoint:
    """A signed checkpoint of one key and origin; a CheckpointError if it is not that, to the last byte."""
    checkpoint, signature = _parsed(note)
    whose = f"the checkpoint of {checkpoint.size} entries"
    if checkpoint.origin != origin:
        raise CheckpointError(f"{whose} is of {checkpoint.origin!r}, not of {origin!r}; give one of this journal")
    if checkpoint.key != key:
        raise CheckpointError(f"{whose} is signed by key {checkpoint.key}, not by {key}; ask whose key that is")
    try:
        Ed25519PublicKey.from_public_bytes(_base64(key)).verify(signature, _text(checkpoint))
    except InvalidSignature:
        raise CheckpointError(f"{whose} was changed after key {key} signed it; find the one that was signed") from None
    return checkpoint


def _parsed(note: bytes) -> tuple[Checkpoint, bytes]:
    note = note.replace(BETWEEN.encode(), b"\n").removesuffix(b"\n") + b"\n"
    try:
        title, *lines = note.decode().removesuffix("\n").split("\n")
        names, values = zip(*(line.split(": ", 1) for line in lines), strict=True)
        if (title, names) != (TITLE, FIELDS):
            raise ValueError
        origin, size, root, head, at, edge, key, signature = values
        checkpoint = Checkpoint(
            origin=_origin(origin),
            size=int(size),
            root=bytes.fromhex(root),
            head=bytes.fromhex(head).hex(),
            at=datetime.fromisoformat(at),
            edge=tuple(map(bytes.fromhex, edge.split())),
            key=public_key(key),
        )
        tree = Tree(checkpoint.size, checkpoint.edge)
        signature_bytes = _base64(signature)
        # One text for one checkpoint: what reads the same but is written otherwise is none.
        same = _text(checkpoint) + b"signature: " + base64.b64encode(signature_bytes) + b"\n"
        if tree.root != checkpoint.root or same != note:
            raise ValueError
    except (ValueError, binascii.Error, OverflowError):
        raise CheckpointError(f"{note[:40]!r} is no checkpoint; it begins with {TITLE!r} and has 9 lines") from None
    return checkpoint, signature_bytes


# --- one after the other


def check_goes_on(earlier: Checkpoint, later: Checkpoint, proof: Sequence[bytes]) -> None:
    """A CheckpointError unless the proof shows that the later one holds all that the earlier did, at a later time."""
    if later.origin != earlier.origin:
        raise CheckpointError(
            f"{later.origin!r} does not go on from {earlier.origin!r}; compare one journal with itself"
        )
    if later.size < earlier.size:
        raise CheckpointError(
            f"the journal had {earlier.size} entries at {earlier.at} and {later.size} at {later.at};"
            " find out who cut it off"
        )
    if later.at < earlier.at:
        raise CheckpointError(
            f"the checkpoint of {later.size} entries is of {later.at}, before that of {earlier.size} at {earlier.at};"
            " set the clock right"
        )
    if not is_consistent(earlier.size, earlier.root, later.size, later.root, proof):
        raise CheckpointError(
            f"the {later.size} entries of {later.at} do not go on from the {earlier.size} of {earlier.at};"
            " verify the journal against the earlier checkpoint"
        )


def proof_between(store: Store, earlier: Checkpoint, later: Checkpoint) -> list[bytes]:
    """The consistency proof of two checkpoints, from the entries themselves."""
    return consistency_proof((leaf(body) for _, body, _ in store.bodies()), earlier.size, later.size)


def make_checkpoint(store: Store, key: Key, now: datetime, anchors: Iterable[Anchor] = ()) -> Checkpoint:
    """Seal a journal as it is now, from the last seal on, and anchor the checkpoint outside.

    A last seal of another key or origin, or a clock that went back, is a CheckpointError; entries that do not go on
    from it are a BrokenError. Then nothing is sealed.
    """
    last = _last_seal(store, key)
    at = now.astimezone(UTC)
    if last is not None and at < last.at:
        raise CheckpointError(f"it is {at}, before the last checkpoint of {last.at}; set the clock right")
    size, head, edge = (last.size, last.head, last.edge) if last else (0, NOTHING, ())
    tree = Tree(size, edge)
    if size:
        _check_last(store, size, head)
    for seq, body, recorded in store.bodies(after=size):
        if seq != tree.size + 1 or hash_of(body) != recorded or _before(body) != head:
            raise BrokenError(f"entry {seq} does not go on from entry {tree.size}; stop play and verify the journal")
        tree.append(leaf(body))
        head = recorded
    made = Checkpoint(key.origin, tree.size, tree.root, head, at, tree.edge, key.public)
    note = signed(made, key)
    store.seal(note)
    for anchor in anchors:
        try:
            anchor(note)
        except OSError as error:
            raise UnavailableError(
                f"the checkpoint of {made.size} entries is sealed and could not be anchored: {error}; anchor it again"
            ) from error
    return made


def _last_seal(store: Store, key: Key) -> Checkpoint | None:
    seals = store.seals()
    return read(seals[-1], key=key.public, origin=key.origin) if seals else None


def _before(body: bytes) -> str | None:
    """The hash of the entry before, as an entry says it; None if the body is no entry."""
    try:
        return entry_of(body).prev
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _check_last(store: Store, size: int, head: str) -> None:
    """The entry that was the last one at the last seal is still the one that was sealed."""
    there = next(iter(store.bodies(after=size - 1)), None)
    if there is None:
        raise BrokenError(f"entry {size} was sealed and is not there; stop play and verify the journal")
    seq, body, _ = there
    if seq != size or hash_of(body) != head:
        raise BrokenError(f"entry {size} is not the one that was sealed; stop play and verify the journal")


# --- anchors


def to_file(path: Path) -> Anchor:
    """Append every checkpoint to a file, on another disk or machine if it is to be of use.

    Anybody may read it; one that others can write to is refused.
    """

    def anchor(note: bytes) -> None:
        if found := exposed(path, to=OTHERS_WRITE):
            raise PermissionError(found)
        with path.open("ab") as file:
            file.write(note + b"\n")
            file.flush()
            os.fsync(file.fileno())

    return anchor


def to_line(stream: TextIO) -> Anchor:
    """Print every checkpoint as one line, for a printer or a log that others keep."""

    def anchor(note: bytes) -> None:
        print(as_line(note), file=stream, flush=True)

    return anchor
