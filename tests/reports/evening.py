"""One evening of a house in a journal on disk, with every figure of it worked out by hand in the comments.

Table 7 is dealt Sic Bo under star-sicbo-2024, the hall has terminals under aruze-sicbo, and both are linked to a
jackpot. It begins at noon in Sydney on Monday 2 March 2026.
"""

from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from dicehouse.house.cage import BuyIn, ConfirmReceipt, DepositFunds, StockCage, WithdrawFunds
from dicehouse.house.equipment import RegisterEquipment
from dicehouse.house.inquiries import Determine, ReviewInquiry, WithholdTicket
from dicehouse.house.jackpot_rounds import ReportRound, Stake
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import AdjustJackpot, OfferJackpot
from dicehouse.house.limits import DeclineLimit, SetLimit
from dicehouse.house.patrons import IssueCard, RegisterPatron, SuspendCard
from dicehouse.house.pins import CheckPin
from dicehouse.house.play_record import RecordCash, RecordPlay
from dicehouse.house.playtime import GetUp, SitDown
from dicehouse.house.slips import (
    ApproveSlip,
    DeliverFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
)
from dicehouse.house.tickets import ExpireTickets, IssueTicket, PayTicket, VoidTicket
from dicehouse.house.trays import CountDropBox, CountTray, RemoveDropBox
from dicehouse.journal.checkpoint import Key, make_checkpoint
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, Store, Written
from dicehouse.table import Event, dealt, dealt_result, losses, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.box import EmptyBox
from dicehouse.table.chips import BuyChips
from dicehouse.table.conduct import ExcludePerson, RecordContravention
from dicehouse.table.disputes import DecideDispute, RaiseDispute
from dicehouse.table.electronic import EndWagering, ReportDice, ShootDice
from dicehouse.table.enquiries import BringToRegulator, LogAttempt, RecordEnquiry
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import DEVICE
from dicehouse.table.payment_report import SendPaymentReport
from dicehouse.table.rectifying import RectifyMispayment
from dicehouse.table.seats import Card
from dicehouse.table.terminals import ReportTerminalFault
from dicehouse.table.tray import CreditTray, FillTray
from tests.leading.floor import Floor, went

PIN = "ab" * 16
SIXES = Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, wager="triple-6", least=100)
KEY = Key.make("the house")


class Evening(Floor):
    """What people do in the house, in the words of the house."""

    def clears(self, table: str, seat: int, person: str) -> None:
        """The house lets someone play who has sat down."""
        went(self.at(table, losses.SetLossLimit, "the house", DEVICE, seat=seat, person=person))

    def fills(self, table: str, slip: str, amount: int) -> None:
        went(self.cage(RequestFill, slip=slip, table=table, amount=amount))
        went(self.cage(ApproveSlip, "cage-supervisor", slip=slip))
        went(self.cage(DeliverFill, slip=slip))

    def deals(self, wager: str, stake: int, *dice: int, id: str = "") -> None:
        """A round of table 7 in which Ann has one wager."""
        went(self.at("table 7", dealt.Tumble, "dora", "dealer", times=3))
        went(self.at("table 7", dealt.InviteBets, "dora", "dealer"))
        went(self.at("table 7", PlaceWager, "ann", "player", id=id, seat=1, wager=wager, stake=stake))
        for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
            went(self.at("table 7", kind, "dora", "dealer"))
        for said in (dealt_result.AnnounceResult, dealt_result.EnterResult):
            went(self.at("table 7", said, "dora", "dealer", dice=dice))
        went(self.at("table 7", dealt_result.Settle, "dora", "dealer"))

    def shoots(self, *dice: int) -> None:
        """The rest of a round in the hall."""
        ends = self.tables["hall"].table.round.ends
        assert ends is not None
        self.now = max(self.now, ends - timedelta(seconds=1))
        went(self.at("hall", EndWagering, "the tumbler", "device"))
        went(self.at("hall", ShootDice, "bob", "player"))
        went(self.at("hall", ReportDice, "the tumbler", "device", dice=dice))

    def reports(self, table: str, number: int, dice: tuple[int, ...], *stakes: Stake) -> None:
        went(self.told(ReportRound, table=table, round=number, dice=dice, stakes=stakes))

    def fails(self, seat: int) -> None:
        self.waits(seconds=1)
        said = ReportTerminalFault(
            id="fault", at=self.now, by="sue", role="assistant-gaming-manager", seat=seat, kind="interrupted",
            said="the screen froze",
        )  # fmt: skip
        went(self.tables["hall"].give(said).result(timeout=20))

    def waits(self, **time: float) -> None:
        self.now += timedelta(**time)


