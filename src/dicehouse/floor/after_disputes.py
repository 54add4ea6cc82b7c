"""Follow-ups in the house of disputes and complaints at tables, which it keeps for everyone concerned."""

from collections.abc import Callable
from typing import Any, Final

from dicehouse.floor.follow_up import CurrentState, Follows, FollowUp
from dicehouse.house import (
    complaints,
    disputes,
)
from dicehouse.journal.record import Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.table.complaints import ComplaintLodged
from dicehouse.table.disputes import (
    DecisionAccepted,
    DisputeDecided,
    DisputeDecidedFinally,
    DisputeRaised,
    DisputeReviewed,
    ReviewAsked,
)
from dicehouse.table.orders import Event


def _disputed(known: CurrentState, entry: Entry, event: Any) -> Follows:
    """Whoever raised a dispute sees it wherever they are in the house."""
    table = known.tables[entry.stream]
    it = table.disputes.get(event.dispute) or table.past_disputes.get(event.dispute)
    if it is None:  # it was over before tables kept what is
        return
    fields = {
        "table": entry.stream, "dispute": it.id, "person": it.person, "about": it.about, "stage": _stage(event),
        "ruling": getattr(event, "ruling", it.ruling), "upheld": getattr(event, "upheld", it.upheld),
        "rule": f"{table.book.document} {event.clause}",
    }  # fmt: skip
    yield FollowUp(HOUSE, "dispute", disputes.RecordDispute, fields)


def _stage(event: Event) -> str:
    return "final" if isinstance(event, DisputeDecided) and event.final else STAGES[type(event)]


STAGES: Final[dict[type[Event], str]] = {
    DisputeRaised: "raised",
    DisputeDecided: "decided",
    ReviewAsked: "review-asked",
    DisputeReviewed: "reviewed",
    DisputeDecidedFinally: "final",
    DecisionAccepted: "accepted",
}


def _complained(known: CurrentState, entry: Entry, event: ComplaintLodged) -> Follows:
    """The register of the house has every complaint, wherever it was lodged."""
    fields = {
        "table": entry.stream, "dispute": event.dispute, "person": event.person, "words": event.words,
        "about": event.about, "ruling": event.ruling, "regulator": event.regulator,
        "rule": f"{known.tables[entry.stream].book.document} {event.clause}",
    }  # fmt: skip
    yield FollowUp(HOUSE, "complaint", complaints.RegisterComplaint, fields)


RULES: Final[dict[type[Event], Callable[[CurrentState, Entry, Any], Follows]]] = {
    **dict.fromkeys(STAGES, _disputed),
    ComplaintLodged: _complained,
}
