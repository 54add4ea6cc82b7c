"""Entries: what they cost and where it lies, who may enter, withdrawal, one substitute, and chips bought later."""

from typing import Any

import pytest

from dicehouse.house.cage import DepositFunds
from dicehouse.house.tournaments.advancing import EndTableEarly
from dicehouse.house.tournaments.changing import (
    BuyTournamentChips,
    EntryWithdrawn,
    NominateSubstitute,
    TournamentChipsBought,
    WithdrawEntry,
)
from dicehouse.house.tournaments.entering import (
    ApproveStaffEntry,
    EnterTournament,
    RefuseApplication,
    StaffEntryApproved,
    TournamentEntered,
)
from dicehouse.house.tournaments.finishing import PayTournament
from dicehouse.house.tournaments.parts import BuyBack, Purchase, Round
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.refusal import Why
from tests.house.books import holds
from tests.house.keeper import happened, only
from tests.house.promotions.promoter import card
from tests.house.tournaments.organiser import (
    BOOK,
    DAY,
    PEOPLE,
    SECOND,
    SEED,
    START,
    TABLES,
    WHOLE,
    Organiser,
    refused,
    terms,
)


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)", "8.4.2(c)", "8.4.7(a)")
def test_an_entry_is_paid_in_cash_or_from_an_account_into_pool_and_fees() -> None:
    desk = Organiser().prepares()
    entered = only(desk.enters("ann", publicity=True), TournamentEntered)
    assert (entered.paid, entered.amount) == ({"entry-fee": 2_000, "buy-in": 10_000}, 12_000)
    assert (holds(desk, "tournament/spring/pool"), holds(desk, "tournament/spring/fees")) == (10_000, 2_000)
    assert holds(desk, "cage/cash") == 10_012_000
    poor = refused(desk.enters("bob", means="account"), Why.NOT_ENOUGH)
    assert (poor.clause, poor.next) == ("crown-sicbo 8.4.1(a)(ii)", "put money into the account, or pay in cash")
    happened(desk.cashier(DepositFunds, person="bob", amount=12_000, means="eftpos"))
    happened(desk.enters("bob", means="account"))
    assert (holds(desk, "patron/bob"), holds(desk, "tournament/spring/pool")) == (0, 20_000)
    assert desk.one("ann").publicity
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.2(c)")
@pytest.mark.parametrize("reading", ["desk_only", "own_screen"])
def test_a_player_enters_from_a_screen_only_where_the_terms_read_it_so(reading: str) -> None:
    desk = Organiser(terms(readings={"entering_from_a_screen": reading}, entry={"signed": False})).prepares()
    happened(desk.cashier(DepositFunds, person="bob", amount=12_000, means="eftpos"))
    entry: dict[str, Any] = {"tournament": "spring", "person": "bob", "accepted": True}
    assert refused(desk.patron("ann", EnterTournament, means="account", **entry), Why.NOT_ALLOWED)
    in_cash = refused(desk.patron("bob", EnterTournament, means="cash", **entry), Why.NOT_ALLOWED)
    answer = desk.patron("bob", EnterTournament, means="account", **entry)
    if reading == "desk_only":
        found = refused(answer, Why.NOT_ALLOWED)
        assert (found.clause, found.next) == ("crown-sicbo 8.4.2(c)", "enter there")
        happened(desk.enters("bob", means="account"))
    else:
        assert in_cash.next == "pay from the account, or go there"
        happened(answer)
    assert desk.one("bob").accepted == 1
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.2(a)(v)")
def test_staff_do_not_enter_on_a_screen() -> None:
    own = terms(readings={"entering_from_a_screen": "own_screen"}, entry={"signed": False, "staff": True})
    desk = Organiser(own).prepares()
    entry: dict[str, Any] = {"tournament": "spring", "person": "bob", "means": "account", "accepted": True}
    happened(desk.approves("bob"))
    found = refused(desk.patron("bob", EnterTournament, **entry, staff=True), Why.NOT_ELIGIBLE)
    assert (found.clause, found.next) == ("crown-sicbo 8.4.2(a)(v)", "enter there")
    happened(desk.enters("bob", staff=True))


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)")
def test_chips_are_paid_from_the_account_on_a_screen() -> None:
    desk = Organiser().starts()
    happened(desk.cashier(DepositFunds, person="ann", amount=12_000, means="eftpos"))
    more: dict[str, Any] = {"tournament": "spring", "person": "ann", "what": "add-on"}
    cash = refused(desk.patron("ann", BuyTournamentChips, means="cash", **more), Why.NOT_ALLOWED)
    assert cash.next == "pay from the account, or go there"
    happened(desk.patron("ann", BuyTournamentChips, means="account", **more))


