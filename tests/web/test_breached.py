"""Passwords known from breaches elsewhere: a sorted list beside the house's file is searched, however long it is."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.web.passwords import breached
from dicehouse.web.roster import Roster
from tests.web.served import PASSWORD, Browser, Served

KNOWN = "horses eat plain oats"
NEW = "nobody has ever typed this"


def digits(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest()


def listed(file: Path, *passwords: str, end: str = ":3\r\n") -> Path:
    """As Have I Been Pwned writes it: capitals, a count, and lines as on Windows."""
    file.write_bytes("".join(f"{it.upper()}{end}" for it in sorted(digits(one) for one in passwords)).encode())
    return file


@given(st.lists(st.text(min_size=1), min_size=1, max_size=40, unique=True), st.sampled_from([":3\r\n", "\n"]))
def test_each_password_of_a_list_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, passwords: list[str], end: str
) -> None:
    inside = [it for it in passwords[1:] if it.isprintable()]
    known = listed(tmp_path_factory.getbasetemp() / "breached.txt", *inside, end=end)
    assert all(breached(it, known) for it in inside)
    assert not breached(passwords[0], known) or passwords[0] in inside
    assert not breached("\0" + passwords[0], known)


def test_a_list_that_is_empty_or_not_there_holds_nobody_up(tmp_path: Path) -> None:
    assert breached(KNOWN, None) == ""
    assert breached(KNOWN, listed(tmp_path / "breached.txt")) == ""


@pytest.fixture
def house(other_house: Served, tmp_path: Path) -> Iterator[tuple[Served, Path]]:
    """A house whose file has a list beside it."""
    roster: Roster = other_house.app.state.roster
    roster._house = tmp_path / "house.toml"
    yield other_house, tmp_path / "house.breached.txt"
    roster._house = None


def test_nobody_takes_a_password_that_is_in_the_list_beside_the_houses_file(house: tuple[Served, Path]) -> None:
    served, beside = house
    it = Browser(served).signs_in("staff", name="the scrutineer", password=PASSWORD)
    listed(beside, KNOWN, "another")
    said = it.post("/api/password", {"current": PASSWORD, "new": KNOWN})
    assert (said.status, said.why) == (400, "weak-password")
    assert "known from a breach" in said.json["refused"]["message"]
    assert it.post("/api/password", {"current": PASSWORD, "new": NEW}).status == 200
    served.app.state.roster._own.pop("the scrutineer")
    served.app.state.roster.identities = served.app.state.roster._merged()
