"""Wagers and markers that a file declares: what they do, and every mistake told with its line and key."""

from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.layout import Layout
from dicehouse.money import Cents
from dicehouse.odds.value import values_of
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.wager import Base, Commission, Limit
from tests.houses import mistake, write
from tests.support import tell

DOCUMENT = """\
name = "The Corner Game"

[document]
id = "corner-rules"
title = "Rules of the corner"

[document.clauses]
"1" = "The game."
"2" = "The exception."
"""
TWO_DICE = f"""\
{DOCUMENT}
[dice]
count = 2

[numbers]
point = "4, 10"

[sets]
craps = "total 2, 3, 12"

[markers.puck]
states.off = [{{ on = "total point", go = "point {{total}}" }}]
states."point {{p}}" = {{ each = {{ p = "point" }}, arms = [{{ on = "total p, 7", go = "off" }}] }}

"""
LINE = """\
[wagers.line]
name = "Line"
clause = "1"
placed = "puck off"
contract = ["point {p}"]
states.out = [
  { on = "total 7, 11", pays = "1 to 1" },
  { on = "craps", lose = true },
  { on = "total point", go = "point {total}" },
]
[wagers.line.states."point {p}"]
each = { p = "point" }
arms = [{ on = "total p", pays = "1 to 1" }, { on = "total 7", lose = true }]

"""


def book(folder: Path, *wagers: str, start: str = TWO_DICE) -> Rulebook:
    return load(write(folder, start + "\n".join(wagers)))


def field(**said: str) -> str:
    """A wager on the next roll, with something else in it."""
    kept = {"name": '"Field"', "clause": '"1"', "wins": '[{ on = "total 2", pays = "2 to 1" }]', **said}
    return "[wagers.field]\n" + "".join(f"{key} = {value}\n" for key, value in kept.items() if value)


# --- what they do


def test_one_roll_decides_a_wager_that_says_what_wins(tmp_path: Path) -> None:
    wager = book(tmp_path, field(wins='[{ on = "craps", pays = "7 to 1", clause = "2" }]')).wagers["field"]
    assert (wager.id, wager.name, wager.family, wager.clause) == ("field", "Field", "field", "1")
    assert wager.declared
    assert wager.one_roll
    assert tell(wager, ["12"]) == "win 7:1"
    assert tell(wager, ["4"]) == "lose"
    assert wager.clauses == ("1", "2")


def test_an_arm_may_push_or_give_a_part_back_and_the_rest_has_its_own(tmp_path: Path) -> None:
    wins = (
        '[{ on = "total 2", push = true }, { on = "total 3", back = "1/2" }, { on = "total 4", pays = "3 to 1",'
        ' part = "1/2" }, { on = "total 5", pays = "3 to 1", part = "1/2", back = "1/1" },'
        ' { on = "otherwise", pays = "3 for 1" }]'
    )
    made = book(tmp_path, field(wins=wins, units="2"))
    wager = made.wagers["field"]
    assert [tell(wager, [total]) for total in ("2", "3", "4", "5", "6")] == [
        "push", "lose, 1/2 back", "win 3:1 on 1/2", "win 3:1 on 1/2", "win 2:1",
    ]  # fmt: skip
    table = Layout(made)
    for roll, returned in (((1, 1), 200), ((1, 2), 100), ((2, 2), 400), ((4, 1), 500), ((6, 6), 600)):
        table.place("w", "field", 200)
        (decided,) = table.roll(roll)  # type: ignore[misc]
        assert (roll, decided.returned) == (roll, returned)
    refused = table.place("w", "field", 300)
    assert isinstance(refused, Refused)
    assert refused.why is Why.WRONG_UNITS


def test_a_family_has_a_wager_for_each_value(tmp_path: Path) -> None:
    hop = """\
[wagers.hop]
name = "Hop {a}-{b}"
clause = "1"
each = { a = "1-6", b = "a-6" }
wins = [{ on = "roll a b", when = "a = b", pays = "30 to 1" }, { on = "roll a b", when = "a < b", pays = "15 to 1" }]
"""
    wagers = book(tmp_path, hop).wagers
    assert len(wagers) == 21
    assert (wagers["hop-2-5"].name, wagers["hop-2-5"].family) == ("Hop 2-5", "hop")
    assert tell(wagers["hop-2-5"], ["5+2"]) == "win 15:1"
    assert tell(wagers["hop-3-3"], ["3+3"]) == "win 30:1"


