"""The map of OWASP ASVS 5.0.0 in docs/security.md: each requirement once, and whatever it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)
STATES = {"met", "not applicable", "not met"}

REQUIREMENTS = """
1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2; 2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1; 3.2: 1-2; 3.3: 1-4;
3.4: 1-6; 3.5: 1-5; 3.7: 1-2; 4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4; 5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3; 6.1: 1-3;
6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4; 7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2;
7.6: 1-2; 8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1; 9.1: 1-3; 9.2: 1-4; 10.1: 1-2; 10.2: 1-2; 10.3: 1-4; 10.4: 1-11;
10.5: 1-5; 10.6: 1-2; 10.7: 1-3; 11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1; 12.1: 1-3; 12.2: 1-2;
12.3: 1-4; 13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5; 14.1: 1-2; 14.2: 1-4; 14.3: 1-3; 15.1: 1-3; 15.2: 1-3;
15.3: 1-7; 16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3; 17.1: 1; 17.2: 1-4; 17.3: 1-2
"""
"""Sections of the standard with their requirements of levels 1 and 2."""


def numbers() -> list[str]:
    found = []
    for part in REQUIREMENTS.split(";"):
        section, _, span = part.strip().partition(": ")
        first, _, last = span.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def test_every_requirement_of_levels_one_and_two_stands_there_once_and_in_order() -> None:
    assert len(numbers()) == 253
    assert [it[0] for it in ROWS] == numbers()


def test_every_requirement_is_met_or_not_or_not_applicable_and_says_how_or_why() -> None:
    for number, gist, state, how in ROWS:
        assert state in STATES, number
        assert len(gist) > 10, number
        assert len(how) > 10, number


def test_what_is_met_by_code_names_the_module_or_the_test() -> None:
    assert sum("`" in how for _, _, state, how in ROWS if state == "met") > 80


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`((?:[\w-]+/)+[\w.-]+\.\w+(?:::\w+)?)`", PAGE))))
def test_every_file_and_test_that_the_page_names_exists(named: str) -> None:
    file, _, test = named.partition("::")
    path = next((it for it in (ROOT / file, ROOT / "src" / "dicehouse" / file) if it.is_file()), None)
    assert path, f"{file} is not there"
    if test:
        assert f"def {test}(" in path.read_text(encoding="utf-8"), f"{test} is not in {file}"


def test_the_count_at_the_head_of_the_map_is_right() -> None:
    states = [it[2] for it in ROWS]
    met, applies_not, lacking = (states.count(it) for it in ("met", "not applicable", "not met"))
    assert f"{met} met, {applies_not} not applicable, {lacking} not met" in PAGE
