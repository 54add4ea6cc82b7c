"""The draw: a secret promised before, entries sealed, a scrutineer's word, and winners by the published rule.

`lot` says how the winners follow from these, and everything needed to work it out again is in the journal.
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from dicehouse.house.orders import DEVICE, LADDER, SCRUTINEER, Appliers, Order, Orders
from dicehouse.house.promotions.editions import SCRUTINEER_ABOVE
from dicehouse.house.promotions.lot import Winner, commitment, entries_hash, seed, winners
from dicehouse.house.promotions.publishing import found_promotion, of_edition
from dicehouse.house.promotions.state import Draw, Promotion, Won
from dicehouse.house.promotions.terms import Prize
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import INSPECTOR, Answer, Command, Event, Moment, Name, Words, stamp

MANAGER, OPERATOR = LADDER[2], LADDER[3]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Promise = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", description="a SHA-256, or nothing")]
Secret = Annotated[str, Meta(max_length=256, pattern="^([ -~]{32,256})?$")]
Word = Annotated[str, Meta(min_length=1, max_length=256, pattern="^[ -~]+$")]


class CommitDraw(Command, frozen=True):
    """Promise a secret: SHA-256 of it, before entries close."""

    promotion: Name
    commitment: Promise = ""
    """Empty: a running house draws a secret itself and keeps it under seal."""


class SealEntries(Command, frozen=True):
    """Close the entries and fix them by their hash."""

    promotion: Name


class WitnessDraw(Command, frozen=True):
    """The scrutineer oversees the draw and adds a word of their own choice."""

    promotion: Name
    word: Word


class OpenDraw(Command, frozen=True):
    """Open the secret, from which the winners follow."""

    promotion: Name
    secret: Secret = ""
    """Empty: the one that a running house keeps under seal."""


class StopDraw(Command, frozen=True):
    """Postpone or cancel a draw whose integrity is in doubt."""

    promotion: Name
    what: Literal["postpone", "cancel"]
    reason: Words


class ResumeDraw(Command, frozen=True):
    """Go on with a draw once its integrity is shown."""

    promotion: Name
    reason: Words


class DrawCommitted(Event, frozen=True):
    """The house is bound to a secret that nobody knows."""

    promotion: str
    commitment: str


class EntriesSealed(Event, frozen=True):
    """No entry can be added, changed or taken away."""

    promotion: str
    hash: str
    entries: int
    persons: int


class DrawWitnessed(Event, frozen=True):
    """The scrutineer is there and has chosen a word."""

    promotion: str
    scrutineer: str
    word: str


class DrawOpened(Event, frozen=True):
    """The winners are known."""

    promotion: str
    secret: str
    seed: str
    winners: tuple[Winner, ...]
    told_by: Moment | None
    """By when they must be told; None where they had to be there."""


class DrawStopped(Event, frozen=True):
    """A draw was postponed or cancelled."""

    promotion: str
    what: str
    reason: str


class DrawResumed(Event, frozen=True):
    """A postponed draw can go on."""

    promotion: str
    reason: str


def single_prizes(prizes: tuple[Prize, ...]) -> list[Prize]:
    """Every prize as often as there are of it, in the order of the terms."""
    return [it for it in prizes for _ in range(it.number)]


def needs_scrutineer(it: Promotion) -> bool:
    """Whether a single prize is worth more than what may be drawn without one (H3)."""
    return any(prize.value > SCRUTINEER_ABOVE for prize in it.terms.prizes)


def _going_on(house: House, name: str) -> Promotion | Refused:
    """A promotion whose draw is neither made nor stopped."""
    it = found_promotion(house, name)
    if isinstance(it, Refused):
        return it
    if it.stopped:
        return Refused(Why.PLAY_STOPPED, of_edition(it).clause("12"), "draw-postponed", name=name, stopped=it.stopped)
    if it.draw.secret:
        return Refused(Why.ALREADY_DONE, None, "drawn-already", name=name, at=it.draw.at)
    return it


def commit_draw(house: House, command: CommitDraw) -> Answer:
    """A promise made after entries closed would be worth nothing."""
    it = _going_on(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("7.1")
    if it.draw.committed:
        return Refused(
            Why.ALREADY_DONE, clause, "secret-promised", promotion=command.promotion, committed=it.draw.committed
        )
    if it.draw.sealed or _closed(it, command.at):
        return Refused(
            Why.TOO_LATE,
            clause,
            "commit-after-close",
            promotion=command.promotion,
            entries_close=it.terms.entries_close,
        )
    if not command.commitment:
        return Refused(Why.NOT_DECLARED, clause, "promise-missing", promotion=command.promotion)
    return (DrawCommitted(promotion=command.promotion, commitment=command.commitment, clause=clause, **stamp(command)),)


def _closed(it: Promotion, at: datetime) -> bool:
    return it.terms.entries_close is not None and at >= it.terms.entries_close


def seal_entries(house: House, command: SealEntries) -> Answer:
    it = _going_on(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("7.6")
    if it.draw.sealed:
        return Refused(Why.ALREADY_DONE, clause, "entries-sealed", promotion=command.promotion)
    if not _closed(it, command.at):
        return Refused(
            Why.NOT_YET, clause, "entries-not-closed", promotion=command.promotion, entries_close=it.terms.entries_close
        )
    if not it.draw.committed:
        return Refused(Why.OUT_OF_ORDER, clause, "no-secret-promised", promotion=command.promotion)
    if not it.entries:
        return Refused(Why.NOT_ENOUGH, clause, "no-entries", promotion=command.promotion)
    return (
        EntriesSealed(
            promotion=command.promotion,
            hash=entries_hash(it.entries),
            entries=sum(entry.number for entry in it.entries),
            persons=len(it.earned),
            clause=clause,
            **stamp(command),
        ),
    )


def witness_draw(house: House, command: WitnessDraw) -> Answer:
    it = _going_on(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("2")
    if not it.draw.sealed:
        return Refused(Why.NOT_YET, clause, "no-word-before-seal", promotion=command.promotion)
    if it.terms.scrutineer and command.by != it.terms.scrutineer:
        return Refused(Why.NOT_ALLOWED, clause, "another-scrutineer", by=command.by, scrutineer=it.terms.scrutineer)
    if it.draw.scrutineer:
        return Refused(
            Why.ALREADY_DONE, clause, "word-chosen", promotion=command.promotion, scrutineer=it.draw.scrutineer
        )
    return (
        DrawWitnessed(
            promotion=command.promotion, scrutineer=command.by, word=command.word, clause=clause, **stamp(command)
        ),
    )


def open_draw(house: House, command: OpenDraw) -> Answer:
    it = _going_on(house, command.promotion)
    if isinstance(it, Refused):
        return it
    of = of_edition(it)
    refused = _not_ready(it, command)
    if refused is not None:
        return refused
    made = seed(command.secret, it.draw.sealed, it.draw.word)
    found = winners(made, it.entries, len(single_prizes(it.terms.prizes)), one_each=it.terms.one_prize_each)
    return (
        DrawOpened(
            promotion=command.promotion,
            secret=command.secret,
            seed=made,
            winners=found,
            told_by=None if it.terms.present else command.at + of.told_within,
            clause=of.clause("7.1"),
            **stamp(command),
        ),
    )


def _not_ready(it: Promotion, command: OpenDraw) -> Refused | None:
    of, name = of_edition(it), command.promotion
    if not it.draw.sealed:
        return Refused(Why.OUT_OF_ORDER, of.clause("7.6"), "entries-not-sealed", name=name)
    if it.terms.draw_at is not None and command.at < it.terms.draw_at:
        return Refused(Why.NOT_YET, of.clause("7.7"), "drawn-later", name=name, draw_at=it.terms.draw_at)
    if needs_scrutineer(it) and not it.draw.scrutineer:
        highest = max(prize.value for prize in it.terms.prizes)
        return Refused(
            Why.OUT_OF_ORDER,
            of.clause("2"),
            "scrutineer-needed",
            name=name,
            highest=highest,
            scrutineer_above=SCRUTINEER_ABOVE,
            scrutineer=it.terms.scrutineer,
        )
    if commitment(command.secret) != it.draw.committed:
        return Refused(
            Why.ENTRY_DIFFERS,
            of.clause("7.1"),
            "secret-differs" if command.secret else "secret-missing",
            name=name,
            given=commitment(command.secret),
            committed=it.draw.committed,
        )
    return None


def stop_draw(house: House, command: StopDraw) -> Answer:
    """An inspector is told within the document's time (H6)."""
    it = _going_on(house, command.promotion)
    if isinstance(it, Refused):
        return it
    of = of_edition(it)
    stamped = stamp(command)
    return (
        DrawStopped(
            promotion=command.promotion, what=command.what, reason=command.reason, clause=of.clause("12"), **stamped
        ),
        NoticeGiven(
            id=f"{command.id}/inspector",
            to=INSPECTOR,
            about=f"the draw of {command.promotion}: {command.what}, {command.reason}",
            due=command.at + of.compromised_within,
            clause=of.clause("12"),
            **stamped,
        ),
    )


