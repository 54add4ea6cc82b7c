"""Stories of a house in which equipment fails, limits change and people ask for what no document gives them."""

from pathlib import Path

import pytest

from dicehouse.house import cage
from dicehouse.house.inquiries import WithholdPayout
from dicehouse.house.jackpots import AdjustJackpot
from dicehouse.refusal import Why
from dicehouse.table import craps_roll, shooter, throw
from dicehouse.table.conduct import ExcludePerson, RecordContravention
from dicehouse.table.config import Limits, Sign
from dicehouse.table.dealt import InviteBets, Tumble
from dicehouse.table.dealt_result import CallNoResult
from dicehouse.table.faults import RectifyFault, ReportLights
from dicehouse.table.late_bets import FindWager, WagerFound
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Answer
from dicehouse.table.people import LeaveSeat, RequireVacate
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.views.diary import Diary
from dicehouse.views.pit import PitView, pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from tests.stories.evening import Evening, happened, refused

CRAPS, CROWN, STAR, HALL = "star-craps", "crown-sicbo-a", "star-sicbo-2024", "aruze-sicbo"


def roll(evening: Evening, table: str, *dice: int) -> Answer:
    """A roll of whoever has the dice, from the hand to the payment."""
    happened(evening.staff(table, throw.ThrowDice, role="stickperson"))
    happened(evening.staff(table, craps_roll.CallRoll, role="stickperson", dice=dice))
    return evening.dealer(table, craps_roll.SettleRoll)


def take_dice(evening: Evening, who: str, table: str) -> None:
    seat = evening.table(table).seat_of(who)
    assert seat is not None
    happened(evening.staff(table, shooter.OfferDice, role="stickperson"))
    happened(evening.player(who, table, shooter.AcceptDice, seat=seat.number, dice=(1, 2)))


def pit(evening: Evening, who: str, **roles: str) -> PitView:
    """The pit as someone sees it who is something at these tables."""
    pits = {name: Pit(evening.table(name), Diary(lambda: evening.table(name))) for name in roles}  # noqa: B023
    return pit_view(pits, evening.house, Watcher(who, "", roles, "", evening.now))


def waiting(evening: Evening, who: str, **roles: str) -> set[tuple[str, str]]:
    """What waits for a supervisor: the table, and the words."""
    return {(it.table, it.words.en) for it in pit(evening, who, **roles).needs}


# --- equipment


@pytest.mark.clause("crown-sicbo", "7.4", "7.1.2")
@pytest.mark.clause(STAR, "8.8")
def test_a_malfunction_reaches_the_manager_at_once_and_stops_its_own_table_alone(tmp_path: Path) -> None:
    with Evening(tmp_path, crown=CROWN, next_door=CROWN, star=STAR) as evening:
        evening.register("ann", money=500_000)
        evening.sit("ann", "crown", money=100_000)
        evening.sit("ann", "next_door", money=100_000)
        evening.invite("crown")
        happened(evening.bet("ann", "crown", "small", 1_000))
        happened(evening.dealer("crown", CallNoResult, reason="tumbler malfunction"))
        manager = {"crown": "tg-area-manager", "next_door": "tg-area-manager"}
        (notice,) = evening.table("crown").notices.values()
        assert (notice.to, notice.due <= evening.now, notice.clause) == ("tg-area-manager", True, "7.4")
        assert any(
            table == "crown" and "umbler malfunction" in words for table, words in waiting(evening, "mia", **manager)
        )
        assert not [it for it in waiting(evening, "mia", **manager) if it[0] == "next_door"]
        evening.advance(minutes=6)
        evening.restart(crash=True)
        assert refused(evening.dealer("crown", Tumble))[:2] == (Why.PLAY_STOPPED, "7.4")
        lines = {it.table: it.stopped for it in pit(evening, "mia", **manager).tables}
        assert lines["crown"].startswith("tumbler malfunction"), "the board says it"
        assert not lines["next_door"]
        evening.invite("next_door")
        happened(evening.bet("ann", "next_door", "big", 1_000))
        happened(evening.staff("crown", AcknowledgeNotice, by="mia", role="tg-area-manager", notice=notice.id))
        assert refused(evening.dealer("crown", Tumble))[:2] == (Why.PLAY_STOPPED, "7.4"), "told is not mended"
        happened(evening.staff("crown", RectifyFault, by="mia", role="tg-area-manager", done="a new motor"))
        happened(evening.dealer("crown", Tumble))
        evening.settle("crown", 1, 2, 4)
        seat = evening.table("crown").seat_of("ann")
        assert seat is not None
        assert seat.rack == 101_000, "the wager of the void spin stood all the while (7.2)"
        evening.settle("next_door", 4, 5, 6)


@pytest.mark.clause("crown-sicbo", "7.3", "7.4")
@pytest.mark.clause(STAR, "8.7", "8.8")
def test_dead_lights_are_reported_between_rounds_and_each_house_follows_its_own_document(tmp_path: Path) -> None:
    with Evening(tmp_path, crown=CROWN, star=STAR) as evening:
        for table in ("crown", "star"):
            happened(evening.dealer(table, ReportLights))
        told = {name: [it.to for it in evening.table(name).notices.values()] for name in ("crown", "star")}
        assert told == {"crown": ["tg-area-manager"], "star": ["inspector"]}
        assert refused(evening.dealer("star", Tumble, times=3))[:2] == (Why.PLAY_STOPPED, "8.8"), "at once"
        happened(evening.dealer("crown", InviteBets)), "it may still be corrected immediately"
        evening.advance(minutes=5)
        assert refused(evening.dealer("crown", Tumble))[:2] == (Why.PLAY_STOPPED, "7.4")


