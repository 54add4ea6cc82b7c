"""The files of `deploy/` hold: each step of the image, each service, each figure of an alarm, and the copy.

No container runtime is needed: what a container would run is run here as it stands, but for addresses and places.
"""

import os
import re
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import psycopg
import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from psycopg.conninfo import conninfo_to_dict

from dicehouse.cli.app import COMMANDS, app
from dicehouse.journal.postgres import PostgresStore
from tests.commands import ROOT, dicehouse
from tests.floor.serving import Serving
from tests.journal.contract import draft, written
from tests.journal.pg import Server, database, server

__all__ = ["database", "server"]

DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


# --- the image


def steps() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each on one line."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [it for it in text.replace("\\\n", " ").splitlines() if it.strip()]
    return [(word, " ".join(rest.split())) for word, _, rest in (it.partition(" ") for it in lines)]


def of(word: str) -> list[str]:
    return [rest for it, rest in steps() if it == word]


def listed(said: str) -> list[str]:
    found: list[str] = yaml.safe_load(said)
    return found


def test_what_the_image_copies_is_in_the_tree_and_is_all_that_a_wheel_is_built_from() -> None:
    copied = {it for line in of("COPY") if "--from" not in line for it in line.split()[:-1]}
    assert all((ROOT / it).exists() for it in copied)
    hook = "hatch_build.py"
    needed = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], hook, "pyproject.toml", "consoles"}
    needed |= {it.partition("/")[0] for it in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]}
    needed |= {"tools"} if '"tools", "consoles.py"' in (ROOT / hook).read_text(encoding="utf-8") else set()
    assert needed <= copied
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert not copied & set(ignored)


def test_packages_of_the_image_are_those_of_the_lock_and_are_all_that_a_house_on_postgresql_needs() -> None:
    """Dicehouse itself is installed without its dependencies, so nothing may be missing."""
    lock = re.findall(r"^([a-z0-9-]+)(?:\[\w+\])?==(\S+)", locked("run"), re.MULTILINE)
    pinned = dict(lock)
    (driver,) = re.findall(r'"(psycopg\[binary\]==\S+)"', "\n".join(of("RUN")))
    assert f"\n{driver} \\" in locked("dev"), "the driver is the one that the tests run with"
    pinned |= {"psycopg": driver.partition("==")[2]}
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *extras["serve"], *extras["postgres"]]
    for it in map(Requirement, wanted):
        if it.marker is None or Marker(str(it.marker)).evaluate():
            assert it.specifier.contains(pinned[canonicalize_name(it.name)]), it


def locked(which: str) -> str:
    return (ROOT / "requirements" / f"{which}.txt").read_text(encoding="utf-8")


def test_both_parts_of_the_image_have_the_same_python_which_this_program_runs_on() -> None:
    first, second = (it.split()[0] for it in of("FROM"))
    assert first == second
    (version,) = re.findall(r":(3\.\d+)", first)
    assert f"Programming Language :: Python :: {version}" in PROJECT["project"]["classifiers"]


def test_the_image_runs_as_somebody_who_is_not_root_from_before_the_first_command() -> None:
    words = [word for word, _ in steps()]
    (user,) = of("USER")
    assert user not in {"root", "0"}
    assert f"--uid {user} " in "".join(of("RUN"))
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert words.index("USER") > max(place for place, it in enumerate(words) if it == "RUN")


def understood(words: list[str]) -> dict[str, Any]:
    """Arguments as the command line takes them, without running anything."""
    name, *rest = words
    assert name in COMMANDS
    command = app.get_command(click.Context(app), name)
    assert command is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(click.Path, "convert", lambda _self, value, _param, _ctx: value)  # it is there in the container
        return dict(command.make_context(name, rest).params)


def test_what_the_image_runs_is_a_command_of_this_program() -> None:
    ((entry,),), (said,) = map(listed, of("ENTRYPOINT")), map(listed, of("CMD"))
    assert PROJECT["project"]["scripts"][entry] == "dicehouse.cli:main"
    serving = understood(said)
    assert (serving["house"], serving["host"], serving["port"]) == (of("WORKDIR")[-1], "127.0.0.1", 8080)
    assert of("VOLUME") == [of("WORKDIR")[-1]]


# --- the services

