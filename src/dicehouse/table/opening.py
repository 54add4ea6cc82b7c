"""Opening and closing a table.

No table opens with a wager that returns more than it takes unless someone has acknowledged it by name. A table with
players closes only after its notice: twenty minutes on a sign at The Star, three spins at Crown, a warning at the
terminals.
"""

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from dicehouse.odds import values
from dicehouse.odds.figures import percent
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks.rulebook import Rulebook
from dicehouse.table.config import Config
from dicehouse.table.counted import Counted, Explanation, sum_of, worth
from dicehouse.table.counted_trays import wrong_count
from dicehouse.table.equipment import not_equipped
from dicehouse.table.last_hands import in_hands, left_with_everything, not_yet_leaving
from dicehouse.table.ledger import CAGE, HOUSE, Sums, dropped, move, own, stock, tray, tray_of
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Balance,
    Command,
    Entries,
    Event,
    Kind,
    Moment,
    Order,
    Orders,
    Perhaps,
    Phase,
    Postings,
    stamp,
)
from dicehouse.table.rounds import Hand
from dicehouse.table.state import Away, Closing, Table
from dicehouse.table.table_sign import length, wrong_sign
from dicehouse.table.wagering import wagering_opens


class OpenTable(Command, frozen=True):
    """Open the table for play."""

    float: Balance = 0
    """The house's chips in the tray, in cents."""
    acknowledged: tuple[str, ...] = ()
    """Wagers that return more than 100%, named one by one by whoever takes responsibility for them."""
    chips: Counted = ()
    """The same chips by value, as they were counted."""
    with_: Perhaps = ""
    """Who counted the tray too; empty: it was not counted."""
    explained: Explanation = ""
    """Why the count differs from what was left at the last closing."""


class AnnounceClosing(Command, frozen=True):
    """Put up the sign, or give the warning, that the table will close."""

    closes: Moment | None = None
    """When; where the notice is counted in rounds it is left out."""


class WithdrawClosing(Command, frozen=True):
    """Take the sign down again."""


class CloseTable(Command, frozen=True):
    """Close the table."""

    people: Literal["take-along", "stay"] | None = None
    """What becomes of those who still hold chips: they leave with them, or keep them at their seats for now."""
    chips: Counted = ()
    """What was counted in the tray, by value."""
    counted: Balance | None = None
    """The same as a sum; neither: the tray was not counted."""
    with_: Perhaps = ""
    """Who counted the tray too."""
    explained: Explanation = ""
    """Why the count differs from the record."""


class TableOpened(Event, frozen=True):
    """The table is open, by this rulebook and set up so."""

    config: Config
    float: int
    acknowledged: tuple[str, ...]
    rulebook: str
    rulebook_hash: str
    readings: dict[str, str]
    """Where the readings in force are not the ones shipped."""
    chips: Counted = ()
    with_: str = ""
    """Who counted the tray too; empty: it was not counted."""
    explained: str = ""


class ClosingAnnounced(Event, frozen=True):
    """The players know when the table closes."""

    closes: datetime | None
    rounds: int


class ClosingWithdrawn(Event, frozen=True):
    """The sign was taken down; the table stays open."""


class TableClosed(Event, frozen=True):
    """The table is closed, and what was the house's has left it."""

    float: int
    """The house's chips that were left in the tray, and leave with it."""
    drop: int
    tokens: int
    cashless: int = 0
    away: tuple[Away, ...] = ()
    """Colour checks that are still out, which other places take from now on."""
    counted: int | None = None
    """What was counted in the tray; None: it was not counted."""
    chips: Counted = ()
    with_: str = ""
    explained: str = ""


def open_table(table: Table, command: OpenTable) -> Answer:
    clause = ""
    refused = (
        _wrong_layout(table.book, table.config)
        or _wrong_offers(table.book, table.config)
        or wrong_sign(table.book, table.config.sign, table.clause("change_limits"), "open-table")
        or _not_in_force(table, command)
        or not_equipped(table)
        or _wrong_opener(table, command)
    )
    if refused:
        return refused
    left_out = table.config.left_out(table.book)
    for value in values(table.book):
        wager = value.wager
        if value.returns > 1 and wager.family not in left_out:
            clause = wager.clause
            if wager.id not in command.acknowledged:
                return Refused(
                    Why.NOT_ACKNOWLEDGED, clause, "returns-above-100", wager=wager.name, percent=percent(value.returns)
                )
    return (
        TableOpened(
            clause=clause,
            config=table.config,
            float=worth(command.chips) if command.chips else command.float,
            acknowledged=command.acknowledged,
            chips=command.chips,
            with_=command.with_,
            explained=command.explained,
            rulebook=table.book.id,
            rulebook_hash=table.book.hash,
            readings=table.book.changed_readings(),
            **stamp(command),
        ),
        *wagering_opens(table, command),
    )


