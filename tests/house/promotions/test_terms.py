"""Terms of promotions: read from their file, and every item that the rules ask for missed when it is missing."""

import inspect
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.house.promotions import terms as module
from dicehouse.house.promotions.checking import problems
from dicehouse.house.promotions.editions import edition
from dicehouse.house.promotions.terms import Earning, Prize, Terms, read_terms, terms_hash
from dicehouse.table.config import ConfigError
from tests.house.keeper import NOON
from tests.house.promotions.promoter import BOOKS, DAY, DINNER, chapter, every, terms


def wrong(it: Terms) -> list[tuple[str, str]]:
    """Keys and clauses of what is wrong."""
    return [(found.key, found.clause) for found in problems(it)]


@pytest.mark.parametrize("book", BOOKS)
def test_whole_terms_have_nothing_wrong(book: str) -> None:
    assert problems(terms(book), NOON) == ()


@every("7", "7.1", "7.2", "7.3", "7.6", "7.7", "7.8", "7.9", "7.10", "6")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("key, rest", [
    ("awarded", "7.1"), ("awarded_when", "7.2"), ("eligible", "7.3"), ("entries_close", "7.6"), ("place", "7.7"),
    ("starts", "7.7"), ("draw_at", "7.7"), ("claimed", "7.8"), ("present", "7.8"), ("told", "7.9"),
    ("published", "7.10"), ("available", "6"), ("marketing", "6"), ("disbursed", "4"),
])  # fmt: skip
def test_every_item_that_the_rules_name_is_missed(book: str, key: str, rest: str) -> None:
    empty = {"told": (), "available": (), "starts": None, "entries_close": None, "draw_at": None, "present": None}
    (found,) = problems(terms(book, **{key: empty.get(key, "")}))
    assert (found.key, found.clause) == (key, f"{chapter(book)}.{rest}")
    assert found.said.startswith(f"{key} is missing; ")


@every("7.4")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("earning", [None, Earning(), Earning(for_rounds=5, for_stakes_of=100)])
def test_it_must_be_clear_what_play_earns_an_entry(book: str, earning: Earning | None) -> None:
    assert wrong(terms(book, entries=earning)) == [("entries", f"{chapter(book)}.7.4")]


@every("7.5", "7.11")
@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_states_what_it_is_what_it_is_worth_and_its_conditions(book: str) -> None:
    number = chapter(book)
    assert wrong(terms(book, prizes=(Prize(name="Mystery"),))) == [
        ("prizes.1.nature", f"{number}.7.5"),
        ("prizes.1.value", f"{number}.7.11"),
        ("prizes.1.conditions", f"{number}.7.11"),
    ]
    assert wrong(terms(book, prizes=())) == [("prizes", f"{number}.7.11")]


