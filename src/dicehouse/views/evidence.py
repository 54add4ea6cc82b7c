"""The evidence of a dispute: the round it is about, as the journal has it, for the one seat that disputes.

The dice and who keyed them, what was done at that seat and for it, what the table was told meanwhile, refusals, how
each of its wagers ended and what was paid, each with its time, whoever did it and the number of its entry. The round
is that which decided the disputed wager; where no wager is named, the last with a result when the dispute was raised.
Other players are not in it, and the player who disputes has no name in it.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dicehouse.floor.follow_up import BY
from dicehouse.floor.rounds import RoundEntry, RoundRecord, round_at, round_numbered
from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store
from dicehouse.rulebooks import Rulebook
from dicehouse.table import event_of
from dicehouse.table.call_bets import DeclaredLapsed, WagerDeclared
from dicehouse.table.cases import Dispute
from dicehouse.table.craps_roll import RollCalled
from dicehouse.table.dealt import BettingClosed, BettingOpened
from dicehouse.table.dealt_result import DiceUncovered, NoResultCalled, ResultAnnounced, ResultEntered
from dicehouse.table.electronic import DiceReported
from dicehouse.table.explain import dice_of, why
from dicehouse.table.invalidation import OutcomeInvalidated
from dicehouse.table.orders import PLAYER, SPECTATOR, Event, Faces
from dicehouse.table.sentences import sentence
from dicehouse.table.settlement import LosersCollected, WagerPlaced, WagersForfeited, WagersTakenBack, WinnersPaid
from dicehouse.table.state import Table
from dicehouse.views.chronicle import refusal_of
from dicehouse.views.looks import DiceLook, dice_look
from dicehouse.views.parts import Text
from dicehouse.views.rulebook_words import rank_name

KEPT: Final = 200
"""Rounds that are over and remembered, so that an open dispute is not read again with every look at the pit."""
_PLAYER: Final = Text("the player", "玩家")
_HOUSE: Final = Text("the house", "本场")
Decision = LosersCollected | WinnersPaid | WagersTakenBack | WagersForfeited
Keyed = ResultEntered | RollCalled | DiceReported
"""A fact by which dice come to count."""
_DECISIONS: Final = (LosersCollected, WinnersPaid, WagersTakenBack, WagersForfeited)
_KEYED: Final = (ResultEntered, RollCalled, DiceReported)
_TOLD_TO_ALL: Final = (
    BettingOpened, BettingClosed, DiceUncovered, ResultAnnounced, NoResultCalled, OutcomeInvalidated, *_KEYED
)  # fmt: skip


class EvidenceLine(Struct, frozen=True, kw_only=True):
    """Something that was done at the seat, or told to the whole table."""

    at: datetime
    by: Text
    """Rank and name of whoever did it; a player has no name here."""
    entry: int
    """Its number in the journal."""
    words: str
    clause: str
    refused: bool = False
    stake: int | None = None
    """Of a wager that was decided."""
    returned: int = 0
    """What went back to the player for it: winnings, with the stake where it was not lost."""


class EvidenceView(Struct, frozen=True, kw_only=True):
    """The round that a dispute is about."""

    round: int
    over: bool
    """Whether the round has ended; until then there may be more to come."""
    seat: int
    """0: whoever disputes had no seat."""
    look: DiceLook
    dice: Faces
    """Empty: the round has no result."""
    total: int
    keyed_by: Text | None
    keyed_at: datetime | None
    stakes: int
    """Of the wagers of this seat that were decided."""
    returned: int
    lines: tuple[EvidenceLine, ...]


class Evidence:
    """What the journal of one table has on its disputes."""

    def __init__(self, table: Callable[[], Table], store: Store, stream: str) -> None:
        self._table = table
        self._store = store
        self._stream = stream
        self._kept: dict[str, EvidenceView] = {}

    def of(self, dispute: Dispute) -> EvidenceView | None:
        """The round that a dispute is about; None where the table had played none."""
        kept = self._kept.get(dispute.id)
        if kept is not None:
            return kept
        found = self._round(dispute)
        if found is None:
            return None
        view = evidence_view(self._table().book, found, self._seat(dispute, found), dispute)
        if view.over and dispute.bet not in self._table().bets:
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[dispute.id] = view
        return view

    def _round(self, dispute: Dispute) -> RoundRecord | None:
        """The round that decided the wager, or in which it was refused; that of the dispute while the wager stands;
        where none is named, the last that had a result."""
        bet = dispute.bet
        laid = self._at(bet) if bet and bet not in self._table().bets else None
        if laid is not None:
            return self._deciding(bet, laid) if self._laid(bet) is not None else laid
        found = self._at(dispute.id)
        if found is not None and not bet and not _had_result(found, dispute.raised):
            return round_numbered(self._store, self._stream, found.number - 1) or found
        return found

    def _at(self, id: str) -> RoundRecord | None:
        """The round in which a command was given."""
        body = self._store.find(self._stream, id)
        return round_at(self._store, self._stream, entry_of(body).no) if body is not None else None

    def _deciding(self, bet: str, found: RoundRecord) -> RoundRecord:
        """From the round in which a wager was laid to that in which it was decided."""
        while found.over and not _decides(found, bet):
            later = round_numbered(self._store, self._stream, found.number + 1)
            if later is None:
                break
            found = later
        return found

    def _laid(self, bet: str) -> WagerPlaced | None:
        body = self._store.find(self._stream, bet) if bet else None
        events = (event_of(bytes(it)) for it in entry_of(body).events) if body is not None else ()
        return next((it for it in events if isinstance(it, WagerPlaced) and it.bet == bet), None)

    def _seat(self, dispute: Dispute, found: RoundRecord) -> int:
        """Where the person sat who disputes: by their wager, by what they did in that round, or where they sit now."""
        laid = self._laid(dispute.bet)
        then = (it.seat for one in found.told for it in one.events if isinstance(it, WagerPlaced)
                and it.person == dispute.person)  # fmt: skip
        now = self._table().seat_of(dispute.person)
        return (laid.seat if laid else 0) or next(then, 0) or (now.number if now else 0)


def evidence_view(book: Rulebook, found: RoundRecord, seat: int, dispute: Dispute) -> EvidenceView:
    """A round, as far as one seat is concerned."""
    lines = tuple(_lines(book, found, _Side(seat, dispute.person, _bets_of(found, seat) | {dispute.bet})))
    keyed = _keyed(found, dispute)
    dice = keyed.dice if keyed is not None else ()
    return EvidenceView(
        round=found.number,
        over=found.over,
        seat=seat,
        look=dice_look(book),
        dice=dice,
        total=sum(dice),
        keyed_by=by_whom(keyed) if keyed is not None else None,
        keyed_at=keyed.at if keyed is not None else None,
        stakes=sum(it.stake or 0 for it in lines),
        returned=sum(it.returned for it in lines),
        lines=lines,
    )


class _Side(NamedTuple):
    """Whose evidence it is."""

    seat: int
    person: str
    bets: frozenset[str]

    def concerns(self, event: Event) -> bool:
        """Whether a fact is about this seat, this person, or a wager of theirs."""
        seat, person = getattr(event, "seat", 0), getattr(event, "person", "")
        if isinstance(event, WagerDeclared):
            seat, person = event.declared.seat, event.declared.person
        bets = set(event.bets) if isinstance(event, DeclaredLapsed) else {getattr(event, "bet", "")}
        return (
            (self.seat > 0 and seat == self.seat)
            or (bool(person) and person == self.person)
            or not self.bets.isdisjoint(bets - {""})
        )

    def unnamed(self, event: Event) -> Event:
        """The fact without the name of the player."""
        if isinstance(event, WagerDeclared):
            return replace(event, declared=replace(event.declared, person=_PLAYER.en))
        return replace(event, person=_PLAYER.en) if getattr(event, "person", "") else event


def _bets_of(found: RoundRecord, seat: int) -> frozenset[str]:
    """The wagers of a seat that were laid or decided in the round."""
    events = [event for it in found.told for event in it.events]
    laid = {it.bet for it in events if isinstance(it, WagerPlaced) and it.seat == seat}
    ended = {each.bet for it in events if isinstance(it, _DECISIONS) for each in it.settled if each.seat == seat}
    return frozenset(laid | ended) if seat else frozenset()


def _lines(book: Rulebook, found: RoundRecord, side: _Side) -> Iterator[EvidenceLine]:
    for it in found.told:
        refused = _refusal(it, side)
        if refused is not None:
            yield refused
        for place, event in enumerate(it.events):
            if isinstance(event, _DECISIONS):
                yield from _decided(book, it, place, event, side)
            elif isinstance(event, _TOLD_TO_ALL) or side.concerns(event):
                words = sentence(book, side.unnamed(event))
                yield EvidenceLine(at=event.at, by=by_whom(event), entry=it.entry.seq, words=words, clause=event.clause)


def _decided(book: Rulebook, it: RoundEntry, place: int, event: Decision, side: _Side) -> Iterator[EvidenceLine]:
    """How each wager of the seat ended, in words and in money."""
    dice = dice_of(it.events[place:])
    because = event.why if isinstance(event, WagersTakenBack | WagersForfeited) else ""
    for each in event.settled:
        if each.seat == side.seat:
            words, _, clause = why(book, each, dice, because).rpartition(" (")
            yield EvidenceLine(
                at=event.at, by=by_whom(event), entry=it.entry.seq, words=words, clause=clause.removesuffix(")"),
                stake=each.stake, returned=each.returned,
            )  # fmt: skip


def _refusal(it: RoundEntry, side: _Side) -> EvidenceLine | None:
    """What was refused to this seat, or to whoever acted for it."""
    refused = refusal_of(it.entry)
    if refused is None:
        return None
    said = msgspec.json.decode(it.entry.command, type=dict[str, Any])
    if said.get("by") != side.person and (not side.seat or said.get("seat") != side.seat):
        return None
    by = _who(str(said.get("by", "")), str(said.get("role", "")))
    return EvidenceLine(
        at=it.entry.at, by=by, entry=it.entry.seq, words=refused.message, clause=refused.clause or "", refused=True
    )


def _keyed(found: RoundRecord, dispute: Dispute) -> Keyed | None:
    """The dice that decided the disputed wager; else the last that counted before the dispute, as put right since."""
    last: Keyed | None = None
    for it in found.told:
        for event in it.events:
            if isinstance(event, _KEYED):
                since = dispute.raised is not None and event.at > dispute.raised
                last = last if last is not None and since and not _puts_right(event) else event
        if dispute.bet and any(_has(event, dispute.bet) for event in it.events):
            break
    return last


def _puts_right(event: Keyed) -> bool:
    return not isinstance(event, DiceReported) and bool(event.corrects)


def _has(event: Event, bet: str) -> bool:
    return isinstance(event, _DECISIONS) and any(it.bet == bet for it in event.settled)


def _decides(found: RoundRecord, bet: str) -> bool:
    return any(_has(event, bet) for it in found.told for event in it.events)


def _had_result(found: RoundRecord, raised: datetime | None) -> bool:
    keyed = (event for it in found.told for event in it.events if isinstance(event, _KEYED))
    return any(raised is None or it.at <= raised for it in keyed)


def by_whom(event: Event) -> Text:
    return _who(event.by, event.role)


def _who(name: str, role: str) -> Text:
    """Staff by rank and name, a player as one, and what follows from something else as done by the house."""
    if name == BY:
        return _HOUSE
    if role in {PLAYER, SPECTATOR}:
        return _PLAYER
    rank = rank_name(role)
    return Text(f"{rank.en} {name}".strip(), f"{rank.zh} {name}".strip())
