"""What people do: players at tables and at the cage, and staff about them. Each sees the house as a screen shows it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any, Final, Protocol

from dicehouse.floor.floor import Floor
from dicehouse.house import breaks, cage, exclusions, limits
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import (
    Kind,
    Table,
    chips,
    conduct,
    dealt_result,
    electronic,
    losses,
    people,
    table_sign,
    throw,
)
from dicehouse.table.betting import PlaceWager, RemoveWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.orders import Answer, Command
from dicehouse.table.rectifying import RectifyMispayment
from dicehouse.table.sales import ReverseSale
from dicehouse.table.standing import LiftExclusion
from tools.house_simulation.script import CAREFUL, Step

WAGERS: Final = {
    "Craps": (
        "win-line",
        "dont-win",
        "field",
        "any-seven",
        "place-win-6",
        "place-win-8",
        "win-line",
        "hard-6",
        "big-8",
    ),
    "Symbols": ("small", "big", "total-9", "symbol-fish", "colour-red", "any-symbol-triple"),
}
SICBO: Final = ("small", "big", "small", "total-9", "double-3", "single-4", "any-triple", "big")
MINUTE: Final = timedelta(minutes=1)
HURRIED: Final = 5_000
"""The stake of someone who cannot wait."""


class Hall(Protocol):
    """Where people act."""

    def sees(self, chance: Random) -> Floor | None:
        """The house as one of its processes shows it; None while nobody serves."""

    async def asks(self, chance: Random, to: str, command: Command) -> Answer | None: ...


class Acting:
    """One step of one person."""

    def __init__(self, hall: Hall, step: Step, chance: Random, floor: Floor) -> None:
        self.hall = hall
        self.step = step
        self.chance = chance
        self.floor = floor
        self.given = 0
        self.where = step.where

    @property
    def table(self) -> Table:
        return self.floor.tables[self.where].table

    def goes_where(self, there: Callable[[Table], bool]) -> bool:
        """Go to a table where something is so, the step's own first; whether there is one."""
        names = list(self.floor.tables)
        at = names.index(self.where)
        for name in (*names[at:], *names[:at]):
            if there(self.floor.tables[name].table):
                self.where = name
                return True
        return False

    async def submit(self, to: str, kind: type[Command], by: str, role: str, **fields: Any) -> Answer | None:
        self.given += 1
        id = f"{self.step.no}.{self.given}"
        command = kind(id=id, at=self.floor.now(), by=by, role=role, **fields)
        return await self.hall.asks(self.chance, to, command)

    async def plays(self, kind: type[Command], **fields: Any) -> Answer | None:
        return await self.submit(self.step.where, kind, self.step.who, "player", **fields)

    async def at_cage(self, kind: type[Command], **fields: Any) -> Answer | None:
        return await self.submit(HOUSE, kind, self.step.who, "patron", **fields)

    async def cashier(self, kind: type[Command], **fields: Any) -> Answer | None:
        return await self.submit(HOUSE, kind, "Cass", "cashier", **fields)

    async def manager(self, kind: type[Command], **fields: Any) -> Answer | None:
        return await self.submit(HOUSE, kind, "Max", "gaming-manager", **fields)

    async def staff(self, kind: type[Command], by: str = "Sue", **fields: Any) -> Answer | None:
        role = [it.id for it in self.table.book.roles if it.id != "casino-operator"][-1]
        if self.table.kind is Kind.ELECTRONIC and kind in {RecordMispayment, RectifyMispayment}:
            role = "casino-operator"
        return await self.submit(self.where, kind, by, role, **fields)


async def sits(it: Acting) -> None:
    """Someone impatient sends for money and bets before anyone has said that they sit, or puts cash on the table and
    bets the moment they sit."""
    table = it.table
    free = next((n for n in range(1, min(table.config.seats, 8) + 1) if n not in table.seats), 1)
    if it.step.more:
        if it.step.who in CAREFUL and not it.step.amount:
            await it.at_cage(limits.SetLimit, patron=it.step.who, limit="day", amount=2 * HURRIED)
        await asyncio.gather(it.plays(people.TakeSeat, seat=free), _hurries(it, free))
    elif went(await it.plays(people.TakeSeat, seat=free)) and it.step.amount:
        await buys_in(it)


