"""Sessions: they end by the clock, by signing out and by being revoked, and their tokens are kept nowhere."""

from datetime import UTC, datetime, timedelta

import pytest

from dicehouse.table.config import ConfigError
from dicehouse.web import sessions
from dicehouse.web.identities import has_key, has_password, password_hash, read
from dicehouse.web.roles import Ranks
from dicehouse.web.sessions import DEVICE_LASTS, IDLE, LASTS, Sessions

SECOND = timedelta(seconds=1)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(clock: Clock) -> Sessions:
    return Sessions(clock)


def test_a_session_without_anything_done_ends_after_an_hour(kept: Sessions, clock: Clock) -> None:
    token, session = kept.begin("player", "Ann")
    clock.now += IDLE - SECOND
    assert kept.find(token) is session
    clock.now += IDLE
    assert kept.find(token) is None
    assert session.ended


def test_a_session_in_use_ends_after_twelve_hours(kept: Sessions, clock: Clock) -> None:
    token, session = kept.begin("staff", "Dora")
    while clock.now < session.since + LASTS - SECOND:
        clock.now = min(clock.now + IDLE - SECOND, session.since + LASTS - SECOND)
        assert kept.find(token) is session
    clock.now += SECOND
    assert kept.find(token) is None


def test_a_device_stays_without_doing_anything(kept: Sessions, clock: Clock) -> None:
    token, session = kept.begin("display", "display 1")
    clock.now += DEVICE_LASTS - SECOND
    assert kept.find(token) is session
    clock.now += SECOND
    assert kept.find(token) is None


def test_what_has_run_out_is_swept_and_who_listens_is_told(kept: Sessions, clock: Clock) -> None:
    told: list[str] = []
    _, session = kept.begin("player", "Ann")
    session.on_end.append(lambda: told.append("Ann"))
    kept.sweep()
    assert told == []
    clock.now += IDLE
    kept.sweep()
    assert (told, len(kept)) == (["Ann"], 0)
    assert not kept.alive(session, clock())


def test_revoking_someone_ends_all_of_their_sessions_and_nobody_elses(kept: Sessions) -> None:
    for name in ("Ann", "Ann", "Bob"):
        kept.begin("player", name)
    assert kept.revoke("Ann") == 2
    assert len(kept) == 1


def test_the_token_is_not_among_what_is_kept(kept: Sessions) -> None:
    token, session = kept.begin("player", "Ann")
    assert token not in repr(session)
    assert token.encode() not in session.key
    assert kept.find(token + "x") is None


def test_when_there_are_too_many_the_oldest_goes(kept: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 3)
    first, _ = kept.begin("player", "first")
    for number in range(3):
        kept.begin("player", str(number))
    assert len(kept) == 3
    assert kept.find(first) is None


# --- who may sign in


STAFF = f"""
[[staff]]
name = "Dora"
roles = ["dealer"]
password = "{password_hash("seven")}"
"""


def test_staff_are_read_from_a_file_and_known_by_their_password() -> None:
    found = read(STAFF)
    dora = found.staff_named("Dora")
    assert has_password(dora, "seven")
    assert not has_password(dora, "eleven")
    assert not has_password(found.staff_named("Nora"), "seven")


@pytest.mark.parametrize(
    "text, says",
    [
        ("[[staff]", "not TOML"),
        (STAFF + STAFF, "twice"),
        (STAFF.replace("$argon2id", "$md5"), "password"),
        (STAFF.replace('["dealer"]', "[]"), "roles"),
        (STAFF + 'pin = "1"', "pin"),
        ('[[devices]]\nname = "d"\nkind = "toaster"\ntable = "T"\nkey = "' + "0" * 64 + '"', "kind"),
        ('[[devices]]\nname = "d"\nkind = "display"\ntable = "T"\nkey = "short"', "key"),
    ],
    ids=["toml", "twice", "password", "roles", "unknown", "kind", "key"],  # a hash of a password is new every time
)
def test_a_mistake_in_the_file_is_told_by_its_key(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        read(text)


@pytest.mark.parametrize(
    "wrong, says",
    [
        ("casino-superviser", "did you mean casino-supervisor?; write one of"),
        ("Dealer", "did you mean dealer?; write one of"),
        ("zebra", "no such role; write one of"),
        ("player", "no such role; write one of"),
    ],
)
def test_a_role_that_is_mistyped_is_told_by_its_key_its_line_and_the_nearest_word(wrong: str, says: str) -> None:
    text = 'security_log = "stderr"\n\n[[staff]]\nname = "Nora"\nroles = ["inspector"]\npassword = "$argon2id$x"\n'
    mistyped = STAFF.replace('["dealer"]', f'["dealer", "{wrong}"]')
    with pytest.raises(ConfigError) as found:
        read(text + mistyped)
    assert str(found.value).startswith(
        f"line 10: staff.1.roles: Dora is {wrong!r}, and the house knows no such role"
    ), str(found.value)
    assert says in str(found.value)
    assert "casino-supervisor" in str(found.value)


def test_ranks_of_a_house_with_rules_of_its_own_are_known_there_alone() -> None:
    croupier = STAFF.replace("dealer", "croupier")
    with pytest.raises(ConfigError, match="Dora is 'croupier'"):
        read(croupier)
    assert read(croupier, Ranks(frozenset({"croupier"}), frozenset())).staff_named("Dora")
    assert read(STAFF, Ranks(frozenset({"croupier"}), frozenset())).staff_named("Dora")


def test_no_device_has_the_key_of_nobody() -> None:
    assert not has_key(None, "")
