"""How far something has come, told on standard error once it takes longer than two seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 2.0
"""Seconds before anything is told, and between two tellings where there is no screen."""
LOOK_EVERY: Final = 1_000
"""Steps between two looks at the clock."""


@contextmanager
def telling(what: str) -> Iterator[Callable[[int], None]]:
    """A function to be told how many are done: a bar on a screen, a line now and then elsewhere."""
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.completed:,} " + what), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, visible=False)
        begun = time.monotonic()

        def step(done: int) -> None:
            if done % LOOK_EVERY == 0 and time.monotonic() - begun > PATIENCE:
                bar.update(task, completed=done, visible=True)

        yield step


def _lines(what: str) -> Callable[[int], None]:
    last = time.monotonic()

    def step(done: int) -> None:
        nonlocal last
        if done % LOOK_EVERY == 0 and time.monotonic() - last > PATIENCE:
            last = time.monotonic()
            print(f"{done} {what}", file=sys.stderr, flush=True)

    return step
