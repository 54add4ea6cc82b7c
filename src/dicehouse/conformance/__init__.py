"""A pack of cases that any engine can be held to: what each rulebook decides, as JSON Lines that name no engine.

The pack was written from the documents, and for the games that come as files from a second reading of them, never by
this engine. `Engine` drives another program over its standard input and output, and `play` says how each case came out.
"""

from dicehouse.conformance.cases import RULEBOOKS, Case, Head, cases, head, text
from dicehouse.conformance.engine import Engine, EngineError
from dicehouse.conformance.known import Known
from dicehouse.conformance.known import read as read_known
from dicehouse.conformance.score import Came, Played, Score, play

__all__ = [
    "RULEBOOKS",
    "Came",
    "Case",
    "Engine",
    "EngineError",
    "Head",
    "Known",
    "Played",
    "Score",
    "cases",
    "head",
    "play",
    "read_known",
    "text",
]
