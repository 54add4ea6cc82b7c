"""Promotions: the desk that takes them from their terms to the last prize, and the page that everyone may read.

The public page names no person: winners are entries, and the draw is there with all that it takes to work it out again.
"""

import re
from collections.abc import Iterable, Iterator
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
    name_field,
    one_field,
    text_field,
)
from dicehouse.floor.views.director import DueLine, due_line, same
from dicehouse.floor.views.parts import Refusal, Text, refusal
from dicehouse.house import terms as written
from dicehouse.house.deadlines import deadlines
from dicehouse.house.orders import LADDER, SCRUTINEER
from dicehouse.house.promotions import awarding, drawing, publishing
from dicehouse.house.promotions.lot import seed
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.sheet.parts import Facts, Section, Table

NUMBERS: Final = re.compile(r" [0-9a-f]{8}-[0-9a-f-]{27}")
"""Numbers of claims and disputes that say nothing to people."""
CHANNELS: Final = {
    "face-to-face": Text("Face to face", "当面"),
    "mail": Text("Letter", "信件"),
    "telephone": Text("Telephone", "电话"),
    "email": Text("E-mail", "电邮"),
}
CHOSEN: Final = FieldView(key="chosen_by_winner", kind="tick", name=Text("The winner chose this form", "由中奖者选定"))
STAGES: Final = {
    "filed": Text("Filed, not public", "已申报，未公布"),  # noqa: RUF001
    "published": Text("Public", "已公布"),
    "committed": Text("Secret promised", "已承诺密数"),
    "sealed": Text("Entries sealed", "参加名单已封存"),
    "drawn": Text("Drawn", "已抽奖"),
    "finished": Text("Results published", "结果已公布"),
    "stopped": Text("Draw postponed", "抽奖延期"),
    "cancelled": Text("Cancelled", "已取消"),
}


class SheetSection(Struct, frozen=True):
    """A part of the terms."""

    title: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ProblemLine(Struct, frozen=True):
    """Something that is wrong with terms."""

    said: str
    clause: str


class TermsChecked(Struct, frozen=True, kw_only=True):
    """Terms as they were read from a text, with everything that is wrong with them."""

    kind: str
    id: str
    name: str
    do: str
    """The command that files them."""
    terms: dict[str, Any]
    problems: tuple[ProblemLine, ...]
    sections: tuple[SheetSection, ...]


class DrawFacts(Struct, frozen=True, kw_only=True):
    """A draw as far as it is known: what anyone needs to work it out again."""

    committed: str
    sealed: str
    word: str
    scrutineer: str
    secret: str
    seed: str
    at: datetime | None
    entries: int
    persons: int


class WinnerLine(Struct, frozen=True):
    """A prize that was drawn, without its winner's name."""

    prize: int
    name: str
    value: int
    entry: int
    """Of all entries, from 0 in the order they were earned."""
    awarded: bool


class PromotionPage(Struct, frozen=True, kw_only=True):
    """All that is public of a promotion."""

    now: datetime
    id: str
    name: str
    rulebook: str
    version: int
    stage: Text
    over: str
    """Why it was postponed or cancelled."""
    results: str
    sections: tuple[SheetSection, ...]
    draw: DrawFacts
    winners: tuple[WinnerLine, ...]


class PromotionLine(Struct, frozen=True):
    id: str
    name: str
    version: int
    stage: Text
    at: datetime | None
    """When it is drawn, or a tournament starts."""


class WonLine(Struct, frozen=True, kw_only=True):
    """A prize that was won."""

    number: int
    name: str
    value: int
    person: str
    entry: int
    told_by: datetime | None
    attempts: tuple[str, ...]
    reached: bool
    awarded: datetime | None
    acts: tuple[ActView, ...]


class ClaimLine(Struct, frozen=True, kw_only=True):
    id: str
    person: str
    prize: int
    name: str
    value: int
    at: datetime
    denied: str
    met: bool
    acts: tuple[ActView, ...]


