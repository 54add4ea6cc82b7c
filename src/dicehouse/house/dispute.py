"""A dispute that the house decides for good, about a promotion or in a tournament, and the advice that follows."""

from msgspec import Struct

from dicehouse.refusal import Refused, Why


class Dispute(Struct, kw_only=True):
    """Who disputes what, and how it was decided."""

    person: str
    about: str
    decision: str = ""
    """Empty while it is open."""
    unsatisfied: bool = False
    """Whether the person is not satisfied with it."""
    advised: bool = False
    """Whether the person was told of the right to complain outside the house."""


def cannot_advise(it: Dispute, id: str, first: str, clause: str) -> Refused | None:
    """People are told of the right to complain once there is a decision, and once only."""
    if not it.decision:
        return Refused(Why.NOT_YET, clause, "dispute-not-decided", id=id, first=first)
    if it.advised:
        return Refused(Why.ALREADY_DONE, clause, "was-told-wait-complaint", id=id, person=it.person)
    return None
