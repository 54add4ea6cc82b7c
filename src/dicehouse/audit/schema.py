"""The columns of recorded wagers and of results: what the audit reads, whoever wrote it.

A row of wagers is one step: a wager, the round that was rolled while it stood, and what that did to it. Most wagers
have one step. A row of results is one round of one table.
"""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["whole", "cents", "text", "day", "flag"]

SQL: Final[dict[Kind, str]] = {
    "whole": "BIGINT",
    "cents": "BIGINT",
    "text": "VARCHAR",
    "day": "DATE",
    "flag": "BOOLEAN",
}
"""How each kind of column is called in SQL."""

LINES: Final = {"win": -1, "lose": -2, "push": -3, "void": -4, "removed": -5}
"""How a wager leaves the layout, and the number it goes by in the compiled tables."""
NOT_SAID: Final = -8
NOT_KNOWN: Final = -9
MOST_PAID: Final = 10**15
"""Cents, far above any payout, and far below what would not fit 64 bits when it is multiplied out."""


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind
    needed: bool
    says: str
    also: str = ""
    """Another name under which it is taken: one that needs no quotes in SQL, as an export has it."""


WAGERS: Final = (
    Column("wager_no", "whole", True, "The number of the wager, from 0; no two wagers of one table share it."),
    Column("table", "text", True, "The table.", "table_name"),
    Column("round", "whole", True, "The round, by the number that it has in the results.", "round_no"),
    Column("wager", "text", True, "What was wagered on: the id that `dicehouse odds` lists."),
    Column("stake", "cents", True, "The stake, in cents."),
    Column("returned", "cents", True, "All money handed back in this step, the stake included, in cents."),
    Column("step", "whole", False, "Which roll of the wager this is, from 1; 1 where it is left out.", "step_no"),
    Column(
        "before",
        "text",
        False,
        "The state before the roll; may be left out where a wager has only one.",
        "state_before",
    ),
    Column(
        "after",
        "text",
        False,
        "The state after it, or how the wager left: win, lose, push, void, removed. Not checked where left out.",
        "state_after",
    ),
    Column("commission", "cents", False, "What placing cost beyond the stake, in cents. Not checked if no row has it."),
    Column(
        "call",
        "text",
        False,
        "on or off, where the player had called the wager so; empty without a call.",
        "player_call",
    ),
    Column("dealer", "text", False, "Who dealt."),
    Column("day", "day", False, "The gaming day.", "gaming_day"),
)

RESULTS: Final = (
    Column("table", "text", True, "The table.", "table_name"),
    Column("round", "whole", True, "The number of the round, rising with every round of a table.", "round_no"),
    Column(
        "dice", "text", True, "The faces in the order that they lie, such as 1-2-3; empty for a round of no result."
    ),
    Column("opening", "flag", False, "true on the first round after the table opened: markers begin anew."),
)
