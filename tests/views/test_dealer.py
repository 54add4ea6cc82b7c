"""What the dealer's console is given at every point of a round: keys, dice to be keyed, calls, payouts and moves."""

import pytest

from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import dealt, dealt_result, judge
from dicehouse.table.call_bets import CallWager, ConfirmCall, DeclareWager
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.orders import PLAYER
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.table.throw import MarkRest, ThrowDice
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import DealerView, dealer_view
from dicehouse.views.display import display_view
from dicehouse.views.result_calls import every_call
from tests.croupier import Croupier, happened
from tests.views.acting import form


def crew(at: Croupier, role: str = "dealer") -> DealerView:
    return dealer_view(at.table, 1, Asker("dora", role, at.now))


def box(at: Croupier) -> DealerView:
    return crew(at, "boxperson")


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(ann=1, bob=2)


@pytest.fixture
def craps() -> Croupier:
    at = Croupier("star-craps", name="Craps 1").opens().seats(ann=1, bob=2)
    happened(at.bets("ann", "win-line", 1_000))
    happened(at.staff(OfferDice, role="boxperson"))
    happened(at.staff(AcceptDice, role="boxperson", seat=1, dice=(1, 2)))
    return at


def rolls(at: Croupier, *dice: int) -> None:
    for kind, fields in ((ThrowDice, {}), (MarkRest, {}), (CallRoll, {"dice": dice})):
        happened(at.staff(kind, role="boxperson", **fields))


def presses(at: Croupier, panel: str, role: str = "dealer") -> None:
    """Give what a key gives, as a console does."""
    key = next(it for it in crew(at, role).keys if it.key == panel and it.state == "current")
    assert key.refused is None
    for give in key.gives:
        kind = next(it for it in judge.COMMANDS if judge.name_of(it) == give["do"])
        happened(at.does(kind, "dora", role, **{key: value for key, value in give.items() if key != "do"}))


@pytest.mark.clause("star-sicbo-2024", "2.6")
def test_what_the_keys_give_takes_a_round_from_the_shake_to_the_uncovered_dice(sicbo: Croupier) -> None:
    presses(sicbo, "shake")
    assert sicbo.table.round.tumbles == 3
    happened(sicbo.dealer(dealt.InviteBets))
    presses(sicbo, "no-more-bets")
    assert sicbo.table.round.pressed
    assert crew(sicbo).entry is None
    happened(sicbo.dealer(dealt_result.Uncover))
    entry = crew(sicbo).entry
    assert entry is not None
    assert (entry.gives, entry.corrects, entry.clause) == (("announce-result", "enter-result"), False, "5.3")


def test_a_panel_without_the_button_has_one_key_for_no_more_bets() -> None:
    at = Croupier(touch_screen=False).opens().seats(ann=1).invites()
    given = [it.gives for it in crew(at).keys if it.key == "no-more-bets"]
    assert given == [({"do": "close-betting"},)]


def test_an_entry_can_be_put_right_until_the_round_is_settled(sicbo: Croupier) -> None:
    sicbo.invites().calls(1, 4, 5)
    entry = crew(sicbo).entry
    assert entry is not None
    assert entry.corrects
    happened(sicbo.dealer(dealt_result.Settle))
    assert crew(sicbo).entry is None


def test_sealed_dice_are_shown_to_the_dealer_only_once_the_cover_is_lifted() -> None:
    from dicehouse.floor.tumbler import Drawn

    drawn = Drawn((2, 6, 3), "salt")
    at = Croupier().opens().seats(ann=1)
    happened(at.dealer(dealt.Tumble, times=3, seal=drawn.seal))
    happened(at.dealer(dealt.InviteBets))
    at.closes_betting()
    before = crew(at)
    assert before.shown == ()
    lift = next(it for it in before.keys if it.do == "uncover")
    assert (lift.state, lift.refused) == ("current", None)
    happened(at.dealer(dealt_result.Uncover, dice=drawn.dice, salt=drawn.salt))
    assert crew(at).shown == (2, 6, 3)


