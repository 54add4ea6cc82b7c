"""Conduct of play: penalties as the terms allow them, disqualification and retirement, and what becomes of chips."""

from typing import Final, Literal

from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import DIRECTOR, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, RUNNING, entrant, found, rule
from dicehouse.house.tournaments.parts import Action
from dicehouse.house.tournaments.standings import in_play
from dicehouse.house.tournaments.state import Entrant, TableRound, Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp

Offence = Literal["conduct", "late", "absence", "telephone"]
CLAUSES: Final = {
    "conduct": "8.4.8(a)(i)",
    "late": "8.4.8(b)(i)",
    "absence": "8.4.8(b)(ii)",
    "telephone": "8.4.8(b)(iii)",
}


class PenalisePlayer(Command, frozen=True):
    """Do what the terms allow about a player's conduct, late arrival, absence or telephone."""

    tournament: Name
    person: Name
    what: Offence
    action: Action
    reason: Words
    """What happened, and who saw it."""


class RetirePlayer(Command, frozen=True):
    """Let a player stop for good."""

    tournament: Name
    person: Name


class PlayerPenalised(Event, frozen=True):
    """A player was warned, has lost chips or a wager, or is disqualified."""

    tournament: str
    person: str
    what: str
    action: str
    reason: str
    chips: int
    """Chips that were taken."""
    shared: dict[str, int]
    """Of them, what others at the table have."""


class PlayerRetired(Event, frozen=True):
    """A player plays no more."""

    tournament: str
    person: str
    placed: bool
    """Whether this person keeps a place by the bank."""


def penalise_player(house: House, command: PenalisePlayer) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = _not_foreseen(it, command) or _not_theirs(it, one, command)
    if refused is not None:
        return refused
    chips = _chips(it, one, command)
    clause = rule(CLAUSES[command.what])
    if command.action == "disqualify":
        clause = rule("8.4.8(b)(v)")
    return (
        PlayerPenalised(
            tournament=command.tournament,
            person=command.person,
            what=command.what,
            action=command.action,
            reason=command.reason,
            chips=chips,
            shared=_shared(it, one, command, chips),
            clause=clause,
            **stamp(command),
        ),
    )


def _not_foreseen(it: Tournament, command: PenalisePlayer) -> Refused | None:
    conduct = it.terms.conduct
    allowed = conduct.penalties if command.what == "conduct" else getattr(conduct, command.what)
    if command.action in allowed:
        return None
    return Refused(
        Why.NOT_ALLOWED,
        rule(CLAUSES[command.what]),
        "penalty-not-allowed",
        person=command.person,
        what=command.what,
        allowed=tuple(allowed),
        action=command.action,
    )


def _not_theirs(it: Tournament, one: Entrant, command: PenalisePlayer) -> Refused | None:
    """A player who is gone is not penalised, and nobody loses what does not stand."""
    clause = rule(CLAUSES[command.what])
    if one.standing in ("withdrawn", "retired", "disqualified"):
        return Refused(Why.ALREADY_DONE, clause, "nothing-to-penalise", person=command.person, standing=one.standing)
    if command.action == "lose-wager" and not at_stake(it, command.person):
        return Refused(Why.NOT_ALLOWED, clause, "no-wager-to-take", person=command.person)
    if command.action == "chips" and one.standing != "playing":
        return Refused(Why.NOT_ALLOWED, clause, "no-chips-in-play", person=command.person, standing=one.standing)
    return None


def here_of(it: Tournament, one: Entrant) -> TableRound | None:
    """The table at which someone plays in this round."""
    playing = it.phase == "playing" and it.round is not None and one.standing == "playing"
    return it.round.tables[one.table] if playing and it.round else None


def at_stake(it: Tournament, person: str) -> int:
    """What someone has on a layout that is closed."""
    here = here_of(it, it.entrants[person])
    return sum(each.stake for each in here.staked.get(person, ())) if here and here.staked else 0


def _chips(it: Tournament, one: Entrant, command: PenalisePlayer) -> int:
    """What is taken: the wager that stands, the penalty of the terms as far as there is so much, or everything."""
    if command.action == "lose-wager":
        return at_stake(it, command.person)
    if command.action == "chips":
        here = here_of(it, one)
        held = at_stake(it, command.person) + (here.missed.get(command.person, 0) if here else 0)
        return min(it.terms.conduct.penalty_chips, one.bank - held)
    return one.bank if command.action == "disqualify" else 0


def _shared(it: Tournament, one: Entrant, command: PenalisePlayer, chips: int) -> dict[str, int]:
    """Chips of who is disqualified go to the others at the table in equal parts of whole chips, where terms say so."""
    if command.action != "disqualify" or it.terms.conduct.disqualified_chips != "shared" or here_of(it, one) is None:
        return {}
    others = [who for who in in_play(it, one.table) if who != command.person]
    each = chips // len(others) // it.terms.wagers.chip * it.terms.wagers.chip if others else 0
    return dict.fromkeys(others, each) if each else {}


def retire_player(house: House, command: RetirePlayer) -> Answer:
    it = found(house, command, command.tournament, *RUNNING)
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = not_their_own(command, command.person)
    if refused is not None:
        return refused
    if one.standing not in ("playing", "through"):
        return Refused(
            Why.NOT_ALLOWED, rule("8.4.8(b)(vi)"), "only-players-retire", person=command.person, standing=one.standing
        )
    if at_stake(it, command.person):
        return Refused(
            Why.WAGERS_STAND,
            rule("8.4.8(b)(vi)"),
            "chips-on-layout",
            person=command.person,
            at_stake=at_stake(it, command.person),
        )
    return (
        PlayerRetired(
            tournament=command.tournament,
            person=command.person,
            placed=it.terms.conduct.retirement == "ranked",
            clause=rule("8.4.8(b)(vi)"),
            **stamp(command),
        ),
    )


# --- what the facts do


def player_penalised(house: House, event: PlayerPenalised) -> None:
    it = house.tournaments[event.tournament]
    one = it.entrants[event.person]
    here = here_of(it, one)
    if here is not None and here.staked is not None and event.action in ("lose-wager", "disqualify"):
        here.staked.pop(event.person, None)
    one.warned += event.action == "warn"
    one.bank -= event.chips
    for who, chips in event.shared.items():
        it.entrants[who].bank += chips
    if event.action == "disqualify":
        one.standing = "disqualified"
    elif event.chips and not one.bank:
        one.standing = "out"


def player_retired(house: House, event: PlayerRetired) -> None:
    house.tournaments[event.tournament].entrants[event.person].standing = "retired"


COMMANDS: Orders = {
    PenalisePlayer: Order(penalise_player, others=(DIRECTOR,)),
    RetirePlayer: Order(retire_player, others=(DIRECTOR, PATRON)),
}
APPLIERS: Appliers = {PlayerPenalised: player_penalised, PlayerRetired: player_retired}
