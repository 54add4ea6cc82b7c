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
        return Refused(
            Why.NOT_ENOUGH,
            rule("8.4.3(a)(ii)"),
            "round-not-ready",
            tournament=command.tournament,
            coming=it.rounds + 1,
            count=len(it.tables),
            tables=wanted.tables,
            people=len(people),
        )
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
        return Refused(Why.ALREADY_DONE, rule("8.4.3(a)(i)"), "all-rounds-played", terms=it.terms.id, rounds=it.rounds)
    if at < it.starts:
        return Refused(Why.NOT_YET, rule("8.4.1(b)"), "starts-later", terms=it.terms.id, starts=it.starts, at=at)
    return None


def _first(it: Tournament) -> Refused | None:
    """What the first round waits for."""
    refused = not_ready(it)
    if refused is not None:
        return refused
    least, there = it.terms.details.min_players, in_the_field(it)
    if there < least:
        return Refused(
            Why.NOT_ENOUGH, rule("8.4.1(a)(iii)"), "too-few-entered", terms=it.terms.id, there=there, least=least
        )
    for who, one in it.entrants.items():
        if one.standing == "entered" and one.accepted != it.version:
            return Refused(
                Why.NOT_ACKNOWLEDGED,
                rule("8.4.2(a)(i)"),
                "older-version-accepted",
                who=who,
                accepted=one.accepted,
                version=it.version,
            )
        if one.standing == "entered" and not one.briefed:
            return Refused(Why.NOT_ACKNOWLEDGED, rule("8.3.1"), "not-briefed", who=who)
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
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.4.3(a)(v)"),
            "nothing-to-skip",
            tournament=command.tournament,
            rounds=it.rounds,
        )
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
        return Refused(Why.ALREADY_DONE, None, "tournament-paused", tournament=command.tournament, paused=now[1].paused)
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
        return Refused(Why.ALREADY_DONE, None, "tournament-not-paused", tournament=command.tournament)
    ends = play.ends and play.ends + (command.at - play.paused)
    return (RoundResumed(tournament=command.tournament, ends=ends, clause=rule("8.4.3(a)(i)"), **stamp(command)),)


def add_time(house: House, command: AddTime) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    _, play = now
    if play.ends is None:
        return Refused(Why.NOT_ALLOWED, rule("8.4.3(a)(i)"), "round-spins-no-clock", tournament=command.tournament)
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
