"""The house's files: who is taken out is out, what staff set themselves is kept, and a broken file changes nothing."""

import fcntl
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dicehouse.journal.store import UnavailableError
from dicehouse.table.config import ConfigError
from dicehouse.web.app import end_of_the_gone
from dicehouse.web.identities import Passkey, Token, has_password, key_hash, password_hash, read
from dicehouse.web.roster import Roster
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Sessions
from tests.web.test_sessions import Clock

FIRST, SECOND, OWN = (password_hash(it) for it in ("the first one", "the second one", "one of my own"))
HOUSE = """
second_factor = ["inspector"]
[[staff]]
name = "Dora"
roles = ["dealer"]
password = "{dora}"
[[staff]]
name = "Inge"
roles = ["inspector"]
password = "{inge}"
"""
KEY = Passkey(id="AAAA", public_key="BBBB")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE.format(dora=FIRST, inge=FIRST))
    return file


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SecurityLog]:
    made = SecurityLog(tmp_path / "log")
    yield made
    made.close()


def roster(house: Path) -> Roster:
    return Roster(read(house.read_text()), house, house.with_suffix(".keys.json"))


def test_the_house_says_of_whom_a_passkey_is_demanded(house: Path) -> None:
    made = roster(house)
    dora, inge = made.staff_named("Dora"), made.staff_named("Inge")
    assert dora
    assert inge
    assert (made.must_have_passkey(dora), made.must_have_passkey(inge)) == (False, True)


def test_what_staff_set_themselves_is_there_after_a_restart_and_for_nobody_elses_eyes(house: Path) -> None:
    made = roster(house)
    made.set_password("Dora", OWN)
    made.add_passkey("Dora", KEY)
    made.has_signed("Dora", "AAAA", 7)
    keys = house.with_suffix(".keys.json")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    dora = roster(house).staff_named("Dora")
    assert dora
    assert has_password(dora, "one of my own")
    assert not has_password(dora, "the first one")
    assert [(it.id, it.count) for it in dora.passkeys] == [("AAAA", 7)]
    assert [it.name for it in house.parent.iterdir() if it.name.startswith(".")] == []


def test_a_new_password_in_the_houses_file_takes_the_place_of_ones_own(house: Path) -> None:
    made = roster(house)
    made.set_password("Dora", OWN)
    house.write_text(HOUSE.format(dora=SECOND, inge=FIRST))
    assert made.look() == {"Dora"}
    assert has_password(made.staff_named("Dora"), "the second one")
    assert not has_password(made.staff_named("Dora"), "one of my own")


def test_another_process_that_keeps_a_passkey_loses_none_of_this_one(house: Path) -> None:
    one, other = roster(house), roster(house)
    one.add_passkey("Dora", KEY)
    other.add_passkey("Inge", Passkey(id="CCCC", public_key="DDDD"))
    assert one.look() == {"Inge"}
    assert one.look() == frozenset()
    for it in (one, other, roster(house)):
        assert [len(person.passkeys) for person in it.identities.staff] == [1, 1]


REGISTERS = """
import sys
from pathlib import Path
from dicehouse.web.identities import Passkey, read
from dicehouse.web.roster import Roster
house, who, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
made = Roster(read(house.read_text()), house, house.with_suffix(".keys.json"))
sys.stdin.readline()
for number in range(times):
    made.add_passkey(who, Passkey(id=f"AAA{number}", public_key="BBBB"))
"""


