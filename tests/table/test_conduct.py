"""What people may not do at a table, and what may be done to whoever did it."""

from pathlib import Path
from typing import Any, get_args

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.vocabulary import CONDUCT, EXCUSES, PEOPLE
from dicehouse.table import new_table
from dicehouse.table.conduct import (
    CloseContravention,
    ContraventionClosed,
    ContraventionRecorded,
    DetainPerson,
    ExcludePerson,
    ExclusionRecommended,
    Excuse,
    PersonDetained,
    PersonExcluded,
    PersonsWagersVoided,
    RecordContravention,
    VoidPersonsWagers,
    Who,
)
from dicehouse.table.dealt import Tumble
from dicehouse.table.dealt_result import Settle
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import Command
from dicehouse.table.people import LeaveSeat, RequireVacate, TakeSeat
from dicehouse.table.settlement import WagersForfeited, WagersTakenBack
from dicehouse.table.withheld_winnings import ReleaseWinnings, WinningsReleased, WinningsWithheld, WithholdWinnings
from tests.croupier import Croupier, happened, kinds, only, refused

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}


TOGETHER: dict[str, Any] = {"members": ("cas", "dee")}
"""It takes three to make a syndicate."""


def document(book: str) -> str:
    return load(book).document


def at_work(book: str, readings: dict[str, str] | None = None) -> Croupier:
    return Croupier(book, readings).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1, bob=2)


def caught(table: Croupier, kind: str = "device", person: str = "ann", who: str = "player", **more: Any) -> str:
    """The id of a contravention that was recorded; whoever stays was told to go."""
    if kind == "refusing_to_vacate":
        happened(table.staff(RequireVacate, person=person))
    more = {**(TOGETHER if kind == "syndicate" else {}), **more}
    answer = table.staff(RecordContravention, offence=kind, person=person, who=who, what="seen on camera", **more)
    return str(only(answer, ContraventionRecorded).breach.id)


# --- what is forbidden

FORBIDDEN = {
    "star-sicbo-2024": {
        "device": "9.6", "tumbler": "5.6", "coaching": "9.11", "advice": "9.12", "private_bets": "9.15",
        "proxy": "9.20",
    },
    "star-sicbo-pre2024": {
        "device": "9.1", "tumbler": "5.6", "coaching": "9.6", "advice": "9.7", "private_bets": "9.10",
    },
    "crown-sicbo-a": {
        "device": "9.1", "tumbler": "5.2", "coaching": "9.6", "advice": "9.7", "private_bets": "9.13",
        "crime": "9.2.4", "other": "9.2",
    },
    "aruze-sicbo": {
        "unreported_fault": "8.3", "tampering": "8.4", "device": "8.5", "syndicate": "8.10", "inducement": "8.11",
        "disturbance": "8.12", "private_bets": "8.13", "refusing_to_vacate": "8.14",
    },
    "star-craps": {"device": "9.1", "coaching": "9.6", "advice": "9.7", "private_bets": "9.10"},
}  # fmt: skip
FORBIDDEN["crown-sicbo-b"] = FORBIDDEN["crown-sicbo-a"]


