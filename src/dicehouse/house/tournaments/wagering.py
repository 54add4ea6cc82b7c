"""Wagers of a spin: sealed in secret or laid openly, opened and checked when betting closes.

A secret wager is sealed by the SHA-256 of its wager, its stake in cents and a word of the player's own, each parted
by a space. It counts once it is sealed; one that is not opened when betting closes is not made (E18).
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import DEVICE, DIRECTOR, PATRON, Appliers, Order, Orders
from dicehouse.house.promotions.drawing import Digest, Word
from dicehouse.house.state import House
from dicehouse.house.tournaments.advancing import is_over, time_is_up
from dicehouse.house.tournaments.asked import entrant, rule
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.directing import no_table
from dicehouse.house.tournaments.rounds import play_of, playing
from dicehouse.house.tournaments.standings import in_play
from dicehouse.house.tournaments.state import RoundPlay, Staked, Tournament
from dicehouse.layout import Layout
from dicehouse.money import Cents, dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, stamp

SPEAKS: Final = (DEVICE, DIRECTOR)


class Laid(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A wager on the layout, in chips."""

    wager: Name
    stake: Amount


class Opened(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A secret wager with the word that it was sealed with."""

    person: Name
    wager: Name
    stake: Amount
    word: Word


class SealWager(Command, frozen=True):
    """Hand in a secret wager, sealed."""

    tournament: Name
    person: Name
    seal: Digest


class CloseTournamentBetting(Command, frozen=True):
    """No more bets at a tournament table: what everyone has on the layout, and the secret wagers opened."""

    tournament: Name
    table: Name
    wagers: dict[Name, tuple[Laid, ...]]
    opened: tuple[Opened, ...] = ()


class WagerSealed(Event, frozen=True):
    """A player has handed in a secret wager."""

    tournament: str
    table: str
    person: str
    seal: str


class TournamentBettingClosed(Event, frozen=True):
    """Betting is closed for a spin of a tournament."""

    tournament: str
    table: str
    spin: int
    staked: dict[str, tuple[Staked, ...]]
    """Of each player, secret wagers too."""
    opened: tuple[Opened, ...]
    missed: dict[str, int]
    """Who has staked less than is compulsory, and the chips that the spin takes for it."""
    out: tuple[str, ...]
    """Who is out with the spin for it."""


def seal_of(wager: str, stake: int, word: str) -> str:
    return hashlib.sha256(f"{wager} {stake} {word}".encode()).hexdigest()


def seal_wager(house: House, command: SealWager) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    if one.standing != "playing":
        message = f"{command.person}: is {one.standing} and plays no spin now; wait for a round of yours"
        return Refused(Why.NOT_ALLOWED, rule("8.4.4(c)"), message)
    refused = not_their_own(command, command.person) or not_open(it, play, one.table, command.at)
    refused = refused or _too_secret(it, command.person)
    if refused is not None:
        return refused
    return (
        WagerSealed(
            tournament=command.tournament,
            table=one.table,
            person=command.person,
            seal=command.seal,
            clause=rule("8.4.4(c)"),
            **stamp(command),
        ),
    )


def _too_secret(it: Tournament, person: str) -> Refused | None:
    secret, one, clause = it.terms.wagers.secret, it.entrants[person], rule("8.4.4(c)")
    if secret is None:
        message = f"{person}: {it.terms.id} has no secret wagers; lay the wager on the layout"
        return Refused(Why.NOT_OFFERED, clause, message)
    if one.secrets >= secret.per_session:
        message = f"{person}: has made {one.secrets} of {secret.per_session} secret wagers in this round; lay it openly"
        return Refused(Why.ABOVE_MAXIMUM, clause, message)
    sealed = 0 if it.round is None else len(it.round.tables[one.table].sealed.get(person, ()))
    if sealed >= secret.per_spin:
        message = f"{person}: has made {sealed} of {secret.per_spin} secret wagers in this spin; wait for the next"
        return Refused(Why.ABOVE_MAXIMUM, clause, message)
    return None


def not_open(it: Tournament, play: RoundPlay, table: str, at: datetime) -> Refused | None:
    """Whether no wager can be made at a table now."""
    here = play.tables.get(table)
    if here is None:
        return no_table(it, table, "8.2.4")
    if play.paused is not None:
        return Refused(Why.PLAY_STOPPED, None, f"{table}: the round is paused since {play.paused}; resume it first")
    if here.held:
        message = f"{table}: it waits for a ruling on {here.held}; have the director decide it first"
        return Refused(Why.PLAY_STOPPED, rule("8.4.8(h)"), message)
    if here.staked is not None:
        message = f"{table}: betting is closed for spin {here.spins + 1}; settle it first"
        return Refused(Why.BETTING_CLOSED, None, message)
    if is_over(it, play, table, at):
        ended = f"time was up at {play.ends}" if time_is_up(play, at) else f"{here.spins} spins are played"
        message = f"{table}: play is over there, {here.ended or ended}; end the round"
        return Refused(Why.TOO_LATE, rule("8.4.3(a)(i)"), message)
    return None


def close_betting(house: House, command: CloseTournamentBetting) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    refused = not_open(it, play, command.table, command.at) or _not_sealed(play, command)
    if refused is not None:
        return refused
    staked = {who: tuple(Staked(*_pair(one)) for one in laid) for who, laid in command.wagers.items() if laid}
    for one in command.opened:
        staked[one.person] = (*staked.get(one.person, ()), Staked(one.wager, one.stake))
    here = in_play(it, command.table)
    for who, wagers in staked.items():
        if who not in here:
            message = f"{who}: does not play at {command.table} now; take the wagers off the layout"
            return Refused(Why.NOT_YOUR_SEAT, None, message)
        refused = not_wagers(it, who, wagers, it.entrants[who].bank)
        if refused is not None:
            return refused
    missed = _missed(it, here, staked)
    goes_out = it.terms.wagers.compulsory_missed == "out"
    return (
        TournamentBettingClosed(
            tournament=command.tournament,
            table=command.table,
            spin=play.tables[command.table].spins + 1,
            staked={who: wagers for who, wagers in staked.items() if not (goes_out and who in missed)},
            opened=command.opened,
            missed={} if goes_out else missed,
            out=tuple(missed) if goes_out else (),
            clause=rule("8.4.4(b)"),
            **stamp(command),
        ),
    )


def _pair(one: Laid) -> tuple[str, int]:
    return one.wager, one.stake


def _not_sealed(play: RoundPlay, command: CloseTournamentBetting) -> Refused | None:
    """Every wager that is opened was sealed before, once for each seal."""
    left = {who: [*seals] for who, seals in play.tables[command.table].sealed.items()}
    for one in command.opened:
        seal = seal_of(one.wager, one.stake, one.word)
        if seal not in left.get(one.person, []):
            message = (
                f"{one.person}: {one.wager} for {dollars(one.stake)} is not what was sealed; open what is in the"
                " envelope, or leave it out"
            )
            return Refused(Why.ENTRY_DIFFERS, rule("8.4.4(c)"), message)
        left[one.person].remove(seal)
    return None


def not_wagers(it: Tournament, who: str, wagers: tuple[Staked, ...], bank: int) -> Refused | None:
    """Whether these cannot be someone's wagers of a spin, out of this bank."""
    rules = it.terms.wagers
    layout = Layout(book_of(it.terms), Cents(rules.chip))
    whole = sum(one.stake for one in wagers)
    if whole > bank:
        message = f"{who}: {dollars(whole)} is above the bank of {dollars(bank)}; take wagers off the layout"
        return Refused(Why.NOT_ENOUGH, None, message)
    for one in wagers:
        laid = layout.placing(one.wager, one.wager, one.stake)
        if isinstance(laid, Refused):
            return laid._replace(clause=rule(laid.clause)) if laid.clause else laid
        if one.stake % rules.chip:
            message = f"{who}: {dollars(one.stake)} on {one.wager} is not in chips of {dollars(rules.chip)}; make it so"
            return Refused(Why.WRONG_CHIPS, rule("8.4.4(a)"), message)
        if one.stake < rules.minimum and whole < bank:
            message = f"{who}: {dollars(one.stake)} on {one.wager} is below {dollars(rules.minimum)}; stake that"
            return Refused(Why.BELOW_MINIMUM, rule("8.4.4(b)"), message)
    return None


def _missed(it: Tournament, here: list[str], staked: Mapping[str, tuple[Staked, ...]]) -> dict[str, int]:
    """Who has staked less than is compulsory, and how much less; nobody need stake more than the bank."""
    missed = {}
    for who in here:
        due = min(it.terms.wagers.compulsory, it.entrants[who].bank)
        short = due - sum(one.stake for one in staked.get(who, ()))
        if short > 0:
            missed[who] = short
    return missed


# --- what the facts do


def wager_sealed(house: House, event: WagerSealed) -> None:
    it = house.tournaments[event.tournament]
    it.entrants[event.person].secrets += 1
    here = play_of(house, event.tournament).tables[event.table]
    here.sealed.setdefault(event.person, []).append(event.seal)


def tournament_betting_closed(house: House, event: TournamentBettingClosed) -> None:
    here = play_of(house, event.tournament).tables[event.table]
    here.staked = {who: [*wagers] for who, wagers in event.staked.items()}
    here.missed, here.gone = {**event.missed}, [*event.out]


COMMANDS: Orders = {
    SealWager: Order(seal_wager, others=(*SPEAKS, PATRON)),
    CloseTournamentBetting: Order(close_betting, others=SPEAKS),
}
APPLIERS: Appliers = {WagerSealed: wager_sealed, TournamentBettingClosed: tournament_betting_closed}
