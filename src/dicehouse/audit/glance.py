"""What bears a row out at a glance: by state, call, first or later step and kind of round, what it must say.

A glance leads to the word that must stand under after, to the odds and to whether the stake comes back. It is not
enough where a commission comes back or is charged, where a stake has units, where only a part of a stake comes back,
and where the wager could not be placed: such rows are looked at closely.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.schema import LINES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

CALLED: Final = ("", "on", "off")
CLOSELY: Final = -9
"""Where a glance is not enough: no word has this number."""
WORDS: Final = {number: word for word, number in LINES.items()}


class Glances(NamedTuple):
    """Where each glance leads, and by that: the word after, the odds, their parts, and whether the stake comes back."""

    leads_to: "NDArray[np.int32]"
    """By ((state * 3 + call) * 2 + first step) * kinds + kind."""
    word: "Whole"
    pays: "Whole"
    whole: "Whole"
    """0 where a row must be looked at closely."""
    back: "Whole"


def glances(compiled: Compiled, moments: "Whole", *, charges_checked: bool) -> Glances:
    """The glances under a rulebook, for the moments that occur."""
    _, _, back, whole, refunds = compiled.money.T
    plain = ((refunds == 0) & ((back == 0) | (back == whole))).tolist()
    words = _words(compiled)
    known: dict[tuple[int, ...], int] = {(CLOSELY, 0, 0, 0): 0}
    made = []
    for state, (wager, _) in enumerate(compiled.states):
        code = compiled.codes[wager.id]
        sleeps, any_stake = int(compiled.sleeps[code]), compiled.units[code] == 1
        stood = moments >> compiled.shift[code] & 15
        begins = (compiled.opens[state] >> stood & 1 == 1) & (not (charges_checked and compiled.charges[code].rate))
        leads_to = np.zeros(len(compiled.effects), np.int32)
        named = words[code].tolist()
        for effect, it in enumerate(compiled.effects if any_stake else ()):
            if plain[effect] and it.after < len(wager.states):
                parts = (named[it.after], it.pays, it.whole, int(it.back > 0))
                leads_to[effect] = known.setdefault(parts, len(known))
        for call in CALLED:
            asleep = np.full(len(moments), int(sleeps != 0 and call == "off")) if call else sleeps >> stood & 1
            effect_at = compiled.cells[(state * 2 + asleep) * compiled.outcomes + (moments & 255)]
            made += [np.where(may, leads_to[effect_at], 0) for may in (True, begins)]
    columns = np.array(list(known), np.int64).T
    return Glances(np.concatenate(made).astype(np.int32), *map(np.ascontiguousarray, columns))


def quick(it: Glances) -> "NDArray[np.int32]":
    """Where the odds are whole: what is handed back for each cent, and the word after, in one number; else -1."""
    total = it.pays + it.back
    packed = np.where((it.whole == 1) & (total < 1 << 15) & (it.word < 1 << 16), total << 16 | it.word, -1)
    made: NDArray[np.int32] = packed.astype(np.int32)[it.leads_to]
    return made


def _words(compiled: Compiled) -> "Whole":
    """By wager and what comes after, the number of its word; ends have numbers below 0 and stand at the end."""
    words = np.zeros((len(compiled.wagers), max(len(it.states) for it in compiled.wagers) + len(LINES)), np.int64)
    for code, wager in enumerate(compiled.wagers):
        words[code, : len(wager.states)] = [compiled.names[it] for it in wager.states]
    for number, word in WORDS.items():
        words[:, number] = compiled.names[word]
    return words
