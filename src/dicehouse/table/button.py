"""Who presses the shoot button: each terminal in its turn, or whoever staked the most (3.10.1, 3.10.2)."""

from collections.abc import Iterator

from dicehouse.table.seats import Seat
from dicehouse.table.state import Table


def next_shooter(table: Table) -> tuple[Seat | None, str]:
    """Who shoots this round, if anybody, and by which clause."""
    if table.config.shooting_value:
        shooter, clause = _highest(table), table.matter("shooter_highest")
    else:
        shooter, clause = _in_turn(table), table.matter("shooter_in_turn")
    return shooter, clause if shooter else table.matter("automatic_shot")


def _in_turn(table: Table) -> Seat | None:
    """Clockwise from the seat after the last shooter, among terminals with a wager."""
    return min(
        (it for it in table.seats.values() if it.staked),
        key=lambda it: (it.number - table.last_shooter - 1) % table.config.seats,
        default=None,
    )


def _highest(table: Table) -> Seat | None:
    """The player who staked the most, if it reaches the value; of equals the first to have staked it (3.10.2.1)."""
    claims = _totals(table) if table.reading("highest_wager") == "round_total" else _singles(table)
    most, _, seat = min(claims, default=(0, 0, 0))
    value = table.config.shooting_value
    reached = -most >= value if table.reading("shooter_threshold") == "at_or_above" else -most > value
    return table.seats[seat] if reached else None


def _totals(table: Table) -> Iterator[tuple[int, int, int]]:
    """What each player staked in the round, at all terminals together: the amount below nothing, since when, where."""
    terminals: dict[str, list[Seat]] = {}
    for seat in table.seats.values():
        terminals.setdefault(seat.person, []).append(seat)
    for own in terminals.values():
        main = min(own, key=lambda it: (-it.staked, it.number))
        yield -sum(it.staked for it in own), max(it.since for it in own), main.number


def _singles(table: Table) -> Iterator[tuple[int, int, int]]:
    """The same for each single wager: what one terminal has on one area."""
    for seat in table.seats.values():
        for wager, stake in seat.on.items():
            yield -stake, seat.since_on[wager], seat.number
