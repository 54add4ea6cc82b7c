"""Move the money of wagers: stakes placed, taken back, collected and paid, to the cent."""

from collections.abc import Iterable
from typing import TypedDict

from dicehouse.layout import Decided, Ended, PlacedWager
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Bet, Chips, Settled
from dicehouse.table.ledger import Sums, given, hands, own, rack, seat_accounts, tray_of, wagers
from dicehouse.table.orders import Appliers, Command, Entries, Event, Orders, Postings, stamp
from dicehouse.table.seats import Checks, Seat
from dicehouse.table.state import Table, this_round


class WagerPlaced(Event, frozen=True):
    """A wager lies on the layout."""

    bet: str
    seat: int
    person: str
    wager: str
    stake: int
    commission: int
    state: str
    """Where its automaton starts."""
    on: str | None
    """The wager that it stands behind."""
    chips: Chips
    colour: str
    how: str
    """Laid by the player, or the dealer at the player's word; in the air; moved; found late; rebuilt from a log."""


class WagerRestaked(Event, frozen=True):
    """A wager became smaller or larger; the difference changed hands."""

    bet: str
    stake: int
    commission: int
    why: str
    was: int = 0
    """The stake before."""
    seat: int = 0
    wager: str = ""
    laid: str = ""
    """The id under which more chips came on its area; empty where the wager was named."""
    how: str = ""
    """How those came there, as for a wager that is placed."""


class ExcessSetAside(Event, frozen=True):
    """Part of a stake is above the maximum: it lies with the wager and wins nothing."""

    bet: str
    stake: int
    excess: int


class WagersTakenBack(Event, frozen=True):
    """Wagers went back to their players undecided."""

    settled: tuple[Settled, ...]
    why: str


class WagersForfeited(Event, frozen=True):
    """Wagers went to the house undecided."""

    settled: tuple[Settled, ...]
    why: str


class LosersCollected(Event, frozen=True):
    """The losing wagers of a result were taken."""

    settled: tuple[Settled, ...]


class WinnersPaid(Event, frozen=True):
    """The winning wagers of a result, and those it gives back, were paid."""

    settled: tuple[Settled, ...]


class WagersMoved(Event, frozen=True):
    """Wagers that the result did not decide, and the markers, went on."""

    moved: dict[str, str]
    markers: dict[str, str]


def short(table: Table, seat: Seat, amount: int, chips: Chips, colour: str) -> Refused | None:
    """A refusal if a seat has not so much of what it wants to stake."""
    if chips == "colour":
        own = seat.checks.get(colour, Checks(0, 1))
        if amount % own.value:
            return Refused(
                Why.WRONG_CHIPS,
                None,
                "stake-not-whole-checks",
                seat=seat.number,
                amount=amount,
                colour=colour,
                value=own.value,
            )
        there, says = own.count * own.value, "stake-above-checks"
    else:
        there, says = (seat.tokens, "stake-above-tokens") if chips == "token" else (seat.rack, "stake-above-chips")
        waiting = seat.undeclared + seat.late if chips == "value" else 0
        if there - waiting < amount <= there:
            return Refused(
                Why.NOT_DECLARED,
                table.matter("declare_chips" if seat.undeclared else "declare_purchase") or None,
                "chips-to-declare" if seat.undeclared else "chips-for-next-round",
                seat=seat.number,
                waiting=waiting,
            )
    if amount <= there:
        return None
    return Refused(Why.NOT_ENOUGH, None, says, seat=seat.number, amount=amount, there=there, colour=colour or "colour")


class Restaked(TypedDict):
    bet: str
    was: int
    seat: int
    wager: str


def restaked(table: Table, it: PlacedWager) -> Restaked:
    """What the fact of another stake takes over from the wager."""
    return {"bet": it.id, "was": it.stake, "seat": table.bets[it.id].seat, "wager": it.name}


def settled(table: Table, it: Decided, state: str = "", charged: int | None = None) -> Settled:
    """A decision with all that went with it; money above the maximum is lost with a stake that is."""
    standing, bet = table.layout.standing[it.id], table.bets[it.id]
    return Settled(
        bet=it.id,
        seat=bet.seat,
        wager=it.wager,
        result=it.result,
        stake=it.stake,
        winnings=it.winnings,
        returned=it.returned,
        clauses=it.clauses,
        state=state,
        extra=(standing.commission if charged is None else charged) + (0 if it.returned else bet.excess),
    )


def taken_back(
    table: Table, command: Command, bets: Iterable[str], clause: str, why: str, ended: Ended = Ended.VOID
) -> tuple[WagersTakenBack, ...]:
    """The fact that these wagers go back whole, with all that stands behind them; none if there are none."""
    ids = dict.fromkeys(
        each.id
        for id in bets
        for each in (table.layout.standing[id], *table.layout.standing[id].behind)
    )  # fmt: skip
    gone = tuple(
        settled(table, table.layout.taken_back(table.layout.standing[id], ended, (clause,) if clause else ()))
        for id in ids
    )
    return (WagersTakenBack(clause=clause, settled=gone, why=why, **stamp(command)),) if gone else ()