def staked(seat: int, person: str, stake: int, wager: str = "small", result: str = "lose") -> Stake:
    return Stake(seat=seat, person=person, wager=wager, stake=stake, result=result)


def written(file: Path) -> Path:
    """The whole evening in a journal, with a checkpoint at its end."""
    store = SqliteStore(file)
    happens(store)
    store.close()
    return file


def kept(events: Iterable[Event], stream: str, file: Path) -> Path:
    """The events of a table, or of the house, in a journal of their own."""
    store = SqliteStore(file)
    for no, (id, group) in enumerate(groupby(events, lambda it: it.cause), start=1):
        own = tuple(group)
        draft = Draft(
            stream=stream, no=no, id=id, at=own[0].at, command=b"{}",
            events=tuple(msgspec.json.encode(it) for it in own),
        )  # fmt: skip
        assert isinstance(store.write([draft])[0], Written)
    store.close()
    return file


def happens(store: Store) -> Evening:
    it = Evening(store, table_7="star-sicbo-2024", hall="aruze-sicbo")
    for step in (_begins, _at_table_7, _goes_wrong, _in_the_hall, _tickets, _jackpot, _closes):
        step(it)
    make_checkpoint(store, KEY, it.now, [])
    it.stops()
    return it


def _begins(it: Evening) -> None:
    for what in ("cash", "chips"):
        went(it.cage(StockCage, "cage-supervisor", what=what, amount=5_000_000))
    for name in ("ann", "bob"):
        went(it.cage(RegisterPatron, patron=name))
    went(it.cage(IssueCard, patron="ann", number="8812", pin_reference=PIN))
    went(it.cage(CheckPin, card="8812", matched=False))
    went(it.cage(SetLimit, patron="ann", limit="loss-day", amount=200_000))
    went(it.cage(DeclineLimit, patron="bob", limit="deposit"))
    went(it.cage(DepositFunds, person="ann", amount=300_000, means="cash"))
    # 10,000.00 in the tray, of which the cage counts 10,000.00 too.
    it.fills("table 7", "s1", 1_000_000)
    went(it.at("table 7", opening.OpenTable, float=1_000_000))
    went(it.told(ConfirmReceipt, sent="s1"))
    went(it.cage(CountTray, table="table 7", when="opener", counted=1_000_000, with_="sue"))


def _at_table_7(it: Evening) -> None:
    """Ann buys in for 2,000.00 from her account and 300.00 in cash; wins 500.00, loses 200.00."""
    went(it.at("table 7", people.TakeSeat, "ann", "player", seat=1, card=Card("8812", "ann")))
    it.clears("table 7", 1, "ann")
    went(it.cage(SitDown, patron="ann", card="8812", place="table 7", where="table"))
    went(it.cage(BuyIn, id="b1", person="ann", table="table 7", amount=200_000))
    went(it.at("table 7", BuyChips, "dora", "dealer", seat=1, amount=200_000, with_="account"))
    went(it.told(ConfirmReceipt, sent="b1"))
    went(it.at("table 7", BuyChips, "dora", "dealer", seat=1, amount=30_000, with_="cash"))
    went(it.told(RecordCash, patron="ann", place="table 7", amount=30_000))
    it.deals("small", 50_000, 1, 2, 5, id="w1")
    it.deals("big", 20_000, 1, 1, 2, id="w2")
    went(it.told(RecordPlay, patron="ann", place="table 7", stake=70_000, returned=100_000))
    # A fill of 1,000.00 and a credit of 400.00.
    it.fills("table 7", "s2", 100_000)
    went(it.at("table 7", FillTray, amount=100_000, slip="s2"))
    went(it.told(ConfirmReceipt, sent="s2"))
    went(it.cage(RequestCredit, slip="s3", table="table 7", amount=40_000))
    went(it.cage(ApproveSlip, "cage-supervisor", slip="s3"))
    went(it.at("table 7", CreditTray, amount=40_000, slip="s3"))
    went(it.cage(ReceiveCredit, slip="s3", counted=40_000))


