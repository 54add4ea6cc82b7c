"""How fast recorded wagers are settled again: beside the rate at which pyarrow decodes the same columns.

Records are made up in a temporary folder, Sic Bo and craps; beyond twenty million rows they are a few blocks of play,
written again and again with rising numbers. Decoding, the kernel and DuckDB take turns over the same files on the same
cores, and a figure is the median of the turns, so that a ratio compares like with like; the ratio by core seconds also
holds on a machine that has other things to do. Then each runs once in a process of its own: the engines
with everything that an audit does, reading and checking the results too. The memory is the most that it held.

    python -m bench.audit                                     ten million rows, and the curve up to it
    python -m bench.audit --wagers 1e8 --book crown-sicbo-a   a hundred million and ten million, some minutes
    python -m bench.audit --wagers 1e9 --book crown-sicbo-a --turns 0 --share 1    each once, and nothing smaller
    python -m bench.audit --wagers 1e7 --share 4 1 --turns 0 --alone duckdb spark  one expression, on DuckDB and Spark

Core seconds are those of the process itself: of Spark, which is one of its own, only the clock tells.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bench._records import repeat
from dicehouse.audit import backends, search
from dicehouse.audit.columns import HOT
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.groups import groups_of, read
from dicehouse.audit.records import Wanted, make
from dicehouse.audit.results import rounds_in
from dicehouse.audit.run import audit
from dicehouse.money import DOLLAR
from dicehouse.rulebooks import load

BOOKS = {"crown-sicbo-a": 1, "star-craps": 4}
"""Rulebooks, and about how many rows a wager has in each."""
PER_ROUND = 20
REPEATED = 20_000_000
"""Beyond so many rows, blocks of play are written again and again."""
ENGINES = ("decode", "numba", "duckdb")


def files_of(folder: Path) -> list[Path]:
    return sorted((folder / "wagers").iterdir())


def decode(folder: Path) -> int:
    """Decode every column that a row is judged by, on all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(lambda it: len(read(it, HOT)), groups_of(files_of(folder))))


def settled(book: str, folder: Path, engine: str) -> Callable[[Path], int]:
    compiled = Compiled(load(book), DOLLAR)
    rounds, _ = rounds_in(compiled, [folder / "results.parquet"], folder / f"rounds-{engine}")
    look = search.look if engine == "numba" else partial(backends.look, engine)
    charged = any(it.commission.rate for it in compiled.wagers)
    return lambda folder: look(compiled, rounds, files_of(folder), charges_checked=charged).rows


def whole_audit(book: str, folder: Path, engine: str) -> int:
    """An audit from beginning to end, of which nothing may be found."""
    found = audit(Compiled(load(book), DOLLAR), str(folder / "wagers"), str(folder / "results.parquet"), engine=engine)
    if not found.clean:
        raise SystemExit(f"{book}: {len(found.findings)} findings in records without an error")
    return found.rows


def alone(book: str, folder: Path, what: str) -> dict[str, float]:
    """Seconds and megabytes of one run in a process of its own."""
    command = [sys.executable, "-m", "bench.audit", "--book", book, "--only", what, "--folder", str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def only(book: str, folder: Path, what: str) -> None:
    start, busy = perf_counter(), process_time()
    rows = decode(folder) if what == "decode" else whole_audit(book, folder, what)
    seconds, busy = perf_counter() - start, process_time() - busy
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    most = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024
    print(json.dumps({"rows": rows, "seconds": seconds, "busy": busy, "megabytes": most}))


def turns(book: str, folder: Path, many: int) -> dict[str, tuple[float, float]]:
    """The median of each, taken in turns: seconds by the clock, and seconds of all cores."""
    runs = {it: decode if it == "decode" else settled(book, folder, it) for it in ENGINES}
    for run in runs.values():
        run(folder)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(many):
        for name, run in runs.items():
            start, busy = perf_counter(), process_time()
            run(folder)
            taken[name].append((perf_counter() - start, process_time() - busy))
    return {name: (median(it for it, _ in times), median(it for _, it in times)) for name, times in taken.items()}


def measure(book: str, rows: int, folder: Path, many: int, by_themselves: Sequence[str]) -> None:
    """Make records and print what each engine takes for them."""
    start = perf_counter()
    compiled = Compiled(load(book), DOLLAR)
    if rows > REPEATED:
        rows = repeat(compiled, rows, PER_ROUND, BOOKS[book], folder)
    else:
        rows = make(compiled, Wanted(rows // PER_ROUND // BOOKS[book], per_round=PER_ROUND), folder).wagers
    print(f"{book}, {rows:,} rows, made in {perf_counter() - start:.1f} s", flush=True)
    each = turns(book, folder, many) if many else {}
    for name, (seconds, busy) in each.items():
        ratio = f"{each['decode'][0] / seconds:5.2f} of decoding, by core seconds {each['decode'][1] / busy:5.2f}"
        rate = f"{rows / seconds / 1e6:7.1f} M rows/s {busy / rows * 1e9:7.1f} ns of a core a row"
        print(f"  {name:<8}{seconds:8.3f} s {rate}  {ratio}", flush=True)
    for name in by_themselves:
        it = alone(book, folder, name)
        if it["rows"] != rows:
            raise SystemExit(f"{name}: {it['rows']} rows were read, {rows} were made")
        print(
            f"  alone: {name:<8}{it['seconds']:8.1f} s, {it['busy']:8.1f} core seconds, {it['megabytes']:6,.0f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--wagers", type=float, default=1e7)
    parser.add_argument("--book", choices=BOOKS)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--share", type=int, nargs="*", default=[100, 10, 1], help="parts of --wagers to measure")
    parser.add_argument("--alone", nargs="*", default=ENGINES, help="what runs in a process of its own")
    parser.add_argument("--only")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.only:
        only(given.book, given.folder, given.only)
        return
    print(f"{os.cpu_count()} cores, medians of {given.turns} turns")
    for book in [given.book] if given.book else BOOKS:
        for share in given.share:
            with tempfile.TemporaryDirectory() as folder:
                measure(book, int(given.wagers) // share, Path(folder), given.turns, given.alone)


if __name__ == "__main__":
    main()