def to_acknowledge(table: Table, at: datetime) -> tuple[str, ...]:
    """What has to be acknowledged by name before this table opens: wagers that return more than they take, and an
    edition that is not in force."""
    left_out = table.config.left_out(table.book)
    over = (it.wager.id for it in values(table.book) if it.returns > 1 and it.wager.family not in left_out)
    return (*over, *(() if is_in_force(table, at) else (table.book.id,)))


def is_in_force(table: Table, at: datetime) -> bool:
    """Whether the edition is in force on the day that it is at the table."""
    return table.book.in_force.includes(at.astimezone(ZoneInfo(table.config.time_zone)).date())


def _not_in_force(table: Table, command: OpenTable) -> Refused | None:
    """An edition that is not in force is played by only where the operator says so by name."""
    book = table.book
    if is_in_force(table, command.at) or book.id in command.acknowledged:
        return None
    since, until = book.in_force.since, book.in_force.until
    ended = bool(until and command.at.date() > until)
    return Refused(
        Why.NOT_ACKNOWLEDGED,
        None,
        "edition-in-force-until" if ended else "edition-in-force-from",
        rulebook=book.id,
        day=until if ended else since,
        today=command.at.date(),
    )


def _wrong_layout(book: Rulebook, config: Config) -> Refused | None:
    """One of the document's layouts, with an area for everything that the house names as on offer (2.2, 6.1)."""
    if config.layout and config.layout not in book.layouts:
        known = ", ".join(book.layouts) or "none"
        return Refused(Why.NOT_HERE, None, "no-such-layout", layout=config.layout, rulebook=book.id, known=known)
    drawn = book.layouts.get(config.layout)
    for family in config.offers or ():
        if drawn and family in drawn.without:
            others = " or ".join(letter for letter, it in book.layouts.items() if family not in it.without)
            return Refused(
                Why.NOT_OFFERED,
                drawn.needs,
                "layout-without-family",
                layout=config.layout,
                family=family,
                others=others,
            )
    return None


def _wrong_offers(book: Rulebook, config: Config) -> Refused | None:
    for family in config.offers or ():
        if family not in book.optional:
            known = ", ".join(sorted(book.optional)) or "none"
            return Refused(
                Why.NOT_OFFERED,
                book.forbids(Why.NOT_OFFERED),
                "no-optional-family",
                family=family,
                rulebook=book.id,
                known=known,
            )
    return None


def announce_closing(table: Table, command: AnnounceClosing) -> Answer:
    """Players are told in time: by the clock, or by the number of rounds still to be played."""
    notice = table.book.times["closing"]
    if notice.unit == "rounds":
        return (ClosingAnnounced(clause=notice.clause, closes=None, rounds=notice.amount, **stamp(command)),)
    earliest = command.at + length(notice)
    closes = command.closes or earliest
    if closes < earliest and table.seats:
        return Refused(
            Why.NOT_YET,
            notice.clause,
            "closing-too-soon",
            command="announce-closing",
            clock=table.clock(closes),
            amount=notice.amount,
            unit=notice.unit,
            ends=table.clock(earliest),
        )
    return (ClosingAnnounced(clause=notice.clause, closes=closes, rounds=0, **stamp(command)),)


def withdraw_closing(table: Table, command: WithdrawClosing) -> Answer:
    if table.closing is None:
        return Refused(Why.ALREADY_DONE, None, "no-closing-to-withdraw", command="withdraw-closing")
    return (ClosingWithdrawn(clause=table.book.times["closing"].clause, **stamp(command)),)


def close_table(table: Table, command: CloseTable) -> Answer:
    """No wager may be left on the layout: a Super Streak wager runs to its end first (6.6)."""
    notice = table.book.times["closing"]
    resting = Phase.BETTING if table.kind is not Kind.DEALT else Phase.BETWEEN
    if table.phase is not resting:
        return Refused(
            Why.WRONG_PHASE,
            notice.clause,
            "round-under-way",
            command="close-table",
            phase=table.phase.said,
            round=table.round.number,
        )
    if table.bets:
        return Refused(
            Why.WAGERS_STAND,
            table.clause("final_call") or notice.clause,
            "wagers-stand-undecided",
            command="close-table",
            count=len(table.bets),
        )
    if table.seats:
        closing = table.closing
        if closing is None:
            return Refused(
                Why.NOT_YET, notice.clause, "players-are-there", command="close-table", count=len(table.seats)
            )
        if closing.rounds:
            return Refused(
                Why.NOT_YET,
                notice.clause,
                "rounds-to-play",
                command="close-table",
                rounds=closing.rounds,
                amount=notice.amount,
            )
        if closing.at is not None and command.at < closing.at:
            return Refused(
                Why.NOT_YET,
                notice.clause,
                "close-later",
                command="close-table",
                clock=table.clock(command.at),
                ends=table.clock(closing.at),
            )
    refused = _still_holding(table, command, notice.clause) or _wrong_closer(table, command)
    if refused:
        return refused
    closed = TableClosed(
        clause=notice.clause, float=table.float, drop=table.drop, tokens=table.taken, cashless=table.cashless,
        away=tuple(table.away), counted=worth(command.chips) if command.chips else command.counted,
        chips=command.chips, with_=command.with_, explained=command.explained, **stamp(command),
    )  # fmt: skip
    leave = table.seats.values() if command.people == "take-along" else ()
    return (closed, *(left_with_everything(command, it, notice.clause) for it in leave))


