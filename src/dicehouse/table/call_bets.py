"""What players say aloud: wagers that staff lay or confirm for them, and wagers called On and Off at craps.

A spoken wager comes with what pays for it, and is none unless staff take it in time (3.12, 3.3, 6.3); one that comes
without is answered "no bet", on record. A call of Off counts at once, a call of On with the button (6.6).
"""

from typing import Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Chips, Declared
from dicehouse.table.betting import as_placed, betting_closed, bettor, own
from dicehouse.table.orders import (
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Balance,
    Command,
    Event,
    Events,
    Kind,
    Name,
    Order,
    Orders,
    Perhaps,
    Phase,
    SeatNumber,
    stamp,
)
from dicehouse.table.state import Table, seat_at

Lacking = Literal["chips", "time"]
"""What a spoken wager lacks to be one: chips that come with it, or the time to lay it."""


class DeclareWager(Command, frozen=True):
    """Call a wager out with its chips in hand; it counts once staff have laid or confirmed it."""

    seat: SeatNumber
    wager: Name
    stake: Amount
    on: Name | None = None
    with_: Literal["chips", "colour", "token", "cash", "voucher"] = "chips"
    colour: str = ""


class ConfirmWager(Command, frozen=True):
    """Lay a wager that was called out, or confirm it while the dice are in the air."""

    bet: Name


class RefuseOralWager(Command, frozen=True):
    """Answer "no bet" to a wager that was called out, and put that on record."""

    lacks: Lacking = "chips"
    bet: Name | None = None
    """The wager, where it waits to be laid; otherwise what follows says as much as was heard."""
    seat: SeatNumber | None = None
    """Who called it; left out for someone without a place."""
    wager: Perhaps = ""
    stake: Balance = 0


class CallWager(Command, frozen=True):
    """Call a wager On or Off (6.6)."""

    bet: Name
    working: bool


class ConfirmCall(Command, frozen=True):
    """Put the On button on a wager that was called On."""

    bet: Name


class WagerDeclared(Event, frozen=True):
    """A player called a wager out; nobody has laid it yet."""

    declared: Declared


class DeclaredLapsed(Event, frozen=True):
    """Wagers that were called out and not laid or confirmed in time never counted."""

    bets: tuple[str, ...]


class OralWagerRefused(Event, frozen=True):
    """A wager was called out that could not be taken; it is none."""

    lacks: Lacking
    bet: str
    """Empty for a wager that nobody had put down as called."""
    seat: int
    """0: someone without a place."""
    person: str
    wager: str
    """Empty where it was not understood."""
    stake: int
    """0: no sum was heard."""


class OnAsked(Event, frozen=True):
    """A wager was called On, and staff have yet to confirm it."""

    bet: str


class WagerCalled(Event, frozen=True):
    """A wager works, or sleeps, from here on."""

    bet: str
    working: bool


# --- the judgements


