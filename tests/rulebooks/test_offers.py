"""The wagers of a rulebook: every family is priced and cited, or said not to be offered."""

from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.games import GAMES
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.loader import text_of
from dicehouse.wager import NO_COMMISSION, NO_LIMIT, Base, Commission, Decision, Limit, Wager
from tests.houses import HOUSE, changed, mistake, says, write


def prices(wager: Wager) -> dict[str, tuple[str, ...]]:
    """What a wager can pay, and the clauses it is paid by."""
    steps = [step for row in wager.rules.steps for step in row if isinstance(step, Decision)]
    return {step.label: step.clauses for step in steps}


# --- what is offered


def test_a_wager_is_named_cited_and_priced_as_the_rulebook_says(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE))
    assert [it.name for it in book.wagers.values()] == [
        "Small",
        "Big",
        "Odd",
        *(f"Any Number {n}" for n in range(1, 7)),
    ]
    assert [it.family for it in book.wagers.values()] == ["small", "big", "odd", *["single"] * 6]
    assert [it.clause for it in book.wagers.values()] == ["3.9.1", "3.9.2", "3.9", *["3.9.8"] * 6]
    assert prices(book.wagers["small"]) == {
        "win 1:1": ("3.9.1", "3.9.1.1", "3.9.10[Small]"),
        "lose": ("3.9.1", "3.9.1.2"),
    }
    assert prices(book.wagers["big"]) == {"win 1:1": ("3.9.2", "3.9.2.1", "3.9.10[Big]"), "lose": ("3.9.2",)}
    assert prices(book.wagers["odd"]) == {"win 1:1": ("3.9",), "lose": ("3.9",)}
    assert prices(book.wagers["single-3"]) == {
        "lose": ("3.9.8",),
        "win 1:1": ("3.9.8", "3.9.10[Any Number 1]"),
        "win 2:1": ("3.9.8", "3.9.10[Any Number 2]"),
        "win 12:1": ("3.9.8", "3.9.10[Any Number 3]"),
    }


@pytest.mark.parametrize("name", BUILT_IN)
def test_wagers_stand_in_the_order_of_the_game(name: str) -> None:
    book = load(name)
    order = [family.id for family in book.game.families]
    offered = list(dict.fromkeys(it.family for it in book.wagers.values()))
    assert offered == [family for family in order if family in offered]


def test_an_optional_wager_may_be_left_out(tmp_path: Path) -> None:
    book = load(write(tmp_path, changed("optional = true", "optional = true\noffered = false")))
    assert "odd" not in book.wagers
    assert book.optional == {"odd"}
    again = load(write(tmp_path, changed("optional = true", "optional = true\noffered = true")))
    assert "odd" in again.wagers


def test_a_wager_that_is_not_optional_may_not_be_left_out(tmp_path: Path) -> None:
    for said in ("offered = false # here", "optional = false\noffered = false # here"):
        text = changed("optional = true", said)
        path = write(tmp_path, text)
        assert str(mistake(path)) == says(path, text, "wagers.odd.offered", "only an optional wager can be left out")


@pytest.mark.parametrize("family", ["odd", "even", "four", "streak"])
def test_a_house_based_on_the_star_may_leave_out_what_the_document_makes_optional(family: str, tmp_path: Path) -> None:
    book = load(write(tmp_path, f'based_on = "star-sicbo-2024"\nwagers.{family}.offered = false\n'))
    assert family not in {it.family for it in book.wagers.values()}
    assert len(book.wagers) == len([it for it in load("star-sicbo-2024").wagers.values() if it.family != family])


@pytest.mark.parametrize("key, value", [("optional", "1"), ("offered", '"no"')])
def test_whether_a_wager_is_offered_is_true_or_false(key: str, value: str, tmp_path: Path) -> None:
    text = changed("optional = true", f"{key} = {value} # here")
    path = write(tmp_path, text)
    shown = value.replace('"', "'")
    assert str(mistake(path)) == says(path, text, f"wagers.odd.{key}", f"this is true or false, not {shown}")


# --- every family is spoken of

