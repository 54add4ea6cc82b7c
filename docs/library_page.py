"""The page of the library, made from its docstrings: what is listed here is what stays."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType
from typing import Final

import dicehouse as dh

SHOWN: Final = (
    ("Playing", ("table:Table", "table:Explanation", "refused:RefusedError")),
    (
        "Rulebooks and wagers",
        ("books:rulebook", "books:Book", "wagers:wager", "wagers:WagerCard", "odds:odds", "odds:Odds"),
    ),
    (
        "Simulating and working out",
        ("simulation:simulate", "simulation:Simulation", "sessions:session", "sessions:SessionOutcome"),
    ),
    ("Auditing", ("auditing:audit", "auditing:AuditResult")),
    ("What all results share", ("frames:Frame", "drawings:Drawing")),
)


def lines() -> Iterator[str]:
    yield from ("# The library", "", "*Reference, generated from the code.*", "")
    yield from (
        "`import dicehouse as dh` gives "
        + ", ".join(f"`dh.{name}`" for name in dh.__all__)
        + ". All that is listed on",
        "this page stays as it is within a major version: names, arguments, columns and their meaning; columns and keyword",
        "arguments may be added. What is not listed here may change. The library is typed, and every example on this page",
        "is run by the tests.",
        "",
        '- Amounts that come in are dollars: `10`, `"2.50"` or a `Decimal`; a float is refused. Columns that end in `_cents`',
        "  hold whole cents.",
        "- What the rules forbid raises `dh.RefusedError` with the refusal as `record`; `Table.why_not` asks without raising.",
        '- A wager goes by its id, its printed name, or what people call it: `"win-line"`, `"Win Line"`, `"pass line"`.',
        "- A rulebook is an id, the path of a file, or what `dh.rulebook` gave.",
        "",
    )
    for title, names in SHOWN:
        yield from (f"## {title}", "")
        for name in names:
            yield from _entry(name)


def _entry(name: str) -> Iterator[str]:
    module, _, attribute = name.partition(":")
    made = getattr(import_module(f"dicehouse.library.{module}"), attribute)
    public = attribute in dh.__all__
    yield from (f"### {'dh.' if public else ''}{attribute}", "")
    if isinstance(made, FunctionType) or public:
        yield from ("```python", f"{'dh.' if public else ''}{attribute}{_signature(made)}", "```", "")
    yield from _said(inspect.getdoc(made) or "")
    if inspect.isclass(made):
        rows = list(_members(made))
        if rows:
            yield from ("| | |", "|---|---|", *rows, "")


def _members(made: type) -> Iterator[str]:
    for name, member in vars(made).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            told, called = inspect.getdoc(member) or "", name
        elif isinstance(member, FunctionType):
            told, called = inspect.getdoc(member) or "", f"{name}{_signature(member)}"
        else:
            continue
        yield f"| `{called}` | {' '.join(told.split('>>>')[0].split())} |".replace("|  |", "| |")


def _signature(made: object) -> str:
    found = inspect.signature(made)  # type: ignore[arg-type]
    parameters = [
        it.replace(annotation=inspect.Parameter.empty) for it in found.parameters.values() if it.name != "self"
    ]
    return str(inspect.Signature(parameters))


def _said(doc: str) -> Iterator[str]:
    """The docstring, with each example as a block."""
    text = re.sub(r"(?m)^((?:>>> .*\n(?:(?!\n).+\n?)*)+)", lambda found: f"```pycon\n{found[1].rstrip()}\n```\n", doc)
    yield from (text, "")
