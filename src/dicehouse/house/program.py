"""The program that leads the house, on record as it is at a table; the house has no rulebook."""

from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.table.orders import Answer
from dicehouse.table.program import (
    ProgramStarted,
    RecordSnapshot,
    SnapshotRecorded,
    StartProgram,
    recorded,
    snapshot_recorded,
    started,
)


def start_program(_: House, command: StartProgram) -> Answer:
    return (started(command),)


def program_started(house: House, event: ProgramStarted) -> None:
    house.program = event.program


COMMANDS: Orders = {
    StartProgram: Order(start_program, others=(DEVICE,)),
    RecordSnapshot: Order(recorded, others=(DEVICE,)),
}
APPLIERS: Appliers = {ProgramStarted: program_started, SnapshotRecorded: snapshot_recorded}
