"""Colour checks, which are good at one table only and have the value that their buyer declares.

They are bought with value chips and go back to the same table; those of a table that has closed are taken back at
their value on record (3.5 to 3.10, 3.4 to 3.9, Crown 3.1.2).
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Bet, Settled
from dicehouse.table.checks_away import colours_away, count_away
from dicehouse.table.chips import customer, tray_is_short
from dicehouse.table.ledger import hands, move, rack, tray_of
from dicehouse.table.orders import (
    Amount,
    Answer,
    Appliers,
    Command,
    Count,
    Entries,
    Event,
    Events,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    Postings,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Checks, Seat
from dicehouse.table.settlement import short
from dicehouse.table.state import Table
from dicehouse.table.till import note


class IssueColours(Command, frozen=True):
    """Issue colour checks for value chips."""

    seat: SeatNumber
    colour: Name
    count: Count
    value: Amount | None = None
    """Of each check, as its buyer declares it."""
    agreed: tuple[Name, ...] = ()
    """Players who hold this colour and agree that it is issued to another."""


class RedeemColours(Command, frozen=True):
    """Take colour checks of this table back for value chips."""

    seat: SeatNumber
    colour: Name
    count: Count


class RedeemOtherColours(Command, frozen=True):
    """Take back colour checks of another table, which has closed."""

    seat: SeatNumber
    table: Name
    """Where they were issued."""
    colour: Name
    count: Count
    closed: bool
    """Whether that table is closed at this moment."""
    value: Amount | None = None
    """Of each check as it was issued, where that is on record or could be traced."""
    lowest: Amount | None = None
    """The lowest minimum that the house offers on that game now."""


class ColoursIssued(Event, frozen=True):
    """Colour checks were issued for value chips."""

    seat: int
    colour: str
    count: int
    value: int
    marked: bool
    """Whether a marker button shows their value."""
    agreed: tuple[str, ...]


class ColoursRedeemed(Event, frozen=True):
    """Colour checks came back for value chips."""

    seat: int
    colour: str
    count: int
    paid: int


class OtherColoursRedeemed(Event, frozen=True):
    """Colour checks of a table that has closed were taken back."""

    seat: int
    table: str
    colour: str
    count: int
    traced: bool
    """Whether their value was known; else the lowest minimum was paid for each."""
    paid: int


# --- the judgements


def issue_colours(table: Table, command: IssueColours) -> Answer:
    """One colour for each player, at the value its buyer declares, unless holders and a supervisor let it be more."""
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause = table.clause("issue_colours")
    several = any(colour != command.colour for colour in _held(table, seat))
    if several and not table.book.may(command.role, "issue_several_colours"):
        power = table.book.powers["issue_several_colours"]
        return Refused(Why.NOT_ALLOWED, power.clause, "has-another-colour", seat=seat.number, by=tuple(power.by))
    if command.colour not in table.config.colours:
        return Refused(
            Why.WRONG_CHIPS,
            clause,
            "no-such-checks",
            colour=command.colour,
            table=table.config.name,
            colours=tuple(table.config.colours),
        )
    value = _value(table, command)
    if isinstance(value, Refused):
        return value
    refused = (
        _another_value(table, seat, command.colour, value)
        or _held_by_others(table, seat, command)
        or (_precludes(table, seat, command.colour) if several else None)
        or short(table, seat, command.count * value, "value", "")
        or _too_few_left(table, command)
    )
    if refused:
        return refused
    marked = value != table.sign.every.minimum or not _unmarked_allowed(table)
    return (
        ColoursIssued(
            clause=table.clause("issue_several_colours") if several else clause,
            seat=seat.number,
            colour=command.colour,
            count=command.count,
            value=value,
            marked=marked,
            agreed=command.agreed,
            **stamp(command),
        ),
    )


def _unmarked_allowed(table: Table) -> bool:
    """At The Star a check without a marker is worth the table's minimum; at Crown every value is declared (D7)."""
    return "unmarked_colour_value" in table.book.open_readings


def _value(table: Table, command: IssueColours) -> int | Refused:
    """What one check is to be worth."""
    clause = table.clause("issue_colours")
    if command.value is None and not _unmarked_allowed(table):
        return Refused(Why.NOT_DECLARED, clause, "no-check-value", colour=command.colour)
    value = command.value or table.sign.every.minimum
    if value % table.config.chip:
        return Refused(
            Why.WRONG_CHIPS, clause, "check-not-whole-chips", colour=command.colour, value=value, chip=table.config.chip
        )
    return value


def _held(table: Table, seat: Seat) -> set[str]:
    """The colours of which a player has checks in hand or on the layout."""
    hand = {colour for colour, own in seat.checks.items() if own.count}
    return hand | {bet.colour for bet, _ in table.bets_of(seat.number) if bet.chips == "colour"}


