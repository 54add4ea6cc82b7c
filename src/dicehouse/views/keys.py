"""The keys of a dealer's console and the steps of a round: what each gives, and why it would be refused now."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from dicehouse.refusal import Why
from dicehouse.table import craps_roll, dealt, dealt_result, electronic, shooter, throw
from dicehouse.table.orders import Command, Kind, Phase, tag_of
from dicehouse.table.state import Table
from dicehouse.views.acts import Asker, judged_at
from dicehouse.views.parts import Refusal, Text

Give = dict[str, Any]
"""A command as a console gives it, but for its id."""
OnPanel = Literal["shake", "no-more-bets", "enter", "no-result", "offer", "throw", ""]
State = Literal["done", "current", "not yet", "alarm"]


class KeyView(Struct, frozen=True, kw_only=True):
    """A step of the round, and the key of the panel by which it is taken."""

    do: str
    """The command it gives first."""
    key: OnPanel
    """The key of the panel; empty: a call or an act that has none."""
    name: Text
    state: State
    words: Text
    """What it waits for, what to do, or what was done."""
    at: datetime | None
    """When it was pressed, where that is on record."""
    gives: tuple[Give, ...]
    """The commands, in order; none where something is chosen first: the dice, or a reason."""
    refused: Refusal | None
    """Why it would be refused now."""


class EntryView(Struct, frozen=True):
    """Dice that may be keyed in."""

    gives: tuple[str, ...]
    """The commands that take them, in order."""
    corrects: bool
    """Whether they take the place of an entry."""
    clause: str
    """The rule by which they are called."""


class _Key(NamedTuple):
    order: type[Command]
    key: OnPanel
    name: Text
    waits: Text
    """What it waits for, while it cannot be pressed."""
    done: Text = Text("", "")
    """What is told of it afterwards."""
    now: Text | None = None
    """What is told of it while it is due; without it, what it waits for."""
    closes: bool = False
    """Whether betting ends with it."""
    fields: Give = {}  # noqa: RUF012 (nobody writes to it)
    """What it brings; where something is chosen first, what is tried."""
    then: tuple[type[Command], ...] = ()
    """What the same press gives after it."""
    chosen: bool = False
    """Whether the dice or a reason are chosen first."""


NO_RESULT: Final = (dealt_result.CallNoResult, throw.CallNoRoll, electronic.VoidRound)

_AFTER_NO_MORE: Final = Text("after No More Bets", "停止下注之后")
_PAID: Final = Text("when all are paid", "全部派彩之后")
_PRESS: Final = Text("press as you call it", "宣布时按下")
_KEYED: Final = Text("once the dice are keyed in", "输入骰子之后")
_THROWN: Final = Text("after the throw", "掷骰之后")
_WHY: Final = Text("the reason is asked", "须说明原因")
_NAMES: Final = {
    "no result": (Text("Cocked Dice", "骰子未平"), Text("and other reasons for no result", "或其他无效原因")),
    "no spin": (Text("Cocked Dice", "骰子未平"), Text("and other reasons for no spin", "或其他无效原因")),
}


def _dealt(table: Table) -> Iterator[_Key]:
    now, dice = table.round, _sample(table)
    first, times = dealt.tumbles_first(table), table.book.times.get("tumbles")
    shake = _Key(
        dealt.Tumble, "shake", Text("Shake Dice", "摇骰"),
        _PAID if first else Text("once in a round", "每局一次"),
        _times(now.tumbles),
        _times(times.amount) if times else Text("press as they tumble", "摇骰时按下"),
        fields={"times": times.amount} if times else {},
    )  # fmt: skip
    invite = _Key(
        dealt.InviteBets, "", Text("Place your bets", "请下注"),
        Text("after the shake", "摇骰之后") if first else _PAID, Text("called", "已宣布"),
    )  # fmt: skip
    yield from (shake, invite) if first else (invite, shake)
    closes = Text("No More Bets", "停止下注")
    touch = table.config.touch_screen
    after = (dealt.PressNoMoreBets,) if touch else ()
    yield _Key(
        dealt.CloseBetting,
        "no-more-bets",
        closes,
        Text("after the shake", "摇骰之后"),
        now=_PRESS,
        closes=True,
        then=after,
    )
    if touch:
        yield _Key(dealt.PressNoMoreBets, "no-more-bets", closes, Text("after the call", "宣布之后"), closes=True)
    yield _Key(dealt_result.Uncover, "", Text("Lift the cover", "开盅"), _AFTER_NO_MORE, Text("lifted", "已开盅"))
    enters = Text("Enter Results", "输入结果")
    keyed = _spaced(now.keyed or now.called)
    for order in (dealt_result.AnnounceResult, dealt_result.EnterResult):
        lifted = Text("once the cover is lifted", "开盅之后")
        three = Text("three numbers", "三个数")
        yield _Key(order, "enter", enters, lifted, Text(keyed, keyed), three, fields={"dice": dice}, chosen=True)
    yield _Key(dealt_result.Settle, "", Text("All paid", "全部已派彩"), _KEYED)
    name, says = _NAMES[table.book.no_result.called]
    yield _Key(dealt_result.CallNoResult, "no-result", name, says, fields=_reason(table), chosen=True)


def _craps(table: Table) -> Iterator[_Key]:
    hand, keyed = table.hand, _spaced(table.round.called)
    asked = hand.offered or hand.shooter
    yield _Key(
        shooter.OfferDice, "offer", Text("Dice offered", "递骰"), Text("while nobody has them", "无人持骰时"),
        Text(f"seat {asked}", f"{asked} 号座") if asked else Text("stickperson", "持棒员"),
        Text("press as you offer them", "递骰时按下"),
    )  # fmt: skip
    leaves = Text("press as they leave the hand", "骰子离手时按下")
    waits = Text("once a shooter has them", "有人持骰之后")
    yield _Key(throw.ThrowDice, "throw", Text("Dice thrown", "掷骰"), waits, now=leaves, closes=True)
    enters = Text("Enter Results", "输入结果")
    yield _Key(
        throw.MarkRest, "enter", enters, _THROWN, Text("at rest", "已停"), Text("press as they stop", "骰停时按下")
    )
    yield _Key(
        craps_roll.CallRoll, "enter", enters, _THROWN, Text(keyed, keyed), Text("two numbers", "两个数"),
        fields={"dice": _sample(table)}, chosen=True,
    )  # fmt: skip
    yield _Key(craps_roll.SettleRoll, "", Text("All paid", "全部已派彩"), _KEYED)
    yield _Key(
        throw.CallNoRoll, "no-result", Text("No roll", "此掷无效"), _WHY, fields=_reason(table), chosen=True
    )  # fmt: skip


def _terminals(table: Table) -> Iterator[_Key]:
    name = Text("Void the round", "此局无效")
    yield _Key(electronic.VoidRound, "no-result", name, _WHY, fields=_reason(table), chosen=True)


_KEYS: Final = {Kind.DEALT: _dealt, Kind.CRAPS: _craps, Kind.ELECTRONIC: _terminals}


def _sample(table: Table) -> tuple[int, ...]:
    """Dice with which a step is tried."""
    return table.round.called or table.round.shown or tuple(range(1, table.book.dice.count + 1))


def _reason(table: Table) -> Give:
    return {"reason": next(iter(table.book.no_result.reasons))}


def _spaced(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _times(count: int) -> Text:
    return Text(f"{count} {'tumble' if count == 1 else 'tumbles'}", f"摇 {count} 次")


def current(table: Table) -> type[Command] | None:
    """The step of the round that comes next; None while none is due."""
    now = table.round
    steps: dict[Phase, type[Command] | None] = {
        Phase.NO_MORE_BETS: dealt.PressNoMoreBets
        if table.config.touch_screen and not now.pressed
        else dealt_result.Uncover,
        Phase.UNCOVERED: dealt_result.AnnounceResult,
        Phase.ANNOUNCED: dealt_result.EnterResult,
        Phase.ENTERED: dealt_result.Settle,
        Phase.IN_THE_AIR: craps_roll.CallRoll if now.rested else throw.MarkRest,
        Phase.CALLED: craps_roll.SettleRoll,
        Phase.TUMBLED: dealt.InviteBets,
    }
    if table.kind is Kind.CRAPS and table.phase is Phase.BETTING:
        if table.hand.offered in table.seats:
            return shooter.AcceptDice
        return throw.ThrowDice if shooter.may_throw(table) or table.hand.stick else shooter.OfferDice
    if table.kind is Kind.DEALT and table.phase is Phase.BETWEEN:
        return dealt.Tumble if dealt.tumbles_first(table) else dealt.InviteBets
    if table.kind is Kind.DEALT and table.phase is Phase.BETTING:
        return dealt.CloseBetting if dealt.tumbles_first(table) or now.tumbles else dealt.Tumble
    if table.phase is Phase.NO_MORE_BETS and not now.tumbles:
        return dealt.Tumble
    return steps.get(table.phase)


def keys(table: Table, worker: Asker) -> tuple[KeyView, ...]:
    """The steps of the round in their order: what lies before the current one has been done."""
    orders, due = list(_KEYS[table.kind](table)), current(table)
    before = throw.ThrowDice if due is shooter.AcceptDice else due
    at = next((number for number, it in enumerate(orders) if it.order is before), 0)
    return tuple(_key(table, key, worker, number - at) for number, key in enumerate(orders))


def _key(table: Table, key: _Key, worker: Asker, place: int) -> KeyView:
    """A key that lies so many places after the current one."""
    refused = judged_at(table, worker, key.order, **key.fields)
    if refused and key.order is dealt_result.Uncover and table.round.seal and refused.why == Why.WRONG_DICE:
        refused = None  # the tumbler that sealed the dice brings them
    state: State = "done" if place < 0 else "not yet"
    if key.order in NO_RESULT:
        state = "not yet" if refused else "alarm"
    elif key.order is current(table):
        state = "current"
    first: tuple[Give, ...] = () if key.chosen else ({"do": tag_of(key.order), **key.fields},)
    return KeyView(
        do=tag_of(key.order),
        key=key.key,
        name=key.name,
        state=state,
        words=key.done if state == "done" else (key.now or key.waits) if state == "current" else key.waits,
        at=table.round.closed_at if key.closes and state == "done" else None,
        gives=(*first, *({"do": tag_of(it)} for it in key.then)),
        refused=refused,
    )


def entry(table: Table) -> EntryView | None:
    """What keyed dice would be given to now; None while none can be keyed."""
    clause = table.clause("announce")
    call, key, roll = tag_of(dealt_result.AnnounceResult), tag_of(dealt_result.EnterResult), tag_of(craps_roll.CallRoll)
    entries = {
        Phase.UNCOVERED: EntryView((call, key), corrects=False, clause=clause),
        Phase.ANNOUNCED: EntryView((key,), corrects=False, clause=clause),
        Phase.ENTERED: EntryView((call, key), corrects=True, clause=clause),
        Phase.IN_THE_AIR: EntryView((roll,), corrects=False, clause=clause),
        Phase.CALLED: EntryView((roll,), corrects=True, clause=clause),
    }
    return entries.get(table.phase) if table.kind is not Kind.ELECTRONIC else None
