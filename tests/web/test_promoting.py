"""What anyone may read of tournaments and promotions over HTTP, and terms that are checked."""

import time
from pathlib import Path

import pytest

from tests.web.served import Browser, Served
from tests.web.tournament_terms import terms


@pytest.mark.parametrize("path", ["/api/tournaments/nowhere", "/api/promotions/nowhere"])
def test_what_is_not_public_is_not_there(served: Served, path: str) -> None:
    said = Browser(served).get(path)
    assert (said.status, said.why) == (404, "not-found")


def test_terms_are_read_and_checked_item_by_item(served: Served) -> None:
    desk = Browser(served).signs_in("demo", who="Max")
    text = terms(served, "spring", "Spring")
    whole = desk.post("/api/terms", {"text": text}).json
    assert (whole["kind"], whole["file"]["do"], whole["problems"]) == ("tournament", "file-tournament", [])
    assert whole["file"]["refused"] is None
    cash = Browser(served).signs_in("demo", who="Cass").post("/api/terms", {"text": text}).json
    assert cash["file"]["refused"]["why"] == "not-allowed"
    lacking = desk.post("/api/terms", {"text": text.replace('location = "Level 1"', "")}).json
    assert [it["clause"] for it in lacking["problems"]] == ["8.4.1(a)(iv)"]


@pytest.mark.parametrize("text", ["= nonsense", 'kind = "raffle"', 'kind = "tournament"'])
def test_what_is_no_terms_is_malformed(served: Served, text: str) -> None:
    said = Browser(served).signs_in("demo", who="Max").post("/api/terms", {"text": text})
    assert (said.status, said.why) == (400, "malformed")
    assert said.json["refused"]["next"] == "correct that, or begin with an example"


DEEP = {
    "a key of 6,000 parts": "a." * 5_990 + "b = 1",
    "a kind of 6,000 parts": "kind." + "a." * 5_990 + "b = 1",
    "a header of 6,000 parts": "[" + "a." * 5_990 + "b]",
    "lists": "a = " + "[" * 5_900 + "]" * 5_900,
    "tables": "a = " + "{a = " * 150 + "1" + "}" * 150,
    "quoted keys": '"a"."a".' * 1_000 + "b = 1",
    "an open text with strokes": 'a = "' + '\\"' * 5_900,
}


def test_terms_name_rules_of_this_house_and_no_file_of_the_machine(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever such a file says would be told in what is wrong with it."""
    monkeypatch.chdir(tmp_path)
    Path("secret.toml").write_text('hunter2 = "a password"\n')
    desk = Browser(served).signs_in("demo", who="Max")
    text = terms(served, "spring", "Spring")
    for named in ("secret.toml", "/secret.toml", "x"):
        said = desk.post("/api/terms", {"text": text.replace("crown-sicbo-a", named)})
        assert (said.status, said.why) == (400, "malformed"), said.body
        assert "is none of this house; name one of star-sicbo-2024" in said.json["refused"]["message"]
        given = desk.submit("house", "file-terms", terms={"id": "s", "name": "S", "rulebook": named})
        assert (given.status, given.why) == (400, "malformed"), given.body
        assert "is none of this house" in given.json["refused"]["message"]


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_terms_that_are_nested_deep_are_refused_at_once(served: Served, text: str) -> None:
    desk = Browser(served).signs_in("demo", who="Max")
    began = time.monotonic()
    said = desk.post("/api/terms", {"text": text})
    assert (said.status, said.why) == (400, "malformed"), said.body
    assert said.json["refused"]["next"] == "correct that, or begin with an example"
    assert time.monotonic() - began < 0.8, "everyone waits for it"


def test_players_check_no_terms_and_nobody_does_without_signing_in(served: Served) -> None:
    assert Browser(served).post("/api/terms", {"text": "x"}).status == 401
    assert Browser(served).signs_in("demo", who="Ann").post("/api/terms", {"text": "x"}).status == 403


@pytest.mark.parametrize("path", ["prizes", "tournaments/spring", "promotions/summer"])
def test_an_inspector_reads_what_nobody_else_does(served: Served, path: str) -> None:
    address = f"/api/inspector/{path}"
    assert Browser(served).get(address).status == 401
    assert Browser(served).signs_in("demo", who="Ann").get(address).status == 403
    assert Browser(served).signs_in("demo", who="Max").get(address).status == 403
    said = Browser(served).signs_in("demo", who="Ines").get(address)
    assert said.status == (200 if path == "prizes" else 404)
