"""What the dealer of a table, or the crew of a craps table, works with."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from dicehouse.layout import PlacedWager
from dicehouse.table import dice_set, opening, shooter
from dicehouse.table.bets import Bet, Chips
from dicehouse.table.call_bets import ConfirmCall, ConfirmWager
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Command, Kind, Phase, tag_of
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.table.streak import AnnounceFinalCall
from dicehouse.views.acts import ActView, Asker, acts_at, judged_at
from dicehouse.views.crew_prompts import CallView, calling
from dicehouse.views.felt_chips import PillView, lit_now, pills
from dicehouse.views.keys import EntryView, KeyView, entry, keys
from dicehouse.views.laying import LayView, laying
from dicehouse.views.parts import Refusal, Text, money
from dicehouse.views.paying import MoveView, PaySums, PayView, moves, outcome, pay_sums, payments, point_of, short_name
from dicehouse.views.rosters import DutyView, duty_views
from dicehouse.views.seat import by_seat
from dicehouse.views.streak_calls import StreakCall, streak_calls
from dicehouse.views.table_acts import at_a_seat, now_and_then, wrong
from dicehouse.views.till import TillLine, till_lines
from dicehouse.views.tray_acts import FillView, fills
from dicehouse.views.voided import VoidedView, voided_view

Button = Literal["on", "off", "buy", "lay", "dont-place", ""]


class StakeView(Struct, frozen=True, kw_only=True):
    """A wager in a list of seats."""

    id: str
    wager: str
    name: str
    """Short: Behind, Come 9, To lose 10."""
    point: int
    """The number it waits for; 0: none of its own."""
    stake: int
    chips: Chips
    colour: str
    called: bool | None
    """On or Off, where it was called."""
    buttons: tuple[Button, ...]
    """The marker buttons that lie on it."""


class DealerSeat(Struct, frozen=True, kw_only=True):
    """A seat as staff see it: stakes and nothing of anyone's balance."""

    seat: int
    taken: bool
    card_shown: bool
    staked: int
    wagers: tuple[StakeView, ...]
    colours: dict[str, int]
    """Colour checks in hand, and what one is worth."""
    warned: bool
    idle: int
    personal: bool
    """Whether limits of its own were agreed."""
    shooter: bool
    words: str
    """What is to be done here, if anything."""


class CallRow(Struct, frozen=True, kw_only=True):
    """Something a player said that waits for staff."""

    bet: str
    seat: int
    kind: Literal["on", "off", "declared", "in the air"]
    wager: str
    name: str
    stake: int
    words: Text
    clause: str
    do: str
    """The command that confirms it."""
    refused: Refusal | None


class NoticeView(Struct, frozen=True):
    id: str
    to: str
    about: str
    due: datetime
    clause: str
    refused: Refusal | None
    """Why it cannot be acknowledged by who looks."""


class ReasonView(Struct, frozen=True):
    """A reason for which a round has no result."""

    reason: str
    clause: str
    must: bool
    """Whether the call must be made, or only may be."""


class NextShooter(Struct, frozen=True):
    seat: int
    words: str
    """Why this seat, and why another is passed over."""


class PracticeView(Struct, frozen=True):
    """A practice dealer."""

    on: bool
    """Whether it deals now."""
    refused: Refusal | None
    """Why it is not sent away or called back."""


class DealerView(Struct, frozen=True, kw_only=True):
    table: str
    revision: int
    role: str
    role_name: str
    crew: tuple[DutyView, ...]
    """Who is signed on, the relief they have named beside them."""
    practice: PracticeView | None
    """None where people always deal."""
    keys: tuple[KeyView, ...]
    entry: EntryView | None
    """What keyed dice would be given to; None while none can be keyed."""
    shown: tuple[int, ...]
    """The dice under the lifted cover, where a device read them."""
    dice: tuple[int, ...]
    """As they were called, or keyed."""
    entered: bool
    call: CallView
    """What is to be called out, or done, now."""
    seats: tuple[DealerSeat, ...]
    staked: int
    wagers: int
    """How many stand on the layout."""
    pills: tuple[PillView, ...]
    """The chips on the felt."""
    lit: tuple[str, ...]
    """The areas that are illuminated."""
    lay: LayView
    streaks: tuple[StreakCall, ...]
    voided: VoidedView | None
    """Told while an outcome that was declared invalid is to be given back."""
    pay: tuple[PayView, ...]
    """Of the result as it stands, or of the round just settled."""
    sums: PaySums
    settled: bool
    """Whether that round is settled."""
    winnings: int
    """All that is paid."""
    collected: int
    moves: tuple[MoveView, ...]
    """What the crew moves and marks for the roll that was called."""
    calls: tuple[CallRow, ...]
    till: tuple[TillLine, ...]
    """The last money acts, the newest first."""
    notices: tuple[NoticeView, ...]
    reasons: tuple[ReasonView, ...]
    void_words: Text
    """What becomes of the wagers when the round has no result."""
    colours: dict[str, int]
    """Checks of each colour still in the table's set."""
    tray: int
    """The house's chips at the table."""
    fills: tuple[FillView, ...]
    """Chips that came from the cage and are to be counted."""
    next_shooter: NextShooter | None
    wrong: tuple[ActView, ...]
    """What to do about lights, a display or a payment that is wrong."""
    acts: tuple[ActView, ...]
    """What is done beside the keys now and then."""
    seat_acts: tuple[ActView, ...]
    """What is done at a seat, which is to be filled in."""
    can: dict[str, Refusal | None]
    """By command, why it would be refused; null where it would not."""


