"""A table as everybody at it may see it: the same for all, and nothing of anyone's own."""

from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from msgspec import Struct

from dicehouse.games.streak import AXES
from dicehouse.house.jackpot_state import Jackpot
from dicehouse.house.jackpots import display
from dicehouse.house.state import House
from dicehouse.refusal import Refused
from dicehouse.table.betting import closing_clause
from dicehouse.table.orders import Kind, Phase
from dicehouse.table.state import Table
from dicehouse.table.streak import not_taken
from dicehouse.table.wagering import period_over
from dicehouse.views.area_totals import shown_totals
from dicehouse.views.hand import (
    HandView,
    MarkerView,
    PuckView,
    ShootView,
    dice_words,
    hand_view,
    marker_views,
    puck_view,
    shoot_view,
)
from dicehouse.views.layout import NO_RESULT, offered
from dicehouse.views.parts import Refusal, ResultView, SignView, Text, limits_line, money, refusal, sign_view
from dicehouse.views.results import Bead, PointView, Statistics, bead, points, result_view, statistics
from dicehouse.wager import Wager

Ring = Literal["open", "closed", "result", "idle"]
TRIAL: Final = "trial"
"""The id of a wager that is only tried."""


class ComingLimits(Struct, frozen=True):
    """Limits that are on their sign and not yet in force."""

    sign: SignView
    at: datetime
    """They take effect with the first round from then on."""
    words: str


class ClosingView(Struct, frozen=True):
    """A notice that the table will close."""

    since: datetime
    at: datetime | None
    rounds: int
    """Rounds still to be played, where the notice is counted in rounds; else 0."""
    words: str


class ClosedArea(Struct, frozen=True):
    """An area that takes no wager from anyone just now, though betting may be open."""

    area: str
    refused: Refusal


class StreakView(Struct, frozen=True):
    """A Super Streak axis."""

    area: str
    side: str
    """small, big, odd or even; empty while no run has begun."""
    count: int
    """Results of the run so far, as the history shows them; 0 while there is none."""
    window: bool
    """Whether a wager may join it now."""
    live: int
    """How many wagers stand on it."""
    words: str


class JackpotView(Struct, frozen=True):
    pool: str
    amount: int
    won: int
    """The latest prize; 0 before the first."""
    won_at: datetime | None
    words: str
    """The latest prize in words, without a name."""


class SealView(Struct, frozen=True):
    """A commitment to dice that nobody has seen, and the latest one that was opened."""

    commitment: str
    """A SHA-256; empty while there is none."""
    opened_round: int = 0
    opened: str = ""
    """The commitment that was opened."""
    salt: str = ""
    dice: tuple[int, ...] = ()


class TableView(Struct, frozen=True, kw_only=True):
    """A table as everybody may see it."""

    table: str
    rulebook: str
    kind: Literal["dealt", "electronic", "craps"]
    now: datetime
    """The server's time when this was made."""
    phase: str
    call: Text
    """What is called out: "Place your bets"."""
    ring: Ring
    betting: bool
    """Whether ordinary wagers are taken."""
    round: int
    since: datetime
    """When this phase began."""
    ends: datetime | None
    """When the wagering period ends; None where a person ends it."""
    period: int
    """How many seconds that period lasts; 0 where it has no length."""
    window_ends: datetime | None
    """Until when a dealer waits for wagers on a Super Streak between two rounds; None where nobody waits."""
    sign: SignView
    coming: ComingLimits | None
    closing: ClosingView | None
    closing_clause: str
    """The clause by which betting closes."""
    last: ResultView | None
    shown: ResultView | None
    """The present round's dice, once they are uncovered and called; None before."""
    history: tuple[Bead, ...]
    """The oldest first."""
    statistics: Statistics
    points: tuple[PointView, ...]
    """At craps what became of each point, the oldest first."""
    closed: tuple[ClosedArea, ...]
    streaks: tuple[StreakView, ...]
    puck: PuckView | None
    markers: tuple[MarkerView, ...]
    """Markers that the rulebook declares, beside the puck."""
    hand: HandView | None
    shoot: ShootView | None
    jackpots: tuple[JackpotView, ...]
    stopped: str
    """Why no play is permitted; empty while it is."""
    seal: SealView
    seats: tuple[int, ...]
    """The seats that are taken."""
    totals: dict[str, int]
    """By area, what everyone together has staked there; empty where the house does not show it."""
    message: str
    """One sentence on what is going on."""


