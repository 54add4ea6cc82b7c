"""The verifier as a process of its own: `python -m dicehouse.journal.verify`, for a house that verifies while it runs.

A question comes as JSON on standard input, so that no address stands among the words of a process, which others can
see. How far it is comes line by line as JSON on standard output, and last the report, or why there is none.
"""

import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehouse.journal.verify import Report, VerifyError, verify


class Question(Struct, kw_only=True):
    """Which journal, and against which checkpoints outside of it."""

    journal: str
    anchors: list[str] = []
    most: int


class Said(Struct, kw_only=True, omit_defaults=True):
    """A line of the answer."""

    read: int = 0
    """Records that were read so far."""
    report: Report | None = None
    error: str = ""
    """Why there is no report."""


def main() -> None:
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    try:
        report = verify(
            asked.journal,
            anchors=list(map(Path, asked.anchors)),
            most=asked.most,
            progress=lambda read: say(Said(read=read)),
        )
    except (VerifyError, OSError) as error:
        say(Said(error=str(error)))
    else:
        say(Said(report=report))


def say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
