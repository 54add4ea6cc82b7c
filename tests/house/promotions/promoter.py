"""A house with patrons and the terms of a promotion, for tests."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, Self, TypeVar

import msgspec
import pytest

from dicehouse.house.patron_state import Patron, PlayerCard
from dicehouse.house.promotions.awarding import ClaimPrize, PrizeClaimed
from dicehouse.house.promotions.drawing import CommitDraw, OpenDraw, SealEntries, WitnessDraw
from dicehouse.house.promotions.entering import CountPlay
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.promotions.terms import Earning, Prize, Terms
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer
from tests.house.books import sound
from tests.house.keeper import NOON, Keeper, happened

SECRET: Final = "the house's secret of this draw, which nobody knows"
SCRUTINEER: Final = "A. Wright"
BOOKS: Final = ("star-sicbo-2024", "star-sicbo-pre2024", "aruze-sicbo", "star-craps")
DAY: Final = timedelta(days=1)
DINNER: Final = Prize(name="Dinner", value=50_000, nature="Dinner for two", conditions="none")


def chapter(book: str) -> str:
    return "6" if book == "aruze-sicbo" else "10"


Test = TypeVar("Test", bound=Callable[..., object])


def every(*rests: str) -> Callable[[Test], Test]:
    """Marks of the clauses with these numbers after the chapter's, in every document that knows promotions."""

    def marked(test: Test) -> Test:
        for rest in rests:
            for book in BOOKS:
                test = pytest.mark.clause(book, f"{chapter(book)}.{rest}")(test)
        return test

    return marked


def refused(answer: Answer, why: Why) -> Refused:
    """The refusal of a command, which must be for this reason."""
    assert isinstance(answer, Refused), f"it was not refused: {answer}"
    assert answer.why is why, answer
    return answer


def terms(book: str = "star-sicbo-2024", **changed: Any) -> Terms:
    """Terms with nothing wrong."""
    whole = Terms(
        id="summer",
        name="Summer draw",
        rulebook=book,
        starts=NOON + 2 * DAY,
        entries_close=NOON + 4 * DAY,
        draw_at=NOON + 5 * DAY,
        place="Main gaming floor",
        awarded="By a draw among sealed entries",
        awarded_when="At the draw",
        eligible="Members with a card in force",
        disbursed="At the promotions desk",
        claimed="At the promotions desk, with the card",
        present=False,
        told=("telephone", "email"),
        published="At the promotions desk",
        available=("promotions desk",),
        marketing="Every poster names the terms",
        entries=Earning(for_stakes_of=5_000),
        prizes=(DINNER,),
    )
    return msgspec.structs.replace(whole, **changed)


def card(number: str) -> PlayerCard:
    return PlayerCard(number=number, form="plastic", membership="gold")


class Promoter(Keeper):
    """Runs a promotion from its terms to its prizes."""

    def __init__(self, book: str = "star-sicbo-2024", people: tuple[str, ...] = ("ann", "bob", "cai"), **changed: Any):
        patrons = {it: Patron(name=it, card=card(str(i))) for i, it in enumerate(people)}
        super().__init__(sound, patrons=patrons, accounts={"cage/cash": 10_000_000, "~house": -10_000_000})
        self.terms = terms(book, **changed)

    @property
    def promotion(self) -> Promotion:
        return self.house.promotions["summer"]

    def files(self, **changed: Any) -> Answer:
        return self.manager(FileTerms, terms=msgspec.structs.replace(self.terms, **changed))

    def starts(self) -> Self:
        """Filed, published and begun, with a secret promised."""
        happened(self.files())
        happened(self.operator(PublishPromotion, promotion="summer"))
        happened(self.manager(CommitDraw, promotion="summer", commitment=commitment(SECRET)))
        return self.until(NOON + 2 * DAY)

    def plays(self, person: str, staked: int) -> Answer:
        return self.device(CountPlay, promotion="summer", person=person, table="7", staked=staked)

    def seals(self, **entries: int) -> Self:
        """People play for so many entries each, and entries close."""
        self.starts()
        for person, number in entries.items():
            happened(self.plays(person, 5_000 * number))
        self.until(NOON + 4 * DAY)
        happened(self.manager(SealEntries, promotion="summer"))
        return self

    def draws(self, **entries: int) -> Self:
        """The same, and the draw."""
        self.seals(**entries).until(NOON + 5 * DAY)
        if self.terms.scrutineer:
            happened(self.does(WitnessDraw, SCRUTINEER, "scrutineer", promotion="summer", word="kookaburra"))
        happened(self.manager(OpenDraw, promotion="summer", secret=SECRET))
        return self

    def winner(self, prize: int = 1) -> str:
        return self.promotion.won[prize].person

    def claims(self, prize: int = 1, person: str = "") -> str:
        """The id of a claim."""
        who = person or self.winner(prize)
        (claimed,) = happened(self.cashier(ClaimPrize, promotion="summer", prize=prize, person=who))
        assert isinstance(claimed, PrizeClaimed)
        return claimed.claim
