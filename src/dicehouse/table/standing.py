"""Who may play, as the house says: exclusions, pauses and breaks hold at every table that they concern.

The house keeps them and tells its tables, so a table never has to ask. An exclusion that is ordered here holds here at
once, and everywhere else as soon as the house has it; it ends when its time has come, or when the rank that the
document names, or one above it, lifts it for a reason.
"""

from datetime import datetime
from typing import Final

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table.cases import Exclusion
from dicehouse.table.orders import DEVICE, Answer, Appliers, Command, Event, Moment, Name, Order, Orders, Words, stamp
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table

LIMITS: Final = "star-sicbo-2024"
"""The document that has loss limits and pauses for them, which bind a card holder in the whole house."""


class TellStanding(Command, frozen=True):
    """Tell the table what the house has on record of a person: everything that holds, and nothing else does."""

    person: Name
    exclusion: Exclusion | None = None
    paused: Moment | None = None
    """Until when they are kept from wagering."""
    resting: Moment | None = None
    """Until when they take a break by their own wish."""


class LiftExclusion(Command, frozen=True):
    """End an exclusion before its time, or one that has none."""

    person: Name
    reason: Words


class StandingTold(Event, frozen=True):
    """The table knows what the house has on record of a person."""

    person: str
    exclusion: Exclusion | None
    paused: Moment | None
    resting: Moment | None


class ExclusionLifted(Event, frozen=True):
    """A person may take part again."""

    person: str
    exclusion: Exclusion
    reason: str


# --- who may


def has_limits(book: Rulebook) -> bool:
    """Whether a document has loss limits: the one that asks for player cards."""
    return book.cards is not None


def rule(table: Table, topic: str) -> str:
    """The clause on loss limits and pauses; at a table of another of the known documents, with the one that has it.

    Empty where a rulebook has a document of its own, or limits of its own, and no clause on them.
    """
    book = table.book
    if book.paper.own or has_limits(book) or topic in book.topics:
        return table.matter(topic)
    return f"{LIMITS} {load(LIMITS).topics[topic]}"


def shut_out(table: Table, command: Command, *persons: str) -> Refused | None:
    """Whoever was excluded takes no part."""
    for person in persons:
        found = in_force(table, person, command.at)
        if found:
            return Refused(
                Why.EXCLUDED,
                table.clause(power_over(found.out_of)) or found.clause,
                "excluded-from-game-until" if found.until else "excluded-from-game",
                person=person,
                out_of=found.out_of,
                until=found.until.date() if found.until else None,
                by=found.by,
                reason=found.reason,
                lifted_by=_lifted_by(table, found),
            )
    return None


def in_force(table: Table, person: str, at: datetime | None) -> Exclusion | None:
    """The exclusion by which a person may not play at a moment."""
    found = table.exclusions.get(person)
    return found if found and (found.until is None or at is None or at < found.until) else None


def pauses(table: Table, command: Command, person: str) -> Refused | None:
    """Whether someone is kept from wagering for a while (9.4)."""
    until = table.paused.get(person)
    if until is None or command.at >= until:
        return None
    return Refused(Why.PAUSED, rule(table, "pause") or None, "paused-until", person=person, clock=table.clock(until))


def rests(table: Table, command: Command, person: str) -> Refused | None:
    """Whether someone takes a break by their own wish."""
    until = table.resting.get(person)
    if until is None or command.at >= until:
        return None
    return Refused(Why.PAUSED, None, "own-break-until", person=person, clock=table.clock(until))


def not_cleared(table: Table, seat: Seat) -> Refused | None:
    """Whether the house has yet to say what someone who sat down may play for; until then nothing is known of it."""
    if seat.cleared:
        return None
    return Refused(
        Why.NOT_CLEARED,
        table.book.cards.clause if table.book.cards else None,
        "not-yet-cleared",
        seat=seat.number,
        person=seat.person,
        table=table.config.name,
    )


# --- the judgements


def tell_standing(table: Table, command: TellStanding) -> Answer:  # noqa: ARG001
    return (
        StandingTold(
            clause=command.exclusion.clause if command.exclusion else "",
            person=command.person,
            exclusion=command.exclusion,
            paused=command.paused,
            resting=command.resting,
            **stamp(command),
        ),
    )


def lift_exclusion(table: Table, command: LiftExclusion) -> Answer:
    """By the rank that may exclude, or one above it."""
    found = in_force(table, command.person, command.at)
    if found is None:
        return Refused(
            Why.UNKNOWN_ID,
            table.clause("exclude_from_game") or None,
            "not-excluded-here",
            command="lift-exclusion",
            person=command.person,
            table=table.config.name,
        )
    power = power_over(found.out_of)
    if not lifts(table, found) or not table.book.may(command.role, power):
        return Refused(
            Why.NOT_ALLOWED,
            table.clause(power) or found.clause,
            "may-not-let-in-again",
            command="lift-exclusion",
            role=command.role,
            person=command.person,
            out_of=found.out_of,
            lifted_by=_lifted_by(table, found),
        )
    clause = table.clause(power)
    return (
        ExclusionLifted(clause=clause, person=command.person, exclusion=found, reason=command.reason, **stamp(command)),
    )


def power_over(out_of: str) -> str:
    """The power that it takes to exclude so far; a single table is the least of the game."""
    return "exclude_from_casino" if out_of == "casino" else "exclude_from_game"


def lifts(table: Table, it: Exclusion) -> bool:
    """Whether anyone at this table could lift it: where a document only lets it be recommended, nobody can."""
    power = power_over(it.out_of)
    return power in table.book.powers and not (it.out_of == "casino" and "recommendation" in table.book.topics)


def _lifted_by(table: Table, it: Exclusion) -> str:
    power = table.book.powers[power_over(it.out_of)] if lifts(table, it) else None
    by = " or ".join(it.replace("-", " ") for it in power.by) if power else ""
    return f"a {by} or above" if by else "a gaming manager of the house"


# --- what the facts do


def standing_told(table: Table, event: StandingTold) -> None:
    """What is over goes, of everybody."""
    if event.exclusion:
        table.exclusions[event.person] = event.exclusion
    else:
        table.exclusions.pop(event.person, None)
    for there, until in ((table.paused, event.paused), (table.resting, event.resting)):
        there.pop(event.person, None)
        if until:
            there[event.person] = until
        for over in [person for person, then in there.items() if then <= event.at]:
            del there[over]


def exclusion_lifted(table: Table, event: ExclusionLifted) -> None:
    del table.exclusions[event.person]


COMMANDS: Orders = {
    TellStanding: Order(tell_standing, others=(DEVICE,), when_closed=True),
    LiftExclusion: Order(lift_exclusion, staff=True, when_closed=True),
}
APPLIERS: Appliers = {StandingTold: standing_told, ExclusionLifted: exclusion_lifted}
