"""Files that are their owner's alone: the journal with what lies beside it, and the key that signs for it.

They are made so, and one that others can read or write is not used, where the system has such modes.
"""

import os
import shlex
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

MODES: Final = sys.platform != "win32"
MODE: Final = 0o600
OTHERS: Final = 0o077
"""To read, write or run a file, for its group and for everybody."""
OTHERS_WRITE: Final = 0o022


class ExposedError(ValueError):
    """Others can read or write what is its owner's alone."""


def make(path: Path) -> None:
    """An empty file, unless there is one; no file that is there is opened."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))


def write(path: Path, body: bytes) -> None:
    """A file's new content, whole or not at all."""
    made, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(made, "wb") as to:
            to.write(body)
            to.flush()
            os.fsync(to.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def exposed(*paths: Path, to: int = OTHERS) -> str:
    """Which of these files others can use so, and what to type against it; empty where none."""
    if not MODES:
        return ""
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths if path.exists()}
    found = {path: mode for path, mode in modes.items() if mode & to}
    if not found:
        return ""
    listed = ", ".join(f"{path} has mode {mode:04o}" for path, mode in found.items())
    use = "write" if to == OTHERS_WRITE else "read or write"
    many = "them" if len(found) > 1 else "it"
    return f"{listed}: others than its owner can {use} {many}; type: chmod 600 {shlex.join(map(str, found))}"


def open_folder(path: Path) -> str:
    """What to do about a folder in which anybody can replace a file; empty where nobody can."""
    mode = stat.S_IMODE(path.parent.stat().st_mode)
    if not MODES or not mode & stat.S_IWOTH or mode & stat.S_ISVTX:
        return ""
    folder = path.parent.absolute()
    step = f"chmod o-w {shlex.quote(str(folder))}"
    return f"{folder} has mode {mode:04o}: anybody can replace {path.name} in it; type: {step}"
