"""Terms of tournaments: read from their file, and every item that the rules ask for missed when it is missing."""

import inspect
from typing import Any

import msgspec
import pytest

from dicehouse.house.tournaments import terms as module
from dicehouse.house.tournaments.checking import book_of, problems
from dicehouse.house.tournaments.parts import BuyBack, Prize, Purchase, Round, Secret
from dicehouse.house.tournaments.terms import Terms, read_terms, terms_hash
from dicehouse.table.config import ConfigError
from tests.house.keeper import NOON
from tests.house.tournaments.organiser import BOOK, SECOND, START, WHOLE, final, terms

FIRST, FINAL = WHOLE.format.rounds


def wrong(it: Terms) -> list[tuple[str, str]]:
    """Keys and clauses of what is wrong."""
    return [(found.key, found.clause) for found in problems(it)]


@pytest.mark.clause(BOOK, "8.1")
@pytest.mark.parametrize("book", ["crown-sicbo-a", "crown-sicbo-b"])
def test_whole_terms_have_nothing_wrong(book: str) -> None:
    assert problems(terms(rulebook=book), NOON) == ()
    assert problems(final(rulebook=book), NOON) == ()


# What the terms of every tournament state (8.4), item by item as the document lists it: the clause, the key that states
# it in our file, and what it is. What is stated only where it applies has a test of its own below.
STATED = """
    8.4.1(a)(i)    | details.starts             | when it takes place
    8.4.1(a)(i)    | details.entries_close      | when it takes place: until when players are taken
    8.4.1(a)(iii)  | details.min_players        | the least number of players
    8.4.1(a)(iii)  | details.max_players        | the largest number of players
    8.4.1(a)(iv)   | details.location           | where it takes place
    8.4.1(b)       | details.start_may_change   | that the director may move a start with reasonable notice
    8.4.1(c)       | details.changes_notified   | that the VCGLR hears of changes before the tournament
    8.4.2(a)(i)    | entry.accepting            | that taking part accepts the terms
    8.4.2(a)(ii)   | entry.entitled_only        | that only those enter who may be in the casino and gamble
    8.4.2(b)(i)    | entry.abide                | that who does not abide by the terms risks disqualification
    8.4.2(b)(ii)   | entry.available            | how players get the terms
    8.4.2(c)       | entry.method               | how to enter
    8.4.2(d)       | entry.withdraw_until       | until when one withdraws without losing money
    8.4.3(a)(i)    | format.rounds              | how many rounds there are, and how long
    8.4.3(b)       | format.starting_bank       | the bank that all start with
    8.4.3(b)       | format.same_bank           | that it is the same for all, who are told before the start
    8.4.3(c)       | format.chips_after         | what becomes of chips at the end
    8.4.4(a)       | wagers.chips               | which chips are played with
    8.4.4(a)       | wagers.chip                | which chips are played with: the smallest
    8.4.5(a)       | elimination.criteria       | how players are eliminated
    8.4.6(a)       | winners.criteria           | how winners are found
    8.4.6(a)       | winners.ties               | how winners are found among equals
    8.4.7(b)       | pool.prizes                | how the pool is distributed
    8.4.7(b)       | pool.leftover              | how the pool is distributed: what is left over
    8.4.8(a)(i)    | conduct.penalised          | when a player is penalised
    8.4.8(a)(i)    | conduct.penalties          | by which penalties
    8.4.8(a)(ii)   | conduct.disqualified       | when a player is disqualified
    8.4.8(a)(iii)  | conduct.substitute         | when a player names a substitute
    8.4.8(a)(iv)   | conduct.refunds            | when what was paid is given back, all or part of it
    8.4.8(b)(i)    | conduct.late               | what follows from coming late or not at all
    8.4.8(b)(ii)   | conduct.absence            | what follows from absence
    8.4.8(b)(iii)  | conduct.telephone          | what follows from a telephone in play
    8.4.8(b)(iv)   | conduct.substituting       | what follows from naming a substitute
    8.4.8(b)(v)    | conduct.disqualified_chips | what follows from disqualification, for the chips held too
    8.4.8(b)(vi)   | conduct.retirement         | what follows from retiring
    8.4.8(c)       | conduct.rules_prevail      | that the rules of Sic Bo go before the terms
    8.4.8(d)       | conduct.ends_early         | that the director may end play at a table early, and when
    8.4.8(e)       | conduct.privacy            | that the privacy policy covers what entrants tell
    8.4.8(f)       | conduct.publicity          | that entrants who permit it may be shown in advertising
    8.4.8(g)       | conduct.by_the_rules       | that the director runs it by the terms and the rules
    8.4.8(h)       | conduct.director_final     | that the director's decision on a dispute is final
    8.4.8(i)       | conduct.liability          | what the house is not liable for
    8.4.8(j)       | conduct.complaints         | that the VCGLR investigates complaints
"""
ITEMS = [[cell.strip() for cell in line.split("|")] for line in STATED.strip().splitlines()]
MOMENTS = ("details.starts", "details.entries_close", "entry.withdraw_until")


