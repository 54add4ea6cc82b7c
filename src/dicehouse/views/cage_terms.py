"""Terms that a manager sets from the cage: jackpots, and what the house asks of play, cash and breaks."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from dicehouse.house.jackpots import AdjustJackpot, ChangeJackpot, OfferJackpot
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import CashPolicy, PlayPolicy
from dicehouse.house.state import Arm, House, Jackpot, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.views.acts import (
    REASON,
    Act,
    ChoiceView,
    FieldView,
    choices,
    count_field,
    dice_field,
    money_field,
    name_field,
    one_field,
)
from dicehouse.views.parts import Text

OF: Final = 10_000
"""Shares are typed in hundredths of a percent."""
POOL: Final = name_field("pool", Text("Name of the jackpot", "奖池名称"))
NEW: Final = JackpotTerms(
    rate=Rate(100, OF),
    trigger=Trigger(states={"start": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}),
    tables=(),
    approved_by="-",
)
"""Won by one result; what is won by several in a row is offered from the command line."""


def offers(tables: Iterable[str]) -> Act:
    faces = dice_field("terms.trigger.states.start.0.rolled.faces", Text("Won by", "中奖点数"), 3)
    return Act(
        OfferJackpot,
        Text("Offer a jackpot", "开设奖池"),
        "star",
        Text("Part 4", "第 4 部分"),
        {"terms": NEW},
        (POOL, faces, *_terms(NEW, tables)),
        {"terms": NEW},
        free=True,
    )


def changes(pool: str, it: Jackpot, tables: Iterable[str]) -> Act:
    now = it.coming or it.terms
    return Act(
        ChangeJackpot,
        Text("Other terms from the next win", "下次中奖后改条款"),
        "pen",
        given={"pool": pool, "terms": now},
        fields=tuple(_terms(now, tables)),
        key=f"change-{pool}",
        free=True,
    )


def _terms(now: JackpotTerms, tables: Iterable[str]) -> Iterator[FieldView]:
    where = tuple(ChoiceView(name, Text(name, name)) for name in tables)
    yield count_field(
        "terms.rate.0",
        Text(f"Share of stakes, in {now.rate.of:,} parts", f"注额份数 (每 {now.rate.of:,})"),
        now.rate.parts,
    )
    yield money_field("terms.seed", Text("Starts with", "起始金额"), now.seed)
    yield money_field("terms.cap", Text("Grows to at most (0: no end)", "上限 (0 为无)"), now.cap)
    yield FieldView(key="terms.tables", kind="some", name=Text("Linked tables", "相连桌台"), choices=where)
    yield name_field("terms.approved_by", Text("Approval on file", "批准文号"))


def adjusts(pool: str, shown: int) -> Act:
    failed = (
        ChoiceView("display meter", Text("Display meter", "显示表")),
        ChoiceView("controller", Text("Controller", "控制器")),
    )
    return Act(
        AdjustJackpot,
        Text("Put its value right", "更正金额"),
        "repeat",
        given={"pool": pool},
        fields=(
            one_field("failed", Text("What failed", "故障"), failed),
            money_field("old", Text("Value before", "原值"), shown),
            money_field("new", Text("Right value", "正确值")),
            name_field("form", Text("Number of the form", "表格号")),
            REASON,
        ),
        key=f"adjust-{pool}",
        grave=True,
        free=True,
    )


# --- the policy of the house


def policies(house: House) -> Iterator[Act]:
    """Each part switched on with its figures, or off."""
    now = house.policy
    given = {"policy": msgspec.structs.replace(now, play=now.play or PlayPolicy())}
    yield Act(
        SetPolicy,
        Text("How long someone may play", "可玩时长"),
        "clock",
        given=given,
        fields=tuple(_play(now.play or PlayPolicy())),
        key="play",
        free=True,
    )
    if now.play is not None:
        off = {"policy": msgspec.structs.replace(now, play=None)}
        yield Act(
            SetPolicy, Text("End limits of play time", "取消时长限制"), "cross", given=off, key="no-play", grave=True
        )
    cash = now.cash or CashPolicy()
    given = {"policy": msgspec.structs.replace(now, cash=cash)}
    most = money_field("policy.cash.day", Text("Cash of one person a day", "每人每日现金"), cash.day)
    yield Act(
        SetPolicy,
        Text("How much cash someone may put in", "可投入现金"),
        "cash",
        given=given,
        fields=(most,),
        key="cash",
    )
    if now.cash is not None:
        off = {"policy": msgspec.structs.replace(now, cash=None)}
        yield Act(SetPolicy, Text("End limits of cash", "取消现金限制"), "cross", given=off, key="no-cash", grave=True)
    minutes = count_field(
        "policy.rollover.minutes",
        Text("Minutes around the end of a limit period", "限额期末前后分钟"),
        now.rollover.minutes,
    )
    yield Act(
        SetPolicy,
        Text("The pause while a limit period ends", "限额期末暂停"),
        "pause",
        given={"policy": now},
        fields=(minutes,),
        key="rollover",
        free=True,
    )


def _play(now: PlayPolicy) -> Iterator[FieldView]:
    yield count_field(
        "policy.play.terminal_hours", Text("Hours at terminals without a break", "终端连续小时"), now.terminal_hours
    )
    yield count_field(
        "policy.play.table_hours", Text("Hours at tables without a break", "桌台连续小时"), now.table_hours
    )
    yield count_field("policy.play.day_hours", Text("Hours in any 24 hours", "24 小时内小时数"), now.day_hours)
    yield count_field("policy.play.week_hours", Text("Hours in any 7 days", "7 天内小时数"), now.week_hours)
    yield count_field("policy.play.break_minutes", Text("Minutes of a break", "休息分钟"), now.break_minutes)
    then = choices(check=Text("Staff see how they do", "员工查看"), block=Text("No more play", "不得再玩"))
    yield one_field("policy.play.continuous", Text("Then", "其后"), then)
