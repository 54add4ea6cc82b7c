"""How people behave at a table: what is forbidden, on record, and what may be done to whoever did it.

A rulebook lists what nobody may do, who it binds, what excuses it and which powers it gives. The Star's powers reach
those who have devices; Crown's reach a player who breaks any rule; at terminals they reach the breaches that the
document lists. Void means that the stake goes back; only what a rule says is forfeited.
"""

from datetime import datetime
from typing import Final, Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Breach, Exclusion
from dicehouse.table.notices import told
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Moment,
    Name,
    Order,
    Orders,
    Words,
    stamp,
)
from dicehouse.table.settlement import forfeited, taken_back
from dicehouse.table.standing import in_force, power_over
from dicehouse.table.state import Table

Who = Literal["player", "spectator", "employee", "inspector"]
Excuse = Literal["", "on_duty", "asked", "compliance"]
PUBLIC = ("player", "spectator")
SCOPES: Final = ("table", "game", "casino")
"""How far an exclusion reaches, from the least."""


class RecordContravention(Command, frozen=True):
    """Record that someone did what the rules forbid. It goes by the id of this command."""

    offence: Name
    """One of those that the rulebook forbids, such as device or private_bets."""
    person: Name
    who: Who
    what: Words
    """What was seen."""
    excuse: Excuse = ""
    """In the course of duty, at the player's request, or to see that the rules are kept."""
    members: tuple[Name, ...] = ()
    """Those who did it together with that person; what is done about it reaches each of them."""


class VoidPersonsWagers(Command, frozen=True):
    """Declare the wagers of everyone in breach void."""

    breach: Name
    reason: Words
    streaks: Literal["returned", "forfeited"] = "returned"
    """What becomes of the stake of a Super Streak wager, which ends."""


class ExcludePerson(Command, frozen=True):
    """Exclude everyone in breach from this table, from the game or from the casino."""

    breach: Name
    reason: Words
    out_of: Literal["table", "game", "casino"] = "game"
    until: Moment | None = None
    """Without it until it is lifted."""


class CloseContravention(Command, frozen=True):
    """Close the record of a contravention, once everything is done about it that is to be done."""

    breach: Name
    outcome: Words


class DetainPerson(Command, frozen=True):
    """Have everyone in breach detained until someone with the authority comes."""

    breach: Name
    reason: Words


class ContraventionRecorded(Event, frozen=True):
    """Someone did what the rules forbid."""

    breach: Breach
    what: str


class PersonsWagersVoided(Event, frozen=True):
    """All wagers of a person are void; what follows moves the stakes."""

    person: str
    breach: str
    reason: str


class PersonExcluded(Event, frozen=True):
    """A person may take no further part."""

    person: str
    breach: str
    out_of: Literal["table", "game", "casino"]
    reason: str
    until: datetime | None = None
    """Without it until it is lifted."""


class ExclusionRecommended(Event, frozen=True):
    """It was recommended to exclude a person from the casino; at the table nothing changes."""

    person: str
    breach: str
    reason: str


class ContraventionClosed(Event, frozen=True):
    """Nothing more is to be done about a contravention."""

    breach: str
    person: str
    outcome: str


class PersonDetained(Event, frozen=True):
    """A person is being detained until someone with the authority comes."""

    person: str
    breach: str
    reason: str


def lacks(table: Table, command: Command, power: str, without: str | None = None) -> Refused | None:
    """Whether someone does not hold a power, where it depends on the case which power it takes; `without` is the clause
    that says what is done instead in a document that gives it to nobody."""
    said = command.__struct_config__.tag
    found = table.book.powers.get(power)
    if found is None:
        return Refused(
            Why.NOT_HERE,
            without,
            "gives-nobody-power",
            command=said,
            rulebook=table.book.id,
            power=power.replace("_", " "),
        )
    if table.book.may(command.role, power):
        return None
    return Refused(
        Why.NOT_ALLOWED,
        found.clause,
        "role-may-not-do",
        command=said,
        role=command.role,
        power=power.replace("_", " "),
        by=tuple(found.by),
    )


