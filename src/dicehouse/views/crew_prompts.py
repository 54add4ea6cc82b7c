"""Prompts for the crew: what to say and do next, shown over the keys of the dealer's console."""

from typing import Final

from msgspec import Struct

from dicehouse.table import dealt, shooter
from dicehouse.table.orders import Kind, Phase
from dicehouse.table.state import Table
from dicehouse.views.layout import NO_RESULT
from dicehouse.views.parts import Text
from dicehouse.views.result_calls import said

_CALL: Final = Text("Call", "宣布")
_NEXT: Final = Text("Next", "下一步")
_NONE: Final = Text("", "")
_PLACE: Final = Text("Place your bets.", "请下注。")


class CallView(Struct, frozen=True):
    """What is to be called out, or done, now."""

    head: Text
    """ "Call", "Next"."""
    words: Text
    more: Text
    clause: str


def calling(table: Table) -> CallView:
    """What comes next, said to the crew."""
    if table.phase is Phase.CLOSED:
        return CallView(_NONE, Text("This table is closed.", "此桌已关闭。"), _NONE, "")
    return {Kind.DEALT: _dealt, Kind.CRAPS: _craps, Kind.ELECTRONIC: _terminals}[table.kind](table)


def _dealt(table: Table) -> CallView:
    now, first = table.round, dealt.tumbles_first(table)
    called = NO_RESULT[table.book.no_result.called]
    void = Text(f"{called.en}.", f"{called.zh}。")
    if table.phase is Phase.VOID:
        due = now.no_result_due.capitalize()
        return CallView(_CALL, void, Text(f"{due}.", f"{due}."), table.book.no_result.reasons[now.no_result_due])
    if table.phase in {Phase.ANNOUNCED, Phase.ENTERED}:
        lowest = Text("Call, lowest to highest, then the total", "由小到大报骰、再报总点")
        return CallView(lowest, said(table, now.called), _NONE, table.clause("announce"))
    if table.phase is Phase.UNCOVERED:
        key = Text("Key in the three dice.", "输入三粒骰子。")
        check = Text("You see the call before the table lights.", "亮灯前可先核对。")
        return CallView(_NEXT, key, check, table.clause("enter_result"))
    if table.phase in {Phase.BETTING, Phase.NO_MORE_BETS} and not now.tumbles and not first:
        spin = Text("Spin the dice.", "摇骰。")
        return CallView(_NEXT, spin, Text("Bets may still be placed.", "仍可下注。"), table.clause("tumble"))
    if table.phase is Phase.BETTING:
        more = Text("Press the key as you call it.", "宣布时按下按键。")
        return CallView(_CALL, Text("No more bets.", "停止下注。"), more, table.clause("close_betting"))
    if table.phase is Phase.NO_MORE_BETS:
        if table.config.touch_screen and not now.pressed:
            press = Text("Press No More Bets.", "请按停止下注。")
            return CallView(_NEXT, press, _NONE, table.clause("close_betting"))
        return CallView(_NEXT, Text("Lift the cover.", "开盅。"), _NONE, table.clause("uncover"))
    if table.phase is Phase.BETWEEN and first:
        times = table.book.times["tumbles"].amount
        more = Text(f"{times} tumbles or more.", f"至少摇 {times} 次。")
        return CallView(_NEXT, Text("Cover the dice and shake them.", "盖上并摇骰。"), more, table.clause("tumble"))
    return CallView(_CALL, _PLACE, _NONE, table.clause("open_betting"))


def _craps(table: Table) -> CallView:
    now, hand = table.round, table.hand
    if table.phase is Phase.CALLED:
        called = said(table, now.called)
        return CallView(Text("Call the total at once", "立即报总点"), called, _NONE, table.matter("call_roll"))
    if now.no_result_due:
        reason = Text(f"{now.no_result_due.capitalize()}.", f"{now.no_result_due}.")
        clause = table.book.no_result.reasons[now.no_result_due]
        return CallView(_CALL, Text("No roll.", "此掷无效。"), reason, clause)
    if table.phase is Phase.IN_THE_AIR and now.rested:
        cited = f" ({it})" if (it := table.matter("leaning_die")) else ""
        leans = Text(f"Of a die that leans the face opposite counts{cited}.", f"倚靠的骰子以对面为准{cited}。")
        return CallView(_NEXT, Text("Key in the two dice.", "输入两粒骰子。"), leans, table.matter("call_roll"))
    if table.phase is Phase.IN_THE_AIR:
        air = Text("Dice in the air", "骰子在空中")
        held = Text("Marks and stakes are held as they are.", "标记与注码保持不变。")
        return CallView(air, Text("New wagers need your word.", "新注须经您确认。"), held, table.matter("oral_wager"))
    if hand.offered in table.seats:
        asked = Text(f"Seat {hand.offered} is asked.", f"正在询问 {hand.offered} 号座。")
        return CallView(_NEXT, asked, Text("Does it take the dice?", "请其接骰或放弃。"), table.clause("offer_dice"))
    if shooter.may_throw(table) or hand.stick:
        who = Text("The stickperson throws.", "持棒员掷骰。")
        if hand.shooter:
            who = Text(f"Seat {hand.shooter} shoots.", f"{hand.shooter} 号座掷骰。")
        pressed = Text("Press Dice thrown as they leave the hand.", "骰子离手时按下掷骰。")
        return CallView(_NEXT, who, pressed, table.matter("throw"))
    return CallView(_NEXT, Text("Offer the dice.", "递骰。"), _NONE, table.clause("offer_dice"))


def _terminals(table: Table) -> CallView:  # noqa: ARG001
    alone = Text("This table deals by itself.", "此桌自动进行。")
    return CallView(_NONE, alone, Text("Staff void a round that failed.", "出错的一局由员工宣布无效。"), "")
