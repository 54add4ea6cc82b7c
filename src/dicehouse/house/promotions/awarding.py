"""What follows a draw: winners are told in time, claims are met or denied with reasons, prizes are handed over."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from dicehouse.house.accounts import BANK, CAGE_CASH, CASH, HOUSE, Postings, move, patron, post, short
from dicehouse.house.orders import LADDER, PATRON, Appliers, Order, Orders
from dicehouse.house.promotions.editions import CHOICE_ABOVE, DENIED_ABOVE
from dicehouse.house.promotions.publishing import found_promotion, of_edition
from dicehouse.house.promotions.state import Attempt, Claim, Promotion, Won
from dicehouse.house.promotions.terms import Channel
from dicehouse.house.state import House
from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Words, stamp

CASHIER, MANAGER = LADDER[0], LADDER[2]
Form = Literal["prize", "cash", "cheque", "transfer", "account"]
"""The prize itself, or money: notes, a crossed cheque, to the winner's bank, or to the account in the house."""
Place = Annotated[int, Meta(ge=1, le=1_000_000, description="of a single prize, from 1")]
Address = Annotated[str, Meta(max_length=500)]


class TellWinner(Command, frozen=True):
    """Record a try to tell a winner."""

    promotion: Name
    prize: Place
    channel: Channel
    reached: bool
    """Whether the winner was told; a letter counts when it is posted."""
    said: Words


class ClaimPrize(Command, frozen=True):
    """Claim a prize."""

    promotion: Name
    prize: Place
    person: Name


class DenyClaim(Command, frozen=True):
    """Refuse a claim and tell the claimant why."""

    promotion: Name
    claim: Name
    reason: Words
    name: Address = ""
    address: Address = ""


class AwardPrize(Command, frozen=True):
    """Hand a claimed prize over, or money for it, in one or several forms."""

    promotion: Name
    claim: Name
    parts: dict[Form, Amount]
    """The forms, with the money in each; the prize itself has its value."""
    chosen_by_winner: bool = False


class PublishResults(Command, frozen=True):
    """Record where the results of a draw were published."""

    promotion: Name
    where: Words


class WinnerTold(Event, frozen=True):
    """Someone tried to tell a winner."""

    promotion: str
    prize: int
    person: str
    channel: str
    reached: bool
    said: str
    late: bool
    """Whether it was after the time for it."""


class PrizeClaimed(Event, frozen=True):
    """A prize was claimed."""

    promotion: str
    claim: str
    prize: int
    person: str


class ClaimDenied(Event, frozen=True):
    """A claim was refused, and the claimant knows why."""

    promotion: str
    claim: str
    person: str
    value: int
    reason: str
    name: str
    address: str


class PrizeAwarded(Event, frozen=True):
    """A winner has the prize, or money for it."""

    promotion: str
    claim: str
    prize: int
    person: str
    value: int
    parts: dict[Form, int]
    postings: Postings


class ResultsPublished(Event, frozen=True):
    """The results of a draw are public."""

    promotion: str
    where: str


CHANNELS: Final = ("face-to-face", "mail", "telephone", "email")
"""In the order of the documents."""
_OWED: Final = "draw it first"


def _won(it: Promotion, name: str, prize: int) -> Won | Refused:
    found = it.won.get(prize)
    if found is not None:
        return found
    if not it.draw.secret:
        return Refused(Why.NOT_YET, of_edition(it).clause("7.1"), f"{name}: prize {prize} is not drawn; {_OWED}")
    message = f"{name}: nobody won prize {prize}; the prizes that were won: {', '.join(map(str, it.won)) or 'none'}"
    return Refused(Why.UNKNOWN_ID, None, message)


