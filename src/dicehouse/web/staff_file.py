"""The staff in a house's file, changed as a person would: a section added, a line put in or taken out, nothing else.

What comes out is read before it is given back, so that a file is never left as one that cannot be served.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from dicehouse import toml
from dicehouse.rulebooks.source import Source
from dicehouse.table.config import ConfigError
from dicehouse.web.identities import Identities, Staff, password_hash, read
from dicehouse.web.roles import Ranks

_DISABLED = "disabled = true"


def added(text: str, name: str, roles: Sequence[str], password: str, ranks: Ranks | None = None) -> str:
    """The file with somebody more on the staff."""
    if read(text, ranks).staff_named(name):
        raise ConfigError(f"staff: {name!r} is there already; choose another name, or give them a new password")
    listed = ", ".join(map(toml.quoted, roles))
    section = (
        f"[[staff]]\nname = {toml.quoted(name)}\nroles = [{listed}]\npassword = {toml.quoted(password_hash(password))}"
    )
    made = f"{text.rstrip()}\n\n{section}\n"
    read(made, ranks)
    return made


def disabled(text: str, name: str, ranks: Ranks | None = None) -> str:
    """The file with somebody of the staff who may not sign in until they are enabled."""
    before = read(text, ranks)
    if _somebody(before, name).disabled:
        raise ConfigError(f"staff: {name!r} is disabled already; 'dicehouse staff enable' lets them in again")
    lines = text.split("\n")
    lines.insert(_line(text, before, name, "name"), _DISABLED)
    return _checked("\n".join(lines), before, replace(_somebody(before, name), disabled=True), ranks)


def enabled(text: str, name: str, ranks: Ranks | None = None) -> str:
    """The file with somebody of the staff who may sign in again."""
    before = read(text, ranks)
    if not _somebody(before, name).disabled:
        raise ConfigError(f"staff: {name!r} is not disabled; they may sign in as it is")
    lines = text.split("\n")
    del lines[_line(text, before, name, "disabled") - 1]
    return _checked("\n".join(lines), before, replace(_somebody(before, name), disabled=False), ranks)


def with_password(text: str, name: str, password: str, ranks: Ranks | None = None) -> str:
    """The file with a new password of somebody, which takes the place of one that they chose themselves."""
    before, made = read(text, ranks), password_hash(password)
    somebody = _somebody(before, name)
    lines = text.split("\n")
    lines[_line(text, before, name, "password") - 1] = f"password = {toml.quoted(made)}"
    return _checked("\n".join(lines), before, replace(somebody, password=made), ranks)


def _somebody(identities: Identities, name: str) -> Staff:
    found = identities.staff_named(name)
    if found is None:
        names = ", ".join(it.name for it in identities.staff) or "nobody"
        raise ConfigError(f"staff: there is no {name!r}; there are {names}")
    return found


def _line(text: str, identities: Identities, name: str, key: str) -> int:
    """The line that is about one setting of somebody and nothing else."""
    number = [it.name for it in identities.staff].index(name)
    line = Source("", text).line(("staff", str(number), key))
    if not re.match(rf"\s*{key}\s*=", text.split("\n")[line - 1]):
        raise ConfigError(f"line {line}: {name!r} is not written as a section [[staff]] of its own; change it by hand")
    return line


def _checked(text: str, before: Identities, after: Staff, ranks: Ranks | None) -> str:
    """A changed file, if it says of everybody else what it said before."""
    expected = tuple(after if it.name == after.name else it for it in before.staff)
    if replace(read(text, ranks), staff=()) != replace(before, staff=()) or read(text, ranks).staff != expected:
        raise ConfigError(f"staff: {after.name!r} is not written in lines of its own; change it by hand")
    return text