class PromotionDispute(Struct, frozen=True):
    id: str
    person: str
    about: str
    decided: bool
    act: ActView | None


class PromotionDesk(Struct, frozen=True, kw_only=True):
    """One promotion on the desk."""

    id: str
    name: str
    rulebook: str
    version: int
    stage: Text
    over: str
    filed: datetime
    starts: datetime | None
    closes: datetime | None
    draws: datetime | None
    draw: DrawFacts
    commit: ActView
    open: ActView
    acts: tuple[ActView, ...]
    won: tuple[WonLine, ...]
    claims: tuple[ClaimLine, ...]
    disputes: tuple[PromotionDispute, ...]


class PromotionsView(Struct, frozen=True, kw_only=True):
    """The promotions desk."""

    now: datetime
    house: str
    name: str
    role: str
    due: tuple[DueLine, ...]
    promotions: tuple[PromotionLine, ...]
    tournaments: tuple[PromotionLine, ...]
    may_file: Refusal | None
    """Why this person files no terms; None where they may."""
    asked: str
    opened: PromotionDesk | None


def promotions_view(house: House, asker: Asker, of: str = "") -> PromotionsView:
    it = house.promotions.get(of)
    tournaments = tuple(
        PromotionLine(id, each.terms.name, each.version, same(each.phase), each.starts)
        for id, each in house.tournaments.items()
    )
    rank = LADDER[2]
    no_file = Refused(Why.NOT_ALLOWED, None, f"terms: {asker.role or asker.name} files none; ask {rank} or above")
    return PromotionsView(
        now=asker.at,
        house=house.name,
        name=asker.name,
        role=asker.role,
        due=tuple(due_line(due._replace(what=NUMBERS.sub("", due.what))) for due in deadlines(house, asker.at)),
        promotions=tuple(
            PromotionLine(id, each.terms.name, each.version, stage(each), each.terms.draw_at)
            for id, each in house.promotions.items()
        ),
        tournaments=tournaments,
        may_file=None if asker.role in LADDER[2:] else refusal(no_file),
        asked=of,
        opened=_Desk(house, it, asker).view() if it is not None else None,
    )


def stage(it: Promotion) -> Text:
    draw = it.draw
    found = (
        ("cancelled", it.cancelled), ("stopped", it.stopped), ("finished", it.results), ("drawn", draw.secret),
        ("sealed", draw.sealed), ("committed", draw.committed), ("published", it.published),
    )  # fmt: skip
    return STAGES[next((name for name, done in found if done), "filed")]


def promotion_page(it: Promotion, now: datetime) -> PromotionPage:
    return PromotionPage(
        now=now,
        id=it.terms.id,
        name=it.terms.name,
        rulebook=it.terms.rulebook,
        version=it.version,
        stage=stage(it),
        over=it.cancelled or it.stopped,
        results=it.results,
        sections=sheet_sections(it.terms),
        draw=draw_facts(it),
        winners=tuple(
            WinnerLine(number, won.prize.name, won.prize.value, won.entry, won.awarded is not None)
            for number, won in it.won.items()
        ),
    )


def draw_facts(it: Promotion) -> DrawFacts:
    draw = it.draw
    return DrawFacts(
        committed=draw.committed,
        sealed=draw.sealed,
        word=draw.word,
        scrutineer=draw.scrutineer,
        secret=draw.secret,
        seed=seed(draw.secret, draw.sealed, draw.word) if draw.secret else "",
        at=draw.at,
        entries=sum(each.number for each in it.entries),
        persons=len(it.earned),
    )


def sheet_sections(terms: written.Terms) -> tuple[SheetSection, ...]:
    """The terms as people read them."""
    return tuple(_section(each) for each in written.sheet(terms).sections)


