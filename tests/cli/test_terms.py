"""`dicehouse terms` and draws of prizes: what is wrong with a file of terms, the terms on paper, a draw that stands."""

import inspect
import json
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.house.promotions import terms as promotions
from dicehouse.house.promotions.awarding import DenyClaim
from dicehouse.house.promotions.drawing import StopDraw
from dicehouse.house.promotions.terms import Earning, Prize
from dicehouse.house.terms import problems, read, sheet
from dicehouse.house.tournaments import terms as tournaments
from dicehouse.house.tournaments.changing import WithdrawEntry
from dicehouse.house.tournaments.finishing import PayTournament
from dicehouse.house.tournaments.parts import BuyBack, Conduct, Format, Pool, Round, Winners
from dicehouse.house.tournaments.parts import Prize as Place
from dicehouse.house.tournaments.terms import Terms
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify.published import MOST_ENTRIES, faults, read_draw
from dicehouse.reports.catalogue import make
from dicehouse.reports.report import Asked
from dicehouse.reports.sources import opened
from dicehouse.sheet import as_html
from tests.commands import dicehouse
from tests.house.keeper import happened
from tests.house.promotions.promoter import DINNER, SCRUTINEER, Promoter
from tests.house.promotions.promoter import terms as promotion
from tests.house.tournaments.organiser import TABLES, Organiser, final
from tests.house.tournaments.organiser import terms as tournament
from tests.reports.evening import kept

BEFORE = "2026-11-15T12:00:00+11:00"


def example(module: Any) -> str:
    """The file in the manual of a module."""
    text = inspect.cleandoc(module.__doc__)
    return "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    file = tmp_path / "spring.toml"
    file.write_text(example(tournaments), encoding="utf-8")
    return file


# --- checking


def test_whole_terms_have_nothing_wrong(spring: Path, tmp_path: Path) -> None:
    said = dicehouse("terms", "check", str(spring), "--at", BEFORE)
    assert (said.status, said.err) == (0, "")
    assert said.out == f"{spring}: the terms of tournament spring-sic-bo by crown-sicbo-a; nothing is wrong\n"
    summer = tmp_path / "summer.toml"
    for text in (example(promotions), example(promotions).replace('kind = "promotion"', "#")):
        summer.write_text(text, encoding="utf-8")
        assert "promotion summer-draw" in dicehouse("terms", "check", str(summer), "--at", BEFORE).rows[-1]


def test_everything_that_is_wrong_is_listed_with_its_clause(spring: Path) -> None:
    text = spring.read_text(encoding="utf-8").replace("tables = 4", "tables = 40")
    text = text.replace('share = "1/5"', 'share = "1/4"')
    spring.write_text(text, encoding="utf-8")
    said = dicehouse("terms", "check", str(spring), "--at", BEFORE)
    assert (said.status, said.err) == (1, "")
    *found, last = said.out.splitlines()
    assert [line.split(": ")[0] for line in found] == ["8.4.3(a)(ii)", "8.4.3(a)(iii)", "8.4.3(a)(iii)", "8.4.7(b)"]
    assert found[0].endswith("40 tables, more than the least number of players, 12; use fewer tables")
    assert last.endswith("by crown-sicbo-a; 4 things are wrong")
    as_json = dicehouse("terms", "check", str(spring), "--at", BEFORE, "--json")
    assert as_json.status == 1
    assert json.loads(as_json.out)["problems"][3] == {
        "key": "pool.prizes", "clause": "8.4.7(b)", "said": "the shares of pool.prizes add up to 21/20; make it 1",
    }  # fmt: skip


def test_a_start_in_the_past_is_wrong_now_and_was_not_before(spring: Path) -> None:
    text = spring.read_text(encoding="utf-8").replace("2026-12-0", "2020-12-0")
    spring.write_text(text, encoding="utf-8")
    assert dicehouse("terms", "check", str(spring), "--at", "2020-11-15T12:00:00+11:00").status == 0
    said = dicehouse("terms", "check", str(spring))
    assert said.status == 1
    assert said.out.splitlines()[-1].endswith("1 thing is wrong")


