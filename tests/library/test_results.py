"""Results as frames: figures and their exact fractions, handed to pandas, Arrow and DuckDB, and drawn."""

import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import dicehouse as dh
from dicehouse.library.frames import Frame
from dicehouse.rulebooks import BUILT_IN
from dicehouse.rulebooks.loader import SHIPPED
from tests.houses import HOUSE, write


def test_odds_are_numbers_with_their_fractions_beside_them() -> None:
    row = dh.odds("star-craps").row("win-line")
    assert row["edge_exact"] == "7/495"
    assert row["edge"] == pytest.approx(7 / 495)
    assert (row["name"], row["pays"], row["clause"]) == ("Win Line", "1:1", "6.1.1")


def test_odds_at_a_stake_are_as_it_is_paid_in_chips() -> None:
    assert dh.odds("star-craps", stake=1).row("place-win-6")["return_exact"] == "15/11"
    assert dh.odds("star-craps", stake="6.00", chip="1.00").row("place-win-6")["return_exact"] == "65/66"


def test_a_reading_changes_them() -> None:
    assert dh.odds("star-sicbo-2024").row("even")["edge_exact"] == "1/36"
    tried = dh.odds("star-sicbo-2024", readings={"even_totals": "printed"}).row("even")["edge_exact"]
    assert tried == str(1 - dh.wager("star-sicbo-2024", "even", readings={"even_totals": "printed"}).returns)
    assert tried != "1/36"


def test_a_frame_is_read_by_arrow_pandas_and_duckdb() -> None:
    odds = dh.odds("star-craps")
    assert odds.to_arrow().num_rows == len(odds) == 71
    assert odds.to_pandas().set_index("id").edge_exact["win-line"] == "7/495"
    assert pa.table(odds).schema == odds.to_arrow().schema
    with duckdb.connect() as con:
        con.register("odds", odds)
        found = con.execute("select edge_exact from odds where id = 'win-line'").fetchall()
    assert found == [("7/495",)]


def test_whole_numbers_stay_whole_where_some_are_missing() -> None:
    allowed = dh.Table("star-craps").allowed().to_pandas()
    assert str(allowed.least_cents.dtype) == "Int64"
    assert allowed.set_index("wager").least_cents["horn"] == 400


def test_a_library_that_is_not_installed_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, how in (("polars", "polars"), ("pandas", "pandas"), ("pyarrow", r"'dicehouse\[audit\]'")):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ImportError, match=rf"^this needs {module}: pip install {how}$"):
            getattr(Frame("a", {"a": [1]}), f"to_{module.replace('py', '')}")()


def test_a_row_that_is_not_there_is_told() -> None:
    with pytest.raises(KeyError, match="no row has id 'roulette'"):
        dh.odds("star-craps").row("roulette")


def test_a_frame_is_shown_as_a_table_with_what_it_says_written_safely() -> None:
    shown = Frame("a <b>", {"n": [1234, None], "text": ["<i>", "x"], "part": [0.5, 0.25]})._repr_html_()
    assert "a &lt;b&gt;" in shown
    assert "&lt;i&gt;" in shown
    assert ">1,234<" in shown
    long = Frame("long", {"n": list(range(100))})
    assert "and 40 rows more" in long._repr_html_()
    assert repr(long) == "<Frame long: 100 rows, 1 columns>"


def test_a_wager_tells_when_it_wins_and_draws_itself() -> None:
    wager = dh.wager("star-craps", "pass line")
    assert (wager.id, wager.name, wager.returns, wager.edge) == (
        "win-line",
        "Win Line",
        Fraction(488, 495),
        Fraction(7, 495),
    )
    assert wager.how
    assert wager.clauses[0] == "6.1.1"
    assert wager.payouts()["chance_exact"] == ["244/495", "251/495"]
    assert wager.odds().row("win-line")["edge_exact"] == "7/495"
    assert ET.fromstring(wager.drawing().svg).tag.endswith("svg")
    assert "Win Line" in wager._repr_html_()


def test_a_behind_wager_has_a_value_for_each_point() -> None:
    assert len(dh.wager("star-craps", "behind come").values) == 6


@pytest.mark.parametrize("name", [*BUILT_IN, *SHIPPED])
def test_every_rulebook_has_a_felt_with_all_that_it_offers(name: str) -> None:
    book = dh.rulebook(name)
    svg = ET.fromstring(book.felt().svg)
    texts = " ".join(it.text or "" for it in svg.iter("{http://www.w3.org/2000/svg}text"))
    for wager in book.core.wagers.values():
        for word in wager.name.split():
            assert word in texts


def test_a_rulebook_of_ones_own_goes_by_its_path(tmp_path: Path) -> None:
    file = write(tmp_path, HOUSE)
    book = dh.rulebook(file)
    assert dh.rulebook(book) is book
    assert dh.rulebook(book.core).id == book.id == file.stem
    assert len(dh.odds(file)) == len(dh.odds(book))
    assert book.hash == book.core.hash
    assert book.document in repr(book.core.document)
    with pytest.raises(ValueError, match="readings are changed while a rulebook is loaded"):
        dh.rulebook(book, readings={"even_totals": "printed"})


def test_a_rulebook_lists_its_wagers_and_its_readings() -> None:
    book = dh.rulebook("star-craps")
    assert book.wagers().row("come")["clause"] == "6.1.3"
    assert book.wagers().row("behind-come")["stands_behind"] == "come"
    assert set(book.readings()["reading"]) == set(book.core.open_readings)
    assert "<svg" in book._repr_html_()


def test_a_drawing_is_saved_where_one_says(tmp_path: Path) -> None:
    drawing = dh.rulebook("star-craps").felt()
    saved = drawing.save(tmp_path / "felt.svg")
    assert saved.read_text(encoding="utf-8") == drawing.svg == drawing._repr_svg_()
    assert repr(drawing) == "<Drawing felt of star-craps>"
