"""The latest commands of a stream: answered ones with their answers, and those that wait for the writer.

A command that comes again while it is remembered is answered from here; the store knows those before.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Condition, Lock
from typing import Final

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer

REMEMBERED: Final = 4_096
"""Commands whose repeats are answered without asking the store."""

AnswerListener = Callable[[Answer | Exception], None]
"""Hears the answer to a command once that is durable, or why there is none; in the writer's thread, so it must not wait
for that, nor ask for the state. The answer to a repeat may come at once."""


class Recent:
    """Any thread may ask it; it waits for nothing but for the writer, and that only where it is said."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._none_waiting = Condition(self._lock)
        self._commands: OrderedDict[str, tuple[bytes, Answer | list[AnswerListener]]] = OrderedDict()
        """By id: as they were said, and the answer; of those that are still to be written, who waits for it. To take
        the first out of a plain dict costs more with each one taken before."""
        self.waiting = 0
        """Entries that the writer has and whose outcome it has not told."""

    def answer_again(self, id: str, said: bytes, listen: AnswerListener) -> bool:
        """Answer a command whose id was used before: as the first time, if it is the same command."""
        with self._lock:
            before = self._commands.get(id)
            if before is None:
                return False
            answer = before[1]
            if said != before[0]:
                answer = Refused(Why.DUPLICATE_ID, None, "id-used-before", id=id)
            elif isinstance(answer, list):
                answer.append(listen)
                return True
        listen(answer)
        return True

    def expect(self, id: str, said: bytes, listeners: list[AnswerListener]) -> None:
        """A command is about to be written."""
        with self._lock:
            self.waiting += 1
            commands = self._commands
            commands[id] = (said, listeners)
            if len(commands) > REMEMBERED:
                commands.popitem(last=False)

    def receive(self, id: str, said: bytes, answer: Answer | None) -> None:
        """The outcome is known; without an answer the command led to nothing and may be given again."""
        with self._lock:
            self.waiting -= 1
            if answer is None:
                self._commands.pop(id, None)
            elif id in self._commands:
                self._commands[id] = (said, answer)
            if not self.waiting:
                self._none_waiting.notify_all()

    def wait(self) -> None:
        """Until all that was handed to the writer has its outcome."""
        with self._lock:
            self._none_waiting.wait_for(lambda: not self.waiting)