def forfeited(
    table: Table, command: Command, bets: Iterable[str], clause: str, why: str
) -> tuple[WagersForfeited, ...]:
    """The fact that these wagers go to the house."""
    gone = tuple(
        Settled(
            bet=it.id, seat=table.bets[it.id].seat, wager=it.name, result="forfeit", stake=it.stake, winnings=0,
            returned=0, clauses=(clause,), extra=it.commission + table.bets[it.id].excess,
        )
        for it in (table.layout.standing[id] for id in bets)
    )  # fmt: skip
    return (WagersForfeited(clause=clause, settled=gone, why=why, **stamp(command)),) if gone else ()


# --- what the facts do


def take(seat: Seat, amount: int, chips: Chips, colour: str) -> None:
    """Out of a seat's hands."""
    if chips == "colour":
        own = seat.checks[colour]
        own.count -= amount // own.value
    elif chips == "token":
        seat.tokens -= amount
    else:
        seat.rack -= amount


def give(seat: Seat, amount: int, chips: Chips, colour: str) -> None:
    """Into a seat's hands; what whole checks cannot make is handed over in value chips."""
    if chips == "colour":
        own = seat.checks[colour]
        own.count += amount // own.value
        seat.rack += amount % own.value
    elif chips == "token":
        seat.tokens += amount
    else:
        seat.rack += amount


def wager_placed(table: Table, event: WagerPlaced) -> None:
    seat = table.seats[event.seat]
    take(seat, event.stake, event.chips, event.colour)
    seat.rack -= event.commission
    seat.aside += event.commission
    table.layout.restore(event.bet, event.wager, event.stake, event.commission, event.state, event.on)
    table.put_down(
        Bet(
            id=event.bet,
            seat=event.seat,
            person=event.person,
            chips=event.chips,
            colour=event.colour,
            round=this_round(table),
            at=event.at,
        )
    )
    _stands(table, seat, event.wager, event.stake, moved=event.how == "moved")
    seat.wagered = True
    table.declared.pop(event.bet, None)
    table.demonstrations = 0


def _stands(table: Table, seat: Seat, wager: str, amount: int, *, moved: bool = False) -> None:
    """So much more, or less, stands on an area; what is only moved leaves the whole as it was."""
    table.changes += 1
    seat.since = seat.since if moved else table.changes
    seat.since_on[wager] = table.changes
    seat.staked += amount
    for on in (seat.on, table.areas):
        left = on.get(wager, 0) + amount
        if left:
            on[wager] = left
        else:
            on.pop(wager, None)
    if wager not in seat.on:
        del seat.since_on[wager]


def wager_restaked(table: Table, event: WagerRestaked) -> None:
    it, bet = table.layout.standing[event.bet], table.bets[event.bet]
    seat = table.seats[bet.seat]
    more, charge = event.stake - it.stake, event.commission - it.commission
    if more > 0:
        take(seat, more, bet.chips, bet.colour)
    else:
        give(seat, -more, bet.chips, bet.colour)
    seat.rack -= charge
    seat.aside += charge
    _stands(table, seat, it.name, more, moved=event.how == "moved")
    if more > 0:
        _put_on(table, bet, it.stake)
    it.stake, it.commission = Cents(event.stake), Cents(event.commission)
    bet.reduced, bet.earlier = bet.reduced or more < 0, min(bet.earlier, event.stake)
    table.declared.pop(event.laid, None)


def _put_on(table: Table, bet: Bet, there: int) -> None:
    """More chips are on a wager: those of earlier rounds are told apart."""
    now = this_round(table)
    if bet.round != now:
        bet.round, bet.earlier = now, there
    table.seats[bet.seat].wagered = True
    table.demonstrations = 0


def excess_set_aside(table: Table, event: ExcessSetAside) -> None:
    it, bet = table.layout.standing[event.bet], table.bets[event.bet]
    _stands(table, table.seats[bet.seat], it.name, event.stake - it.stake)
    it.stake = Cents(event.stake)
    table.seats[bet.seat].aside += event.excess - bet.excess
    bet.excess = event.excess


def wagers_decided(table: Table, event: WagersTakenBack | LosersCollected | WinnersPaid | WagersForfeited) -> None:
    """Each wager leaves the layout, and its money goes where the record says."""
    moved = isinstance(event, WagersTakenBack) and event.why == "moved"
    for it in event.settled:
        bet = table.take_up(it.bet)
        seat = table.seats[bet.seat]
        back = it.returned - it.winnings
        stake_back = min(back, it.stake)
        lost = it.stake - stake_back
        seat.rack += it.winnings + back - stake_back
        if it.checks:
            own = seat.checks[it.colour]
            own.count += it.checks
            seat.rack -= it.checks * own.value
        charged = table.layout.standing[it.bet].commission
        kept = charged - (back - stake_back)
        seat.aside -= charged + bet.excess
        table.float += kept - it.winnings
        if bet.person in table.withheld:
            seat.rack -= it.winnings
            table.withheld[bet.person] += it.winnings
        keeps_token = bet.chips == "token" and it.result == "win" and not seat.token_returns
        if keeps_token:
            lost, stake_back = it.stake, 0
        give(seat, stake_back, bet.chips, bet.colour)
        if bet.chips == "token":
            table.taken += lost
        else:
            table.float += lost
        if bet.excess:
            _excess_goes(table, seat, bet, lost=not it.returned)
        gains(seat, it.returned - it.stake - it.extra)
        _stands(table, seat, it.wager, -it.stake, moved=moved)
    table.layout.lift(it.bet for it in event.settled)
    if isinstance(event, LosersCollected | WinnersPaid):
        table.last += event.settled
    elif table.voided is not None and table.voided.cause == event.cause:
        for it in event.settled:
            sums = table.voided.back if it.returned else table.voided.forfeited
            sums[it.seat] = sums.get(it.seat, 0) + (it.returned or it.stake)


