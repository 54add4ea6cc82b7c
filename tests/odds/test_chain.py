"""The chain of every wager, solved: checked against its own equations and against rolling the dice."""

from collections import Counter
from fractions import Fraction

import pytest

from dicehouse.dice import TWO
from dicehouse.money import Odds
from dicehouse.odds import chain
from dicehouse.odds.chain import Ends, solve_chain
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import OTHERWISE, STAY, Arms, Automaton, Decision, automaton, go, lose, push, win

READINGS = [
    *((book, {}) for book in BUILT_IN),
    ("star-craps", {"hardways": "either_before", "dont_on_two": "stays"}),
    ("star-sicbo-2024", {"even_totals": "printed", "streak_twelve": "at_the_end"}),
    ("star-sicbo-2024", {"streak_side": "first_result", "streak_triples": "progress"}),
]


def there_and_back() -> Automaton:
    """Two sevens in a row win; two twelves in a row lose; a two anywhere is a push."""
    two, seven, twelve = TWO.total(2), TWO.total(7), TWO.total(12)
    states: dict[str, Arms] = {
        "calm": {seven: go("seven"), twelve: go("twelve"), two: push(), OTHERWISE: STAY},
        "seven": {seven: win(Odds(5, 1)), twelve: go("twelve"), two: push(), OTHERWISE: go("calm")},
        "twelve": {twelve: lose(), seven: go("seven"), two: push(), OTHERWISE: go("calm")},
    }
    return automaton("there and back", TWO, states)


def satisfies_its_equations(rules: Automaton) -> None:
    """From each state: the next roll decides, or the rest is as it is from the state that it leads to.

    A chain that always ends has only one solution of these equations, so this is a proof and not a sample.
    """
    solved = solve_chain(rules)
    assert tuple(solved) == rules.states
    for state, row in zip(rules.states, rules.steps, strict=True):
        chances: dict[Decision, Fraction] = {}
        rolls = Fraction(1)
        for step, times in Counter(row).items():
            share = Fraction(times, len(row))
            if isinstance(step, Decision):
                chances[step] = chances.get(step, Fraction(0)) + share
            else:
                then = solved[state if step is None else rules.states[step]]
                rolls += share * then.rolls
                for end, chance in then.chances.items():
                    chances[end] = chances.get(end, Fraction(0)) + share * chance
        assert solved[state] == Ends(chances, rolls)
        assert sum(chances.values()) == 1
        assert all(chances.values())


@pytest.mark.parametrize("book, readings", READINGS, ids=str)
def test_every_wager_satisfies_its_equations(book: str, readings: dict[str, str]) -> None:
    for wager in load(book, readings).wagers.values():
        satisfies_its_equations(wager.rules)


def test_a_chain_that_goes_round_in_circles_satisfies_its_equations() -> None:
    satisfies_its_equations(there_and_back())


def test_rolling_the_dice_comes_ever_closer_to_the_solution() -> None:
    for rules in (there_and_back(), load("star-craps").wagers["win-line"].rules):
        start = rules.starts[0]
        alive, ended, rolls = {rules.number(start): 1}, Counter[Decision](), Fraction(0)
        for n in range(60):
            rolls += Fraction(sum(alive.values()), 36**n)
            ended = Counter({end: ways * 36 for end, ways in ended.items()})
            then = Counter[int]()
            for state, ways in alive.items():
                for step in rules.steps[state]:
                    if isinstance(step, Decision):
                        ended[step] += ways
                    else:
                        then[state if step is None else step] += ways
            alive = dict(then)
        left = Fraction(sum(alive.values()), 36**60)
        assert left < Fraction(1, 5)
        solved = solve_chain(rules)[start]
        for end, chance in solved.chances.items():
            assert 0 <= chance - Fraction(ended[end], 36**60) <= left
        assert 0 < solved.rolls - rolls < 40 * left


def test_a_wager_that_waits_for_one_total_is_won_or_lost_by_its_ways() -> None:
    arms: Arms = {TWO.total(6): win(Odds(7, 6)), TWO.total(7): lose(), OTHERWISE: STAY}
    solved = solve_chain(automaton("place", TWO, {"up": arms}))
    assert solved == {
        "up": Ends({win(Odds(7, 6)): Fraction(5, 11), lose(): Fraction(6, 11)}, Fraction(36, 11)),
    }


def test_an_end_that_cannot_come_from_a_state_is_not_listed_there() -> None:
    solved = solve_chain(load("star-craps").wagers["dont-win"].rules)
    assert {end.label for end in solved["waiting"].chances} == {"win 1:1", "lose", "push"}
    assert {end.label for end in solved["point_4"].chances} == {"win 1:1", "lose"}


def test_the_same_end_by_different_clauses_is_kept_apart() -> None:
    solved = solve_chain(load("star-craps").wagers["win-line"].rules)
    wins = {end.clauses[1]: chance for end, chance in solved["waiting"].chances.items() if end.label == "win 1:1"}
    assert wins == {"6.1.1.1.1": Fraction(8, 36), "6.1.1.1.2": Fraction(244, 495) - Fraction(8, 36)}


def test_a_chain_is_solved_once() -> None:
    rules = there_and_back()
    assert solve_chain(rules) is solve_chain(rules)


# With python-flint and without.


@pytest.mark.parametrize("id", ["win-line", "hard-6", "behind-come", "field"])
def test_flint_and_plain_fractions_agree(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("flint")
    rules = load("star-craps", {"hardways": "either_before"}).wagers[id].rules
    plain = solve_chain.__wrapped__(rules)
    monkeypatch.setattr(chain, "WORTH_FLINT", 1)
    monkeypatch.setattr(chain, "_solve", None)
    assert solve_chain.__wrapped__(rules) == plain == solve_chain(rules)


def test_flint_solves_a_chain_that_goes_round_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("flint")
    rules = there_and_back()
    plain = solve_chain(rules)
    monkeypatch.setattr(chain, "WORTH_FLINT", 3)
    monkeypatch.setattr(chain, "_solve", None)
    assert solve_chain.__wrapped__(rules) == plain


def test_flint_gives_plain_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("flint")
    monkeypatch.setattr(chain, "WORTH_FLINT", 1)
    for ends in solve_chain.__wrapped__(there_and_back()).values():
        assert type(ends.rolls) is Fraction
        assert {type(chance) for chance in ends.chances.values()} == {Fraction}


@pytest.mark.parametrize("worth_it_from, used", [(2, True), (3, True), (4, False), (chain.WORTH_FLINT, False)])
def test_flint_is_used_from_so_many_states_on(worth_it_from: int, used: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def installed(name: str) -> object:
        asked.append(name)
        return object()

    rules = there_and_back()
    plain = solve_chain(rules)
    monkeypatch.setattr(chain, "WORTH_FLINT", worth_it_from)
    monkeypatch.setattr(chain, "find_spec", installed)
    monkeypatch.setattr(chain, "_solve_with_flint", chain._solve if used else None)
    monkeypatch.setattr(chain, "_solve", None if used else chain._solve)
    assert solve_chain.__wrapped__(rules) == plain
    assert asked == (["flint"] if used else [])


def test_without_flint_plain_fractions_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = there_and_back()
    plain = solve_chain(rules)
    monkeypatch.setattr(chain, "WORTH_FLINT", 1)
    monkeypatch.setattr(chain, "find_spec", lambda _: None)
    monkeypatch.setattr(chain, "_solve_with_flint", None)
    assert solve_chain.__wrapped__(rules) == plain