@pytest.mark.clause("crown-sicbo", "2.2.4(c)(ii)")
def test_every_result_of_every_rulebook_has_a_call() -> None:
    for book in BUILT_IN:
        calls = every_call(Croupier(book).table)
        assert len(calls) == (21 if book == "star-craps" else 56)
        assert all(it.say.en and it.say.zh for it in calls.values())
    calls = every_call(Croupier("crown-sicbo-b").table)
    assert calls["2-2-6"].say.en == "Prawn, prawn, chicken. Total ten."
    assert every_call(Croupier("star-craps").table)["4-4"].words.en == "Hard 8"
    assert every_call(Croupier("star-craps").table)["3-5"].words.en == ""
    assert every_call(Croupier().table)["6-6-6"].say.en == "Six, six, six. Total eighteen."


@pytest.mark.clause("star-sicbo-2024", "3.12")
def test_a_wager_called_out_waits_for_the_dealers_word(sicbo: Croupier) -> None:
    sicbo.invites()
    happened(sicbo.player("ann", DeclareWager, seat=1, wager="big", stake=1_000))
    (row,) = crew(sicbo).calls
    assert (row.seat, row.kind, row.name, row.stake, row.clause, row.do) == (
        1, "declared", "Big", 1_000, "3.12", "confirm-wager",
    )  # fmt: skip
    assert row.refused is None
    no_bet = next(it for it in crew(sicbo).acts if it.do == "refuse-oral-wager")
    assert (no_bet.words.en, no_bet.refused) == ("3.12", None)
    opened = form(lambda it: dealer_view(sicbo.table, 1, Asker("dora", "dealer", sicbo.now, it)), no_bet)
    (waiting,) = next(it for it in opened.fields if it.key == "bet").choices
    assert waiting.name.en == "Seat 1, Big $10"


@pytest.mark.clause("star-sicbo-2024", "8.6")
def test_what_goes_back_is_said_before_no_result_is_declared(sicbo: Croupier) -> None:
    sicbo.invites()
    happened(sicbo.bets("ann", "small", 2_500))
    assert crew(sicbo).void_words.en == "All wagers go back: $25 (8.6)."
    crown = Croupier("crown-sicbo-a").opens().seats(ann=1).invites()
    happened(crown.bets("ann", "small", 2_500))
    assert crew(crown).void_words.en.startswith("All wagers stay as they are, $25")


@pytest.mark.clause("star-craps", "2.4.5")
@pytest.mark.clause("star-craps", "2.4.5.1", "2.4.5.2", "2.4.5.3", "2.4.5.4", "2.4.5.5")
def test_marker_buttons_lie_on_buy_lay_and_place_to_lose_and_on_what_was_called(craps: Croupier) -> None:
    rolls(craps, 3, 3)
    happened(craps.staff(SettleRoll, role="boxperson"))
    stakes = {"buy-4": 2_500, "lay-10": 4_000, "place-lose-9": 1_000, "place-win-8": 1_200, "hard-6": 500}
    for wager, stake in stakes.items():
        happened(craps.bets("bob", wager, stake, id=wager))
    happened(craps.player("bob", CallWager, bet="place-win-8", working=False))
    happened(craps.player("bob", CallWager, bet="hard-6", working=True))
    assert [(it.bet, it.kind, it.clause) for it in box(craps).calls] == [("hard-6", "on", "6.6")]
    happened(craps.staff(ConfirmCall, role="boxperson", bet="hard-6"))
    marks = {it.wager: it.buttons for it in box(craps).seats[1].wagers}
    assert marks == {
        "buy-4": ("buy",),
        "lay-10": ("lay",),
        "place-lose-9": ("dont-place",),
        "place-win-8": ("off",),
        "hard-6": ("on",),
    }


