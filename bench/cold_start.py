"""How long the command line takes from nothing: `dicehouse odds star-craps` beside a Python that does nothing.

Each command is a process of its own, the commands take turns, and a figure is the median. The first round is not
counted: it may have to write the compiled modules.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Final

RUNS: Final = 5
DICEHOUSE: Final = str(Path(sys.executable).with_name("dicehouse"))
COMMANDS: Final = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "dicehouse odds star-craps": (DICEHOUSE, "odds", "star-craps"),
    "dicehouse odds star-craps --json": (DICEHOUSE, "odds", "star-craps", "--json"),
}


def milliseconds(command: tuple[str, ...]) -> float:
    start = perf_counter_ns()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (perf_counter_ns() - start) / 1_000_000


if __name__ == "__main__":
    rounds = [{name: milliseconds(command) for name, command in COMMANDS.items()} for _ in range(RUNS + 1)][1:]
    figures = {name: median(each[name] for each in rounds) for name in COMMANDS}
    bare = next(iter(figures.values()))
    print(f"Milliseconds from a cold start, median of {RUNS}\n")
    for name, figure in figures.items():
        print(f"{name:36}{figure:8.1f}{figure - bare:+8.1f}")
