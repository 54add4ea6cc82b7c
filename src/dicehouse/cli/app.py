"""Starting the command, and turning every mistake into one clear line and exit status 2."""

import io
import os
import sys
from importlib import import_module
from typing import Final

import click

from dicehouse import __version__

COMMANDS: Final = {
    "odds": "Exact odds of every wager of a rulebook.",
    "readings": "Where the document is unclear: each reading and what it is worth.",
    "stakes": "Stakes that chip rounding makes too good, and the sign that rules them out.",
    "session": "What is left after a session of one wager, and the risk of ruin, exactly.",
    "sheet": "A par sheet to file, as HTML or PDF.",
    "init": "Make a house of your own in a new folder.",
    "serve": "Run a house in the browser: tables, dealers, cage and pit.",
    "staff": "Who of the staff may sign in at a house: add, list, disable.",
    "token": "What a program may at a house: make a token, list them, end one.",
    "doctor": "Check a house before it opens, and say what to mend.",
    "secrets": "The secret key of a house: make one, or change it.",
    "table": "Run a table on commands read from standard input.",
    "play": "Play a table by yourself in the terminal.",
    "settle": "Settle wagers and rolls read from standard input.",
    "conformance": "Hold another engine to what the rulebooks decide, and print its score.",
    "audit": "Settle every recorded wager again and report each difference.",
    "records": "Make up records of play with planted errors, to try an audit on.",
    "verify": "Whether a journal stands as it was written, and which record is wrong.",
    "backup": "Copy a journal while its house runs, and verify the copy.",
    "upgrade": "Bring a house of an earlier version to this program, with a verified copy first.",
    "explain": "Tell a round from a journal: who did what, the seal, the dice, and why it was decided so.",
    "report": "What a journal says of money, people and play: a table, CSV, JSON or PDF.",
    "export": "Hand a whole journal to a regulator: JSON Lines, Parquet and a manifest.",
    "dice": "Whether a record of results is what fair dice give.",
    "simulate": "Play every wager, or a strategy, very often, beside the exact returns.",
    "terms": "Check or print the terms of a promotion or tournament.",
    "draw": "Draw a wager as the automaton it is; publish or verify a draw of prizes.",
    "rulebooks": "The rulebooks there are, or the text of one.",
    "clauses": "Every clause of the documents and what is done about it.",
}


EXTRAS: Final = {
    **dict.fromkeys(("argon2", "httptools", "starlette", "uvicorn", "uvloop", "webauthn", "websockets"), "serve"),
    **dict.fromkeys(("duckdb", "ibis", "pyarrow"), "audit"),
    **dict.fromkeys(("numba", "numpy"), "fast"),
    **dict.fromkeys(("altair", "typst", "vl_convert"), "report"),
    "psycopg": "postgres",
    "pyspark": "spark",
}
"""The extra that brings a package which is not there, where a command has nothing better to say."""


class Commands(click.Group):
    """Commands that are imported when they are used, so that each starts as fast as it can."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"dicehouse.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from dicehouse.rulebooks.source import nearest

            raise click.UsageError(f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dicehouse")
def app() -> None:
    """Casino dice tables from one definition of the rules: run them, prove them, audit them.

    A RULEBOOK is the id of a built-in one (see `dicehouse rulebooks`) or the path of a .toml file.

    \b
    First steps:
      dicehouse odds star-craps
      dicehouse odds star-sicbo-2024 --reading even_totals=printed
      echo '{"place":"w1","wager":"big","stake":"10.00"}' | dicehouse settle star-sicbo-2024
    """


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    try:
        _speak_utf8()
        # Not app.main: on a closed pipe that ends the process by itself, without a word.
        with app.make_context("dicehouse", arguments) as context:
            app.invoke(context)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on: keep the interpreter from trying to write the rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed("the reader of this output closed it; the rest was not written")
    except click.ClickException as error:
        error.show()
        return 2
    except click.exceptions.Exit as asked:
        return asked.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _failed("stopped")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        return _failed(
            f"this needs {package}, of the extra {EXTRAS[package]}: pip install 'dicehouse[{EXTRAS[package]}]'"
        )
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _failed(str(error))
    return 0


def _speak_utf8() -> None:
    """Tables and names are written as they are, whatever the machine's own letters."""
    if sys.stdout is None:
        raise OSError("standard output is closed; there is nowhere to write")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _failed(message: str) -> int:
    print(f"dicehouse: {message}", file=sys.stderr)
    return 2
