"""`dicehouse upgrade`: a house of an earlier version goes on in this program, and nothing of it is lost."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from dicehouse.floor.stores import held
from dicehouse.journal.upgrade import version_of
from dicehouse.journal.verify import verify
from tests.commands import Said, dicehouse
from tests.journal.first_version import ENTRIES, HEAD, first_version
from tests.journal.pg import database, server
from tests.journal.test_upgrade import of_first_version
from tests.logs import database as as_a_file
from tests.stories.second_version import bodies

__all__ = ["database", "server"]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return first_version(tmp_path / "house.db")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder of a house, as `dicehouse init` makes one."""
    said = dicehouse(
        "init", str(tmp_path / "h"), "--admin", "Alex", "--password-stdin", stdin=b"seven rivers meet at dusk\n"
    )
    assert said.status == 0, said.err
    return tmp_path / "h"


def play_on(journal: Path, *commands: dict[str, Any]) -> list[Any]:
    """Commands of the dealer at the table; what came of them."""
    lines = "\n".join(
        json.dumps({"at": "2026-11-16T12:31:00+11:00", "by": "dora", "role": "dealer"} | it) for it in commands
    )
    said = dicehouse("table", "star-sicbo-2024", "--journal", str(journal), stdin=lines.encode())
    assert (said.status, said.err) == (0, "")
    return [json.loads(it) for it in said.out.splitlines()]


def test_a_house_of_the_first_version_is_copied_upgraded_and_verified(journal: Path) -> None:
    copy = journal.with_name("house.db.version-1")
    assert dicehouse("upgrade", str(journal)).rows == [
        f"{journal}: its tables are of version 1, and this program's are of 3",
        f"  copied to {copy}: {ENTRIES} entries, verified; head {HEAD}",
        f"  now of version 3, and verified again: the same {ENTRIES} entries, the same head",
        "  the copy has PINs and dice that nobody had seen, openly: keep it as you keep a key",
    ]
    assert (version_of(journal), version_of(copy), verify(copy).faults) == (3, 1, [])
    assert dicehouse("upgrade", str(journal)).rows == [
        f"{journal}: its tables are of version 3, and this program's are of 3; nothing to do"
    ]


def test_the_round_that_was_begun_under_the_first_version_ends_under_this_one(journal: Path) -> None:
    """Ann has 25.00 on Small; the dice show 1, 2 and 5, which is 8, and Small pays 1 to 1."""
    assert dicehouse("upgrade", str(journal)).status == 0
    did = play_on(
        journal,
        {"do": "close-betting", "id": "c"},
        {"do": "press-no-more-bets", "id": "p"},
        {"do": "uncover", "id": "u"},
        {"do": "announce-result", "id": "a", "dice": [1, 2, 5]},
        {"do": "enter-result", "id": "e", "dice": [1, 2, 5]},
        {"do": "settle", "id": "s"},
    )
    (settled,) = [it for it in did if it.get("event") == "winners-paid"]
    assert [(it["bet"], it["result"], it["winnings"]) for it in settled["settled"]] == [("w3", "win", 2_500)]
    assert verify(journal).faults == []
    drop = dicehouse("report", "payment-errors", "--journal", str(journal), "--as", "json").data
    assert [it["error"]["dollars"] for it in drop["rows"]] == ["1200.00"]


def test_a_house_of_the_second_version_is_upgraded_with_one_copy_alone(tmp_path: Path) -> None:
    journal = as_a_file(tmp_path / "house.db", bodies())
    with closing(apsw.Connection(str(journal))) as db:
        db.execute("pragma user_version = 2")
    _, copied, now = dicehouse("upgrade", str(journal)).rows
    assert f"house.db.version-2: {len(bodies())} entries, verified" in copied
    assert f"the same {len(bodies())} entries" in now
    assert sorted(it.name for it in tmp_path.glob("house.db*.version*")) == ["house.db.version-2"]


def test_a_check_changes_nothing_and_its_status_says_whether_there_is_something_to_do(journal: Path) -> None:
    before = journal.read_bytes()
    said = dicehouse("upgrade", str(journal), "--check")
    assert (said.status, said.err) == (1, "")
    assert f"copies it to {journal}.version-1 first" in said.out
    assert journal.read_bytes() == before
    assert not journal.with_name("house.db.version-1").exists()
    assert dicehouse("upgrade", str(journal)).status == 0
    assert dicehouse("upgrade", str(journal), "--check").status == 0


def test_a_house_is_named_by_its_folder_and_the_copy_goes_where_one_says(house: Path, tmp_path: Path) -> None:
    first_version(house / "house.db")
    file, due, copied, *_ = dicehouse("upgrade", str(house), "--backup", str(tmp_path / "kept.db")).rows
    assert file == f"{house / 'house.toml'}: of version 1, and this program's is 1; nothing to do"
    assert due.startswith(f"{house / 'house.db'}: its tables are of version 1")
    assert str(tmp_path / "kept.db") in copied
    assert not (house / "house.db.version-1").exists()


def test_a_house_of_a_later_version_is_left_as_it_is(house: Path, journal: Path) -> None:
    text = (house / "house.toml").read_text(encoding="utf-8")
    (house / "house.toml").write_text(text.replace("version = 1 ", "version = 2 "), encoding="utf-8")
    assert "this file is of version 2, and this program knows up to 1; install a later Dicehouse" in refused(str(house))
    with closing(apsw.Connection(str(journal))) as db:
        db.execute("pragma user_version = 4")
    assert "are of version 4, and this program knows up to 3; install a later Dicehouse" in refused(str(journal))


def refused(*arguments: str) -> str:
    said: Said = dicehouse("upgrade", *arguments)
    assert (said.status, said.out) == (2, "") or said.status == 1
    return said.err


def test_a_house_that_is_served_is_not_upgraded(journal: Path, house: Path) -> None:
    with closing(held(house / "house.db")):
        (house / "house.db").unlink()
        first_version(house / "house.db")
        said = dicehouse("upgrade", str(house / "house.db"))
    assert "another process serves it; stop that one" in said.err
    assert version_of(house / "house.db") == 1
    assert journal.exists()


def test_a_doctor_says_that_a_journal_is_of_an_earlier_version_and_leaves_it(house: Path) -> None:
    journal = first_version(house / "house.db")
    said = dicehouse("doctor", str(house))
    assert f"look  journal: {journal} is of an earlier version; type: dicehouse upgrade {journal}" in said.out
    assert version_of(journal) == 1


def test_a_journal_on_a_server_is_upgraded_once_somebody_says_that_it_was_dumped(database: str, house: Path) -> None:
    of_first_version(database, entries=2)
    check = dicehouse("upgrade", database, "--check")
    assert (check.status, "--dumped" in check.out) == (1, True)
    assert "pg_dump --format=custom" in dicehouse("upgrade", database).err
    doctor = dicehouse("doctor", str(house), "--journal", database).out
    assert "it is not tried on a journal that is to be upgraded" in doctor
    assert "is of an earlier version; type: dicehouse upgrade postgresql://" in doctor
    *_, last = dicehouse("upgrade", str(house), "--journal", database, "--dumped").rows
    assert last == "  now of version 3, and verified again: the same 2 entries, the same head"