@pytest.mark.clause(BOOK, "8.4.2(b)(iii)")
def test_a_copy_is_signed_at_the_desk_and_not_on_a_screen() -> None:
    desk = Organiser(terms(readings={"entering_from_a_screen": "own_screen"})).prepares()
    happened(desk.cashier(DepositFunds, person="bob", amount=12_000, means="eftpos"))
    entry: dict[str, Any] = {"tournament": "spring", "person": "bob", "accepted": True, "signed": True}
    found = refused(desk.patron("bob", EnterTournament, means="account", **entry), Why.NOT_ACKNOWLEDGED)
    assert found.next == "sign version 1 at the desk"


@pytest.mark.clause(BOOK, "8.4.2(a)(i)", "8.4.2(b)(iii)")
def test_an_entrant_accepts_the_terms_and_signs_where_they_say_so() -> None:
    desk = Organiser().prepares()
    assert refused(desk.enters("ann", accepted=False), Why.NOT_ACKNOWLEDGED).clause == "crown-sicbo 8.4.2(a)(i)"
    assert refused(desk.enters("ann", signed=False), Why.NOT_ACKNOWLEDGED).clause == "crown-sicbo 8.4.2(b)(iii)"
    unsigned = Organiser(terms(entry={"signed": False})).prepares()
    happened(unsigned.enters("ann", signed=False))


@pytest.mark.clause(BOOK, "8.4.2(a)(ii)", "8.4.2(a)(iii)", "8.4.2(a)(iv)")
def test_only_who_may_gamble_here_can_enter_and_once() -> None:
    desk = Organiser().prepares()
    assert refused(desk.enters("nobody"), Why.NOT_ELIGIBLE).clause == "crown-sicbo 8.4.2(a)(ii)"
    desk.house.patrons["zoe"].card = card("7")
    desk.house.patrons["zoe"].card.suspended = "self-exclusion"
    desk.second.patrons["zoe"] = desk.house.patrons["zoe"]
    assert "may not play (self-exclusion)" in refused(desk.enters("zoe"), Why.NOT_ELIGIBLE).message
    happened(desk.manager(RefuseApplication, tournament="spring", person="bob", reason="Not a member"))
    assert refused(desk.enters("bob"), Why.NOT_ELIGIBLE).clause == "crown-sicbo 8.4.2(a)(iii)"
    happened(desk.enters("ann"))
    assert refused(desk.enters("ann"), Why.ALREADY_DONE)
    assert refused(desk.manager(RefuseApplication, tournament="spring", person="ann", reason="Late"), Why.TOO_LATE)
    assert refused(desk.manager(RefuseApplication, tournament="x", person="ann", reason="Late"), Why.UNKNOWN_ID)


@pytest.mark.clause(BOOK, "8.4.2(a)(iii)", "8.4.2(a)(iv)")
def test_nobody_is_refused_by_terms_that_do_not_say_so() -> None:
    open_to_all = Organiser(terms(entry={"may_refuse": False, "criteria": ""})).prepares()
    who: dict[str, Any] = {"tournament": "spring", "person": "bob", "reason": "Not a member"}
    assert refused(open_to_all.manager(RefuseApplication, **who), Why.NOT_ALLOWED)
    by_criteria = Organiser(terms(entry={"may_refuse": False})).prepares()
    (told,) = happened(by_criteria.manager(RefuseApplication, **who))
    assert told.clause == "crown-sicbo 8.4.2(a)(iv)"


def test_who_directs_does_not_play() -> None:
    desk = Organiser(director="ann").prepares()
    assert refused(desk.enters("ann"), Why.SAME_PERSON)


@pytest.mark.clause(BOOK, "8.4.1(a)(iii)", "8.4.2(c)")
def test_entries_end_with_the_last_place_and_with_their_time() -> None:
    desk = Organiser().opens()
    full = refused(desk.enters("zoe"), Why.ABOVE_MAXIMUM)
    assert full.message == "spring: 6 have entered, and at most 6 can; wait for a withdrawal"
    happened(desk.desk(WithdrawEntry, person="ann"))
    closes = WHOLE.details.entries_close
    assert closes is not None
    desk.until(closes - SECOND)
    happened(desk.enters("zoe"))
    late = Organiser().prepares().until(closes)
    assert refused(late.enters("zoe"), Why.TOO_LATE).clause == "crown-sicbo 8.4.2(c)"


