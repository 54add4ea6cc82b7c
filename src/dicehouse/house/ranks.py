"""The clause by which each command of the house is reserved for a rank; a refusal of others cites it.

The cage is the house's own; prizes, jackpots, tournaments and promotions are given to people by the documents.
"""

from collections.abc import Mapping
from typing import Any, Final

from dicehouse.house.promotions.editions import edition
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import rule
from dicehouse.refusal import Refused, Why
from dicehouse.table.config import ConfigError
from dicehouse.table.malformed import SILENT, field_in, worded
from dicehouse.table.orders import Command, tag_of

_ARUZE: Final = {
    "offer-jackpot": "4.1.1",
    "change-jackpot": "4.1.1",
    "adjust-jackpot": "4.1.4",
    "withhold-payout": "5.2",
    "withhold-ticket": "5.2",
    "demand-return": "5.2",
    "review-inquiry": "5.2",
    "determine": "5.2",
    "delay-payment": "5.3.1",
    "change-form": "5.3.2",
    "ask-identification": "5.3.3",
}
_TOURNAMENTS: Final = {
    "file-tournament": "8.2.1",
    "approve-tournament": '1 "Tournament Terms and Conditions"',
    "offer-terms": "8.2.2(a)",
    "notify-inspectorate": "8.2.2(b)",
    "appoint-director": "8.2.3",
    "appoint-deputy": "8.2.3(a)",
    "designate-tables": "8.2.4",
    "brief-players": "8.3.1",
    "practise-spin": "8.3.2",
    "move-start": "8.4.1(b)",
    "refuse-application": "8.4.2(a)(iii)",
    "skip-repechage": "8.4.3(a)(v)",
    "penalise-player": "8.4.8(a)(i)",
    "start-round": "8.4.8(c)",
    "pause-round": "8.4.8(c)",
    "resume-round": "8.4.8(c)",
    "add-time": "8.4.8(c)",
    "end-round": "8.4.8(c)",
    "finish-tournament": "8.4.8(c)",
    "end-table-early": "8.4.8(d)",
    "decide-tournament-dispute": "8.4.8(h)",
}
_PROMOTIONS: Final = {
    "publish-promotion": "1",
    "award-prize": "1",
    "witness-draw": "2",
    "tell-winner": "8",
    "file-terms": "9",
    "propose-amendment": "9.1",
    "approve-amendment": "9.1",
    "deny-claim": "10",
    "decide-promotion-dispute": "11",
    "stop-draw": "12",
    "resume-draw": "12",
}
"""By the rest of the number, which each document begins with its own chapter."""
_OTHERS: Final = {"require-break": "star-sicbo-2024 9.4"}
RANKED: Final = {
    **{tag: f"aruze-sicbo {number}" for tag, number in _ARUZE.items()},
    **{tag: rule(number) for tag, number in _TOURNAMENTS.items()},
    **_OTHERS,
}


def clause_of(house: House, kind: type[Command], fields: Mapping[str, Any]) -> str | None:
    """The clause that says whose a command of the house is; None where the house itself does."""
    tag = tag_of(kind)
    rest = _PROMOTIONS.get(tag)
    if rest is None:
        return RANKED.get(tag)
    named = house.promotions.get(str(fields.get("promotion")))
    terms = named.terms if named else fields.get("terms")
    rulebook = getattr(terms, "rulebook", None)
    try:
        return edition(rulebook).clause(rest) if rulebook else None
    except ConfigError:  # what was sent names no rulebook; whoever may send it is told so
        return None


def refused_fields(house: House, kind: type[Command], fields: Mapping[str, Any], error: Exception) -> Refused | None:
    """By which clause a command is refused that says nothing where something has to be said in words."""
    field, clause = field_in(error), clause_of(house, kind, fields)
    if clause is None or field not in worded(kind):
        return None
    return Refused(Why.MALFORMED, clause, SILENT, command=tag_of(kind), field=field)
