"""A strategy as a compiled function: for what depends on the bankroll, or on more than positions can hold.

The bets and their possible stakes are declared as in any strategy. Before each round a function that Numba compiled
says which of them to place, and at which of their stakes; what may not be placed now, or not be paid for, is left. One
wager stands for a bet at a time. Settlement is that of `standing`, so it is the layout's to the cent.

    from numba import njit

    @njit
    def choose(now, standing, last, steps):
        if now.cash > 20000:  # 200.00
            steps[0] = 1      # the first stake of the first bet

`now` is a `Now`; `standing` has the stake that stands for each bet, `last` how it was last decided (1 won, -1 lost, 0
not yet), and `steps`, which the function fills, begins with 0 for each bet: nothing.
"""

from collections.abc import Callable
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehouse.money import Cents
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.compiled import compiled_anew
from dicehouse.simulate.generator import BLOCKS, LARGEST_BUFFER, VECTOR, draw_words, outcomes_of
from dicehouse.simulate.playing import write_down
from dicehouse.simulate.standing import Node, Placed, Standings, moved
from dicehouse.simulate.strategy import Strategy
from dicehouse.simulate.tables import Ints, Record, Rules, Thrown
from dicehouse.wager import Automaton


class Now(NamedTuple):
    """What a function is told before a round, money in cents."""

    round: int
    """From 0."""
    cash: int
    result: int
    """Of the session so far, what stands counted at its stake."""
    marker: int
    """The number of the markers' states, by `Menu.markers`: at craps the states of the puck in order."""


Choose = Callable[[Any, Ints, Ints, Ints], None]


class MenuTables(NamedTuple):
    """The choices as integers."""

    classes: NDArray[np.uint8]
    shift: Any
    places: NDArray[np.int32]
    """By bet, step, markers and the node it stands behind (or 0): the node of the new wager, or -1."""
    parents: NDArray[np.int32]
    moves: NDArray[np.int32]
    """By node and class: the next node, or -1."""
    gains: Ints
    signs: NDArray[np.int8]
    """By node and class: 1 where the wager is won, -1 where it is lost."""
    stakes: Ints
    charges: Ints
    marker_moves: NDArray[np.int32]


class Menu:
    """Everything that a function can choose from, under a rulebook."""

    def __init__(self, book: Rulebook, strategy: Strategy) -> None:
        self.book, self.strategy, self.standings = book, strategy, Standings(book, strategy)
        rules = self.standings.markers
        self.markers: Final = tuple(product(*(it.states for it in rules)))
        """The states of the markers, by number."""
        self.nodes: dict[Node, int] = {}
        self.charges: dict[Node, Cents] = {}
        self.tables = self._tables(rules)

    def _tables(self, rules: tuple[Automaton, ...]) -> MenuTables:
        places = self._places()
        shift = (len(self.standings.examples) - 1).bit_length()
        cells = len(self.nodes) << shift
        moves, gains, signs = np.full(cells, -1, np.int32), np.zeros(cells, np.int64), np.zeros(cells, np.int8)
        for node, number in self.nodes.items():
            for place, turn in enumerate(self.standings.turns(node), number << shift):
                if turn.to is not None:
                    moves[place] = self.nodes[turn.to]
                else:
                    gains[place] = turn.returned - node.stake
                    signs[place] = {"win": 1, "lose": -1}.get(turn.result, 0)
        marker_moves = np.zeros(len(self.markers) << shift, np.int32)
        for number, states in enumerate(self.markers):
            for place, outcome in enumerate(self.standings.examples, number << shift):
                after = tuple(moved(it, state, outcome) for it, state in zip(rules, states, strict=True))
                marker_moves[place] = self.markers.index(after)
        ids = [bet.id for bet in self.strategy.bets]
        return MenuTables(
            np.array(self.standings.classes, np.uint8),
            np.uint64(shift),
            places,
            np.array([ids.index(bet.on) if bet.on else -1 for bet in self.strategy.bets], np.int32),
            moves,
            gains,
            signs,
            np.array([it.stake for it in self.nodes], np.int64),
            np.array([self.charges.get(it, 0) for it in self.nodes], np.int64),
            marker_moves,
        )

    def _places(self) -> NDArray[np.int32]:
        """Every way to place every bet; a bet comes after the one that it stands behind, so that one is known."""
        steps = max(1, *(len(bet.stakes) for bet in self.strategy.bets))
        found: dict[tuple[int, int, int, int], int] = {}
        for number, bet in enumerate(self.strategy.bets):
            parents = [it for it in self.nodes if self.strategy.bets[it.bet].id == bet.on] if bet.on else [None]
            for step, (place, states), parent in product(
                range(max(1, len(bet.stakes))), enumerate(self.markers), parents
            ):
                named = dict(zip((it.name for it in self.standings.markers), states, strict=True))
                made = self.standings.place(number, step, named, parent)
                if made is not None:
                    behind = 0 if parent is None else self.nodes[parent] + 1
                    found[number, step, place, behind] = self._known(made)
        places = np.full((len(self.strategy.bets), steps, len(self.markers), len(self.nodes) + 1), -1, np.int32)
        for at, node in found.items():
            places[at] = node
        return places

    def _known(self, made: Placed) -> int:
        for node in self.standings.reached(made.node):
            self.nodes.setdefault(node, len(self.nodes))
        self.charges[made.node] = made.commission
        return self.nodes[made.node]


