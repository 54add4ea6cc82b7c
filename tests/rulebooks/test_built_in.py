"""What the six rulebooks say, held against the documents: roles in order, powers, limits, times, prices.

Each table here was written from a document, clause in hand, and not from the rulebook.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest

from dicehouse.games.colours import COLOURS, SYMBOLS
from dicehouse.money import odds
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.rulebook import Ban, Cited, NotifyRule, Power, Role, Time
from dicehouse.rulebooks.vocabulary import CONDUCT, EXCUSES, LIMITS, MATTERS, NOTICES, PEOPLE, POWERS, TIMES, UNITS
from dicehouse.wager import Decision, Result

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
CROWNS = ("crown-sicbo-a", "crown-sicbo-b")

# --- what a rulebook is

TITLES = {
    "star-sicbo-2024": ("star-sicbo-2024", "sicbo", "NSW Independent Casino Commission", 58),
    "star-sicbo-pre2024": ("star-sicbo-pre2024", "sicbo", "the Authority (not named in the document)", 58),
    "crown-sicbo-a": ("crown-sicbo", "sicbo", "Victorian Commission for Gambling and Liquor Regulation", 56),
    "crown-sicbo-b": ("crown-sicbo", "symbols", "Victorian Commission for Gambling and Liquor Regulation", 39),
    "aruze-sicbo": ("aruze-sicbo", "sicbo", "Independent Liquor and Gaming Authority", 50),
    "star-craps": ("star-craps", "craps", "Independent Liquor and Gaming Authority", 51),
}
EDITIONS = {
    "star-sicbo-2024": "in force with player cards from 19 August 2024",
    "star-sicbo-pre2024": "before player cards",
    "crown-sicbo-a": "version 6.1",
    "crown-sicbo-b": "version 6.1",
    "aruze-sicbo": "approved 2 June 2016",
    "star-craps": "approved 17 August 2016",
}


@pytest.mark.clause("star-sicbo-2024", '1.1 "NICC"')
@pytest.mark.clause("crown-sicbo", '1 "Crown"', '1 "VCGLR"', "2.1")
@pytest.mark.clause("aruze-sicbo", '1.1 "Authority"', "Order", "Order(1)")
@pytest.mark.clause("star-craps", "Order", "Order(1)")
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_rulebook_names_its_document_its_game_its_regulator_and_its_edition(name: str) -> None:
    book = load(name)
    assert (book.document, book.game.id, book.regulator, len(book.wagers)) == TITLES[name]
    assert book.edition == EDITIONS[name]


def test_there_are_six_and_in_this_order() -> None:
    assert tuple(TITLES) == BUILT_IN


@pytest.mark.clause("star-sicbo-2024", "3.3")
@pytest.mark.clause("star-sicbo-pre2024", "3.2")
@pytest.mark.clause("crown-sicbo", "3.6.1(i)", "3.6.1(j)", "3.6.1(k)")
@pytest.mark.parametrize(
    "name, optional",
    [
        ("star-sicbo-2024", {"odd", "even", "four", "streak"}),
        ("star-sicbo-pre2024", {"odd", "even", "four", "streak"}),
        ("crown-sicbo-a", {"odd", "even", "four"}),
        ("crown-sicbo-b", set()),
        ("aruze-sicbo", set()),
        ("star-craps", set()),
    ],
)
def test_a_house_may_leave_out_what_the_document_makes_optional(name: str, optional: set[str]) -> None:
    assert load(name).optional == optional


# --- roles, from the lowest

SIC_BO_ROLES = """
    Dealer            | 1.1 "dealer"            |
    Games supervisor  | 1.1 "games supervisor"  | casino-supervisor
    Casino supervisor | 1.1 "casino supervisor" |
    Casino operator   | {}                      |
"""
CROWN_ROLES = """
    Dealer                      | 1 "Dealer"                      |
    TG Higher Duties Dealer     | 1 "TG Higher Duties Dealer"     |
    TG Area Manager             | 1 "TG Area Manager"             |
    TG Assistant Casino Manager | 1 "TG Assistant Casino Manager" |
