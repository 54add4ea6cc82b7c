"""Before entries open: terms that are whole, approved and available, the inspectorate told, and tables set apart."""

from dicehouse.house.orders import LADDER, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, found, rule, told
from dicehouse.house.tournaments.checking import problems
from dicehouse.house.tournaments.state import Tournament
from dicehouse.house.tournaments.terms import Terms, terms_hash
from dicehouse.refusal import Refused, Why
from dicehouse.table.config import ConfigError
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import INSPECTOR, Answer, Command, Event, Name, Words, stamp

MANAGER, OPERATOR = LADDER[2], LADDER[3]


class FileTournament(Command, frozen=True):
    """Put the terms of a tournament on file, or new ones in their place before it begins."""

    terms: Terms


class ApproveTournament(Command, frozen=True):
    """Approve the terms for the house (E15)."""

    tournament: Name


class OfferTerms(Command, frozen=True):
    """Record that patrons can have the terms."""

    tournament: Name
    where: Words


class NotifyInspectorate(Command, frozen=True):
    """Tell the inspectorate on site that the tournament will be held, by these terms."""

    tournament: Name
    to: Name
    """Who took the message."""


class DesignateTables(Command, frozen=True):
    """Set tables apart for a tournament."""

    tournament: Name
    tables: tuple[Name, ...]


class TournamentFiled(Event, frozen=True):
    """A tournament has terms."""

    tournament: str
    version: int
    terms: Terms
    hash: str


class TournamentApproved(Event, frozen=True):
    """The house has approved the terms of a tournament."""

    tournament: str
    version: int


class TermsOffered(Event, frozen=True):
    """Patrons can have the terms of a tournament."""

    tournament: str
    version: int
    where: str


class InspectorateNotified(Event, frozen=True):
    """The inspectorate knows of a tournament and its terms."""

    tournament: str
    version: int
    to: str


class TablesDesignated(Event, frozen=True):
    """Tables are set apart for a tournament."""

    tournament: str
    tables: tuple[str, ...]


def file_tournament(house: House, command: FileTournament) -> Answer:
    """Terms that lack something the rules ask for are not put on file, and none are changed once play has begun."""
    terms, before = command.terms, house.tournaments.get(command.terms.id)
    if before is not None and before.phase != "planned":
        return Refused(
            Why.TOO_LATE, rule("8.4.1(c)"), "terms-fixed", terms=terms.id, told=told(before), version=before.version
        )
    if before is not None and before.entrants and _charges(terms) != _charges(before.terms):
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.4.1(a)(ii)"),
            "fees-paid-already",
            terms=terms.id,
            count=len(before.entrants),
            version=before.version,
        )
    try:
        wrong = problems(terms, command.at)
    except ConfigError as error:
        return Refused(Why.MALFORMED, None, "terms-not-readable", terms=terms.id, error=str(error))
    if wrong:
        says = "terms-wrong" if len(wrong) == 1 else "terms-wrong-in-many"
        return Refused(
            Why.NOT_ALLOWED, rule(wrong[0].clause), says, terms=terms.id, count=len(wrong), wrong=wrong[0].said
        )
    version = 1 if before is None else before.version + 1
    clause = rule("8.2.1" if before is None else "8.4.1(c)")
    return (
        TournamentFiled(
            tournament=terms.id, version=version, terms=terms, hash=terms_hash(terms), clause=clause, **stamp(command)
        ),
    )


def _charges(terms: Terms) -> tuple[object, ...]:
    return terms.rulebook, terms.details.entry_fee, terms.details.buy_in, terms.pool


def approve_tournament(house: House, command: ApproveTournament) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    if it.approved:
        return _done(it, "approved", '1 "Tournament Terms and Conditions"')
    clause = rule('1 "Tournament Terms and Conditions"')
    return (TournamentApproved(tournament=command.tournament, version=it.version, clause=clause, **stamp(command)),)


def _done(it: Tournament, what: str, clause: str) -> Refused:
    return Refused(Why.ALREADY_DONE, rule(clause), "version-already", terms=it.terms.id, version=it.version, what=what)


def offer_terms(house: House, command: OfferTerms) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    if not it.approved:
        return Refused(
            Why.OUT_OF_ORDER,
            rule("8.2.2(a)"),
            "version-not-approved",
            tournament=command.tournament,
            version=it.version,
        )
    if it.available:
        return _done(it, "available", "8.2.2(a)")
    return (
        TermsOffered(
            tournament=command.tournament,
            version=it.version,
            where=command.where,
            clause=rule("8.2.2(a)"),
            **stamp(command),
        ),
    )


