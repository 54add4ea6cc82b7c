"""The practice dealer: does what falls due at a table in time, and shakes and reads the tumbler for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from dicehouse.floor.dealing import COCKED, CREW, Step
from dicehouse.floor.follow_up import OWN
from dicehouse.floor.running import Running
from dicehouse.floor.tumbler import Reading
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table import Phase, craps_roll, dealt, dealt_result, electronic, sealing, throw
from dicehouse.table.books import BooksError
from dicehouse.table.orders import Answer, Command

AGAIN: Final = 1.0
"""Seconds until something that was refused is tried again, unless the table changes before."""
LOOK: Final = 1.0
"""Seconds after which a dealer looks at the clock again, which may have been set forward."""
DOUBTED: Final = "tumbler malfunction"

log = logging.getLogger("dicehouse.floor")

Give = Callable[[str, Command], Awaitable[Answer]]


OPENED: Final = (dealt_result.Uncover, electronic.ReportDice, craps_roll.CallRoll)
"""To which the dice under a seal are added, and its salt."""
COMPLETED: Final = (dealt.Tumble, sealing.SealDice, *OPENED)
"""What a table's tumbler has a part in."""


async def completed(running: Running, command: Command) -> Command | Refused:
    """A command with the dice or the seal of the table's tumbler, where it has one and the command wants them.

    At such a table nobody else says what the dice are, and nobody seals dice of their own.
    """
    tumbler = running.tumbler
    if tumbler is None:
        return command
    if _bring_dice(command):
        return Refused(Why.NOT_ALLOWED, None, "tumbler-shows-dice", running=running.name)
    if isinstance(command, dealt.Tumble | sealing.SealDice) and not command.seal:
        if isinstance(command, dealt.Tumble) and running.config.sealed_dice and running.table.round.seal:
            return command
        shaken = await tumbler.shake()
        if shaken.why:
            return _failed(running, shaken.why, "shake again, or call no result")
        return replace(command, seal=shaken.seal)
    if isinstance(command, dealt_result.Uncover) and not command.dice:
        reading = await tumbler.read(running.table.round.seal)
        if reading.read == "failed":
            return _failed(running, reading.why, "call no result")
        return replace(command, dice=reading.dice, salt=reading.salt)
    if isinstance(command, electronic.ReportDice) and not command.dice and command.read == "flat":
        reading = await tumbler.read(running.table.round.seal)
        return replace(command, read=reading.read, dice=reading.dice, salt=reading.salt)
    if isinstance(command, craps_roll.CallRoll) and not command.dice and running.config.sealed_dice:
        reading = await tumbler.read(running.table.round.seal)
        if reading.read == "failed":
            return _failed(running, reading.why, "call no roll")
        return replace(command, dice=reading.dice, salt=reading.salt)
    return command


def _bring_dice(command: Command) -> bool:
    if isinstance(command, dealt.Tumble | sealing.SealDice):
        return bool(command.seal)
    if isinstance(command, craps_roll.CallRoll):
        return bool(command.salt)
    if isinstance(command, dealt_result.Uncover):
        return bool(command.dice or command.salt)
    if isinstance(command, electronic.ReportDice):
        return bool(command.dice or command.salt or (command.read != "flat" and not command.id.startswith(OWN)))
    return False


def _failed(running: Running, why: str, instead: str) -> Refused:
    clause = running.book.no_result.reasons.get(DOUBTED)
    return Refused(Why.OUT_OF_ORDER, clause, "tumbler-failed", running=running.name, why=why, instead=instead)


class Dealer:
    """Does what falls due at one table."""

    def __init__(self, running: Running, give: Give) -> None:
        self.running = running
        self._give = give
        self._acts = 0

    async def run(self) -> None:
        """For ever; whatever cannot be done is tried again."""
        running = self.running
        while True:
            seen, now = running.turn.sent, running.clock.now()
            try:
                step = running.next_step(now)
            except UnavailableError as error:  # what was not written has to be read anew, and the journal is away
                log.warning("%s: %s", running.name, error)
                await asyncio.sleep(AGAIN)
                continue
            wait = None if step is None else (step.due - now).total_seconds()
            if step is not None and wait is not None and wait <= 0:
                wait = None if await self._act(step) else AGAIN
                if wait is None:
                    continue
            await self._until_changed(seen, LOOK if wait is None else min(wait, LOOK))

    async def _until_changed(self, seen: int, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.running.turn.after(seen)
        except TimeoutError:
            pass

    async def _act(self, step: Step) -> bool:
        """Whether it was done."""
        running = self.running
        try:
            answer = await self._step(step)
        except UnavailableError as error:
            log.warning("%s: %s", running.name, error)
            return False
        except (BrokenError, BooksError):
            log.exception("%s: play stops", running.name)
            return True
        if isinstance(answer, Refused):
            log.info("%s: %s", running.name, answer.message)
        return not isinstance(answer, Refused)

    async def _step(self, step: Step) -> Answer:
        """Give the command of a step; where the tumbler failed, what follows from that."""
        fields, running = step.fields, self.running
        if step.order is craps_roll.CallRoll and running.config.sealed_dice:
            fields = {"dice": ()}
        elif step.order is craps_roll.CallRoll:
            reading = await self._thrown()
            if reading.read != "flat":
                return await self._order(Step(step.due, throw.CallNoRoll, "call_no_result", {"reason": COCKED}))
            fields = {"dice": reading.dice}
        answer = await self._order(step._replace(fields=fields))
        if not isinstance(answer, Refused) or answer.why is not Why.OUT_OF_ORDER:
            return answer
        if step.order is craps_roll.CallRoll:
            return await self._order(Step(step.due, throw.CallNoRoll, "call_no_result", {"reason": COCKED}))
        if step.order is sealing.SealDice and running.table.phase is Phase.ROLLING:
            return await self._order(Step(step.due, electronic.ReportDice, fields={"read": "failed"}, by=step.by))
        if step.order is dealt_result.Uncover:
            return await self._order(Step(step.due, dealt_result.CallNoResult, "call_no_result", {"reason": DOUBTED}))
        return answer

    async def _thrown(self) -> Reading:
        tumbler = self.running.tumbler
        if tumbler is None:
            return Reading("failed")
        shaken = await tumbler.shake()
        return Reading("failed", why=shaken.why) if shaken.why else await tumbler.read(shaken.seal)

    async def _order(self, step: Step) -> Answer:
        running = self.running
        self._acts += 1
        now = running.clock.now()
        id = f"{OWN}{step.by}/{now.timestamp():.6f}/{self._acts}"
        command = step.order(id=id, at=now, by=step.by or CREW, role=step.role(running.table), **step.fields)
        return await self._give(running.name, command)
