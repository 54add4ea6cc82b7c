"""What a person at a desk presses: by command its name, its picture, what its form asks for, and whether it is grave.

A command without a line here is called by its own name and asks for every field that it has.
"""

from typing import Final, NamedTuple

from dicehouse.table.orders import Command, tag_of
from dicehouse.views.labels import plain
from dicehouse.views.parts import Text


class Control(NamedTuple):
    en: str
    zh: str
    icon: str = "edit"
    asks: str | None = None
    """The fields of its form in their order, as `fields.asked` reads them; None: all of them."""
    grave: bool = False
    """Whether it must not happen by accident."""

    @property
    def name(self) -> Text:
        return Text(self.en, self.zh)


CONTROLS: Final[dict[str, Control]] = {
    # --- at a table
    "open-table": Control("Open the table", "开桌", "check", "acknowledged!"),
    "change-limits": Control(
        "Change limits", "更改限额", "pen", "sign.every.minimum! sign.every.maximum! sign.every.unit counts"
    ),
    "set-personal-limits": Control(
        "Personal limit", "个人限额", "user", "seat limits.minimum! limits.maximum! limits.unit sign!"
    ),
    "announce-closing": Control("Announce the closing", "公告关桌", "clock"),
    "withdraw-closing": Control("Take the sign down", "撤下关桌公告", "undo"),
    "close-table": Control("Close the table", "关桌", "shut", grave=True),
    "refuse-wager": Control("Refuse a wager", "拒绝投注", "cross"),
    "invalidate-outcome": Control("Invalidate an outcome", "宣布结果无效", "pause", "ground reason", grave=True),
    "record-mispayment": Control(
        "Correct a payment", "更正派彩", "repeat", "of due paid booked person seat round colour enquiries"
    ),
    "void-wager-for-fraud": Control("Void a wager for fraud", "因欺诈作废投注", "cross", grave=True),
    "call-no-result": Control("Call no result", "宣布此局无效", "warn", grave=True),
    "call-no-roll": Control("Call no roll", "宣布此局无效", "warn", grave=True),
    "void-round": Control("Void the round", "宣布此局无效", "warn", grave=True),
    "raise-dispute": Control("Write a dispute down", "记录争议", "flag", "person! about bet topic!"),
    "record-contravention": Control("Record a contravention", "记录违规", "eye", "offence person who what members"),
    "require-vacate": Control("Have a seat given up", "要求让座", "leave", "seat!"),
    "limit-players": Control("Limit the players", "限制人数", "user", "most! one_each"),
    "pause-player": Control("Have a player pause", "要求暂停", "pause"),
    "announce-final-call": Control("Final call, Super Streak", "超级连胜最后下注", "clock"),
    "adjust-credit": Control("Adjust a credit meter", "调整余额", "pen"),
    "withhold-credits": Control("Withhold credits in doubt", "扣留存疑余额", "lock", "seat amount reason", grave=True),
    "report-terminal-fault": Control("Report a terminal's fault", "报告终端故障", "warn"),
    "report-server-fault": Control("The server has failed", "服务器故障", "warn", grave=True),
    "report-lights": Control("Lights wrong", "亮灯有误", "warn"),
    "report-display": Control("Display wrong", "显示屏有误", "warn"),
    "find-wager": Control("A wager is found", "发现投注", "eye"),
    "refuse-oral-wager": Control("No bet", "投注不算", "cross", "lacks! bet seat wager stake"),
    "move-wager": Control("Move a wager", "移动投注", "next"),
    "reduce-wager": Control("Make a wager smaller", "减少投注", "undo"),
    "increase-wager": Control("Make a wager larger", "增加投注", "repeat"),
    "reverse-sale": Control("Undo a sale of chips", "撤销售筹", "undo"),
    "judge-top-face": Control("Decide the faces", "裁定骰面", "eye"),
    "report-throw": Control("Report the throw", "报告掷骰", "flag"),
    "order-demonstration": Control("Demonstration", "示范", "shake"),
    "request-rules": Control("The rules were asked for", "有人索阅规则", "book"),
    "empty-box": Control("Empty the drop box", "取走钱箱", "export"),
    "limit-terminals": Control("Limit someone's terminals", "限制终端数", "user"),
    "inspect-equipment": Control("Inspect dice or tumbler", "检查骰具", "eye"),
    "exchange-equipment": Control("Exchange dice or tumbler", "更换骰具", "repeat"),
    "remove-equipment": Control("Take dice or tumbler off", "撤下骰具", "export"),
    # --- at a seat
    "bring-chips": Control("Chips are brought", "带来筹码", "cash", "amount"),
    "confirm-chips": Control("Count chips for another", "代点带来筹码", "check", "amount"),
    "change-chips": Control("Change chips", "兑换筹码", "repeat", "amount into"),
    "redeem-other-colours": Control(
        "Checks of another table", "他桌彩色筹码", "undo", "table colour count closed value lowest"
    ),
    "leave-seat": Control("Left with colour checks", "带走彩色筹码", "leave", ""),
    "bring-colours": Control("Colour checks come back", "彩色筹码带回", "undo", "colour count value"),
    "present-card": Control("A card is shown", "出示会员卡", "user", "card.number card.issued_to"),
    "log-assistance": Control("Someone helps the player", "协助玩家", "hand", "helper"),
    "return-invalid": Control("Wagers are invalid", "投注无效", "cross", "grounds", grave=True),
    "return-excess": Control("Return what is over the limit", "退回超限部分", "undo", "undeclared"),
    "declare-chips": Control("Chips are declared", "申报筹码", "pen", "amount"),
    "direct-player": Control("A direction was given", "已作指示", "info", "direction followed!"),
    # --- about a case
    "decide-dispute": Control("Decide", "裁定", "check"),
    "ask-review": Control("Player asks for a review", "玩家要求复核", "repeat"),
    "advise-complaint": Control("Told of the right to complain", "已告知投诉权", "info"),
    "accept-decision": Control("Player is content", "玩家接受", "check"),
    "lodge-complaint": Control("Goes to the regulator", "转交监管机构", "export"),
    "rectify-mispayment": Control("Pay it", "补付", "check"),
    "record-enquiry": Control("Record an enquiry", "记录查询", "search"),
    "log-attempt": Control("Log an attempt", "记录尝试", "pen"),
    "bring-to-regulator": Control("Tell the regulator", "报告监管机构", "export"),
    "close-mispayment": Control("Close it unpaid", "未结而终", "cross", grave=True),
    "rectify-fault": Control("It works again", "已修复", "check"),
    "rectify-server": Control("The server works again", "服务器已修复", "check"),
    "rectify-terminal": Control("The terminal works again", "终端已修复", "check"),
    "confirm-terminal-wagers": Control("Confirm its wagers", "确认投注", "check", "log!"),
    "void-terminal-wagers": Control("Void its wagers", "作废投注", "cross", grave=True),
    "void-persons-wagers": Control("Void all their wagers", "作废其全部投注", "cross", "reason", grave=True),
    "exclude-person": Control("Exclude", "驱逐", "leave", "out_of! reason until", grave=True),
    "withhold-winnings": Control("Withhold winnings", "扣留彩金", "lock", grave=True),
    "detain-person": Control("Detain", "留置", "hand", grave=True),
    "close-contravention": Control("Close it", "结案", "check"),
    "release-winnings": Control("Release", "解除", "check", grave=True),
    "decide-credits": Control("Decide", "裁定", "check", grave=True),
    "acknowledge-notice": Control("Acknowledge", "确认", "check"),
    "send-payment-report": Control("The report was sent", "报告已送出", "export"),
    "lift-exclusion": Control("Let them in again", "解除", "check", grave=True),
    # --- people, and the register of dice
    "decline-recommendation": Control("Leave them in", "不予驱逐", "undo"),
    "end-exclusion": Control("Let them in again", "解除驱逐", "check", grave=True),
    "exclude-from-casino": Control("Exclude from the casino", "逐出赌场", "leave", grave=True),
    "conclude-complaint": Control("Write the outcome down", "记录投诉结果", "check", grave=True),
    "tell-complainant": Control("The person was told", "已告知当事人", "user"),
    "bring-equipment": Control("Bring dice or a tumbler", "送来骰具", "next"),
    "register-equipment": Control("Enter dice or a tumbler", "登记骰具", "edit"),
    "record-inspection": Control("Inspected in the store", "库内检查", "eye", "serial sound words"),
    "retire-equipment": Control("Retire dice or a tumbler", "报废骰具", "cross", grave=True),
    # --- the cage
    "cash-chips": Control("Pay cash for chips", "筹码换现金", "cash"),
    "sell-chips": Control("Sell chips for cash", "现金换筹码", "cash"),
    "cash-colours": Control("Pay", "付款", "cash", "count"),
    "pay-ticket": Control("Pay", "付款", "ticket", "ticket validation amount to!"),
    "void-ticket": Control("Void, pay by hand", "作废，改手付", "cross", grave=True),  # noqa: RUF001
    "withhold-ticket": Control("Hold, tell inspector", "扣留并通知督察", "lock", "inquiry person reason", grave=True),
    "hand-in-voucher": Control("Give tokens", "换代币", "repeat"),
    "issue-voucher": Control("Issue a voucher", "发礼券", "ticket", "voucher person amount until"),
    "pay-out": Control("Pay after signature", "签名后付款", "cash"),
    "ask-identification": Control("Ask for identification", "要求身份证明", "user"),
    "show-identification": Control("Identification shown", "已出示证件", "check"),
    "change-form": Control("Pay in another form", "改付款方式", "repeat"),
    "delay-payment": Control("Put it off by agreement", "约定延后", "clock"),
    "withhold-payout": Control("Hold, tell inspector", "扣留并通知督察", "lock", grave=True),
    "settle-owed": Control("Pay", "付款", "cash", "amount! means!"),
    "determine": Control("Determine", "裁定", "check", grave=True),
    "take-return": Control("Take it back", "收回", "undo"),
    "review-inquiry": Control("Inspector's review", "督察复核", "eye"),
    "owe-hand-pay": Control("Pay credits by hand", "手付余额", "cash", "table seat person amount"),
    "demand-return": Control("Demand a payment back", "追回付款", "undo", grave=True),
    "offer-jackpot": Control("Offer a jackpot", "开设奖池", "star"),
    "change-jackpot": Control("Other terms from the next win", "下次中奖后改条款", "pen"),
    "adjust-jackpot": Control("Put its value right", "更正金额", "repeat", grave=True),
    "deliver-fill": Control("Hand over", "交付", "export"),
    "receive-credit": Control("Take in", "收入", "undo"),
    "approve-slip": Control("Check", "复核", "check"),
    "cancel-slip": Control("Cancel", "取消", "cross"),
    "count-drop-box": Control("Count", "点算", "pen"),
    "request-fill": Control("Prepare a fill", "制补筹单", "export", "table amount slip"),
    "request-credit": Control("Prepare a credit", "制退筹单", "undo", "table amount slip"),
    "count-tray": Control("Count a tray", "点筹盘", "pen"),
    "remove-drop-box": Control("Take a drop box off", "取下钱箱", "export", "table box"),
    "stock-cage": Control("Stock the cage", "增减库存", "cash"),
    "declare-chips-outside": Control("Declare chips outside", "申报场外筹码", "pen"),
    "register-patron": Control("Register someone", "登记", "user"),
    "show-card": Control("May this card be played by?", "此卡可否使用", "search"),
    "issue-card": Control("Issue a new card", "发新卡", "user", "patron number pin form! membership!"),
    "check-pin": Control("Check the PIN", "核对密码", "keypad", "pin"),
    "set-pin": Control("Set another PIN", "更改密码", "pen", "pin"),
    "unlock-card": Control("Unlock", "解锁", "check"),
    "reinstate-card": Control("Reinstate", "恢复", "check"),
    "suspend-card": Control("Suspend", "停用", "pause", grave=True),
    "end-card": Control("End it", "作废", "cross", grave=True),
    "end-break": Control("Back from the break", "结束休息", "undo"),
    "take-break": Control("Wants a break", "要求休息", "pause"),
    "require-break": Control("Require a break", "要求暂停", "pause"),
    "check-patron": Control("Seen how they do", "已查看状况", "eye"),
    "deposit-funds": Control("Deposit", "存款", "cash"),
    "withdraw-funds": Control("Withdraw", "取款", "cash"),
    "set-limit": Control("Lower or raise", "降低或提高", "pen", "amount!"),
    "decline-limit": Control("Declined", "不设限额", "info"),
    # --- tournaments
    "approve-staff-entry": Control("Let staff play", "批准员工参赛", "check"),
    "approve-tournament": Control("Approve the terms", "批准条款", "check"),
    "offer-terms": Control("Make the terms available", "公开条款", "book"),
    "notify-inspectorate": Control("Tell the inspectorate", "通知督察", "export"),
    "appoint-director": Control("Appoint a director", "任命总监", "user"),
    "return-to-tournament": Control("The director is back", "总监返回", "user"),
    "designate-tables": Control("Set tables apart", "指定桌台", "lock"),
    "enter-tournament": Control("Take an entry", "接受报名", "user"),
    "refuse-application": Control("Refuse an application", "拒绝报名", "cross"),
    "accept-tournament-terms": Control("The terms are accepted", "接受条款", "check"),
    "withdraw-entry": Control("Withdraw an entry", "退赛", "undo"),
    "nominate-substitute": Control("Name a substitute", "指定替补", "repeat"),
    "buy-tournament-chips": Control("Sell chips", "出售筹码", "cash"),
    "cancel-tournament": Control("Call it off", "取消比赛", "cross", grave=True),
    "publish-tournament-results": Control("Publish the results", "公布结果", "export"),
    "decide-tournament-dispute": Control("Decide for good", "最终裁决", "check", grave=True),
    "advise-tournament-dispute": Control("Told of the right to complain", "已告知投诉权", "info"),
    "lodge-tournament-complaint": Control("Goes to the regulator", "转交监管机构", "export"),
    "retire-player": Control("Retires", "退出比赛", "leave", grave=True),
    "pay-tournament": Control("Pay", "付款", "cash"),
    "end-round": Control("End the round", "结束本轮", "check"),
    "finish-tournament": Control("Say who has won", "宣布名次", "check", grave=True),
    "start-round": Control("Draw the seats and start", "抽座位并开始", "check", ""),
    "promise-seats": Control("Promise the seats", "承诺座位", "lock", ""),
    "brief-players": Control("Brief the players", "赛前说明", "book"),
    "resume-round": Control("Go on", "继续", "clock"),
    "pause-round": Control("Pause all", "全部暂停", "pause"),
    "add-time": Control("Add time", "加时", "clock"),
    "move-start": Control("Move the start", "改开始时间", "clock"),
    "skip-repechage": Control("Hold no repechage", "不设复活赛", "cross"),
    "appoint-deputy": Control("Name a deputy", "指定副手", "user"),
    "leave-tournament": Control("Hand over", "交接", "leave", "deputy!"),
    "raise-tournament-dispute": Control("Take down a dispute", "记录争议", "flag", "person about"),
    "close-tournament-betting": Control("No more bets", "停止下注", "lock", ""),
    "settle-tournament-spin": Control("Key the dice", "输入结果", "check", ""),
    "seal-wager": Control("Take a sealed wager", "收取密封暗注", "lock", ""),
    "void-tournament-spin": Control("No spin", "此局无效", "undo", grave=True),
    "end-table-early": Control("End this table early", "提前结束本桌", "clock", grave=True),
    "practise-spin": Control("A practice spin", "练习局", "repeat"),
    "play-off": Control("A spin between equals", "平手加赛", "repeat", ""),
    # --- promotions
    "publish-promotion": Control("Publish", "公布", "export"),
    "commit-draw": Control("Promise the secret", "承诺密数", "lock", ""),
    "seal-entries": Control("Seal the entries", "封存名单", "lock"),
    "witness-draw": Control("Oversee the draw", "监督抽奖", "user"),
    "open-draw": Control("Open the draw", "开奖", "check", grave=True),
    "resume-draw": Control("Resume the draw", "恢复抽奖", "repeat"),
    "stop-draw": Control("Stop the draw", "中止抽奖", "pause", grave=True),
    "approve-amendment": Control("The change is approved", "变更已批准", "check"),
    "resubmit-terms": Control("The amended terms were resubmitted", "修订条款已重新提交", "export"),
    "shut-out": Control("Shut someone out", "排除参加者", "cross", grave=True),
    "publish-results": Control("Publish the results", "公布结果", "export"),
    "tell-winner": Control("Record a try to tell", "记录通知", "export"),
    "claim-prize": Control("Take a claim", "受理领奖", "user"),
    "deny-claim": Control("Deny the claim", "拒绝", "cross", grave=True),
    "award-prize": Control("Award the prize", "颁奖", "check", "chosen_by_winner", grave=True),
    "raise-promotion-dispute": Control("Take down a dispute", "记录争议", "flag"),
    "decide-promotion-dispute": Control("Decide for good", "最终裁决", "check", grave=True),
    "advise-promotion-dispute": Control("Told of the right to complain", "已告知投诉权", "info"),
    "lodge-promotion-complaint": Control("Goes to the regulator", "转交监管机构", "export"),
    "file-terms": Control("File them", "提交", "export"),
    "file-tournament": Control("File them", "提交", "export"),
    "propose-amendment": Control("Propose this change", "申请变更条款", "export"),
}  # fmt: skip


def control_of(kind: type[Command]) -> Control:
    said = plain(tag_of(kind))
    return CONTROLS.get(tag_of(kind)) or Control(said, said)
