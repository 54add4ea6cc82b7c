"""Rulebook terms in both languages, by key: reasons for no result, offences, ranks, colours."""

import re
from typing import Final

from dicehouse.views.parts import Text
from dicehouse.words import term

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
FAULTS: Final = (
    "the winning areas lit up wrongly",
    "the winning areas did not light up",
    "the winning areas do not light up",
    "tumbler malfunction",
)


def fault_words(what: str) -> Text:
    """What is broken, as a sentence begins with it; what someone wrote down stays as it is."""
    known = next((it for it in FAULTS if what.startswith(it)), "")
    rest = what.removeprefix(known).removeprefix(", and it was not mended by ") if known else ""
    zh = f"{term(known)}{f'，{rest} 前未修复' if rest else ''}" if known else what  # noqa: RUF001
    return Text(f"{what[:1].upper()}{what[1:]}", zh)


_REPORT: Final = re.compile(r"(.+) is to be informed of the payment errors above (\$[\d,.]+) of (\d{4}-\d\d)")


def notice_words(about: str) -> str:
    """What a notice is about, in Chinese; what someone wrote down stays as it is."""
    report = _REPORT.fullmatch(about)
    if report is None:
        return fault_words(about).zh
    to, above, month = report.groups()
    return f"须向{term(to)}报告 {month} 超过 {above} 的派彩差错"


def form_name(form: str) -> Text:
    """A form of payment, or what is paid; a ticket with its number."""
    kind, _, number = form.partition(" ")
    return Text(form, f"{term(kind)} {number}".strip())


def reason_name(reason: str) -> Text:
    return Text(reason.capitalize(), term(reason))


def offence_name(offence: str) -> Text:
    return Text(offence.replace("_", " ").capitalize(), OFFENCES.get(offence, offence))


def rank_name(rank: str) -> Text:
    """ "tg-area-manager" as people call it; an outside role likewise."""
    words = rank.replace("-", " ")
    return Text(words, term(words))


def colour_name(colour: str) -> Text:
    return Text(colour, term(colour))