def record_contravention(table: Table, command: RecordContravention) -> Answer:
    """What the rulebook forbids, by someone whom it binds, without the excuse that it allows."""
    ban = table.book.conduct.get(command.offence)
    if ban is None:
        known = ", ".join(table.book.conduct)
        return Refused(
            Why.NOT_HERE,
            None,
            "no-such-offence",
            command="record-contravention",
            rulebook=table.book.id,
            offence=command.offence,
            known=known,
        )
    if ban.by and command.who not in ban.by:
        return Refused(
            Why.NOT_ELIGIBLE,
            ban.clause,
            "rule-binds-others",
            offence=command.offence,
            by=tuple(ban.by),
            who=command.who,
        )
    if ban.unless and command.excuse == ban.unless and not (ban.unless == "on_duty" and command.who in PUBLIC):
        return Refused(
            Why.NOT_ELIGIBLE,
            ban.exempt,
            "is-excused",
            offence=command.offence,
            person=command.person,
            unless=ban.unless.replace("_", " "),
        )
    if ban.after and command.person not in table.directed:
        return Refused(
            Why.NOT_YET, ban.clause, "not-told-give-up-place", offence=command.offence, person=command.person
        )
    members = tuple(it for it in dict.fromkeys(command.members) if it != command.person)
    if 1 + len(members) < ban.least:
        return Refused(
            Why.NOT_ELIGIBLE,
            ban.defined,
            "too-few-named",
            offence=command.offence,
            named=1 + len(members),
            least=ban.least,
        )
    if command.id in table.breaches:
        return Refused(Why.DUPLICATE_ID, ban.clause, "contravention-id-taken", id=command.id)
    breach = Breach(
        id=command.id, kind=command.offence, person=command.person, who=command.who, clause=ban.clause, members=members
    )
    return (ContraventionRecorded(clause=ban.clause, breach=breach, what=command.what, **stamp(command)),)


def breach_giving(table: Table, id: str, power: str) -> Breach | Refused:
    """A breach on record that gives this power over the person."""
    breach = table.breaches.get(id)
    if breach is None:
        return Refused(Why.UNKNOWN_ID, table.clause(power) or None, "no-such-contravention", id=id)
    if power in table.book.conduct[breach.kind].powers:
        return breach
    return Refused(
        Why.NOT_ELIGIBLE,
        table.clause(power) or None,
        "gives-no-power",
        id=id,
        kind=breach.kind,
        clause=breach.clause,
        power=power.replace("_", " "),
    )


def void_persons_wagers(table: Table, command: VoidPersonsWagers) -> Answer:
    """Stakes go back; a streak wager ends, its stake returned or forfeited as the supervisor decides."""
    breach = breach_giving(table, command.breach, "void_wagers")
    if isinstance(breach, Refused):
        return breach
    clause = table.clause("void_wagers")
    theirs = [it.id for it in table.bets.values() if it.person in breach.people]
    if not theirs:
        return Refused(
            Why.ALREADY_DONE, clause, "no-wager-to-forfeit", command="void-persons-wagers", all=everyone_in(breach)
        )
    whose = {table.bets[it].person for it in theirs}
    streaks = [it for it in theirs if table.layout.standing[it].wager.joins_run]
    lost: Events = ()
    if command.streaks == "forfeited" and streaks:
        refused = lacks(table, command, "forfeit_wager")
        if refused:
            return refused
        lost = forfeited(table, command, streaks, table.clause("forfeit_wager"), command.reason)
        theirs = [it for it in theirs if it not in set(streaks)]
    voided = tuple(
        PersonsWagersVoided(clause=clause, person=it, breach=breach.id, reason=command.reason, **stamp(command))
        for it in breach.people
        if it in whose
    )
    return (*voided, *lost, *taken_back(table, command, theirs, clause, command.reason))