def _another_value(table: Table, seat: Seat, colour: str, value: int) -> Refused | None:
    """A colour has one value, and so have all colours of one player where the reading says so (3.10, 3.9)."""
    alike = _held(table, seat)
    if table.reading("colours_of_one_player") == "may_differ":
        alike &= {colour}
    for other in sorted(alike):
        worth = seat.checks[other].value
        if worth != value:
            return Refused(
                Why.WRONG_CHIPS,
                table.clause("issue_several_colours"),
                "check-value-differs",
                colour=colour,
                value=value,
                other=other,
                seat=seat.number,
                worth=worth,
            )
    return None


def _held_by_others(table: Table, seat: Seat, command: IssueColours) -> Refused | None:
    """A colour that another player has is issued only if they agree (3.8, 3.7, Crown 3.1.2(d))."""
    taken_by = colours_away(table, but=seat.person).get(command.colour)
    if taken_by is not None and taken_by not in command.agreed:
        return Refused(
            Why.WRONG_CHIPS,
            table.clause("share_colour"),
            "took-colour-away",
            colour=command.colour,
            person=taken_by or "someone",
        )
    for other in table.seats.values():
        if other is seat or command.colour not in _held(table, other) or other.person in command.agreed:
            continue
        return Refused(
            Why.WRONG_CHIPS,
            table.clause("share_colour"),
            "colour-not-shared",
            colour=command.colour,
            person=other.person,
        )
    return None


def _precludes(table: Table, seat: Seat, colour: str) -> Refused | None:
    """A second colour for one player leaves one for everyone else (3.10, 3.9, Crown 3.1.2(f))."""
    held = {it.number: _held(table, it) for it in table.seats.values()}
    free = set(table.config.colours).difference({colour}, colours_away(table), *held.values())
    without = [number for number, colours in held.items() if not colours and number != seat.number]
    if len(without) <= len(free):
        return None
    return Refused(
        Why.WRONG_CHIPS,
        table.clause("issue_several_colours"),
        "colours-too-few",
        colour=colour,
        count=len(free),
        without=len(without),
        seat=seat.number,
    )


def checks_left(table: Table, colour: str) -> int:
    """How many checks of a colour are with the house: all but those in hand, on the layout and taken away."""
    out = sum(it.checks[colour].count for it in table.seats.values() if colour in it.checks)
    laid = sum(_laid(table, it) for it in table.bets.values() if it.chips == "colour" and it.colour == colour)
    return table.config.checks - out - laid - count_away(table, colour)


def _laid(table: Table, bet: Bet) -> int:
    """The checks that a wager of colour checks is made of."""
    return (table.layout.standing[bet.id].stake + bet.excess) // table.seats[bet.seat].checks[bet.colour].value