def test_two_processes_that_write_at_once_lose_nothing(house: Path) -> None:
    command = [sys.executable, "-c", REGISTERS, str(house)]
    both = [
        subprocess.Popen([*command, who, "40"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for who in ("Dora", "Inge")
    ]
    for it in both:
        assert it.stdin
        it.stdin.write("go\n")
        it.stdin.flush()
    assert [it.communicate(timeout=60)[1] for it in both] == ["", ""]
    after = roster(house)
    for who in ("Dora", "Inge"):
        staff = after.staff_named(who)
        assert staff
        assert [it.id for it in staff.passkeys] == [f"AAA{number}" for number in range(40)]


def test_a_process_that_does_not_let_go_of_the_file_is_told_and_nothing_changes(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = roster(house)
    made.add_passkey("Dora", KEY)
    monkeypatch.setattr("dicehouse.web.roster.PATIENCE", 0.05)
    with (house.parent / "house.keys.json-lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(UnavailableError, match=r"keys\.json: another process holds it"):
            made.add_passkey("Dora", Passkey(id="CCCC", public_key="BBBB"))
    for it in (made, roster(house)):
        dora = it.staff_named("Dora")
        assert dora
        assert dora.passkeys == (KEY,)


def test_whom_another_process_changed_is_signed_out_though_this_one_wrote_since(house: Path) -> None:
    here, there = roster(house), roster(house)
    there.set_password("Inge", OWN)
    here.add_passkey("Dora", KEY)
    assert here.look() == {"Inge"}
    assert here.look() == frozenset()
    assert there.look() == {"Dora"}


def test_a_token_that_another_process_ends_is_noticed_and_one_that_it_makes_comes_in(house: Path) -> None:
    here, there = roster(house), roster(house)
    token = Token(name="board", scopes=("tables",), key=key_hash("x"), until=datetime(2099, 1, 1, tzinfo=UTC))
    there.add_token(token)
    assert here.look() == frozenset()
    assert here.identities.token_of("x") == token
    there.end_token("board")
    assert here.look() == {"token:board"}
    assert here.identities.token_of("x") is None
    with pytest.raises(ConfigError, match="there is no 'board'"):
        here.end_token("board")


def test_passkeys_that_are_lost_are_forgotten(house: Path) -> None:
    made = roster(house)
    made.add_passkey("Inge", KEY)
    assert made.forget_passkeys("Inge") == 1
    assert made.forget_passkeys("Inge") == 0
    assert made.forget_passkeys("nobody") == 0
    inge = roster(house).staff_named("Inge")
    assert inge
    assert inge.passkeys == ()


def test_whoever_is_taken_out_of_the_file_is_signed_out_and_nobody_else(
    house: Path, tmp_path: Path, log: SecurityLog
) -> None:
    made, sessions = roster(house), Sessions(Clock())
    for kind, name in (("staff", "Dora"), ("staff", "Inge"), ("player", "Dora")):
        sessions.begin(kind, name)  # type: ignore[arg-type]  # kinds of sessions
    end_of_the_gone(sessions, made, log)
    assert len(sessions) == 3
    house.write_text(HOUSE.format(dora=FIRST, inge=FIRST).replace("Dora", "Nora"))
    end_of_the_gone(sessions, made, log)
    assert {(it.kind, it.name) for it in sessions._kept.values()} == {("staff", "Inge"), ("player", "Dora")}
    assert '"whom": "Dora"' in (tmp_path / "log").read_text()


def test_whoever_gets_another_rank_signs_in_again(house: Path) -> None:
    made = roster(house)
    house.write_text(HOUSE.format(dora=FIRST, inge=FIRST).replace('"dealer"', '"dealer", "cashier"'))
    assert made.look() == {"Dora"}


@pytest.mark.parametrize("text", ["[[staff]", "\udcff"])
def test_a_file_that_cannot_be_read_is_told_once_and_what_it_said_before_counts(
    house: Path, tmp_path: Path, log: SecurityLog, text: str
) -> None:
    made, sessions = roster(house), Sessions(Clock())
    sessions.begin("staff", "Dora")
    house.write_bytes(text.encode("utf-8", "surrogateescape"))
    end_of_the_gone(sessions, made, log)
    end_of_the_gone(sessions, made, log)
    assert (tmp_path / "log").read_text().count("roster-unreadable") == 1
    assert (len(sessions), made.staff_named("Dora") is not None) == (1, True)


def test_a_role_that_is_mistyped_later_is_told_with_the_file_and_what_it_said_before_counts(house: Path) -> None:
    made = roster(house)
    house.write_text(HOUSE.format(dora=FIRST, inge=FIRST).replace('"dealer"', '"inspecter"'))
    with pytest.raises(ConfigError, match=r"house.toml: line \d+: staff\.0\.roles: Dora is .*mean inspector"):
        made.look()
    dora = made.staff_named("Dora")
    assert dora
    assert dora.roles == ("dealer",)


def test_a_file_of_keys_that_cannot_be_read_is_told_before_anything_starts(house: Path) -> None:
    house.with_suffix(".keys.json").write_text("{")
    with pytest.raises(ConfigError, match=r"keys\.json"):
        roster(house)