def test_prices_are_picked_by_the_parameter_named_last_or_the_one_asked_for(tmp_path: Path) -> None:
    pays = '{ "1-3" = "1 to 1", "4-6" = "2 to 1" }'
    two = field(
        name='"Field {a} {b}"', each='{ a = "1, 4", b = "2, 5" }',
        wins=f'[{{ on = "total 2", pays = {pays} }}, {{ on = "total 3", by = "a", pays = {pays} }}]',
    )  # fmt: skip
    wagers = book(tmp_path, two).wagers
    assert {id: (tell(it, ["2"]), tell(it, ["3"])) for id, it in wagers.items()} == {
        "field-1-2": ("win 1:1", "win 1:1"),
        "field-1-5": ("win 2:1", "win 1:1"),
        "field-4-2": ("win 1:1", "win 2:1"),
        "field-4-5": ("win 2:1", "win 2:1"),
    }


def test_several_states_follow_the_rolls_and_a_marker_says_when_to_place(tmp_path: Path) -> None:
    made = book(tmp_path, LINE, field(placed='"puck not off"'))
    line = made.wagers["line"]
    assert line.states == ("out", "point_4", "point_10")
    assert [tell(line, story.split()) for story in ("7", "12", "5 4 5 4", "10 7", "10 4")] == [
        "win 1:1", "lose", "win 1:1", "lose", "point_10",
    ]  # fmt: skip
    assert line.contract_in == {"point_4", "point_10"}
    assert line.starts_by == {"off": "out"}
    table = Layout(made)
    assert table.markers == {"puck": "off"}
    refused = table.place("f", "field", 100)
    assert isinstance(refused, Refused)
    assert refused.message == "Field: the puck is off; it is placed while the puck is not off"
    table.place("l", "line", 100)
    table.roll((2, 2))
    assert table.markers == {"puck": "point_4"}
    assert isinstance(table.remove("l"), Refused)
    assert not isinstance(table.place("f", "field", 100), Refused)
    table.roll((3, 4))
    assert table.markers == {"puck": "off"}


def test_a_marker_says_what_its_states_mean(tmp_path: Path) -> None:
    said = TWO_DICE.replace("[markers.puck]\n", '[markers.puck]\nsays = { "point {p}" = "we shoot for {p}" }\n')
    (puck,) = book(tmp_path, LINE, start=said).markers
    assert puck.says == {"off": "the puck is off", "point_4": "we shoot for 4", "point_10": "we shoot for 10"}


def test_a_wager_may_be_off_by_a_marker(tmp_path: Path) -> None:
    up = '[wagers.up]\nname = "Up {p}"\nclause = "1"\neach = { p = "point" }\noff = "puck off"\n'
    arms = 'placed = "puck point {p}"\narms = [{ on = "total p", pays = "2 to 1" }, { on = "total 7", lose = true }]\n'
    wager = book(tmp_path, up + arms).wagers["up-4"]
    assert wager.off_when == {"off"}
    assert wager.starts_by == {"point_4": "up"}


BEHIND = """\
[wagers.odds]
name = "Odds"
clause = "1"
behind = "line"
limit = { times = { 4 = 3, 10 = 5 }, of = "stake", clause = "2" }

[wagers.odds.states."point {p}"]
each = { p = "point" }
arms = [{ on = "total p", pays = { 4 = "2 to 1", 10 = "3 to 1" } }, { on = "total 7", lose = true }]
"""


@pytest.mark.parametrize("roll, most", [((2, 2), 300), ((5, 5), 500)])
def test_what_stands_behind_is_limited_by_the_point(tmp_path: Path, roll: tuple[int, int], most: int) -> None:
    made = book(tmp_path, LINE, BEHIND)
    assert made.wagers["odds"].limit == Limit(0, of_winnings=False, clause="2", by_state={"point_4": 3, "point_10": 5})
    table = Layout(made)
    table.place("l", "line", 100)
    table.roll(roll)
    refused = table.place("o", "odds", most + 100, on="l")
    assert isinstance(refused, Refused)
    assert (refused.why, refused.clause) == (Why.ABOVE_LIMIT, "2")
    assert not isinstance(table.place("o", "odds", most, on="l"), Refused)
    assert {it.id: it.returns for it in values_of(made, made.wagers["odds"])} == {
        "odds-4": Fraction(1), "odds-10": Fraction(4, 3),
    }  # fmt: skip


def test_one_number_limits_every_point(tmp_path: Path) -> None:
    same = BEHIND.replace('times = { 4 = 3, 10 = 5 }, of = "stake"', 'times = 6, of = "winnings"')
    assert book(tmp_path, LINE, same).wagers["odds"].limit == Limit(6, of_winnings=True, clause="2")


