"""What the director of a tournament works with: its tables and spins, rulings within the terms, and what is due next.

Entrants are shown by number. A sealed wager is shown as nothing but sealed until betting closes at its table.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.floor.views.acts import (
    REASON,
    Act,
    ActView,
    Asker,
    ChoiceView,
    FieldView,
    choices,
    in_house,
    moment_field,
    name_field,
    one_field,
    text_field,
)
from dicehouse.floor.views.felt import felt
from dicehouse.floor.views.layout import felt_kind
from dicehouse.floor.views.parts import Refusal, Text, refusal
from dicehouse.floor.views.tournament import TournamentView, entrant_name, tournament_view
from dicehouse.house.deadlines import Due, deadlines
from dicehouse.house.orders import LADDER
from dicehouse.house.state import House
from dicehouse.house.tournaments import (
    advancing,
    changing,
    conduct,
    directing,
    entering,
    finishing,
    preparing,
    rounds,
    ruling,
    spinning,
    wagering,
)
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.standings import cut, undecided
from dicehouse.house.tournaments.state import Entrant, Tournament
from dicehouse.refusal import Refused, Why

MORE_LINES: Final = 12
"""Deadlines that are listed."""

ACTIONS: Final = {
    "warn": Text("Warn", "警告"),
    "chips": Text("Take chips", "扣罚筹码"),
    "lose-wager": Text("Lose the wager", "没收投注"),
    "disqualify": Text("Disqualify", "取消资格"),
}
OFFENCES: Final = {
    "conduct": Text("Conduct", "行为"),
    "late": Text("Late arrival", "迟到"),
    "absence": Text("Absence", "缺席"),
    "telephone": Text("Telephone in play", "比赛中用电话"),
}


class DueLine(Struct, frozen=True):
    """Something that is due."""

    at: datetime
    of: str
    what: str
    clause: str
    late: bool


class SealedLine(Struct, frozen=True):
    """A player with secret wagers that are opened when betting closes."""

    person: str
    number: int
    count: int


class PlayerLine(Struct, frozen=True):
    """Someone who plays at a table."""

    person: str
    """For the command; a console shows the number."""
    number: int
    seat: int
    bank: int


class DirectorTable(Struct, frozen=True, kw_only=True):
    """A table and what can be done there."""

    table: str
    players: tuple[PlayerLine, ...]
    sealed: tuple[SealedLine, ...]
    close: ActView
    settle: ActView
    acts: tuple[ActView, ...]


class RulingLine(Struct, frozen=True, kw_only=True):
    """A dispute, open or decided."""

    id: str
    entrant: int
    table: str
    about: str
    decision: str
    advised: bool
    act: ActView | None


class OwedLine(Struct, frozen=True):
    """What the tournament owes an entrant."""

    entrant: int
    amount: int
    act: ActView


class DirectorView(Struct, frozen=True, kw_only=True):
    now: datetime
    house: str
    name: str
    role: str
    known: tuple[str, ...]
    """Every tournament of the house."""
    none: Refusal | None
    """Why there is none to show."""
    tournament: TournamentView | None
    director: str
    deputies: tuple[str, ...]
    away: str
    accepted: int
    wagers: tuple[ChoiceView, ...]
    dice: int
    tables: tuple[DirectorTable, ...]
    next: ActView | None
    """The next step."""
    steps: tuple[DueLine, ...]
    clock: tuple[ActView, ...]
    acts: tuple[ActView, ...]
    """What else the director may do."""
    desk: tuple[ActView, ...]
    """What the house does: entries, approval, tables."""
    play_off: ActView | None
    equal: tuple[PlayerLine, ...]
    rulings: tuple[RulingLine, ...]
    owed: tuple[OwedLine, ...]
    chosen: int
    """The entrant who was asked for."""
    rules: tuple[ActView, ...]
    """What may be done about that entrant: the penalties that the terms allow."""


def director_view(house: House, asker: Asker, floor: Iterable[str], of: str, entrant: int = 0) -> DirectorView:
    """The director's desk for one tournament, with one entrant open; `floor` names the tables of the house."""
    it = house.tournaments.get(of)
    made = _Desk(house, it, asker, tuple(floor)) if it is not None else None
    none = Refused(
        Why.UNKNOWN_ID, None, f"{of or 'the address'}: there is no such tournament; choose one that there is"
    )
    return DirectorView(
        now=asker.at,
        house=house.name,
        name=asker.name,
        role=asker.role,
        known=tuple(house.tournaments),
        none=refusal(none) if it is None else None,
        tournament=made.view if made else None,
        director=it.director if it else "",
        deputies=tuple(it.deputies) if it else (),
        away=it.away if it else "",
        accepted=sum(one.accepted == it.version for one in it.entrants.values()) if it else 0,
        wagers=wager_choices(it.terms.rulebook) if it else (),
        dice=book_of(it.terms.rulebook).dice.count if it else 0,
        tables=tuple(made.tables()) if made else (),
        next=made.next() if made else None,
        steps=tuple(made.steps())[:MORE_LINES] if made else (),
        clock=made.judged(made.clock()) if made else (),
        acts=made.judged(made.acts()) if made else (),
        desk=made.judged(made.desk()) if made else (),
        play_off=made.play_off() if made else None,
        equal=made.equal() if made else (),
        rulings=tuple(made.rulings()) if made else (),
        owed=tuple(made.owed()) if made else (),
        chosen=entrant,
        rules=made.judged(made.rules(entrant)) if made else (),
    )


