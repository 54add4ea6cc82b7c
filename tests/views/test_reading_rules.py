"""What a player reads before and after a wager: what a chip would win, the rules of the table, and the own disputes."""

import pytest

from dicehouse.layout import Ended, Layout
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.table import Config, new_table
from dicehouse.table.config import Limits, Sign
from dicehouse.table.disputes import AskReview, DecideDispute, DecideFinally, RaiseDispute
from dicehouse.views.layout import layout_view
from dicehouse.views.own_disputes import own_disputes
from dicehouse.views.table_rules import TableRules, table_rules
from tests.croupier import Croupier, happened

# --- what a chip would win


PARTS = {"horn-high": 5, "horn": 4, "crap-eleven": 2}
"""Wagers in parts, on each of which a chip lies (Craps 6.1)."""


@pytest.mark.parametrize("book", BUILT_IN)
def test_what_a_chip_would_win_is_what_the_table_pays(book: str) -> None:
    """Every one-roll wager, every chip and every price is settled for real."""
    config = Config(chip=5 if book == "aruze-sicbo" else 100)
    table = new_table(load(book), config)
    view = layout_view(table)
    for area in view.areas:
        wager = table.book.wagers[area.id]
        if not wager.one_roll or wager.starts_by is not None:
            continue
        for nth, chip in enumerate(view.chips):
            paid = set()
            for roll in wager.dice.rolls:
                layout = Layout(table.book, config.chip)  # type: ignore[arg-type]  # whole cents
                parts = next((it for name, it in PARTS.items() if area.id.startswith(name)), 1)
                placed = layout.place("w", area.id, chip * parts)
                if isinstance(placed, Refused):
                    paid = {0}
                    break
                decided = layout.roll(roll)
                assert not isinstance(decided, Refused)
                paid |= {it.winnings for it in decided if it.result == Ended.WIN}
            assert {line.wins[nth] for line in area.pays} == paid, (area.id, chip)


def test_a_payout_that_chips_cannot_make_is_told_as_it_is_paid() -> None:
    view = layout_view(new_table(load("star-craps"), Config()))
    eight = next(it for it in view.areas if it.id == "place-win-8")
    assert eight.odds == "7 to 6"
    assert dict(zip(view.chips, eight.pays[0].wins, strict=True))[500] == 600


def test_a_streak_has_one_price_whichever_chip_is_chosen() -> None:
    view = layout_view(new_table(load("star-sicbo-2024"), Config(streak_price=1_000)))
    streak = next(it for it in view.areas if it.streak)
    assert {len(set(line.wins)) for line in streak.pays} == {1}
    assert streak.pays[0].wins[0] == 6_000


# --- the rules


def rules(book: str, sign: Sign | None = None) -> TableRules:
    made = new_table(load(book), Config(sign=sign) if sign else Config())
    return table_rules(made)


def lines(view: TableRules, section: str) -> list[tuple[str, str]]:
    found = next(it for it in view.sections if it.id == section)
    return [(it.words.en, it.clause) for it in found.lines]


@pytest.mark.clause("aruze-sicbo", "3.1")
@pytest.mark.clause("star-sicbo-2024", "9.19")
@pytest.mark.parametrize("book", BUILT_IN)
def test_the_rules_of_every_rulebook_are_told_in_both_languages_with_clauses_that_exist(book: str) -> None:
    view, known = rules(book), set(clauses_of(load(book).document))
    assert [it.id for it in view.sections] == ["betting", "limits", "paying", "notices", "disputes"]
    for section in view.sections:
        for line in section.lines:
            assert line.words.en.endswith(".")
            assert line.words.zh.endswith("。")
            assert line.clause == "" or line.clause in known, line


def test_the_rules_say_what_this_table_and_this_house_do() -> None:
    sign = Sign(every=Limits(minimum=1_000, maximum=50_000, unit=500), player=200_000)
    limits = lines(rules("star-sicbo-2024", sign), "limits")
    assert limits[0] == ("Each wager: $10 to $500, in steps of $5.", "4.1")
    assert ("One player has at most $2,000 on the layout.", "4.1") in limits
    assert ("A wager below the minimum that was taken stands.", "4.2") in limits
    crown = lines(rules("crown-sicbo-a"), "notices")
    assert ("You are told 3 rounds before this table closes.", "9.8") in crown


@pytest.mark.clause("star-sicbo-2024", "9.17", "9.18")
def test_the_rules_say_how_to_disagree_step_by_step() -> None:
    star = [text for text, _ in lines(rules("star-sicbo-2024"), "disputes")]
    assert star[1:] == [
        "Games supervisor: decides it first.",
        "Casino supervisor: reviews the decision if you ask.",
        "Casino operator: has the last word in the house.",
        "You may always complain to the NSW Independent Casino Commission.",
    ]
    crown = [text for text, _ in lines(rules("crown-sicbo-a"), "disputes")]
    assert crown[1] == "TG Area Manager: has the last word in the house."


# --- one's own disputes


@pytest.mark.clause("star-sicbo-2024", "9.17", "9.18")
def test_a_player_follows_the_own_dispute_and_sees_what_can_be_done_next() -> None:
    at = Croupier(name="Sic Bo 1").opens().seats(ann=1, bob=2)
    happened(at.player("ann", RaiseDispute, about="it was four in a row", bet="w1"))

    def mine(person: str = "ann") -> list[tuple[str, set[str]]]:
        views = own_disputes(at.table, person, at.now)
        return [(it.words.en, {key for key, refused in it.can.items() if refused is None}) for it in views]

    assert mine("bob") == []
    assert mine() == [("Written down; a supervisor comes to decide it", {"lodge-complaint"})]
    (id,) = at.table.disputes
    happened(at.staff(DecideDispute, role="games-supervisor", dispute=id, ruling="no", upheld=False))
    assert mine() == [("Decided against you", {"accept-decision", "ask-review", "lodge-complaint"})]
    happened(at.player("ann", AskReview, dispute=id))
    assert mine() == [("You asked for a review; it is still to be made", {"accept-decision", "lodge-complaint"})]


def test_a_final_decision_says_so() -> None:
    at = Croupier("crown-sicbo-a", name="Sic Bo 3").opens().seats(ann=1)
    happened(at.player("ann", RaiseDispute, about="the dice moved"))
    (id,) = at.table.disputes
    happened(at.staff(DecideFinally, role="tg-area-manager", dispute=id, ruling="yes", upheld=True))
    assert own_disputes(at.table, "ann", at.now)[0].words.en == "Decided finally for you"