def without(*keys: str) -> Terms:
    """Terms that lack these items."""
    parts: dict[str, dict[str, Any]] = {}
    for key in keys:
        part, _, item = key.partition(".")
        value = getattr(getattr(WHOLE, part), item)
        parts.setdefault(part, {})[item] = None if key in MOMENTS else type(value)()
    return terms(**parts)


@pytest.mark.parametrize(
    "clause, key", [pytest.param(clause, key, marks=pytest.mark.clause(BOOK, clause)) for clause, key, _ in ITEMS]
)
def test_every_item_that_the_rules_name_is_missed(clause: str, key: str) -> None:
    found = problems(without(key))
    assert (key, clause) == (found[0].key, found[0].clause)
    assert found[0].said.startswith(f"{key} is missing; ")
    if key != "format.rounds":
        assert len(found) == 1


@pytest.mark.parametrize("heading", [
    pytest.param(it, marks=pytest.mark.clause(BOOK, it))
    for it in (
        "8.4", "8.4.1", "8.4.1(a)", "8.4.2", "8.4.2(a)", "8.4.2(b)", "8.4.3", "8.4.3(a)", "8.4.4", "8.4.5", "8.4.6",
        "8.4.7", "8.4.8", "8.4.8(a)", "8.4.8(b)",
    )
])  # fmt: skip
def test_everything_under_a_heading_is_missed_at_once(heading: str) -> None:
    under = [(key, clause) for clause, key, _ in ITEMS if clause.startswith(heading)]
    found = wrong(without(*(key for key, _ in under)))
    assert [it for it in found if it in under] == under


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)")
def test_what_it_costs_is_stated_also_where_it_costs_nothing() -> None:
    assert wrong(terms(details={"entry_fee": None, "buy_in": None}))[0] == ("details.entry_fee", "8.4.1(a)(ii)")
    free = terms(details={"entry_fee": 0, "buy_in": None}, pool={"share": "", "of": (), "fixed": 100_000})
    assert wrong(free) == []


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)")
@pytest.mark.parametrize("name", ["re_buy", "add_on"])
def test_a_purchase_says_what_it_brings_and_until_when(name: str) -> None:
    def of(**changed: int) -> list[tuple[str, str]]:
        return wrong(terms(details={name: msgspec.structs.replace(Purchase(price=1, bank=5_000), **changed)}))

    assert of(until_round=2) == []
    assert of(until_round=3) == of(until_round=0) == [(f"details.{name}.until_round", "8.4.1(a)(ii)")]
    assert of(bank=0) == of(most=0) == [(f"details.{name}", "8.4.1(a)(ii)")]
    without = terms(details={"re_buy": None, "add_on": None}, pool={"of": ("buy-in",)})
    assert wrong(without) == []


@pytest.mark.clause(BOOK, "8.4.1(b)")
def test_who_may_move_a_start_says_with_how_much_notice() -> None:
    assert wrong(terms(details={"start_notice": 0})) == [("details.start_notice", "8.4.1(b)")]


@pytest.mark.clause(BOOK, "8.4.1(a)(i)", "8.4.2(d)")
@pytest.mark.parametrize("changed, key, clause", [
    ({"details": {"entries_close": START + SECOND}}, "details.entries_close", "8.4.1(a)(i)"),
    ({"entry": {"withdraw_until": START + SECOND}}, "entry.withdraw_until", "8.4.2(d)"),
    ({"entry": {"substitute_until": START + SECOND}}, "entry.substitute_until", "8.4.2(d)"),
    ({"details": {"starts": START.replace(tzinfo=None)}}, "details.starts", "8.4.1(a)(i)"),
])  # fmt: skip
def test_moments_must_follow_each_other(changed: dict[str, Any], key: str, clause: str) -> None:
    assert wrong(terms(**changed)) == [(key, clause)]


@pytest.mark.clause(BOOK, "8.4.1(a)(i)", "8.4.2(d)")
def test_what_ends_may_end_with_the_start() -> None:
    assert wrong(terms(details={"entries_close": START}, entry={"withdraw_until": START})) == []


