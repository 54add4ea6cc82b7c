"""Entries from play: rounds and stakes of people with a card in force, counted to the cent."""

from typing import Annotated, NamedTuple

from msgspec import Meta

from dicehouse.house.orders import DEVICE, LADDER, Appliers, Order, Orders
from dicehouse.house.promotions.lot import Entry
from dicehouse.house.promotions.publishing import found_promotion, of_edition, started
from dicehouse.house.promotions.state import Play, Promotion
from dicehouse.house.promotions.terms import Earning
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Words, stamp

MANAGER = LADDER[2]


class CountPlay(Command, frozen=True):
    """Count a round of someone's play toward a promotion."""

    promotion: Name
    person: Name
    table: Name
    staked: Amount
    """In this round, on all wagers."""
    round: Annotated[int, Meta(ge=0)] = 0
    """Its number at the table."""


class ShutOut(Command, frozen=True):
    """Record that someone is not eligible, such as staff."""

    promotion: Name
    person: Name
    reason: Words


class PlayCounted(Event, frozen=True):
    """A round of play was counted, and perhaps it earned entries."""

    promotion: str
    person: str
    table: str
    staked: int
    entries: int
    toward: int
    """What counts toward the next entry: cents staked, or rounds."""
    round: int = 0
    beyond: int = 0
    """Entries that it was worth beyond the most that one person can have."""


class PersonShutOut(Event, frozen=True):
    """Someone can neither enter nor win."""

    promotion: str
    person: str
    reason: str


def count_play(house: House, command: CountPlay) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    refused = _not_open(it, command) or not_eligible(house, it, command.promotion, command.person)
    refused = refused or _not_qualifying(it, command)
    if refused is not None:
        return refused
    earned = worked_out(it, command.person, command.staked)
    return (
        PlayCounted(
            promotion=command.promotion,
            person=command.person,
            table=command.table,
            staked=command.staked,
            entries=earned.entries,
            toward=earned.toward,
            beyond=earned.beyond,
            round=command.round,
            clause=of_edition(it).clause("7.3"),
            **stamp(command),
        ),
    )


def _not_open(it: Promotion, command: CountPlay) -> Refused | None:
    of, terms = of_edition(it), it.terms
    if not started(it, command.at):
        return Refused(
            Why.NOT_YET, of.clause("7.7"), "starts-once-public", promotion=command.promotion, starts=terms.starts
        )
    if it.draw.sealed or (terms.entries_close is not None and command.at >= terms.entries_close):
        return Refused(
            Why.TOO_LATE,
            of.clause("7.6"),
            "entries-closed",
            promotion=command.promotion,
            entries_close=terms.entries_close,
        )
    return None


def not_eligible(house: House, it: Promotion, promotion: str, person: str) -> Refused | None:
    of = of_edition(it)
    patron = house.patrons.get(person)
    if patron is None or patron.card is None or patron.card.suspended:
        return Refused(Why.NOT_ELIGIBLE, of.clause("7.3"), "entrant-without-card", person=person)
    if person in it.shut_out:
        return Refused(
            Why.NOT_ELIGIBLE,
            of.clause("7.3"),
            "not-eligible",
            person=person,
            promotion=promotion,
            shut_out=it.shut_out[person],
        )
    return None


def _not_qualifying(it: Promotion, command: CountPlay) -> Refused | None:
    person, least = command.person, earning_of(it).minimum_wager
    if command.staked < least:
        return Refused(
            Why.BELOW_MINIMUM,
            of_edition(it).clause("7.4"),
            "below-qualifying-wager",
            person=person,
            staked=command.staked,
            least=least,
        )
    return None


def earning_of(it: Promotion) -> Earning:
    return it.terms.entries or Earning()


class Earned(NamedTuple):
    """What play is worth."""

    entries: int
    """More of them, or fewer."""
    toward: int
    """What is left toward the next."""
    beyond: int
    """More, or fewer, of those beyond the most that one person can have."""


def worked_out(it: Promotion, person: str, staked: int, was: int = 0) -> Earned:
    """What a round with so much staked is worth, where another sum of it was counted before; never below nothing."""
    earning, has, beyond = earning_of(it), it.earned.get(person, 0), it.beyond.get(person, 0)
    by_stakes = bool(earning.for_stakes_of)
    more, each = (staked - was, earning.for_stakes_of) if by_stakes else (bool(staked) - bool(was), earning.for_rounds)
    whole, toward = divmod(max(it.toward.get(person, 0) + more, -(has + beyond) * each), each)
    worth = has + beyond + whole
    most = max(earning.most_each, has) if earning.most_each else worth
    entries = min(worth, most)
    return Earned(entries - has, toward, worth - entries - beyond)


def shut_out(house: House, command: ShutOut) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("7.3")
    if it.draw.sealed:
        return Refused(
            Why.TOO_LATE,
            clause,
            "no-exclusion-after-seal",
            person=command.person,
            promotion=command.promotion,
        )
    return (
        PersonShutOut(
            promotion=command.promotion, person=command.person, reason=command.reason, clause=clause, **stamp(command)
        ),
    )


# --- what the facts do


def play_counted(house: House, event: PlayCounted) -> None:
    it, person = house.promotions[event.promotion], event.person
    it.toward[person] = event.toward
    it.last_play[play_key(event.table, person)] = Play(event.round, event.staked)
    if event.beyond:
        it.beyond[person] = it.beyond.get(person, 0) + event.beyond
    if event.entries:
        it.entries.append(Entry(person, event.entries))
        it.earned[person] = it.earned.get(person, 0) + event.entries


def play_key(table: str, person: str) -> str:
    """How a promotion knows someone's play at a table."""
    return f"{table}/{person}"


def person_shut_out(house: House, event: PersonShutOut) -> None:
    it = house.promotions[event.promotion]
    it.shut_out[event.person] = event.reason
    it.entries = [entry for entry in it.entries if entry.person != event.person]
    it.earned.pop(event.person, None)
    it.toward.pop(event.person, None)
    it.beyond.pop(event.person, None)


COMMANDS: Orders = {CountPlay: Order(count_play, others=(DEVICE,)), ShutOut: Order(shut_out, MANAGER)}
APPLIERS: Appliers = {PlayCounted: play_counted, PersonShutOut: person_shut_out}