@pytest.mark.parametrize(
    "book, kind, clause",
    [
        pytest.param(book, kind, clause, marks=pytest.mark.clause(document(book), clause))
        for book, kinds_ in FORBIDDEN.items()
        for kind, clause in kinds_.items()
    ],
)
def test_what_the_document_forbids_is_recorded_with_its_clause(book: str, kind: str, clause: str) -> None:
    table = at_work(book)
    who = "employee" if kind == "coaching" else "player"
    if kind == "refusing_to_vacate":
        happened(table.staff(RequireVacate, person="max"))
    recorded = only(
        table.staff(
            RecordContravention,
            offence=kind,
            person="max",
            who=who,
            what="seen on camera",
            **(TOGETHER if kind == "syndicate" else {}),
        ),
        ContraventionRecorded,
    )
    assert (recorded.clause, recorded.breach.clause, recorded.breach.person) == (clause, clause, "max")
    assert recorded.what == "seen on camera"
    assert list(table.table.breaches) == [recorded.breach.id]
    assert refused(table.player("bob", RecordContravention, offence=kind, person="max", who=who, what="x"))[0] is (
        Why.NOT_ALLOWED
    )
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "8.14", "8.7.2")
def test_nobody_is_sanctioned_for_staying_without_a_direction_to_vacate() -> None:
    table = at_work("aruze-sicbo")

    def stays(person: str) -> Any:
        return table.staff(RecordContravention, offence="refusing_to_vacate", person=person, who="player", what="sits")

    assert refused(stays("ann")) == (Why.NOT_YET, "8.14")
    happened(table.staff(RequireVacate, seat=2))
    assert refused(stays("ann")) == (Why.NOT_YET, "8.14"), "bob was told to, and ann was not"
    happened(table.staff(ExcludePerson, breach=only(stays("bob"), ContraventionRecorded).breach.id, reason="sits"))
    happened(table.staff(RequireVacate, seat=1))
    happened(table.player("ann", LeaveSeat, seat=1))
    assert refused(stays("ann")) == (Why.NOT_YET, "8.14"), "ann has left, as she was told to"
    happened(table.staff(RequireVacate, person="cy"))
    happened(stays("cy")), "8.14.2: beside a terminal"
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "8.14", "8.1")
def test_a_direction_holds_until_the_last_terminal_of_those_directed_is_left() -> None:
    table = at_work("aruze-sicbo")
    happened(table.player("ann", TakeSeat, seat=3))
    for seat in (1, 3):
        happened(table.staff(RequireVacate, seat=seat))
    happened(table.player("ann", LeaveSeat, seat=1))
    said = {"offence": "refusing_to_vacate", "person": "ann", "who": "player", "what": "sits"}
    happened(table.staff(RecordContravention, **said))
    happened(table.player("ann", LeaveSeat, seat=3))
    assert refused(table.staff(RecordContravention, **said)) == (Why.NOT_YET, "8.14")
    assert table.replays()


def test_a_contravention_has_an_id_of_its_own() -> None:
    table = at_work("star-sicbo-2024")
    caught(table, id="b1")
    answer = table.staff(RecordContravention, id="b1", offence="proxy", person="bob", who="player", what="x")
    assert refused(answer) == (Why.DUPLICATE_ID, "9.20")


@pytest.mark.parametrize("book", BUILT_IN)
def test_nothing_else_is_forbidden(book: str) -> None:
    table = at_work(book)
    assert set(table.book.conduct) == set(FORBIDDEN[book])
    for kind in {*CONDUCT, "dancing"} - set(FORBIDDEN[book]):
        answer = table.staff(RecordContravention, offence=kind, person="ann", who="player", what="x")
        assert refused(answer) == (Why.NOT_HERE, None)


def test_a_contravention_says_who_and_why_in_the_words_of_the_rulebooks() -> None:
    assert get_args(Who) == PEOPLE
    assert get_args(Excuse) == ("", *EXCUSES)


EXEMPT = {
    "star-sicbo-2024": "9.7",
    "star-sicbo-pre2024": "9.2",
    "aruze-sicbo": "8.6",
    "star-craps": "9.2",
}


@pytest.mark.parametrize(
    "book, clause", [pytest.param(*it, marks=pytest.mark.clause(it[0], it[1])) for it in EXEMPT.items()]
)
def test_devices_of_staff_and_inspectors_on_duty_are_no_breach(book: str, clause: str) -> None:
    table = at_work(book)
    said = {"offence": "device", "person": "eve", "what": "a tablet"}
    for who in ("employee", "inspector"):
        answer = table.staff(RecordContravention, who=who, excuse="on_duty", **said)
        assert refused(answer) == (Why.NOT_ELIGIBLE, clause)
        happened(table.staff(RecordContravention, who=who, **said))
    for who in ("player", "spectator"):
        happened(table.staff(RecordContravention, who=who, excuse="on_duty", **said))


@pytest.mark.clause("crown-sicbo", "9.1")
def test_crown_exempts_nobody_from_the_rule_on_devices() -> None:
    caught(at_work("crown-sicbo-a"), "device", "eve", "employee", excuse="on_duty")