def gains(seat: Seat, amount: int) -> None:
    """Someone won, or lost: so much more, or less, may be lost under a loss limit."""
    seat.lost -= amount
    if seat.headroom is not None:
        seat.headroom += amount


def _excess_goes(table: Table, seat: Seat, bet: Bet, *, lost: bool) -> None:
    """Back with a stake that comes back, and lost with one that does not."""
    if not lost:
        give(seat, bet.excess, bet.chips, bet.colour)
    elif bet.chips == "token":
        table.taken += bet.excess
    else:
        table.float += bet.excess


def wagers_moved(table: Table, event: WagersMoved) -> None:
    table.layout.follow(event.moved, event.markers)


# --- what the facts move


def placing_moved(table: Table, event: WagerPlaced) -> Entries:
    """The stake in its own chips; its commission always in value chips."""
    seat = seat_accounts(table.config.name, event.seat)
    if event.chips == "value":
        amount = event.stake + event.commission
        return [(seat.rack, -amount), (seat.wagers, amount)]
    sums = Sums()
    sums.move(hands(table, event.seat, event.chips), seat.wagers, event.stake)
    sums.move(seat.rack, seat.wagers, event.commission)
    return sums.entries()


def restaking_moved(table: Table, event: WagerRestaked) -> Entries:
    """What the wager grew or shrank by; what whole checks cannot make comes back in value chips."""
    it, bet = table.layout.standing[event.bet], table.bets[event.bet]
    own_chips, value_chips = given(table, bet, it.stake - event.stake)
    sums = Sums()
    sums.move(wagers(table, bet.seat), hands(table, bet.seat, bet.chips), own_chips)
    sums.move(wagers(table, bet.seat), rack(table, bet.seat), value_chips + it.commission - event.commission)
    return sums.entries()


def decision_moved(table: Table, event: WagersTakenBack | LosersCollected | WinnersPaid | WagersForfeited) -> Entries:
    """Winnings out of the tray; stake, commission and excess back to the player or to the house."""
    sums, name, tray = Sums(), table.config.name, tray_of(table)
    for it in event.settled:
        bet, charge = table.bets[it.bet], table.layout.standing[it.bet].commission
        seat = seat_accounts(name, bet.seat)
        if it.winnings:
            in_checks = it.checks * table.seats[bet.seat].checks[it.colour].value if it.checks else 0
            sums.move(tray, seat.checks, in_checks)
            paid_to = own(name, "withheld") if bet.person in table.withheld else seat.rack
            sums.move(tray, paid_to, it.winnings - in_checks)
        back = it.returned - it.winnings
        stake_back = min(back, it.stake)
        if charge:
            sums.move(seat.wagers, seat.rack, back - stake_back)
            sums.move(seat.wagers, tray, charge - (back - stake_back))
        if bet.chips == "token" and it.result == "win" and not table.seats[bet.seat].token_returns:
            stake_back = 0
        excess_back = bet.excess if it.returned else 0
        if bet.chips == "value":
            sums.move(seat.wagers, seat.rack, stake_back + excess_back)
        else:
            for amount in (stake_back, excess_back):
                in_kind, in_value = given(table, bet, amount)
                sums.move(seat.wagers, hands(table, bet.seat, bet.chips), in_kind)
                sums.move(seat.wagers, seat.rack, in_value)
        lost = it.stake - stake_back + bet.excess - excess_back
        if lost:
            sums.move(seat.wagers, own(name, "tokens") if bet.chips == "token" else tray, lost)
    return sums.entries()


COMMANDS: Orders = {}
APPLIERS: Appliers = {
    WagerPlaced: wager_placed,
    WagerRestaked: wager_restaked,
    ExcessSetAside: excess_set_aside,
    WagersTakenBack: wagers_decided,
    WagersForfeited: wagers_decided,
    LosersCollected: wagers_decided,
    WinnersPaid: wagers_decided,
    WagersMoved: wagers_moved,
}
POSTINGS: Postings = {
    WagerPlaced: placing_moved,
    WagerRestaked: restaking_moved,
    WagersTakenBack: decision_moved,
    WagersForfeited: decision_moved,
    LosersCollected: decision_moved,
    WinnersPaid: decision_moved,
}
