"""The director: appointed and present, with deputies, who moves starts, briefs players and shows them the game."""

from datetime import timedelta
from typing import Final

from dicehouse.house.orders import DEVICE, DIRECTOR, LADDER, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, found, rule
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.preparing import not_ready, notice
from dicehouse.house.tournaments.seating import coming_round
from dicehouse.house.tournaments.state import Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Faces, Moment, Name, Perhaps, Words, stamp

OPERATOR: Final = LADDER[3]


class AppointDirector(Command, frozen=True):
    """Appoint the director of a tournament."""

    tournament: Name
    person: Name


class AppointDeputy(Command, frozen=True):
    """Name someone who acts for the director."""

    tournament: Name
    person: Name


class LeaveTournament(Command, frozen=True):
    """The director goes away; while the tournament runs, a deputy stands in."""

    tournament: Name
    deputy: Perhaps = ""


class ReturnToTournament(Command, frozen=True):
    """The director is back."""

    tournament: Name


class MoveStart(Command, frozen=True):
    """Start the next round at another time, with notice to the players; also while the one before it is played."""

    tournament: Name
    to: Moment
    reason: Words


class BriefPlayers(Command, frozen=True):
    """Brief players on the terms, and be satisfied that they understand."""

    tournament: Name
    understood: tuple[Name, ...]


class PractiseSpin(Command, frozen=True):
    """Show players the game in a spin that counts for nothing."""

    tournament: Name
    table: Name
    dice: Faces


class DirectorAppointed(Event, frozen=True):
    """A tournament has a director."""

    tournament: str
    person: str


class DeputyAppointed(Event, frozen=True):
    """Someone acts for the director of a tournament."""

    tournament: str
    person: str


class DirectorLeft(Event, frozen=True):
    """The director of a tournament is away."""

    tournament: str
    person: str
    deputy: str


class DirectorReturned(Event, frozen=True):
    """The director of a tournament is present."""

    tournament: str
    person: str


class StartMoved(Event, frozen=True):
    """The next round starts at another time."""

    tournament: str
    round: int
    to: Moment
    reason: str


class PlayersBriefed(Event, frozen=True):
    """Players know the terms and the bank that all start with, and understand them."""

    tournament: str
    understood: tuple[str, ...]
    bank: int


class SpinPractised(Event, frozen=True):
    """Players saw a spin that counts for nothing."""

    tournament: str
    table: str
    dice: Faces


def appoint_director(house: House, command: AppointDirector) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    if command.person in it.entrants:
        return Refused(
            Why.SAME_PERSON, rule("8.2.3"), "player-cannot-direct", person=command.person, tournament=command.tournament
        )
    return (
        DirectorAppointed(tournament=command.tournament, person=command.person, clause=rule("8.2.3"), **stamp(command)),
    )


def appoint_deputy(house: House, command: AppointDeputy) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    if command.person in it.entrants or command.person in (it.director, *it.deputies):
        return Refused(
            Why.SAME_PERSON,
            rule("8.2.3(a)"),
            "cannot-be-deputy",
            person=command.person,
            tournament=command.tournament,
        )
    return (
        DeputyAppointed(
            tournament=command.tournament, person=command.person, clause=rule("8.2.3(a)"), **stamp(command)
        ),
    )


def leave_tournament(house: House, command: LeaveTournament) -> Answer:
    """While it runs, the director is present or one of the deputies stands in."""
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    if command.by != it.director:
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.2.3"),
            "director-says-so",
            by=command.by,
            director=it.director,
            tournament=command.tournament,
        )
    if command.deputy not in it.deputies:
        known = ", ".join(it.deputies) or "none"
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.2.3"),
            "no-such-deputy",
            tournament=command.tournament,
            deputy=command.deputy or "nobody",
            known=known,
        )
    return (
        DirectorLeft(
            tournament=command.tournament,
            person=it.director,
            deputy=command.deputy,
            clause=rule("8.2.3(a)"),
            **stamp(command),
        ),
    )


def return_to_tournament(house: House, command: ReturnToTournament) -> Answer:
    """Whoever is away is not heard as director, so a deputy or the house says it."""
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    if not it.away:
        return Refused(
            Why.ALREADY_DONE,
            rule("8.2.3"),
            "director-not-away",
            tournament=command.tournament,
            director=it.director or "nobody",
        )
    return (
        DirectorReturned(tournament=command.tournament, person=it.director, clause=rule("8.2.3"), **stamp(command)),
    )


