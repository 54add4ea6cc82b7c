"""A staff command is added as the how-to page says, and is on the pit's page with a form that nobody wrote."""

import tomllib
from types import ModuleType
from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import judge, sentences
from dicehouse.views.catalogue import Control, catalogue
from tests.croupier import Croupier, happened
from tests.test_docs import ROOT, blocks
from tests.views.acting import filled, the
from tests.views.supervising import Supervisor

PAGE = ROOT / "docs" / "how-to" / "add-a-staff-command.md"
NAME = "log-lost-property"


def written(file: str) -> str:
    """What the page has go into a file."""
    (text,) = [text for _, title, text in blocks(PAGE, "python", "toml") if title == file]
    return text


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chapter of the page, known to the judge and to the catalogue as long as the test runs."""
    chapter = ModuleType("dicehouse.table.lost_property")
    exec(compile(written("src/dicehouse/table/lost_property.py"), str(PAGE), "exec"), chapter.__dict__)
    for kind, order in chapter.COMMANDS.items():
        monkeypatch.setitem(judge.COMMANDS, kind, order)
    for kind, applier in chapter.APPLIERS.items():
        monkeypatch.setitem(judge.APPLIERS, kind, applier)
    sentence = eval("{" + written("src/dicehouse/table/sentences/people.py") + "}", {"lost_property": chapter})
    for kind, said in sentence.items():
        monkeypatch.setitem(sentences.SENTENCES, kind, said)
    words, known = tomllib.loads(written("src/dicehouse/views/forms.toml")), catalogue()
    for name, control in words["controls"].items():
        monkeypatch.setitem(known.controls, name, Control(**control))
    for table in ("labels", "choices"):
        for name, both in words[table].items():
            monkeypatch.setitem(getattr(known, table), name, tuple(both))


@pytest.mark.usefixtures("added")
def test_a_command_that_was_added_is_on_the_pits_page_with_a_derived_form() -> None:
    at = Croupier(name="Sic Bo 3").opens().seats(ann=4, bob=2)
    sue = Supervisor(at)
    listed = the(sue.opened().more, NAME)
    assert (listed.name.en, listed.name.zh, listed.icon) == ("Something was left behind", "拾获物品", "eye")
    assert (listed.refused, listed.asks, listed.fields) == (None, True, ())
    opened = sue.form(listed)
    assert [(it.key, it.kind, it.needed, it.name.en, it.name.zh) for it in opened.fields] == [
        ("seat", "one", True, "Seat", "座位"),
        ("item", "one", True, "What it is", "物品"),
        ("words", "text", True, "What", "情况"),
        ("worth", "money", False, "What it is worth", "价值"),
    ]
    seat, item, *_ = opened.fields
    assert [it.name.en for it in seat.choices] == ["Seat 2", "Seat 4"]
    assert [(it.value, it.name.zh) for it in item.choices] == [("phone", "手机"), ("purse", "钱包"), ("other", "其他")]


@pytest.mark.usefixtures("added")
def test_its_form_gives_the_command_and_the_judge_answers() -> None:
    at = Croupier(name="Sic Bo 3").opens().seats(ann=4)
    sue = Supervisor(at)
    opened = sue.form(the(sue.opened().more, NAME))
    said: dict[str, Any] = {"words": "a black phone", "seat": 4}
    (logged,) = happened(judge.act(at.table, filled(opened, "sue", sue.role, at.now, **said)))
    assert sentences.sentence(at.book, logged) == "At seat 4 was found: a black phone"
    nowhere = judge.act(at.table, filled(opened, "sue", sue.role, at.now, id="again", **{**said, "seat": 999}))
    assert isinstance(nowhere, Refused)
    assert nowhere.why is Why.UNKNOWN_ID


@pytest.mark.usefixtures("added")
def test_without_its_line_in_the_catalogue_it_is_listed_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(catalogue().controls, NAME)
    at = Croupier(name="Sic Bo 3").opens()
    assert NAME not in {it.do for it in Supervisor(at).opened().more}


def test_the_page_names_every_file_that_it_writes_to() -> None:
    """And each of them is there, but for the chapter that the page adds and its test."""
    page = PAGE.read_text(encoding="utf-8")
    rows = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    new = {"src/dicehouse/table/lost_property.py", "tests/table/test_lost_property.py"}
    assert {it for it in rows if not (ROOT / it).exists()} == new
    assert {title for _, title, _ in blocks(PAGE, "python", "toml")} <= {*rows}
