"""Make .venv and install a lock file into it: `run` to use Dicehouse, `dev` to work on it.

What this promises: every package comes from the lock file and matches its hash; a second call does nothing until a
lock file, pyproject.toml or a console changes; a set-up that was cut short, moved or copied starts again from nothing;
two calls at once wait for each other. It needs the standard library only, and runs on an older Python far enough to
say so.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
ORIGIN = VENV / "made-for"
UNFINISHED = VENV / "unfinished"
OLDEST = (3, 11)
COVERED_BY = {"run": ("run", "dev"), "dev": ("dev",)}


def main(kind: str) -> None:
    if sys.version_info < OLDEST:
        sys.exit(
            f"Dicehouse needs Python {OLDEST[0]}.{OLDEST[1]} or newer; {sys.executable} is {platform.python_version()}."
            " Name a newer one: make PYTHON=python3.12 ..."
        )
    with one_at_a_time():
        if not is_sound():
            say(f"Setting up .venv (once), with Python {platform.python_version()} ...")
            make_venv()
        if not any(is_installed(covering) for covering in COVERED_BY[kind]):
            install(kind)
        build_consoles()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """The lock lies on the folder itself, so nothing is left behind, and it falls when this process ends."""
    folder = os.open(ROOT / "requirements", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def is_sound() -> bool:
    return PYTHON.exists() and not UNFINISHED.exists() and ORIGIN.exists() and ORIGIN.read_text() == origin()


def origin() -> str:
    return f"{ROOT}\nPython {sys.version_info[0]}.{sys.version_info[1]}\n"


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        install_debian_venv()
    if VENV.is_symlink():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    # From inside another venv (perhaps this very one) the interpreter behind it is the one to build on.
    builder = sys.executable if sys.prefix == sys.base_prefix else os.path.realpath(sys.executable)
    call(builder, "-m", "venv", str(VENV))
    ORIGIN.write_text(origin())


def install_debian_venv() -> None:
    """Debian keeps the part of Python that makes a venv in a package of its own."""
    package = f"python{OLDEST[0]}.{sys.version_info[1]}-venv"
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        sys.exit(
            f"{sys.executable} cannot make a venv: its ensurepip module is missing."
            f" On Debian or Ubuntu: sudo apt-get install {package}"
        )
    say(f"Installing {package}, which Debian's Python needs to make a venv ...")
    call("apt-get", "-q", "update")
    call("apt-get", "-q", "-y", "install", "--no-install-recommends", package, DEBIAN_FRONTEND="noninteractive")


def install(kind: str) -> None:
    lock = lock_file(kind)
    packages = sum(line[:1].isalnum() for line in lock.read_text().splitlines())
    say(f"Installing {packages} packages from requirements/{lock.name} ...")
    UNFINISHED.touch()
    pip = (str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check")
    call(*pip, "--require-hashes", "--requirement", str(lock))
    call(*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp(kind).write_text(wanted(kind))
    UNFINISHED.unlink()


def build_consoles() -> None:
    """An editable install has built them already; this is for the next change of consoles/, and costs nothing else."""
    if subprocess.run((str(PYTHON), str(ROOT / "tools" / "consoles.py")), check=False).returncode:
        sys.exit("Set-up stopped: the consoles were not built; why is above.")


def is_installed(kind: str) -> bool:
    return stamp(kind).exists() and stamp(kind).read_text() == wanted(kind)


def stamp(kind: str) -> Path:
    return VENV / f"installed-{kind}"


def wanted(kind: str) -> str:
    digest = hashlib.sha256()
    for file in (lock_file(kind), ROOT / "pyproject.toml", ROOT / "hatch_build.py"):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def lock_file(kind: str) -> Path:
    return ROOT / "requirements" / f"{kind}.txt"


def call(*command: str, **variables: str) -> None:
    """Run a command in silence; when it fails, show all it said."""
    # What a user set for other Pythons must not reach this one.
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}
    env.update(PIP_USER="0", **variables)
    done = subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        sys.exit(f"Set-up stopped: `{' '.join(command)}` ended with status {done.returncode}; its output is above.")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COVERED_BY:
        sys.exit("usage: python3 tools/install.py run|dev")
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