COACHED = {"star-sicbo-2024": "9.11", "star-sicbo-pre2024": "9.6", "crown-sicbo-a": "9.6", "star-craps": "9.6"}
ADVISED = {"star-sicbo-2024": "9.12", "star-sicbo-pre2024": "9.7", "crown-sicbo-a": "9.7", "star-craps": "9.7"}


@pytest.mark.parametrize(
    "book, clause", [pytest.param(*it, marks=pytest.mark.clause(document(it[0]), it[1])) for it in COACHED.items()]
)
def test_staff_may_advise_only_to_see_that_the_rules_are_kept(book: str, clause: str) -> None:
    table = at_work(book)
    said = {"offence": "coaching", "person": "eve", "what": "back the odds"}
    answer = table.staff(RecordContravention, who="employee", excuse="compliance", **said)
    assert refused(answer) == (Why.NOT_ELIGIBLE, clause)
    assert refused(table.staff(RecordContravention, who="player", **said)) == (Why.NOT_ELIGIBLE, clause)
    happened(table.staff(RecordContravention, who="employee", excuse="asked", **said))


@pytest.mark.parametrize(
    "book, clause", [pytest.param(*it, marks=pytest.mark.clause(document(it[0]), it[1])) for it in ADVISED.items()]
)
def test_advice_that_a_player_asked_for_is_no_breach(book: str, clause: str) -> None:
    table = at_work(book)
    said = {"offence": "advice", "person": "sam", "what": "go big"}
    for who in ("player", "spectator"):
        answer = table.staff(RecordContravention, who=who, excuse="asked", **said)
        assert refused(answer) == (Why.NOT_ELIGIBLE, clause)
        happened(table.staff(RecordContravention, who=who, **said))
    assert refused(table.staff(RecordContravention, who="employee", **said)) == (Why.NOT_ELIGIBLE, clause)


@pytest.mark.clause("crown-sicbo", "9.13")
@pytest.mark.clause("star-craps", "9.10")
def test_side_bets_bind_players_at_crown_and_onlookers_too_elsewhere() -> None:
    said = {"offence": "private_bets", "person": "sam", "who": "spectator", "what": "a side bet"}
    assert refused(at_work("crown-sicbo-a").staff(RecordContravention, **said)) == (Why.NOT_ELIGIBLE, "9.13")
    happened(at_work("star-craps").staff(RecordContravention, **said))


@pytest.mark.clause("star-sicbo-2024", "5.6")
@pytest.mark.clause("star-sicbo-pre2024", "5.6")
@pytest.mark.clause("crown-sicbo", "5.2")
@pytest.mark.parametrize("book", [*STARS, "crown-sicbo-a", "crown-sicbo-b"])
def test_nobody_but_staff_works_the_tumbler(book: str) -> None:
    table = at_work(book)
    assert refused(table.player("ann", Tumble, times=3))[0] is Why.NOT_ALLOWED
    assert caught(table, "tumbler") in table.table.breaches


# --- the powers over a person in breach: which breach gives which

POWERS = {
    "star-sicbo-2024": {"void_wagers": "9.8.1", "exclude_from_game": "9.8.2", "exclude_from_casino": "9.8.3"},
    "star-sicbo-pre2024": {"void_wagers": "9.3.1", "exclude_from_game": "9.3.2", "exclude_from_casino": "9.3.3"},
    "crown-sicbo-a": {
        "void_wagers": "9.2.1", "exclude_from_game": "9.2.2", "withhold_winnings": "9.2.3", "detain": "9.2.4",
    },
    "aruze-sicbo": {"void_wagers": "8.7.1", "exclude_from_game": "8.7.2", "exclude_from_casino": "8.7.3"},
    "star-craps": {
        "void_wagers": "9.3.1", "exclude_from_game": "9.3.2", "exclude_from_casino": "9.3.3", "detain": "9.3.4",
    },
}  # fmt: skip
POWERS["crown-sicbo-b"] = POWERS["crown-sicbo-a"]
GIVES = {
    "star-sicbo-2024": {"device"},
    "star-sicbo-pre2024": {"device"},
    "crown-sicbo-a": {"device", "tumbler", "advice", "private_bets", "crime", "other"},
    "aruze-sicbo": set(FORBIDDEN["aruze-sicbo"]) - {"private_bets"},
    "star-craps": {"device"},
}
GIVES["crown-sicbo-b"] = GIVES["crown-sicbo-a"]
ONLY_FOR = {"withhold_winnings": {"device"}, "detain": {"device", "crime"}}
BOTH_SIDES = {
    "star-sicbo-2024": "9.8", "star-sicbo-pre2024": "9.3", "crown-sicbo-a": "9.2", "crown-sicbo-b": "9.2",
    "aruze-sicbo": "8.7", "star-craps": "9.3",
}  # fmt: skip


