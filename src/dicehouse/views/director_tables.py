"""The tables of a tournament on its director's desk: wagers and dice of a spin, equal players, and holding a table."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dicehouse.house.tournaments import advancing, directing, ruling, spinning, wagering
from dicehouse.house.tournaments.standings import cut, undecided
from dicehouse.views.acts import Act, ActView
from dicehouse.views.director_desk import Desk, PlayerLine, player_line
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import Text, same
from dicehouse.views.table_choices import names
from dicehouse.views.tournament import entrant_name


class SealedLine(Struct, frozen=True):
    """A player with secret wagers that are opened when betting closes."""

    person: str
    number: int
    count: int


class DirectorTable(Struct, frozen=True, kw_only=True):
    """A table and what can be done there."""

    table: str
    players: tuple[PlayerLine, ...]
    sealed: tuple[SealedLine, ...]
    close: ActView
    settle: ActView
    seal: ActView | None
    """Take a closed envelope; None where the terms know no secret wagers."""
    acts: tuple[ActView, ...]


def tables(desk: Desk) -> Iterator[DirectorTable]:
    play = desk.it.round
    for table in desk.view.tables:
        here = play.tables[table.table] if play is not None else None
        own = {**desk.own, "table": table.table}
        players = desk.players(table.table)
        close = Act(wagering.CloseTournamentBetting, given=own, tried={"wagers": {}})
        settle = Act(spinning.SettleTournamentSpin, given=own, tried={"dice": (1,) * desk.dice})
        sealed = here.sealed if here is not None else {}
        numbers = {each.person: each.number for each in players}
        yield DirectorTable(
            table=table.table,
            players=players,
            sealed=tuple(SealedLine(who, numbers.get(who, 0), len(seals)) for who, seals in sealed.items()),
            close=desk.one(close),
            settle=desk.one(settle),
            seal=_seal(desk, players),
            acts=desk.judged(_at(own, players)),
        )


def _seal(desk: Desk, players: tuple[PlayerLine, ...]) -> ActView | None:
    if desk.it.terms.wagers.secret is None or not players:
        return None
    tried = {"person": players[0].person, "seal": "0" * 64}
    return desk.one(Act(wagering.SealWager, same("8.4.4(c)"), desk.own, tried=tried, free=True))


def _at(own: dict[str, Any], players: tuple[PlayerLine, ...]) -> Iterator[Act]:
    here = tuple(ChoiceView(it.person, same(entrant_name(it.number))) for it in players)
    yield Act(spinning.VoidTournamentSpin, given=own)
    hold = Text("Hold for a ruling", "暂停待裁")
    people = {"person": lambda: here, "agreed": lambda: here}
    yield Act(ruling.RaiseTournamentDispute, given=own, choices=people, name=hold, icon="pause", free=True)
    yield Act(advancing.EndTableEarly, same("8.4.8(d)"), own, choices=people, free=True)


def practice(desk: Desk) -> Act:
    """A spin that counts for nothing, before the first round."""
    tables = {"table": lambda: names(tuple(desk.it.tables))}
    return Act(directing.PractiseSpin, same("8.3.2"), desk.own, choices=tables, dice=desk.dice)


def equal(desk: Desk) -> tuple[PlayerLine, ...]:
    """Players whom a spin between them is to tell apart."""
    if desk.it.phase != "playing" or not all(table.state == "over" for table in desk.view.tables):
        return ()
    found = undecided(desk.it) if desk.view.final else cut(desk.it).equal
    return tuple(player_line(who, desk.it.entrants[who]) for who in found)


def play_off(desk: Desk) -> ActView | None:
    between = {each.person: () for each in equal(desk)}
    if not between:
        return None
    tried = {"dice": (1,) * desk.dice, "wagers": between}
    return desk.one(Act(spinning.PlayOff, same("8.4.6"), desk.own, tried=tried))
