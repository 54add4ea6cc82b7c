"""What every row must say, as one Ibis expression: DuckDB and Spark run it unchanged.

Small tables made from the rulebook are joined to the wagers: the round of a row is of some kind, wager and word before
give its state, and both with the call make one number, a glance, that leads to what the row must say. Play repeats
itself, so rows that say the same at the same step are counted as one case, and only cases are settled.

Chains of steps are proved by sums that cancel: a step that leaves a wager standing adds a hash of where the next step
must take it up, and the next step takes the same hash away. The hashes are salted anew for every audit, so that nobody
can make up records whose faults cancel. All comparisons are on whole numbers, and nothing is divided.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.glance import CALLED, Glances
from dicehouse.audit.rounds import MISSING, Rounds
from dicehouse.audit.schema import LINES, MOST_PAID, WAGERS
from dicehouse.money import LARGEST

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa

KINDS: Final = {"whole": "int64", "cents": "int64", "text": "string", "day": "date", "flag": "boolean"}
"""How each kind of column is called in Ibis."""
PART: Final = 1 << 20
"""Rounds that are written together."""
BLOCK_BITS: Final = 5
"""Numbers of wagers that differ in so many of their last bits are looked at together."""
MOST_STEPS: Final = 1 << 31
"""Steps are told apart up to so many."""
CASE: Final = ("led", "after", "stake", "returned", "commission", "later")
"""What rows of one case have in common."""


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
                    "kind": kind,
                }
            )


def lookups(compiled: Compiled, it: Glances) -> "dict[str, pa.Table]":
    """The other small tables that wagers are joined to."""
    import pyarrow as pa

    # A wager of one state also goes without naming it.
    states = [
        {"of_wager": wager.id, "of_before": word, "state": state, "stands_in": name}
        for state, (wager, name) in enumerate(compiled.states)
        for word in ((name, "") if len(wager.states) == 1 else (name,))
    ]
    words = dict(zip(compiled.names.values(), compiled.names, strict=True))
    leads = [words[it] for it in it.steps.leads.tolist()]
    return {
        "states": pa.Table.from_pylist(states),
        "glances": pa.table({"glance": np.arange(len(it.leads_to)), "led": it.leads_to.astype(np.int64)}),
        "steps": pa.table({"step_no": np.arange(len(leads)), **it.steps._asdict(), "leads": leads}),
    }


@dataclass(frozen=True)
class Tables:
    """Lookups as Ibis tables of one backend."""

    rounds: "ir.Table"
    states: "ir.Table"
    glances: "ir.Table"
    steps: "ir.Table"


def every_column(wagers: "ir.Table") -> "ir.Table":
    """All columns of the schema, empty where a file leaves one out."""
    import ibis

    missing = {it.name: ibis.null(KINDS[it.kind]) for it in WAGERS if it.name not in wagers.columns}
    return wagers.mutate(**missing) if missing else wagers


def stood(wagers: "ir.Table", it: Tables) -> "ir.Table":
    """Every row with the number of its step, its round, and the state that it begins in."""
    table = every_column(wagers)
    table = table.mutate(nth=table.step.cast("int64").fill_null(1))
    table = table.left_join(it.rounds, [table.table == it.rounds.round_table, table["round"] == it.rounds.round_number])
    return table.left_join(
        it.states, [table.wager == it.states.of_wager, table.before.fill_null("") == it.states.of_before]
    )


def _stands(it: "ir.Table") -> Any:
    """Whether a row leaves its wager standing."""
    return (it.after.notin(["", *LINES])).fill_null(False)


def led(wagers: "ir.Table", it: Tables, kinds: int) -> "ir.Table":
    """Every row with the number of the step that it must say; none where that cannot be told."""
    import ibis

    table = stood(wagers, it)
    call = ibis.cases(*((table.call == word, number) for number, word in enumerate(CALLED)))
    call = ibis.ifelse(table.call.isnull(), 0, call)
    glance = ((table.state * len(CALLED) + call) * 2 + (table.nth == 1).cast("int64")) * kinds + table.kind
    fit = (table.wager_no >= 0) & (table.nth > 0)
    table = table.mutate(later=table.nth > 1, at=ibis.ifelse(fit, glance, ibis.null("int64")))
    return table.left_join(it.glances, table["at"] == it.glances.glance)


@dataclass(frozen=True)
class Due:
    """Settles rows, or cases of them."""

    compiled: Compiled
    tables: Tables
    charges_checked: bool

    def totals(self, rows: "ir.Table") -> "ir.Table":
        """How many rows, stakes and payments of those that have fit ones, rows of chains, and rows not borne out."""
        import ibis

        case = self._settled(rows.group_by(list(CASE)).agg(many=rows.count()))
        many = ibis.ifelse((case.staked > 0) & (case.returned == case.paid), case.many, 0)
        sums = {
            "rows": case.many,
            "staked": case.staked * many,
            "paid": case.paid * many,
            "linked": ibis.ifelse(case.later | _stands(case), case.many, 0),
            "wrong": ibis.ifelse(case.right, 0, case.many),
        }
        return case.agg(**{name: column.sum().fill_null(0) for name, column in sums.items()})

    def not_borne_out(self, rows: "ir.Table") -> "ir.Table":
        """The rows that say anything else than they must."""
        table = self._settled(rows)
        return table.filter(~table.right)

    def _settled(self, rows: "ir.Table") -> "ir.Table":
        """Rows with amounts that can be multiplied out, with what they must say, and whether they do."""
        fee = rows.commission.fill_null(0)
        table = rows.mutate(
            became=rows.after.fill_null(""),
            fee=fee,
            staked=_within(rows.stake, 1, int(LARGEST)),
            paid=_within(rows.returned, 0, MOST_PAID),
            charged=_within(fee, 0, int(LARGEST)),
        )
        table = table.left_join(self.tables.steps, table.led == self.tables.steps.step_no)
        fit = (table.staked > 0) & (table.returned == table.paid) & (table.fee == table.charged)
        return table.mutate(right=(fit & ~self._differs(table)).fill_null(False))

    def _differs(self, it: "ir.Table") -> "ir.BooleanValue":
        """Whether a row says anything else than its step, with rounding, units and commissions.

        What was won is a multiple of the smallest chip, and less than one from the exact amount.
        """
        compiled = self.compiled
        won = (it.paid - it.refunds * it.charged) * it.whole - it.staked * it.back
        chip = it.whole * compiled.step
        wrong = _apart(won - it.staked * it.pays if compiled.up else it.staked * it.pays - won, chip)
        wrong |= (won % chip != 0) | ((it.became != it.leads) & ((it.became != "") | (it.decides == 0)))
        removed = it.became == "removed"
        kept = 0 if compiled.keeps_commission else it.charged
        wrong = (removed & ((it.contract_in == 1) | (it.paid != it.staked + kept))) | (~removed & wrong)
        wrong |= (it.may == 0) | (it.staked % it.unit != 0)
        return wrong | (~it.later & self._charged_wrongly(it)) if self.charges_checked else wrong

    def _charged_wrongly(self, it: "ir.Table") -> Any:
        import ibis

        step = self.compiled.charge_step
        base, unit = it.staked * it.charge_most, it.charge_whole * self.compiled.step
        over = (base + unit - 1) % unit - unit + 1 if self.compiled.up else base % unit
        base -= ibis.ifelse(it.charge_payable == 1, over, 0)
        whole = it.charge_whole * it.charge_parts
        wrong = _apart(base * it.charge_rate - it.charged * whole, whole * step)
        return wrong | (it.charged % step != 0)


def _within(column: Any, low: int, high: int) -> Any:
    """A column whose values outside these are 0, so that multiplying them cannot overflow."""
    import ibis

    return ibis.ifelse(column.between(low, high), column, 0)


def _apart(over: Any, unit: Any) -> Any:
    """Whether an amount is not what is left over when something is rounded to a unit."""
    return ~over.between(0, unit - 1)


def crowded(wagers: "ir.Table") -> "ir.Table":
    """Blocks of neighbouring numbers in which one stands twice.

    Each new wager sets one bit of its block: where none stands twice, as many bits are set as there are wagers.
    """
    import ibis

    @ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]
    def bit_count(value: int) -> int: ...  # type: ignore[empty-body]

    table = wagers.filter(is_first(wagers))
    number = table.wager_no.fill_null(-1)
    table = table.mutate(block=_block(table), bit=ibis.literal(1, "int64") << (number & (1 << BLOCK_BITS) - 1))
    found = table.group_by(["table", "block"]).agg(bits=table.bit.sum(), new=table.count())
    return found.filter(bit_count(found.bits) != found.new).select("table", "block")


def unlinked(wagers: "ir.Table", it: Tables, salt: int) -> "ir.Table":
    """Blocks of neighbouring numbers in which a step does not follow another: what steps give and take differs."""
    import ibis

    @ibis.udf.scalar.builtin(name="hash")  # type: ignore[untyped-decorator]
    def mixed(key: int, step: int, place: int, wager: str, state: str) -> int: ...  # type: ignore[empty-body]

    table = steps_of_chains(wagers, it)
    key, nth = table.wager_no.fill_null(-1) ^ salt, ibis.least(table.nth, MOST_STEPS)
    gives = mixed(key, nth + 1, table.place + 1, table.wager, table.after)
    takes = mixed(key, nth, table.place, table.wager, table.stands_in)
    table = table.mutate(
        block=_block(table),
        gives=ibis.ifelse(_stands(table) & ~table["last"], gives, 0),
        takes=ibis.ifelse(nth > 1, takes, 0),
    )
    found = table.group_by(["table", "block"]).agg(gives=table.gives.sum(), takes=table.takes.sum())
    return found.filter(found.gives != found.takes).select("table", "block")


def steps_of_chains(wagers: "ir.Table", it: Tables) -> "ir.Table":
    """Steps before or after which there must be another, where round and state are known."""
    table = every_column(wagers)
    table = stood(table.filter((table.step > 1) | _stands(table)), it)
    return table.filter(table.place.notnull() & table.state.notnull())


def is_first(wagers: "ir.Table") -> Any:
    import ibis

    return wagers.step.fill_null(1) == 1 if "step" in wagers.columns else ibis.literal(True)


def _block(wagers: "ir.Table") -> Any:
    return wagers.wager_no.fill_null(-1) >> BLOCK_BITS


def in_blocks(wagers: "ir.Table", blocks: "ir.Table") -> "ir.Table":
    return wagers.semi_join(blocks, [wagers.table == blocks.table, _block(wagers) == blocks.block])


def broken(steps: "ir.Table") -> "ir.Table":
    """The wagers of which a step is not followed by the one that must follow it, or has none before it."""
    import ibis

    steps = steps.mutate(stands=_stands(steps))
    window = ibis.window(group_by=["table", "wager_no"], order_by=["nth", "place"])
    steps = steps.mutate(
        **{f"next_{it}": steps[it].lead().over(window) for it in ("nth", "place", "stands_in", "wager")},
        previous=steps.nth.lag().over(window),
    )
    follows = (
        (steps.next_nth == steps.nth + 1)
        & (steps.next_place == steps.place + 1)
        & (steps.next_stands_in == steps.after)
        & (steps.next_wager == steps.wager)
    )
    lost = ibis.ifelse(steps.next_nth.isnull(), steps.stands & ~steps["last"], ~steps.stands | ~follows)
    wrong = lost | (steps.previous.isnull() & (steps.nth != 1))
    return steps.filter(wrong).select("table", "wager_no").distinct()


def doubled(wagers: "ir.Table") -> "ir.Table":
    """New wagers of one table that share a number."""
    wagers = wagers.filter(is_first(wagers))
    counted = wagers.group_by(["table", "wager_no"]).agg(times=wagers.count())
    return counted.filter(counted.times > 1).select("table", "wager_no")


def rows_of(wagers: "ir.Table", which: "ir.Table") -> "ir.Table":
    """Every row of some wagers."""
    return wagers.semi_join(which, ["table", "wager_no"])
