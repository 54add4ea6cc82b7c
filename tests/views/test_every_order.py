"""Every order of tournaments and promotions can be given from a console, by every role that may give it.

Two stories are told from terms to prizes, and at every step each console is looked at by everyone. What nobody was
offered, and could have been done, is missing; an order that is added without a control makes this fail.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from dicehouse.house.cage import DepositFunds
from dicehouse.house.complaints import ConcludeComplaint
from dicehouse.house.judge import CHAPTERS
from dicehouse.house.orders import DEVICE, DIRECTOR, INSPECTOR, OFFICERS, PATRON, SCRUTINEER, Order
from dicehouse.house.promotions.disputing import DecidePromotionDispute, LodgePromotionComplaint, RaisePromotionDispute
from dicehouse.house.promotions.drawing import CommitDraw, OpenDraw, ResumeDraw, SealEntries, StopDraw, WitnessDraw
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.promotions.publishing import ApproveAmendment, ProposeAmendment, PublishPromotion
from dicehouse.house.promotions.terms import Prize
from dicehouse.house.state import House
from dicehouse.house.tournaments.changing import BuyTournamentChips
from dicehouse.house.tournaments.directing import AppointDeputy, LeaveTournament, ReturnToTournament
from dicehouse.house.tournaments.entering import AcceptTournamentTerms
from dicehouse.house.tournaments.finishing import PayTournament
from dicehouse.house.tournaments.parts import BuyBack, Round
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.rounds import PauseRound, ResumeRound, StartRound
from dicehouse.house.tournaments.ruling import DecideTournamentDispute, RaiseTournamentDispute
from dicehouse.house.tournaments.spinning import PlayOff
from dicehouse.house.tournaments.wagering import Laid
from dicehouse.table.orders import Answer, Command
from dicehouse.views.acts import Asker, acts_in
from dicehouse.views.claimant import claimant_page
from dicehouse.views.director import director_view
from dicehouse.views.entrant import entrant_page
from dicehouse.views.filing import terms_checked
from dicehouse.views.promotion import promotions_view
from tests.house.keeper import NOON, happened
from tests.house.promotions.promoter import DAY, SECRET, Promoter
from tests.house.promotions.promoter import SCRUTINEER as WRIGHT
from tests.house.tournaments.organiser import PEOPLE, SEED, START, TABLES, Organiser, terms

MACHINES_OWN: Final = {
    "count-play": "play is counted by the table at which it was played",
    "register-complaint": "a complaint is lodged at its table, which tells the house",
}
"""Orders that no person gives, and why."""
ROOMS: Final = ("dicehouse.house.tournaments.", "dicehouse.house.promotions.", "dicehouse.house.complaints")
Given = set[tuple[str, str]]


def orders() -> dict[type[Command], Order]:
    rooms = [chapter for chapter in CHAPTERS if chapter.__name__.startswith(ROOMS)]
    return {kind: order for chapter in rooms for kind, order in chapter.COMMANDS.items()}


def tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def due() -> Given:
    """Every order with each role that may give it: the lowest rank of the ladder, and those beside it."""
    return {
        (tag(kind), role)
        for kind, order in orders().items()
        for role in (*([order.rank] if order.rank else []), *order.others)
        if role != DEVICE
    }


STAFF: Final = {"cara": "cashier", "gus": "gaming-manager", "otto": "casino-operator"}


class Looking:
    """Everyone looks at their consoles after everything that happens."""

    house: House
    now: Any
    seen: Given

    def looks(self, at: Any = None) -> None:
        for who, role, view in self.views(at or self.now):
            for act in acts_in(view):
                if act.refused is None:
                    self.seen.add((act.do, role))
                assert act.do in {tag(kind) for kind in orders()}, f"{who} is offered {act.do}, which is no such order"

    def views(self, at: Any) -> Iterator[tuple[str, str, Any]]:
        raise NotImplementedError


class Tournaments(Looking, Organiser):
    def __init__(self, *args: Any, **more: Any) -> None:
        self.seen: Given = set()
        super().__init__(*args, **more)

    def submit(self, command: Command) -> Answer:
        answer = super().submit(command)
        self.looks()
        return answer

    def views(self, at: Any) -> Iterator[tuple[str, str, Any]]:
        officers = {"coco": OFFICERS[0], "ceci": OFFICERS[1]}
        for who, role in {**STAFF, "dora": DIRECTOR, "del": DIRECTOR, **officers}.items():
            asker = Asker(who, role, at)
            yield who, role, director_view(self.house, asker, TABLES, "spring", 1)
            yield who, role, terms_checked(self.house, asker, self.terms).file
        for who in (*PEOPLE, "zoe"):
            yield who, PATRON, entrant_page(self.house, Asker(who, PATRON, at), "spring")


class Promotions(Looking, Promoter):
    def __init__(self, *args: Any, **more: Any) -> None:
        self.seen: Given = set()
        super().__init__(*args, **more)

    def submit(self, command: Command) -> Answer:
        answer = super().submit(command)
        self.looks()
        return answer

    def views(self, at: Any) -> Iterator[tuple[str, str, Any]]:
        others = {WRIGHT: SCRUTINEER, "ines": INSPECTOR, "coco": OFFICERS[0], "ceci": OFFICERS[1]}
        for who, role in {**STAFF, **others}.items():
            asker = Asker(who, role, at)
            yield who, role, promotions_view(self.house, asker, "summer")
            yield who, role, terms_checked(self.house, asker, self.terms).file
        for who in ("ann", "bob", "cai"):
            yield who, PATRON, claimant_page(self.house, Asker(who, PATRON, at), "summer")


ROUNDS = (
    Round(spins=1, minutes=30, tables=2, seats=3, top=1),
    Round(spins=1, tables=1, seats=4, top=1, repechage=True),
    Round(spins=1, tables=1, seats=4),
)


def a_tournament() -> Given:
    """With everything that terms can have."""
    whole = terms(
        readings={"entering_from_a_screen": "own_screen"},
        entry={"signed": False, "staff": True},
        format={
            "rounds": ROUNDS, "ties": ("lot",), "repechage": "All who are out", "repechage_by_director": True,
            "buy_back": BuyBack(price=100, after_rounds=(2,), places=1),
        },
    )  # fmt: skip
    it = Tournaments(whole)
    it.looks()
    for who in (*PEOPLE, "zoe"):
        happened(it.cashier(DepositFunds, person=who, amount=50_000, means="eftpos"))
    it.opens()
    happened(it.manager(FileTournament, terms=whole))
    it.offers()
    for who in PEOPLE:
        happened(it.patron(who, AcceptTournamentTerms, tournament="spring", person=who))
    happened(it.director(AppointDeputy, person="del"))
    happened(it.director(LeaveTournament, deputy="del"))
    happened(it.operator(ReturnToTournament, tournament="spring"))
    happened(it.promises())
    it.briefs().until(START)
    it.looks(START)
    happened(it.director(StartRound, seed=SEED))
    happened(it.director(PauseRound, reason="The fire alarm"))
    happened(it.director(ResumeRound))
    happened(it.director(RaiseTournamentDispute, person="ann", about="The clock", id="D1"))
    for table in TABLES:
        it.spins(table, 1, 2, 3)
    happened(it.ends())
    happened(it.director(StartRound, seed=SEED))
    it.spins(TABLES[0], 1, 2, 3)
    happened(it.ends())
    gone = next(who for who, one in it.it.entrants.items() if one.standing == "out")
    happened(it.desk(BuyTournamentChips, person=gone, what="buy-back", means="cash"))
    happened(it.director(StartRound, seed=SEED))
    it.spins(TABLES[0], 1, 2, 3)
    stakes = (30_000, 20_000, 15_000, 10_000)
    wagers = {who: (Laid("small", stake),) for who, stake in zip(it.at(TABLES[0]), stakes, strict=True)}
    happened(it.director(PlayOff, dice=(1, 2, 3), wagers=wagers))
    happened(it.ends())
    happened(it.director(DecideTournamentDispute, dispute="D1", decision="It stands", satisfied=True))
    happened(it.finishes())
    happened(it.cashier(PayTournament, tournament="spring", person=next(iter(it.it.owed)), form="cash"))
    return it.seen


def a_promotion() -> Given:
    car = Prize(name="Car", value=3_000_000, nature="A car", conditions="none", alternative="cash")
    it = Promotions("star-craps", prizes=(car,), scrutineer=WRIGHT)
    it.looks()
    happened(it.files())
    happened(it.operator(PublishPromotion, promotion="summer"))
    happened(it.manager(CommitDraw, promotion="summer", commitment=commitment(SECRET)))
    it.until(NOON + 2 * DAY)
    happened(it.plays("ann", 50_000))
    happened(it.operator(ProposeAmendment, promotion="summer", terms=it.terms, reason="A prize more"))
    it.until(NOON + 4 * DAY)
    it.looks(NOON + 4 * DAY)
    happened(it.manager(SealEntries, promotion="summer"))
    happened(it.operator(StopDraw, promotion="summer", what="postpone", reason="A fault"))
    happened(it.operator(ResumeDraw, promotion="summer", reason="It is put right"))
    happened(it.does(WitnessDraw, WRIGHT, SCRUTINEER, promotion="summer", word="owl"))
    it.looks(NOON + 5 * DAY)
    it.until(NOON + 5 * DAY)
    happened(it.manager(OpenDraw, promotion="summer", secret=SECRET))
    it.claims()
    own = {"promotion": "summer", "dispute": "D1"}
    happened(it.cashier(RaisePromotionDispute, id="D1", promotion="summer", person="bob", about="The draw"))
    happened(it.operator(DecidePromotionDispute, **own, decision="It stands", satisfied=False))
    happened(it.patron("bob", LodgePromotionComplaint, **own, words="It does not"))
    happened(it.inspector(ConcludeComplaint, complaint="promotion summer/D1", outcome="It does", upheld=False))
    return it.seen


def a_change_of_terms() -> Given:
    """By the rules that also ask for the amended terms to be resubmitted."""
    it = Promotions("star-sicbo-2024").starts()
    happened(it.operator(ProposeAmendment, promotion="summer", terms=it.terms, reason="A prize more"))
    happened(it.manager(ApproveAmendment, promotion="summer", reference="L/17", approved=it.now))
    return it.seen


def test_every_order_has_a_control_for_every_role_that_may_give_it() -> None:
    missing = due() - a_tournament() - a_promotion() - a_change_of_terms() - {(own, DEVICE) for own in MACHINES_OWN}
    assert sorted(missing) == []


def test_what_is_the_machines_own_is_given_by_no_person() -> None:
    by_tag = {tag(kind): order for kind, order in orders().items()}
    for own in MACHINES_OWN:
        assert by_tag[own].others == (DEVICE,)
        assert not by_tag[own].rank


def test_an_order_without_a_control_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class WaveAFlag(Command, frozen=True, tag="wave-a-flag"):
        """An order that nobody has drawn a control for."""

    chapter = next(each for each in CHAPTERS if each.__name__.endswith("tournaments.conduct"))
    monkeypatch.setitem(chapter.COMMANDS, WaveAFlag, Order(lambda *_: (), "cashier"))
    assert ("wave-a-flag", "cashier") in due() - a_promotion()
