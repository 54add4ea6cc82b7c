"""The floor: a house and its tables, led by this process from one journal, each command answered once it is durable.

The server's clock stamps every command, so that the order in which they came decides. What is due by time, the acts of
practice dealers and devices, and the follow-ups between tables and house are commands like any other. On a journal that
several processes share, each stream is led by one of them; the others follow it and send it what is given to it.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from dicehouse.floor import command_log, vault_migration
from dicehouse.floor.answers import Answers, answer_to
from dicehouse.floor.binding import BINDING, Binding
from dicehouse.floor.clock import Clock
from dicehouse.floor.commitments import Commitments
from dicehouse.floor.dealer import COMPLETED, completed
from dicehouse.floor.document_numbers import DocumentNumbers
from dicehouse.floor.durable import LedStream
from dicehouse.floor.figures import Figures
from dicehouse.floor.follow_up import OWN, CurrentState
from dicehouse.floor.forwarding import address_in, by_its_leader
from dicehouse.floor.housekeeping import keep_house
from dicehouse.floor.incoming_commands import NOT_IN_TOURNAMENTS, OPENING, as_given, with_card
from dicehouse.floor.leadership import Leadership
from dicehouse.floor.leases import SECONDS, Leases
from dicehouse.floor.outbox import Outbox
from dicehouse.floor.pins import Pins
from dicehouse.floor.plan import HousePlan, TablePlan
from dicehouse.floor.practice import keep_practice
from dicehouse.floor.relay import Relay
from dicehouse.floor.rulebook_files import RulebookFiles, wanted_policy
from dicehouse.floor.running import Running, RunningHouse, Tables, seated
from dicehouse.floor.sealing import Sealer, beside
from dicehouse.floor.secret_key import SecretKey, of_house
from dicehouse.floor.signal import Signal
from dicehouse.floor.stores import held
from dicehouse.floor.table_names import no_such_table
from dicehouse.floor.tasks import Tasks
from dicehouse.floor.tumbler import tumbler_of
from dicehouse.floor.vault import SECRET, Vault
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import kept_for
from dicehouse.journal.record import Entry
from dicehouse.journal.store import BrokenError, Store, UnavailableError
from dicehouse.journal.writer import Writer
from dicehouse.leading.leader import HOUSE, HouseLeader, Leader, NotLedError
from dicehouse.leading.recent import AnswerListener
from dicehouse.leading.refusals import OvertakenError
from dicehouse.leading.stream import OriginalCommand
from dicehouse.refusal import Refused, Why
from dicehouse.table.books import BooksError
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Answer, Command, Phase

POLL: Final = 0.2
"""Seconds after which a process looks for what others have written."""
GATHER: Final = 0.005
"""Seconds in which commands gather to be written together, while many come."""
TRIES: Final = 3
"""Times that a command is judged which comes behind others that are not written."""

log = logging.getLogger("dicehouse.floor")

T = TypeVar("T")


class Floor:
    """A house and its tables, running."""

    def __init__(  # noqa: PLR0913  # what a floor stands on
        self,
        plan: HousePlan,
        journal: str | Path,
        *,
        key: SecretKey | None = None,
        address: str = "",
        clock: Clock | None = None,
        lease: int = SECONDS,
        threaded: bool = True,
    ) -> None:
        """`key` opens what the house keeps secret; without it the plan names its file, and a demo has it beside its
        journal. `address` is where this process can be reached; others on the same journal send people there. Without
        threads the journal is written by whoever gives a command, which `stepped.SteppedFloor` is for."""
        self.plan = plan
        self.journal = journal
        self.address = address
        self.clock = clock or Clock()
        self.tables: dict[str, Running] = {}
        self.changed: dict[str, Signal] = {}
        self.figures = Figures()
        self.tasks = Tasks()
        key = key or of_house(plan, journal)
        self._held = held(journal)
        self.store: Store = self._held.store
        """The journal's store; only the writer writes to it."""
        try:
            self.vault = Vault(self.store, key)
        except BaseException:
            self._held.close()
            raise
        self._writer = Writer(self.store, gather=GATHER, threaded=threaded)
        self.written = Signal()
        """Sent whenever this process has written to the journal."""
        holder = f"{address}#{os.getpid()}.{secrets.token_hex(4)}"
        self._leases = Leases(self.store, self.vault, holder, lease) if self._held.shared else None
        self._outbox = Outbox(self, self.store, self.vault, self.written, POLL if self._leases else None)
        self.leadership = Leadership(self, self._leases, self.vault, self._outbox)
        self._binding = Binding(self._outbox, self.store, self.tables, lambda: self.known({}), shared=self._held.shared)
        self.rulebooks = RulebookFiles()
        self._secret = b""
        self.relay: Relay | None = None
        """Where several processes share the house, once it has started."""
        self._stopping = False
        seal = plan.seal or (beside(journal) if plan.demo and not self._held.shared else None)
        self.sealer = Sealer(seal, plan.name, self.store, self.clock.now) if seal else None

    @property
    def demo(self) -> bool:
        return self.plan.demo

    @property
    def waiting(self) -> int:
        """Commands that were judged and are not being written yet."""
        return self._writer.waiting

    @property
    def followed(self) -> int:
        """The last entry of the journal whose follow-ups were looked at."""
        return self._outbox.reached

    def halt(self) -> None:
        """Stop the house and every table: the journal is not as it was written."""
        self.house.halt()
        for running in self.tables.values():
            running.halt()

    def now(self) -> datetime:
        """The server's time."""
        return self.clock.now()

    # --- starting and stopping

    async def start(self) -> None:
        """Take everything up where the journal left it, and go on from there."""
        self._answers = Answers()
        await asyncio.to_thread(vault_migration.move, self.store, self.vault, self.sealer)
        self._secret = await asyncio.to_thread(self.vault.drawn, SECRET)
        self.relay = Relay(self._secret) if self._held.shared else None
        self.commitments, self.pins = Commitments(self.vault), Pins(self.vault, self._secret)
        self.document_numbers = DocumentNumbers(self.vault, self._secret)
        head = await asyncio.to_thread(self.store.head)
        empty = House(name=self.plan.name, time_zone=self.plan.time_zone)
        self.house = RunningHouse(await asyncio.to_thread(HouseLeader, self.store, self._writer, empty))
        self.changed[HOUSE] = self.house.signal
        for plan in self.plan.tables:
            leader = await asyncio.to_thread(self._leader, plan)
            if leader is None:
                continue
            tumbler = tumbler_of(plan, self.vault, leader.coming.dice, self.plan.tls)
            running = await asyncio.to_thread(Running, plan, leader, self.clock, tumbler)
            self.tables[plan.name], self.changed[plan.name] = running, running.signal
        await self.leadership.claim()
        self._outbox.begin(head.seq, seated(self.tables))
        await self._set_policy()
        self.tasks.spawn("errands", self._outbox.run())
        self.tasks.spawn("housekeeping", keep_house(self))
        if self._leases:
            self.tasks.spawn("leases", self.leadership.keep())
        if self.sealer:
            self.tasks.spawn("checkpoints", self.sealer.run(lambda: HOUSE in self.leadership.led))

    async def stop(self) -> None:
        """End in good order: what was given is answered and written, and the next start goes on from here."""
        await self.tasks.end_all()
        self._stopping = True
        await self._outbox.keep()
        for stream in sorted(self.leadership.led):
            await asyncio.to_thread(self.leadership.running(stream).leader.keep)
        await asyncio.to_thread(self._writer.close)
        if self._leases:
            await self._leases.release(sorted(self.leadership.led))
            await self._leases.leave()
        for running in self.tables.values():
            if running.tumbler:
                await running.tumbler.close()
        self._held.close()

    async def abandon(self) -> None:
        """End as a crash would: whatever is not in the journal by now is lost."""
        await self.tasks.end_all()
        self._writer.close()
        self._held.close()

    async def _set_policy(self) -> None:
        """What the plan asks beyond the documents, and whose clauses the house cites, if that is new."""
        if HOUSE not in self.leadership.led:
            return
        current = self.house.house.policy
        wanted = wanted_policy(self.plan, current)
        if wanted != current:
            now = self.now()
            id = f"{OWN}policy/{now.timestamp():.6f}"
            await self.submit(HOUSE, SetPolicy(id=id, at=now, by="the plan", role="casino-operator", policy=wanted))

    def _leader(self, plan: TablePlan) -> Leader | None:
        """A table by the rulebook of its file, or where that cannot be read by the one that the journal has; None where
        there is neither."""
        book = self.rulebooks.read(plan)
        if book is None and not self.store.length(plan.name):
            return None
        leader = Leader(self.store, self._writer, book, plan.name)
        leader.config = self.plan.config_of(plan, leader.coming)
        return leader

    async def _bring_up_to_date(self, running: Running) -> Refused | None:
        """Before a table opens: what its file says now is its rulebook from here on, or why it cannot be."""
        if running.table.phase is not Phase.CLOSED:
            return None
        book, leader = await asyncio.to_thread(self.rulebooks.read, running.plan), running.leader
        if book is None:
            return self.rulebooks.cannot_open(running.name)
        if book.hash == leader.book.hash:
            return None
        before, leader.wanted = leader.book, book
        leader.config = self.plan.config_of(running.plan, book)
        now = self.clock.now()
        events = await asyncio.to_thread(leader.start, now)
        if book.dice != before.dice:
            running.tumbler = tumbler_of(running.plan, self.vault, book.dice, self.plan.tls)
        self._hear_of(running, now, events)
        return None

    def everything(self) -> tuple[LedStream, ...]:
        """The house and every table."""
        return (self.house, *self.tables.values())

    # --- commands

    async def give(self, to: str, command: Command) -> Answer:
        """Have a table, or the house, judge a command; its answer, once that is durable.

        An UnavailableError when the journal cannot be written just now, or another process is taking over; nothing has
        happened then. The same of an order that keeps somebody from playing and is not known everywhere in time
        (`binding`): given again, its answer is there once it is.
        """
        if command.id.startswith(OWN):
            return Refused(Why.MALFORMED, None, "id-of-the-house", id=command.id, own=OWN)
        with command_log.about(command.id):
            answer = await self.submit(to, command)
            if isinstance(command, BINDING) and not isinstance(answer, Refused):
                await self._binding.holds(to, command, answer)
        return answer

    async def submit(self, to: str, command: Command) -> Answer:
        """The same of a command that the house gives itself."""
        if to in self.rulebooks.unread and to not in self.tables:
            return self.rulebooks.cannot_open(to)
        if to != HOUSE and to not in self.tables:
            return Refused(Why.NOT_HERE, None, "no-such-table", table=to, tables=tuple(self.tables))
        if self._stopping:
            raise UnavailableError(f"{to}: this process is being shut down")
        try:
            return await self.submit_local(to, command)
        except NotLedError:
            return await self._relay(
                to,
                lambda: self.submit_local(to, command),
                lambda relay, address: relay.submit(address, to, command, self.now()),
            )

    async def submit_local(self, to: str, command: Command) -> Answer:
        """The same where this process leads it; otherwise a NotLedError, and nothing has happened."""
        if to not in self.leadership.led:
            raise NotLedError(f"{to}: this process does not lead it")
        running, said, asked = self.leadership.running(to), as_given(command), command
        if running.halted:
            return Refused(Why.PLAY_STOPPED, None, "books-differ", table=to)
        if isinstance(running, Running):
            kept = kept_for(self.house.house, command, to) if isinstance(command, NOT_IN_TOURNAMENTS) else None
            if kept is not None:
                return kept
            closed = await self._bring_up_to_date(running) if isinstance(command, OpenTable) else None
            if closed is not None:
                return closed
            whole = await completed(running, with_card(self.house.house, command))
            if isinstance(whole, Refused):
                return whole
            command = whole
        else:
            unknown = None if command.id.startswith(OWN) else no_such_table(running.house, command, self.tables)
            if unknown is not None:
                return unknown
            command = await self.commitments.kept(running.house, command)
        if to not in self.leadership.led:  # while the tumbler or the store was asked, it went to another process
            raise NotLedError(f"{to}: this process does not lead it any more")
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        now, told = replace(command, at=self.clock.now()), partial(answer_to, answered)
        self._hand_over(running, now, said, told, asked=None if command is asked else asked)
        return await answered

    def submit_now(self, to: str, command: Command, told: AnswerListener) -> bool:
        """The same as `give` of what can be judged here and now, as a wager can; `told` has the answer later. False
        where it is not so simple, and nothing is done. The time of the command is this moment's."""
        running = self.tables.get(to)
        if (
            running is None
            or to not in self.leadership.led
            or running.halted
            or self._stopping
            or command.id.startswith(OWN)
        ):
            return False
        if isinstance(command, (*COMPLETED, OpenTable)) or (
            isinstance(command, NOT_IN_TOURNAMENTS) and kept_for(self.house.house, command, to) is not None
        ):
            return False
        carded = with_card(self.house.house, command)
        self._hand_over(running, carded, as_given(command), told, asked=None if carded is command else command)
        return True

    def _hand_over(
        self,
        running: Running | RunningHouse,
        command: Command,
        said: bytes,
        told: AnswerListener,
        tries: int = TRIES,
        asked: Command | None = None,
    ) -> None:
        """Have a command judged; its answer is told once it is durable, after those who watch. `asked` is what the
        house has added something to."""

        def listen(answer: Answer | Exception) -> None:
            try:
                self._hear_of(running, command.at, answer)
                if isinstance(answer, OvertakenError) and tries > 1 and running.leader.stream in self.leadership.led:
                    self._hand_over(running, replace(command, at=self.clock.now()), said, told, tries - 1, asked)
                    return
            except Exception as error:
                told(error if isinstance(answer, OvertakenError) else answer)
                raise
            seconds = (self.clock.now() - command.at).total_seconds()
            self.figures.count(running.leader.stream, answer, seconds)
            command_log.tell(running.leader.stream, command, answer, seconds)
            told(answer)

        try:
            before = OriginalCommand(replace(asked, at=command.at), isinstance(asked, OPENING)) if asked else None
            running.leader.hand(command, said, self._answers.on_loop(listen), before)
        except (BrokenError, BooksError):
            running.halt()
            raise

    async def _relay(self, to: str, here: Callable[[], Awaitable[T]], there: Callable[[Relay, str], Awaitable[T]]) -> T:
        """Have the process do it that leads it; where nobody does just now, somebody will soon."""
        if self._leases is None or self.relay is None:
            raise UnavailableError(f"{to}: it could not be taken up; have the journal verified, then start again")
        return await by_its_leader(to, self._leases, here, partial(there, self.relay))

    def _hear_of(self, running: Running | RunningHouse, at: datetime, answer: Answer | Exception) -> None:
        """Tell those who watch, once; an answer of an earlier moment was given before."""
        running.settled.send()
        if isinstance(answer, Exception):
            if isinstance(answer, BrokenError):
                running.halt()
        elif isinstance(answer, Refused) or all(event.at == at for event in answer):
            running.listen(answer)
            self.written.send()

    # --- practice dealers

    async def practise(self, table: str, on: bool) -> bool:
        """Let a practice dealer deal a table, whoever leads it, or leave it to people; whether it deals now."""
        try:
            return await self.practise_local(table, on)
        except NotLedError:
            now = await self._relay(
                table,
                lambda: self.practise_local(table, on),
                lambda relay, address: relay.practise(address, table, on, self.now()),
            )
        self.tables[table].practise(now)
        return now

    async def practise_local(self, table: str, on: bool) -> bool:
        """The same where this process leads it; it is kept, for whoever leads it next. Otherwise a NotLedError."""
        if table not in self.leadership.led or table not in self.tables:
            raise NotLedError(f"{table}: this process does not lead it")
        await keep_practice(self.vault, table, on)
        return self.tables[table].practise(on)

    # --- who leads

    def leads(self, stream: str) -> bool:
        return stream in self.leadership.led

    def led(self) -> Collection[str]:
        return self.leadership.led

    def address_of(self, stream: str) -> str:
        """Where the process can be reached that leads a table or the house."""
        if self._leases is None or stream in self.leadership.led:
            return self.address
        return address_in(self._leases.holder_of(stream))

    # --- follow-ups and the clock of the house

    async def follow_through(self) -> None:
        """Wait until everything is done that follows, elsewhere in the house, from what has been written."""
        await self._outbox.caught_up()

    def known(self, seated: dict[str, dict[int, str]]) -> CurrentState:
        return CurrentState(self.plan, Tables(self.tables), self.house.house, self.now(), self._secret, seated)

    def follow(self, entry: Entry) -> None:
        """Take over an entry of a stream that another process leads."""
        if entry.stream == HOUSE or entry.stream in self.tables:
            self.leadership.running(entry.stream).follow(entry)

    async def is_led_still(self, stream: str) -> bool:
        return await self.leadership.is_led_still(stream)