@pytest.mark.clause(BOOK, "8.4.2(a)(v)")
def test_staff_play_only_where_the_terms_and_an_officer_allow_it() -> None:
    desk = Organiser().prepares()
    assert "staff do not play" in refused(desk.enters("ann", staff=True), Why.NOT_ELIGIBLE).message
    charity = Organiser(terms(entry={"staff": True})).prepares()
    unapproved = refused(charity.enters("ann", staff=True), Why.NOT_ELIGIBLE)
    assert unapproved.clause == "crown-sicbo 8.4.2(a)(v)"
    assert unapproved.next == "have the chief operating officer or chief executive officer approve it first"
    approved = only(charity.approves("ann"), StaffEntryApproved)
    assert (approved.person, approved.by, approved.clause) == ("ann", "hale", "crown-sicbo 8.4.2(a)(v)")
    assert only(charity.enters("ann", staff=True), TournamentEntered).approved_by == "hale"
    assert charity.one("ann").staff
    swap: dict[str, Any] = {"person": "ann", "substitute": "zoe", "accepted": True, "signed": True}
    assert refused(charity.desk(NominateSubstitute, **swap), Why.NOT_ALLOWED).clause == "crown-sicbo 8.4.2(a)(v)"
    assert only(charity.enters("bob"), TournamentEntered).approved_by == ""
    assert charity.replays()


@pytest.mark.clause(BOOK, "8.4.2(a)(v)")
def test_only_an_officer_in_person_lets_staff_play_and_never_themselves() -> None:
    desk = Organiser(terms(entry={"staff": True})).prepares()
    for by, role in (("cara", "cashier"), ("gus", "gaming-manager"), ("otto", "casino-operator"), ("ann", "patron")):
        assert refused(desk.approves("ann", by, role), Why.NOT_ALLOWED)
    own = refused(desk.approves("ann", by="ann", role="chief-executive-officer"), Why.SAME_PERSON)
    assert (own.clause, own.next) == ("crown-sicbo 8.4.2(a)(v)", "have the other officer approve it")
    happened(desk.approves("ann", role="chief-executive-officer"))
    assert refused(desk.approves("ann"), Why.ALREADY_DONE).clause == "crown-sicbo 8.4.2(a)(v)"
    happened(desk.enters("bob"))
    assert refused(desk.approves("bob"), Why.TOO_LATE).clause == "crown-sicbo 8.4.2(a)(v)"
    assert refused(Organiser().prepares().approves("ann"), Why.NOT_ELIGIBLE).clause == "crown-sicbo 8.4.2(a)(v)"
    nowhere = desk.does(ApproveStaffEntry, "hale", "chief-operating-officer", tournament="autumn", person="ann")
    assert refused(nowhere, Why.UNKNOWN_ID)


# --- withdrawal


@pytest.mark.clause(BOOK, "8.4.2(d)", "8.4.8(a)(iv)")
@pytest.mark.parametrize("late, back", [(False, 12_000), (True, 6_000)])
def test_who_withdraws_in_time_has_all_of_it_back_and_later_what_the_terms_say(late: bool, back: int) -> None:
    desk = Organiser().opens()
    until = WHOLE.entry.withdraw_until
    assert until is not None
    desk.until(until + SECOND if late else until)
    gone = only(desk.patron("ann", WithdrawEntry, tournament="spring", person="ann"), EntryWithdrawn)
    assert (gone.amount, desk.it.owed) == (back, {"ann": back})
    assert gone.clause == ("crown-sicbo 8.4.8(a)(iv)" if late else "crown-sicbo 8.4.2(d)")
    assert refused(desk.desk(WithdrawEntry, person="ann"), Why.ALREADY_DONE)
    assert refused(desk.desk(WithdrawEntry, person="zoe"), Why.UNKNOWN_PATRON)
    assert refused(desk.patron("cai", WithdrawEntry, tournament="spring", person="bob"), Why.NOT_ALLOWED)
    happened(desk.desk(PayTournament, person="ann", form="account"))
    assert holds(desk, "patron/ann") == back
    assert holds(desk, "tournament/spring/pool") + holds(desk, "tournament/spring/fees") == 72_000 - back
    assert desk.replays()


def test_nothing_comes_back_late_where_the_terms_give_nothing() -> None:
    desk = Organiser(terms(conduct={"late_refund": ""})).opens().until(START - DAY)
    assert only(desk.desk(WithdrawEntry, person="ann"), EntryWithdrawn).amount == 0
    assert desk.it.owed == {}


