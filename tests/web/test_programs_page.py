"""The programs of docs/how-to/programs.md, run as the page says against a house that was made as it says."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dicehouse.cli.app import app
from tests.web.served import WITHIN

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "programs.md"
PROGRAMS = dict(
    re.findall(r'^```python title="([^"]+)"\n(.*?)^```$', PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)
PASSWORD = "seven rivers meet at dusk"
TABLE = "Sic Bo 1"


def a_free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


class House:
    """A house that `dicehouse serve` runs, with an operator who has signed in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dicehouse", "serve", "--house", "my-house", "--port", "0", "--no-open"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        self.address = re.findall(r"http://(\S+)", told)[0]
        self.cookie = self.token = ""
        self.asks("/api/sign-in/staff", name="Alex", password=PASSWORD)

    def asks(self, path: str, **body: Any) -> Any:
        line = HTTPConnection(self.address, timeout=WITHIN)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie, "X-CSRF-Token": self.token}
        line.request("POST", path.replace(" ", "%20"), json.dumps(body), {k: it for k, it in headers.items() if it})
        answer = line.getresponse()
        said = json.loads(answer.read())
        line.close()
        assert answer.status == 200, said
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        self.token = said.get("csrf", self.token)
        return said

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=30)


class Program:
    """A program of the page."""

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=30)

    def __init__(self, folder: Path, name: str, *arguments: str) -> None:
        self.port = 0
        (folder / name).write_text(PROGRAMS[name], encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, name, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def until(self, wanted: str) -> list[str]:
        """What it says up to a line that ends so."""
        found: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found.append(line.rstrip())
            if found[-1].endswith(wanted):
                return found
        raise AssertionError(found)

    def dice(self) -> str:
        """The first result that it shows."""
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.search(r"\[\[.*?\]\]", line):
                return found[0]
        raise AssertionError("".join(said))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("programs")
    runs("init", str(made / "my-house"), "--admin", "Alex", "--password-stdin", typed=f"{PASSWORD}\n")
    for name, scope in (("board", "tables"), ("collector", "inspect")):
        token = runs("token", "add", str(made / "my-house"), name, "--scope", scope).splitlines()[-1]
        (made / f"{name}.token").write_text(token, encoding="ascii")
    return made


def runs(*arguments: str, typed: str = "") -> str:
    done = CliRunner().invoke(app, arguments, input=typed)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def receiver(folder: Path) -> Iterator[Program]:
    """A receiver of webhooks, which the house's file names."""
    port, secret = a_free_port(), folder / "my-house" / "loyalty.secret"
    secret.write_text("0123456789abcdef0123456789abcdef", encoding="ascii")
    secret.chmod(0o600)
    with (folder / "my-house" / "house.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[[webhooks]]\nname = "loyalty"\nurl = "http://127.0.0.1:{port}/"\nsecret = "loyalty.secret"\n')
    with Program(folder, "receive.py", str(port), str(secret)) as program:
        program.port = port
        yield program


@pytest.fixture(scope="module")
def house(folder: Path, receiver: Program) -> Iterator[House]:  # noqa: ARG001  # it is there before the house is
    made = House(folder)
    yield made
    made.stop()


def test_every_program_of_the_page_hears_of_what_happens_at_a_table(
    folder: Path, house: House, receiver: Program
) -> None:
    with ExitStack() as running:

        def follows(name: str, *arguments: str) -> Program:
            return running.enter_context(Program(folder, name, *arguments))

        http = f"http://{house.address}"
        tables = follows("follow.py", http, token(folder, "board"), "tables", "0")
        journal = follows("follow.py", http, token(folder, "collector"), "journal", "0")
        journal.until(f"{TABLE} program-started")
        house.asks(f"/api/tables/{TABLE}/commands", do="open-table", id="o1", float=0, acknowledged=[])
        tables.until(f"{TABLE} table-opened")
        journal.until(f"{TABLE} table-opened")
        receiver.until("table-opened")
        board = follows("board.py", f"ws://{house.address}", token(folder, "board"), TABLE)
        assert board.until("").pop().startswith(f"{TABLE} [] ")
        deals(house)
        assert re.fullmatch(r"\[\[[1-6], [1-6], [1-6]\]\]", board.dice())
        receiver.until("round-ended")
        tables.until("round-ended")


def token(folder: Path, name: str) -> str:
    return (folder / f"{name}.token").read_text(encoding="ascii")


def deals(house: House) -> None:
    """A round, by the operator at the table."""

    def gives(do: str, **fields: Any) -> Any:
        return house.asks(f"/api/tables/{TABLE}/commands", do=do, id=f"d-{do}", **fields)["events"]

    gives("tumble", times=3)
    for do in ("invite-bets", "close-betting", "press-no-more-bets"):
        gives(do)
    dice = next(it["dice"] for it in gives("uncover") if it["event"] == "dice-uncovered")
    gives("announce-result", dice=dice)
    gives("enter-result", dice=dice)
    gives("settle")


def test_a_program_with_a_token_of_another_scope_is_told_so_and_ends(folder: Path, house: House) -> None:
    with Program(folder, "follow.py", f"http://{house.address}", token(folder, "board"), "journal", "0") as program:
        assert program.process.communicate(timeout=WITHIN)[0].startswith('{"refused":{"why":"not-allowed"')
        assert program.process.returncode == 1


def test_what_is_not_signed_with_the_secret_is_not_taken(receiver: Program) -> None:
    line = HTTPConnection("127.0.0.1", receiver.port, timeout=WITHIN)
    headers = {"Dicehouse-Timestamp": "1", "Dicehouse-Signature": "v1=00"}
    line.request("POST", "/", b'{"webhook":"loyalty","entries":[]}', headers)
    assert line.getresponse().status == 401
    line.close()
