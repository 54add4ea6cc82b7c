"""The books of a table: every event states what it moves, account by account, and moves that and nothing else."""

import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from dicehouse.layout import Layout
from dicehouse.table import Event, Table, evolve, new_table
from dicehouse.table.betting import ReduceWager
from dicehouse.table.books import POSTINGS, BooksError, applied
from dicehouse.table.box import EmptyBox
from dicehouse.table.checks_away import BringColours
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from dicehouse.table.colours import IssueColours, RedeemColours, RedeemOtherColours
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.credits_in_doubt import DecideCredits, WithholdCredits
from dicehouse.table.enquiries import CloseMispayment, LogAttempt, MispaymentClosed
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.judge import APPLIERS
from dicehouse.table.ledger import BETWEEN, collected, counter, dropped, exchanged, transit
from dicehouse.table.meter import AdjustCredit, CollectCredits, InsertMoney
from dicehouse.table.mispayments import MispaymentReferred, RecordMispayment
from dicehouse.table.opening import CloseTable
from dicehouse.table.orders import DEVICE, Entries
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.rectifying import RectifyMispayment
from dicehouse.table.sales import ReverseSale
from dicehouse.table.settlement import WagersTakenBack
from dicehouse.table.terminals import ReportTerminalFault
from dicehouse.table.tray import AnnounceFill, CreditTray, FillTray, ReceiveFill
from dicehouse.table.withheld_winnings import ReleaseWinnings, WithholdWinnings
from tests.croupier import NOON, Croupier, happened


def posted(table: Croupier) -> tuple[Table, dict[str, int]]:
    """The table made again from its events, and what its books say then."""
    again, books = new_table(table.book), dict[str, int]()
    for event in table.events:
        entries = applied(again, event)
        assert sum(amount for _, amount in entries) == 0
        for account, amount in entries:
            books[account] = books.get(account, 0) + amount
    return again, {account: amount for account, amount in books.items() if amount}


def test_every_cent_of_a_round_has_its_account() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=50_000).seats(ann=1, bob=2)
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="cash"))
    happened(table.staff(FillTray, amount=3_000, slip="F1"))
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 500))
    again, books = posted(table)
    assert books == {
        "table/table 1/float": 52_000,
        "table/table 1/drop": 1_000,
        "table/table 1/seat/1/rack": 100_000,
        "table/table 1/seat/1/wagers": 1_000,
        "table/table 1/seat/2/rack": 99_500,
        "table/table 1/seat/2/wagers": 500,
        "~cage": -53_000,
        "~cash": -1_000,
        "~chips": -200_000,
    }
    assert again.came == 254_000
    table.settles(1, 2, 5)
    happened(table.player("ann", LeaveSeat, seat=1))
    _, books = posted(table)
    assert books["~chips"] == -98_000
    assert "table/table 1/seat/1/rack" not in books


def test_money_at_terminals_comes_from_notes_and_transfers_and_leaves_as_tickets() -> None:
    table = Croupier("aruze-sicbo").opens(tray=0)
    happened(table.player("ann", TakeSeat, seat=1))
    for source, account in (("note", "~cash"), ("transfer", "transit/table 1")):
        happened(table.does(InsertMoney, "terminal 1", "device", seat=1, amount=5_000, source=source))
        assert posted(table)[1][account] == -5_000
    happened(table.player("ann", CollectCredits, seat=1, to="ticket"))
    assert posted(table)[1] == {
        "table/table 1/drop": 5_000, "~house/table 1": -5_000, "~cash": -5_000, "transit/table 1": -5_000,
        "~tickets": 10_000,
    }  # fmt: skip


def test_tokens_come_from_vouchers_and_withheld_winnings_go_out_by_the_cage() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=0).seats(ann=1)
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="V1", amount=1_000))
    assert posted(table)[1]["~vouchers"] == -1_000
    crown = Croupier("crown-sicbo-a").opens(tray=5_000).seats(ann=1)
    happened(crown.staff(RecordContravention, id="b1", offence="device", person="ann", who="player", what="a tablet"))
    happened(crown.staff(WithholdWinnings, breach="b1", reason="won with a device, it seems"))
    crown.invites()
    happened(crown.bets("ann", "small", 1_000))
    crown.settles(1, 2, 5)
    assert posted(crown)[1]["table/table 1/withheld"] == 1_000
    happened(crown.player("ann", LeaveSeat, seat=1))
    happened(crown.staff(ReleaseWinnings, person="ann", outcome="paid", reason="nothing was found"))
    assert posted(crown)[1]["~cage"] == -4_000


