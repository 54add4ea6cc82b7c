"""What people play with: value chips, colour checks and promotional tokens."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import event_of, evolve
from dicehouse.table.chips import BuyChips, ChangeChips, ChipsBought, ChipsChanged, ExchangeVoucher, VoucherExchanged
from dicehouse.table.colours import (
    ColoursIssued,
    ColoursRedeemed,
    IssueColours,
    OtherColoursRedeemed,
    RedeemColours,
    RedeemOtherColours,
    values,
)
from dicehouse.table.config import Limits, Sign
from dicehouse.table.dealt_result import AnnounceResult, EnterResult, Settle, Uncover
from dicehouse.table.explain import why
from dicehouse.table.late_bets import FindWager
from dicehouse.table.opening import AnnounceClosing, CloseTable
from dicehouse.table.orders import PLAYER, SPECTATOR, Command
from dicehouse.table.settlement import WinnersPaid
from tests.croupier import SUPERVISOR, Croupier, happened, only, refused
from tests.stickperson import Stickperson

STAR = "star-sicbo-2024"
OLDER = "star-sicbo-pre2024"
CROWN = "crown-sicbo-a"
DEALT = (STAR, OLDER, CROWN, "crown-sicbo-b")
EVERY = tuple(SUPERVISOR)
WITH_CHIPS = (*DEALT, "star-craps")
# Where each document has colour checks bought, and redeemed at their own table.
ISSUED = {STAR: "3.9", OLDER: "3.8", CROWN: "3.1.2(e)", "crown-sicbo-b": "3.1.2(e)"}
REDEEMED = {STAR: "3.7", OLDER: "3.6", CROWN: "3.1.2(c)", "crown-sicbo-b": "3.1.2(c)"}
SMALL = (1, 2, 5)


def at(name: str, readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    table = Croupier(name, readings, **config)
    return table.opens(acknowledged=tuple(table.book.wagers))


def issues(table: Croupier, seat: int, colour: str, count: int = 10, value: int = 1_000, **fields: Any) -> Any:
    return table.dealer(IssueColours, seat=seat, colour=colour, count=count, value=value, **fields)


def closed(table: Croupier) -> Croupier:
    """The table closes with its players there."""
    happened(table.staff(AnnounceClosing))
    table.now += timedelta(minutes=20)
    for _ in range(3):
        table.plays(1, 2, 5)
    happened(table.staff(CloseTable, people="stay"))
    return table


# --- value chips


@pytest.mark.clause(STAR, '1.1 "Cash Change"', '1.1 "value chips"', "3.4")
@pytest.mark.clause(OLDER, '1.1 "value chips"', "3.3")
@pytest.mark.clause("crown-sicbo", "3.1", "3.1.1")
@pytest.mark.parametrize("name", DEALT)
def test_chips_are_bought_with_cash_that_goes_into_the_drop_box(name: str) -> None:
    table = at(name).seats(ann=1)
    bought = only(table.dealer(BuyChips, seat=1, amount=5_000), ChipsBought)
    assert bought.clause == ('1.1 "Cash Change"' if name == STAR else "")
    assert (table.rack("ann"), table.table.drop, table.table.float) == (105_000, 5_000, 9_995_000)
    happened(table.dealer(BuyChips, seat=1, amount=5_000, with_="account"))
    assert (table.rack("ann"), table.table.drop, table.table.float) == (110_000, 5_000, 9_990_000)
    happened(table.invites().bets("ann", "small", 100_000))
    table.settles(1, 2, 5)
    assert table.rack("ann") == 210_000
    assert table.replays()


@pytest.mark.clause(STAR, "2.7.3.1", '1.1 "Cashless"')
def test_at_a_cashless_table_only_its_terminal_sells_chips() -> None:
    table = at(STAR, cashless=True).seats(ann=1)
    for way in ("cash", "account"):
        assert refused(table.dealer(BuyChips, seat=1, amount=5_000, with_=way)) == (Why.WRONG_CHIPS, "2.7.3.1")
    happened(table.dealer(BuyChips, seat=1, amount=5_000, with_="terminal"))
    assert (table.rack("ann"), table.table.drop) == (105_000, 0)
    with_cash = at(STAR).seats(ann=1)
    assert refused(with_cash.dealer(BuyChips, seat=1, amount=100, with_="terminal")) == (Why.WRONG_CHIPS, "2.7.3.1")
    assert table.replays()


@pytest.mark.parametrize("name", WITH_CHIPS)
def test_chips_come_whole_out_of_the_tray_by_staff(name: str) -> None:
    table = Croupier(name)
    table.opens(1_000, acknowledged=tuple(table.book.wagers)).seats(ann=1)
    assert refused(table.dealer(BuyChips, seat=1, amount=150))[0] is Why.WRONG_CHIPS
    assert refused(table.dealer(BuyChips, seat=1, amount=1_100)) == (Why.NOT_ENOUGH, None)
    happened(table.dealer(BuyChips, seat=1, amount=1_000))
    assert refused(table.dealer(BuyChips, seat=2, amount=100)) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("ann", BuyChips, seat=1, amount=100))[0] is Why.NOT_ALLOWED
    table.excludes("ann")
    assert refused(table.dealer(BuyChips, seat=1, amount=100))[0] is Why.EXCLUDED


@pytest.mark.clause(STAR, '1.1 "Colour Change"')
@pytest.mark.parametrize("name", WITH_CHIPS)
def test_chips_are_changed_for_others_of_the_same_worth(name: str) -> None:
    table = at(name).seats(ann=1)
    changed = only(table.dealer(ChangeChips, seat=1, amount=1_000, into=(500, 250, 250)), ChipsChanged)
    assert changed.clause == ('1.1 "Colour Change"' if name == STAR else "")
    assert table.rack("ann") == 100_000
    assert refused(table.dealer(ChangeChips, seat=1, amount=1_000, into=(500, 250)))[0] is Why.WRONG_CHIPS
    assert refused(table.dealer(ChangeChips, seat=1, amount=200_000, into=(200_000,)))[0] is Why.NOT_ENOUGH
    assert refused(table.dealer(ChangeChips, seat=2, amount=100, into=(100,)))[0] is Why.SEAT_EMPTY


@pytest.mark.parametrize("kind", [BuyChips, ChangeChips, IssueColours, RedeemColours, ExchangeVoucher])
def test_terminals_know_no_chips(kind: type[Command]) -> None:
    fields: dict[type[Command], dict[str, Any]] = {
        BuyChips: {"amount": 100},
        ChangeChips: {"amount": 100, "into": (100,)},
        IssueColours: {"colour": "red", "count": 1},
        RedeemColours: {"colour": "red", "count": 1},
        ExchangeVoucher: {"voucher": "v", "amount": 100},
    }
    assert refused(at("aruze-sicbo").staff(kind, seat=1, **fields[kind])) == (Why.NOT_HERE, None)


# --- colour checks


@pytest.mark.clause(STAR, "3.4", "3.5", "3.6", "3.7", '1.1 "colour checks"')
@pytest.mark.clause(OLDER, "3.3", "3.4", "3.5", "3.6", '1.1 "colour checks"')
@pytest.mark.clause("crown-sicbo", "3.1", "3.1.2", "3.1.2(a)", "3.1.2(b)", "3.1.2(c)", "3.1.2(c)(i)")
@pytest.mark.parametrize("name", DEALT)
def test_colour_checks_are_bought_staked_won_and_redeemed_at_their_table(name: str) -> None:
    table = at(name).seats(ann=1)
    happened(issues(table, 1, "red"))
    assert table.rack("ann") == 90_000
    happened(table.invites().bets("ann", "small", 2_000, chips="colour", colour="red"))
    assert table.table.seats[1].checks["red"].count == 8
    assert refused(table.bets("ann", "small", 1_500, chips="colour", colour="red")) == (Why.WRONG_CHIPS, None)
    assert refused(table.bets("ann", "small", 9_000, chips="colour", colour="red")) == (Why.NOT_ENOUGH, None)
    assert refused(table.bets("ann", "small", 1_000, chips="colour", colour="blue")) == (Why.NOT_ENOUGH, None)
    table.settles(1, 2, 5)
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (12, 90_000), "won in its own colour"
    redeemed = only(table.dealer(RedeemColours, seat=1, colour="red", count=12), ColoursRedeemed)
    assert (redeemed.paid, redeemed.clause) == (12_000, REDEEMED[name])
    assert (table.rack("ann"), table.table.seats[1].checks) == (102_000, {})
    assert table.replays()


def test_lost_checks_are_free_again_and_may_have_another_value() -> None:
    table = at(STAR).seats(ann=1)
    happened(issues(table, 1, "red", 2))
    happened(table.invites().bets("ann", "big", 2_000, chips="colour", colour="red"))
    table.settles(1, 2, 5)
    assert table.table.seats[1].checks["red"].count == 0
    happened(issues(table, 1, "red", 2, 2_000))
    assert (table.table.seats[1].checks["red"].value, table.rack("ann")) == (2_000, 94_000)
    assert table.replays()


def test_checks_on_the_layout_keep_their_value_while_the_rest_is_redeemed() -> None:
    table = at(STAR).seats(ann=1)
    happened(issues(table, 1, "red", 2))
    happened(table.invites().bets("ann", "small", 1_000, chips="colour", colour="red"))
    happened(table.dealer(RedeemColours, seat=1, colour="red", count=1))
    assert table.table.seats[1].checks["red"].count == 0
    assert refused(issues(table, 1, "red", 1, 2_000)) == (Why.WRONG_CHIPS, "3.10")
    table.settles(1, 2, 5)
    assert table.table.seats[1].checks["red"].count == 2
    assert table.replays()


# --- what a wager of colour checks wins


def with_reds(**config: Any) -> Croupier:
    """Ann has ten red checks of 10.00 and bets on an open table."""
    table = at(STAR, **config).seats(ann=1, bob=2)
    happened(issues(table, 1, "red", 10))
    return table.invites()


RED: dict[str, Any] = {"chips": "colour", "colour": "red"}


@pytest.mark.clause(STAR, "3.6", "3.9")
@pytest.mark.clause(OLDER, "3.5", "3.8")
@pytest.mark.clause("crown-sicbo", "3.1.2(b)", "3.1.2(e)")
@pytest.mark.parametrize("name", DEALT)
def test_a_wager_of_colour_checks_is_paid_in_its_colour(name: str) -> None:
    table = at(name).seats(ann=1)
    happened(issues(table, 1, "red", 10, 1_000))
    happened(table.invites().bets("ann", "total-8", 1_000, id="w", **RED))
    pays = 8  # a total of 8, at 8 to 1 in every document
    paid = only(table.settles(1, 2, 5), WinnersPaid)
    assert [(it.bet, it.winnings, it.colour, it.checks) for it in paid.settled] == [("w", pays * 1_000, "red", pays)]
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (10 + pays, 90_000)
    assert why(table.book, paid.settled[0], (1, 2, 5)).startswith(
        f"Total 8 won ${pays * 10} at {pays} to 1, {pays} red checks of it: "
    )
    assert table.replays()


def test_what_whole_checks_cannot_make_is_paid_in_value_chips() -> None:
    """Between two checks and three: a stake that was cut to the maximum of 25.00 wins 25.00."""
    table = with_reds(sign=Sign(Limits(500, 2_500)))
    table.closes_betting()
    laid_at = table.now - timedelta(seconds=60)
    happened(table.dealer(FindWager, seat=1, wager="small", stake=3_000, laid_at=laid_at, **RED))
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (7, 90_500), "5.00 of it came back"
    for order, fields in ((Uncover, {}), (AnnounceResult, {"dice": SMALL}), (EnterResult, {"dice": SMALL})):
        happened(table.dealer(order, **fields))
    paid = only(table.dealer(Settle), WinnersPaid)
    assert (paid.settled[0].winnings, paid.settled[0].checks) == (2_500, 2)
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (7 + 2 + 2, 90_500 + 500 + 500)
    assert table.replays()


def test_no_more_checks_are_paid_out_than_the_table_has() -> None:
    """Of fifteen red checks ten are out and one of them is lost: six are there for the winner, who won nine."""
    table = with_reds(checks=15)
    happened(table.bets("ann", "small", 5_000, id="won", **RED))
    happened(table.bets("ann", "odd", 1_000, id="lost", **RED))
    happened(table.bets("ann", "single-1", 4_000, id="second", **RED))
    paid = only(table.settles(1, 2, 5), WinnersPaid)
    assert [(it.bet, it.winnings, it.checks) for it in paid.settled] == [("won", 5_000, 5), ("second", 4_000, 1)]
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (15, 93_000)
    assert table.replays()


def test_value_chips_that_win_beside_colour_checks_stay_value_chips() -> None:
    table = with_reds()
    happened(table.bets("ann", "small", 1_000, **RED))
    happened(table.bets("ann", "small", 500))
    table.settles(1, 2, 5)
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (11, 90_500)


def test_winnings_that_are_held_aside_are_in_value_chips() -> None:
    table = with_reds()
    happened(table.bets("ann", "small", 1_000, **RED))
    table.table.withheld["ann"] = 0
    table.settles(1, 2, 5)
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (10, 90_000)
    assert table.table.withheld == {"ann": 1_000}


def test_a_record_of_before_was_paid_in_value_chips() -> None:
    table = with_reds()
    happened(table.bets("ann", "small", 1_000, id="w", **RED))
    old = {"bet": "w", "seat": 1, "wager": "small", "result": "win", "stake": 1_000, "winnings": 1_000,
           "returned": 2_000, "clauses": ["3.2.1"]}  # fmt: skip
    said = {"event": "winners-paid", "at": table.now.isoformat(), "by": "d", "role": "dealer", "cause": "c",
            "clause": "5.5", "settled": [old]}  # fmt: skip
    evolve(table.table, event_of(msgspec.json.encode(said)))
    assert (table.table.seats[1].checks["red"].count, table.rack("ann")) == (10, 91_000)


@pytest.mark.clause(STAR, "3.5", "3.6")
@pytest.mark.clause(OLDER, "3.4", "3.5")
@pytest.mark.clause("crown-sicbo", "3.1.2(a)", "3.1.2(b)")
@pytest.mark.parametrize("name", DEALT)
def test_only_colours_and_checks_of_this_tables_set_are_issued(name: str) -> None:
    table = at(name, colours=("red", "blue"), checks=12).seats(ann=1, bob=2)
    clause = ISSUED[name]
    assert refused(issues(table, 1, "green")) == (Why.WRONG_CHIPS, clause)
    assert refused(issues(table, 1, "red", 13)) == (Why.NOT_ENOUGH, clause)
    happened(issues(table, 1, "red", 10))
    happened(table.invites().bets("ann", "small", 3_000, chips="colour", colour="red"))
    happened(table.bets("ann", "small", 3_000))
    assert refused(issues(table, 1, "red", 3)) == (Why.NOT_ENOUGH, clause), "three more lie on the layout"
    happened(issues(table, 1, "red", 2))
    assert refused(issues(table, 2, "blue", 12, 10_000)) == (Why.NOT_ENOUGH, None), "bob cannot pay for them"
    assert refused(issues(table, 3, "blue")) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("bob", IssueColours, seat=2, colour="blue", count=1)) == (Why.NOT_ALLOWED, clause)


@pytest.mark.clause(STAR, "3.8")
@pytest.mark.clause(OLDER, "3.7")
@pytest.mark.clause("crown-sicbo", "3.1.2(d)")
@pytest.mark.parametrize(
    "name, clause", [(STAR, "3.8"), (OLDER, "3.7"), (CROWN, "3.1.2(d)"), ("crown-sicbo-b", "3.1.2(d)")]
)
def test_a_colour_is_shared_only_if_all_who_have_it_agree(name: str, clause: str) -> None:
    table = at(name).seats(ann=1, bob=2, cas=3)
    happened(issues(table, 1, "red"))
    assert refused(issues(table, 2, "red")) == (Why.WRONG_CHIPS, clause)
    assert only(issues(table, 2, "red", agreed=("ann",)), ColoursIssued).agreed == ("ann",)
    assert refused(issues(table, 3, "red", agreed=("ann",))) == (Why.WRONG_CHIPS, clause), "bob has it too"
    happened(issues(table, 3, "red", agreed=("ann", "bob")))
    assert table.replays()


@pytest.mark.clause(STAR, "3.9", "2.7.1", '1.1 "marker button"')
@pytest.mark.clause(OLDER, "3.8", "2.7.1", '1.1 "marker button"')
@pytest.mark.parametrize("name", [STAR, OLDER])
def test_at_the_star_a_marker_shows_any_value_but_the_minimum(name: str) -> None:
    table = at(name).seats(ann=1, bob=2, cas=3)
    clause = ISSUED[name]
    unmarked = only(table.dealer(IssueColours, seat=1, colour="red", count=10), ColoursIssued)
    assert (unmarked.value, unmarked.marked, unmarked.clause) == (500, False, clause)
    assert only(issues(table, 2, "blue", value=1_000), ColoursIssued).marked
    assert only(issues(table, 3, "green", value=100), ColoursIssued).marked, "unmarked, it would pass for the minimum"
    assert values(table.table) == {2: {"blue": 1_000}, 3: {"green": 100}}
    assert refused(issues(table, 1, "red", value=150)) == (Why.WRONG_CHIPS, clause), "less than whole chips"


@pytest.mark.clause("crown-sicbo", "3.1.2(e)", '1 "Distinctive Marker"')
@pytest.mark.parametrize("name", [CROWN, "crown-sicbo-b"])
def test_at_crown_every_value_is_declared_and_marked(name: str) -> None:
    table = at(name).seats(ann=1)
    nameless = table.dealer(IssueColours, seat=1, colour="red", count=10)
    assert refused(nameless) == (Why.NOT_DECLARED, "3.1.2(e)")
    issued = only(issues(table, 1, "red", value=500), ColoursIssued)
    assert (issued.value, issued.marked, issued.clause) == (500, True, "3.1.2(e)")
    assert values(table.table) == {1: {"red": 500}}


SEVERAL = [(STAR, "3.10", "games-supervisor"), (OLDER, "3.9", "games-supervisor")]
SEVERAL_AT_CROWN = [(CROWN, "3.1.2(f)", "tg-higher-duties-dealer")]


@pytest.mark.clause(STAR, "3.10")
@pytest.mark.clause(OLDER, "3.9")
@pytest.mark.clause("crown-sicbo", "3.1.2(f)", "1.1")
@pytest.mark.parametrize("name, clause, role", SEVERAL + SEVERAL_AT_CROWN)
def test_a_second_colour_for_one_player_takes_a_supervisor_and_leaves_one_for_each_other(
    name: str, clause: str, role: str
) -> None:
    table = at(name, colours=("red", "blue", "green")).seats(ann=1, bob=2)
    happened(issues(table, 1, "red"))
    more = {"seat": 1, "count": 5, "value": 1_000}
    assert refused(table.dealer(IssueColours, colour="blue", **more)) == (Why.NOT_ALLOWED, clause)
    second = only(table.staff(IssueColours, role=role, colour="blue", **more), ColoursIssued)
    assert second.clause == clause
    third = table.staff(IssueColours, role=role, colour="green", **more)
    assert refused(third) == (Why.WRONG_CHIPS, clause), "none would be left for bob"
    happened(issues(table, 2, "green"))
    table.seats(cas=3)
    assert refused(table.staff(IssueColours, role=role, colour="blue", **more))[0] is Why.WRONG_CHIPS


@pytest.mark.clause(STAR, "3.10")
@pytest.mark.clause(OLDER, "3.9")
@pytest.mark.clause("crown-sicbo", "3.1.2(f)(i)")
@pytest.mark.parametrize("name, clause, role", SEVERAL + SEVERAL_AT_CROWN)
@pytest.mark.parametrize("reading", [None, "one_value", "may_differ"])
def test_colours_of_one_player_share_a_value_or_may_differ(
    name: str, clause: str, role: str, reading: str | None
) -> None:
    table = at(name, {"colours_of_one_player": reading} if reading else None).seats(ann=1)
    happened(issues(table, 1, "red", value=1_000))
    other = table.staff(IssueColours, role=role, seat=1, colour="blue", count=5, value=2_000)
    if reading == "may_differ" or (reading is None and name == CROWN):
        assert only(other, ColoursIssued).value == 2_000
    else:
        assert refused(other) == (Why.WRONG_CHIPS, clause)
    assert refused(issues(table, 1, "red", value=2_000))[0] in {Why.WRONG_CHIPS, Why.NOT_ALLOWED}
    assert table.replays()


@pytest.mark.clause(STAR, "3.7")
@pytest.mark.clause(OLDER, "3.6")
@pytest.mark.clause("crown-sicbo", "3.1.2(c)(i)")
@pytest.mark.parametrize("name", DEALT)
def test_nobody_redeems_more_checks_of_this_table_than_they_have(name: str) -> None:
    table = at(name).seats(ann=1)
    clause = REDEEMED[name]
    happened(issues(table, 1, "red"))
    assert refused(table.dealer(RedeemColours, seat=1, colour="red", count=11)) == (Why.NOT_ENOUGH, clause)
    assert refused(table.dealer(RedeemColours, seat=1, colour="blue", count=1)) == (Why.NOT_ENOUGH, clause)
    assert refused(table.dealer(RedeemColours, seat=2, colour="red", count=1)) == (Why.SEAT_EMPTY, None)


@pytest.mark.clause(STAR, "3.7")
@pytest.mark.clause(OLDER, "3.6")
@pytest.mark.parametrize("name, clause", [(STAR, "3.7"), (OLDER, "3.6")])
def test_after_it_closed_the_star_redeems_its_checks_at_the_value_on_record(name: str, clause: str) -> None:
    table = at(name).seats(ann=1)
    happened(issues(table, 1, "red"))
    closed(table)
    redeemed = only(table.dealer(RedeemColours, seat=1, colour="red", count=10), ColoursRedeemed)
    assert (redeemed.paid, redeemed.clause) == (10_000, clause)
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "3.1.2(c)(ii)", "1.1")
def test_after_it_closed_crown_has_an_area_manager_verify_it() -> None:
    table = at(CROWN).seats(ann=1)
    happened(issues(table, 1, "red"))
    closed(table)
    fields = {"seat": 1, "colour": "red", "count": 10}
    assert refused(table.dealer(RedeemColours, **fields)) == (Why.NOT_ALLOWED, "3.1.2(c)(ii)")
    assert refused(table.staff(RedeemColours, role="tg-higher-duties-dealer", **fields))[0] is Why.NOT_ALLOWED
    redeemed = only(table.staff(RedeemColours, role="tg-area-manager", **fields), ColoursRedeemed)
    assert (redeemed.paid, redeemed.clause) == (10_000, "3.1.2(c)(ii)")
    assert table.replays()


OTHER: dict[str, Any] = {"seat": 1, "table": "table 5", "colour": "red", "count": 4}


@pytest.mark.clause(STAR, "3.7")
@pytest.mark.clause(OLDER, "3.6")
@pytest.mark.parametrize("name, clause", [(STAR, "3.7"), (OLDER, "3.6")])
def test_checks_of_another_table_are_redeemed_only_once_it_has_closed(name: str, clause: str) -> None:
    table = at(name).seats(ann=1)
    opened = table.dealer(RedeemOtherColours, closed=False, value=1_000, **OTHER)
    assert refused(opened) == (Why.WRONG_CHIPS, clause)
    own = table.dealer(RedeemOtherColours, closed=True, value=1_000, **{**OTHER, "table": "table 1"})
    assert refused(own) == (Why.WRONG_CHIPS, clause), "this table is open"
    unknown = table.dealer(RedeemOtherColours, closed=True, lowest=500, **OTHER)
    assert refused(unknown) == (Why.NOT_DECLARED, clause)
    done = only(table.dealer(RedeemOtherColours, closed=True, value=1_000, **OTHER), OtherColoursRedeemed)
    assert (done.paid, done.traced, done.clause) == (4_000, True, clause)
    assert (table.rack("ann"), table.table.float) == (104_000, 9_996_000)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "3.1.2(c)(ii)")
@pytest.mark.parametrize("reading, falls_back", [(None, True), ("recorded_value", False)])
def test_crown_pays_the_traced_value_or_else_the_lowest_minimum(reading: str | None, falls_back: bool) -> None:
    table = at(CROWN, {"redemption_after_closure": reading} if reading else None).seats(ann=1)
    how: dict[str, Any] = {"role": "tg-area-manager", "closed": True}
    assert refused(table.dealer(RedeemOtherColours, closed=True, value=900, **OTHER)) == (
        Why.NOT_ALLOWED,
        "3.1.2(c)(ii)",
    )
    assert only(table.staff(RedeemOtherColours, value=900, lowest=500, **how, **OTHER), OtherColoursRedeemed).traced
    assert table.rack("ann") == 103_600
    untraced = table.staff(RedeemOtherColours, lowest=500, **how, **OTHER)
    if falls_back:
        assert (only(untraced, OtherColoursRedeemed).paid, table.rack("ann")) == (2_000, 105_600)
    else:
        assert refused(untraced) == (Why.NOT_DECLARED, "3.1.2(c)(ii)")
    nothing = table.staff(RedeemOtherColours, **how, **OTHER)
    assert refused(nothing) == (Why.NOT_DECLARED, "3.1.2(c)(ii)")
    assert refused(table.staff(RedeemOtherColours, value=900, **how, **{**OTHER, "seat": 2})) == (Why.SEAT_EMPTY, None)
    too_much = table.staff(RedeemOtherColours, value=9_900_000, **how, **OTHER)
    assert refused(too_much) == (Why.NOT_ENOUGH, None)


@pytest.mark.clause("star-craps", "6.2")
def test_craps_has_no_colour_checks() -> None:
    table = at("star-craps").seats(ann=1)
    assert refused(issues(table, 1, "red")) == (Why.NOT_HERE, None)
    assert refused(table.bets("ann", "field", 500, chips="colour", colour="red"))[0] is Why.WRONG_CHIPS


# --- tokens


TOKENS = [(STAR, '1.1 "casino promotional voucher"'), (OLDER, '1.1 "casino promotional voucher"')]


@pytest.mark.clause(STAR, '1.1 "casino promotional voucher"', "3.4")
@pytest.mark.clause(OLDER, '1.1 "casino promotional voucher"', "3.3")
@pytest.mark.parametrize("name, clause", TOKENS)
@pytest.mark.parametrize(
    "reading, voucher, back",
    [("returned", None, True), ("taken", None, False), ("returned", False, False), ("taken", True, True)],
)
def test_a_voucher_becomes_tokens_and_winnings_are_chips(
    name: str, clause: str, reading: str, voucher: bool | None, back: bool
) -> None:  # fmt: skip
    table = at(name, {"token_on_win": reading}).seats(ann=1)
    exchanged = only(
        table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=2_000, returns=voucher), VoucherExchanged
    )
    assert (exchanged.tokens, exchanged.chips, exchanged.returns, exchanged.clause) == (2_000, 0, back, clause)
    table.invites()
    happened(table.bets("ann", "small", 1_000, chips="token"))
    happened(table.bets("ann", "big", 1_000, chips="token"))
    assert refused(table.bets("ann", "odd", 1_000, chips="token")) == (Why.NOT_ENOUGH, None)
    table.settles(1, 2, 5)
    seat = table.table.seats[1]
    assert (seat.rack, seat.tokens, table.table.taken) == (101_000, 1_000 * back, 2_000 - 1_000 * back)
    assert table.replays()


@pytest.mark.clause("star-craps", '1.1 "casino promotional token"', "6.2")
@pytest.mark.parametrize("reading, back", [("returned", 1_000), ("taken", 0)])
def test_tokens_play_at_craps_too(reading: str, back: int) -> None:
    table = Stickperson({"token_on_win": reading}).seats(ann=1, bob=2).shoots("bob")
    exchanged = only(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=1_000), VoucherExchanged)
    assert exchanged.clause == '1.1 "casino promotional token"'
    happened(table.bets("ann", "field", 1_000, chips="token"))
    table.rolls(4, 5)
    assert (table.table.seats[1].rack, table.table.seats[1].tokens) == (101_000, back)
    assert table.replays()


@pytest.mark.clause(STAR, '1.1 "casino promotional voucher"')
def test_the_conditions_of_a_voucher_hold() -> None:
    table = at(STAR).seats(ann=1)
    clause = '1.1 "casino promotional voucher"'
    voucher = {"seat": 1, "voucher": "v1", "amount": 1_000}
    expires = table.now + timedelta(seconds=2)
    happened(table.dealer(ExchangeVoucher, until=expires - timedelta(seconds=1), **voucher))
    assert refused(table.dealer(ExchangeVoucher, until=expires - timedelta(seconds=1), **voucher)) == (
        Why.TOO_LATE,
        clause,
    )
    assert refused(table.dealer(ExchangeVoucher, returns=False, **voucher)) == (Why.WRONG_CHIPS, clause)
    happened(table.invites().bets("ann", "big", 1_000, chips="token"))
    assert refused(table.dealer(ExchangeVoucher, returns=False, **voucher)) == (Why.WRONG_CHIPS, clause)
    table.settles(1, 2, 5)
    happened(table.dealer(ExchangeVoucher, returns=False, **voucher))
    assert refused(table.dealer(ExchangeVoucher, **{**voucher, "seat": 2})) == (Why.SEAT_EMPTY, None)
    without = at(STAR, tokens=False).seats(ann=1)
    assert refused(without.dealer(ExchangeVoucher, **voucher)) == (Why.WRONG_CHIPS, clause)


@pytest.mark.clause("crown-sicbo", "3.3", "3.1")
def test_at_crown_vouchers_and_tokens_become_chips_first() -> None:
    table = at(CROWN).seats(ann=1)
    exchanged = only(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=2_000), VoucherExchanged)
    assert (exchanged.tokens, exchanged.chips, exchanged.clause) == (0, 2_000, "3.3")
    assert (table.rack("ann"), table.table.float) == (102_000, 9_998_000)
    assert refused(table.invites().bets("ann", "small", 1_000, chips="token"))[0] is Why.WRONG_CHIPS
    assert refused(table.dealer(ExchangeVoucher, seat=1, voucher="v2", amount=10_000_000)) == (Why.NOT_ENOUGH, None)
    assert table.replays()


# --- who may


ORDERS_HERE: tuple[tuple[type[Command], dict[str, Any], str], ...] = (
    (IssueColours, {"colour": "red", "count": 1, "value": 500}, "issue_colours"),
    (RedeemColours, {"colour": "red", "count": 1}, "redeem_colours"),
    (ExchangeVoucher, {"voucher": "v", "amount": 100}, "exchange_voucher"),
)


@pytest.mark.clause("crown-sicbo", "1.1")
@pytest.mark.parametrize("name", WITH_CHIPS)
@pytest.mark.parametrize("kind, fields, power", ORDERS_HERE)
def test_whatever_a_dealer_may_every_higher_rank_may_and_no_player(
    name: str, kind: type[Command], fields: dict[str, Any], power: str
) -> None:
    table = at(name).seats(ann=1)
    if power not in table.book.powers:
        assert refused(table.dealer(kind, seat=1, **fields)) == (Why.NOT_HERE, None)
        return
    for role in table.book.ranks:
        answer = table.does(kind, "x", role, seat=1, **fields)
        assert not isinstance(answer, Refused) or answer.why is not Why.NOT_ALLOWED
    for role in (PLAYER, SPECTATOR):
        assert refused(table.does(kind, "ann", role, seat=1, **fields))[0] is Why.NOT_ALLOWED
