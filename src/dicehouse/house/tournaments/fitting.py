"""Whether players, tables, seats and rounds fit each other."""

from collections.abc import Iterator

from dicehouse.house.promotions.checking import Problem
from dicehouse.house.tournaments.parts import Purchase, Round
from dicehouse.house.tournaments.terms import Terms


def fit(terms: Terms) -> Iterator[Problem]:
    """What cannot be seated, run or followed."""
    yield from _field(terms)
    for number, it in enumerate(terms.format.rounds, 1):
        yield from _round(it, f"format.rounds.{number}")
    yield from _order(terms)
    yield from _progression(terms)
    yield from _purchases(terms)


def _field(terms: Terms) -> Iterator[Problem]:
    least, most = terms.details.min_players, terms.details.max_players
    if most and least > most:
        told = f"details.min_players {least} is above max_players {most}; lower it"
        yield Problem("details.min_players", "8.4.1(a)(iii)", told)
    if not terms.format.rounds:
        return
    first = terms.format.rounds[0]
    if first.room and most > first.room:
        told = f"details.max_players {most} is above the {first.room} seats of round 1; add tables or seats"
        yield Problem("details.max_players", "8.4.3(a)(ii)", told)
    if least and first.tables > least:
        told = f"round 1 has {first.tables} tables, more than the least number of players, {least}; use fewer tables"
        yield Problem("format.rounds.1.tables", "8.4.3(a)(ii)", told)
    if least and first.places >= least:
        told = f"{first.places} go on after round 1, and there may be only {least} players; let fewer go on"
        yield Problem("format.rounds.1.top", "8.4.3(a)(iii)", told)


def _round(it: Round, key: str) -> Iterator[Problem]:
    if not it.spins and not it.minutes:
        yield Problem(key, "8.4.3(a)(i)", f"{key} has neither spins nor minutes; say how long it lasts")
    if not it.tables:
        yield Problem(f"{key}.tables", "8.4.3(a)(ii)", f"{key}.tables is missing; give the number of tables")
    if not it.seats:
        yield Problem(f"{key}.seats", "8.4.3(a)(ii)", f"{key}.seats is missing; give the seats of each table")
    if it.bank and it.carries:
        told = f"{key} has a bank of its own and carries the one before; keep one of the two"
        yield Problem(f"{key}.bank", "8.4.3(b)", told)
    if it.repechage and it.carries:
        told = f"{key} is a repechage and carries a bank, and who is out may have none; give it a bank of its own"
        yield Problem(f"{key}.carries", "8.4.3(b)", told)
    if it.seats and it.top > it.seats:
        told = f"{key}.top {it.top} is above its {it.seats} seats; let fewer go on"
        yield Problem(f"{key}.top", "8.4.3(a)(iii)", told)


def _order(terms: Terms) -> Iterator[Problem]:
    rounds = terms.format.rounds
    if not rounds:
        return
    if rounds[0].repechage or rounds[0].carries:
        told = "round 1 is a repechage or carries a bank, and nothing comes before it; begin with a plain round"
        yield Problem("format.rounds.1", "8.4.3(a)(i)", told)
    last = len(rounds)
    if rounds[-1].repechage or rounds[-1].places:
        told = f"round {last} is the last, and players go on after it; make it the final, with top and best 0"
        yield Problem(f"format.rounds.{last}.top", "8.4.3(a)(iii)", told)


def _progression(terms: Terms) -> Iterator[Problem]:
    """Those who go on must fill the seats of the next round, no more and no fewer."""
    rounds, back = terms.format.rounds, terms.format.buy_back
    coming = 0
    for number, it in enumerate(rounds, 1):
        key = f"format.rounds.{number}"
        if it.repechage:
            coming += it.places
        else:
            if number > 1 and coming != it.room:
                told = f"{coming} come to round {number}, and it seats {it.room}; let as many go on as there are seats"
                yield Problem(f"{key}.seats", "8.4.3(a)(iii)", told)
            coming = it.places
        if number < len(rounds) and not it.places:
            told = f"nobody goes on after round {number}; give {key}.top or best"
            yield Problem(f"{key}.top", "8.4.3(a)(iii)", told)
        coming += back.places if back and number in back.after_rounds else 0
    if back and (not back.after_rounds or not set(back.after_rounds) <= set(range(1, len(rounds))) or not back.places):
        told = (
            f"format.buy_back is after rounds {', '.join(map(str, back.after_rounds)) or 'none'} with {back.places}"
            f" places; name rounds from 1 to {len(rounds) - 1} and at least 1 place"
        )
        yield Problem("format.buy_back", "8.4.3(a)(iv)", told)


def _purchases(terms: Terms) -> Iterator[Problem]:
    offered: dict[str, Purchase | None] = {"re_buy": terms.details.re_buy, "add_on": terms.details.add_on}
    for name, it in offered.items():
        if it is None:
            continue
        key = f"details.{name}"
        if not it.bank or not it.most:
            told = f"{key} adds nothing to a bank; give its bank and most, or leave {key} out"
            yield Problem(key, "8.4.1(a)(ii)", told)
        if not 1 <= it.until_round <= len(terms.format.rounds):
            told = (
                f"{key}.until_round {it.until_round} is none of the {len(terms.format.rounds)} rounds; name one of them"
            )
            yield Problem(f"{key}.until_round", "8.4.1(a)(ii)", told)
