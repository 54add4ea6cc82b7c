"""People and their player cards: one card in force for each, and nobody plays by another's.

A card that is suspended, locked, ended or
another person's is refused wherever it is shown (9.1); wagers that were locked in before stand. Helping someone with
their hands is on record at the table (9.20): such a helper may show the card of the one who is helped, and the play is
that person's.
"""

from typing import Literal

from dicehouse.house.holders import (
    OWN_CARD,
    PLAYER_CARD,
    card_of,
    held_card,
    may_show,
    not_their_own,
    patron_of,
    usable,
)
from dicehouse.house.identity import not_identified
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.patron_state import Patron, PlayerCard
from dicehouse.house.pins import PinReference
from dicehouse.house.policy import Policy
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp
from dicehouse.table.seats import Card


class RegisterPatron(Command, frozen=True):
    """Put someone on the books of the house."""

    patron: Name
    """The name by which the tables know this person."""


class IssueCard(Command, frozen=True):
    """Give a patron a player card; one that was in force ends."""

    patron: Name
    number: Name
    pin_reference: PinReference
    form: Literal["physical", "digital"] = "physical"
    membership: Literal["club", "social"] = "club"


class EndCard(Command, frozen=True):
    """End a card that was lost or handed back."""

    patron: Name
    reason: Words


class SuspendCard(Command, frozen=True):
    """Let nobody play by a card for the time being."""

    patron: Name
    reason: Words


class ReinstateCard(Command, frozen=True):
    """End a suspension."""

    patron: Name
    reason: Words


class ShowCard(Command, frozen=True):
    """Ask the house whether someone may play by a card."""

    card: Name
    person: Name
    """Who shows it."""
    place: Name
    """The table or terminal."""
    helps: bool = False
    """Whether this person is on record there as helping the patron of the card, who is present."""


class SetPolicy(Command, frozen=True):
    """Switch what the house asks beyond the documents."""

    policy: Policy


class PatronRegistered(Event, frozen=True):
    """The house knows someone."""

    patron: str


class CardIssued(Event, frozen=True):
    """A card is in force."""

    patron: str
    number: str
    form: str
    membership: str
    pin_reference: str = ""
    """Empty in journals of earlier versions, which held a hash of the PIN: it has to be set anew."""


class CardEnded(Event, frozen=True):
    """A card is in force no more and never will be."""

    patron: str
    number: str
    reason: str


class CardSuspended(Event, frozen=True):
    """Nobody may play by a card until it is reinstated."""

    patron: str
    number: str
    reason: str


class CardReinstated(Event, frozen=True):
    """A suspension is over."""

    patron: str
    number: str
    reason: str


class CardShown(Event, frozen=True):
    """Someone may play by a card, or the one whom they help may."""

    patron: str
    number: str
    person: str
    place: str


class PolicySet(Event, frozen=True):
    """The house asks this beyond the documents from here on."""

    policy: Policy


# --- what tables and terminals ask


def for_table(house: House, number: str) -> Card | None:
    """A card as a table is to know it by now; None for a number that the house never issued."""
    owner = house.cards.get(number)
    if owner is None:
        return None
    return Card(number, owner, valid=not isinstance(usable(house, number), Refused))


# --- the judgements


def register_patron(house: House, command: RegisterPatron) -> Answer:
    if command.patron in house.patrons:
        return Refused(Why.DUPLICATE_ID, None, "patron-on-books", patron=command.patron)
    return (PatronRegistered(clause="", patron=command.patron, **stamp(command)),)


