"""Nothing acknowledged is lost and nothing is there twice, wherever the process, the disk or the power fails."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import pytest

from dicehouse.journal.record import hash_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Repeated, UnavailableError, Written
from tests.journal.contract import KILLS, KILLS_OF_ONE_JOURNAL, NOON, aside, draft, open_store, sound, whys
from tests.journal.faulty import Disk, chapters, tell

TABLES = 6
POINTS = range(1, 4)
"""Even the smallest transaction asks this often for something of the disk."""
FAULTY = Path(__file__).with_name("faulty.py")


def killed_at_work(address: str, seconds: float) -> list[list[str]]:
    """What a process under load had said when it was killed, so long after its first word."""
    child = aside(address, "load", TABLES)
    with child:
        assert child.stdout is not None
        lines = [child.stdout.readline()]
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    return [line.split() for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("journal", range(KILLS // KILLS_OF_ONE_JOURNAL))
def test_everything_acknowledged_before_a_kill_is_there_once(tmp_path: Path, journal: int) -> None:
    address = f"dicehouse.journal.sqlite:SqliteStore:{tmp_path / 'journal.db'}"
    chance = random.Random(journal)
    acknowledged: dict[tuple[str, int], tuple[int, str]] = {}
    for _ in range(KILLS_OF_ONE_JOURNAL):
        words = killed_at_work(address, chance.uniform(0.0, 0.06))
        for number, no, seq, digest in words:
            key = (f"table {number}", int(no))
            assert key not in acknowledged
            acknowledged[key] = (int(seq), digest)
        store = open_store(address)
        found = sound(store)
        for (stream, place), (_, digest) in acknowledged.items():
            assert hash_of(found[stream][f"{stream}, {place}"]) == digest
        for number, no, *_ in words[-20:]:
            stream, id = f"table {number}", f"table {number}, {no}"
            assert store.write([draft(stream, 1, id)]) == [Repeated(found[stream][id])]
        store.close()
    assert acknowledged


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: the disk of these tests knows what is synced, so none need turn for it."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else tmp_path) as folder:
        yield Path(folder)


@pytest.mark.parametrize("kind", ["stops", "loses-power"])
def test_a_machine_that_stops_at_any_write_or_sync_keeps_what_it_acknowledged(memory: Path, kind: str) -> None:
    run = [sys.executable, str(FAULTY), str(memory), kind]
    lines = subprocess.run(run, check=True, text=True, capture_output=True, timeout=120).stdout.splitlines()
    said: dict[int, list[list[str]]] = {}
    for line in lines:
        at, *words = line.split("|")
        said.setdefault(int(at), []).append(words)
    points = len(list(memory.glob("*.db")))
    assert points > 60
    for point in range(1, points + 1):
        store = SqliteStore(memory / f"{point}.db")
        found = sound(store)
        for stream, id, digest in said.get(point, []):
            assert hash_of(found[stream][id]) == digest
        assert set().union(*(whys(store.write(batch)) for batch in chapters())) <= {"written", "repeated"}
        assert sum(map(len, sound(store).values())) == 10
        assert store.balances() == {"float": 897, "rack/1": 0, "rack/2": 53, "~cash": -950}
        store.close()
    assert len(said[points]) == 10


@pytest.fixture
def disk() -> Iterator[Disk]:
    made = Disk("a disk of the tests")
    yield made
    made.unregister()


def io_error() -> None:
    raise apsw.IOError


def full() -> None:
    raise apsw.FullError


def read_only() -> None:
    raise apsw.ReadOnlyError


FAULTS = pytest.mark.parametrize("fault", [io_error, full, read_only])


@FAULTS
def test_a_disk_that_fails_at_any_write_or_sync_never_makes_a_false_acknowledgement(
    memory: Path, disk: Disk, fault: Callable[[], None]
) -> None:
    """At each point: what failed is not there, what was said is, and when the disk is mended all goes on."""
    point, errors = 0, list[str]()
    while True:
        point += 1
        path = memory / f"{point}.db"
        said: list[Written] = []
        disk.mends()
        disk.breaks(point, fault)
        try:
            tell(path, disk.name, lambda _, outcome: said.append(outcome))  # noqa: B023 (called within the turn)
        except UnavailableError as error:
            errors.append(str(error))
        if disk.count < point:
            break
        disk.mends()
        store = SqliteStore(path)
        found = sound(store)
        assert {it.hash for it in said} <= {hash_of(body) for of in found.values() for body in of.values()}
        for batch in chapters():
            assert set(whys(store.write(batch))) <= {"written", "repeated"}
        assert sum(map(len, sound(store).values())) == 10
        store.close()
    assert len(errors) > 20
    assert all("; " in it for it in errors)


@FAULTS
def test_a_store_works_again_as_soon_as_its_disk_does(tmp_path: Path, disk: Disk, fault: Callable[[], None]) -> None:
    store = SqliteStore(tmp_path / "journal.db", vfs=disk.name)
    store.write([draft("cage", 1, moves=(("~cash", -500), ("rack/1", 500)))])
    for point in POINTS:
        no = store.length("table 1") + 1
        it = draft("table 1", no, moves=(("rack/1", -1), ("float", 1)))
        before = list(store.bodies()), store.balances()
        for attempt in (
            lambda: store.write([it]),  # noqa: B023 (called within the turn)
            lambda: store.keep("table 1", 0, b""),
            lambda: store.lead("table 1", "anna", NOON, 10),
            lambda: store.seal(b"checkpoint"),
        ):
            disk.breaks(point, fault, stays=True)
            with pytest.raises(UnavailableError, match="; "):
                attempt()
            assert (list(store.bodies()), store.balances()) == before
            disk.mends()
        assert whys(store.write([it])) == ["written"]
    assert store.balance("float") == store.length("table 1") == len(POINTS)
    assert store.seals() == []
    sound(store)
    store.close()
