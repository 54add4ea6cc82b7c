"""The judge: says of a record that an engine could not bear out what was done, what was due, and by which clauses.

It settles with the rulebook's own exact arithmetic, one record at a time, and shares none of it with the engines.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from dicehouse.audit.compiled import Compiled, Effect
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.schema import LINES, NOT_KNOWN, NOT_SAID
from dicehouse.money import LARGEST, Cents, dollars, in_chips
from dicehouse.rulebooks.source import nearest
from dicehouse.wager import Wager

WORDS = {number: word for word, number in LINES.items()}
Row = dict[str, Any]


@dataclass
class Judge:
    compiled: Compiled
    rounds: Rounds
    charges_checked: bool = True
    """Whether commissions are recorded at all."""

    def __post_init__(self) -> None:
        self.tables = self.rounds.code()

    def findings(self, looked: Looked) -> list[Finding]:
        """Everything found, each once, in the order of tables, rounds and wagers."""
        found = {it.where: it for row in looked.suspects for it in self.row(row)}
        off_course = {it.where[1:] for it in found.values() if it.kind in ("course", "start")}
        for rows in looked.chains:
            for it in self.chain(rows):
                if it.kind == "duplicate" or it.where[1:] not in off_course:
                    found.setdefault(it.where, it)
        for it in self.doubled(looked.doubled):
            found.setdefault(it.where, it)
        return sorted(
            [*looked.bad, *found.values()], key=lambda it: (it.table, it.round, it.wager_no, it.step, it.kind, it.says)
        )

    def row(self, row: Row) -> Iterator[Finding]:
        bad = self._unfit(row)
        if bad:
            yield _finding(row, *bad)
            return
        wager = self.compiled.book.wagers[row["wager"]]
        place = self.place(row)
        if place < 0:
            yield _finding(row, "no-result", f"round {row['round']} of {row['table']} is not among the results")
            return
        state = self._state(row)
        if state is None:
            said = row.get("before") or "no state"
            yield _finding(row, "state", f"{wager.id} stands in {', '.join(wager.states)}, not in {said!r}")
            return
        if self._after(row) == NOT_KNOWN:
            yield _finding(row, "state", f"{wager.id} cannot go to {row['after']!r}")
            return
        moment = self.rounds.moment(place)
        code = self.compiled.codes[wager.id]
        stood = moment >> int(self.compiled.shift[code]) & 15
        if _step(row) == 1 and not int(self.compiled.starts_by[state]) >> stood & 1:
            said = f"{wager.id} does not begin in {wager.states[state - self.compiled.first_state[code]]} then"
            yield _finding(row, "start", said + (f"; it is placed {wager.when}" if wager.when else ""), wager=wager)
            return
        yield from self._settled(row, wager, state, moment, stood)
        yield from self._charged(row, wager)

    def place(self, row: Row) -> int:
        return self.rounds.place(self.tables.get(row["table"], -1), row["round"])

    def _unfit(self, row: Row) -> tuple[str, str] | None:
        """Why a row cannot be settled by itself."""
        for name in ("wager_no", "table", "round", "wager", "returned"):
            if row.get(name) is None:
                return "value", f"{name} is missing"
        if row["wager_no"] < 0:
            return "value", f"wager_no is {row['wager_no']}, which is below zero"
        if row["wager"] not in self.compiled.codes:
            near = nearest(row["wager"], self.compiled.codes)
            return "unknown-wager", f"{row['wager']}: {self.compiled.book.id} does not offer it{near}"
        stake = row.get("stake")
        if stake is None or not 0 < stake <= LARGEST:
            shown = "missing" if stake is None else dollars(stake)
            return "stake", f"the stake is {shown}; it should be above 0.00 and at most {dollars(LARGEST)}"
        unit = int(self.compiled.units[self.compiled.codes[row["wager"]]])
        if stake % unit:
            return "stake", f"the stake {dollars(stake)} is not in units of {dollars(unit)}"
        if row["returned"] < 0:
            return "value", f"returned is {dollars(row['returned'])}, which is below zero"
        if _step(row) < 1:
            return "value", f"step is {_step(row)}; the first is 1"
        if row.get("call") not in (None, "", "on", "off"):
            return "value", f"call is {row['call']!r}; it is on, off or empty"
        if not 0 <= _commission(row) <= LARGEST:
            return "value", f"commission is {dollars(_commission(row))}; it is from 0.00 to {dollars(LARGEST)}"
        return None

    def _word(self, row: Row, column: str) -> int:
        word = row.get(column)
        return self.compiled.names.get(word, 1) if word else 0

    def _state(self, row: Row) -> int | None:
        state = int(self.compiled.before[self.compiled.codes[row["wager"]], self._word(row, "before")])
        return None if state < 0 else state

    def _after(self, row: Row) -> int:
        return int(self.compiled.after[self.compiled.codes[row["wager"]], self._word(row, "after")])

    def _settled(self, row: Row, wager: Wager, state: int, moment: int, stood: int) -> Iterator[Finding]:
        said, stake = self._after(row), row["stake"]
        if said == LINES["removed"]:
            if self.compiled.contract_in[state]:
                yield _finding(row, "course", f"{wager.id} stays up until it is decided", wager=wager)
                return
            due = stake + (0 if self.compiled.keeps_commission else _commission(row))
            effect = Effect(said, 0, 1, 1, 0, (wager.clause, self.compiled.book.removal_clause))
        else:
            effect = self.compiled.effect(state, moment & 255, asleep=self._asleep(row, wager, stood))
            due = self._due(effect, stake) + effect.refunds * _commission(row)
        clauses = tuple(filter(None, effect.clauses))
        expected = WORDS.get(effect.after) or wager.states[effect.after]
        if row["returned"] != due:
            told = f"{expected}: paid {dollars(row['returned'])}, due {dollars(due)}"
            yield _finding(row, "paid", told, wager=wager, paid=row["returned"], due=due, clauses=clauses)
        elif said != effect.after and (said != NOT_SAID or effect.after >= 0):
            told = f"written down as {row.get('after') or 'nothing'}, should be {expected}"
            yield _finding(row, "course", told, wager=wager, paid=row["returned"], due=due, clauses=clauses)

    def _asleep(self, row: Row, wager: Wager, stood: int) -> bool:
        if not wager.off_when:
            return False
        if row.get("call"):
            return bool(row["call"] == "off")
        return bool(int(self.compiled.off_when[self.compiled.codes[wager.id]]) >> stood & 1)

    def _due(self, effect: Effect, stake: int) -> int:
        won = in_chips(stake * effect.pays, effect.whole, self.compiled.chip, self.compiled.book.rounding)
        return won + stake * effect.back // effect.whole

    def _charged(self, row: Row, wager: Wager) -> Iterator[Finding]:
        if _step(row) != 1 or not self.charges_checked:
            return
        due = self.compiled.book.commission(wager, Cents(row["stake"]), self.compiled.chip)
        if _commission(row) != due:
            told = f"charged {dollars(_commission(row))}, due {dollars(due)}"
            yield _finding(
                row, "commission", told, wager=wager, paid=_commission(row), due=int(due), clauses=(wager.clause,)
            )

    def chain(self, rows: list[Row]) -> Iterator[Finding]:
        """Where the steps of a wager stop following each other; each later break follows from the first."""
        rows = sorted(rows, key=lambda it: (_step(it), it["round"]))
        seen: list[Row] = []
        for row in rows:
            if seen and _step(row) == _step(seen[-1]) and row["round"] == seen[-1]["round"]:
                yield _finding(row, "duplicate", f"step {_step(row)} of the wager stands twice")
            else:
                seen.append(row)
        if not seen:
            return
        if _step(seen[0]) != 1:
            yield _finding(seen[0], "chain", f"step {_step(seen[0])} has nothing before it")
            return
        for row, following in pairwise(seen):
            broken = self._broken(row, following)
            if broken:
                # What follows a decision is the record too many; elsewhere the gap is after the record.
                yield _finding(following if self._after(row) < 0 else row, "chain", broken)
                return
        last = seen[-1]
        if self._after(last) >= 0 and self.rounds.following(self.place(last), self.tables[last["table"]]) >= 0:
            yield _finding(last, "chain", f"step {_step(last)} leaves the wager standing, and no step follows")

    def _broken(self, row: Row, following: Row) -> str:
        table = self.tables[row["table"]]
        said = f"after step {_step(row)}"
        if self._after(row) < 0:
            return f"step {_step(following)} comes after the wager was over"
        if _step(following) != _step(row) + 1:
            return f"{said} comes step {_step(following)}"
        if self.place(following) != self.rounds.following(self.place(row), table):
            return f"{said} in round {row['round']} comes round {following['round']}"
        code = self.compiled.codes[row["wager"]]
        if row["wager"] != following["wager"]:
            return f"{said} the wager is {following['wager']}, not {row['wager']}"
        if self._state(following) != self.compiled.first_state[code] + self._after(row):
            return f"{said} it stands in {row['after']}, and the next step begins in {following.get('before')}"
        return ""

    def doubled(self, rows: Iterable[Row]) -> Iterator[Finding]:
        seen = set()
        for row in sorted(rows, key=lambda it: (it["table"], it["wager_no"], it["round"])):
            if (row["table"], row["wager_no"]) in seen:
                yield _finding(row, "duplicate", f"wager {row['wager_no']} of {row['table']} is placed twice")
            seen.add((row["table"], row["wager_no"]))


def _step(row: Row) -> int:
    step = row.get("step")
    return 1 if step is None else int(step)


def _commission(row: Row) -> int:
    return int(row.get("commission") or 0)


def _finding(  # noqa: PLR0913  # what a finding is made of
    row: Row,
    kind: str,
    says: str,
    *,
    wager: Wager | None = None,
    paid: int | None = None,
    due: int | None = None,
    clauses: tuple[str, ...] = (),
) -> Finding:
    day = row.get("day")
    return Finding(
        kind,
        says,
        table=str(row.get("table") or ""),
        round=int(row.get("round") or 0),
        wager_no=int(row.get("wager_no") or 0),
        step=_step(row),
        wager=str(row.get("wager") or ""),
        stake=int(row.get("stake") or 0),
        paid=paid,
        due=due,
        clauses=clauses or ((wager.clause,) if wager else ()),
        dealer=str(row.get("dealer") or ""),
        day=day if isinstance(day, date) else None,
    )
