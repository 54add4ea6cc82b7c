"""Entries: who may enter, what is paid and where it lies, and that each player has accepted the terms as they stand."""

from typing import Literal, Protocol

from dicehouse.house.accounts import Postings, paid_in_by, patron, post, short
from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import LADDER, OFFICERS, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import entrant, found, rule
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.preparing import not_ready
from dicehouse.house.tournaments.state import Entrant, Tournament, fees_account, pool_account
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp

CASHIER, MANAGER = LADDER[0], LADDER[2]
Means = Literal["account", "cash"]


class EnterTournament(Command, frozen=True):
    """Enter someone who accepts the terms, and take what that costs."""

    tournament: Name
    person: Name
    means: Means
    accepted: bool
    """Whether this person accepts the terms as they stand."""
    signed: bool = False
    """Whether a copy of them is signed."""
    publicity: bool = False
    """Whether this person lets the house use name and picture."""
    staff: bool = False
    """Whether this is an employee, contractor or associate of the house, whom an officer has let play."""


class ApproveStaffEntry(Command, frozen=True):
    """Let an employee, contractor or associate of the house play, as its Chief Operating or Executive Officer."""

    tournament: Name
    person: Name


class AcceptTournamentTerms(Command, frozen=True):
    """Accept the terms anew after they were changed."""

    tournament: Name
    person: Name
    signed: bool = False


class RefuseApplication(Command, frozen=True):
    """Refuse someone's application."""

    tournament: Name
    person: Name
    reason: Words


class TournamentEntered(Event, frozen=True):
    """Someone has entered a tournament."""

    tournament: str
    person: str
    version: int
    signed: bool
    publicity: bool
    staff: bool
    approved_by: str
    paid: dict[str, int]
    amount: int
    postings: Postings


class StaffEntryApproved(Event, frozen=True):
    """An officer has let someone of the staff play."""

    tournament: str
    person: str


class TournamentTermsAccepted(Event, frozen=True):
    """A player has accepted the terms as they now stand."""

    tournament: str
    person: str
    version: int
    signed: bool


class ApplicationRefused(Event, frozen=True):
    """Someone may not enter a tournament."""

    tournament: str
    person: str
    reason: str


def account_for(it: Tournament, payment: str) -> str:
    """Where a payment lies: in the pool if the terms count it there."""
    return pool_account(it.terms.id) if payment in it.terms.pool.of else fees_account(it.terms.id)


def paying(it: Tournament, person: str, means: Means, paid: dict[str, int]) -> Postings:
    """What someone pays, from the account in the house or in cash."""
    lines: Postings = ()
    for payment, amount in paid.items():
        lines += paid_in_by(account_for(it, payment), amount, means, patron(person))
    return lines


def in_the_field(it: Tournament) -> int:
    """How many have entered and not withdrawn."""
    return sum(one.standing != "withdrawn" for one in it.entrants.values())


def enter_tournament(house: House, command: EnterTournament) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    refused = (
        not_ready(it)
        or not_their_own(command, command.person)
        or _from_a_screen(it, command)
        or _too_late(it, command)
        or _full(it)
        or not_eligible(house, it, command.person)
        or _staff(it, command)
        or not_accepted(it, command.person, command.accepted, signed=on_paper(command))
    )
    if refused is not None:
        return refused
    details = it.terms.details
    paid = {"entry-fee": details.entry_fee or 0, "buy-in": details.buy_in or 0}
    postings = paying(it, command.person, command.means, paid)
    refused = short(house, postings, "put money into the account, or pay in cash", rule("8.4.1(a)(ii)"))
    if refused is not None:
        return refused
    return (
        TournamentEntered(
            tournament=command.tournament,
            person=command.person,
            version=it.version,
            signed=on_paper(command),
            publicity=command.publicity,
            staff=command.staff,
            approved_by=it.staff_approved.get(command.person, "") if command.staff else "",
            paid=paid,
            amount=sum(paid.values()),
            postings=postings,
            clause=rule("8.4.2(c)"),
            **stamp(command),
        ),
    )


