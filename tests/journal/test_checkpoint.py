"""Signed checkpoints: keys, the text to the byte, one after the other, and anchors outside the store."""

import base64
import io
import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import apsw
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from dicehouse.journal.checkpoint import (
    Checkpoint,
    CheckpointError,
    Key,
    as_line,
    check_goes_on,
    make_checkpoint,
    proof_between,
    public_key,
    read,
    signed,
    to_file,
    to_line,
)
from dicehouse.journal.record import NOTHING, hash_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.journal.tree import EMPTY, Tree, leaf, root_of
from dicehouse.journal.verify import verify
from tests.logs import draft, entries, log_of, sealed
from tests.support import exactly

LOG = log_of(60)
NOW = datetime(2026, 11, 17, tzinfo=UTC)
KEY = Key.make("the house")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "journal.db")
    yield store
    store.close()


def play(store: SqliteStore, first: int, last: int) -> None:
    store.write([draft(it) for it in entries(60)[first - 1 : last]])


def taken(note: bytes) -> Checkpoint:
    return read(note, key=KEY.public, origin="the house")


# --- keys


def test_a_key_is_kept_in_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    KEY.save(file)
    assert file.stat().st_mode & 0o777 == 0o600
    again = Key.load(file, "the house")
    assert (again.public, again.origin) == (KEY.public, "the house")
    assert len(base64.b64decode(KEY.public)) == 32


