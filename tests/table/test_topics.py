"""An operator's own rulebook has its own clauses: what is cited at its table is what it says, matter by matter."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.rulebooks import load
from dicehouse.table import new_table
from dicehouse.table.craps_roll import CallRoll
from dicehouse.table.dice_set import ReportDiceOff
from dicehouse.table.shooter import PassDice, SelectDice
from dicehouse.table.terminals import ReportTerminalFault, VoidTerminalWagers
from dicehouse.table.throw import ThrowDice
from tests.croupier import Croupier, happened, refused
from tests.stickperson import Stickperson

OTHER = "9.9"
"""A clause that each of these documents has, and that has nothing to do with the matter; Aruze's is below."""
ARUZES = "8.9"


def own(tmp_path: Path, book: str, matter: str, clause: str) -> Any:
    path = tmp_path / "own.toml"
    path.write_text(f'based_on = "{book}"\n[topics]\n{matter} = "{clause}"\n')
    return load(path)


def at_craps(book: Any) -> Stickperson:
    table = Stickperson()
    table.book, table.table, table.events = book, new_table(book), []
    table.opens().seats(ann=1)
    return table


def craps(table: Stickperson, matter: str) -> Any:
    """What is refused by the clause on this matter."""
    if matter == "line_wager":
        return table.stick(ThrowDice)
    table.bets("ann", "win-line", 1_000)
    table.offers()
    if matter == "accept_dice":
        return table.accepts("ann", (1, 1))
    happened(table.accepts("ann"))
    if matter == "pass_dice":
        return table.player("bob", PassDice)
    if matter == "select_dice":
        return table.player("bob", SelectDice, dice=(3, 4))
    if matter == "dice_off":
        happened(table.stick(ReportDiceOff, dice=(3,)))
        return table.stick(ReportDiceOff, dice=(3,))
    table.throws()
    if matter == "call_roll":
        return table.stick(CallRoll, dice=(1,))
    return table.stick(CallRoll, dice=(1, 2), leaning=(1, 0))


@pytest.mark.parametrize(
    "matter, clause",
    [
        ("line_wager", "4.1"), ("accept_dice", "3.3"), ("pass_dice", "3.7"), ("select_dice", "3.4.2"),
        ("dice_off", "3.4"), ("leaning_die", "4.4.2"), ("call_roll", "4.4.1"),
    ],
)  # fmt: skip
def test_craps_is_refused_by_the_clause_of_the_rulebook(matter: str, clause: str, tmp_path: Path) -> None:
    assert refused(craps(at_craps(load("star-craps")), matter))[1] == clause
    assert refused(craps(at_craps(own(tmp_path, "star-craps", matter, OTHER)), matter))[1] == OTHER


def hall(table: Croupier, matter: str) -> Any:
    if matter == "doubted_terminal":
        return table.player("ann", ReportTerminalFault, seat=1, kind="other", said="it is slow")
    if matter == "credits_fault":
        return table.player("bob", ReportTerminalFault, seat=1, kind="credits-wrong", said="too few")
    if matter == "display_fault":
        return table.player("bob", ReportTerminalFault, seat=1, kind="display", said="dark")
    return table.staff(VoidTerminalWagers, seat=1, reason="no record")


@pytest.mark.parametrize(
    "matter, clause",
    [
        ("doubted_terminal", "7.2.3"), ("credits_fault", "7.2.1"), ("display_fault", "7.2.2"), ("void_wagers", "7.3"),
    ],
)  # fmt: skip
def test_terminals_are_refused_by_the_clause_of_the_rulebook(matter: str, clause: str, tmp_path: Path) -> None:
    for book, cited in ((load("aruze-sicbo"), clause), (own(tmp_path, "aruze-sicbo", matter, ARUZES), ARUZES)):
        table = Croupier("aruze-sicbo")
        table.book, table.table = book, new_table(book)
        assert refused(hall(table.opens().seats(ann=1), matter))[1] == cited


@pytest.mark.parametrize("document", ["star-sicbo-2024", "star-sicbo-pre2024"])
@pytest.mark.parametrize("matter, clause, stake", [("streak_price", "6.7", 900), ("streak_placed", "6.1", 1_000)])
def test_streaks_are_refused_by_the_clause_of_the_rulebook(
    document: str, matter: str, clause: str, stake: int, tmp_path: Path
) -> None:
    for book, cited in ((load(document), clause), (own(tmp_path, document, matter, OTHER), OTHER)):
        table = Croupier(document)
        table.book, table.table = book, new_table(book)
        table.opens().seats(ann=1).plays(1, 2, 4)
        if matter == "streak_placed":
            table.invites()
        assert refused(table.bets("ann", "streak-small-big", stake))[1] == cited
