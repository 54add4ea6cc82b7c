"""Taking records in: files of any kind become Parquet files in our columns, and what cannot be read is listed.

A Parquet file that has our columns is used where it lies. Everything else (CSV, JSON Lines, an operator's own names
or amounts in dollars) is converted once into a folder of the audit, row by row, in bounded memory.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dicehouse.audit.findings import Finding
from dicehouse.audit.groups import unreadable_errors
from dicehouse.audit.mapping import AS_IT_IS, Joined, Mapped, Split, Summed, Translation, Way
from dicehouse.audit.sample import Sample
from dicehouse.audit.schema import RESULTS, SQL, WAGERS, Column
from dicehouse.audit.tickets import number_them

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

PARQUET: Final = (".parquet", ".pq")
LINES_OF_JSON: Final = (".jsonl", ".ndjson")
READERS: Final = {
    **dict.fromkeys(PARQUET, "read_parquet({})"),
    ".csv": "read_csv({}, all_varchar=true, header=true, null_padding=true, store_rejects=true)",
    **dict.fromkeys(
        LINES_OF_JSON, "read_csv({}, columns={{'line': 'VARCHAR'}}, header=false, delim='\\x01', quote='')"
    ),
}
EXAMPLES: Final = 1_000
"""Rows of one file and one fault that are listed; all are counted."""


class IntakeError(ValueError):
    """There is nothing to audit."""


@dataclass
class Taken:
    """Files in our columns, and what could not be taken in."""

    files: list[Path] = field(default_factory=list)
    bad: list[Finding] = field(default_factory=list)


def files_at(places: str | Sequence[str]) -> list[Path]:
    """The records at one place or several, each a file, a folder or a pattern; a file is read once."""
    each = [places] if isinstance(places, str) else places
    return list(dict.fromkeys(file for place in each for file in _files_at(place)))


def _in_order(path: Path) -> list[str | int]:
    """By the numbers in a name as numbers, so that week 10 comes after week 9."""
    return [int(it) if it.isdecimal() else it for it in re.split("([0-9]+)", str(path))]


def _files_at(place: str) -> list[Path]:
    path = Path(place)
    if path.is_dir():
        found = sorted((it for it in path.rglob("*") if it.suffix.lower() in READERS), key=_in_order)
    elif path.exists():
        found = [path]
    else:
        found = sorted(map(Path, glob(place, recursive=True)), key=_in_order)  # noqa: PTH207  # the pattern may be absolute
    if not found:
        raise IntakeError(
            f"{place}: there are no records here; name a file, a folder or a pattern such as 'wagers/*.parquet'"
        )
    for it in found:
        if it.suffix.lower() not in READERS:
            raise IntakeError(f"{it}: records come as {', '.join(READERS)}; convert it to one of these")
    return found


@dataclass(frozen=True)
class Wanted:
    """What is read of one kind of record."""

    columns: Sequence[Column]
    mapped: Mapped
    translation: Translation
    sample: Sample | None = None


def wagers(places: str | Sequence[str], translation: Translation, folder: Path, sample: Sample | None = None) -> Taken:
    wanted = Wanted(WAGERS, translation.wagers, translation, sample)
    return _take(files_at(places), wanted, folder / "wagers")


def results(places: str | Sequence[str], translation: Translation, folder: Path) -> Taken:
    return _take(files_at(places), Wanted(RESULTS, translation.results, translation), folder / "results")


def _take(files: Sequence[Path], wanted: Wanted, folder: Path) -> Taken:
    import duckdb

    damaged: tuple[type[Exception], ...] = (*unreadable_errors(), duckdb.Error)
    taken = Taken()
    for number, file in enumerate(files):
        try:
            if wanted.translation == AS_IT_IS and wanted.sample is None and _is_ours(file, wanted.columns):
                taken.files.append(file)
            else:
                folder.mkdir(parents=True, exist_ok=True)
                made = folder / f"{number:05d}-{file.stem}.parquet"
                _convert(file, made, wanted, taken)
        except damaged as error:
            says = f"{file.name} cannot be read: {str(error).splitlines()[0]}"
            taken.bad.append(Finding("file", says, rows=0))
    return taken


def _is_ours(file: Path, columns: Sequence[Column]) -> bool:
    """Whether a file has our columns in our types; a footer that cannot be read is an error."""
    import pyarrow.parquet as pq

    if file.suffix.lower() not in PARQUET:
        return False
    schema = pq.read_schema(file)
    return all(_fits(schema, it) for it in columns)


def _fits(schema: "pa.Schema", column: Column) -> bool:
    import pyarrow as pa

    if column.name not in schema.names:
        return not column.needed
    kind = schema.field(column.name).type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if column.kind in ("whole", "cents"):
        return pa.types.is_int64(kind) or (column.name == "step" and pa.types.is_signed_integer(kind))
    test: Callable[[Any], bool] = {
        "text": pa.types.is_string,
        "day": pa.types.is_date32,
        "flag": pa.types.is_boolean,
    }[column.kind]
    return test(kind)


def _convert(file: Path, made: Path, wanted: Wanted, taken: Taken) -> None:
    import duckdb

    columns, mapped, translation = wanted.columns, wanted.mapped, wanted.translation
    with duckdb.connect() as con:
        taken.bad += said_view(con, file)
        have = {it[0] for it in con.sql("describe said").fetchall()}
        theirs = {it.name: _theirs(it, mapped, have) for it in columns}
        missing = [name for it in columns if it.needed for name in theirs[it.name] if name not in have]
        if missing:
            ((count,),) = con.execute("select count(*) from said").fetchall()
            says = f"{file.name} has no column {', '.join(missing)}; it has {', '.join(sorted(have))}"
            taken.bad.append(Finding("columns", says, rows=count))
            return
        present = [it for it in columns if set(theirs[it.name]) <= have]
        raws = {it.name: _raw(theirs[it.name], mapped.ways.get(it.name)) for it in present}
        exprs = {it.name: _expression(it, raws[it.name], theirs[it.name], mapped, translation) for it in present}
        if translation.tickets and "wager_no" in exprs:
            exprs["wager_no"] = number_them(con, raws["wager_no"], made.parent)
        listed = ", ".join(f'{exprs[it.name]} as "{it.name}"' for it in present)
        kept = ", ".join(f'{raws[it.name]} as "raw_{it.name}"' for it in present)
        chosen = wanted.sample.expression(raws["table"], raws["wager_no"]) if wanted.sample else "true"
        con.execute(
            f"create temp view read as select row_number() over () as row, {chosen} as chosen, {listed}, {kept}"
            " from said"
        ).fetchall()
        wrong = [f'("{it.name}" is null and "raw_{it.name}" is not null)' for it in present]
        wrong += [f'"{it.name}" is null' for it in present if it.needed and it.name != "dice"]
        where = " or ".join(wrong)
        names = ", ".join(f'"{it.name}"' for it in present)
        order = "order by row" if translation.tickets else ""
        place = str(made).replace("'", "''")
        con.execute(f"copy (select {names} from read where chosen and not ({where}) {order}) to '{place}'").fetchall()
        taken.bad += _bad_rows(con, file, present, f"chosen and ({where})")
        taken.bad += _rejected(con, file)
    taken.files.append(made)


def _theirs(column: Column, mapped: Mapped, have: Collection[str]) -> tuple[str, ...]:
    """Their columns for one of ours; without a word of the mapping also the other name that ours has."""
    if column.name in mapped.columns or column.name in have or column.also not in have:
        return mapped.theirs(column.name)
    return (column.also,)


def said_view(con: "duckdb.DuckDBPyConnection", file: Path) -> list[Finding]:
    """A view `said` of a file as it is; what in it is no row."""
    quoted = "'" + str(file).replace("'", "''") + "'"
    reader = READERS[file.suffix.lower()].format(quoted)
    if file.suffix.lower() in LINES_OF_JSON:
        return list(_json_view(con, file, reader))
    con.execute(f"create view said as select * from {reader}").fetchall()
    return []


def _json_view(con: "duckdb.DuckDBPyConnection", file: Path, reader: str) -> Iterator[Finding]:
    """A view of the objects in a file of JSON Lines; a line that is none is a finding."""
    con.execute(f"create view lines as select row_number() over () as row, line from {reader}").fetchall()
    fit = "coalesce(case when json_valid(line) then json_type(line) = 'OBJECT' end, false)"
    # The case keeps a line that is no JSON away from what reads it, wherever the filter is put.
    line = f"case when {fit} then line end"
    keys = [it for (it,) in con.sql(f"select distinct unnest(json_keys({line})) from lines").fetchall()]
    columns = ", ".join(f"json_extract_string({line}, {_text(_pointer(it))}) as {_name(it)}" for it in sorted(keys))
    con.execute(f"create view said as select {columns or 'line'} from lines where {fit}").fetchall()
    for row, line in con.sql(f"select row, line from lines where not {fit}").fetchall():
        yield Finding("value", f"{file.name}, line {row}: this is no JSON object: {str(line)[:80]}")


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _rejected(con: "duckdb.DuckDBPyConnection", file: Path) -> Iterator[Finding]:
    """Lines of a CSV file that are no rows."""
    if file.suffix.lower() != ".csv":
        return
    for line, text, why in con.sql("select line, csv_line, error_message from reject_errors order by line").fetchall():
        yield Finding("value", f"{file.name}, line {line}: {str(why).splitlines()[0]}: {str(text)[:80]}")


def _bad_rows(con: "duckdb.DuckDBPyConnection", file: Path, present: Sequence[Column], where: str) -> Iterator[Finding]:
    ((count,),) = con.execute(f"select count(*) from read where {where}").fetchall()
    found = con.sql(f"select * from read where {where} limit {EXAMPLES}")
    names = found.columns
    for row in found.fetchall():
        said = dict(zip(names, row, strict=True))
        faults = [
            f"{it.name} is {said[f'raw_{it.name}']!r}"
            if said[f"raw_{it.name}"] is not None
            else f"{it.name} is missing"
            for it in present
            if said[it.name] is None and (it.needed or said[f"raw_{it.name}"] is not None) and it.name != "dice"
        ]
        yield Finding(
            "value",
            f"{file.name}, row {said['row']}: {'; '.join(faults)}",
            table=str(said.get("table") or ""),
            round=int(said.get("round") or 0),
            wager_no=int(said.get("wager_no") or 0),
        )
    if count > EXAMPLES:
        yield Finding("value", f"{file.name}: and {count - EXAMPLES} rows more like these", rows=count - EXAMPLES)


def _raw(theirs: Sequence[str], way: Way | None) -> str:
    """What stands in their columns, as one text; null where that is nothing."""
    each = [f"nullif(trim(cast({_name(it)} as varchar)), '')" for it in theirs]
    match way:
        case Split(by, part):
            return f"nullif(trim(split_part({each[0]}, {_text(by)}, {part})), '')"
        case Summed():
            return f"nullif(concat_ws(' + ', {', '.join(each)}), '')"
        case Joined(by):
            return f" || {_text(by)} || ".join(each)
        case None:
            return each[0]


def _expression(column: Column, raw: str, theirs: Sequence[str], mapped: Mapped, translation: Translation) -> str:
    words = mapped.values.get(column.name)
    if words:
        cases = " ".join(f"when {_text(it)} then {_text(word)}" for it, word in words.items())
        raw = f"case {raw} {cases} else {raw} end"
    if column.name == "dice":
        # 1-2-3, 1,2,3, [1, 2, 3] and 123 are the same dice.
        return f"nullif(array_to_string(regexp_extract_all({raw}, '[0-9]'), '-'), '')"
    if column.kind == "cents" and isinstance(mapped.ways.get(column.name), Summed):
        each = [_raw((it,), None) for it in theirs]
        return " + ".join(f"case when {it} is null then 0 else {_amount(it, translation)} end" for it in each)
    if column.kind == "cents":
        return _amount(raw, translation)
    if column.kind == "whole":
        return _whole(raw)
    if column.kind == "day" and translation.dates:
        return f"cast(try_strptime({raw}, {_text(translation.dates)}) as date)"
    return raw if column.kind == "text" else f"try_cast({raw} as {SQL[column.kind]})"


def _amount(raw: str, translation: Translation) -> str:
    return f"try_cast(try_cast({raw} as decimal(18, 2)) * 100 as bigint)" if translation.dollars else _whole(raw)


def _whole(raw: str) -> str:
    """A text with a point is no whole number: casting it would round it."""
    return f"case when regexp_full_match({raw}, '[+-]?[0-9]+') then try_cast({raw} as bigint) end"


def _name(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def _text(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"
