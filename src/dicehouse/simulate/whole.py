"""Run a simulation from a rulebook and the name of a strategy, and summarise it."""

from collections.abc import Sequence

from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.engine import Engine, Progress, unwatched
from dicehouse.simulate.figures import lines, total
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.proof import prove
from dicehouse.simulate.summary import Summary


def every_wager(
    book: Rulebook, parts: Sequence[Plan], rounds: int, seed: int, engine: Engine, progress: Progress = unwatched
) -> Summary:
    """Every wager of a rulebook, in the parts of `parts_of`, for so many rounds, each beside its exact return."""
    proof = prove(parts, rounds, seed, engine=engine, progress=progress)
    return Summary(book, seed, proof.rounds, proof.lines, proof.interrupted)


def strategy(
    made: Plan,
    seed: int,
    engine: Engine,
    *,
    rounds: int = 0,
    sessions: int = 0,
    progress: Progress = unwatched,
) -> Summary:
    """A strategy for so many sessions, or as many as make so many rounds."""
    played = engine.play(made, seed, rounds=rounds, sessions=sessions, progress=progress)
    book, tally, found = made.book, played.tally, lines(made, played.tally)
    whole = total(tally, found) if found else None
    return Summary(book, seed, tally.rounds, found, played.interrupted, made.strategy, whole, tally if found else None)