def uses(table: Croupier, power: str, breach: str) -> Any:
    """Someone of the highest rank uses a power over a person in breach."""
    said: dict[str, Any] = {"breach": breach, "reason": "as seen"}
    if power.startswith("exclude"):
        return table.staff(ExcludePerson, out_of=power.removeprefix("exclude_from_"), **said)
    orders: dict[str, type[Command]] = {
        "void_wagers": VoidPersonsWagers,
        "withhold_winnings": WithholdWinnings,
        "detain": DetainPerson,
    }
    return table.staff(orders[power], **said)


@pytest.mark.parametrize(
    "book",
    [pytest.param(it, marks=pytest.mark.clause(document(it), BOTH_SIDES[it], *POWERS[it].values())) for it in BUILT_IN],
)
def test_each_power_follows_only_from_the_breaches_that_the_document_names(book: str) -> None:
    for kind in FORBIDDEN[book]:
        for power, clause in POWERS[book].items():
            table = at_work(book)
            if table.book.id != "aruze-sicbo" and "tumble" in table.book.powers:
                table.invites()
            happened(table.bets("ann", next(iter(table.book.wagers)), 1_000))
            breach = caught(table, kind, who="employee" if kind == "coaching" else "player")
            answer = uses(table, power, breach)
            if kind in GIVES[book] and kind in ONLY_FOR.get(power, {kind}):
                assert happened(answer)[0].clause == clause
            else:
                assert refused(answer) == (Why.NOT_ELIGIBLE, clause)
            assert table.replays()


@pytest.mark.parametrize(
    "book, role",
    [
        ("star-sicbo-2024", "dealer"),
        ("star-sicbo-pre2024", "dealer"),
        ("crown-sicbo-a", "tg-area-manager"),
        ("crown-sicbo-b", "tg-area-manager"),
        ("aruze-sicbo", "electronic-gaming-host"),
        ("star-craps", "stickperson"),
    ],
)
def test_a_rank_below_the_one_that_is_named_has_no_power_over_anyone(book: str, role: str) -> None:
    table = at_work(book)
    breach = caught(table)
    for power, clause in POWERS[book].items():
        said: dict[str, Any] = {"breach": breach, "reason": "as seen"}
        kind: type[Any] = {"void_wagers": VoidPersonsWagers, "withhold_winnings": WithholdWinnings}.get(
            power, DetainPerson
        )
        if power.startswith("exclude"):
            kind, said = ExcludePerson, said | {"out_of": power.removeprefix("exclude_from_")}
        assert refused(table.does(kind, "lou", role, **said)) == (Why.NOT_ALLOWED, clause)


def test_a_power_that_a_document_does_not_give_is_nobodys() -> None:
    table = at_work("crown-sicbo-a")
    breach = caught(table)
    answer = table.staff(ExcludePerson, breach=breach, reason="x", out_of="casino")
    assert refused(answer) == (Why.NOT_HERE, "9.2.2"), "from the game, it says"
    table = at_work("star-sicbo-2024")
    breach = caught(table)
    assert refused(table.staff(DetainPerson, breach=breach, reason="x"))[0] is Why.NOT_HERE
    assert refused(table.staff(WithholdWinnings, breach=breach, reason="x"))[0] is Why.NOT_HERE


def test_there_is_no_power_over_anyone_without_a_contravention_on_record() -> None:
    table = at_work("crown-sicbo-a")
    for power, clause in POWERS["crown-sicbo-a"].items():
        assert refused(uses(table, power, "b9")) == (Why.UNKNOWN_ID, clause)


