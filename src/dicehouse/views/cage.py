"""What the cage works with: its float, the one card on the counter, and everything that waits to be paid or moved.

One card's figures at a time, never a PIN, never the number that proves a ticket, and nothing of what is wagered where.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from dicehouse.house import accounts, cage, inquiries, patrons, payouts, tickets, trays, vouchers
from dicehouse.house.holders import in_force
from dicehouse.house.jackpots import display
from dicehouse.house.state import ColourSet, House, Inquiry, Payout, Slip, Ticket, Voucher
from dicehouse.refusal import Refused
from dicehouse.table import Table
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Phase
from dicehouse.table.standing import has_limits
from dicehouse.views.acts import (
    REASON,
    Act,
    ActView,
    Asker,
    ChoiceView,
    FieldView,
    choices,
    in_house,
    moment_field,
    money_field,
    name_field,
    one_field,
    text_field,
    tick_field,
)
from dicehouse.views.cage_lines import (
    INQUIRY,
    DeskLine,
    DeskTag,
    mispaid,
    owed,
    owing,
    same,
    settles,
    terminal,
    withholds,
)
from dicehouse.views.cage_patron import AMOUNT, PatronDesk, issues_card, patron_desk
from dicehouse.views.cage_terms import adjusts, changes, offers, policies
from dicehouse.views.layout import CHIPS
from dicehouse.views.named import rank_name
from dicehouse.views.parts import Refusal, Text, refusal

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
    slips: tuple[DeskLine, ...]
    boxes: tuple[DeskLine, ...]
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

    # --- chips and colour checks

    def chip_acts(self) -> Iterator[Act]:
        amount = (money_field("amount", AMOUNT),)
        yield Act(cage.CashChips, Text("Pay cash for chips", "筹码换现金"), "cash", fields=amount)
        yield Act(cage.SellChips, Text("Sell chips for cash", "现金换筹码"), "cash", fields=amount)

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
        fields: list[FieldView] = [FieldView(key="count", kind="count", name=Text("Checks", "枚数"), value=count)]
        if not it.value:
            fields.append(money_field("lowest", Text("Lowest minimum of that game", "该游戏最低下注")))
        given = {"table": table, "colour": colour, **({"value": it.value} if it.value else {})}
        act = Act(vouchers.CashColours, Text("Pay", "付款"), "cash", given=given, fields=tuple(fields))
        (judged,) = self.judged((act,))
        return ColourLine(
            table=table, colour=colour, count=count, value=it.value, amount=count * it.value, act=judged
        )  # fmt: skip

    # --- tickets and vouchers

    def pay_ticket(self, number: str = "", it: Ticket | None = None) -> Act:
        ways = choices(cash=Text("Cash", "现金"), account=Text("To the account", "存入账户"))
        to = ways if self.patron else ways[:1]
        fields = (
            *(() if it else (name_field("ticket", Text("Ticket number", "票号")),)),
            name_field("validation", Text("Validation number on it", "票面验证号")),
            money_field("amount", Text("Amount printed on it", "票面金额")),
            one_field("to", Text("Paid as", "付款方式"), to),
        )
        tried = {"validation": it.validation, "amount": it.amount} if it else {}
        given = {**({"ticket": number} if it else {}), "person": self.patron}
        return Act(
            tickets.PayTicket, Text("Pay", "付款"), "ticket", given=given, fields=fields, tried=tried, free=it is None
        )

    def tickets(self) -> Iterator[DeskLine]:
        for number, it in list(self.house.tickets.items())[: -LATEST - 1 : -1]:
            tags = (DeskTag("amber", "lock", Text("withheld", "扣留")),) if it.withheld else ()
            void = Act(
                tickets.VoidTicket, Text("Void, pay by hand", "作废，改手付"), "cross", given={"ticket": number},  # noqa: RUF001
                fields=(name_field("person", Text("Its holder", "持票人")), REASON), grave=True,
            )  # fmt: skip
            yield DeskLine(
                id=number, title=Text(f"Ticket {number}", f"票 {number}"),
                words=terminal(it.terminal), amount=it.amount, at=it.issued, tags=tags,
                acts=self.judged((self.pay_ticket(number, it), void, withholds(number))),
            )  # fmt: skip

    def vouchers(self) -> Iterator[DeskLine]:
        for number, it in self.house.vouchers.items():
            if not it.used:
                yield self._voucher(number, it)

    def _voucher(self, number: str, it: Voucher) -> DeskLine:
        where = tuple(ChoiceView(name, Text(name, name)) for name in self.tables)
        give = Act(
            vouchers.HandInVoucher, Text("Give tokens", "换代币"), "repeat", given={"voucher": number},
            fields=(one_field("table", Text("At which table", "桌台"), where),),
        )  # fmt: skip
        wins = {
            True: Text("a winning token comes back", "赢出的代币退回"),
            False: Text("a winning token is collected", "赢出的代币收回"),
            None: Text("wins pay in chips", "以筹码派彩"),
        }
        return DeskLine(
            id=number, title=Text(f"Voucher {number}", f"礼券 {number}"), words=wins[it.returns], amount=it.amount,
            at=it.until, acts=self.judged((give,)),
        )  # fmt: skip

    def issue_voucher(self) -> Act:
        until = moment_field("until", Text("Good until", "有效期至"), needed=True)
        fields = (name_field("voucher", Text("Number", "号码")), name_field("person", Text("To whom", "持有人")))
        return Act(
            vouchers.IssueVoucher, Text("Issue a voucher", "发礼券"), "ticket",
            fields=(*fields, money_field("amount", AMOUNT), until), free=True,
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
        by_hand = it.form in payouts.BY_HAND
        signed = (
            name_field("signed_by", Text("Signed by", "签名")),
            name_field("paper", Text("Number of the form", "表格号")),
        )
        printed = (
            name_field("ticket", Text("Ticket number", "票号")),
            name_field("validation", Text("Validation number", "验证号")),
        )
        verified = money_field("verified", Text("Sum as the player checked it", "玩家核对之金额"))
        yield Act(
            payouts.PayOut, Text("Pay after signature", "签名后付款"), "cash", Text("5.1", "5.1"), own,
            (verified, *(signed if by_hand else printed)), {"verified": it.amount, "signed_by": it.person},
        )  # fmt: skip
        yield Act(payouts.AskIdentification, Text("Ask for identification", "要求身份证明"), "user", given=own)
        document = text_field("document", Text("Document", "证件"))
        yield Act(
            payouts.ShowIdentification,
            Text("Identification shown", "已出示证件"),
            "check",
            given=own,
            fields=(document,),
        )
        forms = choices(
            cash=Text("Cash", "现金"), cheque=Text("Cheque", "支票"), bank_transfer=Text("Transfer", "转账"),
            account=Text("To the account", "存入账户"), ticket=Text("Ticket", "票"), meter=Text("Credit meter", "余额"),
        )  # fmt: skip
        other = tuple(each for each in forms if each.value != it.form)
        yield Act(
            payouts.ChangeForm, Text("Pay in another form", "改付款方式"), "repeat", Text("5.3.2", "5.3.2"), own,
            (one_field("form", Text("Form", "方式"), other), REASON),
        )  # fmt: skip
        until = moment_field("until", Text("Agreed time", "约定时间"), needed=True)
        yield Act(
            payouts.DelayPayment, Text("Put it off by agreement", "约定延后"), "clock", Text("5.3.1", "5.3.1"), own,
            (until, name_field("agreed_by", Text("The player", "玩家"), it.person), REASON),
        )  # fmt: skip
        yield Act(
            inquiries.WithholdPayout, Text("Hold, tell inspector", "扣留并通知督察"), "lock", Text("5.2", "5.2"), own,
            (INQUIRY, REASON), grave=True,
        )  # fmt: skip

    def inquiries(self) -> Iterator[DeskLine]:
        for number, it in self.house.inquiries.items():
            yield self._inquiry(number, it)

    def _inquiry(self, number: str, it: Inquiry) -> DeskLine:
        own = {"inquiry": number}
        pay = FieldView(key="pay", kind="tick", name=Text("It is to be paid", "应予支付"))
        acts = [
            Act(inquiries.Determine, Text("Determine", "裁定"), "check", given=own, fields=(pay, REASON), grave=True)
        ]
        if it.kind == "return":
            back = money_field("amount", AMOUNT, it.amount - it.returned)
            acts.insert(0, Act(inquiries.TakeReturn, Text("Take it back", "收回"), "undo", given=own, fields=(back,)))
        remarks = (text_field("remarks", Text("Remarks", "意见")),)
        acts.append(
            Act(inquiries.ReviewInquiry, Text("Inspector's review", "督察复核"), "eye", given=own, fields=remarks)
        )
        tags = (DeskTag("mint", "check", Text("reviewed by an inspector", "督察已复核")),) if it.reviewed else ()
        return DeskLine(
            id=number, title=Text(f"Inquiry {number}", f"调查 {number}"), words=same(it.reason), amount=it.amount,
            at=it.since, tags=tags, acts=self.judged(acts),
        )  # fmt: skip

    def pay_acts(self) -> Iterator[Act]:
        """A hand-pay that a terminal cannot report itself, and a prize or ticket demanded back."""
        where = tuple(ChoiceView(name, Text(name, name)) for name in self.tables)
        person, amount = name_field("person", Text("To whom", "收款人")), money_field("amount", AMOUNT)
        seat = FieldView(key="seat", kind="count", name=Text("Terminal", "终端"))
        yield Act(
            payouts.OweHandPay, Text("Pay credits by hand", "手付余额"), "cash", Text("5.1", "5.1"),
            fields=(one_field("table", Text("Table", "桌台"), where), seat, person, amount), free=True,
        )  # fmt: skip
        of = name_field("of", Text("Number of the payment or ticket", "付款或票号"))
        back = name_field("person", Text("From whom", "向何人"))
        yield Act(
            inquiries.DemandReturn, Text("Demand a payment back", "追回付款"), "undo", Text("5.2", "5.2"),
            fields=(INQUIRY, of, back, amount, REASON), grave=True, free=True,
        )  # fmt: skip

    def jackpots(self) -> Iterator[DeskLine]:
        shown = display(self.house)
        for pool, it in self.house.jackpots.items():
            yield DeskLine(
                id=f"jackpot-{pool}", title=Text(f"Jackpot {pool}", f"奖池 {pool}"),
                words=same(", ".join(it.terms.tables)), amount=shown[pool].shown, at=None,
                acts=self.judged((changes(pool, it, self.tables), adjusts(pool, shown[pool].shown))),
            )  # fmt: skip

    # --- fills, credits and boxes

    def slips(self) -> Iterator[DeskLine]:
        for number, it in self.house.slips.items():
            yield self._slip(number, it)

    def _slip(self, number: str, it: Slip) -> DeskLine:
        own, kind = {"slip": number}, {"fill": Text("Fill", "补筹"), "credit": Text("Credit", "退筹")}[it.kind]
        prepared = Text(f"prepared by {it.requested_by}", f"制单 {it.requested_by}")
        checked = Text(f"checked by {it.approved_by}", f"复核 {it.approved_by}")
        waits = Text("to be checked by another", "待他人复核")
        tags = (
            DeskTag("mint", "check", prepared),
            DeskTag("mint", "check", checked) if it.approved_by else DeskTag("amber", "clock", waits),
        )
        counted = money_field("counted", Text("Counted at the cage", "出纳点数"))
        moves = (
            Act(trays.DeliverFill, Text("Hand over", "交付"), "export", given=own)
            if it.kind == "fill"
            else Act(
                trays.ReceiveCredit, Text("Take in", "收入"), "undo", given=own, fields=(counted,),
                tried={"counted": it.amount},
            )
        )  # fmt: skip
        approve = Act(trays.ApproveSlip, Text("Check", "复核"), "check", given=own)
        cancel = Act(trays.CancelSlip, Text("Cancel", "取消"), "cross", given=own, fields=(REASON,))
        acts = (moves, cancel) if it.approved_by else (approve, cancel)
        return DeskLine(
            id=number, title=Text(f"{kind.en}, {it.table}", f"{kind.zh}，{it.table}"), words=same(number),  # noqa: RUF001
            amount=it.amount, at=None, tags=tags, acts=self.judged(acts),
        )  # fmt: skip

    def boxes(self) -> Iterator[DeskLine]:
        for number, it in self.house.boxes.items():
            count = Act(
                trays.CountDropBox, Text("Count", "点算"), "pen", given={"box": number},
                fields=(
                    money_field("counted", Text("Counted", "点得")),
                    money_field("recorded", Text("On the table's record", "桌台记录")),
                    name_field("with_", Text("Counted with", "会同点算")),
                ),
                free=True,
            )  # fmt: skip
            yield DeskLine(
                id=number, title=Text(f"Drop box {number}, {it.table}", f"钱箱 {number}，{it.table}"),  # noqa: RUF001
                words=Text(f"removed by {it.removed_by}", f"由 {it.removed_by} 取下"), amount=0, at=it.since,
                acts=self.judged((count,)),
            )  # fmt: skip

    def notices(self) -> Iterator[DeskLine]:
        for it in self.house.notices.values():
            act = Act(AcknowledgeNotice, Text("Acknowledge", "确认"), "check", given={"notice": it.id})
            yield DeskLine(
                id=it.id, title=Text(f"To be told: {it.to}", f"须告知：{rank_name(it.to).zh}"),  # noqa: RUF001
                words=same(f"{it.about} ({it.clause})" if it.clause else it.about), amount=0, at=it.due,
                acts=self.judged((act,)),
            )  # fmt: skip

    def tray_acts(self) -> Iterator[Act]:
        where = tuple(ChoiceView(name, Text(name, name)) for name in self.tables)
        table, slip = one_field("table", Text("Table", "桌台"), where), name_field("slip", Text("Slip number", "单号"))
        asked = (table, money_field("amount", AMOUNT), slip)
        yield Act(trays.RequestFill, Text("Prepare a fill", "制补筹单"), "export", fields=asked, free=True)
        yield Act(trays.RequestCredit, Text("Prepare a credit", "制退筹单"), "undo", fields=asked, free=True)
        when = choices(opener=Text("Opener", "开桌"), closer=Text("Closer", "关桌"))
        yield Act(
            trays.CountTray, Text("Count a tray", "点筹盘"), "pen",
            fields=(
                table, one_field("when", Text("When", "时点"), when), money_field("counted", Text("Counted", "点得")),
                name_field("with_", Text("Counted with", "会同点算")),
            ),
            free=True,
        )  # fmt: skip
        box = name_field("box", Text("Box number", "箱号"))
        yield Act(
            trays.RemoveDropBox, Text("Take a drop box off", "取下钱箱"), "export",
            fields=(table, box), free=True,
        )  # fmt: skip

    def stock_acts(self) -> Iterator[Act]:
        what = one_field("what", Text("What", "种类"), choices(cash=Text("Cash", "现金"), chips=Text("Chips", "筹码")))
        out = FieldView(key="out", kind="tick", name=Text("Out of the cage", "出库"), needed=False)
        yield Act(
            cage.StockCage,
            Text("Stock the cage", "增减库存"),
            "cash",
            fields=(what, money_field("amount", AMOUNT), out),
        )
        gone = FieldView(key="out", kind="tick", name=Text("They are good no more", "不再有效"), needed=False)
        yield Act(
            cage.DeclareChipsOutside, Text("Declare chips outside", "申报场外筹码"), "pen",
            Text("in people's pockets, sold before these books", "账册开立前售出、客人持有"),
            fields=(money_field("amount", AMOUNT), REASON, gone),
        )  # fmt: skip

    def register(self) -> Iterator[Act]:
        yield Act(
            patrons.RegisterPatron, Text("Register someone", "登记"), "user",
            fields=(name_field("patron", Text("Name", "姓名")),), free=True,
        )  # fmt: skip
        fields = (name_field("patron", Text("Name", "姓名")), *issues_card("").fields)
        first = issues_card("")._replace(
            given={}, fields=fields, free=True, name=Text("Issue a first card", "首次发卡")
        )
        yield first._replace(words=Text("to someone registered", "给已登记者"))
        where = tuple(ChoiceView(name, Text(name, name)) for name in self.tables)
        asked = (
            name_field("card", Text("Card number", "卡号")), name_field("person", Text("Who shows it", "出示者")),
            one_field("place", Text("At which table", "桌台"), where),
            tick_field("helps", Text("Helps its patron, on record", "已备案协助持卡人")),
        )  # fmt: skip
        yield Act(
            patrons.ShowCard, Text("May this card be played by?", "此卡可否使用"), "search", fields=asked, free=True
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
    (pay_ticket,), (voucher,) = counter.judged((counter.pay_ticket(),)), counter.judged((counter.issue_voucher(),))
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
        chip_acts=counter.judged(counter.chip_acts()),
        colours=tuple(counter.colours()),
        tickets=tuple(counter.tickets()),
        tickets_owed=owed.amount,
        tickets_out=owed.tickets,
        pay_ticket=pay_ticket,
        vouchers=tuple(counter.vouchers()),
        issue_voucher=voucher,
        payouts=(*counter.payouts(), *counter.owed()),
        inquiries=tuple(counter.inquiries()),
        slips=tuple(counter.slips()),
        boxes=tuple(counter.boxes()),
        notices=tuple(counter.notices()),
        tray_acts=counter.judged(counter.tray_acts()),
        stock_acts=counter.judged(counter.stock_acts()),
        pay_acts=counter.judged(counter.pay_acts()),
        jackpots=tuple(counter.jackpots()),
        offer_jackpot=counter.judged((offers(tables),))[0],
        policy_acts=counter.judged(policies(house)),
    )
