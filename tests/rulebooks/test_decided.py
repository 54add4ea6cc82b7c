"""A wager of Sic Bo that is decided cites the clause that defines it, the one that decides it, and its price.

Each row was written from its document: a wager, a roll that wins, what the document cites for it, a roll that loses,
and what it cites for that. Where a clause defines a wager and decides it in one sentence, that clause stands alone.
Craps has its rows in `tests/games/test_craps.py`, Super Streak in `tests/games/test_streak.py`.
"""

import pytest

from dicehouse.rulebooks import load
from tests.support import cited

STAR_2024 = """
    small        | 1+2+4 | 3.2.1, 3.2.1.1, 7.1[Small]      | 2+2+2 | 3.2.1, 3.2.1.2
    big          | 4+5+6 | 3.2.2, 3.2.2.1, 7.1[Big]        | 1+2+4 | 3.2.2, 3.2.2.2
    odd          | 1+2+4 | 3.3.1, 3.3.1.1, 7.1[Odd]        | 3+3+3 | 3.3.1, 3.3.1.2
    even         | 1+2+3 | 3.3.2, 3.3.2.1, 7.1[Even]       | 4+4+4 | 3.3.2, 3.3.2.2
    triple-2     | 2+2+2 | 3.2.3, 7.1[Specific Triples]    | 3+3+3 | 3.2.3
    double-2     | 1+2+2 | 3.2.4, 7.1[Specific Doubles]    | 1+2+3 | 3.2.4
    any-triple   | 5+5+5 | 3.2.5, 7.1[Any Triple]          | 1+2+3 | 3.2.5
    total-9      | 2+3+4 | 3.2.6, 7.1[Total 9 or 12]       | 1+2+3 | 3.2.6
    pair-2-5     | 2+5+5 | 3.2.7, 7.1[Combination 2&3-6]   | 2+2+3 | 3.2.7
    single-6     | 1+6+6 | 3.2.8, 7.1[Single Die two]      | 1+2+3 | 3.2.8
    four-2-3-5-6 | 2+3+6 | 3.3.3, 7.1[Four 2,3,5,6]        | 2+3+4 | 3.3.3
"""
STAR_EARLIER = """
    small        | 1+2+4 | 3.1.1, 3.1.1.1, 7.1[Small]      | 2+2+2 | 3.1.1, 3.1.1.2
    big          | 4+5+6 | 3.1.2, 3.1.2.1, 7.1[Big]        | 1+2+4 | 3.1.2, 3.1.2.2
    odd          | 1+2+4 | 3.2.1, 3.2.1.1, 7.1[Odd]        | 3+3+3 | 3.2.1, 3.2.1.2
    even         | 1+2+3 | 3.2.2, 3.2.2.1, 7.1[Even]       | 4+4+4 | 3.2.2, 3.2.2.2
    triple-2     | 2+2+2 | 3.1.3, 7.1[Specific Triples]    | 3+3+3 | 3.1.3
    double-2     | 1+2+2 | 3.1.4, 7.1[Specific Doubles]    | 1+2+3 | 3.1.4
    any-triple   | 5+5+5 | 3.1.5, 7.1[Any Triple]          | 1+2+3 | 3.1.5
    total-9      | 2+3+4 | 3.1.6, 7.1[Total 9 or 12]       | 1+2+3 | 3.1.6
    pair-2-5     | 2+5+5 | 3.1.7, 7.1[Combination 2&3-6]   | 2+2+3 | 3.1.7
    single-6     | 1+6+6 | 3.1.8, 7.1[Single Die two]      | 1+2+3 | 3.1.8
    four-2-3-5-6 | 2+3+6 | 3.2.3, 7.1[Four 2,3,5,6]        | 2+3+4 | 3.2.3
"""
CROWN_A = """
    small        | 1+2+4 | 3.7, 3.7.1, 6.1[Small]                    | 2+2+2 | 3.7, 3.7.2
    big          | 4+5+6 | 3.8, 3.8.1, 6.1[Big]                      | 1+2+4 | 3.8, 3.8.2
    triple-2     | 2+2+2 | 3.9, 3.9.1, 6.1[Specific Triples]         | 3+3+3 | 3.9, 3.9.3
    double-2     | 1+2+2 | 3.10, 3.10.1, 6.1[Specific Doubles]       | 1+2+3 | 3.10, 3.10.3
    any-triple   | 5+5+5 | 3.11, 3.11.1, 6.1[Any Triple]             | 1+2+3 | 3.11, 3.11.4
    total-9      | 2+3+4 | 3.12, 3.12.1, 6.1[Total 9 or 12]          | 1+2+3 | 3.12, 3.12.2
    pair-2-5     | 2+5+5 | 3.13, 3.13.1, 6.1[Two Dice Combinations]  | 2+2+3 | 3.13, 3.13.2
    single-6     | 1+6+6 | 3.14, 3.14.1, 6.1[Single Die two]         | 1+2+3 | 3.14, 3.14.1
    odd          | 1+2+4 | 3.16, 3.16.1, 6.1[Odd]                    | 3+3+3 | 3.16, 3.16.2
    even         | 1+2+3 | 3.17, 3.17.1, 6.1[Even]                   | 4+4+4 | 3.17, 3.17.2
    four-2-3-5-6 | 2+3+6 | 3.18, 3.18.1, 6.1[3 of 4 Dice]            | 2+3+4 | 3.18, 3.18.2
"""
# Fish and Chicken (1, 6) are red, Prawn and Crab (2, 5) green, Gourd and Coin (3, 4) blue.
CROWN_B = """
    small              | 1+2+4 | 3.7, 3.7.1, 6.2[Small]                      | 2+2+2 | 3.7, 3.7.2
    big                | 4+5+6 | 3.8, 3.8.1, 6.2[Big]                        | 1+2+4 | 3.8, 3.8.2
    symbol-triple-fish | 1+1+1 | 3.9, 3.9.2(a), 6.2[Specific Symbol Triples] | 1+1+6 | 3.9, 3.9.3
    colour-triple-red  | 1+1+6 | 3.9, 3.9.2(b), 6.2[Specific Colour Triples] | 1+1+2 | 3.9, 3.9.3
    colour-double-red  | 1+2+6 | 3.10, 3.10.2, 6.2[Specific Colour Double]   | 1+2+5 | 3.10, 3.10.3
    any-symbol-triple  | 5+5+5 | 3.11, 3.11.2, 6.2[Any Symbol Triple]        | 2+2+5 | 3.11, 3.11.4
    any-colour-triple  | 2+2+5 | 3.11, 3.11.3, 6.2[Any Colour Triple]        | 1+2+3 | 3.11, 3.11.4
    total-9            | 2+3+4 | 3.12, 3.12.1, 6.2[Total 9 or 12]            | 1+2+3 | 3.12, 3.12.2
    symbol-crab        | 1+5+5 | 3.14, 3.14.2, 6.2[Single Symbol two]        | 1+2+3 | 3.14, 3.14.2
    colour-blue        | 1+2+3 | 3.15, 6.2[Single Colour]                    | 1+2+5 | 3.15
"""
ARUZE = """
    small        | 1+2+4 | 3.9.1, 3.9.1.1, 3.9.10[Small]          | 2+2+2 | 3.9.1, 3.9.1.2
    big          | 4+5+6 | 3.9.2, 3.9.2.1, 3.9.10[Big]            | 1+2+4 | 3.9.2, 3.9.2.2
    triple-2     | 2+2+2 | 3.9.3, 3.9.10[Triple]                  | 3+3+3 | 3.9.3
    double-2     | 1+2+2 | 3.9.4, 3.9.10[Double]                  | 1+2+3 | 3.9.4
    any-triple   | 5+5+5 | 3.9.5, 3.9.10[Any Triple]              | 1+2+3 | 3.9.5
    total-9      | 2+3+4 | 3.9.6, 3.9.10[Total 9]                 | 1+2+3 | 3.9.6
    pair-2-5     | 2+5+5 | 3.9.7, 3.9.10[Two Dice Combination]    | 2+2+3 | 3.9.7
    single-6     | 1+6+6 | 3.9.8, 3.9.10[Any Number 2]            | 1+2+3 | 3.9.8
"""
DECIDED = {
    "star-sicbo-2024": STAR_2024,
    "star-sicbo-pre2024": STAR_EARLIER,
    "crown-sicbo-a": CROWN_A,
    "crown-sicbo-b": CROWN_B,
    "aruze-sicbo": ARUZE,
}
DOCUMENT = {"crown-sicbo-a": "crown-sicbo", "crown-sicbo-b": "crown-sicbo"}
ROWS = [
    pytest.param(book, id, roll, said, marks=pytest.mark.clause(DOCUMENT.get(book, book), *said.split(", ")))
    for book, rows in DECIDED.items()
    for id, *both in ([cell.strip() for cell in line.split("|")] for line in rows.strip().splitlines())
    for roll, said in (both[:2], both[2:])
]


@pytest.mark.parametrize("book, id, roll, clauses", ROWS)
def test_each_decision_of_sic_bo_cites_its_clauses(book: str, id: str, roll: str, clauses: str) -> None:
    assert cited(load(book).wagers[id], [roll]) == clauses


def test_every_family_of_wagers_that_one_roll_decides_has_its_row() -> None:
    for book, rows in DECIDED.items():
        decided = {load(book).wagers[line.split("|")[0].strip()].family for line in rows.strip().splitlines()}
        assert decided == {it.family for it in load(book).wagers.values()} - {"streak"}