@pytest.mark.parametrize(
    "commission, outlay, back, label",
    [
        ('{ percent = 5, of = "stake", clause = "2" }', "21/20", "3", "win 2:1"),
        ('{ percent = 5, of = "winnings", when = "placed", clause = "2" }', "11/10", "3", "win 2:1"),
        ('{ percent = 5, of = "stake", when = "won", clause = "2" }', "1", "59/20", "win 2:1 less 5%"),
        ('{ percent = 5, of = "winnings", when = "won", clause = "2" }', "1", "29/10", "win 2:1 less 5% of it"),
    ],
)
def test_a_commission_is_charged_on_placing_or_on_a_win(
    tmp_path: Path, commission: str, outlay: str, back: str, label: str
) -> None:
    made = book(tmp_path, field(commission=commission))
    (value,) = values_of(made, made.wagers["field"])
    assert value.outlay == Fraction(outlay)
    assert (value.payouts[0].label, value.payouts[0].money_back) == (label, Fraction(back))


def test_a_commission_on_winnings_is_on_what_they_are_exactly(tmp_path: Path) -> None:
    made = book(tmp_path, field(commission='{ percent = 5, of = "winnings", clause = "2" }'))
    assert made.wagers["field"].commission == Commission(Fraction(1, 20), Base.WINNINGS)
    assert made.commission(made.wagers["field"], Cents(1000), Cents(100)) == 100


def test_symbols_and_colours_are_words_and_parameters(tmp_path: Path) -> None:
    dice = """
[dice]
count = 3
faces = ["fish", "prawn", "gourd", "coin", "crab", "rooster"]
colours = { red = [1, 6], blue = [3, 4] }

[wagers.lucky]
name = "Lucky {c}"
clause = "1"
each = { c = "red, blue, crab" }
wins = [{ on = "shows c twice", pays = { "red, crab" = "2 to 1", blue = "3 to 1" } }]
"""
    made = book(tmp_path, dice, start=DOCUMENT)
    assert made.game.faces[4] == "crab"
    assert {id: it.name for id, it in made.wagers.items()} == {
        "lucky-red": "Lucky Red", "lucky-blue": "Lucky Blue", "lucky-crab": "Lucky Crab",
    }  # fmt: skip
    assert tell(made.wagers["lucky-blue"], ["3+4+5"]) == "win 3:1"
    assert tell(made.wagers["lucky-red"], ["6+1+5"]) == "win 2:1"
    assert tell(made.wagers["lucky-crab"], ["5+5+5"]) == "lose"


@pytest.mark.parametrize("count, outcomes", [(1, 6), (4, 1296), (5, 7776)])
def test_a_game_has_one_to_five_dice(tmp_path: Path, count: int, outcomes: int) -> None:
    made = book(
        tmp_path, field(wins='[{ on = "alike", pays = "2 to 1" }]'), start=f"{DOCUMENT}\n[dice]\ncount = {count}\n"
    )
    assert len(made.dice.rolls) == outcomes
    assert values_of(made, made.wagers["field"])[0].win == Fraction(6, outcomes)


def test_a_declared_wager_takes_the_place_of_a_family_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    own = 'based_on = "star-craps"\n' + field(clause='"6.1.17"', wins='[{ on = "total 2", pays = "40 to 1" }]')
    made = load(write(tmp_path, own))
    assert list(made.wagers) == list(load("star-craps").wagers)
    assert tell(made.wagers["field"], ["2"]) == "win 40:1"
    assert tell(made.wagers["field"], ["3"]) == "lose"
    later = load(write(tmp_path, 'based_on = "corner-house.toml"\n[wagers.field]\nname = "Wide"\n', "later.toml"))
    assert (later.wagers["field"].name, tell(later.wagers["field"], ["2"])) == ("Wide", "win 40:1")


def test_a_family_that_is_settled_at_the_price_of_a_declared_one_is_declared_too(tmp_path: Path) -> None:
    own = 'based_on = "star-craps"\n' + field(clause='"6.1.16"').replace("field", "eleven")
    assert str(mistake(write(tmp_path, own))) == (
        "star-craps.toml, line 406: wagers.horn: it is settled at the price of eleven, which is declared here;"
        " declare it too"
    )


def test_an_optional_one_may_be_left_out(tmp_path: Path) -> None:
    made = book(tmp_path, LINE, field(optional="true", offered="false"))
    assert list(made.wagers) == ["line"]
    assert made.optional == {"field"}
    made = load(write(tmp_path, 'based_on = "corner-house.toml"\nnot_offered = ["field"]\n', "other.toml"))
    assert made.optional == frozenset()