def issue_card(house: House, command: IssueCard) -> Answer:
    """A new number; a suspension is not got round by a new card."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    refused = not_identified(house, patron.name, command.at)
    if refused:
        return refused
    old = patron.card
    if old is not None and old.suspended:
        return Refused(
            Why.NO_CARD,
            PLAYER_CARD,
            "card-suspended-no-other",
            old=old.number,
            suspended=old.suspended,
            person=patron.name,
        )
    if command.number in house.cards:
        owner = house.cards[command.number]
        return Refused(Why.DUPLICATE_ID, PLAYER_CARD, "card-number-taken", card=command.number, owner=owner)
    ended = (
        CardEnded(
            clause=PLAYER_CARD, patron=patron.name, number=old.number, reason="a new card was issued", **stamp(command)
        ),
    ) if old is not None else ()  # fmt: skip
    issued = CardIssued(
        clause=PLAYER_CARD,
        patron=patron.name,
        number=command.number,
        pin_reference=command.pin_reference,
        form=command.form,
        membership=command.membership,
        **stamp(command),
    )
    return (*ended, issued)


def end_card(house: House, command: EndCard) -> Answer:
    card = card_of(house, command.patron)
    if isinstance(card, Refused):
        return card
    if card.suspended:
        return Refused(
            Why.MUST_STAY, PLAYER_CARD, "card-suspended-cannot-end", card=card.number, suspended=card.suspended
        )
    return (
        CardEnded(
            clause=PLAYER_CARD, patron=command.patron, number=card.number, reason=command.reason, **stamp(command)
        ),
    )


def suspend_card(house: House, command: SuspendCard) -> Answer:
    card = card_of(house, command.patron)
    if isinstance(card, Refused):
        return card
    if card.suspended:
        return Refused(Why.ALREADY_DONE, OWN_CARD, "suspended-already", card=card.number, suspended=card.suspended)
    return (
        CardSuspended(
            clause=OWN_CARD, patron=command.patron, number=card.number, reason=command.reason, **stamp(command)
        ),
    )


def reinstate_card(house: House, command: ReinstateCard) -> Answer:
    card = card_of(house, command.patron)
    if isinstance(card, Refused):
        return card
    if not card.suspended:
        return Refused(Why.ALREADY_DONE, OWN_CARD, "not-suspended", card=card.number)
    return (
        CardReinstated(
            clause=OWN_CARD, patron=command.patron, number=card.number, reason=command.reason, **stamp(command)
        ),
    )


def show_card(house: House, command: ShowCard) -> Answer:
    """One's own card, or, where the table has the help on record, that of the one who is helped."""
    if command.helps and command.role == PATRON:
        return Refused(
            Why.NOT_ALLOWED,
            "star-sicbo-2024 9.20",
            "cannot-vouch-help",
            command="show-card",
            by=command.by,
            place=command.place,
        )
    refused = not_their_own(command, command.person) or may_show(house, command.card, command.person, command.helps)
    if refused:
        return refused
    return (
        CardShown(
            clause=OWN_CARD, patron=house.cards[command.card], number=command.card, person=command.person,
            place=command.place, **stamp(command),
        ),
    )  # fmt: skip


def set_policy(house: House, command: SetPolicy) -> Answer:
    if command.policy == house.policy:
        return Refused(Why.ALREADY_DONE, None, "policy-in-force", command="set-policy")
    return (PolicySet(clause="", policy=command.policy, **stamp(command)),)


# --- what the facts do


def patron_registered(house: House, event: PatronRegistered) -> None:
    house.patrons[event.patron] = Patron(name=event.patron)


def card_issued(house: House, event: CardIssued) -> None:
    house.cards[event.number] = event.patron
    house.patrons[event.patron].card = PlayerCard(
        number=event.number, form=event.form, membership=event.membership, pin_reference=event.pin_reference
    )


def card_ended(house: House, event: CardEnded) -> None:
    house.patrons[event.patron].card = None


def card_suspended(house: House, event: CardSuspended) -> None:
    held_card(house, event.patron).suspended = event.reason


def card_reinstated(house: House, event: CardReinstated) -> None:
    held_card(house, event.patron).suspended = ""


def card_shown(house: House, event: CardShown) -> None:
    """On record, and nothing else."""


def policy_set(house: House, event: PolicySet) -> None:
    house.policy = event.policy


COMMANDS: Orders = {
    RegisterPatron: Order(register_patron, "cashier"),
    IssueCard: Order(issue_card, "cashier"),
    EndCard: Order(end_card, "cashier"),
    SuspendCard: Order(suspend_card, "cage-supervisor"),
    ReinstateCard: Order(reinstate_card, "cage-supervisor"),
    ShowCard: Order(show_card, "cashier", (PATRON, DEVICE)),
    SetPolicy: Order(set_policy, "casino-operator"),
}
APPLIERS: Appliers = {
    PatronRegistered: patron_registered,
    CardIssued: card_issued,
    CardEnded: card_ended,
    CardSuspended: card_suspended,
    CardReinstated: card_reinstated,
    CardShown: card_shown,
    PolicySet: policy_set,
}
