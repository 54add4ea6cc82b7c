"""Rounds begin: players seated by a published rule with the same bank, and a clock that can be stopped."""

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from dicehouse.house.orders import DIRECTOR, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import found, rule
from dicehouse.house.tournaments.entering import in_the_field
from dicehouse.house.tournaments.parts import Round
from dicehouse.house.tournaments.preparing import not_ready
from dicehouse.house.tournaments.seating import not_promised
from dicehouse.house.tournaments.standings import Seat, groups, seated
from dicehouse.house.tournaments.state import RoundPlay, TableRound, Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Moment, Name, Words, stamp

Seed = Annotated[str, Meta(max_length=256, pattern="^([ -~]{8,256})?$")]
MOST_MINUTES: Final = 1_440


class StartRound(Command, frozen=True):
    """Seat the players of the next round and begin it."""

    tournament: Name
    seed: Seed = ""
    """What was promised, from which seats, and lots where the terms have any, are drawn; empty: what a running house
    keeps under seal."""


class SkipRepechage(Command, frozen=True):
    """Hold no repechage, where the terms leave that to the director."""

    tournament: Name
    reason: Words


class PauseRound(Command, frozen=True):
    """Stop the clock and play at every table."""

    tournament: Name
    reason: Words


class ResumeRound(Command, frozen=True):
    """Go on after a pause."""

    tournament: Name


class AddTime(Command, frozen=True):
    """Let the clock of a round run longer."""

    tournament: Name
    minutes: Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
    reason: Words


class RoundStarted(Event, frozen=True):
    """A round has begun."""

    tournament: str
    round: int
    seats: tuple[Seat, ...]
    bank: int
    """Of each player; 0 where everyone keeps the bank of the round before."""
    ends: Moment | None
    seed: str


class RepechageSkipped(Event, frozen=True):
    """There is no repechage."""

    tournament: str
    round: int
    reason: str


class RoundPaused(Event, frozen=True):
    """Play is stopped at every table."""

    tournament: str
    reason: str


class RoundResumed(Event, frozen=True):
    """Play goes on."""

    tournament: str
    ends: Moment | None


class TimeAdded(Event, frozen=True):
    """A round lasts longer."""

    tournament: str
    ends: Moment
    reason: str


def is_last(it: Tournament) -> bool:
    """Whether the round that is played is the final."""
    return it.rounds + 1 == len(it.terms.format.rounds)


def playing_rule(it: Tournament) -> Round:
    return it.terms.format.rounds[it.rounds]


def start_round(house: House, command: StartRound) -> Answer:
    it = found(house, command, command.tournament, "planned", "between")
    if isinstance(it, Refused):
        return it
    refused = _not_yet(it, command.at) or (_first(it) if it.phase == "planned" else None)
    if refused is not None:
        return refused
    wanted, people = playing_rule(it), _players(it)
    if len(it.tables) < wanted.tables or not people:
        message = (
            f"{command.tournament}: round {it.rounds + 1} has {len(it.tables)} of {wanted.tables} tables and"
            f" {len(people)} players; designate tables, or cancel it"
        )
        return Refused(Why.NOT_ENOUGH, rule("8.4.3(a)(ii)"), message)
    refused = not_promised(it, command.seed)
    if refused is not None:
        return refused
    tables = it.tables[: min(wanted.tables, len(people))]
    return (
        RoundStarted(
            tournament=command.tournament,
            round=it.rounds + 1,
            seats=seated(people, tables, command.seed),
            bank=0 if wanted.carries else wanted.bank or it.terms.format.starting_bank,
            ends=command.at + timedelta(minutes=wanted.minutes) if wanted.minutes else None,
            seed=command.seed,
            clause=rule("8.4.3(b)" if not it.rounds else "8.4.3(a)(i)"),
            **stamp(command),
        ),
    )


def _not_yet(it: Tournament, at: datetime) -> Refused | None:
    if it.rounds == len(it.terms.format.rounds):
        message = f"{it.terms.id}: all {it.rounds} rounds are played; finish it"
        return Refused(Why.ALREADY_DONE, rule("8.4.3(a)(i)"), message)
    if at < it.starts:
        message = f"{it.terms.id}: it starts at {it.starts}, and it is {at}; wait, or move the start with notice"
        return Refused(Why.NOT_YET, rule("8.4.1(b)"), message)
    return None


def _first(it: Tournament) -> Refused | None:
    """What the first round waits for."""
    refused = not_ready(it)
    if refused is not None:
        return refused
    least, there = it.terms.details.min_players, in_the_field(it)
    if there < least:
        message = f"{it.terms.id}: {there} have entered, and it takes {least}; cancel it, or move the start"
        return Refused(Why.NOT_ENOUGH, rule("8.4.1(a)(iii)"), message)
    for who, one in it.entrants.items():
        if one.standing == "entered" and one.accepted != it.version:
            message = (
                f"{who}: has accepted version {one.accepted} of the terms, and version {it.version} stands;"
                " let this person accept it, or withdraw"
            )
            return Refused(Why.NOT_ACKNOWLEDGED, rule("8.4.2(a)(i)"), message)
        if one.standing == "entered" and not one.briefed:
            return Refused(Why.NOT_ACKNOWLEDGED, rule("8.3.1"), f"{who}: was not briefed; brief this person first")
    return None


