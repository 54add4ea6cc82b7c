"""A process that has a journal open reaches the file through SQLite alone, or loses what it acknowledges later.

Whatever else opens and closes the file in the same process drops the process's locks on it. Then the next program that
reads the journal takes itself for the last one and removes the write-ahead log under the writer.
"""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.journal.contract import ASIDE, open_store


def test_a_journal_verified_by_its_writer_and_then_read_by_another_program_loses_nothing(tmp_path: Path) -> None:
    """The other program has a SQLite of its own, as a backup has, which may be an older one: that of Python here."""
    path = tmp_path / "journal.db"
    address = f"dicehouse.journal.sqlite:SqliteStore:{path}"
    run = [sys.executable, str(ASIDE), address, "obey"]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as writer:

        def says(word: str) -> str:
            assert writer.stdin is not None
            assert writer.stdout is not None
            print(word, file=writer.stdin, flush=True)
            return writer.stdout.readline().strip()

        assert says("20") == says("verify") == "20"
        other = sqlite3.connect(path)
        assert other.execute("select count(*) from entries").fetchall() == [(20,)]
        other.close()
        assert says("40") == "60"
        writer.send_signal(signal.SIGKILL)
    store = open_store(address)
    assert store.length("table 1") == 60
    store.close()
