"""Entries from play, and a draw that nobody can steer and anybody can work out again."""

import hashlib
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.promotions.drawing import (
    CommitDraw,
    DrawOpened,
    EntriesSealed,
    OpenDraw,
    ResumeDraw,
    SealEntries,
    StopDraw,
    WitnessDraw,
)
from dicehouse.house.promotions.entering import CountPlay, PlayCounted, ShutOut
from dicehouse.house.promotions.lot import Entry, Winner, commitment, entries_hash, seed, winners
from dicehouse.house.promotions.publishing import PublishPromotion
from dicehouse.house.promotions.terms import Earning, Prize
from dicehouse.refusal import Why
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import Command
from tests.house.keeper import NOON, happened, kinds, only
from tests.house.promotions.promoter import (
    BOOKS,
    DAY,
    DINNER,
    SCRUTINEER,
    SECRET,
    Promoter,
    card,
    chapter,
    every,
    refused,
)

SECOND = timedelta(seconds=1)
PRIZES = '1.1 "promotional prize(s)"'
CAR = Prize(
    name="Car", kind="vehicle", value=3_000_000, nature="A car", conditions="none",
    details={"make": "A", "model": "B", "accessories": "none", "on_road_costs": "included"},
)  # fmt: skip


# --- entries


@every("7.3", "7.4")
@pytest.mark.clause("star-sicbo-2024", PRIZES)
@pytest.mark.clause("star-sicbo-pre2024", PRIZES)
@pytest.mark.clause("aruze-sicbo", PRIZES)
@pytest.mark.clause("star-craps", '1.1 "promotional prize"')
@pytest.mark.parametrize("book", BOOKS)
def test_stakes_earn_entries_and_what_is_left_counts_toward_the_next(book: str) -> None:
    desk = Promoter(book).starts()
    earned = [only(desk.plays("ann", staked), PlayCounted) for staked in (4_999, 1, 12_000, 3_000)]
    assert [(it.entries, it.toward) for it in earned] == [(0, 4_999), (1, 0), (2, 2_000), (1, 0)]
    assert desk.promotion.entries == [Entry("ann", 1), Entry("ann", 2), Entry("ann", 1)]
    assert desk.promotion.earned == {"ann": 4}
    assert desk.replays()


def test_rounds_may_earn_them_instead_and_nobody_has_more_than_the_terms_allow() -> None:
    desk = Promoter(entries=Earning(for_rounds=2, most_each=2)).starts()
    assert [only(desk.plays("ann", 100), PlayCounted).entries for _ in range(7)] == [0, 1, 0, 1, 0, 0, 0]


@every("7.4")
def test_a_round_below_the_qualifying_wager_does_not_count() -> None:
    desk = Promoter(entries=Earning(for_rounds=1, minimum_wager=1_000)).starts()
    found = refused(desk.plays("ann", 999), Why.BELOW_MINIMUM)
    assert (found.clause, found.next) == ("star-sicbo-2024 10.7.4", "stake that")
    happened(desk.plays("ann", 1_000))


@every("7.6", "7.7")
def test_play_counts_from_the_start_to_the_close_and_not_a_second_longer() -> None:
    desk = Promoter()
    happened(desk.files())
    refused(desk.plays("ann", 5_000), Why.NOT_YET)
    desk = Promoter().starts()
    happened(desk.plays("ann", 5_000))
    desk.until(NOON + 4 * DAY - SECOND)
    happened(desk.plays("ann", 5_000))
    assert refused(desk.plays("ann", 5_000), Why.TOO_LATE).clause == "star-sicbo-2024 10.7.6"


def test_only_people_with_a_card_in_force_who_are_not_shut_out_enter() -> None:
    desk = Promoter().starts()
    refused(desk.plays("zoe", 5_000), Why.NOT_ELIGIBLE)
    desk.house.patrons["cai"].card = card("9")
    desk.house.patrons["cai"].card.suspended = "asked for it"
    desk.second.patrons["cai"].card = desk.house.patrons["cai"].card
    refused(desk.plays("cai", 5_000), Why.NOT_ELIGIBLE)
    happened(desk.plays("bob", 5_000))
    happened(desk.manager(ShutOut, promotion="summer", person="bob", reason="works here"))
    assert desk.promotion.entries == []
    assert "works here" in refused(desk.plays("bob", 5_000), Why.NOT_ELIGIBLE).message
    refused(desk.manager(ShutOut, promotion="x", person="bob", reason="works here"), Why.UNKNOWN_ID)
    refused(desk.device(CountPlay, promotion="x", person="bob", table="7", staked=1), Why.UNKNOWN_ID)


