"""A journal as version 1 left it: a table of Sic Bo in the middle of its third round, with a wager on the felt.

`first_version.db.gz` is that file to the byte, with entries of version 1 as well. The program of commit 9671079 played
it: `dicehouse table star-sicbo-2024 --journal first.db`, on the evening of `docs/how-to/reports.md` but for its last
two commands, and then a round in which ann staked 25.00 on Small.
"""

import gzip
from pathlib import Path
from typing import Final

KEPT: Final = Path(__file__).with_name("first_version.db.gz")
ENTRIES: Final = 26
HEAD: Final = "ccda0d9a081cb5cf067435045b2fa947e3c8edd898ca00bb73ea4686e405b8d3"


def first_version(path: Path) -> Path:
    """The file, as its owner's alone."""
    path.touch(mode=0o600)
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    return path