def resume_draw(house: House, command: ResumeDraw) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("12")
    if not it.stopped:
        return Refused(Why.OUT_OF_ORDER, clause, "draw-not-postponed", promotion=command.promotion)
    return (DrawResumed(promotion=command.promotion, reason=command.reason, clause=clause, **stamp(command)),)


# --- what the facts do


def draw_committed(house: House, event: DrawCommitted) -> None:
    house.promotions[event.promotion].draw = Draw(committed=event.commitment)


def entries_sealed(house: House, event: EntriesSealed) -> None:
    house.promotions[event.promotion].draw.sealed = event.hash


def draw_witnessed(house: House, event: DrawWitnessed) -> None:
    draw = house.promotions[event.promotion].draw
    draw.scrutineer, draw.word = event.scrutineer, event.word


def draw_opened(house: House, event: DrawOpened) -> None:
    it = house.promotions[event.promotion]
    it.draw.secret, it.draw.at = event.secret, event.at
    prizes = single_prizes(it.terms.prizes)
    for won in event.winners:
        prize = prizes[won.prize - 1]
        it.won[won.prize] = Won(prize=prize, person=won.person, entry=won.entry, told_by=event.told_by)


def draw_stopped(house: House, event: DrawStopped) -> None:
    it = house.promotions[event.promotion]
    if event.what == "cancel":
        it.cancelled = event.reason
    else:
        it.stopped = event.reason


def draw_resumed(house: House, event: DrawResumed) -> None:
    house.promotions[event.promotion].stopped = ""


COMMANDS: Orders = {
    CommitDraw: Order(commit_draw, MANAGER),
    SealEntries: Order(seal_entries, MANAGER, (DEVICE,)),
    WitnessDraw: Order(witness_draw, others=(SCRUTINEER,)),
    OpenDraw: Order(open_draw, MANAGER),
    StopDraw: Order(stop_draw, OPERATOR),
    ResumeDraw: Order(resume_draw, OPERATOR),
}
APPLIERS: Appliers = {
    DrawCommitted: draw_committed,
    EntriesSealed: entries_sealed,
    DrawWitnessed: draw_witnessed,
    DrawOpened: draw_opened,
    DrawStopped: draw_stopped,
    DrawResumed: draw_resumed,
}
