"""The rulebooks that a table's entries have put on record, each whole, whatever has become of its file."""

from collections.abc import Iterable, Iterator

from dicehouse.journal.record import entry_of
from dicehouse.journal.verify.faults import VerifyError
from dicehouse.journal.verify.records import read
from dicehouse.journal.verify.sources import DamagedError, opened
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.loader import restored
from dicehouse.table import event_of
from dicehouse.table.program import ProgramStarted

_STARTS = b'"event":"program-started"'


def kept_rulebooks(bodies: Iterable[bytes]) -> Iterator[Rulebook]:
    """Those of a stream's entries in their order; a RulebookError where this program cannot read one."""
    for body in bodies:
        if _STARTS in body:
            events = (event_of(bytes(it)) for it in entry_of(body).events)
            yield from (restored(it.source) for it in events if isinstance(it, ProgramStarted) and it.source)


def with_hash(bodies: Iterable[bytes], named: str) -> Rulebook | None:
    """The one with this hash; None where it is not on record."""
    return next((book for book in kept_rulebooks(bodies) if book.hash == named), None)


def of_journal(path: str) -> Iterator[tuple[str, Rulebook]]:
    """Every table of a journal at rest with each rulebook that it has on record; a VerifyError where it is damaged."""
    try:
        with opened(path) as source:
            for filed in source.items():
                entry = read(filed).entry
                if entry is None:
                    raise VerifyError(f"{path}: record {filed.place} is not as it was written; verify the journal")
                yield from ((entry.stream, book) for book in kept_rulebooks([filed.body or b""]))
    except DamagedError as error:
        raise VerifyError(f"{path}: {error}; verify the journal") from None
