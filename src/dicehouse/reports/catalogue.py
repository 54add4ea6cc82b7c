"""The reports there are, by name, and how one is made."""

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

from msgspec import Struct

from dicehouse.reports.activity import activity_statement
from dicehouse.reports.cards import card_and_limit_actions
from dicehouse.reports.complaints import complaints
from dicehouse.reports.denied_claims import denied_claims
from dicehouse.reports.duties import duties
from dicehouse.reports.equipment import equipment_register
from dicehouse.reports.jackpots import jackpot_reconciliation
from dicehouse.reports.ledger import ledger_variance
from dicehouse.reports.limit_changes import limit_changes
from dicehouse.reports.meters import meter_variance
from dicehouse.reports.notices import notices
from dicehouse.reports.payment_errors import payment_errors
from dicehouse.reports.prizes import prize_deadlines, promotion_register, tournament_standings
from dicehouse.reports.ratings import ratings, theoretical_win
from dicehouse.reports.report import Asked, AskedError, Makes, Report
from dicehouse.reports.significant import significant_events
from dicehouse.reports.sources import Journal
from dicehouse.reports.tables import drop_win_hold
from dicehouse.reports.tickets import ticket_liability
from dicehouse.reports.walk import Walk
from dicehouse.rulebooks.source import nearest


class Offer(NamedTuple):
    """A report that can be asked for."""

    makes: Makes
    says: str
    """What it tells, in one line."""
    of_patrons: bool = False
    """Whether it can be of one patron."""


REPORTS: Final = {
    "notices": Offer(notices, "Notices with due times: acknowledged when and by whom, late, overdue."),
    "payment-errors": Offer(payment_errors, "The monthly register of payment errors above $1,000."),
    "denied-claims": Offer(denied_claims, "Claims above $100 that were denied, and why."),
    "complaints": Offer(complaints, "Complaints outside the house: words, dispute, outcome, and who was told."),
    "drop-win-hold": Offer(
        drop_win_hold, "Opener, fills, credits, drop, closer, win and hold by table and gaming day."
    ),
    "theoretical-win": Offer(
        theoretical_win, "Theoretical win by the exact edges beside the actual one, with its 95% interval."
    ),
    "ratings": Offer(
        ratings, "Player ratings: average bet, time, theoretical and actual win, comps by the policy.", True
    ),
    "meter-variance": Offer(meter_variance, "Credit meters of terminals against the ledger."),
    "ledger-variance": Offer(ledger_variance, "What was counted against what should have been there."),
    "ticket-liability": Offer(ticket_liability, "Tickets issued, paid, expired and outstanding by age."),
    "jackpot-reconciliation": Offer(jackpot_reconciliation, "Seeds, contributions and prizes against the pools."),
    "card-and-limit-actions": Offer(card_and_limit_actions, "What happened to player cards and limits.", True),
    "limit-changes": Offer(
        limit_changes, "Who changed which limit of a table, a player or a patron, and from what.", True
    ),
    "significant-events": Offer(
        significant_events, "Malfunctions, voids, exclusions, corrections, mispayments, overrides, openings."
    ),
    "equipment-register": Offer(equipment_register, "Dice and tumblers by serial: inspections, exchanges, faults."),
    "duties": Offer(duties, "Who worked at which table: signed on and off, relieved whom, rounds in between."),
    "promotion-register": Offer(promotion_register, "Promotions: terms, entries, draws, prizes and claims."),
    "tournament-standings": Offer(tournament_standings, "Tournaments: everyone's place, bank and prize."),
    "prize-deadlines": Offer(prize_deadlines, "What is due next in promotions and tournaments."),
    "activity-statement": Offer(activity_statement, "What one patron put in, staked, got back and withdrew.", True),
}


class Heading(Struct, frozen=True, kw_only=True):
    """What a journal does not say and a report should: whose it is, and who answers for it."""

    casino: str = ""
    made_by: str = ""


class Made(Struct, frozen=True, kw_only=True):
    """A report with what it was made from."""

    name: str
    report: Report
    asked: Asked
    entries: int
    """How many entries the journal had."""
    head: str
    """The hash of the last of them."""
    as_of: datetime | None
    """The moment as of which it speaks; None for a journal without entries."""
    heading: Heading = Heading()


def make(
    name: str,
    journal: Journal,
    asked: Asked,
    progress: Callable[[int], None] = lambda _: None,
    heading: Heading = Heading(),  # noqa: B008  # it cannot be changed
) -> Made:
    """Read a journal through and make a report of it; an AskedError where it cannot be made so."""
    offer = offered(name)
    if asked.since and asked.until and asked.since > asked.until:
        raise AskedError(f"{asked.since} is after {asked.until}; give the earlier day first")
    if asked.patron and not offer.of_patrons:
        raise AskedError(f"{name}: it is not of one patron; leave {asked.patron} out")
    walk = Walk(journal, progress)
    report = offer.makes(walk, asked)
    if asked.table and asked.table not in walk.known:
        known = ", ".join(sorted(walk.known)) or "none"
        raise AskedError(f"{asked.table}: the journal has no such table; these are in it: {known}")
    return Made(
        name=name,
        report=report,
        asked=asked,
        entries=walk.seq,
        head=walk.hash,
        as_of=asked.ends(walk),
        heading=heading,
    )


def offered(name: str) -> Offer:
    if name in REPORTS:
        return REPORTS[name]
    said = nearest(name, REPORTS)
    raise AskedError(f"there is no report {name!r}{said or '; `dicehouse report` lists them'}")
