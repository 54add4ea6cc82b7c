"""The page of a promotion that everyone may read: its terms, its results, and its draw to be worked out again.

It names no person: winners are entries.
"""

from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house import terms as written
from dicehouse.house.promotions.lot import seed
from dicehouse.house.promotions.state import Promotion
from dicehouse.sheet.parts import Facts, Section, Table
from dicehouse.views.parts import Text

STAGES: Final = {
    "filed": Text("Filed, not public", "已申报，未公布"),  # noqa: RUF001
    "published": Text("Public", "已公布"),
    "committed": Text("Secret promised", "已承诺密数"),
    "sealed": Text("Entries sealed", "参加名单已封存"),
    "drawn": Text("Drawn", "已抽奖"),
    "finished": Text("Results published", "结果已公布"),
    "stopped": Text("Draw postponed", "抽奖延期"),
    "cancelled": Text("Cancelled", "已取消"),
}


class SheetSection(Struct, frozen=True):
    """A part of the terms."""

    title: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class DrawFacts(Struct, frozen=True, kw_only=True):
    """A draw as far as it is known: what anyone needs to work it out again."""

    committed: str
    sealed: str
    word: str
    scrutineer: str
    secret: str
    seed: str
    at: datetime | None
    entries: int
    persons: int


class WinnerLine(Struct, frozen=True):
    """A prize that was drawn, without its winner's name."""

    prize: int
    name: str
    value: int
    entry: int
    """Of all entries, from 0 in the order they were earned."""
    awarded: bool


class PromotionPage(Struct, frozen=True, kw_only=True):
    """All that is public of a promotion."""

    now: datetime
    id: str
    name: str
    rulebook: str
    version: int
    stage: Text
    over: str
    """Why it was postponed or cancelled."""
    results: str
    sections: tuple[SheetSection, ...]
    draw: DrawFacts
    winners: tuple[WinnerLine, ...]


def promotion_page(it: Promotion, now: datetime) -> PromotionPage:
    return PromotionPage(
        now=now,
        id=it.terms.id,
        name=it.terms.name,
        rulebook=it.terms.rulebook,
        version=it.version,
        stage=stage(it),
        over=it.cancelled or it.stopped,
        results=it.results,
        sections=sheet_sections(it.terms),
        draw=draw_facts(it),
        winners=tuple(
            WinnerLine(number, won.prize.name, won.prize.value, won.entry, won.awarded is not None)
            for number, won in it.won.items()
        ),
    )


def stage(it: Promotion) -> Text:
    draw = it.draw
    found = (
        ("cancelled", it.cancelled), ("stopped", it.stopped), ("finished", it.results), ("drawn", draw.secret),
        ("sealed", draw.sealed), ("committed", draw.committed), ("published", it.published),
    )  # fmt: skip
    return STAGES[next((name for name, done in found if done), "filed")]


def draw_facts(it: Promotion) -> DrawFacts:
    draw = it.draw
    return DrawFacts(
        committed=draw.committed,
        sealed=draw.sealed,
        word=draw.word,
        scrutineer=draw.scrutineer,
        secret=draw.secret,
        seed=seed(draw.secret, draw.sealed, draw.word) if draw.secret else "",
        at=draw.at,
        entries=sum(each.number for each in it.entries),
        persons=len(it.earned),
    )


def sheet_sections(terms: written.Terms) -> tuple[SheetSection, ...]:
    """The terms as people read them."""
    return tuple(_section(each) for each in written.sheet(terms).sections)


def _section(it: Section) -> SheetSection:
    facts = [pair for block in it.blocks if isinstance(block, Facts) for pair in block.facts]
    texts = [block.text for block in it.blocks if block.kind == "text"]
    tables = [block for block in it.blocks if isinstance(block, Table)]
    columns = [column.title for table in tables[:1] for column in table.columns]
    rows = [tuple(", ".join(cell.lines) for cell in row) for table in tables for row in table.rows]
    return SheetSection(it.title, tuple(facts), tuple(texts), tuple(columns), tuple(rows))
