"""The sign at the table: what a wager may be, who has limits of their own, what is found too late, and new limits."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table.betting import IncreaseWager, PlaceWager, ReduceWager
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.colours import IssueColours
from dicehouse.table.config import Limits, Sign
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt_result import AnnounceResult, CallNoResult, EnterResult, Settle, Uncover
from dicehouse.table.late_bets import FindWager, WagerFound
from dicehouse.table.limits import PersonalLimitsSet, SetPersonalLimits
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.orders import PLAYER, SPECTATOR
from dicehouse.table.settlement import ExcessSetAside, WagerPlaced, WagerRestaked
from dicehouse.table.table_sign import ChangeLimits, LimitsChanged, LimitsSigned
from tests.croupier import SUPERVISOR, Croupier, happened, kinds, only, refused
from tests.stickperson import Stickperson

STAR, OLDER, CROWN, TERMINALS, CRAPS = (
    "star-sicbo-2024",
    "star-sicbo-pre2024",
    "crown-sicbo-a",
    "aruze-sicbo",
    "star-craps",
)
DEALT = (STAR, OLDER, CROWN)
EVERY = (*DEALT, TERMINALS, CRAPS)


def at(name: str, readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    """A table at which ann and bob may bet."""
    table = Croupier(name, readings, **config).opens().seats(10_000_000, ann=1, bob=2)
    return table.invites() if name in DEALT else table


def one_of(name: str) -> str:
    """An even-money wager of one roll."""
    return "field" if name == CRAPS else "small"


def clause(name: str, which: str) -> str:
    return Croupier(name).book.limits[which].clause


# --- what the sign says


@pytest.mark.clause(STAR, "4.1", "4.4")
@pytest.mark.clause(OLDER, "4.1", "4.4")
@pytest.mark.clause("crown-sicbo", "4.1", "4.2", "4.1 fn1 s66(1)(c)")
@pytest.mark.clause(TERMINALS, "3.2", '1.1 "minimum bet"', '1.1 "maximum bet"')
@pytest.mark.clause(CRAPS, "7.1", "7.4")
@pytest.mark.parametrize(
    "name, least, most",
    [
        (STAR, "4.1", "4.3"),
        (OLDER, "4.1", "4.3"),
        (CROWN, "4.2.1", "4.2.2"),
        (TERMINALS, '1.1 "minimum bet"', '1.1 "maximum bet"'),
        (CRAPS, "7.1", "7.3"),
    ],
)
def test_both_sides_of_the_minimum_and_the_maximum(name: str, least: str, most: str) -> None:
    table = at(name, sign=Sign(Limits(1_000, 5_000)))
    wager = one_of(name)
    assert refused(table.bets("ann", wager, 900)) == (Why.BELOW_MINIMUM, least)
    assert refused(table.bets("ann", wager, 5_100)) == (Why.ABOVE_MAXIMUM, most)
    happened(table.bets("ann", wager, 1_000, id="w"))
    assert refused(table.bets("ann", wager, 4_100)) == (Why.ABOVE_MAXIMUM, most)
    happened(table.bets("ann", wager, 4_000))
    happened(table.bets("bob", wager, 5_000, id="b"))
    assert refused(table.player("bob", ReduceWager, bet="b", stake=900))[0] is Why.BELOW_MINIMUM
    happened(table.player("bob", ReduceWager, bet="b", stake=1_000))
    assert table.replays()


@pytest.mark.clause(STAR, "4.1")
@pytest.mark.clause(OLDER, "4.1")
@pytest.mark.clause("crown-sicbo", "4.2.3")
@pytest.mark.clause(TERMINALS, "3.2")
@pytest.mark.clause(CRAPS, "7.1")
@pytest.mark.parametrize("name", EVERY)
def test_no_multiple_is_needed_unless_the_sign_states_a_unit(name: str) -> None:
    table = at(name, sign=Sign(Limits(1_000, 5_000)))
    happened(table.bets("ann", one_of(name), 1_300))
    table = at(name, sign=Sign(Limits(1_000, 5_000, 500)))
    answer = table.bets("ann", one_of(name), 1_300)
    if name == CROWN:
        happened(answer)
    else:
        assert refused(answer) == (Why.OFF_UNIT, clause(name, "off_unit"))
    happened(table.bets("bob", one_of(name), 1_500))


@pytest.mark.clause(STAR, "4.1")
def test_a_sign_limits_wagers_families_players_and_areas() -> None:
    sign = Sign(
        Limits(500, 10_000),
        {"total": Limits(500, 2_000), "total-4": Limits(500, 1_000)},
        player=15_000,
        area=12_000,
    )
    table = at(STAR, sign=sign)
    assert refused(table.bets("ann", "total-4", 1_100)) == (Why.ABOVE_MAXIMUM, "4.3")
    happened(table.bets("ann", "total-4", 1_000))
    assert refused(table.bets("ann", "total-5", 2_100)) == (Why.ABOVE_MAXIMUM, "4.3")
    happened(table.bets("ann", "total-5", 2_000))
    happened(table.bets("ann", "small", 10_000, id="w"))
    assert refused(table.bets("ann", "big", 2_100)) == (Why.ABOVE_MAXIMUM, "4.3"), "15.00 above all ann may have"
    happened(table.bets("ann", "big", 2_000))
    assert refused(table.bets("bob", "small", 2_100)) == (Why.ABOVE_MAXIMUM, "4.3"), "above what the area takes"
    happened(table.bets("bob", "small", 2_000))
    happened(table.player("ann", ReduceWager, bet="w", stake=9_000))
    assert table.replays()


def test_what_was_above_a_limit_may_still_be_made_smaller() -> None:
    table = at(CRAPS, sign=Sign(Limits(500, 10_000), player=10_000, area=10_000))
    happened(table.bets("ann", "place-win-6", 9_000, id="w"))
    table.table.sign = Sign(Limits(500, 10_000), player=5_000, area=5_000)
    happened(table.player("ann", ReduceWager, bet="w", stake=8_000))
    assert refused(table.player("ann", IncreaseWager, bet="w", stake=8_500))[0] is Why.ABOVE_MAXIMUM


def test_each_message_names_both_numbers_and_the_next_step() -> None:
    table = at(STAR, sign=Sign(Limits(1_000, 5_000, 500), player=6_000, area=7_000))
    said = [table.bets("ann", "small", stake) for stake in (900, 5_100, 1_300)]
    happened(table.bets("ann", "small", 5_000))
    said += [table.bets("ann", "small", 500), table.bets("ann", "big", 2_000), table.bets("bob", "small", 4_000)]
    happened(table.bets("bob", "small", 2_000))
    said.append(table.bets("bob", "small", 500))
    assert [it.message for it in said if isinstance(it, Refused)] == [
        "Small: $9 is below the minimum $10 at table 1; stake at least $10",
        "Small: $51 is above the maximum $50 at table 1; stake at most $50",
        "Small: $13 is not $10 and units of $5; stake $10 or $15",
        "Small: $55 is above the maximum $50 at table 1; stake at most $50",
        "Big: $70 is above the maximum of all wagers of one player $60 at table 1; stake at most $10 more",
        "Small: $90 is above the maximum of one area $70 at table 1; stake at most $20 more",
        "Small: $75 is above the maximum of one area $70 at table 1; stake at most $70",
    ]


def test_what_stands_behind_a_wager_has_the_limits_of_its_own_clause() -> None:
    table = Stickperson(sign=Sign(Limits(1_000, 5_000))).seats(ann=1).shoots("ann", id="line")
    table.rolls(2, 2)
    happened(table.bets("ann", "behind-win-line", 500, on="line"))


# --- a player's own limits


PERSONAL = [(STAR, "4.6"), (OLDER, "4.6"), (CROWN, "4.3"), (CRAPS, "7.6")]


@pytest.mark.clause(STAR, "4.6")
@pytest.mark.clause(OLDER, "4.6")
@pytest.mark.clause("crown-sicbo", "4.3", '1 "Distinctive Marker"')
@pytest.mark.clause(CRAPS, "7.6")
@pytest.mark.parametrize("name, number", PERSONAL)
def test_one_player_may_bet_above_the_maximum_once_a_sign_shows_it(name: str, number: str) -> None:
    table = at(name, sign=Sign(Limits(1_000, 5_000), player=6_000))
    wager, own = one_of(name), Limits(2_000, 50_000)
    assert refused(table.staff(SetPersonalLimits, seat=1, limits=own)) == (Why.NOT_YET, number)
    agreed = only(table.staff(SetPersonalLimits, seat=1, limits=own, sign="before seat 1"), PersonalLimitsSet)
    assert (agreed.limits, agreed.sign, agreed.clause) == (own, "before seat 1", number)
    assert refused(table.bets("ann", wager, 1_900))[0] is Why.BELOW_MINIMUM, "the new minimum counts at once"
    assert refused(table.bets("ann", wager, 50_100))[0] is Why.ABOVE_MAXIMUM
    happened(table.bets("ann", wager, 50_000))
    assert refused(table.bets("bob", wager, 5_100))[0] is Why.ABOVE_MAXIMUM
    assert refused(table.staff(SetPersonalLimits, seat=1, limits=own, sign="there")) == (Why.ALREADY_DONE, number)
    happened(table.staff(SetPersonalLimits, seat=1))
    assert refused(table.bets("ann", wager, 1_000))[0] is Why.ABOVE_MAXIMUM
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "4.3", "1.1")
@pytest.mark.parametrize("name, number", PERSONAL)
def test_who_agrees_limits_and_which(name: str, number: str) -> None:
    table = at(name)
    upside_down: dict[str, Any] = {"seat": 1, "limits": Limits(2_000, 1_000), "sign": "there"}
    assert refused(table.staff(SetPersonalLimits, **upside_down)) == (Why.ABOVE_MAXIMUM, number)
    assert refused(table.staff(SetPersonalLimits, seat=3)) == (Why.SEAT_EMPTY, None)
    for role in (*table.book.ranks, PLAYER, SPECTATOR):
        answer = table.does(SetPersonalLimits, "x", role, **upside_down)
        may = role in table.book.ranks and table.book.may(role, "set_personal_limits")
        assert refused(answer) == (Why.ABOVE_MAXIMUM if may else Why.NOT_ALLOWED, number)


@pytest.mark.clause(TERMINALS, "3.2")
def test_terminals_have_the_same_limits_for_everyone() -> None:
    answer = at(TERMINALS).staff(SetPersonalLimits, seat=1, limits=Limits(), sign="there")
    assert refused(answer) == (Why.NOT_HERE, None)


# --- found after betting closed


def finds(table: Croupier, stake: int, seat: int = 1, laid_at: datetime | None = None, **fields: Any) -> Any:
    """The dealer sees a wager that was laid in time."""
    wager = fields.pop("wager", one_of(table.book.id))
    closed = table.table.round.closed_at
    assert closed is not None
    laid_at = laid_at or closed - timedelta(seconds=1)
    return table.dealer(FindWager, seat=seat, wager=wager, stake=stake, laid_at=laid_at, **fields)


def after_the_close(name: str, readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    config.setdefault("sign", Sign(Limits(1_000, 5_000)))
    if name == CRAPS:
        return Stickperson(readings, **config).seats(10_000_000, ann=1, bob=2).shoots("bob").throws()
    return at(name, readings, **config).closes_betting()


def ends(table: Croupier) -> None:
    """The wager found on Small, or on the Field, wins."""
    if isinstance(table, Stickperson):
        happened(table.stick(CallRoll, dice=(4, 5)))
        happened(table.dealer(SettleRoll))
        return
    happened(table.dealer(Uncover))
    happened(table.dealer(AnnounceResult, dice=(1, 2, 5)))
    happened(table.dealer(EnterResult, dice=(1, 2, 5)))
    happened(table.dealer(Settle))


@pytest.mark.clause(STAR, "4.2", "4.4")
@pytest.mark.clause(OLDER, "4.2", "4.4")
@pytest.mark.clause(CRAPS, "7.2", "7.4")
@pytest.mark.parametrize("name, number", [(STAR, "4.2"), (OLDER, "4.2"), (CRAPS, "7.2")])
def test_below_the_minimum_a_found_wager_stands_and_so_does_the_next(name: str, number: str) -> None:
    table = after_the_close(name)
    for kind in (WagerPlaced, WagerRestaked):
        found = happened(finds(table, 100))
        assert (found[0].clause, only(found, WagerFound).ruling) == (number, "stands")
        assert (only(found, kind).how, len(found)) == ("found", 2)
    assert table.table.seats[1].rack == 9_999_800
    ends(table)
    assert table.table.seats[1].rack == 10_000_200
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "4.2", "4.2.1")
def test_at_crown_the_first_stands_with_a_warning_and_the_next_goes_back() -> None:
    table = after_the_close(CROWN)
    first = only(finds(table, 900), WagerFound)
    assert (first.ruling, first.plays, first.clause) == ("warned", 900, "4.2.1")
    assert only(finds(table, 1_000, wager="odd"), WagerFound).ruling == "within"
    happened(finds(table, 900, seat=2))
    ends(table)
    assert table.table.seats[1].rack == 10_000_900 + 1_000 - 2_000
    table.invites().closes_betting()
    again = happened(finds(table, 900))
    assert kinds(again) == ["WagerFound"]
    assert (again[0].clause, only(again, WagerFound).ruling, only(again, WagerFound).plays) == ("4.2.1", "returned", 0)
    before = table.table.seats[1].rack
    ends(table)
    assert table.table.seats[1].rack == before, "whatever the result"
    assert table.replays()


MAXIMUM = [(STAR, "4.3"), (OLDER, "4.3"), (CROWN, "4.2.2"), (CRAPS, "7.3")]


@pytest.mark.clause(STAR, "4.3")
@pytest.mark.clause(OLDER, "4.3")
@pytest.mark.clause("crown-sicbo", "4.2.2")
@pytest.mark.clause(CRAPS, "7.3")
@pytest.mark.parametrize("name, number", MAXIMUM)
def test_above_the_maximum_a_found_wager_plays_at_it_and_the_excess_comes_back(name: str, number: str) -> None:
    table = after_the_close(name)
    found = happened(finds(table, 5_100))
    assert kinds(found) == ["WagerFound", "WagerPlaced", "WagerRestaked"]
    assert (found[0].clause, only(found, WagerRestaked).clause) == (number, number)
    assert (only(found, WagerFound).ruling, only(found, WagerFound).plays) == ("capped", 5_000)
    assert table.table.seats[1].rack == 9_995_000
    again = only(finds(table, 1_000), WagerFound)
    assert (again.ruling, again.plays, again.clause) == ("returned", 0, number), "nothing more fits"
    ends(table)
    assert table.table.seats[1].rack == 10_005_000
    assert table.replays()


@pytest.mark.clause(STAR, "4.3")
@pytest.mark.clause(OLDER, "4.3")
@pytest.mark.clause("crown-sicbo", "4.2.2")
@pytest.mark.clause(CRAPS, "7.3")
@pytest.mark.parametrize("name, number", MAXIMUM)
@pytest.mark.parametrize("wins", [True, False])
def test_by_the_other_reading_a_loss_takes_the_whole_stake(name: str, number: str, wins: bool) -> None:
    table = after_the_close(name, {"over_maximum": "asymmetric"})
    wager = one_of(name) if wins else {CRAPS: "any-seven"}.get(name, "big")
    found = happened(finds(table, 8_000, wager=wager))
    aside = only(found, ExcessSetAside)
    assert (aside.stake, aside.excess, aside.clause) == (5_000, 3_000, number)
    assert table.table.seats[1].rack == 9_992_000
    ends(table)
    assert table.table.seats[1].rack == (10_005_000 if wins else 9_992_000)
    assert table.replays()


@pytest.mark.clause(STAR, "4.3", "9.3")
def test_an_excess_in_tokens_is_taken_and_counts_as_lost() -> None:
    table = after_the_close(STAR, {"over_maximum": "asymmetric"})
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=8_000))
    happened(table.staff(SetLossLimit, seat=1, headroom=20_000))
    happened(finds(table, 8_000, wager="big", chips="token"))
    ends(table)
    seat = table.table.seats[1]
    assert (seat.tokens, table.table.taken, seat.headroom) == (0, 8_000, 12_000)


@pytest.mark.clause(STAR, "4.1", "4.3")
def test_the_limits_of_a_player_and_of_an_area_cap_it_too() -> None:
    table = at(STAR, sign=Sign(Limits(500, 10_000), player=3_000, area=4_000))
    happened(table.bets("ann", "big", 1_000))
    happened(table.bets("bob", "odd", 3_000))
    table.closes_betting()
    assert only(finds(table, 5_000, wager="small"), WagerFound).plays == 2_000
    happened(table.staff(SetPersonalLimits, seat=1, limits=Limits(500, 10_000), sign="there"))
    assert only(finds(table, 5_000, wager="odd"), WagerFound).plays == 1_000, "the area takes no more"


@pytest.mark.clause(STAR, "4.1")
@pytest.mark.clause("crown-sicbo", "4.2.3")
@pytest.mark.parametrize("name", [STAR, CROWN])
def test_off_the_unit_a_found_wager_stands_in_full(name: str) -> None:
    table = after_the_close(name, sign=Sign(Limits(1_000, 5_000, 500)))
    assert only(finds(table, 1_300), WagerFound).ruling == "within"
    ends(table)
    assert table.table.seats[1].rack == 10_001_300


@pytest.mark.clause("crown-sicbo", "4.2.2", "4.2.3")
def test_a_maximum_that_chips_cannot_pay_is_paid_up_to_chips() -> None:
    table = after_the_close(CROWN, sign=Sign(Limits(1_000, 5_050)))
    assert only(finds(table, 6_000), WagerFound).plays == 5_050
    ends(table)
    assert table.table.seats[1].rack == 10_005_100


@pytest.mark.clause(STAR, "3.11")
@pytest.mark.clause(OLDER, "3.10")
@pytest.mark.clause("crown-sicbo", "3.2")
@pytest.mark.clause(CRAPS, "6.3")
@pytest.mark.parametrize("name, number", [(STAR, "3.11"), (OLDER, "3.10"), (CROWN, "3.2"), (CRAPS, "6.3")])
def test_a_wager_laid_at_the_close_or_later_was_too_late(name: str, number: str) -> None:
    table = after_the_close(name)
    closed = table.table.round.closed_at
    assert closed is not None
    assert refused(finds(table, 1_000, laid_at=closed)) == (Why.BETTING_CLOSED, number)
    assert only(finds(table, 1_000, laid_at=closed - timedelta(microseconds=1)), WagerFound).clause == number


@pytest.mark.clause(STAR, "4.3")
@pytest.mark.clause(OLDER, "4.3")
@pytest.mark.clause(CRAPS, "7.3")
@pytest.mark.parametrize("name", [STAR, OLDER, CRAPS])
def test_once_the_dice_are_shown_nothing_is_found_any_more_and_earlier_rounds_stand(name: str) -> None:
    table = after_the_close(name)
    late: dict[str, Any] = {"seat": 1, "wager": one_of(name), "stake": 6_000, "laid_at": table.now}
    ends(table)
    assert refused(table.dealer(FindWager, **late))[0] is Why.WRONG_PHASE
    assert table.table.seats[1].rack == 10_000_000


def test_a_found_wager_is_otherwise_judged_like_any_other() -> None:
    table = after_the_close(STAR)
    assert refused(finds(table, 1_000, wager="smal"))[0] is Why.UNKNOWN_WAGER
    assert refused(finds(table, 1_000, wager="streak-odd-even")) == (Why.BETTING_CLOSED, "6.1")
    assert refused(finds(table, 1_000, seat=3)) == (Why.SEAT_EMPTY, None)
    assert refused(finds(table, 20_000_000)) == (Why.NOT_ENOUGH, None)
    assert refused(finds(table, 1_000, chips="token")) == (Why.NOT_ENOUGH, None)
    assert refused(table.player("ann", FindWager, seat=1, wager="small", stake=1, laid_at=table.now))[0] is (
        Why.NOT_ALLOWED
    )
    happened(table.dealer(IssueColours, seat=1, colour="red", count=3, value=2_000))
    happened(finds(table, 6_000, chips="colour", colour="red"))
    assert (table.table.seats[1].checks["red"].count, table.table.seats[1].rack) == (0, 9_995_000), "1000 in chips"
    table.table.seats[2].card = None
    assert refused(finds(table, 1_000, seat=2)) == (Why.NO_CARD, "3.1")


@pytest.mark.clause(TERMINALS, "3.2")
def test_terminals_refuse_outright_and_have_nothing_to_find() -> None:
    table = at(TERMINALS)
    answer = table.staff(FindWager, seat=1, wager="small", stake=1, laid_at=table.now)
    assert refused(answer) == (Why.NOT_HERE, None)


@pytest.mark.clause(CRAPS, "7.3", "7.2")
def test_at_craps_parts_commissions_and_behind_wagers_keep_their_own_rules() -> None:
    table = Stickperson(sign=Sign(Limits(1_000, 5_000))).seats(10_000_000, ann=1, bob=2).shoots("ann", id="line")
    table.rolls(2, 2)
    table.throws()
    horn = only(finds(table, 6_000, wager="horn"), WagerFound)
    assert horn.plays == 4_800, "in whole parts of four chips"
    behind = happened(finds(table, 500, wager="behind-win-line", on="line"))
    assert only(behind, WagerFound).ruling == "within"
    before = table.table.seats[2].rack
    happened(finds(table, 6_000, seat=2, wager="buy-4"))
    assert before - table.table.seats[2].rack == 5_250, "a commission of five per cent of what plays"
    assert table.replays()
    table = Stickperson({"over_maximum": "asymmetric"}, sign=Sign(Limits(1_000, 5_000))).seats(20_000, ann=1, bob=2)
    table.shoots("ann").throws()
    happened(finds(table, 6_000, seat=2, wager="buy-4"))
    assert table.table.seats[2].rack == 20_000 - 6_250


# --- new limits


CHEAP, DEAR = Limits(500), Limits(2_000)
HIGHER = Sign(Limits(2_000, 100_000))
RAISING = [(STAR, "4.5"), (OLDER, "4.5"), (CROWN, "4.1 fn1 s66(2)"), (CRAPS, "7.5")]


@pytest.mark.clause(STAR, "4.5")
@pytest.mark.clause(OLDER, "4.5")
@pytest.mark.clause("crown-sicbo", "4.1 fn1 s66(2)")
@pytest.mark.clause(CRAPS, "7.5")
@pytest.mark.parametrize("name, number", RAISING)
def test_a_minimum_rises_twenty_minutes_after_its_sign(name: str, number: str) -> None:
    table = Croupier(name).opens()
    now = table.now + timedelta(seconds=1)
    early = table.staff(ChangeLimits, sign=HIGHER, counts=now + timedelta(minutes=19, seconds=59))
    assert refused(early) == (Why.NOT_YET, number)
    now += timedelta(seconds=1)
    signed = only(table.staff(ChangeLimits, sign=HIGHER, counts=now + timedelta(minutes=20)), LimitsSigned)
    assert (signed.counts, signed.clause) == (now + timedelta(minutes=20), number)
    now += timedelta(seconds=1)
    assert only(table.staff(ChangeLimits, sign=HIGHER), LimitsSigned).counts == now + timedelta(minutes=20)
    past = table.staff(ChangeLimits, sign=HIGHER, counts=now - timedelta(days=1))
    assert refused(past) == (Why.TOO_LATE, number)
    assert table.replays()


@pytest.mark.clause(STAR, "4.5")
@pytest.mark.clause(OLDER, "4.5")
@pytest.mark.clause("crown-sicbo", "4.1 fn1 s66(2)")
@pytest.mark.parametrize("name", DEALT)
@pytest.mark.parametrize("minute, second, counts", [(19, 59, False), (20, 0, True)])
def test_it_counts_from_the_first_round_that_begins_then(
    name: str, minute: int, second: int, counts: bool
) -> None:  # fmt: skip
    table = Croupier(name).opens().seats(ann=1)
    happened(table.staff(ChangeLimits, sign=HIGHER))
    signed = table.now
    table.now = signed + timedelta(minutes=minute, seconds=second) - timedelta(seconds=1)
    table.invites()
    assert table.table.sign == (HIGHER if counts else Sign())
    assert [type(it) for it in table.events].count(LimitsChanged) == counts
    answer = table.bets("ann", "small", 500)
    if counts:
        assert refused(answer)[0] is Why.BELOW_MINIMUM
    else:
        happened(answer)
        table.settles(1, 2, 5)
        assert table.table.sign == Sign(), "the round ended under the limits that it began with"
        table.invites()
        assert table.table.sign == HIGHER
    assert table.replays()


@pytest.mark.clause(STAR, "4.5")
@pytest.mark.clause(OLDER, "4.5")
@pytest.mark.clause(CRAPS, "7.5")
@pytest.mark.parametrize("name", [STAR, OLDER, CROWN, CRAPS, TERMINALS])
@pytest.mark.parametrize("sign", [Sign(Limits(100, 100_000)), Sign(Limits(500, 200)), Sign(Limits(500, 900_000))])
def test_a_lower_minimum_or_another_maximum_needs_no_notice(name: str, sign: Sign) -> None:
    table = Croupier(name).opens()
    answer = table.staff(ChangeLimits, sign=sign)
    if sign.every.maximum < sign.every.minimum:
        assert refused(answer)[0] is Why.ABOVE_MAXIMUM
        assert isinstance(answer, Refused)
        assert answer.message == "change limits: minimum $5 is above maximum $2; put them in order"
    else:
        assert only(answer, LimitsSigned).counts == table.now


@pytest.mark.clause(STAR, "4.5")
@pytest.mark.parametrize(
    "before, after, rises",
    [
        (Sign(DEAR, {"total": CHEAP}), Sign(DEAR, {"total": CHEAP, "total-4": Limits(1_000)}), True),
        (Sign(CHEAP, {"total": DEAR}), Sign(CHEAP, {"total-4": Limits(1_000)}), False),
        (Sign(CHEAP, {"small": Limits(100)}), Sign(CHEAP), True),
    ],
    ids=["one total of its family", "a family falls", "a wager loses its own"],
)  # fmt: skip
def test_a_minimum_rises_if_it_does_for_any_one_wager(before: Sign, after: Sign, rises: bool) -> None:
    table = Croupier(STAR, sign=before).opens()
    signed = only(table.staff(ChangeLimits, sign=after), LimitsSigned)
    assert (signed.counts > table.now) is rises


def test_a_round_without_a_result_does_not_bring_new_limits_forward() -> None:
    table = Croupier(STAR).opens().seats(ann=1).invites()
    happened(table.staff(ChangeLimits, sign=Sign(Limits(100, 100_000))))
    assert refused(table.bets("ann", "small", 100))[0] is Why.BELOW_MINIMUM
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    assert table.table.sign == Sign()
    happened(table.invites().bets("ann", "small", 100))


def test_a_sign_names_wagers_that_there_are() -> None:
    table = Croupier(STAR).opens()
    answer = table.staff(ChangeLimits, sign=Sign(Limits(), {"smal": Limits()}))
    assert refused(answer) == (Why.UNKNOWN_WAGER, "4.5")


@pytest.mark.clause("crown-sicbo", "1.1")
@pytest.mark.parametrize("name", tuple(SUPERVISOR))
def test_limits_are_changed_by_those_who_may(name: str) -> None:
    table = Croupier(name)
    table.opens(acknowledged=tuple(table.book.wagers))
    for role in (*table.book.ranks, PLAYER, SPECTATOR):
        answer = table.does(ChangeLimits, "x", role, sign=Sign(Limits(100, 200_000)))
        if role in table.book.ranks and table.book.may(role, "change_limits"):
            happened(answer)
        else:
            assert refused(answer) == (Why.NOT_ALLOWED, table.book.powers["change_limits"].clause)


@pytest.mark.clause(STAR, "3.13")
@pytest.mark.clause(OLDER, "3.12")
@pytest.mark.clause("crown-sicbo", "3.4")
@pytest.mark.parametrize("name", DEALT)
def test_a_wager_counts_where_it_lies_also_when_the_dealer_helped(name: str) -> None:
    table = at(name)
    placed = only(table.dealer(PlaceWager, seat=1, wager="small", stake=1_000), WagerPlaced)
    assert (placed.how, placed.person, placed.by) == ("dealer", "ann", "dora")
    table.settles(6, 5, 4)
    assert table.table.seats[1].rack == 9_999_000, "ann meant Big, but did not see to it"
