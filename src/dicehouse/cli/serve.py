"""`dicehouse serve`: a running house in the browser."""

import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from dicehouse.cli import house_files
from dicehouse.cli.app import EXTRAS
from dicehouse.cli.secrets import given_key

if TYPE_CHECKING:
    import socket

    from dicehouse.floor.clock import Clock
    from dicehouse.floor.demo_prizes import Yesterday
    from dicehouse.floor.floor import Floor
    from dicehouse.floor.plan import HousePlan
    from dicehouse.floor.secret_key import SecretKey
    from dicehouse.web.roster import Roster

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
TURN: Final = 0.0005
"""Seconds for which the journal's thread may keep the interpreter while consoles wait to be heard."""


@click.command()
@click.option("--demo", is_flag=True, help="A house to try out: every rulebook, with players, money and staff.")
@click.option(
    "--house",
    type=click.Path(exists=True, path_type=Path),
    help="Your house: its folder, or its TOML file alone.",
)
@click.option(
    "--journal",
    help="A file, or the postgresql:// address of a database.  [default: house.db in its folder, or the demo's own]",
)
@click.option(
    "--secret-key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the secret key.  [default: DICEHOUSE_SECRET_KEY, DICEHOUSE_PASSPHRASE, or as the house says]",
)
@click.option("--passphrase", is_flag=True, help="Ask for the passphrase that is the house's secret key.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65_535), help="0: any that is free.")
@click.option("--address", help="Where others reach this process.  [default: http://HOST:PORT]")
@click.option(
    "--log",
    "log_as",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to log; json has a line for each command, with its id.",
)
@click.option("--no-open", is_flag=True, help="Open no browser.")
def serve(
    demo: bool,
    house: Path | None,
    journal: str | None,
    secret_key: Path | None,
    passphrase: bool,
    host: str,
    port: int,
    address: str | None,
    log_as: str,
    no_open: bool,
) -> None:
    """Run a house: its tables deal on the server's clock, and people play, deal and supervise in the browser.

    Everything is kept in the journal as it happens. Stop it with Ctrl+C, or pull the plug: the next start goes on in
    mid-round. Several processes may serve one PostgreSQL database; each table is led by one of them.

    \b
    Examples:
      dicehouse serve --demo
      dicehouse serve --house my-house
      dicehouse serve --house house.toml --journal house.db --secret-key /etc/dicehouse/house.secret
      dicehouse serve --house house.toml --journal postgresql://db.example/house --host 10.0.0.5
    """
    _has_its_extra()
    if demo == (house is not None):
        raise click.UsageError("name your house with --house house.toml, or take --demo; one of the two")
    if demo and host not in LOOPBACK:
        raise click.UsageError(f"--host {host}: the PINs of the demo are public, so it is served on 127.0.0.1 alone")
    name = journal or (_demo_journal() if house is None else house_files.journal_of(house))
    prizes = demo and not _is_server(name)
    plan, roster = _house(house, prizes=prizes)
    key = given_key(secret_key, passphrase)
    sock = _bound(host, port)
    where = address or f"http://{host if ':' not in host else f'[{host}]'}:{sock.getsockname()[1]}"
    opens = not no_open and _has_browser()
    time = _time_of_the_demo() if prizes else None
    floor = _floor(plan, name, key, where, time.clock() if time else None)
    _warn_of_folder(name)
    _run(_serve(floor, roster, sock, opens, time, as_json=log_as == "json"))


def _has_its_extra() -> None:
    """Before anything is made; a ModuleNotFoundError names the package that is not there."""
    needed = [package for package, extra in EXTRAS.items() if extra == "serve"]
    for package in needed:
        if find_spec(package) is None and not (package == "uvloop" and sys.platform == "win32"):
            raise ModuleNotFoundError(f"no module named {package}", name=package)


def _demo_journal() -> str:
    """Where a demo is kept between two starts: with the settings of this user, so that no folder is littered."""
    folder = Path(click.get_app_dir("dicehouse"))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "demo.db")


def _house(house: Path | None, *, prizes: bool = False) -> "tuple[HousePlan, Roster | None]":
    """What the house is made of, and who may sign in; those of the demo are known where they are needed. With prizes it
    has a tournament in progress, which only a demo of one process has: leases are taken at the present time."""
    if house is None:
        from dicehouse.floor import demo
        from dicehouse.floor.demo_prizes import with_its_table

        return with_its_table(demo.plan()) if prizes else demo.plan(), None
    file, plan, roster = house_files.read(house)
    if not plan.tables:
        raise click.ClickException(f"{file}: the house has no tables; add a section [[tables]] with name and rulebook")
    for warning in warnings(file, roster):
        click.echo(f"Warning: {warning}", err=True)
    return plan, roster


