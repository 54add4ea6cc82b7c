"""The checker of a tournament's terms: each item that is missing, contradictory or impossible, with its clause."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final

from dicehouse.house.promotions.checking import Problem
from dicehouse.house.tournaments.fitting import fit
from dicehouse.house.tournaments.terms import Terms
from dicehouse.money import dollars
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.readings import readings_of
from dicehouse.table.config import ConfigError

NEEDED: Final = (
    ("details.starts", "8.4.1(a)(i)", "give the date and time at which the tournament starts"),
    ("details.entries_close", "8.4.1(a)(i)", "give the date and time at which entries close"),
    ("details.min_players", "8.4.1(a)(iii)", "give the least number of players"),
    ("details.max_players", "8.4.1(a)(iii)", "give the largest number of players"),
    ("details.location", "8.4.1(a)(iv)", "say where it takes place"),
    ("details.start_may_change", "8.4.1(b)", "state that the director may move a start with notice"),
    ("details.changes_notified", "8.4.1(c)", "state that the regulator is told of changes"),
    ("entry.accepting", "8.4.2(a)(i)", "state that taking part accepts the terms"),
    ("entry.entitled_only", "8.4.2(a)(ii)", "state that only people who may be here and gamble can enter"),
    ("entry.abide", "8.4.2(b)(i)", "state that who breaks the terms risks disqualification"),
    ("entry.available", "8.4.2(b)(ii)", "say how players get the terms"),
    ("entry.method", "8.4.2(c)", "say how to enter"),
    ("entry.withdraw_until", "8.4.2(d)", "say until when someone can withdraw without a penalty"),
    ("format.rounds", "8.4.3(a)(i)", "add at least one round"),
    ("format.starting_bank", "8.4.3(b)", "give the bank that every player starts with"),
    ("format.same_bank", "8.4.3(b)", "state that all start with the same bank, which they are told before"),
    ("format.chips_after", "8.4.3(c)", 'say what becomes of chips: "no-value" or "cash"'),
    ("wagers.chips", "8.4.4(a)", "say which chips are played with"),
    ("wagers.chip", "8.4.4(a)", "give the value of the smallest chip"),
    ("elimination.criteria", "8.4.5(a)", "say when a player is out"),
    ("winners.criteria", "8.4.6(a)", "say who wins"),
    ("winners.ties", "8.4.6(a)", "say what decides between players who are equal"),
    ("pool.prizes", "8.4.7(b)", "say how the pool is distributed"),
    ("pool.leftover", "8.4.7(b)", 'say where odd cents go: "first" or "house"'),
    ("conduct.penalised", "8.4.8(a)(i)", "say when a player is penalised"),
    ("conduct.penalties", "8.4.8(a)(i)", "name the penalties"),
    ("conduct.disqualified", "8.4.8(a)(ii)", "say when a player is disqualified"),
    ("conduct.substitute", "8.4.8(a)(iii)", "say when a player can name a substitute"),
    ("conduct.refunds", "8.4.8(a)(iv)", "say when what was paid is given back"),
    ("conduct.late", "8.4.8(b)(i)", "say what follows when a player comes late or not at all"),
    ("conduct.absence", "8.4.8(b)(ii)", "say what follows when a player is absent"),
    ("conduct.telephone", "8.4.8(b)(iii)", "say what follows when a telephone is used in play"),
    ("conduct.substituting", "8.4.8(b)(iv)", "say what follows when a substitute is named"),
    ("conduct.disqualified_chips", "8.4.8(b)(v)", 'say what becomes of the chips: "removed" or "shared"'),
    ("conduct.retirement", "8.4.8(b)(vi)", 'say how who retires is placed: "ranked" or "unplaced"'),
    ("conduct.rules_prevail", "8.4.8(c)", "state that the rules of Sic Bo go before the terms"),
    ("conduct.ends_early", "8.4.8(d)", "state when the director may end play at a table early"),
    ("conduct.privacy", "8.4.8(e)", "state that the privacy policy covers what entrants tell"),
    ("conduct.publicity", "8.4.8(f)", "state what the house may show of entrants who permit it"),
    ("conduct.by_the_rules", "8.4.8(g)", "state that the director applies the terms and the rules"),
    ("conduct.director_final", "8.4.8(h)", "state that the director's decision is final"),
    ("conduct.liability", "8.4.8(i)", "state what the house is liable for"),
    ("conduct.complaints", "8.4.8(j)", "state that the regulator investigates complaints"),
)
"""What every tournament states, by key and clause; the word of advice ends the message."""


def book_of(terms: Terms) -> Rulebook:
    """The rulebook of a tournament, as its terms read it; a ConfigError for one without tournaments."""
    return _book(terms.rulebook, tuple(sorted(terms.readings.items())))


@cache
def _book(rulebook: str, readings: tuple[tuple[str, str], ...]) -> Rulebook:
    try:
        book = load(rulebook, dict(readings))
    except ValueError as error:
        raise ConfigError(f"rulebook: {error}") from None
    if "tournament_notice_by" not in readings_of(book.document):
        raise ConfigError(f"rulebook: {rulebook} has no rules on tournaments; name one that has, such as crown-sicbo-a")
    return book


def problems(terms: Terms, now: datetime | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with terms; a start must lie after now, where that is given."""
    book_of(terms)
    return (
        *_missing(terms),
        *_asked_for(terms),
        *_moments(terms, now),
        *fit(terms),
        *_wagers(terms),
        *_ties(terms),
        *_pool(terms),
        *_prizes(terms),
    )


