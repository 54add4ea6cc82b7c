"""Outcomes declared invalid: refunds, forfeitures, streaks that wait, and the one roll of craps."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import Phase
from dicehouse.table.call_bets import DeclareWager
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt import CloseBetting, Tumble
from dicehouse.table.dealt_result import AnnounceResult, Settle, Uncover
from dicehouse.table.electronic import AutoShoot, EndWagering
from dicehouse.table.invalidation import (
    InvalidateOutcome,
    OutcomeInvalidated,
    VoidWagerForFraud,
    WagerVoidedForFraud,
)
from dicehouse.table.orders import DEVICE
from dicehouse.table.settlement import WagersForfeited, WagersTakenBack
from dicehouse.table.settling import RoundEnded
from dicehouse.table.throw import ReportThrow
from tests.croupier import Croupier, happened, kinds, only, refused
from tests.stickperson import Stickperson

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
CROWNS = ("crown-sicbo-a", "crown-sicbo-b")
GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}
GROUNDS = {
    "star-sicbo-2024": {"": "9.9", "disrupted": "9.9.1", "fraud": "9.9.2", "refund": "9.10"},
    "star-sicbo-pre2024": {"": "9.4", "disrupted": "9.4.1", "fraud": "9.4.2", "refund": "9.5"},
    "crown-sicbo-a": {"disrupted": "9.4", "fraud": "9.3", "refund": "9.5"},
    "crown-sicbo-b": {"disrupted": "9.4", "fraud": "9.3", "refund": "9.5"},
    "aruze-sicbo": {"": "8.8", "disrupted": "8.8.1", "fraud": "8.8.2", "refund": "8.9"},
    "star-craps": {"": "9.4", "disrupted": "9.4.1", "fraud": "9.4.2", "refund": "9.5"},
}


def cited(*books: str) -> list[Any]:
    """Each rulebook with the clauses on invalid outcomes that its document has."""
    return [
        pytest.param(it, marks=pytest.mark.clause(load(it).document, *GROUNDS[it].values())) for it in books or BUILT_IN
    ]


def at_work(book: str, readings: dict[str, str] | None = None) -> Croupier:
    return Croupier(book, readings).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1, bob=2)


def betting(book: str, readings: dict[str, str] | None = None) -> Croupier:
    """A dealt round in which ann is on Small and bob on Big."""
    table = at_work(book, readings).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 500))
    return table


def invalid(table: Croupier, ground: str = "disrupted", **more: Any) -> Any:
    return table.staff(InvalidateOutcome, ground=ground, reason="a brawl at the table", **more)


# --- the refund


@pytest.mark.parametrize("ground", ["disrupted", "fraud"])
@pytest.mark.parametrize("book", cited(*STARS, *CROWNS))
def test_the_wagers_of_an_invalid_outcome_go_back_and_the_round_does_not_count(book: str, ground: str) -> None:
    table = betting(book).calls(1, 2, 5)
    idle = {it.number: it.idle for it in table.table.seats.values()}
    answer = invalid(table, ground)
    assert kinds(happened(answer)) == ["OutcomeInvalidated", "WagersTakenBack", "RoundEnded"]
    said = only(answer, OutcomeInvalidated)
    assert (said.ground, said.reason, said.dice) == (ground, "a brawl at the table", (1, 2, 5))
    assert said.clause == GROUNDS[book][ground]
    assert only(answer, WagersTakenBack).clause == GROUNDS[book]["refund"]
    assert not only(answer, RoundEnded).counts
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 100_000)
    assert table.table.history == []
    assert table.table.phase is Phase.BETWEEN
    assert idle == {it.number: it.idle for it in table.table.seats.values()}
    table.plays(3, 4, 6)
    assert table.replays()


def test_an_outcome_may_be_invalid_at_any_step_from_the_tumble_to_the_settlement() -> None:
    steps: list[tuple[type[Any], dict[str, Any]]] = [
        (CloseBetting, {}), (Uncover, {}), (AnnounceResult, {"dice": (1, 2, 5)}),
    ]  # fmt: skip
    for so_far in range(len(steps) + 1):
        table = Croupier("star-sicbo-2024", touch_screen=False).opens().seats(ann=1).invites()
        happened(table.bets("ann", "small", 1_000))
        for kind, fields in steps[:so_far]:
            happened(table.dealer(kind, **fields))
        happened(invalid(table))
        assert (table.rack("ann"), table.table.phase) == (100_000, Phase.BETWEEN)
        assert table.replays()
    table = at_work("star-sicbo-2024")
    happened(table.dealer(Tumble, times=3))
    assert kinds(happened(invalid(table))) == ["OutcomeInvalidated", "RoundEnded"]
    assert table.replays()


def test_a_round_that_could_only_be_void_can_be_invalid_too() -> None:
    table = betting("star-sicbo-2024")
    happened(table.dealer(Uncover))
    happened(invalid(table))
    table.plays(1, 2, 5)
    assert table.replays()


def test_what_was_called_out_and_not_laid_lapses_with_the_outcome() -> None:
    table = betting("star-sicbo-2024")
    happened(table.player("ann", DeclareWager, seat=1, wager="odd", stake=1_000))
    assert "DeclaredLapsed" in kinds(happened(invalid(table)))
    assert not table.table.declared
    assert table.replays()


@pytest.mark.parametrize("book", cited(*STARS, *CROWNS))
def test_what_is_settled_stands_and_payments_are_corrected_instead(book: str) -> None:
    table = betting(book)
    table.settles(1, 2, 5)
    answer = invalid(table)
    assert refused(answer) == (Why.WRONG_PHASE, GROUNDS[book]["disrupted"])
    assert answer.next == "correct payments instead"


@pytest.mark.clause("star-sicbo-2024", "9.9", "9.10")
@pytest.mark.clause("star-sicbo-pre2024", "9.4", "9.5")
@pytest.mark.parametrize("book", STARS)
def test_streak_wagers_neither_win_nor_lose_nor_move(book: str) -> None:
    table = at_work(book)
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000, id="run"))
    table.plays(1, 2, 4)
    table.invites()
    happened(table.bets("ann", "small", 500))
    table.calls(5, 6, 6)
    before = table.table.layout.standing["run"].state
    markers = dict(table.table.layout.markers)
    happened(invalid(table))
    assert list(table.table.bets) == ["run"]
    assert table.table.layout.standing["run"].state == before
    assert table.table.layout.markers == markers
    assert table.replays()


# --- who may


@pytest.mark.clause("crown-sicbo", "9.3", "9.4")
@pytest.mark.parametrize(
    "role, disrupted, fraud",
    [
        ("dealer", False, False),
        ("tg-higher-duties-dealer", True, False),
        ("tg-area-manager", True, False),
        ("tg-assistant-casino-manager", True, True),
    ],
)
def test_at_crown_fraud_takes_a_higher_rank_than_a_disturbance(role: str, disrupted: bool, fraud: bool) -> None:
    for ground, may in (("disrupted", disrupted), ("fraud", fraud)):
        answer = betting("crown-sicbo-a").does(InvalidateOutcome, "hal", role, ground=ground, reason="x")
        if may:
            happened(answer)
        else:
            assert refused(answer) == (Why.NOT_ALLOWED, GROUNDS["crown-sicbo-a"][ground])


@pytest.mark.parametrize(
    "book, below",
    [
        ("star-sicbo-2024", "dealer"),
        ("star-sicbo-pre2024", "dealer"),
        ("aruze-sicbo", "electronic-gaming-host"),
        ("star-craps", "stickperson"),
    ],
)
def test_a_rank_below_a_supervisor_invalidates_nothing(book: str, below: str) -> None:
    for ground in ("disrupted", "fraud"):
        answer = at_work(book).does(InvalidateOutcome, "lou", below, ground=ground, reason="x")
        assert refused(answer) == (Why.NOT_ALLOWED, GROUNDS[book][ground])


# --- forfeiture


def device(table: Croupier, person: str) -> None:
    happened(table.staff(RecordContravention, offence="device", person=person, who="player", what="a counter in hand"))


@pytest.mark.clause("star-sicbo-2024", "9.10")
@pytest.mark.parametrize(
    "reading, ground, has_device, forfeits",
    [
        ("either", "fraud", False, True),
        ("either", "fraud", True, True),
        ("either", "disrupted", True, True),
        ("either", "disrupted", False, False),
        ("printed", "fraud", False, False),
        ("printed", "fraud", True, True),
        ("printed", "disrupted", True, True),
        ("printed", "disrupted", False, False),
    ],
)
def test_whose_stake_the_2024_edition_may_forfeit_is_a_reading(
    reading: str, ground: str, has_device: bool, forfeits: bool
) -> None:
    table = betting("star-sicbo-2024", {"forfeiture": reading})
    device(table, "ann" if has_device else "bob")
    answer = invalid(table, ground, forfeit={1: "she did it"})
    if not forfeits:
        assert refused(answer) == (Why.NOT_ELIGIBLE, "9.10")
        return
    lost = only(answer, WagersForfeited)
    assert (lost.clause, lost.why, [it.wager for it in lost.settled]) == ("9.10", "she did it", ["small"])
    assert (table.rack("ann"), table.rack("bob")) == (99_000, 100_000)
    assert table.replays()


@pytest.mark.clause("star-sicbo-pre2024", "9.5", "9.4.2")
def test_the_older_edition_forfeits_for_fraud_alone() -> None:
    table = betting("star-sicbo-pre2024")
    device(table, "ann")
    assert refused(invalid(table, forfeit={1: "a counter"})) == (Why.NOT_ELIGIBLE, "9.5")
    assert kinds(happened(invalid(table, "fraud", forfeit={1: "marked dice", 2: "helped"}))) == [
        "OutcomeInvalidated",
        "WagersForfeited",
        "RoundEnded",
    ]
    assert (table.rack("ann"), table.rack("bob")) == (99_000, 99_500)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.5")
@pytest.mark.parametrize("book", CROWNS)
def test_crown_refunds_everyone(book: str) -> None:
    assert refused(invalid(betting(book), "fraud", forfeit={1: "x"})) == (Why.NOT_HERE, "9.5")


def test_a_seat_that_forfeits_is_named_with_someone_who_has_a_wager_of_this_result() -> None:
    table = betting("star-sicbo-2024").seats(cas=3)
    assert refused(invalid(table, "fraud", forfeit={9: "x"}))[0] is Why.UNKNOWN_SEAT
    assert refused(invalid(table, "fraud", forfeit={4: "x"}))[0] is Why.SEAT_EMPTY
    assert refused(invalid(table, "fraud", forfeit={3: "x"})) == (Why.NOT_ELIGIBLE, "9.10")


# --- one wager at Crown


@pytest.mark.clause("crown-sicbo", "9.3")
@pytest.mark.parametrize("book", CROWNS)
def test_crown_may_void_one_wager_and_let_the_spin_stand(book: str) -> None:
    table = at_work(book).invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    happened(table.bets("bob", "small", 500))
    table.calls(1, 2, 5)
    low = table.does(VoidWagerForFraud, "mia", "tg-area-manager", bet="w1", reason="late")
    assert refused(low) == (Why.NOT_ALLOWED, "9.3")
    answer = table.staff(VoidWagerForFraud, bet="w1", reason="capped after the spin")
    assert (only(answer, WagerVoidedForFraud).bet, only(answer, WagersTakenBack).clause) == ("w1", "9.3")
    assert refused(table.staff(VoidWagerForFraud, bet="w1", reason="x"))[0] is Why.UNKNOWN_ID
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 100_500)
    assert table.replays()


def test_elsewhere_only_a_whole_outcome_is_void_for_fraud() -> None:
    table = betting("star-sicbo-2024")
    answer = table.staff(VoidWagerForFraud, bet=next(iter(table.table.bets)), reason="x")
    assert refused(answer) == (Why.NOT_HERE, "9.9.2")


# --- terminals


@pytest.mark.parametrize("step", ["betting", "shooting", "rolling"])
@pytest.mark.parametrize("book", cited("aruze-sicbo"))
def test_a_round_of_terminals_is_refunded_and_the_next_one_opens(book: str, step: str) -> None:
    table = at_work(book)
    happened(table.bets("ann", "small", 1_000))
    if step != "betting":
        table.now += timedelta(minutes=5)
        happened(table.does(EndWagering, "the server", DEVICE))
    if step == "rolling":
        table.now += timedelta(minutes=5)
        happened(table.does(AutoShoot, "the server", DEVICE))
    number = table.table.round.number
    answer = invalid(table)
    assert kinds(happened(answer))[:3] == ["OutcomeInvalidated", "WagersTakenBack", "RoundEnded"]
    assert only(answer, WagersTakenBack).clause == "8.9"
    assert (table.rack("ann"), table.table.phase) == (100_000, Phase.BETTING)
    assert table.table.round.number == number + 1
    assert refused(invalid(table)) == (Why.WRONG_PHASE, "8.8.1")
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "8.9", "8.8.2")
def test_a_terminal_forfeits_for_fraud_alone() -> None:
    table = at_work("aruze-sicbo")
    happened(table.bets("ann", "small", 1_000))
    assert refused(invalid(table, forfeit={1: "x"})) == (Why.NOT_ELIGIBLE, "8.9")
    happened(invalid(table, "fraud", forfeit={1: "a forged note"}))
    assert table.rack("ann") == 99_000
    assert table.replays()


# --- craps


def shooting(**readings: str) -> Stickperson:
    """Ann shoots with a point of 6; bob has a Field, a Hard 6 and a Place wager."""
    table = Stickperson(readings).seats(ann=1, bob=3).shoots("ann", id="line")
    table.rolls(2, 4)
    happened(table.bets("bob", "field", 500, id="field"))
    happened(table.bets("bob", "hard-6", 500, id="hard"))
    happened(table.bets("bob", "place-win-8", 600, id="place"))
    return table.throws()


@pytest.mark.parametrize("book", cited("star-craps"))
def test_at_craps_only_what_the_roll_would_have_decided_goes_back(book: str) -> None:
    table = shooting()
    assert table.book.id == book
    happened(table.stick(CallRoll, dice=(2, 4)))
    answer = invalid(table)
    assert kinds(happened(answer)) == ["OutcomeInvalidated", "WagersTakenBack"]
    assert only(answer, OutcomeInvalidated).clause == "9.4.1"
    assert {it.bet for it in only(answer, WagersTakenBack).settled} == {"line", "field", "hard"}
    assert only(answer, WagersTakenBack).clause == "9.5"
    assert list(table.table.bets) == ["place"]
    assert (table.puck, table.table.phase) == ("point_6", Phase.BETTING)
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 99_400)
    assert refused(invalid(table)) == (Why.WRONG_PHASE, "9.4.1")
    assert table.replays()


@pytest.mark.clause("star-craps", "9.4", "9.5")
def test_wagers_that_the_roll_would_have_moved_stay_as_they_were() -> None:
    table = Stickperson().seats(ann=1).shoots("ann", id="line").throws()
    happened(table.stick(CallRoll, dice=(2, 4)))
    assert kinds(happened(invalid(table))) == ["OutcomeInvalidated"]
    assert (table.puck, list(table.table.bets)) == ("off", ["line"])
    table.rolls(3, 4)
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.clause("star-craps", "9.4", "9.5")
def test_with_the_dice_still_in_the_air_only_wagers_of_one_roll_go_back() -> None:
    table = shooting()
    answer = invalid(table, "fraud")
    assert {it.bet for it in only(answer, WagersTakenBack).settled} == {"field"}
    table.rolls(2, 4)
    assert table.puck == "off"
    assert table.replays()


@pytest.mark.clause("star-craps", "9.4")
def test_a_throw_that_could_only_be_no_roll_can_be_invalid_and_the_next_one_counts() -> None:
    table = shooting()
    happened(table.stick(ReportThrow, reason="off the table"))
    happened(invalid(table))
    table.rolls(2, 4)
    assert table.replays()


@pytest.mark.parametrize("reading, ends", [("roll", 1), ("come_out_cycle", 0)])
def test_the_round_of_craps_ends_with_the_roll_where_a_round_is_a_roll(reading: str, ends: int) -> None:
    table = shooting(craps_round=reading)
    ended = [it for it in happened(invalid(table)) if isinstance(it, RoundEnded)]
    assert [it.counts for it in ended] == [False] * ends
    table.rolls(3, 4)
    assert table.replays()


@pytest.mark.clause("star-craps", "9.5", "9.4.2")
def test_at_craps_a_fraudster_forfeits_what_the_roll_would_have_decided() -> None:
    table = shooting()
    happened(table.stick(CallRoll, dice=(2, 4)))
    answer = invalid(table, "fraud", forfeit={3: "slid the dice"})
    assert {it.bet for it in only(answer, WagersForfeited).settled} == {"field", "hard"}
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 98_400)
    assert refused(table.dealer(SettleRoll))[0] is Why.WRONG_PHASE
    assert table.replays()
