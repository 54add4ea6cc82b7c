"""The verifier as a process of its own: a question in, progress and a report out."""

import io
import json
import runpy
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import VerifyError, verify
from dicehouse.journal.verify.__main__ import Question, Said
from tests.journal.aside import draft
from tests.journal.contract import written


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "journal.db")
    for no in (1, 2, 3):
        written(store, draft(no=no))
    store.close()
    return tmp_path / "journal.db"


def answer(monkeypatch: pytest.MonkeyPatch, **question: Any) -> list[dict[str, Any]]:
    """What the module says when it is run, in this process so that its branches are counted."""

    class Stream:
        def __init__(self, text: bytes = b"") -> None:
            self.buffer = io.BytesIO(text)

    out = Stream()
    monkeypatch.setattr("sys.stdin", Stream(json.dumps({"most": 20, **question}).encode()))
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.delitem(sys.modules, "dicehouse.journal.verify.__main__", raising=False)
    runpy.run_module("dicehouse.journal.verify", run_name="__main__")
    return [json.loads(line) for line in out.buffer.getvalue().splitlines()]


def test_a_journal_is_reported_with_progress_on_the_way(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, progress: Any, **more: Any) -> Any:
        progress(1024)
        return verify(journal, **more)

    with monkeypatch.context() as patch:
        patch.setattr("dicehouse.journal.verify.verify", slow)
        first, last = answer(patch, journal=str(journal))
    assert first == {"read": 1024}
    assert (last["report"]["entries"], last["report"]["faults"]) == (3, [])


def test_why_there_is_no_report_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = answer(monkeypatch, journal=str(tmp_path / "none.db"))
    assert (Question.__struct_fields__, Said.__struct_fields__) == (
        ("journal", "anchors", "most"),
        ("read", "report", "error"),
    ), "who asks and who answers agree"
    assert said == {"error": f"{tmp_path / 'none.db'}: No such file or directory; name the file of a journal"}


def test_it_runs_as_a_process_and_reads_nothing_from_where_it_is_started(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('somebody else')", encoding="utf-8")
    run = [sys.executable, "-P", "-m", "dicehouse.journal.verify"]
    asked = json.dumps({"journal": str(journal), "most": 1})
    done = subprocess.run(run, input=asked, text=True, capture_output=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout)["report"]["entries"] == 3


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket cannot be opened by anyone, not even by those who may read every file."""
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as line:
        line.bind("a.db")
        with pytest.raises(VerifyError, match=r"^a\.db: it may not be read; name the file of a journal"):
            verify("a.db")
