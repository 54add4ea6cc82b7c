"""Everyone at the table but the player: the staff who run it, its devices, and a simulated tumbler.

They give their commands to the table in the order of its rules, on a clock of their own that goes on with every
command. The tumbler seals what it has drawn before anyone bets on it, and opens the seal when the dice are shown.
"""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from dicehouse.floor.tumbler import Drawn, draw
from dicehouse.refusal import Refused
from dicehouse.table import (
    Event,
    Kind,
    Phase,
    Table,
    act,
    craps_roll,
    dealt,
    dealt_result,
    electronic,
    sealing,
    shooter,
    throw,
)
from dicehouse.table.orders import DEVICE, PLAYER, Answer, Command

PLAYER_NAME: Final = "you"
SEAT: Final = 1


class Staff:
    """Runs one table for one player."""

    def __init__(self, table: Table, chance: random.Random, now: datetime) -> None:
        self.table = table
        self.chance = chance
        self.now = now
        self.count = 0
        self.drawn: Drawn | None = None
        self.events: list[Event] = []
        """What has happened since the last round ended."""

    def order(self, kind: type[Command], by: str, role: str, id: str = "", **fields: Any) -> Answer:
        """Give a command, a second after the one before."""
        self.count += 1
        self.now += timedelta(seconds=1)
        command = kind(id=id or f"c{self.count}", at=self.now, by=by, role=role, **fields)
        answer = act(self.table, command)
        if not isinstance(answer, Refused):
            self.events += answer
        return answer

    def player(self, kind: type[Command], id: str = "", **fields: Any) -> Answer:
        return self.order(kind, PLAYER_NAME, PLAYER, id, **fields)

    def staff(self, kind: type[Command], power: str, **fields: Any) -> Answer:
        """The lowest rank that has the power; where none has it, the table refuses the highest one too."""
        found = self.table.book.powers.get(power)
        role = found.by[0] if found else self.table.book.roles[-1].id
        return self.order(kind, role, role, **fields)

    def device(self, kind: type[Command], **fields: Any) -> Answer:
        return self.order(kind, "tumbler", DEVICE, **fields)

    def draws(self) -> Drawn:
        """Let the next dice fall, unseen."""
        self.drawn = draw(self.table.book.dice, self.chance)
        return self.drawn

    def invites(self) -> Iterator[Answer]:
        """Whatever comes before ordinary wagers; from here on the next result is sealed."""
        if self.drawn is not None:
            return
        seal = self.draws().seal
        if self.table.kind is not Kind.DEALT:
            return
        if dealt.tumbles_first(self.table):
            yield self.staff(dealt.Tumble, "tumble", times=self.table.book.times["tumbles"].amount, seal=seal)
            yield self.staff(dealt.InviteBets, "open_betting")
        else:
            yield self.staff(dealt.InviteBets, "open_betting")
            yield self.staff(dealt.Tumble, "tumble", seal=seal)

    def plays(self) -> Iterator[Answer]:
        """A round from where it stands to the payment, or a throw; whoever listens stops at a refusal."""
        yield from self.invites()
        rounds = {Kind.DEALT: self._dealt, Kind.ELECTRONIC: self._electronic, Kind.CRAPS: self._craps}
        yield from rounds[self.table.kind](self.drawn or self.draws())

    def _dealt(self, drawn: Drawn) -> Iterator[Answer]:
        yield self.staff(dealt.CloseBetting, "close_betting")
        if "button not pressed" in self.table.book.no_result.reasons and self.table.config.touch_screen:
            yield self.staff(dealt.PressNoMoreBets, "close_betting")
        yield self.staff(dealt_result.Uncover, "uncover", dice=drawn.dice, salt=drawn.salt)
        yield self.staff(dealt_result.AnnounceResult, "announce", dice=drawn.dice)
        yield self.staff(dealt_result.EnterResult, "enter_result", dice=drawn.dice)
        yield self.staff(dealt_result.Settle, "settle")
        self.drawn = None

    def _electronic(self, drawn: Drawn) -> Iterator[Answer]:
        self.now = max(self.now, self.table.round.ends or self.now)
        yield self.device(electronic.EndWagering)
        if self.table.phase is Phase.BETTING:
            return
        yield self.device(sealing.SealDice, seal=drawn.seal)
        if self.table.round.shoots_by is None:
            yield self.device(electronic.AutoShoot)
        else:
            yield self.player(electronic.ShootDice)
        yield self.device(electronic.ReportDice, dice=drawn.dice, salt=drawn.salt)
        self.drawn = None

    def _craps(self, drawn: Drawn) -> Iterator[Answer]:
        yield from self._shooter()
        if self.table.hand.stick:
            yield self.staff(throw.ThrowDice, "mark_throw")
        else:
            yield self.player(throw.ThrowDice)
        yield self.staff(throw.MarkRest, "mark_throw")
        yield self.staff(craps_roll.CallRoll, "announce", dice=drawn.dice)
        yield self.staff(craps_roll.SettleRoll, "settle")
        self.drawn = None

    def _shooter(self) -> Iterator[Answer]:
        """The dice are offered to the player, or the stickperson takes them where no line wager lets the player.

        Wagers that merely sleep on a come-out would go back then, so the player is first asked for a line wager.
        """
        table = self.table
        if shooter.may_throw(table) is not None:
            return
        if table.hand.begun and not shooter.has_line_wager(table, table.seats[SEAT]):
            asleep = shooter.sleepers_only(table.layout.standing.values(), shooter.puck_at(table))
            if not table.hand.stick and not asleep:
                yield self.staff(shooter.TakeDice, "throw_for_nobody")
            return
        if shooter.shooter(table) is None:
            yield self.staff(shooter.OfferDice, "offer_dice")
            yield self.player(shooter.AcceptDice, seat=SEAT, dice=(1, 2))
