"""The wagers of the documents that live for several rolls, read a second time and enumerated, state by state.

What stands here was written out from the documents in the words that files use, and `tests.interpreter` reads it
roll by roll, without the loader. Wagers that one roll decides are enumerated by `tests/golden`.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from tests.interpreter import Game, Told, agrees

CRAPS: Final = Game({"point": [4, 5, 6, 8, 9, 10]}, {})
SIC_BO: Final = Game({}, {})

TRUE_ODDS: Final = {"4, 10": "2 to 1", "5, 9": "3 to 2", "6, 8": "6 to 5"}
LAID_ODDS: Final = {"4, 10": "1 to 2", "5, 9": "2 to 3", "6, 8": "5 to 6"}


def point(wins: str, loses: str, pays: object) -> Mapping[str, Any]:
    arms = [{"on": wins, "pays": pays}, {"on": loses, "lose": True}]
    return {"each": {"p": "point"}, "arms": arms}


FOR_THE_SHOOTER: Final = {
    "states": {
        "waiting": [
            {"on": "total 7, 11", "pays": "1 to 1"},
            {"on": "total 2, 3, 12", "lose": True},
            {"on": "total point", "go": "point {total}"},
        ],
        "point {p}": point("total p", "total 7", "1 to 1"),
    }
}
AGAINST_THE_SHOOTER: Final = {
    "states": {
        "waiting": [
            {"on": "total 3, 12", "pays": "1 to 1"},
            {"on": "total 7, 11", "lose": True},
            {"on": "total 2", "push": True},
            {"on": "total point", "go": "point {total}"},
        ],
        "point {p}": point("total 7", "total p", "1 to 1"),
    }
}
TAKES_ODDS: Final = {"behind": "a line", "states": {"point {p}": point("total p", "total 7", TRUE_ODDS)}}
LAYS_ODDS: Final = {"behind": "a line", "states": {"point {p}": point("total 7", "total p", LAID_ODDS)}}

ON_THE_LINE: Final[Mapping[str, Mapping[str, Any]]] = {
    "win-line": FOR_THE_SHOOTER,
    "come": FOR_THE_SHOOTER,
    "dont-win": AGAINST_THE_SHOOTER,
    "dont-come": AGAINST_THE_SHOOTER,
    "behind-win-line": TAKES_ODDS,
    "behind-come": TAKES_ODDS,
    "behind-dont-win": LAYS_ODDS,
    "behind-dont-come": LAYS_ODDS,
}


def arms(wins: str, loses: str, pays: object) -> Mapping[str, Any]:
    return {"arms": [{"on": wins, "pays": pays}, {"on": loses, "lose": True}]}


ON_A_NUMBER: Final[Mapping[str, Mapping[str, Any]]] = {
    "place-win": arms("total n", "total 7", {"4, 10": "9 to 5", "5, 9": "7 to 5", "6, 8": "7 to 6"}),
    "place-lose": arms("total 7", "total n", {"4, 10": "5 to 11", "5, 9": "5 to 8", "6, 8": "4 to 5"}),
    "buy": arms("total n", "total 7", TRUE_ODDS),
    "lay": arms("total 7", "total n", LAID_ODDS),
    "hard": arms("hard n", "easy n or total 7", {"4, 10": "15 to 2", "6, 8": "19 to 2"}),
    "big": arms("total n", "total 7", "1 to 1"),
}
NUMBERS: Final = {"hard": (4, 6, 8, 10), "big": (6, 8)}

RUNS: Final = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
SIDES: Final = {
    "small": "total 4-10 but not triple",
    "big": "total 11-17 but not triple",
    "odd": "total odd but not triple",
    "even": "total even but not triple",
}


def streak(one: str, other: str) -> Mapping[str, Any]:
    """Results on the side are counted; the first on the other side ends the run, and twelve pay at once."""
    states: dict[str, Any] = {}
    for side, against in ((one, other), (other, one)):
        for count in range(12):
            ends = {"pays": f"{RUNS[count]} to 1"} if count in RUNS else {"lose": True}
            goes_on = {"go": f"{side} {count + 1}"} if count < 11 else {"pays": f"{RUNS[12]} to 1"}
            states[f"{side} {count}"] = [{"on": SIDES[side], **goes_on}, {"on": SIDES[against], **ends}]
    return {"states": states}


def second() -> Mapping[tuple[str, str], tuple[Told, tuple[str, ...]]]:
    """By rulebook and wager, what is read a second time, and where it starts if that is not plain."""
    found: dict[tuple[str, str], tuple[Told, tuple[str, ...]]] = {}
    for id, said in ON_THE_LINE.items():
        found["star-craps", id] = Told(CRAPS, said, {}), ()
    for family, said in ON_A_NUMBER.items():
        for number in NUMBERS.get(family, (4, 5, 6, 8, 9, 10)):
            found["star-craps", f"{family}-{number}"] = Told(CRAPS, said, {"n": number}), ()
    for book in ("star-sicbo-2024", "star-sicbo-pre2024"):
        for one, other in (("small", "big"), ("odd", "even")):
            it = Told(SIC_BO, streak(one, other), {})
            found[book, f"streak-{one}-{other}"] = it, (f"{one} 0", f"{other} 0")
    return found


SECOND: Final = second()


@pytest.mark.parametrize("book, wager", SECOND)
def test_a_wager_of_several_rolls_is_the_same_read_a_second_time(book: str, wager: str) -> None:
    known = load(book).wagers[wager]
    it, starts = SECOND[book, wager]
    assert agrees(known, it, starts) == len(known.states)


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_of_several_rolls_is_read_a_second_time(book: str) -> None:
    """The others are in the rolls of `tests/golden`, as `test_the_pack_holds_every_one_roll_wager` holds."""
    assert {it.id for it in load(book).wagers.values() if not it.one_roll} == {id for of, id in SECOND if of == book}
