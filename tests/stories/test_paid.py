"""Who was paid is the table's to know: two consoles, a crash in the middle, and a result that was corrected."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.dealt_result import AnnounceResult, EnterResult, Settle
from dicehouse.table.paid import MarkPaid
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import DealerView, dealer_view
from tests.stories.evening import Evening, happened, refused

S24 = "star-sicbo-2024"


def console(evening: Evening, who: str) -> DealerView:
    """What someone of the crew sees on a console of their own."""
    worker = Asker(who, "dealer", evening.now)
    return dealer_view(evening.table("star"), 0, worker)


def rows(evening: Evening, who: str) -> list[tuple[int, int, str]]:
    """By seat: what is still to pay, below nothing to take back, and who has paid it."""
    return [(it.seat, it.due, it.paid.by if it.paid else "") for it in console(evening, who).pay]


def pays(evening: Evening, who: str, seat: int) -> Any:
    return evening.submit("star", MarkPaid, by=who, role="dealer", seat=seat)


def two_winners(evening: Evening) -> None:
    evening.register("ann", "bob", "cas")
    for seat, name in enumerate(("ann", "bob", "cas"), 1):
        evening.sit(name, "star", seat, money=10_000)
    evening.invite("star")
    for name, wager in {"ann": "small", "bob": "single-1", "cas": "big"}.items():
        happened(evening.bet(name, "star", wager, 1_000))
    evening.result("star", 1, 2, 5)


@pytest.mark.clause(S24, "5.5")
def test_two_consoles_and_a_crash_pay_each_seat_once(tmp_path: Path) -> None:
    with Evening(tmp_path, star=S24) as evening:
        two_winners(evening)
        assert rows(evening, "dana") == rows(evening, "dirk") == [(1, 1_000, ""), (2, 1_000, ""), (3, 0, "")]
        happened(pays(evening, "dana", 1))
        at = evening.now
        again = refused(pays(evening, "dirk", 1))
        assert (again.why, again.clause) == (Why.ALREADY_DONE, "5.5")
        assert f"dana paid it $10 at {evening.table('star').clock(at)}" in again.message
        evening.restart(crash=True)
        assert rows(evening, "dirk") == [(1, 0, "dana"), (2, 1_000, ""), (3, 0, "")]
        assert refused(pays(evening, "dana", 1)).why is Why.ALREADY_DONE
        happened(pays(evening, "dirk", 2))
        happened(evening.dealer("star", Settle))
        racks = [evening.table("star").seats[seat].rack for seat in (1, 2, 3)]
        assert racks == [11_000, 11_000, 9_000]
        evening.invite("star")
        assert not evening.table("star").paid


@pytest.mark.clause(S24, "5.4", "5.5")
def test_a_corrected_result_says_on_every_console_what_is_still_to_pay_and_to_take_back(tmp_path: Path) -> None:
    with Evening(tmp_path, star=S24) as evening:
        two_winners(evening)
        happened(pays(evening, "dana", 1))
        happened(pays(evening, "dana", 2))
        for order in (AnnounceResult, EnterResult):
            happened(evening.dealer("star", order, dice=(1, 1, 1)))
        evening.restart(crash=True)
        assert rows(evening, "dirk") == [(1, -1_000, "dana"), (2, 11_000, "dana"), (3, 0, "")], "1 to 1, then 12 to 1"
        kept = refused(evening.dealer("star", Settle))
        assert (kept.why, kept.clause) == (Why.NOT_YET, "5.5")
        happened(pays(evening, "dirk", 1))
        happened(pays(evening, "dirk", 2))
        assert rows(evening, "dana") == [(1, 0, "dirk"), (2, 0, "dirk"), (3, 0, "")]
        happened(evening.dealer("star", Settle))
        racks = [evening.table("star").seats[seat].rack for seat in (1, 2, 3)]
        assert racks == [9_000, 22_000, 9_000]
