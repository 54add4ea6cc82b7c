"""Live settlement in plain Python beside crapssim 0.4.1: the same wagers, stakes and dice, in one run.

43 wagers stand on every roll (`bench._script` says which); those that a roll decides are placed again before the next.
Both engines follow the same script, one repetition after the other in turn, with the garbage collector held as `timeit`
holds it, and a ratio is the median of the ratios within one repetition.

- Dicehouse, to place: `Layout.place`, which judges the wager and works out its commission, `Layout.call` for a hardway,
  and its cost taken from the bankroll. To settle: `Layout.roll`, and what it returns added to the bankroll. It keeps
  every wager apart by its id, in exact cents, and says for each that is decided how it ended and by which clauses.
- crapssim, to place: `Player.add_bet` with a bet that was made beforehand. To settle: the four steps of `TableUpdate`
  that roll, pay and move the bets and the point, called as they are. Left out are its strategies, its hooks, its
  statistics and its printing, so it is measured at its fastest. It keeps bets by kind, in floating dollars.

Before crapssim pays a bet or takes one it searches the other bets of the same player, so it is fastest when each wager
has a player of its own (a Behind wager sits with its parent), and nearest to the script with one player for each seat.
Both are measured.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from statistics import median
from time import perf_counter_ns
from typing import Final, NamedTuple

from crapssim.table import Player, TableUpdate

from bench._crapssim import bet, house_table
from bench._script import KINDS, STAKE, WAGERS, Placement, Turn, script
from dicehouse.layout import Layout
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load

ROLLS: Final = 600
REPETITIONS: Final = 15
TABLES: Final = (1, 10, 100)
"""Times 43 wagers on one layout, to see how the cost grows; each with as many rolls fewer."""
STANDING: Final = 25_000
OURS: Final = "dicehouse"


class Cost(NamedTuple):
    """Microseconds for one roll."""

    place: float
    settle: float

    @property
    def both(self) -> float:
        return self.place + self.settle


def dicehouse(turns: Sequence[Turn]) -> Cost:
    layout, bankroll, placing, settling = Layout(load("star-craps")), 0, 0, 0
    for placed, dice in turns:
        start = perf_counter_ns()
        for _, id, wager, on, _, call in placed:
            made = layout.place(id, wager, STAKE, on)
            if isinstance(made, Refused):
                raise SystemExit(made.message)
            bankroll -= STAKE + made.commission
            if call:
                layout.call(id, working=True)
        ready = perf_counter_ns()
        decided = layout.roll(dice)
        if isinstance(decided, Refused):
            raise SystemExit(decided.message)
        for each in decided:
            bankroll += each.returned
        done = perf_counter_ns()
        placing += ready - start
        settling += done - ready
    return Cost(placing / len(turns) / 1000, settling / len(turns) / 1000)


def by_seat(it: Placement) -> object:
    return it.seat


def by_wager(it: Placement) -> object:
    return it.on or it.id


def crapssim(turns: Sequence[Turn], sits: Callable[[Placement], object] = by_wager) -> Cost:
    table = house_table()
    players: dict[object, Player] = {}
    for it in (it for turn in turns for it in turn.placed):
        if sits(it) not in players:
            players[sits(it)] = table.add_player(bankroll=10**9)
    ready_made = [
        ([(players[sits(it)], bet(it.wager, STAKE / 100, it.point)) for it in placed], dice) for placed, dice in turns
    ]
    standing = len(turns[0].placed)
    placing = settling = 0
    for bets, dice in ready_made:
        start = perf_counter_ns()
        for player, each in bets:
            player.add_bet(each)
        ready = perf_counter_ns()
        # It refuses a bet in silence, so see that it took them all: outside the clock.
        assert sum(len(player.bets) for player in table.players) == standing
        again = perf_counter_ns()
        TableUpdate.roll(table, dice)
        TableUpdate.update_bets(table)
        TableUpdate.set_new_shooter(table)
        TableUpdate.update_numbers(table, verbose=False)
        done = perf_counter_ns()
        placing += ready - start
        settling += done - again
    return Cost(placing / len(turns) / 1000, settling / len(turns) / 1000)


@contextmanager
def garbage_held() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def compare(turns: Sequence[Turn], repetitions: int) -> dict[str, list[Cost]]:
    """Every engine in turn, so that a slow moment of the machine falls on all."""
    sides: dict[str, Callable[[Sequence[Turn]], Cost]] = {
        OURS: dicehouse,
        "crapssim, a player for each seat": lambda turns: crapssim(turns, by_seat),
        "crapssim, a player for each wager": lambda turns: crapssim(turns, by_wager),
    }
    costs: dict[str, list[Cost]] = {side: [] for side in sides}
    with garbage_held():
        for _ in range(repetitions):
            for side, run in sides.items():
                costs[side].append(run(turns))
    return costs


def medians(costs: Sequence[Cost]) -> tuple[float, float, float]:
    return median(it.settle for it in costs), median(it.place for it in costs), median(it.both for it in costs)


def ratios(theirs: Sequence[Cost], ours: Sequence[Cost]) -> tuple[float, float, float]:
    """The median over the repetitions, to settle, to place and for both."""
    pairs = list(zip(theirs, ours, strict=True))
    return (
        median(a.settle / b.settle for a, b in pairs),
        median(a.place / b.place for a, b in pairs),
        median(a.both / b.both for a, b in pairs),
    )


def the_same_wagers() -> None:
    turns = script(ROLLS)
    decided = sum(len(turn.placed) for turn in turns[1:]) / (len(turns) - 1)
    print(f"{WAGERS} wagers stand on each of {ROLLS} rolls; {decided:.1f} of them are decided and placed again.")
    print(f"Microseconds a roll, median of {REPETITIONS} repetitions; crapssim {version('crapssim')}.\n")
    print(f"{'':36}{'settle':>9}{'a decision':>12}{'place':>9}{'both':>9}")
    costs = compare(turns, REPETITIONS)
    for side, found in costs.items():
        settle, place, both = medians(found)
        print(f"{side:36}{settle:9.1f}{settle / decided:12.2f}{place:9.1f}{both:9.1f}")
    ours = costs.pop(OURS)
    print("\nTimes as fast as")
    for side, found in costs.items():
        settle, place, both = ratios(found, ours)
        print(f"{side:36}{settle:8.1f}x{'':12}{place:8.1f}x{both:8.1f}x")


def growth() -> None:
    print("\nGrowth: microseconds a roll for each wager standing. A column that does not grow is linear cost.\n")
    print(f"{'wagers':>10}{'dicehouse settles':>21}{'and places':>12}{'crapssim settles':>21}{'and places':>12}")
    for tables in TABLES:
        turns, standing = script(max(12, ROLLS // tables), tables), tables * WAGERS
        with garbage_held():
            pairs = [(dicehouse(turns), crapssim(turns)) for _ in range(3)]
        ours, theirs = (medians(side) for side in zip(*pairs, strict=True))
        figures = [microseconds / standing for microseconds in (*ours[:2], *theirs[:2])]
        print(f"{standing:10,}{figures[0]:21.3f}{figures[1]:12.3f}{figures[2]:21.3f}{figures[3]:12.3f}")


def placing() -> None:
    """What one more wager costs on an empty layout and on a full one."""
    book = load("star-craps")
    kinds = [kind for kind in KINDS if not isinstance(Layout(book).place("1", kind, STAKE), Refused)]

    def cost(standing: int) -> float:
        layout = Layout(book)
        for number in range(standing):
            layout.place(f"stands {number}", kinds[number % len(kinds)], STAKE)
        more = [(f"new {number}", kinds[number % len(kinds)]) for number in range(20 * len(kinds))]
        start = perf_counter_ns()
        for id, kind in more:
            layout.place(id, kind, STAKE)
        return (perf_counter_ns() - start) / len(more) / 1000

    with garbage_held():
        empty, full = zip(*((cost(0), cost(STANDING)) for _ in range(REPETITIONS)), strict=True)
    print(f"\nPlacing one wager: {median(empty):.2f} microseconds on an empty layout,", end=" ")
    print(f"{median(full):.2f} with {STANDING:,} standing ({median(full) / median(empty):.2f}x)")


if __name__ == "__main__":
    the_same_wagers()
    growth()
    placing()
