"""The wagers of star-craps as crapssim 0.4.1 makes them, on a crapssim table set as near to the house's as it goes.

crapssim is asked for the house's working rules bet by bet: a Place or Buy bet is off on a come-out, a Lay bet is not.
Its policy "legacy" takes a Place bet down when it wins, as the house does; under "real_casino" it would stay up.
Nothing here imports dicehouse, so that one side never leans on the other.
"""

from collections.abc import Callable, Mapping
from typing import Final

from crapssim import Table
from crapssim.bet import (
    Any7,
    AnyCraps,
    Bet,
    Big6,
    Big8,
    Boxcars,
    Buy,
    CAndE,
    Come,
    DontCome,
    DontPass,
    Field,
    HardWay,
    Horn,
    Lay,
    Odds,
    PassLine,
    Place,
    Three,
    Two,
    Yo,
)

PLAIN: Final[Mapping[str, Callable[[float], Bet]]] = {
    "win-line": PassLine,
    "dont-win": DontPass,
    "come": Come,
    "dont-come": DontCome,
    "big-6": Big6,
    "big-8": Big8,
    "any-craps": AnyCraps,
    "craps-2": Two,
    "craps-3": Three,
    "craps-12": Boxcars,
    "eleven": Yo,
    "any-seven": Any7,
    "field": Field,
    "horn": Horn,
    "crap-eleven": CAndE,
}
ON_A_NUMBER: Final[Mapping[str, Callable[[int, float], Bet]]] = {
    "place-win": lambda number, stake: Place(number, stake, always_working=False),
    "buy": lambda number, stake: Buy(number, stake, always_working=False),
    "lay": lambda number, stake: Lay(number, stake, always_working=True),
    "hard": HardWay,
}
BEHIND: Final[Mapping[str, type[PassLine | DontPass | Come | DontCome]]] = {
    "behind-win-line": PassLine,
    "behind-dont-win": DontPass,
    "behind-come": Come,
    "behind-dont-come": DontCome,
}


def bet(wager: str, stake: float, point: int | None = None) -> Bet:
    """The bet that is the same as the wager; a Behind wager also needs the point of the one it is behind."""
    if wager in PLAIN:
        return PLAIN[wager](stake)
    if wager in BEHIND:
        if point is None:
            raise ValueError(f"{wager} has no point to stand on")
        return Odds(BEHIND[wager], point, stake)
    family, _, number = wager.rpartition("-")
    return ON_A_NUMBER[family](int(number), stake)


def house_table() -> Table:
    """A table with the house's Behind limits, its Field prices, and 5% charged on placing and to the cent."""
    table = Table()
    table.settings |= {
        "field_payouts": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
        "max_odds": dict.fromkeys((4, 5, 6, 8, 9, 10), 2),
        "max_dont_odds": {4: 4, 5: 3, 6: 12 / 5, 8: 12 / 5, 9: 3, 10: 4},  # type: ignore[dict-item] # only ever multiplied
        "vig_rounding": "none",
        "vig_floor": 0,
        "vig_paid_on_win": False,
        "come_out_working_policy": "legacy",
    }
    return table