@pytest.mark.clause(BOOK, "8.4.1(a)(i)")
def test_a_start_lies_in_the_future() -> None:
    assert problems(WHOLE, START - SECOND) == ()
    (found,) = problems(WHOLE, START)
    assert (found.key, found.clause) == ("details.starts", "8.4.1(a)(i)")


# --- players, tables, rounds


def rounds(*these: Round, **details: int) -> list[tuple[str, str]]:
    return wrong(terms(format={"rounds": these}, details=details))


@pytest.mark.clause(BOOK, "8.4.1(a)(iii)", "8.4.3(a)(ii)", "8.4.3(a)(iii)")
def test_players_fit_tables_and_seats() -> None:
    assert rounds(FIRST, FINAL, min_players=6) == []
    assert rounds(FIRST, FINAL, min_players=7) == [("details.min_players", "8.4.1(a)(iii)")]
    assert rounds(FIRST, FINAL, max_players=7) == [("details.max_players", "8.4.3(a)(ii)")]
    many = msgspec.structs.replace(FIRST, tables=5, top=0, best=3)
    assert rounds(many, FINAL, min_players=5) == []
    assert rounds(many, FINAL, min_players=4) == [("format.rounds.1.tables", "8.4.3(a)(ii)")]
    assert rounds(FIRST, FINAL, min_players=3) == [("format.rounds.1.top", "8.4.3(a)(iii)")]


@pytest.mark.clause(BOOK, "8.4.3(a)(i)", "8.4.3(a)(ii)", "8.4.3(b)")
def test_a_round_has_a_length_tables_seats_and_one_bank() -> None:
    assert rounds(FIRST, Round(tables=1, seats=3)) == [("format.rounds.2", "8.4.3(a)(i)")]
    assert rounds(FIRST, Round(minutes=5, tables=1, seats=3)) == []
    assert ("format.rounds.2.tables", "8.4.3(a)(ii)") in rounds(FIRST, Round(spins=5, seats=3))
    assert ("format.rounds.2.seats", "8.4.3(a)(ii)") in rounds(FIRST, Round(spins=5, tables=3))
    both = msgspec.structs.replace(FINAL, bank=5_000, carries=True)
    assert rounds(FIRST, both) == [("format.rounds.2.bank", "8.4.3(b)")]


@pytest.mark.clause(BOOK, "8.4.3(a)(iii)")
@pytest.mark.parametrize("best, right", [(0, False), (1, True), (2, False)])
def test_those_who_go_on_fill_the_next_round_no_more_and_no_fewer(best: int, right: bool) -> None:
    found = rounds(msgspec.structs.replace(FIRST, best=best), FINAL, min_players=5)
    assert found == ([] if right else [("format.rounds.2.seats", "8.4.3(a)(iii)")])


@pytest.mark.clause(BOOK, "8.4.3(a)(iii)")
def test_somebody_goes_on_after_every_round_but_the_last() -> None:
    nobody = msgspec.structs.replace(FIRST, top=0, best=0)
    assert ("format.rounds.1.top", "8.4.3(a)(iii)") in rounds(nobody, FINAL)
    assert rounds(FIRST, msgspec.structs.replace(FINAL, top=1)) == [("format.rounds.2.top", "8.4.3(a)(iii)")]
    too_many = msgspec.structs.replace(FIRST, top=4, seats=3)
    assert ("format.rounds.1.top", "8.4.3(a)(iii)") in rounds(too_many, FINAL)


@pytest.mark.clause(BOOK, "8.4.3(a)(v)")
def test_a_repechage_says_who_qualifies_or_that_the_director_decides() -> None:
    first = msgspec.structs.replace(FIRST, best=0)
    again = Round(spins=2, tables=1, seats=3, best=1, repechage=True)
    these: dict[str, Any] = {"rounds": (first, again, FINAL)}
    assert wrong(terms(format=these)) == [("format.repechage", "8.4.3(a)(v)")]
    assert wrong(terms(format={**these, "repechage": "The best three who are out"})) == []
    assert wrong(terms(format={**these, "repechage_by_director": True})) == []
    assert ("format.rounds.1", "8.4.3(a)(i)") in rounds(msgspec.structs.replace(FIRST, repechage=True), FINAL)
    carried = msgspec.structs.replace(again, carries=True)
    assert ("format.rounds.2.carries", "8.4.3(b)") in rounds(first, carried, FINAL)


