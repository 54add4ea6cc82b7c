"""The program as it runs: its version, and one hash over all of its files."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import dicehouse


def version() -> str:
    return dicehouse.__version__


@cache
def program_hash() -> str:
    """SHA-256 over the name and the hash of every file of the package, in the order of their names."""
    whole = hashlib.sha256()
    for name, file in sorted(_files(resources.files(dicehouse), "").items()):
        whole.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _files(folder: Traversable, way: str) -> dict[str, Traversable]:
    """Every file under a folder by its path, but for what Python compiles for itself."""
    found: dict[str, Traversable] = {}
    for it in folder.iterdir():
        if it.is_dir() and it.name != "__pycache__":
            found |= _files(it, f"{way}{it.name}/")
        elif it.is_file():
            found[f"{way}{it.name}"] = it
    return found