def test_after_the_sealing_nobody_is_shut_out() -> None:
    desk = Promoter().seals(ann=1)
    refused(desk.manager(ShutOut, promotion="summer", person="ann", reason="works here"), Why.TOO_LATE)


# --- the draw


@every("7.1")
@pytest.mark.parametrize("book", BOOKS)
def test_the_winner_follows_from_the_secret_the_entries_and_the_word(book: str) -> None:
    desk = Promoter(book, prizes=(CAR, DINNER), scrutineer=SCRUTINEER).draws(ann=3, bob=2, cai=1)
    sealed = only(tuple(desk.events), EntriesSealed)
    opened = only(tuple(desk.events), DrawOpened)
    lines = "3 ann\n2 bob\n1 cai\n"
    assert sealed.hash == hashlib.sha256(lines.encode()).hexdigest()
    assert (sealed.entries, sealed.persons) == (6, 3)
    by_hand = hashlib.sha256(f"dicehouse draw 1\n{SECRET}\n{sealed.hash}\nkookaburra".encode()).hexdigest()
    assert opened.seed == by_hand
    first = int(hashlib.sha256(f"{by_hand} 1 1".encode()).hexdigest(), 16) % 6
    assert opened.winners[0] == Winner(1, first, ("ann", "ann", "ann", "bob", "bob", "cai")[first])
    assert len({it.person for it in opened.winners}) == 2
    assert desk.promotion.won[1].prize.name == "Car"
    assert desk.replays()


@every("2")
@pytest.mark.parametrize("book", BOOKS)
def test_a_car_is_not_drawn_without_the_scrutineer_and_a_dinner_is(book: str) -> None:
    desk = Promoter(book, prizes=(CAR,), scrutineer=SCRUTINEER).seals(ann=1).until(NOON + 5 * DAY)
    found = refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET), Why.OUT_OF_ORDER)
    assert (found.clause, found.next) == (f"{book} {chapter(book)}.2", "let A. Wright oversee the draw first")
    refused(desk.does(WitnessDraw, "B. Wright", "scrutineer", promotion="summer", word="x"), Why.NOT_ALLOWED)
    happened(desk.does(WitnessDraw, SCRUTINEER, "scrutineer", promotion="summer", word="x"))
    refused(desk.does(WitnessDraw, SCRUTINEER, "scrutineer", promotion="summer", word="y"), Why.ALREADY_DONE)
    happened(desk.manager(OpenDraw, promotion="summer", secret=SECRET))
    assert Promoter(book).draws(ann=1).winner() == "ann"


def test_the_secret_is_the_one_that_was_promised_and_is_opened_at_the_draw() -> None:
    desk = Promoter().seals(ann=1)
    refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET), Why.NOT_YET)
    desk.until(NOON + 5 * DAY)
    found = refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET + "!"), Why.ENTRY_DIFFERS)
    assert commitment(SECRET) in found.message
    happened(desk.manager(OpenDraw, promotion="summer", secret=SECRET))
    refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET), Why.ALREADY_DONE)


