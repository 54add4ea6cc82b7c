"""One connected console: answers in their order, and of each view only what has changed."""

from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from dicehouse.views.player import PlayerView
from dicehouse.web.editions import Edition
from dicehouse.web.frames import As
from dicehouse.web.sessions import Session

MOST_UNREAD: Final = 1_000
"""Answers that a console may leave unread before it is cut off."""


class Client:
    """What a console has, and what it is to have."""

    def __init__(self, session: Session, ready: Callable[[], None] = lambda: None) -> None:
        """`ready` is told whenever there is something to send, or no more."""
        self.session = session
        self._ready = ready
        self.as_: As = "display"
        self.seat = 0
        """The seat that was asked for; 0: one's own."""
        self.player: PlayerView | None = None
        """The figures of the house that were shown last."""
        self.cut = False
        self._answers: deque[bytes] = deque()
        self._has: dict[str, Edition] = {}
        """By kind, the editions that were sent last."""
        self._due: dict[str, Edition] = {}
        """Those that are to be sent; whoever reads slowly misses what was overtaken."""
        self._forgotten = 0
        """The latest version of what it had before it watched what it watches now."""

    def answer(self, frame: bytes) -> None:
        if len(self._answers) < MOST_UNREAD:
            self._answers.append(frame)
        else:
            self.cut = True
        self._ready()

    def edition(self, kind: str, view: Struct) -> Edition:
        """A view as the next edition of what this console was shown; it is not shown by that yet."""
        before = self._due.get(kind) or self._has.get(kind)
        if before is not None and type(before.view) is type(view):
            return before.next(view)
        return Edition(view, self._forgotten + 1)

    def show(self, kind: str, edition: Edition) -> None:
        """Have an edition sent, unless it is there already."""
        if self._has.get(kind) is not edition:
            self._due[kind] = edition
            self._ready()

    def forget(self) -> None:
        """It watches something else, or missed something: it gets everything whole, and no version comes twice."""
        self._forgotten = max((self._forgotten, *(it.version for it in (*self._has.values(), *self._due.values()))))
        self._has.clear()
        self._due.clear()

    def end(self) -> None:
        self.cut = True
        self._ready()

    def take(self) -> list[bytes]:
        """Everything that is to be sent now, the views as one frame."""
        frames = [*self._answers]
        self._answers.clear()
        if self._due:
            frames.append(self._views())
        return frames

    def _views(self) -> bytes:
        """What is new: views whole with their versions, where the console has none to lead on from, and changes."""
        due, self._due = self._due, {}
        wholes = {kind: it for kind, it in due.items() if kind not in self._has}
        parts = [b'"%b":%b' % (kind.encode(), it.whole()) for kind, it in wholes.items()]
        if wholes:
            versions = (b'"%b":%d' % (kind.encode(), it.version) for kind, it in wholes.items())
            parts.append(b'"versions":{%b}' % b",".join(versions))
        changes = [(kind, it.since(self._has[kind])) for kind, it in due.items() if kind not in wholes]
        if changes:
            parts.append(b'"changes":{%b}' % b",".join(b'"%b":%b' % (kind.encode(), it) for kind, it in changes))
        self._has |= due
        return b"{%b}" % b",".join(parts)