@pytest.mark.clause(BOOK, "8.4.1(c)", "8.4.2(d)")
def test_who_does_not_accept_changed_terms_has_all_of_it_back_at_any_time() -> None:
    desk = Organiser().opens().until(START - DAY)
    happened(desk.manager(FileTournament, terms=terms(details={"location": "Level 2"})))
    assert only(desk.desk(WithdrawEntry, person="ann"), EntryWithdrawn).amount == 12_000


def test_nobody_withdraws_from_a_tournament_that_has_begun() -> None:
    desk = Organiser().starts()
    assert refused(desk.desk(WithdrawEntry, person="ann"), Why.WRONG_PHASE)


# --- substitutes


@pytest.mark.clause(BOOK, "8.4.2(d)", "8.4.8(a)(iii)", "8.4.8(b)(iv)")
def test_one_substitute_takes_over_an_entry_in_time() -> None:
    desk = Organiser().opens().briefs()
    swap: dict[str, Any] = {"person": "ann", "substitute": "zoe", "accepted": True, "signed": True}
    assert refused(desk.desk(NominateSubstitute, **{**swap, "accepted": False}), Why.NOT_ACKNOWLEDGED)
    assert refused(desk.desk(NominateSubstitute, **{**swap, "substitute": "bob"}), Why.ALREADY_DONE)
    assert refused(desk.desk(NominateSubstitute, **{**swap, "person": "zoe"}), Why.UNKNOWN_PATRON)
    assert refused(desk.patron("bob", NominateSubstitute, tournament="spring", **swap), Why.NOT_ALLOWED)
    until = WHOLE.entry.substitute_until
    assert until is not None
    desk.until(until)
    happened(desk.desk(NominateSubstitute, **swap))
    assert [*desk.it.entrants] == ["zoe", *PEOPLE[1:]]
    assert (desk.one("zoe").paid, desk.one("zoe").for_) == ({"entry-fee": 2_000, "buy-in": 10_000}, "ann")
    second = refused(desk.desk(NominateSubstitute, **{**swap, "person": "zoe", "substitute": "ann"}), Why.ALREADY_DONE)
    assert second.message == "zoe: is the substitute of ann, and an entry has 1; play, or withdraw"
    late = refused(desk.desk(NominateSubstitute, **{**swap, "person": "bob", "substitute": "ann"}), Why.TOO_LATE)
    assert late.clause == "crown-sicbo 8.4.8(a)(iii)"
    desk.until(START)
    assert "zoe: was not briefed" in refused(desk.director(StartRound, seed=SEED), Why.NOT_ACKNOWLEDGED).message
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(a)(iii)")
def test_there_is_no_substitute_where_the_terms_know_none_or_the_entry_is_gone() -> None:
    swap: dict[str, Any] = {"person": "ann", "substitute": "zoe", "accepted": True, "signed": True}
    desk = Organiser(terms(entry={"substitute_until": None})).opens()
    assert "know no substitutes" in refused(desk.desk(NominateSubstitute, **swap), Why.NOT_ALLOWED).message
    happened(desk.desk(WithdrawEntry, person="ann"))
    assert "is withdrawn" in refused(desk.desk(NominateSubstitute, **swap), Why.NOT_ALLOWED).message
    playing = Organiser().starts()
    assert refused(playing.desk(NominateSubstitute, **swap), Why.WRONG_PHASE)


# --- chips bought later


