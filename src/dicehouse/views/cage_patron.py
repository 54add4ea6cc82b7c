"""One patron at the cage: the card, the account and the limits, with what may be done about each."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from dicehouse.house import accounts, cage, patrons, pins
from dicehouse.house.breaks import EndBreak, TakeBreak, on_break
from dicehouse.house.calendar import PERIODS, Period, next_rollover
from dicehouse.house.exclusions import in_force
from dicehouse.house.identity import ComparePicture, RecordIdentity
from dicehouse.house.limits import (
    DeclineLimit,
    RequireBreak,
    SetLimit,
    deposited,
    limit_of,
    net_loss,
    not_bound,
    paused_until,
    to_come,
)
from dicehouse.house.patron_state import Identity, Patron, PlayerCard
from dicehouse.house.playtime import CheckPatron
from dicehouse.house.state import House
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.catalogue import choice_of
from dicehouse.views.excluded import about, excluded_words
from dicehouse.views.parts import Text, same

KEPT: Final = {"pin_reference": "0" * 32}
"""What a trial says in place of a PIN."""
SOON: Final = timedelta(minutes=5)
"""How long a break lasts that is only tried."""

_LIMITS: Final[dict[str, Text]] = {
    "deposit": Text("Deposit, a day", "存款，每日"),  # noqa: RUF001
    "day": Text("Loss, a day", "亏损，每日"),  # noqa: RUF001
    "week": Text("Loss, a week", "亏损，每周"),  # noqa: RUF001
    "month": Text("Loss, a month", "亏损，每月"),  # noqa: RUF001
}
_IN: Final = {
    "cash": Text("Cash", "现金"),
    "debit-card": Text("Debit card", "借记卡"),
    "eftpos": Text("EFTPOS", "EFTPOS"),
    "bank-transfer": Text("Transfer", "转账"),
    "chips": Text("Chips", "筹码"),
}
_OUT: Final = ("cash", "bank-transfer", "chips")


class DeskCard(Struct, frozen=True):
    """The card in force."""

    number: str
    form: str
    membership: str
    state: Literal["good", "locked", "suspended"]
    words: Text


class DeskLimit(Struct, frozen=True, kw_only=True):
    """A limit that the patron may have, with what is used of it."""

    limit: str
    name: Text
    amount: int | None
    used: int
    left: int | None
    until: datetime
    """When the period ends that it counts."""
    coming: bool
    """Whether a higher one, or none, was asked for."""
    coming_amount: int | None
    coming_since: datetime | None
    declined: datetime | None
    set: ActView
    remove: ActView
    decline: ActView
    cancel: ActView | None
    """Takes back what was asked for."""


class DeskSeen(Struct, frozen=True):
    """A PIN that was keyed right, or a picture that was compared, and when."""

    words: Text
    at: datetime


class PatronDesk(Struct, frozen=True, kw_only=True):
    """Someone whose card lies on the counter."""

    name: str
    card: DeskCard | None
    balance: int
    paused: datetime | None
    limits: tuple[DeskLimit, ...]
    not_covered: tuple[str, ...]
    """The tables of the house at which the loss limit does not bind."""
    deposits: tuple[ActView, ...]
    """One for each means."""
    withdrawals: tuple[ActView, ...]
    cards: tuple[ActView, ...]
    """What may be done about the card."""
    identity: Text
    """The document by its end, and who checked it; never its whole number."""
    identified: bool
    seen: tuple[DeskSeen, ...]
    """What was held beside the person lately."""
    identity_acts: tuple[ActView, ...]
    resting: datetime | None
    """Until when this person takes a break by their own wish."""
    excluded: tuple[Text, ...]
    """From what this person is excluded, by whom and why."""
    care: tuple[ActView, ...]
    """Breaks, and seeing how someone does who has played for long."""


def patron_desk(house: House, patron: Patron, asker: Asker, tables: Mapping[str, bool]) -> PatronDesk:
    """With the tables of the house, and whether their document has loss limits."""
    return PatronDesk(
        name=patron.name,
        card=_card(patron.card) if patron.card else None,
        balance=accounts.balance(house, accounts.patron(patron.name)),
        paused=paused_until(house, patron.name, asker.at),
        limits=tuple(_limit(house, patron, which, asker) for which in _LIMITS),
        not_covered=not_bound(house, patron.name, tables, asker.at),
        deposits=tuple(_moves(house, patron, asker, cage.DepositFunds, tuple(_IN))),
        withdrawals=tuple(_moves(house, patron, asker, cage.WithdrawFunds, _OUT)),
        cards=tuple(in_house(house, act, asker) for act in _card_acts(patron)),
        identity=_identity(house.identities.get(patron.name)),
        identified=patron.name in house.identities,
        seen=tuple(DeskSeen(_SEEN[what], at) for what, at in house.seen.get(patron.name, {}).items()),
        identity_acts=tuple(
            in_house(house, Act(order, given={"patron": patron.name}, **more), asker)
            for order, more in ((RecordIdentity, {"tried": UNREAD}), (ComparePicture, {"values": {"same": True}}))
        ),
        resting=on_break(patron, asker.at),
        excluded=tuple(excluded_words(it.exclusion) for it in in_force(house, patron.name, asker.at)),
        care=tuple(in_house(house, act, asker) for act in (*_care(patron, asker), *about(house, patron.name))),
    )


# --- who it is


_SEEN: Final = {"pin": Text("PIN keyed", "已输入密码"), "picture": Text("Picture compared", "已核对照片")}
UNREAD: Final = {"number_reference": "0" * 32, "number_ends": "", "born": date(1980, 1, 1)}
"""What a trial says in place of a document."""


def _identity(it: Identity | None) -> Text:
    if it is None:
        return Text("No identity on record", "没有身份记录")
    document = choice_of("record-identity", "document", it.document)
    return Text(
        f"{document.en} ••{it.number_ends}, born {it.born:%Y-%m-%d}, checked by {it.checked_by} {it.at:%Y-%m-%d}",
        f"{document.zh} ••{it.number_ends}，{it.born:%Y-%m-%d} 出生，{it.checked_by} 于 {it.at:%Y-%m-%d} 核验",  # noqa: RUF001
    )


# --- the card


def _card(it: PlayerCard) -> DeskCard:
    if it.suspended:
        words = Text(f"Suspended: {it.suspended}", f"已停用：{it.suspended}")  # noqa: RUF001
        return DeskCard(it.number, it.form, it.membership, "suspended", words)
    if it.locked:
        words = Text("Locked after too many wrong PINs", "密码错误次数过多，已锁")  # noqa: RUF001
        return DeskCard(it.number, it.form, it.membership, "locked", words)
    if not it.pin_reference:
        words = Text("It has no PIN: have the player key one", "尚无密码：请玩家设置")  # noqa: RUF001
        return DeskCard(it.number, it.form, it.membership, "good", words)
    return DeskCard(it.number, it.form, it.membership, "good", Text("The one card in force", "唯一有效卡"))


def issues_card(patron: str = "") -> Act:
    given = {"patron": patron} if patron else {}
    return Act(patrons.IssueCard, Text("the old one ends", "旧卡作废"), given, tried=KEPT)


def _card_acts(patron: Patron) -> Iterator[Act]:
    own = {"patron": patron.name}
    if patron.card is not None:
        yield Act(pins.CheckPin, given={"card": patron.card.number}, tried={"matched": True})
        yield Act(pins.SetPin, given=own, tried=KEPT)
        if patron.card.locked:
            yield Act(pins.UnlockCard, given=own)
        yield Act(patrons.ReinstateCard if patron.card.suspended else patrons.SuspendCard, given=own)
        yield Act(patrons.EndCard, given=own)
    yield issues_card(patron.name)


# --- care for whoever plays


def _care(patron: Patron, asker: Asker) -> Iterator[Act]:
    own, soon = {"patron": patron.name}, {"until": asker.at + SOON}
    yield Act(EndBreak, given=own) if on_break(patron, asker.at) else Act(TakeBreak, given=own, tried=soon)
    yield Act(RequireBreak, same("9.4"), own, tried=soon)
    yield Act(CheckPatron, given=own)


# --- the account


Moving = type[cage.DepositFunds] | type[cage.WithdrawFunds]


def _moves(house: House, patron: Patron, asker: Asker, order: Moving, every: tuple[str, ...]) -> Iterator[ActView]:
    for means in every:
        given = {"person": patron.name, "means": means}
        act = Act(order, given=given, name=_IN[means], key=means)
        yield in_house(house, act, asker)


# --- limits


def _limit(house: House, patron: Patron, which: str, asker: Asker) -> DeskLimit:
    now, own = asker.at, {"patron": patron.name, "limit": which}
    most, coming, kept = limit_of(patron, which, now), to_come(patron, which, now), patron.limits.get(which)
    period: Period = next((it for it in PERIODS if it == which), "day")
    spent = deposited(house, patron, now) if which == "deposit" else net_loss(house, patron, period, now)
    setting = Act(SetLimit, given=own, values={"amount": most}, tried={"amount": 0})
    none, before = {**own, "amount": None}, {**own, "amount": most}
    removing = Act(SetLimit, given=none, name=Text("Remove", "取消限额"), icon="cross", key="remove")
    declining = Act(DeclineLimit, given=own)
    undoing = Act(SetLimit, given=before, name=Text("Cancel", "取消更改"), icon="undo", key="cancel")
    return DeskLimit(
        limit=which,
        name=_LIMITS[which],
        amount=most,
        used=max(0, spent),
        left=None if most is None else max(0, most - spent),
        until=next_rollover(house, period, now),
        coming=coming is not None,
        coming_amount=coming.amount if coming else None,
        coming_since=coming.since if coming else None,
        declined=kept.declined if kept and most is None else None,
        set=in_house(house, setting, asker),
        remove=in_house(house, removing, asker),
        decline=in_house(house, declining, asker),
        cancel=in_house(house, undoing, asker) if coming else None,
    )
