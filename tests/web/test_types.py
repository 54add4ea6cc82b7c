"""The types of the consoles are those of the server."""

from pathlib import Path

import pytest

from tools import typescript


def test_the_typescript_types_are_current() -> None:
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.written(), "run python tools/typescript.py"


def test_a_file_that_is_not_current_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typescript, "TARGET", tmp_path / "types.ts")
    assert typescript.main(["--check"]) == 1
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0
