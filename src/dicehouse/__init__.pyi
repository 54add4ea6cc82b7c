from dicehouse.library.auditing import audit as audit
from dicehouse.library.books import rulebook as rulebook
from dicehouse.library.odds import odds as odds
from dicehouse.library.refused import RefusedError as RefusedError
from dicehouse.library.sessions import session as session
from dicehouse.library.simulation import simulate as simulate
from dicehouse.library.table import Table as Table
from dicehouse.library.wagers import wager as wager

__version__: str
__all__ = ["RefusedError", "Table", "audit", "odds", "rulebook", "session", "simulate", "wager"]
