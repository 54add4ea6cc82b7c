"""`dicehouse clauses`: the matrix of clauses, what is done about each, and the tests that name it."""

from collections import Counter
from collections.abc import Iterator

import click

from dicehouse.cli import common
from dicehouse.rulebooks import load
from dicehouse.rulebooks.clauses import DOCUMENTS, MEANINGS, Clause, Status, register, tests_of


@click.command(epilog="\n".join(("\b", "Statuses:", *(f"  {it:<12}{said}" for it, said in MEANINGS.items()))))
@click.argument("rulebook", required=False)
@click.option("--status", type=click.Choice([it.value for it in Status]), help="Only clauses of this status.")
@common.as_json
@common.as_csv
def clauses(rulebook: str | None, status: str | None, as_json: bool, as_csv: bool) -> None:
    """Every clause of the documents, in our words: its status, where it is done and the tests that name it.

    Give a RULEBOOK, or the id of a document, to see one document only.

    \b
    Examples:
      dicehouse clauses star-craps
      dicehouse clauses --status recorded --csv
    """
    found = [it for it in _clauses(rulebook) if it.status == (status or it.status)]
    if as_json:
        common.write_json({"clauses": [_data(it) for it in found]})
    elif as_csv:
        header = ("doc", "clause", "gist", "topic", "kind", "status", "where", "tests")
        common.write_csv(header, ((*list(_data(it).values())[:-1], len(_tests(it))) for it in found))
    else:
        _show(found)


def _clauses(rulebook: str | None) -> list[Clause]:
    """Of every document, of one, or of the one that a rulebook brings along: there, the wagers that cite each."""
    if rulebook is None or rulebook in DOCUMENTS:
        return [it for it in register() if it.doc == (rulebook or it.doc)]
    book = load(rulebook)
    if not book.paper.own:
        return [it for it in register() if it.doc == book.document]
    citing: dict[str, list[str]] = {}
    for wager in book.wagers.values():
        for clause in wager.clauses:
            citing.setdefault(clause, []).append(wager.id)
    return [
        Clause(book.document, number, gist, "", "", Status.CONFIGURED, _few(citing.get(number, [])))
        for number, gist in book.paper.clauses.items()
        if not number.startswith(tuple(f"{it} " for it in book.paper.inherits))
    ]


def _few(ids: list[str]) -> str:
    return ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else "")


def _data(it: Clause) -> dict[str, object]:
    fields = ("doc", "clause", "gist", "topic", "kind", "status", "where")
    return {**{name: getattr(it, name) for name in fields}, "tests": _tests(it)}


def _tests(it: Clause) -> list[str]:
    return tests_of().get(f"{it.doc} {it.clause}", [])


def _show(found: list[Clause]) -> None:
    console = common.console()
    for document in dict.fromkeys(it.doc for it in found):
        table = common.table(document, "Clause", "What it says", "Status", "Where", "Tests", right=("Tests",))
        for it in found:
            if it.doc == document:
                table.add_row(it.clause, it.gist, it.status, it.where, str(len(_tests(it))))
        console.print(table)
    console.print(", ".join(_counts(found)) + f"; {len(found)} clauses.", soft_wrap=True)


def _counts(found: list[Clause]) -> Iterator[str]:
    counts = Counter(it.status for it in found)
    return (f"{counts[status]} {status}" for status in Status if counts[status])
