"""The vault and its key: what is sealed opens under one key alone, and everything changes to another key at once."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehouse.floor.secret_key import (
    SecretKey,
    SecretKeyError,
    beside,
    make,
    of_environment,
    of_file,
    of_house,
    of_passphrase,
)
from dicehouse.floor.vault import CHECK, Vault
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import BrokenError, UnavailableError
from tests.floor.parlour import KEY, house

OTHER = SecretKey("another key", bytes(range(1, 33)))
PHRASE = "a sentence that nobody guesses"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "house.db")
    yield made
    made.close()


# --- the vault


def test_what_is_put_in_comes_out_and_does_not_lie_there_openly(store: SqliteStore) -> None:
    vault = Vault(store, KEY)
    vault.put("a", b"the dice are 6 6 6")
    assert vault.get("a") == Vault(store, KEY).get("a") == b"the dice are 6 6 6"
    assert b"dice" not in b"".join(store.secrets().values())
    vault.put("a", b"")
    assert vault.get("a") == b""
    vault.remove("a", "never there")
    assert vault.get("a") is None
    assert vault.names("") == [CHECK]


def test_the_same_value_is_sealed_differently_every_time(store: SqliteStore) -> None:
    vault = Vault(store, KEY)
    sealed = set[bytes]()
    for _ in range(50):
        vault.put("a", b"the same")
        sealed.add(store.secrets()["a"])
    assert len(sealed) == len({it[:12] for it in sealed}) == 50


def test_a_new_value_does_not_take_the_place_of_one_that_is_there(store: SqliteStore) -> None:
    vault = Vault(store, KEY)
    assert vault.put_new("a", b"first") is True
    assert vault.put_new("a", b"second") is False
    assert vault.get("a") == b"first"


def test_a_value_that_somebody_changed_moved_or_cut_is_noticed(store: SqliteStore) -> None:
    vault = Vault(store, KEY)
    vault.put("a", b"one")
    vault.put("b", b"two")
    sealed = store.secrets()["a"]
    for at in range(len(sealed)):
        store.keep_secrets({"a": sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]})
        with pytest.raises(BrokenError, match="secret a: it is not as the house kept it"):
            vault.get("a")
    for wrong in (store.secrets()["b"], sealed[:-1], sealed[:5], b"", b"one"):
        store.keep_secrets({"a": wrong})
        with pytest.raises(BrokenError, match="secret a"):
            vault.get("a")
    store.keep_secrets({"a": sealed})
    assert vault.get("a") == b"one"


def test_another_key_is_refused_in_one_line_and_changes_nothing(store: SqliteStore) -> None:
    Vault(store, KEY).put("a", b"one")
    before = store.secrets()
    with pytest.raises(SecretKeyError, match=r"another key: the secrets .* are kept under another key; give"):
        Vault(store, OTHER)
    assert store.secrets() == before


# --- changing the key


def test_all_secrets_change_to_another_key_and_the_old_one_opens_none(store: SqliteStore) -> None:
    vault = Vault(store, KEY)
    values = {f"secret {number}": b"%d" % number for number in range(20)}
    for name, value in values.items():
        vault.put(name, value)
    before = store.secrets()
    assert vault.reseal(OTHER) == 20
    after = store.secrets()
    assert after.keys() == before.keys()
    assert not any(after[name] == before[name] for name in before)
    again = Vault(store, OTHER)
    assert {name: again.get(name) for name in values} == values
    with pytest.raises(SecretKeyError):
        Vault(store, KEY)


def test_a_process_that_still_has_the_old_key_writes_and_reads_nothing_more(store: SqliteStore) -> None:
    old = Vault(store, KEY)
    old.put("a", b"one")
    Vault(store, KEY).reseal(OTHER)
    for does in (
        lambda: old.put("a", b"two"),
        lambda: old.put_new("b", b"two"),
        lambda: old.remove("a"),
        lambda: old.get("a"),
    ):
        with pytest.raises(UnavailableError, match="under another key by now; start this process again"):
            does()
    assert Vault(store, OTHER).get("a") == b"one"


def test_a_change_that_cannot_be_written_leaves_the_old_key_right_for_all(store: SqliteStore) -> None:
    """As in a crash: the transaction breaks off after some of the secrets were written."""
    vault = Vault(store, KEY)
    for number in range(20):
        vault.put(f"{number}", b"%d" % number)
    stops = "before insert on secrets when new.name = '15' begin select raise(abort, 'no room'); end"
    store._db.execute(f"create temp trigger full {stops}")
    with pytest.raises((UnavailableError, BrokenError)):
        vault.reseal(OTHER)
    again = Vault(store, KEY)
    assert [again.get(f"{number}") for number in range(20)] == [b"%d" % number for number in range(20)]


def test_secrets_that_change_meanwhile_or_are_damaged_stop_the_change_of_key(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = Vault(store, KEY)
    vault.put("a", b"one")
    as_read = store.secrets()
    vault.put("a", b"two")
    monkeypatch.setattr(store, "secrets", lambda: as_read)
    with pytest.raises(UnavailableError, match="have changed meanwhile; stop every process"):
        vault.reseal(OTHER)
    monkeypatch.undo()
    assert Vault(store, KEY).get("a") == b"two"
    store.keep_secrets({"a": b"damaged, and long enough"})
    with pytest.raises(BrokenError, match="secret a"):
        vault.reseal(OTHER)


# --- where the key comes from


def test_a_key_is_made_in_a_file_that_its_owner_alone_can_read(tmp_path: Path, store: SqliteStore) -> None:
    file = tmp_path / "house.secret"
    made = make(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(base64.b64decode(file.read_text())) == 32
    assert of_file(file).in_store(store) == made.in_store(store) == base64.b64decode(file.read_text())
    assert make(tmp_path / "other.secret").in_store(store) != made.in_store(store)
    with pytest.raises(SecretKeyError, match=r"house\.secret: it is there already"):
        make(file)
    with pytest.raises(SecretKeyError, match="name a file in a folder of yours"):
        make(tmp_path / "nowhere" / "house.secret")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_can_reach_is_refused(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "house.secret"
    make(file)
    file.chmod(mode)
    with pytest.raises(SecretKeyError, match=rf"its mode is {mode:04o}, so that others can read it; chmod 600"):
        of_file(file)
    file.chmod(0o400)
    of_file(file)


@pytest.mark.parametrize("text", ["", "no key", "AAAA", base64.b64encode(bytes(31)).decode(), "é"])
def test_a_file_that_holds_no_key_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "house.secret"
    make(file)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SecretKeyError, match=r"house\.secret: (it is no secret key|the secret key cannot be read)"):
        of_file(file)
    with pytest.raises(SecretKeyError, match=r"there is no such file; .* 'dicehouse secrets new .*gone'"):
        of_file(tmp_path / "gone")


def test_a_key_comes_from_the_environment(store: SqliteStore) -> None:
    assert of_environment({}) is None
    given = of_environment({"DICEHOUSE_SECRET_KEY": base64.b64encode(bytes(range(32))).decode()})
    assert given is not None
    assert given.in_store(store) == bytes(range(32))
    with pytest.raises(SecretKeyError, match="DICEHOUSE_SECRET_KEY: it is no secret key"):
        of_environment({"DICEHOUSE_SECRET_KEY": "AAAA"})
    phrase = of_environment({"DICEHOUSE_PASSPHRASE": PHRASE})
    assert phrase is not None
    assert phrase.told == "DICEHOUSE_PASSPHRASE"


def test_a_passphrase_makes_another_key_in_every_store_and_the_same_in_one(tmp_path: Path, store: SqliteStore) -> None:
    key = of_passphrase(PHRASE).in_store(store)
    assert len(key) == 32
    assert of_passphrase(PHRASE).in_store(store) == key
    assert of_passphrase(PHRASE + "!").in_store(store) != key
    other = SqliteStore(tmp_path / "other.db")
    assert of_passphrase(PHRASE).in_store(other) != key
    other.close()
    with pytest.raises(SecretKeyError, match="it has 15 characters; choose one of 16 or more"):
        of_passphrase("x" * 15)
    of_passphrase("x" * 16)


def test_a_house_without_a_key_is_told_how_to_make_one_and_a_demo_has_it_beside_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "house.db"
    with pytest.raises(SecretKeyError, match=r"has no secret key.*'dicehouse secrets new house\.secret' and name it"):
        of_house(house(), journal)
    with pytest.raises(SecretKeyError, match="has no secret key"):
        of_house(house(demo=True), "postgresql://db/house")
    assert list(tmp_path.iterdir()) == []
    assert of_house(house(demo=True), journal).told == f"{journal}.secret"
    assert (tmp_path / "house.db.secret").stat().st_mode & 0o777 == 0o600
    assert beside(journal).told == f"{journal}.secret"
