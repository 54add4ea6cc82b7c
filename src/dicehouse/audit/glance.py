"""What bears a row out: by state, call, first or later step and kind of round, what it must say.

Such a glance leads to one of a few hundred steps: the word that must stand under after, the odds, how much of the stake
and whether the commission comes back, what a stake must be a multiple of, and what is charged. Where nothing is
rounded, charged or handed back in part, one number says what a row must say and be paid: most rows are such.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import NO_CHARGE, Compiled
from dicehouse.audit.schema import LINES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

CALLED: Final = ("", "on", "off")
WORDS: Final = {number: word for word, number in LINES.items()}


class Steps(NamedTuple):
    """Everything that a row may have to say, each once."""

    leads: "Whole"
    """The number of the word after."""
    decides: "Whole"
    """1 where that is how the wager leaves."""
    pays: "Whole"
    back: "Whole"
    whole: "Whole"
    refunds: "Whole"
    """1 where the commission comes back."""
    unit: "Whole"
    """What the stake is a multiple of."""
    contract_in: "Whole"
    """1 where the wager may not be taken down."""
    may: "Whole"
    """0 where a wager began that could not be placed."""
    charge_most: "Whole"
    charge_whole: "Whole"
    charge_rate: "Whole"
    charge_parts: "Whole"
    charge_payable: "Whole"


class Glances(NamedTuple):
    """Where each glance leads."""

    leads_to: "NDArray[np.int32]"
    """By ((state * 3 + call) * 2 + first step) * kinds + kind, the number of a step."""
    steps: Steps


def glances(compiled: Compiled, moments: "Whole", *, charges_checked: bool) -> Glances:
    """The glances under a rulebook, for the moments that occur."""
    known: dict[tuple[int, ...], int] = {}
    made = []
    for state, (wager, _) in enumerate(compiled.states):
        code = compiled.codes[wager.id]
        off_when, stood = int(compiled.off_when[code]), moments >> compiled.shift[code] & 15
        begins = compiled.starts_by[state] >> stood & 1 == 1
        charge = compiled.charges[code] if charges_checked else NO_CHARGE
        later, first, misplaced = np.zeros((3, len(compiled.effects)), np.int32)
        cells = compiled.cells[2 * state * compiled.outcomes : 2 * (state + 1) * compiled.outcomes]
        for effect in np.unique(cells).tolist():
            it = compiled.effects[effect]
            word = compiled.names[WORDS.get(it.after) or wager.states[it.after]]
            own = (int(compiled.units[code]), int(compiled.contract_in[state]))
            step = (word, int(it.after < 0), it.pays, it.back, it.whole, it.refunds, *own)
            later[effect] = known.setdefault((*step, 1, *NO_CHARGE), len(known))
            first[effect] = known.setdefault((*step, 1, *charge), len(known))
            misplaced[effect] = known.setdefault((*step, 0, *charge), len(known))
        for call in CALLED:
            asleep = np.full(len(moments), int(off_when != 0 and call == "off")) if call else off_when >> stood & 1
            effect_at = cells[asleep * compiled.outcomes + (moments & 255)]
            made += [later[effect_at], np.where(begins, first[effect_at], misplaced[effect_at])]
    columns = np.array(list(known), np.int64).T
    return Glances(np.concatenate(made), Steps(*map(np.ascontiguousarray, columns)))


def quick(it: Glances) -> "NDArray[np.int32]":
    """By glance, what is handed back for each cent, and the word after, in one number; -1 where that is not enough."""
    step = it.steps
    total = step.pays + step.back
    plain = (step.whole == 1) & (step.back <= 1) & (step.refunds == 0) & (step.unit == 1) & (step.charge_rate == 0)
    plain &= (step.may == 1) & (total < 1 << 15) & (step.leads < 1 << 16)
    made: NDArray[np.int32] = np.where(plain, total << 16 | step.leads, -1).astype(np.int32)[it.leads_to]
    return made
