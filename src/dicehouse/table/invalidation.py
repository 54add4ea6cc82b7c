"""Outcomes that are declared invalid: a disturbance from outside, or a fraud.

The wagers of that result go back to their players, except a wager that is forfeited by name and for a reason; streak
wagers wait, as they do when there is no result. At craps it is one roll: what it would have decided goes back, and the
rest stands as before. Once a round is settled it cannot be undone; wrong payments are put right one by one.
"""

from typing import Literal

from msgspec import field

from dicehouse.layout import RollOutcome
from dicehouse.refusal import Refused, Why
from dicehouse.table.call_bets import lapsed
from dicehouse.table.conduct import lacks
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.rounds import Voided
from dicehouse.table.sealing import take_next
from dicehouse.table.settlement import forfeited, taken_back
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Table, seat_at
from dicehouse.table.table_sign import due_now
from dicehouse.table.wagering import wagering_opens


class InvalidateOutcome(Command, frozen=True):
    """Declare the outcome of the round, or of the roll, invalid."""

    ground: Literal["disrupted", "fraud"]
    """Disturbed by commotion, fire, robbery and the like; or a fraud that affects it."""
    reason: Words
    forfeit: dict[SeatNumber, Words] = field(default_factory=dict)
    """Seats whose wagers of this result are forfeited, and why each."""


class VoidWagerForFraud(Command, frozen=True):
    """Declare one wager void for fraud, where the document allows it without the whole outcome."""

    bet: Name
    reason: Words


class OutcomeInvalidated(Event, frozen=True):
    """The round or the roll has no result; what follows moves the stakes."""

    round: int
    ground: Literal["disrupted", "fraud"]
    reason: str
    dice: Faces
    """As they were called; empty if they were not."""


class WagerVoidedForFraud(Event, frozen=True):
    """One wager has no result; what follows gives its stake back."""

    bet: str
    reason: str


def invalidate_outcome(table: Table, command: InvalidateOutcome) -> Answer:
    """From the beginning of a round to its settlement, by whoever holds the power for the ground that is given."""
    power = f"invalidate_{command.ground}"
    refused = lacks(table, command, power)
    if refused is None and command.forfeit:
        refused = lacks(table, command, "forfeit_wager", table.book.topics.get("refund"))
    if refused:
        return refused
    clause = table.clause(power)
    if not _under_way(table):
        what = "roll" if table.kind is Kind.CRAPS else "round"
        return Refused(Why.WRONG_PHASE, clause, "outcome-settled", command="invalidate-outcome", what=what)
    wagers = _of_this_result(table)
    lost = [it for it in wagers if table.bets[it].seat in command.forfeit]
    for number in command.forfeit:
        refused = _not_forfeited(table, command, number, lost)
        if refused:
            return refused
    taken = set(lost)
    reasons = "; ".join(command.forfeit.values())
    invalid = OutcomeInvalidated(
        clause=clause,
        round=table.round.number,
        ground=command.ground,
        reason=command.reason,
        dice=table.round.called,
        **stamp(command),
    )
    return (
        invalid,
        *lapsed(table, command),
        *forfeited(table, command, lost, table.clause("forfeit_wager"), reasons),
        *taken_back(
            table,
            command,
            (it for it in wagers if it not in taken),
            table.book.topics.get("refund", clause),
            command.reason,
        ),
        *_ends(table, command, clause),
    )


def _under_way(table: Table) -> bool:
    """Whether there is an outcome to come, or one that is not yet settled."""
    if table.kind is Kind.CRAPS:
        return table.phase in {Phase.IN_THE_AIR, Phase.CALLED}
    if table.kind is Kind.ELECTRONIC:
        return table.phase is not Phase.BETTING or bool(table.bets)
    return table.phase is not Phase.BETWEEN


def _of_this_result(table: Table) -> list[str]:
    """The wagers that this result decides; at craps those it would have decided, as far as the dice are known."""
    standing = table.layout.standing
    if table.kind is not Kind.CRAPS:
        return [it.id for it in standing.values() if it.wager.family not in table.book.no_result.holds]
    turn = table.layout.judge(table.round.called)
    if isinstance(turn, RollOutcome):
        return [it.id for it in turn.decided]
    return [it.id for it in standing.values() if it.wager.one_roll]


def _not_forfeited(table: Table, command: InvalidateOutcome, number: int, lost: list[str]) -> Refused | None:
    """Whose wager may be forfeited: a fraudster's; in one edition a device user's, or either (9.10, 9.5, 8.9)."""
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    clause = table.clause("forfeit_wager")
    unclear = "forfeiture" in table.book.open_readings
    device = any(it.kind == "device" and it.person == seat.person for it in table.breaches.values())
    by_fraud = command.ground == "fraud" and not (unclear and table.reading("forfeiture") == "printed")
    if not by_fraud and not (unclear and device):
        return Refused(Why.NOT_ELIGIBLE, clause, "no-fraud-no-device" if unclear else "no-fraud", seat=number)
    if any(table.bets[it].seat == number for it in lost):
        return None
    return Refused(Why.NOT_ELIGIBLE, clause, "no-wager-of-result", seat=number, person=seat.person)


def _ends(table: Table, command: Command, clause: str) -> Events:
    """The round is over and does not count; at craps only where a round is one roll."""
    if table.kind is Kind.CRAPS and table.reading("craps_round") != "roll":
        return ()
    ended = RoundEnded(clause=clause, round=table.round.number, counts=False, **stamp(command))
    period = wagering_opens(table, command)
    return (ended, *(due_now(table, command) if period else ()), *period)


def void_wager_for_fraud(table: Table, command: VoidWagerForFraud) -> Answer:
    """Crown may void any wager without voiding the spin (9.3); the stake goes back."""
    clause = table.book.topics.get("void_wager")
    if clause is None:
        return Refused(
            Why.NOT_HERE,
            table.clause("invalidate_fraud") or None,
            "knows-only-whole-outcome",
            command="void-wager-for-fraud",
            rulebook=table.book.id,
        )
    if command.bet not in table.bets:
        return table.layout.no_such_id(command.bet)
    voided = WagerVoidedForFraud(clause=clause, bet=command.bet, reason=command.reason, **stamp(command))
    return (voided, *taken_back(table, command, (command.bet,), clause, command.reason))


# --- what the facts do


def outcome_invalidated(table: Table, event: OutcomeInvalidated) -> None:
    """At craps the dice go back to the shooter as if they had not been thrown; elsewhere the round ends."""
    table.voided = Voided(
        round=event.round, ground=event.ground, reason=event.reason, by=event.by, role=event.role, at=event.at,
        clause=event.clause, cause=event.cause,
    )  # fmt: skip
    now = table.round
    now.called, now.shown, now.keyed, now.no_result_due = (), (), (), ""
    if table.kind is Kind.CRAPS:
        take_next(table)
        now.rested, now.judged, now.closed_at = False, False, None
        table.phase = Phase.BETTING


def on_record(table: Table, event: WagerVoidedForFraud) -> None:
    """On record; the stake follows."""


COMMANDS: Orders = {
    InvalidateOutcome: Order(invalidate_outcome, staff=True, by_case=lambda it: f"invalidate_{it['ground']}"),
    VoidWagerForFraud: Order(void_wager_for_fraud, "invalidate_fraud"),
}
APPLIERS: Appliers = {OutcomeInvalidated: outcome_invalidated, WagerVoidedForFraud: on_record}
