"""Super Streak at the table: when its wagers may be made and at what price, the final call, and the gaming day.

Each axis opens its window when a run has just begun (6.2). A wager is made before the round (6.1) at the price on the
sign (6.7), one for each player and axis. Before a table closes there is a final call, and what is in play runs to
its end (6.6). A new gaming day begins with no run on any axis.
"""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Appliers, Command, Event, Events, Kind, Order, Orders, Phase, stamp
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.wager import Wager


class AnnounceFinalCall(Command, frozen=True):
    """Call for the last Super Streak wagers once the closing is announced."""


class FinalCallMade(Event, frozen=True):
    """Open windows take wagers until the next round begins, and none after that."""


class GamingDayBegan(Event, frozen=True):
    """A new gaming day: an axis without a live wager starts afresh, the others when theirs are decided."""

    day: date
    markers: dict[str, str]
    stale: tuple[str, ...]
    """Axes that wait for a wager to be decided."""


class AxesReset(Event, frozen=True):
    """Axes that waited for their last wager start afresh."""

    markers: dict[str, str]


def too_early_or_late(table: Table, kind: Wager, at: datetime) -> Refused | None:
    """Before the round begins, or with the ordinary wagers, as the reading streak_placed says (6.1)."""
    if table.streak_call == "over" or (table.closing and not table.streak_call):
        instead = "have the final call announced first" if not table.streak_call else "wait until the table opens again"
        return Refused(
            Why.BETTING_CLOSED,
            table.matter("streak_closing"),
            "table-about-to-close",
            wager=kind.name,
            table=table.config.name,
            instead=instead,
        )
    before = table.reading("streak_placed") == "before_tumble"
    if table.phase is not (Phase.BETWEEN if before else Phase.BETTING):
        when = "before the dice are tumbled" if before else "while betting is open"
        return Refused(
            Why.BETTING_CLOSED,
            table.matter("streak_placed"),
            "streak-not-taken-now",
            wager=kind.name,
            phase=table.phase.said,
            when=when,
        )
    if gaming_day(table, at) != table.day and kind.marker not in _live(table):
        return Refused(Why.WRONG_TIME, table.matter("streak_opens"), "new-gaming-day-begun", wager=kind.name)
    return None


def takes_streaks(table: Table, at: datetime) -> bool:
    """Whether a Super Streak can be joined at this moment, on either axis."""
    left_out = table.config.left_out(table.book)
    streaks = (it for it in table.book.wagers.values() if it.joins_run and it.family not in left_out)
    return any(not_taken(table, it, at) is None for it in streaks)


def not_taken(table: Table, kind: Wager, at: datetime) -> Refused | None:
    """Why nobody can join a run of this axis at this moment; None where one can."""
    made = table.layout.placing("trial", kind.id, table.config.streak_price)
    return made if isinstance(made, Refused) else too_early_or_late(table, kind, at)


def wrong_price(table: Table, seat: Seat, kind: Wager, stake: int) -> Refused | None:
    """The sign shows what a wager takes, and a player has one on each axis (6.7)."""
    price = table.config.streak_price
    if stake != price:
        return Refused(
            Why.BAD_STAKE, table.matter("streak_price"), "stake-not-price", wager=kind.name, stake=stake, price=price
        )
    if kind.id in seat.on:
        return Refused(
            Why.ALREADY_DONE, table.matter("streak_price"), "streak-already-in-play", wager=kind.name, seat=seat.number
        )
    return None


def announce_final_call(table: Table, command: AnnounceFinalCall) -> Answer:
    clause = table.clause("final_call")
    left_out = table.config.left_out(table.book)
    if any(it.joins_run and it.family in left_out for it in table.book.wagers.values()):
        return Refused(
            Why.NOT_OFFERED, clause, "offers-no-super-streak", command="announce-final-call", table=table.config.name
        )
    if table.closing is None:
        return Refused(Why.NOT_YET, clause, "no-closing-announced", command="announce-final-call")
    if table.streak_call:
        return Refused(Why.ALREADY_DONE, clause, "final-call-made", command="announce-final-call")
    return (FinalCallMade(clause=clause, **stamp(command)),)


def day_begins(table: Table, command: Command) -> Events:
    """The first round after the boundary of the gaming day begins it."""
    day = gaming_day(table, command.at)
    if day == table.day or not table.book.markers:
        return ()
    live = _live(table)
    fresh = {it.rules.name: it.rules.starts[0] for it in table.book.markers if it.rules.name not in live}
    return (
        GamingDayBegan(
            clause=table.matter("streak_opens"), day=day, markers=fresh, stale=tuple(sorted(live)), **stamp(command)
        ),
    )


def axes_reset(table: Table, command: Command, gone: set[str], markers: dict[str, str]) -> Events:
    """Axes whose last wager of an earlier day is among those just decided, unless this result opens their window."""
    if not table.stale:
        return ()
    live = {table.layout.standing[it].wager.marker for it in table.bets if it not in gone}
    now = {**table.layout.markers, **markers}
    ended = {it: "none" for it in table.stale if it not in live and not now[it].endswith("_open")}
    done = tuple(it for it in table.stale if it not in live)
    return (AxesReset(clause=table.matter("streak_opens"), markers=ended, **stamp(command)),) if done else ()


def gaming_day(table: Table, at: datetime) -> date:
    """The day to which a moment belongs: one lasts from the configured time to the same time the day after."""
    hours, minutes = map(int, table.config.gaming_day.split(":"))
    local = at.astimezone(ZoneInfo(table.config.time_zone))
    return (local.replace(tzinfo=None) - timedelta(hours=hours, minutes=minutes)).date()


def _live(table: Table) -> set[str]:
    """The axes on which a streak wager stands."""
    streaks = [it for it in table.areas if it in table.book.wagers and table.book.wagers[it].joins_run]
    return {table.book.wagers[it].marker for it in streaks}


# --- what the facts do


def final_call_made(table: Table, event: FinalCallMade) -> None:  # noqa: ARG001
    table.streak_call = "last"


def gaming_day_began(table: Table, event: GamingDayBegan) -> None:
    table.day, table.stale = event.day, event.stale
    table.layout.follow({}, event.markers)


def axes_are_reset(table: Table, event: AxesReset) -> None:
    live = _live(table)
    table.stale = tuple(it for it in table.stale if it in live)
    table.layout.follow({}, event.markers)


COMMANDS: Orders = {
    AnnounceFinalCall: Order(announce_final_call, "final_call", kinds=frozenset({Kind.DEALT}), phases=(Phase.BETWEEN,)),
}
APPLIERS: Appliers = {
    FinalCallMade: final_call_made,
    GamingDayBegan: gaming_day_began,
    AxesReset: axes_are_reset,
}
