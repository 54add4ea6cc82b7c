"""What a house is made of: its tables, who deals them, which tumbler they have and how fast they play.

It is read from a TOML file in which money is written in dollars. Everything that a table's own file may say stands in
its section here.

    version = 1                  # of this file's format
    name = "The Star"
    chips = "account"            # where chips go that a player leaves a table with; "pocket": with the player

    [policy.play]                # as in a policy file
    terminal_hours = 3

    [seal]                       # sign the journal, and copy every checkpoint elsewhere
    key = "/etc/dicehouse/house.key"
    anchor = "/mnt/elsewhere/anchor.txt"
    minutes = 10

    [secrets]                    # under which key the house keeps what nobody may read; 'dicehouse secrets new FILE'
    key = "/etc/dicehouse/house.secret"

    [documents]                  # the approved rules as files, by rulebook, for whoever asks for a copy
    star-sicbo-2024 = "/srv/rules/sic-bo.pdf"

    [[tables]]
    name = "Sic Bo 1"
    rulebook = "star-sicbo-2024"
    dealer = "practice"          # or "staff": people deal
    tumbler = "simulated"        # or "keyed", or "tls://10.0.0.7:7001"
    seats = 8                    # and chip, sign, wagering_seconds and the rest of a table's config
    [tables.readings]
    even_totals = "printed"
    [tables.pace]
    betting = 20                 # seconds of a practice dealer's betting period
"""

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from dicehouse import toml
from dicehouse.floor.certificates import TlsPlan
from dicehouse.floor.documents import check_documents
from dicehouse.floor.webhook_plan import WebhookPlan, check_webhooks
from dicehouse.house import policy
from dicehouse.house.policy import Policy
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table import Kind, config
from dicehouse.table.config import Config, ConfigError
from dicehouse.table.state import kind_of

VERSION: Final = 1
"""Of the format of a house's file. What a program reads, every later one of the same major version reads too."""

Seconds = Annotated[float, Meta(ge=0, le=3_600)]


class Pace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long things take, in seconds."""

    betting: Annotated[float, Meta(gt=0, le=3_600)] = 20
    """A practice dealer's betting period, from the first wager on."""
    beat: Seconds = 1.5
    """From one act of a dealer, or of the tumbler, to the next."""
    show: Seconds = 5
    """How long a result is shown before the next round."""
    window: Seconds = 0
    """How long a practice dealer waits at least between two rounds while a Super Streak can be joined."""


class TablePlan(Struct, frozen=True, kw_only=True):
    """One table of a house."""

    config: Config
    rulebook: str
    readings: dict[str, str] = {}
    dealer: Literal["practice", "staff"] = "staff"
    """Who deals; an electronic table deals by itself."""
    tumbler: Annotated[str, Meta(pattern="^(simulated|keyed|(tcp|tls)://[^ /:]+:[0-9]{1,5})$")] = "simulated"
    """Where dice come from: a generator, a dealer who keys them in, or a device."""
    pace: Pace = Pace()

    @property
    def name(self) -> str:
        return self.config.name

    def seals_dice(self, book: Rulebook) -> bool:
        """Whether its dice are drawn, and so can be fixed before anyone wagers; at craps staff throw real ones."""
        thrown = self.dealer == "staff" and kind_of(book) is Kind.CRAPS
        return self.tumbler == "simulated" and not thrown

    def book(self) -> Rulebook:
        """As its file is now; a RulebookError where it cannot be read."""
        return load(self.rulebook, self.readings)

    @property
    def book_id(self) -> str:
        """What that is called, also where it cannot be read."""
        return Path(self.rulebook).stem


class SealPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the journal is signed."""

    key: Annotated[str, Meta(min_length=1)]
    """The file of the signing key; it is made where there is none."""
    anchor: str = ""
    """A file that every checkpoint is copied to, on another disk or machine; empty: none is."""
    minutes: Annotated[float, Meta(gt=0, le=1_440)] = 10


class SecretsPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the secret key of the house is."""

    key: Annotated[str, Meta(min_length=1)]
    """Its file, which is never made of itself: a new one would not open what is kept."""


class MetricsPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may read the figures of a process at `/metrics`; this machine may always."""

    networks: tuple[str, ...]
    """Addresses or networks, such as "10.0.0.0/8"."""


class HousePlan(Struct, frozen=True, kw_only=True):
    """A house."""

    version: int = VERSION
    """Of the format of this file; a file of a later one is not read."""
    name: str = "the house"
    time_zone: str = "Australia/Sydney"
    chips: Literal["account", "pocket"] = "pocket"
    """Where the chips go that a patron leaves a table with."""
    policy: Policy | None = None
    seal: SealPlan | None = None
    """Without it the journal is held by its chain alone."""
    secrets: SecretsPlan | None = None
    """Without it the key is given when the house is served."""
    metrics: MetricsPlan | None = None
    """Without it the figures are for this machine alone."""
    tls: TlsPlan | None = None
    """For tumblers at a tls:// address."""
    documents: dict[str, str] = {}
    """By rulebook, the file of the approved rules, which is handed out to whoever asks for a copy."""
    webhooks: tuple[WebhookPlan, ...] = ()
    """Addresses that are sent what happens, each a section [[webhooks]]."""
    tables: tuple[TablePlan, ...] = field(default_factory=tuple)
    demo: bool = False

    def config_of(self, table: TablePlan, book: Rulebook | None = None) -> Config:
        """A table's config by its rulebook, with what the policy says for every table."""
        chips = self.policy.chips if self.policy else None
        made = replace(table.config, confirm_chips_above=chips.confirm_above) if chips else table.config
        return replace(made, sealed_dice=True) if table.seals_dice(book or table.book()) else made