def _missing(terms: Terms) -> Iterator[Problem]:
    for key, clause, advice in NEEDED:
        part, _, item = key.partition(".")
        if not getattr(getattr(terms, part), item):
            yield Problem(key, clause, f"{key} is missing; {advice}")


def _asked_for(terms: Terms) -> Iterator[Problem]:
    """What must be stated because something else is."""
    details, format_, conduct = terms.details, terms.format, terms.conduct
    if details.entry_fee is None and details.buy_in is None:
        told = 'neither details.entry_fee nor buy_in is given; give both, "0.00" where there is none'
        yield Problem("details.entry_fee", "8.4.1(a)(ii)", told)
    if details.start_may_change and not details.start_notice:
        told = "details.start_notice is missing; give the minutes of notice that players get of a start that is moved"
        yield Problem("details.start_notice", "8.4.1(b)", told)
    if any(it.repechage for it in format_.rounds) and not (format_.repechage or format_.repechage_by_director):
        told = "format.repechage is missing; say how a player qualifies, or that the director decides"
        yield Problem("format.repechage", "8.4.3(a)(v)", told)
    if format_.chips_after == "cash" and not Fraction(format_.cash_rate or "0"):
        told = 'format.cash_rate is missing; say what a chip is worth in money, such as "1/100"'
        yield Problem("format.cash_rate", "8.4.3(c)", told)
    actions = {*conduct.penalties, *conduct.late, *conduct.absence, *conduct.telephone}
    if "chips" in actions and not conduct.penalty_chips:
        told = "conduct.penalty_chips is missing; say how many chips a penalty takes"
        yield Problem("conduct.penalty_chips", "8.4.8(a)(i)", told)


def _moments(terms: Terms, now: datetime | None) -> Iterator[Problem]:
    details, entry = terms.details, terms.entry
    moments = {
        "details.starts": details.starts,
        "details.entries_close": details.entries_close,
        "entry.withdraw_until": entry.withdraw_until,
        "entry.substitute_until": entry.substitute_until,
    }
    for key, moment in moments.items():
        if moment is not None and moment.tzinfo is None:
            yield Problem(key, "8.4.1(a)(i)", f"{key} {moment} has no time zone; write it with its offset")
            return
    if details.starts is None:
        return
    if now and details.starts <= now:
        told = f"details.starts {details.starts} is not after {now}, the present; start later"
        yield Problem("details.starts", "8.4.1(a)(i)", told)
    for key, moment in moments.items():
        if moment and moment > details.starts:
            told = f"{key} {moment} is after details.starts {details.starts}; let it be before"
            yield Problem(key, "8.4.1(a)(i)" if key == "details.entries_close" else "8.4.2(d)", told)


