"""The settling of wagers as one Ibis expression, on DuckDB or, unchanged, on Spark.

Small tables made from the rulebook say what each state and roll leads to; they are joined to the wagers on whole
numbers and short words, and every comparison is on whole numbers. Most rows are borne out at a glance: state,
call and round of a row make one number, and that leads to what must be handed back for each cent and to the word that
must be written down. Only the others are looked at closely, with rounding, units and commissions. The
same faults stand out as in the kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dicehouse.audit.compiled import EVERY, Compiled
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
WORDS: Final = {number: word for word, number in LINES.items()}


@dataclass(frozen=True)
class Lookups:
    """The small tables that wagers are joined to, as Arrow tables."""

    states: "pa.Table"
    cells: "pa.Table"
    glances: "pa.Table"


def lookups(compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> Lookups:
    import pyarrow as pa

    glances = _glances(compiled, kinds_of(rounds), charges_checked=charges_checked)
    return Lookups(pa.table(_states(compiled)), pa.table(_cells(compiled)), pa.table(glances))


def kinds_of(rounds: Rounds) -> "Whole":
    """The moments that occur; a round is of the kind that its moment has here."""
    seen = np.bincount(rounds.moments, minlength=MISSING + 1)
    return np.flatnonzero(seen[:MISSING])


def rounds_table(rounds: Rounds, kinds: "Whole", place: "Whole") -> "pa.Table":
    """The rounds at some places, in their order, as the wagers are joined to them."""
    import pyarrow as pa

    code = np.searchsorted(rounds.begins, place, side="right") - 1
    if rounds.ranked is not None:
        number = rounds.ranked[place] & ((1 << 48) - 1)
    else:
        number = place - rounds.begins[code] + rounds.first[code]
    # Rounds are counted one by one for each table, so that the next round is the next number.
    order = np.arange(len(place))
    last = np.r_[code[1:] != code[:-1], True] if len(code) else np.zeros(0, bool)
    names = pa.array(rounds.tables, pa.string())
    return pa.table(
        {
            "round_table": pa.DictionaryArray.from_arrays(code.astype(np.int32), names).cast(pa.string()),
            "round_number": number.astype(np.int64),
            "place": order.astype(np.int64),
            "last": last,
            "moment": rounds.moments[place].astype(np.int64),
            "kind": np.searchsorted(kinds, rounds.moments[place]),
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


def _glances(compiled: Compiled, kinds: "Whole", *, charges_checked: bool) -> dict[str, Any]:
    """For each state, call, first or later step, and kind of round: what a row must say to be borne out at a glance.

    `total` is what is handed back for each cent; `leads` is the word after, by its number among all, and `CLOSELY`
    where a glance is not enough.
    """
    made = []
    for state, (wager, _) in enumerate(compiled.states):
        code = compiled.codes[wager.id]
        sleeps, any_stake = int(compiled.sleeps[code]), compiled.units[code] == 1
        stood = kinds >> compiled.shift[code] & 15
        begins = (compiled.opens[state] >> stood & 1 == 1) & (not (charges_checked and compiled.charges[code].rate))
        for call in CALLED:
            asleep = np.full(len(kinds), int(sleeps != 0 and call == "off")) if call else sleeps >> stood & 1
            effect = compiled.money[compiled.cells[(state * 2 + asleep) * compiled.outcomes + (kinds & 255)]]
            after, pays, back, whole, refunds = effect.T
            word = np.array([compiled.names[WORDS.get(it) or wager.states[it]] for it in after.tolist()])
            plain = (whole == 1) & (refunds == 0) & any_stake
            made += [(pays + back, np.where(plain & may, word, CLOSELY)) for may in (True, begins)]
    total, leads = map(np.concatenate, zip(*made, strict=True))
    return {"glance": np.arange(len(total), dtype=np.int32), "total": total, "leads": leads.astype(np.int32)}


CALLED: Final = ("", "on", "off")
CLOSELY: Final = -9


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
    fit &= (table.fee == 0) | ((table.fee == table.charged) & (table.nth > 1))
    words = ["", "", *compiled.names]  # in the order of their numbers
    table = table.mutate(at=ibis.ifelse(fit, at, -1), said=_place(table.became, words))
    close = stepped(compiled, doubtful(compiled, table, it.glances), it, charges_checked=charges_checked)
    return close.filter(close.wrong).select(*wagers.columns)


def doubtful(compiled: Compiled, table: "ir.Table", glances: "ir.Table") -> "ir.Table":
    """The rows that a glance does not bear out.

    `at` says where to look, and is below 0 for a row that has no such place; `said` is the number of the word after.
    """
    columns = table.columns
    table = table.left_join(glances, table["at"] == glances.glance)
    right = (table.returned == table.staked * table.total) & (table.leads == table.said)
    if compiled.step > 1:
        right &= table.staked % compiled.step == 0
    return table.filter(~right.fill_null(False)).select(*columns)


def _place(column: Any, words: Sequence[str]) -> Any:
    """Where a word stands among some, and -1 where it is none of them."""
    import ibis

    return ibis.array(list(words)).index(column)


def stood(wagers: "ir.Table", it: Tables) -> "ir.Table":
    """Every row of wagers with its round and the state that it begins in."""
    table = whole_rows(wagers)
    table = table.left_join(it.rounds, [table.table == it.rounds.round_table, table["round"] == it.rounds.round_number])
    return table.left_join(it.states, [table.wager == it.states.of_wager, table.was == it.states.of_before])


def stepped(compiled: Compiled, table: "ir.Table", it: Tables, *, charges_checked: bool) -> "ir.Table":
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
    table = table.left_join(it.cells, table.key == it.cells.cell)
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
