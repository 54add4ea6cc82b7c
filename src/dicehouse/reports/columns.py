"""The tables of an export in Parquet, with every column and what it holds.

`wagers` and `results` are what `dicehouse audit` reads: a row of wagers is one step, a wager with one result that came
while it stood, and a row of results is one result. They stand in a file for each rulebook.

No column has a name that SQL keeps for itself, so that none needs quotes in any database.
"""

from typing import Final, Literal, NamedTuple

Type = Literal["whole", "cents", "text", "moment", "day", "flag"]


class Column(NamedTuple):
    name: str
    type: Type
    says: str


_PLACE: Final = (
    Column("seq", "whole", "The number of the entry in the journal."),
    Column("stream", "text", "The stream: a table, or house."),
)

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "entries": (
        *_PLACE,
        Column("stream_no", "whole", "The number of the entry in its stream."),
        Column("command_id", "text", "The id of the command."),
        Column("happened_at", "moment", "When it was given."),
        Column("command", "text", "The command as it arrived, in JSON."),
        Column("refused", "text", "The refusal in JSON; empty where there was none."),
        Column("event_count", "whole", "How many events came of it."),
        Column("entry_hash", "text", "The hash of the entry."),
    ),
    "events": (
        *_PLACE,
        Column("place_no", "whole", "Which event of its entry it is, from 1."),
        Column("happened_at", "moment", "When it happened."),
        Column("event_name", "text", "What happened: the name that the reference lists."),
        Column("done_by", "text", "Who did it."),
        Column("done_as", "text", "As what."),
        Column("table_name", "text", "The table that it is about; empty where it is about none."),
        Column("clause", "text", "The rule by which it happened, with its document."),
        Column("body", "text", "The whole event, in JSON."),
    ),
    "postings": (
        *_PLACE,
        Column("place_no", "whole", "Which posting of its entry it is, from 1."),
        Column("happened_at", "moment", "When the money moved."),
        Column("account", "text", "The account."),
        Column("amount", "cents", "What it gained, or lost where it is negative."),
    ),
    "settlements": (
        *_PLACE,
        Column("table_name", "text", "The table."),
        Column("round_no", "whole", "The round of the table."),
        Column("happened_at", "moment", "When it was decided."),
        Column("done_by", "text", "Who settled it."),
        Column("bet_id", "text", "The id of the wager at its table."),
        Column("seat_no", "whole", "Whose seat."),
        Column("person", "text", "Who had placed it."),
        Column("wager", "text", "What was wagered on."),
        Column("ended_as", "text", "win, lose, push, void, removed or forfeit."),
        Column("stake", "cents", "The stake."),
        Column("winnings", "cents", "What was won, without the stake."),
        Column("returned", "cents", "All money handed back."),
        Column("clauses", "text", "The rules by which it was decided, with spaces between them."),
    ),
    "wagers": (
        Column("wager_no", "whole", "The number of the wager at its table, from 1."),
        Column("table_name", "text", "The table."),
        Column("round_no", "whole", "The result, by the number that it has in results."),
        Column("wager", "text", "What was wagered on."),
        Column("stake", "cents", "The stake."),
        Column("returned", "cents", "All money handed back in this step, the stake included."),
        Column("step_no", "whole", "Which result of the wager this is, from 1."),
        Column("state_before", "text", "The state before it."),
        Column("state_after", "text", "The state after it, or how the wager left: win, lose, push, void or removed."),
        Column("commission", "cents", "What placing cost beyond the stake."),
        Column("player_call", "text", "on or off, where the player had called the wager so; empty without a call."),
        Column("dealer", "text", "Who settled."),
        Column("gaming_day", "day", "The gaming day."),
        Column("happened_at", "moment", "When."),
        Column("bet_id", "text", "The id of the wager at its table."),
        Column("seat_no", "whole", "Whose seat."),
        Column("person", "text", "Who had placed it."),
    ),
    "results": (
        Column("table_name", "text", "The table."),
        Column("round_no", "whole", "The number of the result at its table, from 1; at craps each roll is one."),
        Column("dice", "text", "The faces in the order that they lie, such as 1-2-3; empty for a round of no result."),
        Column("opening", "flag", "true on the first result after the table opened or a gaming day began."),
        Column("happened_at", "moment", "When."),
        Column("dealer", "text", "Who settled."),
        Column("gaming_day", "day", "The gaming day."),
        Column("table_round_no", "whole", "The round of the table; at craps it has several rolls."),
        Column("seq", "whole", "The number of the entry in the journal."),
    ),
}
BY_RULEBOOK: Final = ("wagers", "results")
"""Tables that have a file for each rulebook."""
