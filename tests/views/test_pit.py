"""The pit: the board, what waits, one table opened, and acts that are exactly what the judge would take."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.house.cage_state import Slip, Tray
from dicehouse.house.equipment import BringEquipment, RecordInspection, RegisterEquipment
from dicehouse.house.policy import AlertPolicy, Policy
from dicehouse.house.state import House
from dicehouse.table import dealt_result
from dicehouse.table.chips import BuyChips
from dicehouse.table.colours import IssueColours
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.config import Limits, Sign
from dicehouse.table.disputes import AskReview, DecideDispute, RaiseDispute
from dicehouse.table.equipment import PutEquipment
from dicehouse.table.faults import ReportLights
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.mispayments import MispaymentRecorded, RecordMispayment
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.views.acts import acts_in
from dicehouse.views.takings import table_figures
from tests.croupier import Croupier, happened, only
from tests.hall import hall
from tests.house.keeper import Keeper
from tests.views.acting import filled, the
from tests.views.supervising import SUE, Supervisor


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(ann=4, bob=2)


def disputed(at: Croupier) -> Supervisor:
    """Ann disputes a wager that lost."""
    at.invites()
    happened(at.bets("ann", "odd", 10_000, id="w1"))
    at.settles(3, 5, 6)
    happened(at.player("ann", RaiseDispute, id="d1", about="it stood on Even", bet="w1"))
    return Supervisor(at)


# --- the board


def test_the_board_shows_each_table_with_its_call_its_seats_and_its_remarks(sicbo: Croupier) -> None:
    pit = disputed(sicbo)
    happened(sicbo.staff(ChangeLimits, sign=Sign(every=Limits(1_000, 50_000))))
    happened(sicbo.staff(AnnounceClosing))
    (line,) = pit.sees().tables
    assert (line.table, line.call.words.en, line.taken, line.seats, line.open) == ("Sic Bo 3", "Result", 2, 8, True)
    assert [it.words.en for it in line.tags] == ["1 dispute", "Minimum $10 at", "Closes"]
    assert line.tags[1].at == sicbo.table.coming.since if sicbo.table.coming else False
    assert [it.title.en for it in pit.sees().notices] == ["Sic Bo 3, $10 to $500", "Sic Bo 3 closes"]


@pytest.mark.clause("star-sicbo-2024", "8.13")
def test_the_monthly_report_waits_with_its_due_time_and_is_met_by_sending_it_alone(sicbo: Croupier) -> None:
    happened(sicbo.staff(RecordMispayment, id="m1", of="wager", due=0, paid=200_000, seat=2, person="bob"))
    pit = Supervisor(sicbo)
    (due,) = [it for it in pit.sees().needs if it.title.en.startswith("To be told: games-supervisor")]
    assert due.words.en == (
        "NSW Independent Casino Commission is to be informed of the payment errors above $1,000.00 of 2026-03 (8.13)"
    )
    assert due.words.zh == "须向新南威尔士州独立赌场委员会报告 2026-03 超过 $1,000.00 的派彩差错 (8.13)"
    (case,) = [it for it in pit.opened().cases if it.title.en.startswith("To be told")]
    (act,) = case.acts
    assert (act.do, act.given, act.refused) == ("send-payment-report", {"month": "2026-03"}, None)
    happened(sicbo.submit(filled(pit.form(act), SUE, pit.role, sicbo.now)))
    assert not [it for it in pit.sees().needs if it.title.en.startswith("To be told")]


@pytest.mark.clause("star-sicbo-2024", "8.12.1")
def test_a_correction_that_the_cage_has_says_so(sicbo: Croupier) -> None:
    happened(sicbo.staff(RecordMispayment, id="m1", of="wager", due=2_800, paid=1_400, person="zoe"))
    (case,) = [it for it in Supervisor(sicbo).opened().cases if it.title.en.startswith("Correction")]
    assert case.words.en == "Paid $14, due $28. Short by $14. The cage has it."
    assert "$14 is left to the cage" in [it.words for it in case.story]


def test_a_wrong_payment_is_said_in_the_colour_that_someone_plays_with(sicbo: Croupier) -> None:
    """Ann has red checks of 10.00, of which she was handed two too many; nobody has any at first."""
    pit = Supervisor(sicbo)
    assert "colour" not in {it.key for it in pit.form(the(pit.opened().acts, "record-mispayment")).fields}
    happened(sicbo.dealer(IssueColours, seat=4, colour="red", count=10, value=1_000))
    happened(sicbo.dealer(IssueColours, seat=2, colour="blue", count=10, value=500))
    act = the(pit.opened().acts, "record-mispayment")
    (colour,) = [it for it in pit.form(act).fields if it.key == "colour"]
    assert (colour.kind, colour.needed, colour.name.en) == ("one", False, "Paid in colour checks")
    assert [(it.value, it.name.en, it.name.zh) for it in colour.choices] == [
        ("blue", "blue", "蓝"),
        ("red", "red", "红"),
    ]
    said = {"of": "wager", "due": 8_000, "paid": 10_000, "person": "ann", "seat": 4}
    in_red = only(pit.does(act, **said, colour="red"), MispaymentRecorded)
    assert (in_red.paid_in, in_red.checks, in_red.worth, in_red.rack) == ("red", 2, 2_000, 0)
    in_chips = only(pit.does(act, **said), MispaymentRecorded)
    assert (in_chips.paid_in, in_chips.checks, in_chips.rack) == ("", 0, 2_000), "left out: value chips"


def test_what_has_stopped_comes_before_what_merely_waits(sicbo: Croupier) -> None:
    happened(sicbo.staff(RecordMispayment, of="wager", due=2_800, paid=1_400, seat=2, person="bob"))
    sicbo.invites().calls(1, 2, 3)
    happened(sicbo.dealer(ReportLights))
    needs = Supervisor(sicbo).sees().needs
    assert needs[0].title.en == "Sic Bo 3 is stopped"
    assert "Correction, Seat 2, Sic Bo 3" in [it.title.en for it in needs]


def test_the_pace_is_counted_over_the_last_quarter_of_an_hour(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    assert pit.opened().pace == 0
    for _ in range(3):
        sicbo.plays(1, 2, 4)
        sicbo.now += timedelta(seconds=52)
    assert pit.opened().pace == 60
    sicbo.now += timedelta(minutes=16)
    assert pit.opened().pace == 0


# --- disputes


@pytest.mark.clause("star-sicbo-2024", "9.17", "9.18")
def test_a_dispute_is_told_from_the_wager_to_the_review_and_offers_the_decision_that_comes_next(
    sicbo: Croupier,
) -> None:
    pit = disputed(sicbo)
    (case,) = pit.opened().cases
    assert (case.title.en, case.words.en) == ("Dispute, Seat 4", "it stood on Even")
    assert [it.do for it in case.acts[:2]] == ["decide-dispute", "decide-dispute"]
    happened(sicbo.does(DecideDispute, "gil", "games-supervisor", dispute="d1", ruling="it stood on Odd", upheld=False))
    happened(sicbo.player("ann", AskReview, dispute="d1"))
    (case,) = pit.opened().cases
    assert case.title.en == "Review asked, Seat 4"
    assert [it.words for it in case.story] == [
        "3, 5, 6, total 14. Odd lost: the total was 14, which is even (3.3.1.2)",
        "Player raises it: it stood on Even",
        "Games supervisor gil: it stood on Odd (against the player)",
        "Player asks for a review",
    ]
    stands, change = case.acts[:2]
    assert (stands.do, stands.given["upheld"], change.given["upheld"]) == ("review-dispute", False, True)
    assert stands.refused is None
    happened(pit.does(change, ruling="the record shows Even"))
    assert pit.opened().cases[0].acts[0].do == "decide-finally"
    assert case.note.en == "Either way, tell the player of the right to complain (9.18)."


def test_whoever_decided_may_not_review_and_the_console_says_so(sicbo: Croupier) -> None:
    pit = disputed(sicbo)
    happened(pit.does(pit.opened().cases[0].acts[0], absent=True))
    happened(sicbo.player("ann", AskReview, dispute="d1"))
    refused = pit.opened().cases[0].acts[0].refused
    assert refused is not None
    assert (refused.why, refused.clause) == ("same-person", sicbo.table.clause("review_dispute"))


def test_where_there_is_one_decision_it_is_offered_as_the_final_one() -> None:
    at = Croupier("crown-sicbo-a", name="Sic Bo 6").opens().seats(ann=1)
    happened(at.player("ann", RaiseDispute, id="d1", about="a chip"))
    acts = Supervisor(at).opened().cases[0].acts
    assert [it.do for it in acts] == [
        "decide-finally", "decide-finally", "advise-complaint", "accept-decision", "lodge-complaint",
    ]  # fmt: skip


# --- faults, idle seats, contraventions, fills


@pytest.mark.clause("star-sicbo-2024", "8.8")
def test_a_malfunction_stands_first_until_it_is_declared_rectified(sicbo: Croupier) -> None:
    sicbo.invites().calls(1, 2, 3)
    happened(sicbo.dealer(ReportLights))
    happened(sicbo.dealer(dealt_result.Settle))
    pit = Supervisor(sicbo)
    assert pit.sees().tables[0].call.words.en == "Stopped"
    case = pit.opened().cases[0]
    assert case.title.en == "Sic Bo 3 is stopped"
    happened(pit.does(case.acts[0]))
    assert "Sic Bo 3 is stopped" not in [it.title.en for it in pit.opened().cases]
    assert pit.sees().tables[0].stopped == ""


def test_a_terminal_out_of_order_is_confirmed_or_voided_and_rectified() -> None:
    at = hall()
    happened(at.bets("bob", "small", 1_000))
    at.fails(3)
    pit = Supervisor(at)
    (case,) = [it for it in pit.opened().cases if it.title.en == "Terminal 3 is out of order"]
    assert [it.do for it in case.acts] == ["confirm-terminal-wagers", "void-terminal-wagers", "rectify-terminal"]
    assert [it.words.en for it in pit.opened().seats[1].marks] == ["out of order"]


@pytest.mark.clause("star-sicbo-2024", "9.14")
def test_an_idle_seat_waits_for_the_pit_only_once_the_judge_would_have_it_given_up() -> None:
    at = Croupier(name="Sic Bo 2", seats=2).opens().seats(ann=1, bob=2)
    pit = Supervisor(at)
    for rounds in range(4):
        assert [it.title.en for it in pit.sees().needs] == (["Seat 2 idle, Sic Bo 2"] if rounds == 3 else [])
        at.invites()
        happened(at.bets("ann", "small", 1_000))
        at.settles(1, 2, 4)


def test_a_contravention_gives_the_powers_that_the_rulebook_gives_and_no_others(sicbo: Croupier) -> None:
    happened(sicbo.staff(RecordContravention, id="b1", offence="device", person="bob", who="player", what="a phone"))
    happened(sicbo.staff(RecordContravention, id="b2", offence="advice", person="ann", who="player", what="said so"))
    first, second = Supervisor(sicbo).opened().cases
    assert the(first, "exclude-person").refused is None
    refused = the(second, "exclude-person").refused
    assert refused is not None
    assert refused.why == "not-eligible"


def test_a_fill_is_approved_by_another_person_with_a_rank_in_the_house(sicbo: Croupier) -> None:
    house = House(slips={"F1": Slip(kind="fill", table="Sic Bo 3", amount=500_000, requested_by=SUE)})
    (case,) = Supervisor(sicbo, house).opened().cases
    assert case.acts[0].refused is not None
    assert case.acts[0].refused.why == "not-allowed"
    (case,) = Supervisor(sicbo, house, house_role="gaming-manager").opened().cases
    assert case.acts[0].refused is not None
    assert case.acts[0].refused.why == "same-person"
    house.slips["F1"] = Slip(kind="fill", table="Sic Bo 3", amount=500_000, requested_by="cass")
    (case,) = Supervisor(sicbo, house, house_role="gaming-manager").opened().cases
    assert (case.title.en, case.acts[0].to, case.acts[0].refused) == ("Fill $5,000", "house", None)


@pytest.mark.clause("star-craps", "2.3")
def test_a_manager_keeps_the_register_of_dice_from_the_pit() -> None:
    keeper, at = Keeper(), Croupier("star-craps", name="Craps 1", registered_equipment=True)
    pit = Supervisor(at, keeper.house, house_role="gaming-manager")
    given = {"serial": "D-1", "what": "dice", "dice": "a b c d e"}
    happened(keeper.does(RegisterEquipment, "max", "gaming-manager", **given))
    bring = the(pit.opened(), "bring-equipment")
    assert (bring.to, bring.given, bring.refused, bring.words.en) == (
        "house", {"table": "Craps 1"}, None, "at this table: -",
    )  # fmt: skip
    assert pit.form(bring).fields[0].choices == (), "it is to be inspected first"
    inspect = the(pit.opened(), "record-inspection")
    assert [(it.value, it.more) for it in pit.form(inspect).fields[0].choices] == [("D-1", "registered")]
    looked: dict[str, Any] = {"serial": "D-1", "sound": True, "words": "calipers"}
    happened(keeper.does(RecordInspection, "max", "gaming-manager", **looked))
    assert [it.value for it in pit.form(the(pit.opened(), "bring-equipment")).fields[0].choices] == ["D-1"]
    happened(keeper.does(BringEquipment, "max", "gaming-manager", serial="D-1", table="Craps 1"))
    happened(at.does(PutEquipment, "the house", "device", serial="D-1"))
    assert the(pit.opened(), "bring-equipment").words.en == "at this table: D-1"
    assert the(pit.opened(), "inspect-equipment").words.en == "2.3, in use: D-1"
    exchange = pit.form(the(pit.opened(), "exchange-equipment")).refused
    assert exchange is not None
    assert (exchange.why, exchange.clause) == ("not-yet", "2.3")
    without = {it.do for it in Supervisor(at, keeper.house).opened().more}
    assert "bring-equipment" not in without, "whoever has no rank in the house"
    assert {"inspect-equipment", "exchange-equipment", "remove-equipment"} <= without


# --- figures


def test_drop_win_and_hold_follow_the_tray_as_it_stands(sicbo: Croupier) -> None:
    house = House(trays={"Sic Bo 3": Tray(opener=10_000_000, since=sicbo.now)})
    happened(sicbo.dealer(BuyChips, seat=4, amount=40_000, with_="cash"))
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000))
    sicbo.settles(3, 5, 6)
    found = table_figures(sicbo.table, house)
    assert (found.drop, found.win, found.hold, found.tray) == (40_000, 10_000, "25.00%", 9_970_000)
    assert table_figures(sicbo.table, House()).win is None


def test_terminals_count_by_their_meters() -> None:
    at = hall()
    happened(at.bets("bob", "small", 1_000))
    at.rolls(4, 5, 6)
    found = table_figures(at.table, House())
    assert (found.turnover, found.win) == (1_000, 1_000)
    assert found.drop == sum(it.money_in for it in at.table.meters.values())


# --- what the pit must never show


def test_no_card_and_no_name_of_a_player_is_shown_and_nothing_can_be_edited_or_deleted() -> None:
    at = Croupier(name="Sic Bo 3").opens().seats(annabel=4, bobby=2)
    at.invites()
    happened(at.bets("annabel", "odd", 10_000))
    happened(at.staff(SetPersonalLimits, seat=4, limits=Limits(500, 200_000), sign="at the seat"))
    view = Supervisor(at).sees()
    assert "card of" not in msgspec.json.encode(view).decode()
    shown = msgspec.to_builtins(view)
    for act in acts_in(view):
        for field in act.fields:
            assert all("annabel" not in it.name.en for it in field.choices)
        assert not act.do.startswith(("edit", "delete"))
    assert "annabel" not in str({key: value for key, value in shown.items() if key != "opened"})


def test_an_act_is_not_locked_while_another_seat_could_be_chosen() -> None:
    at = hall()
    happened(at.bets("ann", "small", 1_000))
    pit = Supervisor(at)
    form = pit.form(the(pit.opened().more, "require-vacate"))
    assert [it.value for it in form.fields[0].choices] == [1, 3, 6]
    assert form.refused is None, "Bob does not wager, though Ann at the first terminal does"


@pytest.mark.parametrize("minutes, up", [(4, False), (5, True)])
def test_what_is_not_attended_to_goes_up_after_the_time_of_the_policy(sicbo: Croupier, minutes: int, up: bool) -> None:
    since = sicbo.now - timedelta(minutes=minutes)
    slip = Slip(kind="fill", table="Sic Bo 3", amount=500_000, requested_by="cass", requested_at=since)
    house = House(slips={"F1": slip}, policy=Policy(alerts=AlertPolicy(minutes=5)))
    (need,) = Supervisor(sicbo, house).sees().needs
    assert (need.since, need.up_at, need.up) == (since, since + timedelta(minutes=5), up)
    assert need.sounds, "a supervisor is called at once"
    (need,) = Supervisor(sicbo, house, house_role="gaming-manager").sees().needs
    assert need.sounds is up, "a manager once it has gone up"
    (need,) = Supervisor(sicbo, House(slips={"F1": slip}), house_role="gaming-manager").sees().needs
    assert (need.up_at, need.up, need.sounds) == (None, False, True), "without a policy nothing goes up by itself"