async def _hurries(it: Acting, seat: int) -> None:
    """With nothing in the account to send for, they have cash in hand, and the dealer sells chips at once."""
    await asyncio.sleep(0.05)
    if it.step.amount:
        await buys_in(it)
    elif it.table.kind is not Kind.ELECTRONIC:
        if not await _sees_seated(it, seat):
            return
        await it.staff(chips.BuyChips, seat=seat, amount=3 * HURRIED)
        offered = WAGERS.get(it.step.where, SICBO)
        await asyncio.gather(*(it.plays(PlaceWager, seat=seat, wager=wager, stake=HURRIED) for wager in offered[2:5]))
        return
    for wager in WAGERS.get(it.step.where, SICBO)[2:5]:
        await it.plays(PlaceWager, seat=seat, wager=wager, stake=HURRIED)


async def _sees_seated(it: Acting, seat: int) -> bool:
    """Wait a moment for the seat to be taken by whoever is impatient."""
    for _ in range(600):
        found = it.table.seats.get(seat)
        if found is not None:
            return found.person == it.step.who
        await asyncio.sleep(0.01)
    return False


async def leaves(it: Acting) -> None:
    seat = it.table.seat_of(it.step.who)
    if seat is not None:
        await it.plays(people.LeaveSeat, seat=seat.number, declares=seat.rack)


async def bets(it: Acting) -> None:
    seat, offered = it.table.seat_of(it.step.who), WAGERS.get(it.step.where, SICBO)
    if seat is None:
        return
    for which in it.step.more.split(","):
        wager = offered[int(which) % len(offered)]
        await it.plays(PlaceWager, seat=seat.number, wager=wager, stake=it.step.amount)


async def takes_back(it: Acting) -> None:
    seat = it.table.seat_of(it.step.who)
    own = [bet.id for bet, _ in it.table.bets_of(seat.number)] if seat else []
    if own:
        await it.plays(RemoveWager, bet=it.chance.choice(own))


async def buys_in(it: Acting) -> None:
    await it.at_cage(cage.BuyIn, person=it.step.who, table=it.step.where, amount=it.step.amount)


async def chooses_limit(it: Acting) -> None:
    await it.at_cage(limits.SetLimit, patron=it.step.who, limit="day", amount=it.step.amount)


async def deposits(it: Acting) -> None:
    await it.cashier(cage.DepositFunds, person=it.step.who, amount=it.step.amount, means="bank-transfer")


async def withdraws(it: Acting) -> None:
    await it.cashier(cage.WithdrawFunds, person=it.step.who, amount=it.step.amount, means="cash")


async def rests(it: Acting) -> None:
    if went(await it.at_cage(breaks.TakeBreak, patron=it.step.who, until=it.floor.now() + it.step.amount * MINUTE)):
        await tries_all_the_same(it)


async def tries_all_the_same(it: Acting) -> None:
    """Bet wherever one sits, the moment it is known that one may not."""
    for name, running in it.floor.tables.items():
        seat = running.table.seat_of(it.step.who)
        if seat is not None:
            wager = WAGERS.get(name, SICBO)[0]
            await it.submit(name, PlaceWager, it.step.who, "player", seat=seat.number, wager=wager, stake=500)


async def comes_back(it: Acting) -> None:
    await it.at_cage(breaks.EndBreak, patron=it.step.who)


# --- what staff do


async def excludes(it: Acting) -> None:
    seen: dict[str, Any] = {"offence": "device", "person": it.step.who, "who": "player", "what": "a pocket computer"}
    recorded = await it.staff(conduct.RecordContravention, **seen)
    if went(recorded):
        order: dict[str, Any] = {"breach": f"{it.step.no}.1", "reason": "a pocket computer", "out_of": it.step.more}
        if went(await it.staff(conduct.ExcludePerson, **order)):
            await tries_all_the_same(it)


async def bars(it: Acting) -> None:
    if went(await it.manager(exclusions.ExcludeFromCasino, person=it.step.who, reason="a pocket computer")):
        await tries_all_the_same(it)


