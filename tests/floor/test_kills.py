"""A whole house that is killed again and again loses nothing that it answered, and does nothing twice.

`make soak` kills it 10,000 times on SQLite and 500 times on PostgreSQL, whose server is crashed and started again
meanwhile. DICEHOUSE_KILLS_OF_HOUSES and DICEHOUSE_KILLS_OF_SERVED_HOUSES say how often otherwise.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journal.pg import Server
from tests.soak import SOAK

KILLED = Path(__file__).with_name("killed.py")
OF_ONE = 20 if SOAK else 2
"""Kills of one journal."""
ON_SQLITE = int(os.environ.get("DICEHOUSE_KILLS_OF_HOUSES", "10000" if SOAK else "4"))
ON_POSTGRES = int(os.environ.get("DICEHOUSE_KILLS_OF_SERVED_HOUSES", "500" if SOAK else "2"))


def killed(where: str, seed: int, meanwhile: Callable[[], None] = lambda: None) -> tuple[int, int, int]:
    """How many kills, commands that were answered, and entries."""
    run = [sys.executable, str(KILLED), where, str(OF_ONE), str(seed)]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        meanwhile()
        out, err = program.communicate(timeout=60 + 30 * OF_ONE)
    assert program.returncode == 0, err
    kills, answered, entries = map(int, out.split())
    return kills, answered, entries


@pytest.mark.parametrize("seed", range(ON_SQLITE // OF_ONE))
def test_a_house_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path, seed: int) -> None:
    kills, answered, entries = killed(str(tmp_path / "journal.db"), seed)
    assert kills == OF_ONE
    assert entries > answered >= OF_ONE


@pytest.mark.parametrize("seed", range(ON_POSTGRES // OF_ONE))
def test_the_same_on_postgresql_whose_server_crashes_meanwhile(database: str, server: Server, seed: int) -> None:
    def crashes() -> None:
        time.sleep(random.Random(seed).uniform(1.5, 6.0))
        server.crash()
        server.start()

    kills, answered, entries = killed(database, seed, crashes)
    assert kills == OF_ONE
    assert entries > answered >= OF_ONE