class Beside(Struct, frozen=True, kw_only=True):
    """What a view tells of a table that is not in its state."""

    now: datetime
    since: datetime
    """When the present phase began."""
    ends: datetime | None = None
    period: int = 0
    window_ends: datetime | None = None
    opened: tuple[int, str, str, tuple[int, ...]] | None = None
    """The latest seal that was opened: round, seal, salt and dice."""
    house: House | None = None


# --- what is called out


PLACE: Final = Text("Place your bets", "请下注")
NO_MORE: Final = Text("No more bets", "停止下注")
RESULT: Final = Text("Result", "开骰")
PAYING: Final = Text("Paying", "派彩")
SHAKE: Final = Text("Shake Dice", "摇骰")
CLOSED: Final = Text("Closed", "关闭")
COME_OUT: Final = Text("Come out", "首掷")

_CALLS: Final[dict[Phase, tuple[Text, Ring]]] = {
    Phase.CLOSED: (CLOSED, "idle"),
    Phase.TUMBLED: (SHAKE, "idle"),
    Phase.BETTING: (PLACE, "open"),
    Phase.NO_MORE_BETS: (NO_MORE, "closed"),
    Phase.UNCOVERED: (NO_MORE, "closed"),
    Phase.ANNOUNCED: (RESULT, "result"),
    Phase.ENTERED: (PAYING, "result"),
    Phase.SHOOTING: (NO_MORE, "closed"),
    Phase.ROLLING: (NO_MORE, "closed"),
    Phase.IN_THE_AIR: (NO_MORE, "closed"),
    Phase.CALLED: (RESULT, "result"),
}


def called_out(table: Table) -> tuple[Text, Ring]:
    """What is called at this point of the round, and how the ring looks."""
    if table.phase is Phase.VOID:
        return NO_RESULT[table.book.no_result.called], "closed"
    if table.phase is not Phase.BETWEEN:
        return _CALLS[table.phase]
    if not table.round.number:
        return SHAKE, "idle"
    return (RESULT, "result") if table.last_dice else (NO_RESULT[table.book.no_result.called], "closed")


# --- limits and notices


def coming_limits(table: Table) -> ComingLimits | None:
    it = table.coming
    if it is None:
        return None
    zone = ZoneInfo(table.config.time_zone)
    words = f"{limits_line(it.sign.every)} from {it.since.astimezone(zone):%H:%M}"
    return ComingLimits(sign_view(it.sign), it.since, words)


def closing_view(table: Table) -> ClosingView | None:
    it = table.closing
    if it is None:
        return None
    zone, clause = ZoneInfo(table.config.time_zone), table.book.times["closing"].clause
    if it.at is not None:
        words = f"This table closes at {it.at.astimezone(zone):%H:%M} ({clause})"
    else:
        words = f"This table closes after {it.rounds} more {'round' if it.rounds == 1 else 'rounds'} ({clause})"
    return ClosingView(it.since, it.at, it.rounds, words)


# --- areas that take nothing now


def closed_areas(table: Table, at: datetime) -> tuple[ClosedArea, ...]:
    """Areas that nobody may bet on at this point of the game, whatever the phase: Don't Win with a point on, a run."""
    there = offered(table.book, table.config)
    found = []
    for wager in table.book.wagers.values():
        if wager.starts_by is None or wager.behind or wager.id not in there:
            continue
        refused = _closed_now(table, wager, at)
        if refused is not None:
            found.append(ClosedArea(wager.id, refusal(refused)))
    return tuple(found)


def _closed_now(table: Table, wager: Wager, at: datetime) -> Refused | None:
    if wager.joins_run:
        return not_taken(table, wager, at)
    made = table.layout.placing(TRIAL, wager.id, wager.units * table.config.chip)
    return made if isinstance(made, Refused) else None


def streak_views(table: Table, at: datetime) -> tuple[StreakView, ...]:
    there = offered(table.book, table.config)
    streaks = [it for it in table.book.wagers.values() if it.joins_run and it.id in there]
    return tuple(_streak(table, it, at) for it in streaks)


