"""A house for stories: its tables open with full trays, its cage stocked, and people who come and play."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dicehouse.floor.plan import HousePlan, TablePlan
from dicehouse.floor.stepped import SteppedFloor
from dicehouse.house import cage, patrons, slips
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.rejudge import rejudge
from dicehouse.refusal import Refused
from dicehouse.table import Config, Event, Kind, dealt, dealt_result, opening, people, tray
from dicehouse.table.betting import PlaceWager
from dicehouse.table.orders import Answer, Command
from dicehouse.table.standing import has_limits
from dicehouse.views.acts import Asker
from dicehouse.views.cage import CageView, cage_view
from dicehouse.views.player import PlayerView, player_view

NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)
"""Midday in Sydney, on a Monday in daylight saving time."""
TRAY = 10_000_000


def happened(answer: Answer) -> tuple[Event, ...]:
    assert not isinstance(answer, Refused), answer
    return answer


def refused(answer: Answer) -> Refused:
    assert isinstance(answer, Refused), answer
    assert answer.next, f"the refusal says nothing of what to do next: {answer.message}"
    return answer


def a_table(name: str, rulebook: str, **config: Any) -> TablePlan:
    """A table that staff deal and whose dice they key in; an electronic one has a simulated tumbler."""
    tumbler = config.pop("tumbler", "simulated" if rulebook == "aruze-sicbo" else "keyed")
    dealer = config.pop("dealer", "staff")
    made = Config(name=name, cage=True, **config)
    return TablePlan(config=made, rulebook=rulebook, dealer=dealer, tumbler=tumbler)


class Evening(SteppedFloor):
    """A house whose tables are named in the call: `Evening(tmp_path, star="star-sicbo-2024", craps="star-craps")`."""

    def __init__(
        self,
        folder: Path,
        *,
        start: datetime = NOON,
        house: dict[str, Any] | None = None,
        opened: bool = True,
        **tables: str | TablePlan,
    ) -> None:
        """Not `opened`: the journal that is there already goes on, and nothing is done yet."""
        made = tuple(it if isinstance(it, TablePlan) else a_table(name, it) for name, it in tables.items())
        plan = HousePlan(**{"name": "the house", "chips": "account", "tables": made, **(house or {})})
        super().__init__(plan, folder / "journal.db", start)
        if not opened:
            return
        for what, amount in {"cash": 100_000_000, "chips": 5_000_000_000}.items():
            self.cage_does(cage.StockCage, what=what, amount=amount)
        for it in made:
            self.open(it.name)

    def close(self) -> None:
        """At the end of every story the journal is judged again from what is in it alone, and comes out the same."""
        super().close()
        again = rejudge(self.journal)
        assert (again.differences, again.unjudged) == ([], []), again
        assert again.entries

    def senior(self, table: str) -> str:
        """The highest rank at a table below the operator."""
        ranks = [it.id for it in self.table(table).book.roles if it.id != "casino-operator"]
        return ranks[-1]

    def staff(self, table: str, order: type[Command], by: str = "sue", role: str = "", **fields: Any) -> Answer:
        """Something that someone of the table's highest rank does, or of the rank that is named."""
        return self.submit(table, order, by=by, role=role or self.senior(table), **fields)

    def dealer(self, table: str, order: type[Command], **fields: Any) -> Answer:
        return self.submit(table, order, by="dana", role="dealer", **fields)

    def player(self, who: str, table: str, order: type[Command], **fields: Any) -> Answer:
        return self.submit(table, order, by=who, role="player", **fields)

    def cage_does(self, order: type[Command], by: str = "max", role: str = "casino-operator", **fields: Any) -> Answer:
        """Something that is done in the house, outside its tables."""
        return self.submit(HOUSE, order, by=by, role=role, **fields)

    def balance(self, account: str) -> int:
        """What the ledger has in an account."""
        return self.floor.house.leader.store.balance(account)

    def player_view(self, who: str) -> PlayerView:
        """What a patron sees of the house."""
        tables = {name: has_limits(it.book) for name, it in self.floor.tables.items()}
        view = player_view(self.house, who, self.now, tables)
        assert view is not None, f"{who} is not on the books"
        return view

    def cage_view(self, card: str = "", by: str = "max", role: str = "casino-operator") -> CageView:
        """The cage, with a card on the counter."""
        tables = {name: it.table for name, it in self.floor.tables.items()}
        return cage_view(self.house, tables, Asker(by, role, self.now), role, card)

    def open(self, name: str) -> None:
        table = self.table(name)
        over = opening.to_acknowledge(table, self.now)
        count = {"with_": "dana"} if table.config.count_trays else {}
        happened(self.staff(name, opening.OpenTable, acknowledged=over, **count))
        if table.kind is Kind.ELECTRONIC:
            return
        (asked,) = happened(self.cage_does(slips.RequestFill, table=name, amount=TRAY))
        assert isinstance(asked, slips.SlipRequested)
        happened(self.cage_does(slips.ApproveSlip, by="cleo", role="cage-supervisor", slip=asked.slip))
        happened(self.cage_does(slips.DeliverFill, slip=asked.slip))
        happened(self.staff(name, tray.ReceiveFill, slip=asked.slip, amount=TRAY))

    def register(self, *names: str, money: int = 100_000) -> None:
        """Patrons with a card, and with money in their accounts."""
        for name in names:
            happened(self.cage_does(patrons.RegisterPatron, patron=name))
            card = {"number": f"card of {name}", "pin_reference": "00" * 16}
            happened(self.cage_does(patrons.IssueCard, patron=name, **card))
            happened(self.cage_does(cage.DepositFunds, person=name, amount=money, means="bank-transfer"))

    def sit(self, who: str, table: str, seat: int = 1, money: int = 0) -> None:
        """Someone takes a seat, and buys in from their account."""
        happened(self.player(who, table, people.TakeSeat, seat=seat))
        if money:
            self.buy_in(who, table, money)

    def buy_in(self, who: str, table: str, money: int) -> None:
        happened(self.submit(HOUSE, cage.BuyIn, by=who, role="patron", person=who, table=table, amount=money))

    def bet(self, who: str, table: str, wager: str, stake: int, **fields: Any) -> Answer:
        seat = self.table(table).seat_of(who)
        assert seat is not None, f"{who} has no seat at {table}"
        return self.player(who, table, PlaceWager, seat=seat.number, wager=wager, stake=stake, **fields)

    # --- a round of dealt Sic Bo

    def invite(self, table: str) -> None:
        """Bets are open."""
        if dealt.tumbles_first(self.table(table)):
            happened(self.dealer(table, dealt.Tumble, times=3))
            happened(self.dealer(table, dealt.InviteBets))
        else:
            happened(self.dealer(table, dealt.InviteBets))
            happened(self.dealer(table, dealt.Tumble))

    def close_betting(self, table: str) -> None:
        happened(self.dealer(table, dealt.CloseBetting))
        if self.table(table).config.touch_screen:
            happened(self.dealer(table, dealt.PressNoMoreBets))

    def result(self, table: str, *dice: int) -> None:
        """Betting is closed, and the dice are uncovered, called and entered."""
        self.close_betting(table)
        happened(self.dealer(table, dealt_result.Uncover))
        happened(self.dealer(table, dealt_result.AnnounceResult, dice=dice))
        happened(self.dealer(table, dealt_result.EnterResult, dice=dice))

    def settle(self, table: str, *dice: int) -> tuple[Event, ...]:
        """The rest of a round from open betting on."""
        self.result(table, *dice)
        return self.settle_result(table)

    def settle_result(self, table: str) -> tuple[Event, ...]:
        return happened(self.dealer(table, dealt_result.Settle))