# What a prize of some kinds states besides, item by item as the documents list it: 10.7.11.1 to 10.7.11.4 of The Star,
# 6.7.11.1 to 6.7.11.4 of the electronic game. The 2024 and the earlier edition print (ii) twice for appliances (H11).
PARTICULARS = """
    appliance   | 7.11.1(i)   | make           | who makes it
    appliance   | 7.11.1(ii)  | model          | which model it is
    appliance   | 7.11.1(iii) | accessories    | what comes with it
    vehicle     | 7.11.2(i)   | make           | who makes it
    vehicle     | 7.11.2(ii)  | model          | which model it is
    vehicle     | 7.11.2(iii) | accessories    | what comes with it
    vehicle     | 7.11.2(iv)  | on_road_costs  | whether registration and the other costs of the road are paid
    travel      | 7.11.3(i)   | persons        | how many people travel
    travel      | 7.11.3(ii)  | included       | fares, transfers, other transport, length, standard of rooms, meals
    travel      | 7.11.3(iii) | when           | by when, or at which times, it must be taken
    travel      | 7.11.3(iv)  | spending_money | whether there is money to spend
    real-estate | 7.11.4(i)   | dwelling       | the type of dwelling
    real-estate | 7.11.4(ii)  | plans          | its plans
    real-estate | 7.11.4(iii) | contract       | its contract
    real-estate | 7.11.4(iv)  | easements      | its easements
    real-estate | 7.11.4(v)   | address        | its address or where else it lies
    real-estate | 7.11.4(vi)  | included       | conveyancing, legal costs, fixtures, furniture
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in PARTICULARS.strip().splitlines()]
KINDS = {"appliance": "7.11.1", "vehicle": "7.11.2", "travel": "7.11.3", "real-estate": "7.11.4"}


def particulars_of(kind: str) -> dict[str, str]:
    """What a prize of a kind states besides, and the item that asks for it."""
    return {key: rest for of, rest, key, _ in ROWS if of == kind}


@pytest.mark.parametrize("book, kind, rest, key", [
    pytest.param(book, kind, rest, key, marks=pytest.mark.clause(book, f"{chapter(book)}.{rest}"))
    for book in BOOKS
    for kind, rest, key, _ in ROWS
])  # fmt: skip
def test_a_prize_of_some_kinds_is_missing_each_item_that_it_does_not_state(
    book: str, kind: str, rest: str, key: str
) -> None:
    told = {it: "stated" for it in particulars_of(kind) if it != key}
    prize = msgspec.structs.replace(DINNER, kind=kind, details=told)
    assert wrong(terms(book, prizes=(prize,))) == [(f"prizes.1.details.{key}", f"{chapter(book)}.{rest}")]


@pytest.mark.parametrize("book, kind", [
    pytest.param(book, kind, marks=pytest.mark.clause(book, f"{chapter(book)}.{rest}"))
    for book in BOOKS
    for kind, rest in KINDS.items()
])  # fmt: skip
def test_a_prize_of_some_kinds_states_all_of_its_items_and_no_others(book: str, kind: str) -> None:
    needed = particulars_of(kind)
    bare = msgspec.structs.replace(DINNER, kind=kind)
    assert wrong(terms(book, prizes=(bare,))) == [
        (f"prizes.1.details.{key}", f"{chapter(book)}.{rest}") for key, rest in needed.items()
    ]
    whole = msgspec.structs.replace(bare, details=dict.fromkeys(needed, "stated"))
    assert wrong(terms(book, prizes=(whole,))) == []


@every("8.1", "8.2", "8.3", "8.4")
@pytest.mark.parametrize("channel, known", [
    ("face-to-face", True), ("mail", True), ("telephone", True), ("email", True), ("loudspeaker", False),
])  # fmt: skip
def test_terms_tell_winners_by_the_four_channels_of_the_documents_and_no_other(channel: str, known: bool) -> None:
    text = f'id = "x"\nname = "X"\nrulebook = "star-craps"\ntold = ["{channel}"]'
    if known:
        assert read_terms(text).told == (channel,)
        return
    with pytest.raises(ConfigError, match="loudspeaker"):
        read_terms(text)


@every("5", "5.1", "5.2", "5.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "kind, rest",
    [("tobacco", "5.1"), ("firearm", "5.2"), ("ammunition", "5.2"), ("imitation-firearm", "5.2"), ("weapon", "5.3")],
)
def test_some_things_are_no_prizes(book: str, kind: str, rest: str) -> None:
    prize = msgspec.structs.replace(DINNER, kind=kind)
    assert wrong(terms(book, prizes=(prize,))) == [("prizes.1.kind", f"{chapter(book)}.{rest}")]


@every("5", "5.1", "5.2", "5.3", "5.4")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "kind, key, rest",
    [
        ("tobacco", "kind", "5.1"), ("firearm", "kind", "5.2"), ("ammunition", "kind", "5.2"),
        ("imitation-firearm", "kind", "5.2"), ("weapon", "kind", "5.3"), ("liquor", "litres", "5.4"),
    ],
)  # fmt: skip
def test_a_file_that_names_what_is_no_prize_is_read_and_told_the_clause(
    book: str, kind: str, key: str, rest: str
) -> None:
    text = f'id = "x"\nname = "X"\nrulebook = "{book}"\n[[prizes]]\nname = "A prize"\nkind = "{kind}"'
    assert (f"prizes.1.{key}", f"{chapter(book)}.{rest}") in wrong(read_terms(text))


@every("5.4")
@pytest.mark.parametrize("book", BOOKS)
def test_twenty_litres_of_liquor_are_a_prize_and_twenty_one_are_not(book: str) -> None:
    def of(litres: int) -> Terms:
        return terms(book, prizes=(msgspec.structs.replace(DINNER, kind="liquor", litres=litres),))

    assert wrong(of(20)) == []
    assert wrong(of(0)) == [("prizes.1.litres", f"{chapter(book)}.5.4")], "how much it is has to be said"
    assert wrong(of(21)) == [("prizes.1.litres", f"{chapter(book)}.5.4")]


OTHER_KINDS = ("goods", "appliance", "vehicle", "travel", "real-estate", "casino-dollars", "slots-dollars")


@every("5")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", OTHER_KINDS)
def test_nothing_else_is_forbidden(book: str, kind: str) -> None:
    written = msgspec.to_builtins(msgspec.structs.replace(DINNER, litres=20)) | {"kind": kind}
    prize = msgspec.convert(written, Prize)
    forbidden = [clause for _, clause in wrong(terms(book, prizes=(prize,))) if f"{chapter(book)}.5" in clause]
    assert forbidden == []


@every("5.5")
@pytest.mark.parametrize("book", BOOKS)
def test_what_regulations_forbid_is_a_list_that_the_operator_keeps(book: str) -> None:
    assert wrong(terms(book, forbidden=("dinner",))) == [("prizes.1.name", f"{chapter(book)}.5.5")]
    assert wrong(terms(book, forbidden=("fireworks",))) == []
    assert wrong(terms(book, forbidden=("inn",))) == [], "part of another word is not the item"


@every("2")
@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_above_ten_thousand_dollars_needs_a_scrutineer_and_ten_thousand_does_not(book: str) -> None:
    def of(value: int, **more: str) -> Terms:
        return terms(book, prizes=(msgspec.structs.replace(DINNER, value=value),), **more)

    assert wrong(of(1_000_000)) == []
    assert wrong(of(1_000_001)) == [("scrutineer", f"{chapter(book)}.2")]
    assert wrong(of(1_000_001, scrutineer="A. Wright")) == []


@every("3", "4")
@pytest.mark.parametrize("book", BOOKS)
def test_cash_and_its_alternatives_are_as_each_edition_says(book: str) -> None:
    number, latest = chapter(book), book == "star-sicbo-2024"
    cash = msgspec.structs.replace(DINNER, kind="cash")
    assert wrong(terms(book, prizes=(cash,))) == ([("prizes.1.kind", f"{number}.4")] if latest else [])
    instead = msgspec.structs.replace(DINNER, alternative="cash")
    assert wrong(terms(book, prizes=(instead,))) == ([("prizes.1.alternative", f"{number}.4")] if latest else [])
    other = msgspec.structs.replace(DINNER, alternative="other")
    assert wrong(terms(book, prizes=(other,))) == []
    for kind in ("casino-dollars", "slots-dollars"):
        dollars = msgspec.structs.replace(DINNER, kind=kind, alternative="other")
        allowed = latest and kind == "slots-dollars"
        assert wrong(terms(book, prizes=(dollars,))) == ([] if allowed else [("prizes.1.alternative", f"{number}.3")])


@pytest.mark.parametrize("changed, key", [
    ({"entries_close": NOON + 2 * DAY}, "entries_close"),
    ({"draw_at": NOON + 3 * DAY}, "draw_at"),
    ({"starts": NOON.replace(tzinfo=None)}, "starts"),
])  # fmt: skip
def test_moments_must_follow_each_other(changed: dict[str, Any], key: str) -> None:
    assert [it.key for it in problems(terms(**changed))] == [key]


def test_a_start_lies_in_the_future() -> None:
    assert problems(terms(), NOON + 2 * DAY - timedelta(seconds=1)) == ()
    (found,) = problems(terms(), NOON + 2 * DAY)
    assert found.key == "starts"


def test_the_file_in_the_manual_is_whole() -> None:
    text = inspect.cleandoc(module.__doc__ or "")
    example = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))
    read = read_terms(example)
    assert read.prizes[0].value == 240_000
    assert problems(read) == ()
    assert terms_hash(read) == terms_hash(read_terms(example))


@pytest.mark.parametrize("text, said", [
    ("id = ", "this is not TOML"),
    ("a = " + "[" * 9_999, "nested too deep"),
    ('id = "x"', "missing required field `name`"),
    ('id = "x"\nname = "X"\nrulebook = "star-craps"\nprize = 1', "unknown field `prize`"),
    ('[[prizes]]\nname = "A"\nvalue = 5', "prizes.1.value: an amount is a text"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_names_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_terms(text)


def test_a_rulebook_without_promotions_is_told() -> None:
    with pytest.raises(ConfigError, match="crown-sicbo-a has no rules on promotions"):
        edition("crown-sicbo-a")
    with pytest.raises(ConfigError, match="rulebook: "):
        edition("nowhere")