def _claim(it: Promotion, name: str, claim: str) -> Claim | Refused:
    """An open claim."""
    found = it.claims.get(claim)
    if found is None:
        message = f"{name}: there is no claim {claim}; the claims: {', '.join(it.claims) or 'none'}"
        return Refused(Why.UNKNOWN_ID, None, message)
    if found.denied:
        return Refused(Why.ALREADY_DONE, None, f"{claim}: it was denied ({found.denied}); make a new claim")
    if it.won[found.prize].awarded is not None:
        message = f"{claim}: prize {found.prize} was handed over at {it.won[found.prize].awarded}; nothing is owed"
        return Refused(Why.ALREADY_DONE, None, message)
    return found


def tell_winner(house: House, command: TellWinner) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    won = _won(it, command.promotion, command.prize)
    if isinstance(won, Refused):
        return won
    return (
        WinnerTold(
            promotion=command.promotion,
            prize=command.prize,
            person=won.person,
            channel=command.channel,
            reached=command.reached,
            said=command.said,
            late=won.told_by is not None and command.at > won.told_by,
            clause=of_edition(it).clause(f"8.{CHANNELS.index(command.channel) + 1}"),
            **stamp(command),
        ),
    )


def claim_prize(house: House, command: ClaimPrize) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    won = _won(it, command.promotion, command.prize)
    if isinstance(won, Refused):
        return won
    clause = of_edition(it).clause("7.8")
    if won.awarded is not None:
        message = f"{command.promotion}: prize {command.prize} was handed over at {won.awarded}; nothing is owed"
        return Refused(Why.ALREADY_DONE, clause, message)
    open_ = (id for id, claim in it.claims.items() if not claim.denied)
    before = next((id for id in open_ if _same(it.claims[id], command)), "")
    if before:
        message = f"{command.person}: prize {command.prize} is claimed by {before}; wait for the answer"
        return Refused(Why.ALREADY_DONE, clause, message)
    return (
        PrizeClaimed(
            promotion=command.promotion,
            claim=command.id,
            prize=command.prize,
            person=command.person,
            clause=clause,
            **stamp(command),
        ),
    )


def _same(claim: Claim, command: ClaimPrize) -> bool:
    return (claim.person, claim.prize) == (command.person, command.prize)


def deny_claim(house: House, command: DenyClaim) -> Answer:
    """A claim of more than $100 is denied with the claimant's name and address on record (H7)."""
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    claim = _claim(it, command.promotion, command.claim)
    if isinstance(claim, Refused):
        return claim
    of, value = of_edition(it), it.won[claim.prize].prize.value
    if value > DENIED_ABOVE and not (command.name and command.address):
        message = (
            f"{command.claim}: a claim of {dollars(value)} is above {dollars(DENIED_ABOVE)};"
            " give the claimant's name and address"
        )
        return Refused(Why.NOT_DECLARED, of.clause("10.1"), message)
    return (
        ClaimDenied(
            promotion=command.promotion,
            claim=command.claim,
            person=claim.person,
            value=value,
            reason=command.reason,
            name=command.name,
            address=command.address,
            clause=of.clause("10"),
            **stamp(command),
        ),
    )


def award_prize(house: House, command: AwardPrize) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    claim = _claim(it, command.promotion, command.claim)
    if isinstance(claim, Refused):
        return claim
    won = it.won[claim.prize]
    refused = _not_theirs(it, claim, won) or _not_so(it, won, command)
    if refused is not None:
        return refused
    postings = tuple(line for form, amount in command.parts.items() for line in _paid(form, amount, won.person))
    refused = short(house, postings, "bring cash to the cage first")
    if refused is not None:
        return refused
    return (
        PrizeAwarded(
            promotion=command.promotion,
            claim=command.claim,
            prize=claim.prize,
            person=won.person,
            value=won.prize.value,
            parts={**command.parts},
            postings=postings,
            clause=of_edition(it).clause("4" if "prize" not in command.parts else "7.8"),
            **stamp(command),
        ),
    )


