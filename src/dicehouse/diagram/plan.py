"""From an automaton to the parts of its drawing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from dicehouse.diagram.moves import Move, moves
from dicehouse.diagram.parts import Box, Edge, Leaf, Row
from dicehouse.diagram.words import called
from dicehouse.dice import Rolls
from dicehouse.wager import Automaton, Decision, Go, Wager

SHORTEST_ROW: Final = 4

Leads = Collection[tuple[str, str]]
"""The moves from state to state along which the drawing grows."""


def forest_of(wager: Wager) -> list[Box | Row]:
    """A tree for every start. A state is drawn once, where a roll first leads to it; elsewhere its name is enough."""
    rules = wager.rules
    drawn, leads = list(rules.starts), list[tuple[str, str]]()
    for state in drawn:
        for move in moves(rules, state)[0]:
            if isinstance(move.effect, Go) and move.effect.state not in drawn:
                leads.append((state, move.effect.state))
                drawn.append(move.effect.state)
    often = wager.weights if len(wager.weights) > 1 else ()
    starts = [f"start, {it.numerator} in {it.denominator}" for it in often] or ["start"] * len(rules.starts)
    return [_tree(rules, leads, state, start) for state, start in zip(rules.starts, starts, strict=True)]


def _tree(rules: Automaton, leads: Leads, state: str, start: str = "") -> Box | Row:
    if row := _row(rules, leads, state, start):
        return row
    found, stays = moves(rules, state)
    return Box(state, start, stays, tuple(Edge(it, _leads_to(rules, leads, state, it)) for it in found))


def _leads_to(rules: Automaton, leads: Leads, state: str, move: Move) -> Leaf | Box | Row:
    if isinstance(move.effect, Go):
        to = move.effect.state
        return _tree(rules, leads, to) if (state, to) in leads else Leaf(f"to {called(to)}", "to")
    return _decisions([move])[0][1]


def _decisions(found: Iterable[Move]) -> list[tuple[Move, Leaf]]:
    """The moves that decide, each with a tag that says how."""
    return [(it, Leaf(it.effect.label, it.effect.result)) for it in found if isinstance(it.effect, Decision)]


@dataclass(frozen=True)
class Step:
    """A state that one set of rolls leads out of to a new state, and another decides."""

    on: Move
    to: str
    down: Move
    leaf: Leaf
    stays: Move | None

    @property
    def by(self) -> tuple[Rolls | None, ...]:
        return self.on.rolls, self.down.rolls, self.stays.rolls if self.stays else None


def _step(rules: Automaton, leads: Leads, state: str) -> Step | None:
    found, stays = moves(rules, state)
    goes = [(it, it.effect.state) for it in found if isinstance(it.effect, Go) and (state, it.effect.state) in leads]
    ends = _decisions(found)
    return Step(*goes[0], *ends[0], stays) if len(goes) == len(ends) == 1 and len(found) == 2 else None


def _row(rules: Automaton, leads: Leads, first: str, start: str) -> Row | None:
    """The row that begins with a state, if enough states follow each other in the same way."""
    states, steps = [first], list[Step]()
    while (step := _step(rules, leads, states[-1])) and step.by == (steps or [step])[0].by:
        states.append(step.to)
        steps.append(step)
    found, stays = moves(rules, states[-1])
    decided = _decisions(found)
    if len(states) < SHORTEST_ROW or len(decided) < len(found):
        return None
    on, down, usual = steps[0].on, steps[0].down, steps[0].stays
    below = [leaf for move, leaf in decided if move.rolls == down.rolls]
    beside = [(move, leaf) for move, leaf in decided if move.rolls != down.rolls]
    unusual = stays if stays and (not usual or stays.rolls != usual.rolls) else None
    if len(beside) + bool(unusual) > 1:
        return None
    ends = (*(it.leaf for it in steps), *below)
    return Row(tuple(states), start, on, down, usual, ends, tuple(beside), unusual)