def _players(it: Tournament) -> list[str]:
    """Who plays in the next round."""
    if playing_rule(it).repechage:
        gone = [who for who, one in it.entrants.items() if one.standing == "out" and one.reached == it.rounds]
        order = [who for same in groups(it, gone, it.terms.format.ties) for who in same]
        return order[: playing_rule(it).room]
    wanted = "entered" if it.phase == "planned" else "through"
    return [who for who, one in it.entrants.items() if one.standing == wanted]


def skip_repechage(house: House, command: SkipRepechage) -> Answer:
    it = found(house, command, command.tournament, "between")
    if isinstance(it, Refused):
        return it
    coming = it.terms.format.rounds[it.rounds :][:1]
    if not coming or not coming[0].repechage or not it.terms.format.repechage_by_director:
        message = f"{command.tournament}: the terms leave nothing to skip after round {it.rounds}; start the next round"
        return Refused(Why.NOT_ALLOWED, rule("8.4.3(a)(v)"), message)
    return (
        RepechageSkipped(
            tournament=command.tournament,
            round=it.rounds + 1,
            reason=command.reason,
            clause=rule("8.4.3(a)(v)"),
            **stamp(command),
        ),
    )


def playing(house: House, command: Command, tournament: str) -> tuple[Tournament, RoundPlay] | Refused:
    """A tournament with the round that is played."""
    it = found(house, command, tournament, "playing")
    if isinstance(it, Refused):
        return it
    return it, play_of(house, tournament)


class BrokenTournamentError(RuntimeError):
    """Something that always holds of a tournament does not; nothing is written."""


def play_of(house: House, tournament: str) -> RoundPlay:
    """The round that a tournament is in."""
    play = house.tournaments[tournament].round
    if play is None:
        raise BrokenTournamentError(f"{tournament}: it is in a round, and there is none")
    return play


def pause_round(house: House, command: PauseRound) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    if now[1].paused:
        message = f"{command.tournament}: it is paused since {now[1].paused}; resume it"
        return Refused(Why.ALREADY_DONE, None, message)
    return (
        RoundPaused(tournament=command.tournament, reason=command.reason, clause=rule("8.4.3(a)(i)"), **stamp(command)),
    )


def resume_round(house: House, command: ResumeRound) -> Answer:
    """The clock goes on from where it stood."""
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    _, play = now
    if play.paused is None:
        return Refused(Why.ALREADY_DONE, None, f"{command.tournament}: it is not paused; go on with play")
    ends = play.ends and play.ends + (command.at - play.paused)
    return (RoundResumed(tournament=command.tournament, ends=ends, clause=rule("8.4.3(a)(i)"), **stamp(command)),)


def add_time(house: House, command: AddTime) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    _, play = now
    if play.ends is None:
        message = f"{command.tournament}: its round is by spins and has no clock; play the spins"
        return Refused(Why.NOT_ALLOWED, rule("8.4.3(a)(i)"), message)
    return (
        TimeAdded(
            tournament=command.tournament,
            ends=play.ends + timedelta(minutes=command.minutes),
            reason=command.reason,
            clause=rule("8.4.3(a)(i)"),
            **stamp(command),
        ),
    )


# --- what the facts do


def round_started(house: House, event: RoundStarted) -> None:
    it = house.tournaments[event.tournament]
    tables = {seat.table: TableRound() for seat in sorted(event.seats, key=lambda seat: it.tables.index(seat.table))}
    it.round = RoundPlay(number=event.round, ends=event.ends, tables=tables)
    it.phase, it.bought_back = "playing", 0
    it.seeds[event.round] = event.seed
    for person, table, seat in event.seats:
        one = it.entrants[person]
        one.standing, one.reached, one.table, one.seat = "playing", event.round, table, seat
        one.bank = event.bank or one.bank
        one.before, one.extra, one.secrets = one.bank, [], 0


def repechage_skipped(house: House, event: RepechageSkipped) -> None:
    house.tournaments[event.tournament].rounds = event.round


def round_paused(house: House, event: RoundPaused) -> None:
    play_of(house, event.tournament).paused = event.at


def round_resumed(house: House, event: RoundResumed) -> None:
    play = play_of(house, event.tournament)
    play.paused, play.ends = None, event.ends


def time_added(house: House, event: TimeAdded) -> None:
    play_of(house, event.tournament).ends = event.ends


COMMANDS: Orders = {
    StartRound: Order(start_round, others=(DIRECTOR,)),
    SkipRepechage: Order(skip_repechage, others=(DIRECTOR,)),
    PauseRound: Order(pause_round, others=(DIRECTOR,)),
    ResumeRound: Order(resume_round, others=(DIRECTOR,)),
    AddTime: Order(add_time, others=(DIRECTOR,)),
}
APPLIERS: Appliers = {
    RoundStarted: round_started,
    RepechageSkipped: repechage_skipped,
    RoundPaused: round_paused,
    RoundResumed: round_resumed,
    TimeAdded: time_added,
}