def test_an_event_that_moves_money_it_does_not_name_stops_the_table() -> None:
    """A table that is broken in memory: taking nothing back puts money into the drop box."""
    table = Croupier("star-sicbo-2024").opens().seats(ann=1).table
    nothing = WagersTakenBack(settled=(), why="nothing", at=NOON, by="x", role="dealer", cause="c", clause="")
    assert applied(table, nothing) == []
    table.layout = Leaking(table)
    with pytest.raises(BooksError, match=r"states nothing and changed table/table 1/drop by 0\.07; stop the table"):
        applied(table, nothing)


class Leaking(Layout):
    def __init__(self, table: Table) -> None:
        super().__init__(table.book)
        self.table = table

    def lift(self, gone: Iterable[str]) -> None:
        super().lift(gone)
        self.table.drop += 7


def test_a_wager_made_smaller_gives_back_what_it_no_longer_stakes() -> None:
    table = Croupier("star-sicbo-2024").opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 2_000, id="w1"))
    happened(table.player("ann", ReduceWager, bet="w1", stake=500))
    books = posted(table)[1]
    assert (books["table/table 1/seat/1/rack"], books["table/table 1/seat/1/wagers"]) == (99_500, 500)


# --- every event states what it moves


def dealt_evening(cage: bool) -> Croupier:
    """Chips sold, changed and won, and everything taken home at the end."""
    table = Croupier("star-sicbo-2024", cage=cage).opens(tray=1_000_000).seats(ann=1, bob=2)
    happened(table.staff(FillTray, amount=3_000, slip="F1"))
    happened(table.does(AnnounceFill, "the house", DEVICE, slip="F2", amount=500, handed_by="cara"))
    happened(table.dealer(ReceiveFill, slip="F2", amount=500))
    happened(table.staff(CreditTray, amount=1_000, slip="C1"))
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="cash"))
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="account"))
    for with_ in ("cash", "account"):
        happened(table.dealer(BuyChips, id=with_, seat=1, amount=500, with_=with_))
        happened(table.dealer(ReverseSale, sale=with_, reason="meant for the next seat"))
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="V1", amount=1_000))
    happened(table.dealer(IssueColours, seat=2, colour="red", count=10, value=100))
    happened(table.dealer(RedeemColours, seat=2, colour="red", count=4))
    happened(table.dealer(LeaveSeat, seat=2, with_checks=True))
    table.seats(bob=2)
    happened(table.dealer(BringColours, seat=2, colour="red", count=6))
    happened(table.dealer(RedeemOtherColours, seat=2, table="table 9", colour="blue", count=2, closed=True, value=100))
    table.invites()
    happened(table.bets("ann", "small", 2_000, id="w1"))
    happened(table.player("ann", ReduceWager, bet="w1", stake=1_000))
    happened(table.bets("bob", "big", 500))
    happened(table.bets("bob", "small", 500, chips="colour", colour="red"))
    table.settles(1, 2, 5)
    happened(table.staff(RecordMispayment, id="m1", of="wager", due=2_000, paid=1_500, person="ann", seat=1))
    happened(table.staff(RectifyMispayment, mispayment="m1"))
    table.invites()
    happened(table.bets("ann", "small", 500))
    happened(table.bets("bob", "small", 500))
    happened(table.staff(InvalidateOutcome, ground="fraud", reason="marked dice", forfeit={1: "she brought them"}))
    happened(table.staff(EmptyBox, box="B1"))
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="cash"))
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="account"))
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("bob", LeaveSeat, seat=2))
    happened(table.staff(CloseTable))
    return table


def withheld_evening(cage: bool) -> Croupier:
    table = Croupier("crown-sicbo-a", cage=cage).opens().seats(ann=1)
    happened(table.staff(RecordContravention, id="b1", offence="device", person="ann", who="player", what="a tablet"))
    happened(table.staff(WithholdWinnings, breach="b1", reason="won with a device, it seems"))
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    table.settles(1, 2, 5)
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.staff(ReleaseWinnings, person="ann", outcome="paid", reason="nothing was found"))
    return table


def terminal_evening(cage: bool) -> Croupier:
    table = Croupier("aruze-sicbo", cage=cage).opens(tray=0)
    happened(table.player("ann", TakeSeat, seat=1))
    happened(table.player("ann", InsertMoney, seat=1, amount=5_000))
    happened(table.staff(ReportTerminalFault, seat=1, kind="other", said="the meter jumped"))
    happened(table.staff(AdjustCredit, seat=1, amount=-100, reason="by the log"))
    happened(table.player("bob", TakeSeat, seat=2))
    happened(table.player("bob", InsertMoney, seat=2, amount=2_000))
    happened(table.player("bob", CollectCredits, seat=2))
    happened(table.does(InsertMoney, "terminal 2", "device", seat=2, amount=700, source="transfer"))
    happened(table.staff(WithholdCredits, "casino-operator", id="d1", seat=2, amount=300, reason="a jammed note"))
    happened(table.staff(DecideCredits, "casino-operator", withheld="d1", outcome="released", reason="it was paid in"))
    happened(table.player("bob", LeaveSeat, seat=2))
    return table