@pytest.mark.clause("aruze-sicbo", "8.7", "8.13")
def test_side_bets_at_terminals_have_no_sanction() -> None:
    table = at_work("aruze-sicbo")
    answer = table.staff(ExcludePerson, breach=caught(table, "private_bets"), reason="x")
    assert refused(answer) == (Why.NOT_ELIGIBLE, "8.7.2")


# --- void wagers


@pytest.mark.clause("star-sicbo-2024", "9.8.1")
@pytest.mark.clause("star-sicbo-pre2024", "9.3.1")
@pytest.mark.clause("crown-sicbo", "9.2.1")
@pytest.mark.parametrize("book", [*STARS, "crown-sicbo-a", "crown-sicbo-b"])
def test_the_stakes_of_a_person_whose_wagers_are_void_go_back(book: str) -> None:
    table = at_work(book).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("ann", "total-8", 500))
    happened(table.bets("bob", "small", 500))
    table.calls(1, 2, 5)
    answer = table.staff(VoidPersonsWagers, breach=caught(table), reason="a counter in hand")
    assert kinds(happened(answer)) == ["PersonsWagersVoided", "WagersTakenBack"]
    assert only(answer, PersonsWagersVoided).reason == "a counter in hand"
    assert {it.wager for it in only(answer, WagersTakenBack).settled} == {"small", "total-8"}
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 100_500)
    again = table.staff(VoidPersonsWagers, breach=caught(table), reason="x")
    assert refused(again) == (Why.ALREADY_DONE, POWERS[book]["void_wagers"])
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "9.8.1", "9.10")
@pytest.mark.clause("star-sicbo-pre2024", "9.3.1", "9.5")
@pytest.mark.parametrize("streaks, rack", [("returned", 100_000), ("forfeited", 99_000)])
@pytest.mark.parametrize("book", STARS)
def test_a_live_streak_of_the_person_ends_returned_or_forfeited_as_decided(book: str, streaks: str, rack: int) -> None:
    table = at_work(book)
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.invites()
    happened(table.bets("ann", "big", 500))
    said = {"breach": caught(table), "reason": "a counter", "streaks": streaks}
    answer = happened(table.staff(VoidPersonsWagers, **said))
    assert not table.table.bets
    assert table.rack("ann") == rack
    if streaks == "forfeited":
        assert only(answer, WagersForfeited).clause == ("9.10" if book == "star-sicbo-2024" else "9.5")
    assert table.replays()


def test_nothing_is_forfeited_where_the_person_has_no_streak_or_nobody_has_that_power() -> None:
    table = at_work("crown-sicbo-a").invites()
    happened(table.bets("ann", "big", 500))
    said = {"breach": caught(table), "reason": "a counter", "streaks": "forfeited"}
    assert kinds(table.staff(VoidPersonsWagers, **said)) == ["PersonsWagersVoided", "WagersTakenBack"]


def test_a_streak_is_forfeited_only_by_someone_who_may_forfeit(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('based_on = "star-sicbo-2024"\n[powers.forfeit_wager]\nby = ["casino-operator"]\n')
    table = Croupier("star-sicbo-2024")
    table.book = load(own)
    table.table = new_table(table.book)
    table.opens().seats(ann=1)
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    said = {"breach": caught(table), "reason": "a counter", "streaks": "forfeited"}
    assert refused(table.staff(VoidPersonsWagers, **said)) == (Why.NOT_ALLOWED, "9.10")
    happened(table.staff(VoidPersonsWagers, role="casino-operator", **said))
    assert table.replays()


def test_all_that_stands_may_be_one_forfeited_streak() -> None:
    table = at_work("star-sicbo-2024")
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    said = {"breach": caught(table), "reason": "a counter", "streaks": "forfeited"}
    assert kinds(table.staff(VoidPersonsWagers, **said)) == ["PersonsWagersVoided", "WagersForfeited"]
    assert table.replays()


@pytest.mark.clause("star-craps", "9.3.1")
def test_void_wagers_at_craps_come_down_with_all_that_stands_behind_them() -> None:
    table = at_work("star-craps")
    happened(table.bets("ann", "buy-4", 2_000))
    happened(table.bets("ann", "field", 500))
    happened(table.staff(VoidPersonsWagers, breach=caught(table), reason="a counter"))
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "8.7.1", '1.1 "syndicated play"')
def test_void_wagers_at_a_terminal_go_back_to_its_credits() -> None:
    table = at_work("aruze-sicbo")
    happened(table.bets("ann", "small", 2_000))
    happened(table.staff(VoidPersonsWagers, breach=caught(table, "syndicate"), reason="three of them"))
    assert table.rack("ann") == 100_000
    assert table.replays()


