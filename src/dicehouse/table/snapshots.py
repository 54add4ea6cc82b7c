"""A snapshot of a table: taken, hashed, restored, and restored by another rulebook."""

import hashlib

import msgspec
from msgspec import Struct

from dicehouse.layout import Layout
from dicehouse.money import Cents
from dicehouse.rulebooks import Rulebook
from dicehouse.table.bets import Bet
from dicehouse.table.state import State, Table


class Laid(Struct, frozen=True):
    """A wager on the layout, as a snapshot keeps it."""

    bet: Bet
    wager: str
    stake: int
    commission: int
    state: str
    on: str | None
    called: bool | None


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A table as it can be kept: what was on the layout, where the markers stood, and everything else."""

    rulebook: str
    """The hash of the rulebook in force."""
    laid: tuple[Laid, ...]
    markers: dict[str, str]
    state: State
    source: str = ""
    """The text of that rulebook, so that whatever has become of its file, the table goes on by it."""


def snapshot(table: Table) -> Snapshot:
    laid = (
        Laid(
            table.bets[it.id],
            it.name,
            it.stake,
            it.commission,
            it.wager.states[it.state],
            it.parent.id if it.parent else None,
            it.called,
        )
        for it in table.layout.standing.values()
    )
    plain = State(**{key: getattr(table, key) for key in State.__struct_fields__ if key != "bets"})
    source = table.texts.get(table.book.hash, table.book.source)
    return Snapshot(table.book.hash, tuple(laid), dict(table.layout.markers), plain, source)


def restore(book: Rulebook, kept: Snapshot) -> Table:
    """A table as it was kept, by a rulebook that has all its wagers; the snapshot must not be used again."""
    plain = {key: getattr(kept.state, key) for key in State.__struct_fields__ if key != "bets"}
    table = Table(book=book, layout=Layout(book, Cents(kept.state.config.chip)), **plain)
    if kept.source:
        table.texts[kept.rulebook] = kept.source
    for it in kept.laid:
        table.layout.restore(it.bet.id, it.wager, it.stake, it.commission, it.state, it.on).called = it.called
        table.put_down(it.bet)
    table.layout.markers.update(kept.markers)
    return table


def adopt(table: Table, book: Rulebook) -> None:
    """Go by another rulebook from here on; a ValueError where it lacks a wager that stands on the layout."""
    kept = msgspec.json.decode(msgspec.json.encode(snapshot(table)), type=Snapshot)
    gone = next((it.wager for it in kept.laid if it.wager not in book.wagers), None)
    if gone:
        raise ValueError(f"{book.id}: it has no wager {gone}, and one stands on the layout")
    kept.state.last = tuple(it for it in kept.state.last if it.wager in book.wagers)
    made = restore(book, msgspec.structs.replace(kept, markers=_known_markers(book, kept.markers)))
    for key in Table.__struct_fields__:
        if key != "texts":
            setattr(table, key, getattr(made, key))


def _known_markers(book: Rulebook, markers: dict[str, str]) -> dict[str, str]:
    """Where the markers stand that a rulebook has too."""
    rules = (it.rules for it in book.markers)
    return {it.name: markers[it.name] for it in rules if markers.get(it.name) in it.states}


def state_hash(table: Table) -> str:
    """SHA-256 of everything a table is, in the order it came about: the same events give the same hash."""
    whole = msgspec.structs.replace(snapshot(table), source="")  # the hash of the rulebook is in it
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()