def mispaid_evening(cage: bool) -> Croupier:
    """Three wrong payments: of Ann, put right; of Bob, found out later; of nobody, written off."""
    table = Croupier("star-sicbo-2024", cage=cage).opens(tray=50_000).seats(ann=1, bob=2)
    happened(table.staff(RecordMispayment, id="m1", of="wager", due=7_000, paid=6_000, person="ann", seat=1))
    happened(table.staff(RectifyMispayment, mispayment="m1"))
    unknown: dict[str, Any] = {"of": "wager", "due": 0, "paid": 2_000, "person": "", "enquiries": "tapes"}
    happened(table.staff(RecordMispayment, id="m2", **unknown))
    happened(table.staff(LogAttempt, mispayment="m2", how="identify", words="the tapes show him", person="bob"))
    happened(table.staff(RecordMispayment, id="m3", **unknown))
    happened(table.staff(LogAttempt, mispayment="m3", how="identify", words="tapes"))
    happened(table.staff(CloseMispayment, mispayment="m3", reason="nobody knows"))
    return table


@cache
def evenings(cage: bool) -> tuple[Croupier, ...]:
    return dealt_evening(cage), withheld_evening(cage), terminal_evening(cage), mispaid_evening(cage)


BESIDE = (MispaymentReferred, MispaymentClosed)
"""What moves a debt, and nothing that lies at the table."""


def moments(kind: type[Event]) -> Iterator[tuple[Table, Event]]:
    """A table just before each event of a kind."""
    for evening in evenings(cage=False):
        for number, event in enumerate(evening.events):
            if type(event) is kind:
                again = new_table(evening.book)
                for before in evening.events[:number]:
                    evolve(again, before)
                yield again, event