# --- several in breach


@pytest.mark.clause("aruze-sicbo", "8.10", '1.1 "syndicated play"')
@pytest.mark.parametrize("members", [(), ("bob",), ("bob", "bob"), ("bob", "ann")])
def test_fewer_than_three_are_no_syndicate(members: tuple[str, ...]) -> None:
    table = at_work("aruze-sicbo")
    said: dict[str, Any] = {"offence": "syndicate", "person": "ann", "who": "player", "what": "they lean over"}
    answer = table.staff(RecordContravention, **said, members=members)
    assert refused(answer) == (Why.NOT_ELIGIBLE, '1.1 "syndicated play"')
    assert table.table.breaches == {}


@pytest.mark.clause("aruze-sicbo", "8.10", "8.7.1", "8.7.2", "8.7.3", '1.1 "syndicated play"')
def test_what_is_done_about_a_syndicate_reaches_each_of_its_members() -> None:
    table = at_work("aruze-sicbo").seats(cas=3, dee=4)
    for name in ("ann", "bob", "dee"):
        happened(table.bets(name, "small", 2_000))
    breach = caught(table, "syndicate", members=("bob", "cas", "bob"))
    assert table.table.breaches[breach].people == ("ann", "bob", "cas")
    answer = table.staff(VoidPersonsWagers, breach=breach, reason="the jackpot")
    assert [it.person for it in happened(answer) if isinstance(it, PersonsWagersVoided)] == ["ann", "bob"]
    assert [table.rack(name) for name in ("ann", "bob", "cas", "dee")] == [100_000, 100_000, 100_000, 98_000]
    again = table.staff(VoidPersonsWagers, breach=breach, reason="the jackpot")
    assert refused(again) == (Why.ALREADY_DONE, "8.7.1")
    happened(table.staff(ExcludePerson, breach=caught(table, person="bob"), reason="a lever"))
    answer = table.staff(ExcludePerson, breach=breach, reason="the jackpot")
    assert [it.person for it in happened(answer) if isinstance(it, PersonExcluded)] == ["ann", "cas"], "bob is out"
    assert refused(table.staff(ExcludePerson, breach=breach, reason="x")) == (Why.ALREADY_DONE, "8.7.2")
    for name in ("ann", "bob", "cas"):
        assert refused(table.bets(name, "small", 2_000))[0] is Why.EXCLUDED
    answer = table.staff(ExcludePerson, breach=breach, reason="the jackpot", out_of="casino")
    assert [it.person for it in happened(answer) if isinstance(it, ExclusionRecommended)] == ["ann", "bob", "cas"]
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.1", "9.2.3", "9.2.4")
def test_winnings_of_all_who_had_a_device_together_are_withheld_and_all_are_detained() -> None:
    table = at_work("crown-sicbo-a")
    breach = caught(table, members=("bob",))
    answer = table.staff(WithholdWinnings, breach=breach, reason="one counts")
    assert [it.person for it in happened(answer) if isinstance(it, WinningsWithheld)] == ["ann", "bob"]
    assert refused(table.staff(WithholdWinnings, breach=breach, reason="x"))[0] is Why.ALREADY_DONE
    happened(table.staff(ReleaseWinnings, person="ann", outcome="paid", reason="only one"))
    assert refused(table.staff(CloseContravention, breach=breach, outcome="done")) == (Why.NOT_YET, "9.2.3")
    crime = caught(table, "crime", members=("bob",))
    answer = table.staff(DetainPerson, breach=crime, reason="the police come")
    assert [it.person for it in happened(answer) if isinstance(it, PersonDetained)] == ["ann", "bob"]
    assert table.replays()


