"""The inspector's desk and the odds laboratory over the web: who may, what comes, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from dicehouse.journal.verify import verify
from dicehouse.reports.catalogue import REPORTS
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table.conduct import DetainPerson, RecordContravention
from dicehouse.views.parts import Refusal
from tests.web.served import Browser, Served

READS = (
    "entries", "entries/1", "rounds/Sic Bo 1", "rounds/Sic Bo 1/1", "reports", "reports/notices", "rules",
    "clauses/star-craps", "export",
)  # fmt: skip


@pytest.fixture
def ines(served: Served) -> Browser:
    return Browser(served).signs_in("demo", who="Ines")


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("who", ["", "Ann", "Dana", "Sue", "Max", "Cleo"])
def test_nobody_but_an_inspector_reads_the_journal(served: Served, who: str, path: str) -> None:
    browser = Browser(served)
    if who:
        browser.signs_in("demo", who=who)
    said = browser.get(f"/api/inspector/{path}")
    assert (said.status, said.why) == ((403, "not-allowed") if who else (401, "not-signed-in"))


@pytest.mark.parametrize("who", ["Ann", "Max"])
def test_nobody_but_an_inspector_has_the_journal_verified(served: Served, who: str) -> None:
    assert Browser(served).signs_in("demo", who=who).post("/api/inspector/proof", {}).status == 403


def test_reading_changes_nothing(served: Served, ines: Browser) -> None:
    before = served.at_rest()
    for path in READS:
        assert ines.get(f"/api/inspector/{path}").status in {200, 404}
    assert ines.post("/api/inspector/proof", {}).status == 200
    assert {**served.at_rest(), "Electronic 1": 0} == {**before, "Electronic 1": 0}


def test_to_have_the_journal_verified_takes_the_page_s_own_token(ines: Browser) -> None:
    ines.token = ""
    assert ines.post("/api/inspector/proof", {}).why == "wrong-token"


def test_the_desk_is_pushed_with_the_progress_of_the_proof(ines: Browser) -> None:
    with ines.line() as line:
        line.sends({"watch": {"as": "inspector"}})
        first = line.sees("inspector")
        assert len(first["tables"]) == 9
        assert re.fullmatch("[0-9a-f]{64}", first["program"])
        ines.post("/api/inspector/proof", {})
        proof = line.sees("inspector", lambda it: it["proof"]["state"] == "stands")["proof"]
        assert proof["entries"] > 50
        assert proof["seal"]["entries"] > 0
        assert [it["agrees"] for it in proof["copies"]] == [True]


@pytest.mark.clause("star-craps", "9.3.4")
def test_an_inspector_says_that_they_were_told_and_nothing_else(other_house: Served) -> None:
    rank = other_house.floor.tables["Craps 1"].book.roles[-1].id
    Browser(other_house).signs_in("demo", who="Bob").submit("Craps 1", "take-seat", seat=7)
    breach = {"offence": "device", "person": "Bob", "who": "player", "what": "a device"}
    other_house.does("Craps 1", RecordContravention, "Sue", rank, **breach)
    number = next(iter(other_house.floor.tables["Craps 1"].table.breaches))
    other_house.does("Craps 1", DetainPerson, "Sue", rank, breach=number, reason="until the police come")
    ines = Browser(other_house).signs_in("demo", who="Ines")
    with ines.line() as line:
        line.sends({"watch": {"as": "inspector"}})
        (notice,) = [it for it in line.sees("inspector")["notices"] if it["to"] == "inspector"]
        assert notice["can"] is None
        assert "events" in line.submit("Craps 1", "acknowledge-notice", notice=notice["id"])
        line.sees("inspector", lambda it: not [one for one in it["notices"] if one["to"] == "inspector"])
        refused = line.submit("Craps 1", "take-seat", seat=1)["refused"]
        assert refused["why"] == "not-allowed"


def test_an_export_over_the_web_is_one_that_the_verifier_takes(ines: Browser, tmp_path: Path) -> None:
    said = ines.get("/api/inspector/export")
    assert said.headers["content-disposition"] == 'attachment; filename="entries.jsonl"'
    file = tmp_path / "entries.jsonl"
    file.write_bytes(said.body)
    report = verify(file)
    assert report.faults == []
    assert report.entries > 50
    assert report.checkpoints > 0


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_a_table_on_the_screen_and_a_file(ines: Browser, name: str) -> None:
    patron = "&patron=Ann" if name == "activity-statement" else ""
    view = ines.get(f"/api/inspector/reports/{name}?as=table{patron}").json
    assert all(len(row) == len(view["columns"]) for row in view["rows"])
    assert view["notes"] or view["columns"]
    written = ines.get(f"/api/inspector/reports/{name}?as=csv{patron}")
    assert written.headers["content-type"].startswith("text/csv")
    assert len(json.loads(ines.get(f"/api/inspector/reports/{name}?as=json{patron}").body)["rows"]) >= view["count"]


def test_a_report_is_set_as_pdf(ines: Browser) -> None:
    pytest.importorskip("typst")
    said = ines.get("/api/inspector/reports/notices?as=pdf")
    assert said.headers["content-type"] == "application/pdf"
    assert said.body.startswith(b"%PDF")


@pytest.mark.parametrize(
    "path, status",
    [
        ("entries?most=201", 400), ("entries?before=-1", 400), ("entries?before=x", 400), ("entries?kind=luck", 400),
        ("entries?amount=much", 400), ("entries?amount=-5", 400), (f"entries?person={'a' * 81}", 400),
        ("entries/999999", 404), ("rounds/Nowhere", 404), ("rounds/Sic Bo 2/7", 404), ("reports/luck", 404),
        ("reports/notices?since=today", 400), ("reports/notices?as=exe", 400), ("reports/notices?table=Nowhere", 400),
        ("reports/notices?since=2026-02-02&until=2026-02-01", 400), ("clauses/luck", 404),
        ("rounds/Sic Bo 1/99999999999999999999", 404), ("entries/99999999999999999999", 404),
    ],
)  # fmt: skip
def test_what_is_asked_wrongly_is_refused_with_the_next_step(ines: Browser, path: str, status: int) -> None:
    said = ines.get(f"/api/inspector/{path}")
    assert said.status == status
    assert said.json["refused"].keys() == set(Refusal.__struct_fields__)
    assert said.json["refused"]["next"]


# --- the odds laboratory


def test_a_house_may_keep_its_laboratory_for_those_who_work_in_it(served: Served) -> None:
    served.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(laboratory="staff"))
    player = Browser(served).signs_in("demo", who="Ann")
    for asker in (Browser(served), player):
        for path in ("", "/star-craps", "/star-craps/readings", "/star-craps/diagrams/win-line.svg"):
            said = asker.get(f"/api/odds{path}")
            assert (said.status, said.why) == (403, "not-allowed")
    assert "closed to players" in player.get("/api/odds").json["refused"]["message"]
    assert Browser(served).signs_in("demo", who="Dana").get("/api/odds").status == 200
    served.does("house", SetPolicy, "Max", "casino-operator", policy=Policy())
    assert player.get("/api/odds").status == 200


def test_the_laboratory_is_open_to_anyone(browser: Browser) -> None:
    books = [it["id"] for it in browser.get("/api/odds").json["books"]]
    assert set(books[:6]) == set(BUILT_IN)
    assert books[6:] == ["macau-sicbo", "strip-craps", "yee-hah-hi"]
    view = browser.get("/api/odds/star-craps").json
    assert view["id"] == "star-craps"
    assert browser.get("/api/odds/star-craps/stakes?chip=100").json["minimum"] == 2_600
    assert browser.get("/api/odds/star-craps/session?wager=win-line&rounds=10").json["rounds"] == 10
    drawing = browser.get("/api/odds/star-craps/diagrams/win-line.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.body.startswith(b"<svg")


def test_what_was_worked_out_is_kept_and_readings_on_trial_are_apart(browser: Browser) -> None:
    shipped = browser.get("/api/odds/star-sicbo-2024")
    trial = browser.get("/api/odds/star-sicbo-2024?reading=streak_opening_result_counts=true")
    assert browser.get("/api/odds/star-sicbo-2024").body == shipped.body != trial.body
    assert trial.json["trial"] == {"streak_opening_result_counts": "true"}


@pytest.mark.parametrize(
    "path, status",
    [
        ("nowhere", 404), ("%2e%2e%2fetc%2fpasswd", 404), ("star-craps.toml", 404), ("star-craps?reading=luck", 400),
        ("star-craps?reading=luck=good", 400), ("star-craps/stakes?chip=0", 400), ("star-craps/stakes?chip=x", 400),
        ("star-craps/session?wager=luck", 400), ("star-craps/session?wager=win-line&rounds=5001", 400),
        ("star-craps/session?wager=win-line&rounds=1001&bankroll=1000", 400), ("star-craps/diagrams/luck.svg", 400),
        ("star-craps/session?wager=win-line&stake=0", 400),
    ],
)  # fmt: skip
def test_the_laboratory_refuses_what_it_does_not_know(browser: Browser, path: str, status: int) -> None:
    said = browser.get(f"/api/odds/{path}")
    assert said.status == status
    assert said.json["refused"]["next"]


def test_a_rulebook_is_never_read_from_a_path_that_a_stranger_names(browser: Browser, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("name = 'x'")
    assert browser.get(f"/api/odds/{str(own).replace('/', '%2F')}").status == 404


def test_a_report_that_leaves_a_demo_says_what_it_is_of(ines: Browser) -> None:
    notes = ines.get("/api/inspector/reports/notices?as=json").json["notes"]
    assert notes[0]["text"].startswith("Demo, play money")
