"""`dicehouse sheet`: a par sheet as HTML or PDF, and a clear word where it cannot be written."""

import sys
from datetime import date
from pathlib import Path

import pytest

from dicehouse.money import Cents
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.sheet import as_html, as_pdf, sheet
from tests.commands import dicehouse
from tests.houses import HOUSE, write


@pytest.mark.parametrize("book", BUILT_IN)
def test_a_sheet_goes_to_standard_output_as_html(book: str) -> None:
    said = dicehouse("sheet", book)
    assert (said.status, said.err) == (0, "")
    assert said.out == as_html(sheet(load(book)))


@pytest.mark.parametrize("name", ["sheet.html", "sheet.htm", "SHEET.HTML"])
def test_a_sheet_goes_to_an_html_file(name: str, tmp_path: Path) -> None:
    said = dicehouse("sheet", "star-craps", "-o", str(tmp_path / name))
    assert (said.status, said.out, said.err) == (0, "", "")
    assert (tmp_path / name).read_text(encoding="utf-8") == as_html(sheet(load("star-craps")))


def test_a_sheet_goes_to_a_pdf_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    said = dicehouse("sheet", "aruze-sicbo", "-o", str(file))
    assert (said.status, said.out, said.err) == (0, "", "")
    assert file.read_bytes() == as_pdf(sheet(load("aruze-sicbo")))
    assert file.read_bytes().startswith(b"%PDF-")


def test_readings_a_chip_and_a_date_go_on_the_sheet() -> None:
    options = ("--reading", "horn=all_returned", "--chip", "2.50", "--date", "2026-11-15")
    book = load("star-craps", {"horn": "all_returned"})
    assert dicehouse("sheet", "star-craps", *options).out == as_html(sheet(book, Cents(250), date(2026, 11, 15)))


def test_an_operators_own_rulebook_has_a_sheet(tmp_path: Path) -> None:
    said = dicehouse("sheet", str(write(tmp_path, HOUSE)))
    assert "<h1>Par sheet: Sic Bo at the Corner House</h1>" in said.out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("star-craps", "-o", "sheet.doc"), "sheet.doc is neither .html nor .pdf, so there is no telling"),
        (("star-craps", "-o", "sheet"), "sheet is neither .html nor .pdf, so there is no telling what to write"),
        (("star-crap",), "star-crap: there is no such rulebook; did you mean star-craps?"),
        (("star-craps", "--date", "2026-02-30"), "Invalid value for '--date': '2026-02-30' does not match"),
        (("star-craps", "--chip", "0.00"), "Invalid value for '--chip': it is nothing; give an amount above 0.00"),
        (("star-craps", "--reading", "horn"), "'horn' is not KEY=VALUE"),
        (("star-craps", "-o", "no/such/sheet.html"), "no/such/sheet.html: No such file or directory"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_in_one_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in dicehouse("sheet", *arguments).mistake
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_a_pdf_is_refused_with_the_way_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    said = dicehouse("sheet", "star-craps", "-o", str(tmp_path / "sheet.pdf"))
    assert "pip install 'dicehouse[report]'" in said.mistake
    assert list(tmp_path.iterdir()) == []
    assert dicehouse("sheet", "star-craps", "-o", str(tmp_path / "sheet.html")).status == 0


def test_the_help_has_examples_that_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, HOUSE, "my-house.toml")
    examples = [it.split() for it in dicehouse("sheet", "-h").out.splitlines() if it.startswith("    dicehouse sheet")]
    assert len(examples) == 3
    for _, *arguments in examples:
        said = dicehouse(*arguments)
        assert (said.status, said.out, said.err) == (0, "", "")
        assert (tmp_path / arguments[-1]).stat().st_size > 10_000
