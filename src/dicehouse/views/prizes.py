"""Tournaments and promotions as an inspector reads them: everything, with names, and each draw worked out again.

Nothing here can be done; draws and seats are worked out by the verifier's own rule, not by the one that drew.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house.promotions.drawing import single_prizes
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.house.tournaments.state import Tournament
from dicehouse.journal.verify import draws, seating
from dicehouse.views.due import DueLine, due_lines
from dicehouse.views.promotion import PromotionLine, promotion_lines, tournament_lines
from dicehouse.views.promotion_claims import AttemptLine, attempts
from dicehouse.views.promotion_page import PromotionPage, SheetSection, promotion_page, sheet_sections
from dicehouse.views.tournament import TournamentView, tournament_view

MOST: Final = 500
"""Lines of entries that are listed; the journal has all."""


class PrizesView(Struct, frozen=True, kw_only=True):
    """Every tournament and promotion, and what is due in them."""

    now: datetime
    due: tuple[DueLine, ...]
    tournaments: tuple[PromotionLine, ...]
    promotions: tuple[PromotionLine, ...]


class Milestone(Struct, frozen=True):
    """Something that has happened, or is still to come."""

    what: str
    """A key for which the console has words."""
    at: datetime | None


class EntrantRecord(Struct, frozen=True, kw_only=True):
    """An entrant with everything that is on record."""

    number: int
    person: str
    standing: str
    accepted: int
    briefed: bool
    staff: bool
    publicity: bool
    substitute_of: str
    paid: int
    bank: int
    warned: int
    owed: int


class RulingRecord(Struct, frozen=True):
    person: str
    table: str
    about: str
    decision: str
    advised: bool


class SeatsProof(Struct, frozen=True, kw_only=True):
    """What the seats of a round were promised by and drawn from."""

    round: int
    promised: str
    seed: str
    agrees: bool | None
    """Whether the seed is the promised one, and gives the seats of the round that is played; None before it is open."""


class TournamentRecord(Struct, frozen=True, kw_only=True):
    """One tournament, whole."""

    now: datetime
    board: TournamentView
    milestones: tuple[Milestone, ...]
    director: str
    deputies: tuple[str, ...]
    away: str
    entrants: tuple[EntrantRecord, ...]
    refused: tuple[tuple[str, str], ...]
    """Applications that were refused, and why."""
    rulings: tuple[RulingRecord, ...]
    seats: tuple[SeatsProof, ...]
    results: str
    due: tuple[DueLine, ...]
    sections: tuple[SheetSection, ...]


class WonRecord(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    value: int
    person: str
    entry: int
    told_by: datetime | None
    attempts: tuple[AttemptLine, ...]
    awarded: datetime | None


class ClaimRecord(Struct, frozen=True, kw_only=True):
    person: str
    prize: int
    at: datetime
    denied: str
    met: bool


class DisputeRecord(Struct, frozen=True):
    person: str
    about: str
    decision: str
    advised: bool


class PromotionRecord(Struct, frozen=True, kw_only=True):
    """One promotion, whole."""

    page: PromotionPage
    milestones: tuple[Milestone, ...]
    proposed: bool
    """Whether a change of terms waits for the regulator."""
    entries: tuple[tuple[str, int], ...]
    """In the order they were earned, as they are sealed."""
    more: int
    """Lines of entries that are not listed."""
    shut_out: tuple[tuple[str, str], ...]
    agrees: bool | None
    """Whether the winners are those that the secret gives; None before the draw."""
    won: tuple[WonRecord, ...]
    claims: tuple[ClaimRecord, ...]
    disputes: tuple[DisputeRecord, ...]
    due: tuple[DueLine, ...]


def prizes_view(house: House, at: datetime) -> PrizesView:
    return PrizesView(
        now=at,
        due=tuple(due_lines(house, at)),
        tournaments=tournament_lines(house),
        promotions=promotion_lines(house),
    )


def tournament_record(house: House, it: Tournament, at: datetime) -> TournamentRecord:
    return TournamentRecord(
        now=at,
        board=tournament_view(house, it, at),
        milestones=tuple(
            Milestone(what, moment)
            for what, moment in (
                ("approved", it.approved), ("available", it.available), ("notified", it.notified),
                ("closes", it.terms.details.entries_close), ("starts", it.starts),
            )
        ),
        director=it.director,
        deputies=tuple(it.deputies),
        away=it.away,
        entrants=tuple(_entrants(it)),
        refused=tuple(it.refused.items()),
        rulings=tuple(
            RulingRecord(each.person, each.table, each.about, each.decision, each.advised)
            for each in it.rulings.values()
        ),
        seats=tuple(_seats(it)),
        results=it.results,
        due=tuple(due_lines(house, at, it.terms.id)),
        sections=sheet_sections(it.terms),
    )  # fmt: skip


def _entrants(it: Tournament) -> Iterator[EntrantRecord]:
    for who, one in it.entrants.items():
        yield EntrantRecord(
            number=one.number,
            person=who,
            standing=one.standing,
            accepted=one.accepted,
            briefed=one.briefed,
            staff=one.staff,
            publicity=one.publicity,
            substitute_of=one.for_,
            paid=sum(one.paid.values()),
            bank=one.bank,
            warned=one.warned,
            owed=it.owed.get(who, 0),
        )


def _seats(it: Tournament) -> Iterator[SeatsProof]:
    for number in sorted({*it.promised, *it.seeds}):
        promised, seed = it.promised.get(number, ""), it.seeds.get(number, "")
        agrees = None
        if seed:
            agrees = hashlib.sha256(seed.encode()).hexdigest() == promised and _are_seated(it, number, seed)
        yield SeatsProof(round=number, promised=promised, seed=seed, agrees=agrees)


def _are_seated(it: Tournament, number: int, seed: str) -> bool:
    """Whether everyone sits where the seed puts them, as far as this round is still the latest."""
    if it.round is None or it.round.number != number:
        return True
    here = {who: (one.table, one.seat) for who, one in it.entrants.items() if one.reached == number}
    found = seating.drawn(seed, tuple(here), tuple(it.round.tables))
    return {who: (table, seat) for who, table, seat in found} == here


def promotion_record(house: House, it: Promotion, at: datetime) -> PromotionRecord:
    entries = tuple((each.person, each.number) for each in it.entries)
    return PromotionRecord(
        page=promotion_page(it, at),
        milestones=tuple(
            Milestone(what, moment)
            for what, moment in (
                ("filed", it.filed), ("published", it.published), ("starts", it.terms.starts),
                ("closes", it.terms.entries_close), ("draws", it.terms.draw_at), ("drawn", it.draw.at),
            )
        ),
        proposed=it.proposed is not None,
        entries=entries[:MOST],
        more=max(len(entries) - MOST, 0),
        shut_out=tuple(it.shut_out.items()),
        agrees=_agrees(it, entries),
        won=tuple(_won(it)),
        claims=tuple(_claims(it)),
        disputes=tuple(
            DisputeRecord(each.person, each.about, each.decision, each.advised) for each in it.disputes.values()
        ),
        due=tuple(due_lines(house, at, it.terms.id)),
    )  # fmt: skip


def _agrees(it: Promotion, entries: tuple[tuple[str, int], ...]) -> bool | None:
    draw = it.draw
    if not draw.secret:
        return None
    sealed = draws.digest("".join(f"{number} {person}\n" for person, number in entries))
    seed = draws.digest(f"dicehouse draw 1\n{draw.secret}\n{sealed}\n{draw.word}")
    prizes = len(single_prizes(it.terms.prizes))
    due = draws.drawn(seed, entries, prizes, one_each=it.terms.one_prize_each)
    told = [(number, won.entry, won.person) for number, won in it.won.items()]
    return draws.digest(draw.secret) == draw.committed and sealed == draw.sealed and told == due


def _won(it: Promotion) -> Iterator[WonRecord]:
    for number, won in it.won.items():
        yield WonRecord(
            number=number,
            name=won.prize.name,
            value=won.prize.value,
            person=won.person,
            entry=won.entry,
            told_by=won.told_by,
            attempts=attempts(won),
            awarded=won.awarded,
        )


def _claims(it: Promotion) -> Iterator[ClaimRecord]:
    for one in it.claims.values():
        won = it.won[one.prize]
        met = won.awarded is not None and won.person == one.person and not one.denied
        yield ClaimRecord(person=one.person, prize=one.prize, at=one.at, denied=one.denied, met=met)
