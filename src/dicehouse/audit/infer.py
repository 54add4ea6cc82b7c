"""A mapping file worked out from records: which of their columns is which of ours, to be looked over and kept.

Columns are found by their names, then their values say how money, tickets, days and wagers are written. Nothing is
taken for granted: every line says what it was inferred from, and what was not found is a line to be filled in.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from dicehouse.audit.intake import files_at, said_view
from dicehouse.audit.schema import LINES, RESULTS, WAGERS, Column
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.nicknames import names, plain
from dicehouse.toml import quoted

MOST: Final = 500
"""Words of one column that are looked at."""
CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "wager_no": ("ticket", "bet id", "bet no", "wager id", "slip", "transaction", "bet", "id"),
    "table": ("table no", "table id", "game table", "pit table", "table"),
    "round": ("game no", "game", "spin", "roll", "hand", "round id", "round no"),
    "wager": ("bet type", "wager type", "bet code", "bet name", "selection", "area", "wager", "bet"),
    "stake": ("bet amount", "stake amount", "amount staked", "wagered", "turnover", "stake", "amount"),
    "returned": ("payout", "paid", "return", "total paid", "amount paid", "total return", "returned"),
    "step": ("roll of wager", "step no", "leg"),
    "before": ("state before", "from state"),
    "after": ("state after", "to state", "outcome", "result"),
    "commission": ("vigorish", "vig", "commission"),
    "call": ("player call", "on off", "working"),
    "dealer": ("croupier", "dealer name", "dealt by", "dealer"),
    "day": ("gaming day", "gaming date", "business date", "trading day", "date", "day"),
    "dice": ("dice result", "roll result", "result", "outcome", "dice", "faces"),
    "opening": ("first round", "opens", "table opened"),
}
"""What others call our columns, from the most telling to the least."""
WON: Final = ("winnings", "win amount", "won", "profit")
BACK: Final = ("stake back", "stake returned", "returned stake", "back")
"""What is called so is handed back together, where no column says all of it."""
ENDINGS: Final = ("id", "no", "number", "nr", "num", "code", "name", "ref", "amount", "cents", "dollars", "aud")
"""What stands behind such a name and says nothing of which it is."""
DIE: Final = re.compile(r"(?:die|dice|d|cube)[ _-]?([1-9])", re.IGNORECASE)
NUMBERED: Final = re.compile(r".*?([-_/ :.])[0-9]+")
"""A number behind a sign, such as G-17."""
ENDS: Final[Mapping[str, tuple[str, ...]]] = {
    "win": ("won", "w", "winner", "paid"),
    "lose": ("lost", "l", "loss", "loser"),
    "push": ("pushed", "p", "tie", "stand off", "standoff"),
    "void": ("voided", "cancelled", "canceled", "no result"),
    "removed": ("taken down", "withdrawn"),
}
"""What others write for the ways in which a wager leaves."""
DAYS: Final = (("%Y-%m-%d", ""), ("%d/%m/%Y", "%d/%m/%Y"), ("%m/%d/%Y", "%m/%d/%Y"), ("%d.%m.%Y", "%d.%m.%Y"))
"""How days are written, and how a mapping file says so."""


@dataclass
class Inferred:
    """The text of a mapping file."""

    lines: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    """What was not found and has to be written in."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def infer(book: Rulebook, wagers: str | Sequence[str], results: str | Sequence[str]) -> Inferred:
    """Look at the first file of each kind."""
    file, other = files_at(wagers)[0], files_at(results)[0]
    made = Inferred()
    with _Seen(file) as placed, _Seen(other) as rolled:
        of_wagers, of_results = _found(WAGERS, placed.columns), _found(RESULTS, rolled.columns)
        made.lines += [
            f"# Inferred from {file.name} and {other.name}, for {book.id}. Look over every line before you use it.",
            "",
            *_settings(placed, of_wagers),
            "",
            "[wagers]",
            *_lines(made, "wagers", WAGERS, of_wagers, placed),
            *_words(made, book, of_wagers, placed),
            "",
            "[results]",
            *_lines(made, "results", RESULTS, of_results, rolled),
        ]
    return made


class _Seen:
    """A file of records, as it can be asked."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __enter__(self) -> "_Seen":
        import duckdb

        self._con = duckdb.connect()
        said_view(self._con, self.file)
        self.columns = [it[0] for it in self._con.sql("describe said").fetchall()]
        return self

    def __exit__(self, *_: object) -> None:
        self._con.close()

    def words(self, column: str) -> list[str]:
        """The different values of a column, the most frequent first."""
        name = '"' + column.replace('"', '""') + '"'
        found = self._con.sql(
            f"select trim(cast({name} as varchar)) as word from said where {name} is not null group by word"
            f" having word <> '' order by count(*) desc, word limit {MOST}"
        )
        return [it for (it,) in found.fetchall()]


def _key(name: str) -> str:
    """A name as it is compared: "BetType" and "bet_type" are "bet type"."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return " ".join(re.sub(r"[^a-z0-9]+", " ", apart.lower()).split())


def _short(key: str) -> str:
    words = key.split()
    while len(words) > 1 and words[-1] in ENDINGS:
        words.pop()
    return " ".join(words)


