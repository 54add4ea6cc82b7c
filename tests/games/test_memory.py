"""What a wager remembers becomes states: as many as can be told apart, and no more than the bound."""

import pytest

from dicehouse.dice import TWO
from dicehouse.games import memory
from dicehouse.games.memory import Arm, ArmError, explore
from dicehouse.games.words import Remembered, Vocabulary, condition_in
from dicehouse.money import Odds
from dicehouse.wager import STAY, automaton, lose, win
from tests.support import exactly, tell

SEVEN = TWO.total(7)
LOSES = Arm(("0",), SEVEN, lose("1"))
WINS = win(Odds(5, 1), "1")


def condition(text: str, **remembered: Remembered):  # type: ignore[no-untyped-def]
    return condition_in(text, Vocabulary(TWO, memory=remembered))


def test_a_set_becomes_a_state_for_each_of_its_parts() -> None:
    seen = Remembered("set", (2, 3, 12))
    full = Arm(("1",), TWO.total(2, 3, 12), WINS, condition("seen is full", seen=seen), (("adds", "seen"),))
    found = explore(TWO, {"up": [LOSES, full]}, STAY, {"seen": seen}, ["up"])
    assert set(found.states) == {
        "up", "up_seen_2", "up_seen_3", "up_seen_12", "up_seen_2_3", "up_seen_2_12", "up_seen_3_12",
    }  # fmt: skip
    rules = automaton("all", TWO, found.states)
    assert tell(rules, ["2", "12", "12", "5"]) == "up_seen_2_12"
    assert tell(rules, ["2", "12", "3"]) == "win 5:1"
    assert tell(rules, ["2", "12", "7"]) == "lose"
    assert found.used == {("0",), ("1",)}


def test_a_counter_stops_at_its_end_and_can_be_cleared() -> None:
    hits = Remembered("count", (2,))
    counted = Arm(("1",), TWO.total(12), None, None, (("counts", "hits"),))
    cleared = Arm(("2",), TWO.total(2), None, None, (("clears", "hits"),))
    rules = automaton("hits", TWO, explore(TWO, {"up": [LOSES, counted, cleared]}, STAY, {"hits": hits}, ["up"]).states)
    assert rules.states == ("up", "up_hits_1", "up_hits_2")
    assert tell(rules, ["12", "12", "12"]) == "up_hits_2"
    assert tell(rules, ["12", "12", "2"]) == "up"


def test_a_total_is_remembered_until_another_one_comes() -> None:
    came = Remembered("one", (4, 10))
    again = Arm(("1",), TWO.total(4, 10), WINS, condition("total = came", came=came))
    noted = Arm(("2",), TWO.total(4, 10), None, condition("total != came", came=came), (("notes", "came"),))
    first = explore(
        TWO,
        {"up": [LOSES, Arm(("2",), TWO.total(4, 10), None, None, (("notes", "came"),))]},
        STAY,
        {"came": came},
        ["up"],
    )
    assert set(first.states) == {"up", "up_came_4", "up_came_10"}
    with pytest.raises(ArmError, match="on a total of 4 the arms remember different things, and none of them counts"):
        explore(TWO, {"up": [LOSES, again, noted]}, STAY, {"came": came}, ["up"])


def test_an_arm_goes_to_the_state_of_the_total() -> None:
    states = {
        "out": [Arm(("out",), TWO.total(4, 10), "point {total}")],
        "point_4": [LOSES],
        "point_10": [LOSES],
    }
    rules = automaton("line", TWO, explore(TWO, states, STAY, {}, ["out"]).states)
    assert tell(rules, ["3", "10"]) == "point_10"
    assert tell(rules, ["4", "7"]) == "lose"


@pytest.mark.parametrize(
    "states, message, place",
    [
        (
            {"up": [LOSES, Arm(("1",), TWO.total(6, 7), WINS)]},
            "a total of 7 stands in two arms of 'up': 0 and 1",
            ("1",),
        ),
        ({"up": [Arm(("0",), SEVEN, "on")]}, "it goes to 'on', which is not one of its states", ("0",)),
        ({"up": [LOSES], "far off": [LOSES]}, "no roll leads to 'far off'", ()),
        (
            {"up": [LOSES, Arm(("1",), TWO.total(2, 8), None, None, (("adds", "seen"),))]},
            "seen has no place for a total of 8; name other rolls",
            ("1",),
        ),
    ],
)
def test_a_wrong_rule_is_told_with_its_arm(states: dict[str, list[Arm]], message: str, place: tuple[str, ...]) -> None:
    with pytest.raises(ArmError, match=exactly(message)) as found:
        explore(TWO, states, STAY, {"seen": Remembered("set", (2,))}, ["up"])
    assert found.value.place == place


def test_a_wager_that_remembers_too_much_is_refused_at_a_stated_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Remembered("set", (2, 3, 4))
    states = {"up": [LOSES, Arm(("1",), TWO.total(2, 3, 4), None, None, (("adds", "seen"),))]}
    monkeypatch.setattr(memory, "MOST_CELLS", 8 * 36)
    assert len(explore(TWO, states, STAY, {"seen": seen}, ["up"]).states) == 8
    monkeypatch.setattr(memory, "MOST_CELLS", 8 * 36 - 1)
    with pytest.raises(ArmError, match=exactly("it remembers too much: at most 7 states of 36 outcomes each")):
        explore(TWO, states, STAY, {"seen": seen}, ["up"])
