"""A table to play on by yourself: wagers by their names, dice of your choice or thrown, and a reason for everything.

It is the layout of the rules alone, without seats, staff or a clock: what may be placed is what the rulebook says and
where the markers are. Whatever the rules forbid raises a `RefusedError` and changes nothing.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeVar

from dicehouse.layout import Decided, Layout, PlacedWager
from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.drawings import Drawing
from dicehouse.library.felts import Chip, felt_of
from dicehouse.library.frames import Frame
from dicehouse.library.placing import Open, behind_by_word, every_place
from dicehouse.library.refused import RefusedError
from dicehouse.money import Cents, as_money
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook
from dicehouse.table.bets import Settled
from dicehouse.table.explain import why

Made = TypeVar("Made")


@dataclass(frozen=True)
class Ending:
    """A wager that has left the layout, where its automaton stood, and the dice that did it."""

    decided: Decided
    state: str = ""
    dice: tuple[int, ...] = ()


class Explanation(tuple[str, ...]):
    """Sentences, each with its clause; printed a line each."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(self) or "Nothing has happened yet"

    def _repr_html_(self) -> str:
        return f"<ul>{''.join(f'<li>{escape(it)}</li>' for it in self)}</ul>" if self else escape(repr(self))


class Table:
    """A table of a rulebook, with its smallest chip; the same seed throws the same dice. Calls can be chained.

    >>> import dicehouse as dh
    >>> table = dh.Table("star-craps", chip="1.00")
    >>> table.bet("pass line", 10).roll(4, 2).bet("odds", 20)
    <Table star-craps: the point is 6; w1 $10 on Win Line, w2 $20 on Behind the Win Line; result so far $0>
    >>> table.roll(3, 3).explain()
    Win Line won $10: the point 6 was made (6.1.1.1.2)
    Behind the Win Line won $24 at 6 to 5: the point 6 was made (6.1.5.2)
    """

    def __init__(
        self,
        book: "Book | Rulebook | str | Path",
        *,
        chip: Dollars = 1,
        readings: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.book = rulebook(book, readings=readings)
        self.layout = Layout(self.book.core, in_cents("chip", chip))
        self.rolls: list[tuple[int, ...]] = []
        """Every roll so far."""
        self.net = 0
        """What was won or lost so far on wagers that were decided, commissions paid, in cents."""
        self._dice = random.Random(seed)
        self._placed = 0
        self._last: tuple[Ending, ...] = ()
        self._moved: tuple[str, ...] = ()

    # --- what is done

    def bet(self, wager: str, amount: Dollars, *, on: str | None = None) -> "Table":
        """Place a wager by its id, name or nickname. "odds" stands behind the wager that has its point, or behind
        the one that `on` names."""
        self._placed += 1
        id = f"w{self._placed}"
        try:
            kind, front = self._asked(wager, on)
            _done(self.layout.place(id, kind, in_cents("amount", amount), front))
        except (ValueError, TypeError):
            self._placed -= 1
            raise
        return self

    def take_down(self, wager: str) -> "Table":
        """Take a wager back, and with it what stands behind it."""
        it = self._standing(wager)
        stood = {each.id: each.commission for each in (it, *it.behind)}
        gone = _done(self.layout.remove(it.id))
        self._ended([Ending(each) for each in gone], stood)
        return self

    def call(self, wager: str, *, working: bool) -> "Table":
        """Call a wager On or Off, which lasts until the opposite call."""
        _done(self.layout.call(self._standing(wager).id, working=working))
        return self

    def roll(self, *dice: int) -> "Table":
        """Settle a roll of these dice, or throw them."""
        thrown = dice or self._dice.choice(self.layout.book.dice.rolls)
        turn = _done(self.layout.judge(thrown))
        states = {it.id: it.wager.states[it.state] for it in self.layout.standing.values()}
        charges = {it.id: it.commission for it in self.layout.standing.values()}
        self.layout.take(turn)
        self.rolls.append(tuple(thrown))
        self._ended([Ending(it, states[it.id], tuple(thrown)) for it in turn.decided], charges)
        self._moved = tuple(
            f"{it.wager.name} goes on: {it.wager.states[to].replace('_', ' ')}" for it, to in turn.moved
        )
        return self

    def no_result(self, reason: str = "") -> "Table":
        """A round without a result: the stakes go back, or the wagers wait, as the rulebook says."""
        charges = {it.id: it.commission for it in self.layout.standing.values()}
        self._ended([Ending(it) for it in self.layout.no_result(reason)], charges)
        return self

    # --- what may be done

    def allowed(self) -> Frame:
        """Every wager with whether it may be placed now, from which stake, and what forbids it where it may not."""
        return _offers(f"what may be placed at {self.book.id}", list(every_place(self.layout)))

    def why_not(self, wager: str, amount: Dollars, *, on: str | None = None) -> Refused | None:
        """What forbids a wager, as a record with clause, figures and next step; None where it may be placed."""
        kind, front = self._asked(wager, on)
        made = self.layout.placing(f"w{self._placed + 1}", kind, in_cents("amount", amount), front)
        return made if isinstance(made, Refused) else None

    # --- what is to see

    def standing(self) -> Frame:
        """The wagers on the layout; amounts in cents."""
        every = list(self.layout.standing.values())
        return Frame(
            f"wagers at {self.book.id}",
            {
                "id": [it.id for it in every],
                "wager": [it.name for it in every],
                "name": [it.wager.name for it in every],
                "stake_cents": [it.stake for it in every],
                "commission_cents": [it.commission for it in every],
                "state": [it.wager.states[it.state] for it in every],
                "working": [self.layout.is_working(it) for it in every],
                "behind": [it.parent.id if it.parent else None for it in every],
            },
        )

    def decided(self) -> Frame:
        """What left the layout last; amounts in cents."""
        every = [it.decided for it in self._last]
        return Frame(
            f"decided at {self.book.id}",
            {
                "id": [it.id for it in every],
                "wager": [it.wager for it in every],
                "result": [it.result.value for it in every],
                "stake_cents": [it.stake for it in every],
                "winnings_cents": [it.winnings for it in every],
                "returned_cents": [it.returned for it in every],
                "clauses": [", ".join(it.clauses) for it in every],
            },
        )

    def explain(self) -> Explanation:
        """Why each wager ended as it did at the last roll, and where the others went, each with its clause."""
        core = self.book.core
        told = [why(core, _settled(it), it.dice) for it in self._last]
        return Explanation((*told, *self._moved))

    def felt(self) -> Drawing:
        """The layout with the chips on it."""
        every = self.layout.standing.values()
        points = [_number(it.wager.states[it.state]) for it in every]
        working = self.layout.is_working
        chips = [Chip(it.name, it.stake, not working(it), point) for it, point in zip(every, points, strict=True)]
        return felt_of(self.book.core, chips, _number(self.layout.markers.get("puck", "")))

    def __repr__(self) -> str:
        return f"<Table {self.book.id}: {'; '.join([*self._markers(), self._wagers(), self._result()])}>"

    def _repr_html_(self) -> str:
        told = "".join(f"<li>{escape(it)}</li>" for it in self.explain())
        rolled = f"<p>Rolled {'-'.join(map(str, self.rolls[-1]))}</p>" if self.rolls else ""
        line = escape("; ".join([*self._markers(), self._wagers(), self._result()]))
        return f"{self.felt().svg}{rolled}<ul>{told}</ul><p>{line}</p>"

    # --- how

    def _markers(self) -> list[str]:
        return [it.says[self.layout.markers[it.rules.name]] for it in self.book.core.markers]

    def _wagers(self) -> str:
        every = self.layout.standing.values()
        return ", ".join(f"{it.id} {as_money(it.stake)} on {it.wager.name}" for it in every) or "no wagers"

    def _result(self) -> str:
        return f"result so far {as_money(self.net)}"

    def _asked(self, wager: str, on: str | None) -> tuple[str, str | None]:
        """The wager that is meant, and the one that it stands behind."""
        if wager.strip().lower() == "odds":
            return behind_by_word(self.layout, self._standing(on) if on else None)
        kind = self.book.wager(wager)
        if not kind.behind:
            return kind.id, self._standing(on).id if on else None
        front = self._standing(on) if on else None
        if front is None:
            fronts = [it for it in self.layout.standing.values() if it.wager.family == kind.behind]
            front = next((it for it in reversed(fronts) if it.wager.states[it.state] in kind.states), None)
            front = front or (fronts[-1] if fronts else None)
        return kind.id, front.id if front else None

    def _standing(self, called: str) -> PlacedWager:
        """A wager that stands, by its id or by what it is called; the newest of several."""
        found = self.layout.standing.get(called)
        if found is None:
            kind = self.book.wager(called).id
            found = next((it for it in reversed(self.layout.standing.values()) if it.name == kind), None)
        if found is None:
            ids = ", ".join(f"{it.id} ({it.wager.name})" for it in self.layout.standing.values()) or "none"
            raise ValueError(f"{called} does not stand on this layout; these do: {ids}")
        return found

    def _ended(self, endings: Sequence[Ending], commissions: Mapping[str, Cents]) -> None:
        self._last, self._moved = tuple(endings), ()
        for it in endings:
            self.net += it.decided.returned - it.decided.stake - commissions[it.decided.id]


def _done(answer: "Made | Refused") -> "Made":
    if isinstance(answer, Refused):
        raise RefusedError(answer)
    return answer


def _settled(it: Ending) -> Settled:
    """The record that explanations speak of; a wager that was taken back has no state."""
    one = it.decided
    return Settled(
        bet=one.id, seat=0, wager=one.wager, result=one.result.value, stake=one.stake, winnings=one.winnings,
        returned=one.returned, clauses=one.clauses, state=it.state,
    )  # fmt: skip


def _number(state: str) -> int | None:
    """The point in the name of a state."""
    end = state.rpartition("_")[2]
    return int(end) if end.isdecimal() else None


def _offers(title: str, places: Sequence[Open]) -> Frame:
    return Frame(
        title,
        {
            "wager": [it.wager.id for it in places],
            "name": [it.wager.name for it in places],
            "allowed": [it.refused is None for it in places],
            "on": [it.on for it in places],
            "least_cents": [it.least for it in places],
            "most_cents": [it.most for it in places],
            "clause": [it.refused.clause if it.refused else it.wager.clause for it in places],
            "why": [it.refused.message if it.refused else None for it in places],
        },
    )
