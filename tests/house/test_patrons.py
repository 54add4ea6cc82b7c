"""Player cards: one in force for each patron, the PIN, suspension, and nobody by another's card."""

from textwrap import dedent
from typing import Any

import pytest

from dicehouse.house import policy
from dicehouse.house.judge import event_of, evolve
from dicehouse.house.patrons import (
    CardEnded,
    CardIssued,
    CardReinstated,
    CardShown,
    CardSuspended,
    EndCard,
    IssueCard,
    PatronRegistered,
    PolicySet,
    RegisterPatron,
    ReinstateCard,
    SetPolicy,
    ShowCard,
    SuspendCard,
    for_table,
)
from dicehouse.house.pins import (
    CardLocked,
    CardUnlocked,
    CheckPin,
    PinAccepted,
    PinMissed,
    PinSet,
    SetPin,
    UnlockCard,
    pin_of,
)
from dicehouse.house.policy import (
    AlertPolicy,
    CashPolicy,
    ChipsPolicy,
    GatePolicy,
    IdentityPolicy,
    PlayPolicy,
    Policy,
    RatingsPolicy,
    RealityPolicy,
    RolloverPolicy,
    RosterPolicy,
    read,
)
from dicehouse.house.state import House
from dicehouse.refusal import Why
from dicehouse.table.cards import PresentCard
from dicehouse.table.config import ConfigError
from dicehouse.table.orders import Command
from dicehouse.table.seats import Card
from tests.croupier import Croupier
from tests.house.keeper import NOON, Keeper, happened, kinds, only, refused

STAR = "star-sicbo-2024"
OWN = "star-sicbo-2024 9.1"
CARD = 'star-sicbo-2024 1.1 "player card"'
FIRST, OTHER = "5a" * 16, "5b" * 16
PIN: dict[str, Any] = {"pin_reference": FIRST}


def carded(*names: str) -> Keeper:
    """People with a card each: "card of ann"."""
    keeper = Keeper()
    for name in names:
        happened(keeper.cashier(RegisterPatron, patron=name))
        happened(keeper.cashier(IssueCard, patron=name, number=f"card of {name}", **PIN))
    return keeper


def shows(keeper: Keeper, card: str, person: str, **fields: Any) -> Any:
    return keeper.device(ShowCard, card=card, person=person, place="table 7", **fields)


def misses(keeper: Keeper, times: int) -> list[list[str]]:
    return [kinds(happened(keeper.device(CheckPin, card="card of ann", matched=False))) for _ in range(times)]


def test_one_name_stands_for_one_person() -> None:
    keeper = Keeper()
    assert only(keeper.cashier(RegisterPatron, patron="ann"), PatronRegistered).patron == "ann"
    assert refused(keeper.cashier(RegisterPatron, patron="ann")) == (Why.DUPLICATE_ID, None)
    assert keeper.replays()


@pytest.mark.clause(STAR, '1.1 "player card"')
@pytest.mark.parametrize("form", ["physical", "digital"])
@pytest.mark.parametrize("membership", ["club", "social"])
def test_a_card_is_physical_or_digital_and_goes_with_a_membership(form: str, membership: str) -> None:
    keeper = Keeper()
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    issued = only(
        keeper.cashier(IssueCard, patron="ann", number="17", form=form, membership=membership, **PIN), CardIssued
    )
    assert (issued.form, issued.membership, issued.clause) == (form, membership, CARD)
    assert only(shows(keeper, "17", "ann"), CardShown).patron == "ann"
    assert for_table(keeper.house, "17") == Card("17", "ann", valid=True)
    assert keeper.replays()


@pytest.mark.clause(STAR, '1.1 "player card"')
def test_a_new_card_ends_the_old_one() -> None:
    keeper = carded("ann")
    events = happened(keeper.cashier(IssueCard, patron="ann", number="18", **PIN))
    assert kinds(events) == ["CardEnded", "CardIssued"]
    assert only(events, CardEnded).number == "card of ann"
    assert refused(shows(keeper, "card of ann", "ann")) == (Why.NO_CARD, CARD)
    assert for_table(keeper.house, "card of ann") == Card("card of ann", "ann", valid=False)
    assert pin_of(keeper.house, "card of ann") == ""
    assert pin_of(keeper.house, "18") == FIRST
    happened(shows(keeper, "18", "ann"))
    assert keeper.replays()


