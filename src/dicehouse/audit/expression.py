"""Whether steps are borne out, as one Ibis expression: on DuckDB or, unchanged, on Spark.

Small tables made from the rulebook are joined to the wagers on whole numbers and short words: state, call and round of
a row make one number, a glance, and that leads to what the row must say. Every comparison is on whole numbers. The same
faults stand out as in the kernel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.glance import CALLED, Glances
from dicehouse.audit.rounds import MISSING, Rounds
from dicehouse.audit.schema import LINES, WAGERS
from dicehouse.money import LARGEST

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

MOST_PAID: Final = 10**15
KINDS: Final = {"whole": "int64", "cents": "int64", "text": "string", "day": "date", "flag": "boolean"}
"""How each kind of column is called in Ibis."""
PART: Final = 1 << 20
"""Rounds that are written together."""


@dataclass(frozen=True)
class Lookups:
    """The small tables that wagers are joined to, as Arrow tables."""

    states: "pa.Table"
    glances: "pa.Table"
    steps: "pa.Table"


def lookups(compiled: Compiled, it: Glances) -> Lookups:
    import pyarrow as pa

    glances = {"glance": np.arange(len(it.leads_to)), "led": it.leads_to.astype(np.int64)}
    return Lookups(pa.table(_states(compiled)), pa.table(glances), steps(it))


def steps(it: Glances) -> "pa.Table":
    """What rows may have to say, by number."""
    import pyarrow as pa

    return pa.table({"step_no": np.arange(len(it.steps.leads)), **it.steps._asdict()})


def rounds_tables(rounds: Rounds) -> "Iterator[pa.Table]":
    """All rounds in their order, part by part, as the wagers are joined to them."""
    import pyarrow as pa

    count = 0
    for code, name in enumerate(rounds.tables):
        end = int(rounds.begins[code + 1])
        for begin in range(int(rounds.begins[code]), end, PART):
            until = min(begin + PART, end)
            kinds = rounds.kinds(begin, until)
            there = kinds != MISSING
            kind = kinds[there].astype(np.int64)
            # Rounds are counted one by one, so that the next round of a table is the next number.
            place = np.arange(count, count + len(kind))
            count += len(kind)
            last = np.zeros(len(kind), bool)
            last[-1:] = until == end
            yield pa.table(
                {
                    "round_table": pa.array([name]).take(pa.array(np.zeros(len(kind), np.int32))),
                    "round_number": rounds.numbers(code, begin, until)[there],
                    "place": place,
                    "last": last,
                    "moment": rounds.moments[kind],
                    "kind": kind,
                }
            )


def _states(compiled: Compiled) -> dict[str, list[Any]]:
    """A row for each state of each wager; a wager of one state also goes without naming it."""
    rows = [
        (wager.id, word, state, name)
        for state, (wager, name) in enumerate(compiled.states)
        for word in ((name, "") if len(wager.states) == 1 else (name,))
    ]
    return dict(zip(("of_wager", "of_before", "state", "stands_in"), map(list, zip(*rows, strict=True)), strict=True))


@dataclass(frozen=True)
class Tables:
    """Lookups as Ibis tables of one backend."""

    rounds: "ir.Table"
    states: "ir.Table"
    glances: "ir.Table"
    steps: "ir.Table"


def suspects(compiled: Compiled, wagers: "ir.Table", it: Tables, kinds: int, *, charges_checked: bool) -> "ir.Table":
    """The rows of wagers that are not borne out."""
    import ibis

    table = stood(wagers, it)
    first = ibis.ifelse(table.nth == 1, 1, 0)
    at = ((table.state * len(CALLED) + _place(table.said_call, CALLED)) * 2 + first) * kinds + table.kind
    words = ["", "", *compiled.names]  # in the order of their numbers
    table = table.mutate(at=at, said=_place(table.became, words))
    table = table.left_join(it.glances, table["at"] == it.glances.glance)
    table = table.left_join(it.steps, table.led == it.steps.step_no)
    fit = (table.staked > 0) & (table.wager_no >= 0) & (table.nth > 0) & table.said_call.isin(CALLED)
    fit &= (table.returned == table.paid) & (table.fee == table.charged)
    right = fit & ~differs(compiled, table, charges_checked=charges_checked)
    return table.filter(~right.fill_null(False)).select(*wagers.columns)


def differs(compiled: Compiled, it: "ir.Table", *, charges_checked: bool) -> "ir.BooleanValue":
    """Whether a row says anything else than its step, with rounding, units and commissions.

    `said` is the number of the word after, 0 where there is none. What was won is a multiple of the smallest chip, and
    less than one from the exact amount; nothing is divided.
    """
    won = (it.paid - it.refunds * it.charged) * it.whole - it.staked * it.back
    chip = it.whole * compiled.step
    wrong = _apart(won - it.staked * it.pays if compiled.up else it.staked * it.pays - won, chip)
    wrong |= (won % chip != 0) | ((it.said != it.leads) & ((it.said != 0) | (it.decides == 0)))
    removed = it.said == compiled.names["removed"]
    kept = 0 if compiled.keeps_commission else it.charged
    wrong = (removed & ((it.contract_in == 1) | (it.paid != it.staked + kept))) | (~removed & wrong) | (it.may == 0)
    if any(wager.units > 1 for wager in compiled.wagers):
        wrong |= it.staked % it.unit != 0
    return wrong | ((it.nth == 1) & _charged_wrongly(compiled, it)) if charges_checked else wrong


def _apart(over: Any, unit: Any) -> Any:
    """Whether an amount is not what is left over when something is rounded to a unit."""
    return ~over.between(0, unit - 1)


def _place(column: Any, words: Sequence[str]) -> Any:
    """Where a word stands among some, and -1 where it is none of them."""
    import ibis

    return ibis.array(list(words)).index(column)


def stood(wagers: "ir.Table", it: Tables) -> "ir.Table":
    """Every row of wagers with its round and the state that it begins in, found by their words."""
    table = whole_rows(wagers)
    table = table.left_join(it.rounds, [table.table == it.rounds.round_table, table["round"] == it.rounds.round_number])
    return table.left_join(it.states, [table.wager == it.states.of_wager, table.was == it.states.of_before])


def whole_rows(wagers: "ir.Table") -> "ir.Table":
    """All columns of the schema; what a file leaves out or a row is silent about has its default."""
    import ibis

    missing = {it.name: ibis.null(KINDS[it.kind]) for it in WAGERS if it.name not in wagers.columns}
    table = wagers.mutate(**missing) if missing else wagers
    table = table.mutate(
        nth=table.step.cast("int64").fill_null(1),
        was=table.before.fill_null(""),
        became=table.after.fill_null(""),
        said_call=table.call.fill_null(""),
        fee=table.commission.fill_null(0),
        charged=_within(table.commission, 0, int(LARGEST)),
        staked=_within(table.stake, 1, int(LARGEST)),
        paid=_within(table.returned, 0, MOST_PAID),
    )
    return table.mutate(stands=(table.became != "") & ~table.became.isin(list(LINES)))


def _within(column: Any, low: int, high: int) -> Any:
    """A column whose values outside these are 0, so that multiplying them cannot overflow."""
    import ibis

    return ibis.ifelse(column.between(low, high), column, 0)


def _charged_wrongly(compiled: Compiled, it: "ir.Table") -> Any:
    import ibis

    base = it.staked * it.charge_most
    if any(charge.payable for charge in compiled.charges):
        unit = it.charge_whole * compiled.step
        over = (base + unit - 1) % unit - unit + 1 if compiled.up else base % unit
        base -= ibis.ifelse(it.charge_payable == 1, over, 0)
    whole = it.charge_whole * it.charge_parts
    wrong = _apart(base * it.charge_rate - it.charged * whole, whole * compiled.charge_step)
    return wrong | (it.charged % compiled.charge_step != 0) if compiled.charge_step > 1 else wrong


def broken(table: "ir.Table") -> "ir.Table":
    """The wagers of which a step is not followed by the one that must follow it, or has none before it."""
    import ibis

    steps = table.filter(table.place.notnull() & table.state.notnull() & ((table.nth > 1) | table.stands))
    window = ibis.window(group_by=["table", "wager_no"], order_by=["nth", "place"])
    steps = steps.mutate(
        **{f"next_{it}": steps[it].lead().over(window) for it in ("nth", "place", "stands_in", "wager")},
        previous=steps.nth.lag().over(window),
    )
    follows = (
        (steps.next_nth == steps.nth + 1)
        & (steps.next_place == steps.place + 1)
        & (steps.next_stands_in == steps.became)
        & (steps.next_wager == steps.wager)
    )
    lost = ibis.ifelse(steps.next_nth.isnull(), steps.stands & ~steps["last"], ~steps.stands | ~follows)
    wrong = lost | (steps.previous.isnull() & (steps.nth != 1))
    return steps.filter(wrong).select("table", "wager_no").distinct()


def doubled(wagers: "ir.Table") -> "ir.Table":
    """New wagers of one table that share a number."""
    table = whole_rows(wagers)
    first = table.filter(table.nth == 1)
    counted = first.group_by(["table", "wager_no"]).agg(times=first.count())
    return counted.filter(counted.times > 1).select("table", "wager_no")


def sums(wagers: "ir.Table") -> "ir.Table":
    """How many rows, the stakes and payments of those that have fit ones, and how many belong to chains."""
    table = whole_rows(wagers)
    fit = (table.staked > 0) & table.returned.notnull() & (table.returned == table.paid)
    return table.agg(
        rows=table.count(),
        linked=table.count(where=(table.nth > 1) | table.stands),
        staked=table.staked.sum(where=fit).fill_null(0),
        paid=table.paid.sum(where=fit).fill_null(0),
    )


def rows_of(wagers: "ir.Table", which: "ir.Table") -> "ir.Table":
    """Every row of some wagers."""
    return wagers.semi_join(which, ["table", "wager_no"])
