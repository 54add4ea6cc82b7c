"""From the dice to money: what a result decides, losers collected first and winners paid after (5.5, 4.5, 3.19)."""

from collections.abc import Iterable, Sequence

from msgspec import field

from dicehouse.games.streak import ended_now
from dicehouse.layout import Decided, Ended, RollOutcome
from dicehouse.money import Cents
from dicehouse.rulebooks import Rulebook
from dicehouse.table.bets import Settled
from dicehouse.table.colours import paid_in_colour
from dicehouse.table.duties import crew_of
from dicehouse.table.losses import excess
from dicehouse.table.orders import Appliers, Command, Event, Events, Faces, Kind, Orders, Phase, stamp
from dicehouse.table.rounds import Round
from dicehouse.table.sealing import take_next
from dicehouse.table.settlement import (
    LosersCollected,
    WagerRestaked,
    WagersMoved,
    WagersTakenBack,
    WinnersPaid,
    settled,
)
from dicehouse.table.state import Table
from dicehouse.table.streak import axes_reset
from dicehouse.wager import Decision, Result

REMEMBERED = 100
"""Results that a table's history keeps."""


class RoundBegan(Event, frozen=True):
    """A round of play began."""

    round: int
    rulebook: str = ""
    """The hash of the rulebook by which it is played."""
    program: str = ""
    """The hash of the program that leads the table; empty where none was put on record."""
    crew: dict[str, str] = field(default_factory=dict)
    """Who of the staff was signed on, by position."""


class RoundEnded(Event, frozen=True):
    """A round is over, with its result or without one."""

    round: int
    dice: Faces = ()
    """Empty when the round had no result, and at craps, where each roll has its own."""
    counts: bool = True
    """Whether it counts as a round for players who sit out and for a notice of closing."""


def results(table: Table, command: Command, dice: Sequence[int], clause: str) -> Events:
    """Everything that a result does to the wagers: what is beyond a loss limit goes back, losers are collected,
    winners paid, and the rest moved on."""
    limited = tuple(it for seat in table.seats.values() for it in excess(table, command, seat))
    turn = _within(table, table.layout.turn(table.book.dice.index(dice)), limited)
    decided = list(_decided(table, turn, limited))
    lost = tuple(it for it in decided if it.result == Ended.LOSE)
    back = tuple(paid_in_colour(table, lost, (it for it in decided if it.result != Ended.LOSE)))
    gone = {it.bet for it in decided}
    moved = {it.id: it.wager.states[state] for it, state in turn.moved if it.id not in gone}
    markers = table.layout.moved_markers(turn.outcome)
    says = stamp(command)
    return (
        *limited,
        *((LosersCollected(clause=clause, settled=lost, **says),) if lost else ()),
        *((WinnersPaid(clause=clause, settled=back, **says),) if back else ()),
        *((WagersMoved(clause=clause, moved=moved, markers=markers, **says),) if moved or markers else ()),
        *axes_reset(table, command, gone, markers),
    )


def _within(table: Table, turn: RollOutcome, limited: Events) -> RollOutcome:
    """A turn without what goes back beforehand, and with the stakes that are left."""
    if not limited:
        return turn
    gone = _gone(limited)
    left = {it.bet: it for it in limited if isinstance(it, WagerRestaked)}
    decided = [
        table.layout.decided_at(it, turn.outcome, left[it.id].stake) if it.id in left else it
        for it in turn.decided
        if it.id not in gone
    ]
    return turn._replace(decided=decided, moved=[(it, state) for it, state in turn.moved if it.id not in gone])


def _gone(limited: Events) -> set[str]:
    return {it.bet for event in limited if isinstance(event, WagersTakenBack) for it in event.settled}


def _decided(table: Table, turn: RollOutcome, limited: Events) -> Iterable[Settled]:
    """With its commission as it is after what went back beforehand."""
    standing, bets = table.layout.standing, table.bets
    charged = {it.bet: it.commission for it in limited if isinstance(it, WagerRestaked)}
    for it in turn.decided:
        made = standing[it.id]
        own = it if bets[it.id].valid else _invalid(table, it)
        yield settled(table, own, made.wager.states[made.state], charged.get(it.id))
    if table.round.lights_failed:
        yield from _streaks_ended(table, turn, limited, table.matter("streak_lights"))
    elif table.streak_call and table.reading("streak_closing") == "next_result":
        yield from _streaks_ended(table, turn, limited, table.matter("streak_closing"))


