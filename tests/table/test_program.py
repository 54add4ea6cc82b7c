"""Program and rulebook on record: at the start, and with every round that is played by them."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.config import Config
from dicehouse.table.program import ProgramStarted, RecordSnapshot, SnapshotRecorded, StartProgram
from dicehouse.table.settling import RoundBegan
from dicehouse.table.wagering import WageringOpened
from tests.croupier import Croupier, happened, only, refused
from tests.hall import Hall
from tests.stickperson import Stickperson

PROGRAM = "ab" * 32


def starts(table: Croupier, program: str = PROGRAM) -> Croupier:
    said = {"version": "1.0", "program": program, "rulebook": table.book.hash}
    only(table.does(StartProgram, "this machine", "device", **said), ProgramStarted)
    return table


def played_by(table: Croupier) -> list[tuple[int, str, str]]:
    """Each round with the hashes of its rulebook and program."""
    return [(it.round, it.rulebook, it.program) for it in table.events if isinstance(it, RoundBegan | WageringOpened)]


@pytest.mark.clause("aruze-sicbo", "Order effect")
def test_every_round_at_terminals_names_what_it_is_played_by() -> None:
    table = Hall()
    starts(table).opens().seats(ann=1)
    happened(table.bets("ann", "big", 1_000))
    table.rolls(1, 2, 3)
    by = (table.book.hash, PROGRAM)
    assert played_by(table) == [(1, *by), (2, *by)]


@pytest.mark.clause("star-craps", "Order effect")
def test_every_round_of_craps_names_what_it_is_played_by() -> None:
    table = Stickperson()
    starts(table).seats(ann=1)
    table.shoots("ann").rolls(3, 4)
    assert played_by(table) == [(1, table.book.hash, PROGRAM)]


def test_a_program_that_takes_over_is_named_from_the_next_round_on() -> None:
    table = Croupier("star-sicbo-2024", {"token_on_win": "taken"}).opens().seats(ann=1)
    table.invites().settles(1, 2, 3)
    starts(table).invites()
    assert played_by(table) == [(1, table.book.hash, ""), (2, table.book.hash, PROGRAM)]
    assert table.book.hash != Croupier("star-sicbo-2024").book.hash, "readings count"


def test_a_table_is_led_by_its_own_rulebook_only() -> None:
    table = Croupier("star-sicbo-2024")
    said = {"version": "1.0", "program": PROGRAM, "rulebook": Croupier("star-craps").book.hash}
    assert refused(table.does(StartProgram, "this machine", "device", **said))[0] is Why.ENTRY_DIFFERS


def test_a_snapshot_is_put_on_record_by_the_program_and_by_nobody_else() -> None:
    table = Croupier("star-sicbo-2024")
    said: dict[str, Any] = {"no": 7, "sha256": "cd" * 32, "program": PROGRAM}
    assert refused(table.does(RecordSnapshot, "a tumbler", "device", id="s1", **said))[0] is Why.MALFORMED
    assert refused(table.does(RecordSnapshot, "dora", "dealer", id="~snapshot/7", **said))[0] is Why.NOT_ALLOWED
    it = only(table.does(RecordSnapshot, "this machine", "device", id="~snapshot/7", **said), SnapshotRecorded)
    assert (it.no, it.sha256, it.program) == (7, "cd" * 32, PROGRAM)
    assert table.replays()


def test_the_text_of_the_rulebook_and_the_setup_go_on_record_and_a_closed_table_takes_them_up() -> None:
    table = Croupier("star-sicbo-2024")
    said = {"version": "1.0", "program": PROGRAM, "rulebook": table.book.hash, "source": table.book.source}
    other = Config(name="table 9", chip=500)
    only(table.does(StartProgram, "this machine", "device", **said, config=other), ProgramStarted)
    assert (table.table.rulebooks, table.table.config) == ((table.book.hash,), other)
    table.opens()
    only(table.does(StartProgram, "this machine", "device", **said, config=Config(name="table 10")), ProgramStarted)
    assert table.table.config == other, "an open table stays as it was opened"
    wrong = {**said, "source": "another text"}
    assert refused(table.does(StartProgram, "this machine", "device", **wrong))[0] is Why.ENTRY_DIFFERS