FAMILY = "this family of wagers is missing; describe it here or name it in not_offered"
LEFT_OUT = next(line for line in HOUSE.split("\n") if line.startswith("not_offered"))
SILENT = {
    "a family in neither place": ('"even", ', "", "wagers.even", FAMILY),
    "a family in both places": (
        '[wagers.odd]\nname = "Odd"',
        '[wagers.even] # here\n[wagers.odd]\nname = "Odd"',
        "wagers.even",
        "it is listed under not_offered and yet described here",
    ),
    "an unknown family described": (
        '[wagers.odd]\nname = "Odd"',
        '[wagers.ood] # here\nname = "Odd"',
        "wagers.ood",
        "sicbo has no such wager; did you mean odd?",
    ),
    "an unknown family left out": (
        LEFT_OUT,
        'not_offered = ["evens"] # here',
        "not_offered",
        "sicbo has no family 'evens'; did you mean even?",
    ),
    "a family left out like none": (
        LEFT_OUT,
        'not_offered = ["even", "roulette"] # here',
        "not_offered",
        "sicbo has no family 'roulette'",
    ),
    "families left out that are no list": (
        LEFT_OUT,
        'not_offered = "even" # here',
        "not_offered",
        "this is a list of texts",
    ),
    "a family that is no table": (
        HOUSE[HOUSE.index("[wagers.odd]") : HOUSE.index('[wagers."single"]')],
        "[wagers]\nodd = 3 # here\n",
        "wagers.odd",
        "this is a table",
    ),
}


@pytest.mark.parametrize("what", SILENT)
def test_every_family_of_the_game_is_described_or_left_out_by_name(what: str, tmp_path: Path) -> None:
    old, new, key, message = SILENT[what]
    text = changed(old, new)
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, message)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_family_of_every_built_in_rulebook_is_missed_when_it_is_gone(name: str, tmp_path: Path) -> None:
    text, game = text_of(name), load(name).game
    for family in game.families:
        start = text.find(f"[wagers.{family.id}]\n")
        if start >= 0:
            end = text.find("\n[wagers.", start)
            path = write(tmp_path, text[:start] + (text[end:] if end >= 0 else ""))
            found = mistake(path)
            assert (found.file, found.key) == (str(path), f"wagers.{family.id}")


def test_a_house_may_leave_out_what_the_rulebook_it_is_based_on_describes(tmp_path: Path) -> None:
    path = write(tmp_path, 'based_on = "star-craps"\nnot_offered = ["field"]\n')
    assert set(load("star-craps").wagers) - set(load(path).wagers) == {"field"}


# --- what is said of a family

SAID = {
    "no name": ('name = "Odd"\n', "", "wagers.odd.name", "this key is missing"),
    "no clause": (
        'name = "Odd"\nclause = "3.9"\n',
        'name = "Odd"\n',
        "wagers.odd.clause",
        "this key is missing",
    ),
    "an unknown key": (
        "optional = true",
        "optoinal = true # here",
        "wagers.odd.optoinal",
        "no such key here; did you mean optional?",
    ),
    "a limit where there is none": (
        "optional = true",
        "limit = { times = 2 } # here",
        "wagers.odd.limit",
        "no such key here",
    ),
    "a commission where there is none": (
        "optional = true",
        "commission = { percent = 5 } # here",
        "wagers.odd.commission",
        "no such key here",
    ),
    "an unknown citation": (
        'says.win = "3.9.2.1"',
        'says.wins = "3.9.2.1" # here',
        "wagers.big.says.wins",
        "no such key here; did you mean win?",
    ),
    "citations that are no table": (
        'says.win = "3.9.2.1"',
        'says = "3.9.2.1" # here',
        "wagers.big.says",
        "this is a table",
    ),
    "an unknown price": (
        "odds.three = {",
        "odds.four = {",
        "wagers.single.odds.four",
        "no such key here",
    ),
    "no odds at all": (
        'odds = { win = { pays = "1 to 1", clause = "3.9.10[Big]" } }\n',
        "",
        "wagers.big.odds",
        "this table is missing",
    ),
    "a price with another key": (
        'pays = "2 to 1", clause',
        'pay = "2 to 1", clause',
        "wagers.single.odds.two.pay",
        "no such key here; did you mean pays?",
    ),
}
NEAR = {
    "no name": "[wagers.odd]",
    "no clause": "[wagers.odd]",
    "an unknown price": "odds.four = {",
    "no odds at all": "[wagers.big]",
    "a price with another key": 'odds."two" = {',
}
"""The line of a mistake that has no room for a mark."""


