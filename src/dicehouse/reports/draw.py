"""A draw of prizes out of a journal, as it is published."""

from collections.abc import Callable

from dicehouse.house.judge import evolve
from dicehouse.house.promotions.drawing import single_prizes
from dicehouse.house.promotions.terms import terms_hash
from dicehouse.house.state import House
from dicehouse.journal.verify.published import Holder, PublishedDraw, Winner
from dicehouse.reports.report import AskedError
from dicehouse.reports.sources import Journal
from dicehouse.reports.walk import Walk


def published(journal: Journal, promotion: str, progress: Callable[[int], None] = lambda _: None) -> PublishedDraw:
    """Everything that shows a draw; an AskedError where it is not made."""
    house = House()
    for record in Walk(journal, progress):
        for event in record.events:
            if not record.table and hasattr(event, "promotion"):
                evolve(house, event)
    it = house.promotions.get(promotion)
    if it is None:
        known = ", ".join(house.promotions) or "none"
        raise AskedError(f"{promotion}: the journal has no such promotion; these are in it: {known}")
    if it.draw.at is None:
        raise AskedError(f"{promotion}: it is not drawn; publish the draw when it is")
    prizes = single_prizes(it.terms.prizes)
    return PublishedDraw(
        promotion=promotion,
        terms=terms_hash(it.terms),
        commitment=it.draw.committed,
        entries=tuple(Holder(one.person, one.number) for one in it.entries),
        sealed=it.draw.sealed,
        scrutineer=it.draw.scrutineer,
        word=it.draw.word,
        secret=it.draw.secret,
        drawn=it.draw.at.isoformat(),
        prizes=tuple(one.name for one in prizes),
        one_prize_each=it.terms.one_prize_each,
        winners=tuple(
            Winner(prize=number, name=won.prize.name, entry=won.entry, person=won.person)
            for number, won in it.won.items()
        ),
    )
