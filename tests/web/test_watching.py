"""What a machine that watches over the house is told: that it lives, that it is ready, and its figures."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehouse.floor.figures import BOUNDS, Figures
from dicehouse.floor.plan import MetricsPlan, read
from dicehouse.journal.store import UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table.config import ConfigError
from dicehouse.web.watching import Watched
from tests.web.served import Browser, Served, plan

LINE = re.compile(r'dicehouse_[a-z_]+(\{[a-z]+="(\\.|[^"\\])*"(,[a-z]+="(\\.|[^"\\])*")*\})? -?[0-9.]+(e[0-9]+)?')


def figures(served: Served) -> dict[str, float]:
    """Every figure by its name and labels, as Prometheus reads them."""
    said = Browser(served).get("/metrics")
    assert (said.status, said.headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    found: dict[str, float] = {}
    families: set[str] = set()
    for line in said.body.decode().splitlines():
        if line.startswith("# TYPE "):
            families.add(line.split()[2])
        elif not line.startswith("#"):
            assert LINE.fullmatch(line), line
            name, _, value = line.rpartition(" ")
            assert any(name.startswith(it) for it in families), line
            assert name not in found
            found[name] = float(value)
    return found


def test_a_process_lives_and_is_ready(served: Served) -> None:
    for path, says in (("/healthz", b"alive\n"), ("/readyz", b"ready\n")):
        said = Browser(served).get(path)
        assert (said.status, said.body) == (200, says)


def test_commands_and_refusals_are_counted_where_they_went(other_house: Served) -> None:
    ann = Browser(other_house).signs_in("demo", who="Ann")
    before = figures(other_house)
    assert ann.submit("Sic Bo 2", "take-seat", seat=3).status == 200
    refused = ann.submit("Sic Bo 2", "take-seat", seat=4)
    after = figures(other_house)

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown('dicehouse_commands_total{stream="Sic Bo 2",outcome="done"}') >= 1
    assert grown('dicehouse_commands_total{stream="Sic Bo 2",outcome="refused"}') == 1
    assert grown(f'dicehouse_refusals_total{{why="{refused.why}"}}') == 1
    assert grown("dicehouse_command_seconds_count") >= 2
    assert after['dicehouse_command_seconds_bucket{le="+Inf"}'] == after["dicehouse_command_seconds_count"]
    assert after["dicehouse_journal_entries"] > before["dicehouse_journal_entries"]
    assert after['dicehouse_leads{stream="house"}'] == after['dicehouse_leads{stream="Craps 1"}'] == 1


def test_consoles_and_sessions_are_counted(other_house: Served) -> None:
    ann = Browser(other_house).signs_in("demo", who="Bob")
    with ann.line() as line:
        line.watches("Sic Bo 1")
        line.next("table")
        found = figures(other_house)
        assert found['dicehouse_consoles{kind="player"}'] == 1
        assert found["dicehouse_sessions"] >= 1


def test_figures_name_no_person_and_no_money(other_house: Served) -> None:
    ann = Browser(other_house).signs_in("demo", who="Ann")
    ann.submit("Sic Bo 1", "take-seat", seat=5)
    body = Browser(other_house).get("/metrics").body.decode()
    assert not re.search(r"\b(Ann|Bob|1001|cents|balance)\b", body)


def test_a_journal_that_does_not_answer_is_not_ready(other_house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise UnavailableError("the database is away")

    monkeypatch.setattr(other_house.floor.store, "head", gone)
    said = Browser(other_house).get("/readyz")
    assert (said.status, said.body) == (
        503,
        b"the journal does not answer; see that its disk or its database is there\n",
    )
    assert Browser(other_house).get("/healthz").status == 200
    assert b"dicehouse_journal_entries" not in Browser(other_house).get("/metrics").body


def test_a_table_that_is_stopped_is_not_ready(tmp_path: Path) -> None:
    house = Served(tmp_path / "journal.db")
    try:
        house.floor.tables["Sic Bo 1"].halted = True
        said = Browser(house).get("/readyz")
        assert (said.status, said.body) == (
            503, b"Sic Bo 1 is stopped: its books differ; have the journal verified\n",
        )  # fmt: skip
        assert figures(house)['dicehouse_tables_stopped{table="Sic Bo 1"}'] == 1
        assert figures(house)['dicehouse_tables_stopped{table="Craps 1"}'] == 0
    finally:
        house.stop()


@pytest.mark.parametrize(
    "address, may", [("127.0.0.1", True), ("10.2.3.4", True), ("192.168.0.1", False), ("::1", True)]
)
def test_figures_are_for_this_machine_and_the_networks_of_the_house(address: str, may: bool, served: Served) -> None:
    from starlette.requests import Request

    hub = served.app.state.hub
    before = hub.floor.plan
    hub.floor.plan = replace(before, metrics=MetricsPlan(networks=("10.0.0.0/8",)))
    try:
        watched = Watched(hub, served.app.state.sessions)
    finally:
        hub.floor.plan = before
    request = Request({"type": "http", "client": (address, 1), "headers": []})
    said = served.runs(watched.metrics(request))
    assert said.status_code == (200 if may else 403)
    if not may:
        assert said.body == b"[metrics] of the house's file does not name your network\n"


def test_a_network_that_is_none_is_told_when_the_file_is_read() -> None:
    with pytest.raises(ConfigError, match=r"metrics\.networks: '10\.0\.0\.0/80' .*write one such as"):
        read('[metrics]\nnetworks = ["10.0.0.0/80"]\n')
    assert plan().metrics is None


def test_waits_are_counted_up_to_each_bound() -> None:
    made = Figures()
    for seconds in (0.0, 0.001, 0.0011, 5.0, 5.1):
        made.count("Sic Bo 1", (), seconds)
    made.count("house", Refused(Why.MALFORMED, None, "id-of-the-house", id="~", own="~"), 0.2)
    made.count("house", UnavailableError("away"), 0.2)
    waits = dict(zip((*BOUNDS, "all"), made.waits(), strict=True))
    assert (waits[0.001], waits[0.0025], waits[0.25], waits[5.0], waits["all"]) == (2, 3, 5, 6, 7)
    assert made.commands == {("Sic Bo 1", "done"): 5, ("house", "refused"): 1, ("house", "failed"): 1}
    assert made.refusals == {"malformed": 1}
