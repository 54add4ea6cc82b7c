"""Replay a round from the journal, clause by clause: what happened, by which rule, and what was checked again.

Three things are worked out a second time: that the opened seal is the one that was published, that the areas lit are
those of the rulebook, and what every decided wager was due, by the auditor's own tables.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from dicehouse.floor.rounds import RoundEntry, RoundRecord
from dicehouse.layout import Ended
from dicehouse.money import Cents, in_chips
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.table.bets import Settled
from dicehouse.table.craps_roll import RollCalled, RollSettled
from dicehouse.table.dealt import DiceTumbled
from dicehouse.table.dealt_result import DiceUncovered, ResultEntered
from dicehouse.table.electronic import DiceReported
from dicehouse.table.explain import dice_of, ended_apart, why
from dicehouse.table.orders import Event, Faces
from dicehouse.table.program import ProgramStarted, SnapshotRecorded
from dicehouse.table.sealing import DiceSealed, opens
from dicehouse.table.settlement import (
    LosersCollected,
    WagerPlaced,
    WagerRestaked,
    WagersForfeited,
    WagersTakenBack,
    WinnersPaid,
)
from dicehouse.table.settling import RoundBegan, RoundEnded, lit
from dicehouse.table.wagering import WageringOpened
from dicehouse.views.chronicle import refusal_of, told
from dicehouse.views.looks import DiceLook, dice_look
from dicehouse.views.parts import Text, money
from dicehouse.views.rosters import position_name

if TYPE_CHECKING:
    from dicehouse.audit.compiled import Compiled

Check = Literal["", "agrees", "differs"]
MOST_SETTLED: Final = 400
"""Settlements that are listed; all are settled again."""
_DECISIONS: Final = (LosersCollected, WinnersPaid, WagersTakenBack, WagersForfeited)


class StepView(Struct, frozen=True, kw_only=True):
    """Something that happened in a round."""

    at: datetime
    seq: int
    words: str
    gist: str
    """What the clause asks, in our words; empty where there is none."""
    clause: str
    refused: bool
    check: Check
    """Whether it was worked out again, and how that came out."""
    checked: str
    """What was worked out; empty where nothing was."""


class RollTold(Struct, frozen=True):
    """Dice that counted."""

    dice: Faces
    total: int


class SettledView(Struct, frozen=True, kw_only=True):
    """A wager that was decided, and what the auditor makes of it."""

    seat: int
    name: str
    result: str
    stake: int
    returned: int
    net: int
    words: str
    clause: str
    due: int | None
    """What the auditor says was due; None where dice did not decide it, so that there is nothing to settle."""


class WorkerView(Struct, frozen=True):
    """Someone of the staff who was signed on."""

    position: Text
    staff: str


class ToldView(Struct, frozen=True, kw_only=True):
    """A round, explained."""

    table: str
    rulebook: str
    document: str
    round: int
    over: bool
    began: datetime | None
    ended: datetime | None
    crew: tuple[WorkerView, ...]
    """Who of the staff was signed on when it began; reliefs since then are among the steps."""
    rolls: tuple[RollTold, ...]
    """At craps each roll of the round."""
    faces: tuple[str, ...]
    look: DiceLook
    """How the dice are drawn."""
    first: int
    last: int
    """The entries of the journal that it lies in."""
    head: str
    """The hash of the last of them."""
    steps: tuple[StepView, ...]
    settled: tuple[SettledView, ...]
    decided: int
    """How many wagers were decided, also those that are not listed."""
    postings: int
    """What all postings of the round add up to."""
    again: int
    """How many wagers the auditor settled again."""
    equal: int
    """How many of them came out the same."""
    auditor: str
    """Why the auditor could not look; empty where it did."""
    program: str
    """The hash of the program that led the table."""
    rulebook_hash: str
    same_rulebook: bool
    """Whether the rulebook in force now is the one of the round."""
    earlier: int
    later: int
    """The numbers of the rounds beside it; 0: there is none."""


def told_view(found: RoundRecord, book: Rulebook, table: str, chip: int, zone: ZoneInfo) -> ToldView:
    """The round as the journal has it, told by the rulebook that the table goes by."""
    events = [event for it in found.told for event in it.events]
    begins = (it for it in events if isinstance(it, RoundBegan | WageringOpened) and it.round == found.number)
    begun = next(begins, None)
    ended = next((it for it in events if isinstance(it, RoundEnded)), None)
    decided = list(_decided(found.told))
    compiled, missing = _compiled(book, chip)
    settled = [_settled(book, compiled, it, dice, because) for it, dice, because in decided]
    again = [it for it in settled if it.due is not None]
    whole = [it for it in found.told if it.whole]
    return ToldView(
        table=table,
        rulebook=book.id,
        document=book.document,
        round=found.number,
        over=found.over,
        began=begun.at if begun else None,
        ended=ended.at if ended else None,
        crew=tuple(WorkerView(position_name(at), who) for at, who in begun.crew.items()) if begun else (),
        rolls=tuple(
            RollTold(it.dice, sum(it.dice)) for it in events if isinstance(it, RoundEnded | RollSettled) and it.dice
        ),
        faces=tuple(book.game.faces),
        look=dice_look(book),
        first=found.told[0].entry.seq,
        last=found.told[-1].entry.seq,
        head=found.told[-1].hash,
        steps=tuple(_steps(found, book, zone)),
        settled=tuple(settled[:MOST_SETTLED]),
        decided=len(settled),
        postings=sum(posting.amount for it in whole for posting in it.entry.postings),
        again=len(again),
        equal=sum(it.due == it.returned for it in again),
        auditor=missing,
        program=begun.program if begun else "",
        rulebook_hash=begun.rulebook if begun else "",
        same_rulebook=begun is None or begun.rulebook in {"", book.hash},
        earlier=found.number - 1,
        later=found.number + 1 if found.over else 0,
    )


# --- what happened


def _steps(found: RoundRecord, book: Rulebook, zone: ZoneInfo) -> Iterator[StepView]:
    """Step by step; wagers that were laid one after the other are one step, and so are refusals of one kind."""
    seals: dict[str, str] = {}
    for key, group in groupby(found.told, _like):
        entries = list(group)
        if key == "wagers":
            yield _laid(entries, book)
        elif key.startswith("refused"):
            yield _refused(entries, book)
        else:
            for it in entries:
                yield from (_step(event, it, book, zone, seals) for event in it.events if _is_told(event))


def _is_told(event: Event) -> bool:
    return not isinstance(event, ProgramStarted | SnapshotRecorded)


def _like(it: RoundEntry) -> str:
    """Under which entries that follow each other are told together."""
    refused = refusal_of(it.entry)
    if refused is not None:
        return f"refused {refused.why} {refused.clause}"
    laid = bool(it.events) and all(isinstance(event, WagerPlaced | WagerRestaked) for event in it.events)
    return "wagers" if laid else "else"


def _laid(entries: list[RoundEntry], book: Rulebook) -> StepView:
    """Chips that came on a wager count with it; what it was before they came is told by the step before."""
    placed = [event for it in entries for event in it.events if isinstance(event, WagerPlaced | WagerRestaked)]
    stakes = sum(it.stake - (it.was if isinstance(it, WagerRestaked) else 0) for it in placed)
    seats, wagers = len({it.seat for it in placed}), len({it.bet for it in placed})
    words = f"{_many(wagers, 'wager')} from {_many(seats, 'seat')}, {money(stakes)}"
    first = entries[0]
    clauses = {it.clause for it in placed}
    clause = clauses.pop() if len(clauses) == 1 else ""
    return _made(first, first.events[0].at, words, clause, book)


def _refused(entries: list[RoundEntry], book: Rulebook) -> StepView:
    first = entries[0]
    refused = refusal_of(first.entry)
    said = msgspec.json.decode(first.entry.command, type=dict[str, Any])
    message = refused.message if refused else ""
    words = f"Refused, {said.get('do', '')}: {message}" + (f" ({len(entries)} times)" if len(entries) > 1 else "")
    return _made(first, first.entry.at, words, (refused.clause if refused else None) or "", book, refused=True)


def _step(event: Event, it: RoundEntry, book: Rulebook, zone: ZoneInfo, seals: dict[str, str]) -> StepView:
    check, checked = _checked(event, book, seals)
    return _made(it, event.at, told(event, book, zone), event.clause, book, check=check, checked=checked)


def _made(  # noqa: PLR0913  # what a step is made of
    it: RoundEntry,
    at: datetime,
    words: str,
    clause: str,
    book: Rulebook,
    *,
    refused: bool = False,
    check: Check = "",
    checked: str = "",
) -> StepView:
    gist = clauses_of(book.document)[clause].gist if clause in clauses_of(book.document) else ""
    return StepView(
        at=at, seq=it.entry.seq, words=words, gist=gist, clause=clause, refused=refused, check=check, checked=checked
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# --- what is checked anew


def _checked(event: Event, book: Rulebook, seals: dict[str, str]) -> tuple[Check, str]:
    if isinstance(event, DiceTumbled | DiceSealed):
        seals["seal"] = event.seal
        return "", f"Sealed as {event.seal[:12]}" if event.seal else ""
    if isinstance(event, DiceUncovered | DiceReported | RollCalled) and event.salt:
        same = opens(event.seal or seals.get("seal", ""), event.salt, event.dice)
        return _outcome(same), "The opened seal has these dice in it" if same else "The seal was made of other dice"
    if isinstance(event, ResultEntered) and not event.differs:
        same = set(event.areas) <= set(lit(book, event.dice)) and bool(event.areas)
        said = "The areas lit are those of the rulebook" if same else "The areas lit are not those of the rulebook"
        return _outcome(same), said
    return "", ""


def _outcome(same: bool) -> Check:
    return "agrees" if same else "differs"


def _decided(entries: Iterable[RoundEntry]) -> Iterator[tuple[Settled, Faces, str]]:
    """Every wager that was decided, with the dice that did it and the words of whoever ended it without dice."""
    for entry in entries:
        for place, event in enumerate(entry.events):
            if isinstance(event, _DECISIONS):
                because = event.why if isinstance(event, WagersTakenBack | WagersForfeited) else ""
                dice = dice_of(entry.events[place:])
                yield from ((it, dice, because) for it in event.settled)


def _settled(book: Rulebook, compiled: "Compiled | None", it: Settled, dice: Faces, because: str) -> SettledView:
    said = why(book, it, dice, because)
    words, _, clause = said.rpartition(" (")
    return SettledView(
        seat=it.seat,
        name=book.wagers[it.wager].name,
        result=it.result,
        stake=it.stake,
        returned=it.returned,
        net=it.returned - it.stake,
        words=words.partition(": ")[2] or words,
        clause=clause.removesuffix(")"),
        due=_due(compiled, it, dice) if compiled else None,
    )


_TABLES: Final[dict[tuple[str, int], "Compiled"]] = {}
"""The auditor's tables by the hash of the rulebook and the smallest chip; a house has few of either."""


def _compiled(book: Rulebook, chip: int) -> tuple["Compiled | None", str]:
    if find_spec("numpy") is None:
        return None, "the auditor needs the fast extra: pip install 'dicehouse[fast]'"
    from dicehouse.audit.compiled import Compiled

    if (book.hash, chip) not in _TABLES:
        _TABLES[book.hash, chip] = Compiled(book, Cents(chip))
    return _TABLES[book.hash, chip], ""


def _due(compiled: "Compiled", it: Settled, dice: Faces) -> int | None:
    """What the auditor's tables say of a wager that these dice decided."""
    if not dice or not it.state or it.wager not in compiled.codes or ended_apart(compiled.book, it, dice):
        return None
    wager = compiled.book.wagers[it.wager]
    state = compiled.first_state[compiled.codes[it.wager]] + wager.rules.number(it.state)
    asleep = bool(wager.off_when) and it.result == Ended.PUSH
    effect = compiled.effect(state, compiled.book.dice.index(dice), asleep=asleep)
    if effect.refunds:  # a commission comes back too, of which a decided wager says nothing
        return None
    won = in_chips(it.stake * effect.pays, effect.whole, compiled.chip, compiled.book.rounding)
    return int(won) + it.stake * effect.back // effect.whole