"""
ROLES = {
    "star-sicbo-2024": SIC_BO_ROLES.format("9.18"),
    "star-sicbo-pre2024": SIC_BO_ROLES.format("9.13"),
    "crown-sicbo-a": CROWN_ROLES,
    "crown-sicbo-b": CROWN_ROLES,
    "aruze-sicbo": """
    Electronic gaming host       | 8.15                               |
    Electronic gaming supervisor | 1.1 "electronic gaming supervisor" | assistant-gaming-manager
    Assistant Gaming Manager     | 1.1 "Assistant Gaming Manager"     |
    Casino operator              | 8.16                               |
    """,
    "star-craps": """
    Dealer                   | 1.1 "dealer"                   |
    Stickperson              | 1.1 "stickperson"              |
    Boxperson                | 1.1 "boxperson"                | gaming-supervisor casino-supervisor
    Gaming Supervisor        | 1.1 "Gaming Supervisor"        | casino-supervisor
    Casino supervisor        | 1.1 "casino supervisor"        |
    Assistant Gaming Manager | 1.1 "Assistant Gaming Manager" |
    Gaming Manager           | 1.1 "Gaming Manager"           |
    Casino operator          | 9.13                           |
    """,
}


def cells(table: str) -> Iterator[list[str]]:
    return ([cell.strip() for cell in line.split("|")] for line in table.strip().splitlines())


@pytest.mark.clause("star-sicbo-2024", '1.1 "dealer"', '1.1 "games supervisor"', '1.1 "casino supervisor"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "dealer"', '1.1 "games supervisor"', '1.1 "casino supervisor"')
@pytest.mark.clause("crown-sicbo", '1 "Dealer"', '1 "TG Higher Duties Dealer"', '1 "TG Area Manager"', "1.1")
@pytest.mark.clause("crown-sicbo", '1 "TG Assistant Casino Manager"')
@pytest.mark.clause("aruze-sicbo", '1.1 "electronic gaming supervisor"', '1.1 "Assistant Gaming Manager"')
@pytest.mark.clause("star-craps", '1.1 "dealer"', '1.1 "stickperson"', '1.1 "boxperson"', '1.1 "Gaming Supervisor"')
@pytest.mark.clause("star-craps", '1.1 "casino supervisor"', '1.1 "Assistant Gaming Manager"', '1.1 "Gaming Manager"')
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_roles_stand_in_the_order_of_their_rank(name: str) -> None:
    assert list(load(name).roles) == [
        Role(said.lower().replace(" ", "-"), said, clause, tuple(counts_as.split()))
        for said, clause, counts_as in cells(ROLES[name])
    ]


# --- powers: who is named, and by which clause

STAR_POWERS = """
    tumble                | dealer            | 5.1
    open_betting          | dealer            | 5.1
    close_betting         | dealer            | 5.2
    uncover               | dealer            | 5.2
    announce              | dealer            | 5.3
    enter_result          | dealer            | 5.4
    settle                | dealer            | 5.5
    call_no_result        | dealer            | 8.6
    rectify               | casino-supervisor | 8.8
    exchange_voucher      | dealer            | 1.1 "casino promotional voucher"
    change_limits         | casino-supervisor | 4.5
    set_personal_limits   | casino-supervisor | 4.6
    final_call            | dealer            | 6.6
    run_promotion         | casino-operator   | 10.1
    stop_draw             | casino-operator   | 10.12
"""
"""The two editions of The Star agree on these; sections 3 and 9 are numbered anew in the later one."""
CROWN_POWERS = """
    tumble                | dealer                      | 5.1.2
    open_betting          | dealer                      | 5.1.1
    close_betting         | dealer                      | 5.1.3
    uncover               | dealer                      | 5.1.4
    announce              | dealer                      | 5.1.5
    enter_result          | dealer                      | 5.1.5(a)
    settle                | dealer                      | 5.1.6
    demonstrate           | tg-area-manager             | 5.1.7
    call_no_result        | dealer                      | 7.1
    rectify               | tg-area-manager             | 7.4
    correct_payment       | tg-higher-duties-dealer     | 7.5
    accept_oral_wager     | dealer                      | 3.3
    exchange_voucher      | dealer                      | 3.3
    redeem_colours        | dealer                      | 3.1.2(c)
    verify_redemption     | tg-area-manager             | 3.1.2(c)(ii)
    share_colour          | dealer                      | 3.1.2(d)
    issue_colours         | dealer                      | 3.1.2(e)
    issue_several_colours | tg-higher-duties-dealer     | 3.1.2(f)
    change_limits         | tg-higher-duties-dealer     | 4.1 fn1 s66(2)
    set_personal_limits   | tg-higher-duties-dealer     | 4.3
    void_wagers           | tg-assistant-casino-manager | 9.2.1
    exclude_from_game     | tg-assistant-casino-manager | 9.2.2
    withhold_winnings     | tg-assistant-casino-manager | 9.2.3
    detain                | tg-assistant-casino-manager | 9.2.4
    invalidate_fraud      | tg-assistant-casino-manager | 9.3
    invalidate_disrupted  | tg-higher-duties-dealer     | 9.4
    close_table           | tg-higher-duties-dealer     | 9.8
    vacate_seat           | tg-higher-duties-dealer     | 9.9
    final_decision        | tg-area-manager             | 9.10
