"""The report of a run: what was played, every return with its interval and verdict, and how the sessions went."""

import json
from pathlib import Path

from dicehouse import __version__
from dicehouse.money import dollars
from dicehouse.odds.figures import decimal, percent
from dicehouse.sheet import as_html, as_pdf
from dicehouse.sheet.parts import Cell, Chart, Column, Facts, Section, Sheet, Table, Text
from dicehouse.simulate.charts import agreement, distribution
from dicehouse.simulate.figures import Line
from dicehouse.simulate.sessions import chance, spread, won
from dicehouse.simulate.summary import Summary, as_data
from dicehouse.simulate.tables import Over
from dicehouse.simulate.tally import Tally


def write_report(it: Summary, folder: Path) -> None:
    """Write report.html, report.pdf and report.json."""
    made = report(it)
    html, pdf = as_html(made), as_pdf(made)
    (folder / "report.html").write_text(html, encoding="utf-8")
    (folder / "report.pdf").write_bytes(pdf)
    (folder / "report.json").write_text(json.dumps(as_data(it), indent=2) + "\n", encoding="utf-8")


def report(it: Summary) -> Sheet:
    title = f"{it.strategy.name if it.strategy else 'Every wager'}: {it.book.name}"
    sections = [_played(it), _returns(it)]
    if it.tally is not None:
        sections.append(_sessions(it.tally))
    return Sheet(title, __version__, it.book.hash, "", tuple(sections))


def _played(it: Summary) -> Section:
    verdict = "every return agrees with its exact value" if it.agrees else "a return differs from its exact value"
    facts = [("Rulebook", f"{it.book.name} ({it.book.id}), {it.book.edition}"), ("Rounds", f"{it.rounds:,}")]
    if it.tally is not None:
        facts.append(("Sessions", f"{it.tally.sessions:,}"))
    facts += [("Seed", str(it.seed)), ("Verdict", verdict)]
    changed = ", ".join(f"{key}={value}" for key, value in it.book.changed_readings().items())
    facts.append(("Readings", f"changed: {changed}" if changed else "as shipped"))
    stopped = (Text("The run was interrupted; it covers the rounds above.", warns=True),) if it.interrupted else ()
    return Section("What was played", (*stopped, Facts(tuple(facts))))


def _returns(it: Summary) -> Section:
    told = it.lines if it.total is None else [*it.lines, it.total]
    columns = (
        Column("Wager", 4),
        *(Column(name, 3, right=True) for name in ("Placed", "Laid out", "Returned", "Return", "Interval", "Exact")),
        Column("Verdict", 2),
    )
    says = (
        "The return is the money back for each unit laid out. Its interval holds 99.9% of all runs; a return agrees if"
        " the exact value lies in the interval. The exact value is that of the very wagers that were placed."
    )
    drawn = Chart(agreement(told), "The simulated return of each wager less its exact return, with its interval")
    return Section("Returns", (Text(says), Table(columns, tuple(map(_row, told))), drawn))


def _row(line: Line) -> tuple[Cell, ...]:
    margin = "" if line.margin is None else f"± {100 * line.margin:.4f}%"
    verdict = "too few sessions to tell" if line.agrees is None else "agrees" if line.agrees else ""
    cells = (line.id, f"{line.placed:,}", dollars(line.outlay), dollars(line.returned))
    figures = (percent(line.returns, 4), margin, percent(line.exact, 4))
    last = Cell((verdict,), "differs" if line.agrees is False else "")
    return (*(Cell((text,)) for text in (*cells, *figures)), last)


def _sessions(tally: Tally) -> Section:
    ruined, low, high = chance(tally.over[Over.RUINED], tally.sessions)
    facts = (
        ("Ruined", f"{100 * ruined:.4f}% of sessions, 99.9% interval {100 * low:.4f}% to {100 * high:.4f}%"),
        ("Won something", f"{100 * won(tally) / tally.sessions:.4f}% of sessions"),
        ("Ended by", ", ".join(f"{it.name.lower().replace('_', ' ')} {tally.over[it]:,}" for it in Over)),
    )
    heads = ("Mean", "Deviation", "Least", "5%", "Median", "95%", "Most")
    columns = (Column("Of a session", 4), *(Column(head, 2, right=True) for head in heads))
    figures = {"result": "Result", "drawdown": "Drawdown", "rounds": "Rounds played (time on device)"}
    figures |= {"wins": "Longest run of winning rounds", "losses": "Longest run of losing rounds"}
    rows = tuple(_spread_row(tally, name, called) for name, called in figures.items())
    results = distribution(tally.spread["result"], "result of a session, dollars", 100)
    drops = distribution(tally.spread["drawdown"], "largest drawdown of a session, dollars", 100)
    return Section(
        "Sessions",
        (
            Facts(facts),
            Table(columns, rows),
            Chart(results, "How many sessions ended with which result"),
            Chart(drops, "How many sessions had which largest drawdown"),
        ),
    )


def _spread_row(tally: Tally, name: str, called: str) -> tuple[Cell, ...]:
    it, money = spread(tally.spread[name]), name in ("result", "drawdown")
    scale = 100 if money else 1
    values = (it.least, it.quantiles[5], it.quantiles[50], it.quantiles[95], it.most)
    told = (dollars(value) if money else f"{value:,}" for value in values)
    cells = (called, decimal(it.mean / scale), f"{it.deviation / scale:.2f}", *told)
    return tuple(Cell((text,)) for text in cells)
