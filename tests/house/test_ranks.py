"""By which clause someone without the rank is refused in the house: written out from the documents."""

from typing import Any

import msgspec
import pytest

from dicehouse.house.judge import COMMANDS
from dicehouse.house.promotions.awarding import DenyClaim
from dicehouse.house.promotions.drawing import ResumeDraw, StopDraw, WitnessDraw
from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.promotions.terms import Terms
from dicehouse.house.ranks import clause_of, refused_fields
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of
from dicehouse.table.orders import Command, tag_of
from tests.house.promotions.promoter import BOOKS, Promoter, chapter, every, terms

CITED = """
    offer-jackpot             | aruze-sicbo 4.1.1
    change-jackpot            | aruze-sicbo 4.1.1
    adjust-jackpot            | aruze-sicbo 4.1.4
    withhold-payout           | aruze-sicbo 5.2
    withhold-ticket           | aruze-sicbo 5.2
    demand-return             | aruze-sicbo 5.2
    review-inquiry            | aruze-sicbo 5.2
    determine                 | aruze-sicbo 5.2
    delay-payment             | aruze-sicbo 5.3.1
    change-form               | aruze-sicbo 5.3.2
    ask-identification        | aruze-sicbo 5.3.3
    require-break             | star-sicbo-2024 9.4
    file-tournament           | crown-sicbo 8.2.1
    approve-tournament        | crown-sicbo 1 "Tournament Terms and Conditions"
    offer-terms               | crown-sicbo 8.2.2(a)
    notify-inspectorate       | crown-sicbo 8.2.2(b)
    appoint-director          | crown-sicbo 8.2.3
    appoint-deputy            | crown-sicbo 8.2.3(a)
    designate-tables          | crown-sicbo 8.2.4
    brief-players             | crown-sicbo 8.3.1
    practise-spin             | crown-sicbo 8.3.2
    move-start                | crown-sicbo 8.4.1(b)
    refuse-application        | crown-sicbo 8.4.2(a)(iii)
    skip-repechage            | crown-sicbo 8.4.3(a)(v)
    penalise-player           | crown-sicbo 8.4.8(a)(i)
    start-round               | crown-sicbo 8.4.8(c)
    pause-round               | crown-sicbo 8.4.8(c)
    resume-round              | crown-sicbo 8.4.8(c)
    add-time                  | crown-sicbo 8.4.8(c)
    end-round                 | crown-sicbo 8.4.8(c)
    finish-tournament         | crown-sicbo 8.4.8(c)
    end-table-early           | crown-sicbo 8.4.8(d)
    decide-tournament-dispute | crown-sicbo 8.4.8(h)
    publish-promotion         | 1
    award-prize               | 1
    witness-draw              | 2
    tell-winner               | 8
    file-terms                | 9
    propose-amendment         | 9.1
    approve-amendment         | 9.1
    deny-claim                | 10
    decide-promotion-dispute  | 11
    stop-draw                 | 12
    resume-draw               | 12
"""
"""Of a promotion the rest of the number, after that of the chapter in its own document."""
ROWS = {tag.strip(): clause.strip() for tag, _, clause in (line.partition("|") for line in CITED.split("\n") if line)}
KINDS = {tag_of(kind): kind for kind in COMMANDS}


def with_document(clause: str, book: str) -> str:
    return clause if " " in clause else f"{book} {chapter(book)}.{clause}"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("tag", sorted(KINDS))
def test_a_matter_that_a_document_gives_to_someone_is_refused_to_others_by_its_clause(tag: str, book: str) -> None:
    house = Promoter(book)
    house.files()
    said = {"promotion": "summer", "terms": terms(book)}
    clause = clause_of(house.house, KINDS[tag], said)
    assert clause == (with_document(ROWS[tag], book) if tag in ROWS else None)
    if clause:
        document, _, number = clause.partition(" ")
        assert document in DOCUMENTS
        assert number in clauses_of(document)


@every("1", "2", "10", "12")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "order, fields, rest",
    [
        (PublishPromotion, {}, "1"),
        (WitnessDraw, {"word": "a word of the scrutineer's own"}, "2"),
        (DenyClaim, {"claim": "c", "reason": "late"}, "10"),
        (StopDraw, {"reason": "the urn is open", "what": "cancel"}, "12"),
        (ResumeDraw, {"reason": "sealed again"}, "12"),
    ],
    ids=lambda it: tag_of(it) if isinstance(it, type) else "",
)
def test_a_cashier_does_none_of_it(book: str, order: type[Command], fields: dict[str, Any], rest: str) -> None:
    house = Promoter(book)
    house.files()
    answer = house.does(order, "cara", "cashier", promotion="summer", **fields)
    assert isinstance(answer, Refused)
    assert (answer.why, answer.clause) == (Why.NOT_ALLOWED, f"{book} {chapter(book)}.{rest}")


def test_a_promotion_that_there_is_not_has_no_clause_of_its_own() -> None:
    assert clause_of(House(), StopDraw, {"promotion": "winter"}) is None
    assert clause_of(House(), FileTerms, {}) is None
    assert clause_of(House(), StopDraw, {"promotion": ["summer"]}) is None, "what a console sent may be anything"
    for named in ("x", "crown-sicbo-a", "nowhere.toml"):
        terms = Terms(id="s", name="S", rulebook=named)
        assert clause_of(House(), FileTerms, {"terms": terms}) is None, "nor need a rulebook be one that has promotions"


@every("10")
def test_a_denial_that_gives_no_reason_is_refused_by_the_clause_that_asks_for_one() -> None:
    house = Promoter("star-craps")
    house.files()

    def answer(kind: type[Command], **fields: Any) -> Refused | None:
        said = {"id": "x", "at": house.now, "by": "max", "role": "gaming-manager", "promotion": "summer", **fields}
        with pytest.raises(msgspec.ValidationError) as error:
            msgspec.convert(said, kind)
        return refused_fields(house.house, kind, said, error.value)

    denied = answer(DenyClaim, claim="c", reason="")
    assert denied is not None
    assert denied[:2] == (Why.MALFORMED, "star-craps 10.10")
    assert denied.next == "say it in a few words"
    assert answer(DenyClaim, claim=3, reason="late") is None
    assert answer(KINDS["end-card"], patron="ann", why="") is None, "the house's own"