def paid_in_colour(table: Table, lost: Sequence[Settled], won: Iterable[Settled]) -> Iterator[Settled]:
    """Winnings of colour checks in checks of their colour, as far as whole ones make them and the house has any once
    it has collected what lost; winnings that are held aside stay in value chips."""
    left: dict[str, int] = {}
    for it in won:
        bet = table.bets[it.bet]
        if bet.chips != "colour" or not it.winnings or bet.person in table.withheld:
            yield it
            continue
        if bet.colour not in left:
            left[bet.colour] = checks_left(table, bet.colour) + _collected(table, lost, bet.colour)
        checks = min(it.winnings // table.seats[bet.seat].checks[bet.colour].value, left[bet.colour])
        left[bet.colour] -= checks
        yield replace(it, colour=bet.colour, checks=checks)


def _collected(table: Table, lost: Sequence[Settled], colour: str) -> int:
    """The checks of a colour among the wagers that lost."""
    laid = ((it.stake, table.bets[it.bet]) for it in lost)
    own = ((stake, bet) for stake, bet in laid if bet.chips == "colour" and bet.colour == colour)
    return sum((stake + bet.excess) // table.seats[bet.seat].checks[colour].value for stake, bet in own)


def _too_few_left(table: Table, command: IssueColours) -> Refused | None:
    """No more checks of a colour are out than there are."""
    left = checks_left(table, command.colour)
    if command.count <= left:
        return None
    return Refused(
        Why.NOT_ENOUGH,
        table.clause("issue_colours"),
        "checks-too-few",
        colour=command.colour,
        count=command.count,
        left=left,
    )


def redeem_colours(table: Table, command: RedeemColours) -> Answer:
    """At the table that issued them; when it has closed, at their value on record, verified where that is asked."""
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause = table.clause("redeem_colours")
    if table.phase is Phase.CLOSED:
        refused = _not_verified(table, command)
        if refused:
            return refused
        clause = table.clause("verify_redemption") or clause
    own = seat.checks.get(command.colour, Checks(0, 1))
    if command.count > own.count:
        return Refused(
            Why.NOT_ENOUGH,
            clause,
            "checks-above-held",
            seat=seat.number,
            count=command.count,
            colour=command.colour,
            own_count=own.count,
        )
    return (_redeemed(command, seat, command.colour, command.count, clause),)


def _redeemed(command: Command, seat: Seat, colour: str, count: int, clause: str) -> ColoursRedeemed:
    paid = count * seat.checks[colour].value
    return ColoursRedeemed(clause=clause, seat=seat.number, colour=colour, count=count, paid=paid, **stamp(command))


def redeemed(table: Table, command: Command, seat: Seat) -> Events:
    """All colour checks in a player's hands taken back."""
    clause = table.clause("redeem_colours")
    return tuple(_redeemed(command, seat, it, own.count, clause) for it, own in seat.checks.items() if own.count)


def _not_verified(table: Table, command: Command) -> Refused | None:
    """Crown has the exchange verified by an Area Manager (3.1.2(c)(ii))."""
    power = table.book.powers.get("verify_redemption")
    if power is None or table.book.may(command.role, "verify_redemption"):
        return None
    return Refused(Why.NOT_ALLOWED, power.clause, "checks-of-closed-table", by=tuple(power.by))


def redeem_other_colours(table: Table, command: RedeemOtherColours) -> Answer:
    """Only once the table that issued them has closed: at their value, or else at the lowest minimum (D8)."""
    clause = table.clause("verify_redemption") or table.clause("redeem_colours")
    refused = _not_verified(table, command)
    if refused:
        return refused
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    if not command.closed or command.table == table.config.name:
        return Refused(
            Why.WRONG_CHIPS,
            table.clause("redeem_colours"),
            "issuing-table-open",
            colour=command.colour,
            table=command.table,
        )
    falls_back = table.reading("redemption_after_closure") == "traced_or_lowest"
    each = command.value or (command.lowest if falls_back else None)
    if each is None:
        return Refused(
            Why.NOT_DECLARED,
            clause,
            "issued-value-lowest" if falls_back else "issued-value-unknown",
            colour=command.colour,
            table=command.table,
        )
    paid = command.count * each
    refused = tray_is_short(table, seat, paid)
    return refused or (
        OtherColoursRedeemed(
            clause=clause, seat=seat.number, table=command.table, colour=command.colour, count=command.count,
            traced=command.value is not None, paid=paid, **stamp(command),
        ),
    )  # fmt: skip


def values(table: Table) -> dict[int, dict[str, int]]:
    """What the marker buttons show: the value of each marked colour, by seat."""
    shown = {it.number: {colour: own.value for colour, own in it.checks.items() if own.marked} for it in _seats(table)}
    return {number: colours for number, colours in shown.items() if colours}


def _seats(table: Table) -> list[Seat]:
    return [it for it in table.seats.values() if it.checks]


# --- what the facts do


def colours_issued(table: Table, event: ColoursIssued) -> None:
    seat = table.seats[event.seat]
    before = seat.checks.get(event.colour)
    count = event.count + (before.count if before else 0)
    seat.rack -= event.count * event.value
    seat.checks[event.colour] = Checks(count, event.value, event.marked)
    note(table, event, "issued", event.seat, event.count * event.value, (event.colour, event.count))


def colours_redeemed(table: Table, event: ColoursRedeemed) -> None:
    seat = table.seats[event.seat]
    own = seat.checks[event.colour]
    own.count -= event.count
    seat.rack += event.paid
    on_layout = any(bet.colour == event.colour for bet, _ in table.bets_of(seat.number))
    if not own.count and not on_layout:
        del seat.checks[event.colour]
    note(table, event, "redeemed", event.seat, event.paid, (event.colour, event.count))


def other_colours_redeemed(table: Table, event: OtherColoursRedeemed) -> None:
    table.seats[event.seat].rack += event.paid
    table.float -= event.paid


def issue_moved(table: Table, event: ColoursIssued) -> Entries:
    return move(rack(table, event.seat), hands(table, event.seat, "colour"), event.count * event.value)


def redemption_moved(table: Table, event: ColoursRedeemed) -> Entries:
    return move(hands(table, event.seat, "colour"), rack(table, event.seat), event.paid)


def other_redemption_moved(table: Table, event: OtherColoursRedeemed) -> Entries:
    return move(tray_of(table), rack(table, event.seat), event.paid)


_DEALT = frozenset({Kind.DEALT})

COMMANDS: Orders = {
    IssueColours: Order(issue_colours, "issue_colours", kinds=_DEALT),
    RedeemColours: Order(redeem_colours, "redeem_colours", kinds=_DEALT, when_closed=True),
    RedeemOtherColours: Order(redeem_other_colours, "redeem_colours", kinds=_DEALT),
}
APPLIERS: Appliers = {
    ColoursIssued: colours_issued,
    ColoursRedeemed: colours_redeemed,
    OtherColoursRedeemed: other_colours_redeemed,
}
POSTINGS: Postings = {
    ColoursIssued: issue_moved,
    ColoursRedeemed: redemption_moved,
    OtherColoursRedeemed: other_redemption_moved,
}
