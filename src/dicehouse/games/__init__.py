"""The wager families of the documents: `sicbo`, its `streak`, `colours` for Option B, and `craps`.

A family says how a wager behaves; a rulebook says which families it offers, at which odds and by
which clauses. A game names the families a rulebook must speak of, and the markers its table carries.
"""

from dicehouse.games import colours, craps, sicbo
from dicehouse.games.family import Family, Game, Marker, Paid, Terms

GAMES = {game.id: game for game in (sicbo.GAME, colours.GAME, craps.GAME)}

__all__ = ["GAMES", "Family", "Game", "Marker", "Paid", "Terms"]