def test_a_key_is_never_written_over_another(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    KEY.save(file)
    with pytest.raises(CheckpointError, match=exactly(f"{file}: it is there already; name a new file for the key")):
        Key.make("the house").save(file)
    assert Key.load(file, "the house").public == KEY.public


def test_a_key_is_loaded_from_base64_too(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    raw = KEY._private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    file.touch(0o600)
    file.write_text(base64.b64encode(raw).decode() + "\n", encoding="utf-8")
    assert Key.load(file, "the house").public == KEY.public


STRAY = f"*{'A' * 43}="
"""Thirty-two bytes in base64, but for one sign."""


@pytest.mark.parametrize("text", ["", "hello", "aGVsbG8=", "-----BEGIN PRIVATE KEY-----", "\N{SNOWMAN}", STRAY])
def test_what_is_no_key_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    file.touch(0o600)
    file.write_text(text, encoding="utf-8")
    said = f"{file}: it holds no signing key; give an Ed25519 key in PEM or base64"
    with pytest.raises(CheckpointError, match=exactly(said)):
        Key.load(file, "the house")
    said = f"{text!r} is no public key; give an Ed25519 one in PEM or base64"
    with pytest.raises(CheckpointError, match=exactly(said)):
        public_key(text)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    other = ec.generate_private_key(ec.SECP256R1())
    file.touch(0o600)
    file.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(CheckpointError, match=exactly(f"{file}: it holds a key of another kind; give an Ed25519 key")):
        Key.load(file, "the house")
    pem = other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    with pytest.raises(CheckpointError, match=exactly("the public key is of another kind; give an Ed25519 one")):
        public_key(pem)


def test_a_public_key_is_taken_in_pem_and_base64() -> None:
    pem = KEY._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    assert public_key(pem) == public_key(f" {KEY.public}\n") == KEY.public


@pytest.mark.parametrize("origin", ["", "x" * 201, "two\nlines", " spaced", "one | two"])
def test_an_origin_that_would_break_the_lines_is_refused(origin: str) -> None:
    said = (
        f"origin {origin[:40]!r}: it must be from 1 to 200 printable characters without |;"
        " give the journal another name"
    )
    with pytest.raises(CheckpointError, match=exactly(said)):
        Key.make(origin)
    assert Key.make("x" * 200).origin == "x" * 200


# --- the text


def test_a_checkpoint_is_nine_lines_that_anyone_can_read() -> None:
    note = sealed(LOG, KEY, 3)[0]
    title, *lines = note.decode().splitlines()
    fields = dict(line.split(": ") for line in lines)
    assert title == "dicehouse checkpoint 1"
    assert fields.pop("signature")
    pair = Tree()
    pair.append(leaf(LOG[0]))
    pair.append(leaf(LOG[1]))
    assert fields == {
        "origin": "the house",
        "size": "3",
        "root": root_of(map(leaf, LOG[:3])).hex(),
        "head": hash_of(LOG[2]),
        "time": "2026-11-17T01:00:03+00:00",
        "edge": f"{pair.root.hex()} {leaf(LOG[2]).hex()}",
        "key": KEY.public,
    }


@pytest.mark.parametrize("size", [0, 1, 2, 3, 31, 60])
def test_a_checkpoint_is_read_as_it_was_signed_over_lines_or_in_one(size: int) -> None:
    (note,) = sealed(LOG, KEY, size)
    checkpoint = taken(note)
    assert signed(checkpoint, KEY) == note
    assert "\n" not in as_line(note)
    assert taken(as_line(note).encode()) == checkpoint == taken(as_line(note).encode() + b"\n")


def test_every_byte_of_a_checkpoint_is_signed() -> None:
    (note,) = sealed(LOG, KEY, 3)
    for at, byte in enumerate(note[:-1]):
        for other in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, ord(" "), ord("\n"), ord("0"), ord("A")} - {byte}:
            with pytest.raises(CheckpointError):
                taken(note[:at] + bytes([other]) + note[at + 1 :])


@pytest.mark.parametrize("note", [b"", b"hello", b"\xff", b"dicehouse checkpoint 1\nsize: 3\n"])
def test_what_is_no_checkpoint_is_refused(note: bytes) -> None:
    with pytest.raises(CheckpointError, match=r"is no checkpoint; it begins with 'dicehouse checkpoint 1' and"):
        taken(note)


def test_a_checkpoint_of_another_key_or_origin_or_changed_after_is_refused() -> None:
    (note,) = sealed(LOG, KEY, 3)
    other = Key.make("the house")
    said = f"the checkpoint of 3 entries is signed by key {KEY.public}, not by {other.public}; ask whose key that is"
    with pytest.raises(CheckpointError, match=exactly(said)):
        read(note, key=other.public, origin="the house")
    said = "the checkpoint of 3 entries is of 'the house', not of 'the annex'; give one of this journal"
    with pytest.raises(CheckpointError, match=exactly(said)):
        read(note, key=KEY.public, origin="the annex")
    forged = signed(taken(note), other)
    said = f"the checkpoint of 3 entries was changed after key {KEY.public} signed it; find the one that was signed"
    with pytest.raises(CheckpointError, match=exactly(said)):
        taken(forged)


# --- one after the other


def test_a_later_checkpoint_goes_on_from_an_earlier_one(store: SqliteStore) -> None:
    play(store, 1, 60)
    earlier, later = map(taken, sealed(LOG, KEY, 17, 41))
    check_goes_on(earlier, later, proof_between(store, earlier, later))
    check_goes_on(later, later, [])


def test_checkpoints_that_do_not_belong_together_are_refused(store: SqliteStore) -> None:
    play(store, 1, 60)
    earlier, later = map(taken, sealed(LOG, KEY, 17, 41))
    proof = proof_between(store, earlier, later)
    for one, other, given, said in (
        (
            earlier,
            later._replace(origin="x"),
            proof,
            "'x' does not go on from 'the house'; compare one journal with itself",
        ),
        (
            later,
            earlier,
            [],
            (
                "the journal had 41 entries at 2026-11-17 01:00:41+00:00 and 17 at 2026-11-17 01:00:17+00:00;"
                " find out who cut it off"
            ),
        ),
        (
            earlier,
            later._replace(at=earlier.at - timedelta(seconds=1)),
            proof,
            (
                "the checkpoint of 41 entries is of 2026-11-17 01:00:16+00:00, before that of 17 at"
                " 2026-11-17 01:00:17+00:00; set the clock right"
            ),
        ),
        (
            earlier,
            later._replace(root=EMPTY),
            proof,
            (
                "the 41 entries of 2026-11-17 01:00:41+00:00 do not go on from the 17 of 2026-11-17 01:00:17+00:00;"
                " verify the journal against the earlier checkpoint"
            ),
        ),
    ):
        with pytest.raises(CheckpointError, match=exactly(said)):
            check_goes_on(one, other, given)


# --- sealing a store


def test_a_store_is_sealed_from_the_last_seal_on(store: SqliteStore) -> None:
    made = [make_checkpoint(store, KEY, NOW)]
    for at, (first, last) in enumerate(((1, 1), (2, 20), (21, 33), (34, 60)), start=1):
        play(store, first, last)
        made.append(make_checkpoint(store, KEY, NOW + timedelta(hours=at)))
    made.append(make_checkpoint(store, KEY, NOW + timedelta(hours=5)))
    assert [it.size for it in made] == [0, 1, 20, 33, 60, 60]
    assert [it.root for it in made] == [root_of(map(leaf, LOG[: it.size])) for it in made]
    assert [it.head for it in made] == [hash_of(LOG[it.size - 1]) if it.size else NOTHING for it in made]
    assert list(map(taken, store.seals())) == made
    for earlier, later in itertools.pairwise(made):
        check_goes_on(earlier, later, proof_between(store, earlier, later))
    report = verify(store.path, key=KEY.public)
    assert (report.faults, report.sealed, report.checkpoints) == ([], 60, 6)


def test_the_time_is_written_as_it_is_at_greenwich(store: SqliteStore) -> None:
    sydney = NOW.astimezone(timezone(timedelta(hours=11)))
    assert make_checkpoint(store, KEY, sydney).at.isoformat() == "2026-11-17T00:00:00+00:00"


def test_a_clock_that_went_back_seals_nothing(store: SqliteStore) -> None:
    make_checkpoint(store, KEY, NOW)
    make_checkpoint(store, KEY, NOW)
    said = (
        "it is 2026-11-16 23:59:59+00:00, before the last checkpoint of 2026-11-17 00:00:00+00:00; set the clock right"
    )
    with pytest.raises(CheckpointError, match=exactly(said)):
        make_checkpoint(store, KEY, NOW - timedelta(seconds=1))
    assert len(store.seals()) == 2


def test_a_store_that_another_key_sealed_is_not_sealed_on(store: SqliteStore) -> None:
    make_checkpoint(store, Key.make("the house"), NOW)
    with pytest.raises(CheckpointError, match="the checkpoint of 0 entries is signed by key"):
        make_checkpoint(store, KEY, NOW)
    assert len(store.seals()) == 1


@pytest.mark.parametrize(
    "sql, said",
    [
        ("delete from entries where seq >= 20", "entry 20 was sealed and is not there"),
        ("delete from entries where seq = 20", "entry 20 is not the one that was sealed"),
        ("update entries set body = x'7b7d' where seq = 20", "entry 20 is not the one that was sealed"),
        ("delete from entries where seq = 21", "entry 22 does not go on from entry 20"),
        ("update entries set body = x'7b7d' where seq = 25", "entry 25 does not go on from entry 24"),
        (
            (
                "update entries set body = x'7b7d',"
                " hash = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' where seq = 25"
            ),
            "entry 25 does not go on from entry 24",
        ),
        (
            (
                "update entries set body = (select body from entries where seq = 24),"
                " hash = (select hash from entries where seq = 24) where seq = 25"
            ),
            "entry 25 does not go on from entry 24",
        ),
    ],
)
def test_entries_that_do_not_go_on_from_the_last_seal_are_not_sealed(sql: str, said: str, store: SqliteStore) -> None:
    play(store, 1, 20)
    make_checkpoint(store, KEY, NOW)
    play(store, 21, 30)
    with apsw.Connection(str(store.path)) as db:
        db.execute(sql)
    with pytest.raises(BrokenError, match=exactly(f"{said}; stop play and verify the journal")):
        make_checkpoint(store, KEY, NOW)
    assert len(store.seals()) == 1


# --- anchors


def test_checkpoints_are_anchored_in_a_file_on_a_line_and_by_a_hook(store: SqliteStore, tmp_path: Path) -> None:
    file, printed = tmp_path / "anchor", io.BytesIO()
    posted: list[bytes] = []
    anchors = (to_file(file), to_line(io.TextIOWrapper(printed, "utf-8")), posted.append)
    for last in (20, 60):
        play(store, last - 19 if last == 20 else 21, last)
        make_checkpoint(store, KEY, NOW, anchors)
    assert posted == store.seals()
    assert file.read_bytes() == b"".join(it + b"\n" for it in posted)
    assert printed.getvalue().decode().splitlines() == [as_line(it) for it in posted], "each at once, not in a buffer"
    (tmp_path / "paper").write_bytes(printed.getvalue())
    report = verify(store.path, key=KEY.public, anchors=[file, tmp_path / "paper"])
    assert (report.faults, report.checkpoints) == ([], 6)


def test_an_anchor_that_cannot_be_reached_is_told_and_the_seal_stands(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match=r"the checkpoint of 0 entries is sealed and could not be anchored: .*;"):
        make_checkpoint(store, KEY, NOW, [to_file(tmp_path / "nowhere" / "anchor")])
    assert len(store.seals()) == 1