def _wrong_opener(table: Table, command: OpenTable) -> Refused | None:
    """The tray is counted against what was left in it at the last closing; it holds no more than that."""
    counted = sum_of(table.config.name, command.chips, command.float)
    if isinstance(counted, Refused):
        return counted
    left = table.last_tray if command.with_ else None
    if left is not None and counted > left:
        return Refused(Why.NOT_ENOUGH, None, "more-than-was-left", table=table.config.name, counted=counted, left=left)
    return wrong_count(table, command, counted if command.with_ else None, left)


def _wrong_closer(table: Table, command: CloseTable) -> Refused | None:
    if command.counted is None and not command.chips:
        return wrong_count(table, command, None, table.float)
    counted = sum_of(table.config.name, command.chips, command.counted or 0)
    return counted if isinstance(counted, Refused) else wrong_count(table, command, counted, table.float)


def _still_holding(table: Table, command: CloseTable, clause: str) -> Refused | None:
    """Nobody is left with chips in front of them without a word on what becomes of those."""
    if table.fills:
        return Refused(Why.NOT_YET, None, "fill-before-closing", command="close-table", slip=next(iter(table.fills)))
    held = {it.number: it for it in table.seats.values() if in_hands(it)}
    if held and command.people is None:
        return Refused(
            Why.NOT_ACKNOWLEDGED, clause, "people-hold-chips", command="close-table", seats=tuple(held),
            amount=sum(map(in_hands, held.values())),
        )  # fmt: skip
    if command.people == "take-along":
        return next((no for it in table.seats.values() if (no := not_yet_leaving(table, it))), None)
    return None


def table_opened(table: Table, event: TableOpened) -> None:
    fresh = event.config
    table.config, table.sign = fresh, fresh.sign
    table.layout.start_afresh(fresh.chip)
    table.float += event.float
    table.came += event.float
    table.closing = None
    table.hand = Hand()
    table.streak_call, table.stale = "", ()
    table.phase = Phase.BETWEEN if table.kind is Kind.DEALT else Phase.BETTING


def closing_announced(table: Table, event: ClosingAnnounced) -> None:
    table.closing = Closing(since=event.at, at=event.closes, rounds=event.rounds)


def closing_withdrawn(table: Table, event: ClosingWithdrawn) -> None:  # noqa: ARG001
    table.closing = None
    table.streak_call = ""


def table_closed(table: Table, event: TableClosed) -> None:
    table.came -= event.float + event.drop + event.tokens + event.cashless
    table.last_tray = event.float if event.counted is None else event.counted
    table.float = table.drop = table.taken = table.cashless = 0
    table.away = []
    table.closing = table.coming = None
    table.phase = Phase.CLOSED


def tray_stocked(table: Table, event: TableOpened) -> Entries:
    """By the config with which the table opens."""
    config, kind = event.config, table.kind
    return move(stock(config, kind), tray(config.name, kind), event.float)


def table_emptied(table: Table, event: TableClosed) -> Entries:
    """Chips wait for the next opening or a credit, the box for its count; paper and tokens have done their work."""
    config, name = table.config, table.config.name
    paper, box = (HOUSE, dropped(name)) if config.cage else (CAGE, CAGE)
    sums = Sums()
    sums.move(tray_of(table), stock(config, table.kind), event.float)
    sums.move(own(name, "drop"), box, event.drop)
    sums.move(own(name, "tokens"), paper, event.tokens)
    sums.move(own(name, "cashless"), paper, event.cashless)
    return sums.entries()


COMMANDS: Orders = {
    OpenTable: Order(open_table, "close_table", phases=(Phase.CLOSED,), when_closed=True),
    AnnounceClosing: Order(announce_closing, "close_table"),
    WithdrawClosing: Order(withdraw_closing, "close_table"),
    CloseTable: Order(close_table, "close_table"),
}
APPLIERS: Appliers = {
    TableOpened: table_opened,
    ClosingAnnounced: closing_announced,
    ClosingWithdrawn: closing_withdrawn,
    TableClosed: table_closed,
}
POSTINGS: Postings = {TableOpened: tray_stocked, TableClosed: table_emptied}
