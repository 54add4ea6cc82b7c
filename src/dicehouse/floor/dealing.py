"""What falls due next at a table, and when: worked out from the table alone, so that a restart changes nothing.

Simulated dice are sealed before anything else, so that no wager waits for them. An electronic table deals by the rules
and the clock: the wagering period ends, the shooter's time ends, the dice are shot and read; while nobody is seated it
does nothing. At other tables a practice dealer does in order what the
crew would do. A dealer waits politely: nothing begins without players, and the time for wagers begins with the first
one.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from dicehouse.floor.plan import Pace
from dicehouse.table import (
    Kind,
    Phase,
    Table,
    call_bets,
    craps_roll,
    dealt,
    dealt_result,
    dice_set,
    electronic,
    opening,
    sealing,
    shooter,
    table_sign,
    throw,
)
from dicehouse.table.last_hands import in_hands
from dicehouse.table.orders import DEVICE, Command
from dicehouse.table.streak import takes_streaks

CLOCK: Final = "the clock"
CREW: Final = "practice dealer"
TUMBLER: Final = "tumbler"
INSTANT: Final = timedelta(microseconds=1)
COCKED: Final = "cocked dice"


class Step(NamedTuple):
    """A command that falls due."""

    due: datetime
    order: type[Command]
    power: str = ""
    """The power by which staff give it; empty: a device does."""
    fields: dict[str, Any] = {}  # noqa: RUF012 (nobody writes to it)
    by: str = CREW

    def role(self, table: Table) -> str:
        """The lowest rank that has the power; where none has it, the table refuses the highest one too."""
        if not self.power:
            return DEVICE
        found = table.book.powers.get(self.power)
        return found.by[0] if found else table.book.roles[-1].id


class Dealing(NamedTuple):
    """A table as a dealer finds it."""

    table: Table
    pace: Pace
    since: datetime
    """When the present phase began."""
    now: datetime

    def then(self, seconds: float, order: type[Command], power: str = "", by: str = CREW, **fields: Any) -> Step:
        """So long after the phase began."""
        return Step(self.since + timedelta(seconds=seconds), order, power, fields, by)

    def staff(self, order: type[Command], power: str, **fields: Any) -> Step:
        """A beat after the phase began."""
        return self.then(self.pace.beat, order, power, **fields)

    @property
    def period_end(self) -> datetime:
        """The end of the betting period, which begins with the first wager on the layout."""
        first = next(iter(self.table.bets.values()), None)
        begins = max(first.at, self.since) if first else self.since
        return begins + timedelta(seconds=self.pace.betting)


def next_step(table: Table, pace: Pace, since: datetime, now: datetime, practice: bool) -> Step | None:
    """What falls due next; None while the table waits for people."""
    if table.phase is Phase.CLOSED:
        return None
    by_machine = practice or table.kind is Kind.ELECTRONIC
    closes, limits, deals = _close(table, by_machine), _limits(table), None
    if not table.why_stopped(now):
        deals = _seal(table, now)
        if deals is None and by_machine:
            deals = _DEALERS[table.kind](Dealing(table, pace, since, now))
    return min((it for it in (closes, limits, deals) if it), key=lambda it: it.due, default=None)


def ends(table: Table, pace: Pace, since: datetime, now: datetime, practice: bool) -> datetime | None:
    """When the present period for wagers, or for the shooter, ends by the clock."""
    if table.why_stopped(now):
        return None
    if table.kind is Kind.ELECTRONIC:
        return table.round.shoots_by if table.phase is Phase.SHOOTING else _wagers_end(table)
    if practice and table.phase is Phase.BETTING and table.bets:
        return Dealing(table, pace, since, now).period_end
    return None


def window_ends(table: Table, pace: Pace, since: datetime, now: datetime, practice: bool) -> datetime | None:
    """Until when a practice dealer waits for wagers on a Super Streak; None where nobody does."""
    waits = practice and bool(table.seats) and table.phase is Phase.BETWEEN and not table.why_stopped(now)
    if not waits or not takes_streaks(table, now):
        return None
    return since + timedelta(seconds=max(pace.show, pace.window))


def _wagers_end(table: Table) -> datetime | None:
    return table.round.ends if table.phase is Phase.BETTING else None


# --- seals


def _seal(table: Table, now: datetime) -> Step | None:
    """The next dice and those after them."""
    return Step(now, sealing.SealDice, fields={"seal": ""}, by=TUMBLER) if sealing.wants_seal(table) else None


# --- closing times


def _close(table: Table, by_machine: bool) -> Step | None:
    """At its time, or after the rounds that were announced, once the table rests and no wager is left. Staff who deal
    close it themselves where they have to count, or to say what becomes of chips that people still hold."""
    closing = table.closing
    resting = table.phase is (Phase.BETWEEN if table.kind is Kind.DEALT else Phase.BETTING)
    if closing is None or closing.rounds or table.bets or not resting or table.config.count_trays or table.fills:
        return None
    if not by_machine and any(map(in_hands, table.seats.values())):
        return None
    return Step(closing.at or closing.since, opening.CloseTable, "close_table", {"people": "stay"}, CLOCK)


# --- limits that fall due


def _limits(table: Table) -> Step | None:
    """Between two hands of craps new limits are in force at their time; elsewhere a round begins with them."""
    if table.coming is None or not table_sign.between_hands(table):
        return None
    return Step(table.coming.since, table_sign.EnforceLimits, by=CLOCK)


# --- an electronic table


def _electronic(at: Dealing) -> Step | None:
    table, now = at.table, at.table.round
    if table.phase is Phase.BETTING:
        return Step(now.ends, electronic.EndWagering, by=CLOCK) if now.ends else None
    if table.phase is Phase.SHOOTING:
        due = now.shoots_by + INSTANT if now.shoots_by else at.since
        return Step(due, electronic.AutoShoot, by=CLOCK)
    if table.phase is not Phase.ROLLING:
        return None
    if not now.seal:
        return Step(at.since, sealing.SealDice, fields={"seal": ""}, by=TUMBLER)
    return at.then(2 * at.pace.beat, electronic.ReportDice, by=TUMBLER)


# --- a table with a dealer


def _dealt(at: Dealing) -> Step | None:
    table, now, pace = at.table, at.table.round, at.pace
    first = dealt.tumbles_first(table)
    if table.phase is Phase.BETWEEN:
        if not table.seats and not table.bets:
            return None
        shown = max(pace.show, pace.window) if takes_streaks(table, at.now) else pace.show
        if not first:
            return at.then(shown, dealt.InviteBets, "open_betting")
        return at.then(shown, dealt.Tumble, "tumble", times=table.book.times["tumbles"].amount)
    if table.phase is Phase.TUMBLED:
        return at.staff(dealt.InviteBets, "open_betting")
    if table.phase in {Phase.BETTING, Phase.NO_MORE_BETS} and not now.tumbles:
        return at.staff(dealt.Tumble, "tumble")
    if table.phase is Phase.BETTING:
        return _confirm(at) or (
            Step(at.period_end, dealt.CloseBetting, "close_betting") if _is_waited_for(table) else None
        )
    if table.phase is Phase.NO_MORE_BETS:
        pressed = now.pressed or not table.config.touch_screen
        return (
            at.staff(dealt_result.Uncover, "uncover") if pressed else at.then(0, dealt.PressNoMoreBets, "close_betting")
        )
    return _shown(at)


def _shown(at: Dealing) -> Step | None:
    """From the dice to the payment."""
    table, now = at.table, at.table.round
    if table.phase is Phase.VOID:
        return at.staff(dealt_result.CallNoResult, "call_no_result", reason=now.no_result_due)
    if table.phase is Phase.UNCOVERED and not now.shown:
        return at.staff(dealt_result.CallNoResult, "call_no_result", reason=COCKED)
    if table.phase is Phase.UNCOVERED:
        return at.staff(dealt_result.AnnounceResult, "announce", dice=now.shown)
    if table.phase is Phase.ANNOUNCED or (table.phase is Phase.ENTERED and now.keyed != now.called):
        return at.staff(dealt_result.EnterResult, "enter_result", dice=now.called)
    return at.staff(dealt_result.Settle, "settle") if table.phase is Phase.ENTERED else None


def _is_waited_for(table: Table) -> bool:
    """Whether the round goes on: someone has bet, or has chips that count from the next round only."""
    return bool(table.bets) or any(it.late for it in table.seats.values())


def _confirm(at: Dealing) -> Step | None:
    """Wagers that were called out, and wagers that were called On, as soon as they are."""
    table = at.table
    if table.declared:
        return Step(at.now, call_bets.ConfirmWager, "settle", {"bet": next(iter(table.declared))})
    asked = next((it.id for it in table.bets.values() if it.asked), None)
    return Step(at.now, call_bets.ConfirmCall, "confirm_call", {"bet": asked}) if asked else None


# --- craps


def _craps(at: Dealing) -> Step | None:
    table, now = at.table, at.table.round
    if table.phase is Phase.BETTING:
        return _confirm(at) or _before_the_throw(at)
    if now.no_result_due:
        return at.staff(throw.CallNoRoll, "call_no_result", reason=now.no_result_due)
    if table.phase is Phase.IN_THE_AIR:
        if not now.rested:
            return at.staff(throw.MarkRest, "mark_throw")
        return at.then(2 * at.pace.beat, craps_roll.CallRoll, "announce")
    return at.staff(craps_roll.SettleRoll, "settle")


def _before_the_throw(at: Dealing) -> Step | None:
    """The dice are offered at once; the shooter has the betting period to throw, then the stickperson marks it.

    Wagers that merely sleep on a come-out would go back if the stickperson threw, so a line wager is waited for.
    """
    table, hand = at.table, at.table.hand
    if shooter.may_throw(table):
        return Step(at.period_end, throw.ThrowDice, "mark_throw")
    if hand.offered in table.seats:
        return _answer(at, hand.offered)
    last = hand.shooter or hand.last
    if shooter.next_in_turn(table, last, hand.declined) or (
        not hand.stick and shooter.next_in_turn(table, last, ()) not in {0, hand.shooter}
    ):
        return _offer(at)
    if not table.bets:
        return None
    if hand.stick:
        return Step(at.period_end, throw.ThrowDice, "mark_throw")
    asleep = shooter.sleepers_only(table.layout.standing.values(), shooter.puck_at(table))
    return Step(at.period_end, shooter.TakeDice, "throw_for_nobody") if hand.begun and not asleep else None


def _offer(at: Dealing) -> Step | None:
    """Whoever took the dice without a line wager has the betting period to make one, and when alone any time."""
    if shooter.shooter(at.table) is None:
        return at.staff(shooter.OfferDice, "offer_dice")
    return Step(at.period_end, shooter.OfferDice, "offer_dice") if len(at.table.seats) > 1 else None


def _answer(at: Dealing, seat: int) -> Step | None:
    """A player with a line wager who does not answer is taken to accept; one without lets the dice go by in the end."""
    table = at.table
    if shooter.has_line_wager(table, table.seats[seat]):
        pair = dice_set.on_the_table(table)[:2]
        return at.then(3 * at.pace.beat, shooter.AcceptDice, "offer_dice", seat=seat, dice=pair)
    if len(table.seats) > 1 and table.bets:
        return Step(at.period_end, shooter.DeclineDice, "offer_dice", {"seat": seat})
    return None


_DEALERS: Final[dict[Kind, Callable[[Dealing], Step | None]]] = {
    Kind.DEALT: _dealt, Kind.CRAPS: _craps, Kind.ELECTRONIC: _electronic,
}  # fmt: skip