def move_start(house: House, command: MoveStart) -> Answer:
    """Players hear of it as long before as the terms promise; before the first round the inspectorate does too."""
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    coming = coming_round(it)
    if coming > len(it.terms.format.rounds):
        return Refused(
            Why.ALREADY_DONE,
            rule("8.4.1(b)"),
            "no-round-to-start",
            tournament=command.tournament,
            round=coming - 1,
        )
    if command.to <= command.at:
        return Refused(
            Why.WRONG_TIME,
            rule("8.4.1(b)"),
            "start-has-passed",
            tournament=command.tournament,
            to=command.to,
            at=command.at,
        )
    least = timedelta(minutes=it.terms.details.start_notice)
    if command.to - command.at < least:
        return Refused(
            Why.TOO_LATE,
            rule("8.4.1(b)"),
            "notice-too-short",
            tournament=command.tournament,
            to=command.to,
            away=str(command.to - command.at),
            least=str(least),
            earliest=command.at + least,
        )
    moved = StartMoved(
        tournament=command.tournament,
        round=coming,
        to=command.to,
        reason=command.reason,
        clause=rule("8.4.1(b)"),
        **stamp(command),
    )
    if it.phase != "planned":
        return (moved,)
    return moved, notice(command, it, f"it starts at {command.to}: {command.reason}", rule("8.4.1(c)"))


def brief_players(house: House, command: BriefPlayers) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    refused = not_ready(it)
    if refused is not None:
        return refused
    unknown = [who for who in command.understood if who not in it.entrants]
    if unknown or not command.understood:
        return Refused(
            Why.UNKNOWN_PATRON,
            rule("8.3.1"),
            "briefed-not-entered",
            unknown=", ".join(unknown) or "nobody",
            tournament=command.tournament,
        )
    return (
        PlayersBriefed(
            tournament=command.tournament,
            understood=command.understood,
            bank=it.terms.format.starting_bank,
            clause=rule("8.3.1"),
            **stamp(command),
        ),
    )


def practise_spin(house: House, command: PractiseSpin) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    if command.table not in it.tables:
        return no_table(it, command.table, "8.3.2")
    refused = no_roll(it, command.dice)
    if refused is not None:
        return refused
    return (
        SpinPractised(
            tournament=command.tournament,
            table=command.table,
            dice=command.dice,
            clause=rule("8.3.2"),
            **stamp(command),
        ),
    )


def no_table(it: Tournament, table: str, clause: str) -> Refused:
    return Refused(
        Why.UNKNOWN_ID,
        rule(clause),
        "not-a-table-of-tournament",
        table=table,
        terms=it.terms.id,
        tables=tuple(it.tables),
    )


def no_roll(it: Tournament, dice: Faces) -> Refused | None:
    """Whether these are no dice of this game."""
    number = book_of(it.terms).dice.count
    if len(dice) == number:
        return None
    return Refused(Why.WRONG_DICE, None, "spin-dice-differ", terms=it.terms.id, count=len(dice), number=number)


# --- what the facts do


def director_appointed(house: House, event: DirectorAppointed) -> None:
    it = house.tournaments[event.tournament]
    it.director, it.away = event.person, ""
    it.deputies = [deputy for deputy in it.deputies if deputy != event.person]


def deputy_appointed(house: House, event: DeputyAppointed) -> None:
    house.tournaments[event.tournament].deputies.append(event.person)


def director_left(house: House, event: DirectorLeft) -> None:
    house.tournaments[event.tournament].away = event.deputy


def director_returned(house: House, event: DirectorReturned) -> None:
    house.tournaments[event.tournament].away = ""


def start_moved(house: House, event: StartMoved) -> None:
    house.tournaments[event.tournament].starts = event.to


def players_briefed(house: House, event: PlayersBriefed) -> None:
    it = house.tournaments[event.tournament]
    for person in event.understood:
        it.entrants[person].briefed = True


def spin_practised(house: House, event: SpinPractised) -> None:
    house.tournaments[event.tournament].practised += 1


COMMANDS: Orders = {
    AppointDirector: Order(appoint_director, OPERATOR),
    AppointDeputy: Order(appoint_deputy, others=(DIRECTOR,)),
    LeaveTournament: Order(leave_tournament, others=(DIRECTOR,)),
    ReturnToTournament: Order(return_to_tournament, OPERATOR, (DIRECTOR,)),
    MoveStart: Order(move_start, others=(DIRECTOR,)),
    BriefPlayers: Order(brief_players, others=(DIRECTOR,)),
    PractiseSpin: Order(practise_spin, others=(DIRECTOR, DEVICE)),
}
APPLIERS: Appliers = {
    DirectorAppointed: director_appointed,
    DeputyAppointed: deputy_appointed,
    DirectorLeft: director_left,
    DirectorReturned: director_returned,
    StartMoved: start_moved,
    PlayersBriefed: players_briefed,
    SpinPractised: spin_practised,
}