# --- seats


def _buttons(it: PlacedWager) -> Iterator[Button]:
    """Buy, Lay and Don't place tell apart what lies in one box; On and Off say what was called (2.4.5)."""
    if it.wager.button:
        yield it.wager.button
    if it.called is not None:
        yield "on" if it.called else "off"


def _stake(bet: Bet, it: PlacedWager) -> StakeView:
    return StakeView(
        id=it.id,
        wager=it.name,
        name=short_name(it),
        point=point_of(it.wager.states[it.state]),
        stake=it.stake,
        chips=bet.chips,
        colour=bet.colour,
        called=it.called,
        buttons=tuple(_buttons(it)),
    )


def _seat(table: Table, seat: Seat, own: Sequence[tuple[Bet, PlacedWager]]) -> DealerSeat:
    return DealerSeat(
        seat=seat.number,
        taken=True,
        card_shown=seat.card is not None and seat.card.valid,
        staked=seat.staked,
        wagers=tuple(_stake(bet, it) for bet, it in own),
        colours={colour: it.value for colour, it in seat.checks.items()},
        warned=seat.warned,
        idle=seat.idle,
        personal=seat.personal is not None,
        shooter=seat.number in {table.hand.shooter, table.round.shooter},
        words=_to_do(table, seat),
    )


def _to_do(table: Table, seat: Seat) -> str:
    """What is to be done at a seat; never what its player has or may lose."""
    if seat.must_leave:
        return "is to give up the seat"
    if seat.headroom is not None and seat.staked > seat.headroom:
        return f"over the limit, return {money(seat.staked - max(seat.headroom, 0))}"
    if table.book.cards is not None and seat.card is None:
        return "has not shown a card"
    return ""


# --- what waits for staff


def _calls(table: Table, worker: Asker) -> Iterator[CallRow]:
    for bet in table.bets.values():
        if bet.asked:
            it = table.layout.standing[bet.id]
            yield CallRow(
                bet=bet.id,
                seat=bet.seat,
                kind="on",
                wager=it.name,
                name=short_name(it),
                stake=it.stake,
                words=Text("called On; it counts when you confirm it", "要求生效。经您确认后生效"),
                clause=table.book.calls_clause,
                do=tag_of(ConfirmCall),
                refused=judged_at(table, worker, ConfirmCall, bet=bet.id),
            )
    for said in table.declared.values():
        wager = table.book.wagers.get(said.wager)
        yield CallRow(
            bet=said.id,
            seat=said.seat,
            kind="in the air" if table.phase is Phase.IN_THE_AIR else "declared",
            wager=said.wager,
            name=wager.name if wager else said.wager,
            stake=said.stake,
            words=Text("called out; it stands only when you confirm it", "口头投注。经您确认才成立"),
            clause=table.matter("oral_wager") or table.clause("accept_oral_wager"),
            do=tag_of(ConfirmWager),
            refused=judged_at(table, worker, ConfirmWager, bet=said.id),
        )


def _notices(table: Table, worker: Asker) -> Iterator[NoticeView]:
    for it in table.notices.values():
        refused = judged_at(table, worker, AcknowledgeNotice, notice=it.id)
        yield NoticeView(it.id, it.to, it.about, it.due, it.clause, refused)


def _reasons(table: Table) -> tuple[ReasonView, ...]:
    rule = table.book.no_result
    return tuple(ReasonView(reason, clause, reason not in rule.optional) for reason, clause in rule.reasons.items())


def _void_words(table: Table) -> Text:
    """What becomes of the wagers, said before the call is made."""
    staked, clause = money(sum(it.staked for it in table.seats.values())), table.book.no_result.clause
    if table.reading("no_result_effect") != "void":
        return Text(f"All wagers stay as they are, {staked} ({clause}).", f"所有注码保留 {staked} ({clause})。")
    held = [it for it in table.layout.standing.values() if it.wager.family in table.book.no_result.holds]
    back = money(sum(it.stake for it in table.layout.standing.values() if it not in held))
    stay = " Super Streak wagers stay." if held else ""
    kept = "超级连胜注码保留。" if held else ""
    return Text(f"All wagers go back: {back} ({clause}).{stay}", f"所有注码退回 {back} ({clause})。{kept}")


