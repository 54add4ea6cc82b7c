"""The table of a notebook: it settles as the layout does, and says why for everything."""

from decimal import Decimal

import pytest

import dicehouse as dh
from dicehouse.refusal import Why


def test_a_hand_of_craps_with_odds() -> None:
    table = dh.Table("star-craps", chip="1.00")
    table.bet("pass line", 10).roll(4, 2).bet("odds", 20).roll(3, 3)
    assert list(table.decided()) == [
        {
            "id": "w1", "wager": "win-line", "result": "win", "stake_cents": 1000, "winnings_cents": 1000,
            "returned_cents": 2000, "clauses": "6.1.1, 6.1.1.1.2, 8.1[Win Line]",
        },
        {
            "id": "w2", "wager": "behind-win-line", "result": "win", "stake_cents": 2000, "winnings_cents": 2400,
            "returned_cents": 4400, "clauses": "6.1.5, 6.1.5.2, 8.1[Behind the Win Line 6/8]",
        },
    ]  # fmt: skip
    assert (table.net, table.rolls) == (3400, [(4, 2), (3, 3)])


def test_what_is_refused_is_raised_with_its_record_and_changes_nothing() -> None:
    table = dh.Table("star-craps")
    with pytest.raises(dh.RefusedError, match=r"Come: the puck is Off.*\(6\.1\.3\)") as raised:
        table.bet("come", 10)
    assert (raised.value.why, raised.value.clause) == (Why.WRONG_TIME, "6.1.3")
    assert raised.value.record.figures["wager"] == "Come"
    assert len(table.standing()) == 0
    assert table.bet("line", 10).standing()["id"] == ["w1"]  # the refused one has taken no number


def test_a_refusal_can_be_asked_for() -> None:
    table = dh.Table("star-craps")
    refused = table.why_not("come", 10)
    assert refused is not None
    assert refused.clause == "6.1.3"
    assert table.why_not("line", 10) is None
    assert len(table.standing()) == 0


def test_what_is_allowed_follows_the_puck() -> None:
    table = dh.Table("star-craps")
    before = {row["wager"]: row for row in table.allowed()}
    assert (before["win-line"]["allowed"], before["come"]["allowed"]) == (True, False)
    assert before["horn"]["least_cents"] == 400
    table.bet("line", 10).roll(4, 2)
    after = {row["wager"]: row for row in table.allowed()}
    assert (after["win-line"]["allowed"], after["come"]["allowed"]) == (False, True)
    assert (after["behind-win-line"]["on"], after["behind-win-line"]["most_cents"]) == ("w1", 2000)
    assert after["win-line"]["clause"] == "6.1.1"


def test_odds_want_to_know_behind_which_wager() -> None:
    table = dh.Table("star-craps")
    with pytest.raises(ValueError, match="bet one of these first"):
        table.bet("odds", 10)
    table.bet("line", 10)
    with pytest.raises(dh.RefusedError, match="Behind the Win Line"):
        table.bet("odds", 10)  # there is no point yet
    table.roll(4, 2).bet("come", 10).roll(5, 3)
    with pytest.raises(ValueError, match=r"odds can stand behind w1 \(Win Line\), w2 \(Come\); say which"):
        table.bet("odds", 10)
    table.bet("odds", 10, on="come").bet("odds", 10, on="w1")
    assert table.standing()["behind"] == [None, None, "w2", "w1"]
    with pytest.raises(ValueError, match="has no wager that stands behind another"):
        dh.Table("star-sicbo-2024").bet("odds", 10)
    with pytest.raises(ValueError, match="nothing stands behind Field"):
        table.bet("field", 5).bet("odds", 5, on="field")


def test_a_behind_wager_by_its_name_finds_the_wager_in_front() -> None:
    table = dh.Table("star-craps").bet("line", 10).roll(4, 2)
    assert table.bet("behind the win line", 10).standing()["behind"] == [None, "w1"]


def test_wagers_come_down_and_are_called_off() -> None:
    table = dh.Table("star-craps").bet("buy 4", 20).bet("place 6", 6)
    assert table.roll(3, 1).standing()["id"] == ["w1", "w2"]  # a come-out roll: both sleep
    table.call("place 6", working=True).take_down("buy 4")
    assert table.standing()["working"] == [True]
    assert table.decided()["result"] == ["removed"]
    assert table.explain() == ("Buy 4 came down: $21 went back to its player (6.4)",)
    with pytest.raises(ValueError, match=r"buy 4 does not stand on this layout; these do: w2 \(Place to Win 6\)"):
        table.take_down("buy 4")


def test_a_round_without_a_result_gives_stakes_back() -> None:
    table = dh.Table("star-sicbo-2024").bet("small", 10).no_result()
    assert (table.decided()["result"], table.net) == (["void"], 0)
    assert "the round had no result" in table.explain()[0]


def test_a_seed_throws_the_same_dice() -> None:
    first, second = (dh.Table("star-craps", seed=5).roll().roll().roll() for _ in range(2))
    assert first.rolls == second.rolls
    assert dh.Table("star-craps", seed=6).roll().roll().roll().rolls != first.rolls


def test_dice_that_cannot_be_are_refused() -> None:
    with pytest.raises(dh.RefusedError, match="a roll is 2 faces"):
        dh.Table("star-craps").roll(1, 2, 3)


@pytest.mark.parametrize("amount, cents", [(10, 1000), ("2.50", 250), (Decimal("2.5"), 250), (Decimal(3), 300)])
def test_amounts_are_dollars(amount: int | str | Decimal, cents: int) -> None:
    assert dh.Table("star-sicbo-2024", chip="0.50").bet("small", amount).standing()["stake_cents"] == [cents]


@pytest.mark.parametrize("amount", [2.5, True, None])
def test_an_amount_that_is_no_money_is_told_apart(amount: object) -> None:
    with pytest.raises(TypeError, match=r'money is whole dollars such as 10, or a text such as "2\.50"'):
        dh.Table("star-sicbo-2024").bet("small", amount)  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", ["ten", Decimal("1.005"), 0, -5])
def test_an_amount_that_cannot_be_is_told(amount: int | str | Decimal) -> None:
    table = dh.Table("star-sicbo-2024")
    with pytest.raises(ValueError, match=r"^amount: "):
        table.bet("small", amount)
    assert table.bet("small", 1).standing()["id"] == ["w1"]


def test_a_notebook_shows_the_felt_with_the_chips_the_puck_and_the_reasons() -> None:
    table = dh.Table("star-craps").bet("line", 10).roll(4, 2).bet("come", 25).roll(5, 3)
    shown = table._repr_html_()
    assert shown.startswith("<svg ")
    assert ">ON<" in shown
    assert ">25<" in shown
    assert "Come goes on: point 8" in shown
    assert repr(table) == "<Table star-craps: the point is 6; w1 $10 on Win Line, w2 $25 on Come; result so far $0>"


def test_nothing_has_happened_yet() -> None:
    assert repr(dh.Table("star-craps").explain()) == "Nothing has happened yet"