"""
WHO = {
    "star-sicbo-2024": STAR_POWERS
    + """
    redeem_colours        | dealer            | 3.7
    share_colour          | dealer            | 3.8
    issue_colours         | dealer            | 3.9
    issue_several_colours | casino-supervisor | 3.10
    accept_oral_wager     | dealer            | 3.12
    limit_players         | casino-supervisor | 3.15
    correct_payment       | games-supervisor  | 8.10.2
    return_invalid        | dealer            | 8.14
    log_assistance        | games-supervisor  | 1.1 "Proxy Betting"
    pause_player          | casino-supervisor | 9.4
    void_wagers           | casino-supervisor | 9.8.1
    exclude_from_game     | casino-supervisor | 9.8.2
    exclude_from_casino   | casino-supervisor | 9.8.3
    invalidate_disrupted  | casino-supervisor | 9.9.1
    invalidate_fraud      | casino-supervisor | 9.9.2
    forfeit_wager         | casino-supervisor | 9.10
    close_table           | casino-supervisor | 9.13
    vacate_seat           | games-supervisor  | 9.14
    refuse_wager          | casino-supervisor | 9.16
    decide_dispute        | games-supervisor  | 9.17
    review_dispute        | casino-supervisor | 9.17
    final_decision        | casino-operator   | 9.18
    """,
    "star-sicbo-pre2024": STAR_POWERS
    + """
    redeem_colours        | dealer            | 3.6
    share_colour          | dealer            | 3.7
    issue_colours         | dealer            | 3.8
    issue_several_colours | casino-supervisor | 3.9
    accept_oral_wager     | dealer            | 3.11
    correct_payment       | games-supervisor  | 5.5
    void_wagers           | casino-supervisor | 9.3.1
    exclude_from_game     | casino-supervisor | 9.3.2
    exclude_from_casino   | casino-supervisor | 9.3.3
    invalidate_disrupted  | casino-supervisor | 9.4.1
    invalidate_fraud      | casino-supervisor | 9.4.2
    forfeit_wager         | casino-supervisor | 9.5
    close_table           | casino-supervisor | 9.8
    vacate_seat           | games-supervisor  | 9.9
    refuse_wager          | casino-supervisor | 9.11
    decide_dispute        | games-supervisor  | 9.12
    review_dispute        | casino-supervisor | 9.12
    final_decision        | casino-operator   | 9.13
    """,
    "crown-sicbo-a": CROWN_POWERS,
    "crown-sicbo-b": CROWN_POWERS,
    "aruze-sicbo": """
    change_limits         | electronic-gaming-supervisor | 3.2
    adjust_jackpot        | electronic-gaming-supervisor | 4.1.4
    withhold_winnings     | casino-operator              | 5.2
    delay_payment         | casino-operator              | 5.3
    run_promotion         | casino-operator              | 6.1
    stop_draw             | casino-operator              | 6.12
    rebuild_wagers        | electronic-gaming-supervisor | 7.1
    adjust_credit         | electronic-gaming-supervisor | 7.1
    rectify               | electronic-gaming-supervisor | 7.1
    call_no_result        | electronic-gaming-supervisor | 7.4
    correct_payment       | casino-operator              | 7.5
    limit_terminals       | electronic-gaming-supervisor | 8.1
    close_table           | electronic-gaming-supervisor | 8.2
    void_wagers           | electronic-gaming-supervisor | 8.7.1
    exclude_from_game     | electronic-gaming-supervisor | 8.7.2
    exclude_from_casino   | electronic-gaming-supervisor | 8.7.3
    invalidate_disrupted  | electronic-gaming-supervisor | 8.8.1
    invalidate_fraud      | electronic-gaming-supervisor | 8.8.2
    forfeit_wager         | electronic-gaming-supervisor | 8.9
    vacate_seat           | electronic-gaming-supervisor | 8.14
    decide_dispute        | electronic-gaming-host       | 8.15
    review_dispute        | electronic-gaming-supervisor | 8.15
    final_decision        | casino-operator              | 8.16
    """,
    "star-craps": """
    exchange_voucher      | dealer            | 1.1 "casino promotional token"
    mark_throw            | stickperson       | 3.1
    offer_dice            | stickperson       | 3.2
    check_dice            | boxperson         | 3.5
    replace_dice          | boxperson         | 3.6
    order_pass            | boxperson         | 3.7.2
    throw_for_nobody      | stickperson       | 3.9
    announce              | stickperson       | 4.4.1
    enter_result          | stickperson       | 4.4.1
    judge_top_face        | boxperson         | 4.4.3
    settle                | dealer            | 4.5
    correct_payment       | boxperson         | 4.5
    call_no_result        | stickperson       | 5.1
    confirm_in_air        | dealer            | 6.3
    confirm_call          | dealer            | 6.6.1
    change_limits         | casino-supervisor | 7.5
    set_personal_limits   | casino-supervisor | 7.6
    void_wagers           | casino-supervisor | 9.3.1
    exclude_from_game     | casino-supervisor | 9.3.2
    exclude_from_casino   | casino-supervisor | 9.3.3
    detain                | casino-supervisor | 9.3.4
    invalidate_disrupted  | casino-supervisor | 9.4.1
    invalidate_fraud      | casino-supervisor | 9.4.2
    forfeit_wager         | casino-supervisor | 9.5
    close_table           | casino-supervisor | 9.8
    vacate_seat           | boxperson         | 9.9
    refuse_wager          | casino-supervisor | 9.11
    decide_dispute        | boxperson or gaming-supervisor | 9.12
    review_dispute        | casino-supervisor | 9.12
    final_decision        | casino-operator   | 9.13
    run_promotion         | casino-operator   | 10.1
    stop_draw             | casino-operator   | 10.12
    """,
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_power_is_given_to_whom_the_document_gives_it(name: str) -> None:
    rows = [row for row in cells(WHO[name]) if len(row) == 3]
    only = ONLY_THEY.get(name, {})
    assert load(name).powers == {
        power: Power(tuple(by.split(" or ")), clause, only.get(power, "")) for power, by, clause in rows
    }


STAR_TUMBLER = {"tumble": "5.6", "uncover": "5.6"}
CROWN_TUMBLER = {"tumble": "5.2", "enter_result": "5.2"}
ONLY_THEY = {
    "star-sicbo-2024": STAR_TUMBLER,
    "star-sicbo-pre2024": STAR_TUMBLER,
    "crown-sicbo-a": CROWN_TUMBLER,
    "crown-sicbo-b": CROWN_TUMBLER,
}
"""Where a document forbids everyone else to touch the tumbler, and Crown's to operate the control panel as well."""


FROM_THE_BOX = "boxperson gaming-supervisor casino-supervisor assistant-gaming-manager gaming-manager casino-operator"


@pytest.mark.clause("crown-sicbo", "1.1")
@pytest.mark.clause("star-craps", '1.1 "casino supervisor"')
@pytest.mark.parametrize(
    "name, power, who",
    [
        ("star-sicbo-2024", "tumble", "dealer games-supervisor casino-supervisor casino-operator"),
        ("star-sicbo-2024", "decide_dispute", "games-supervisor casino-supervisor casino-operator"),
        ("star-sicbo-2024", "refuse_wager", "games-supervisor casino-supervisor casino-operator"),
        ("star-sicbo-2024", "final_decision", "casino-operator"),
        ("crown-sicbo-a", "tumble", "dealer tg-higher-duties-dealer tg-area-manager tg-assistant-casino-manager"),
        ("crown-sicbo-a", "close_table", "tg-higher-duties-dealer tg-area-manager tg-assistant-casino-manager"),
        ("crown-sicbo-b", "demonstrate", "tg-area-manager tg-assistant-casino-manager"),
        ("crown-sicbo-b", "void_wagers", "tg-assistant-casino-manager"),
        (
            "aruze-sicbo",
            "decide_dispute",
            "electronic-gaming-host electronic-gaming-supervisor assistant-gaming-manager casino-operator",
        ),
        (
            "aruze-sicbo",
            "call_no_result",
            "electronic-gaming-supervisor assistant-gaming-manager casino-operator",
        ),
        ("aruze-sicbo", "withhold_winnings", "casino-operator"),
        ("star-craps", "announce", f"stickperson {FROM_THE_BOX}"),
        ("star-craps", "refuse_wager", FROM_THE_BOX),
        ("star-craps", "final_decision", "casino-operator"),
    ],
)
def test_a_power_is_held_by_these_and_no_others(name: str, power: str, who: str) -> None:
    book = load(name)
    assert [role.id for role in book.roles if book.may(role.id, power)] == who.split()


