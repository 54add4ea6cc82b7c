"""Terms that a manager sets from the cage: jackpots, and what the house asks of play, cash and breaks."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from dicehouse.house.jackpot_state import Arm, Jackpot, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import AdjustJackpot, ChangeJackpot, OfferJackpot
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import CashPolicy, PlayPolicy, Policy, RatingsPolicy, RosterPolicy
from dicehouse.house.state import House
from dicehouse.views.acts import Act
from dicehouse.views.parts import Text
from dicehouse.views.table_choices import names

OF: Final = 10_000
"""Shares are typed in hundredths of a percent."""
NEW: Final = JackpotTerms(
    rate=Rate(100, OF),
    trigger=Trigger(states={"start": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}),
    tables=(),
    approved_by="-",
)
"""Won by one result; what is won by several in a row is offered from the command line."""


SHARE: Final = "terms.rate.0"
TERMS: Final = f"{SHARE} terms.seed! terms.cap! terms.tables terms.approved_by"
FACES: Final = "terms.trigger.states.start.0.rolled.faces!"


def offers(tables: Iterable[str]) -> Act:
    act = _with_terms(Act(OfferJackpot, Text("Part 4", "第 4 部分")), NEW, tables)
    return act._replace(asks=f"pool {FACES} {TERMS}", tried={"terms": NEW}, dice=3)


def changes(pool: str, it: Jackpot, tables: Iterable[str]) -> Act:
    act = _with_terms(Act(ChangeJackpot, asks=TERMS, key=f"change-{pool}"), it.coming or it.terms, tables)
    return act._replace(given={"pool": pool, **act.given})


def _with_terms(act: Act, now: JackpotTerms, tables: Iterable[str]) -> Act:
    parts = Text(f"Share of stakes, in {now.rate.of:,} parts", f"注额份数 (每 {now.rate.of:,})")
    return act._replace(
        given={"terms": now},
        choices={"terms.tables": lambda: names(tuple(tables))},
        values={"terms.approved_by": None},
        labels={SHARE: parts},
        free=True,
    )


def adjusts(pool: str, shown: int) -> Act:
    return Act(AdjustJackpot, given={"pool": pool}, values={"old": shown}, key=f"adjust-{pool}", free=True)


# --- the policy of the house


def policies(house: House) -> Iterator[Act]:
    """Each part switched on with its figures, or off."""
    now = house.policy
    yield Act(
        SetPolicy, given={"policy": replace(now, play=now.play or PlayPolicy())}, asks=PLAY,
        values={"policy.play.continuous": None}, name=Text("How long someone may play", "可玩时长"), icon="clock",
        key="play", free=True,
    )  # fmt: skip
    if now.play is not None:
        yield _ends(replace(now, play=None), Text("End limits of play time", "取消时长限制"), "no-play")
    yield Act(
        SetPolicy, given={"policy": replace(now, cash=now.cash or CashPolicy())}, asks="policy.cash.day!",
        name=Text("How much cash someone may put in", "可投入现金"), icon="cash", key="cash",
    )  # fmt: skip
    if now.cash is not None:
        yield _ends(replace(now, cash=None), Text("End limits of cash", "取消现金限制"), "no-cash")
    yield Act(
        SetPolicy, given={"policy": replace(now, ratings=now.ratings or RatingsPolicy())},
        asks="policy.ratings.comps_percent!", name=Text("Comps to rated players", "按评级回馈"), icon="user",
        key="ratings", free=True,
    )  # fmt: skip
    if now.ratings is not None:
        yield _ends(replace(now, ratings=None), Text("End comps", "取消回馈"), "no-ratings")
    yield Act(
        SetPolicy, given={"policy": replace(now, roster=now.roster or RosterPolicy())},
        asks="policy.roster.longest_minutes!", name=Text("When a relief is late", "换班时限"), icon="clock",
        key="roster", free=True,
    )  # fmt: skip
    if now.roster is not None:
        yield _ends(replace(now, roster=None), Text("Reliefs by the roster alone", "只按排班换班"), "no-roster")
    yield Act(
        SetPolicy, given={"policy": now}, asks="policy.rollover.minutes!",
        name=Text("The pause while a limit period ends", "限额期末暂停"), icon="pause", key="rollover", free=True,
    )  # fmt: skip


def _ends(policy: Policy, name: Text, key: str) -> Act:
    return Act(SetPolicy, given={"policy": policy}, asks="", name=name, icon="cross", grave=True, key=key)


PLAY: Final = " ".join(
    f"policy.play.{it}!"
    for it in ("terminal_hours", "table_hours", "day_hours", "week_hours", "break_minutes", "continuous")
)
