"""A tournament as it stands: the clock, the tables, and entrants by number with their place and chips.

Nobody is named, no money of a patron is shown, and a sealed wager is no more than that there is one.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.house.accounts import balance
from dicehouse.house.state import House
from dicehouse.house.tournaments.advancing import is_over
from dicehouse.house.tournaments.distributing import pool_of
from dicehouse.house.tournaments.rounds import is_last
from dicehouse.house.tournaments.standings import Cut, cut, groups, placed
from dicehouse.house.tournaments.state import Entrant, Phase, RoundPlay, Standing, Tournament, pool_account

Goes = Literal["first", "best", "prize", "behind", ""]
"""First of a table, among the best of the rest, at a place with a prize, behind the line; or there is no line."""
TableState = Literal["open", "closed", "held", "paused", "over"]


class EntrantView(Struct, frozen=True, kw_only=True):
    """An entrant, by number."""

    number: int
    standing: Standing
    round: int
    """The one that is played or was played last; 0: none yet."""
    table: str
    seat: int
    bank: int
    last: int
    """What the last spin won or lost."""
    place: int
    """0 for who can have none."""
    goes: Goes
    short: int
    """Chips behind the line."""
    secrets_left: int
    sealed: int
    """Secret wagers that lie closed at the table."""
    warned: int
    prize: int


class TournamentTable(Struct, frozen=True, kw_only=True):
    """A table of the round."""

    table: str
    state: TableState
    spin: int
    """The one that is played; the last where play is over."""
    playing: int
    seats: tuple[int, ...]
    """Entrants by number, in the order of their seats."""


class SeatsFacts(Struct, frozen=True):
    """What the seats of a round are drawn from, as far as it is known: anyone can seat the players again."""

    round: int
    promised: str
    """SHA-256 of the seed."""
    seed: str
    """Empty until the seats are drawn."""


class TournamentView(Struct, frozen=True, kw_only=True):
    """A tournament by its numbers."""

    id: str
    name: str
    rulebook: str
    phase: Phase
    over: str
    """Why it was cancelled."""
    version: int
    starts: datetime
    entered: int
    playing: int
    round: int
    """0 before the first."""
    rounds: int
    final: bool
    spins: int
    """Of this round or the next; 0: by the clock alone."""
    minutes: int
    ends: datetime | None
    paused: bool
    top: int
    best: int
    bank: int
    """What everyone starts this round with; 0: the bank that they have."""
    minimum: int
    compulsory: int
    secrets_each: int
    secrets_left: int
    sealed: int
    pool: int
    line: int
    """After how many of the entrants the line is; 0: none."""
    line_bank: int
    reserved: tuple[str, ...]
    """Tables that are kept for it."""
    seats: tuple[SeatsFacts, ...]
    """By round."""
    tables: tuple[TournamentTable, ...]
    entrants: tuple[EntrantView, ...]
    """From the first to the last."""


class LeaderboardView(Struct, frozen=True, kw_only=True):
    """A tournament on a display."""

    now: datetime
    time_zone: str
    tournament: TournamentView


def tournament_view(house: House, it: Tournament, at: datetime) -> TournamentView:
    rounds, terms = it.terms.format.rounds, it.terms
    number = it.round.number if it.round is not None else 0
    now = rounds[max(number, 1) - 1]
    play = it.round if it.phase == "playing" else None
    line = _Line(it)
    entrants = tuple(line.entrants())
    secret = terms.wagers.secret
    in_round = [one for one in entrants if one.standing == "playing"] if play else []
    return TournamentView(
        id=terms.id,
        name=terms.name,
        rulebook=terms.rulebook,
        phase=it.phase,
        over=it.over,
        version=it.version,
        starts=it.starts,
        entered=sum(one.standing != "withdrawn" for one in it.entrants.values()),
        playing=len(in_round),
        round=number,
        rounds=len(rounds),
        final=number == len(rounds),
        spins=now.spins,
        minutes=now.minutes,
        ends=play.ends if play else None,
        paused=play is not None and play.paused is not None,
        top=now.top,
        best=now.best,
        bank=0 if now.carries else now.bank or terms.format.starting_bank,
        minimum=terms.wagers.minimum or terms.wagers.chip,
        compulsory=terms.wagers.compulsory,
        secrets_each=secret.per_session if secret else 0,
        secrets_left=sum(one.secrets_left for one in in_round),
        sealed=sum(one.sealed for one in in_round),
        pool=pool_of(terms.pool, balance(house, pool_account(terms.id))),
        line=sum(one.goes in ("first", "best", "prize") for one in entrants),
        line_bank=line.bank,
        reserved=tuple(it.tables),
        seats=tuple(
            SeatsFacts(number, it.promised.get(number, ""), it.seeds.get(number, ""))
            for number in sorted({*it.promised, *it.seeds})
        ),
        tables=tuple(_tables(it, play, entrants, at)) if play else (),
        entrants=entrants,
    )


def public_view(house: House, it: Tournament, at: datetime) -> TournamentView:
    """The same for a display and for players: no dispute, and nobody's warnings."""
    whole = tournament_view(house, it, at)
    tables = tuple(replace(each, state="paused") if each.state == "held" else each for each in whole.tables)
    return replace(whole, tables=tables, entrants=tuple(replace(one, warned=0) for one in whole.entrants))


