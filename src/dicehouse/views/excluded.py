"""Exclusions on the screens: who ordered them and until when, and what may be done about them."""

from collections.abc import Iterator

from dicehouse.house import exclusions
from dicehouse.house.state import House
from dicehouse.table.standing import LiftExclusion
from dicehouse.table.state import Exclusion
from dicehouse.views.acts import REASON, Act, moment_field
from dicehouse.views.parts import Text

OUT_OF = {"table": Text("this table", "此桌"), "game": Text("the game", "此游戏"), "casino": Text("the casino", "赌场")}
UNTIL = moment_field("until", Text("Until (none: until it is lifted)", "直到（不填则至解除为止）"), needed=False)  # noqa: RUF001


def excluded_words(it: Exclusion) -> Text:
    """From what, by whom, why and until when."""
    out_of = OUT_OF[it.out_of]
    until = (f", until {it.until:%Y-%m-%d}", f"，至 {it.until:%Y-%m-%d}") if it.until else ("", "")  # noqa: RUF001
    clause = f" ({it.clause})" if it.clause else ""
    return Text(
        f"Excluded from {out_of.en} by {it.by}{until[0]}: {it.reason}{clause}",
        f"已被 {it.by} 禁止进入{out_of.zh}{until[1]}：{it.reason}{clause}",  # noqa: RUF001
    )


def lifts(person: str) -> Act:
    return Act(
        LiftExclusion, Text("Let them in again", "解除"), "check", given={"person": person}, fields=(REASON,),
        key=f"lift-{person}", grave=True,
    )  # fmt: skip


def about(house: House, person: str) -> Iterator[Act]:
    """What a gaming manager may do about someone."""
    own = {"person": person}
    if person in house.recommendations:
        yield Act(
            exclusions.DeclineRecommendation, Text("Leave them in", "不予驱逐"), "undo", given=own, fields=(REASON,)
        )
    if person in house.exclusions:
        yield Act(
            exclusions.EndExclusion, Text("Let them in again", "解除驱逐"), "check", given=own, fields=(REASON,),
            grave=True,
        )  # fmt: skip
    yield Act(
        exclusions.ExcludeFromCasino, Text("Exclude from the casino", "逐出赌场"), "leave", given=own,
        fields=(REASON, UNTIL), grave=True,
    )  # fmt: skip
