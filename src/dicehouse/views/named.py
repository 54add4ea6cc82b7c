"""Words of the rulebooks in both languages, by their keys: reasons for no result, offences, ranks, colours."""

import re
from typing import Final

from dicehouse.views.parts import Text

REASONS: Final = {
    "cocked dice": "骰子未平",
    "tumbler malfunction": "骰盅失灵",
    "tumbled wrongly": "摇骰不当",
    "dice exposed early": "过早露骰",
    "button not pressed": "未按停止下注",
    "broken dice": "骰子损坏",
    "broken tumbler": "骰盅损坏",
    "server malfunction": "服务器故障",
    "not thrown together": "未一起掷出",
    "missed the end of the table": "未碰台端",
    "irregular throw": "掷法不当",
    "other irregularity": "其他不当",
    "off the table": "落到台外",
    "one on the other": "叠在一起",
    "on the float": "落在筹码上",
    "in the bowl or on a rail": "落入骰碗或栏上",
    "not thrown by the shooter": "非掷骰者掷出",
    "device or trick": "使用器具或手法",
    "dice not approved": "骰子未经核准",
}
OFFENCES: Final = {
    "device": "使用器具",
    "tumbler": "碰触骰盅",
    "coaching": "指点他人",
    "advice": "提供建议",
    "private_bets": "私下对赌",
    "proxy": "代人投注",
    "crime": "违法行为",
    "other": "其他",
    "unreported_fault": "故障不报",
    "tampering": "擅动设备",
    "syndicate": "结伙投注",
    "inducement": "利诱他人",
    "disturbance": "扰乱秩序",
    "refusing_to_vacate": "拒不让座",
}
RANKS: Final = {
    "dealer": "荷官",
    "stickperson": "持棒员",
    "boxperson": "箱员",
    "games-supervisor": "游戏主管",
    "casino-supervisor": "赌场主管",
    "gaming-supervisor": "博彩主管",
    "tg-higher-duties-dealer": "高级荷官",
    "tg-area-manager": "区域经理",
    "tg-assistant-casino-manager": "赌场副经理",
    "electronic-gaming-host": "电子博彩接待",
    "electronic-gaming-supervisor": "电子博彩主管",
    "assistant-gaming-manager": "博彩副经理",
    "gaming-manager": "博彩经理",
    "casino-operator": "赌场经营者",
    "cashier": "出纳",
    "cage-supervisor": "账房主管",
    "inspector": "监察员",
    "tournament-director": "赛事总监",
    "scrutineer": "监票人",
}
COLOURS: Final = {"red": "红", "blue": "蓝", "green": "绿", "yellow": "黄", "brown": "棕", "pink": "粉"}


REGULATORS: Final = {
    "NSW Independent Casino Commission": "新南威尔士州独立赌场委员会",
    "Independent Liquor and Gaming Authority": "独立酒类与博彩管理局",
    "Victorian Commission for Gambling and Liquor Regulation": "维多利亚州博彩与酒类监管委员会",
}
FAULTS: Final = {
    "the winning areas lit up wrongly": "中奖区域亮灯有误",
    "the winning areas did not light up": "中奖区域未亮灯",
    "the winning areas do not light up": "中奖区域不亮灯",
    "tumbler malfunction": "骰盅失灵",
}
TERMINAL_FAULTS: Final = {"credits-wrong": "余额有误", "interrupted": "中断", "display": "显示故障", "other": "其他"}
WHO: Final = {"player": "玩家", "spectator": "旁观者", "employee": "员工"}
FORMS: Final = {
    "cash": "现金", "cheque": "支票", "bank-transfer": "转账", "account": "存入账户", "ticket": "票", "meter": "余额",
    "credits": "余额", "jackpot": "奖池",
}  # fmt: skip


def fault_words(what: str) -> Text:
    """What is broken, as a sentence begins with it; what someone wrote down stays as it is."""
    known = next((it for it in FAULTS if what.startswith(it)), "")
    rest = what.removeprefix(known).removeprefix(", and it was not mended by ") if known else ""
    zh = f"{FAULTS[known]}{f'，{rest} 前未修复' if rest else ''}" if known else what  # noqa: RUF001
    return Text(f"{what[:1].upper()}{what[1:]}", zh)


_REPORT: Final = re.compile(r"(.+) is to be informed of the payment errors above (\$[\d,.]+) of (\d{4}-\d\d)")


def notice_words(about: str) -> str:
    """What a notice is about, in Chinese; what someone wrote down stays as it is."""
    report = _REPORT.fullmatch(about)
    if report is None:
        return fault_words(about).zh
    to, above, month = report.groups()
    return f"须向{REGULATORS.get(to, to)}报告 {month} 超过 {above} 的派彩差错"


def form_name(form: str) -> Text:
    """A form of payment, or what is paid; a ticket with its number."""
    kind, _, number = form.partition(" ")
    return Text(form, f"{FORMS.get(kind, kind)} {number}".strip())


def reason_name(reason: str) -> Text:
    return Text(reason.capitalize(), REASONS.get(reason, reason))


def offence_name(offence: str) -> Text:
    return Text(offence.replace("_", " ").capitalize(), OFFENCES.get(offence, offence))


def rank_name(rank: str) -> Text:
    """ "tg-area-manager" as people call it; an outside role likewise."""
    return Text(rank.replace("-", " "), RANKS.get(rank, rank))


def colour_name(colour: str) -> Text:
    return Text(colour, COLOURS.get(colour, colour))
