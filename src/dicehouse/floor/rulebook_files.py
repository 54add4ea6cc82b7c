"""The rulebook of each table as its file is now, and why one cannot be read."""

import logging

from dicehouse.floor.plan import TablePlan
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