def due_line(due: Due) -> DueLine:
    return DueLine(due.at, due.of, due.what, due.clause, due.late)


def wager_choices(rulebook: str) -> tuple[ChoiceView, ...]:
    """Every wager that a rulebook offers, by the names on its felt."""
    book = book_of(rulebook)
    names = {it.id: Text(it.name.en, it.name.zh) for it in felt(felt_kind(book)).areas}
    return tuple(ChoiceView(id, names.get(id, Text(id, id))) for id in book.wagers)


class _Desk:
    """One tournament as one person works with it."""

    def __init__(self, house: House, it: Tournament, asker: Asker, floor: Sequence[str]) -> None:
        self.house = house
        self.it = it
        self.asker = asker
        self.floor = floor
        self.id = it.terms.id
        self.own = {"tournament": self.id}
        self.view = tournament_view(house, it, asker.at)
        self._known = {who: entrant_name(one.number) for who, one in it.entrants.items()}
        self._known |= dict.fromkeys(it.rulings, "the dispute")
        known = sorted(map(re.escape, self._known), key=len, reverse=True)
        self._named = re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)") if known else None

    def by_number(self, said: str) -> str:
        """A sentence of the house, with entrants by number."""
        return self._named.sub(lambda it: self._known[it[0]], said) if self._named else said

    def one(self, act: Act) -> ActView:
        made = in_house(self.house, act, self.asker)
        no = made.refused
        if no is None:
            return made
        return replace(made, refused=replace(no, message=self.by_number(no.message), next=self.by_number(no.next)))

    def steps(self) -> Iterator[DueLine]:
        for due in deadlines(self.house, self.asker.at):
            if due.of == self.id:
                yield due_line(due._replace(what=self.by_number(due.what)))

    def judged(self, acts: Iterable[Act]) -> tuple[ActView, ...]:
        return tuple(self.one(act) for act in acts)

    def _people(self, *standings: str) -> tuple[ChoiceView, ...]:
        return tuple(
            ChoiceView(who, same(entrant_name(one.number)))
            for who, one in self.it.entrants.items()
            if one.standing in standings
        )

    # --- the tables

    def tables(self) -> Iterator[DirectorTable]:
        play = self.it.round
        for table in self.view.tables:
            here = play.tables[table.table] if play is not None else None
            own = {**self.own, "table": table.table}
            players = self.players(table.table)
            close = Act(
                wagering.CloseTournamentBetting, Text("No more bets", "停止下注"), "lock", given=own,
                tried={"wagers": {}}, fields=(),
            )  # fmt: skip
            settle = Act(
                spinning.SettleTournamentSpin, Text("Key the dice", "输入结果"), "check", given=own,
                tried={"dice": (1,) * book_of(self.it.terms.rulebook).dice.count},
            )  # fmt: skip
            sealed = here.sealed if here is not None else {}
            numbers = {each.person: each.number for each in players}
            yield DirectorTable(
                table=table.table,
                players=players,
                sealed=tuple(SealedLine(who, numbers.get(who, 0), len(seals)) for who, seals in sealed.items()),
                close=self.one(close),
                settle=self.one(settle),
                acts=self.judged(self._at(own, players)),
            )

    def _at(self, own: dict[str, Any], players: tuple[PlayerLine, ...]) -> Iterator[Act]:
        yield Act(
            spinning.VoidTournamentSpin, Text("No spin", "此局无效"), "undo", given=own, fields=(REASON,), grave=True
        )
        yield Act(
            ruling.RaiseTournamentDispute, Text("Hold for a ruling", "暂停待裁"), "pause", given=own,
            fields=(
                one_field("person", Text("Entrant", "参赛者"), tuple(
                    ChoiceView(it.person, same(entrant_name(it.number))) for it in players
                )),
                text_field("about", Text("What it is about", "事由")),
            ), free=True,
        )  # fmt: skip
        agreed = FieldView(
            key="agreed", kind="some", name=Text("Who agrees", "同意者"), needed=False,
            choices=tuple(ChoiceView(it.person, same(entrant_name(it.number))) for it in players),
        )  # fmt: skip
        why = choices(
            determined=Text("It is certain who goes on", "晋级者已定"),
            agreed=Text("All agree, chips are cash", "全体同意"),
        )  # fmt: skip
        yield Act(
            advancing.EndTableEarly, Text("End this table early", "提前结束本桌"), "clock",
            Text("8.4.8(d)", "8.4.8(d)"), own, (one_field("why", Text("Why", "原因"), why), agreed), grave=True,
        )  # fmt: skip

    def players(self, table: str) -> tuple[PlayerLine, ...]:
        found = [
            _player(who, one)
            for who, one in self.it.entrants.items()
            if one.table == table and one.standing == "playing"
        ]
        return tuple(sorted(found, key=lambda it: it.seat))

    # --- the next step, and the clock

    def next(self) -> ActView | None:
        it, view = self.it, self.view
        if it.phase == "playing":
            over = all(table.state == "over" for table in view.tables)
            act = Act(advancing.EndRound, Text("End the round", "结束本轮"), "check", given=self.own)
            return self.one(act) if over else None
        if it.phase == "between" and it.rounds == len(it.terms.format.rounds):
            return self.one(
                Act(
                    finishing.FinishTournament, Text("Say who has won", "宣布名次"), "check", given=self.own, grave=True
                )
            )
        waiting = [one for one in it.entrants.values() if one.standing == "entered" and not one.briefed]
        if it.phase == "planned" and waiting:
            return self.one(self._brief())
        if it.phase in ("planned", "between"):
            number = it.rounds + 1
            seed = name_field("seed", Text("Seed of the seats, 8 signs or more", "座位种子（至少 8 个字符）"))  # noqa: RUF001
            return self.one(
                Act(
                    rounds.StartRound,
                    Text(f"Start round {number}", f"开始第 {number} 轮"),
                    "check",
                    given=self.own,
                    fields=(seed,),
                )
            )
        return None

    def _brief(self) -> Act:
        people = FieldView(
            key="understood", kind="some", name=Text("Who says that they understand", "表示明白者"),
            choices=self._people("entered"),
        )  # fmt: skip
        return Act(
            directing.BriefPlayers, Text("Brief the players", "赛前说明"), "book", Text("8.3.1", "8.3.1"), self.own,
            (people,),
        )  # fmt: skip

    def clock(self) -> Iterator[Act]:
        if self.it.phase != "playing":
            return
        if self.view.paused:
            yield Act(rounds.ResumeRound, Text("Go on", "继续"), "clock", given=self.own)
        else:
            yield Act(rounds.PauseRound, Text("Pause all", "全部暂停"), "pause", given=self.own, fields=(REASON,))
        minutes = FieldView(key="minutes", kind="count", name=Text("Minutes", "分钟"))
        yield Act(rounds.AddTime, Text("Add time", "加时"), "clock", given=self.own, fields=(minutes, REASON))

    def acts(self) -> Iterator[Act]:
        it = self.it
        if it.phase in ("planned", "between"):
            to = moment_field("to", Text("New start", "新的开始时间"), needed=True)
            yield Act(
                directing.MoveStart, Text("Move the start", "改开始时间"), "clock", given=self.own, fields=(to, REASON)
            )
        if it.phase == "between":
            yield Act(
                rounds.SkipRepechage, Text("Hold no repechage", "不设复活赛"), "cross", given=self.own, fields=(REASON,)
            )
        if it.phase in ("finished", "cancelled"):
            return
        person = name_field("person", Text("Who", "何人"))
        yield Act(directing.AppointDeputy, Text("Name a deputy", "指定副手"), "user", given=self.own, fields=(person,))
        if it.away:
            yield Act(directing.ReturnToTournament, Text("I am back", "返回"), "user", given=self.own)
        else:
            deputy = one_field(
                "deputy", Text("Who stands in", "代理人"), tuple(ChoiceView(who, same(who)) for who in it.deputies),
                needed=False,
            )  # fmt: skip
            yield Act(directing.LeaveTournament, Text("Hand over", "交接"), "leave", given=self.own, fields=(deputy,))

    # --- what the house does for it

    def desk(self) -> Iterator[Act]:
        it, own = self.it, self.own
        if self.asker.role not in LADDER:
            return
        if it.phase == "planned":
            yield from self._before()
        if it.phase in ("planned", "playing", "between"):
            reason = (REASON,)
            yield Act(
                finishing.CancelTournament,
                Text("Call it off", "取消比赛"),
                "cross",
                given=own,
                fields=reason,
                grave=True,
            )
        if it.phase == "finished":
            where = text_field("where", Text("Where they are published", "公布处"))
            yield Act(
                finishing.PublishTournamentResults, Text("Publish the results", "公布结果"), "export", given=own,
                fields=(where,),
            )  # fmt: skip

    def _before(self) -> Iterator[Act]:
        own = self.own
        yield Act(preparing.ApproveTournament, Text("Approve the terms", "批准条款"), "check", given=own)
        where = text_field("where", Text("Where patrons can have them", "顾客取阅处"))
        yield Act(
            preparing.OfferTerms, Text("Make the terms available", "公开条款"), "book", given=own, fields=(where,)
        )
        to = name_field("to", Text("Who took the message", "接收人"))
        yield Act(
            preparing.NotifyInspectorate, Text("Tell the inspectorate", "通知督察"), "export", given=own, fields=(to,)
        )
        person = name_field("person", Text("Who", "何人"))
        yield Act(
            directing.AppointDirector, Text("Appoint a director", "任命总监"), "user", given=own, fields=(person,)
        )
        tables = FieldView(
            key="tables", kind="some", name=Text("Tables", "桌台"),
            choices=tuple(ChoiceView(name, same(name)) for name in self.floor),
        )  # fmt: skip
        yield Act(
            preparing.DesignateTables,
            Text("Set tables apart", "指定桌台"),
            "lock",
            Text("8.2.4", "8.2.4"),
            own,
            (tables,),
        )
        yield self._enter()
        withdraw = one_field("person", Text("Entrant", "参赛者"), self._people("entered"))
        yield Act(
            changing.WithdrawEntry, Text("Withdraw an entry", "退赛"), "undo", given=own, fields=(withdraw,), free=True
        )

    def _enter(self) -> Act:
        means = choices(cash=Text("Cash", "现金"), account=Text("From the account", "从账户"))
        fields = (
            name_field("person", Text("Patron", "顾客")),
            one_field("means", Text("Paid", "付款"), means),
            FieldView(key="accepted", kind="tick", name=Text("Accepts the terms", "接受条款")),
            FieldView(key="signed", kind="tick", name=Text("Has signed a copy", "已签名")),
        )
        return Act(
            entering.EnterTournament, Text("Take an entry", "接受报名"), "user", Text("8.4.2(c)", "8.4.2(c)"), self.own,
            fields, free=True,
        )  # fmt: skip

    # --- equal players, rulings and prizes

    def equal(self) -> tuple[PlayerLine, ...]:
        if self.it.phase != "playing" or not all(table.state == "over" for table in self.view.tables):
            return ()
        found = undecided(self.it) if self.view.final else cut(self.it).equal
        return tuple(_player(who, self.it.entrants[who]) for who in found)

    def play_off(self) -> ActView | None:
        if not self.equal():
            return None
        act = Act(
            spinning.PlayOff, Text("A spin between equals", "平手加赛"), "repeat", Text("8.4.6", "8.4.6"), self.own,
            free=True, tried={"dice": (1,) * book_of(self.it.terms.rulebook).dice.count, "wagers": {}},
        )  # fmt: skip
        return self.one(act)

    def rulings(self) -> Iterator[RulingLine]:
        for id, it in reversed(self.it.rulings.items()):
            one = self.it.entrants.get(it.person)
            act = Act(
                ruling.DecideTournamentDispute, Text("Decide for good", "最终裁决"), "check",
                Text("8.4.8(h)", "8.4.8(h)"), {**self.own, "dispute": id},
                (
                    text_field("decision", Text("Decision", "裁决")),
                    FieldView(key="satisfied", kind="tick", name=Text("The player is satisfied", "参赛者满意")),
                ),
                grave=True,
            )  # fmt: skip
            yield RulingLine(
                id=id,
                entrant=one.number if one else 0,
                table=it.table,
                about=it.about,
                decision=it.decision,
                advised=it.advised,
                act=None if it.decision else self.one(act),
            )

    def rules(self, number: int) -> Iterator[Act]:
        """The penalties that the terms allow for each offence, and retiring."""
        who = next((who for who, one in self.it.entrants.items() if one.number == number), "")
        if not who:
            return
        terms, own = self.it.terms.conduct, {**self.own, "person": who}
        foreseen = {
            "conduct": terms.penalties,
            "late": terms.late,
            "absence": terms.absence,
            "telephone": terms.telephone,
        }
        for what, actions in foreseen.items():
            for action in actions:
                name, did = OFFENCES[what], ACTIONS[action]
                clause = conduct.CLAUSES[what]
                yield Act(
                    conduct.PenalisePlayer, Text(f"{name.en}: {did.en.lower()}", f"{name.zh}：{did.zh}"),  # noqa: RUF001
                    "warn", Text(clause, clause), {**own, "what": what, "action": action}, (REASON,),
                    grave=action != "warn", key=f"{what}/{action}",
                )  # fmt: skip
        yield Act(
            conduct.RetirePlayer,
            Text("Retires", "退出比赛"),
            "leave",
            Text("8.4.8(b)(vi)", "8.4.8(b)(vi)"),
            own,
            grave=True,
        )

    def owed(self) -> Iterator[OwedLine]:
        forms = choices(
            account=Text("To the account", "存入账户"), cash=Text("Cash", "现金"), cheque=Text("Cheque", "支票")
        )
        for who, amount in self.it.owed.items():
            act = Act(
                finishing.PayTournament, Text("Pay", "付款"), "cash", Text("8.4.7(b)", "8.4.7(b)"),
                {**self.own, "person": who}, (one_field("form", Text("Paid as", "付款方式"), forms),), key=f"pay/{who}",
            )  # fmt: skip
            one = self.it.entrants.get(who)
            yield OwedLine(one.number if one else 0, amount, self.one(act))


def _player(who: str, one: Entrant) -> PlayerLine:
    return PlayerLine(who, one.number, one.seat, one.bank)


def same(words: str) -> Text:
    return Text(words, words)
