"""Who may not play: exclusions from a table, a game or the casino, and pauses, on record for the whole house.

They are ordered at a table by the rank that its document names, or in the house by a gaming manager; the house keeps
them and every table that they concern is told. Someone who is excluded from the casino does nothing at the cage but be
paid what is owed. Where a document only lets an exclusion be recommended, a gaming manager decides.
"""

from datetime import datetime
from typing import Final

from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.state import ExclusionRecord, House, Recommendation
from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Exclusion
from dicehouse.table.conduct import SCOPES
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import Answer, Command, Event, Moment, Name, Words, stamp

MANAGER: Final = "gaming-manager"


class RecordExclusion(Command, frozen=True):
    """Put on record that a table has excluded someone."""

    person: Name
    table: Name
    game: Name
    exclusion: Exclusion


class RecordLifting(Command, frozen=True):
    """Put on record that a table has let someone in again."""

    person: Name
    exclusion: Exclusion
    reason: Words


class RecordPause(Command, frozen=True):
    """Put on record that a table keeps someone from wagering for a while."""

    person: Name
    until: Moment


class RecommendExclusion(Command, frozen=True):
    """Put on record that a table recommends to exclude someone from the casino."""

    person: Name
    table: Name
    clause: Name
    reason: Words


class ExcludeFromCasino(Command, frozen=True):
    """Exclude someone from the casino; by a recommendation, that is decided by it."""

    person: Name
    reason: Words
    until: Moment | None = None
    """Without it until it is lifted."""


class DeclineRecommendation(Command, frozen=True):
    """Leave someone in the casino whom a table recommends to exclude."""

    person: Name
    reason: Words


class EndExclusion(Command, frozen=True):
    """Let someone in again who was excluded from the casino, a game or a table."""

    person: Name
    reason: Words


class ExclusionRecorded(Event, frozen=True):
    """Someone may not play."""

    person: str
    record: ExclusionRecord


class ExclusionEnded(Event, frozen=True):
    """Someone may play again, as far as this exclusion goes."""

    person: str
    record: ExclusionRecord
    reason: str


class PauseRecorded(Event, frozen=True):
    """Someone is kept from wagering for a while."""

    person: str
    until: datetime


class ExclusionRecommended(Event, frozen=True):
    """A table recommends to exclude someone from the casino."""

    person: str
    recommendation: Recommendation


class RecommendationDeclined(Event, frozen=True):
    """Someone stays in the casino."""

    person: str
    recommendation: Recommendation
    reason: str


# --- who may not play


def exclusion_at(house: House, person: str, table: str, *, game: str, document: str, at: datetime) -> Exclusion | None:
    """The furthest exclusion by which someone may not play at a table."""
    there = [it for it in in_force(house, person, at) if it.concerns(table, game, document)]
    return max((it.exclusion for it in there), key=lambda it: SCOPES.index(it.out_of), default=None)


def in_force(house: House, person: str, at: datetime) -> tuple[ExclusionRecord, ...]:
    """What someone is excluded from at a moment."""
    return tuple(it for it in house.exclusions.get(person, ()) if not it.exclusion.until or at < it.exclusion.until)


def from_casino(house: House, person: str, at: datetime) -> Exclusion | None:
    """The exclusion by which someone may not be in the casino at all."""
    return next((it.exclusion for it in in_force(house, person, at) if it.exclusion.out_of == "casino"), None)


def shut_out(house: House, command: Command) -> Refused | None:
    """Whether a command is for someone who is excluded from the casino; one that pays them is not asked about."""
    voucher = house.vouchers.get(getattr(command, "voucher", ""))
    holder = voucher.person if voucher else ""
    for person in {holder, getattr(command, "person", ""), getattr(command, "patron", "")} - {""}:
        found = from_casino(house, person, command.at)
        if found:
            return Refused(
                Why.EXCLUDED,
                found.clause,
                "excluded-from-casino-until" if found.until else "excluded-from-casino",
                person=person,
                until=found.until.date() if found.until else None,
                by=found.by,
                reason=found.reason,
                rank=MANAGER,
            )
    return None


# --- the judgements


def record_exclusion(house: House, command: RecordExclusion) -> Answer:  # noqa: ARG001
    found = ExclusionRecord(exclusion=command.exclusion, table=command.table, game=command.game)
    return _recorded(command, command.person, found)


def _recorded(command: Command, person: str, it: ExclusionRecord) -> tuple[ExclusionRecorded]:
    return (ExclusionRecorded(clause=it.exclusion.clause, person=person, record=it, **stamp(command)),)


def record_lifting(house: House, command: RecordLifting) -> Answer:
    """The one that the table let go; one that the house has ended already is gone."""
    found = next((it for it in in_force(house, command.person, command.at) if it.exclusion == command.exclusion), None)
    if found is None:
        return _not_excluded(command.person)
    return _ended(command, command.person, found, command.reason)