_OWN: Final = frozenset({"rulebook", "readings", "dealer", "tumbler", "pace"})
"""What a table's section says beside its config."""
_HOUSE: Final = (
    "name", "time_zone", "chips", "policy", "seal", "secrets", "metrics", "tls", "documents", "version", "webhooks",
)  # fmt: skip
_FILES: Final = {
    "seal": ("key", "anchor"),
    "secrets": ("key",),
    "tls": ("authority", "certificate", "key"),
}
"""Settings that name files."""
_PEOPLE: Final = ("staff", "devices", "second_factor", "security_log")
"""Who may sign in stands in the same file and is read elsewhere."""


def read(text: str, folder: Path = Path()) -> HousePlan:
    """A house from its file; a mistake is a ConfigError that names the key.

    Files that it names without their folders lie in its own.
    """
    try:
        found = toml.read(text)
    except toml.TomlError as error:
        raise ConfigError(str(error)) from None
    _check_version(found.get("version", VERSION))
    sections = found.pop("tables", [])
    if not isinstance(sections, list) or not all(isinstance(it, dict) for it in sections):
        raise ConfigError("tables: write each table as a section [[tables]]")
    _place(found, sections, folder)
    if isinstance(found.get("policy"), dict):
        found["policy"] = policy.made(found["policy"])
    return checked(_house(found, tuple(_table(number, it) for number, it in enumerate(sections, 1))))


def _check_version(version: object) -> None:
    """Before anything else is read: what a later program writes may look like a mistake to this one."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ConfigError(f"version: write the number {VERSION}, which is that of this file's format, or leave it out")
    if version > VERSION:
        raise ConfigError(
            f"version: this file is of version {version}, and this program knows up to {VERSION};"
            " install a later Dicehouse"
        )


def _place(found: dict[str, Any], tables: list[dict[str, Any]], folder: Path) -> None:
    """Name every file by its folder too."""
    beside = [(found.get(section), keys) for section, keys in _FILES.items()]
    beside += [(found.get("documents"), tuple(found.get("documents", ())))]
    beside += [(it, ("secret",)) for it in _sections(found, "webhooks")]
    beside += [(it, ("rulebook",)) for it in tables if str(it.get("rulebook")).endswith(".toml")]
    for section, keys in beside:
        for key in keys:
            if isinstance(section, dict) and isinstance(section.get(key), str) and section[key]:
                section[key] = str(folder / section[key])


def _sections(found: dict[str, Any], name: str) -> list[Any]:
    """The sections of a name that may be there several times."""
    said = found.get(name, [])
    return said if isinstance(said, list) else []


def _house(found: dict[str, Any], tables: tuple[TablePlan, ...]) -> HousePlan:
    unknown = next((key for key in found if key not in {*_HOUSE, *_PEOPLE}), None)
    if unknown:
        raise ConfigError(
            f"{unknown}: a house has no such setting; it has {', '.join(_HOUSE)}, tables, staff and devices"
        )
    try:
        own = {key: value for key, value in found.items() if key in _HOUSE}
        return msgspec.convert({**own, "tables": tables}, HousePlan)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None


def _table(number: int, found: dict[str, Any]) -> TablePlan:
    """A table; the house's books are kept in the same journal, so there is a cage behind it."""
    named = found.get("name")
    where = f"table {number}" + (f", {named}" if named else "")
    try:
        own = config.made({"cage": True, **{key: value for key, value in found.items() if key not in _OWN}})
        plan = {key: value for key, value in found.items() if key in _OWN}
        if not named or "rulebook" not in plan:
            raise ConfigError("a table has a name and a rulebook; write both")
        return msgspec.convert({**plan, "config": own}, TablePlan)
    except (ConfigError, msgspec.ValidationError) as error:
        raise ConfigError(f"{where}: {error}") from None


def checked(plan: HousePlan) -> HousePlan:
    """A plan whose tables can be opened; a ConfigError for what contradicts itself."""
    names = [it.name for it in plan.tables]
    twice = next((it for it in names if names.count(it) > 1), None)
    if twice:
        raise ConfigError(f"tables: two are named {twice!r}; give each its own name")
    bad = next((it for it in names if it == "house" or it.startswith("~") or not it.isprintable()), None)
    if bad is not None:
        raise ConfigError(f"tables: {bad!r} is no name for a table; choose another")
    config.check_zone(plan.time_zone)
    for network in plan.metrics.networks if plan.metrics else ():
        try:
            ip_network(network)
        except ValueError as error:
            raise ConfigError(f'metrics.networks: {error}; write one such as "10.0.0.0/8"') from None
    check_webhooks(plan.webhooks, set(names))
    check_documents(plan.documents, {it.book_id for it in plan.tables})
    for it in plan.tables:
        if not it.rulebook.endswith(".toml"):
            it.book()  # a file may come and go while the house runs; a name that nobody knows is a mistake
        if it.tumbler.startswith("tls:") and plan.tls is None:
            raise ConfigError(f"{it.name}: {it.tumbler} needs the section [tls]; write authority, certificate and key")
        if it.dealer == "practice" and it.tumbler == "keyed":
            raise ConfigError(f"{it.name}: a practice dealer keys no dice in; give it a simulated tumbler or a device")
    return plan