def _streak(table: Table, wager: Wager, at: datetime) -> StreakView:
    state = table.layout.markers[wager.marker]
    side = state.partition("_")[0] if state != "none" else ""
    says = next(it.says[state] for it in table.book.markers if it.rules.name == wager.marker)
    live = sum(it.name == wager.id for it in table.layout.standing.values()) if wager.id in table.areas else 0
    window = _closed_now(table, wager, at) is None
    words = f"Window open, follows {side.title()}" if window else f"{says[:1].upper()}{says[1:]}"
    return StreakView(wager.id, side, _run(table, wager.marker, side) if side else 0, window, live, words)


def _run(table: Table, marker: str, side: str) -> int:
    """How many results of this side came in a row, triples passed over."""
    rolls = next(axis for axis in AXES if axis.name == marker).sides(table.book.readings)[side]
    count = 0
    for dice in reversed(table.history):
        if dice in rolls:
            count += 1
        elif len(set(dice)) > 1:
            break
    return count


# --- who has the dice


def jackpot_views(table: Table, house: House | None) -> tuple[JackpotView, ...]:
    """The meters of the jackpots that this table is linked to."""
    if house is None:
        return ()
    meters = display(house)
    linked = {pool: it for pool, it in house.jackpots.items() if table.config.name in it.terms.tables}
    return tuple(_jackpot(pool, it, meters[pool].shown, house) for pool, it in linked.items())


def _jackpot(pool: str, it: Jackpot, shown: int, house: House) -> JackpotView:
    won = it.last
    if won is None:
        return JackpotView(pool, shown, 0, None, "")
    time = won.at.astimezone(ZoneInfo(house.time_zone))
    return JackpotView(pool, shown, won.prize, won.at, f"{money(won.prize)} at {time:%H:%M}")


def seal_view(table: Table, beside: Beside) -> SealView:
    return SealView(table.round.seal, *(beside.opened or ()))


# --- the whole


def table_view(table: Table, beside: Beside) -> TableView:
    """The table as everybody may see it at this moment."""
    call, ring = called_out(table)
    beads = tuple(bead(table, dice) for dice in table.history)
    now, running = table.round, table.round.running
    stopped = table.why_stopped(beside.now)
    shown = result_view(table, now.called, now.number) if running and now.called else None
    last = result_view(table, table.history[-1], last_round(table)) if table.history else None
    closing = closing_view(table)
    return TableView(
        table=table.config.name,
        rulebook=table.book.id,
        kind=table.kind.value,
        now=beside.now,
        phase=table.phase.value,
        call=call,
        ring=ring,
        betting=table.phase is Phase.BETTING and not stopped and not period_over(table, beside.now),
        round=now.number,
        since=beside.since,
        ends=beside.ends,
        period=beside.period,
        window_ends=beside.window_ends,
        sign=sign_view(table.sign),
        coming=coming_limits(table),
        closing=closing,
        closing_clause=closing_clause(table),
        last=last,
        shown=shown,
        history=beads,
        statistics=statistics(beads),
        points=points(table),
        closed=closed_areas(table, beside.now),
        streaks=streak_views(table, beside.now),
        puck=puck_view(table),
        markers=tuple(marker_views(table)),
        hand=hand_view(table),
        shoot=shoot_view(table),
        jackpots=jackpot_views(table, beside.house),
        stopped=stopped,
        seal=seal_view(table, beside),
        seats=tuple(sorted(table.seats)),
        totals=shown_totals(table, beside.house),
        message=_message(table, stopped, closing),
    )


def last_round(table: Table) -> int:
    """The number of the round, or at craps of the roll, that had a result last."""
    if table.kind is Kind.CRAPS:
        return table.hand.rolls
    return table.round.number - (table.round.running or not table.last_dice)


def _message(table: Table, stopped: str, closing: ClosingView | None) -> str:
    """One sentence on what is going on."""
    if stopped:
        return f"Play has stopped: {stopped}"
    if closing is not None:
        return closing.words
    if table.phase is Phase.CLOSED:
        return f"{table.config.name} is closed"
    if table.kind is Kind.CRAPS and table.phase is Phase.BETTING:
        states = ((it.says[table.layout.markers[it.rules.name]]) for it in table.book.markers)
        return "; ".join([dice_words(table), *states])
    if table.phase is Phase.BETTING:
        return f"Betting is open for round {table.round.number}"
    if table.phase in {Phase.NO_MORE_BETS, Phase.SHOOTING, Phase.ROLLING, Phase.IN_THE_AIR}:
        return f"Betting is closed ({closing_clause(table)})"
    return ""