@pytest.mark.parametrize("text, message", [
    ("id = ", "this is not TOML"),
    ('kind = "raffle"', "kind: 'raffle' is neither \"promotion\" nor \"tournament\""),
    ('kind = "tournament"\nid = "x"', "missing required field `name`"),
    ('kind = "tournament"\nid = "x"\nname = "X"\nrulebook = "star-craps"', "star-craps has no rules on tournaments"),
    ('id = "x"\nname = "X"\nrulebook = "crown-sicbo-a"', "crown-sicbo-a has no rules on promotions"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_is_told_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    for command in ("check", "print"):
        said = dicehouse("terms", command, str(file)).mistake
        assert said.startswith(f"{file}: ")
        assert message in said


def test_other_mistakes_are_told_in_one_line(spring: Path, tmp_path: Path) -> None:
    assert "No such file" in dicehouse("terms", "check", str(tmp_path / "none.toml")).mistake
    assert "is no time" in dicehouse("terms", "check", str(spring), "--at", "noon").mistake
    assert "has no time zone" in dicehouse("terms", "check", str(spring), "--at", "2026-11-15").mistake
    assert "neither .html nor .pdf" in dicehouse("terms", "print", str(spring), "-o", "spring.doc").mistake
    (tmp_path / "latin.toml").write_bytes(b"id = '\xe9'")
    assert "not UTF-8" in dicehouse("terms", "check", str(tmp_path / "latin.toml")).mistake


# --- printing


def test_terms_are_set_out_in_plain_words(spring: Path, tmp_path: Path) -> None:
    said = dicehouse("terms", "print", str(spring))
    assert (said.status, said.err) == (0, "")
    for part in (
        "<h1>Spring Sic Bo: terms and conditions</h1>", "Saturday 5 December 2026, 19:00 (UTC+1100)",
        "50.00 for 5000.00 in chips, 1 for each player, until round 1", "12 to 24",
        "after 20 spins or after 30 minutes, the first of the two",
        "the first 1 of each table and the best 2 of the rest", "1 in a spin, 1 in a round",
        "In a dispute the director&#x27;s decision is final.", "<h3>Player</h3>",
        "the larger bank before the last spin, then extra spins", "3/10 of the pool", "a warning, loss of chips",
    ):  # fmt: skip
        assert part in said.out, part
    assert "not stated" not in said.out
    file = tmp_path / "spring.html"
    assert dicehouse("terms", "print", str(spring), "-o", str(file)).status == 0
    assert file.read_text(encoding="utf-8") == said.out


def test_terms_are_printed_as_pdf(spring: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    file = tmp_path / "spring.pdf"
    assert dicehouse("terms", "print", str(spring), "-o", str(file)).status == 0
    assert file.read_bytes().startswith(b"%PDF-")


def test_what_terms_leave_out_is_shown_as_not_stated() -> None:
    bare = Terms(kind="tournament", id="x", name="X", rulebook="crown-sicbo-b")
    assert as_html(sheet(bare)).count("not stated") > 20
    empty = promotion(entries=None, present=None, starts=None, prizes=(Prize(name="A"),))
    assert as_html(sheet(empty)).count("not stated") == 4


def test_the_paper_says_what_the_terms_say() -> None:
    back = BuyBack(price=3_000, after_rounds=(1,), places=2)
    again = Round(minutes=5, tables=1, seats=3, best=1, repechage=True)
    other = tournament(
        details={"re_buy": None, "entry_fee": 0},
        entry={"criteria": "", "substitute_until": None, "signed": False},
        format=Format(
            starting_bank=5_000, rounds=(again, Round(spins=5, carries=True, top=1, tables=1, seats=2)), buy_back=back,
            chips_after="cash", cash_rate="1/50", repechage="The best three",
        ),
        wagers={"secret": None, "compulsory_missed": "out"},
        winners=Winners(criteria="Most", ties=("share",)),
        pool=Pool(fixed=100_000, leftover="house", prizes=(Place(place=1, to=4, amount=25_000),)),
        conduct=Conduct(disqualified_chips="shared", retirement="unplaced"),
    )  # fmt: skip
    text = as_html(sheet(other))
    for part in (
        "1, a repechage", "as after the round before", "after 5 minutes", "up to 2 players buy back for 30.00 each",
        "Repechage: The best three.", "each is paid in cash at 1/50 of its value", "1 to 4", "250.00", "to the house",
        "; whoever stakes less is out", "the others at the table share them", "has no place", "equal parts",
    ):  # fmt: skip
        assert part in text, part
    assert "<h3>Player</h3>" not in text
    paper = promotion(
        entries=Earning(for_rounds=10, minimum_wager=500, most_each=9), present=True, scrutineer=SCRUTINEER,
        prizes=(msgspec.structs.replace(DINNER, alternative="cash", details={"persons": "2"}),), one_prize_each=False,
    )  # fmt: skip
    text = as_html(sheet(paper))
    for part in (
        "each 10 rounds",
        "less than 5.00",
        "more than 9 entries",
        "its value in cash",
        "persons: 2",
        SCRUTINEER,
    ):
        assert part in text, part
    assert "Nobody wins more than one prize." in as_html(sheet(promotion()))


def test_terms_of_either_kind_are_read_and_checked_alike() -> None:
    assert problems(read(example(tournaments))) == problems(read(example(promotions))) == ()


# --- draws of prizes


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """A journal with one promotion that is drawn."""
    two = msgspec.structs.replace(DINNER, number=2)
    desk = Promoter(prizes=(two,), scrutineer=SCRUTINEER).draws(ann=3, bob=2, cai=4)
    return kept(desk.events, "house", tmp_path / "house.db")


def test_a_draw_is_published_and_anyone_can_verify_it(drawn: Path, tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    assert dicehouse("draw", "publish", "summer", "--journal", str(drawn), "-o", str(file)).status == 0
    shown = dicehouse("draw", "publish", "summer", "--journal", str(drawn))
    assert shown.out == file.read_text(encoding="utf-8")
    published = shown.data
    assert published["entries"] == [["ann", 3], ["bob", 2], ["cai", 4]]
    assert published["prizes"] == ["Dinner", "Dinner"]
    said = dicehouse("draw", "verify", str(file))
    assert (said.status, said.err) == (0, "")
    first = published["winners"][0]
    assert said.rows[0] == f"prize 1, Dinner: {first['person']}, by entry {first['entry']}"
    assert said.rows[-1] == f"{file}: the draw of summer among 9 entries stands as published"


@pytest.mark.parametrize("change, fault", [
    ({"secret": "another secret that nobody promised at all"}, "the secret has the hash"),
    ({"entries": [["ann", 4], ["bob", 2], ["cai", 4]]}, "the entries have the hash"),
    ({"word": "lyrebird"}, "and the list of winners says otherwise"),
    ({"winners": []}, "and the list of winners says otherwise"),
    ({"prizes": ["Dinner"]}, "there are 2 winners, and by the rule there are 1"),
    ({"prizes": ["Dinner", "Car"]}, "has Dinner, which is not prize 2"),
])  # fmt: skip
def test_a_draw_that_was_changed_does_not_stand(
    change: dict[str, Any], fault: str, drawn: Path, tmp_path: Path
) -> None:
    published = dicehouse("draw", "publish", "summer", "--journal", str(drawn)).data
    file = tmp_path / "draw.json"
    file.write_text(json.dumps({**published, **change}), encoding="utf-8")
    said = dicehouse("draw", "verify", str(file))
    assert (said.status, said.err) == (1, "")
    assert fault in said.out
    assert said.out.endswith("the draw of summer does not stand\n")


def test_a_draw_that_cannot_be_published_or_read_says_why(drawn: Path, tmp_path: Path) -> None:
    assert "no such promotion; these are in it: summer" in dicehouse(
        "draw", "publish", "winter", "--journal", str(drawn)
    ).mistake  # fmt: skip
    sealed = kept(Promoter().seals(ann=1).events, "house", tmp_path / "sealed.db")
    assert "it is not drawn" in dicehouse("draw", "publish", "summer", "--journal", str(sealed)).mistake
    file = tmp_path / "draw.json"
    file.write_bytes(b"{}")
    assert f"{file}: it is no published draw" in dicehouse("draw", "verify", str(file)).mistake
    published = dicehouse("draw", "publish", "summer", "--journal", str(drawn)).data
    many = json.dumps({**published, "entries": [["ann", MOST_ENTRIES], ["bob", 1]]})
    with pytest.raises(ValueError, match="it has 10000001 entries, and at most 10000000 are worked out"):
        read_draw(many.encode())
    nobody = read_draw(json.dumps({**published, "entries": [], "winners": []}).encode())
    assert faults(nobody)[0].startswith("the entries have the hash")


def test_the_helps_have_examples() -> None:
    for arguments in (("terms",), ("terms", "check"), ("terms", "print"), ("draw", "publish"), ("draw", "verify")):
        assert f"dicehouse {arguments[0]}" in dicehouse(*arguments, "-h").out
    assert "Commands:" in dicehouse("draw", "-h").out


# --- reports


def rows(name: str, journal: Path, **asked: Any) -> list[tuple[Any, ...]]:
    with opened(str(journal)) as source:
        return make(name, source, Asked(**asked)).report.rows


def test_the_register_of_promotions_says_how_far_each_has_come(tmp_path: Path) -> None:
    desk = Promoter().draws(ann=3, bob=1)
    claim = desk.claims(person="cai")
    happened(desk.manager(DenyClaim, promotion="summer", claim=claim, reason="No", name="Cai", address="1 Road"))
    journal = kept(desk.events, "house", tmp_path / "house.db")
    (row,) = rows("promotion-register", journal)
    assert (row[0], row[1], *row[7:]) == ("summer", 1, 4, 2, 1, 0, 0, 1, "drawn")
    (early,) = rows("promotion-register", journal, until=date(2026, 3, 2))
    assert early[-1] == "published"
    for what, state in (("postpone", "postponed"), ("cancel", "cancelled")):
        other = Promoter().seals(ann=1)
        sealed = kept(other.events, "house", tmp_path / f"{what}-before.db")
        assert rows("promotion-register", sealed)[0][-1] == "sealed"
        happened(other.operator(StopDraw, promotion="summer", what=what, reason="A fault"))
        stopped = kept(other.events, "house", tmp_path / f"{what}.db")
        assert rows("promotion-register", stopped)[0][-1] == state
    filed = Promoter()
    happened(filed.files())
    assert rows("promotion-register", kept(filed.events, "house", tmp_path / "filed.db"))[0][-1] == "filed"


def test_the_standings_of_a_tournament_and_what_is_due_come_from_the_journal(tmp_path: Path) -> None:
    desk = Organiser(final()).opens()
    happened(desk.desk(WithdrawEntry, person="fay"))
    entered = kept(desk.events, "house", tmp_path / "entered.db")
    assert rows("tournament-standings", entered)[0] == ("spring", 1, "ann", 0, "", 0, 0, "entered")
    assert [row[2] for row in rows("prize-deadlines", entered)] == [
        "pay fay", "withdrawals without a penalty end", "entries close", "promise the seats of round 1",
        "brief 5 players", "start round 1",
    ]  # fmt: skip
    desk = Organiser(final()).starts()
    desk.spins(TABLES[0], 1, 2, 3, ann=60_000, bob=50_000, cai=40_000).spins(TABLES[0], 1, 2, 3)
    happened(desk.ends())
    happened(desk.finishes())
    happened(desk.desk(PayTournament, person="ann", form="cash"))
    journal = kept(desk.events, "house", tmp_path / "house.db")
    found = rows("tournament-standings", journal)
    assert [(row[1], row[2], row[5], row[6]) for row in found[:3]] == [
        (1, "ann", 170_000, 30_000), (2, "bob", 160_000, 18_000), (3, "cai", 150_000, 12_000),
    ]  # fmt: skip
    assert found[0][4].startswith("table 11, seat ")
    assert [row[1] for row in found[3:]] == [4, 4, 4]
    due = rows("prize-deadlines", journal)
    assert [(row[2], row[3]) for row in due] == [("pay bob", False), ("pay cai", False), ("publish the results", False)]


def test_a_journal_without_prizes_has_nothing_due(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "house.db").close()
    for name in ("prize-deadlines", "promotion-register", "tournament-standings"):
        assert rows(name, tmp_path / "house.db") == []
