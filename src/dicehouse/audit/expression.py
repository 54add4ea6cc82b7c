"""Whether steps are borne out, as one Ibis expression: on DuckDB or, unchanged, on Spark.

Small tables made from the rulebook say what each state and roll leads to; they are joined to the wagers on whole
numbers and short words, and every comparison is on whole numbers. Most rows are borne out at a glance: state,
call and round of a row make one number, and that leads to what must be handed back for each cent and to the word that
must be written down. Only the others are looked at closely, with rounding, units and commissions. The
same faults stand out as in the kernel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dicehouse.audit.compiled import EVERY, Compiled
from dicehouse.audit.glance import CALLED, WORDS, Glances
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
    cells: "pa.Table"
    glances: "pa.Table"


def lookups(compiled: Compiled, it: Glances) -> Lookups:
    import pyarrow as pa

    glances = {"glance": np.arange(len(it.leads_to), dtype=np.int32), **must(it, it.leads_to)}
    return Lookups(pa.table(_states(compiled)), pa.table(_cells(compiled)), pa.table(glances))


def must(it: Glances, led: "NDArray[np.integer]") -> "dict[str, Whole]":
    """What rows must say whose glances lead there.

    The word after; what is handed back for each cent, or -1 where that is not whole; the odds and their parts, of which
    there are none where a row must be looked at closely; and whether the stake comes back.
    """
    in_all = np.where(it.whole == 1, it.pays + it.back, -1)
    columns = {"must_say": it.word, "in_all": in_all, "must_pay": it.pays, "parts": it.whole, "with_stake": it.back}
    return {name: column[led] for name, column in columns.items()}


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
    rows: list[tuple[Any, ...]] = []
    for state, (wager, name) in enumerate(compiled.states):
        code = compiled.codes[wager.id]
        unit = int(compiled.units[code])
        row = (
            state,
            int(compiled.shift[code]),
            int(compiled.sleeps[code]),
            int(compiled.opens[state]),
            bool(compiled.stays[state]),
            max(1, unit),
            *compiled.charges[code],
            name,
        )
        rows += [(wager.id, word, *row) for word in ((name, "") if len(wager.states) == 1 else (name,))]
    names = ("of_wager", "of_before", "state", "shift", "sleeps", "opens", "stays", "unit", *CHARGE, "stands_in")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


CHARGE: Final = ("charge_most", "charge_whole", "charge_rate", "charge_parts", "charge_payable")


def _cells(compiled: Compiled) -> dict[str, Any]:
    """A row for each state, awake or asleep, and outcome."""
    effects = [compiled.effects[it] for it in compiled.cells.tolist()]
    per_state = 2 * compiled.outcomes
    leads = []
    for key, effect in enumerate(effects):
        wager, _ = compiled.states[key // per_state]
        leads.append(WORDS.get(effect.after) or wager.states[effect.after])
    return {
        "cell": np.arange(len(effects)),
        "leads": leads,
        "decides": [it.after < 0 for it in effects],
        "pays": [it.pays for it in effects],
        "back": [it.back for it in effects],
        "whole": [it.whole for it in effects],
        "refunds": [it.refunds for it in effects],
    }


@dataclass(frozen=True)
class Tables:
    """Lookups as Ibis tables of one backend."""

    rounds: "ir.Table"
    states: "ir.Table"
    cells: "ir.Table"
    glances: "ir.Table"


def suspects(compiled: Compiled, wagers: "ir.Table", it: Tables, kinds: int, *, charges_checked: bool) -> "ir.Table":
    """The rows of wagers that are not borne out: at a glance, and then by a close look at the others."""
    import ibis

    table = stood(wagers, it)
    first = ibis.ifelse(table.nth == 1, 1, 0)
    at = ((table.state * len(CALLED) + _place(table.said_call, CALLED)) * 2 + first) * kinds + table.kind
    fit = (table.staked > 0) & table.wager_no.notnull() & (table.nth > 0) & table.said_call.isin(CALLED)
    fit &= (table.returned == table.paid) & ((table.fee == 0) | ((table.fee == table.charged) & (table.nth > 1)))
    words = ["", "", *compiled.names]  # in the order of their numbers
    table = table.mutate(at=ibis.ifelse(fit, at, -1), said=_place(table.became, words))
    columns = table.columns
    table = table.left_join(it.glances, table["at"] == it.glances.glance)
    right = in_full(compiled, table) | borne_out(compiled, table)
    table = table.filter(~right.fill_null(False)).select(*columns)
    close = stepped(compiled, table, it.cells, charges_checked=charges_checked)
    return close.filter(close.wrong).select(*wagers.columns)


def in_full(compiled: Compiled, it: "ir.Table") -> "ir.BooleanValue":
    """Whether a row says what it must where the odds are whole, so that nothing is rounded: the most are such.

    `said` is the number of the word after.
    """
    right: ir.BooleanValue = (it.paid == it.staked * it.in_all) & (it.must_say == it.said)
    return right & (it.staked % compiled.step == 0) if compiled.step > 1 else right


def borne_out(compiled: Compiled, it: "ir.Table") -> "ir.BooleanValue":
    """Whether a row says what it must at any odds.

    What was won is a multiple of the smallest chip, and less than one from the exact amount.
    """
    won = it.paid - it.staked * it.with_stake
    over = won * it.parts - it.staked * it.must_pay
    over = over if compiled.up else -over
    right: ir.BooleanValue = (over >= 0) & (over < it.parts * compiled.step) & (it.must_say == it.said)
    return right & (won % compiled.step == 0) if compiled.step > 1 else right


def _place(column: Any, words: Sequence[str]) -> Any:
    """Where a word stands among some, and -1 where it is none of them."""
    import ibis

    return ibis.array(list(words)).index(column)


def stood(wagers: "ir.Table", it: Tables) -> "ir.Table":
    """Every row of wagers with its round and the state that it begins in, found by their words."""
    table = whole_rows(wagers)
    table = table.left_join(it.rounds, [table.table == it.rounds.round_table, table["round"] == it.rounds.round_number])
    return table.left_join(it.states, [table.wager == it.states.of_wager, table.was == it.states.of_before])


def numbered(wagers: "ir.Table", states: "ir.Table") -> "ir.Table":
    """The same for rows that come with the numbers of their states and the moments of their rounds."""
    table = whole_rows(wagers.rename(in_state="state"))
    own = states.filter(states.of_before == states.stands_in)
    return table.left_join(own, table.in_state == own.state)


def stepped(compiled: Compiled, table: "ir.Table", cells: "ir.Table", *, charges_checked: bool) -> "ir.Table":
    """Rows with what the roll leads to; `wrong` says whether a row is not borne out."""
    import ibis

    stood_at = (table.moment >> table["shift"]) & 15
    by_itself = (table.sleeps >> stood_at) & 1
    asleep: Any = ibis.literal(0)
    if any(wager.sleeps for wager in compiled.wagers):
        called = ibis.cases((table.said_call == "on", 0), (table.said_call == "off", 1), else_=by_itself)
        asleep = ibis.ifelse(table.sleeps == 0, 0, called)
    key = (table.state * 2 + asleep) * compiled.outcomes + (table.moment & 255)
    table = table.mutate(stood=stood_at, key=key)
    table = table.left_join(cells, table.key == cells.cell)
    return table.mutate(wrong=_wrong(compiled, table, charges_checked=charges_checked))


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


def _wrong(compiled: Compiled, it: "ir.Table", *, charges_checked: bool) -> "ir.BooleanValue":
    unfit = (
        it.wager_no.isnull()
        | it.state.isnull()
        | it.moment.isnull()
        | (it.staked == 0)
        | it.returned.isnull()
        | (it.returned != it.paid)
        | (it.nth < 1)
        | ~it.said_call.isin(["", "on", "off"])
        | (it.fee != it.charged)
    )
    amount = _in_chips(compiled, it.staked * it.pays, it.whole * compiled.step)
    got = (it.paid - it.refunds * it.charged) * it.whole - it.staked * it.back
    other_end = (it.became != it.leads) & ((it.became != "") | ~it.decides)
    kept = 0 if compiled.keeps_commission else it.charged
    removed = it.became == "removed"
    wrong = (removed & (it.stays | (it.paid != it.staked + kept))) | (~removed & ((got != amount) | other_end))
    if any(wager.units > 1 for wager in compiled.wagers):
        wrong |= it.staked % it.unit != 0
    if (compiled.opens != EVERY).any():
        wrong |= (it.nth == 1) & ((it.opens >> it.stood) & 1 == 0)
    if charges_checked:
        wrong |= (it.nth == 1) & _charged_wrongly(compiled, it)
    return unfit | wrong


def _in_chips(compiled: Compiled, amount: Any, unit: Any) -> Any:
    """An amount multiplied out, rounded to a multiple of a unit as the rulebook says; nothing is divided."""
    over = amount % unit
    return amount + (unit - over) % unit if compiled.up else amount - over


def _charged_wrongly(compiled: Compiled, it: "ir.Table") -> Any:
    import ibis

    base = it.staked * it.charge_most
    base = ibis.ifelse(it.charge_payable == 1, _in_chips(compiled, base, it.charge_whole * compiled.step), base)
    due = base * it.charge_rate
    whole = it.charge_whole * it.charge_parts
    return it.charged * whole != due - due % (whole * compiled.charge_step)


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