@pytest.mark.clause("star-craps", "2.4.3", "6.6.2")
def test_a_roll_says_what_the_crew_moves_and_what_was_off(craps: Croupier) -> None:
    rolls(craps, 3, 3)
    assert [it.words.en for it in box(craps).moves] == ["The puck goes On, to the 6"]
    happened(craps.staff(SettleRoll, role="boxperson"))
    happened(craps.bets("bob", "come", 1_000))
    happened(craps.bets("bob", "place-win-8", 1_200, id="eight"))
    happened(craps.player("bob", CallWager, bet="eight", working=False))
    rolls(craps, 4, 4)
    view = box(craps)
    assert [(it.seat, it.words.en, it.marker) for it in view.moves] == [
        (2, "Come $10 goes to the 8 box", ""),
        (2, "Place 8, $12 was Off: it stays", "off"),
    ]
    assert view.pay == ()
    happened(craps.staff(SettleRoll, role="boxperson"))
    rolls(craps, 3, 4)
    assert "The puck goes Off" in [it.words.en for it in box(craps).moves]


@pytest.mark.clause("star-craps", "6.7")
def test_a_payout_that_chips_cannot_make_tells_the_exact_sum(craps: Croupier) -> None:
    rolls(craps, 3, 3)
    happened(craps.staff(SettleRoll, role="boxperson"))
    happened(craps.bets("bob", "hard-8", 500))
    rolls(craps, 4, 4)
    bob = next(it for it in box(craps).pay if it.seat == 2)
    assert (bob.winnings, bob.exact, bob.stakes) == (4_800, "$47.50", 500)
    assert [(it.value, it.count) for it in bob.stacks] == [(2_500, 1), (500, 4), (100, 3)]


@pytest.mark.clause("star-craps", "3.2")
def test_while_a_seat_is_asked_the_offer_is_done_and_no_key_is_due() -> None:
    at = Croupier("star-craps").opens().seats(ann=1, bob=2)
    assert [it.do for it in box(at).keys if it.state == "current"] == ["offer-dice"]
    happened(at.staff(OfferDice, role="boxperson"))
    view = box(at)
    assert [it.state for it in view.keys if it.key == "offer"] == ["done"]
    assert [it for it in view.keys if it.state == "current"] == []
    assert view.can["accept-dice"] is None


def test_an_inspector_who_looks_is_told_that_nothing_may_be_pressed(sicbo: Croupier) -> None:
    view = crew(sicbo, "inspector")
    assert all(it.refused is not None for it in view.keys)
    assert view.role_name == "inspector"


def test_a_craps_display_lights_what_the_called_roll_wins_and_a_dealt_one_what_was_keyed(
    craps: Croupier, sicbo: Croupier
) -> None:
    assert display_view(craps.table, "").lit == ()
    rolls(craps, 5, 6)
    assert "eleven" in display_view(craps.table, "").lit
    sicbo.invites().closes_betting()
    happened(sicbo.dealer(dealt_result.Uncover))
    happened(sicbo.dealer(dealt_result.AnnounceResult, dice=(1, 2, 3)))
    assert display_view(sicbo.table, "").lit == ()
    happened(sicbo.dealer(dealt_result.EnterResult, dice=(1, 2, 3)))
    assert "small" in display_view(sicbo.table, "").lit


def test_a_refused_key_of_the_panel_says_why(sicbo: Croupier) -> None:
    close = next(it for it in crew(sicbo).keys if it.do == "close-betting")
    answer = sicbo.dealer(dealt.CloseBetting)
    assert isinstance(answer, Refused)
    assert close.refused is not None
    assert close.refused.message == "no round is under way; do it when bets are being placed"
    assert (close.refused.zh, close.refused.says) == ("尚未开局；须在“正在投注”时", answer.says)  # noqa: RUF001
    assert PLAYER not in crew(sicbo).role