@pytest.mark.clause(BOOK, "8.4.3(a)(iv)")
def test_a_buy_back_has_its_rounds_and_its_places() -> None:
    def of(**changed: Any) -> list[tuple[str, str]]:
        back = msgspec.structs.replace(BuyBack(price=5_000, after_rounds=(1,), places=1), **changed)
        first = msgspec.structs.replace(FIRST, best=1 - back.places)
        return wrong(terms(format={"rounds": (first, FINAL), "buy_back": back}))

    assert of() == []
    assert of(places=0) == [("format.buy_back", "8.4.3(a)(iv)")]
    assert ("format.buy_back", "8.4.3(a)(iv)") in of(after_rounds=(2,))
    assert ("format.buy_back", "8.4.3(a)(iv)") in of(after_rounds=())


@pytest.mark.clause(BOOK, "8.4.3(c)")
def test_chips_that_are_paid_in_cash_have_a_rate() -> None:
    assert wrong(terms(format={"chips_after": "cash"})) == [("format.cash_rate", "8.4.3(c)")]
    assert wrong(terms(format={"chips_after": "cash", "cash_rate": "0/1"})) == [("format.cash_rate", "8.4.3(c)")]
    assert wrong(terms(format={"chips_after": "cash", "cash_rate": "1/100"})) == []


# --- wagers


@pytest.mark.clause(BOOK, "8.4.4(b)")
@pytest.mark.parametrize("key", ["minimum", "compulsory"])
def test_wagers_are_in_chips_and_within_the_bank(key: str) -> None:
    assert wrong(terms(wagers={key: 100_000})) == []
    assert wrong(terms(wagers={key: 105_000})) == [(f"wagers.{key}", "8.4.4(b)")]
    assert wrong(terms(wagers={key: 7_500})) == [(f"wagers.{key}", "8.4.4(b)")]


@pytest.mark.clause(BOOK, "8.4.4(b)")
def test_a_compulsory_wager_says_what_follows_without_it() -> None:
    assert wrong(terms(wagers={"compulsory_missed": ""})) == [("wagers.compulsory_missed", "8.4.4(b)")]
    assert wrong(terms(wagers={"compulsory_missed": "", "compulsory": 0})) == []


@pytest.mark.clause(BOOK, "8.4.4(c)")
def test_secret_wagers_say_how_many_and_how() -> None:
    def of(per_spin: int, per_session: int, how: str = "In an envelope") -> list[tuple[str, str]]:
        return wrong(terms(wagers={"secret": Secret(per_spin=per_spin, per_session=per_session, how=how)}))

    assert of(2, 2) == []
    assert of(3, 2) == [("wagers.secret.per_spin", "8.4.4(c)")]
    assert of(0, 2) == of(1, 0) == [("wagers.secret", "8.4.4(c)")]
    assert of(1, 1, "") == [("wagers.secret.how", "8.4.4(c)")]
    assert wrong(terms(wagers={"secret": None})) == []


# --- ties, the pool and prizes


@pytest.mark.clause(BOOK, "8.4.6(a)", "8.4.3(a)(iii)")
@pytest.mark.parametrize("chain, in_winners, in_format", [
    (("share",), True, False),
    (("lot",), True, True),
    (("bank-before", "extra-spin"), True, True),
    (("bank-before",), False, False),
    (("extra-spin", "lot"), False, False),
    ((), False, False),
])  # fmt: skip
def test_what_decides_between_equals_decides_at_last(chain: tuple[Any, ...], in_winners: bool, in_format: bool) -> None:
    assert (wrong(terms(winners={"ties": chain})) == []) is in_winners
    assert (wrong(terms(format={"ties": chain})) == []) is in_format
    assert wrong(final(format={"ties": ()})) == [], "nobody goes on, so nobody is equal at a line"


@pytest.mark.clause(BOOK, "8.4.7(a)")
@pytest.mark.parametrize("changed, keys", [
    ({"fixed": 5_000}, ["pool.fixed"]),
    ({"share": ""}, ["pool.fixed"]),
    ({"share": "1/1"}, []),
    ({"share": "10/9"}, ["pool.share"]),
    ({"of": ()}, ["pool.of"]),
    ({"of": ("buy-back",)}, ["pool.of"]),
    ({"of": ("buy-in", "entry-fee")}, []),
])  # fmt: skip
def test_the_pool_is_fixed_or_an_honest_share(changed: dict[str, Any], keys: list[str]) -> None:
    found = problems(terms(pool=changed))
    assert [it.key for it in found] == keys
    assert {it.clause for it in found} <= {"8.4.7(a)"}