# --- limits and times

LIMITED = {
    "star-sicbo-2024": ("player_area_or_wager 4.1", "stands 4.2", "settled_at_maximum 4.3", "refused 4.1"),
    "star-sicbo-pre2024": ("player 4.1", "stands 4.2", "settled_at_maximum 4.3", "refused 4.1"),
    "crown-sicbo-a": (
        "wager 4.2",
        "stands_once_then_returned 4.2.1",
        "settled_at_maximum 4.2.2",
        "paid_up_to_chips 4.2.3",
    ),
    "crown-sicbo-b": (
        "wager 4.2",
        "stands_once_then_returned 4.2.1",
        "settled_at_maximum 4.2.2",
        "paid_up_to_chips 4.2.3",
    ),
    "aruze-sicbo": ('wager 1.1 "maximum bet"', 'refused 1.1 "minimum bet"', 'refused 1.1 "maximum bet"', "refused 3.2"),
    "star-craps": ("player 7.1", "stands 7.2", "settled_at_maximum 7.3", "refused 7.1"),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_limits_are_as_the_document_sets_them(name: str) -> None:
    said = (row.partition(" ") for row in LIMITED[name])
    assert load(name).limits == dict(zip(LIMITS, (Cited(value, clause) for value, _, clause in said), strict=True))


PROMOTED = {"promotion_terms": "24 hours 10.9", "winner_told": "2 days 10.8"}
CROWN_TIMES = {
    "raise_minimum": "20 minutes 4.1 fn1 s66(2)",
    "closing": "3 rounds 9.8",
    "abstaining": "3 rounds 9.9",
    "rectify": "5 minutes 7.4",
}
WHEN = {
    "star-sicbo-2024": {
        "tumbles": "3 times 5.1",
        "raise_minimum": "20 minutes 4.5",
        "closing": "20 minutes 9.13",
        "abstaining": "3 rounds 9.14",
        "compromised_draw": "48 hours 10.12",
    }
    | PROMOTED,
    "star-sicbo-pre2024": {
        "tumbles": "3 times 5.1",
        "raise_minimum": "20 minutes 4.5",
        "closing": "20 minutes 9.8",
        "abstaining": "3 rounds 9.9",
    }
    | PROMOTED,
    "crown-sicbo-a": CROWN_TIMES,
    "crown-sicbo-b": CROWN_TIMES,
    "aruze-sicbo": {
        "shoot": "10 seconds 3.10.3",
        "closing": "5 minutes 8.2",
        "promotion_terms": "24 hours 6.9",
        "winner_told": "2 days 6.8",
    },
    "star-craps": {"raise_minimum": "20 minutes 7.5", "closing": "20 minutes 9.8", "abstaining": "3 rounds 9.9"}
    | PROMOTED,
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_notices_and_times_are_as_the_document_sets_them(name: str) -> None:
    said = {key: text.split(" ", 2) for key, text in WHEN[name].items()}
    assert load(name).times == {key: Time(int(amount), unit, clause) for key, (amount, unit, clause) in said.items()}


DEVICE_POWERS = ("void_wagers", "exclude_from_game", "exclude_from_casino")
ANY_RULE = ("void_wagers", "exclude_from_game")
PUBLIC = ("player", "spectator")


def bans(device: tuple[str, str], coaching: str, advice: str, bets: str) -> dict[str, Ban]:
    """What every table with a dealer of The Star forbids."""
    return {
        "device": Ban(device[0], (), "on_duty", device[1], DEVICE_POWERS),
        "coaching": Ban(coaching, ("employee",), "compliance", coaching, ()),
        "advice": Ban(advice, PUBLIC, "asked", advice, ()),
        "private_bets": Ban(bets, PUBLIC, "", "", ()),
    }


CROWN_BANS = {
    "device": Ban("9.1", (), "", "", (*ANY_RULE, "withhold_winnings", "detain")),
    "tumbler": Ban("5.2", (), "", "", ANY_RULE),
    "coaching": Ban("9.6", ("employee",), "compliance", "9.6", ()),
    "advice": Ban("9.7", PUBLIC, "asked", "9.7", ANY_RULE),
    "private_bets": Ban("9.13", ("player",), "", "", ANY_RULE),
    "crime": Ban("9.2.4", (), "", "", (*ANY_RULE, "detain")),
    "other": Ban("9.2", ("player",), "", "", ANY_RULE),
}
BANNED = {
    "star-sicbo-2024": bans(("9.6", "9.7"), "9.11", "9.12", "9.15")
    | {"tumbler": Ban("5.6", (), "", "", ()), "proxy": Ban("9.20", (), "", "", ())},
    "star-sicbo-pre2024": bans(("9.1", "9.2"), "9.6", "9.7", "9.10") | {"tumbler": Ban("5.6", (), "", "", ())},
    "crown-sicbo-a": CROWN_BANS,
    "crown-sicbo-b": CROWN_BANS,
    "aruze-sicbo": {
        "unreported_fault": Ban("8.3", ("player",), "", "", DEVICE_POWERS),
        "tampering": Ban("8.4", (), "", "", DEVICE_POWERS),
        "device": Ban("8.5", (), "on_duty", "8.6", DEVICE_POWERS),
        "syndicate": Ban("8.10", (), "", "", DEVICE_POWERS, "", 3, '1.1 "syndicated play"'),
        "inducement": Ban("8.11", (), "", "", DEVICE_POWERS),
        "disturbance": Ban("8.12", (), "", "", DEVICE_POWERS),
        "private_bets": Ban("8.13", PUBLIC, "", "", ()),
        "refusing_to_vacate": Ban("8.14", (), "", "", DEVICE_POWERS, after="vacate_seat"),
    },
    "star-craps": bans(("9.1", "9.2"), "9.6", "9.7", "9.10")
    | {"device": Ban("9.1", (), "on_duty", "9.2", (*DEVICE_POWERS, "detain"))},
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_forbidden_is_as_the_document_says(name: str) -> None:
    assert load(name).conduct == BANNED[name]


TOLD = {
    "star-sicbo-2024": {"lights_failed": NotifyRule("inspector", "8.8")},
    "star-sicbo-pre2024": {"lights_failed": NotifyRule("inspector", "8.8")},
    "crown-sicbo-a": dict.fromkeys(("lights_failed", "malfunction"), NotifyRule("tg-area-manager", "7.4")),
    "crown-sicbo-b": dict.fromkeys(("lights_failed", "malfunction"), NotifyRule("tg-area-manager", "7.4")),
    "aruze-sicbo": {},
    "star-craps": {"detained": NotifyRule("inspector", "9.3.4")},
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_who_is_told_at_once_is_as_the_document_says(name: str) -> None:
    assert load(name).notices == TOLD[name]


CROWN_MATTERS = {
    "lights": "7.3", "refund": "9.5", "void_wager": "9.3", "complaint": "9.11", "investigation": "9.12",
    "rules": "9.14", "chips": "3.1", "equipment": "2.2.4(b)",
}  # fmt: skip
STREAK_MATTERS = {
    "streak_placed": "6.1", "streak_opens": "6.2", "streak_closing": "6.6", "streak_price": "6.7",
    "streak_lights": "8.7.1",
}  # fmt: skip
TREATED = {
    "star-sicbo-2024": {
        **STREAK_MATTERS,
        "lights": "8.7", "display": "8.9", "mispayment": "8.10", "suspected_intent": "8.11", "attempt": "8.12.1",
        "reimbursement": "8.12.1.1", "demand": "8.12.1.2", "payment_report": "8.13", "refund": "9.10",
        "absent_supervisor": "9.17", "complaint": "9.18", "rules": "9.19", "chips": "3.4",
        "cash_change": '1.1 "Cash Change"', "cashless": "2.7.3.1", "colour_change": '1.1 "Colour Change"',
        "equipment": "2.5", "invalid_covered": "8.14.1", "invalid_shown": "8.14.2", "invalid_settled": "8.14.3",
        "loss_exceeded": "8.15", "loss_reminder": "8.15.1", "loss_earlier": "8.15.2", "loss_limit_duties": "9.2",
        "declare_purchase": "9.2.1", "declare_chips": "9.2.2", "declare_leftover": "9.2.3", "directions": "9.2.4",
        "loss_limit": "9.3", "pause": "9.4",
    },
    "star-sicbo-pre2024": {
        **STREAK_MATTERS,
        "lights": "8.7", "display": "8.9", "refund": "9.5", "absent_supervisor": "9.12", "complaint": "9.13",
        "rules": "9.14", "chips": "3.3", "equipment": "2.5",
    },
    "crown-sicbo-a": CROWN_MATTERS,
    "crown-sicbo-b": CROWN_MATTERS,
    "aruze-sicbo": {
        "refund": "8.9", "recommendation": "8.7.3", "complaint": "8.16", "rules": "8.17", "equipment": "2.2",
        "shooter": "3.10", "shooter_in_turn": "3.10.1", "shooter_highest": "3.10.2", "automatic_shot": "3.10.4",
        "result": "3.11", "credits_fault": "7.2.1", "display_fault": "7.2.2", "doubted_terminal": "7.2.3",
        "void_wagers": "7.3", "terminal_wagers": "3.3", "credits": "3.4", "credits_notes": "3.4.1",
        "credits_jackpot": "3.4.3", "credits_transfer": "3.4.4", "credits_there": "3.7", "credits_collected": "3.8",
        "out_of_order": "7.1", "terminal_fault": "7.2", "server_fault": "7.6.1", "server_error": "7.6.1.1",
        "server_opinion": "7.6.1.2",
    },
    "star-craps": {
        "refund": "9.5", "complaint": "9.13", "rules": "9.14", "chips": "6.2", "equipment": "2.3",
        "accept_dice": "3.3", "dice_off": "3.4", "select_dice": "3.4.2", "dice_to_player": "3.5.1",
        "dice_to_bowl": "3.5.2", "dice_lost": "3.6", "pass_dice": "3.7", "seven_out": "3.7.1",
        "next_shooter": "3.8.1", "shooter_after": "3.8.2", "line_wager": "4.1", "throw": "4.2",
        "line_wager_kept": "4.3", "call_roll": "4.4.1", "leaning_die": "4.4.2", "come_out": '1.1 "come out roll"',
        "puck": "2.4.3", "oral_wager": "6.3", "reduced_dont": "6.5", "called_on": "6.6.1", "called_off": "6.6.2",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_lies_beside_the_round_is_where_the_document_treats_it(name: str) -> None:
    assert load(name).topics == TREATED[name]


def test_every_word_of_the_vocabulary_is_used_by_some_rulebook() -> None:
    books = [load(name) for name in BUILT_IN]
    assert {ban for book in books for ban in book.conduct} == set(CONDUCT)
    assert {who for book in books for ban in book.conduct.values() for who in ban.by} < set(PEOPLE)
    assert {ban.unless for book in books for ban in book.conduct.values()} == {"", *EXCUSES}
    assert {notice for book in books for notice in book.notices} == set(NOTICES)
    assert {matter for book in books for matter in book.topics} == set(MATTERS)
    assert {power for book in books for power in book.powers} == set(POWERS)
    assert {time for book in books for time in book.times} == set(TIMES)
    assert {time.unit for book in books for time in book.times.values()} == set(UNITS)
    assert all(set(book.limits) == set(LIMITS) for book in books)


STOPPING = {"crown-sicbo-a": {"tumbler malfunction"}, "crown-sicbo-b": {"tumbler malfunction"}}
"""Crown's 7.4 is of any malfunction; The Star's 8.8 is of the lights alone."""


@pytest.mark.clause("crown-sicbo", "7.4")
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_reason_that_is_a_malfunction_stops_play_where_the_document_says_so(name: str) -> None:
    assert load(name).no_result.malfunctions == STOPPING.get(name, set())


# --- rounds without a result, chips, calls, taking down

STAR_REASONS = {
    "cocked dice": "8.1",
    "tumbler malfunction": "8.2",
    "tumbled wrongly": "8.3",
    "dice exposed early": "8.3",
    "button not pressed": "8.4",
    "broken dice": "8.5",
    "broken tumbler": "8.5",
}
CROWN_REASONS = {"cocked dice": "7.1.1", "tumbler malfunction": "7.1.2", "dice exposed early": "7.1.3"}
RESULTLESS: dict[str, tuple[str, str, frozenset[str], Mapping[str, str]]] = {
    "star-sicbo-2024": ("no result", "8.6", frozenset({"streak"}), STAR_REASONS),
    "star-sicbo-pre2024": ("no result", "8.6", frozenset({"streak"}), STAR_REASONS),
    "crown-sicbo-a": ("no spin", "7.2", frozenset(), CROWN_REASONS),
    "crown-sicbo-b": ("no spin", "7.2", frozenset(), CROWN_REASONS),
    "aruze-sicbo": (
        "no result",
        "7.4",
        frozenset(),
        {"cocked dice": "7.4.1", "tumbler malfunction": "7.4.2", "server malfunction": "7.6"},
    ),
    "star-craps": (
        "no roll",
        "5.1",
        frozenset(),
        {
            "not thrown together": "5.2.1",
            "missed the end of the table": "5.2.2",
            "irregular throw": "5.2.3",
            "other irregularity": "5.2.4",
            "off the table": "5.3.1",
            "one on the other": "5.3.2",
            "on the float": "5.3.3",
            "in the bowl or on a rail": "5.3.4",
            "cocked dice": "5.3.5",
            "not thrown by the shooter": "5.3.6",
            "device or trick": "5.3.7",
            "dice not approved": "5.3.8",
        },
    ),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_round_without_a_result_is_called_and_reasoned_as_in_the_document(name: str) -> None:
    rule = load(name).no_result
    assert (rule.called, rule.clause, rule.holds, rule.reasons) == RESULTLESS[name]


@pytest.mark.parametrize(
    "name, chips, calls, removal",
    [
        ("star-sicbo-2024", "", "", "3.11"),
        ("star-sicbo-pre2024", "", "", "3.10"),
        ("crown-sicbo-a", "4.2.3", "", "3.2"),
        ("crown-sicbo-b", "4.2.3", "", "3.2"),
        ("aruze-sicbo", "", "", '1.1 "wagering period"'),
        ("star-craps", "6.7", "6.6", "6.4"),
    ],
)
def test_rounding_calls_and_taking_down_cite_their_clauses(name: str, chips: str, calls: str, removal: str) -> None:
    book = load(name)
    assert (book.chips_clause, book.calls_clause, book.removal_clause) == (chips, calls, removal)


# --- prices: the wagers, the odds, and the row of the document's own table

TOTALS = """
    total-4 total-17  | 62 to 1 | Total 4 or 17
    total-5 total-16  | 31 to 1 | Total 5 or 16
    total-6 total-15  | 18 to 1 | Total 6 or 15
    total-7 total-14  | 12 to 1 | Total 7 or 14
    total-8 total-13  |  8 to 1 | Total 8 or 13
    total-9 total-12  |  7 to 1 | Total 9 or 12
    total-10 total-11 |  6 to 1 | Total 10 or 11
"""
EACH = "1 2 3 4 5 6"
PAIRS = {low: " ".join(f"pair-{a}-{b}" for a, b in combinations(range(1, 7), 2) if a == low) for low in range(1, 6)}
TRIPLES, DOUBLES, SINGLES = (" ".join(f"{it}-{n}" for n in EACH.split()) for it in ("triple", "double", "single"))

STAR_PRICES = f"""
    small      |   1 to 1 | Small
    big        |   1 to 1 | Big
    odd        |   1 to 1 | Odd
    even       |   1 to 1 | Even
    {TRIPLES}  | 180 to 1 | Specific Triples
    {DOUBLES}  |  11 to 1 | Specific Doubles
    any-triple |  31 to 1 | Any Triple
    {TOTALS}
    four-1-2-3-4 | 7 to 1 | Four 1,2,3,4
    four-2-3-4-5 | 7 to 1 | Four 2,3,4,5
    four-2-3-5-6 | 7 to 1 | Four 2,3,5,6
    four-3-4-5-6 | 7 to 1 | Four 3,4,5,6
    {PAIRS[1]} | 6 to 1 | Combination 1&2-6
    {PAIRS[2]} | 6 to 1 | Combination 2&3-6
    {PAIRS[3]} | 6 to 1 | Combination 3&4-6
    {PAIRS[4]} | 6 to 1 | Combination 4&5-6
    {PAIRS[5]} | 6 to 1 | Combination 5&6
    {SINGLES}  |  1 to 1 | Single Die one
    {SINGLES}  |  2 to 1 | Single Die two
    {SINGLES}  | 12 to 1 | Single Die three
"""
STREAK_PRICES = "\n".join(
    f"streak-small-big streak-odd-even | {odds} to 1 | {length} in a row"
    for length, odds in zip(range(4, 13), (6, 10, 15, 20, 35, 50, 75, 100, 500), strict=True)
)
FISH = " ".join(f"symbol-{it}" for it in ("fish", "prawn", "gourd", "coin", "crab", "chicken"))
RED = " ".join(f"colour-{it}" for it in ("red", "green", "blue"))

PRICES = [
    ("star-sicbo-2024", "7.1", STAR_PRICES),
    ("star-sicbo-2024", "7.2", STREAK_PRICES),
    ("star-sicbo-pre2024", "7.1", STAR_PRICES),
    ("star-sicbo-pre2024", "7.2", STREAK_PRICES),
    (
        "crown-sicbo-a",
        "6.1",
        f"""
    small      |   1 to 1 | Small
    big        |   1 to 1 | Big
    {TRIPLES}  | 180 to 1 | Specific Triples
    {DOUBLES}  |  11 to 1 | Specific Doubles
    any-triple |  31 to 1 | Any Triple
    {TOTALS}
    {" ".join(PAIRS.values())} | 6 to 1 | Two Dice Combinations
    {SINGLES}  |   1 to 1 | Single Die one
    {SINGLES}  |   2 to 1 | Single Die two
    {SINGLES}  |  12 to 1 | Single Die three
    even       |   1 to 1 | Even
    odd        |   1 to 1 | Odd
    four-3-4-5-6 four-2-3-5-6 four-2-3-4-5 four-1-2-3-4 | 7 to 1 | 3 of 4 Dice
    """,
    ),
    (
        "crown-sicbo-b",
        "6.2",
        f"""
    small             |   1 to 1 | Small
    big               |   1 to 1 | Big
    {FISH.replace("symbol", "symbol-triple")} | 180 to 1 | Specific Symbol Triples
    {RED.replace("colour", "colour-triple")}  |  23 to 1 | Specific Colour Triples
    any-symbol-triple |  31 to 1 | Any Symbol Triple
    any-colour-triple |   7 to 1 | Any Colour Triple
    {RED.replace("colour", "colour-double")}  |   3 to 1 | Specific Colour Double
    {RED}             |   1 to 1 | Single Colour
    {TOTALS}
    {FISH}            |   1 to 1 | Single Symbol one
    {FISH}            |   2 to 1 | Single Symbol two
    {FISH}            |  12 to 1 | Single Symbol three
    """,
    ),
    (
        "aruze-sicbo",
        "3.9.10",
        f"""
    small      |   1 to 1 | Small
    big        |   1 to 1 | Big
    {SINGLES}  |   1 to 1 | Any Number 1
    {SINGLES}  |   2 to 1 | Any Number 2
    {SINGLES}  |  12 to 1 | Any Number 3
    {TRIPLES}  | 190 to 1 | Triple
    any-triple |  31 to 1 | Any Triple
    {DOUBLES}  |  12 to 1 | Double
    {" ".join(PAIRS.values())} | 6 to 1 | Two Dice Combination
    total-4    |  62 to 1 | Total 4
    total-5    |  31 to 1 | Total 5
    total-6    |  18 to 1 | Total 6
    total-7    |  12 to 1 | Total 7
    total-8    |   8 to 1 | Total 8
    total-9    |   7 to 1 | Total 9
    total-10   |   6 to 1 | Total 10
    total-11   |   6 to 1 | Total 11
    total-12   |   7 to 1 | Total 12
    total-13   |   8 to 1 | Total 13
    total-14   |  12 to 1 | Total 14
    total-15   |  18 to 1 | Total 15
    total-16   |  31 to 1 | Total 16
    total-17   |  62 to 1 | Total 17
    """,
    ),
    (
        "star-craps",
        "8.1",
        """
    win-line         | 1 to 1    | Win Line
    dont-win         | 1 to 1    | Don't Win
    come             | 1 to 1    | Come
    dont-come        | 1 to 1    | Don't Come
    behind-win-line  | 6 to 5    | Behind the Win Line 6/8
    behind-win-line  | 3 to 2    | Behind the Win Line 5/9
    behind-win-line  | 2 to 1    | Behind the Win Line 4/10
    behind-dont-win  | 5 to 6    | Behind the Don't Win 6/8
    behind-dont-win  | 2 to 3    | Behind the Don't Win 5/9
    behind-dont-win  | 1 to 2    | Behind the Don't Win 4/10
    behind-come      | 6 to 5    | Behind the Come 6/8
    behind-come      | 3 to 2    | Behind the Come 5/9
    behind-come      | 2 to 1    | Behind the Come 4/10
    behind-dont-come | 5 to 6    | Behind the Don't Come 6/8
    behind-dont-come | 2 to 3    | Behind the Don't Come 5/9
    behind-dont-come | 1 to 2    | Behind the Don't Come 4/10
    hard-4           | 7.5 to 1  | Hardway 4
    hard-6           | 9.5 to 1  | Hardway 6
    hard-8           | 9.5 to 1  | Hardway 8
    hard-10          | 7.5 to 1  | Hardway 10
    place-win-4      | 9 to 5    | Place to Win 4
    place-win-5      | 7 to 5    | Place to Win 5
    place-win-6      | 7 to 6    | Place to Win 6
    place-win-8      | 7 to 6    | Place to Win 8
    place-win-9      | 7 to 5    | Place to Win 9
    place-win-10     | 9 to 5    | Place to Win 10
    place-lose-4     | 5 to 11   | Place to Lose 4
    place-lose-5     | 5 to 8    | Place to Lose 5
    place-lose-6     | 4 to 5    | Place to Lose 6
    place-lose-8     | 4 to 5    | Place to Lose 8
    place-lose-9     | 5 to 8    | Place to Lose 9
    place-lose-10    | 5 to 11   | Place to Lose 10
    any-craps        | 7.5 to 1  | Any Craps
    craps-2 horn horn-high-2 horn-high-3 horn-high-11 horn-high-12  | 33 to 1 | Craps Two
    craps-3 horn horn-high-2 horn-high-3 horn-high-11 horn-high-12  | 16 to 1 | Craps Three
    craps-12 horn horn-high-2 horn-high-3 horn-high-11 horn-high-12 | 33 to 1 | Craps Twelve
    eleven horn horn-high-2 horn-high-3 horn-high-11 horn-high-12   | 16 to 1 | Eleven
    any-seven        | 4 to 1    | Any Seven
    field            | 1 to 1    | Field 3,4,9,10,11
    field            | 2 to 1    | Field 2,12
    big-6            | 1 to 1    | Big 6
    big-8            | 1 to 1    | Big 8
    crap-eleven      | 7.5 to 1  | Crap-Eleven 2,3,12
    crap-eleven      | 16 to 1   | Crap-Eleven 11
    buy-4            | 2 to 1    | Buy 4
    buy-5            | 3 to 2    | Buy 5
    buy-6            | 6 to 5    | Buy 6
    buy-8            | 6 to 5    | Buy 8
    buy-9            | 3 to 2    | Buy 9
    buy-10           | 2 to 1    | Buy 10
    lay-4            | 1 to 2    | Lay 4
    lay-5            | 2 to 3    | Lay 5
    lay-6            | 5 to 6    | Lay 6
    lay-8            | 5 to 6    | Lay 8
    lay-9            | 2 to 3    | Lay 9
    lay-10           | 1 to 2    | Lay 10
    """,
    ),
]


def priced(name: str) -> Iterator[tuple[list[str], str, str]]:
    """The wagers, the odds and the clause of each row of a rulebook's tables of odds."""
    for book, table, rows in PRICES:
        if book == name:
            for row in cells(rows):
                if len(row) == 3:
                    yield row[0].split(), row[1], f"{table}[{row[2]}]"


CASES = [
    pytest.param(name, wagers, price, clause, id=f"{name} {clause}", marks=pytest.mark.clause(TITLES[name][0], clause))
    for name in BUILT_IN
    for wagers, price, clause in priced(name)
]


def paid_by(name: str, wager: str) -> dict[str, str]:
    """The odds a wager is paid at, by the clause that prints them."""
    steps = [step for row in load(name).wagers[wager].rules.steps for step in row if isinstance(step, Decision)]
    wins = [step for step in steps if step.result is Result.WIN]
    return {step.clauses[-1]: step.label.removeprefix("win ").partition(" on ")[0] for step in wins}


@pytest.mark.parametrize("name, wagers, price, clause", CASES)
def test_a_wager_is_paid_at_the_odds_that_the_document_prints(
    name: str, wagers: list[str], price: str, clause: str
) -> None:
    assert [paid_by(name, wager)[clause] for wager in wagers] == [str(odds(price))] * len(wagers)


@pytest.mark.clause("star-sicbo-2024", "7.1", "7.2", "3.2")
@pytest.mark.clause("star-sicbo-pre2024", "7.1", "7.2", "3.1")
@pytest.mark.clause("crown-sicbo", "6.1", "6.2", "3.6.1", "3.6.2")
@pytest.mark.clause("aruze-sicbo", "3.9", "3.9.10")
@pytest.mark.clause("star-craps", "8.1", "6.1")
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_wager_is_priced_by_the_document_and_at_no_other_odds(name: str) -> None:
    rows: dict[str, set[str]] = {}
    for wagers, _, clause in priced(name):
        for wager in wagers:
            rows.setdefault(wager, set()).add(clause)
    assert {id: set(paid_by(name, id)) for id in load(name).wagers} == rows


@pytest.mark.clause("star-sicbo-2024", "7.2[1 in a row]", "7.2[2 in a row]", "7.2[3 in a row]")
@pytest.mark.clause("star-sicbo-pre2024", "7.2[1 in a row]", "7.2[2 in a row]", "7.2[3 in a row]")
@pytest.mark.parametrize("name", STARS)
def test_a_run_of_three_or_fewer_has_no_price(name: str) -> None:
    assert not {f"7.2[{length} in a row]" for length in (1, 2, 3)} & set(paid_by(name, "streak-small-big"))


@pytest.mark.clause("crown-sicbo", "2.2.5(b)(i)", "2.2.5(b)(ii)")
def test_the_symbols_stand_for_these_values_and_colours() -> None:
    assert SYMBOLS == ("fish", "prawn", "gourd", "coin", "crab", "chicken")
    assert COLOURS == {"red": (1, 6), "green": (2, 5), "blue": (3, 4)}
    assert load("crown-sicbo-b").game.faces == SYMBOLS
    assert load("crown-sicbo-a").game.faces == ("1", "2", "3", "4", "5", "6")
