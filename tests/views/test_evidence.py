"""The evidence of a dispute, read from the journal of a table: the round, and what happened at the one seat."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehouse.house.state import House
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.writer import Writer
from dicehouse.leading.leader import Leader
from dicehouse.refusal import Refused
from dicehouse.table import craps_roll, dealt, dealt_result, shooter, throw
from dicehouse.table.config import Config
from dicehouse.table.disputes import DecideDispute, RaiseDispute
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.orders import Command, Event
from dicehouse.table.paid import MarkPaid
from dicehouse.table.rectifying import RectifyMispayment
from dicehouse.views.diary import Diary
from dicehouse.views.evidence import Evidence, EvidenceView, by_whom
from dicehouse.views.parts import Text
from dicehouse.views.pit import CaseView, pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from tests.croupier import Croupier, happened, refused


class Written(Croupier):
    """A table whose commands are written into a journal."""

    def __init__(self, file: Path, rulebook: str = "star-sicbo-2024") -> None:
        super().__init__(rulebook, name="Sic Bo 3")
        self.store = SqliteStore(file)
        self.writer = Writer(self.store)
        self.leader = Leader(self.store, self.writer, self.book, "Sic Bo 3", Config(name="Sic Bo 3"))
        self.table = self.leader.table
        self.diary = Diary(lambda: self.leader.table)
        self.evidence = Evidence(lambda: self.leader.table, self.store, "Sic Bo 3")

    def submit(self, command: Command) -> tuple[Event, ...] | Refused:
        answer = self.leader.give(command).result(timeout=10)
        self.table = self.leader.table
        if not isinstance(answer, Refused):
            self.events += answer
            self.diary.listen(answer)
        return answer

    def disputes(self, person: str, bet: str = "", id: str = "d1") -> EvidenceView:
        happened(self.player(person, RaiseDispute, id=id, about="it stood on Even", bet=bet))
        return self.on(id)

    def on(self, id: str) -> EvidenceView:
        found = self.evidence.of(self.table.disputes[id])
        assert found is not None
        return found

    def case(self) -> CaseView:
        watcher = Watcher("sue", self.supervisor, {"Sic Bo 3": self.supervisor}, "", self.now)
        pit = Pit(self.table, self.diary, evidence=self.evidence)
        opened = pit_view({"Sic Bo 3": pit}, House(), watcher, "Sic Bo 3").opened
        assert opened is not None
        return opened.cases[0]

    def entry(self, id: str) -> int:
        """The number of the entry that a command became."""
        bodies = self.store.bodies()
        return next(seq for seq, body, _ in bodies if f'"id":"{id}"'.encode() in body)


@pytest.fixture
def sicbo(tmp_path: Path) -> Iterator[Written]:
    made = Written(tmp_path / "house.db")
    made.opens().seats(ann=4, bob=2)
    yield made
    made.writer.close()
    made.store.close()


def said(it: EvidenceView) -> list[str]:
    return [line.words for line in it.lines]


@pytest.mark.clause("star-sicbo-2024", "9.17")
def test_a_dispute_has_the_dice_who_keyed_them_and_every_act_of_its_seat_and_of_no_other(sicbo: Written) -> None:
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000, id="w1"))
    happened(sicbo.bets("ann", "big", 5_000, id="w2"))
    happened(sicbo.bets("bob", "small", 5_000, id="w3"))
    refused(sicbo.bets("ann", "small", 3, id="w4"))
    for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
        happened(sicbo.dealer(kind))
    happened(sicbo.dealer(dealt_result.AnnounceResult, dice=(3, 5, 6)))
    happened(sicbo.dealer(dealt_result.EnterResult, dice=(3, 5, 6)))
    happened(sicbo.dealer(MarkPaid, id="paid", seat=4))
    happened(sicbo.dealer(dealt_result.Settle))
    found = sicbo.disputes("ann", "w1")
    assert (found.round, found.over, found.seat, found.dice, found.total) == (1, True, 4, (3, 5, 6), 14)
    assert found.keyed_by is not None
    assert found.keyed_by.en == "dealer dora"
    laid, more, small = (line for line in found.lines if line.refused or " placed " in line.words)
    assert (laid.words[:17], laid.words[-7:], laid.by.en) == ("The player placed", " on Odd", "the player")
    assert (laid.entry, more.entry, small.entry) == tuple(map(sicbo.entry, ("w1", "w2", "w4")))
    assert (laid.refused, small.refused) == (False, True)
    (handed,) = (line for line in found.lines if line.entry == sicbo.entry("paid"))
    assert (handed.by.en, "50" in handed.words) == ("dealer dora", True), "the chips that the dealer handed over"
    ended = {line.words.partition(" ")[0]: (line.stake, line.returned) for line in found.lines if line.stake}
    assert ended == {"Odd": (10_000, 0), "Big": (5_000, 10_000)}
    assert (found.stakes, found.returned) == (15_000, 10_000)
    assert [line.at for line in found.lines] == sorted(line.at for line in found.lines)
    assert not any(name in words.lower() for words in said(found) for name in ("bob", "ann"))


def test_a_dispute_that_names_no_wager_has_the_last_round_with_a_result(sicbo: Written) -> None:
    sicbo.plays(1, 2, 4)
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000, id="w1"))
    found = sicbo.disputes("ann")
    assert (found.round, found.dice, found.seat) == (1, (1, 2, 4), 4)
    sicbo.settles(3, 5, 6)
    assert sicbo.on("d1") == found, "what is played later is no evidence of it"


def test_a_dispute_about_a_wager_that_still_stands_grows_with_its_round(sicbo: Written) -> None:
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000, id="w1"))
    before = sicbo.disputes("ann", "w1")
    assert (before.over, before.dice, before.keyed_by, before.stakes) == (False, (), None, 0)
    sicbo.settles(3, 5, 6)
    after = sicbo.on("d1")
    assert (after.over, after.dice, after.stakes, after.returned) == (True, (3, 5, 6), 10_000, 0)


def test_a_dispute_about_a_wager_that_was_refused_stays_with_the_round_of_the_refusal(sicbo: Written) -> None:
    sicbo.invites()
    refused(sicbo.bets("ann", "small", 3, id="w1"))
    sicbo.settles(1, 2, 4)
    sicbo.plays(3, 5, 6)
    found = sicbo.disputes("ann", "w1")
    assert (found.round, found.dice, found.seat) == (1, (1, 2, 4), 4)
    assert [line.entry for line in found.lines if line.refused] == [sicbo.entry("w1")]


def test_a_craps_wager_has_the_roll_that_decided_it_and_who_called_that(tmp_path: Path) -> None:
    at = Written(tmp_path / "craps.db", "star-craps")
    at.opens().seats(ann=4)
    try:
        happened(at.bets("ann", "win-line", 1_000, id="w1"))
        happened(at.does(shooter.OfferDice, "stan", "stickperson"))
        happened(at.player("ann", shooter.AcceptDice, seat=4, dice=(1, 2)))
        for dice in ((2, 4), (1, 2), (3, 4)):
            happened(at.does(throw.ThrowDice, "stan", "stickperson"))
            happened(at.does(craps_roll.CallRoll, "stan", "stickperson", dice=dice))
            happened(at.dealer(craps_roll.SettleRoll))
        found = at.disputes("ann", "w1")
        assert (found.dice, found.total, found.stakes) == ((3, 4), 7, 1_000)
        assert found.keyed_by is not None
        assert (found.keyed_by.en, found.seat) == ("stickperson stan", 4)
    finally:
        at.writer.close()
        at.store.close()


def test_someone_without_a_seat_sees_what_the_whole_table_was_told(sicbo: Written) -> None:
    sicbo.plays(1, 2, 4)
    happened(sicbo.does(RaiseDispute, "zoe", "spectator", id="d1", about="the dice leaned"))
    found = sicbo.on("d1")
    assert (found.seat, found.dice, found.stakes) == (0, (1, 2, 4), 0)
    assert "The result was called: 1, 2, 4, total 7" in said(found)


def test_the_case_has_the_evidence_once_and_then_what_came_of_it(sicbo: Written) -> None:
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000, id="w1"))
    sicbo.settles(3, 5, 6)
    sicbo.disputes("ann", "w1")
    case = sicbo.case()
    assert case.evidence == sicbo.on("d1")
    assert [it.words for it in case.story] == ["Player raises it: it stood on Even"]


@pytest.mark.clause("star-sicbo-2024", "9.17")
def test_a_ruling_for_the_player_leads_to_its_payment_which_the_dispute_then_tells(sicbo: Written) -> None:
    """Ann's 100.00 was booked as lost on Odd; the ruling is that it stood on Even, which pays 100.00 at 1 to 1."""
    sicbo.invites()
    happened(sicbo.bets("ann", "odd", 10_000, id="w1"))
    sicbo.settles(3, 5, 6)
    sicbo.disputes("ann", "w1")
    assert "Correct its payment" not in [it.name.en for it in sicbo.case().acts]
    happened(sicbo.staff(DecideDispute, "games-supervisor", dispute="d1", ruling="it stood on Even", upheld=True))
    (act,) = [it for it in sicbo.case().acts if it.name.en == "Correct its payment"]
    assert (act.do, act.refused) == ("record-mispayment", None)
    assert act.given == {"dispute": "d1", "bet": "w1", "of": "wager", "seat": 4}
    before = sicbo.table.seats[4].rack
    happened(sicbo.staff(RecordMispayment, id="m1", due=20_000, paid=0, booked=0, **act.given))
    happened(sicbo.staff(RectifyMispayment, mispayment="m1"))
    assert sicbo.table.seats[4].rack == before + 20_000
    told = [it.words for it in sicbo.diary.story("d1")]
    assert told[-2].endswith("$200 was due, $0 was paid")
    assert told[-1].endswith("paid $200, $0 left")


def test_what_follows_from_elsewhere_was_done_by_the_house_and_a_player_has_no_name(sicbo: Written) -> None:
    opened = sicbo.events[0]
    assert by_whom(replace(opened, by="errand", role="device")) == Text("the house", "本场")
    assert by_whom(replace(opened, by="ann", role="player")) == Text("the player", "玩家")
