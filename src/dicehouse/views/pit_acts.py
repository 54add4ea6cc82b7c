"""What a supervisor may do at a table, act by act."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from dicehouse.odds import values
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.rulebook import Time
from dicehouse.table import (
    betting,
    conduct,
    dealt,
    disputes,
    doubted,
    electronic,
    invalidation,
    limits,
    losses,
    meter,
    mispayments,
    opening,
    people,
    server,
    streak,
    terminals,
    throw,
)
from dicehouse.table.config import Limits
from dicehouse.table.orders import Command, Kind, Phase
from dicehouse.table.state import Seat, Table
from dicehouse.views.acts import (
    REASON,
    Act,
    ChoiceView,
    FieldView,
    choices,
    moment_field,
    money_field,
    name_field,
    one_field,
    text_field,
)
from dicehouse.views.felt import felt
from dicehouse.views.layout import felt_kind, offered
from dicehouse.views.named import colour_name, offence_name, reason_name
from dicehouse.views.parts import Text, money

MANY: Final = 60
"""Choices that a form shows; of more the first, or the latest."""
MINIMUM: Final = Text("Minimum", "最低")
MAXIMUM: Final = Text("Maximum", "最高")
STEPS: Final = Text("Steps of", "每级")
SEAT: Final = Text("Seat", "座位")
WHO: Final = Text("Who", "何人")
WAGER: Final = Text("Wager", "投注")
UNITS: Final = {
    "minutes": "分钟",
    "hours": "小时",
    "seconds": "秒",
    "rounds": "局",
    "days": "天",
    "times": "次",
}


# --- what there is to choose from


def seat_name(table: Table, number: int) -> Text:
    if table.kind is Kind.ELECTRONIC:
        return Text(f"Terminal {number}", f"{number} 号终端")
    return Text(f"Seat {number}", f"{number} 号座")


def seat_choices(table: Table) -> tuple[ChoiceView, ...]:
    return tuple(ChoiceView(it, seat_name(table, it)) for it in sorted(table.seats)[:MANY])


def person_choices(table: Table) -> tuple[ChoiceView, ...]:
    """Players by their seats; the value is the name that the command wants."""
    seen: dict[str, ChoiceView] = {}
    for number, seat in sorted(table.seats.items()):
        seen.setdefault(seat.person, ChoiceView(seat.person, seat_name(table, number)))
        if len(seen) == MANY:
            break
    return tuple(seen.values())


def bet_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The latest wagers on the layout."""
    latest = islice(reversed(table.bets.values()), MANY)
    standing = table.layout.standing
    return tuple(_bet(table, it.id, it.seat, standing[it.id].name, standing[it.id].stake) for it in latest)


def wager_name(table: Table, wager: str) -> Text:
    """A wager in both languages, as the felt has it."""
    zh = _NAMES.get(felt_kind(table.book))
    if zh is None:
        zh = {it.id: it.name.zh for it in felt(felt_kind(table.book)).areas}
        _NAMES[felt_kind(table.book)] = zh
    name = table.book.wagers[wager].name
    return Text(name, zh.get(wager, name))


_NAMES: Final[dict[str, dict[str, str]]] = {}


def declared_choices(table: Table) -> tuple[ChoiceView, ...]:
    """Wagers that were called out and wait to be laid."""
    return tuple(_bet(table, it.id, it.seat, it.wager, it.stake) for it in islice(table.declared.values(), MANY))


def _bet(table: Table, id: str, seat: int, wager: str, staked: int) -> ChoiceView:
    at, name, stake = seat_name(table, seat), wager_name(table, wager), money(staked)
    return ChoiceView(id, Text(f"{at.en}, {name.en} {stake}", f"{at.zh}，{name.zh} {stake}"))  # noqa: RUF001 - a Chinese comma


def area_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The wagers on the felt, in the order of the rulebook."""
    there = offered(table.book, table.config)
    return tuple(ChoiceView(it, wager_name(table, it)) for it in table.book.wagers if it in there)


def seat_field(table: Table) -> FieldView:
    """A seat to choose; where there are too many to show, its number is typed."""
    if len(table.seats) > MANY:
        return FieldView(key="seat", kind="count", name=SEAT)
    return one_field("seat", SEAT, seat_choices(table))


def hint(clause: str, en: str = "", zh: str = "") -> Text:
    return Text(", ".join(filter(None, (clause, en))), "，".join(filter(None, (clause, zh))))  # noqa: RUF001


def _time(it: Time | None, en: str, zh: str) -> tuple[str, str]:
    """ "20 minutes to raise"."""
    return (f"{it.amount} {it.unit} {en}", f"{zh} {it.amount} {UNITS[it.unit]}") if it else ("", "")


# --- the table itself


class OverOne:
    """Wagers that return more than they take, worked out once for each rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.wagers = tuple(
            (it.wager.id, it.wager.family, percent(it.returns), it.wager.clause)
            for it in values(book)
            if it.returns > 1
        )


