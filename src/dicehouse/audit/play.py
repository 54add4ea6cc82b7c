"""Records of play made up fast: tables, rounds and wagers from the compiled tables, as a house would have kept them.

Play is made block by block: some rounds of one table at a time, all its wagers followed side by side. Wagers that
still stand at the end of a block are carried into the next one of their table.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.rounds import Markers
from dicehouse.audit.schema import LINES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

CALLED_ON, CALLED_OFF = 1, 2
NO_RESULT_IN: Final = 200
"""One round in so many has no result."""
TAKEN_DOWN_IN: Final = 100
BEHIND_IN: Final = 12
STAKES: Final = np.array([1, 2, 3, 4, 5, 5, 7, 10, 10, 15, 20, 25, 25, 50, 75, 100, 250, 1000], np.int64)
"""Stakes in chips, or in the units that a wager is settled in."""


@dataclass
class Steps:
    """Steps of wagers, a row each; all columns are of one length."""

    wager_no: "Whole"
    place: "Whole"
    """The round, counted from 0 at its table."""
    wager: "Whole"
    step: "Whole"
    before: "Whole"
    after: "Whole"
    """Among the wager's own states, or how it left."""
    stake: "Whole"
    commission: "Whole"
    call: "Whole"
    returned: "Whole"

    def take(self, which: "NDArray[np.integer] | NDArray[np.bool_]") -> "Steps":
        return Steps(*(getattr(self, it.name)[which] for it in fields(self)))

    @staticmethod
    def joined(parts: "list[Steps]") -> "Steps":
        return Steps(*(np.concatenate([getattr(part, it.name) for part in parts]) for it in fields(Steps)))

    def __len__(self) -> int:
        return len(self.wager_no)


@dataclass(frozen=True)
class Dealt:
    """The rounds of tables that are played side by side, all of the same number."""

    tables: tuple[str, ...]
    moments: "NDArray[np.uint16]"
    """By table and round."""
    outcome: "Whole"
    """The outcomes of all, one after the other."""