# --- excluded


@pytest.mark.clause("star-sicbo-2024", "9.8.2", "9.8.3")
@pytest.mark.clause("star-sicbo-pre2024", "9.3.2", "9.3.3")
@pytest.mark.clause("star-craps", "9.3.2", "9.3.3")
@pytest.mark.parametrize("out_of", ["game", "casino"])
@pytest.mark.parametrize("book", [*STARS, "star-craps"])
def test_a_person_is_excluded_from_the_game_or_the_casino(book: str, out_of: str) -> None:
    table = at_work(book)
    answer = table.staff(ExcludePerson, breach=caught(table), reason="a counter", out_of=out_of)
    said = only(answer, PersonExcluded)
    assert (said.person, said.out_of, said.clause) == ("ann", out_of, POWERS[book][f"exclude_from_{out_of}"])
    assert table.table.exclusions["ann"].reason == "a counter"
    assert refused(table.bets("ann", next(iter(table.book.wagers)), 1_000))[0] is Why.EXCLUDED
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "9.8.2")
@pytest.mark.clause("star-sicbo-pre2024", "9.3.2")
@pytest.mark.clause("star-craps", "9.3.2")
@pytest.mark.parametrize(
    "book, clause", [("star-sicbo-2024", "9.8.2"), *((it, "9.3.2") for it in (STARS[1], "star-craps"))]
)
def test_who_is_out_of_this_table_may_be_put_out_further_and_not_the_other_way(book: str, clause: str) -> None:
    table = at_work(book)
    breach = caught(table)

    def out_of(place: str) -> Any:
        return table.staff(ExcludePerson, breach=breach, reason="a counter", out_of=place)

    put_out = only(out_of("table"), PersonExcluded)
    assert (put_out.out_of, put_out.clause) == ("table", clause)
    assert refused(table.bets("ann", next(iter(table.book.wagers)), 1_000))[0] is Why.EXCLUDED
    assert refused(out_of("table")) == (Why.ALREADY_DONE, clause)
    assert only(out_of("game"), PersonExcluded).out_of == "game"
    assert refused(out_of("table")) == (Why.ALREADY_DONE, clause)
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "8.7.2", "8.7.3")
def test_at_terminals_exclusion_from_the_casino_is_only_recommended() -> None:
    table = at_work("aruze-sicbo")
    breach = caught(table)
    answer = table.staff(ExcludePerson, breach=breach, reason="tilted it", out_of="casino")
    assert only(answer, ExclusionRecommended).clause == "8.7.3"
    assert table.table.exclusions == {}
    happened(table.staff(ExcludePerson, breach=breach, reason="tilted it"))
    assert table.table.exclusions["ann"].reason == "tilted it"
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2", "9.2.2")
def test_crown_may_exclude_a_player_for_any_breach_with_a_reason() -> None:
    table = at_work("crown-sicbo-a")
    breach = caught(table, "other")
    happened(table.staff(ExcludePerson, breach=breach, reason="bet after the call, twice"))
    assert table.table.exclusions["ann"].reason == "bet after the call, twice"


# --- winnings withheld at Crown


