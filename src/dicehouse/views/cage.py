"""What the cage works with: its float, the one card on the counter, and everything that waits to be paid or moved.

One card's figures at a time, never a PIN, never the number that proves a ticket, and nothing of what is wagered where.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from dicehouse.house import accounts, cage, inquiries, patrons, payouts, slips, tickets, trays, vouchers
from dicehouse.house.cage_state import Inquiry, Payout, Ticket, Voucher
from dicehouse.house.holders import in_force
from dicehouse.house.identity import RecordIdentity
from dicehouse.house.jackpots import display
from dicehouse.house.state import ColourSet, House
from dicehouse.refusal import Refused
from dicehouse.table import Table
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Phase
from dicehouse.table.standing import has_limits
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.cage_lines import DeskLine, DeskTag, mispaid, owed, owing, settles, terminal
from dicehouse.views.cage_patron import UNREAD, PatronDesk, issues_card, patron_desk
from dicehouse.views.cage_terms import adjusts, changes, offers, policies
from dicehouse.views.catalogue import choice_of
from dicehouse.views.closings import ClosingDesk, closings
from dicehouse.views.fields import Choices, ChoiceView
from dicehouse.views.layout import CHIPS
from dicehouse.views.parts import Refusal, Text, refusal, same
from dicehouse.views.rulebook_words import rank_name
from dicehouse.views.slips import SlipView, past, waiting
from dicehouse.views.table_choices import names

LATEST: Final = 20
"""Tickets that are listed; the others are paid by typing their number."""


class ColourLine(Struct, frozen=True, kw_only=True):
    """Colour checks that are out."""

    table: str
    colour: str
    count: int
    value: int
    """Of each; 0: it cannot be traced."""
    amount: int
    act: ActView


class CageView(Struct, frozen=True, kw_only=True):
    now: datetime
    house: str
    name: str
    role: str
    cash: int
    chips: int
    unbalanced: str
    """What is wrong with the accounts; empty while they balance."""
    asked: str
    """The card that was asked for."""
    patron: PatronDesk | None
    no_patron: Refusal | None
    """Why there is nobody to that card."""
    register: tuple[ActView, ...]
    chip_values: tuple[int, ...]
    chip_acts: tuple[ActView, ...]
    """Chips for cash and cash for chips, over the counter."""
    colours: tuple[ColourLine, ...]
    tickets: tuple[DeskLine, ...]
    tickets_owed: int
    tickets_out: int
    pay_ticket: ActView
    """For a ticket that is typed in or scanned."""
    vouchers: tuple[DeskLine, ...]
    issue_voucher: ActView
    payouts: tuple[DeskLine, ...]
    inquiries: tuple[DeskLine, ...]
    slips: tuple[SlipView, ...]
    past_slips: tuple[SlipView, ...]
    """On their way to a table, or done."""
    boxes: tuple[DeskLine, ...]
    closings: tuple[ClosingDesk, ...]
    """Tables whose evening is over."""
    notices: tuple[DeskLine, ...]
    tray_acts: tuple[ActView, ...]
    """Fills, credits and counts that may be asked for."""
    stock_acts: tuple[ActView, ...]
    pay_acts: tuple[ActView, ...]
    """A hand-pay that is owed, and a payment that is demanded back."""
    jackpots: tuple[DeskLine, ...]
    offer_jackpot: ActView
    policy_acts: tuple[ActView, ...]
    """What the house asks beyond the documents."""


class Counter:
    """The cage as one clerk sees it."""

    def __init__(self, house: House, tables: Mapping[str, Table], asker: Asker, patron: str = "") -> None:
        self.house = house
        self.tables = tables
        self.asker = asker
        self.patron = patron
        """Whose card lies on the counter; empty while none does."""

    def judged(self, acts: Iterable[Act]) -> tuple[ActView, ...]:
        return tuple(in_house(self.house, act, self.asker) for act in acts)

    @property
    def where(self) -> Choices:
        """The tables of the house."""
        return dict.fromkeys(("table", "place"), lambda: names(tuple(self.tables)))

    # --- chips and colour checks

    def colours(self) -> Iterator[ColourLine]:
        """Those of tables that have closed, and those of open tables, which are refused here."""
        for it in self.house.colour_sets.values():
            yield self._colour(it.table, it.colour, it.count, it)
        for name, table in self.tables.items():
            for (colour, value), count in _out(table).items():
                yield self._colour(
                    name, colour, count,
                    ColourSet(table=name, colour=colour, count=count, value=value, rule="recorded_value"),
                )  # fmt: skip

    def _colour(self, table: str, colour: str, count: int, it: ColourSet) -> ColourLine:
        given = {"table": table, "colour": colour, **({"value": it.value} if it.value else {})}
        asks = "count" if it.value else "count lowest!"
        act = Act(vouchers.CashColours, given=given, asks=asks, values={"count": count})
        (judged,) = self.judged((act,))
        return ColourLine(
            table=table, colour=colour, count=count, value=it.value, amount=count * it.value, act=judged
        )  # fmt: skip

    # --- tickets and vouchers

    def pay_ticket(self, number: str = "", it: Ticket | None = None) -> Act:
        ways = ("cash", "account") if self.patron else ("cash",)
        to = tuple(ChoiceView(way, choice_of("pay-ticket", "to", way)) for way in ways)
        tried = {"validation": it.validation, "amount": it.amount} if it else {}
        given = {**({"ticket": number} if it else {}), "person": self.patron}
        return Act(tickets.PayTicket, given=given, choices={"to": lambda: to}, tried=tried, free=it is None)

    def tickets(self) -> Iterator[DeskLine]:
        for number, it in list(self.house.tickets.items())[: -LATEST - 1 : -1]:
            tags = (DeskTag("amber", "lock", Text("withheld", "扣留")),) if it.withheld else ()
            own = {"ticket": number}
            yield DeskLine(
                id=number, title=Text(f"Ticket {number}", f"票 {number}"),
                words=terminal(it.terminal), amount=it.amount, at=it.issued, tags=tags,
                acts=self.judged(
                    (
                        self.pay_ticket(number, it), Act(tickets.VoidTicket, given=own),
                        Act(inquiries.WithholdTicket, same("5.2"), own),
                    )
                ),
            )  # fmt: skip

    def vouchers(self) -> Iterator[DeskLine]:
        for number, it in self.house.vouchers.items():
            if not it.used:
                yield self._voucher(number, it)

    def _voucher(self, number: str, it: Voucher) -> DeskLine:
        give = Act(vouchers.HandInVoucher, given={"voucher": number}, choices=self.where)
        wins = {
            True: Text("a winning token comes back", "赢出的代币退回"),
            False: Text("a winning token is collected", "赢出的代币收回"),
            None: Text("wins pay in chips", "以筹码派彩"),
        }
        return DeskLine(
            id=number, title=Text(f"Voucher {number}", f"礼券 {number}"), words=wins[it.returns], amount=it.amount,
            at=it.until, acts=self.judged((give,)),
        )  # fmt: skip

    # --- hand-pays

    def payouts(self) -> Iterator[DeskLine]:
        for number, it in self.house.payouts.items():
            where = f"{it.table} terminal {it.seat}" if it.table else it.person
            zh = f"{it.table} {it.seat} 号终端" if it.table else it.person
            yield DeskLine(
                id=number, title=Text(f"Hand-pay, {where}", f"手付，{zh}"), words=owed(it),  # noqa: RUF001
                amount=it.amount, at=it.since, tags=tuple(self._payout_tags(it)),
                acts=self.judged(self._payout_acts(number, it)),
            )  # fmt: skip

    def owed(self) -> Iterator[DeskLine]:
        """What is owed to people, or by them, for wrong payments at tables that they have left."""
        for number, it in self.house.owed.items():
            yield DeskLine(
                id=f"owed-{number}", title=owing(it), words=mispaid(it), amount=abs(it.amount), at=it.since,
                acts=self.judged((settles(number, it),)),
            )  # fmt: skip

    def _payout_tags(self, it: Payout) -> Iterator[DeskTag]:
        if it.withheld:
            yield DeskTag("coral", "lock", Text(f"withheld, {it.withheld}", f"扣留，{it.withheld}"))  # noqa: RUF001
        if it.identified is not None:
            done = Text("Identified (5.3.3)", "已验明身份 (5.3.3)")
            asked = Text("Identification asked", "须验明身份")
            yield DeskTag("mint", "check", done) if it.identified else DeskTag("amber", "clock", asked)
        if it.after is not None and it.after > self.asker.at:
            when = it.after.astimezone(ZoneInfo(self.house.time_zone))
            en, zh = f"{when.day} {when:%b %H:%M}", f"{when.month} 月 {when.day} 日 {when:%H:%M}"
            yield DeskTag("amber", "clock", Text(f"agreed for {en}", f"约定 {zh}"))
        yield DeskTag("amber", "clock", Text("Player checks the sum and signs (5.1)", "玩家核对金额并签名 (5.1)"))

    def _payout_acts(self, number: str, it: Payout) -> Iterator[Act]:
        own = {"payout": number}
        asks = "verified " + ("signed_by! paper!" if it.form in payouts.BY_HAND else "ticket! validation!")
        tried = {"verified": it.amount, "signed_by": it.person}
        yield Act(payouts.PayOut, same("5.1"), own, asks, tried=tried)
        yield Act(payouts.AskIdentification, given=own)
        yield Act(payouts.ShowIdentification, given=own)
        other = {"form": lambda: tuple(each for each in FORMS if each.value != it.form)}
        yield Act(payouts.ChangeForm, same("5.3.2"), own, choices=other)
        yield Act(payouts.DelayPayment, same("5.3.1"), own, values={"agreed_by": it.person})
        yield Act(inquiries.WithholdPayout, same("5.2"), own)

    def inquiries(self) -> Iterator[DeskLine]:
        for number, it in self.house.inquiries.items():
            yield self._inquiry(number, it)

    def _inquiry(self, number: str, it: Inquiry) -> DeskLine:
        own = {"inquiry": number}
        acts = [Act(inquiries.Determine, given=own), Act(inquiries.ReviewInquiry, given=own)]
        if it.kind == "return":
            acts.insert(0, Act(inquiries.TakeReturn, given=own, values={"amount": it.amount - it.returned}))
        tags = (DeskTag("mint", "check", Text("reviewed by an inspector", "督察已复核")),) if it.reviewed else ()
        return DeskLine(
            id=number, title=Text(f"Inquiry {number}", f"调查 {number}"), words=same(it.reason), amount=it.amount,
            at=it.since, tags=tags, acts=self.judged(acts),
        )  # fmt: skip

    def pay_acts(self) -> Iterator[Act]:
        """A hand-pay that a terminal cannot report itself, and a prize or ticket demanded back."""
        yield Act(payouts.OweHandPay, same("5.1"), choices=self.where, free=True)
        yield Act(inquiries.DemandReturn, same("5.2"), free=True)

    def jackpots(self) -> Iterator[DeskLine]:
        shown = display(self.house)
        for pool, it in self.house.jackpots.items():
            yield DeskLine(
                id=f"jackpot-{pool}", title=Text(f"Jackpot {pool}", f"奖池 {pool}"),
                words=same(", ".join(it.terms.tables)), amount=shown[pool].shown, at=None,
                acts=self.judged((changes(pool, it, self.tables), adjusts(pool, shown[pool].shown))),
            )  # fmt: skip

    # --- fills, credits and boxes

    def boxes(self) -> Iterator[DeskLine]:
        for number, it in self.house.boxes.items():
            yield DeskLine(
                id=number, title=Text(f"Drop box {number}, {it.table}", f"钱箱 {number}，{it.table}"),  # noqa: RUF001
                words=Text(f"removed by {it.removed_by}", f"由 {it.removed_by} 取下"), amount=0, at=it.since,
                acts=self.judged((self._counts(number, it.recorded is None),)),
            )  # fmt: skip

    def _counts(self, box: str, unrecorded: bool) -> Act:
        asks = "counted with_ recorded! explained?" if unrecorded else "counted with_ explained?"
        return Act(trays.CountDropBox, given={"box": box}, asks=asks, free=True)

    def notices(self) -> Iterator[DeskLine]:
        for it in self.house.notices.values():
            act = Act(AcknowledgeNotice, given={"notice": it.id})
            yield DeskLine(
                id=it.id, title=Text(f"To be told: {it.to}", f"须告知：{rank_name(it.to).zh}"),  # noqa: RUF001
                words=same(f"{it.about} ({it.clause})" if it.clause else it.about), amount=0, at=it.due,
                acts=self.judged((act,)),
            )  # fmt: skip

    def tray_acts(self) -> Iterator[Act]:
        for order in (slips.RequestFill, slips.RequestCredit, trays.CountTray, trays.RemoveDropBox):
            yield Act(order, choices=self.where, free=True)

    def stock_acts(self) -> Iterator[Act]:
        yield Act(cage.StockCage)
        words = Text("in people's pockets, sold before these books", "账册开立前售出、客人持有")
        yield Act(cage.DeclareChipsOutside, words)

    def register(self) -> Iterator[Act]:
        yield Act(patrons.RegisterPatron, free=True)
        yield Act(RecordIdentity, tried=UNREAD, free=True)
        words, name = Text("to someone registered", "给已登记者"), Text("Issue a first card", "首次发卡")
        yield issues_card()._replace(words=words, name=name, free=True)
        yield Act(patrons.ShowCard, choices=self.where, free=True)


FORMS: Final = tuple(
    ChoiceView(form, choice_of("change-form", "form", form))
    for form in ("cash", "cheque", "bank-transfer", "account", "ticket", "meter")
)


def _out(table: Table) -> dict[tuple[str, int], int]:
    """Colour checks in players' hands at an open table, and those that were taken away from it."""
    found: dict[tuple[str, int], int] = {}
    for away in table.away:
        found[away.colour, away.value] = found.get((away.colour, away.value), 0) + away.count
    for seat in table.seats.values() if table.phase is not Phase.CLOSED else ():
        for colour, it in seat.checks.items():
            if it.count:
                found[colour, it.value] = found.get((colour, it.value), 0) + it.count
    return found