def _ended(command: Command, person: str, it: ExclusionRecord, reason: str) -> tuple[ExclusionEnded]:
    return (ExclusionEnded(clause=it.exclusion.clause, person=person, record=it, reason=reason, **stamp(command)),)


def _not_excluded(person: str) -> Refused:
    return Refused(Why.UNKNOWN_ID, None, "not-excluded", person=person)


def record_pause(house: House, command: RecordPause) -> Answer:  # noqa: ARG001
    return (PauseRecorded(clause="", person=command.person, until=command.until, **stamp(command)),)


def recommend_exclusion(house: House, command: RecommendExclusion) -> Answer:
    """A gaming manager is told, and decides."""
    if command.person in house.recommendations or from_casino(house, command.person, command.at):
        return Refused(Why.ALREADY_DONE, command.clause, "exclusion-pending", person=command.person, rank=MANAGER)
    made = Recommendation(table=command.table, clause=command.clause, reason=command.reason, since=command.at)
    about = f"{command.table} recommends to exclude {command.person} from the casino: {command.reason}"
    return (
        ExclusionRecommended(clause=command.clause, person=command.person, recommendation=made, **stamp(command)),
        NoticeGiven(
            id=f"{command.id}/recommendation"[:64], to=MANAGER, about=about, due=command.at, clause=command.clause,
            **stamp(command),
        ),
    )  # fmt: skip


def exclude_from_casino(house: House, command: ExcludeFromCasino) -> Answer:
    """By a gaming manager, or by somebody who wants no more of it; a manager alone lets either in again."""
    if refused := not_their_own(command, command.person):
        return refused
    recommended = house.recommendations.get(command.person)
    clause = recommended.clause if recommended else ""
    if command.until is not None and command.until <= command.at:
        return Refused(
            Why.WRONG_TIME,
            clause or None,
            "exclusion-not-after-now",
            person=command.person,
            until=command.until,
            at=command.at,
        )
    there = from_casino(house, command.person, command.at)
    if there is not None:
        return Refused(Why.ALREADY_DONE, there.clause, "excluded-already", person=command.person, by=there.by)
    made = Exclusion(
        out_of="casino", reason=command.reason, by=command.by, role=command.role, clause=clause, since=command.at,
        until=command.until,
    )  # fmt: skip
    return _recorded(command, command.person, ExclusionRecord(exclusion=made))


def decline_recommendation(house: House, command: DeclineRecommendation) -> Answer:
    found = house.recommendations.get(command.person)
    if found is None:
        return Refused(Why.UNKNOWN_ID, None, "not-recommended", person=command.person)
    return (
        RecommendationDeclined(
            clause=found.clause, person=command.person, recommendation=found, reason=command.reason, **stamp(command)
        ),
    )


def end_exclusion(house: House, command: EndExclusion) -> Answer:
    """Everything that someone is excluded from."""
    there = in_force(house, command.person, command.at)
    if not there:
        return _not_excluded(command.person)
    return tuple(made for it in there for made in _ended(command, command.person, it, command.reason))


# --- what the facts do


def exclusion_recorded(house: House, event: ExclusionRecorded) -> None:
    house.exclusions[event.person] = (*in_force(house, event.person, event.at), event.record)
    if event.record.exclusion.out_of == "casino":
        house.recommendations.pop(event.person, None)


def exclusion_ended(house: House, event: ExclusionEnded) -> None:
    left = tuple(it for it in house.exclusions[event.person] if it != event.record)
    if left:
        house.exclusions[event.person] = left
    else:
        del house.exclusions[event.person]


def pause_recorded(house: House, event: PauseRecorded) -> None:
    """What is over goes, of everybody."""
    house.pauses = {
        person: until for person, until in {**house.pauses, event.person: event.until}.items() if until > event.at
    }


def exclusion_recommended(house: House, event: ExclusionRecommended) -> None:
    house.recommendations[event.person] = event.recommendation


def recommendation_declined(house: House, event: RecommendationDeclined) -> None:
    del house.recommendations[event.person]


COMMANDS: Orders = {
    RecordExclusion: Order(record_exclusion, others=(DEVICE,)),
    RecordLifting: Order(record_lifting, others=(DEVICE,)),
    RecordPause: Order(record_pause, others=(DEVICE,)),
    RecommendExclusion: Order(recommend_exclusion, others=(DEVICE,)),
    ExcludeFromCasino: Order(exclude_from_casino, MANAGER, (PATRON,)),
    DeclineRecommendation: Order(decline_recommendation, MANAGER),
    EndExclusion: Order(end_exclusion, MANAGER),
}
APPLIERS: Appliers = {
    ExclusionRecorded: exclusion_recorded,
    ExclusionEnded: exclusion_ended,
    PauseRecorded: pause_recorded,
    ExclusionRecommended: exclusion_recommended,
    RecommendationDeclined: recommendation_declined,
}