_OVER: Final[dict[str, OverOne]] = {}


def over_one(table: Table) -> tuple[ChoiceView, ...]:
    """The wagers on offer here that return more than 100%, each to be acknowledged by name."""
    book, left_out = table.book, table.config.left_out(table.book)
    if book.hash not in _OVER:
        _OVER[book.hash] = OverOne(book)
    return tuple(
        ChoiceView(id, wager_name(table, id), f"{returns} ({clause})")
        for id, family, returns, clause in _OVER[book.hash].wagers
        if family not in left_out
    )


def opens(table: Table) -> Act:
    over, book = over_one(table), table.book
    words = Text(f"{len(over)} wagers over 100%", f"{len(over)} 项超过 100%") if over else Text("", "")
    if table.now is not None and not opening.is_in_force(table, table.now):
        over = (*over, ChoiceView(book.id, Text("An edition that is not in force", "未生效的版本"), book.edition))
    acknowledged = FieldView(
        key="acknowledged", kind="some", name=Text("Acknowledge each by name", "逐一确认"), choices=over
    )
    fields = (acknowledged,) if over else ()
    return Act(opening.OpenTable, Text("Open the table", "开桌"), "check", words, fields=fields)


def _limit_fields(way: str, now: Limits) -> tuple[FieldView, ...]:
    return (
        money_field(f"{way}.minimum", MINIMUM, now.minimum),
        money_field(f"{way}.maximum", MAXIMUM, now.maximum),
        money_field(f"{way}.unit", STEPS, now.unit, needed=False),
    )


def changes_limits(table: Table) -> Act:
    raising = _time(table.book.times.get("raise_minimum"), "to raise", "提高须提前")
    fields = (*_limit_fields("sign.every", table.sign.every), moment_field("counts", Text("From", "起始")))
    return Act(
        opening.ChangeLimits, Text("Change limits", "更改限额"), "pen", hint(table.clause("change_limits"), *raising),
        {"sign": table.sign}, fields,
    )  # fmt: skip


def sets_personal(table: Table) -> Act:
    sign = name_field("sign", Text("Where its sign stands", "标示位置"))
    return Act(
        limits.SetPersonalLimits, Text("Personal limit", "个人限额"), "user",
        hint(table.clause("set_personal_limits"), "sign at the seat", "座位须有标示"),
        {}, (seat_field(table), *_limit_fields("limits", table.sign.every), sign),
        {"limits": Limits(table.sign.every.minimum, table.sign.every.maximum + 1, table.sign.every.unit)},
    )  # fmt: skip


def ends_personal(seat: Seat) -> Act:
    return Act(
        limits.SetPersonalLimits, Text("End it", "结束"), "cross", given={"seat": seat.number, "limits": None},
        key=f"personal-{seat.number}",
    )  # fmt: skip


def closes(table: Table) -> Iterator[Act]:
    """The sign goes up or comes down, and the table closes once its notice has run."""
    notice = table.book.times["closing"]
    if table.closing is None:
        timed = (moment_field("closes", Text("Closes at", "关闭时间")),) if notice.unit != "rounds" else ()
        words = hint(notice.clause, *_time(notice, "sign", "须提前标示"))
        yield Act(opening.AnnounceClosing, Text("Announce the closing", "公告关桌"), "clock", words, fields=timed)
    else:
        yield Act(opening.WithdrawClosing, Text("Take the sign down", "撤下关桌公告"), "undo", hint(notice.clause))
    yield Act(
        opening.CloseTable, Text("Close the table", "关桌"), "shut", hint(notice.clause, "now", "立即"), grave=True
    )


def refuses(table: Table) -> Act:
    fields = (one_field("bet", WAGER, bet_choices(table)), text_field("grounds", Text("Grounds", "理由")))
    words = hint(table.clause("refuse_wager"), "grounds needed", "须有理由")
    return Act(betting.RefuseWager, Text("Refuse a wager", "拒绝投注"), "cross", words, fields=fields)


