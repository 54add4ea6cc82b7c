"""How a house sets up one table, read from a TOML file in which money is written in dollars."""

from collections.abc import Mapping
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from dicehouse import toml
from dicehouse.money import Cents, cents, dollars
from dicehouse.rulebooks import Rulebook
from dicehouse.table.orders import Amount, Balance, Count, Name, SeatNumber

NOTES: Final = (500, 1_000, 2_000, 5_000, 10_000)
"""The notes that are legal tender in Australia, in cents."""


class ConfigError(ValueError):
    """What an operator wrote about a table is wrong."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What one wager may be; a unit of 0 is none."""

    minimum: Amount = 500
    maximum: Amount = 100_000
    unit: Balance = 0


class Sign(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a table as its sign shows them."""

    every: Limits = Limits()
    wagers: dict[str, Limits] = {}
    """By wager, or by family, where they differ."""
    player: Balance = 0
    """The most that one player may have on the layout; 0: no such limit."""
    area: Balance = 0
    """The most that may stand on one area from all players; 0: no such limit."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table."""

    name: Name = "table 1"
    seats: Annotated[int, Meta(ge=1, le=9_999)] = 8
    player_areas: Annotated[int, Meta(ge=0, le=9_999)] = 0
    """How many dedicated player areas the layout has, which its seats share in turn; 0: one for each seat."""
    chip: Amount = 100
    """The smallest chip, in which payouts are rounded where the rulebook rounds."""
    sign: Sign = Sign()
    offers: tuple[str, ...] | None = None
    """The optional families on offer; without it all of them."""
    layout: Annotated[str, Meta(max_length=16)] = ""
    """The diagram of the document that the layout follows, by its letter; without it the first with every area."""
    streak_price: Amount = 1_000
    touch_screen: bool = True
    """Whether the dealer has a screen with a No More Bets button, or the older panel."""
    colours: tuple[str, ...] = ("red", "blue", "green", "yellow", "brown", "pink")
    """The colours of this table's set of checks; craps has none."""
    checks: Count = 300
    """How many checks there are of each colour."""
    tokens: bool = True
    cashless: bool = False
    """Whether no cash is taken, so that no drop box hangs at the table."""
    gaming_day: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    time_zone: Name = "Australia/Sydney"
    wagering_seconds: Count = 30
    """How long terminals take wagers in a round."""
    shooting_value: Balance = 0
    """What a player must stake to shoot the dice of an electronic table; 0: they shoot in turn."""
    notes: tuple[Amount, ...] = NOTES
    """The notes that terminals take, as is indicated on each."""
    terminal_notes: dict[SeatNumber, tuple[Amount, ...]] = {}
    """By terminal, where one takes others."""
    several_terminals: bool = True
    """Whether one person may play at more than one terminal."""
    sealed_dice: bool = False
    """Whether the dice of every result are fixed under a seal before a wager on them can be made, as simulated ones
    are."""
    registered_equipment: bool = False
    """Whether the table opens only with dice or a tumbler of the house's register."""
    confirm_chips_above: Balance = 1_000_000
    """Chips above this sum that someone brings are counted by a second person of the staff, where a cage stands behind
    the table."""
    count_trays: bool = False
    """Whether the table opens and closes only with a count of its tray by two people."""
    cage: bool = False
    """Whether the house's cage keeps its books in the same journal, so that chips, vouchers and credits pass between
    the two through accounts that the ledger guards."""

    def diagram(self, book: Rulebook) -> str:
        """The diagram that the layout follows; empty where the rulebook names none."""
        return self.layout or next((letter for letter, it in book.layouts.items() if not it.without), "")

    def left_out(self, book: Rulebook) -> frozenset[str]:
        """The families that this table does not have: not offered by the house, or without an area on its layout."""
        drawn = book.layouts.get(self.layout)
        without = drawn.without if drawn else frozenset()
        return without if self.offers is None else without | (book.optional - frozenset(self.offers))


_MONEY = frozenset(
    (
        "chip", "minimum", "maximum", "unit", "player", "area", "streak_price", "shooting_value", "confirm_chips_above",
    )
)  # fmt: skip


def read(text: str) -> Config:
    """A table from its file; a mistake is a ConfigError that names the key."""
    try:
        found = toml.read(text)
    except toml.TomlError as error:
        raise ConfigError(str(error)) from None
    return made(found)


def made(found: Mapping[str, Any]) -> Config:
    """A table from what its file says; a mistake is a ConfigError that names the key."""
    try:
        config = msgspec.convert(_in_cents(found), Config, str_keys=True)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None
    check_zone(config.time_zone)
    for key, notes in (("notes", config.notes), *(("terminal_notes", it) for it in config.terminal_notes.values())):
        other = next((it for it in notes if it not in NOTES), None)
        if other is not None:
            known = ", ".join(map(dollars, NOTES))
            raise ConfigError(f"{key}: {dollars(other)} is no note of Australia; write some of {known}")
    return config


def check_zone(name: str) -> None:
    """A ConfigError for a time zone that there is not."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError('time_zone: there is no such zone; write one such as "Australia/Sydney"') from None


def _in_cents(table: Mapping[str, Any], way: str = "") -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in table.items():
        here = f"{way}{key}"
        if isinstance(value, Mapping):
            made[key] = _in_cents(value, f"{here}.")
        elif key == "notes" or way == "terminal_notes.":
            if not isinstance(value, list):
                raise ConfigError(f'{here}: write a list such as ["5.00", "10.00"]')
            made[key] = tuple(_cents(here, it) for it in value)
        else:
            made[key] = _cents(here, value) if key in _MONEY else value
    return made


def _cents(here: str, value: object) -> Cents:
    try:
        return cents(value)
    except ValueError as error:
        raise ConfigError(f"{here}: {error}") from None