def _tables(
    it: Tournament, play: RoundPlay, entrants: Iterable[EntrantView], at: datetime
) -> Iterable[TournamentTable]:
    for name, here in play.tables.items():
        there = sorted((one for one in entrants if one.table == name and one.round == play.number), key=_seat)
        state: TableState = "open"
        if here.held:
            state = "held"
        elif here.staked is not None:
            state = "closed"
        elif is_over(it, play, name, at):
            state = "over"
        elif play.paused is not None:
            state = "paused"
        yield TournamentTable(
            table=name,
            state=state,
            spin=here.spins + (state != "over"),
            playing=sum(one.standing == "playing" for one in there),
            seats=tuple(one.number for one in there),
        )


def _seat(one: EntrantView) -> int:
    return one.seat


class _Line:
    """Who would go on if the round ended now, and how far the others are behind."""

    def __init__(self, it: Tournament) -> None:
        self.it = it
        self.final = it.phase == "playing" and is_last(it)
        self.cut: Cut | None = cut(it) if it.phase == "playing" and not self.final else None
        self.through = set(self.cut.through) if self.cut else set()
        self.firsts = self._firsts()
        rest = [it.entrants[who].bank for who in self.through - self.firsts]
        self.bank = min(rest or [it.entrants[who].bank for who in self.through], default=0)
        self.prizes = {each.person: each.prize for each in it.places}

    def _firsts(self) -> set[str]:
        """Who goes on from the own table."""
        if self.cut is None:
            return set()
        taken: dict[str, int] = {}
        found = set()
        for who in self.cut.through:
            table = self.it.entrants[who].table
            taken[table] = taken.get(table, 0) + 1
            if taken[table] <= self.it.terms.format.rounds[self.it.rounds].top:
                found.add(who)
        return found

    def entrants(self) -> Iterable[EntrantView]:
        """From the first to the last; before the first round nobody has a place, and they stand as they entered."""
        it = self.it
        ties = it.terms.winners.ties if self.final or it.phase == "finished" else it.terms.format.ties
        ranked = groups(it, placed(it), ties) if it.phase != "planned" else []
        order = [(who, place) for place, who in self._places(ranked)]
        seen = {who for who, _ in order}
        order += [(who, 0) for who in it.entrants if who not in seen]
        if self.cut is not None:
            order.sort(key=lambda each: each[0] not in self.through)
        for who, place in order:
            yield self._entrant(who, it.entrants[who], place)

    def _places(self, ranked: list[tuple[str, ...]]) -> Iterable[tuple[int, str]]:
        if self.it.places:
            yield from ((each.place, each.person) for each in self.it.places)
            return
        place = 1
        for same in ranked:
            yield from ((place, who) for who in same)
            place += len(same)

    def _entrant(self, who: str, one: Entrant, place: int) -> EntrantView:
        it, goes = self.it, self._goes(who, place)
        here = it.round.tables.get(one.table) if it.round is not None and it.phase == "playing" else None
        secret = it.terms.wagers.secret
        plays = here is not None and one.standing == "playing"
        return EntrantView(
            number=one.number,
            standing=one.standing,
            round=one.reached,
            table=one.table,
            seat=one.seat,
            bank=one.bank,
            last=one.bank - one.before,
            place=place,
            goes=goes,
            short=max(self.bank - one.bank, 0) if goes == "behind" and plays else 0,
            secrets_left=max(secret.per_session - one.secrets, 0) if secret and plays else 0,
            sealed=len(here.sealed.get(who, ())) if here is not None and here.staked is None else 0,
            warned=one.warned,
            prize=self.prizes.get(who, 0),
        )

    def _goes(self, who: str, place: int) -> Goes:
        if self.final and place:
            prizes = max((it.places[-1] for it in self.it.terms.pool.prizes), default=0)
            return "prize" if place <= prizes else "behind"
        if self.cut is None:
            return ""
        if who in self.firsts:
            return "first"
        return "best" if who in self.through else "behind"


def entrant_name(number: int) -> str:
    """ "E07"."""
    return f"E{number:02d}"