class Player:
    """One table's play, block after block."""

    def __init__(self, compiled: Compiled, random: np.random.Generator, per_round: int) -> None:
        self.compiled, self.random, self.per_round = compiled, random, per_round
        self.next_no = 1
        self.standing: Steps | None = None
        """Wagers carried over, each as the step that it takes next."""
        self.first = np.array(compiled.first_state, np.int64)
        self.behind, self.behind_states = _stand_behind(compiled)
        self.fresh = 0
        self.charges = np.array(compiled.charges, np.int64)
        self.starts = _starts(compiled)
        self.offered = np.array([code for code, it in enumerate(compiled.wagers) if not it.behind])
        family = {it.family for it in compiled.wagers if it.behind} | {it.behind for it in compiled.wagers if it.behind}
        self.taken_down = np.array([it.family not in family for it in compiled.wagers])

    def block(self, rounds: Dealt, table: int, begin: int, end: int) -> Steps:
        """The steps of the wagers that stood at a table for some of its rounds, in their order."""
        moments = rounds.moments[table, begin:end].astype(np.int64)
        active = self._placed(moments, begin)
        if self.standing is not None:
            active = Steps.joined([self.standing, active])
        done, carried = [], []
        while len(active):
            self._roll(active, moments[active.place - begin])
            done.append(active)
            following = active.take(active.after >= 0)
            following.step = following.step + 1
            following.place = following.place + 1
            following.before = following.after
            following = Steps.joined([following, self._behind(following)])
            carried.append(following.take(following.place >= end))
            active = following.take(following.place < end)
        carry = Steps.joined(carried) if carried else None
        if carry is not None:
            carry = carry.take(carry.wager_no != 0)  # a wager behind another that comes too late for this block
        return self._numbered(Steps.joined(done), carry)

    def _placed(self, moments: "Whole", begin: int) -> Steps:
        """New wagers, where the markers let them be placed."""
        many = self.random.integers(self.per_round // 2, self.per_round * 3 // 2 + 1, len(moments))
        place = np.repeat(np.arange(len(moments)), many)
        wager = self.offered[self.random.integers(0, len(self.offered), len(place))]
        stood = (moments[place] >> self.compiled.shift[wager]) & 15
        state = self.starts[wager, stood]
        may = state >= 0
        place, wager, state = place[may], wager[may], state[may]
        stake = STAKES[self.random.integers(0, len(STAKES), len(wager))] * int(self.compiled.chip)
        stake *= np.maximum(self.compiled.units[wager] // int(self.compiled.chip), 1)
        if self.compiled.charge_step > 1:
            stake *= 20  # so that no commission comes to less than a chip
        call = self.random.integers(0, 40, len(wager))
        call = np.where((self.compiled.off_when[wager] != 0) & (call <= CALLED_OFF), call, 0)
        return Steps(
            wager_no=self._fresh(len(wager)),
            place=place + begin,
            wager=wager,
            step=np.ones(len(wager), np.int64),
            before=state,
            after=state.copy(),
            stake=stake,
            commission=charged(self.compiled, self.charges[wager], stake),
            call=call,
            returned=np.zeros(len(wager), np.int64),
        )

    def _roll(self, it: Steps, moment: "Whole") -> None:
        """What each roll does to each wager, and what is paid."""
        made, outcomes = self.compiled, self.compiled.outcomes
        stood = (moment >> made.shift[it.wager]) & 15
        by_itself = (made.off_when[it.wager] >> stood) & 1
        asleep = np.where(it.call == 0, by_itself, (it.call == CALLED_OFF).astype(np.int64))
        state = self.first[it.wager] + it.before
        money = made.money[made.cells[(state * 2 + asleep) * outcomes + (moment & 255)]]
        after, pays, back, whole, refunds = money.T
        amount, unit = it.stake * pays, whole * made.step
        winnings = (-(-amount // unit) if made.up else amount // unit) * made.step
        it.after = after.copy()
        it.returned = winnings + it.stake * back // whole + refunds * it.commission
        down = (
            self.taken_down[it.wager]
            & ~made.contract_in[state]
            & (self.random.integers(0, TAKEN_DOWN_IN, len(it)) == 0)
        )
        down &= it.step > 1
        it.after[down] = LINES["removed"]
        it.returned[down] = it.stake[down] + (0 if made.keeps_commission else it.commission[down])

    def _behind(self, parents: Steps) -> Steps:
        """Some of the wagers that have their point get one behind them, of the same stake."""
        kind = self.behind[parents.wager]
        may = (kind >= 0) & (parents.before > 0) & (self.random.integers(0, BEHIND_IN, len(parents)) == 0)
        made = parents.take(may)
        made.before = self.behind_states[made.wager, made.before]
        made.after = made.before.copy()
        made.wager = kind[may]
        made.step = np.ones(len(made), np.int64)
        made.commission = np.zeros(len(made), np.int64)
        made.call = np.zeros(len(made), np.int64)
        made.wager_no = self._fresh(len(made))
        return made

    def _fresh(self, many: int) -> "Whole":
        """Names below zero for wagers that have no number yet."""
        self.fresh += many
        return np.arange(-self.fresh, many - self.fresh, dtype=np.int64)

    def _numbered(self, done: Steps, carry: Steps | None) -> Steps:
        """Numbers in the order of placing; who was carried in has one."""
        fresh = (done.step == 1) & (done.wager_no < 0)
        placed = done.take(fresh)
        order = np.lexsort((placed.wager_no, placed.place))
        names, ranks = placed.wager_no[order], np.arange(len(order)) + self.next_no
        self.next_no += len(order)
        by_name = np.argsort(names)
        sorted_names, sorted_ranks = names[by_name], ranks[by_name]
        for it in (done, carry):
            if it is None or not len(it):
                continue
            new = it.wager_no < 0
            at = np.minimum(np.searchsorted(sorted_names, it.wager_no[new]), len(sorted_names) - 1)
            known = sorted_names[at] == it.wager_no[new]
            it.wager_no[new] = np.where(known, sorted_ranks[at], 0)
        self.standing = carry.take(carry.wager_no > 0) if carry is not None else None
        return done.take(np.lexsort((done.wager_no, done.place)))


def charged(compiled: Compiled, charges: "Whole", stake: "Whole") -> "Whole":
    """The commission on each stake."""
    most, whole, rate, parts, payable = charges.T
    base = np.where(most == 0, 0, stake * most)
    unit = whole * compiled.step
    chips = -(-base // unit) * unit if compiled.up else base // unit * unit
    base = np.where(payable == 1, chips, base)
    step = compiled.charge_step
    found: Whole = base * rate // (whole * parts * step) * step
    return found


def deal(compiled: Compiled, tables: int, per_table: int, random: np.random.Generator) -> Dealt:
    """Rounds for every table."""
    outcome = random.integers(0, compiled.no_result, tables * per_table)
    outcome[random.integers(0, NO_RESULT_IN, len(outcome)) == 0] = compiled.no_result
    never = np.zeros(per_table, bool)
    moments = [Markers(compiled).moments(it, never) for it in outcome.reshape(tables, per_table)]
    return Dealt(tuple(f"T{it + 1:02d}" for it in range(tables)), np.array(moments), outcome)


def _starts(compiled: Compiled) -> "Whole":
    """By wager and state of its marker, where it begins; -1 where it may not be placed."""
    table = np.full((len(compiled.wagers), 16), -1, np.int64)
    for state, mask in enumerate(compiled.starts_by):
        wager, name = compiled.states[state]
        code = compiled.codes[wager.id]
        for stood in range(16):
            if mask >> stood & 1:
                table[code, stood] = wager.rules.number(name)
    return table


def _stand_behind(compiled: Compiled) -> tuple["Whole", "Whole"]:
    """By wager, the one that may stand behind it or -1, and the state of that one for each of its own."""
    behind = np.full(len(compiled.wagers), -1, np.int64)
    states = np.zeros((len(behind), max(len(it.states) for it in compiled.wagers)), np.int64)
    for other, it in enumerate(compiled.wagers):
        for code, parent in enumerate(compiled.wagers):
            if it.behind and it.behind == parent.family:
                behind[code] = other
                states[code, : len(parent.states)] = [
                    it.rules.number(at) if at in it.states else 0 for at in parent.states
                ]
    return behind, states


def blocks(per_table: int, tables: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Which rounds of which table make a block: all tables go on side by side."""
    for begin in range(0, per_table, size):
        for table in range(tables):
            yield table, begin, min(begin + size, per_table)