def test_a_number_is_issued_once_ever() -> None:
    keeper = carded("ann", "bob")
    assert refused(keeper.cashier(IssueCard, patron="ann", number="card of bob", **PIN)) == (Why.DUPLICATE_ID, CARD)
    assert refused(keeper.cashier(IssueCard, patron="ann", number="card of ann", **PIN)) == (Why.DUPLICATE_ID, CARD)


def test_a_lost_card_ends_and_nobody_plays_until_there_is_another() -> None:
    keeper = carded("ann")
    assert only(keeper.cashier(EndCard, patron="ann", reason="lost"), CardEnded).reason == "lost"
    assert refused(keeper.cashier(EndCard, patron="ann", reason="lost")) == (Why.NO_CARD, CARD)
    assert refused(shows(keeper, "card of ann", "ann")) == (Why.NO_CARD, CARD)
    assert kinds(happened(keeper.cashier(IssueCard, patron="ann", number="18", **PIN))) == ["CardIssued"]
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.1", "9.1.1", "9.1.2")
def test_another_persons_card_is_refused_whatever_the_reason() -> None:
    keeper = carded("ann", "bob")
    assert refused(shows(keeper, "card of ann", "bob")) == (Why.NO_CARD, OWN)
    assert refused(keeper.patron("bob", ShowCard, card="card of ann", person="bob", place="table 7")) == (
        Why.NO_CARD,
        OWN,
    )
    assert refused(keeper.patron("bob", ShowCard, card="card of ann", person="ann", place="table 7")) == (
        Why.NOT_ALLOWED,
        None,
    )
    assert only(shows(keeper, "card of bob", "bob"), CardShown).patron == "bob"
    assert refused(shows(keeper, "card of nobody", "bob")) == (Why.NO_CARD, CARD)
    assert for_table(keeper.house, "card of nobody") is None


@pytest.mark.clause(STAR, "9.20", '1.1 "Proxy Betting"')
def test_a_helper_on_record_at_the_table_may_show_the_card_of_the_one_who_is_helped() -> None:
    keeper = carded("ann", "bob")
    shown = only(shows(keeper, "card of ann", "bob", helps=True), CardShown)
    assert (shown.patron, shown.person) == ("ann", "bob")
    says = keeper.patron("bob", ShowCard, card="card of ann", person="bob", place="table 7", helps=True)
    assert refused(says) == (Why.NOT_ALLOWED, "star-sicbo-2024 9.20")
    happened(keeper.supervisor(SuspendCard, patron="ann", reason="unpaid"))
    assert refused(shows(keeper, "card of ann", "bob", helps=True)) == (Why.NO_CARD, OWN)
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.1")
def test_nobody_plays_by_a_suspended_card_until_it_is_reinstated() -> None:
    keeper = carded("ann")
    suspended = only(keeper.supervisor(SuspendCard, patron="ann", reason="identity in doubt"), CardSuspended)
    assert suspended.reason == "identity in doubt"
    assert refused(shows(keeper, "card of ann", "ann")) == (Why.NO_CARD, OWN)
    assert for_table(keeper.house, "card of ann") == Card("card of ann", "ann", valid=False)
    assert refused(keeper.supervisor(SuspendCard, patron="ann", reason="again")) == (Why.ALREADY_DONE, OWN)
    assert refused(keeper.cashier(IssueCard, patron="ann", number="18", **PIN)) == (Why.NO_CARD, CARD)
    assert refused(keeper.cashier(EndCard, patron="ann", reason="handed back")) == (Why.MUST_STAY, CARD)
    assert refused(keeper.device(CheckPin, card="card of ann", matched=True)) == (Why.NO_CARD, OWN)
    again = only(keeper.supervisor(ReinstateCard, patron="ann", reason="passport seen"), CardReinstated)
    assert again.reason == "passport seen"
    assert refused(keeper.supervisor(ReinstateCard, patron="ann", reason="again")) == (Why.ALREADY_DONE, OWN)
    happened(shows(keeper, "card of ann", "ann"))
    assert keeper.replays()


