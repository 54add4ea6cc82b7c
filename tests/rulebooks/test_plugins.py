"""Games that packages bring: the example is installed, found by its entry point, valued and played."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dicehouse.odds import values_of
from dicehouse.rulebooks import load
from dicehouse.rulebooks.nicknames import wager_called
from dicehouse.table import Config, new_table
from dicehouse.views.layout import layout_view
from tests.croupier import Croupier, happened
from tests.houses import mistake, write

EXAMPLE = Path(__file__).parents[2] / "examples" / "high-low"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example in a folder of its own, built and installed with nothing from outside; the path of its rulebook."""
    copy, target = tmp_path / "high-low", tmp_path / "packages"
    shutil.copytree(EXAMPLE, copy)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(copy)],
        check=True, capture_output=True,
    )  # fmt: skip
    monkeypatch.syspath_prepend(str(target))
    monkeypatch.delitem(sys.modules, "dicehouse_high_low", raising=False)
    return str(copy / "high-low.toml")


def test_the_example_package_is_valued_drawn_and_played(installed: str) -> None:
    book = load(installed)
    assert list(book.wagers) == ["high", "low", *(f"doubles-{face}" for face in range(1, 7))]
    assert {str(values_of(book, book.wagers[it])[0].edge) for it in ("high", "low")} == {"1/6"}
    assert str(values_of(book, book.wagers["doubles-3"])[0].edge) == "5/36"
    assert wager_called(book, "doubles 3").id == "doubles-3"
    view = layout_view(new_table(book, Config()))
    assert [it.id for it in view.areas if it.face.dice == (3, 3)] == ["doubles-3"]
    at = Croupier(installed, name="Corner").opens().seats(ann=1)
    at.invites()
    happened(at.bets("ann", "high", 1_000))
    happened(at.bets("ann", "doubles-3", 500))
    at.settles(6, 4)
    assert at.rack("ann") == 100_000 + 1_000 - 500
    assert at.replays()


def test_a_family_of_a_package_that_is_declared_wrongly_is_one_line(installed: str) -> None:
    code = Path(installed).parents[1] / "packages" / "dicehouse_high_low" / "__init__.py"
    code.write_text(code.read_text(encoding="utf-8").replace(", OTHERWISE: terms.lose()", ""), encoding="utf-8")
    assert "high, open: no arm names (1, 1)" in str(mistake(installed))


HEAD = (EXAMPLE / "high-low.toml").read_text(encoding="utf-8")


def test_a_game_that_nobody_brings_is_told_with_the_nearest(tmp_path: Path) -> None:
    error = mistake(write(tmp_path, HEAD.replace('game = "high-low"', 'game = "crap"')))
    assert (error.key, error.line) == ("game", 4)
    assert "'crap' is not one of sicbo, symbols, craps; did you mean craps?" in str(error)


@pytest.mark.parametrize(
    "value, says",
    [
        ("nowhere:GAME", "cannot be loaded: No module named 'nowhere'; install it anew"),
        ("dicehouse.games:GAMES", "is dict and no Game"),
        ("dicehouse.games.craps:GAME", "calls its game 'craps' and its entry point 'broken'"),
    ],
)
def test_a_package_that_is_wrong_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, says: str
) -> None:
    about = tmp_path / "broken-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[dicehouse.games]\nbroken = {value}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    error = str(mistake(write(tmp_path, HEAD.replace('game = "high-low"', 'game = "broken"'))))
    assert says in error
    assert "\n" not in error
