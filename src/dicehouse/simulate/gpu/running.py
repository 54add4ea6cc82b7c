"""A kernel at work on every GPU, in launches of a fraction of a second."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.gpu.device import Device, Given, Held, Launch
from dicehouse.simulate.tables import Ints

AT_A_TIME: Final = 0.2
"""Seconds that a launch should take."""
MOST_ROLLS: Final = 2**31
"""Of a block of threads in one launch: its counters hold them with room to spare."""


@dataclass(frozen=True)
class Arrays:
    """What a kernel reads and writes."""

    rules: Ints
    table: NDArray[np.int32]
    amounts: Ints
    counts: Ints
    figures: Ints


def arrays(
    rules: Sequence[int],
    table: NDArray[np.int32] | None = None,
    amounts: Ints | None = None,
    counts: int = 1,
    figures: int = 1,
) -> Arrays:
    """What a kernel does not use is an array of one."""
    return Arrays(
        np.array(rules, np.int64),
        np.zeros(1, np.int32) if table is None else table,
        np.zeros(1, np.int64) if amounts is None else amounts,
        np.zeros(counts, np.int64),
        np.zeros(figures, np.int64),
    )


class Running:
    """A kernel with its arrays on every GPU; what it counts is added up there."""

    def __init__(self, devices: Sequence[Device], launch: Launch, arrays: Arrays) -> None:
        self.devices, self.launch = devices, launch
        self.blocks: Final = sum(device.ready(launch) for device in devices)
        """Blocks of threads that run at once."""
        self.held: list[list[Held]] = [[device.hold(it) for it in astuple(arrays)] for device in devices]

    def launches(self, seed: int, first: int, count: int, least: int, most: int) -> Iterator[tuple[int, int]]:
        """Do so many in launches of a good size; yields the first and the number of each when it is done."""
        size, done = min(least, most), 0
        while done < count:
            number, began = min(size, count - done), perf_counter()
            self._launch(seed, first + done, number)
            yield first + done, number
            done += number
            if perf_counter() - began < AT_A_TIME / 2:
                size = min(2 * size, most)

    def _launch(self, seed: int, first: int, number: int) -> None:
        """Share so many out among the GPUs, and wait for them all."""
        for place, (device, held) in enumerate(self._each()):
            low, high = (first + number * part // len(self.devices) for part in (place, place + 1))
            if low < high:
                device.start(self.launch, Given(seed, low, high - low, *held))
        for device in self.devices:
            device.wait()

    def counts(self) -> Ints:
        """The sum over all GPUs."""
        return added([device.fetch(held[3]) for device, held in self._each()])

    def figures(self, to: int | None = None) -> list[Ints]:
        """Of each GPU, whole or only the beginning."""
        return [device.fetch(held[4] if to is None else held[4][:to]) for device, held in self._each()]

    def _each(self) -> Iterator[tuple[Device, list[Held]]]:
        return zip(self.devices, self.held, strict=True)


def added(parts: Sequence[Ints]) -> Ints:
    """One array of several, number by number."""
    whole: Ints = np.sum(parts, axis=0, dtype=np.int64)
    return whole


@contextmanager
def ctrl_c_waits() -> Iterator[threading.Event]:
    """Ctrl-C is only noted, so that it never falls between a launch and the reading of its figures."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
