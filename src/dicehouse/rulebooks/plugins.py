"""Games that other packages bring: each is an entry point of the group `dicehouse.games` that names a `Game`.

    [project.entry-points."dicehouse.games"]
    high-low = "my_package:GAME"

A rulebook says `game = "high-low"` then and describes the game's families as it describes those of Dicehouse.
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Final

from dicehouse.games import GAMES, Game
from dicehouse.rulebooks.source import Reader, nearest

GROUP: Final = "dicehouse.games"


def game_called(top: Reader) -> Game:
    """The game that a rulebook names: one of Dicehouse's, or one of an installed package."""
    name = top.text("game")
    if name in GAMES:
        return GAMES[name]
    brought = {it.name: it for it in entry_points(group=GROUP)}
    if name not in brought:
        known = [*GAMES, *sorted(brought)]
        top.fail(f"{name!r} is not one of {', '.join(known)}{nearest(name, known)}", "game")
    return _loaded(top, brought[name])


def _loaded(top: Reader, entry: EntryPoint) -> Game:
    """A package that cannot be loaded, or whose entry is no game, is told as a mistake of the file that names it."""
    package = entry.dist.name if entry.dist else entry.value
    try:
        game = entry.load()
    except Exception as error:  # noqa: BLE001 - a package may fail in any way
        top.fail(f"the package {package} brings this game and cannot be loaded: {error}; install it anew", "game")
    if not isinstance(game, Game):
        top.fail(f"{entry.value} of the package {package} is {type(game).__name__} and no Game", "game")
    if game.id != entry.name:
        top.fail(f"the package {package} calls its game {game.id!r} and its entry point {entry.name!r}", "game")
    return game