def _wagers(terms: Terms) -> Iterator[Problem]:
    it, bank = terms.wagers, terms.format.starting_bank
    for key, amount in (("minimum", it.minimum), ("compulsory", it.compulsory)):
        if it.chip and amount % it.chip:
            told = f"wagers.{key} {dollars(amount)} is not in chips of {dollars(it.chip)}; give a multiple"
            yield Problem(f"wagers.{key}", "8.4.4(b)", told)
        if bank and amount > bank:
            told = f"wagers.{key} {dollars(amount)} is above the starting bank of {dollars(bank)}; lower it"
            yield Problem(f"wagers.{key}", "8.4.4(b)", told)
    if it.compulsory and not it.compulsory_missed:
        told = 'wagers.compulsory_missed is missing; say what follows: "taken" or "out"'
        yield Problem("wagers.compulsory_missed", "8.4.4(b)", told)
    if it.secret is None:
        return
    if not it.secret.how:
        yield Problem("wagers.secret.how", "8.4.4(c)", "wagers.secret.how is missing; say how a secret wager is made")
    if not it.secret.per_session or not it.secret.per_spin:
        told = "wagers.secret allows none; give per_session and per_spin, or leave wagers.secret out"
        yield Problem("wagers.secret", "8.4.4(c)", told)
    elif it.secret.per_spin > it.secret.per_session:
        told = (
            f"wagers.secret.per_spin {it.secret.per_spin} is above per_session {it.secret.per_session};"
            " allow no more in a spin than in a session"
        )
        yield Problem("wagers.secret.per_spin", "8.4.4(c)", told)


def _ties(terms: Terms) -> Iterator[Problem]:
    """What decides must decide at last, and what always decides comes last."""
    chains = (("winners.ties", terms.winners.ties, "8.4.6(a)"), ("format.ties", terms.format.ties, "8.4.3(a)(iii)"))
    goes_on = any(it.places for it in terms.format.rounds)
    for key, chain, clause in chains:
        ends = ("extra-spin", "lot", "share") if key == "winners.ties" else ("extra-spin", "lot")
        if key == "format.ties" and "share" in chain:
            yield Problem(key, clause, "format.ties has share, and a place in a round is not shared; leave it out")
        elif (chain or (goes_on and key == "format.ties")) and (not chain or chain[-1] not in ends):
            yield Problem(key, clause, f"{key} may leave players equal; end it with {', '.join(ends)}")
        for tie in chain[:-1]:
            if tie in ends:
                yield Problem(key, clause, f"{key}: nothing is left to decide after {tie}; let it be the last")


def _pool(terms: Terms) -> Iterator[Problem]:
    pool, details = terms.pool, terms.details
    if bool(pool.fixed) == bool(pool.share):
        both = "both are" if pool.fixed else "neither is"
        yield Problem("pool.fixed", "8.4.7(a)", f"of pool.fixed and pool.share {both} given; give one of the two")
    if not pool.share:
        return
    if Fraction(pool.share) > 1:
        yield Problem("pool.share", "8.4.7(a)", f"pool.share {pool.share} is above 1/1; give at most all of it")
    if not pool.of:
        yield Problem("pool.of", "8.4.7(a)", "pool.of is missing; say of which payments pool.share is")
    charged = {
        "entry-fee": details.entry_fee, "buy-in": details.buy_in, "re-buy": details.re_buy, "add-on": details.add_on,
        "buy-back": terms.format.buy_back,
    }  # fmt: skip
    for it in pool.of:
        if not charged[it]:
            yield Problem("pool.of", "8.4.7(a)", f"pool.of has {it}, and there is none; leave it out or charge it")


def _prizes(terms: Terms) -> Iterator[Problem]:
    pool, prizes = terms.pool, terms.pool.prizes
    places = [place for it in prizes for place in it.places]
    if places != [*range(1, len(places) + 1)]:
        told = f"pool.prizes are of places {', '.join(map(str, places[:12]))}; list each place once, from the first"
        yield Problem("pool.prizes", "8.4.7(b)", told)
    if any(bool(it.share) == bool(it.amount) for it in prizes) or len({bool(it.share) for it in prizes}) > 1:
        yield Problem("pool.prizes", "8.4.7(b)", "pool.prizes mix shares and amounts; give one of the two in all")
        return
    if prizes and prizes[0].share:
        whole = sum((Fraction(it.share) * len(it.places) for it in prizes), Fraction(0))
        if whole != 1:
            yield Problem("pool.prizes", "8.4.7(b)", f"the shares of pool.prizes add up to {whole}; make it 1")
        return
    whole_amount = sum(it.amount * len(it.places) for it in prizes)
    if prizes and not pool.fixed:
        yield Problem("pool.prizes", "8.4.7(b)", "pool.prizes are amounts, and the pool is a share; give shares")
    elif whole_amount > pool.fixed:
        told = f"the prizes are {dollars(whole_amount)}, above the pool of {dollars(pool.fixed)}; lower them"
        yield Problem("pool.prizes", "8.4.7(b)", told)
