"""Terms in, wagers out."""

from fractions import Fraction

import pytest

from dicehouse.dice import THREE, TWO
from dicehouse.games import GAMES, Family, Game, Paid, Terms
from dicehouse.money import Odds
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import NO_COMMISSION, NO_LIMIT, ONE, OTHERWISE, Base, Commission, Limit, Wager

TERMS = Terms(
    family="hard",
    name="Hard {}",
    clause="6.1",
    dice=TWO,
    odds={"win": Paid(Odds(9, 5), "8.1"), "ends": Paid(Odds(15, 2), "8.2"), "same": Paid(Odds(2, 1), "6.1")},
    topic_clauses={"win": "6.2", "lose": "6.3", "barred": "6.4", "again": "6.1"},
)


def test_a_family_cites_its_own_clause_and_then_what_is_asked_for() -> None:
    assert TERMS.clauses() == ("6.1",)
    assert TERMS.clauses("lose") == ("6.1", "6.3")
    assert TERMS.clauses("barred", "win") == ("6.1", "6.4", "6.2")
    assert TERMS.clauses("natural") == ("6.1",)
    assert TERMS.clauses("again", "win", "win") == ("6.1", "6.2")


def test_a_win_is_at_a_price_and_cites_the_clause_that_prints_it() -> None:
    assert TERMS.win().label == "win 9:5"
    assert TERMS.win().clauses == ("6.1", "6.2", "8.1")
    assert TERMS.win("ends").label == "win 15:2"
    assert TERMS.win("ends").clauses == ("6.1", "6.2", "8.2")
    assert TERMS.win("same", "barred").clauses == ("6.1", "6.4")
    assert TERMS.win(says="natural").clauses == ("6.1", "8.1")
    assert TERMS.win().money_back == Fraction(14, 5)


def test_a_win_may_be_paid_several_times_or_in_part() -> None:
    assert TERMS.win("ends", times=2).label == "win 30:2"
    assert TERMS.win("ends", times=2).winnings == 15
    assert TERMS.win("ends", part=Fraction(1, 2)).money_back == Fraction(17, 4)
    assert TERMS.win("ends", part=Fraction(1, 2), back=ONE).money_back == Fraction(19, 4)


def test_a_price_that_the_rulebook_does_not_give_is_an_error() -> None:
    with pytest.raises(KeyError):
        TERMS.win("middle")


def test_losing_and_pushing_cite_what_they_are_told() -> None:
    assert TERMS.lose().clauses == ("6.1", "6.3")
    assert TERMS.lose("barred").clauses == ("6.1", "6.4")
    assert TERMS.lose().label == "lose"
    assert TERMS.push("barred").clauses == ("6.1", "6.4")
    assert TERMS.push("barred").label == "push"


def one(terms: Terms, *picked: object) -> Wager:
    return terms.wager(*picked, states={"open": {TWO.total(7): terms.win(), OTHERWISE: terms.lose()}})


def test_what_was_picked_names_the_wager() -> None:
    four = one(TERMS, 4)
    assert (four.id, four.name, four.family, four.clause) == ("hard-4", "Hard 4", "hard", "6.1")
    assert four.rules.name == "hard-4"
    assert four.dice is TWO
    assert four.topic_clauses is TERMS.topic_clauses
    plain = Terms("field", "Field", "6.1", TWO, TERMS.odds)
    assert (one(plain).id, one(plain).name) == ("field", "Field")
    both = Terms("pair", "Pair {} and {}", "3", TWO, TERMS.odds)
    assert (one(both, "red", 6).id, one(both, "red", 6).name) == ("pair-red-6", "Pair Red and 6")
    braces = Terms("hard", "{Hard} {0} {}", "6.1", TWO, TERMS.odds)
    assert one(braces, 4).name == "{Hard} {0} 4"


def test_a_wager_is_placed_plainly_unless_its_family_says_how() -> None:
    plain = one(TERMS, 4)
    assert plain.weights == (ONE,)
    assert (plain.marker, plain.starts_by, plain.behind, plain.units) == ("", None, "", 1)
    assert (plain.commission, plain.limit) == (NO_COMMISSION, NO_LIMIT)
    charge, limit = Commission(Fraction(1, 20), Base.STAKE), Limit(2, of_winnings=True, clause="6.1")
    odd = TERMS.wager(
        4,
        states={"up": {TWO.every: TERMS.lose()}, "down": {TWO.every: TERMS.lose()}},
        starts=("down", "up"),
        marker="puck",
        starts_by={"off": "up"},
        when="now",
        off_when=frozenset({"off"}),
        contract_in=frozenset({"up"}),
        behind="come",
        units=5,
        weights=(ONE, ONE),
        commission=charge,
        limit=limit,
    )
    assert odd.rules.starts == ("down", "up")
    assert (odd.marker, odd.starts_by, odd.when) == ("puck", {"off": "up"}, "now")
    assert [odd.off_when, odd.contract_in] == [{"off"}, {"up"}]
    assert (odd.behind, odd.units, odd.weights) == ("come", 5, (ONE, ONE))
    assert (odd.commission, odd.limit) == (charge, limit)


def test_terms_without_prices_or_readings_are_empty() -> None:
    bare = Terms("horn", "Horn", "6", TWO)
    assert (bare.odds, bare.topic_clauses, bare.readings) == ({}, {}, {})
    assert (bare.commission, bare.limit) == (NO_COMMISSION, NO_LIMIT)


def test_a_family_has_one_price_unless_it_says_otherwise() -> None:
    family = Family("eleven", lambda terms: [one(terms)])
    assert (family.prices, family.parts, family.says, family.needs) == (("win",), (), ("win", "lose"), "")


def test_a_game_has_numbered_faces_and_no_marker_unless_it_says_otherwise() -> None:
    game = Game("dice", TWO, ())
    assert game.markers({}) == ()
    assert game.faces == ("1", "2", "3", "4", "5", "6")


def test_there_are_three_games() -> None:
    assert {id: (game.id, game.dice) for id, game in GAMES.items()} == {
        "sicbo": ("sicbo", THREE),
        "symbols": ("symbols", THREE),
        "craps": ("craps", TWO),
    }
    assert GAMES["symbols"].faces == ("fish", "prawn", "gourd", "coin", "crab", "chicken")
    assert GAMES["symbols"].markers({}) == ()


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_is_of_a_family_of_its_game_and_named_after_it(book: str) -> None:
    rulebook = load(book)
    families = [family.id for family in rulebook.game.families]
    for id, wager in rulebook.wagers.items():
        assert wager.id == wager.rules.name == id
        assert wager.family in families
        assert id == wager.family or id.startswith(f"{wager.family}-")
        assert "{" not in wager.name
    order = [families.index(wager.family) for wager in rulebook.wagers.values()]
    assert order == sorted(order)
