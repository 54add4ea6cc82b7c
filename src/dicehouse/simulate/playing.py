"""The state form: sessions of a strategy, played on the tables of its positions.

A round is one lookup in the tables of `positions`. The bankroll is counted with what stands on the layout, so that a
placing moves no money but its commission; a strategy that cannot pay for everything it places is ruined. When a session
is over nothing more is placed, and the dice are thrown until every wager that is left is decided.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.compiled import compiled
from dicehouse.simulate.generator import BLOCKS, LARGEST_BUFFER, VECTOR, draw_words, outcomes_of
from dicehouse.simulate.tables import Ints, Record, Rules, Tables, Thrown

_ONE: Final = np.uint64(1)


@compiled
def play_out(tables: Tables, standing: NDArray[np.int32], count: int, outcome: Any, counts: Ints) -> tuple[int, int]:
    """One roll for the wagers that are left; returns how many stay, and what the others gained."""
    stays = gained = 0
    for place in range(count):
        cell = (np.uint64(standing[place]) << np.uint64(tables.shift)) + np.uint64(outcome)
        counts[cell] += 1
        gained += tables.node_gains[cell]
        if tables.node_moves[cell] >= 0:
            standing[stays] = tables.node_moves[cell]
            stays += 1
    return stays, gained


@compiled
def write_down(row: Ints, figures: Any) -> None:
    for place, figure in enumerate(figures):
        row[place] = figure


# The loop is one function on purpose: every figure of it stays in a register.
@compiled
def play_sessions(seed: Any, first: int, dice: Thrown, tables: Tables, rules: Rules, record: Record) -> None:  # noqa: PLR0915
    """Play as many sessions as there are rows to write, from the first on."""
    words, rolls = np.empty(4 * BLOCKS, np.uint32), np.empty(LARGEST_BUFFER, np.uint8)
    standing = np.empty(max(1, len(tables.left)), np.int32)
    shift = np.uint64(tables.shift)
    bankroll, floor, goal, limit = rules.bankroll, rules.floor, rules.goal, rules.rounds
    for row in range(len(record.sessions)):
        session, block = np.uint64(first + row), np.uint64(0)
        ahead = limit // (4 * dice.per_word) + VECTOR
        found = at = 0
        position, rounds, over = np.uint64(0), 0, 0
        worth = highest = bankroll
        outlay = drop = run = longest_won = longest_lost = 0
        while True:
            worth -= tables.charges[position]
            if worth < tables.staked[position]:
                worth += tables.charges[position]
                over = 1
                break
            outlay += tables.laid[position]
            if at == found:
                blocks = min(BLOCKS, max(VECTOR, ahead // VECTOR * VECTOR))
                ahead -= blocks
                draw_words(seed, session, block, blocks, words)
                block += np.uint64(blocks)
                found, at = outcomes_of(words, 4 * blocks, dice.sides, dice.per_word, dice.least, rolls), 0
            cell = (position << shift) + np.uint64(tables.classes[rolls[np.uint64(at)]])
            at += 1
            record.counts[cell] += 1
            gain = tables.gains[cell]
            worth += gain
            position = np.uint64(tables.moves[cell])
            rounds += 1
            highest = max(highest, worth)
            drop = max(drop, highest - worth)
            # Without a branch, because no processor can guess what a round brings.
            won, lost = int(gain > 0), int(gain < 0)
            run = run * (1 - won) * (1 - lost) + won * (max(run, 0) + 1) + lost * (min(run, 0) - 1)
            longest_won, longest_lost = max(longest_won, run), min(longest_lost, run)
            if worth <= floor or worth >= goal or rounds == limit:
                over = 2 if worth <= floor else 3 if worth >= goal else 0
                break
        # What is left plays out.
        count, more = 0, 0
        for place in range(tables.left_from[position], tables.left_from[position + _ONE]):
            standing[count] = tables.left[place]
            count += 1
        while count > 0:
            if at == found:
                draw_words(seed, session, block, VECTOR, words)
                block += np.uint64(VECTOR)
                found, at = outcomes_of(words, 4 * VECTOR, dice.sides, dice.per_word, dice.least, rolls), 0
            count, gain = play_out(tables, standing, count, tables.classes[rolls[np.uint64(at)]], record.node_counts)
            at += 1
            more += 1
            worth += gain
            highest = max(highest, worth)
            drop = max(drop, highest - worth)
        write_down(
            record.sessions[row],
            (worth - bankroll, outlay, rounds, drop, longest_won, -longest_lost, over, rounds + more),
        )
