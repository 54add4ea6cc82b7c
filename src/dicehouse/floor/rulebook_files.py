"""The rulebook of each table as its file is now, and why one cannot be read."""

import logging

from msgspec.structs import replace

from dicehouse.floor.plan import HousePlan, TablePlan
from dicehouse.house.citations import own_citations
from dicehouse.house.policy import Policy
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, RulebookError

log = logging.getLogger("dicehouse.floor")


class RulebookFiles:
    """The rulebooks that the plan of the house names."""

    def __init__(self) -> None:
        self.unread: dict[str, str] = {}
        """The tables whose rulebook cannot be read just now, with the reason; those do not open."""

    def read(self, plan: TablePlan) -> Rulebook | None:
        """The rulebook of a table as its file is now; None where it cannot be read, which is noted."""
        self.unread.pop(plan.name, None)
        try:
            return plan.book()
        except RulebookError as error:
            self.unread[plan.name] = str(error)
            log.error("%s: it stays closed: %s", plan.name, error)
            return None

    def cannot_open(self, table: str) -> Refused:
        return Refused(Why.NOT_HERE, None, "rulebook-unreadable", table=table, error=self.unread[table])


def wanted_policy(plan: HousePlan, current: Policy) -> Policy:
    """What the plan asks beyond the documents, with the clauses that the rulebooks of its tables have for the house."""
    try:
        cites = own_citations(it.book() for it in plan.tables)
    except RulebookError:  # a file that cannot be read just now changes nothing
        cites = current.cites
    said = plan.policy.cites if plan.policy else {}
    return replace(plan.policy or current, cites={**cites, **said})