def _from_a_screen(it: Tournament, command: EnterTournament) -> Refused | None:
    """A player enters at the desk, unless the terms read it otherwise (J56)."""
    if command.role == PATRON and book_of(it.terms).readings["entering_from_a_screen"] == "desk_only":
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.4.2(c)"),
            "entries-at-the-desk",
            person=command.person,
            tournament=command.tournament,
        )
    return not_cash(command, command.person, command.means, "8.4.2(c)")


def not_cash(command: Command, person: str, means: Means, clause: str) -> Refused | None:
    """Nobody pays in cash on a screen."""
    if command.role != PATRON or means == "account":
        return None
    return Refused(Why.NOT_ALLOWED, rule(clause), "cash-at-the-desk", person=person)


def _too_late(it: Tournament, command: EnterTournament) -> Refused | None:
    closes = it.terms.details.entries_close
    if closes is None or command.at < closes:
        return None
    return Refused(
        Why.TOO_LATE,
        rule("8.4.2(c)"),
        "tournament-entries-closed",
        person=command.person,
        tournament=command.tournament,
        closes=closes,
    )


def _full(it: Tournament) -> Refused | None:
    most = it.terms.details.max_players
    if in_the_field(it) < most:
        return None
    return Refused(
        Why.ABOVE_MAXIMUM,
        rule("8.4.1(a)(iii)"),
        "tournament-full",
        terms=it.terms.id,
        in_the_field=in_the_field(it),
        most=most,
    )


def not_eligible(house: House, it: Tournament, person: str) -> Refused | None:
    """Only who is known to the house and may gamble here, once, and not whom the tournament has refused."""
    if person not in house.patrons:
        return Refused(Why.NOT_ELIGIBLE, rule("8.4.2(a)(ii)"), "entrant-unknown", person=person)
    card = house.patrons[person].card
    if card is not None and card.suspended:
        return Refused(Why.NOT_ELIGIBLE, rule("8.4.2(a)(ii)"), "may-not-play", person=person, suspended=card.suspended)
    if person in it.refused:
        return Refused(
            Why.NOT_ELIGIBLE, rule("8.4.2(a)(iii)"), "application-refused", person=person, refused=it.refused[person]
        )
    if person in (it.director, *it.deputies):
        return Refused(Why.SAME_PERSON, rule("8.2.3"), "directs-it", person=person, terms=it.terms.id)
    if person in it.entrants:
        return Refused(
            Why.ALREADY_DONE,
            rule("8.4.2(c)"),
            "entered-already",
            person=person,
            terms=it.terms.id,
            standing=it.entrants[person].standing,
        )
    return None


def _staff(it: Tournament, command: EnterTournament) -> Refused | None:
    """Staff play only in a charity or media event, with an officer's approval, and win nothing (8.4.2(a)(v))."""
    if not command.staff:
        return None
    if command.role == PATRON:
        return Refused(Why.NOT_ELIGIBLE, rule("8.4.2(a)(v)"), "staff-enter-at-desk", person=command.person)
    if not it.terms.entry.staff:
        return _no_staff(it, command.person)
    if command.person not in it.staff_approved:
        return Refused(
            Why.NOT_ELIGIBLE,
            rule("8.4.2(a)(v)"),
            "staff-need-approval",
            person=command.person,
            officers=tuple(OFFICERS),
        )
    return None


def _no_staff(it: Tournament, person: str) -> Refused:
    return Refused(Why.NOT_ELIGIBLE, rule("8.4.2(a)(v)"), "staff-may-not-enter", person=person, terms=it.terms.id)


def approve_staff_entry(house: House, command: ApproveStaffEntry) -> Answer:
    """Before the entry, by an officer in person, and not for themselves (8.4.2(a)(v))."""
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    clause, who = rule("8.4.2(a)(v)"), command.person
    if not it.terms.entry.staff:
        return _no_staff(it, who)
    if command.by == who:
        return Refused(Why.SAME_PERSON, clause, "nobody-lets-themselves-play", who=who)
    if who in it.staff_approved:
        return Refused(Why.ALREADY_DONE, clause, "play-approved", who=who, staff_approved=it.staff_approved[who])
    if who in it.entrants:
        return Refused(Why.TOO_LATE, clause, "entered-before-approval", who=who, tournament=command.tournament)
    return (StaffEntryApproved(tournament=command.tournament, person=who, clause=clause, **stamp(command)),)


