"""The reference device: a tumbler that speaks the line protocol of `link`, with the faults that a real one may have.

python -m dicehouse.floor.device --port 7001
python -m dicehouse.floor.device --port 7001 --fault cocked --every 10
"""

import asyncio
import secrets
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import click

from dicehouse.dice import THREE, TWO, Dice
from dicehouse.floor.certificates import TlsPlan, answering
from dicehouse.floor.link import LONGEST, VERSION
from dicehouse.floor.tumbler import REMEMBERED, Drawn, draw
from dicehouse.table.config import ConfigError

FAULTS: Final = ("cocked", "still", "silent", "garbage")
"""A die leans, the dice do not move, no answer comes, or one that nobody understands."""


class Device:
    """A tumbler on a line."""

    def __init__(self, dice: Dice, fault: Callable[[int], str] = lambda _: "") -> None:
        """`fault` says what goes wrong at the first shake, the second and so on; empty: nothing."""
        self._dice = dice
        self._fault = fault
        self._chance = secrets.SystemRandom()
        self._shakes = 0
        self._wrong = ""
        self._drawn: dict[str, Drawn] = {}
        self._lines: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}

    async def serves(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> asyncio.Server:
        self._server = await asyncio.start_server(self._talk, host, port, limit=LONGEST, ssl=tls)
        return self._server

    async def close(self) -> None:
        """Take no more lines, and end those there are."""
        self._server.close()
        lines = dict(self._lines)
        for writer in lines.values():
            writer.close()
        await asyncio.gather(*(it for it in lines if it), return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines[asyncio.current_task()] = writer
        with suppress(OSError, ValueError, asyncio.IncompleteReadError):
            while True:
                line = (await reader.readuntil(b"\n")).decode("ascii", "replace").strip()
                answer = self.answer(line)
                if answer:
                    writer.write(f"{answer}\n".encode())
                    await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        del self._lines[asyncio.current_task()]

    def answer(self, line: str) -> str:
        """What the device says to a line; nothing where it is silent."""
        said, _, rest = line.partition(" ")
        if said == "dicehouse":
            version, _, count = rest.partition(" ")
            fits = version == str(VERSION) and count == str(self._dice.count)
            return f"ready {self._dice.count}" if fits else f"failed this is version {VERSION}, {self._dice.count} dice"
        if said == "shake":
            return self._shaken()
        return self._read(rest) if said == "read" else "failed no such order"

    def _shaken(self) -> str:
        self._shakes += 1
        self._wrong = self._fault(self._shakes)
        if self._wrong in {"silent", "garbage"}:
            return "" if self._wrong == "silent" else "%%\x07@@ 1-2-9"
        if self._wrong == "still":
            return "still the motor did not turn"
        drawn = draw(self._dice, self._chance)
        if self._wrong == "cocked":
            drawn = Drawn((), drawn.salt)
        self._drawn[drawn.seal] = drawn
        if len(self._drawn) > REMEMBERED:
            del self._drawn[next(iter(self._drawn))]
        return f"shaken {drawn.seal}"

    def _read(self, seal: str) -> str:
        drawn = self._drawn.get(seal)
        if drawn is None:
            return "failed there are no dice under this seal"
        return f"dice {'-'.join(map(str, drawn.dice))} {drawn.salt}" if drawn.dice else f"cocked {drawn.salt}"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=7001, show_default=True, type=click.IntRange(0, 65_535), help="0: any that is free.")
@click.option("--dice", default="3", show_default=True, type=click.Choice(["2", "3"]), help="How many dice it has.")
@click.option("--fault", type=click.Choice(FAULTS), help="What goes wrong now and then.")
@click.option("--every", default=5, show_default=True, type=click.IntRange(1), help="At every how many-th shake.")
@click.option(
    "--tls", nargs=3, metavar="AUTHORITY CERTIFICATE KEY", help="Speak TLS, and with the house alone: PEM files."
)
def main(host: str, port: int, dice: str, fault: str | None, every: int, tls: tuple[str, str, str] | None) -> None:
    """A simulated tumbler that a table reaches over TCP.

    \b
    Set a table's tumbler to "tcp://127.0.0.1:7001" and start this beside the house:
      python -m dicehouse.floor.device --port 7001 --fault cocked --every 10
    """
    try:
        plan = TlsPlan(authority=tls[0], certificate=tls[1], key=tls[2]) if tls else None
        context = answering(plan) if plan else None
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    device = Device(TWO if dice == "2" else THREE, lambda shake: fault if fault and not shake % every else "")

    async def serve() -> None:
        server = await device.serves(host, port, context)
        where, by = server.sockets[0].getsockname(), "tls" if context else "tcp"
        click.echo(f"A tumbler with {dice} dice listens on {by}://{where[0]}:{where[1]}; stop it with Ctrl+C")
        await server.serve_forever()

    try:
        asyncio.run(serve())
    except OSError as error:
        raise click.ClickException(f"{host}:{port}: {error.strerror}; choose another port") from None
    except KeyboardInterrupt:
        click.echo("stopped")


if __name__ == "__main__":
    main()
