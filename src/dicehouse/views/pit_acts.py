"""What a supervisor may do at a table, act by act."""

from collections.abc import Iterable, Iterator
from typing import Final

from dicehouse.odds import values
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.rulebook import Time
from dicehouse.table import (
    betting,
    conduct,
    dealt_result,
    disputes,
    electronic,
    invalidation,
    limits,
    mispayments,
    opening,
    people,
    server,
    table_sign,
    terminals,
    throw,
)
from dicehouse.table.config import Limits
from dicehouse.table.judge import COMMANDS
from dicehouse.table.last_hands import in_hands
from dicehouse.table.orders import Command, Kind, Phase
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.views.acts import NOTHING, SOMETHING, Act
from dicehouse.views.catalogue import control_of
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import Text, same
from dicehouse.views.rulebook_words import colour_name, offence_name
from dicehouse.views.table_choices import no_result_choices, wager_name

UNITS: Final = {
    "minutes": "分钟",
    "hours": "小时",
    "seconds": "秒",
    "rounds": "局",
    "days": "天",
    "times": "次",
}


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
    words = Text(f"{len(over)} wagers over 100%", f"{len(over)} 项超过 100%") if over else NOTHING
    if table.now is not None and not opening.is_in_force(table, table.now):
        over = (*over, ChoiceView(book.id, Text("An edition that is not in force", "未生效的版本"), book.edition))
    asks = f"{_count(table)}{'acknowledged!' if over else ''}"
    return Act(opening.OpenTable, words, asks=asks, choices={"acknowledged": lambda: over}, free=bool(asks))


def _count(table: Table) -> str:
    """The fields of a count of the tray, where a cage stands behind it; needed where the house counts every tray."""
    if table.kind is Kind.ELECTRONIC or not table.config.cage:
        return ""
    mark = "!" if table.config.count_trays else "?"
    return f"chips{mark} with_{mark} explained? "


def changes_limits(table: Table) -> Act:
    raising = _time(table.book.times.get("raise_minimum"), "to raise", "提高须提前")
    return Act(table_sign.ChangeLimits, hint(table.clause("change_limits"), *raising), {"sign": table.sign})


def sets_personal(table: Table) -> Act:
    words = hint(table.clause("set_personal_limits"), "sign at the seat", "座位须有标示")
    every = table.sign.every
    wider = Limits(every.minimum, every.maximum + 1, every.unit)
    return Act(limits.SetPersonalLimits, words, {"limits": every}, tried={"limits": wider})


def ends_personal(seat: Seat) -> Act:
    return Act(
        limits.SetPersonalLimits, given={"seat": seat.number, "limits": None}, asks="", name=Text("End it", "结束"),
        icon="cross", key=f"personal-{seat.number}",
    )  # fmt: skip


def closes(table: Table) -> Iterator[Act]:
    """The sign goes up or comes down, and the table closes once its notice has run."""
    notice = table.book.times["closing"]
    if table.closing is None:
        words = hint(notice.clause, *_time(notice, "sign", "须提前标示"))
        yield Act(opening.AnnounceClosing, words, asks="" if notice.unit == "rounds" else None)
    else:
        yield Act(opening.WithdrawClosing, hint(notice.clause))
    held = any(map(in_hands, table.seats.values()))
    tried = {"counted": table.float, "with_": SOMETHING} if table.config.count_trays else {}
    yield Act(
        opening.CloseTable, hint(notice.clause, "now", "立即"), asks=f"{'people! ' if held else ''}{_count(table)}",
        tried=tried,
    )  # fmt: skip


def corrects(table: Table) -> Act:
    held = sorted({colour for seat in table.seats.values() for colour in seat.checks})
    fields = "of due paid booked person seat round colour enquiries"
    return Act(
        mispayments.RecordMispayment, hint(table.clause("correct_payment"), "due and paid", "应付与实付"),
        asks=fields if held else fields.replace(" colour", ""),
        choices={"colour": lambda: tuple(ChoiceView(it, colour_name(it)) for it in held)},
        values={"round": table.round.number or None}, tried={"due": 2, "paid": 1},
    )  # fmt: skip


_NO_RESULT: Final[dict[Kind, type[Command]]] = {
    Kind.DEALT: dealt_result.CallNoResult,
    Kind.CRAPS: throw.CallNoRoll,
    Kind.ELECTRONIC: electronic.VoidRound,
}


def voids_round(table: Table) -> Act:
    rule = table.book.no_result
    name = Text(f"Call {rule.called}", "宣布此局无效")
    reasons = {"reason": lambda: no_result_choices(table)}
    return Act(_NO_RESULT[table.kind], hint(rule.clause), choices=reasons, name=name)


def disputes_for(table: Table) -> Act:
    words = hint(table.clause("decide_dispute") or table.clause("final_decision"))
    return Act(
        disputes.RaiseDispute, words, asks=None if "judge_top_face" in table.book.powers else "person! about bet"
    )


def records_breach(table: Table) -> Act:
    def offences() -> tuple[ChoiceView, ...]:
        return tuple(ChoiceView(it, offence_name(it), ban.clause) for it, ban in table.book.conduct.items())

    words = Text("then void, exclude or withhold", "其后可作废、驱逐或扣留")
    return Act(conduct.RecordContravention, words, choices={"offence": offences})


def common(table: Table) -> Iterator[Act]:
    """The keys of the board, in the order they are drawn."""
    if table.phase is Phase.CLOSED:
        yield opens(table)
        return
    yield changes_limits(table)
    yield sets_personal(table)
    yield from closes(table)
    yield Act(betting.RefuseWager, hint(table.clause("refuse_wager"), "grounds needed", "须有理由"))
    invalidating = hint(table.clause("invalidate_disrupted"), "reason needed", "须有理由")
    yield Act(invalidation.InvalidateOutcome, invalidating)
    yield corrects(table)


def seldom(table: Table) -> Iterator[Act]:
    """What is done less often: a few with words of their own, and whatever else the catalogue has for the pit."""
    yield disputes_for(table)
    yield records_breach(table)
    yield voids_round(table)
    yield Act(people.LimitPlayers, hint(table.clause("limit_players")), values={"most": table.config.seats})
    if table.kind is Kind.ELECTRONIC:
        yield Act(terminals.ReportTerminalFault, same(table.matter("terminal_fault")))
        yield Act(server.ReportServerFault, same(table.matter("server_fault")))
    listed = (Act(kind, hint(table.clause(it.power))) for kind, it in COMMANDS.items() if control_of(kind).pit)
    yield from known_here(table, listed)


def known_here(table: Table, acts: Iterable[Act]) -> Iterator[Act]:
    """Those that the rulebook of this table knows at all."""
    for act in acts:
        order = COMMANDS[act.order]
        if table.kind in order.kinds and (not order.power or order.power in table.book.powers):
            yield act
