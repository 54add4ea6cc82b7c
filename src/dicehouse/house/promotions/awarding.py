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
        return Refused(Why.NOT_YET, of_edition(it).clause("7.1"), "prize-not-drawn", name=name, prize=prize, owed=_OWED)
    return Refused(Why.UNKNOWN_ID, None, "nobody-won-prize", name=name, prize=prize, won=tuple(it.won))


def _claim(it: Promotion, name: str, claim: str) -> Claim | Refused:
    """An open claim."""
    found = it.claims.get(claim)
    if found is None:
        return Refused(Why.UNKNOWN_ID, None, "no-such-claim", name=name, claim=claim, claims=tuple(it.claims))
    if found.denied:
        return Refused(Why.ALREADY_DONE, None, "claim-denied", claim=claim, denied=found.denied)
    if it.won[found.prize].awarded is not None:
        return Refused(
            Why.ALREADY_DONE,
            None,
            "claimed-prize-handed-over",
            claim=claim,
            prize=found.prize,
            awarded=it.won[found.prize].awarded,
        )
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
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "prize-handed-over",
            promotion=command.promotion,
            prize=command.prize,
            awarded=won.awarded,
        )
    open_ = (id for id, claim in it.claims.items() if not claim.denied)
    before = next((id for id in open_ if _same(it.claims[id], command)), "")
    if before:
        return Refused(
            Why.ALREADY_DONE, clause, "prize-claimed", person=command.person, prize=command.prize, before=before
        )
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
        return Refused(
            Why.NOT_DECLARED,
            of.clause("10.1"),
            "claimant-unnamed",
            claim=command.claim,
            value=value,
            denied_above=DENIED_ABOVE,
        )
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
    return Refused(
        Why.NOT_ELIGIBLE, of_edition(it).clause("7.8"), "prize-of-someone-else", person=claim.person, prize=claim.prize
    )


def _not_so(it: Promotion, won: Won, command: AwardPrize) -> Refused | None:
    """What each edition says of money for prizes (H2)."""
    of, prize, parts = of_edition(it), won.prize, command.parts
    whole = sum(parts.values())
    if whole != prize.value:
        return Refused(
            Why.ENTRY_DIFFERS, of.clause("7.11"), "parts-differ", prize=prize.name, whole=whole, value=prize.value
        )
    money = [form for form in parts if form != "prize"]
    if money and prize.kind != "cash" and not prize.alternative:
        return Refused(Why.NOT_ALLOWED, of.clause("3"), "no-alternative-prize", prize=prize.name)
    if "cash" in money and (not of.cash or (prize.kind != "cash" and prize.alternative != "cash")):
        return Refused(Why.NOT_ALLOWED, of.clause("4"), "not-paid-cash", prize=prize.name)
    if prize.kind == "cash" and "prize" in parts:
        return Refused(Why.NOT_ALLOWED, of.clause("4"), "money-needs-form", prize=prize.name)
    if prize.kind == "cash" and prize.value > CHOICE_ABOVE and not command.chosen_by_winner:
        return Refused(
            Why.NOT_ACKNOWLEDGED,
            of.clause("4"),
            "winner-chooses-form",
            prize=prize.name,
            value=prize.value,
            choice_above=CHOICE_ABOVE,
        )
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
        return Refused(Why.NOT_YET, clause, "no-results", promotion=command.promotion, owed=_OWED)
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
