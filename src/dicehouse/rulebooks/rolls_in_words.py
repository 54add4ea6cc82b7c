"""Sets of rolls in the words of a wager's felt: "two 4s" for a double, "one or two red dice" for a colour."""

from dicehouse.diagram.words import NUMBERS, either, in_words
from dicehouse.dice import Rolls
from dicehouse.games.colours import COLOURS, SYMBOLS
from dicehouse.wager import Wager


def shown(wager: Wager, rolls: Rolls) -> str:
    """A set of rolls in the words of this wager's felt."""
    picked = wager.id.removeprefix(f"{wager.family}-")
    if picked in SYMBOLS and wager.family.startswith("symbol"):
        face = SYMBOLS.index(picked) + 1
        return _so_many(sorted({roll.count(face) for roll in rolls}), picked)
    if picked in COLOURS and wager.family.startswith("colour"):
        counts = sorted({sum(face in COLOURS[picked] for face in roll) for roll in rolls})
        alike = "" if rolls & rolls.dice.alike else ", not all the same"
        dice = "die" if counts[0] == 1 else "dice"
        return _so_many(counts, f"{picked} {dice}") + (alike if counts == [3] else "")
    if wager.family == "any-colour-triple":
        return "three dice of one colour" + ("" if rolls & rolls.dice.alike else ", not all the same")
    if wager.family in {"single", "double", "triple"} and len(rolls) == 1:
        return f"three {picked}s"
    if wager.family == "four" and not rolls - rolls.dice.different:
        return f"three different of {', '.join(picked.split('-'))}"
    return in_words(rolls)


def _so_many(counts: list[int], what: str) -> str:
    said = either(NUMBERS[it] for it in counts)
    return f"at least one {what}" if counts == [1, 2, 3] else f"{said} {what}"