def _goes_wrong(it: Evening) -> None:
    """An overpayment of 1,500.00 of which 600.00 comes back, one of exactly 1,000.00, and two disputes denied."""
    it.waits(minutes=10)
    said: dict[str, Any] = {"of": "wager", "person": "ann", "seat": 1, "round": 1}
    went(it.at("table 7", RecordMispayment, id="m1", due=50_000, paid=200_000, **said))
    went(it.at("table 7", RecordEnquiry, mispayment="m1", found="a slip of the hand", suspected=False))
    went(it.at("table 7", LogAttempt, mispayment="m1", how="demand", words="asked at the table"))
    went(it.at("table 7", RectifyMispayment, mispayment="m1", amount=60_000))
    went(it.at("table 7", BringToRegulator, mispayment="m1", words="told by telephone"))
    went(it.at("table 7", SendPaymentReport, month="2026-03", reference="letter 17"))
    went(it.at("table 7", RecordMispayment, id="m2", due=100_000, paid=0, **said))
    went(it.at("table 7", RaiseDispute, "ann", "player", id="d1", about="my wager on big won", bet="w2"))
    went(
        it.at(
            "table 7", DecideDispute, "gus", "games-supervisor", dispute="d1", ruling="the dice showed 4", upheld=False
        )
    )
    it.deals("small", 10_000, 6, 6, 5, id="w3")
    went(it.at("table 7", RaiseDispute, "ann", "player", id="d2", about="my wager on small won", bet="w3"))
    went(
        it.at(
            "table 7", DecideDispute, "gus", "games-supervisor", dispute="d2", ruling="the dice showed 17", upheld=False
        )
    )
    did = {"offence": "device", "person": "mallory", "who": "spectator", "what": "counted with a machine"}
    went(it.at("table 7", RecordContravention, id="x1", **did))
    went(it.at("table 7", ExcludePerson, breach="x1", reason="was warned before"))
    went(it.cage(SuspendCard, "cage-supervisor", patron="ann", reason="lost and not yet found"))


def _in_the_hall(it: Evening) -> None:
    """Bob feeds 200.00 in, wins 50.00, loses 30.00; his terminal fails, and an inspector is told late."""
    went(it.at("hall", opening.OpenTable))
    went(it.at("hall", people.TakeSeat, "bob", "player", seat=3))
    it.clears("hall", 3, "bob")
    for _ in range(2):
        went(it.at("hall", InsertMoney, "bob", "player", seat=3, amount=10_000))
    went(it.at("hall", PlaceWager, "bob", "player", seat=3, wager="small", stake=5_000))
    it.shoots(1, 2, 5)
    went(it.at("hall", PlaceWager, "bob", "player", seat=3, wager="big", stake=3_000))
    it.shoots(1, 2, 5)


