"""Readings: every unclear point of the documents is asked once, answered, and shipped as `readings.md` settles it."""

import tomllib

import pytest

from dicehouse.games.family import Choice
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of
from dicehouse.rulebooks.loader import text_of
from dicehouse.rulebooks.readings import Reading, readings, readings_of, shown

EVERY = list(readings().values())
ROOMS = {"games", "layout", "table", "house", "floor", "promotions", "tournaments"}

STAR, PRE, CROWN, ARUZE, CRAPS = DOCUMENTS
STARS = (STAR, PRE)
SIC_BO = (STAR, PRE, CROWN, ARUZE)

OPEN: dict[str, tuple[tuple[Choice, ...], tuple[str, ...], dict[str, Choice]]] = {
    "even_totals": (("corrected", "printed", "printed_triples_lose", "ten_added"), STARS, {}),
    "four_numbers": (("three_different", "drawn_from_four"), (STAR, PRE, CROWN), {}),
    "double_on_triple": (("pays_once", "loses"), (STAR, PRE, ARUZE), {}),
    "pair_pays": (("once", "each_pair"), SIC_BO, {}),
    "total_by_triple": (("wins", "loses"), SIC_BO, {}),
    "betting_and_tumble": (("tumble_first", "bets_first"), (STAR, PRE, CROWN), {CROWN: "bets_first"}),
    "keying_slip": (("correction", "malfunction"), STARS, {}),
    "token_on_win": (("returned", "taken"), (STAR, PRE, CRAPS), {}),
    "streak_opening_result_counts": ((False, True), STARS, {}),
    "streak_side": (("opening_result", "first_result"), STARS, {}),
    "streak_window": (("just_begun", "until_four"), STARS, {}),
    "streak_triples": (("hold", "end", "progress"), STARS, {}),
    "streak_twelve": (("at_once", "at_the_end", "thirteen_loses"), STARS, {}),
    "streak_pays": (("final_length", "each_length"), STARS, {}),
    "streak_failure": (("settle_at_count", "refund_below_four"), STARS, {}),
    "streak_closing": (("run_to_end", "next_result"), STARS, {}),
    "streak_placed": (("before_tumble", "in_betting_period"), STARS, {}),
    "losing_invalid_wagers": (("kept", "returned"), (STAR,), {}),
    "loss_limit_measure": (("gross_stake", "worst_case"), (STAR,), {}),
    "loss_limit_return": (("split_last", "whole_wagers"), (STAR,), {}),
    "forfeiture": (("either", "printed"), (STAR,), {}),
    "over_maximum": (("symmetric", "asymmetric"), (STAR, PRE, CROWN, CRAPS), {}),
    "colours_of_one_player": (("one_value", "may_differ"), (STAR, PRE, CROWN), {CROWN: "may_differ"}),
    "redemption_after_closure": (
        ("recorded_value", "traced_or_lowest"),
        (STAR, PRE, CROWN),
        {CROWN: "traced_or_lowest"},
    ),
    "craps_round": (("come_out_cycle", "roll"), (CRAPS,), {}),
    "colour_counts": (("at_least", "exact"), (CROWN,), {}),
    "option_b_triple": (("symbol", "colour"), (CROWN,), {}),
    "symbol_triple_is_colour_triple": ((True, False), (CROWN,), {}),
    "small_big_triple": (("loses", "wins"), (CROWN,), {}),
    "no_result_effect": (("void", "stay"), DOCUMENTS, {CROWN: "stay", CRAPS: "stay"}),
    "shooter_threshold": (("at_or_above", "above"), (ARUZE,), {}),
    "highest_wager": (("round_total", "single_wager"), (ARUZE,), {}),
    "nobody_wagered": (("extend", "auto_shoot"), (ARUZE,), {}),
    "server_fault": (("server_only", "any_terminal"), (ARUZE,), {}),
    "ticket_in": (("cashier_only", "accepted"), (ARUZE,), {}),
    "chip_rounding": (("up", "down", "exact"), DOCUMENTS, {STAR: "exact", PRE: "exact", ARUZE: "exact"}),
    "crap_eleven": (("half_each", "half_paid_all_returned", "all_paid"), (CRAPS,), {}),
    "horn": (("in_parts", "all_returned"), (CRAPS,), {}),
    "horn_high": (("two_units", "even_spread"), (CRAPS,), {}),
    "hardways": (("both_before", "either_before"), (CRAPS,), {}),
    "dont_on_two": (("returned", "stays", "loses", "wins"), (CRAPS,), {}),
    "increase_after_point": (("refused", "allowed"), (CRAPS,), {}),
    "behind_come_asleep": (("returned", "decided"), (CRAPS,), {}),
    "commission_on_removal": (("returned", "kept"), (CRAPS,), {}),
    "commission": (("exact", "chips"), (CRAPS,), {}),
    "lay_commission_on": (("payable", "winnings", "stake"), (CRAPS,), {}),
    "amended_promotion": (("approval", "resubmission"), (STAR,), {}),
    "cash_prizes": (("allowed", "forbidden"), (STAR, PRE, ARUZE, CRAPS), {STAR: "forbidden"}),
    "dollars_without_alternative": (
        ("slots_and_casino_dollars", "casino_dollars"),
        (STAR, PRE, ARUZE, CRAPS),
        {STAR: "casino_dollars"},
    ),
    "calls_in_the_air": (("until_thrown", "until_rest"), (CRAPS,), {}),
    "entering_from_a_screen": (("desk_only", "own_screen"), (CROWN,), {}),
    "tournament_table_money_play": (("refused", "between_rounds"), (CROWN,), {}),
}
"""Every point with a choice: its options, the documents it arises in, and where we ship another than the first."""