KNOWN = {
    "build", "image", "command", "entrypoint", "environment", "volumes", "ports", "depends_on", "restart", "secrets",
    "stop_grace_period", "read_only", "tmpfs", "cap_drop", "security_opt", "network_mode", "healthcheck",
}  # fmt: skip
"""Keys of a service that the Compose specification has and we use."""


def test_every_service_is_written_in_words_that_compose_knows_and_names_what_is_there() -> None:
    assert set(COMPOSE) == {"services", "secrets", "volumes"}
    for name, it in SERVICES.items():
        assert set(it) <= KNOWN, name
        assert "image" in it
        assert it["image"] == "dicehouse" or not it["image"].endswith(("latest", f"{name}:")), name
        assert set(it.get("depends_on", ())) <= set(SERVICES)
        assert set(it.get("secrets", ())) <= set(COMPOSE["secrets"])
        mode = it.get("network_mode", "service:house")
        assert mode.removeprefix("service:") in SERVICES
        for volume in it.get("volumes", ()):
            source = volume.split(":")[0]
            if not source.startswith("./"):
                assert source in COMPOSE["volumes"]
            elif Path(source).suffix:
                assert (DEPLOY / source).is_file(), source
    assert (DEPLOY / SERVICES["house"]["build"]["context"] / SERVICES["house"]["build"]["dockerfile"]).is_file()


def test_who_waits_for_a_healthy_service_waits_for_one_that_says_whether_it_is() -> None:
    for it in SERVICES.values():
        waits = it.get("depends_on", {})
        for name, how in waits.items() if isinstance(waits, dict) else ():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[name]


def test_the_house_listens_to_its_own_machine_alone_and_only_tls_leaves_it() -> None:
    serving = understood(SERVICES["house"]["command"])
    assert (serving["host"], serving["port"], serving["log_as"]) == ("127.0.0.1", 8080, "json")
    assert serving["address"] == "https://house.example"
    assert [it for it in SERVICES["house"]["ports"] if not it.startswith("127.0.0.1:")] == ["443:443"]
    for name in ("proxy", "prometheus"):
        assert SERVICES[name]["network_mode"] == "service:house"
    assert not [name for name, it in SERVICES.items() if name != "house" and "ports" in it]


def test_the_journal_is_the_database_that_compose_makes() -> None:
    made = SERVICES["db"]["environment"]
    told = conninfo_to_dict(understood(SERVICES["house"]["command"])["journal"])
    assert (told["host"], told["user"], told["dbname"]) == ("db", made["POSTGRES_USER"], made["POSTGRES_DB"])
    assert "--encoding=UTF8" in made["POSTGRES_INITDB_ARGS"]
    copied = SERVICES["backup"]["environment"]
    assert (copied["PGHOST"], copied["PGUSER"], copied["PGDATABASE"]) == ("db", told["user"], told["dbname"])
    assert SERVICES["backup"]["image"] == SERVICES["db"]["image"], "pg_dump is of the server's own version"
    assert {*SERVICES["db"]["secrets"]} == {*SERVICES["backup"]["secrets"]} == set(COMPOSE["secrets"])


def test_the_proxy_sends_on_what_a_house_behind_tls_needs() -> None:
    text = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert text.count("{") == text.count("}") == 5
    said = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
    assert said == {
        "Host": "$host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "https",
        "Upgrade": "$http_upgrade",
        "Connection": "upgrade",
    }
    (address,) = re.findall(r"proxy_pass http://(\S+);", text)
    serving = understood(SERVICES["house"]["command"])
    assert address == f"{serving['host']}:{serving['port']}"
    (name,) = re.findall(r"server_name (\S+);", text)
    assert f"https://{name}" == serving["address"]
    ciphers, old = re.findall(r"ssl_(?:protocols|ciphers) ([^;]+);", text), (ROOT / "docs/how-to/serve.md").read_text()
    assert all(it in old for it in ciphers), "the docs say the same"


# --- the house that compose starts


@contextmanager
def served(folder: Path, address: str) -> Iterator[int]:
    """A house as the service starts it, but for its folder, database and port; where it listens."""
    house = folder / "house"
    said = dicehouse(
        "init", str(house), "--admin", "Alex", "--password-stdin", "--practice", stdin=b"seven rivers meet at dusk"
    )
    assert said.status == 0, said.err
    words = [it.replace("/srv/house", str(house)) for it in SERVICES["house"]["command"][1:]]
    journal = next(it for it in words if it.startswith("--journal="))
    words[words.index(journal)] = f"--journal={address}"
    port = free_port()
    serving = Serving(*words, "--port", str(port), folder=folder)
    try:
        yield port
    finally:
        serving.stop()


