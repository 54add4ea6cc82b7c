"""The command: kill houses until so many kills are reached, on SQLite and on PostgreSQL, whose server ends meanwhile.

    python -m tools.kills --sqlite 10000 --postgres 500
    python -m tools.kills --sqlite 400 --minutes 5 --jobs 4

Each journal sees KILLS_OF_ONE kills (`tools.kills.lives`). The server of PostgreSQL is crashed, or stopped in good
order, after every fourth kill or so while the house runs, and started again. It stops with status 1 at the first
journal on which something answered is lost, or is there twice, and says which; at the end, or when its minutes are
over, it says how many kills there were.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from tools.postgres_server import HOUSE, Server

KILLS_OF_ONE: Final = 20
"""Kills of one journal."""
PATIENCE: Final = 600.0
"""Seconds without a word after which a journal's kills hang."""
SERVER_ENDS: Final = 1 / 4
"""How often the server of a database ends after a kill."""
ROOT: Final = Path(__file__).parents[2]

AfterKill = Callable[[], None]


class Sum(NamedTuple):
    """What came of the kills of a journal, or of several."""

    journals: int = 0
    kills: int = 0
    answered: int = 0
    """Commands that somebody heard an answer to."""
    entries: int = 0
    server_ends: int = 0
    """How often a database's server was crashed or stopped, and started again."""

    def plus(self, it: "Sum") -> "Sum":
        return Sum(*map(int.__add__, self, it))

    def __str__(self) -> str:
        return (
            f"{self.kills} kills on {self.journals} journals, {self.answered} commands answered, "
            f"{self.entries} entries, servers ended {self.server_ends} times: nothing lost, nothing twice"
        )


class LostError(Exception):
    """The books of a journal do not agree with what was answered."""


def killed(
    where: str, seed: int, kills: int = KILLS_OF_ONE, after: AfterKill = lambda: None, *, defect: str = ""
) -> Sum:
    """Kill a house on a new journal so often; a LostError when its books are wrong. `after` is called after each kill
    but the last, while the next life begins."""
    command = [sys.executable, "-m", "tools.kills.lives", where, str(kills), str(seed), *([defect] if defect else [])]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as lives:
        if lives.stdout is None or lives.stderr is None:
            raise RuntimeError("the lives cannot be heard")
        last_word = time.monotonic()
        stopped = threading.Event()

        def watches() -> None:
            while not stopped.wait(1):
                if time.monotonic() - last_word > PATIENCE:
                    lives.kill()

        watching = threading.Thread(target=watches, daemon=True)
        watching.start()
        words: list[str] = []
        try:
            for line in lives.stdout:
                last_word, words = time.monotonic(), line.split()
                if words[0] == "killed" and int(words[1]) < kills:
                    after()
            error = lives.stderr.read()
        except BaseException:
            lives.kill()
            raise
        finally:
            stopped.set()
            watching.join()
    if lives.returncode or len(words) != 3:
        raise LostError(f"{where}, seed {seed}: {error.strip() or 'the house does not answer'}")
    reached, answered, entries = map(int, words)
    return Sum(1, reached, answered, entries)


def on_sqlite(seed: int, kills: int) -> Sum:
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        return killed(str(Path(folder) / "journal.db"), seed, kills)


def on_server(server: Server, seed: int, kills: int) -> Sum:
    """On PostgreSQL, whose server ends now and then while the house runs, and comes back."""
    chance, ends = random.Random(f"server {seed}"), 0

    def after() -> None:
        nonlocal ends
        if chance.random() < SERVER_ENDS:
            time.sleep(chance.uniform(0.0, 1.0))
            server.crash() if chance.random() < 0.5 else server.stop()
            server.start()
            ends += 1

    server.clear()
    return killed(server.address(HOUSE), seed, kills, after)._replace(server_ends=ends)


@contextmanager
def running_server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="dicehouse-") as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.remove()


def shares(kills: int) -> Iterator[int]:
    """How many kills each journal gets."""
    whole, rest = divmod(kills, KILLS_OF_ONE)
    yield from [KILLS_OF_ONE] * whole
    if rest:
        yield rest


def together(name: str, kills: int, jobs: int, first: int, until: float, of_one: Callable[[int, int], Sum]) -> Sum:
    """All kills of a kind, so many journals at a time; it says how far it has come after each journal."""
    total = Sum()
    waiting = enumerate(shares(kills), first)
    lock = threading.Lock()

    def works() -> None:
        nonlocal total
        while time.monotonic() < until:
            with lock:
                seed, share = next(waiting, (0, 0))
            if not share:
                return
            found = of_one(seed, share)
            with lock:
                total = total.plus(found)
                print(f"{name}, seed {seed}: {total}", flush=True)

    if jobs == 1:
        works()  # here, for a server is started under an alarm, which the main thread alone may set
        return total
    with ThreadPoolExecutor(jobs) as pool:
        for work in [pool.submit(works) for _ in range(jobs)]:
            work.result()
    return total


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.kills", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sqlite", type=int, default=0, help="kills of houses on SQLite")
    parser.add_argument("--postgres", type=int, default=0, help="kills of houses on PostgreSQL")
    parser.add_argument("--seed", type=int, default=1, help="of the first journal")
    parser.add_argument("--jobs", type=int, default=2, help="journals at a time, on SQLite")
    parser.add_argument("--minutes", type=float, default=24 * 60.0, help="after which no other journal is begun")
    it = parser.parse_args(arguments)
    until = time.monotonic() + 60 * it.minutes
    said: list[str] = []
    try:
        if it.sqlite:
            said.append(f"SQLite: {together('SQLite', it.sqlite, it.jobs, it.seed, until, on_sqlite)}")
        if it.postgres:
            with running_server() as server:
                of_one = partial(on_server, server)
                said.append(f"PostgreSQL: {together('PostgreSQL', it.postgres, 1, it.seed, until, of_one)}")
    except LostError as error:
        print(error)
        return 1
    print("\n".join(said))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
