# ruff: noqa: RUF001 - Chinese punctuation
"""One catalogue has every sentence of every refusal, in both languages; nothing in it is unused."""

import ast
import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, NamedTuple

import dicehouse
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.views.felt import felt
from dicehouse.words.catalogue import catalogue, figures_in, is_named_by_itself, term, terms

SOURCE: Final = Path(dicehouse.__file__).parent
REFUSING: Final = {"Refused": 2, "turned": 1, "not_allowed": 0, "_wrong": 0}
"""What makes a refusal, and where in the call the id of its sentence stands."""


class Site(NamedTuple):
    """A place where something is refused."""

    where: str
    ids: tuple[str, ...]
    """Empty where a variable has it."""
    figures: frozenset[str]
    open: bool
    """Whether some figures are handed on."""


def _sites() -> Iterator[Site]:
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text())
        chosen = _chosen(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
                where = f"{file.relative_to(SOURCE)}:{node.lineno}"
                yield from _site(where, node, REFUSING[node.func.id], chosen.get(node, {}))


def _chosen(tree: ast.Module) -> dict[ast.AST, dict[str, set[str]]]:
    """For each node the ids that a variable of its function may hold: one is chosen first where there are several."""
    found: dict[ast.AST, dict[str, set[str]]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            held: dict[str, set[str]] = {}
            for node in ast.walk(function):
                if isinstance(node, ast.Assign):
                    names = [it.id for it in ast.walk(node.targets[0]) if isinstance(it, ast.Name)]
                    for name in names:
                        held.setdefault(name, set()).update(it for it in _texts(node.value) if it in catalogue())
            found |= dict.fromkeys(ast.walk(function), held)
    return found


def _texts(node: ast.AST) -> Iterator[str]:
    return (it.value for it in ast.walk(node) if isinstance(it, ast.Constant) and isinstance(it.value, str))


def _site(where: str, node: ast.Call, place: int, chosen: dict[str, set[str]]) -> Iterator[Site]:
    if len(node.args) <= place:  # another function of this name, which takes nothing
        return
    said = node.args[place]
    ids = tuple(sorted(chosen.get(said.id, ()))) if isinstance(said, ast.Name) else tuple(_ends(said))
    figures = frozenset(it.arg for it in node.keywords if it.arg is not None)
    yield Site(where, ids, figures, any(it.arg is None for it in node.keywords))


def _ends(said: ast.expr) -> Iterator[str]:
    """Each id that an expression may come to."""
    if isinstance(said, ast.IfExp):
        yield from _ends(said.body)
        yield from _ends(said.orelse)
    elif isinstance(said, ast.Constant):
        yield str(said.value)


SITES: Final = tuple(_sites())


def _named(id: str, language: str) -> set[tuple[str, str]]:
    entry = catalogue()[id]["zh" if language == "zh" else "en"]
    return {it for template in entry for it in figures_in(template)}


def test_every_refusal_is_in_the_catalogue() -> None:
    assert len(SITES) > 650
    assert [(it.where, id) for it in SITES for id in it.ids if id not in catalogue()] == []


def test_every_refusal_brings_the_figures_that_its_sentence_names() -> None:
    short = [
        (it.where, id, name)
        for it in SITES
        for id in it.ids
        for name, _ in _named(id, "en")
        if name not in it.figures and not it.open
    ]
    assert short == []


def test_no_refusal_brings_figures_that_no_sentence_of_it_names() -> None:
    beyond = [
        (it.where, name)
        for it in SITES
        for name in sorted(it.figures - {name for id in it.ids for name, _ in _named(id, "en")})
        if it.ids
    ]
    assert beyond == []


def test_nothing_in_the_catalogue_is_unused() -> None:
    written = {
        it.value
        for file in SOURCE.rglob("*.py")
        if file.name != "refusal.py"
        for it in ast.walk(ast.parse(file.read_text()))
        if isinstance(it, ast.Constant) and isinstance(it.value, str)
    }
    assert sorted(set(catalogue()) - written) == []


def test_both_languages_say_the_same_parts_with_the_same_figures() -> None:
    for id, it in catalogue().items():
        en, zh = it["en"], it["zh"]
        assert _named(id, "en") == _named(id, "zh"), id
        assert (bool(en.says), bool(en.next)) == (bool(zh.says), bool(zh.next)), id


def test_every_chinese_sentence_is_chinese() -> None:
    for id, it in catalogue().items():
        for part in (it["zh"].says, it["zh"].next):
            words = re.sub(r"\{[^}]*\}|/api/\S+", "", part)
            assert not re.search("[A-Za-z]", words) or re.search("[\u4e00-\u9fff]", words), id


def test_an_id_stands_in_one_file_only() -> None:
    ids = [id for file in (SOURCE / "words/refusals").glob("*.json") for id in json.loads(file.read_text())]
    assert len(ids) == len(set(ids)) == len(catalogue())


def test_every_wager_has_the_name_of_its_area_in_chinese() -> None:
    for rulebook in BUILT_IN:
        book = load(rulebook)
        areas = {it.id: it.name.zh for it in felt(book.game.id).areas}
        for wager in book.wagers.values():
            assert term(wager.name) == areas.get(wager.id, term(wager.name))
            assert wager.name in terms()
        assert rulebook in terms()
        for marker in book.markers:
            assert set(marker.says.values()) <= set(terms())


STAKE: Final = Refused(
    Why.BELOW_MINIMUM,
    "4.1",
    "stake-below-minimum",
    wager="Place to Win 8",
    stake=1250,
    minimum=125_000,
    table="Craps 1",
)


def test_a_refusal_reads_as_one_sentence_in_each_language() -> None:
    assert STAKE.message == ("Place to Win 8: $12.50 is below the minimum $1,250 at Craps 1; stake at least $1,250")
    assert STAKE.sentence("zh").whole("zh") == "位置赢 8：$12.50 低于 Craps 1 的最低投注 $1,250；请至少投 $1,250"
    assert STAKE.next == "stake at least $1,250"


def test_its_subject_is_left_out_where_it_stands_beside_it() -> None:
    assert STAKE.subject == "Place to Win 8"
    assert STAKE.sentence(about=False).whole("en") == (
        "$12.50 is below the minimum $1,250 at Craps 1; stake at least $1,250"
    )


def test_people_and_things_go_by_the_names_that_the_reader_knows() -> None:
    taken = Refused(Why.SEAT_TAKEN, None, "seat-occupied", seat=3, there="ann")
    assert taken.sentence(names={"ann": "entrant 12"}).whole("en") == "seat 3: entrant 12 is there; take another seat"
    assert taken.sentence("zh").whole("zh") == "3 号座：ann 在座；请换一个座位"


def test_several_figures_are_written_one_after_the_other() -> None:
    may = Refused(Why.NOT_ALLOWED, None, "role-may-not-but-above", command="offer-dice", role="dealer",
                  may=("games-supervisor", "casino-operator"))  # fmt: skip
    assert may.message == "offer dice: dealer may not; ask games supervisor or casino operator or above"
    assert may.sentence("zh", about=False).whole("zh") == "荷官无权这样做；请找游戏主管或赌场经营者或以上"
    none = Refused(Why.WRONG_CHIPS, None, "note-not-taken", seat=1, amount=500, taken=())
    assert none.message == "seat 1: $5 is no note that it takes; these are taken: none"
    notes = Refused(Why.WRONG_CHIPS, None, "note-not-taken", seat=1, amount=500, taken=(1000, 2000))
    assert notes.next == "these are taken: $10, $20"


def test_a_figure_that_is_not_there_is_none_and_a_moment_is_written_out() -> None:
    at = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
    coming = Refused(Why.ALREADY_DONE, None, "limit-coming", person="ann", said="deposit limit", amount=None, since=at)
    assert coming.message == "ann: the deposit limit will be none from 2026-11-18 09:30:00+00:00; wait until then"
    until = Refused(Why.EXCLUDED, None, "shown-out-until", person="ann", until=date(2027, 1, 1), reason="fraud")
    assert until.message.startswith("ann: excluded from the casino until 2027-01-01, fraud; ask the cage")


def test_a_refusal_that_begins_with_a_command_is_not_named_by_itself() -> None:
    assert is_named_by_itself("stake-below-minimum")
    assert is_named_by_itself("seat-occupied")
    assert not is_named_by_itself("role-may-not-but-above")


def test_equal_refusals_are_one_in_a_set() -> None:
    again = STAKE._replace(figures={**STAKE.figures})
    assert {STAKE, again} == {STAKE}
    assert len({STAKE, STAKE.under("9.9")}) == 2


def test_a_refusal_by_another_clause_is_otherwise_the_same() -> None:
    other = STAKE.under("9.9")
    assert (other.clause, other.message, other.why) == ("9.9", STAKE.message, STAKE.why)
