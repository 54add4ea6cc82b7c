"""The game of a rulebook: one of the documents by its name, or one that the file describes, dice, markers and all."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from dicehouse.dice import FACES, MOST_DICE, dice_of
from dicehouse.games import GAMES, Game, Marker
from dicehouse.games.family import Choice
from dicehouse.rulebooks.language import DICE
from dicehouse.rulebooks.offers import Offer, Words
from dicehouse.rulebooks.plugins import game_called
from dicehouse.rulebooks.source import Reader, nearest
from dicehouse.wager import Wager

if TYPE_CHECKING:
    from dicehouse.games.words import Vocabulary


def game_of(top: Reader) -> Game:
    """A game of the documents or of a package by its name, or one on dice that the file describes."""
    if "dice" not in top.table:
        return game_called(top)
    said = top.inner("dice")
    said.only(*DICE)
    count = said.whole("count")
    if count > MOST_DICE:
        said.fail(f"{count} dice are too many; a game has at most {MOST_DICE}", "count")
    faces = said.texts("faces") or tuple(map(str, FACES))
    if len(set(faces)) != len(FACES):
        said.fail(f"a die has {len(FACES)} different sides, not {len(set(faces))}", "faces")
    colours = said.inner("colours", needed=False)
    id = top.text("game", default="dice")
    if id in GAMES:
        top.fail(f"{id!r} has dice of its own; leave out [dice], or give the game another name", "game")
    return Game(id, dice_of(count), (), faces=faces, colours={it: colours.sides(it) for it in colours.table})


def words_of(top: Reader, game: Game) -> Words:
    """The words of a rulebook; at once if it has any of its own, so that a mistake in them is told in any case."""

    @cache
    def words() -> "Vocabulary":
        from dicehouse.rulebooks.naming import vocabulary

        return vocabulary(top, game.dice, game.faces, game.colours)

    if "numbers" in top.table or "sets" in top.table:
        words()
    return words


def markers_of(top: Reader, game: Game, words: Words, readings: Mapping[str, Choice]) -> tuple[Marker, ...]:
    """The markers of the game, and those that the file declares."""
    if "markers" not in top.table:
        return game.markers(readings)
    from dicehouse.rulebooks.declared import marker

    declared = {name: marker(said, name, words()) for name, said in top.inner("markers").each()}
    return (*(it for it in game.markers(readings) if it.rules.name not in declared), *declared.values())


def wagers_of(top: Reader, offered: Sequence[Offer]) -> dict[str, Wager]:
    """Every wager by its id, which no other has; one that stands behind another finds it."""
    wagers: dict[str, Wager] = {}
    for wager in (wager for offer in offered for wager in offer.wagers):
        if wager.id in wagers:
            top.fail(
                f"{wager.id} is a wager of {wagers[wager.id].family} too; call one of them differently",
                "wagers",
                wager.family,
            )
        wagers[wager.id] = wager
    for wager in wagers.values():
        if wager.behind and wager.behind not in wagers:
            top.fail(
                f"there is no wager {wager.behind!r} to stand behind{nearest(wager.behind, wagers)}",
                "wagers",
                wager.family,
                "behind",
            )
        if wager.behind and not set(wager.states) <= set(wagers[wager.behind].states):
            own = next(it for it in wager.states if it not in wagers[wager.behind].states)
            top.fail(f"{wager.behind} is never in {own.replace('_', ' ')!r}", "wagers", wager.family, "states")
    return wagers