def test_four_wrong_pins_leave_one_attempt_and_the_fifth_locks_the_card() -> None:
    keeper = carded("ann")
    assert misses(keeper, 4) == [["PinMissed"]] * 4
    happened(shows(keeper, "card of ann", "ann"))
    assert only(keeper.device(CheckPin, card="card of ann", matched=True), PinAccepted).patron == "ann"
    assert misses(keeper, 4) == [["PinMissed"]] * 4
    last = happened(keeper.device(CheckPin, card="card of ann", matched=False))
    assert kinds(last) == ["PinMissed", "CardLocked"]
    assert only(last, PinMissed).left == 0
    assert only(last, CardLocked).number == "card of ann"
    assert refused(keeper.device(CheckPin, card="card of ann", matched=True)) == (Why.NO_CARD, OWN)
    assert refused(shows(keeper, "card of ann", "ann")) == (Why.NO_CARD, OWN)
    assert keeper.replays()


def test_a_supervisor_unlocks_a_card_and_all_five_attempts_are_there_again() -> None:
    keeper = carded("ann")
    misses(keeper, 4)
    unlock = {"patron": "ann", "reason": "identity checked"}
    assert refused(keeper.supervisor(UnlockCard, **unlock)) == (Why.ALREADY_DONE, OWN)
    misses(keeper, 1)
    assert refused(keeper.cashier(SetPin, patron="ann", **PIN)) == (Why.NO_CARD, OWN)
    assert only(keeper.supervisor(UnlockCard, **unlock), CardUnlocked).reason == "identity checked"
    assert misses(keeper, 5) == [["PinMissed"]] * 4 + [["PinMissed", "CardLocked"]]
    assert keeper.replays()


def test_a_new_pin_has_a_reference_of_its_own_and_all_its_attempts() -> None:
    keeper = carded("ann")
    misses(keeper, 4)
    assert only(keeper.cashier(SetPin, patron="ann", pin_reference=OTHER), PinSet).pin_reference == OTHER
    assert pin_of(keeper.house, "card of ann") == OTHER
    assert misses(keeper, 4) == [["PinMissed"]] * 4
    assert kinds(happened(keeper.device(CheckPin, card="card of ann", matched=True))) == ["PinAccepted"]
    assert keeper.replays()


def test_cards_of_earlier_journals_which_held_a_hash_of_the_pin_have_none() -> None:
    """Whoever has a copy of such a journal can guess those PINs, so that each has to be set anew."""
    says = '"at":"2026-03-01T12:00:00Z","by":"cass","role":"cashier","cause":"1","clause":"","patron":"ann"'
    hashed = f'"number":"17","salt":"{"5a" * 16}","pin_hash":"{"a" * 64}"'
    house = House()
    for body in (
        f'{{"event":"patron-registered",{says}}}',
        f'{{"event":"card-issued",{says},{hashed},"form":"physical","membership":"club"}}',
        f'{{"event":"pin-set",{says},{hashed}}}',
    ):
        evolve(house, event_of(body.encode()))
    assert pin_of(house, "17") == ""
    assert for_table(house, "17") == Card("17", "ann", valid=True)
    assert "aaaa" not in str(house)


@pytest.mark.parametrize(
    "kind, fields",
    [
        (IssueCard, {"number": "1", **PIN}),
        (EndCard, {"reason": "lost"}),
        (SuspendCard, {"reason": "doubt"}),
        (ReinstateCard, {"reason": "none"}),
        (SetPin, PIN),
        (UnlockCard, {"reason": "none"}),
    ],
)
def test_the_house_does_nothing_for_someone_it_does_not_know(kind: type[Command], fields: dict[str, Any]) -> None:
    assert refused(Keeper().supervisor(kind, patron="nobody", **fields)) == (Why.UNKNOWN_PATRON, None)


@pytest.mark.parametrize("kind", [EndCard, SuspendCard, ReinstateCard, UnlockCard])
def test_without_a_card_there_is_nothing_to_end_suspend_or_unlock(kind: type[Command]) -> None:
    keeper = Keeper()
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    assert refused(keeper.supervisor(kind, patron="ann", reason="any")) == (Why.NO_CARD, CARD)


@pytest.mark.parametrize("kind", [SuspendCard, ReinstateCard, UnlockCard])
def test_a_cashier_suspends_and_unlocks_nothing(kind: type[Command]) -> None:
    assert refused(carded("ann").cashier(kind, patron="ann", reason="any")) == (Why.NOT_ALLOWED, None)