def _tickets(it: Evening) -> None:
    """220.00 is collected on ticket t1 and paid; of 150.00 each, t2 is withheld and forfeited, t3 is outstanding."""
    went(it.at("hall", CollectCredits, "bob", "player", seat=3))
    went(it.told(IssueTicket, ticket="t1", table="hall", seat=3, amount=22_000, validation="v1"))
    it.cage(PayTicket, ticket="t1", validation="v9", amount=22_000)
    went(it.cage(PayTicket, ticket="t1", validation="v1", amount=22_000))
    it.cage(PayTicket, ticket="t0", validation="v0", amount=50_000, person="carl")
    for ticket in ("t2", "t3", "t4"):
        for _ in range(3):
            went(it.at("hall", InsertMoney, "bob", "player", seat=3, amount=5_000))
        went(it.at("hall", CollectCredits, "bob", "player", seat=3))
        went(it.told(IssueTicket, ticket=ticket, table="hall", seat=3, amount=15_000, validation=f"v of {ticket}"))
    went(it.cage(WithholdTicket, "gaming-manager", inquiry="i1", ticket="t2", reason="a copy turned up", person="bob"))
    it.waits(hours=1)
    went(it.cage(AcknowledgeNotice, "inspector", notice=_notice(it)))
    went(it.cage(ReviewInquiry, "inspector", inquiry="i1", remarks="seen"))
    went(it.cage(Determine, "gaming-manager", inquiry="i1", pay=False, reason="the ticket is a copy"))
    went(it.cage(VoidTicket, "cage-supervisor", ticket="t4", person="bob", reason="it cannot be read"))
    went(it.cage(RegisterEquipment, "gaming-manager", serial="T-1", what="tumbler", dice="a b c"))


def _notice(it: Evening) -> str:
    return next(iter(it.house.house.notices))


def _jackpot(it: Evening) -> None:
    """1 in 300 of 100.00 is 33 1/3 cents, twice, and of 1.00 it is 1/3: 67 in all. 1.00 is added, and 101.67 won; then
    33 1/3 comes to the new seed."""
    went(
        it.cage(
            OfferJackpot, "gaming-manager", pool="mini",
            terms=JackpotTerms(
                rate=Rate(1, 300), seed=10_000, trigger=SIXES, tables=("table 7", "hall"), approved_by="L&GNSW 7"
            ),
        )
    )  # fmt: skip
    it.reports("table 7", 1, (1, 2, 5), staked(1, "ann", 10_000))
    it.reports("hall", 1, (1, 2, 5), staked(3, "bob", 10_000))
    went(
        it.cage(
            AdjustJackpot, "cage-supervisor", pool="mini", failed="display meter", old=10_066, new=10_166, form="f1",
            reason="it had stood still",
        )
    )  # fmt: skip
    it.reports("hall", 2, (6, 6, 6), staked(3, "bob", 100, "triple-6", "win"))
    it.reports("hall", 3, (1, 2, 5), staked(3, "bob", 10_000))


def _closes(it: Evening) -> None:
    """The box of table 7 holds 300.00 and is counted at 290.00; its closer is counted 1.00 short."""
    went(it.cage(GetUp, patron="ann", place="table 7"))
    went(it.at("table 7", people.LeaveSeat, "ann", "player", seat=1))
    went(it.cage(WithdrawFunds, person="ann", amount=50_000, means="cash"))
    went(it.at("table 7", EmptyBox, box="b7"))
    went(it.cage(RemoveDropBox, "cage-supervisor", box="b7", table="table 7"))
    went(it.cage(CountDropBox, box="b7", counted=29_000, recorded=30_000, with_="sue"))
    it.waits(minutes=30)
    went(it.at("table 7", opening.CloseTable))
    went(it.cage(CountTray, table="table 7", when="closer", counted=CLOSER - 100, with_="sue"))
    it.fails(3)
    it.cage(ExpireTickets)


CLOSER = 1_000_000 + 100_000 - 40_000 - 230_000 - 50_000 + 20_000 + 10_000 - 150_000 + 60_000 + 100_000
"""What is left in the tray: opener and fill, less the credit, chips sold and a win, with two stakes lost; less an
overpayment but for what came back of it, and with an underpayment that was not made good."""
