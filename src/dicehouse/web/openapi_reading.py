"""The part of the API's description that is only read: the inspector's desk and the odds laboratory."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from dicehouse.views import chronicle, odds, prizes, reported, round_replay, rules, session_odds
from dicehouse.views.proof import ProofView

RECORDS: Final[tuple[type[Struct], ...]] = (
    chronicle.EntryLines,
    chronicle.JournalEntry,
    round_replay.ToldView,
    ProofView,
    reported.ReportList,
    reported.ReportView,
    rules.Rules,
    rules.ClauseMatrix,
    prizes.PrizesView,
    prizes.TournamentRecord,
    prizes.PromotionRecord,
    odds.OddsBooks,
    odds.OddsView,
    odds.ReadingsView,
    odds.StakesView,
    session_odds.SessionView,
)

Does = Callable[..., dict[str, Any]]
NAME: Final = {"type": "string", "minLength": 1, "maxLength": 64}
WHOLE: Final = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
DAY: Final = {"type": "string", "format": "date"}
TRIAL: Final = {
    "name": "reading",
    "in": "query",
    "description": "A reading on trial, KEY=VALUE; as often as needed",
    "schema": {"type": "array", "items": {"type": "string", "maxLength": 120}, "maxItems": 60},
}


EVENTS: Final = "text/event-stream"
CURSOR: Final = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
NAMES: Final = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 64}}
FOLLOWED: Final = (
    {"name": "after", "in": "query", "description": "The cursor; without it, from now on", "schema": CURSOR},
    {"name": "stream", "in": "query", "description": 'Tables, or "house"', "schema": NAMES},
    {"name": "kind", "in": "query", "description": "Events, by name", "schema": NAMES},
    {"name": "Last-Event-ID", "in": "header", "description": "The cursor of whoever comes back", "schema": CURSOR},
)


def _asked(operation: dict[str, Any], *parameters: dict[str, Any], also: tuple[int, ...] = (400,)) -> dict[str, Any]:
    """An operation with what its address may say."""
    operation.setdefault("parameters", []).extend(parameters)
    operation["responses"] |= {str(it): {"$ref": f"#/components/responses/{it}"} for it in also}
    return operation


def _in_path(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _said(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema}


def paths(does: Does) -> dict[str, Any]:
    """Every address; `does` describes one operation."""

    def reads(says: str, gives: str, *parameters: dict[str, Any], path: str = "") -> dict[str, Any]:
        made = does(says, gives, secured=True, path=path)
        return {"get": _asked(made, *parameters, also=(400, 404, 503))}

    def works(says: str, gives: str, *parameters: dict[str, Any], path: str = "rulebook") -> dict[str, Any]:
        return {"get": _asked(does(says, gives, path=path), *parameters, also=(400, 429))}

    def follows(says: str, gives: str) -> dict[str, Any]:
        made = _asked(does(says, gives, secured=True), *FOLLOWED, also=(400, 429, 503))
        made["responses"]["200"]["content"][EVENTS] = {"schema": {"type": "string"}}
        return {"get": made}

    return {
        "/api/feed/tables": follows("What anyone at a table sees, as it happens", "TablesPage"),
        "/api/feed/pit": follows("The same with money, seats and faults", "PitPage"),
        "/api/feed/journal": follows("Every entry of the journal as it is written", "FullPage"),
        "/api/inspector/entries": reads(
            "The journal, newest first", "EntryLines", _said("before", WHOLE), _said("after", WHOLE),
            _said("most", {"type": "integer", "minimum": 1, "maximum": 200}), _said("table", NAME),
            _said("kind", {"enum": ["round", "correction", "refusal", "notice", "house"]}),
            *(_said(it, NAME) for it in ("person", "wager", "amount", "clause")),
        ),
        "/api/inspector/entries/{seq}": reads("One entry", "JournalEntry", _in_path("seq", WHOLE)),
        "/api/inspector/rounds/{table}": reads(
            "The latest round of a table, or that of an entry", "ToldView", _said("entry", WHOLE), path="table"
        ),
        "/api/inspector/rounds/{table}/{round}": reads(
            "A round, clause by clause", "ToldView", _in_path("round", WHOLE), path="table"
        ),
        "/api/inspector/proof": {
            "post": _asked(does("Have the journal verified", "ProofView", secured=True), also=(400, 408, 413))
        },
        "/api/inspector/reports": reads("The reports there are", "ReportList"),
        "/api/inspector/reports/{name}": reads(
            "A report; as=csv, json or pdf is a file", "ReportView", _said("since", DAY), _said("until", DAY),
            _said("table", NAME), _said("patron", NAME), path="name",
        ),
        "/api/inspector/rules": reads("The rules in force", "Rules"),
        "/api/inspector/clauses/{document}": reads("The clauses of a document", "ClauseMatrix", path="document"),
        "/api/inspector/prizes": reads("Tournaments and promotions, and what is due in them", "PrizesView"),
        "/api/inspector/tournaments/{tournament}": reads("A tournament, whole", "TournamentRecord", path="tournament"),
        "/api/inspector/promotions/{promotion}": reads("A promotion, whole", "PromotionRecord", path="promotion"),
        "/api/odds": works("The rulebooks there are", "OddsBooks", path=""),
        "/api/odds/{rulebook}": works("Every wager with its exact return", "OddsView", TRIAL),
        "/api/odds/{rulebook}/readings": works("Every open point with its worth", "ReadingsView"),
        "/api/odds/{rulebook}/stakes": works("Stakes after rounding", "StakesView", TRIAL, _said("chip", WHOLE)),
        "/api/odds/{rulebook}/session": works(
            "A session, worked out exactly", "SessionView", TRIAL, _said("wager", NAME), _said("stake", WHOLE),
            _said("rounds", {"type": "integer", "minimum": 1, "maximum": 200}), _said("chip", WHOLE),
            _said("bankroll", WHOLE),
        ),
    }  # fmt: skip