def _section(it: Section) -> SheetSection:
    facts = [pair for block in it.blocks if isinstance(block, Facts) for pair in block.facts]
    texts = [block.text for block in it.blocks if block.kind == "text"]
    tables = [block for block in it.blocks if isinstance(block, Table)]
    columns = [column.title for table in tables[:1] for column in table.columns]
    rows = [tuple(", ".join(cell.lines) for cell in row) for table in tables for row in table.rows]
    return SheetSection(it.title, tuple(facts), tuple(texts), tuple(columns), tuple(rows))


class _Desk:
    """One promotion as one person works with it."""

    def __init__(self, house: House, it: Promotion, asker: Asker) -> None:
        self.house = house
        self.it = it
        self.asker = asker
        self.own = {"promotion": it.terms.id}

    def one(self, act: Act) -> ActView:
        return in_house(self.house, act, self.asker)

    def judged(self, acts: Iterable[Act]) -> tuple[ActView, ...]:
        return tuple(self.one(act) for act in acts)

    def view(self) -> PromotionDesk:
        it, terms = self.it, self.it.terms
        commit = Act(
            drawing.CommitDraw, Text("Promise the secret", "承诺密数"), "lock", given=self.own,
            tried={"commitment": "0" * 64},
        )  # fmt: skip
        return PromotionDesk(
            id=terms.id,
            name=terms.name,
            rulebook=terms.rulebook,
            version=it.version,
            stage=stage(it),
            over=it.cancelled or it.stopped,
            filed=it.filed,
            starts=terms.starts,
            closes=terms.entries_close,
            draws=terms.draw_at,
            draw=draw_facts(it),
            commit=self.one(commit),
            open=self.open(),
            acts=self.judged(self.acts()),
            won=tuple(self.won()),
            claims=tuple(self.claims()),
            disputes=tuple(self.disputes()),
        )

    def open(self) -> ActView:
        """Everything but the secret itself is judged before it is keyed."""
        secret = text_field("secret", Text("The secret that was promised", "所承诺之密数"))
        made = self.one(
            Act(drawing.OpenDraw, Text("Open the draw", "开奖"), "check", given=self.own, fields=(secret,), grave=True)
        )
        keyed = made.refused is not None and made.refused.why == Why.ENTRY_DIFFERS
        return replace(made, refused=None) if keyed else made

    def acts(self) -> Iterator[Act]:
        it, own = self.it, self.own
        if it.published is None:
            yield Act(publishing.PublishPromotion, Text("Publish", "公布"), "export", given=own)
        if it.proposed is not None:
            reference = name_field("reference", Text("Letter of the regulator", "监管机构函号"))
            yield Act(
                publishing.ApproveAmendment, Text("The change is approved", "变更已批准"), "check", given=own,
                fields=(reference,),
            )  # fmt: skip
        if not it.draw.sealed:
            yield Act(drawing.SealEntries, Text("Seal the entries", "封存名单"), "lock", given=own)
        if not it.draw.secret and (it.terms.scrutineer or self.asker.role == SCRUTINEER):
            word = name_field("word", Text("A word of your own choice", "自选词"))
            yield Act(drawing.WitnessDraw, Text("Oversee the draw", "监督抽奖"), "user", given=own, fields=(word,))
        if it.stopped:
            yield Act(drawing.ResumeDraw, Text("Resume the draw", "恢复抽奖"), "repeat", given=own, fields=(REASON,))
        elif not it.draw.secret and not it.cancelled:
            what = choices(postpone=Text("Postpone", "延期"), cancel=Text("Cancel", "取消"))
            yield Act(
                drawing.StopDraw, Text("Stop the draw", "中止抽奖"), "pause", given=own,
                fields=(one_field("what", Text("How", "方式"), what), REASON), grave=True,
            )  # fmt: skip
        if it.draw.secret and not it.results:
            where = text_field("where", Text("Where they are published", "公布处"))
            yield Act(
                awarding.PublishResults, Text("Publish the results", "公布结果"), "export", given=own, fields=(where,)
            )

    def won(self) -> Iterator[WonLine]:
        ways = tuple(ChoiceView(id, name) for id, name in CHANNELS.items())
        for number, it in self.it.won.items():
            own = {**self.own, "prize": number}
            tell = Act(
                awarding.TellWinner, Text("Record a try to tell", "记录通知"), "export", given=own,
                fields=(
                    one_field("channel", Text("How", "方式"), ways),
                    FieldView(key="reached", kind="tick", name=Text("The winner was told", "已通知到")),
                    text_field("said", Text("What was said", "内容")),
                ), key=f"tell/{number}",
            )  # fmt: skip
            claim = Act(
                awarding.ClaimPrize, Text("Take a claim", "受理领奖"), "user", given=own,
                fields=(name_field("person", Text("Who claims", "领奖人")),), key=f"claim/{number}", free=True,
            )  # fmt: skip
            yield WonLine(
                number=number,
                name=it.prize.name,
                value=it.prize.value,
                person=it.person,
                entry=it.entry,
                told_by=it.told_by,
                attempts=tuple(f"{each.at:%Y-%m-%d %H:%M} {each.channel}: {each.said}" for each in it.attempts),
                reached=any(each.reached for each in it.attempts),
                awarded=it.awarded,
                acts=() if it.awarded else self.judged((tell, claim)),
            )

    def claims(self) -> Iterator[ClaimLine]:
        for id, it in self.it.claims.items():
            won = self.it.won[it.prize]
            met = won.awarded is not None and won.person == it.person and not it.denied
            yield ClaimLine(
                id=id,
                person=it.person,
                prize=it.prize,
                name=won.prize.name,
                value=won.prize.value,
                at=it.at,
                denied=it.denied,
                met=met,
                acts=() if met or it.denied else self.judged(self._claim(id, it.prize)),
            )

    def _claim(self, id: str, prize: int) -> Iterator[Act]:
        own, it = {**self.own, "claim": id}, self.it.won[prize].prize
        deny = (
            REASON,
            FieldView(key="name", kind="name", name=Text("Claimant's name", "索奖人姓名"), needed=False),
            FieldView(key="address", kind="text", name=Text("Claimant's address", "索奖人地址"), needed=False),
        )
        tried = {"name": "-", "address": "-"}
        yield Act(
            awarding.DenyClaim, Text("Deny the claim", "拒绝"), "cross", given=own, fields=deny, tried=tried,
            grave=True, key=f"deny/{id}",
        )  # fmt: skip
        forms = {
            "prize": Text("Hand the prize over", "交付奖品"), "account": Text("To the account", "存入账户"),
            "cheque": Text("By cheque", "支票"), "cash": Text("In cash", "现金"),
        }  # fmt: skip
        for form, name in forms.items():
            if (form == "prize") == (it.kind == "cash") or (
                form != "prize" and it.kind != "cash" and not it.alternative
            ):
                continue
            given = {**own, "parts": {form: it.value}}
            yield Act(
                awarding.AwardPrize, name, "check", given=given, fields=(CHOSEN,) if it.kind == "cash" else (),
                tried={"chosen_by_winner": True}, grave=True, key=f"award/{id}/{form}",
            )  # fmt: skip

    def disputes(self) -> Iterator[PromotionDispute]:
        for id, it in self.it.disputes.items():
            fields = (
                text_field("decision", Text("Decision", "裁决")),
                FieldView(key="satisfied", kind="tick", name=Text("The person is satisfied", "当事人满意")),
            )
            act = Act(
                awarding.DecidePromotionDispute, Text("Decide for good", "最终裁决"), "check",
                given={**self.own, "dispute": id}, fields=fields, grave=True, key=f"decide/{id}",
            )  # fmt: skip
            yield PromotionDispute(id, it.person, it.about, it.decided, None if it.decided else self.one(act))