def test_nothing_is_sealed_without_a_promise_an_entry_and_the_close() -> None:
    desk = Promoter().starts()
    refused(desk.manager(SealEntries, promotion="summer"), Why.NOT_YET)
    refused(desk.manager(CommitDraw, promotion="summer", commitment="0" * 64), Why.ALREADY_DONE)
    refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET), Why.OUT_OF_ORDER)
    refused(desk.does(WitnessDraw, SCRUTINEER, "scrutineer", promotion="summer", word="x"), Why.NOT_YET)
    desk.until(NOON + 4 * DAY)
    assert "there are 0 entries" in refused(desk.manager(SealEntries, promotion="summer"), Why.NOT_ENOUGH).message
    desk = Promoter().seals(ann=1)
    refused(desk.manager(SealEntries, promotion="summer"), Why.ALREADY_DONE)
    desk = Promoter()
    happened(desk.files())
    happened(desk.operator(PublishPromotion, promotion="summer"))
    assert refused(desk.manager(CommitDraw, promotion="summer"), Why.NOT_DECLARED).next == "give one"
    desk.until(NOON + 4 * DAY)
    refused(desk.manager(CommitDraw, promotion="summer", commitment="0" * 64), Why.TOO_LATE)
    refused(desk.manager(SealEntries, promotion="summer"), Why.OUT_OF_ORDER)


@pytest.mark.parametrize("kind, more", [
    (CommitDraw, {"commitment": "0" * 64}), (SealEntries, {}), (WitnessDraw, {"word": "x"}),
    (OpenDraw, {"secret": SECRET}), (StopDraw, {"what": "cancel", "reason": "r"}), (ResumeDraw, {"reason": "r"}),
])  # fmt: skip
def test_a_promotion_that_is_not_there_has_no_draw(kind: type[Command], more: dict[str, Any]) -> None:
    role = "scrutineer" if kind is WitnessDraw else "casino-operator"
    refused(Promoter().does(kind, SCRUTINEER, role, promotion="x", **more), Why.UNKNOWN_ID)


@every("12")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("what", ["postpone", "cancel"])
def test_of_a_compromised_draw_an_inspector_is_told_in_time(book: str, what: str) -> None:
    desk = Promoter(book).seals(ann=1)
    answer = happened(desk.operator(StopDraw, promotion="summer", what=what, reason="an entry box was open"))
    assert kinds(answer) == ["DrawStopped", "NoticeGiven"]
    notice = only(answer[1:], NoticeGiven)
    hours = 48 if book == "star-sicbo-2024" else 0
    assert (notice.to, notice.due - notice.at) == ("inspector", timedelta(hours=hours))
    assert notice.clause == f"{book} {chapter(book)}.12"
    desk.until(NOON + 5 * DAY)
    why = Why.ALREADY_DONE if what == "cancel" else Why.PLAY_STOPPED
    refused(desk.manager(OpenDraw, promotion="summer", secret=SECRET), why)
    if what == "postpone":
        happened(desk.operator(ResumeDraw, promotion="summer", reason="every entry was accounted for"))
        happened(desk.manager(OpenDraw, promotion="summer", secret=SECRET))
        refused(desk.operator(ResumeDraw, promotion="summer", reason="again"), Why.OUT_OF_ORDER)
    assert desk.replays()


# --- the rule


def test_every_entry_is_as_likely() -> None:
    entries = [Entry("ann", 3), Entry("bob", 2), Entry("ann", 1)]
    drawn = Counter(winners(seed(str(i), "", ""), entries, 1, one_each=True)[0].entry for i in range(6_000))
    assert len(drawn) == 6
    assert sum((count - 1_000) ** 2 / 1_000 for count in drawn.values()) < 20.5  # chi-square, 1 in 1,000


def test_a_person_wins_once_or_more_as_the_terms_say() -> None:
    entries = [Entry("ann", 1), Entry("bob", 1)]
    assert len(winners("s", entries, 5, one_each=True)) == 2
    assert len(winners("s", entries, 5, one_each=False)) == 5


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 50)), min_size=1, max_size=20), st.integers(1, 8))
def test_winners_hold_the_entry_that_was_drawn(pairs: list[tuple[str, int]], prizes: int) -> None:
    entries = [Entry(*pair) for pair in pairs]
    holders = [it.person for it in entries for _ in range(it.number)]
    found = winners(entries_hash(entries), entries, prizes, one_each=True)
    assert [it.prize for it in found] == list(range(1, len(found) + 1))
    assert len(found) == min(prizes, len(set(holders)))
    assert all(holders[it.entry] == it.person for it in found)
    assert len({it.person for it in found}) == len(found)
