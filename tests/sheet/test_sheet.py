"""The par sheet: every wager with its exact figures, the same on paper as on the screen, and nothing that breaks it."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict
from datetime import date
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typst

from dicehouse import __version__
from dicehouse.money import Cents
from dicehouse.odds import Value, values
from dicehouse.odds.figures import decimal, percent
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.loader import text_of
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.sheet import as_html, as_pdf, sheet
from dicehouse.sheet.content import DEFINITIONS, OPEN_POINTS
from dicehouse.sheet.parts import Cell, Column, Facts, Section, Sheet, Signatures, Table, Text
from dicehouse.sheet.pdf import TYPST
from tests.houses import HOUSE, changed, write

DOLLAR = Cents(100)
ON = date(2026, 11, 15)

every_book = pytest.mark.parametrize("book", BUILT_IN)

Row = list[tuple[str, ...]]
"""The cells of a row, each as its lines."""


class Page(HTMLParser):
    """A page read back: its headings, paragraphs, facts and tables, and whether every element is closed."""

    VOID = frozenset({"meta", "col", "br", "link"})
    LINE = frozenset({"br", "small", "strong", "div"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.texts: list[str] = []
        self.facts: list[str] = []
        self.tables: list[list[Row]] = []
        self.lines: list[str] = []
        self.title = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        if tag in self.LINE and self.lines[-1:] != [""]:
            self.lines.append("")
        elif tag not in self.LINE:
            self.lines = [""]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        said = tuple(it for it in self.lines if it)
        match tag:
            case "title":
                self.title = " ".join(said)
            case "h1" | "h2" | "h3":
                self.headings.append(" ".join(said))
            case "p":
                self.texts.append(" ".join(said))
            case "dt" | "dd":
                self.facts.append(" ".join(said))
            case "th" | "td":
                self.tables[-1][-1].append(said)
            case _:
                pass

    def handle_data(self, data: str) -> None:
        if self.lines and data.strip():
            self.lines[-1] += data.strip("\n").replace("\u200b", "")

    def table(self, *titles: str) -> list[dict[str, tuple[str, ...]]]:
        """The rows of the table that has these columns, by column."""
        head, *rows = next(it for it in self.tables if it[0][: len(titles)] == [(title,) for title in titles])
        assert all(len(row) == len(head) for row in rows)
        return [{title[0]: cell for title, cell in zip(head, row, strict=True)} for row in rows]

    @property
    def wagers(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {row["Wager"][1]: row for row in self.table("Wager", "Clauses")}


@cache
def page(book: str, chip: Cents | None = None, on: date | None = None, **changes: str) -> Page:
    return Page(as_html(sheet(load(book, changes), chip, on)))


def both(x: Fraction) -> tuple[str, ...]:
    return (str(x), percent(x, 4)) if x else ("0",)


# --- what stands on it


@every_book
def test_the_sheet_says_which_rulebook_it_is_about_and_what_made_it(book: str) -> None:
    it, read = load(book), page(book)
    assert read.title == f"Par sheet: {it.name}"
    dice = {2: "2, with 36 equally likely outcomes", 3: "3, with 216 equally likely outcomes"}[it.dice.count]
    assert read.facts[:16] == [
        *("Name", it.name, "Rulebook", book, "Document", it.document, "Edition", it.edition),
        *("Regulator", it.regulator, "Dice", dice, "Rulebook hash", it.hash, "Made with", f"Dicehouse {__version__}"),
    ]
    assert len(it.hash) == 64
    assert read.headings == [
        *(f"Par sheet: {it.name}", "Rulebook", "Wagers", "Payouts and their chances", "Payment in chips"),
        *("Readings in force", "How the figures are defined", "Signatures", "Prepared by", "Checked by"),
    ]


@every_book
def test_every_wager_is_on_the_sheet_with_its_exact_figures(book: str) -> None:
    rows = page(book).wagers
    expected = {value.id: value for value in values(load(book))}
    assert list(rows) == list(expected)
    for id, it in expected.items():
        row = rows[id]
        assert row["Wager"][0] == it.name
        assert row["Return"][:2] == both(it.returns)
        told = {title: row[title] for title in ("Win", "Lose", "Push", "Edge, made", "Edge, decided", "Edge, a roll")}
        assert told == {
            "Win": both(it.win),
            "Lose": both(it.lose),
            "Push": both(it.push),
            "Edge, made": both(it.edge),
            "Edge, decided": both(it.edge_decided),
            "Edge, a roll": both(it.edge / it.rolls),
        }
        assert row["Variance"] == (str(it.variance), decimal(it.variance, 4))
        assert row["Rolls"] == (str(it.rolls), decimal(it.rolls, 4))


def test_figures_are_told_as_fractions_and_to_four_places() -> None:
    row = page("star-craps").wagers["dont-win"]
    assert row["Win"] == ("949/1980", "47.9293%")
    assert row["Push"] == ("1/36", "2.7778%")
    assert row["Return"] == ("217/220", "98.6364%")
    assert row["Edge, made"] == ("3/220", "1.3636%")
    assert row["Edge, decided"] == ("27/1925", "1.4026%")
    assert row["Variance"] == ("423419/435600", "0.9720")
    assert row["Rolls"] == ("557/165", "3.3758")
    assert row["Edge, a roll"] == ("9/2228", "0.4039%")
    assert row["Volatility"] == ("0.9859",)
    assert page("star-craps").wagers["win-line"]["Push"] == ("0",)


@every_book
def test_the_payouts_of_a_wager_are_all_its_ends_and_add_up_to_its_return(book: str) -> None:
    ends: dict[str, list[dict[str, tuple[str, ...]]]] = {}
    for row in page(book).table("Wager", "Id", "Ends with"):
        ends.setdefault(row["Id"][0], []).append(row)
    for it in values(load(book)):
        rows = ends.pop(it.id)
        assert {row["Wager"] for row in rows} == {(it.name,)}
        assert sorted(row["Ends with"][0] for row in rows) == sorted(end.label for end in it.payouts)
        chances = [Fraction(row["Chance"][0]) for row in rows]
        assert sum(chances) == 1
        assert [row["In percent"] for row in rows] == [(percent(chance, 4),) for chance in chances]
        back = [Fraction(row["Money back for a unit staked"][0]) for row in rows]
        assert sum(map(Fraction.__mul__, chances, back)) == it.returns * it.outlay
    assert ends == {}


def test_the_best_payout_stands_first_and_a_loss_last() -> None:
    rows = page("star-sicbo-2024").table("Wager", "Id", "Ends with")
    prices = ("500:1", "100:1", "75:1", "50:1", "35:1", "20:1", "15:1", "10:1", "6:1")
    for id in ("streak-small-big", "streak-odd-even"):
        told = [row["Ends with"][0] for row in rows if row["Id"] == (id,)]
        assert told == [*(f"win {price}" for price in prices), "lose"]
        assert page("star-sicbo-2024").wagers[id]["Pays"] == (", ".join(prices),)
    rows = page("star-craps").table("Wager", "Id", "Ends with")
    assert [row["Ends with"][0] for row in rows if row["Id"] == ("dont-win",)] == ["win 1:1", "push", "lose"]


def test_a_price_that_several_rolls_pay_is_named_once() -> None:
    assert page("star-craps").wagers["horn-high-12"]["Pays"] == ("33:1 on 2/5, 33:1 on 1/5, 16:1 on 1/5",)


def test_clauses_come_in_their_order_the_defining_one_first() -> None:
    wagers = page("star-craps").wagers
    assert wagers["win-line"]["Clauses"] == ("6.1.1, 6.1.1.1.1, 6.1.1.1.2, 6.1.1.2.1, 6.1.1.2.2, 8.1[Win Line]",)
    streak = page("star-sicbo-2024").wagers["streak-small-big"]["Clauses"][0].split(", ")
    assert streak == ["6.3", "6.4.1", "6.4.2", *(f"7.2[{count} in a row]" for count in range(4, 13))]


@every_book
def test_every_clause_of_a_wager_is_on_the_sheet(book: str) -> None:
    told: dict[str, set[str]] = {}
    for value in values(load(book)):
        clauses = page(book).wagers[value.id]["Clauses"][0].split(", ")
        assert clauses[0] == value.wager.clause
        assert len(set(clauses)) == len(clauses)
        told.setdefault(value.wager.id, set()).update(clauses)
    whole = {id: set(", ".join(it.clauses).split(", ")) for id, it in load(book).wagers.items()}
    assert told == whole


def test_a_behind_wager_cites_the_odds_of_its_own_point_only() -> None:
    wagers = page("star-craps").wagers
    assert wagers["behind-come-4"]["Clauses"] == ("6.1.7, 6.1.7.2, 6.1.7.3, 8.1[Behind the Come 4/10]",)
    assert wagers["behind-come-9"]["Clauses"] == ("6.1.7, 6.1.7.2, 6.1.7.3, 8.1[Behind the Come 5/9]",)


def test_a_commission_is_told_as_outlay() -> None:
    wagers = page("star-craps").wagers
    assert wagers["lay-4"]["Wager"] == ("Lay 4", "lay-4", "outlay 41/40 of the stake")
    assert wagers["place-win-4"]["Wager"] == ("Place to Win 4", "place-win-4")


def test_a_wager_that_the_house_may_leave_out_is_called_optional() -> None:
    wagers = page("star-sicbo-2024").wagers
    assert wagers["streak-odd-even"]["Wager"] == ("Super Streak Odd or Even", "streak-odd-even", "optional")
    assert wagers["small"]["Wager"] == ("Small", "small")


@every_book
def test_figures_stand_on_the_right_and_words_on_the_left(book: str) -> None:
    tables = [it for section in sheet(load(book), DOLLAR).sections for it in section.blocks if isinstance(it, Table)]
    assert tables
    for table in tables:
        for place, column in enumerate(table.columns):
            told = [row[place].lines[0] for row in table.rows]
            assert column.right == all(re.fullmatch(r"\$?-?[\d./]+%?( at \$[\d.]+)?", it) for it in told)


# --- wagers above 100%


def over(book: Rulebook) -> list[Value]:
    return [it for it in values(book) if it.returns > 1]


@every_book
def test_exactly_the_wagers_above_all_are_marked_with_a_word(book: str) -> None:
    marked = [id for id, row in page(book).wagers.items() if "above 100%" in row["Return"]]
    assert marked == [it.id for it in over(load(book))]


def test_wagers_above_all_are_named_at_the_top() -> None:
    assert page("crown-sicbo-b").texts[0] == (
        "These wagers return above 100%, so the house loses on them in the long run: Red (140.74%), Green (140.74%),"
        " Blue (140.74%), Double Red (103.70%), Double Green (103.70%), Double Blue (103.70%)."
    )
    assert page("crown-sicbo-b").wagers["colour-red"]["Return"] == ("38/27", "140.7407%", "above 100%")
    assert page("star-craps").texts[0] == "No wager returns more than 100%."
    assert page("star-craps").wagers["behind-come-6"]["Return"] == ("1", "100.0000%")


# --- readings and definitions


@every_book
def test_every_open_reading_is_on_the_sheet_as_it_is_in_force(book: str) -> None:
    it = load(book)
    rows = page(book).table("Id", "Key")
    assert OPEN_POINTS in page(book).texts
    assert [row["Key"][0] for row in rows] == list(it.open_readings)
    for row in rows:
        reading = readings()[row["Key"][0]]
        chosen = it.readings[reading.key]
        assert row["Id"] == (reading.id, *reading.also)
        assert row["In force"] == (shown(chosen),)
        assert row["Status"] == ("as shipped",)
        assert row["The point, and how it is read"] == (reading.asks, reading.options[chosen])
        assert row["Clauses"] == (", ".join(reading.clauses[it.document]),)


def test_a_changed_reading_is_marked_with_a_word_and_so_is_what_was_shipped() -> None:
    rows = page("star-craps", hardways="either_before").table("Id", "Key")
    status = {row["Key"][0]: (row["In force"], row["Status"]) for row in rows if row["Status"] != ("as shipped",)}
    assert status == {"hardways": (("either_before",), ("shipped: both_before", "changed"))}
    assert page("star-craps", hardways="either_before").wagers["hard-4"]["Return"][2] == "above 100%"


def test_every_figure_is_defined() -> None:
    told = page("star-craps").facts
    defined = dict(zip(told[16::2], told[17::2], strict=True))
    assert defined == DEFINITIONS
    for title in ("Pays", "Win, lose, push", "Return", "Edge, made", "Edge, decided", "Variance", "Rolls"):
        assert title in defined


# --- chips


@pytest.mark.parametrize(
    "book, changes, says",
    [
        ("star-craps", {}, "The winnings of each wager are rounded up to the smallest chip. Clause 6.7."),
        ("crown-sicbo-a", {}, "The winnings of each wager are rounded up to the smallest chip. Clause 4.2.3."),
        (
            "aruze-sicbo",
            {},
            "The winnings of each wager are paid to the cent. The document has no clause on it.",
        ),
        (
            "star-craps",
            {"chip_rounding": "down"},
            "The winnings of each wager are rounded down to the smallest chip. Clause 6.7.",
        ),
    ],
)
def test_the_rule_on_chips_is_told_with_its_clause(book: str, changes: dict[str, str], says: str) -> None:
    told = page(book, **changes).texts[1]
    assert told == f"{says} The figures above are those of the odds alone, before any rounding."
    assert page(book, **changes).texts[2] == OPEN_POINTS


def test_with_a_chip_the_sheet_names_the_stakes_that_rounding_makes_too_good() -> None:
    read = page("star-craps", DOLLAR)
    rows = {row["Wager"][1]: row for row in read.table("Wager", "Return unrounded")}
    assert rows["place-win-6"] == {
        "Wager": ("Place to Win 6", "place-win-6"),
        "Return unrounded": ("65/66", "98.4848%"),
        "Stakes at 100% or more": (
            "$1.00 to $5.00, $7.00 to $10.00, $13.00 to $15.00, $19.00 to $20.00, $25.00",
        ),
        "Highest return": ("15/11 at $1.00", "136.3636%"),
        "Minimum": ("$6.00",),
        "Unit": ("$6.00",),
    }  # fmt: skip
    assert rows["behind-come-6"]["Stakes at 100% or more"] == ("$1.00 to $4.00, and again every $5.00",)
    assert "horn" not in rows
    assert read.texts[1].startswith(
        "In chips of $1.00, rounding lifts these wagers above 100% at some stakes: Behind the Win Line 5 (up to 120.00%"
        " at $1.00), "
    )
    assert "Place to Win 6 (up to 136.36% at $1.00)" in read.texts[1]
    assert read.texts[3] == (
        "In chips of $1.00, the stakes below return 100% or more, and more than their wager does unrounded. The sign"
        " at the table can rule them out by a minimum and the unit above it; for each wager the lowest such sign is"
        " given. One sign for every wager that has an edge: minimum $26.00, unit $1.00."
    )
    assert read.texts[4] == (
        "At 100% or more by their own odds, whatever the stake: Behind the Win Line, Behind the Don't Win, Behind the"
        " Come, Behind the Don't Come."
    )


IN_UNITS = """\
based_on = "star-craps"
readings.crap_eleven = "half_paid_all_returned"
wagers.crap-eleven.odds.craps = { pays = "7.1 to 1", clause = "6.1.23" }
"""


def test_stakes_of_a_wager_in_units_are_told_in_runs_of_units(tmp_path: Path) -> None:
    made = Page(as_html(sheet(load(write(tmp_path, IN_UNITS)), DOLLAR)))
    rows = {row["Wager"][1]: row for row in made.table("Wager", "Return unrounded")}
    told = rows["crap-eleven"]["Stakes at 100% or more"]
    assert told == ("$2.00 to $18.00, and again every $20.00",)


@pytest.mark.parametrize(
    "book, fair",
    [
        ("aruze-sicbo", []),
        (
            "crown-sicbo-b",
            ["Red, Green, Blue, Double Red, Double Green, Double Blue"],
        ),
    ],
)  # fmt: skip
def test_where_rounding_does_nothing_the_sheet_says_so(book: str, fair: list[str]) -> None:
    told = page(book, DOLLAR).texts[2:]
    none = "In chips of $1.00, no stake returns more than its wager does unrounded."
    assert told[: told.index(OPEN_POINTS)] == [
        none,
        *(f"At 100% or more by their own odds, whatever the stake: {it}." for it in fair),
    ]


# --- dates and signatures


def test_there_is_no_date_on_the_sheet_unless_one_is_given() -> None:
    assert "Date" not in page("star-craps").facts
    assert page("star-craps", on=ON).facts[16:18] == ["Date", "2026-11-15"]
    assert sheet(load("star-craps"), on=ON).date == "2026-11-15"
    assert sheet(load("star-craps")).date == ""


def test_there_is_a_place_for_two_people_to_sign_and_date() -> None:
    assert page("star-craps").texts[-6:] == ["Name and position", "Signature", "Date"] * 2


@every_book
def test_the_same_rulebook_gives_the_same_sheet(book: str) -> None:
    assert as_html(sheet(load(book), DOLLAR)) == as_html(sheet(load(book), DOLLAR))


# --- as HTML

TINY = Sheet(
    title="A & B",
    version="1.2",
    hash="beef",
    date="",
    sections=(
        Section("One", (Text("<plain>"), Text("loud", warns=True), Facts((("name", '"said"'),)))),
        Section(
            "Two",
            (
                Table(
                    (Column("Left", 2), Column("Right", 1, right=True), Column("Last", 3)),
                    (
                        (Cell(("a", "b")), Cell(("1", "2"), mark="high"), Cell(("x_y",))),
                        (Cell(("c",)), Cell(("<3",)), Cell(("z",))),
                    ),
                ),
                Signatures(("Ann", "Bob"), ("Name", "Date")),
            ),
        ),
    ),
)

TINY_BODY = """\
<body>
<h1>A &amp; B</h1>
<section>
<h2>One</h2>
<p>&lt;plain&gt;</p>
<p class="warns">loud</p>
<dl>
<dt>name</dt><dd>&quot;said&quot;</dd>
</dl>
</section>
<section>
<h2>Two</h2>
<table>
<colgroup><col style="width:33%"><col style="width:16%"><col style="width:50%"></colgroup>
<thead><tr><th scope="col" class="left">Left</th><th scope="col" class="right">Right</th>\
<th scope="col" class="left">Last</th></tr></thead>
<tbody>
<tr><th scope="row" class="left"><div>a</div><small>b</small></th><td class="right"><div>1</div><small>2</small>\
<strong>high</strong></td><td class="left"><div>x_y</div></td></tr>
<tr><th scope="row" class="left"><div>c</div></th><td class="right"><div>&lt;3</div></td>\
<td class="left"><div>z</div></td></tr>
</tbody>
</table>
<div class="sign">
<div><h3>Ann</h3><p>Name</p><p>Date</p></div>
<div><h3>Bob</h3><p>Name</p><p>Date</p></div>
</div>
</section>
</body>
</html>
"""


def test_the_html_is_written_plainly() -> None:
    head, body = as_html(TINY).split("</head>\n")
    assert body == TINY_BODY
    assert head.startswith('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    assert "<title>A &amp; B</title>" in head
    assert 'content: "Dicehouse 1.2, rulebook beef"' in head
    assert "size: A4 landscape" in head


@every_book
def test_the_html_needs_nothing_else(book: str) -> None:
    text = as_html(sheet(load(book)))
    assert not any(it in text for it in ("<script", "<link", "<img", "@import", "url(", "http"))


HOSTILE = '<script>alert("x")</script> & Sons $hash {1} #eval("2") *bold* \\\\u'


def test_the_words_of_an_operators_rulebook_cannot_break_the_sheet(tmp_path: Path) -> None:
    text = changed('name = "Sic Bo at the Corner House"', f"name = '{HOSTILE}'").replace('"Small"', "'<Small> & co'")
    book = load(write(tmp_path, text, "<corner>.toml"))
    made = sheet(book)
    text = as_html(made)
    assert "<script" not in text
    read = Page(text)
    assert read.title == f"Par sheet: {HOSTILE}"
    assert read.headings[0] == f"Par sheet: {HOSTILE}"
    assert read.facts[:4] == ["Name", HOSTILE, "Rulebook", "<corner>"]
    assert read.wagers["small"]["Wager"] == ("<Small> & co", "small")
    assert pdf_page(made).facts[:4] == read.facts[:4]


def test_an_operators_own_reading_is_marked_as_changed(tmp_path: Path) -> None:
    made = Page(as_html(sheet(load(write(tmp_path, HOUSE)))))
    marked = [row["Key"][0] for row in made.table("Id", "Key") if "changed" in row["Status"]]
    assert marked == ["pair_pays"]
    assert made.wagers["odd"]["Wager"] == ("Odd", "odd", "optional", "new")


# --- as PDF


def pdf_page(made: Sheet) -> Page:
    """What the PDF says: the same text set by the same program, but as HTML so that it can be read back."""
    inputs = {"sheet": json.dumps(asdict(made))}
    text = typst.compile(TYPST.encode(), format="html", sys_inputs=inputs)
    assert isinstance(text, bytes)
    read = Page(text.decode().replace("<!DOCTYPE html>", ""))
    facts = [it for it in read.tables if len(it[0]) == 2]
    read.tables = [it for it in read.tables if it not in facts]
    read.facts = [cell[0] for it in facts for row in it for cell in row]
    return read


@pytest.mark.parametrize("book", ["", *BUILT_IN])
def test_the_pdf_says_what_the_html_says(book: str) -> None:
    made = sheet(load(book), DOLLAR, ON) if book else TINY
    on_screen, on_paper = Page(as_html(made)), pdf_page(made)
    assert on_paper.title == on_screen.title
    assert on_paper.facts == on_screen.facts
    assert on_paper.tables == on_screen.tables
    signed = made.sections[-1].blocks[-1]
    assert isinstance(signed, Signatures)
    assert on_paper.headings == on_screen.headings[: -len(signed.by)]
    assert on_paper.texts == on_screen.texts[: -len(signed.by) * len(signed.lines)]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext reads the PDF itself")
def test_the_pdf_has_the_places_to_sign_and_the_hash_on_every_page(tmp_path: Path) -> None:
    made = sheet(load("aruze-sicbo"))
    (tmp_path / "sheet.pdf").write_bytes(as_pdf(made))
    done = subprocess.run(["pdftotext", "-layout", tmp_path / "sheet.pdf", "-"], capture_output=True, check=True)
    *pages, end = done.stdout.decode().split("\f")
    assert end == ""
    for number, text in enumerate(pages, start=1):
        assert f"Dicehouse {__version__}, rulebook {made.hash}" in text
        assert f"{number} of {len(pages)}\n" in text
    last = " ".join(pages[-1].split())
    assert "Signatures Prepared by Checked by Name and position Name and position Signature Signature Date Date" in last


def test_a_pdf_is_made_and_always_the_same() -> None:
    made = as_pdf(TINY)
    assert made.startswith(b"%PDF-1.7")
    assert made.rstrip().endswith(b"%%EOF")
    assert made == as_pdf(TINY)


def test_a_pdf_is_tagged_for_screen_readers_and_has_no_date_of_its_own() -> None:
    made = as_pdf(TINY)
    assert b"pdfuaid:part" in made
    assert b"pdfaid:part" not in made
    assert b"CreationDate" not in made


def test_a_dated_pdf_carries_its_date_and_is_fit_for_archives() -> None:
    made = as_pdf(sheet(load("aruze-sicbo"), on=ON))
    assert b"pdfuaid:part" in made
    assert b"pdfaid:part" in made
    assert b"D:20261115" in made


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ValueError, match=r"^a PDF needs the report extra: pip install 'dicehouse\[report\]'; or write"):
        as_pdf(TINY)


def test_a_letter_that_no_font_has_is_refused_rather_than_left_out() -> None:
    made = Sheet("Par sheet: \U0010fffd", "1.2", "beef", "", ())
    with pytest.raises(ValueError, match=r"^the PDF cannot be set: PDF/UA-1 error: .*; write \.html instead$"):
        as_pdf(made)


# --- a rulebook of one's own


def test_what_differs_from_the_base_is_marked_and_no_approval_is_claimed(tmp_path: Path) -> None:
    own = """\
