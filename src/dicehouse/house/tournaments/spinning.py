"""Spins of a tournament, settled by the wagers of the rulebook themselves; the chips are the tournament's own."""

from collections.abc import Mapping
from typing import Any

from dicehouse.house.orders import Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.advancing import is_over
from dicehouse.house.tournaments.asked import rule
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.directing import no_roll, no_table
from dicehouse.house.tournaments.rounds import BrokenTournamentError, is_last, play_of, playing
from dicehouse.house.tournaments.standings import cut, undecided
from dicehouse.house.tournaments.state import Staked, Tournament
from dicehouse.house.tournaments.wagering import SPEAKS, Laid, not_wagers
from dicehouse.layout import Layout
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Faces, Name, Words, stamp


class SettleTournamentSpin(Command, frozen=True):
    """The dice of a spin at a tournament table."""

    tournament: Name
    table: Name
    dice: Faces


class VoidTournamentSpin(Command, frozen=True):
    """A spin without a result: everything goes back, and the spin is made again."""

    tournament: Name
    table: Name
    reason: Words


class PlayOff(Command, frozen=True):
    """A spin between players who are equal, each with the starting bank, that decides nothing but their order."""

    tournament: Name
    dice: Faces
    wagers: dict[Name, tuple[Laid, ...]]


class TournamentSpinSettled(Event, frozen=True):
    """A spin of a tournament is settled."""

    tournament: str
    table: str
    spin: int
    dice: Faces
    banks: dict[str, int]
    """Of every player at the table, after it."""
    out: tuple[str, ...]
    """Who has no chips left, or is out for not making a compulsory wager."""


class TournamentSpinVoid(Event, frozen=True):
    """A spin of a tournament had no result."""

    tournament: str
    table: str
    spin: int
    reason: str
    secrets: dict[str, int]
    """Secret wagers that players have again."""


class PlayOffSettled(Event, frozen=True):
    """Players who were equal have played a spin for it."""

    tournament: str
    dice: Faces
    won: dict[str, int]
    """What each won, or lost where it is negative."""


def won_by(it: Tournament, dice: Faces, staked: Mapping[str, Any]) -> dict[str, int]:
    """What each player won or lost, by the wagers of the rulebook."""
    layout = Layout(book_of(it.terms), Cents(it.terms.wagers.chip))
    owner: dict[str, str] = {}
    for who, wagers in staked.items():
        for number, one in enumerate(wagers):
            id = f"{number}/{who}"
            owner[id] = who
            layout.place(id, one.wager, one.stake)
    decided = layout.roll(dice)
    if isinstance(decided, Refused) or len(decided) != len(owner):
        raise BrokenTournamentError(f"{it.terms.id}: {dice} does not decide each of {len(owner)} wagers that stand")
    won = dict.fromkeys(staked, 0)
    for one in decided:
        won[owner[one.id]] += one.returned - one.stake
    return won


def settle_spin(house: House, command: SettleTournamentSpin) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    here = play.tables.get(command.table)
    if here is None:
        return no_table(it, command.table, "8.2.4")
    if here.held:
        return Refused(Why.PLAY_STOPPED, rule("8.4.8(h)"), "waits-for-ruling", table=command.table, held=here.held)
    if here.staked is None:
        return Refused(Why.NO_RESULT_DUE, None, "spin-betting-open", table=command.table, spin=here.spins + 1)
    refused = no_roll(it, command.dice)
    if refused is not None:
        return refused
    won = won_by(it, command.dice, here.staked)
    banks = {
        who: one.bank + won.get(who, 0) - here.missed.get(who, 0)
        for who, one in it.entrants.items()
        if one.table == command.table and one.standing == "playing"
    }
    return (
        TournamentSpinSettled(
            tournament=command.tournament,
            table=command.table,
            spin=here.spins + 1,
            dice=command.dice,
            banks=banks,
            out=tuple(who for who, bank in banks.items() if not bank or who in here.gone),
            clause=rule("8.4.5(a)" if 0 in banks.values() else "8.4.8(g)"),
            **stamp(command),
        ),
    )


def void_spin(house: House, command: VoidTournamentSpin) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    here = play.tables.get(command.table)
    if here is None:
        return no_table(it, command.table, "8.2.4")
    if here.staked is None:
        return Refused(
            Why.NO_RESULT_DUE,
            rule("7.1"),
            "nothing-to-void",
            table=command.table,
            spin=here.spins + 1,
        )
    return (
        TournamentSpinVoid(
            tournament=command.tournament,
            table=command.table,
            spin=here.spins + 1,
            reason=command.reason,
            secrets={who: len(seals) for who, seals in here.sealed.items()},
            clause=rule("7.1"),
            **stamp(command),
        ),
    )


def play_off(house: House, command: PlayOff) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    clause = rule("8.4.6(a)" if is_last(it) else "8.4.3(a)(iii)")
    equal = undecided(it) if is_last(it) else cut(it).equal
    over = all(is_over(it, play, table, command.at) for table in play.tables)
    if not over or not equal:
        return Refused(Why.NOT_YET, clause, "no-extra-spin", tournament=command.tournament)
    if {*command.wagers} != {*equal}:
        return Refused(Why.NOT_ALLOWED, clause, "are-equal", tournament=command.tournament, equal=tuple(equal))
    staked = {who: tuple(Staked(one.wager, one.stake) for one in laid) for who, laid in command.wagers.items()}
    for who, wagers in staked.items():
        refused = not_wagers(it, who, wagers, it.terms.format.starting_bank)
        if refused is not None:
            return refused
    refused = no_roll(it, command.dice)
    if refused is not None:
        return refused
    return (
        PlayOffSettled(
            tournament=command.tournament,
            dice=command.dice,
            won=won_by(it, command.dice, staked),
            clause=clause,
            **stamp(command),
        ),
    )


# --- what the facts do


def tournament_spin_settled(house: House, event: TournamentSpinSettled) -> None:
    it = house.tournaments[event.tournament]
    here = play_of(house, event.tournament).tables[event.table]
    here.spins = event.spin
    here.reopens()
    for who, bank in event.banks.items():
        one = it.entrants[who]
        one.before, one.bank = one.bank, bank
    for who in event.out:
        it.entrants[who].standing = "out"


def tournament_spin_void(house: House, event: TournamentSpinVoid) -> None:
    it = house.tournaments[event.tournament]
    here = play_of(house, event.tournament).tables[event.table]
    here.reopens()
    for who, number in event.secrets.items():
        it.entrants[who].secrets -= number


def play_off_settled(house: House, event: PlayOffSettled) -> None:
    it = house.tournaments[event.tournament]
    for who, won in event.won.items():
        it.entrants[who].extra.append(won)


COMMANDS: Orders = {
    SettleTournamentSpin: Order(settle_spin, others=SPEAKS),
    VoidTournamentSpin: Order(void_spin, others=SPEAKS),
    PlayOff: Order(play_off, others=SPEAKS),
}
APPLIERS: Appliers = {
    TournamentSpinSettled: tournament_spin_settled,
    TournamentSpinVoid: tournament_spin_void,
    PlayOffSettled: play_off_settled,
}
