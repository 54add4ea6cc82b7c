"""Made-up records in files: wagers and results as Parquet, and a list of the errors that were planted in them."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.planted import Planted, Planter
from dicehouse.audit.play import Dealt, Player, Steps, blocks, deal
from dicehouse.audit.schema import LINES

if TYPE_CHECKING:
    import pyarrow as pa

DEALERS: Final = ("Ah Kim", "Brooks", "Costa", "Dao", "Evans", "Fraser", "Goh", "Hughes", "Iyer", "Jones", "Khan", "Li")
FIRST_DAY: Final = date(2026, 1, 1)
GROUPS: Final = 16
"""Row groups to a file."""
UNHEARD_OF: Final = "lucky-streak"


@dataclass(frozen=True)
class Wanted:
    """What records to make."""

    rounds: int
    errors: int = 0
    seed: int = 0
    tables: int = 8
    days: int = 30
    per_round: int = 20
    rows: int = 1_000_000
    """Rows to a row group, about."""


@dataclass(frozen=True)
class Made:
    wagers: int
    """Rows."""
    rounds: int
    planted: tuple[Planted, ...]


def make(compiled: Compiled, wanted: Wanted, folder: Path, progress: Callable[[int], None] = lambda _: None) -> Made:
    """Write records into a folder; `progress` hears how many rounds have been played."""
    import pyarrow.parquet as pq

    random = np.random.default_rng(wanted.seed)
    per_table = -(-wanted.rounds // wanted.tables)
    rounds = deal(compiled, wanted.tables, per_table, random)
    size = min(per_table, max(50, wanted.rows // (wanted.per_round * _length(compiled))))
    todo = list(blocks(per_table, wanted.tables, size))
    in_results = wanted.errors // 10
    share = random.multinomial(
        wanted.errors - in_results, [(end - begin) / (per_table * wanted.tables) for _, begin, end in todo]
    )
    planter = Planter(compiled, random)
    players = [Player(compiled, random, wanted.per_round) for _ in range(wanted.tables)]
    wagers, planted, short = 0, list[Planted](), 0
    (folder / "wagers").mkdir(parents=True, exist_ok=True)
    writer = None
    for number, (table, begin, end) in enumerate(todo):
        steps = players[table].block(rounds, table, begin, end)
        asked = int(share[number]) + short
        steps, told = planter.plant(steps, asked, rounds.tables[table], per_table + 1000 + wagers)
        short = asked - len(told)
        planted += told
        made = _table(compiled, rounds, steps, table, per_table, wanted)
        if number % GROUPS == 0:
            if writer is not None:
                writer.close()
            path = folder / "wagers" / f"wagers-{number // GROUPS + 1:04d}.parquet"
            writer = pq.ParquetWriter(path, made.schema, compression="zstd")
        if writer is not None:
            writer.write_table(made, row_group_size=len(made))
        wagers += len(made)
        progress(end - begin)
    if writer is not None:
        writer.close()
    if short:
        raise ValueError(
            f"{wanted.errors} errors do not fit into {wagers} rows; make more rounds or ask for fewer errors"
        )
    results, told = _results(compiled, rounds, per_table, in_results, random)
    pq.write_table(results, folder / "results.parquet", compression="zstd")
    planted += told
    with (folder / "planted.csv").open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(Planted._fields)
        sheet.writerows(planted)
    return Made(wagers, per_table * wanted.tables, tuple(planted))


def _length(compiled: Compiled) -> int:
    """About how many steps a wager has."""
    several = sum(not it.one_roll for it in compiled.wagers)
    return 6 if 2 * several > len(compiled.wagers) else 1


def _dictionary(codes: Any, words: list[str | None]) -> "pa.DictionaryArray":
    import pyarrow as pa

    # A word that is None stands for nothing: its code becomes a null.
    nothing = [place for place, word in enumerate(words) if word is None]
    mask = np.isin(codes, nothing) if nothing else None
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32), mask=mask), [it or "" for it in words])


def _table(compiled: Compiled, rounds: Dealt, it: Steps, table: int, per_table: int, wanted: Wanted) -> "pa.Table":
    import pyarrow as pa

    words = [None, *compiled.names]
    numbers = np.zeros((len(compiled.wagers) + 1, max(len(it.states) for it in compiled.wagers) + len(LINES)), np.int32)
    for code, wager in enumerate(compiled.wagers):
        for place, state in enumerate(wager.states):
            numbers[code, place] = compiled.names[state] - 1
    for word, line in LINES.items():
        numbers[:, line] = compiled.names[word] - 1
    day = it.place * wanted.days // max(per_table, 1)
    dealer = (it.place * wanted.days * 12 // max(per_table, 1) + table * 5) % len(DEALERS)
    days = np.array(
        [FIRST_DAY + timedelta(int(place)) for place in range(int(day.max(initial=0)) + 1)], "datetime64[D]"
    )
    columns = {
        "wager_no": it.wager_no,
        "table": _dictionary(np.zeros(len(it)), [rounds.tables[table]]),
        "round": it.place + 1,
        "wager": _dictionary(it.wager % (len(compiled.wagers) + 1), [*compiled.codes, UNHEARD_OF]),
        "stake": it.stake,
        "returned": it.returned,
        "step": it.step.astype(np.int16),
        "before": _dictionary(numbers[it.wager, it.before], words),
        "after": _dictionary(numbers[it.wager, it.after], words),
        "commission": it.commission,
        "call": _dictionary(it.call, [None, "on", "off"]),
        "dealer": _dictionary(dealer, list(DEALERS)),
        "day": days[day],
    }
    kept = {name: column for name, column in columns.items() if name not in _needless(compiled)}
    return pa.table(kept)


def _needless(compiled: Compiled) -> set[str]:
    """Columns that no wager of the rulebook has a use for."""
    needless = set[str]()
    if not any(it.commission.rate for it in compiled.wagers):
        needless.add("commission")
    if all(it.one_roll for it in compiled.wagers):
        needless.add("before")
    if not any(it.off_when for it in compiled.wagers):
        needless.add("call")
    return needless


def _results(
    compiled: Compiled, rounds: Dealt, per_table: int, errors: int, random: np.random.Generator
) -> tuple["pa.Table", list[Planted]]:
    """The results table by table; errors are dice that cannot be, rounds that stand twice, and rounds out of order."""
    import pyarrow as pa

    tables = len(rounds.tables)
    code = np.repeat(np.arange(tables), per_table)
    number = np.tile(np.arange(1, per_table + 1), tables)
    words: list[str | None] = ["-".join(map(str, roll)) for roll in compiled.book.dice.rolls]
    words += [None, "-".join(["7"] * compiled.book.dice.count)]
    order = np.arange(len(code), dtype=np.int64)
    told, twice, swapped = list[Planted](), list[int](), list[int]()
    # Places two apart at least, so that no error touches another.
    drawn = np.sort(random.choice(len(code) // 3, min(errors, len(code) // 3), replace=False)) * 3
    for turn, row in enumerate(drawn.tolist()):
        same_table = row + 1 < len(code) and code[row + 1] == code[row]
        at = rounds.tables[code[row]]
        if turn % 3 == 0:
            told.append(Planted("dice", at, per_table + 10 + turn, 0, "no dice show a seven"))
        elif turn % 3 == 1 or not same_table:
            twice.append(row)
            told.append(Planted("duplicate-round", at, int(number[row]), 0, "the result stands twice"))
        else:
            swapped.append(row)
            told.append(Planted("order", at, int(number[row]), 0, "the result comes after the next one"))
    for row in swapped:
        order[row], order[row + 1] = row + 1, row
    order = np.insert(order, [row + 1 for row in twice], twice) if twice else order
    code, number, outcome = code[order], number[order], rounds.outcome[order]
    for it in (it for it in told if it.kind == "dice"):
        end = int(np.searchsorted(code, rounds.tables.index(it.table), side="right"))
        code = np.insert(code, end, rounds.tables.index(it.table))
        number, outcome = np.insert(number, end, it.round), np.insert(outcome, end, compiled.no_result + 1)
    made = {"table": _dictionary(code, list(rounds.tables)), "round": number, "dice": _dictionary(outcome, words)}
    return pa.table(made), told
