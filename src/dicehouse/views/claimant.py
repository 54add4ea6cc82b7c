"""What a player has to do with a promotion: entries earned, prizes won, claims made, and a dispute."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from dicehouse.house.promotions import awarding, disputing
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.own_disputes import OwnRuling, own_rulings
from dicehouse.views.parts import Refusal, Text, refusal


class OwnPrize(Struct, frozen=True, kw_only=True):
    """A prize that this player has won or claimed."""

    number: int
    name: str
    value: int
    won: bool
    claimed: bool
    denied: str
    """Why the latest claim was denied; empty where it was not."""
    awarded: bool
    act: ActView | None


class ClaimantPage(Struct, frozen=True, kw_only=True):
    now: datetime
    name: str
    none: Refusal | None = None
    """Why there is nothing to show."""
    entries: int = 0
    shut_out: str = ""
    """Why this player is not eligible."""
    prizes: tuple[OwnPrize, ...] = ()
    disputes: tuple[OwnRuling, ...] = ()
    acts: tuple[ActView, ...] = ()


def claimant_page(house: House, asker: Asker, of: str) -> ClaimantPage:
    it = house.promotions.get(of)
    if it is None or it.published is None:
        none = Refused(Why.UNKNOWN_ID, None, "no-promotion-here", of=of or "the address")
        return ClaimantPage(now=asker.at, name=asker.name, none=refusal(none))
    own = {"promotion": of, "person": asker.name}
    dispute = Act(disputing.RaisePromotionDispute, given=own, name=Text("Raise a dispute", "提出争议"))
    return ClaimantPage(
        now=asker.at,
        name=asker.name,
        entries=it.earned.get(asker.name, 0),
        shut_out=it.shut_out.get(asker.name, ""),
        prizes=tuple(_prizes(house, it, asker)),
        disputes=tuple(own_rulings(house, asker, "promotion", of)),
        acts=(in_house(house, dispute, asker),),
    )


def _prizes(house: House, it: Promotion, asker: Asker) -> Iterator[OwnPrize]:
    """Those that the player has won or claimed; who else has won what is nobody's business here."""
    for number, won in it.won.items():
        claims = [claim for claim in it.claims.values() if (claim.person, claim.prize) == (asker.name, number)]
        mine = won.person == asker.name
        if not mine and not claims:
            continue
        own = {"promotion": it.terms.id, "prize": number, "person": asker.name}
        name = Text("Claim this prize", "领取此奖")
        claim = Act(awarding.ClaimPrize, given=own, name=name, icon="check", key=f"claim/{number}")
        yield OwnPrize(
            number=number,
            name=won.prize.name,
            value=won.prize.value,
            won=mine,
            claimed=any(not each.denied for each in claims),
            denied=claims[-1].denied if claims else "",
            awarded=mine and won.awarded is not None,
            act=in_house(house, claim, asker) if mine and won.awarded is None else None,
        )
