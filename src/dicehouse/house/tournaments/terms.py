"""The terms of a tournament as data, read from a TOML file in which money and chips are written in dollars.

Every item that the rules ask for is a key of its own, so that a program can say what is missing; `checking` does. A
statement that the terms must make is a key that is true. Shares are exact, such as "3/10".

    kind = "tournament"
    id = "spring-sic-bo"
    name = "Spring Sic Bo"
    rulebook = "crown-sicbo-a"

    [readings]                          # leave out where all is read as shipped
    entering_from_a_screen = "own_screen"

    [details]
    starts = 2026-12-05T19:00:00+11:00
    entries_close = 2026-12-05T18:30:00+11:00
    location = "Level 1, tables 11 to 14"
    entry_fee = "20.00"                 # stays with the house unless pool.of names it; "0.00": none
    buy_in = "100.00"
    min_players = 12
    max_players = 24
    start_may_change = true             # the director may move a start
    start_notice = 30                   # minutes of notice that players get of it
    changes_notified = true             # the regulator hears of changes
    [details.re_buy]                    # [details.add_on] likewise
    price = "50.00"
    bank = "5000.00"                    # what it adds to the bank
    most = 1
    until_round = 1

    [entry]
    accepting = true                    # taking part accepts the terms
    entitled_only = true                # only who may be in the casino and gamble
    may_refuse = true                   # leave out where nobody is refused
    criteria = "Members of at least one year"
    staff = false                       # a charity or media event in which staff may play, and not win
    abide = true                        # who breaks the terms risks disqualification
    available = "At the tournament desk and on the website"
    signed = true                       # each player signs a copy
    method = "In person at the tournament desk"
    withdraw_until = 2026-12-04T12:00:00+11:00
    substitute_until = 2026-12-05T12:00:00+11:00

    [format]
    starting_bank = "5000.00"
    same_bank = true                    # the same for all, and told before the start
    chips_after = "no-value"            # or "cash", at cash_rate
    ties = ["bank-before", "extra-spin"]
    [[format.rounds]]
    spins = 20                          # the first of the two that is reached
    minutes = 30
    tables = 4
    seats = 6
    top = 1                             # of each table
    best = 2                            # of the rest
    [[format.rounds]]
    spins = 20
    tables = 1
    seats = 6

    [wagers]
    chips = "Tournament chips without value"
    chip = "50.00"
    minimum = "50.00"                   # of each wager
    compulsory = "100.00"               # on all wagers of a spin
    compulsory_missed = "taken"         # or "out"
    [wagers.secret]
    per_session = 1
    per_spin = 1
    how = "On a slip in a closed envelope, handed to the dealer before betting closes"

    [elimination]
    criteria = "Who has no chips left, or does not go on after a round"

    [winners]
    criteria = "The largest bank after the last spin of the final"
    ties = ["extra-spin"]               # or "bank-before", "lot", "share"

    [pool]
    share = "1/1"                       # of what these bring; or fixed = "5000.00"
    of = ["buy-in", "re-buy"]
    leftover = "first"                  # odd cents and prizes without a taker: the first place, or "house"
    [[pool.prizes]]
    place = 1
    share = "1/2"
    [[pool.prizes]]
    place = 2
    share = "3/10"
    [[pool.prizes]]
    place = 3
    share = "1/5"

    [conduct]
    penalised = "For delaying play, coaching or abuse"
    penalties = ["warn", "chips", "lose-wager", "disqualify"]
    penalty_chips = "200.00"
    disqualified = "For cheating, or a second penalty"
    substitute = "Once, before the day of the tournament"
    refunds = "All of it until withdrawals close, half of it until the start"
    late_refund = "1/2"
    late = ["warn", "chips"]
    absence = ["warn", "disqualify"]
    telephone = ["warn", "lose-wager", "disqualify"]
    substituting = "The substitute takes over the entry as it stands"
    disqualified_chips = "removed"      # or "shared" among the others at the table
    retirement = "ranked"               # or "unplaced"
    rules_prevail = true
    ends_early = true
    privacy = true
    publicity = true
    by_the_rules = true
    director_final = true
    liability = true
    complaints = true
"""

import hashlib
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from dicehouse.house.promotions.terms import Short
from dicehouse.house.tournaments.parts import Conduct, Details, Elimination, Entry, Format, Pool, Wagers, Winners
from dicehouse.house.written import found_in, made


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a tournament promises. A text that is empty, or a statement that is not made, is missing."""

    kind: Literal["tournament"]
    id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
    name: Short
    rulebook: Short
    readings: dict[Short, Short] = {}
    """Where the rulebook leaves a point open and these terms read it otherwise than it is shipped, by its key."""
    details: Details = Details()
    entry: Entry = Entry()
    format: Format = Format()
    wagers: Wagers = Wagers()
    elimination: Elimination = Elimination()
    winners: Winners = Winners()
    pool: Pool = Pool()
    conduct: Conduct = Conduct()


MONEY: Final = frozenset({
    "entry_fee", "buy_in", "price", "starting_bank", "bank", "chip", "minimum", "compulsory", "fixed", "amount",
    "penalty_chips",
})  # fmt: skip


def terms_hash(terms: Terms) -> str:
    return hashlib.sha256(msgspec.json.encode(terms)).hexdigest()


def read_terms(text: str) -> Terms:
    """Terms from their file; what cannot be read is a ConfigError that names the key."""
    return made(found_in(text), Terms, MONEY)
