"""`dicehouse secrets`: a key is made, changed while nobody serves the journal, and given up when it is lost."""

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicehouse.cli.app import app
from dicehouse.floor.secret_key import make, of_file, of_passphrase
from dicehouse.floor.stores import held
from dicehouse.floor.vault import Vault
from dicehouse.journal.sqlite import SqliteStore

PHRASE = "a sentence that nobody guesses"


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DICEHOUSE_SECRET_KEY", "DICEHOUSE_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """A journal with a secret under old.secret; new.secret is there too."""
    make(tmp_path / "old.secret")
    make(tmp_path / "new.secret")
    with closing(SqliteStore(tmp_path / "house.db")) as store:
        Vault(store, of_file(tmp_path / "old.secret")).put("a", b"one")
    return str(tmp_path / "house.db")


def secrets(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["secrets", *map(str, words)], input=typed)


def opened_by(key: Path, journal: str) -> bytes | None:
    with closing(SqliteStore(journal)) as store:
        return Vault(store, of_file(key)).get("a")


def test_a_key_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "house.secret"
    first = secrets("new", file)
    assert (first.exit_code, f"{file}: a new secret key; keep a copy" in first.output) == (0, True)
    assert file.stat().st_mode & 0o777 == 0o600
    again = secrets("new", file)
    assert (again.exit_code, "it is there already; name a new file" in again.output) == (1, True)


def test_all_secrets_are_put_under_another_key(journal: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.secret", tmp_path / "new.secret"
    done = secrets("rotate", journal, "--from", old, "--to", new)
    assert done.output == f"{journal}: 1 secrets are under {new} now; the old key opens none of them\n"
    assert opened_by(new, journal) == b"one"
    wrong = secrets("rotate", journal, "--from", old, "--to", new)
    assert (wrong.exit_code, f"{old}: the secrets of this journal are kept under another key" in wrong.output) == (
        1,
        True,
    )
    assert opened_by(new, journal) == b"one"


def test_a_passphrase_is_typed_twice_and_taken_from_the_environment(
    journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.secret"
    done = secrets("rotate", journal, "--from", old, "--to-passphrase", typed=f"{PHRASE}\n{PHRASE}\n")
    assert (done.exit_code, "under the passphrase now" in done.output) == (0, True)
    assert PHRASE not in done.output
    with closing(SqliteStore(journal)) as store:
        assert Vault(store, of_passphrase(PHRASE)).get("a") == b"one"
    monkeypatch.setenv("DICEHOUSE_PASSPHRASE", PHRASE)
    assert secrets("rotate", journal, "--to", old).exit_code == 0
    assert opened_by(old, journal) == b"one"
    short = secrets("rotate", journal, "--from-passphrase", "--to", old, typed="short\n")
    assert "the passphrase: it has 5 characters; choose one of 16 or more" in short.output


@pytest.mark.parametrize(
    "words, said",
    [
        (("--from", "old.secret"), "name the new key with --to FILE, or take --to-passphrase"),
        (("--from", "old.secret", "--to", "new.secret", "--to-passphrase"), "one of the two"),
        (("--to", "new.secret"), "name the key that the secrets are under with --from FILE"),
        (("--from", "gone.secret", "--to", "new.secret"), "gone.secret: there is no such file"),
        (("--from", "old.secret", "--to", "gone.secret"), "gone.secret: there is no such file"),
    ],
)
def test_what_is_missing_is_told_and_nothing_changes(words: tuple[str, ...], said: str, journal: str) -> None:
    folder = Path(journal).parent
    told = secrets("rotate", journal, *(folder / it if it.endswith(".secret") else it for it in words))
    assert told.exit_code in {1, 2}
    assert said in told.output
    assert opened_by(folder / "old.secret", journal) == b"one"


def test_an_environment_that_holds_no_key_is_told(
    journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHOUSE_SECRET_KEY", "no key")
    told = secrets("rotate", journal, "--to", tmp_path / "new.secret")
    assert "DICEHOUSE_SECRET_KEY: it is no secret key" in told.output


@pytest.mark.parametrize("command", [("rotate", "--from", "old.secret", "--to", "new.secret"), ("forget", "--yes")])
def test_no_key_is_changed_while_somebody_serves_the_journal(command: tuple[str, ...], journal: str) -> None:
    folder = Path(journal).parent
    words = [folder / it if it.endswith(".secret") else it for it in command]
    with closing(held(journal)):
        told = secrets(words[0], journal, *words[1:])
        assert (told.exit_code, "another process serves it; stop that one" in told.output) == (1, True)
    assert opened_by(folder / "old.secret", journal) == b"one"
    gone = secrets(words[0], folder / "gone.db", *words[1:])
    assert (gone.exit_code, "there is no such journal" in gone.output) == (1, True)
    assert not (folder / "gone.db").exists()


def test_secrets_whose_key_is_lost_are_removed_and_a_new_key_is_taken(journal: str, tmp_path: Path) -> None:
    kept = secrets("forget", journal, typed="n\n")
    assert kept.exit_code == 1
    assert opened_by(tmp_path / "old.secret", journal) == b"one"
    gone = secrets("forget", journal, typed="y\n")
    assert "2 secrets are gone; serve it with a new key" in gone.output
    assert opened_by(tmp_path / "new.secret", journal) is None
