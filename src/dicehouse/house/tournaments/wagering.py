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
from dicehouse.money import Cents
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
        return Refused(
            Why.NOT_ALLOWED, rule("8.4.4(c)"), "plays-no-spin-now", person=command.person, standing=one.standing
        )
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
        return Refused(Why.NOT_OFFERED, clause, "no-secret-wagers", person=person, terms=it.terms.id)
    if one.secrets >= secret.per_session:
        return Refused(
            Why.ABOVE_MAXIMUM,
            clause,
            "secret-wagers-of-round-made",
            person=person,
            secrets=one.secrets,
            per_session=secret.per_session,
        )
    sealed = 0 if it.round is None else len(it.round.tables[one.table].sealed.get(person, ()))
    if sealed >= secret.per_spin:
        return Refused(
            Why.ABOVE_MAXIMUM,
            clause,
            "secret-wagers-of-spin-made",
            person=person,
            sealed=sealed,
            per_spin=secret.per_spin,
        )
    return None


def not_open(it: Tournament, play: RoundPlay, table: str, at: datetime) -> Refused | None:
    """Whether no wager can be made at a table now."""
    here = play.tables.get(table)
    if here is None:
        return no_table(it, table, "8.2.4")
    if play.paused is not None:
        return Refused(Why.PLAY_STOPPED, None, "round-paused", table=table, paused=play.paused)
    if here.held:
        return Refused(Why.PLAY_STOPPED, rule("8.4.8(h)"), "waits-for-ruling", table=table, held=here.held)
    if here.staked is not None:
        return Refused(Why.BETTING_CLOSED, None, "spin-betting-closed", table=table, spin=here.spins + 1)
    if is_over(it, play, table, at):
        ended = f"time was up at {play.ends}" if time_is_up(play, at) else f"{here.spins} spins are played"
        return Refused(Why.TOO_LATE, rule("8.4.3(a)(i)"), "play-ended", table=table, ended=here.ended or ended)
    return None


def close_betting(house: House, command: CloseTournamentBetting) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    refused = not_open(it, play, command.table, command.at) or _not_sealed(it, play, command)
    if refused is not None:
        return refused
    staked = {who: tuple(Staked(*_pair(one)) for one in laid) for who, laid in command.wagers.items() if laid}
    for one in command.opened:
        staked[one.person] = (*staked.get(one.person, ()), Staked(one.wager, one.stake))
    here = in_play(it, command.table)
    for who, wagers in staked.items():
        if who not in here:
            return Refused(Why.NOT_YOUR_SEAT, None, "does-not-play-now", who=who, table=command.table)
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


def _not_sealed(it: Tournament, play: RoundPlay, command: CloseTournamentBetting) -> Refused | None:
    """Every wager that is opened was sealed before, once for each seal."""
    left = {who: [*seals] for who, seals in play.tables[command.table].sealed.items()}
    for one in command.opened:
        seal = seal_of(one.wager, one.stake, one.word)
        if seal not in left.get(one.person, []):
            return Refused(
                Why.ENTRY_DIFFERS,
                rule("8.4.4(c)"),
                "not-what-sealed",
                person=one.person,
                wager=book_of(it.terms).name_of(one.wager),
                stake=one.stake,
            )
        left[one.person].remove(seal)
    return None


def not_wagers(it: Tournament, who: str, wagers: tuple[Staked, ...], bank: int) -> Refused | None:
    """Whether these cannot be someone's wagers of a spin, out of this bank."""
    rules = it.terms.wagers
    layout = Layout(book_of(it.terms), Cents(rules.chip))
    whole = sum(one.stake for one in wagers)
    if whole > bank:
        return Refused(Why.NOT_ENOUGH, None, "above-bank", who=who, whole=whole, bank=bank)
    for one in wagers:
        laid = layout.placing(one.wager, one.wager, one.stake)
        if isinstance(laid, Refused):
            return laid.under(rule(laid.clause)) if laid.clause else laid
        if one.stake % rules.chip:
            return Refused(
                Why.WRONG_CHIPS,
                rule("8.4.4(a)"),
                "tournament-stake-not-chips",
                who=who,
                stake=one.stake,
                wager=laid.wager.name,
                chip=rules.chip,
            )
        if one.stake < rules.minimum and whole < bank:
            return Refused(
                Why.BELOW_MINIMUM,
                rule("8.4.4(b)"),
                "tournament-stake-below",
                who=who,
                stake=one.stake,
                wager=laid.wager.name,
                minimum=rules.minimum,
            )
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
