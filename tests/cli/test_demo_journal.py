"""Where a demo keeps its journal when none is named: with its user's settings, not where it was started."""

from pathlib import Path

import pytest

from dicehouse.cli.serve import _demo_journal


def test_a_demo_is_kept_with_the_settings_of_its_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    here.mkdir()
    for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.chdir(here)
    journal = Path(_demo_journal())
    assert journal.name == "demo.db"
    assert home in journal.parents
    assert journal.parent.is_dir()
    assert list(here.iterdir()) == []
