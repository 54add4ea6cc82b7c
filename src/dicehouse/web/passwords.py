"""Password rules: long enough and not a common password; no rules on which characters it contains."""

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final

LEAST: Final = 12
"""Characters of a password."""
MOST: Final = 256
DIFFERENT: Final = 5
"""Characters of a password that differ from each other."""
DIGITS: Final = 40
"""Of a SHA-1."""
LEFT: Final = 8
"""Characters that remain when the words are taken out that belong to the place."""

WORDS: Final = (
    "dicehouse", "casino", "supervisor", "inspector", "dealer", "manager", "cashier", "sicbo", "sic bo", "craps",
    "dice", "table", "house", "password", "passwort", "welcome", "letmein", "qwerty", "admin",
)  # fmt: skip
"""Words that anyone would try here. The person's own name is one too."""

COMMON: Final = frozenset({
    "123456789012", "1234567890123", "12345678901234", "123456789123", "123123123123", "1234567891011", "121212121212",
    "111222333444", "112233445566", "147258369147", "987654321098", "098765432109", "1q2w3e4r5t6y", "1q2w3e4r5t6y7u",
    "1qaz2wsx3edc", "1qaz2wsx3edc4rfv", "zaq12wsxcde3", "q1w2e3r4t5y6", "qazwsxedcrfv", "qwertyuiop[]", "qwertyuiop12",
    "qwertyuiop123", "qwerty123456", "qwertyuiopas", "qwertyuiopasdfgh", "asdfghjkl;'", "asdfghjkl123", "asdfghjklzxc",
    "zxcvbnm12345", "zxcvbnmasdfg", "abcdefghijkl", "abcdefghijklm", "abcdefg12345", "abcd1234efgh", "abc123abc123",
    "a1b2c3d4e5f6", "password1234", "password12345", "password123!", "passwordpassword", "p@ssw0rd1234", "p@ssword1234",
    "passw0rd1234", "mypassword12", "mypassword123", "changeme1234", "changemeplease", "letmein12345", "letmeinplease",
    "iloveyou1234", "iloveyou12345", "iloveyouforever", "iloveyousomuch", "ilovemyfamily", "ilovejesus123",
    "administrator", "administrator1", "administrator123", "welcome12345", "welcome123456", "trustno1trustno1",
    "football1234", "baseball1234", "basketball12", "manchesterunited", "liverpoolfc1", "michaeljordan", "jessica12345",
    "princess1234", "sunshine1234", "superman1234", "batman123456", "spiderman123", "pokemon12345", "starwars1234",
    "dragon123456", "monkey123456", "shadow123456", "master123456", "computer1234", "internet1234", "samsung12345",
    "google123456", "chocolate123", "strawberry12", "butterfly123", "mickeymouse1", "hellokitty12", "whatever1234",
    "blink182blink182", "thisismypassword", "correcthorsebatterystaple", "correct horse battery staple",
    "thequickbrownfox", "maytheforcebewithyou", "tobeornottobe", "openthedoor12", "secret123456", "qweasdzxc123",
    "nothing12345", "something123", "woaini1314520", "woaini123456", "5201314520131",
})  # fmt: skip
"""Long passwords that are tried first everywhere."""


def weakness(password: str, name: str = "") -> str:
    """Why this is no password for someone, with the next step; empty where it is one."""
    plain = password.lower()
    if len(password) < LEAST:
        return f"password: it has {len(password)} characters and needs {LEAST}; take a few words that you remember"
    if len(password) > MOST:
        return f"password: it has {len(password)} characters and at most {MOST} may be; take a shorter one"
    if plain in COMMON or len(set(plain)) < DIFFERENT or _run(plain):
        return "password: it is among those that everybody tries first; take a few words that do not belong together"
    left = plain
    for word in sorted({*WORDS, *name.lower().split(), name.lower()} - {""}, key=len, reverse=True):
        left = left.replace(word, "")
    if len(left) < min(LEFT, len(plain)):
        return f"password: without the words of this house {len(left)} characters are left, not {LEFT}; take others"
    return ""


def breached(password: str, known: Path | None) -> str:
    """Why a password that others know is none, with the next step; empty where it is in no list, or there is none.

    The list has the SHA-1 of each password in hexadecimal digits, sorted, a line each, with a colon and a count or
    without, as Have I Been Pwned gives it out. It may have a thousand million lines: it is searched and never read.
    """
    if known is None:
        return ""
    wanted = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().encode()
    with known.open("rb") as lines:
        low, high = 0, known.stat().st_size
        while low < high:
            middle = (low + high) // 2
            if b"" < _line_from(lines, middle) < wanted:
                low = middle + 1
            else:
                high = middle
        found = _line_from(lines, low) == wanted
    return "password: it is known from a breach elsewhere; take one that you use nowhere else" if found else ""


def _line_from(lines: BinaryIO, place: int) -> bytes:
    """The digits of the first whole line at a place or after it."""
    lines.seek(max(0, place - 1))
    if place:
        lines.readline()
    return lines.readline()[:DIGITS].lower()


def _run(plain: str) -> bool:
    """Whether each character follows the one before it, up or down."""
    steps = {ord(b) - ord(a) for a, b in pairwise(plain)}
    return steps in ({1}, {-1})