@pytest.mark.parametrize("what", SAID)
def test_what_a_rulebook_says_of_a_family_is_checked_key_by_key(what: str, tmp_path: Path) -> None:
    old, new, key, message = SAID[what]
    text = changed(old, new)
    if what in NEAR:
        text = "\n".join(f"{line} # here" if line.startswith(NEAR[what]) else line for line in text.split("\n"))
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, message)


@pytest.mark.parametrize(
    "pays, message",
    [
        ('"one to one"', 'odds are a text such as "9 to 5" or "7.5 to 1", not \'one to one\''),
        ('"1 for 1"', "odds of 1 for 1 pay nothing or ask for no stake"),
        ("1", 'odds are a text such as "9 to 5" or "7.5 to 1", not 1'),
        ("true", 'odds are a text such as "9 to 5" or "7.5 to 1", not True'),
        ('"0 to 1"', "odds of 0 to 1 pay nothing or ask for no stake"),
        ('"1 to 0"', "odds of 1 to 0 pay nothing or ask for no stake"),
        ('"-1 to 1"', 'odds are a text such as "9 to 5" or "7.5 to 1", not \'-1 to 1\''),
    ],
)
def test_odds_that_are_no_odds_are_told(pays: str, message: str, tmp_path: Path) -> None:
    text = changed('pays = "2 to 1", clause = "3.9.10[Any Number 2]" }', f'pays = {pays}, clause = "3.9" }} # here')
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, "wagers.single.odds.two.pays", message)


def test_a_price_that_is_missing_is_missed_like_any_key(tmp_path: Path) -> None:
    text = changed('pays = "2 to 1", clause = "3.9.10[Any Number 2]" }', 'clause = "3.9" } # here')
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, "wagers.single.odds.two.pays", "this key is missing")


def test_a_price_that_is_left_out_altogether_is_missed_under_its_family(tmp_path: Path) -> None:
    text = changed('odds."two" = { pays = "2 to 1", clause = "3.9.10[Any Number 2]" }\n', "")
    text = text.replace('[wagers."single"]', '[wagers."single"] # here')
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, "wagers.single.odds.two", "this table is missing")


@pytest.mark.parametrize(
    "name", ["Any Number {x}", "Any Number {1}", "Any Number {", "Any Number }", "Any Number {0.real.no}"]
)
def test_a_name_with_a_place_for_nothing_is_told(name: str, tmp_path: Path) -> None:
    """`{}` in a name stands for what is picked: a face, a total, two faces of a pair."""
    text = changed('name = "Any Number {}"', f'name = "{name}" # here')
    path = write(tmp_path, text)
    message = f"{name!r} has a place for more than is picked; write {{}} for each thing that is"
    assert str(mistake(path)) == says(path, text, "wagers.single.name", message)


# --- craps: limits, commissions and parts


def test_a_behind_wager_has_its_limit_and_a_buy_and_a_lay_their_commission() -> None:
    wagers = load("star-craps").wagers
    assert wagers["behind-win-line"].limit == Limit(2, of_winnings=False, clause="6.1.5.1")
    assert wagers["behind-dont-win"].limit == Limit(2, of_winnings=True, clause="6.1.6.1")
    assert wagers["behind-come"].limit == Limit(2, of_winnings=False, clause="6.1.7.1")
    assert wagers["behind-dont-come"].limit == Limit(2, of_winnings=True, clause="6.1.8.1")
    assert wagers["buy-4"].commission == Commission(Fraction(1, 20), Base.STAKE)
    assert wagers["lay-4"].commission == Commission(Fraction(1, 20), Base.PAYABLE)
    for wager in wagers.values():
        assert (wager.limit is NO_LIMIT) is (not wager.behind)
        assert (wager.commission is NO_COMMISSION) is (wager.family not in ("buy", "lay"))


@pytest.mark.parametrize("reading, base", [("payable", Base.PAYABLE), ("winnings", Base.WINNINGS)])
def test_a_reading_says_of_which_winnings_a_commission_is_taken(reading: str, base: Base) -> None:
    wagers = load("star-craps", {"lay_commission_on": reading}).wagers
    assert wagers["lay-6"].commission.of is base
    assert wagers["buy-6"].commission.of is Base.STAKE


