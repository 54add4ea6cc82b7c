"""Ticket ids that are texts: each gets a number, the same in every file, and findings name the ticket again."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dicehouse.audit.findings import Finding

if TYPE_CHECKING:
    import duckdb

FILE: Final = "tickets.duckdb"


# No column of an operator's records is called so; in a subquery it would be taken for that one.
TABLE: Final = '"~ticket"'
NUMBER: Final = '"~number"'
SAID: Final = '"~said"'


def number_them(con: "duckdb.DuckDBPyConnection", said: str, folder: Path) -> str:
    """Number the tickets of a view `said` that have none yet, and give the expression of a ticket's number."""
    place = str(folder / FILE).replace("'", "''")
    con.execute(f"attach '{place}' as known").fetchall()
    con.execute(f"create table if not exists known.{TABLE} ({NUMBER} bigint, {SAID} varchar)").fetchall()
    con.execute(
        f"insert into known.{TABLE} select (select count(*) from known.{TABLE}) + row_number() over (order by new) - 1,"
        f" new from (select distinct {said} as new from said) where new is not null"
        f" and new not in (select {SAID} from known.{TABLE})"
    ).fetchall()
    return f"(select {NUMBER} from known.{TABLE} where {SAID} = {said})"


def named(findings: Iterable[Finding], folder: Path) -> list[Finding]:
    """The findings with the ticket of each wager; as they are where tickets were numbers."""
    found = list(findings)
    if not (folder / FILE).exists():
        return found
    import duckdb

    numbers = sorted({it.wager_no for it in found if it.wager})
    with duckdb.connect(str(folder / FILE), read_only=True) as con:
        rows = con.execute(
            f"select {NUMBER}, {SAID} from {TABLE} where list_contains($numbers, {NUMBER})", {"numbers": numbers}
        )
        tickets = dict(rows.fetchall())
    return [replace(it, ticket=tickets.get(it.wager_no, "")) if it.wager else it for it in found]
