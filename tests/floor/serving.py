"""A real `dicehouse serve` for tests, and someone who uses it over HTTP and its WebSocket."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect
from websockets.typing import Origin

from tests.watching import Watching

WITHIN = 40
"""Seconds in which a house is open; a quiet machine takes two."""


class Serving:
    """A process that serves a house."""

    def __init__(self, *options: str, folder: Path) -> None:
        command = [
            sys.executable,
            "-c",
            "from dicehouse.cli import main; main()",
            "serve",
            "--port",
            "0",
            "--no-open",
            *options,
        ]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.address = self.said.partition(" tables at ")[2].split(" ")[0]
        if not self.address:
            raise AssertionError(self.said + self.ends())

    def kill(self) -> None:
        """As a power cut would."""
        self._ends(signal.SIGKILL)

    def stop(self) -> str:
        """In good order; what it says then."""
        return self._ends(signal.SIGTERM)

    def _ends(self, how: signal.Signals) -> str:
        self.process.send_signal(how)
        return self.ends()

    def ends(self) -> str:
        said, _ = self.process.communicate(timeout=WITHIN)
        return said


class Guest:
    """Someone of the demo house, in a browser."""

    def __init__(self, address: str, who: str) -> None:
        self.where = urlsplit(address)
        self.cookie = self.token = ""
        self.token = self.posts("/api/sign-in/demo", {"who": who})["csrf"]

    def posts(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        line = http.client.HTTPConnection(self.where.hostname or "", self.where.port, timeout=WITHIN)
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.where.netloc}"}
        if self.cookie:
            headers |= {"Cookie": self.cookie, "X-CSRF-Token": self.token}
        line.request("POST", path.replace(" ", "%20"), json.dumps(body), headers)
        answer = line.getresponse()
        made: dict[str, Any] = json.loads(answer.read())
        if answer.headers["Set-Cookie"]:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        line.close()
        return made

    def submit(self, to: str, do: str, id: str, **fields: Any) -> dict[str, Any]:
        path = "/api/house/commands" if to == "house" else f"/api/tables/{to}/commands"
        return self.posts(path, {"do": do, "id": id, **fields})

    def sees(self, table: str, what: str, is_so: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The first view of a table, or of one's own seat, of which something is so."""
        address, headers = f"ws://{self.where.netloc}/api/live", {"Cookie": self.cookie}
        until = time.monotonic() + WITHIN
        with connect(address, additional_headers=headers, origin=Origin(f"http://{self.where.netloc}")) as line:
            line.send(json.dumps({"watch": {"table": table, "as": "player"}}))
            watching = Watching()
            while time.monotonic() < until:
                new = watching.hear(json.loads(line.recv(timeout=WITHIN)))
                if what in new and is_so(new[what]):
                    seen: dict[str, Any] = new[what]
                    return seen
        raise AssertionError(f"{table}: nothing like it was seen in {WITHIN} s")
