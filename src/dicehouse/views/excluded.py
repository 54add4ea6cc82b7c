"""Exclusions on the screens: who ordered them and until when, and what may be done about them."""

from collections.abc import Iterator

from dicehouse.house import exclusions
from dicehouse.house.state import House
from dicehouse.table.cases import Exclusion
from dicehouse.views.acts import Act
from dicehouse.views.catalogue import choice_of
from dicehouse.views.parts import Text


def excluded_words(it: Exclusion) -> Text:
    """From what, by whom, why and until when."""
    out_of = choice_of("exclude-person", "out_of", it.out_of)
    until = (f", until {it.until:%Y-%m-%d}", f"，至 {it.until:%Y-%m-%d}") if it.until else ("", "")  # noqa: RUF001
    clause = f" ({it.clause})" if it.clause else ""
    return Text(
        f"Excluded from {out_of.en} by {it.by}{until[0]}: {it.reason}{clause}",
        f"已被 {it.by} 禁止进入{out_of.zh}{until[1]}：{it.reason}{clause}",  # noqa: RUF001
    )


def about(house: House, person: str) -> Iterator[Act]:
    """What a gaming manager may do about someone."""
    own = {"person": person}
    if person in house.recommendations:
        yield Act(exclusions.DeclineRecommendation, given=own)
    if person in house.exclusions:
        yield Act(exclusions.EndExclusion, given=own)
    yield Act(exclusions.ExcludeFromCasino, given=own)