def notify_inspectorate(house: House, command: NotifyInspectorate) -> Answer:
    """Each version of the terms is told; an inspector acknowledges it."""
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    clause = rule("8.2.2(b)" if it.version == 1 else "8.4.1(c)")
    if not it.approved:
        return Refused(
            Why.OUT_OF_ORDER, clause, "version-not-approved", tournament=command.tournament, version=it.version
        )
    if it.notified:
        return _done(it, "known to the inspectorate", "8.2.2(b)")
    return (
        InspectorateNotified(
            tournament=command.tournament, version=it.version, to=command.to, clause=clause, **stamp(command)
        ),
        notice(command, it, f"version {it.version} of its terms; it starts {it.starts:%Y-%m-%d %H:%M}", clause),
    )


def notice(command: Command, it: Tournament, about: str, clause: str) -> NoticeGiven:
    """A notice to the inspectorate, to be acknowledged before the start."""
    return NoticeGiven(
        id=f"{command.id}/inspector",
        to=INSPECTOR,
        about=f"tournament {it.terms.id}: {about}",
        due=it.starts,
        clause=clause,
        **stamp(command),
    )


def designate_tables(house: House, command: DesignateTables) -> Answer:
    it = found(house, command, command.tournament, "planned", "between")
    if isinstance(it, Refused):
        return it
    needed = max(each.tables for each in it.terms.format.rounds[it.rounds :] or it.terms.format.rounds)
    if len(set(command.tables)) != len(command.tables) or len(command.tables) < needed:
        return Refused(
            Why.NOT_ENOUGH,
            rule("8.2.4"),
            "too-few-tables",
            tournament=command.tournament,
            count=len(set(command.tables)),
            needed=needed,
        )
    for table in command.tables:
        other = next((id for id, one in house.tournaments.items() if one is not it and _holds(one, table)), "")
        if other:
            return Refused(Why.NOT_HERE, rule("8.2.5"), "table-set-apart", table=table, other=other)
    return (
        TablesDesignated(tournament=command.tournament, tables=command.tables, clause=rule("8.2.4"), **stamp(command)),
    )


def _holds(it: Tournament, table: str) -> bool:
    return it.phase in GOING_ON and table in it.tables


def not_ready(it: Tournament) -> Refused | None:
    """What is still to be done before an entry is taken or a round is played (E16)."""
    steps = (
        (it.approved, '1 "Tournament Terms and Conditions"', "approved", "have the house approve it"),
        (it.available, "8.2.2(a)", "available to patrons", "make it available"),
        (it.notified, "8.2.2(b)", "known to the inspectorate", "tell the inspectorate"),
    )
    for done, clause, what, advice in steps:
        if done is None:
            return Refused(
                Why.NOT_YET,
                rule(clause),
                "version-not-so-far",
                terms=it.terms.id,
                version=it.version,
                what=what,
                advice=advice,
            )
    return None


# --- what the facts do


def tournament_filed(house: House, event: TournamentFiled) -> None:
    """Other terms are approved, offered and told anew; who has entered stays, and has those to accept."""
    starts = event.terms.details.starts or event.at
    before = house.tournaments.get(event.tournament)
    if before is None:
        house.tournaments[event.tournament] = Tournament(terms=event.terms, version=event.version, starts=starts)
        return
    before.terms, before.version, before.starts = event.terms, event.version, starts
    before.approved = before.available = before.notified = None
    for one in before.entrants.values():
        one.briefed = False


def tournament_approved(house: House, event: TournamentApproved) -> None:
    house.tournaments[event.tournament].approved = event.at


def terms_offered(house: House, event: TermsOffered) -> None:
    house.tournaments[event.tournament].available = event.at


def inspectorate_notified(house: House, event: InspectorateNotified) -> None:
    house.tournaments[event.tournament].notified = event.at


def tables_designated(house: House, event: TablesDesignated) -> None:
    house.tournaments[event.tournament].tables = [*event.tables]


COMMANDS: Orders = {
    FileTournament: Order(file_tournament, MANAGER),
    ApproveTournament: Order(approve_tournament, OPERATOR),
    OfferTerms: Order(offer_terms, MANAGER),
    NotifyInspectorate: Order(notify_inspectorate, MANAGER),
    DesignateTables: Order(designate_tables, MANAGER),
}
APPLIERS: Appliers = {
    TournamentFiled: tournament_filed,
    TournamentApproved: tournament_approved,
    TermsOffered: terms_offered,
    InspectorateNotified: inspectorate_notified,
    TablesDesignated: tables_designated,
}