@compiled_anew
def choose_sessions(  # noqa: PLR0913, PLR0915, PLR0917  (one loop, as in `playing`)
    seed: Any, first: int, dice: Thrown, tables: MenuTables, rules: Rules, record: Record, choose: Choose
) -> None:
    """Play as many sessions as there are rows to write; `record.counts` has how often each node was placed."""
    words, rolls = np.empty(4 * BLOCKS, np.uint32), np.empty(LARGEST_BUFFER, np.uint8)
    bets, shift = len(tables.parents), np.uint64(tables.shift)
    nodes, standing = np.empty(bets, np.int64), np.empty(bets, np.int64)
    last, steps = np.empty(bets, np.int64), np.empty(bets, np.int64)
    for row in range(len(record.sessions)):
        session, block = np.uint64(first + row), np.uint64(0)
        found = at = marker = rounds = over = more = up = 0
        cash, outlay, drop, run, longest_won, longest_lost = rules.bankroll, 0, 0, 0, 0, 0
        worth = highest = rules.bankroll
        nodes[:], standing[:], last[:] = -1, 0, 0
        playing = True
        while playing or up > 0:
            if playing:
                steps[:] = 0
                choose(Now(rounds, cash, worth - rules.bankroll, marker), standing, last, steps)
                short = False
                for bet in range(bets):
                    parent = tables.parents[bet]
                    if steps[bet] <= 0 or steps[bet] > tables.places.shape[1] or nodes[bet] >= 0:
                        continue
                    if parent >= 0 and nodes[parent] < 0:
                        continue
                    node = tables.places[bet, steps[bet] - 1, marker, 0 if parent < 0 else nodes[parent] + 1]
                    if node < 0:
                        continue
                    if tables.stakes[node] + tables.charges[node] > cash:
                        short = True
                        continue
                    nodes[bet], standing[bet] = node, tables.stakes[node]
                    cash -= tables.stakes[node] + tables.charges[node]
                    outlay += tables.stakes[node] + tables.charges[node]
                    worth -= tables.charges[node]
                    record.counts[node] += 1
                    up += 1
                if short and up == 0:
                    over, playing = 1, False
                    break
            if at == found:
                draw_words(seed, session, block, VECTOR, words)
                block += np.uint64(VECTOR)
                found, at = outcomes_of(words, 4 * VECTOR, dice.sides, dice.per_word, dice.least, rolls), 0
            outcome = np.uint64(tables.classes[rolls[at]])
            at += 1
            gain = 0
            for bet in range(bets):
                if nodes[bet] < 0:
                    continue
                cell = (np.uint64(nodes[bet]) << shift) + outcome
                record.node_counts[cell] += 1
                nodes[bet] = tables.moves[cell]
                if nodes[bet] < 0:
                    gain += tables.gains[cell]
                    cash += standing[bet] + tables.gains[cell]
                    standing[bet] = 0
                    up -= 1
                    if tables.signs[cell] != 0:
                        last[bet] = tables.signs[cell]
            marker = tables.marker_moves[(np.uint64(marker) << shift) + outcome]
            worth += gain
            highest = max(highest, worth)
            drop = max(drop, highest - worth)
            if not playing:
                more += 1
                continue
            rounds += 1
            if gain > 0:
                run = max(run, 0) + 1
            elif gain < 0:
                run = min(run, 0) - 1
            longest_won, longest_lost = max(longest_won, run), min(longest_lost, run)
            if worth <= rules.floor or worth >= rules.goal or rounds == rules.rounds:
                over = 2 if worth <= rules.floor else 3 if worth >= rules.goal else 0
                playing = False
        write_down(
            record.sessions[row],
            (worth - rules.bankroll, outlay, rounds, drop, longest_won, -longest_lost, over, rounds + more),
        )
