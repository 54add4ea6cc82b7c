"""A long run that is kept in a file as it goes, so that it can be taken up again where it was broken off.

What was played is whole numbers that add up the same in any order, and the dice of a session depend on the seed and its
number alone. So a run that is taken up comes out the same as one that was never broken off. The file names what is
played; that of another run is refused.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from dicehouse.simulate.tables import Over
from dicehouse.simulate.tally import Tally

FORM: Final = 1
"""Of the file."""
EVERY: Final = 20.0
"""Seconds from one time it is written to the next."""


@dataclass
class Part:
    """One of the runs that a simulation is made of, as far as it came."""

    came: tuple[Tally, int] | None = None
    """What was played, and the session before which the wave ends that it was played in."""
    save: Callable[[], None] | None = None
    """Is called whenever there is more of it; nothing is kept where nobody asks."""

    @property
    def tally(self) -> Tally | None:
        """To go on with."""
        return deepcopy(self.came[0]) if self.came else None

    @property
    def until(self) -> int:
        return self.came[1] if self.came else 0

    def keep(self, tally: Tally, until: int = 0) -> None:
        """A copy, taken over in one step: an interruption leaves what was kept before, or all of this."""
        if self.save is not None:
            self.came = (deepcopy(tally), until)
            self.save()


@dataclass
class Run:
    """The parts of a simulation in the order in which they are asked for."""

    file: Path
    plays: str
    """What is played, so that no other run is taken for it."""
    parts: list[Part] = field(default_factory=list)
    _asked: int = 0
    _written: float = field(default_factory=time.monotonic)

    def part(self) -> Part:
        """The next one; what was kept of it, or an empty one."""
        if self._asked == len(self.parts):
            self.parts.append(Part())
        made = self.parts[self._asked]
        made.save = self._now_and_then
        self._asked += 1
        return made

    def _now_and_then(self) -> None:
        if time.monotonic() - self._written >= EVERY:
            self.write()

    def write(self) -> None:
        """Into another file first, so that whatever happens there is a whole one."""
        data = {"form": FORM, "plays": self.plays, "parts": [_told(it) for it in self.parts]}
        unfinished = self.file.with_name(f"{self.file.name}.part")
        with unfinished.open("w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.file)
        self._written = time.monotonic()


@contextmanager
def kept(file: Path, plays: str) -> Iterator[Run]:
    """A run that is written down as it goes and once more at its end, whatever ends it."""
    run = Run(file, plays)
    if file.exists():
        run.parts = _read(file, plays)
    try:
        yield run
    finally:
        run.write()


def _read(file: Path, plays: str) -> list[Part]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        form, of = data["form"], data["plays"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{file}: it is no run that was kept; name a file that is not there yet") from None
    if form != FORM or of != plays:
        raise ValueError(f"{file}: it is of another run; give the same options again, or name another file")
    return [_made(it) for it in data["parts"]]


def _told(part: Part) -> dict[str, Any]:
    if part.came is None:
        return {}
    it, until = part.came
    said = vars(it) | {"counts": it.counts.tolist(), "node_counts": it.node_counts.tolist()}
    spread = {name: dict(them) for name, them in it.spread.items()}
    return said | {"spread": spread, "over": {str(int(how)): many for how, many in it.over.items()}, "until": until}


def _made(said: dict[str, Any]) -> Part:
    if not said:
        return Part()
    until = said.pop("until")
    counts, nodes = (np.array(said.pop(name), np.int64) for name in ("counts", "node_counts"))
    over = Counter({Over(int(how)): many for how, many in said.pop("over").items()})
    spread = {name: Counter({int(key): many for key, many in it.items()}) for name, it in said.pop("spread").items()}
    return Part((Tally(counts, nodes, over=over, spread=spread, **said), until))