def free_port() -> int:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_the_house_is_healthy_and_answers_every_figure_that_an_alarm_names(database: str, tmp_path: Path) -> None:
    (check,) = (listed(it.partition("CMD ")[2]) for it in of("HEALTHCHECK"))
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    (target,) = scraped["scrape_configs"][0]["static_configs"][0]["targets"]
    with served(tmp_path, database) as port:
        words = [sys.executable, *(it.replace(":8080/", f":{port}/") for it in check[1:])]
        assert subprocess.run(words, check=False).returncode == 0
        with urllib.request.urlopen(f"http://{target.replace('8080', str(port))}/metrics", timeout=20) as answer:
            figures = answer.read().decode()
    assert subprocess.run(words, check=False, capture_output=True).returncode != 0, "nobody answers any more"
    for alarm in yaml.safe_load((DEPLOY / scraped["rule_files"][0]).read_text(encoding="utf-8"))["groups"][0]["rules"]:
        named = re.findall(r"dicehouse_\w+", alarm["expr"])
        assert named or alarm["expr"].startswith("up{")
        for it in named:
            assert re.search(rf"^{it}\b", figures, re.MULTILINE), alarm["alert"]


# --- the copy


def programs(database: str) -> Path:
    """Where the server's own programs lie, which are of its version."""
    with psycopg.connect(database) as connection:
        found = connection.execute("select setting from pg_config where name = 'BINDIR'").fetchone()
    assert found
    return Path(found[0])


def copies(database: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """The service `backup`, once."""
    told = conninfo_to_dict(database)
    folder.mkdir(exist_ok=True)
    own = {"BACKUPS": str(folder), "ONCE": "1", "PATH": f"{programs(database)}{os.pathsep}{os.environ['PATH']}"}
    own |= {"PGHOST": str(told["host"]), "PGUSER": str(told["user"]), "PGDATABASE": str(told["dbname"])}
    words = ["/bin/sh", str(DEPLOY / "backup.sh")]
    return subprocess.run(words, env={**os.environ, **own}, capture_output=True, text=True, check=False)


def test_a_copy_is_restored_into_another_database_and_verifies_there(
    server: Server, database: str, tmp_path: Path
) -> None:
    store = PostgresStore(database)
    for no in (1, 2):
        written(store, draft(no=no))
    head = store.head().hash
    store.close()
    done = copies(database, tmp_path / "backup")
    assert done.returncode == 0, done.stderr
    dump = Path(done.stdout.strip())
    assert dump.parent == tmp_path / "backup"
    assert dump.stat().st_mode & 0o777 == 0o600
    server.say("create database restored template template0")
    try:
        other = server.address("restored")
        subprocess.run([programs(database) / "pg_restore", "--no-owner", f"--dbname={other}", dump], check=True)
        said = dicehouse("verify", other, "--chain-only")
    finally:
        server.say("drop database restored with (force)")
    assert said.status == 0, said.err
    assert f"2 entries stand as written; head {head}" in said.out


def test_what_is_no_copy_of_a_journal_gets_no_name(database: str, tmp_path: Path) -> None:
    done = copies(database, tmp_path / "backup")
    assert (done.returncode, "no copy was made" in done.stderr) == (1, True)
    assert not list((tmp_path / "backup").glob("*.dump"))


def test_the_last_fourteen_copies_are_kept(database: str, tmp_path: Path) -> None:
    PostgresStore(database).close()
    folder = tmp_path / "backup"
    folder.mkdir()
    old = [folder / f"house-2026-01-{day:02d}T030000Z.dump" for day in range(1, 16)]
    for it in old:
        it.touch()
    assert copies(database, folder).returncode == 0
    left = sorted(folder.glob("*.dump"))
    assert len(left) == 14
    assert left[:-1] == old[2:]


# --- what the docs say of it


def test_every_file_of_the_folder_is_on_its_page() -> None:
    page = (ROOT / "docs" / "how-to" / "containers.md").read_text(encoding="utf-8")
    for it in DEPLOY.iterdir():
        assert f"`{it.name}`" in page, it.name
    for name in SERVICES:
        assert f"`{name}`" in page, name
    for line in re.findall(r"^dicehouse ([a-z]+)", page, re.MULTILINE):
        assert line in COMMANDS
