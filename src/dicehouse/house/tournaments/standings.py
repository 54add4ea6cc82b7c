"""Who stands where: by the round reached, then the bank, then the tie rules of the terms in their order.

A lot is the SHA-256 of "dicehouse lot 1", the seed of the round and the player's name, each in a line of its own; the
smaller goes first. A seat is the place that the same of "dicehouse seat 1" gives: players in that order are dealt to
the tables one by one, so that tables differ by one player at most.
"""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from dicehouse.house.tournaments.parts import Tie
from dicehouse.house.tournaments.state import Entrant, Tournament


class Seat(NamedTuple):
    person: str
    table: str
    seat: int


class Cut(NamedTuple):
    """Who goes on after a round, who does not, and who is equal where that matters."""

    through: tuple[str, ...]
    out: tuple[str, ...]
    equal: tuple[str, ...]


def drawn(what: str, seed: str, person: str) -> str:
    return hashlib.sha256(f"dicehouse {what} 1\n{seed}\n{person}".encode()).hexdigest()


def seated(people: Iterable[str], tables: Sequence[str], seed: str) -> tuple[Seat, ...]:
    """Where everyone sits."""
    order = sorted(people, key=lambda it: (drawn("seat", seed, it), it))
    return tuple(
        Seat(person, tables[place % len(tables)], place // len(tables) + 1) for place, person in enumerate(order)
    )


def groups(it: Tournament, people: Iterable[str], ties: Sequence[Tie]) -> list[tuple[str, ...]]:
    """People from the first to the last, those together whom nothing tells apart, in the order of their entries."""

    def key(person: str) -> tuple[Any, ...]:
        entrant = it.entrants[person]
        return (-entrant.reached, -entrant.bank, *(_tie(tie, entrant, person, it) for tie in ties))

    order = sorted(people, key=lambda person: (key(person), it.entrants[person].number))
    return [tuple(same) for _, same in groupby(order, key)]


def _tie(tie: Tie, entrant: Entrant, person: str, it: Tournament) -> Any:
    if tie == "bank-before":
        return -entrant.before
    if tie == "extra-spin":
        return [-net for net in entrant.extra]
    return drawn("lot", it.seeds.get(entrant.reached, ""), person) if tie == "lot" else 0


def placed(it: Tournament) -> list[str]:
    """Everyone who can have a place: who is disqualified, has withdrawn or retired unplaced cannot."""
    gone = {"withdrawn", "disqualified"} | ({"retired"} if it.terms.conduct.retirement == "unplaced" else set())
    return [person for person, entrant in it.entrants.items() if entrant.standing not in gone]


def in_play(it: Tournament, table: str = "") -> list[str]:
    """Who plays in this round, at one table or at all."""
    return [
        person
        for person, entrant in it.entrants.items()
        if entrant.standing == "playing" and (not table or entrant.table == table)
    ]


def cut(it: Tournament) -> Cut:
    """The line after a round: the first of each table, then the best of the rest until the places are taken.

    A table that has fewer players than go on from it leaves its places to the rest. Players who are equal matter only
    if some of them go on and some do not.
    """
    wanted, ties = it.terms.format.rounds[it.rounds], it.terms.format.ties
    people = in_play(it)
    through: list[str] = []
    at_a_line: list[tuple[str, ...]] = []
    for table in sorted({it.entrants[person].table for person in people}):
        _take(groups(it, in_play(it, table), ties), wanted.top, through, at_a_line)
    goes_on = set(through)
    rest = groups(it, [person for person in people if person not in goes_on], ties)
    _take(rest, wanted.places - len(through), through, at_a_line)
    goes_on = set(through)
    equal = next((same for same in at_a_line if 0 < len(goes_on.intersection(same)) < len(same)), ())
    order = [person for same in groups(it, people, ties) for person in same]
    return Cut(
        tuple(person for person in order if person in goes_on),
        tuple(person for person in order if person not in goes_on),
        equal,
    )


def _take(order: Sequence[tuple[str, ...]], places: int, through: list[str], at_a_line: list[tuple[str, ...]]) -> None:
    """As many as there are places; those who are equal at the last of them are noted."""
    for same in order:
        taken = same[: max(places, 0)]
        through += taken
        places -= len(taken)
        if 0 < len(taken) < len(same):
            at_a_line.append(same)


def final_order(it: Tournament) -> list[tuple[str, ...]]:
    """Everyone with a place, from the winner on; staff too, who take no prize."""
    return groups(it, placed(it), it.terms.winners.ties)


def undecided(it: Tournament) -> tuple[str, ...]:
    """Players of the final who are equal at a place with a prize, where the terms do not share it."""
    if "share" in it.terms.winners.ties:
        return ()
    prizes, place = len([each for prize in it.terms.pool.prizes for each in prize.places]), 1
    for same in groups(it, [who for who in placed(it) if not it.entrants[who].staff], it.terms.winners.ties):
        if place > prizes:
            break
        if len(same) > 1 and it.entrants[same[0]].standing == "playing":
            return same
        place += len(same)
    return ()
