"""What a player sees does not depend on what the other players are called.

The same evening is played twice. The second time the others have other names, and everything that one player may see
is the same to the letter: views, rounds, notices, the answers to what this player does and the refusals of what they
try at others' seats. So no name need be looked for in a text, where "Big" is a wager and "Seat" begins a sentence.
"""

import itertools
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.house.exclusions import ExcludeFromCasino
from dicehouse.house.orders import PATRON
from dicehouse.house.state import House
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import Table, disputes, shooter
from dicehouse.table.orders import tag_of
from dicehouse.views.acts import Asker
from dicehouse.views.claimant import claimant_page
from dicehouse.views.display import display_view
from dicehouse.views.entrant import entrant_page
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web.client import Client
from dicehouse.web.commands import command_from
from dicehouse.web.live import TableBroadcast, Turns
from dicehouse.web.roles import HOUSE_KINDS, PLAYERS_AT_A_TABLE, PLAYERS_IN_THE_HOUSE
from dicehouse.web.sessions import Session
from tests.stories.evening import Evening, happened

ME = "Mia"
SEAL = re.compile("[0-9a-f]{64}")
"""Of dice, which are others each time."""
PLAIN = ("Qwertz", "Uiopas", "Dfghjk")
ODD = [
    ("Ann", "Seat", "Big"),
    ("a", "the", "player"),
    ("大", "小明", "坐席"),
    ("small", "1", "wager w1"),
    ("M", "Mi", "Miaa"),
]
CROWD: dict[str, Any] = {
    "star": "star-sicbo-2024",
    "crown": "crown-sicbo-a",
    "craps": "star-craps",
    "aruze": "aruze-sicbo",
}
SINCE = datetime(2026, 3, 1, tzinfo=UTC)

TRIED: dict[str, list[Any]] = {
    "seat": [1, 2, 4], "to": [1, 2], "wager": ["small", "win-line"], "stake": [500], "amount": [500],
    "bet": ["star w1", "crown mine", "none"], "dispute": ["star d1", "craps d2", "none"], "dice": [[1, 2]],
    "about": ["the dice"], "reason": ["so"], "words": ["so"], "pair": [1], "person": [ME], "patron": [ME],
    "table": ["star", "craps"], "tournament": ["spring"], "promotion": ["summer"], "prize": [1], "limit": ["loss"],
    "complaint": ["table star/star d1"], "substitute": [ME], "colour": ["red"], "what": ["rebuy"], "how": ["letter"],
    "until": ["2026-03-03T00:00:00Z"],
}  # fmt: skip
"""What a field is filled with, at others' seats and with what is theirs."""


class Floor(Evening):
    """The evening, for one player's eyes."""

    def others(self, *names: str) -> None:
        """Everyone sits down and plays; the others have disputes, the dice, and one of them is shut out."""
        self.register(ME, *names)
        for table in CROWD:
            for seat, who in enumerate((*names, ME), 1):
                self.sit(who, table, seat=seat, money=10_000)
        first, second, third = names
        for table in ("star", "crown"):
            self.invite(table)
            for id, who in (("w1", first), ("w2", second), ("mine", ME)):
                happened(self.bet(who, table, "small", 500, id=f"{table} {id}"))
        for id, who in (("d1", first), ("d2", second)):
            for table in ("star", "craps"):
                happened(self.player(who, table, disputes.RaiseDispute, id=f"{table} {id}", about="the dice"))
        happened(self.staff("craps", shooter.OfferDice))
        happened(self.player(first, "craps", shooter.AcceptDice, seat=1, dice=(1, 2)))
        happened(self.cage_does(ExcludeFromCasino, person=third, reason="cheating"))


def session() -> Session:
    return Session(kind="player", name=ME, roles=(), csrf="", since=SINCE, seen=SINCE, card=f"card of {ME}")


class Place:
    """Where commands are given."""

    def __init__(self, at: Evening) -> None:
        self._at = at

    def table(self, name: str) -> Table | None:
        return self._at.table(name) if name in CROWD else None

    def house(self) -> House:
        return self._at.house

    def working(self) -> tuple[Session, ...]:
        return ()

    def rulebooks(self) -> tuple[str, ...]:
        return BUILT_IN


def seen(at: Floor) -> Iterator[tuple[str, Any]]:
    """Every view that a player may watch."""
    for name in CROWD:
        running = at.floor.tables[name]
        broadcast = TableBroadcast(running, at.floor.house, dict.fromkeys(CROWD, True), at.floor.now, Turns())
        yield f"{name}, public", broadcast.public().view
        for number in range(5):
            client = Client(session())
            client.seat = number
            yield f"{name}, seat {number}", broadcast.seat(client)
        yield f"{name}, rounds", broadcast.recall.rounds(4, ME)
        table = running.table
        yield f"{name}, display", display_view(table, table.why_stopped(at.now), at.house)
        broadcast.close()
    asker = Asker(ME, PATRON, at.now)
    yield "entrant", entrant_page(at.house, asker, "spring")
    yield "claimant", claimant_page(at.house, asker, "summer")


def given(at: Floor) -> Iterator[tuple[str, Any]]:
    """The answer to everything that a player can give, tried with what is others'."""
    numbers = itertools.count(1)
    kinds = [(table, it) for table in CROWD for it in sorted(PLAYERS_AT_A_TABLE, key=tag_of)]
    kinds += [(HOUSE, HOUSE_KINDS[it]) for it in sorted(PLAYERS_IN_THE_HOUSE)]
    for to, kind in kinds:
        fields = [it.name for it in msgspec.structs.fields(kind) if it.name in TRIED]
        for values in itertools.product(*(TRIED[it] for it in fields)):
            body = {"do": tag_of(kind), "id": f"t{next(numbers)}", **dict(zip(fields, values, strict=True))}
            yield f"{to}: {json.dumps(body)}", answered(at, to, body)


def answered(at: Floor, to: str, body: dict[str, Any]) -> Any:
    command = command_from(session(), Place(at), to, json.dumps(body).encode(), at.now)
    if isinstance(command, Refusal):
        return command
    answer = at.submit(to, command)
    return refusal(answer) if isinstance(answer, Refused) else answer


def told(folder: Path, *names: str) -> dict[str, str]:
    """Everything that the player sees and hears in the evening, as it is sent."""
    found: dict[str, str] = {}
    with Floor(folder, **CROWD) as at:
        at.others(*names)
        for when in ("before", "after"):
            found |= {f"{when}: {what}": msgspec.json.encode(it).decode() for what, it in seen(at)}
            if when == "before":
                found |= {what: msgspec.json.encode(it).decode() for what, it in given(at)}
    return {what: SEAL.sub("a seal", it) for what, it in found.items()}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return told(tmp_path_factory.mktemp("plain"), *PLAIN)


def test_no_name_of_another_player_is_in_anything_that_a_player_sees(plain: dict[str, str]) -> None:
    assert len(plain) > 300
    assert sum('"why"' in it for it in plain.values()) > 100
    assert {what: it for what, it in plain.items() if any(name in it for name in PLAIN)} == {}


@pytest.mark.parametrize("names", ODD, ids=" ".join)
def test_whatever_the_others_are_called_a_player_sees_the_same(
    tmp_path: Path, plain: dict[str, str], names: tuple[str, ...]
) -> None:
    found = told(tmp_path, *names)
    assert found.keys() == plain.keys()
    assert {what: (it, plain[what]) for what, it in found.items() if it != plain[what]} == {}