name = "Mine"
based_on = "star-craps"
not_offered = ["big-6", "big-8"]

[wagers.hard.odds]
6 = { pays = "10 to 1", clause = "8.1[Hardway 6]" }

[wagers.any-seven]
name = "Any Seven"
clause = "6.1.18"
units = 2
wins = [{ on = "total 7", pays = "4 to 1" }]

[wagers.any-craps]
name = "Any Craps"
clause = "6.1.12"
wins = [{ on = "total 2, 3", pays = "7.5 to 1" }]

[wagers.lucky]
name = "Lucky"
clause = "6.1.12"
wins = [{ on = "total 2", pays = "20 to 1" }]
"""
    read = Page(as_html(sheet(load(write(tmp_path, own)))))
    marks = {id: row["Wager"][2:] for id, row in read.wagers.items() if len(row["Wager"]) > 2 and "buy" not in id}
    assert {id: mark[-1] for id, mark in marks.items() if "outlay" not in mark[-1]} == {
        "hard-6": "price changed: 19:2 in 6.1.9",
        "any-seven": "terms changed",
        "any-craps": "rule changed",
        "lucky": "new",
    }
    facts = dict(zip(read.facts[::2], read.facts[1::2], strict=True))
    assert facts["Based on"] == "Craps at The Star (star-craps)"
    assert facts["Approval"].startswith("None is claimed.")
    assert "In Craps at The Star and not offered here: Big 6, Big 8." in read.texts


def test_a_copy_of_an_approved_rulebook_is_held_against_it(tmp_path: Path) -> None:
    same = Page(as_html(sheet(load(write(tmp_path, text_of("star-craps"))))))
    assert "Approval" not in same.facts
    dearer = text_of("star-craps").replace(
        'pays = "4 to 1", clause = "8.1[Any Seven]"', 'pays = "3 to 1", clause = "8.1[Any Seven]"'
    )
    read = Page(as_html(sheet(load(write(tmp_path, dearer)))))
    assert "Approval" in read.facts
    assert read.wagers["any-seven"]["Wager"][-1] == "price changed: 4:1 in 6.1.18"
    assert "Different from Craps at The Star, and marked below: any-seven (price changed: 4:1 in 6.1.18)." in read.texts


def test_the_sheet_of_a_game_from_a_file_names_its_document_and_claims_nothing() -> None:
    read = page("macau-sicbo-high")
    facts = dict(zip(read.facts[::2], read.facts[1::2], strict=True))
    assert facts["Document"] == "Sic Bo, higher prices (macau-sicbo-high-rules)"
    assert facts["Regulator"] == "none is named"
    assert facts["Edition"] == "not stated"
    assert facts["Approval"].startswith("None is claimed.")
    assert read.wagers["double-1"]["Wager"][-1] == "price changed: 8:1 in 3.3"
    assert read.wagers["small"]["Wager"] == ("Small", "small")
    assert "Approval" in page("chuck-a-luck").facts
    assert "Based on" not in page("chuck-a-luck").facts


def test_a_base_that_nothing_is_changed_of_is_said_to_be_the_same(tmp_path: Path) -> None:
    read = Page(as_html(sheet(load(write(tmp_path, 'based_on = "chuck-a-luck"\nname = "Mine"\n')))))
    assert "Every wager is as in Chuck-a-luck." in read.texts


def test_a_fraction_that_is_too_long_for_paper_is_told_in_percent() -> None:
    row = page("strip-craps").wagers["fire"]
    assert row["Edge, made"] == ("≈", "20.7628%")
    assert row["Lose"][1] == "98.9399%"
