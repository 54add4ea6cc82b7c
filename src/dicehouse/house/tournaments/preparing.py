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
        message = f"{terms.id}: it is {told(before)}; keep to version {before.version} of its terms"
        return Refused(Why.TOO_LATE, rule("8.4.1(c)"), message)
    if before is not None and before.entrants and _charges(terms) != _charges(before.terms):
        message = (
            f"{terms.id}: {len(before.entrants)} people have paid by version {before.version}, and these terms charge"
            " something else; keep what they paid, or cancel the tournament"
        )
        return Refused(Why.NOT_ALLOWED, rule("8.4.1(a)(ii)"), message)
    try:
        wrong = problems(terms, command.at)
    except ConfigError as error:
        return Refused(Why.MALFORMED, None, f"{terms.id}: {error}")
    if wrong:
        more = f"{len(wrong)} things are wrong with the terms, the first: " if len(wrong) > 1 else ""
        return Refused(Why.NOT_ALLOWED, rule(wrong[0].clause), f"{terms.id}: {more}{wrong[0].said}")
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
    message = f"{it.terms.id}: version {it.version} is {what} already; go on with the next step"
    return Refused(Why.ALREADY_DONE, rule(clause), message)


def offer_terms(house: House, command: OfferTerms) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    if not it.approved:
        message = f"{command.tournament}: version {it.version} is not approved; have it approved first"
        return Refused(Why.OUT_OF_ORDER, rule("8.2.2(a)"), message)
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
        message = f"{command.tournament}: version {it.version} is not approved; have it approved first"
        return Refused(Why.OUT_OF_ORDER, clause, message)
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
        message = (
            f"{command.tournament}: these are {len(set(command.tables))} different tables, and its terms need {needed};"
            f" name at least {needed}"
        )
        return Refused(Why.NOT_ENOUGH, rule("8.2.4"), message)
    for table in command.tables:
        other = next((id for id, one in house.tournaments.items() if one is not it and _holds(one, table)), "")
        if other:
            message = f"{table}: it is set apart for tournament {other}; choose another table"
            return Refused(Why.NOT_HERE, rule("8.2.5"), message)
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
            message = f"{it.terms.id}: version {it.version} of its terms is not {what}; {advice} first"
            return Refused(Why.NOT_YET, rule(clause), message)
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