def under_suspicion() -> Croupier:
    """Ann, on Small with chips of hers, is suspected of a device before the round is settled."""
    table = at_work("crown-sicbo-a").invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 500))
    held = only(table.staff(WithholdWinnings, breach=caught(table), reason="a counter"), WinningsWithheld)
    assert (held.person, held.clause) == ("ann", "9.2.3")
    table.settles(1, 2, 5)
    return table


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_winnings_are_held_aside_and_stakes_are_not() -> None:
    table = under_suspicion()
    assert table.table.withheld == {"ann": 1_000}
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 100_500)
    again = table.staff(WithholdWinnings, breach=next(iter(table.table.breaches)), reason="x")
    assert refused(again) == (Why.ALREADY_DONE, "9.2.3")
    table.invites()
    happened(table.bets("ann", "small", 2_000))
    table.settles(1, 2, 5)
    assert table.table.withheld == {"ann": 3_000}
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2.3")
@pytest.mark.parametrize("outcome, rack", [("paid", 101_000), ("kept", 100_000)])
def test_the_investigation_decides_where_the_winnings_go(outcome: str, rack: int) -> None:
    table = under_suspicion()
    tray = table.table.float
    released = only(table.staff(ReleaseWinnings, person="ann", outcome=outcome, reason="cleared"), WinningsReleased)
    assert (released.amount, released.clause) == (1_000, "9.2.3")
    assert (table.rack("ann"), table.table.withheld) == (rack, {})
    assert table.table.float == tray + (1_000 if outcome == "kept" else 0)
    again = table.staff(ReleaseWinnings, person="ann", outcome=outcome, reason="x")
    assert refused(again) == (Why.UNKNOWN_ID, "9.2.3")
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    table.settles(1, 2, 5)
    assert table.rack("ann") == rack + 1_000
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_winnings_of_a_person_who_left_are_paid_away_from_the_table() -> None:
    table = under_suspicion()
    happened(table.player("ann", LeaveSeat, seat=1))
    came = table.table.came
    released = only(table.staff(ReleaseWinnings, person="ann", outcome="paid", reason="cleared"), WinningsReleased)
    assert (released.seat, table.table.came) == (0, came - 1_000)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_only_a_device_lets_winnings_be_withheld() -> None:
    table = at_work("crown-sicbo-a")
    answer = table.staff(WithholdWinnings, breach=caught(table, "crime"), reason="x")
    assert refused(answer) == (Why.NOT_ELIGIBLE, "9.2.3")


# --- detained


@pytest.mark.clause("star-craps", "9.3.4")
def test_at_craps_an_inspector_is_told_of_whoever_is_detained() -> None:
    table = at_work("star-craps")
    answer = table.staff(DetainPerson, breach=caught(table), reason="a counter in hand")
    assert (only(answer, PersonDetained).person, only(answer, PersonDetained).clause) == ("ann", "9.3.4")
    told = only(answer, NoticeGiven)
    assert (told.to, told.about, told.clause) == ("inspector", "ann is being detained", "9.3.4")
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2.4")
@pytest.mark.parametrize("kind", ["device", "crime"])
def test_at_crown_a_device_or_a_crime_is_ground_to_detain(kind: str) -> None:
    table = at_work("crown-sicbo-a")
    answer = table.staff(DetainPerson, breach=caught(table, kind), reason="until the police come")
    assert kinds(happened(answer)) == ["PersonDetained"]
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "9.8")
def test_the_record_of_a_contravention_is_closed_once_everything_is_done_about_it() -> None:
    table = at_work("star-sicbo-2024")
    breach = caught(table)
    past: dict[str, Any] = {"breach": breach, "reason": "a counter", "until": table.now}
    assert refused(table.staff(ExcludePerson, **past)) == (Why.WRONG_TIME, "9.8.2")
    happened(table.staff(ExcludePerson, breach=breach, reason="a counter"))
    again = table.staff(ExcludePerson, breach=breach, reason="a counter")
    assert refused(again) == (Why.ALREADY_DONE, "9.8.2")
    happened(table.staff(ExcludePerson, breach=breach, reason="a counter", out_of="casino"))
    closed = only(table.staff(CloseContravention, breach=breach, outcome="police were told"), ContraventionClosed)
    assert (closed.person, closed.clause) == ("ann", "9.6")
    assert refused(table.staff(CloseContravention, breach=breach, outcome="x")) == (Why.UNKNOWN_ID, None)
    assert table.table.exclusions["ann"].out_of == "casino"
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_it_is_not_closed_while_winnings_wait_for_it() -> None:
    table = at_work("crown-sicbo-a")
    breach = caught(table)
    happened(table.staff(WithholdWinnings, breach=breach, reason="to be looked into"))
    assert refused(table.staff(CloseContravention, breach=breach, outcome="x")) == (Why.NOT_YET, "9.2.3")
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.staff(ReleaseWinnings, person="ann", outcome="kept", reason="a magnet"))
    happened(table.staff(CloseContravention, breach=breach, outcome="handed over"))
