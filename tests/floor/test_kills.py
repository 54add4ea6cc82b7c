"""A whole house that is killed again and again loses nothing that it answered, and does nothing twice.

A short run of `make kills`, which kills it 10,000 times on SQLite and 500 times on PostgreSQL, whose server is crashed
or stopped and started again meanwhile. That these kills would find what is lost is shown by a house that forgets.
"""

from pathlib import Path

import pytest

from tests.journal.pg import Server
from tools.kills import __main__ as kills
from tools.kills.__main__ import LostError, Sum, killed, on_server, shares


def test_a_house_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    found = killed(str(tmp_path / "journal.db"), seed=3, kills=4)
    assert (found.journals, found.kills) == (1, 4)
    assert found.entries > found.answered >= 2


def test_the_same_on_postgresql_whose_server_ends_meanwhile(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "SERVER_ENDS", 1.0)
    found = on_server(server, seed=3, kills=2)
    assert (found.kills, found.server_ends) == (2, 1)
    assert found.entries > found.answered >= 1
    server.clear()


def test_a_house_that_answers_before_it_has_written_is_found(tmp_path: Path) -> None:
    with pytest.raises(LostError, match="answered and are lost"):
        killed(str(tmp_path / "journal.db"), seed=1, kills=20, defect="acknowledged-early")


def test_the_journals_share_all_kills_between_them() -> None:
    assert list(shares(45)) == [20, 20, 5]
    assert list(shares(20)) == [20]
    assert str(Sum(2, 40, 100, 300, 7)) == (
        "40 kills on 2 journals, 100 commands answered, 300 entries, servers ended 7 times: nothing lost, nothing twice"
    )
