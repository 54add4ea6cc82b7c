"""A copy of the rules on request: the approved document where the house has laid it out, and else our description."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehouse.floor.plan import read
from dicehouse.table import ConfigError
from tests.web.served import Browser, Served, plan

DOCUMENT = b"%PDF-1.7 the approved rules of the house"
TABLE = '[[tables]]\nname = "T"\nrulebook = "star-craps"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("rules")
    (made / "Sic Bo, approved.PDF").write_bytes(DOCUMENT)
    (made / "craps.txt").write_text("five dice")
    return made


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[Served]:
    documents = {"star-sicbo-2024": str(folder / "Sic Bo, approved.PDF"), "star-craps": str(folder / "craps.txt")}
    served = Served(folder / "journal.db", replace(plan(), documents=documents))
    yield served
    served.stop()


@pytest.mark.clause("star-sicbo-2024", "9.19")
def test_the_approved_document_is_handed_out_as_it_lies_there(house: Served) -> None:
    anyone = Browser(house)
    said = anyone.get("/api/tables/Sic Bo 1/rules").json
    assert (said["copy"], said["clause"], said["rulebook"]) == ("pdf", "9.19", "star-sicbo-2024")
    copy = anyone.get("/api/tables/Sic Bo 1/rules/copy")
    assert (copy.status, copy.body) == (200, DOCUMENT)
    assert copy.headers["content-type"] == "application/pdf"
    assert copy.headers["content-disposition"] == 'inline; filename="star-sicbo-2024.pdf"'
    assert copy.headers["x-content-type-options"] == "nosniff"


@pytest.mark.clause("star-craps", "9.14")
def test_a_text_is_sent_as_plain_text_and_is_gone_when_the_file_is(house: Served, folder: Path) -> None:
    craps = next(
        it["table"] for it in Browser(house).get("/api/tables").json["tables"] if it["rulebook"] == "star-craps"
    )
    copy = Browser(house).get(f"/api/tables/{craps}/rules/copy")
    assert (copy.body, copy.headers["content-type"]) == (b"five dice", "text/plain; charset=utf-8")
    (folder / "craps.txt").unlink()
    gone = Browser(house).get(f"/api/tables/{craps}/rules/copy")
    assert (gone.status, gone.why) == (404, "not-found")
    assert Browser(house).get(f"/api/tables/{craps}/rules").json["copy"] == ""


@pytest.mark.clause("crown-sicbo", "9.14")
@pytest.mark.clause("aruze-sicbo", "8.17")
def test_without_a_document_there_is_a_description_that_says_it_is_none(house: Served) -> None:
    for it in Browser(house).get("/api/tables").json["tables"]:
        if it["rulebook"] in {"crown-sicbo-a", "aruze-sicbo"}:
            assert Browser(house).get(f"/api/tables/{it['table']}/rules").json["copy"] == ""
            refused = Browser(house).get(f"/api/tables/{it['table']}/rules/copy")
            assert (refused.status, refused.why) == (404, "not-found")
            assert "read our description, or ask staff" in refused.json["refused"]["message"]


@pytest.mark.parametrize("table", ["..", "../..", "%2e%2e%2fjournal.db", "nobody"])
def test_an_address_leads_to_no_other_file(house: Served, table: str) -> None:
    assert Browser(house).get(f"/api/tables/{table}/rules/copy").status == 404


@pytest.mark.parametrize(
    "rulebook, file, why",
    [
        ("star-sicbo", "rules.pdf", "documents.star-sicbo: no table goes by this rulebook; name one of star-craps"),
        ("star-craps", "rules.html", "is none of .docx, .odt, .pdf, .txt; lay one of those there"),
        ("star-craps", "nowhere.pdf", "there is no file"),
    ],
)
def test_a_document_that_cannot_be_handed_out_is_told_when_the_house_is_read(
    tmp_path: Path, rulebook: str, file: str, why: str
) -> None:
    for name in ("rules.pdf", "rules.html"):
        (tmp_path / name).write_text("rules")
    with pytest.raises(ConfigError) as told:
        read(f'[documents]\n{rulebook} = "{tmp_path / file}"\n{TABLE}')
    assert why in str(told.value)


def test_a_document_is_read_from_the_house_file(tmp_path: Path) -> None:
    (tmp_path / "rules.pdf").write_bytes(DOCUMENT)
    made = read(f'[documents]\nstar-craps = "{tmp_path / "rules.pdf"}"\n{TABLE}')
    assert made.documents == {"star-craps": str(tmp_path / "rules.pdf")}