async def lifts(it: Acting) -> None:
    if it.step.more == "house":
        await it.manager(exclusions.EndExclusion, person=it.step.who, reason="reviewed")
    else:
        await it.staff(LiftExclusion, person=it.step.who, reason="reviewed")


async def pauses(it: Acting) -> None:
    if went(await it.staff(losses.PausePlayer, person=it.step.who, until=it.floor.now() + it.step.amount * MINUTE)):
        await tries_all_the_same(it)


async def mispays(it: Acting) -> None:
    """A wager of the latest round was paid wrongly; now and then two consoles say so at once."""
    if not it.goes_where(lambda table: any(one.seat in table.seats for one in table.last)):
        return
    wrong = next(one for one in it.table.last if one.seat in it.table.seats)
    paid = max(0, wrong.winnings + it.step.amount)
    found: dict[str, Any] = {
        "of": "wager", "due": wrong.winnings, "paid": paid, "person": it.table.seats[wrong.seat].person,
        "seat": wrong.seat, "bet": wrong.bet,
    }  # fmt: skip
    if it.table.kind is not Kind.ELECTRONIC:
        found["booked"] = wrong.winnings
    await it.staff(RecordMispayment, **found)
    if it.step.more:
        await it.staff(RecordMispayment, by="Ida", **found)


async def rectifies(it: Acting) -> None:
    if it.goes_where(lambda table: bool(table.mispayments)):
        case = next(iter(it.table.mispayments))
        await it.staff(RectifyMispayment, mispayment=case)
        if it.step.more:
            await it.staff(RectifyMispayment, by="Ida", mispayment=case)


def _with_rack(it: Acting) -> bool:
    """Go to a table with chips where the person of the step sits."""
    return it.goes_where(lambda table: table.kind is not Kind.ELECTRONIC and table.seat_of(it.step.who) is not None)


async def sells(it: Acting) -> None:
    if _with_rack(it):
        seat = it.table.seat_of(it.step.who)
        await it.staff(chips.BuyChips, seat=seat.number if seat else 1, amount=it.step.amount)


async def reverses(it: Acting) -> None:
    if it.goes_where(lambda table: any(not one.reversed for one in table.sales.values())):
        sale = [id for id, one in it.table.sales.items() if not one.reversed][-1]
        await it.staff(ReverseSale, sale=sale, reason="a mistake")
        if it.step.more:
            await it.staff(ReverseSale, by="Ida", sale=sale, reason="a mistake")


async def brings(it: Acting) -> None:
    if _with_rack(it):
        seat = it.table.seat_of(it.step.who)
        await it.staff(people.BringChips, seat=seat.number if seat else 1, amount=it.step.amount)


async def voids(it: Acting) -> None:
    reason = it.chance.choice(list(it.table.book.no_result.reasons))
    kind: dict[Kind, type[Command]] = {
        Kind.DEALT: dealt_result.CallNoResult, Kind.ELECTRONIC: electronic.VoidRound, Kind.CRAPS: throw.CallNoRoll,
    }  # fmt: skip
    await it.staff(kind[it.table.kind], reason=reason)


async def changes_limits(it: Acting) -> None:
    await it.staff(table_sign.ChangeLimits, sign=Sign(every=Limits(minimum=it.step.amount, maximum=500_000)))


ACTS: Final[dict[str, Callable[[Acting], Awaitable[None]]]] = {
    "sits": sits, "leaves": leaves, "bets": bets, "takes-back": takes_back, "buys-in": buys_in,
    "chooses-limit": chooses_limit, "deposits": deposits, "withdraws": withdraws, "rests": rests,
    "comes-back": comes_back, "excludes": excludes, "bars": bars, "lifts": lifts, "pauses": pauses,
    "mispays": mispays, "rectifies": rectifies, "sells": sells, "reverses": reverses, "brings": brings,
    "voids": voids, "changes-limits": changes_limits,
}  # fmt: skip


def went(answer: Answer | None) -> bool:
    """Whether it was done."""
    return answer is not None and not isinstance(answer, Refused)


def happened(answer: Answer | None) -> tuple[Any, ...]:
    """What an order led to that cannot be refused."""
    if answer is None or isinstance(answer, Refused):
        raise RuntimeError(f"the house could not be opened: {answer}")
    return answer