def test_something_that_befell_a_card_that_was_never_there_stops_the_reading() -> None:
    house = House()
    stamp: dict[str, Any] = {"at": NOON, "by": "cara", "role": "cashier", "cause": "c1", "clause": ""}
    evolve(house, PatronRegistered(patron="ann", **stamp))
    with pytest.raises(LookupError, match="ann has no card"):
        evolve(house, CardLocked(patron="ann", number="17", **stamp))


@pytest.mark.clause(STAR, "3.1", "9.1")
def test_a_suspension_stops_further_wagers_at_the_table_and_leaves_those_that_stand() -> None:
    keeper, table = carded("ann"), Croupier(STAR).opens().seats(ann=1)
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    happened(keeper.supervisor(SuspendCard, patron="ann", reason="doubt"))
    happened(table.staff(PresentCard, seat=1, card=for_table(keeper.house, "card of ann")))
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NO_CARD, "3.1")
    assert len(table.table.bets) == 1
    happened(keeper.supervisor(ReinstateCard, patron="ann", reason="settled"))
    happened(table.staff(PresentCard, seat=1, card=for_table(keeper.house, "card of ann")))
    happened(table.bets("ann", "small", 1_000))


# --- the policy


def test_the_operator_alone_switches_the_policy_and_not_to_what_it_is() -> None:
    keeper = Keeper()
    stricter = read("[play]\n[cash]\nday = '750.00'\n")
    assert refused(keeper.manager(SetPolicy, policy=stricter)) == (Why.NOT_ALLOWED, None)
    assert only(keeper.operator(SetPolicy, policy=stricter), PolicySet).policy == stricter
    assert keeper.house.policy.cash == CashPolicy(day=75_000)
    assert refused(keeper.operator(SetPolicy, policy=stricter)) == (Why.ALREADY_DONE, None)
    assert keeper.replays()


def test_the_policy_that_the_module_shows_is_the_one_with_every_part_switched_on() -> None:
    shown = (policy.__doc__ or "").partition("\n\n    ")[2]
    assert read(dedent(f"    {shown}")) == Policy(
        play=PlayPolicy(),
        cash=CashPolicy(),
        chips=ChipsPolicy(),
        reality_check=RealityPolicy(),
        identity=IdentityPolicy(),
        gates=GatePolicy(pin_above=50_000, picture_above=500_000),
        alerts=AlertPolicy(),
        ratings=RatingsPolicy(),
        roster=RosterPolicy(),
    )


def test_a_policy_asks_for_what_its_file_has_a_section_for() -> None:
    assert read("") == Policy() == Policy(play=None, cash=None, rollover=RolloverPolicy(minutes=30))
    assert read("[play]") == Policy(
        play=PlayPolicy(
            terminal_hours=3, table_hours=6, day_hours=12, week_hours=48, break_minutes=15, continuous="check"
        )
    )
    assert read("[cash]") == Policy(cash=CashPolicy(day=500_000))
    assert read("[chips]") == Policy(chips=ChipsPolicy(confirm_above=1_000_000))
    assert read("[chips]\nconfirm_above = '250.00'") == Policy(chips=ChipsPolicy(confirm_above=25_000))
    whole = read("[play]\ntable_hours = 4\ncontinuous = 'block'\n[rollover]\nminutes = 10")
    assert whole == Policy(play=PlayPolicy(table_hours=4, continuous="block"), rollover=RolloverPolicy(minutes=10))


@pytest.mark.parametrize(
    "text, said",
    [
        ("play", "this is not TOML"),
        ("x = " + "[" * 5_000, "nested too deep"),
        ("x = " + "9" * 5_000, "a number in it is too long"),
        ("[cash]\nday = 5000", "cash.day: an amount is a text"),
        ("[chips]\nconfirm_above = 10000", "chips.confirm_above: an amount is a text"),
        ("[cash]\nday = '5000.001'", "cash.day: an amount is dollars"),
        ("cash = 5", r"\$.cash"),
        ("[cash]\nweek = '1.00'", "week"),
        ("[play]\ntable_hours = 0", r"\$.play.table_hours"),
        ("[play]\nbreak_minutes = 1441", r"\$.play.break_minutes"),
        ("[play]\ncontinuous = 'warn'", r"\$.play.continuous"),
        ("[plays]", "plays"),
    ],
)
def test_a_mistake_in_the_policy_names_its_key(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read(text)