def exclude_person(table: Table, command: ExcludePerson) -> Answer:
    """From this table, the game or the casino; where a document only lets it be recommended, nothing else follows."""
    power = power_over(command.out_of)
    refused = lacks(table, command, power, table.clause("exclude_from_game") or None)
    if refused:
        return refused
    breach = breach_giving(table, command.breach, power)
    if isinstance(breach, Refused):
        return breach
    clause, why = table.clause(power), command.reason
    if command.until is not None and command.until <= command.at:
        return Refused(
            Why.WRONG_TIME,
            clause,
            "until-not-after-now",
            command="exclude-person",
            until=command.until,
            at=command.at,
        )
    people = [it for it in breach.people if not _is_out(table, it, command)]
    if not people:
        return Refused(Why.ALREADY_DONE, clause, "excluded-that-far", command="exclude-person", all=everyone_in(breach))
    if command.out_of == "casino" and "recommendation" in table.book.topics:
        return tuple(
            ExclusionRecommended(clause=clause, person=it, breach=breach.id, reason=why, **stamp(command))
            for it in people
        )
    return tuple(
        PersonExcluded(
            clause=clause, person=it, breach=breach.id, out_of=command.out_of, reason=why, until=command.until,
            **stamp(command),
        )
        for it in people
    )  # fmt: skip


def _is_out(table: Table, person: str, command: ExcludePerson) -> bool:
    """Whether an exclusion in force reaches as far already."""
    there = in_force(table, person, command.at)
    return there is not None and SCOPES.index(there.out_of) >= SCOPES.index(command.out_of)


def everyone_in(breach: Breach) -> str:
    """Everyone in breach, in a sentence."""
    return ", ".join(breach.people)


def close_contravention(table: Table, command: CloseContravention) -> Answer:
    """An exclusion outlives the record that it was ordered for."""
    breach = table.breaches.get(command.breach)
    if breach is None:
        waiting = ", ".join(table.breaches) or "none"
        return Refused(
            Why.UNKNOWN_ID,
            None,
            "breach-not-open",
            command="close-contravention",
            breach=command.breach,
            waiting=waiting,
        )
    held = next((it for it in breach.people if it in table.withheld), None)
    if held is not None:
        return Refused(
            Why.NOT_YET, table.clause("withhold_winnings"), "winnings-held-aside", breach=breach.id, held=held
        )
    return (
        ContraventionClosed(
            clause=breach.clause, breach=breach.id, person=breach.person, outcome=command.outcome, **stamp(command)
        ),
    )


def detain_person(table: Table, command: DetainPerson) -> Answer:
    """On record; whoever takes over is told where the document names them (9.2.4, 9.3.4)."""
    breach = breach_giving(table, command.breach, "detain")
    if isinstance(breach, Refused):
        return breach
    clause = table.clause("detain")
    detained = tuple(
        PersonDetained(clause=clause, person=it, breach=breach.id, reason=command.reason, **stamp(command))
        for it in breach.people
    )
    return (*detained, *told(table, command, "detained", f"{everyone_in(breach)} is being detained"))


def exclusion_of(document: str, event: PersonExcluded) -> Exclusion:
    """What was ordered, as every table keeps it."""
    return Exclusion(
        out_of=event.out_of,
        reason=event.reason,
        by=event.by,
        role=event.role,
        clause=f"{document} {event.clause}",
        since=event.at,
        until=event.until,
    )


# --- what the facts do


def contravention_recorded(table: Table, event: ContraventionRecorded) -> None:
    table.breaches[event.breach.id] = event.breach


def person_excluded(table: Table, event: PersonExcluded) -> None:
    table.exclusions[event.person] = exclusion_of(table.book.document, event)


def contravention_closed(table: Table, event: ContraventionClosed) -> None:
    del table.breaches[event.breach]


def on_record(table: Table, event: PersonsWagersVoided | ExclusionRecommended | PersonDetained) -> None:
    """On record, and nothing else."""


COMMANDS: Orders = {
    RecordContravention: Order(record_contravention, staff=True, when_closed=True),
    VoidPersonsWagers: Order(void_persons_wagers, "void_wagers"),
    ExcludePerson: Order(exclude_person, staff=True, when_closed=True, by_case=lambda it: power_over(it["out_of"])),
    CloseContravention: Order(close_contravention, staff=True, when_closed=True),
    DetainPerson: Order(detain_person, "detain", when_closed=True),
}
APPLIERS: Appliers = {
    ContraventionRecorded: contravention_recorded,
    PersonsWagersVoided: on_record,
    PersonExcluded: person_excluded,
    ExclusionRecommended: on_record,
    PersonDetained: on_record,
    ContraventionClosed: contravention_closed,
}