def _time_of_the_demo() -> "Yesterday":
    from dicehouse.floor.demo_prizes import Yesterday

    return Yesterday()


def warnings(file: Path, roster: "Roster") -> Iterator[str]:
    """What a house can be served with, and better were not."""
    from dicehouse.journal.private import exposed

    if not roster.identities.staff:
        yield f"{file}: nobody of the staff may sign in; add somebody with 'dicehouse staff add {file} NAME'"
    if roster.everyone and (found := exposed(file)):
        yield f"it holds what passwords are known by: {found}"


def _bound(host: str, port: int) -> "socket.socket":
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        raise click.ClickException(f"{host}:{port}: {error.strerror}; choose another with --port") from None
    return sock


def _has_browser() -> bool:
    """Whether a browser with a window can be opened here."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _floor(plan: "HousePlan", journal: str, key: "SecretKey | None", where: str, clock: "Clock | None") -> "Floor":
    from dicehouse.floor.floor import Floor
    from dicehouse.floor.secret_key import SecretKeyError
    from dicehouse.journal.store import BrokenError, UnavailableError

    try:
        return Floor(plan, journal, key=key, address=where, clock=clock)
    except (BrokenError, UnavailableError, SecretKeyError) as error:
        raise click.ClickException(str(error)) from None
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed, which PostgreSQL needs; pip install 'dicehouse[postgres]'"
        raise click.ClickException(message) from None


def _is_server(journal: str) -> bool:
    from dicehouse.floor.stores import is_server

    return is_server(journal)


def _warn_of_folder(journal: str) -> None:
    from dicehouse.journal.private import open_folder

    if not _is_server(journal) and (warning := open_folder(Path(journal))):
        click.echo(f"Warning: {warning}", err=True)


def _run(work: "Coroutine[Any, Any, None]") -> None:
    import asyncio

    from dicehouse.journal.store import BrokenError, UnavailableError

    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    if sys.platform != "win32":
        from uvloop import new_event_loop as loop
    try:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(work)
    except (BrokenError, UnavailableError) as error:
        raise click.ClickException(str(error)) from None


async def _serve(  # what was said on the command line
    floor: "Floor",
    roster: "Roster | None",
    sock: "socket.socket",
    opens: bool,
    time: "Yesterday | None",
    *,
    as_json: bool,
) -> None:
    import asyncio
    import signal
    from urllib.parse import urlsplit

    from dicehouse.floor import command_log, demo, demo_prizes
    from dicehouse.journal.writer import collect_rarely
    from dicehouse.web.app import BACKLOG, application, server
    from dicehouse.web.security_log import SecurityLog

    host, port = sock.getsockname()[:2]
    if as_json:
        command_log.write_as_json()
    await floor.start()
    try:
        if time is not None:
            await demo_prizes.hold(floor, time)
        if floor.demo:
            await demo.open_house(floor)
        names = (urlsplit(floor.address).hostname or host,)
        log = SecurityLog(roster.identities.security_log if roster else "")
        serving = server(application(floor, roster, host=host, names=names, log=log), host, port)
        if as_json:
            command_log.write_as_json()  # of the server too, which has brought handlers of its own
        # Signals end the serving and nothing else: the floor still has to be stopped in good order.
        serving.capture_signals = nullcontext  # type: ignore[assignment, method-assign]
        for ends in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(ends, lambda: setattr(serving, "should_exit", True))
        collect_rarely()
        sys.setswitchinterval(TURN)
        sock.listen(BACKLOG)  # whoever comes from here on is served
        _say(floor, opens)
        await serving.serve(sockets=[sock])
    finally:
        await floor.stop()
    click.echo("Stopped; the next start goes on from here.")


def _say(floor: "Floor", opens: bool) -> None:
    click.echo(f"{floor.plan.name}: {len(floor.tables)} tables at {floor.address} (Ctrl+C stops it)")
    closed = [f"{table} stays closed: {why}\n" for table, why in floor.rulebooks.unread.items()]
    click.echo("".join(closed), nl=False, err=True)
    if floor.demo:
        click.echo("This is the demo: everyone's PIN is public, and only this machine can reach it.")
    if opens:
        import webbrowser

        webbrowser.open(floor.address)
