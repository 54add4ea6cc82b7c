"""Play that a promotion has counted, put right: wagers that are void after all earn nothing, others earn what they do.

Entries are taken back, or given, as if the round had been counted so from the beginning, until they are sealed. From
then on they stay as they are: the manager is told, and decides about a prize.
"""

from typing import Annotated

from msgspec import Meta

from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.promotions.entering import MANAGER, earning_of, not_eligible, play_key, worked_out
from dicehouse.house.promotions.lot import Entry
from dicehouse.house.promotions.publishing import found_promotion, of_edition
from dicehouse.house.promotions.state import Play, Promotion
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import notice
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, Words, stamp


class RecountPlay(Command, frozen=True):
    """Count a round of someone's play toward a promotion as it was after all."""

    promotion: Name
    person: Name
    table: Name
    round: Annotated[int, Meta(ge=1)]
    staked: Balance
    """On all wagers that stand; nothing where all are void."""
    reason: Words


class PlayRecounted(Event, frozen=True):
    """A round of play counts otherwise than before."""

    promotion: str
    person: str
    table: str
    round: int
    staked: int
    was: int
    """What was counted before."""
    entries: int
    """More, or fewer, than before."""
    toward: int
    beyond: int
    reason: str


def recount_play(house: House, command: RecountPlay) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    of, person = of_edition(it), command.person
    last = it.last_play.get(play_key(command.table, person))
    was = last.staked if last is not None and last.round == command.round else 0
    staked = command.staked if command.staked >= earning_of(it).minimum_wager else 0
    if staked == was:
        return Refused(
            Why.ALREADY_DONE,
            of.clause("7.4"),
            "wager-counted-so",
            person=person,
            was=was,
            round=command.round,
            table=command.table,
            promotion=command.promotion,
            staked=staked,
        )
    refused = not_eligible(house, it, command.promotion, person) if staked > was or person in it.shut_out else None
    if refused:
        return refused
    worth = worked_out(it, person, staked, was)
    sealed = bool(it.draw.sealed)
    counted = PlayRecounted(
        promotion=command.promotion, person=person, table=command.table, round=command.round, staked=staked, was=was,
        entries=0 if sealed else worth.entries, toward=it.toward.get(person, 0) if sealed else worth.toward,
        beyond=0 if sealed else worth.beyond, reason=command.reason, clause=of.clause("7.3"), **stamp(command),
    )  # fmt: skip
    if not sealed or not worth.entries:
        return (counted,)
    has = it.earned.get(person, 0)
    about = (
        f"{person} has {has} entries in {command.promotion}, sealed, and should have {has + worth.entries}, since "
        f"round {command.round} at {command.table} was put right: {command.reason}; decide about a prize"
    )
    return (counted, notice(command, f"entries {command.promotion}", MANAGER, about, command.at, counted.clause))


# --- what the facts do


def play_recounted(house: House, event: PlayRecounted) -> None:
    it, person = house.promotions[event.promotion], event.person
    it.last_play[play_key(event.table, person)] = Play(event.round, event.staked)
    it.toward[person] = event.toward
    it.beyond[person] = it.beyond.get(person, 0) + event.beyond
    it.earned[person] = it.earned.get(person, 0) + event.entries
    if event.entries > 0:
        it.entries.append(Entry(person, event.entries))
    elif event.entries:
        _taken_out(it, person, -event.entries)
    if not it.earned[person]:
        del it.earned[person]


def _taken_out(it: Promotion, person: str, number: int) -> None:
    """The latest entries of a person first."""
    left: list[Entry] = []
    for entry in reversed(it.entries):
        gone = min(number, entry.number) if entry.person == person else 0
        number -= gone
        if entry.number > gone:
            left.append(Entry(entry.person, entry.number - gone))
    it.entries = left[::-1]


COMMANDS: Orders = {RecountPlay: Order(recount_play, others=(DEVICE,))}
APPLIERS: Appliers = {PlayRecounted: play_recounted}