# --- limits


@pytest.mark.clause(CRAPS, "7.5")
def test_new_limits_hold_at_their_own_table_from_their_own_moment_also_after_a_crash(tmp_path: Path) -> None:
    with Evening(tmp_path, quick=CRAPS, slow=CRAPS, star="star-sicbo-2024") as evening:
        evening.register("ann", "bob", money=500_000)
        evening.sit("ann", "quick", money=200_000)
        evening.sit("bob", "slow", money=200_000)
        dearer = Sign(Limits(2_000, 100_000))
        for table in ("quick", "slow"):
            happened(evening.staff(table, ChangeLimits, sign=dearer))
        evening.advance(minutes=19)
        happened(evening.bet("bob", "slow", "win-line", 500))
        take_dice(evening, "bob", "slow")
        happened(roll(evening, "slow", 4, 2))
        evening.advance(minutes=2)
        assert evening.table("quick").sign == dearer, "nobody did anything there: the clock did"
        assert refused(evening.bet("ann", "quick", "win-line", 500))[:2] == (Why.BELOW_MINIMUM, "7.1")
        happened(evening.bet("ann", "quick", "win-line", 2_000))
        happened(evening.bet("bob", "slow", "place-win-8", 500))
        assert evening.table("star").sign == Sign(), "another table has its own"
        evening.restart(crash=True)
        assert (evening.table("quick").sign, evening.table("slow").sign) == (dearer, Sign())
        happened(evening.bet("bob", "slow", "field", 500))
        happened(roll(evening, "slow", 4, 2))
        assert refused(evening.bet("bob", "slow", "win-line", 500))[:2] == (Why.BELOW_MINIMUM, "7.1")
        seat = evening.table("slow").seat_of("bob")
        assert seat is not None
        assert seat.on == {"place-win-8": 500}, "what stands keeps its own limits"


@pytest.mark.clause(CRAPS, "7.3")
def test_a_wager_found_over_the_maximum_between_rolls_is_in_the_books_from_then_on(tmp_path: Path) -> None:
    with Evening(tmp_path, craps=CRAPS, star=STAR) as evening:
        evening.register("ann", "bob", money=500_000)
        evening.sit("bob", "craps", seat=1, money=100_000)
        evening.sit("ann", "craps", seat=2, money=200_000)
        happened(evening.bet("bob", "craps", "win-line", 1_000))
        take_dice(evening, "bob", "craps")
        laid_at = evening.now
        evening.advance(seconds=5)
        happened(roll(evening, "craps", 6, 2))
        found = evening.staff(
            "craps", FindWager, role="boxperson", seat=2, wager="place-win-6", stake=150_000, laid_at=laid_at
        )  # fmt: skip
        (told,) = [it for it in happened(found) if isinstance(it, WagerFound)]
        assert (told.plays, told.clause) == (100_000, "7.3")
        evening.restart(crash=True)
        ann = evening.table("craps").seats[2]
        assert (ann.on, ann.rack) == ({"place-win-6": 100_000}, 100_000), "the excess is back in her rack"
        happened(roll(evening, "craps", 5, 1))
        assert evening.table("craps").seats[2].rack == 100_000 + 216_700
        happened(evening.player("ann", "craps", LeaveSeat, seat=2))
        assert evening.house.accounts["patron/ann"] == 500_000 - 200_000 + 316_700


# --- conduct and ranks


@pytest.mark.clause(HALL, "8.14", "8.7.2")
def test_who_was_not_told_to_vacate_keeps_playing_everywhere(tmp_path: Path) -> None:
    with Evening(tmp_path, hall=HALL, next_door=HALL) as evening:
        evening.register("ann")
        evening.sit("ann", "hall")
        stays = {"offence": "refusing_to_vacate", "person": "ann", "who": "player", "what": "sits there"}
        assert refused(evening.staff("hall", RecordContravention, **stays))[:2] == (Why.NOT_YET, "8.14")
        answer = evening.staff("hall", ExcludePerson, breach="step 1", reason="sits there")
        assert refused(answer)[:2] == (Why.UNKNOWN_ID, "8.7.2")
        evening.sit("ann", "next_door")
        happened(evening.staff("hall", RequireVacate, seat=1))
        evening.restart(crash=True)
        (recorded,) = happened(evening.staff("hall", RecordContravention, **stays))
        happened(evening.staff("hall", ExcludePerson, breach=recorded.cause, reason="sits there"))


@pytest.mark.clause(HALL, "5.2", "4.1.4")
def test_in_the_house_too_whoever_lacks_the_rank_is_told_by_which_clause(tmp_path: Path) -> None:
    with Evening(tmp_path, hall=HALL) as evening:
        lacks = {"by": "cara", "role": "cashier"}
        answer = evening.cage_does(WithholdPayout, inquiry="i", payout="1", reason="a doubt", **lacks)
        assert refused(answer)[:2] == (Why.NOT_ALLOWED, "aruze-sicbo 5.2")
        answer = evening.cage_does(
            AdjustJackpot, pool="mini", failed="controller", old=1, new=2, form="7", reason="a fault", **lacks
        )
        assert refused(answer)[:2] == (Why.NOT_ALLOWED, "aruze-sicbo 4.1.4")
        assert refused(evening.cage_does(cage.StockCage, what="cash", amount=1, **lacks))[:2] == (Why.NOT_ALLOWED, None)