@pytest.mark.parametrize("kind", [it for it in POSTINGS if it not in BESIDE], ids=lambda kind: kind.__name__)
def test_an_event_that_moves_money_and_does_not_state_it_stops_the_table(
    kind: type[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Break the rule of each event in turn: it states nothing, a cent more, or the same to another seat."""
    table, event, stated = next(
        (table, event, stated) for table, event in moments(kind) if (stated := POSTINGS[kind](table, event))
    )
    (account, amount), *others = sorted(stated, key=lambda it: not it[0].startswith("table/"))
    for wrong in ([], [(account, amount + 1), *others], [(f"{account}0", amount), *others], [*stated, ("~chips", 1)]):
        again, same = next((table, it) for table, it in moments(kind) if it == event)
        monkeypatch.setitem(POSTINGS, kind, partial(said, wrong))
        with pytest.raises(BooksError, match=f"{event.__struct_config__.tag}: it states .* stop the table"):
            applied(again, same)
    monkeypatch.undo()
    assert applied(table, event) == stated


def said(entries: Entries, _table: Table, _event: Event) -> Entries:
    return entries


CAGE_BEHIND = {
    "TableOpened": "counter", "TableClosed": "counter dropped ~house", "TrayFilled": "counter",
    "FillReceived": "counter",
    "TrayCredited": "counter", "BoxEmptied": "dropped ~house", "ChipsBought": "~cash transit",
    "VoucherExchanged": "exchanged", "SeatLeft": "chips/outside collected ~vouchers ~colours",
    "ChipsBrought": "chips/outside", "ColoursBrought": "~colours",
    "WinningsReleased": "collected", "MoneyInserted": "~cash transit", "CreditsCollected": "collected",
    "MispaymentRecorded": "chips/outside ~owed/m1 ~owed/m2 ~owed/m3 ~house", "AttemptLogged": "chips/outside",
    "MispaymentRectified": "~owed/m1 ~house", "MispaymentClosed": "~owed/m3 ~house",
    "SaleReversed": "~cash transit",
}  # fmt: skip
"""What is at the other end, by the kind of event, where a cage stands behind the table; the rest stays within it."""
NO_CAGE = {
    "TableOpened": "~cage", "TableClosed": "~cage", "TrayFilled": "~cage", "TrayCredited": "~cage",
    "FillReceived": "~cage",
    "BoxEmptied": "~drop ~house", "ChipsBought": "~cash transit", "VoucherExchanged": "~vouchers",
    "SeatLeft": "~chips ~vouchers ~colours", "ChipsBrought": "~chips", "ColoursBrought": "~colours",
    "WinningsReleased": "~cage",
    "MispaymentRecorded": "~chips ~owed/m1 ~owed/m2 ~owed/m3 ~house", "AttemptLogged": "~chips",
    "MispaymentRectified": "~owed/m1 ~house", "MispaymentClosed": "~owed/m3 ~house",
    "MoneyInserted": "~cash transit", "CreditsCollected": "~tickets", "SaleReversed": "~cash transit",
}  # fmt: skip


@pytest.mark.parametrize("cage, others", [(True, CAGE_BEHIND), (False, NO_CAGE)])
def test_what_comes_from_elsewhere_and_goes_there_has_an_account_at_the_other_end(
    cage: bool, others: dict[str, str]
) -> None:
    found: dict[str, set[str]] = {}
    for evening in evenings(cage):
        again = new_table(evening.book, evening.table.config)
        for event in evening.events:
            for account, _ in applied(again, event):
                if not account.startswith(("table/", "~house/")):
                    found.setdefault(type(event).__name__, set()).add(
                        account.removesuffix("/table 1").replace("/table 1/", "/")
                    )
    assert found == {kind: set(accounts.split()) for kind, accounts in others.items()}


MONEY = re.compile(
    r"\.(rack|tokens|checks\[.*\]|staked|aside|float|drop|cashless|taken|withheld\[.*\]|count|came)\b\]?"
    r"(,[^=\n]*)? ([-+]?=)(?!=)|del table\.(seats|withheld)|\b(give|take|come_to_light|take_in_hand|_stands)\("
)
"""How the code of an applier looks that changes what someone has."""


@pytest.mark.parametrize("kind", APPLIERS, ids=lambda kind: kind.__name__)
def test_every_event_of_the_table_that_changes_money_states_its_postings(kind: type[Event]) -> None:
    """Whatever is applied by code that touches money has an entry; the rest moves nothing and has none."""
    only_within_the_wagers = {"ExcessSetAside"}
    holds_nothing_yet = {"WinningsWithheld"}
    touches = MONEY.search(inspect.getsource(APPLIERS[kind])) is not None
    assert touches == (kind in POSTINGS) or (
        kind in BESIDE or kind.__name__ in only_within_the_wagers | holds_nothing_yet
    )


@pytest.mark.parametrize(
    "due, paid, rack, tray, owed", [(7_000, 6_000, 99_000, 51_000, 1_000), (0, 20_000, 120_000, 30_000, -20_000)]
)
def test_a_wrong_payment_stands_in_an_account_for_or_against_the_person_until_it_is_put_right(
    due: int, paid: int, rack: int, tray: int, owed: int
) -> None:
    table = Croupier("star-sicbo-2024").opens(tray=50_000).seats(ann=1)
    _, before = posted(table)
    happened(table.staff(RecordMispayment, id="m1", of="wager", due=due, paid=paid, person="ann", seat=1))
    assert posted(table)[1] == before | {
        "table/table 1/float": tray, "table/table 1/seat/1/rack": rack, "~owed/table 1/m1": owed, "~house": -owed,
    }  # fmt: skip
    happened(table.staff(RectifyMispayment, mispayment="m1"))
    assert posted(table)[1] == before


@pytest.mark.parametrize("due, paid, tray", [(7_000, 6_000, 51_000), (0, 20_000, 30_000)])
def test_a_wrong_payment_that_is_written_off_leaves_the_tray_as_it_really_is(due: int, paid: int, tray: int) -> None:
    table = Croupier("star-sicbo-2024").opens(tray=50_000).seats(ann=1)
    said: dict[str, Any] = {"of": "wager", "due": due, "paid": paid, "person": "", "enquiries": "tapes"}
    happened(table.staff(RecordMispayment, id="m1", **said))
    _, books = posted(table)
    assert (books["table/table 1/float"], books["~chips"]) == (tray, -50_000 - tray)
    happened(table.staff(LogAttempt, mispayment="m1", how="identify", words="tapes"))
    happened(table.staff(CloseMispayment, mispayment="m1", reason="nobody knows"))
    _, books = posted(table)
    assert books["table/table 1/float"] == tray
    assert not {"~owed/table 1/m1", "~house"} & set(books)


@pytest.mark.parametrize("cage, account", [(True, "counter/table 1"), (False, "~cage")])
def test_a_wrong_payment_found_when_the_table_is_closed_is_booked_where_its_chips_lie(cage: bool, account: str) -> None:
    table = Croupier("star-sicbo-2024", cage=cage).opens(tray=50_000).seats(ann=1)
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.staff(CloseTable))
    before = posted(table)[1].get(account, 0)
    happened(table.staff(RecordMispayment, id="m1", of="wager", due=7_000, paid=6_000, person="ann"))
    _, books = posted(table)
    assert (books[account], books["~owed/table 1/m1"]) == (before + 1_000, 1_000)


def test_accounts_to_which_a_table_and_the_house_both_post_are_known_by_how_they_begin() -> None:
    """The ledger of the house is held against its own accounts by these beginnings."""
    between = ("transit", "counter", "collected", "exchanged", "dropped")
    assert [it("7") for it in (transit, counter, collected, exchanged, dropped)] == [f"{it}/7" for it in between]
    assert tuple(f"{it}/" for it in between) == BETWEEN
