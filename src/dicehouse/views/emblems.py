"""What is drawn on an area that a rulebook declares, and with which kind of wagers it lies: read off its rolls."""

from collections import Counter
from fractions import Fraction
from typing import Final

from dicehouse.dice import Rolls
from dicehouse.rulebooks import Rulebook
from dicehouse.views.felt import Face
from dicehouse.wager import Decision, Result, Wager

EVEN_MONEY: Final = Fraction(2, 5)
"""How likely a wager at even money is at least."""
MOST_DICE: Final = 4


def emblem(book: Rulebook, wager: Wager) -> Face:
    """The dice, the total or the colour that it wins on at once; only its name where there is no such thing."""
    wins = winning(wager)
    if wager.behind or not wins:
        return Face("laid")
    totals = {sum(roll) for roll in wins}
    if len(totals) == 1 and len(wins) > 1 and wins == wager.dice.total(*totals):
        return Face("laid", value=totals.pop())
    if dice := _common(wins) or _one_of_each(wins):
        return Face("laid", dice=dice)
    for colour, faces in book.game.colours.items():
        counts = {sum(face in faces for face in roll) for roll in wins}
        if 0 not in counts and wins == _showing(wager, faces, counts):
            return Face("laid", colour=colour, count=min(counts))
    return Face("laid")


def kind_of(wager: Wager, face: Face) -> str:
    """The band of a felt with which it lies where its file names none."""
    if wager.behind:
        return "behind"
    if not wager.one_roll:
        return "several-rolls"
    ends = [it for _, it in wager.rules.arms[0] if isinstance(it, Decision)]
    prices = {it.winnings for it in ends if it.result is Result.WIN}
    if prices == {1} and winning(wager).chance >= EVEN_MONEY:
        return "even-money"
    if face.value:
        return "totals"
    if face.colour or len(set(face.dice)) == 1:
        return "faces"
    return "combinations" if face.dice else "next-roll"


def winning(wager: Wager) -> Rolls:
    """The rolls on which it wins where it starts."""
    found = wager.dice.none
    for rolls, effect in wager.rules.arms[0]:
        if isinstance(effect, Decision) and effect.result is Result.WIN:
            found |= rolls
    return found


def _common(rolls: Rolls) -> tuple[int, ...]:
    """The dice that each of these rolls shows and no other roll does."""
    first, *others = (Counter(roll) for roll in rolls)
    for roll in others:
        first &= roll
    dice = tuple(sorted(first.elements()))
    every = rolls.dice.where(lambda roll: first <= Counter(roll))
    return dice if len(dice) <= MOST_DICE and rolls == every else ()


def _one_of_each(rolls: Rolls) -> tuple[int, ...]:
    """A few faces, where these are all rolls of different ones of them."""
    faces = {face for roll in rolls for face in roll}
    every = rolls.dice.drawn_from(*faces) & rolls.dice.different
    return tuple(sorted(faces)) if len(faces) <= MOST_DICE and rolls == every else ()


def _showing(wager: Wager, faces: tuple[int, ...], counts: set[int]) -> Rolls:
    return wager.dice.where(lambda roll: sum(face in faces for face in roll) in counts)


def named_by_emblem(faces: list[Face]) -> set[Face]:
    """Those of the emblems that nothing else on the felt has, so that no name is needed beside them."""
    count = Counter(faces)
    return {it for it in count if count[it] == 1 and (it.dice or it.value)}
