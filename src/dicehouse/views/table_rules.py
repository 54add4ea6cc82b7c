# ruff: noqa: RUF001 - Chinese punctuation
"""The rules of a table as its players read them: bets, limits, payment, notices and disputes, in our words.

What each wager pays stands on the felt; this is everything else, taken from the rulebook in force and from the table's
own sign, each line with the clause that says it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from dicehouse.money import Rounding
from dicehouse.rulebooks import Rulebook
from dicehouse.table.betting import closing_clause
from dicehouse.table.config import Limits
from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views.layout import NO_RESULT, offered
from dicehouse.views.looks import wager_text
from dicehouse.views.parts import Text, money
from dicehouse.words import term


class RuleLine(Struct, frozen=True):
    words: Text
    clause: str
    """Empty where the document is silent and the house decides."""


class RuleSection(Struct, frozen=True):
    """Rules on one matter."""

    id: str
    title: Text
    lines: tuple[RuleLine, ...]


class TableRules(Struct, frozen=True, kw_only=True):
    """The rules in force at a table, beside the wagers themselves."""

    table: str
    rulebook: str
    rulebook_name: str
    edition: str
    regulator: str
    hash: str
    """Two tables that show the same play by the same rules."""
    clause: str
    """By which anyone may ask for the rules; empty where the document does not say."""
    copy: str
    """What kind of file the approved document itself is, such as pdf, where the house hands it out; empty: it does
    not, and this is a description."""
    sections: tuple[RuleSection, ...]


def table_rules(table: Table, copy: str = "") -> TableRules:
    book = table.book
    sections = (
        RuleSection("betting", Text("Placing wagers", "投注"), tuple(_betting(table))),
        RuleSection("limits", Text("Limits", "限额"), tuple(_limits(table))),
        RuleSection("paying", Text("Results and payment", "结果与派彩"), tuple(_paying(table))),
        RuleSection("notices", Text("What you are told beforehand", "事先通知"), tuple(_notices(book))),
        RuleSection("disputes", Text("If you disagree", "如有异议"), tuple(_disputes(book))),
    )
    return TableRules(
        table=table.config.name,
        rulebook=book.id,
        rulebook_name=book.name,
        edition=book.edition,
        regulator=book.regulator,
        hash=book.hash,
        clause=book.topics.get("rules", ""),
        copy=copy,
        sections=tuple(it for it in sections if it.lines),
    )


def _line(clause: str, en: str, zh: str) -> RuleLine:
    return RuleLine(Text(en, zh), clause)


def _betting(table: Table) -> Iterator[RuleLine]:
    book, config = table.book, table.config
    letter = config.diagram(book)
    if letter:
        en, zh = f"The layout is that of diagram {letter}.", f"台面采用图 {letter}。"
        yield _line(book.layouts[letter].clause, en, zh)
    if book.cards is not None:
        yield _line(book.cards.clause, "You play with your own player card.", "须使用本人的会员卡。")
    yield _line(
        closing_clause(table),
        "A wager counts when this table has taken it before betting closed. The server's clock decides, and a late"
        " chip is not placed.",
        "赌桌在截止前收下的投注才有效。以服务器时钟为准，迟到的筹码不算。",
    )
    if table.kind is Kind.CRAPS:
        yield _line(book.removal_clause, *_taken_down(book))
        yield _line(
            book.calls_clause,
            "Wagers that can be Off count for no roll until they are On again.",
            "暂停的投注在恢复前不计任何一掷。",
        )
    if table.kind is Kind.ELECTRONIC:
        shoot = book.times["shoot"]
        yield _line(
            shoot.clause,
            f"The shooter has {shoot.amount} {shoot.unit} to press the button; after that the dice start alone.",
            f"掷骰者有 {shoot.amount} 秒按键；过后骰子自动开始。",
        )
    if any(book.wagers[it].joins_run for it in offered(book, config)):
        yield _line(
            next(it.clause for it in book.wagers.values() if it.joins_run),
            f"A Super Streak wager costs {money(config.streak_price)} and joins a run while its window is open.",
            f"超级连胜每注 {money(config.streak_price)}，只在窗口开放时可投。",
        )


def _taken_down(book: Rulebook) -> tuple[str, str]:
    """Which wagers stay up, in English and Chinese: those with a point, and those that stay from the first."""
    contracts = [it for it in book.wagers.values() if it.contract_in and not it.joins_run]
    later = [wager_text(book, it.id) for it in contracts if it.rules.starts[0] not in it.contract_in]
    en, zh = "Wagers may be taken down between rolls.", "投注可在两掷之间取回。"
    if later:
        names, chinese = " and ".join(it.en for it in later), "和".join(it.zh for it in later)
        en = f"{names} wagers stay once they have a point; others may be taken down between rolls."
        zh = f"{chinese}注有点数后不可取回；其他投注可在两掷之间取回。"
    if len(later) < len(contracts):
        en = en.removesuffix(".") + ", but for those that stay until they are decided."
        zh = zh.removesuffix("。") + "，须留至分出胜负的投注除外。"
    return en, zh


_BELOW: Final = {
    "stands": Text("A wager below the minimum that was taken stands.", "已收下而低于最低的投注有效。"),
    "stands_once_then_returned": Text(
        "A wager below the minimum stands once; after that it goes back.", "低于最低的投注一次有效，其后退回。"
    ),
    "refused": Text("A wager below the minimum is not taken.", "低于最低的投注不受理。"),
}
_ABOVE: Final = {
    "settled_at_maximum": Text(
        "A wager above the maximum is paid or lost at the maximum, and the rest goes back.",
        "超过最高的投注按最高结算，余额退回。",
    ),
    "refused": Text("A wager above the maximum is not taken.", "超过最高的投注不受理。"),
}


def _limits(table: Table) -> Iterator[RuleLine]:
    book, sign = table.book, table.sign
    clause = book.limits["per"].clause
    yield RuleLine(_sign(sign.every, Text("Each wager", "每注")), clause)
    for wager, own in sign.wagers.items():
        yield RuleLine(_sign(own, wager_text(book, wager)), clause)
    if sign.player:
        yield _line(
            clause,
            f"One player has at most {money(sign.player)} on the layout.",
            f"每位玩家台面上最多 {money(sign.player)}。",
        )
    if sign.area:
        yield _line(
            clause,
            f"All players together have at most {money(sign.area)} on one area.",
            f"每个区域合计最多 {money(sign.area)}。",
        )
    below, above = book.limits["below_minimum"], book.limits["above_maximum"]
    yield RuleLine(_BELOW[str(below.value)], below.clause)
    yield RuleLine(_ABOVE[str(above.value)], above.clause)


def _sign(it: Limits, what: Text) -> Text:
    en = f"{what.en}: {money(it.minimum)} to {money(it.maximum)}"
    zh = f"{what.zh}：{money(it.minimum)} 至 {money(it.maximum)}"
    if not it.unit:
        return Text(f"{en}.", f"{zh}。")
    return Text(f"{en}, in steps of {money(it.unit)}.", f"{zh}，每级 {money(it.unit)}。")


def _paying(table: Table) -> Iterator[RuleLine]:
    book = table.book
    chip = money(table.config.chip)
    rounded = {
        Rounding.EXACT: Text("Winnings are paid to the cent.", "赢额精确到分。"),
        Rounding.DOWN: Text(
            f"Winnings are paid in chips of {chip}, rounded down.", f"赢额以 {chip} 筹码付，向下取整。"
        ),
        Rounding.UP: Text(f"Winnings are paid in chips of {chip}, rounded up.", f"赢额以 {chip} 筹码付，向上取整。"),
    }
    yield RuleLine(rounded[book.rounding], book.chips_clause)
    called = NO_RESULT[book.no_result.called]
    back = book.readings["no_result_effect"] == "void"
    held = book.no_result.holds - table.config.left_out(book)
    streak = back and any(it.joins_run and it.family in held for it in book.wagers.values())
    yield _line(
        book.no_result.clause,
        f"{called.en}: "
        + ("wagers go back to their players" if back else "wagers stay where they are")
        + ("; Super Streak wagers stay." if streak else "."),
        f"{called.zh}：" + ("投注退回玩家" if back else "投注保留不动") + ("；超级连胜保留。" if streak else "。"),
    )
    if "lights" in book.topics:
        yield _line(
            book.topics["lights"],
            "Where the lights fail, the dice decide and not the lights.",
            "灯光失灵时以骰子为准。",
        )


_UNITS: Final = {"minutes": "分钟", "rounds": "局", "seconds": "秒"}


def _notices(book: Rulebook) -> Iterator[RuleLine]:
    for key, en, zh in (
        ("raise_minimum", "A higher minimum is on the sign {} before it counts.", "提高最低投注，提前 {} 告示。"),
        ("closing", "You are told {} before this table closes.", "关桌前 {} 通知。"),
        (
            "abstaining",
            "At a full table a place may be given to someone else after {} without a wager.",
            "满座时，连续 {} 不投注，座位可能让给他人。",
        ),
    ):
        if key in book.times:
            it = book.times[key]
            yield _line(it.clause, en.format(f"{it.amount} {it.unit}"), zh.format(f"{it.amount} {_UNITS[it.unit]}"))


_RANKS: Final = {
    "games-supervisor": "赌桌主管",
    "casino-supervisor": "赌场主管",
    "casino-operator": "赌场经营者",
    "electronic-gaming-host": "电子游戏服务员",
    "electronic-gaming-supervisor": "电子游戏主管",
    "boxperson": "座监",
    "tg-area-manager": "区域经理",
}

_STEPS: Final = {
    "decide_dispute": Text("decides it first", "先作裁决"),
    "review_dispute": Text("reviews the decision if you ask", "应您的要求复核"),
    "final_decision": Text("has the last word in the house", "在场内作最后裁决"),
}


def _disputes(book: Rulebook) -> Iterator[RuleLine]:
    """From raising it to the way outside the house."""
    powers = [it for it in _STEPS if it in book.powers]
    yield _line(
        book.powers[powers[0]].clause,
        "Raise it from Your last rounds, or tell any member of staff; it is written down at once.",
        "可在“您的近几局”提出，或告诉任何员工；会立即记录。",
    )
    for power in powers:
        it, does = book.powers[power], _STEPS[power]
        rank = next(role for role in book.roles if role.id == it.by[0])
        yield _line(it.clause, f"{rank.name}: {does.en}.", f"{_RANKS.get(rank.id, rank.name)}：{does.zh}。")
    if "complaint" in book.topics:
        yield _line(
            book.topics["complaint"],
            f"You may always complain to the {book.regulator}.",
            f"您随时可向监管机构（{term(book.regulator)}）投诉。",
        )