def test_the_points_with_a_choice_are_these() -> None:
    assert [it.key for it in EVERY if len(it.options) > 1] == list(OPEN)


@pytest.mark.parametrize("key", OPEN)
def test_a_point_with_a_choice_has_its_options_its_documents_and_what_we_ship(key: str) -> None:
    options, documents, otherwise = OPEN[key]
    reading = readings()[key]
    assert tuple(reading.options) == options
    assert [type(it) for it in reading.options] == [type(it) for it in options]
    assert tuple(reading.clauses) == documents
    assert {it: reading.shipped(it) for it in documents} == {it: otherwise.get(it, options[0]) for it in documents}


def test_every_point_of_the_list_is_asked_and_no_other() -> None:
    last = {"A": 16, "B": 18, "C": 16, "D": 17, "E": 23, "F": 21, "G": 35, "H": 11, "J": 59}
    later = {"B17a", "U1", "U2", "U3", "U4", "U5", "U7", "U8", "U9"}
    points = {f"{letter}{number}" for letter, most in last.items() for number in range(1, most + 1)} | later
    assert {id for it in EVERY for id in (it.id, *it.also)} == points


def test_points_stand_in_the_order_of_the_list() -> None:
    letters = [it.id[0] for it in EVERY if not it.id.startswith("U")]  # these stand beside what they are about
    assert letters == sorted(letters)
    assert len(EVERY) == len(readings()) == 232


@pytest.mark.parametrize("reading", EVERY, ids=[it.key for it in EVERY])
def test_a_reading_asks_answers_and_gives_its_reason(reading: Reading) -> None:
    assert readings()[reading.key] is reading
    assert reading.asks.endswith("?")
    assert reading.why.endswith(".")
    assert reading.room in ROOMS
    assert all(says.endswith(".") for says in reading.options.values())
    assert reading.default in reading.options
    assert set(reading.defaults) <= set(reading.clauses)
    assert set(reading.defaults.values()) <= set(reading.options)
    for document, clauses in reading.clauses.items():
        assert clauses
        assert [it for it in clauses if it not in clauses_of(document)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_leaves_open_the_readings_that_cite_it(document: str) -> None:
    found = readings_of(document)
    assert list(found) == [it.key for it in EVERY if document in it.clauses]
    assert all(found[key] is readings()[key] for key in found)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_rulebook_states_its_choices_as_shipped(name: str) -> None:
    book = load(name)
    stated = tomllib.loads(text_of(name))["readings"]
    assert book.open_readings == tuple(readings_of(book.document))
    assert stated == {key: readings()[key].shipped(book.document) for key in stated}
    other_option = {
        "crown-sicbo-a": {"colour_counts", "option_b_triple", "symbol_triple_is_colour_triple"},
        "crown-sicbo-b": {"four_numbers", "pair_pays"},
    }
    choices = {key for key, (_, documents, _) in OPEN.items() if book.document in documents}
    assert set(stated) == choices - other_option.get(name, set())


# --- one reading


def test_a_reading_is_what_the_list_says_of_it() -> None:
    assert readings()["no_result_effect"].id == "E7"
    assert readings()["no_result_effect"].also == ("G23",)
    assert readings()["no_result_effect"].room == "layout"
    assert readings()["even_totals"].asks == "Which totals win an Even wager?"
    assert readings()["even_totals"].clauses == {STAR: ("3.3.2.1",), PRE: ("3.2.2.1",)}
    assert readings()["even_totals"].options["corrected"] == "4, 6, 8, 10, 12, 14 and 16 win; every triple loses."
    assert readings()["even_totals"].also == ()
    assert readings()["even_totals"].defaults == {}
    assert readings()["betting_and_tumble"].defaults == {CROWN: "bets_first"}
    assert readings()["four_numbers"].why.startswith("Three of the four numbers are three numbers;")


def test_the_list_is_read_once() -> None:
    assert readings() is readings()


QUESTION = Reading(
    key="question",
    id="Z1",
    asks="Yes, no or often?",
    room="table",
    clauses={STAR: ("1.1",)},
    default="often",
    why="Because.",
    options={True: "Yes.", False: "No.", "often": "Often."},
    defaults={CROWN: True},
)


def test_what_is_shipped_is_the_default_unless_the_document_has_its_own() -> None:
    assert QUESTION.shipped(STAR) == "often"
    assert QUESTION.shipped(CROWN) is True


@pytest.mark.parametrize(
    "text, option",
    [("true", True), ("false", False), ("often", "often"), ("True", None), ("seldom", None), ("", None)],
)
def test_an_option_is_found_by_the_text_a_person_writes(text: str, option: Choice | None) -> None:
    assert QUESTION.option(text) is option


@pytest.mark.parametrize("choice, text", [(True, "true"), (False, "false"), ("often", "often"), ("Often", "Often")])
def test_an_option_is_shown_as_it_is_written(choice: Choice, text: str) -> None:
    assert shown(choice) == text
