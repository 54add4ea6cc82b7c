"""The tray is counted as the table opens and closes: by two people, with a reason where the record says otherwise."""

from typing import Protocol

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Kind
from dicehouse.table.state import Table


class Count(Protocol):
    """A command that brings a count."""

    @property
    def by(self) -> str: ...
    @property
    def with_(self) -> str: ...
    @property
    def explained(self) -> str: ...


def wrong_count(table: Table, count: Count, counted: int | None, recorded: int | None) -> Refused | None:
    """Why a count is not taken; None where nothing is counted, and need not be."""
    name = table.config.name
    if counted is None:
        asked = table.config.count_trays and table.kind is not Kind.ELECTRONIC
        return Refused(Why.NOT_YET, None, "tray-to-be-counted", table=name) if asked else None
    if table.kind is Kind.ELECTRONIC:
        return Refused(Why.NOT_HERE, None, "no-tray-here", table=name)
    if not count.with_:
        return Refused(Why.NOT_YET, None, "counted-alone", subject=name)
    if count.with_ == count.by:
        return Refused(Why.SAME_PERSON, None, "second-person-counts", subject=name, person=count.by)
    if recorded not in (None, counted) and not count.explained:
        return Refused(Why.ENTRY_DIFFERS, None, "count-not-explained", subject=name, counted=counted, recorded=recorded)
    return None
