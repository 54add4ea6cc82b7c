"""A floor of terminals for tests: the tumbler, commands at any moment, and rounds from end to end."""

from datetime import datetime, timedelta
from typing import Any

from dicehouse.refusal import Refused
from dicehouse.table import Event, Phase
from dicehouse.table.electronic import AutoShoot, EndWagering, ReportDice, ShootDice, WageringEnded
from dicehouse.table.orders import Command
from dicehouse.table.seats import Meters
from dicehouse.table.terminals import ReportTerminalFault, TerminalFailed
from tests.croupier import Croupier, happened, only

BOOK = "aruze-sicbo"
Answer = tuple[Event, ...] | Refused


class Hall(Croupier):
    """A floor of terminals with a tumbler, and commands at any moment."""

    def __init__(self, readings: dict[str, str] | None = None, **config: Any) -> None:
        super().__init__(BOOK, readings, **{"name": "the hall", **config})
        self.sound = True
        """Whether the meters of every terminal must agree with its credit."""

    def submit(self, command: Command) -> Answer:
        answer = super().submit(command)
        for it in self.table.seats.values() if self.sound else ():
            assert it.rack == self.table.meters.get(it.number, Meters()).credit, (
                f"the meters of seat {it.number} differ"
            )
        return answer

    def device(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "the tumbler", "device", **fields)

    def at(
        self, moment: datetime, kind: type[Command], /, by: str = "the tumbler", role: str = "device", **fields: Any
    ) -> Answer:
        self.now = moment - timedelta(seconds=1)
        return self.does(kind, by, role, **fields)

    def at_phase(self, phase: Phase) -> bool:
        return self.table.phase is phase

    @property
    def ends(self) -> datetime:
        ends = self.table.round.ends
        assert ends is not None
        return ends

    def closes(self) -> Any:
        """The wagering period ends on the dot."""
        return only(self.at(self.ends, EndWagering), WageringEnded)

    def shoots(self) -> "Hall":
        """Wagering ends and the dice are shot, by whoever has to."""
        ended = self.closes()
        happened(self.player(ended.person, ShootDice) if ended.shooter else self.device(AutoShoot))
        return self

    def rolls(self, *dice: int) -> tuple[Event, ...]:
        """The rest of a round from the wagering period on."""
        return happened(self.shoots().device(ReportDice, dice=dice))

    def fails(self, seat: int, kind: str = "interrupted") -> Any:
        return only(self.staff(ReportTerminalFault, seat=seat, kind=kind, said="the screen froze"), TerminalFailed)


def hall(readings: dict[str, str] | None = None, **config: Any) -> Hall:
    """An open floor with Ann at terminal 1, Bob at 3 and Cat at 6 of 8."""
    table = Hall(readings, **config)
    table.opens().seats(ann=1, bob=3, cat=6)
    return table
