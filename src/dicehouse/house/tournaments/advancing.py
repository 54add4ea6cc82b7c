"""Rounds end: at a table early, at all tables by spins or the clock, and it is said who goes on."""

from datetime import datetime
from typing import Literal

from dicehouse.house.orders import DIRECTOR, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import rule
from dicehouse.house.tournaments.directing import no_table
from dicehouse.house.tournaments.rounds import is_last, play_of, playing, playing_rule
from dicehouse.house.tournaments.standings import cut, final_order, in_play, undecided
from dicehouse.house.tournaments.state import RoundPlay, Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, stamp


class EndTableEarly(Command, frozen=True):
    """End play at a table before its last spin."""

    tournament: Name
    table: Name
    why: Literal["determined", "agreed"]
    """It is certain who goes on; or chips are paid in cash and everyone at the table agrees."""
    agreed: tuple[Name, ...] = ()


class EndRound(Command, frozen=True):
    """End a round that is played out, and say who goes on."""

    tournament: Name


class TableEnded(Event, frozen=True):
    """Play at a table was ended early."""

    tournament: str
    table: str
    why: str


class RoundEnded(Event, frozen=True):
    """A round is over, and it is known who goes on."""

    tournament: str
    round: int
    through: tuple[str, ...]
    out: tuple[str, ...]


def time_is_up(play: RoundPlay, at: datetime) -> bool:
    return play.paused is None and play.ends is not None and at >= play.ends


def is_over(it: Tournament, play: RoundPlay, table: str, at: datetime) -> bool:
    """Whether play at a table is over: it was ended, all spins are played, time is up, or nobody is left."""
    here, spins = play.tables[table], playing_rule(it).spins
    if here.staked is not None:
        return False
    return bool(here.ended) or (spins and here.spins >= spins) or time_is_up(play, at) or not in_play(it, table)


def end_table_early(house: House, command: EndTableEarly) -> Answer:
    """Only if it is certain who goes on, or if chips are paid in cash and all agree (8.4.8(d))."""
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    if command.table not in play.tables:
        return no_table(it, command.table, "8.4.8(d)")
    if play.tables[command.table].staked is not None:
        return Refused(
            Why.WAGERS_STAND,
            rule("8.4.8(d)"),
            "spin-not-settled",
            table=command.table,
            spin=play.tables[command.table].spins + 1,
        )
    if is_over(it, play, command.table, command.at):
        return Refused(Why.ALREADY_DONE, rule("8.4.8(d)"), "play-over-there", table=command.table)
    refused = _uncertain(it, command) if command.why == "determined" else _disagree(it, command)
    if refused is not None:
        return refused
    clause = rule("8.4.8(d)(i)" if command.why == "determined" else "8.4.8(d)(ii)")
    return (
        TableEnded(
            tournament=command.tournament, table=command.table, why=command.why, clause=clause, **stamp(command)
        ),
    )


def _uncertain(it: Tournament, command: EndTableEarly) -> Refused | None:
    """It is certain once no more players are left than go on, here or in all; of a final, once one is left."""
    wanted, here, everyone = playing_rule(it), len(in_play(it, command.table)), len(in_play(it))
    if here <= max(wanted.top, is_last(it)) or everyone <= wanted.places:
        return None
    return Refused(
        Why.NOT_YET,
        rule("8.4.8(d)(i)"),
        "not-yet-determined",
        table=command.table,
        here=here,
        most=max(wanted.top, is_last(it)),
        everyone=everyone,
        places=wanted.places,
    )


def _disagree(it: Tournament, command: EndTableEarly) -> Refused | None:
    clause = rule("8.4.8(d)(ii)")
    if it.terms.format.chips_after != "cash":
        return Refused(
            Why.NOT_ALLOWED, clause, "chips-not-paid-cash", table=command.table, tournament=command.tournament
        )
    others = [who for who in in_play(it, command.table) if who not in command.agreed]
    if others:
        return Refused(Why.NOT_ACKNOWLEDGED, clause, "all-must-agree", table=command.table, others=tuple(others))
    return None


def end_round(house: House, command: EndRound) -> Answer:
    now = playing(house, command, command.tournament)
    if isinstance(now, Refused):
        return now
    it, play = now
    going = [table for table in play.tables if not is_over(it, play, table, command.at)]
    if going:
        return Refused(
            Why.NOT_YET, rule("8.4.3(a)(i)"), "play-goes-on", tournament=command.tournament, going=tuple(going)
        )
    last = is_last(it)
    line = cut(it)
    equal = undecided(it) if last else line.equal
    if equal:
        clause = rule("8.4.6(a)" if last else "8.4.3(a)(iii)")
        return Refused(Why.NOT_YET, clause, "equal-where-matters", tournament=command.tournament, equal=tuple(equal))
    through, out = line.through, line.out
    if last:
        through, out = tuple(who for same in final_order(it) for who in same if who in set(in_play(it))), ()
    return (
        RoundEnded(
            tournament=command.tournament,
            round=play.number,
            through=through,
            out=out,
            clause=rule("8.4.6(a)" if last else "8.4.3(a)(iii)"),
            **stamp(command),
        ),
    )


# --- what the facts do


def table_ended(house: House, event: TableEnded) -> None:
    play_of(house, event.tournament).tables[event.table].ended = event.why


def round_ended(house: House, event: RoundEnded) -> None:
    it = house.tournaments[event.tournament]
    it.phase, it.rounds = "between", event.round
    for person in event.through:
        it.entrants[person].standing = "through"
    for person in event.out:
        it.entrants[person].standing = "out"


COMMANDS: Orders = {
    EndTableEarly: Order(end_table_early, others=(DIRECTOR,)),
    EndRound: Order(end_round, others=(DIRECTOR,)),
}
APPLIERS: Appliers = {TableEnded: table_ended, RoundEnded: round_ended}