def declare_wager(table: Table, command: DeclareWager) -> Answer:
    """A spoken wager comes with what pays for it; cash and vouchers are changed to chips first (3.12, 3.3)."""
    seat = bettor(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause, how = _spoken(table)
    refused = betting_closed(table, command.wager, command.at, how)
    if refused:
        return refused
    if command.id in table.declared:
        return Refused(Why.DUPLICATE_ID, clause, "called-wager-id-taken", id=command.id)
    if command.with_ in {"cash", "voucher"}:
        return Refused(
            Why.WRONG_CHIPS,
            no_bet_clause(table),
            "no-stake",
            wager=table.book.name_of(command.wager),
            means=command.with_,
        )
    chips: Chips = {"token": "token", "colour": "colour"}.get(command.with_, "value")  # type: ignore[assignment]
    declared = Declared(
        id=command.id, seat=seat.number, person=seat.person, wager=command.wager, stake=command.stake, on=command.on,
        chips=chips, colour=command.colour,
    )  # fmt: skip
    could_be = as_placed(table, command, seat, declared, how)
    if isinstance(could_be, Refused):
        return _without_chips(table, could_be)
    return (WagerDeclared(clause=clause, declared=declared, **stamp(command)),)


def _spoken(table: Table) -> tuple[str, str]:
    """The clause by which a spoken wager is taken at the moment, and how."""
    if table.phase is Phase.IN_THE_AIR:
        return table.clause("confirm_in_air"), "in the air"
    return table.clause("accept_oral_wager") or table.clause("confirm_in_air"), "oral"


def confirm_wager(table: Table, command: ConfirmWager) -> Answer:
    """Staff lay the chips, or confirm aloud while the dice are in the air; after that it is too late (3.12, 6.3)."""
    clause, how = _spoken(table)
    declared = table.declared.get(command.bet)
    seat = table.seats.get(declared.seat) if declared else None
    if declared is None or seat is None or seat.person != declared.person:
        return Refused(Why.UNKNOWN_ID, clause, "no-called-wager-waits", bet=command.bet)
    answer = as_placed(table, command, seat, declared, how)
    return _without_chips(table, answer) if isinstance(answer, Refused) else answer


def _without_chips(table: Table, refused: Refused) -> Refused:
    """What nothing pays for is refused by the rule on spoken wagers."""
    return refused.under(no_bet_clause(table)) if refused.why is Why.NOT_ENOUGH else refused


def no_bet_clause(table: Table) -> str:
    """By which clause a spoken wager without chips is none; at craps between rolls every wager is made in chips."""
    between = table.kind is Kind.CRAPS and table.phase is not Phase.IN_THE_AIR
    return table.book.topics.get("chips", "") if between else _spoken(table)[0]


def refuse_oral_wager(table: Table, command: RefuseOralWager) -> Answer:
    """One that waits to be laid is gone; of any other there is nothing but the record (3.12, 3.11, 3.3, 6.2, 6.3)."""
    clause = no_bet_clause(table)
    seat, person, wager, stake = 0, "", command.wager, command.stake
    if command.bet is not None:
        declared = table.declared.get(command.bet)
        if declared is None:
            return Refused(Why.UNKNOWN_ID, clause, "no-called-wager-to-refuse", bet=command.bet)
        seat, person, wager, stake = declared.seat, declared.person, declared.wager, declared.stake
    elif command.seat is not None:
        found = seat_at(table, command.seat)
        if isinstance(found, Refused):
            return found
        seat, person = found.number, found.person
    if wager and wager not in table.book.wagers:
        return Refused(Why.UNKNOWN_WAGER, clause, "called-wager-unknown", wager=wager, rulebook=table.book.id)
    return (
        OralWagerRefused(
            clause=clause, lacks=command.lacks, bet=command.bet or "", seat=seat, person=person, wager=wager,
            stake=stake, **stamp(command),
        ),
    )  # fmt: skip


def lapsed(table: Table, command: Command) -> Events:
    """When betting closes, or the dice rest, what was called out and not confirmed is no wager (3.12, 6.3)."""
    if not table.declared:
        return ()
    return (DeclaredLapsed(clause=_spoken(table)[0], bets=tuple(table.declared), **stamp(command)),)


def call_wager(table: Table, command: CallWager) -> Answer:
    """Off counts at once; On when staff have put the On button on it, and until then the wager sleeps (6.6.1)."""
    found = own(table, command, command.bet, _call_time(table))
    if isinstance(found, Refused):
        return found
    bet, it = found
    refused = table.layout.calling(it.id)
    if refused:
        return refused
    if (bet.asked or it.called is True) if command.working else (it.called is False and not bet.asked):
        said = "On" if command.working else "Off"
        clause = table.matter("called_off") or None
        return Refused(Why.ALREADY_DONE, clause, "called-before", wager=it.wager.name, said=said)
    if command.working:
        return (OnAsked(clause=table.matter("called_on"), bet=it.id, **stamp(command)),)
    return (WagerCalled(clause=table.matter("called_off"), bet=it.id, working=False, **stamp(command)),)


def _call_time(table: Table) -> str:
    """Whether wagers can be called as long as wagers can be confirmed, or only until the dice are thrown."""
    return "in the air" if table.reading("calls_in_the_air") == "until_rest" else "laid"


def confirm_call(table: Table, command: ConfirmCall) -> Answer:
    """The button makes the call good, if it is put there in time (6.6.1)."""
    found = own(table, command, command.bet, _call_time(table))
    if isinstance(found, Refused):
        return found
    bet, it = found
    if not bet.asked:
        return Refused(Why.ALREADY_DONE, table.clause("confirm_call"), "not-called-on", wager=it.wager.name)
    return (WagerCalled(clause=table.clause("confirm_call"), bet=bet.id, working=True, **stamp(command)),)


# --- what the facts do


def wager_declared(table: Table, event: WagerDeclared) -> None:
    table.declared[event.declared.id] = event.declared


def declared_lapsed(table: Table, event: DeclaredLapsed) -> None:
    for bet in event.bets:
        del table.declared[bet]


def oral_wager_refused(table: Table, event: OralWagerRefused) -> None:
    table.declared.pop(event.bet, None)


def on_asked(table: Table, event: OnAsked) -> None:
    table.bets[event.bet].asked = True


def wager_called(table: Table, event: WagerCalled) -> None:
    table.layout.standing[event.bet].called = event.working
    table.bets[event.bet].asked = False


_LOGGED = (PLAYER,)
_CRAPS = frozenset({Kind.CRAPS})
_SPOKEN = frozenset({Kind.DEALT, Kind.CRAPS})

COMMANDS: Orders = {
    DeclareWager: Order(declare_wager, staff=True, others=_LOGGED, kinds=_SPOKEN, when_stopped=False),
    ConfirmWager: Order(confirm_wager, staff=True, kinds=_SPOKEN),
    RefuseOralWager: Order(refuse_oral_wager, staff=True, kinds=_SPOKEN),
    CallWager: Order(call_wager, staff=True, others=_LOGGED, kinds=_CRAPS),
    ConfirmCall: Order(confirm_call, "confirm_call", kinds=_CRAPS),
}
APPLIERS: Appliers = {
    WagerDeclared: wager_declared,
    DeclaredLapsed: declared_lapsed,
    OralWagerRefused: oral_wager_refused,
    OnAsked: on_asked,
    WagerCalled: wager_called,
}