def invalidates(table: Table) -> Act:
    grounds = choices(disrupted=Text("Disturbed from outside", "外来干扰"), fraud=Text("Fraud", "欺诈"))
    return Act(
        invalidation.InvalidateOutcome, Text("Invalidate an outcome", "宣布结果无效"), "pause",
        hint(table.clause("invalidate_disrupted"), "reason needed", "须有理由"),
        fields=(one_field("ground", Text("Ground", "依据"), grounds), REASON), grave=True,
    )  # fmt: skip


def corrects(table: Table) -> Act:
    what = choices(
        wager=Text("A wager", "投注"),
        cash_change=Text("Cash change", "现金兑换"),
        colour_change=Text("Colour checks", "彩色筹码兑换"),
    )
    number = FieldView(
        key="round", kind="count", name=Text("Round", "局"), needed=False, value=table.round.number or None
    )
    return Act(
        mispayments.RecordMispayment, Text("Correct a payment", "更正派彩"), "repeat",
        hint(table.clause("correct_payment"), "due and paid", "应付与实付"),
        fields=(
            one_field("of", Text("Of", "类别"), what), money_field("due", Text("Due", "应付")),
            money_field("paid", Text("Paid", "实付")),
            money_field("booked", Text("Booked, if not what was due", "账面金额（如非应付额）"), needed=False),  # noqa: RUF001
            one_field("person", WHO, person_choices(table), needed=False),
            one_field("seat", SEAT, seat_choices(table), needed=False), number, *_paid_in(table),
            text_field("enquiries", Text("Enquiries made", "查询经过"), needed=False),
        ),
        tried={"due": 2, "paid": 1},
    )  # fmt: skip


def _paid_in(table: Table) -> tuple[FieldView, ...]:
    """Asked where someone plays with colour checks."""
    held = sorted({colour for seat in table.seats.values() for colour in seat.checks})
    known = tuple(ChoiceView(it, colour_name(it)) for it in held)
    return (one_field("colour", Text("Paid in colour checks", "以彩色筹码支付"), known, needed=False),) if known else ()


def voids_one(table: Table) -> Act:
    return Act(
        invalidation.VoidWagerForFraud, Text("Void a wager for fraud", "因欺诈作废投注"), "cross",
        hint(table.clause("invalidate_fraud")), fields=(one_field("bet", WAGER, bet_choices(table)), REASON),
        grave=True,
    )  # fmt: skip


_NO_RESULT: Final[dict[Kind, type[Command]]] = {
    Kind.DEALT: dealt.CallNoResult,
    Kind.CRAPS: throw.CallNoRoll,
    Kind.ELECTRONIC: electronic.VoidRound,
}


