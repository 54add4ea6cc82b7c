"""What may not be, and an entry of the journal as a model reads it."""

from datetime import datetime
from typing import Any


class Violation(Exception):  # noqa: N818 (it is what was found, not what went wrong here)
    """Something that must hold does not."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message

    def __reduce__(self) -> tuple[type["Violation"], tuple[str, str]]:
        """It is found in one process and told by another."""
        return Violation, (self.rule, self.message)


class Entry:
    """One entry, read from its JSON."""

    __slots__ = (
        "at",
        "by",
        "command",
        "do",
        "events",
        "id",
        "no",
        "postings",
        "prev",
        "refused",
        "seq",
        "stream",
        "when",
    )

    def __init__(self, body: dict[str, Any]) -> None:
        self.seq: int = body["seq"]
        self.stream: str = body["stream"]
        self.no: int = body["no"]
        self.id: str = body["id"]
        self.at: str = body["at"]
        self.command: dict[str, Any] = body["command"]
        self.do: str = self.command["do"]
        self.by: str = self.command["by"]
        self.events: list[dict[str, Any]] = body["events"]
        self.refused: bool = body["refused"] is not None
        self.postings: list[tuple[str, int]] = body["postings"]
        self.prev: str = body["prev"]
        self.when = datetime.fromisoformat(self.at)
