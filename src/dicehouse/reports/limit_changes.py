"""Who changed which limit: signs of tables, limits of one player, limits that patrons set for themselves, places.

Each line has what the limit was before, as far as the journal tells it, and what it is from then on.
"""

from typing import Final

from dicehouse.house import limits as house_limits
from dicehouse.house.patrons import PolicySet
from dicehouse.money import dollars
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Event, limits, losses, opening, people, table_sign, wagering
from dicehouse.table.config import Limits, Sign

COLUMNS: Final = (
    Column("at", Kind.MOMENT),
    Column("where"),
    Column("limit"),
    Column("of"),
    Column("before"),
    Column("after"),
    Column("counts", Kind.MOMENT, "Counts from"),
    Column("by"),
    Column("role"),
    Column("clause"),
    Column("entry", Kind.COUNT),
)
NOTES: Final = (
    Note("A sign that hangs and does not count yet has its moment under Counts from."),
    Note("A limit that a patron lowers counts at once; one that is raised counts after its time."),
)

NO_LIMIT: Final = "none"

Told = tuple[str, str, str, Cell]
"""Which limit, of whom, what it is now, and from when."""


def limit_changes(walk: Walk, asked: Asked) -> Report:
    rows: list[tuple[Cell, ...]] = []
    now: dict[tuple[str, str, str], str] = {}
    for record in walk:
        for event in record.events:
            told = _told(event)
            if told is None:
                continue
            limit, of, after, counts = told
            where = record.table_of(event) or "the house"
            before = now.get((where, limit, of), "")
            if not isinstance(event, table_sign.LimitsSigned | house_limits.LimitRaiseAsked):
                now[where, limit, of] = after
            # A table that opens as it was, and a seat that is taken without a limit, change none.
            alike = isinstance(event, opening.TableOpened | losses.LossLimitSet) and after == (before or NO_LIMIT)
            if not alike and asked.wants(record, event) and asked.patron in {"", of}:
                rows.append(_row(record, event, where, limit, of, before, after, counts))
    return Report(title="Changes of limits", columns=COLUMNS, rows=rows, notes=NOTES)


def _row(record: Record, event: Event, where: str, *told: Cell) -> tuple[Cell, ...]:
    return (event.at, where, *told, event.by, event.role, record.clause(event), record.seq)


def _told(event: Event) -> Told | None:
    if isinstance(event, opening.TableOpened):
        return "sign", "the table", _sign(event.config.sign), None
    if isinstance(event, table_sign.LimitsSigned):
        return "sign", "the table", _sign(event.sign), event.counts
    if isinstance(event, table_sign.LimitsChanged):
        return "sign", "the table", _sign(event.sign), None
    if isinstance(event, limits.PersonalLimitsSet):
        return "personal", f"seat {event.seat}", _limits(event.limits) if event.limits else "as on the sign", None
    if isinstance(event, losses.LossLimitSet):
        left = NO_LIMIT if event.headroom is None else f"{dollars(event.headroom)} may still be lost"
        return "loss", f"seat {event.seat}", left, None
    if isinstance(event, people.PlayersLimited):
        most = str(event.most) if event.most else "as many as there are places"
        return "players", "the table", most + (", one place each" if event.one_each else ""), None
    if isinstance(event, wagering.TerminalsLimited):
        return "terminals", event.person, " ".join(map(str, event.terminals)) or "any", None
    if isinstance(event, house_limits.LimitSet):
        return event.limit, event.patron, _amount(event.amount), None
    if isinstance(event, house_limits.LimitRaiseAsked):
        return event.limit, event.patron, _amount(event.amount), event.since
    if isinstance(event, house_limits.LimitDeclined):
        return event.limit, event.patron, "declined", None
    if isinstance(event, PolicySet):
        return "policy", "the house", "set anew", None
    return None


def _amount(amount: int | None) -> str:
    return NO_LIMIT if amount is None else dollars(amount)


def _limits(it: Limits) -> str:
    unit = f", in units of {dollars(it.unit)}" if it.unit else ""
    return f"{dollars(it.minimum)} to {dollars(it.maximum)}{unit}"


def _sign(it: Sign) -> str:
    own = [f"{wager} {_limits(limits)}" for wager, limits in it.wagers.items()]
    most = [f"{name} at most {dollars(most)}" for name, most in (("a player", it.player), ("an area", it.area)) if most]
    return "; ".join([_limits(it.every), *own, *most])
