"""Verify the house's own journal while it is served, and keep what the verifier found.

The verifier reads by its own way, in a process of its own: this one must not open the file of its journal but through
its store, and tables do not wait while it works. How far it has come can be seen at any time. Where copies of
checkpoints are kept outside the journal, it holds the journal against them too. A broken one stops play.
"""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import json
from msgspec.structs import replace

from dicehouse.floor.floor import Floor
from dicehouse.journal.verify import Report, VerifyError
from dicehouse.journal.verify.__main__ import Question, Said
from dicehouse.journal.verify.notes import Note, Sealed, anchored, note
from dicehouse.views.proof import CheckpointView, CopyView, FaultView, ProofView

log = logging.getLogger("dicehouse.floor")

MOST: Final = 20
"""Faults that are told in full."""
VERIFIER: Final = (sys.executable, "-P", "-m", "dicehouse.journal.verify")
"""Reads nothing from the folder in which it is started."""


class Proof:
    """The verifier's work on one journal."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._view = ProofView()
        self._work: asyncio.Task[None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.count = 0
        """Grows whenever there is something new to see."""

    @property
    def view(self) -> ProofView:
        return self._view

    def begin(self) -> ProofView:
        """Verify the journal, unless that is being done already."""
        if self._view.state != "running":
            self._seen(replace(self._view, state="running", read=0, of=0, why=""))
            self._work = asyncio.create_task(self._verify(), name="proof of the journal")
        return self._view

    async def stop(self) -> None:
        """End a verification that is under way."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
        if self._work is not None:
            await asyncio.gather(self._work, return_exceptions=True)

    async def _verify(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            of = (await asyncio.to_thread(self._floor.store.head)).seq
            self._seen(replace(self._view, of=of))
            self._seen(await asyncio.to_thread(self._verified, loop))
            if self._view.state == "broken":
                log.error("proof: the journal is not as it was written; play is stopped")
                self._floor.halt()
        except (VerifyError, OSError, RuntimeError) as error:
            log.warning("proof: %s", error)
            self._seen(replace(self._view, state="failed", at=self._floor.now(), why=str(error)))

    def _verified(self, loop: asyncio.AbstractEventLoop) -> ProofView:
        floor = self._floor
        anchors = [it for it in (floor.sealer.anchors if floor.sealer else ()) if it.exists()]
        question = Question(journal=str(floor.journal), anchors=list(map(str, anchors)), most=MOST)
        for said in self._said(json.encode(question)):
            if said.error:
                raise VerifyError(said.error)
            if said.report:
                return _viewed(said.report, floor.now(), _latest(floor.store.seals()), _copy(anchors, said.report))
            loop.call_soon_threadsafe(self._seen, replace(self._view, read=said.read))
        raise VerifyError("the verifier ended before it was done; verify again")

    def _said(self, question: bytes) -> Iterator[Said]:
        """What a verifier says, line by line; it ends when nobody listens any more."""
        with subprocess.Popen(VERIFIER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            self._process = process
            try:
                if self._stopped or process.stdin is None or process.stdout is None:
                    return
                process.stdin.write(question)
                process.stdin.close()
                for line in process.stdout:
                    yield json.decode(line, type=Said)
            finally:
                self._process = None
                process.kill()

    def _seen(self, view: ProofView) -> None:
        self._view = view
        self.count += 1


def _viewed(report: Report, at: datetime, seal: Note | None, copies: tuple[CopyView, ...]) -> ProofView:
    return ProofView(
        state="broken" if report.faults else "stands",
        entries=report.entries,
        head=report.head,
        root=report.root,
        at=at,
        read=report.entries,
        of=report.entries,
        seal=CheckpointView(seal.time, seal.size, seal.key) if seal else None,
        copies=copies,
        faults=tuple(FaultView(it.first, it.last, it.where, it.why) for it in report.faults),
        more=report.more,
    )


def _copy(anchors: Sequence[Path], report: Report) -> tuple[CopyView, ...]:
    """What is kept outside; the verifier has held the journal against all of it."""
    kept = ((file, _newest(anchored(file))) for file in anchors)
    return tuple(CopyView(file.name, it.time, it.size, not report.faults) for file, it in kept if it)


def _latest(seals: list[bytes]) -> Note | None:
    return _newest([Sealed("checkpoint", it) for it in seals[-1:]])


def _newest(sealed: Sequence[Sealed]) -> Note | None:
    """The last checkpoint that can be read; one that cannot is a fault that the verifier tells."""
    for it in reversed(sealed):
        try:
            return note(it)
        except ValueError:
            continue
    return None
