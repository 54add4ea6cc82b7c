"""Terms that someone wrote in a TOML file, in which money is in dollars: read strictly, or a mistake with its key."""

import tomllib
from typing import Any, TypeVar

import msgspec

from dicehouse.money import cents
from dicehouse.table.config import ConfigError

Kind = TypeVar("Kind")


def found_in(text: str) -> dict[str, Any]:
    """What a file says; a ConfigError where it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"this is not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise ConfigError("a value in it is nested too deep or is too long a number") from None


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
