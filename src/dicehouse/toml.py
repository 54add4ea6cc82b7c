"""TOML that people wrote, read within bounds: so long, so deep, and in a time that grows with its length alone."""

import json
import re
import tomllib
from collections.abc import Iterable
from typing import Any, Final

LONGEST: Final = 2 * 1024 * 1024
"""Characters of a text."""
DEEPEST: Final = 32
"""Tables and lists inside each other; what houses write has six."""

_TOO_DEEP_KEY: Final = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}""", re.ASCII
)
"""A key of so many parts: to read one takes the parser the square of their number, and each makes a table."""
_AT_LINE: Final = re.compile(r"line (\d+)")


class TomlError(ValueError):
    """A text that is not TOML, or is out of bounds; the line where that is known, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


def read(text: str) -> dict[str, Any]:
    """What a text says; a TomlError where it cannot be read, or is longer or deeper than a house writes it."""
    if len(text) > LONGEST:
        raise TomlError(f"it has {len(text)} characters, and at most {LONGEST} are read; write less")
    if deep := _TOO_DEEP_KEY.search(text):
        raise _too_deep(text.count("\n", 0, deep.start()) + 1)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        raise TomlError(f"this is not TOML: {error}", int(at[1]) if at else 0) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise TomlError("a number in it is too long; write a shorter one") from None
    if is_deeper(found, DEEPEST):
        raise _too_deep()
    return found


def quoted(text: str) -> str:
    """A text as a TOML file has it, on one line."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _too_deep(line: int = 0) -> TomlError:
    where = f" at line {line}" if line else ""
    message = f"a value in it is nested too deep{where}: at most {DEEPEST} keys or lists; write it flatter"
    return TomlError(message, line)


def is_deeper(value: object, deepest: int) -> bool:
    """Whether more tables and lists than that stand inside each other; nothing is too deep to be asked."""
    level = _nested([value])
    for _ in range(deepest):
        level = [inner for it in level for inner in _nested(it.values() if isinstance(it, dict) else it)]
    return bool(level)


def _nested(values: Iterable[object]) -> list[dict[str, Any] | list[Any]]:
    return [it for it in values if isinstance(it, dict | list)]
