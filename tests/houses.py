"""An operator's own rulebook for tests: a whole one to change in one place, and what is said about a mistake in it.

A test marks the line of the mistake with the comment `# here`; a mistake that stands on no line has no mark.
"""

from pathlib import Path

import pytest

from dicehouse.rulebooks import RulebookError, load

HOUSE = """\
# The Corner House: four wagers of Sic Bo, by the document of the terminals.
name = "Sic Bo at the Corner House"
document = "aruze-sicbo"
game = "sicbo"
edition = "first"
regulator = "the town"
not_offered = ["even", "any-triple", "triple", "double", "total", "pair", "four", "streak"]

[readings]
pair_pays = "each_pair"
no_result_effect = "void"

[chips]
clause = "3.8"

[removal]
clause = '1.1 "wagering period"'

[no_result]
called = "no result"
clause = "7.4"

[no_result.reasons]
"cocked dice" = "7.4.1"
power-cut = "7.6"

[limits]
per = { value = "wager", clause = '1.1 "maximum bet"' }
below_minimum = { value = "refused", clause = '1.1 "minimum bet"' }
above_maximum = { value = "refused", clause = '1.1 "maximum bet"' }
off_unit = { value = "refused", clause = "3.2" }

[times]
shoot = { amount = 10, unit = "seconds", clause = "3.10.3" }

[times.closing]
amount = 5
unit = "minutes"
clause = "8.2"

[[roles]]
id = "host"
name = "Host"
clause = "8.15"

[[roles]]
id = "supervisor"
name = "Supervisor"
clause = '1.1 "electronic gaming supervisor"'
counts_as = ["host"]

[powers]
close_table = { by = ["supervisor"], clause = "8.2" }
decide_dispute = { by = ["host", "supervisor"], clause = "8.15" }

[wagers.small]
name = "Small"
clause = "3.9.1"
says = { win = "3.9.1.1", lose = "3.9.1.2" }
odds.win = { pays = "1 to 1", clause = "3.9.10[Small]" }

[wagers.big]
name = "Big"
clause = "3.9.2"
says.win = "3.9.2.1"
odds = { win = { pays = "1 to 1", clause = "3.9.10[Big]" } }

[wagers.odd]
name = "Odd"
clause = "3.9"
optional = true

[wagers.odd.odds.win]
pays = "1 to 1"
clause = "3.9"

[wagers."single"]
name = "Any Number {}"
clause = "3.9.8"
odds.one = { pays = "1 to 1", clause = "3.9.10[Any Number 1]" }
odds."two" = { pays = "2 to 1", clause = "3.9.10[Any Number 2]" }
odds.three = { pays = "12 to 1", clause = "3.9.10[Any Number 3]" }
"""

WHOLE = len(HOUSE.splitlines())


def changed(old: str, new: str) -> str:
    """The Corner House with one thing said otherwise."""
    assert HOUSE.count(old) == 1, f"{old!r} stands {HOUSE.count(old)} times in the house"
    return HOUSE.replace(old, new)


def write(folder: Path, text: str, name: str = "corner-house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def mistake(path: Path | str, **readings: str) -> RulebookError:
    """What is said of a rulebook that does not load."""
    with pytest.raises(RulebookError) as found:
        load(path, readings)
    return found.value


def says(path: Path, text: str, key: str, message: str) -> str:
    """What must be said of a mistake in a file: the file, the line that the text marks, the key, and the message."""
    line = f", line {marked(text)}" if marked(text) else ""
    return f"{path}{line}: {key}: {message}"


def marked(text: str) -> int:
    """The line that the text marks, or 0."""
    found = [number for number, line in enumerate(text.split("\n"), start=1) if "# here" in line]
    assert len(found) <= 1
    return sum(found)
