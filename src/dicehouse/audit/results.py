"""The results, read and checked: impossible dice, rounds that stand twice and rounds out of order are listed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding
from dicehouse.audit.groups import unreadable_errors
from dicehouse.audit.rounds import Rounds, ready

if TYPE_CHECKING:
    from numpy.typing import NDArray


def rounds_in(compiled: Compiled, files: Sequence[Path]) -> tuple[Rounds, list[Finding]]:
    """Every round that has a fit result, and what is wrong with the others."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    parts, bad = [], []
    for file in files:
        try:
            names = [it for it in ("table", "round", "dice", "opening") if it in pq.read_schema(file).names]
            part = pq.read_table(file, columns=names, read_dictionary=["table", "dice"])
            if "opening" not in names:
                part = part.append_column("opening", pa.array(np.zeros(len(part), bool)))
            parts.append(part)
        except unreadable_errors() as error:
            bad.append(Finding("file", f"{file.name} cannot be read: {str(error).splitlines()[0]}", rows=0))
    if not parts:
        return _none(compiled), bad
    every = pa.concat_tables(parts).unify_dictionaries().combine_chunks()
    tables, names = _codes(every, "table")
    number = every["round"].fill_null(-1).to_numpy()
    outcome = _outcomes(compiled, every)
    opening = every["opening"].fill_null(False).to_numpy()
    return _sorted(compiled, names, tables, number, outcome, opening, bad)


def _none(compiled: Compiled) -> Rounds:
    nothing = np.zeros(0, np.int64)
    return ready(compiled, (), nothing, nothing, nothing, np.zeros(0, bool))


def _codes(every: "object", name: str) -> tuple["NDArray[np.integer]", list[str]]:
    column = every[name].combine_chunks()  # type: ignore[index]  # pyarrow has no types
    words = column.dictionary.to_pylist()
    return column.indices.fill_null(len(words)).to_numpy(), [*words, ""]


def _outcomes(compiled: Compiled, every: "object") -> "NDArray[np.integer]":
    """The number of each outcome; a round of no result has its own, and impossible dice have -1."""
    codes, words = _codes(every, "dice")
    meaning = []
    for word in words:
        faces = word.split("-") if word else []
        roll = [int(face) if face.isdecimal() else 0 for face in faces]
        found = compiled.book.dice.find(roll) if word else compiled.no_result
        meaning.append(-1 if found is None else found)
    found_at: NDArray[np.int16] = np.array(meaning, np.int16)[codes]
    return found_at


def _sorted(  # noqa: PLR0913, PLR0917  # the columns of the results
    compiled: Compiled,
    names: list[str],
    tables: "NDArray[np.integer]",
    number: "NDArray[np.int64]",
    outcome: "NDArray[np.integer]",
    opening: "NDArray[np.bool_]",
    bad: list[Finding],
) -> tuple[Rounds, list[Finding]]:
    by_name = np.argsort(np.array(names, dtype=object)[:-1].astype(str), kind="stable")
    rank = np.empty(len(names), np.int32)
    rank[by_name], rank[-1] = np.arange(len(by_name)), len(by_name)
    tables, order_of_names = rank[tables], [names[it] for it in by_name]
    fit = (tables < len(order_of_names)) & (number >= 0) & (outcome >= 0)
    for row in np.flatnonzero(~fit).tolist():
        at = order_of_names[tables[row]] if tables[row] < len(order_of_names) else ""
        kind = "dice" if outcome[row] < 0 else "value"
        says = "the dice cannot show this result" if kind == "dice" else "a result without its table or its round"
        bad.append(Finding(kind, says, table=at, round=max(int(number[row]), 0)))
    if not fit.all():
        tables, number, outcome, opening = tables[fit], number[fit], outcome[fit], opening[fit]
    if ((tables[1:] < tables[:-1]) | ((tables[1:] == tables[:-1]) & (number[1:] < number[:-1]))).any():
        bad += _out_of_order(order_of_names, tables, number)
        order = np.lexsort((number, tables))
        tables, number, outcome, opening = tables[order], number[order], outcome[order], opening[order]
    again = np.r_[False, (tables[1:] == tables[:-1]) & (number[1:] == number[:-1])]
    for row in np.flatnonzero(again).tolist():
        same = "the same" if outcome[row] == outcome[row - 1] else "another"
        says = f"round {number[row]} stands twice, with {same} result; the first one counts"
        bad.append(Finding("duplicate-round", says, table=order_of_names[tables[row]], round=int(number[row])))
    if again.any():
        tables, number, outcome, opening = tables[~again], number[~again], outcome[~again], opening[~again]
    return ready(compiled, order_of_names, tables, number, outcome, opening), bad


def _out_of_order(
    names: list[str],
    tables: "NDArray[np.integer]",
    number: "NDArray[np.int64]",
) -> list[Finding]:
    """Rounds that come, in their file, after a later one of their table."""
    order = np.argsort(tables, kind="stable")
    table, rolled = tables[order], number[order]
    falls = np.flatnonzero((table[1:] == table[:-1]) & (rolled[1:] < rolled[:-1])) + 1
    return [
        Finding(
            "order",
            f"round {rolled[it]} comes after round {rolled[it - 1]}",
            table=names[table[it]],
            round=int(rolled[it]),
        )
        for it in falls.tolist()
    ]