def _invalid(table: Table, it: Decided) -> Decided:
    """A wager of someone who may not bet wins nothing; a losing one is kept or handed back by the reading (8.14.2)."""
    if it.result is Ended.LOSE and table.reading("losing_invalid_wagers") == "kept":
        return it
    clauses = _with(it.clauses, table.matter("invalid_shown"))
    return it._replace(result=Ended.VOID, winnings=Cents(0), returned=it.stake, clauses=clauses)


def _with(clauses: tuple[str, ...], clause: str) -> tuple[str, ...]:
    return (*clauses, clause) if clause else clauses


def _streaks_ended(table: Table, turn: RollOutcome, limited: Events, clause: str) -> Iterable[Settled]:
    """Super Streak wagers that this result did not decide end at the count it gave them (8.7.1, 6.6)."""
    moved = {it.id: state for it, state in turn.moved}
    over = {it.id for it in turn.decided} | _gone(limited)
    for it in table.layout.standing.values():
        if not it.wager.joins_run or it.id in over:
            continue
        state = it.wager.states[moved.get(it.id, it.state)]
        step = ended_now(it.wager, state)
        ends = table.layout.ended(it, step)
        refund = table.round.lights_failed and table.reading("streak_failure") == "refund_below_four"
        if refund and ends.result is Ended.LOSE:
            ends = ends._replace(result=Ended.VOID, returned=it.stake)
        ends = ends._replace(clauses=_with(ends.clauses, clause))
        yield settled(table, ends if table.bets[it.id].valid else _invalid(table, ends), state)


def lit(book: Rulebook, dice: Sequence[int]) -> tuple[str, ...]:
    """The areas of the layout that win on these dice, to be illuminated."""
    outcome = book.dice.index(dice)
    return tuple(
        wager.id
        for wager in book.wagers.values()
        if wager.one_roll and isinstance(step := wager.rules.steps[0][outcome], Decision) and step.result is Result.WIN
    )


def lit_at(table: Table, dice: Sequence[int]) -> tuple[str, ...]:
    """The same, of the areas that this table's layout has."""
    left_out, book = table.config.left_out(table.book), table.book
    return tuple(it for it in lit(book, dice) if book.wagers[it].family not in left_out)


# --- what the facts do


def round_begins(table: Table, command: Command, clause: str) -> RoundBegan:
    """The next round, with the hashes of what it is played by."""
    return RoundBegan(
        clause=clause, round=table.round.number + 1, rulebook=table.book.hash, program=table.program,
        crew=crew_of(table.duties), **stamp(command),
    )  # fmt: skip


def round_began(table: Table, event: RoundBegan) -> None:
    sealed = table.round.seal if table.config.sealed_dice else ""
    table.round = Round(number=event.round, running=True, seal=sealed)
    table.last, table.paid, table.voided = (), {}, None
    for seat in table.seats.values():
        seat.wagered = seat.wagered or seat.staked > 0
    table.streak_call = "over" if table.streak_call else ""


def round_ended(table: Table, event: RoundEnded) -> None:
    remember(table, event.dice)
    if table.kind is not Kind.CRAPS:  # where every roll has dice of its own
        take_next(table)
    table.demonstrations -= table.demonstrations > 0
    if event.counts:
        for seat in table.seats.values():
            seat.idle = 0 if seat.staked or seat.wagered else seat.idle + 1
        if table.closing is not None and table.closing.rounds:
            table.closing.rounds -= 1
    for seat in table.seats.values():
        seat.wagered, seat.late = False, 0
    table.round.running = False
    table.phase = Phase.BETWEEN if table.kind is Kind.DEALT else Phase.BETTING


def remember(table: Table, dice: Faces) -> None:
    """The latest result, and in the history if there was one."""
    table.last_dice = dice
    if dice:
        table.history.append(dice)
        del table.history[:-REMEMBERED]


COMMANDS: Orders = {}
APPLIERS: Appliers = {RoundBegan: round_began, RoundEnded: round_ended}
