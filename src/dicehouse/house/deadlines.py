"""What is due next in promotions, tournaments and complaints: by when, what, and by which clause.

    >>> for it in deadlines(house, now):
    ...     print(it.at, it.of, it.what, it.clause)

What is late stays on the list until it is done, so the list begins with what is overdue.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from dicehouse.house.promotions.drawing import needs_scrutineer
from dicehouse.house.promotions.publishing import of_edition
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import Complaint, House
from dicehouse.house.tournaments.advancing import is_over
from dicehouse.house.tournaments.asked import RUNNING, rule
from dicehouse.house.tournaments.rounds import is_last
from dicehouse.house.tournaments.standings import cut, undecided
from dicehouse.house.tournaments.state import Tournament


class Due(NamedTuple):
    """Something that has to be done."""

    at: datetime
    """By when; what waits for no time is due now."""
    of: str
    """The promotion or tournament; the table, where a complaint is about one."""
    what: str
    clause: str
    late: bool = False


def deadlines(house: House, now: datetime) -> tuple[Due, ...]:
    """Everything that is due, the earliest first."""
    found = [
        *(due for id, promotion in house.promotions.items() for due in _promotion(id, promotion, now)),
        *(due for id, tournament in house.tournaments.items() for due in _tournament(id, tournament, now)),
        *(due for complaint in house.complaints.values() for due in _complaint(complaint)),
    ]
    return tuple(it._replace(late=it.at < now) for it in sorted(found))


def _promotion(id: str, it: Promotion, now: datetime) -> Iterator[Due]:
    if it.cancelled:
        return
    of, terms = of_edition(it), it.terms
    if it.proposed is not None:
        what = "have the change of terms approved" if of.amended_by == "approval" else "resubmit the amended terms"
        yield Due(now, id, what, of.clause("9.1" if of.amended_by == "approval" else "13.1"))
    elif of.resubmits and it.amended is not None and not it.resubmitted:
        yield Due(it.amended, id, "resubmit the amended terms", of.clause("13.1"))
    if it.published is None and terms.starts is not None:
        yield Due(terms.starts, id, "publish the terms", of.clause("6"))
    if it.stopped:
        yield Due(now, id, f"resume or cancel the draw that was stopped ({it.stopped})", of.clause("12"))
    else:
        yield from _draw(id, it)
    for number, won in it.won.items():
        if won.told_by is not None and not any(attempt.reached for attempt in won.attempts) and not won.awarded:
            yield Due(won.told_by, id, f"tell {won.person} of prize {number}", of.clause("8"))
    for claim, one in it.claims.items():
        if not one.denied and not it.won[one.prize].awarded:
            yield Due(now, id, f"meet or deny claim {claim} of {one.person}", of.clause("10"))
    for dispute, about in it.disputes.items():
        if not about.decision:
            yield Due(now, id, f"decide dispute {dispute} of {about.person}", of.clause("11"))
        elif about.unsatisfied and not about.advised:
            yield Due(now, id, f"tell {about.person} of the right to complain", of.clause("11"))
    if it.draw.secret and not it.results:
        yield Due(now, id, "publish the results", of.clause("7.10"))


def _complaint(it: Complaint) -> Iterator[Due]:
    if it.concluded is not None and not it.told:
        yield Due(it.concluded, it.of, f"tell {it.person} the outcome of the complaint", it.clause)


def _draw(id: str, it: Promotion) -> Iterator[Due]:
    of, draw = of_edition(it), it.draw
    closes, draw_at = it.terms.entries_close or it.filed, it.terms.draw_at or it.filed
    if not draw.committed:
        yield Due(closes, id, "promise the secret of the draw", of.clause("7.1"))
    elif not draw.sealed:
        yield Due(closes, id, "seal the entries", of.clause("7.6"))
    if not draw.secret:
        if needs_scrutineer(it) and not draw.scrutineer:
            yield Due(draw_at, id, f"have {it.terms.scrutineer} oversee the draw", of.clause("2"))
        yield Due(draw_at, id, "open the draw", of.clause("7.7"))


def _tournament(id: str, it: Tournament, now: datetime) -> Iterator[Due]:
    for person in it.owed:
        yield Due(now, id, f"pay {person}", rule("8.4.7(b)"))
    for dispute, ruling in it.rulings.items():
        if not ruling.decision:
            yield Due(now, id, f"rule on {dispute} of {ruling.person}", rule("8.4.8(h)"))
        elif ruling.unsatisfied and not ruling.advised:
            yield Due(now, id, f"tell {ruling.person} of the right to complain", rule("8.4.8(j)"))
    if it.phase == "planned":
        yield from _before(id, it, now)
    elif it.phase in RUNNING:
        yield from _running(id, it, now)
    elif it.phase == "finished" and not it.results:
        yield Due(now, id, "publish the results", rule("8.4.6(a)"))


def _before(id: str, it: Tournament, now: datetime) -> Iterator[Due]:
    steps = (
        (it.approved, "have the terms approved", '1 "Tournament Terms and Conditions"'),
        (it.available, "make the terms available", "8.2.2(a)"),
        (it.notified, "tell the inspectorate", "8.2.2(b)"),
        (it.director, "appoint a director", "8.2.3"),
        (it.tables, "designate tables", "8.2.4"),
    )
    for done, what, clause in steps:
        if not done:
            yield Due(it.starts, id, what, rule(clause))
    until, closes = it.terms.entry.withdraw_until, it.terms.details.entries_close
    if until is not None and until >= now:
        yield Due(until, id, "withdrawals without a penalty end", rule("8.4.2(d)"))
    if closes is not None and closes >= now:
        yield Due(closes, id, "entries close", rule("8.4.2(c)"))
    if 1 not in it.promised:
        yield Due(closes or it.starts, id, "promise the seats of round 1", rule("8.4.3(a)(ii)"))
    entered = [one for one in it.entrants.values() if one.standing == "entered"]
    unaccepted = sum(one.accepted != it.version for one in entered)
    if unaccepted:
        yield Due(it.starts, id, f"have {unaccepted} players accept version {it.version}", rule("8.4.2(a)(i)"))
    unbriefed = sum(not one.briefed for one in entered)
    if unbriefed:
        yield Due(it.starts, id, f"brief {unbriefed} players", rule("8.3.1"))
    yield Due(it.starts, id, "start round 1", rule("8.4.1(a)(i)"))


def _running(id: str, it: Tournament, now: datetime) -> Iterator[Due]:
    if it.phase == "playing" and it.round is not None:
        if it.round.paused is not None:
            yield Due(now, id, f"resume round {it.round.number}", rule("8.4.3(a)(i)"))
        elif all(is_over(it, it.round, table, now) for table in it.round.tables):
            equal = undecided(it) if is_last(it) else cut(it).equal
            what = f"have {len(equal)} equal players play an extra spin" if equal else f"end round {it.round.number}"
            yield Due(min(it.round.ends or now, now), id, what, rule("8.4.6(a)" if is_last(it) else "8.4.3(a)(iii)"))
        elif it.round.ends is not None:
            yield Due(it.round.ends, id, f"end round {it.round.number}", rule("8.4.3(a)(i)"))
    elif it.rounds < len(it.terms.format.rounds):
        yield Due(max(it.starts, now), id, f"start round {it.rounds + 1}", rule("8.4.3(a)(i)"))
    else:
        yield Due(now, id, "say who has won", rule("8.4.6(a)"))
