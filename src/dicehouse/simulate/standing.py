"""One wager standing for a bet, as a small chain of its own: what every outcome does to it, and what it is worth.

What an outcome does is asked of `Layout` itself, once for each state, so no wager is settled here a second time. A
wager that sleeps in some states of a marker carries the marker along.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dicehouse.layout import Layout, PlacedWager
from dicehouse.money import Cents
from dicehouse.odds.chain import solve_chain
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.strategy import Bet, Strategy
from dicehouse.wager import NOTHING, Automaton, Decision, Result, Step


class Node(NamedTuple):
    """A wager that stands: for which bet, at which stake, in which state, under which state of the marker it minds."""

    bet: int
    stake: Cents
    state: str
    marker: str = ""
    """Only where it decides whether the wager sleeps."""


class Turn(NamedTuple):
    """What an outcome does to it."""

    to: Node | None
    """None: it is decided."""
    returned: int = 0
    result: str = ""


class Placed(NamedTuple):
    """A wager as it is placed."""

    node: Node
    commission: Cents


class Standings:
    """All the ways in which the wagers of a strategy can stand."""

    def __init__(self, book: Rulebook, strategy: Strategy) -> None:
        self.book, self.strategy = book, strategy
        self._turns: dict[Node, tuple[Turn, ...]] = {}
        self._placings: dict[tuple[object, ...], Placed | None] = {}

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """Outcomes that are the same to every bet and every marker have the same number."""
        rules = [*(bet.wager.rules for bet in self.strategy.bets), *self.markers]
        columns = zip(*(row for each in rules for row in each.steps), strict=True)
        numbers: dict[tuple[Step, ...], int] = {}
        return tuple(numbers.setdefault(column, len(numbers)) for column in columns)

    @cached_property
    def markers(self) -> tuple[Automaton, ...]:
        """The markers that a bet of the strategy minds."""
        minded = {bet.wager.marker for bet in self.strategy.bets}.union(*(bet.when for bet in self.strategy.bets))
        return tuple(it.rules for it in self.book.markers if it.rules.name in minded)

    @cached_property
    def examples(self) -> tuple[int, ...]:
        """An outcome of each class."""
        return tuple(self.classes.index(it) for it in range(max(self.classes) + 1))

    def turns(self, node: Node) -> tuple[Turn, ...]:
        """What each class of outcomes does to a wager."""
        found = self._turns.get(node)
        if found is None:
            layout, mine = self._layout(node)
            found = self._turns[node] = tuple(self._turn(layout, mine, node, it) for it in self.examples)
        return found

    def _turn(self, layout: Layout, mine: PlacedWager, node: Node, outcome: int) -> Turn:
        turn = layout.turn(outcome)
        for gone in turn.decided:
            if gone.id == mine.id:
                return Turn(None, gone.returned, gone.result)
        state = next((mine.wager.states[to] for it, to in turn.moved if it is mine), node.state)
        marker = layout.moved_markers(outcome).get(mine.wager.marker, node.marker) if node.marker else ""
        return Turn(node._replace(state=state, marker=marker))

    def _layout(self, node: Node) -> tuple[Layout, PlacedWager]:
        """A layout on which this wager stands, and nothing else but the one it is behind."""
        bet = self.strategy.bets[node.bet]
        layout = Layout(self.book, self.strategy.chip)
        if node.marker:
            layout.markers[bet.wager.marker] = node.marker
        if bet.wager.behind:
            layout.restore("parent", self._parent(bet).wager.id, node.stake, 0, node.state)
        mine = layout.restore("mine", bet.wager.id, node.stake, 0, node.state, "parent" if bet.wager.behind else None)
        mine.called = bet.working
        return layout, mine

    def _parent(self, bet: Bet) -> Bet:
        return next(it for it in self.strategy.bets if it.id == bet.on)

    def place(self, number: int, step: int, markers: Mapping[str, str], parent: Node | None) -> Placed | None:
        """A bet as it would be placed now, at this step of its ladder; None if now is not the time."""
        bet = self.strategy.bets[number]
        marker = markers.get(bet.wager.marker, "")
        key = (number, step, marker, parent)
        if key not in self._placings:
            self._placings[key] = self._place(number, step, markers, parent)
        return self._placings[key]

    def _place(self, number: int, step: int, markers: Mapping[str, str], parent: Node | None) -> Placed | None:
        bet = self.strategy.bets[number]
        layout = Layout(self.book, self.strategy.chip)
        layout.markers.update(markers)
        stake = bet.stakes[step] if bet.stakes else None
        if parent is not None:
            laid = layout.restore("parent", self._parent(bet).wager.id, parent.stake, 0, parent.state)
            if parent.state not in bet.wager.states:
                return None
            stake = self._behind(layout, bet, laid, stake)
        if stake is None:
            return None
        made = layout.placing("mine", bet.wager.id, stake, "parent" if parent is not None else None)
        if isinstance(made, Refused):
            if made.why is Why.WRONG_TIME:
                return None
            raise ValueError(f"bet {bet.id}: {made.message}")
        off_when = bet.wager.off_when and bet.working is None
        state = bet.wager.states[made.state]
        return Placed(Node(number, stake, state, markers[bet.wager.marker] if off_when else ""), made.commission)

    def _behind(self, layout: Layout, bet: Bet, parent: PlacedWager, stake: Cents | None) -> Cents | None:
        """The stake behind a wager: what the bet says, and never more than the rules and the sign allow."""
        limits, most = self.strategy.limits_of(bet.wager), layout.most_behind(bet.wager, parent)
        stake = min(most if stake is None else stake, most, limits.maximum)
        return stake if stake and stake >= limits.minimum else None

    @cached_property
    def _worths(self) -> dict[Node, Fraction]:
        return {}

    def worth(self, node: Node) -> Fraction:
        """The cents that come back for a wager from where it stands, exactly, with the rolls that it sleeps through."""
        if node not in self._worths:
            nodes = self.reached(node)
            number = {it: place for place, it in enumerate(nodes)}
            steps = tuple(tuple(self._step(self.turns(it)[c], number) for c in self.classes) for it in nodes)
            names = tuple(map(str, range(len(nodes))))
            ends = solve_chain(Automaton(node.state, self.book.dice, names, (), names[:1], steps))
            for it, name in zip(nodes, names, strict=True):
                self._worths[it] = sum((end.pays * part for end, part in ends[name].chances.items()), NOTHING)
        return self._worths[node]

    def reached(self, node: Node) -> list[Node]:
        """It and every way in which it can come to stand."""
        found = {node: None}
        for it in (queue := [node]):
            for turn in self.turns(it):
                if turn.to is not None and turn.to not in found:
                    found[turn.to] = None
                    queue.append(turn.to)
        return queue

    @staticmethod
    def _step(turn: Turn, number: Mapping[Node, int]) -> Step:
        if turn.to is not None:
            return number[turn.to]
        return Decision(Result(turn.result), turn.returned, 0, 1, (), "")


def moved(rules: Automaton, state: str, outcome: int) -> str:
    """Where an outcome takes a marker."""
    step = rules.steps[rules.number(state)][outcome]
    return rules.states[step] if isinstance(step, int) else state
