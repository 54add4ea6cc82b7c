"""The end of a table's evening: nobody is left with chips unasked, tray and box are counted, and it is reconciled."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.floor.plan import TablePlan
from dicehouse.house.accounts import VARIANCE
from dicehouse.house.trays import CountDropBox, ReconcileTable, figures
from dicehouse.refusal import Why
from dicehouse.table import Config, colours, people
from dicehouse.table.chips import BuyChips
from dicehouse.table.counted import Chips
from dicehouse.table.opening import AnnounceClosing, CloseTable, OpenTable
from tests.stories.evening import TRAY, Evening, happened, refused

COUNTED: dict[str, Any] = {"with_": "dana"}


def counting(name: str = "star") -> TablePlan:
    """A table that opens and closes only with a count."""
    config = Config(name=name, cage=True, count_trays=True)
    return TablePlan(config=config, rulebook="star-sicbo-2024", dealer="staff", tumbler="keyed")


def notice_runs(evening: Evening) -> None:
    happened(evening.staff("star", AnnounceClosing))
    evening.advance(minutes=21)


def close(evening: Evening, **fields: Any) -> Any:
    return evening.staff("star", CloseTable, **fields)


def test_nobody_is_left_with_chips_without_a_word_on_what_becomes_of_them(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "star", seat=3, money=50_000)
        happened(evening.staff("star", people.TakeSeat, seat=5, person="bob"))
        happened(evening.dealer("star", BuyChips, seat=5, amount=20_000))
        happened(evening.dealer("star", colours.IssueColours, seat=5, colour="red", count=8, value=1_000))
        notice_runs(evening)
        no = refused(close(evening))
        assert no.why is Why.NOT_ACKNOWLEDGED
        assert "$700 is still in front of people, seats 3, 5" in no.message
        happened(close(evening, people="take-along"))
        assert evening.table("star").seats == {}
        assert evening.balance("patron/ann") == 100_000, "her chips are in her account"
        (checks,) = evening.house.colour_sets.values()
        assert (checks.colour, checks.count, checks.value) == ("red", 8, 1_000), "paid at the cage"


def test_people_may_keep_their_chips_at_their_seats_for_now(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "star", seat=3, money=50_000)
        notice_runs(evening)
        happened(close(evening, people="stay"))
        assert evening.table("star").seats[3].rack == 50_000
        happened(evening.player("ann", "star", people.LeaveSeat, seat=3))
        assert evening.balance("patron/ann") == 100_000


@pytest.mark.parametrize("missing", [0, 2_500])
def test_tray_and_box_are_counted_and_the_evening_is_reconciled_to_the_end(tmp_path: Path, missing: int) -> None:
    with Evening(tmp_path, star=counting()) as evening:
        happened(evening.staff("star", people.TakeSeat, seat=5, person="bob"))
        happened(evening.dealer("star", BuyChips, seat=5, amount=20_000))
        float_ = evening.table("star").float
        notice_runs(evening)
        happened(evening.staff("star", people.LeaveSeat, seat=5))
        assert refused(close(evening)).why is Why.NOT_YET, "it closes with a count"
        assert refused(close(evening, counted=float_)).why is Why.NOT_YET, "by two people"
        assert refused(close(evening, counted=float_, with_="sue")).why is Why.SAME_PERSON
        count = {"counted": float_ - missing, **COUNTED}
        if missing:
            no = refused(close(evening, **count))
            assert no.next == "count again, or say why it differs"
            count["explained"] = "a chip of $25 fell behind the table"
        happened(close(evening, **count))
        tray = evening.house.trays["star"]
        assert (tray.closer, tray.counters) == (float_ - missing, ("sue", "dana"))
        assert evening.balance("counter/star") == float_ - missing, "what the next opening may count"
        assert evening.balance(VARIANCE) == missing
        (box,) = evening.house.boxes
        assert evening.house.boxes[box].removed_by == "sue"
        waits = refused(evening.cage_does(ReconcileTable, by="cleo", role="cage-supervisor", table="star"))
        assert (waits.why, box in waits.message) == (Why.NOT_YET, True)
        wrong = refused(
            evening.cage_does(CountDropBox, by="cass", role="cashier", box=box, counted=19_000, with_="cora")
        )
        assert wrong.why is Why.ENTRY_DIFFERS
        happened(evening.cage_does(CountDropBox, by="cass", role="cashier", box=box, counted=20_000, with_="cora"))
        same = refused(evening.cage_does(ReconcileTable, by="cass", role="casino-operator", table="star"))
        assert same.why is Why.SAME_PERSON
        happened(evening.cage_does(ReconcileTable, by="cleo", role="cage-supervisor", table="star"))
        assert figures(tray).win == -missing, "what was dropped left the tray in chips"
        assert tray.reconciled_by == "cleo"
        again = refused(evening.cage_does(ReconcileTable, by="cleo", role="cage-supervisor", table="star"))
        assert again.why is Why.ALREADY_DONE
        evening.advance(minutes=1)
        over = {"acknowledged": (), **COUNTED}
        more = refused(evening.staff("star", OpenTable, float=float_ - missing + 1, **over))
        assert more.why is Why.NOT_ENOUGH
        happened(evening.staff("star", OpenTable, float=float_ - missing, **over))
        assert evening.house.trays["star"].opener == float_ - missing
        assert evening.balance("counter/star") == 0


def test_a_tray_that_lacks_something_at_its_opening_says_why(tmp_path: Path) -> None:
    with Evening(tmp_path, star=counting()) as evening:
        happened(close(evening, counted=TRAY, **COUNTED))
        evening.advance(minutes=1)
        few = {"float": TRAY - 500, **COUNTED}
        no = refused(evening.staff("star", OpenTable, **few))
        assert no.why is Why.ENTRY_DIFFERS
        happened(evening.staff("star", OpenTable, explained="a chip of $5 went to the count room", **few))
        assert (evening.balance(VARIANCE), evening.balance("counter/star")) == (500, 0)


def test_a_table_does_not_close_on_chips_that_came_and_were_not_counted(tmp_path: Path) -> None:
    from dicehouse.house.slips import ApproveSlip, DeliverFill
    from dicehouse.table.tray import AskForFill, ReceiveFill

    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        happened(evening.dealer("star", AskForFill, chips=(Chips(10_000, 2),)))
        (slip,) = evening.house.slips
        happened(evening.cage_does(ApproveSlip, by="cleo", role="cage-supervisor", slip=slip))
        happened(evening.cage_does(DeliverFill, by="cass", role="cashier", slip=slip))
        no = refused(close(evening))
        assert (no.why, slip in no.message) == (Why.NOT_YET, True)
        happened(evening.dealer("star", ReceiveFill, slip=slip, amount=20_000))
        happened(close(evening))