def test_a_house_may_set_other_limits_and_commissions(tmp_path: Path) -> None:
    text = """\
based_on = "star-craps"
wagers.behind-come.limit = { times = 3, of = "winnings" }
wagers.buy.commission = { percent = 4, of = "winnings" }
wagers.lay.commission.of = "stake"
"""
    wagers = load(write(tmp_path, text)).wagers
    assert wagers["behind-come"].limit == Limit(3, of_winnings=True, clause="6.1.7.1")
    assert wagers["buy-4"].commission == Commission(Fraction(1, 25), Base.PAYABLE)
    assert wagers["lay-4"].commission == Commission(Fraction(1, 20), Base.STAKE)


CRAPS = {
    "a limit of nothing": ("wagers.behind-come.limit.times = 0", "0 is not above zero"),
    "a limit in parts": ("wagers.behind-come.limit.times = 2.5", "this is a whole number above zero, not 2.5"),
    "a limit of something else": (
        'wagers.behind-come.limit.of = "stakes"',
        "'stakes' is not one of stake, winnings; did you mean stake?",
    ),
    "a limit with another key": ("wagers.behind-come.limit.time = 2", "no such key here; did you mean times?"),
    "a commission of nothing": ("wagers.lay.commission.percent = 0", "0 is not above zero"),
    "a commission in words": ('wagers.lay.commission.percent = "5%"', "this is a whole number above zero, not '5%'"),
    "a commission of something else": (
        'wagers.lay.commission.of = "payable"',
        "'payable' is not one of stake, winnings",
    ),
    "a commission with another key": ("wagers.lay.commission.rate = 5", "no such key here"),
}


@pytest.mark.parametrize("what", CRAPS)
def test_limits_and_commissions_are_checked(what: str, tmp_path: Path) -> None:
    line, message = CRAPS[what]
    text = f'based_on = "star-craps"\n{line} # here\n'
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, line.split(" = ")[0], message)


@pytest.mark.parametrize(
    "without, key",
    [
        ('limit = { times = 2, of = "stake", clause = "6.1.7.1" }\n', "wagers.behind-come.limit"),
        ('commission = { percent = 5, of = "winnings", clause = "6.1.25" }\n', "wagers.lay.commission"),
    ],
)
def test_a_limit_or_a_commission_that_is_needed_is_missed(without: str, key: str, tmp_path: Path) -> None:
    text = text_of("star-craps")
    assert text.count(without) == 1
    path = write(tmp_path, text.replace(without, ""))
    found = mistake(path)
    assert str(found) == f"{path}, line {found.line}: {key}: this table is missing"
    assert text.splitlines()[found.line - 1] == f"[{key.rpartition('.')[0]}]"


def test_a_wager_in_parts_is_paid_at_the_prices_of_its_parts(tmp_path: Path) -> None:
    own = 'based_on = "star-craps"\nwagers.craps-2.odds.win.pays = "30 to 1"\n'
    horn = load(write(tmp_path, own)).wagers["horn"]
    assert set(prices(horn)) == {"win 30:1 on 1/4", "win 16:1 on 1/4", "win 33:1 on 1/4", "lose"}
    assert prices(load("star-craps").wagers["horn"])["win 33:1 on 1/4"][-1] in ("8.1[Craps Two]", "8.1[Craps Twelve]")


def test_a_wager_in_parts_needs_the_wagers_it_is_made_of(tmp_path: Path) -> None:
    text = text_of("star-craps")
    start = text.index("[wagers.craps-2]")
    end = text.index("[wagers.", start + 1)
    without = text[:start] + text[end:]
    path = write(tmp_path, without.replace('game = "craps"', 'game = "craps"\nnot_offered = ["craps-2"]'))
    found = mistake(path)
    assert found.file == str(path)
    assert found.key.startswith("wagers.")
    assert "craps-2" in str(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_built_in_rulebook_prices_every_family_of_each_game(game: str) -> None:
    families = {family.id for family in GAMES[game].families}
    priced = {it.family for name in BUILT_IN if load(name).game.id == game for it in load(name).wagers.values()}
    assert priced == families