def cage_view(house: House, tables: Mapping[str, Table], asker: Asker, title: str = "", card: str = "") -> CageView:
    """The cage, with the one card that was asked for."""
    held = in_force(house, card) if card else None
    patron = None if held is None or isinstance(held, Refused) else house.patrons[house.cards[card]]
    counter = Counter(house, tables, asker, patron.name if patron else "")
    owed, documents = tickets.liability(house), {name: has_limits(it.book) for name, it in tables.items()}
    (pay_ticket,), (voucher,) = (
        counter.judged((counter.pay_ticket(),)),
        counter.judged((Act(vouchers.IssueVoucher, free=True),)),
    )
    return CageView(
        now=asker.at,
        house=house.name,
        name=asker.name,
        role=title,
        cash=accounts.balance(house, accounts.CAGE_CASH),
        chips=accounts.balance(house, accounts.CAGE_CHIPS),
        unbalanced=accounts.broken(house),
        asked=card,
        patron=patron_desk(house, patron, asker, documents) if patron else None,
        no_patron=refusal(held) if isinstance(held, Refused) else None,
        register=counter.judged(counter.register()),
        chip_values=CHIPS,
        chip_acts=counter.judged((Act(cage.CashChips), Act(cage.SellChips))),
        colours=tuple(counter.colours()),
        tickets=tuple(counter.tickets()),
        tickets_owed=owed.amount,
        tickets_out=owed.tickets,
        pay_ticket=pay_ticket,
        vouchers=tuple(counter.vouchers()),
        issue_voucher=voucher,
        payouts=(*counter.payouts(), *counter.owed()),
        inquiries=tuple(counter.inquiries()),
        slips=tuple(waiting(house, counter.judged)),
        past_slips=tuple(past(house)),
        boxes=tuple(counter.boxes()),
        closings=tuple(closings(house, tables, counter.judged)),
        notices=tuple(counter.notices()),
        tray_acts=counter.judged(counter.tray_acts()),
        stock_acts=counter.judged(counter.stock_acts()),
        pay_acts=counter.judged(counter.pay_acts()),
        jackpots=tuple(counter.jackpots()),
        offer_jackpot=counter.judged((offers(tables),))[0],
        policy_acts=counter.judged(policies(house)),
    )