def _found(ours: Sequence[Column], theirs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Our columns with theirs; each of theirs is taken once, by whom it fits best."""
    found: dict[str, tuple[str, ...]] = {}
    left = {it: _key(it) for it in theirs}
    dice = [it for it in theirs if DIE.fullmatch(it)]
    if len(dice) > 1 and any(it.name == "dice" for it in ours):
        found["dice"] = tuple(sorted(dice, key=lambda it: _key(it)[-1]))
        for it in dice:
            del left[it]
    for is_fit in (_is_named, _is_called, _is_called_in_short):
        for column in ours:
            if column.name not in found and (name := is_fit(column, left)):
                found[column.name] = (name,)
                del left[name]
    won, back = (next((it for it, key in left.items() if key in called), "") for called in (WON, BACK))
    if won and back and "returned" not in found:
        found["returned"] = (won, back)
    return found


def _is_named(column: Column, left: Mapping[str, str]) -> str:
    return next((it for it, key in left.items() if key in {_key(column.name), _key(column.also)} and key), "")


def _is_called(column: Column, left: Mapping[str, str]) -> str:
    return next((it for called in CALLED[column.name] for it, key in left.items() if key == called), "")


def _is_called_in_short(column: Column, left: Mapping[str, str]) -> str:
    return next((it for called in CALLED[column.name] for it, key in left.items() if _short(key) == called), "")


def _settings(seen: _Seen, found: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """How money, tickets and days are written."""
    amounts = [it for name in ("stake", "returned") for column in found.get(name, ()) for it in seen.words(column)]
    pointed = next((it for it in amounts if "." in it), "")
    if pointed:
        yield f'money = "dollars"    # such as {pointed}'
    elif amounts:
        yield f'money = "cents"    # such as {amounts[0]}: is it in cents? else write "dollars"'
    tickets = [it for column in found.get("wager_no", ()) for it in seen.words(column)]
    text = next((it for it in tickets if not it.isdecimal()), "")
    if text:
        yield f'tickets = "texts"    # such as {text}'
    days = [it for column in found.get("day", ()) for it in seen.words(column)]
    written = next((it for it, pattern in DAYS if days and all(_is_day(day, it) for day in days)), None)
    if written and dict(DAYS)[written]:
        yield f'dates = "{written}"    # such as {days[0]}'


def _is_day(said: str, pattern: str) -> bool:
    from datetime import datetime

    try:
        datetime.strptime(said, pattern)  # noqa: DTZ007  # a day has no zone
    except ValueError:
        return False
    return True


def _lines(
    made: Inferred, part: str, ours: Sequence[Column], found: Mapping[str, tuple[str, ...]], seen: _Seen
) -> Iterator[str]:
    """A line for each of our columns, and one for those of theirs that nothing was made of."""
    for column in ours:
        theirs = found.get(column.name)
        if theirs:
            such = "  ".join(words[0] for it in theirs if (words := seen.words(it)))
            yield f"{column.name} = {_taken(column, theirs, seen)}" + (f"    # such as {such}" if such else "")
        elif column.needed:
            made.open.append(f"{part}.{column.name}")
            yield f'# {column.name} = ""    # needed: {column.says}'
    used = {it for theirs in found.values() for it in theirs}
    others = [it for it in seen.columns if it not in used]
    if others:
        yield f"# not used: {', '.join(others)}"


def _taken(column: Column, theirs: tuple[str, ...], seen: _Seen) -> str:
    """How one of ours is made of theirs, as a mapping file has it."""
    several = f"[{', '.join(map(quoted, theirs))}]"
    if len(theirs) > 1:
        return several if column.name == "dice" else f"{{ sum = {several} }}"
    if column.kind == "whole" and column.name != "wager_no":
        signs = {(NUMBERED.fullmatch(it) or ["", ""])[1] for it in seen.words(theirs[0])}
        if len(signs) == 1 and (sign := signs.pop()):
            return f"{{ split = {quoted(theirs[0])}, by = {quoted(sign)}, part = -1 }}"
    return quoted(theirs[0])


def _words(made: Inferred, book: Rulebook, found: Mapping[str, tuple[str, ...]], seen: _Seen) -> Iterator[str]:
    """What their words for wagers, and for how one ended, are in ours."""
    known = names(book)
    wagers = [(it, known.get(plain(it.replace("_", " ")), "")) for it in _of(found, "wager", seen)]
    if any(word != id for word, id in wagers):
        yield ""
        yield "[wagers.values.wager]"
        for word, id in wagers:
            if not id:
                made.open.append(f"wagers.values.wager.{word}")
                near = get_close_matches(plain(word), known, n=1)
                guess = (
                    f"{quoted(known[near[0]])}    # is it this one?" if near else '""    # no wager goes by this name'
                )
                yield f"# {quoted(word)} = {guess}"
            elif word != id:
                yield f"{quoted(word)} = {quoted(id)}"
    ends = {called: ours for ours, others in ENDS.items() for called in (ours, *others)}
    after = [(it, ends.get(_key(it), "")) for it in _of(found, "after", seen) if it not in LINES]
    if any(ours for _, ours in after):
        yield ""
        yield "[wagers.values.after]"
        yield from (f"{quoted(word)} = {quoted(ours)}" for word, ours in after if ours)


def _of(found: Mapping[str, tuple[str, ...]], column: str, seen: _Seen) -> list[str]:
    return [it for theirs in found.get(column, ()) for it in seen.words(theirs)]
