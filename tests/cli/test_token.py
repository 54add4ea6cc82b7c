"""`dicehouse token`: what a program shows is made once, kept hashed, and ended; and what doctor says of webhooks."""

import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicehouse.cli import house_files
from dicehouse.cli.app import app
from dicehouse.cli.token import SCOPE_NAMES
from dicehouse.web.identities import Token, key_hash
from dicehouse.web.roles import SCOPES


def dicehouse(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(it) for it in words], input=typed)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    done = dicehouse("init", folder, "--admin", "Alex", "--password-stdin", typed="seven rivers meet at dusk\n")
    assert done.exit_code == 0, done.output
    return folder


def tokens(house: Path) -> dict[str, Token]:
    return {it.name: it for it in house_files.read(house).roster.identities.tokens}


def test_a_token_is_printed_once_and_kept_as_its_hash_in_a_file_of_its_owner_alone(house: Path) -> None:
    done = dicehouse("token", "add", house, "board", "--scope", "tables", "--scope", "notices")
    assert done.exit_code == 0, done.output
    assert done.stderr == "board: may tables, notices for 365 days; it is shown this once\n"
    shown = done.stdout.strip()
    assert re.fullmatch("dicehouse_[A-Za-z0-9_-]{43}", shown)
    keys = house / "house.keys.json"
    assert shown not in keys.read_text(encoding="utf-8")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    kept = tokens(house)["board"]
    assert (kept.key, kept.scopes, kept.table) == (key_hash(shown), ("tables", "notices"), "")
    assert house_files.read(house).roster.identities.token_of(shown) == kept
    assert house_files.read(house).roster.identities.token_of(f"{shown}x") is None
    assert "board" not in (house / "house.toml").read_text(encoding="utf-8")


def test_no_two_tokens_are_alike(house: Path) -> None:
    made = {dicehouse("token", "add", house, f"t{it}", "--scope", "tables").stdout for it in range(3)}
    assert len(made) == 3


def test_the_tokens_are_listed_with_their_end_and_without_what_they_are(house: Path) -> None:
    assert dicehouse("token", "list", house).output == "none yet; 'dicehouse token add' makes one\n"
    dicehouse("token", "add", house, "shaker", "--scope", "dealing", "--table", "Sic Bo 1", "--days", 1)
    shown = dicehouse("token", "add", house, "x", "--scope", "pit").stdout.strip()
    said = dicehouse("token", "list", house).output
    first, second = said.splitlines()
    assert re.fullmatch(r"shaker  dealing, Sic Bo 1 alone  until \d{4}-\d\d-\d\d", first)
    assert re.fullmatch(r"x       pit  until \d{4}-\d\d-\d\d", second)
    assert shown not in said


def test_a_token_whose_time_is_over_is_listed_as_ended(house: Path) -> None:
    dicehouse("token", "add", house, "old", "--scope", "tables")
    keys = house / "house.keys.json"
    keys.write_text(re.sub(r'"until": "[^"]*"', '"until": "2020-01-01T00:00:00Z"', keys.read_text()), encoding="utf-8")
    assert dicehouse("token", "list", house).output == "old  tables  ended 2020-01-01\n"


def test_a_token_that_is_ended_is_gone_and_its_name_is_free(house: Path) -> None:
    dicehouse("token", "add", house, "board", "--scope", "tables")
    again = dicehouse("token", "add", house, "board", "--scope", "pit")
    assert (again.exit_code, "is there already" in again.output) == (1, True)
    assert dicehouse("token", "end", house, "board").output == "board: ended\n"
    assert tokens(house) == {}
    gone = dicehouse("token", "end", house, "board")
    assert (gone.exit_code, "there is no 'board'; there are none" in gone.output) == (1, True)
    assert dicehouse("token", "add", house, "board", "--scope", "pit").exit_code == 0


@pytest.mark.parametrize(
    "words, says",
    [
        (("Board", "--scope", "tables"), "small letters, digits and strokes"),
        (("board",), "Missing option '--scope'"),
        (("board", "--scope", "everything"), "is not one of"),
        (
            ("board", "--scope", "tables", "--table", "Sic Bo 9"),
            "no such table; it has Sic Bo 1, Craps 1",
        ),
        (("board", "--scope", "tables", "--days", "0"), "is not in the range"),
    ],
)
def test_a_mistake_is_one_line_and_makes_no_token(house: Path, words: tuple[str, ...], says: str) -> None:
    done = dicehouse("token", "add", house, *words)
    assert done.exit_code != 0
    assert says in done.output
    assert tokens(house) == {}


def test_the_scopes_that_can_be_given_are_those_that_there_are() -> None:
    assert set(SCOPE_NAMES) == set(SCOPES)


def test_doctor_says_where_webhooks_go_and_what_is_wrong_with_them(house: Path) -> None:
    secret = house / "hook.secret"
    with (house / "house.toml").open("a", encoding="utf-8") as file:
        for name, feed in (("board", "tables"), ("collector", "journal")):
            url = f"https://{name}.example/hook"
            file.write(f'\n[[webhooks]]\nname = "{name}"\nurl = "{url}"\nsecret = "hook.secret"\nfeed = "{feed}"\n')
    missing = dicehouse("doctor", house)
    assert missing.exit_code == 1
    assert f"mend  webhooks: board: {secret}: No such file or directory" in missing.output
    secret.write_text("0123456789abcdef0123456789abcdef", encoding="ascii")
    secret.chmod(0o600)
    said = dicehouse("doctor", house)
    assert said.exit_code == 0, said.output
    assert "good  webhooks: board is sent the feed 'tables' at https://board.example/hook\n" in said.output
    assert (
        "good  webhooks: collector is sent the feed 'journal' with people's names at https://collector.example/hook\n"
        in said.output
    )