def no_result_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The reasons for which a round has no result here, each with its clause."""
    return tuple(ChoiceView(it, reason_name(it), clause) for it, clause in table.book.no_result.reasons.items())


def voids_round(table: Table) -> Act:
    rule = table.book.no_result
    return Act(
        _NO_RESULT[table.kind], Text(f"Call {rule.called}", "宣布此局无效"), "warn", hint(rule.clause),
        fields=(one_field("reason", Text("Reason", "理由"), no_result_choices(table)),), grave=True,
    )  # fmt: skip


TOPICS: Final = choices(
    other=Text("Anything else", "其他"), dice=Text("Which face is uppermost (the boxperson decides)", "骰面 (箱员终裁)")
)


def disputes_for(table: Table) -> Act:
    return Act(
        disputes.RaiseDispute, Text("Write a dispute down", "记录争议"), "flag",
        hint(table.clause("decide_dispute") or table.clause("final_decision")),
        fields=(
            one_field("person", WHO, person_choices(table)), text_field("about", Text("What is disputed", "争议内容")),
            one_field("bet", WAGER, bet_choices(table), needed=False),
            *((one_field("topic", Text("Topic", "事项"), TOPICS),) if "judge_top_face" in table.book.powers else ()),
        ),
    )  # fmt: skip


def records_breach(table: Table) -> Act:
    offences = tuple(ChoiceView(it, offence_name(it), ban.clause) for it, ban in table.book.conduct.items())
    who = choices(
        player=Text("Player", "玩家"), spectator=Text("Spectator", "旁观者"), employee=Text("Employee", "员工")
    )
    return Act(
        conduct.RecordContravention, Text("Record a contravention", "记录违规"), "eye",
        Text("then void, exclude or withhold", "其后可作废、驱逐或扣留"),
        fields=(
            one_field("offence", Text("Offence", "违规"), offences), one_field("person", WHO, person_choices(table)),
            one_field("who", Text("As", "身份"), who), text_field("what", Text("What was seen", "所见")),
            FieldView(
                key="members", kind="some", name=Text("Together with", "同伙"), choices=person_choices(table),
                needed=False,
            ),
        ),
    )  # fmt: skip


def vacates(table: Table) -> Act:
    return Act(
        people.RequireVacate, Text("Have a seat given up", "要求让座"), "leave", hint(table.clause("vacate_seat")),
        fields=(seat_field(table),),
    )  # fmt: skip


def limits_players(table: Table) -> Act:
    most = FieldView(key="most", kind="count", name=Text("Most players", "最多玩家"), value=table.config.seats)
    each = FieldView(key="one_each", kind="tick", name=Text("One for each place", "每位一人"), needed=False)
    return Act(
        people.LimitPlayers, Text("Limit the players", "限制人数"), "user", hint(table.clause("limit_players")),
        fields=(most, each),
    )  # fmt: skip


def pauses(table: Table) -> Act:
    until = moment_field("until", Text("Until", "直到"), needed=True)
    return Act(
        losses.PausePlayer, Text("Have a player pause", "要求暂停"), "pause", hint(table.clause("pause_player")),
        fields=(one_field("person", WHO, person_choices(table)), until),
    )  # fmt: skip


def final_call(table: Table) -> Act:
    return Act(
        streak.AnnounceFinalCall, Text("Final call, Super Streak", "超级连胜最后下注"), "clock",
        hint(table.clause("final_call")),
    )  # fmt: skip


def at_terminals(table: Table) -> Iterator[Act]:
    """What there is at electronic tables alone."""
    amount = money_field("amount", Text("Onto the meter (minus: off it)", "加入余额（负数为扣除）"))  # noqa: RUF001
    yield Act(
        meter.AdjustCredit, Text("Adjust a credit meter", "调整余额"), "pen", hint(table.clause("adjust_credit")),
        fields=(seat_field(table), amount, REASON),
    )  # fmt: skip
    most = money_field("amount", Text("How much (nothing: all of it)", "金额（留空为全部）"), needed=False)  # noqa: RUF001
    yield Act(
        doubted.WithholdCredits, Text("Withhold credits in doubt", "扣留存疑余额"), "lock",
        hint(table.clause("correct_payment")), fields=(seat_field(table), most, REASON), grave=True,
    )  # fmt: skip
    kinds = tuple(
        ChoiceView(value, name)
        for value, name in (
            ("credits-wrong", Text("Credits are wrong", "余额有误")), ("interrupted", Text("Interrupted", "中断")),
            ("display", Text("Faulty display", "显示故障")), ("other", Text("Other", "其他")),
        )
    )  # fmt: skip
    yield Act(
        terminals.ReportTerminalFault, Text("Report a terminal's fault", "报告终端故障"), "warn", Text("7.2", "7.2"),
        fields=(
            seat_field(table), one_field("kind", Text("Kind", "类别"), kinds), text_field("said", Text("What", "情况")),
        ),
    )  # fmt: skip
    which = tuple(
        ChoiceView(value, name)
        for value, name in (
            ("opinion", Text("In the house's opinion", "场方判断")),
            ("same-error", Text("Same error at several terminals", "多台终端同一错误")),
        )
    )
    seats = FieldView(
        key="seats", kind="some", name=Text("Terminals", "终端"), choices=seat_choices(table), needed=False
    )
    yield Act(
        server.ReportServerFault, Text("The server has failed", "服务器故障"), "warn", Text("7.6.1", "7.6.1"),
        fields=(one_field("kind", Text("Kind", "类别"), which), text_field("error", Text("What", "情况")), seats),
        grave=True,
    )  # fmt: skip


def common(table: Table) -> Iterator[Act]:
    """The keys of the board, in the order they are drawn."""
    if table.phase is Phase.CLOSED:
        yield opens(table)
        return
    yield changes_limits(table)
    yield sets_personal(table)
    yield from closes(table)
    yield refuses(table)
    yield invalidates(table)
    yield corrects(table)


def seldom(table: Table) -> Iterator[Act]:
    """What is done less often."""
    yield disputes_for(table)
    yield records_breach(table)
    yield voids_one(table)
    yield voids_round(table)
    yield vacates(table)
    yield limits_players(table)
    yield pauses(table)
    if any(it.family == "streak" for it in table.book.wagers.values()):
        yield final_call(table)
    if table.kind is Kind.ELECTRONIC:
        yield from at_terminals(table)
