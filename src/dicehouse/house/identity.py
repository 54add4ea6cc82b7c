"""Who someone is: which document was shown, who checked it, and when PIN and picture were last held beside the person.

The number of a document never comes here. The floor seals it in its vault, and the house has a reference to it and its
last characters, by which a person at the counter tells one document from another. The date of birth is here, because
by it the house judges whether somebody is old enough.

Where the policy asks for it, no card is issued without an identity on record, and large sums are paid out of an account
only after the PIN was keyed, or the picture compared, a short while before.
"""

from datetime import date, datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from msgspec import Meta

from dicehouse.house.holders import patron_of
from dicehouse.house.orders import Appliers, Order, Orders
from dicehouse.house.patron_state import Identity
from dicehouse.house.policy import Document
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, stamp

NumberReference = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", description="under which the floor keeps the number; it tells nothing of it")
]
LastCharacters = Annotated[str, Meta(max_length=4, description="the last characters of the number")]
OLDEST: Final = 120
"""Years; a date of birth before that is mistyped."""


class RecordIdentity(Command, frozen=True):
    """Put on record by which document someone was identified; whoever gives the command has checked it."""

    patron: Name
    document: Document
    number_reference: NumberReference
    number_ends: LastCharacters
    born: date
    expires: date | None = None
    """The last day on which the document is good; none where it has no end."""


class ComparePicture(Command, frozen=True):
    """Put on record whether the person at the counter is the one on the picture."""

    patron: Name
    same: bool = True


class IdentityRecorded(Event, frozen=True):
    """It is on record who someone is."""

    patron: str
    document: str
    number_reference: str
    number_ends: str
    born: date
    expires: date | None


class PictureCompared(Event, frozen=True):
    """The picture of the document was held beside the person."""

    patron: str
    same: bool


# --- what the policy asks


def age(born: date, today: date) -> int:
    """In whole years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def today_in(house: House, at: datetime) -> date:
    return at.astimezone(ZoneInfo(house.time_zone)).date()


def not_identified(house: House, patron: str, at: datetime) -> Refused | None:
    """Why someone gets no card, where the policy asks for an identity."""
    if house.policy.identity is None:
        return None
    known = house.identities.get(patron)
    if known is None:
        return Refused(Why.NOT_YET, None, "no-identity-on-record", patron=patron)
    if known.expires is not None and known.expires < today_in(house, at):
        return Refused(Why.TOO_LATE, None, "document-expired", patron=patron, day=known.expires)
    return None


def not_gated(house: House, patron: str, amount: int, at: datetime) -> Refused | None:
    """Why a sum is not paid out of an account: the policy asks for a PIN or a picture above so much, and it has not
    been seen lately."""
    gates = house.policy.gates
    if gates is None:
        return None
    seen = house.seen.get(patron, {})
    for what, above, says in (
        ("pin", gates.pin_above, "pin-not-keyed"), ("picture", gates.picture_above, "picture-not-compared"),
    ):  # fmt: skip
        when = seen.get(what)
        if above is not None and amount > above and (when is None or at - when > timedelta(minutes=gates.minutes)):
            return Refused(Why.NOT_YET, None, says, patron=patron, above=above, minutes=gates.minutes)
    return None


# --- the judgements


def record_identity(house: House, command: RecordIdentity) -> Answer:
    """A document that is good today, of someone who is old enough."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    today, policy = today_in(house, command.at), house.policy.identity
    years = age(command.born, today)
    if not 0 <= years <= OLDEST:
        return Refused(Why.MALFORMED, None, "born-impossible", patron=command.patron, born=command.born)
    if policy is not None and years < policy.least_age:
        return Refused(Why.NOT_ELIGIBLE, None, "too-young", patron=command.patron, least=policy.least_age)
    if policy is not None and command.document not in policy.documents:
        known = ", ".join(policy.documents)
        return Refused(Why.NOT_ALLOWED, None, "document-not-taken", document=command.document, known=known)
    if command.expires is not None and command.expires < today:
        return Refused(Why.TOO_LATE, None, "document-expired", patron=command.patron, day=command.expires)
    return (
        IdentityRecorded(
            clause="", patron=command.patron, document=command.document, number_reference=command.number_reference,
            number_ends=command.number_ends, born=command.born, expires=command.expires, **stamp(command),
        ),
    )  # fmt: skip


def compare_picture(house: House, command: ComparePicture) -> Answer:
    """With the picture of a document that is on record."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if command.patron not in house.identities:
        return Refused(Why.NOT_YET, None, "no-identity-on-record", patron=command.patron)
    return (PictureCompared(clause="", patron=command.patron, same=command.same, **stamp(command)),)


# --- what the facts do


def identity_recorded(house: House, event: IdentityRecorded) -> None:
    """Whoever checked the document saw its picture."""
    house.identities[event.patron] = Identity(
        document=event.document, number_reference=event.number_reference, number_ends=event.number_ends,
        born=event.born, expires=event.expires, checked_by=event.by, at=event.at,
    )  # fmt: skip
    saw(house, event.patron, "picture", event.at)


def picture_compared(house: House, event: PictureCompared) -> None:
    if event.same:
        saw(house, event.patron, "picture", event.at)
    else:
        house.seen.get(event.patron, {}).pop("picture", None)


def saw(house: House, patron: str, what: Literal["pin", "picture"], at: datetime) -> None:
    house.seen.setdefault(patron, {})[what] = at


COMMANDS: Orders = {
    RecordIdentity: Order(record_identity, "cashier"),
    ComparePicture: Order(compare_picture, "cashier"),
}
APPLIERS: Appliers = {
    IdentityRecorded: identity_recorded,
    PictureCompared: picture_compared,
}