def buys(desk: Organiser, person: str, what: str, means: str = "cash") -> Any:
    return desk.desk(BuyTournamentChips, person=person, what=what, means=means)


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)", "8.4.3(b)")
def test_re_buys_and_add_ons_are_open_to_all_alike_in_their_rounds() -> None:
    desk = Organiser().opens()
    assert refused(buys(desk, "ann", "re-buy"), Why.WRONG_PHASE)
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    bought = only(buys(desk, "ann", "re-buy"), TournamentChipsBought)
    assert (bought.amount, bought.chips, desk.one("ann").bank) == (5_000, 100_000, 200_000)
    again = refused(buys(desk, "ann", "re-buy"), Why.ABOVE_MAXIMUM)
    assert again.message == "ann: has had 1 of 1; play with what you have"
    happened(buys(desk, "ann", "add-on"))
    assert (desk.one("ann").bank, holds(desk, "tournament/spring/pool")) == (250_000, 67_500)
    assert refused(buys(desk, "ann", "buy-back"), Why.NOT_OFFERED)
    assert refused(buys(desk, "zoe", "add-on"), Why.UNKNOWN_PATRON)
    assert refused(buys(desk, "bob", "add-on", "account"), Why.NOT_ENOUGH)
    assert refused(
        desk.patron("ann", BuyTournamentChips, tournament="spring", person="bob", what="add-on", means="cash"),
        Why.NOT_ALLOWED,
    )
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)")
def test_a_re_buy_brings_back_who_has_no_chips_and_not_while_betting_is_closed() -> None:
    desk = Organiser().starts()
    table, who = TABLES[0], desk.at(TABLES[0])
    happened(desk.closes(table, {who[0]: [("small", 100_000)]}))
    closed = refused(buys(desk, who[1], "re-buy"), Why.BETTING_CLOSED)
    assert closed.next == "buy when the spin is settled"
    happened(desk.settles(table, 6, 6, 5))
    assert desk.one(who[0]).standing == "out"
    assert refused(buys(desk, who[0], "add-on"), Why.NOT_ALLOWED)
    happened(buys(desk, who[0], "re-buy"))
    assert (desk.one(who[0]).standing, desk.one(who[0]).bank) == ("playing", 100_000)
    desk.spins(table, 1, 2, 3, **{who[0]: 15_000, who[1]: 50_000})
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)")
def test_a_re_buy_ends_with_its_round_and_with_its_table() -> None:
    cash = terms(format={"chips_after": "cash", "cash_rate": "1/100"})
    desk = Organiser(cash).starts()
    there = desk.at(TABLES[0])
    happened(desk.director(EndTableEarly, table=TABLES[0], why="agreed", agreed=tuple(there)))
    assert "play at table 11 is over" in refused(buys(desk, there[0], "re-buy"), Why.TOO_LATE).message
    for stakes in ((50_000, 30_000), (10_000, 10_000)):
        desk.spins(TABLES[1], 1, 2, 3, **dict(zip(desk.at(TABLES[1]), stakes, strict=False)))
    ended = Organiser(terms(format={"ties": ("lot",)})).starts()
    for table in TABLES:
        ended.spins(table, 1, 2, 3).spins(table, 1, 2, 3)
    happened(ended.ends())
    through = [who for who, one in ended.it.entrants.items() if one.standing == "through"]
    assert refused(buys(ended, through[0], "re-buy"), Why.TOO_LATE)
    happened(ended.director(StartRound, seed=SEED))
    late = refused(buys(ended, through[0], "re-buy"), Why.TOO_LATE)
    assert "while one of rounds 1 to 1 is played" in late.message
    assert late.clause == "crown-sicbo 8.4.1(a)(ii)"


def test_there_is_no_re_buy_where_the_terms_have_none() -> None:
    desk = Organiser(terms(details={"re_buy": None}, pool={"of": ("buy-in",)})).starts()
    assert refused(buys(desk, "ann", "re-buy"), Why.NOT_OFFERED)


@pytest.mark.clause(BOOK, "8.4.3(a)(iv)")
def test_players_who_are_out_buy_back_between_rounds_while_places_last() -> None:
    first, final = Round(spins=1, tables=2, seats=3, top=1), Round(spins=1, tables=1, seats=3)
    back = BuyBack(price=3_000, after_rounds=(1,), places=1)
    own = terms(
        format={"rounds": (first, final), "buy_back": back, "ties": ("lot",)},
        details={"re_buy": Purchase(price=1, bank=5_000, until_round=2)},
        pool={"of": ("buy-in", "re-buy", "buy-back")},
    )
    desk = Organiser(own).starts()
    for table in TABLES:
        desk.spins(table, 1, 2, 3)
    assert refused(buys(desk, "ann", "buy-back"), Why.WRONG_TIME)
    happened(desk.ends())
    out = [who for who, one in desk.it.entrants.items() if one.standing == "out"]
    through = [who for who, one in desk.it.entrants.items() if one.standing == "through"]
    assert refused(buys(desk, through[0], "buy-back"), Why.NOT_ALLOWED)
    happened(buys(desk, out[0], "buy-back"))
    full = refused(buys(desk, out[1], "buy-back"), Why.ABOVE_MAXIMUM)
    assert "1 of 1 have bought back after round 1" in full.message
    happened(desk.director(StartRound, seed=SEED))
    assert {*desk.at(TABLES[0])} == {*through, out[0]}
    assert {desk.one(who).bank for who in desk.at(TABLES[0])} == {100_000}
    assert holds(desk, "tournament/spring/pool") == 63_000
    assert desk.replays()
