# ruff: noqa: RUF001 - Chinese punctuation
"""What is done at a table now and then, by whoever has the rank: equipment that fails, wagers found or changed, chips.

The dealer's console and the pit offer them. Those at a seat leave the seat to the console, on which one was opened.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from dicehouse.table import (
    betting,
    box,
    brought,
    call_bets,
    cards,
    checks_away,
    chips,
    dealt,
    faults,
    late_bets,
    losses,
    people,
    sales,
    throw,
    wagering,
)
from dicehouse.table.call_bets import no_bet_clause
from dicehouse.table.colours import RedeemOtherColours
from dicehouse.table.judge import COMMANDS
from dicehouse.table.notices import RequestRules
from dicehouse.table.orders import Kind
from dicehouse.table.state import Card, Table
from dicehouse.views.acts import (
    REASON,
    Act,
    ChoiceView,
    FieldView,
    choices,
    count_field,
    dice_field,
    moment_field,
    money_field,
    name_field,
    one_field,
    text_field,
    tick_field,
)
from dicehouse.views.equipment_acts import at_the_table
from dicehouse.views.named import colour_name
from dicehouse.views.parts import Text, money
from dicehouse.views.pit_acts import (
    SEAT,
    WAGER,
    WHO,
    area_choices,
    bet_choices,
    corrects,
    declared_choices,
    hint,
    no_result_choices,
    person_choices,
    seat_choices,
    seat_field,
)

AMOUNT: Final = Text("Amount", "金额")
STAKE: Final = Text("Stake", "注额")
GROUNDS: Final = Text("Grounds", "理由")
BEFORE: Final = timedelta(seconds=1)


def known_here(table: Table, acts: Iterator[Act]) -> Iterator[Act]:
    """Those that the rulebook of this table knows at all."""
    for act in acts:
        order = COMMANDS[act.order]
        if table.kind in order.kinds and (not order.power or order.power in table.book.powers):
            yield act


# --- what is wrong


def wrong(table: Table) -> Iterator[Act]:
    """Lights, display or payment: what somebody at the table notices first."""
    yield from known_here(table, _wrong(table))


def _wrong(table: Table) -> Iterator[Act]:
    if "lights" in table.book.topics:
        yield lights(table)
    if "display" in table.book.topics:
        yield display(table)
    yield corrects(table)._replace(name=Text("Paid wrong", "派彩有误"))


def lights(table: Table) -> Act:
    """Which areas are really lit."""
    areas = area_choices(table)
    return Act(
        faults.ReportLights, Text("Lights wrong", "亮灯有误"), "warn",
        hint(table.book.topics.get("lights", ""), "tick what is lit; nothing if all is dead", "勾选亮着的区域"),
        fields=(FieldView(key="areas", kind="some", name=Text("Lit now", "现在亮着"), choices=areas, needed=False),),
        tried={"areas": ()},
    )  # fmt: skip


def display(table: Table) -> Act:
    shows = dice_field("dice", Text("It shows", "显示为"), table.book.dice.count)
    return Act(
        faults.ReportDisplay, Text("Display wrong", "显示屏有误"), "warn",
        hint(table.book.topics.get("display", ""), "the dice decide", "以骰子为准"),
        fields=(shows,),
    )  # fmt: skip


# --- for the whole table


def now_and_then(table: Table) -> Iterator[Act]:
    """What a dealer does beside the keys of the round."""
    yield from known_here(table, _now_and_then(table))


def _now_and_then(table: Table) -> Iterator[Act]:
    yield finds(table)
    yield no_bet(table)
    yield from changes(table)
    if any(not it.reversed for it in table.sales.values()):
        yield reverses_sale(table)
    yield judges_faces(table)
    yield reports_throw(table)
    yield demonstrates(table)
    yield shows_rules(table)


def finds(table: Table) -> Act:
    thrown = table.hand.throws[-1].at if table.hand.throws else None
    closed = table.round.closed_at or thrown or table.now
    with_ = choices(
        value=Text("Value chips", "面值筹码"), colour=Text("Colour checks", "彩色筹码"), token=Text("Tokens", "代币")
    )  # fmt: skip
    fields = (
        seat_field(table), one_field("wager", WAGER, area_choices(table)), money_field("stake", STAKE),
        moment_field("laid_at", Text("Laid at", "放下时间"), closed - BEFORE if closed else None, needed=True),
        one_field("on", Text("Behind", "跟在"), bet_choices(table), needed=False),
        one_field("chips", Text("With", "使用"), with_, needed=False),
        name_field("colour", Text("Colour", "颜色"), needed=False),
    )  # fmt: skip
    words = Text("laid in time, seen after the close or the roll", "截止前已放下，停止投注或掷骰后发现")
    return Act(late_bets.FindWager, Text("A wager is found", "发现投注"), "eye", words, fields=fields, free=True)


def no_bet(table: Table) -> Act:
    """A wager that was called out and cannot be taken."""
    lacks = choices(chips=Text("No chips came with it", "没有筹码"), time=Text("Too late to lay it", "来不及摆放"))
    fields = (
        one_field("lacks", Text("Why", "原因"), lacks),
        one_field("bet", Text("Called out and waiting", "待确认的口头投注"), declared_choices(table), needed=False),
        one_field("seat", SEAT, seat_choices(table), needed=False),
        one_field("wager", WAGER, area_choices(table), needed=False),
        money_field("stake", STAKE, needed=False),
    )  # fmt: skip
    return Act(
        call_bets.RefuseOralWager, Text("No bet", "投注不算"), "cross", hint(no_bet_clause(table)), fields=fields
    )


def changes(table: Table) -> Iterator[Act]:
    """A wager moved, or made smaller or larger, for its player."""
    bet = one_field("bet", WAGER, bet_choices(table))
    to = one_field("wager", Text("To", "移至"), area_choices(table))
    yield Act(betting.MoveWager, Text("Move a wager", "移动投注"), "next", fields=(bet, to), free=True)
    left = money_field("stake", Text("What is left", "余下注额"))
    yield Act(betting.ReduceWager, Text("Make a wager smaller", "减少投注"), "undo", fields=(bet, left), free=True)
    more = money_field("stake", Text("What it becomes", "增至"))
    yield Act(betting.IncreaseWager, Text("Make a wager larger", "增加投注"), "repeat", fields=(bet, more), free=True)


def reverses_sale(table: Table) -> Act:
    """Chips that were sold by mistake, while they can be given back."""
    stands = ((id, it, money(it.amount)) for id, it in reversed(table.sales.items()) if not it.reversed)
    sold = tuple(
        ChoiceView(id, Text(f"Seat {it.seat}, {it.person}: {amount}", f"{it.seat}号位 {it.person}：{amount}"))
        for id, it, amount in stands
    )
    words = Text("chips back to the tray, money back to the buyer", "筹码归盘，款项退回买方")
    fields = (one_field("sale", Text("Sale", "售出"), sold), REASON)
    return Act(sales.ReverseSale, Text("Undo a sale of chips", "撤销售筹"), "undo", words, fields=fields)


def judges_faces(table: Table) -> Act:
    return Act(
        throw.JudgeTopFace, Text("Decide the faces", "裁定骰面"), "eye", hint(table.clause("judge_top_face")),
        fields=(dice_field("dice", Text("Uppermost", "朝上点数"), 2),),
    )  # fmt: skip


def reports_throw(table: Table) -> Act:
    reasons = one_field("reason", Text("What was wrong", "有何不妥"), no_result_choices(table))
    return Act(throw.ReportThrow, Text("Report the throw", "报告掷骰"), "flag", fields=(reasons,))


def demonstrates(table: Table) -> Act:
    """Spins without money, while nobody plays."""
    spins = count_field("spins", Text("How many spins", "次数"), needed=False)
    words = hint(table.clause("demonstrate"), "spins without wagers", "无投注试摇")
    return Act(dealt.OrderDemonstration, Text("Demonstration", "示范"), "shake", words, fields=(spins,))


def shows_rules(table: Table) -> Act:
    words = hint(table.book.topics.get("rules", ""), "put on record", "记录在案")
    return Act(RequestRules, Text("The rules were asked for", "有人索阅规则"), "book", words)


# --- for the pit


def equipment(table: Table) -> Iterator[Act]:
    """What the pit does beside its common acts."""
    yield from known_here(table, _equipment(table))


def _equipment(table: Table) -> Iterator[Act]:
    yield from (it for it in _wrong(table) if it.order is not corrects(table).order)
    yield demonstrates(table)
    if any(not it.reversed for it in table.sales.values()):
        yield reverses_sale(table)
    yield empties_box(table)
    yield limits_terminals(table)
    yield from at_the_table(table)


def empties_box(table: Table) -> Act:
    held = money(table.drop + table.taken + table.cashless)
    words = Text(f"{held} by the table's record", f"桌台记录 {held}")
    number = name_field("box", Text("Number of the box", "箱号"))
    return Act(box.EmptyBox, Text("Empty the drop box", "取走钱箱"), "export", words, fields=(number,))


def limits_terminals(table: Table) -> Act:
    which = FieldView(
        key="terminals", kind="some", name=Text("Only at these terminals", "仅限这些终端"),
        choices=seat_choices(table), needed=False,
    )  # fmt: skip
    return Act(
        wagering.LimitTerminals, Text("Limit someone's terminals", "限制终端数"), "user",
        hint(table.clause("limit_terminals")), fields=(one_field("person", WHO, person_choices(table)), which),
    )  # fmt: skip


# --- at a seat


def at_a_seat(table: Table) -> Iterator[Act]:
    """What is done at one seat, which the console that shows it fills in."""
    seat = next(iter(sorted(table.seats)), 1)
    return (it._replace(tried={"seat": seat, **it.tried}, free=True) for it in known_here(table, _at_a_seat(table)))


def _at_a_seat(table: Table) -> Iterator[Act]:
    amount = money_field("amount", AMOUNT)
    if table.kind is not Kind.ELECTRONIC:
        yield Act(people.BringChips, Text("Chips are brought", "带来筹码"), "cash", fields=(amount,))
        yield Act(
            brought.ConfirmChips, Text("Count chips for another", "代点带来筹码"), "check",
            Text("a large sum, before it is put on the rack", "大额，入架前"), fields=(amount,),
        )  # fmt: skip
    yield from _chips(table)
    if table.book.cards is not None:
        yield from _cards(table)


def _chips(table: Table) -> Iterator[Act]:
    amount = money_field("amount", AMOUNT)
    into = FieldView(key="into", kind="sums", name=Text("Into chips of (one by one)", "换成（逐枚）"))
    yield Act(chips.ChangeChips, Text("Change chips", "兑换筹码"), "repeat", fields=(amount, into))
    known = tuple(ChoiceView(it, colour_name(it)) for it in table.config.colours)
    if table.kind is Kind.DEALT:
        yield from _checks_away(table)
    fields = (
        name_field("table", Text("Issued at", "发出桌台")), one_field("colour", Text("Colour", "颜色"), known),
        count_field("count", Text("Checks", "枚数")),
        tick_field("closed", Text("That table is closed", "该桌已关"), needed=True),
        money_field("value", Text("Worth of each, if it can be traced", "每枚价值（如可查）"), needed=False),
        money_field("lowest", Text("Lowest minimum of that game", "该游戏最低下注"), needed=False),
    )  # fmt: skip
    yield Act(RedeemOtherColours, Text("Checks of another table", "他桌彩色筹码"), "undo", fields=fields)


def _checks_away(table: Table) -> Iterator[Act]:
    """A player who walks off with colour checks, and checks that come back."""
    words = hint(table.clause("redeem_colours"), "they stay good here", "仅在本桌有效")
    yield Act(
        people.LeaveSeat, Text("Left with colour checks", "带走彩色筹码"), "leave", words, given={"with_checks": True},
        key="leave-with-checks",
    )  # fmt: skip
    away = tuple(ChoiceView(it, colour_name(it)) for it in sorted({each.colour for each in table.away}))
    fields = (
        one_field("colour", Text("Colour", "颜色"), away), count_field("count", Text("Checks", "枚数")),
        money_field("value", Text("Worth of each, where it differs", "每枚价值（如有不同）"), needed=False),
    )  # fmt: skip
    if away:
        yield Act(checks_away.BringColours, Text("Colour checks come back", "彩色筹码带回"), "undo", fields=fields)


def _cards(table: Table) -> Iterator[Act]:
    shown = (
        name_field("card.number", Text("Number of the card", "卡号")),
        name_field("card.issued_to", Text("Name on it", "卡上姓名")),
    )
    yield Act(
        cards.PresentCard, Text("A card is shown", "出示会员卡"), "user", fields=shown,
        tried={"card": Card(number="-", issued_to="-")},
    )  # fmt: skip
    helper = name_field("helper", Text("Who helps (nobody: no longer)", "协助者（留空为不再协助）"), needed=False)
    yield Act(
        cards.LogAssistance, Text("Someone helps the player", "协助玩家"), "hand",
        hint(table.clause("log_assistance")), fields=(helper,),
    )  # fmt: skip
    yield Act(
        cards.ReturnInvalid, Text("Wagers are invalid", "投注无效"), "cross", hint(table.clause("return_invalid")),
        fields=(text_field("grounds", GROUNDS),), grave=True,
    )  # fmt: skip
    undeclared = tick_field("undeclared", Text("By chips that were not declared", "因未申报筹码"))
    yield Act(
        losses.ReturnExcess, Text("Return what is over the limit", "退回超限部分"), "undo",
        hint(table.clause("return_invalid")), fields=(undeclared,),
    )  # fmt: skip
    yield Act(
        losses.DeclareChips, Text("Chips are declared", "申报筹码"), "pen", Text("9.2", "9.2"),
        fields=(money_field("amount", AMOUNT),),
    )  # fmt: skip
    followed = FieldView(key="followed", kind="tick", name=Text("It was followed", "已遵从"), value=True, needed=True)
    direction = text_field("direction", Text("The direction", "指示"))
    yield Act(losses.DirectPlayer, Text("A direction was given", "已作指示"), "info", fields=(direction, followed))