def _colours(table: Table) -> dict[str, int]:
    """Checks of each colour that are not out."""
    if "issue_colours" not in table.book.powers:
        return {}
    left = dict.fromkeys(table.config.colours, table.config.checks)
    for away in table.away:
        left[away.colour] = left.get(away.colour, 0) - away.count
    for seat in table.seats.values():
        for colour, it in seat.checks.items():
            left[colour] = left.get(colour, 0) - it.count
    for bet in table.bets.values():
        if bet.chips == "colour":
            worth = table.seats[bet.seat].checks[bet.colour].value
            left[bet.colour] -= (table.layout.standing[bet.id].stake + bet.excess) // worth
    return left


def _next_shooter(table: Table) -> NextShooter | None:
    """To whom the dice go next, and who is passed over."""
    if table.kind is not Kind.CRAPS:
        return None
    hand = table.hand
    last = hand.shooter or hand.last
    seat = shooter.next_in_turn(table, last, {*hand.declined, hand.shooter})
    order = sorted(table.seats, key=lambda it: (it <= last, it))
    before = order[: order.index(seat)] if seat in order else []
    passed = [it for it in before if it not in hand.declined and it != hand.shooter]
    over = f" Seat {passed[0]} has no line wager." if passed else ""
    if not seat:
        return NextShooter(0, f"Nobody can be offered the dice.{over}")
    line = next((it for it in table.book.line if it in table.seats[seat].on), "")
    has = f", {table.book.wagers[line].name} {money(table.seats[seat].on[line])}" if line else ""
    return NextShooter(seat, f"Next: seat {seat}{has} (3.8.2).{over}")


# --- what else may be done


def _may(table: Table) -> Iterator[tuple[type[Command], dict[str, Any]]]:
    """Commands beside the keys, each with what it is tried with."""
    yield from ((it, {}) for it in (opening.AnnounceClosing, opening.WithdrawClosing, opening.CloseTable))
    if table.kind is Kind.DEALT:
        yield AnnounceFinalCall, {}
    if table.kind is Kind.CRAPS:
        pair = dice_set.on_the_table(table)[:2] or (1, 2)
        seat = table.hand.offered or 1
        yield shooter.AcceptDice, {"seat": seat, "dice": pair}
        yield shooter.DeclineDice, {"seat": seat}
        yield shooter.PassDice, {}
        yield shooter.OrderPass, {"grounds": "delay"}
        yield shooter.TakeDice, {"dice": pair}
        yield shooter.SelectDice, {"dice": pair}
        yield dice_set.ReplaceDice, {}
        yield dice_set.ReportDiceOff, {"dice": pair[:1]}
        yield dice_set.ReportDiceFound, {"dice": table.hand.missing[:1] or (1,)}


# --- the whole


def dealer_view(table: Table, revision: int, worker: Asker, practice: PracticeView | None = None) -> DealerView:
    """What someone with a rank at this table works with."""
    own = by_seat(table)
    shown = outcome(table, worker)
    pay = payments(table, shown)
    return DealerView(
        table=table.config.name,
        revision=revision,
        role=worker.role,
        role_name=next((it.name for it in table.book.roles if it.id == worker.role), worker.role),
        crew=duty_views(table, None, worker.at),
        practice=practice,
        keys=keys(table, worker),
        entry=entry(table),
        shown=table.round.shown if table.phase in {Phase.UNCOVERED, Phase.ANNOUNCED, Phase.ENTERED} else (),
        dice=table.round.keyed or table.round.called,
        entered=table.phase in {Phase.ENTERED, Phase.CALLED},
        call=calling(table),
        seats=tuple(_seat(table, seat, own.get(number, ())) for number, seat in sorted(table.seats.items())),
        staked=sum(it.staked for it in table.seats.values()),
        wagers=len(table.bets),
        pills=pills(table, shown.decided, shown.due),
        lit=lit_now(table, shown.decided),
        lay=laying(table),
        streaks=streak_calls(table, worker, shown.ahead),
        voided=voided_view(table),
        pay=pay,
        sums=pay_sums(table, shown),
        settled=shown.ahead is None,
        winnings=sum(it.winnings for it in pay),
        collected=sum(it.collected for it in pay),
        moves=moves(table, shown.ahead),
        calls=tuple(_calls(table, worker)),
        till=till_lines(table, worker),
        notices=tuple(_notices(table, worker)),
        reasons=_reasons(table),
        void_words=_void_words(table),
        colours=_colours(table),
        tray=table.float,
        fills=tuple(fills(table, worker)),
        next_shooter=_next_shooter(table),
        wrong=acts_at(table, worker, "wrong", wrong),
        acts=acts_at(table, worker, "now and then", now_and_then),
        seat_acts=acts_at(table, worker, "at a seat", at_a_seat),
        can={tag_of(kind): judged_at(table, worker, kind, **fields) for kind, fields in _may(table)},
    )
