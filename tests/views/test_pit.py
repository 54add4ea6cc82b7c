"""The pit: the board, what waits, one table opened, and acts that are exactly what the judge would take."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.house.equipment import BringEquipment, RecordInspection, RegisterEquipment
from dicehouse.house.state import House, Slip, Tray
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import dealt, decide
from dicehouse.table.chips import BuyChips
from dicehouse.table.colours import IssueColours
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.config import Limits, Sign
from dicehouse.table.disputes import AskReview, DecideDispute, RaiseDispute
from dicehouse.table.equipment import PutEquipment
from dicehouse.table.faults import ReportLights
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.mispayments import MispaymentRecorded, RecordMispayment
from dicehouse.table.opening import AnnounceClosing, ChangeLimits
from dicehouse.table.orders import Event, Phase
from dicehouse.views.acts import ActView
from dicehouse.views.diary import Diary
from dicehouse.views.pit import OpenedTable, PitView, pit_view, table_figures
from dicehouse.views.pit_cases import Pit, Watcher
from tests.croupier import Croupier, happened, only
from tests.hall import hall
from tests.house.keeper import Keeper
from tests.views.acting import acts_in, filled, the

SUE = "sue"


class Supervisor:
    """Someone at the pit with one table, who hears all that happens there."""

    def __init__(self, at: Croupier, house: House | None = None, role: str = "", house_role: str = "") -> None:
        self.at = at
        self.house = house or House()
        self.role = role or at.supervisor
        self.house_role = house_role
        self.diary = Diary(lambda: at.table)
        self._heard = 0

    def sees(self, opened: str = "") -> PitView:
        name = self.at.table.config.name
        self.diary.listen(tuple(self.at.events[self._heard :]))
        self._heard = len(self.at.events)
        watcher = Watcher(SUE, self.role, {name: self.role}, self.house_role, self.at.now)
        return pit_view({name: Pit(self.at.table, self.diary)}, self.house, watcher, opened or name)

    def opened(self) -> OpenedTable:
        found = self.sees().opened
        assert found is not None
        return found

    def does(self, act: ActView, **more: Any) -> tuple[Event, ...] | Refused:
        """Fill an act in and give it."""
        self.at.count += 1
        self.at.now += timedelta(seconds=1)
        return self.at.submit(filled(act, SUE, self.role, self.at.now, id=f"p{self.at.count}", **more))


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


# --- acts are what the judge would take


def stages(at: Croupier) -> Any:
    """A table closed, open, with wagers on it and with everything that can wait for a supervisor."""
    yield Supervisor(at)
    over = tuple(str(it.value) for field in the(Supervisor(at).opened(), "open-table").fields for it in field.choices)
    at.opens(acknowledged=over)
    yield Supervisor(at)
    at.seats(ann=1, bob=2)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    plain = {"star-craps": "win-line", "crown-sicbo-b": "symbol-fish"}.get(at.book.id, "small")
    happened(at.bets("ann", plain, 1_000, id="w1"))
    yield Supervisor(at)
    happened(at.player("ann", RaiseDispute, id="d1", about="the wager", bet="w1"))
    happened(at.staff(RecordMispayment, id="m1", of="wager", due=2_000, paid=1_000, seat=1, person="ann"))
    offence = next(iter(at.book.conduct))
    happened(at.staff(RecordContravention, id="b1", offence=offence, person="bob", who="player", what="a phone"))
    yield Supervisor(at)


@pytest.mark.parametrize("rulebook", BUILT_IN)
def test_every_act_can_be_filled_in_and_is_refused_exactly_as_the_judge_says(rulebook: str) -> None:
    at = Croupier(rulebook, name="a table")
    seen = set()
    for pit in stages(at):
        for act in acts_in(pit.sees()):
            command = filled(act, SUE, pit.role, at.now, absent=True)
            answer = decide(at.table, command)
            seen.add(act.do)
            if act.refused is None:
                assert not isinstance(answer, Refused) or answer.why is not Why.NOT_ALLOWED, (act, answer)
            else:
                assert isinstance(answer, Refused), act
                assert (answer.why, answer.clause or "") == (act.refused.why, act.refused.clause), act
    wanted = {"open-table", "change-limits", "close-table", "record-mispayment", "invalidate-outcome", "raise-dispute"}
    assert wanted | {"record-contravention", "rectify-mispayment", "exclude-person"} <= seen


@pytest.mark.parametrize("rulebook", BUILT_IN)
def test_a_dealer_sees_the_same_acts_and_why_each_is_not_for_a_dealer(rulebook: str) -> None:
    at = Croupier(rulebook, name="a table")
    low = at.book.roles[0].id
    for high in stages(at):
        seen = Supervisor(at, role=low).opened().acts
        assert [it.do for it in seen] == [it.do for it in high.opened().acts]
    closing = the(Supervisor(at, role=low).opened().acts, "close-table")
    assert closing.refused is not None
    assert closing.refused.why == "not-allowed"
    assert closing.refused.clause == at.table.clause("close_table")


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
    assert bring.fields[0].choices == (), "it is to be inspected first"
    inspect = the(pit.opened(), "record-inspection")
    assert [(it.value, it.more) for it in inspect.fields[0].choices] == [("D-1", "registered")]
    looked: dict[str, Any] = {"serial": "D-1", "sound": True, "words": "calipers"}
    happened(keeper.does(RecordInspection, "max", "gaming-manager", **looked))
    assert [it.value for it in the(pit.opened(), "bring-equipment").fields[0].choices] == ["D-1"]
    happened(keeper.does(BringEquipment, "max", "gaming-manager", serial="D-1", table="Craps 1"))
    happened(at.does(PutEquipment, "the house", "device", serial="D-1"))
    assert the(pit.opened(), "bring-equipment").words.en == "at this table: D-1"
    assert the(pit.opened(), "inspect-equipment").words.en == "2.3, in use: D-1"
    exchange = the(pit.opened(), "exchange-equipment").refused
    assert exchange is not None
    assert (exchange.why, exchange.clause) == ("not-yet", "2.3")
    without = {it.do for it in Supervisor(at, keeper.house).opened().more}
    assert "bring-equipment" not in without, "whoever has no rank in the house"
    assert {"inspect-equipment", "exchange-equipment", "remove-equipment"} <= without


def test_a_refusal_does_not_repeat_the_name_of_its_command(sicbo: Croupier) -> None:
    act = the(Supervisor(sicbo).opened().acts, "close-table")
    assert act.refused is not None
    assert act.refused.message == "2 players are there; announce the closing first"


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
    happened(sicbo.submit(filled(act, SUE, pit.role, sicbo.now)))
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
    assert "colour" not in {it.key for it in the(pit.opened().acts, "record-mispayment").fields}
    happened(sicbo.dealer(IssueColours, seat=4, colour="red", count=10, value=1_000))
    happened(sicbo.dealer(IssueColours, seat=2, colour="blue", count=10, value=500))
    act = the(pit.opened().acts, "record-mispayment")
    (colour,) = [it for it in act.fields if it.key == "colour"]
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


# --- wagers over 100%


def test_a_table_with_wagers_over_100_per_cent_opens_only_with_each_acknowledged_by_name() -> None:
    at = Croupier("crown-sicbo-b", name="Symbols 1")
    pit = Supervisor(at)
    (need,) = pit.sees().needs
    assert need.title.en == "Symbols 1 waits to open"
    assert "140.74%" in need.words.en
    (act,) = pit.opened().acts
    (field,) = act.fields
    assert act.do == "open-table"
    assert {it.name.en: it.more.partition(" ")[0] for it in field.choices}["Red"] == "140.74%"
    every = [it.value for it in field.choices]
    for missing in every:
        left = decide(at.table, filled(act, SUE, pit.role, at.now, acknowledged=[it for it in every if it != missing]))
        assert isinstance(left, Refused)
        assert (left.why, at.table.book.name_of(str(missing)) in left.message) == (Why.NOT_ACKNOWLEDGED, True)
    happened(pit.does(act))
    assert at.table.phase is Phase.BETWEEN
    assert pit.sees().needs == ()


def test_a_table_without_such_wagers_opens_with_nothing_to_fill_in() -> None:
    pit = Supervisor(Croupier(name="Sic Bo 3"))
    (act,) = pit.opened().acts
    assert (act.do, act.fields, act.refused) == ("open-table", (), None)
    happened(pit.does(act))


def test_a_table_that_closed_with_players_at_it_can_be_opened_again(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "announce-closing")))
    sicbo.now += timedelta(minutes=20)
    happened(pit.does(the(pit.opened().acts, "close-table")))
    assert sicbo.table.seats
    happened(pit.does(the(pit.opened().acts, "open-table")))


def test_a_wager_over_100_per_cent_that_is_not_offered_need_not_be_acknowledged() -> None:
    reading = {"four_numbers": "drawn_from_four"}
    offered = Supervisor(Croupier("crown-sicbo-a", reading, name="Sic Bo 6"))
    left_out = Supervisor(Croupier("crown-sicbo-a", reading, name="Sic Bo 6", offers=("odd", "even")))
    assert len(offered.opened().over) == 4
    assert left_out.opened().over == ()
    happened(left_out.does(the(left_out.opened().acts, "open-table")))


# --- limits, personal limits, notices


def test_limits_are_filled_in_over_those_in_force_and_keep_what_was_not_touched(sicbo: Croupier) -> None:
    sign = Sign(every=Limits(500, 50_000), wagers={"total": Limits(100, 10_000)}, player=200_000)
    happened(sicbo.staff(ChangeLimits, sign=sign))
    sicbo.plays(1, 2, 4)
    sicbo.invites()
    pit = Supervisor(sicbo)
    answer = pit.does(the(pit.opened().acts, "change-limits"), **{"sign.every.maximum": 60_000})
    happened(answer)
    assert sicbo.table.coming is not None
    assert sicbo.table.coming.sign == Sign(
        every=Limits(500, 60_000), wagers={"total": Limits(100, 10_000)}, player=200_000
    )


def test_limits_of_a_seat_are_agreed_shown_and_ended(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "set-personal-limits"), seat=4, **{"limits.maximum": 200_000}))
    opened = pit.opened()
    assert [(it.seat, it.limits.maximum) for it in opened.personal] == [(4, 200_000)]
    assert [it.words.en for it in opened.seats[3].marks] == ["limits of its own"]
    happened(pit.does(opened.personal[0].end))
    assert pit.opened().personal == ()


def test_a_closing_is_announced_withdrawn_or_done_when_its_time_has_come(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "announce-closing")))
    closing = the(pit.opened().acts, "close-table")
    assert closing.refused is not None
    assert closing.refused.clause == "9.13"
    sicbo.now += timedelta(minutes=20)
    assert the(pit.opened().acts, "close-table").refused is None
    happened(pit.does(the(pit.opened().acts, "withdraw-closing")))
    assert the(pit.opened().acts, "announce-closing").refused is None


# --- faults, idle seats, contraventions, fills


@pytest.mark.clause("star-sicbo-2024", "8.8")
def test_a_malfunction_stands_first_until_it_is_declared_rectified(sicbo: Croupier) -> None:
    sicbo.invites().calls(1, 2, 3)
    happened(sicbo.dealer(ReportLights))
    happened(sicbo.dealer(dealt.Settle))
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