@pytest.mark.clause(BOOK, "8.4.7(b)")
@pytest.mark.parametrize("prizes, right", [
    ((Prize(place=1, share="1/1"),), True),
    ((Prize(place=1, share="1/2"), Prize(place=2, to=6, share="1/10")), True),
    ((Prize(place=1, share="1/2"), Prize(place=2, to=5, share="1/10")), False),
    ((Prize(place=1, share="1/2"), Prize(place=3, share="1/2")), False),
    ((Prize(place=1, share="1/2"), Prize(place=1, share="1/2")), False),
    ((Prize(place=1, share="1/2", amount=5), Prize(place=2, share="1/2")), False),
    ((Prize(place=1, share="1/1"), Prize(place=2, amount=5)), False),
    ((Prize(place=1, amount=5),), False),
])  # fmt: skip
def test_shares_of_the_places_make_one(prizes: tuple[Prize, ...], right: bool) -> None:
    found = wrong(terms(pool={"prizes": prizes}))
    assert found == ([] if right else [("pool.prizes", "8.4.7(b)")])


@pytest.mark.clause(BOOK, "8.4.7(b)")
@pytest.mark.parametrize("second, right", [(30_000, True), (29_999, True), (30_001, False)])
def test_prizes_are_not_above_the_pool(second: int, right: bool) -> None:
    prizes = (Prize(place=1, amount=70_000), Prize(place=2, amount=second))
    found = wrong(terms(pool={"share": "", "of": (), "fixed": 100_000, "prizes": prizes}))
    assert found == ([] if right else [("pool.prizes", "8.4.7(b)")])


@pytest.mark.clause(BOOK, "8.4.8(a)(i)")
def test_a_penalty_in_chips_says_how_many() -> None:
    assert wrong(terms(conduct={"penalty_chips": 0})) == [("conduct.penalty_chips", "8.4.8(a)(i)")]
    plain: dict[str, Any] = {"penalty_chips": 0, "penalties": ("warn",), "late": ("warn",)}
    assert wrong(terms(conduct=plain)) == []


# --- the file


@pytest.mark.clause(BOOK, "8.2.1")
def test_the_file_in_the_manual_is_whole() -> None:
    text = inspect.cleandoc(module.__doc__ or "")
    example = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))
    read = read_terms(example)
    assert (read.details.buy_in, read.format.starting_bank, read.wagers.chips[:10]) == (10_000, 500_000, "Tournament")
    assert problems(read) == ()
    assert terms_hash(read) == terms_hash(read_terms(example))
    assert terms_hash(read) != terms_hash(msgspec.structs.replace(read, name="Autumn"))


def test_every_sum_of_a_file_is_in_dollars() -> None:
    read = read_terms("""
        kind = "tournament"
        id = "x"
        name = "X"
        rulebook = "crown-sicbo-a"
        [details]
        entry_fee = "20.00"
        buy_in = "100.00"
        re_buy = { price = "50.00", bank = "600.00" }
        [format]
        starting_bank = "1000.00"
        rounds = [{ spins = 1, bank = "500.00" }]
        [wagers]
        chip = "25.00"
        minimum = "30.00"
        compulsory = "75.00"
        [pool]
        fixed = "5000.00"
        prizes = [{ place = 1, amount = "4000.00" }]
        [conduct]
        penalty_chips = "200.00"
    """)
    assert (read.details.entry_fee, read.details.buy_in) == (2_000, 10_000)
    assert read.details.re_buy is not None
    assert (read.details.re_buy.price, read.details.re_buy.bank) == (5_000, 60_000)
    assert (read.format.starting_bank, read.format.rounds[0].bank) == (100_000, 50_000)
    assert (read.wagers.chip, read.wagers.minimum, read.wagers.compulsory) == (2_500, 3_000, 7_500)
    assert (read.pool.fixed, read.pool.prizes[0].amount, read.conduct.penalty_chips) == (500_000, 400_000, 20_000)


@pytest.mark.parametrize("text, said", [
    ("id = ", "this is not TOML"),
    ('kind = "tournament"\nid = "x"', "missing required field `name`"),
    ('kind = "raffle"\nid = "x"', "Invalid enum value 'raffle'"),
    ('[details]\nbuy_in = 5', "details.buy_in: an amount is a text"),
    ('kind = "tournament"\nid = "x"\nname = "X"\nrulebook = "y"\n[pool]\nshare = "half"', "regex"),
    ('kind = "tournament"\nid = "x"\nname = "X"\nrulebook = "y"\n[pol]\nshare = "1/2"', "unknown field `pol`"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_names_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_terms(text)


def test_a_rulebook_without_tournaments_is_told() -> None:
    with pytest.raises(ConfigError, match="star-craps has no rules on tournaments"):
        book_of(terms(rulebook="star-craps"))
    with pytest.raises(ConfigError, match="rulebook: "):
        problems(terms(rulebook="nowhere"))
