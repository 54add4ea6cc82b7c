"""Terms that someone wrote in a TOML file, in which money is in dollars: read strictly, or a mistake with its key."""

from typing import Any, TypeVar

import msgspec

from dicehouse import toml
from dicehouse.money import cents
from dicehouse.table.config import ConfigError

Kind = TypeVar("Kind")


def found_in(text: str) -> dict[str, Any]:
    """What a file says; a ConfigError where it is not TOML."""
    try:
        return toml.read(text)
    except toml.TomlError as error:
        raise ConfigError(str(error)) from None


def made(found: dict[str, Any], kind: type[Kind], money: frozenset[str]) -> Kind:
    """A record of what a file says, with the keys of `money` in cents; a ConfigError that names the key."""
    try:
        return msgspec.convert(_in_cents(found, money), kind)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None


def _in_cents(value: Any, money: frozenset[str], way: str = "") -> Any:
    if isinstance(value, dict):
        return {
            key: _amount(way + key, it) if key in money else _in_cents(it, money, f"{way}{key}.")
            for key, it in value.items()
        }
    if isinstance(value, list):
        return [_in_cents(it, money, f"{way}{i + 1}.") for i, it in enumerate(value)]
    return value


def _amount(key: str, value: object) -> int:
    try:
        return cents(value)
    except ValueError as error:
        raise ConfigError(f"{key}: {error}") from None