def _not_theirs(it: Promotion, claim: Claim, won: Won) -> Refused | None:
    if claim.person == won.person:
        return None
    message = f"{claim.person}: prize {claim.prize} was won by someone else; deny the claim"
    return Refused(Why.NOT_ELIGIBLE, of_edition(it).clause("7.8"), message)


def _not_so(it: Promotion, won: Won, command: AwardPrize) -> Refused | None:
    """What each edition says of money for prizes (H2)."""
    of, prize, parts = of_edition(it), won.prize, command.parts
    whole = sum(parts.values())
    if whole != prize.value:
        message = (
            f"{prize.name}: the parts add up to {dollars(whole)} and its value is {dollars(prize.value)}; give all"
        )
        return Refused(Why.ENTRY_DIFFERS, of.clause("7.11"), message)
    money = [form for form in parts if form != "prize"]
    if money and prize.kind != "cash" and not prize.alternative:
        message = f"{prize.name}: its terms offer no alternative; hand the prize over"
        return Refused(Why.NOT_ALLOWED, of.clause("3"), message)
    if "cash" in money and (not of.cash or (prize.kind != "cash" and prize.alternative != "cash")):
        message = f"{prize.name}: it is not paid in cash; pay by cheque, transfer or account"
        return Refused(Why.NOT_ALLOWED, of.clause("4"), message)
    if prize.kind == "cash" and "prize" in parts:
        message = f"{prize.name}: it is money; say how it is paid"
        return Refused(Why.NOT_ALLOWED, of.clause("4"), message)
    if prize.kind == "cash" and prize.value > CHOICE_ABOVE and not command.chosen_by_winner:
        message = (
            f"{prize.name}: {dollars(prize.value)} is above {dollars(CHOICE_ABOVE)};"
            " let the winner choose how it is paid"
        )
        return Refused(Why.NOT_ACKNOWLEDGED, of.clause("4"), message)
    return None


def _paid(form: Form, amount: int, person: str) -> Postings:
    if form == "cash":
        return move(CAGE_CASH, CASH, amount)
    if form == "account":
        return move(HOUSE, patron(person), amount)
    return move(HOUSE, BANK, amount) if form in ("cheque", "transfer") else ()


def publish_results(house: House, command: PublishResults) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("7.10")
    if not it.draw.secret:
        return Refused(Why.NOT_YET, clause, f"{command.promotion}: there are no results; {_OWED}")
    return (ResultsPublished(promotion=command.promotion, where=command.where, clause=clause, **stamp(command)),)


# --- what the facts do


def winner_told(house: House, event: WinnerTold) -> None:
    won = house.promotions[event.promotion].won[event.prize]
    won.attempts.append(Attempt(event.at, event.channel, event.reached, event.said))


def prize_claimed(house: House, event: PrizeClaimed) -> None:
    claim = Claim(person=event.person, prize=event.prize, at=event.at)
    house.promotions[event.promotion].claims[event.claim] = claim


def claim_denied(house: House, event: ClaimDenied) -> None:
    house.promotions[event.promotion].claims[event.claim].denied = event.reason


def prize_awarded(house: House, event: PrizeAwarded) -> None:
    house.promotions[event.promotion].won[event.prize].awarded = event.at
    post(house, event.postings)


def results_published(house: House, event: ResultsPublished) -> None:
    house.promotions[event.promotion].results = event.where


COMMANDS: Orders = {
    TellWinner: Order(tell_winner, CASHIER),
    ClaimPrize: Order(claim_prize, CASHIER, (PATRON,)),
    DenyClaim: Order(deny_claim, MANAGER),
    AwardPrize: Order(award_prize, CASHIER),
    PublishResults: Order(publish_results, MANAGER),
}
APPLIERS: Appliers = {
    WinnerTold: winner_told,
    PrizeClaimed: prize_claimed,
    ClaimDenied: claim_denied,
    PrizeAwarded: prize_awarded,
    ResultsPublished: results_published,
}
