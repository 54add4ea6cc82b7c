"""The promotions desk: what is due, every promotion, and one of them from its terms to the last prize."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.house.orders import LADDER, SCRUTINEER
from dicehouse.house.promotions import awarding, disputing, drawing, entering, publishing
from dicehouse.house.promotions.publishing import of_edition
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.views import promotion_claims
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.due import DueLine, due_lines
from dicehouse.views.parts import Refusal, Text, refusal, same
from dicehouse.views.promotion_claims import ClaimLine, PromotionDispute, WonLine
from dicehouse.views.promotion_page import DrawFacts, draw_facts, stage


class PromotionLine(Struct, frozen=True):
    id: str
    name: str
    version: int
    stage: Text
    at: datetime | None
    """When it is drawn, or a tournament starts."""


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
    proposed: bool
    """Whether a change of its terms waits for the regulator."""
    shut_out: tuple[tuple[str, str], ...]
    """Who is not eligible, and why."""
    draw: DrawFacts
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
    rank = LADDER[2]
    no_file = Refused(Why.NOT_ALLOWED, None, "files-no-terms", role=asker.role or asker.name, rank=rank)
    return PromotionsView(
        now=asker.at,
        house=house.name,
        name=asker.name,
        role=asker.role,
        due=tuple(due_lines(house, asker.at)),
        promotions=promotion_lines(house),
        tournaments=tournament_lines(house),
        may_file=None if asker.role in LADDER[2:] else refusal(no_file),
        asked=of,
        opened=_opened(house, it, asker) if it is not None else None,
    )


def promotion_lines(house: House) -> tuple[PromotionLine, ...]:
    return tuple(
        PromotionLine(id, it.terms.name, it.version, stage(it), it.terms.draw_at) for id, it in house.promotions.items()
    )


def tournament_lines(house: House) -> tuple[PromotionLine, ...]:
    return tuple(
        PromotionLine(id, it.terms.name, it.version, same(it.phase), it.starts) for id, it in house.tournaments.items()
    )


def _opened(house: House, it: Promotion, asker: Asker) -> PromotionDesk:
    terms = it.terms
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
        proposed=it.proposed is not None,
        shut_out=tuple(it.shut_out.items()),
        draw=draw_facts(it),
        acts=(
            *(_left(in_house(house, act, asker)) for act in _draw(it, asker)),
            *(in_house(house, act, asker) for act in _acts(it)),
        ),
        won=tuple(promotion_claims.won(house, it, asker)),
        claims=tuple(promotion_claims.claims(house, it, asker)),
        disputes=tuple(promotion_claims.disputes(house, it, asker)),
    )


def _left(made: ActView) -> ActView:
    """A promise or a secret that is left to the house is no refusal."""
    left = made.refused is not None and made.refused.why in (Why.ENTRY_DIFFERS, Why.NOT_DECLARED)
    return replace(made, refused=None) if left else made


def _draw(it: Promotion, asker: Asker) -> Iterator[Act]:
    """The draw, step by step."""
    own, draw = {"promotion": it.terms.id}, it.draw
    if it.published is None:
        yield Act(publishing.PublishPromotion, given=own)
    if draw.secret or it.cancelled:
        return
    if not draw.committed:
        words = Text("The house draws it and keeps it under seal", "由系统抽取并加密封存")
        yield Act(drawing.CommitDraw, words, own)
    if not draw.sealed:
        yield Act(drawing.SealEntries, given=own)
    if it.terms.scrutineer or asker.role == SCRUTINEER:
        yield Act(drawing.WitnessDraw, given=own)
    yield Act(drawing.OpenDraw, given=own)
    yield Act(drawing.ResumeDraw if it.stopped else drawing.StopDraw, given=own)


def _acts(it: Promotion) -> Iterator[Act]:
    own = {"promotion": it.terms.id}
    if it.proposed is not None:
        yield Act(publishing.ApproveAmendment, given=own, tried={"approved": it.proposed_at})
    of = of_edition(it)
    by_itself = of.amended_by == "resubmission" and it.proposed is not None
    if by_itself or (of.resubmits and it.amended is not None and not it.resubmitted):
        yield Act(publishing.ResubmitTerms, same(of.number("13.1")), own)
    if not it.draw.sealed and not it.cancelled:
        yield Act(entering.ShutOut, given=own)
    yield Act(disputing.RaisePromotionDispute, given=own)
    if it.draw.secret and not it.results:
        yield Act(awarding.PublishResults, given=own)
