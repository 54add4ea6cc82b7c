"""Who may play: player cards, help for a player who is present, and wagers found invalid.

Where the rulebook asks for player cards, every wager is checked against the card of its player (3.1, 9.1). Nobody bets
for another, but for a helper whom a supervisor has put on record (9.20). An invalid wager goes back while the dice are
covered; once they are shown it can win nothing; what was settled stays settled (8.14).
"""

from zoneinfo import ZoneInfo

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    DEVICE,
    PLAYER,
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.seats import Card, Seat
from dicehouse.table.settlement import taken_back
from dicehouse.table.standing import shut_out
from dicehouse.table.state import Table, seat_at


class PresentCard(Command, frozen=True):
    """Show a player card to the dealer, or have the house say what it is worth by now."""

    seat: SeatNumber
    card: Card


class LogAssistance(Command, frozen=True):
    """Put on record that someone physically helps a player who is present, and gains nothing by it."""

    seat: SeatNumber
    helper: str = ""
    """Who helps; nobody any more without it."""


class ReturnInvalid(Command, frozen=True):
    """Deal with wagers that are found invalid."""

    seat: SeatNumber
    grounds: Words
    bets: tuple[Name, ...] = ()
    """Which wagers; all of this seat without it."""


class CardPresented(Event, frozen=True):
    """A player card was shown, or has become valid or invalid."""

    seat: int
    card: Card


class AssistanceLogged(Event, frozen=True):
    """Someone helps a player with their hands from here on, or no longer does."""

    seat: int
    person: str
    helper: str


class WagersInvalidated(Event, frozen=True):
    """Wagers on dice that are already shown were found invalid and can win nothing."""

    bets: tuple[str, ...]
    grounds: str


# --- who may


def not_theirs(table: Table, command: Command, seat: Seat) -> Refused | None:
    """Players act for themselves, or for the one whom they are on record as helping (9.1, 9.20)."""
    if command.role != PLAYER or command.by in {seat.person, seat.helper}:
        return None
    cards = table.book.cards
    if cards is None:
        return Refused(Why.NOT_YOUR_SEAT, None, "not-your-seat", seat=seat.number, by=command.by)
    return Refused(Why.NOT_YOUR_SEAT, cards.proxies, "not-your-seat-nor-helped", seat=seat.number, by=command.by)


def without_card(table: Table, command: Command, seat: Seat) -> Refused | None:
    """A valid card of one's own, from the day on which the rulebook asks for one (3.1, 9.1)."""
    cards, card = table.book.cards, seat.card
    if cards is None or (card is not None and card.valid and card.issued_to == seat.person):
        return None
    if command.at.astimezone(ZoneInfo(table.config.time_zone)).date() < cards.since:
        return None
    if card is None:
        return Refused(Why.NO_CARD, cards.clause, "no-card-shown", seat=seat.number, person=seat.person)
    if card.issued_to != seat.person:
        return Refused(
            Why.NO_CARD,
            cards.own,
            "card-of-someone-else",
            seat=seat.number,
            card=card.number,
            person=seat.person,
        )
    return Refused(Why.NO_CARD, cards.clause, "card-not-valid", seat=seat.number, card=card.number, person=seat.person)


# --- the judgements


def present_card(table: Table, command: PresentCard) -> Answer:
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = not_theirs(table, command, seat)
    if refused:
        return refused
    clause = table.book.cards.clause if table.book.cards else ""
    return (CardPresented(clause=clause, seat=seat.number, card=command.card, **stamp(command)),)


def log_assistance(table: Table, command: LogAssistance) -> Answer:
    """The player is at the table, the helper is someone else, and the wagers stay the player's own (9.1, 9.20)."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = shut_out(table, command, command.helper)
    if refused:
        return refused
    clause = table.clause("log_assistance")
    if command.helper == seat.person:
        return Refused(Why.SAME_PERSON, clause, "helper-is-player", seat=seat.number, person=seat.person)
    if command.helper == seat.helper:
        return Refused(Why.ALREADY_DONE, clause, "helper-on-record", seat=seat.number, helper=seat.helper or "nobody")
    return (
        AssistanceLogged(clause=clause, seat=seat.number, person=seat.person, helper=command.helper, **stamp(command)),
    )


_SHOWN = frozenset({Phase.UNCOVERED, Phase.ANNOUNCED, Phase.ENTERED})


def return_invalid(table: Table, command: ReturnInvalid) -> Answer:
    """Back while the dice are covered (8.14.1), nothing to win once they are shown (8.14.2), never undone (8.14.3)."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    chosen = command.bets or tuple(it.id for it, _ in table.bets_of(seat.number))
    refused = next((said for said in (_not_in_play(table, seat, id) for id in chosen) if said), None)
    if refused:
        return refused
    if not chosen:
        clause = table.matter("invalid_settled") or None
        return Refused(Why.TOO_LATE, clause, "no-wager-to-invalidate", seat=seat.number)
    if table.phase not in _SHOWN:
        return taken_back(table, command, chosen, table.matter("invalid_covered"), command.grounds)
    shown = table.matter("invalid_shown")
    fresh = tuple(id for id in chosen if table.bets[id].valid)
    if not fresh:
        return Refused(Why.ALREADY_DONE, shown or None, "invalidated-already", seat=seat.number)
    return (WagersInvalidated(clause=shown, bets=fresh, grounds=command.grounds, **stamp(command)),)


def _not_in_play(table: Table, seat: Seat, id: str) -> Refused | None:
    bet = table.bets.get(id)
    if bet is not None and bet.seat == seat.number:
        return None
    if any(it.bet == id and it.seat == seat.number for it in table.last):
        return Refused(Why.TOO_LATE, table.matter("invalid_settled") or None, "wager-settled", id=id)
    return Refused(Why.UNKNOWN_ID, None, "no-such-wager-in-play", id=id, seat=seat.number)


# --- what the facts do


def card_presented(table: Table, event: CardPresented) -> None:
    table.seats[event.seat].card = event.card


def assistance_logged(table: Table, event: AssistanceLogged) -> None:
    table.seats[event.seat].helper = event.helper


def wagers_invalidated(table: Table, event: WagersInvalidated) -> None:
    for id in event.bets:
        table.bets[id].valid = False


COMMANDS: Orders = {
    PresentCard: Order(present_card, staff=True, others=(PLAYER, DEVICE)),
    LogAssistance: Order(log_assistance, "log_assistance"),
    ReturnInvalid: Order(return_invalid, "return_invalid", kinds=frozenset({Kind.DEALT})),
}
APPLIERS: Appliers = {
    CardPresented: card_presented,
    AssistanceLogged: assistance_logged,
    WagersInvalidated: wagers_invalidated,
}
