"""Read one table's stream from a journal that no house is running on, with its rulebooks and settings.

A round is told from it as on the inspector's screen, by the rulebook that was in force then and is kept in the journal.
"""

from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from dicehouse.floor import rounds
from dicehouse.house.judge import event_of as house_event_of
from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.verify.faults import VerifyError
from dicehouse.journal.verify.records import read
from dicehouse.journal.verify.sources import DamagedError, opened
from dicehouse.leading.judges import rulebook_of
from dicehouse.leading.leader import HOUSE
from dicehouse.rulebooks import Rulebook
from dicehouse.table import Config, event_of
from dicehouse.table.opening import TableOpened
from dicehouse.table.program import ProgramStarted
from dicehouse.views.round_replay import ToldView, told_view

_STARTS = b'"event":"program-started"'
_OPENS = b'"event":"table-opened"'


class StreamCopy:
    """The entries of one table, in memory."""

    def __init__(self, path: Path | str, table: str = "") -> None:
        """Without a `table` the only one there is; a VerifyError where it is not there, or one of several."""
        bodies: dict[str, list[bytes]] = {}
        first: Entry | None = None
        try:
            with opened(path) as source:
                for filed in source.items():
                    record = read(filed)
                    if record.entry is None or record.wrong:
                        raise VerifyError(f"{path}: record {filed.place} is not as it was written; verify the journal")
                    name = record.entry.stream
                    if name == HOUSE:
                        first = first or record.entry
                    elif table in {"", name}:
                        bodies.setdefault(name, []).append(filed.body or b"")
                    else:
                        bodies.setdefault(name, [])
        except DamagedError as error:
            raise VerifyError(f"{path}: {error}; verify the journal") from None
        self.name = self._chosen(path, bodies, table)
        self._bodies = bodies[self.name]
        self._house = first
        self._commands: dict[int, bytes] = {}
        self.zone = ZoneInfo("UTC")
        """Where the clock of the house stands, once a round was told."""

    @staticmethod
    def _chosen(path: Path | str, bodies: dict[str, list[bytes]], table: str) -> str:
        known = ", ".join(sorted(bodies)) or "no table at all"
        if table and table not in bodies:
            raise VerifyError(f"{path}: it has no table {table!r}; it has {known}")
        if not table and len(bodies) != 1:
            raise VerifyError(f"{path}: it has {known}; name one with --table")
        return table or next(iter(bodies))

    # --- as a store has it, for `rounds`

    def length(self, stream: str) -> int:  # noqa: ARG002 (there is only one)
        return len(self._bodies)

    def stream(self, stream: str, after: int = 0) -> Iterator[bytes]:  # noqa: ARG002
        return iter(self._bodies[after:])

    def given_by(self, seq: int) -> str:
        """Who gave the command of an entry of the round that was told, and as what."""
        fields = msgspec.json.decode(self._commands[seq], type=dict[str, object])
        return f"{fields.get('by')}, {fields.get('role')}"

    # --- what it was played by

    def told(self, number: int) -> ToldView:
        """A round, as the inspector's screen tells it; a VerifyError where the table has played none such."""
        found = rounds.round_numbered(self, self.name, number)
        if found is None:
            raise VerifyError(f"{self.name}: it has not played round {number}; ask for an earlier one")
        self._commands = {it.entry.seq: bytes(it.entry.command) for it in found.told}
        book, config = self._played_by(found.told[-1].entry.no)
        self.zone = ZoneInfo(self._zone() or config.time_zone)
        return told_view(found, book, self.name, config.chip, self.zone)

    def _played_by(self, no: int) -> tuple[Rulebook, Config]:
        """The rulebook and the settings in force at an entry."""
        known: dict[str, Rulebook] = {}
        book, config, why = None, Config(), "no program has put its rulebook on record"
        for body in self._bodies[:no]:
            if _STARTS not in body and _OPENS not in body:
                continue
            for event in (event_of(bytes(it)) for it in entry_of(body).events):
                if isinstance(event, TableOpened):
                    config = event.config
                elif isinstance(event, ProgramStarted):
                    try:
                        book = rulebook_of(event, known)
                    except ValueError as error:
                        book, why = None, str(error)
        if book is None:
            raise VerifyError(f"{self.name}: {why}; read the round with the program that wrote it")
        return book, config

    def _zone(self) -> str:
        """Where the clock of the house stands, where it is on record."""
        events = (house_event_of(bytes(it)) for it in (self._house.events if self._house else ()))
        return next((it.time_zone for it in events if isinstance(it, ProgramStarted)), "")
