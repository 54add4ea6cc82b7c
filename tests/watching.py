"""The views of a console, kept by what the server sends: whole, or what is different since."""

from collections.abc import Mapping
from typing import Any

KEYS = frozenset({"versions", "changes"})


class GapError(Exception):
    """A change leads on from an edition that is not here; ask for the whole."""


class Watching:
    """What a console has of each kind of view."""

    def __init__(self) -> None:
        self.views: dict[str, Any] = {}
        self.versions: dict[str, int] = {}

    def hear(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """The views that are new by a frame."""
        found = {kind: view for kind, view in frame.items() if kind not in KEYS}
        changes = frame.get("changes", {})
        if any(self.versions.get(kind) != change["from"] for kind, change in changes.items()):
            raise GapError
        self.versions |= frame.get("versions", {})
        for kind, change in changes.items():
            self.versions[kind] = change["to"]
            found[kind] = changed(self.views[kind], change)
        self.views |= found
        return found


def changed(view: Any, change: Mapping[str, Any]) -> Any:
    """A view after a change; the one before stays as it is."""
    for path in change["cut"]:
        view = _without(view, path)
    for path, value in change["set"]:
        view = _with(view, path, value)
    return view


def _with(it: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    if isinstance(it, list):
        at = next((n for n, each in enumerate(it) if str(each["id"]) == path[0]), len(it))
        return [*it[:at], _with(it[at] if at < len(it) else None, path[1:], value), *it[at + 1 :]]
    return {**it, path[0]: _with(it.get(path[0]), path[1:], value)}


def _without(it: Any, path: list[str]) -> Any:
    if len(path) > 1:
        return {**it, path[0]: _without(it[path[0]], path[1:])}
    if isinstance(it, list):
        return [each for each in it if str(each["id"]) != path[0]]
    return {key: value for key, value in it.items() if key != path[0]}