class Signing(Protocol):
    """A command that says whether a copy of the terms is signed."""

    @property
    def role(self) -> str: ...

    @property
    def signed(self) -> bool: ...


def on_paper(command: Signing) -> bool:
    """Whether a copy is signed; that is for the desk to say, and for nobody at a screen."""
    return command.signed and command.role != PATRON


def not_accepted(it: Tournament, person: str, accepted: bool, signed: bool) -> Refused | None:
    if not accepted:
        return Refused(
            Why.NOT_ACKNOWLEDGED, rule("8.4.2(a)(i)"), "version-terms-not-accepted", person=person, version=it.version
        )
    if it.terms.entry.signed and not signed:
        return Refused(
            Why.NOT_ACKNOWLEDGED, rule("8.4.2(b)(iii)"), "terms-ask-signed-copy", person=person, version=it.version
        )
    return None


def accept_terms(house: House, command: AcceptTournamentTerms) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = (
        not_ready(it)
        or not_their_own(command, command.person)
        or not_accepted(it, command.person, accepted=True, signed=on_paper(command))
    )
    if refused is not None:
        return refused
    if one.accepted == it.version:
        return Refused(
            Why.ALREADY_DONE, rule("8.4.2(a)(i)"), "version-accepted", person=command.person, version=it.version
        )
    return (
        TournamentTermsAccepted(
            tournament=command.tournament,
            person=command.person,
            version=it.version,
            signed=on_paper(command),
            clause=rule("8.4.2(a)(i)"),
            **stamp(command),
        ),
    )


def refuse_application(house: House, command: RefuseApplication) -> Answer:
    """Only where the terms reserve it, or have criteria."""
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    entry = it.terms.entry
    if not entry.may_refuse and not entry.criteria:
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.4.2(a)(iii)"),
            "terms-refuse-nobody",
            person=command.person,
            tournament=command.tournament,
        )
    if command.person in it.entrants:
        return Refused(
            Why.TOO_LATE,
            rule("8.4.2(a)(iii)"),
            "entered-not-refusable",
            person=command.person,
            tournament=command.tournament,
        )
    return (
        ApplicationRefused(
            tournament=command.tournament,
            person=command.person,
            reason=command.reason,
            clause=rule("8.4.2(a)(iii)" if entry.may_refuse else "8.4.2(a)(iv)"),
            **stamp(command),
        ),
    )


# --- what the facts do


def tournament_entered(house: House, event: TournamentEntered) -> None:
    it = house.tournaments[event.tournament]
    it.entrants[event.person] = Entrant(
        number=len(it.entrants) + 1,
        accepted=event.version,
        staff=event.staff,
        publicity=event.publicity,
        paid={**event.paid},
    )
    post(house, event.postings)


def staff_entry_approved(house: House, event: StaffEntryApproved) -> None:
    house.tournaments[event.tournament].staff_approved[event.person] = event.by


def tournament_terms_accepted(house: House, event: TournamentTermsAccepted) -> None:
    house.tournaments[event.tournament].entrants[event.person].accepted = event.version


def application_refused(house: House, event: ApplicationRefused) -> None:
    house.tournaments[event.tournament].refused[event.person] = event.reason


COMMANDS: Orders = {
    EnterTournament: Order(enter_tournament, CASHIER, (PATRON,)),
    ApproveStaffEntry: Order(approve_staff_entry, others=OFFICERS),
    AcceptTournamentTerms: Order(accept_terms, CASHIER, (PATRON,)),
    RefuseApplication: Order(refuse_application, MANAGER),
}
APPLIERS: Appliers = {
    TournamentEntered: tournament_entered,
    StaffEntryApproved: staff_entry_approved,
    TournamentTermsAccepted: tournament_terms_accepted,
    ApplicationRefused: application_refused,
}
