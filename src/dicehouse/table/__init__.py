"""One table, pure: what someone asks for is judged by `decide`, what has happened is applied by `evolve`.

Time, dice and ids arrive inside the command; there is no clock here, no randomness and no input or output.
"""

from dicehouse.table.config import Config, ConfigError
from dicehouse.table.judge import act, command_of, decide, event_of, evolve
from dicehouse.table.orders import Command, Event, Kind, Phase
from dicehouse.table.snapshots import restore, snapshot, state_hash
from dicehouse.table.state import Table, new_table

__all__ = [
    "Command", "Config", "ConfigError", "Event", "Kind", "Phase", "Table", "act", "command_of", "decide", "event_of",
    "evolve", "new_table", "restore", "snapshot", "state_hash",
]  # fmt: skip
