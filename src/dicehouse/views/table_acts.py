# ruff: noqa: RUF001 - Chinese punctuation
"""What is done at a table now and then, by whoever has the rank: equipment that fails, wagers found or changed, chips.

The dealer's console and the pit offer them. Those at a seat leave the seat to the console, on which one was opened.
"""

from collections.abc import Iterator

from dicehouse.table import (
    betting,
    box,
    call_bets,
    cards,
    checks_away,
    chips,
    chips_brought,
    craps_roll,
    dealt,
    declared_chips,
    faults,
    late_bets,
    losses,
    people,
    sales,
    throw,
)
from dicehouse.table.call_bets import no_bet_clause
from dicehouse.table.colours import RedeemOtherColours
from dicehouse.table.notices import RequestRules
from dicehouse.table.orders import Kind
from dicehouse.table.seats import Card
from dicehouse.table.state import Table
from dicehouse.views.acts import Act
from dicehouse.views.equipment_acts import at_the_table
from dicehouse.views.fields import ChoiceView
from dicehouse.views.laying import BEFORE
from dicehouse.views.parts import Text, money, same
from dicehouse.views.pit_acts import corrects, hint, known_here
from dicehouse.views.rosters import crew_acts
from dicehouse.views.rulebook_words import colour_name
from dicehouse.views.table_choices import declared_choices, no_result_choices
from dicehouse.views.tray_acts import asks

# --- what is wrong


def wrong(table: Table) -> Iterator[Act]:
    """Lights, display or payment: what somebody at the table notices first."""
    yield from known_here(table, _wrong(table))
    yield corrects(table)._replace(name=Text("Paid wrong", "派彩有误"))


def _wrong(table: Table) -> Iterator[Act]:
    topics = table.book.topics
    if "lights" in topics:
        lit = hint(topics["lights"], "tick what is lit; nothing if all is dead", "勾选亮着的区域")
        yield Act(faults.ReportLights, lit, tried={"areas": ()})
    if "display" in topics:
        yield Act(faults.ReportDisplay, hint(topics["display"], "the dice decide", "以骰子为准"))


# --- for the whole table


def now_and_then(table: Table) -> Iterator[Act]:
    """What a dealer does beside the keys of the round."""
    return (act._replace(listed=True) for act in known_here(table, _now_and_then(table)))


def _now_and_then(table: Table) -> Iterator[Act]:
    yield _finds(table)
    yield Act(call_bets.RefuseOralWager, hint(no_bet_clause(table)), choices={"bet": lambda: declared_choices(table)})
    yield from (Act(it, free=True) for it in (betting.MoveWager, betting.ReduceWager, betting.IncreaseWager))
    yield from _reverses_sale(table)
    yield from asks(table)
    yield Act(craps_roll.JudgeTopFace, hint(table.clause("judge_top_face")))
    yield Act(throw.ReportThrow, choices={"reason": lambda: no_result_choices(table)})
    yield _demonstrates(table)
    yield from crew_acts(table)
    yield Act(RequestRules, hint(table.book.topics.get("rules", ""), "put on record", "记录在案"))


def _finds(table: Table) -> Act:
    thrown = table.hand.throws[-1].at if table.hand.throws else None
    closed = table.round.closed_at or thrown or table.now
    words = Text("laid in time, seen after the close or the roll", "截止前已放下，停止投注或掷骰后发现")
    return Act(late_bets.FindWager, words, values={"laid_at": closed - BEFORE if closed else None}, free=True)


def _reverses_sale(table: Table) -> Iterator[Act]:
    """Chips that were sold by mistake, while they can be given back."""
    stands = {id: it for id, it in reversed(table.sales.items()) if not it.reversed}

    def sold() -> tuple[ChoiceView, ...]:
        said = ((id, it.seat, it.person, money(it.amount)) for id, it in stands.items())
        return tuple(
            ChoiceView(id, Text(f"Seat {seat}, {who}: {sum_}", f"{seat}号位 {who}：{sum_}"))
            for id, seat, who, sum_ in said
        )

    if stands:
        words = Text("chips back to the tray, money back to the buyer", "筹码归盘，款项退回买方")
        yield Act(sales.ReverseSale, words, choices={"sale": sold})


def _demonstrates(table: Table) -> Act:
    """Spins without money, while nobody plays."""
    return Act(
        dealt.OrderDemonstration, hint(table.clause("demonstrate"), "spins without wagers", "无投注试摇")
    )  # fmt: skip


# --- for the pit


def equipment(table: Table) -> Iterator[Act]:
    """What the pit does beside its common acts."""
    yield from known_here(table, _equipment(table))


def _equipment(table: Table) -> Iterator[Act]:
    yield from _wrong(table)
    yield _demonstrates(table)
    yield from _reverses_sale(table)
    yield from asks(table)
    held = money(table.drop + table.taken + table.cashless)
    yield Act(box.EmptyBox, Text(f"{held} by the table's record", f"桌台记录 {held}"))
    yield from at_the_table(table)


# --- at a seat


def at_a_seat(table: Table) -> Iterator[Act]:
    """What is done at one seat, which the console that shows it fills in."""
    seat = next(iter(sorted(table.seats)), 1)
    return (it._replace(tried={"seat": seat, **it.tried}, free=True) for it in known_here(table, _at_a_seat(table)))


def _at_a_seat(table: Table) -> Iterator[Act]:
    if table.kind is not Kind.ELECTRONIC:
        yield Act(people.BringChips)
        yield Act(chips_brought.ConfirmChips, Text("a large sum, before it is put on the rack", "大额，入架前"))
    yield Act(chips.ChangeChips)
    if table.kind is Kind.DEALT:
        yield from _checks_away(table)
    yield Act(RedeemOtherColours, choices={"colour": lambda: _colours(table.config.colours)})
    if table.book.cards is not None:
        yield from _cards(table)


def _colours(known: tuple[str, ...]) -> tuple[ChoiceView, ...]:
    return tuple(ChoiceView(it, colour_name(it)) for it in known)


def _checks_away(table: Table) -> Iterator[Act]:
    """A player who walks off with colour checks, and checks that come back."""
    words = hint(table.clause("redeem_colours"), "they stay good here", "仅在本桌有效")
    yield Act(people.LeaveSeat, words, {"with_checks": True}, key="leave-with-checks")
    away = tuple(sorted({each.colour for each in table.away}))
    if away:
        yield Act(checks_away.BringColours, choices={"colour": lambda: _colours(away)})


def _cards(table: Table) -> Iterator[Act]:
    yield Act(cards.PresentCard, tried={"card": Card(number="-", issued_to="-")})
    yield Act(cards.LogAssistance, hint(table.clause("log_assistance")))
    yield Act(cards.ReturnInvalid, hint(table.clause("return_invalid")))
    yield Act(losses.ReturnExcess, hint(table.clause("return_invalid")))
    yield Act(declared_chips.DeclareChips, same(table.matter("loss_limit_duties")))
    yield Act(declared_chips.DirectPlayer, values={"followed": True})
