"""The tables of a tournament on its director's desk: wagers and dice of a spin, equal players, and holding a table."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dicehouse.house.tournaments import advancing, directing, ruling, spinning, wagering
from dicehouse.house.tournaments.standings import cut, undecided
from dicehouse.views.acts import (
    REASON,
    Act,
    ActView,
    ChoiceView,
    FieldView,
    choices,
    dice_field,
    one_field,
    text_field,
)
from dicehouse.views.director_desk import Desk, PlayerLine, player_line
from dicehouse.views.parts import Text, same
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
        close = Act(
            wagering.CloseTournamentBetting, Text("No more bets", "停止下注"), "lock", given=own, tried={"wagers": {}}
        )
        settle = Act(
            spinning.SettleTournamentSpin, Text("Key the dice", "输入结果"), "check", given=own,
            tried={"dice": (1,) * desk.dice},
        )  # fmt: skip
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
    return desk.one(
        Act(
            wagering.SealWager, Text("Take a sealed wager", "收取密封暗注"), "lock", Text("8.4.4(c)", "8.4.4(c)"),
            desk.own, tried={"person": players[0].person, "seal": "0" * 64}, free=True,
        )
    )  # fmt: skip


def _at(own: dict[str, Any], players: tuple[PlayerLine, ...]) -> Iterator[Act]:
    here = tuple(ChoiceView(it.person, same(entrant_name(it.number))) for it in players)
    yield Act(spinning.VoidTournamentSpin, Text("No spin", "此局无效"), "undo", given=own, fields=(REASON,), grave=True)
    yield Act(
        ruling.RaiseTournamentDispute, Text("Hold for a ruling", "暂停待裁"), "pause", given=own,
        fields=(
            one_field("person", Text("Entrant", "参赛者"), here),
            text_field("about", Text("What it is about", "事由")),
        ), free=True,
    )  # fmt: skip
    agreed = FieldView(key="agreed", kind="some", name=Text("Who agrees", "同意者"), needed=False, choices=here)
    why = choices(
        determined=Text("It is certain who goes on", "晋级者已定"), agreed=Text("All agree, chips are cash", "全体同意")
    )
    yield Act(
        advancing.EndTableEarly, Text("End this table early", "提前结束本桌"), "clock",
        Text("8.4.8(d)", "8.4.8(d)"), own, (one_field("why", Text("Why", "原因"), why), agreed), grave=True, free=True,
    )  # fmt: skip


def practice(desk: Desk) -> Act:
    """A spin that counts for nothing, before the first round."""
    where = one_field("table", Text("Table", "桌台"), tuple(ChoiceView(it, same(it)) for it in desk.it.tables))
    return Act(
        directing.PractiseSpin, Text("A practice spin", "练习局"), "repeat", Text("8.3.2", "8.3.2"), desk.own,
        (where, dice_field("dice", Text("Dice", "骰子"), desk.dice)),
    )  # fmt: skip


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
    act = Act(
        spinning.PlayOff, Text("A spin between equals", "平手加赛"), "repeat", Text("8.4.6", "8.4.6"), desk.own,
        tried={"dice": (1,) * desk.dice, "wagers": between},
    )  # fmt: skip
    return desk.one(act)
