"""By which clause each thing is refused at each table: written out from the documents, refusal by refusal.

A dash: the document has no clause for it. A dot: it cannot be refused for that there.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from dicehouse.odds.value import values
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.table import command_of
from dicehouse.table.betting import PlaceWager, RefuseWager, RemoveWager
from dicehouse.table.cards import PresentCard
from dicehouse.table.conduct import ExcludePerson, RecordContravention
from dicehouse.table.config import Limits, Sign
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt import Tumble
from dicehouse.table.dealt_result import AnnounceResult, CallNoResult, EnterResult, Settle, Uncover
from dicehouse.table.electronic import ReportDice, ShootDice
from dicehouse.table.faults import ReportLights
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.opening import AnnounceClosing, OpenTable
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import LimitPlayers, TakeSeat
from dicehouse.table.seats import Card
from dicehouse.table.server import ReportServerFault
from dicehouse.table.shooter import OfferDice
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.table.terminals import ReportTerminalFault
from dicehouse.table.wagering import LimitTerminals
from tests.croupier import Croupier, happened, refused
from tests.stickperson import Stickperson

STAR, OLDER, CROWN, SYMBOLS, HALL, CRAPS = BUILT_IN
DEALT = (STAR, OLDER, CROWN, SYMBOLS)
Answer = Any


def at(book: str, **config: Any) -> Croupier:
    """A table at which ann, at seat 1 with 1,000.00, may bet."""
    if book == CRAPS:
        return Stickperson(**config).seats(ann=1)
    table = Croupier(book, **config)
    table.opens(acknowledged=tuple(it.wager.id for it in values(table.book) if it.returns > 1)).seats(ann=1)
    return table.invites() if book in DEALT else table


def plain(book: str) -> str:
    return "field" if book == CRAPS else "small"


def closed(book: str) -> Croupier:
    """Betting is closed."""
    table = at(book)
    if isinstance(table, Stickperson):
        return table.shoots("ann").throws()
    if book == HALL:
        table.now += timedelta(seconds=40)
        return table
    return table.closes_betting()


# --- what is asked for, by the reason for which it is refused


def empty_reason(book: str) -> Answer:
    said = {"do": "exclude-person", "id": "x", "at": "2026-11-16T12:00:00+11:00", "by": "sue", "role": "dealer"}
    return command_of(json.dumps({**said, "breach": "b1", "reason": ""}).encode(), load(book))


def no_stake(book: str) -> Answer:
    said = {"do": "place-wager", "id": "x", "at": "2026-11-16T12:00:00+11:00", "by": "ann", "role": "player"}
    return command_of(json.dumps({**said, "seat": 1, "wager": plain(book), "stake": 0}).encode(), load(book))


def seven_on_a_die(book: str) -> Answer:
    do = {HALL: "report-dice", CRAPS: "call-roll"}.get(book, "announce-result")
    said = {"do": do, "id": "x", "at": "2026-11-16T12:00:00+11:00", "by": "d", "role": "dealer", "dice": [7, 1]}
    return command_of(json.dumps(said).encode(), load(book))


def before_now(book: str) -> Answer:
    table = at(book)
    table.now -= timedelta(hours=1)
    return table.bets("ann", plain(book), 1_000)


def forfeit(book: str) -> Answer:
    return at(book).staff(InvalidateOutcome, ground="fraud", reason="a magnet", forfeit={1: "a magnet"})


def out_of_the_casino(book: str) -> Answer:
    table = at(book)
    happened(table.staff(RecordContravention, id="b", offence="device", person="ann", who="player", what="a counter"))
    return table.staff(ExcludePerson, breach="b", reason="a counter", out_of="casino")


def player_at_the_dice(book: str) -> Answer:
    table = at(book)
    return table.player("ann", OfferDice if book == CRAPS else Tumble) if book != HALL else None


def player_at_the_cover(book: str) -> Answer:
    return closed(book).player("ann", Uncover) if book in DEALT else None


def player_at_the_panel(book: str) -> Answer:
    return closed(book).player("ann", EnterResult, dice=(1, 2, 3)) if book in DEALT else None


def dealer_above_the_rank(book: str) -> Answer:
    table = at(book)
    return table.does(ChangeLimits, "dora", table.book.roles[0].id, sign=Sign(Limits(100, 200_000)))


def closed_table(book: str) -> Answer:
    return Croupier(book).player("ann", PlaceWager, seat=1, wager=plain(book), stake=1_000)


def open_table(book: str) -> Answer:
    return at(book).staff(OpenTable)


def stopped(book: str) -> Answer:
    if book == CRAPS:
        return None
    table = at(book)
    if book == HALL:
        happened(table.staff(ReportServerFault, kind="same-error", error="E7", seats=(1, 2)))
    else:
        happened(table.dealer(ReportLights))
        table.now += timedelta(minutes=5)
    return table.bets("ann", "small", 1_000)


def too_early_to_pay(book: str) -> Answer:
    if book == HALL:
        return at(book).player("ann", ShootDice)
    return at(book).dealer(SettleRoll if book == CRAPS else Settle)


def too_many_players(book: str) -> Answer:
    table = at(book)
    if "limit_players" not in table.book.powers:
        return None
    happened(table.staff(LimitPlayers, most=1))
    return table.player("bob", TakeSeat, seat=2)


def for_someone_else(book: str) -> Answer:
    return at(book).player("bob", PlaceWager, seat=1, wager=plain(book), stake=1_000)


def broken_terminal(book: str) -> Answer:
    table = at(book)
    if book != HALL:
        return None
    happened(table.staff(ReportTerminalFault, seat=1, kind="display", said="dark"))
    return table.bets("ann", "small", 1_000)


def one_terminal_more(book: str) -> Answer:
    table = at(book)
    if book != HALL:
        return None
    happened(table.staff(LimitTerminals, person="ann", terminals=(1,)))
    return table.player("ann", TakeSeat, seat=2)


def no_card(book: str) -> Answer:
    table = at(book)
    if table.book.cards is None:
        return None
    happened(table.player("ann", PresentCard, seat=1, card=Card("1", "ann", valid=False)))
    return table.bets("ann", "small", 1_000)


def card_of_another(book: str) -> Answer:
    table = at(book)
    if table.book.cards is None:
        return None
    happened(table.player("ann", PresentCard, seat=1, card=Card("1", "bob")))
    return table.bets("ann", "small", 1_000)


def after_the_close(book: str) -> Answer:
    return closed(book).bets("ann", plain(book), 1_000)


def withdrawn_after_the_close(book: str) -> Answer:
    table = at(book)
    if book == CRAPS:
        return None
    happened(table.bets("ann", "small", 1_000, id="w"))
    table.now += timedelta(seconds=40)
    if book in DEALT:
        table.closes_betting()
    return table.player("ann", RemoveWager, bet="w")


def exposed_early(book: str) -> Answer:
    table = at(book)
    if book not in DEALT:
        return None
    happened(table.does(Uncover, "the tumbler", DEVICE))
    return table.bets("ann", "big", 1_000)


def paid_on_exposed_dice(book: str) -> Answer:
    table = at(book)
    if book not in DEALT:
        return None
    happened(table.does(Uncover, "the tumbler", DEVICE))
    return table.dealer(AnnounceResult, dice=(1, 2, 3))


def two_dice_too_many(book: str) -> Answer:
    table = closed(book)
    if isinstance(table, Stickperson):
        return table.stick(CallRoll, dice=(1, 2, 3))
    if book == HALL:
        return None
    happened(table.dealer(Uncover))
    return table.dealer(AnnounceResult, dice=(1, 2))


def total_of_eighteen(book: str) -> Answer:
    return at(book).bets("ann", "place-win-7" if book == CRAPS else "total-18", 1_000)


def wager_of_another_game(book: str) -> Answer:
    return at(book).bets("ann", "small" if book == CRAPS else "win-line", 1_000)


def no_wager_at_all(book: str) -> Answer:
    return at(book).bets("ann", "roulette", 1_000)


def optional_one_left_out(book: str) -> Answer:
    table = at(book, offers=())
    return table.bets("ann", "odd", 1_000) if table.book.optional else None


def colour_checks(book: str) -> Answer:
    table = at(book)
    if "issue_colours" in table.book.powers:
        return None
    return table.bets("ann", plain(book), 1_000, chips="colour", colour="blue")


def tokens(book: str) -> Answer:
    table = at(book, tokens=False)
    return table.bets("ann", plain(book), 1_000, chips="token")


def below_the_minimum(book: str) -> Answer:
    return at(book).bets("ann", plain(book), 100)


def above_the_maximum(book: str) -> Answer:
    return at(book, sign=Sign(Limits(500, 5_000))).bets("ann", plain(book), 6_000)


def off_the_unit(book: str) -> Answer:
    table = at(book, sign=Sign(Limits(500, 5_000, 500)))
    return table.bets("ann", plain(book), 700) if table.book.limits["off_unit"].value == "refused" else None


def minimum_without_notice(book: str) -> Answer:
    table = at(book)
    if "raise_minimum" not in table.book.times:
        return None
    return table.staff(ChangeLimits, sign=Sign(Limits(2_000, 100_000)), counts=table.now + timedelta(minutes=19))


def closing_too_soon(book: str) -> Answer:
    table = at(book)
    if table.book.times["closing"].unit == "rounds":
        return None
    return table.staff(AnnounceClosing, closes=table.now + timedelta(minutes=2))


def reason_that_is_none(book: str) -> Answer:
    return closed(book).dealer(CallNoResult, reason="bad luck") if book in DEALT else None


def refused_too_late(book: str) -> Answer:
    table = at(book)
    if "refuse_wager" not in table.book.powers or isinstance(table, Stickperson):
        return None
    happened(table.bets("ann", "small", 1_000, id="w"))
    return table.closes_betting().staff(RefuseWager, bet="w", grounds="drunk")


def dice_read_twice(book: str) -> Answer:
    return at(book).does(ReportDice, "the tumbler", DEVICE, dice=(1, 2, 3)) if book == HALL else None


ASKED: list[Callable[[str], Answer]] = [
    empty_reason, no_stake, seven_on_a_die, before_now, forfeit, out_of_the_casino, player_at_the_dice,
    player_at_the_cover, player_at_the_panel, dealer_above_the_rank, closed_table, open_table, stopped,
    too_early_to_pay, too_many_players, for_someone_else, broken_terminal, one_terminal_more, no_card,
    card_of_another, after_the_close, withdrawn_after_the_close, exposed_early, paid_on_exposed_dice,
    two_dice_too_many, total_of_eighteen, wager_of_another_game, no_wager_at_all, optional_one_left_out,
    colour_checks, tokens, below_the_minimum, above_the_maximum, off_the_unit, minimum_without_notice,
    closing_too_soon, reason_that_is_none, refused_too_late, dice_read_twice,
]  # fmt: skip

CITED = """
    # what                    | why             | 2024  | older | crown a        | crown b        | aruze             | craps
    empty reason              | malformed       | 9.8.2 | 9.3.2 | 9.2.2          | 9.2.2          | 8.7.2             | 9.3.2
    no stake                  | malformed       | 4.1   | 4.1   | 4.2.1          | 4.2.1          | 1.1 "minimum bet" | 7.1
    seven on a die            | malformed       | 2.5   | 2.5   | 2.2.5(a)       | 2.2.5(b)       | 2.2               | 2.3
    before now                | wrong-clock     | -     | -     | -              | -              | -                 | -
    forfeit                   | not-here        | .     | .     | 9.5            | 9.5            | .                 | .
    out of the casino         | not-here        | .     | .     | 9.2.2          | 9.2.2          | .                 | .
    player at the dice        | not-allowed     | 5.6   | 5.6   | 5.2            | 5.2            | .                 | 3.2
    player at the cover       | not-allowed     | 5.6   | 5.6   | 5.1.4          | 5.1.4          | .                 | .
    player at the panel       | not-allowed     | 5.4   | 5.4   | 5.2            | 5.2            | .                 | .
    dealer above the rank     | not-allowed     | 4.5   | 4.5   | 4.1 fn1 s66(2) | 4.1 fn1 s66(2) | 3.2               | 7.5
    closed table              | table-closed    | 9.13  | 9.8   | 9.8            | 9.8            | 8.2               | 9.8
    open table                | table-open      | -     | -     | -              | -              | -                 | -
    stopped                   | play-stopped    | 8.8   | 8.8   | 7.4            | 7.4            | 7.6               | .
    too early to pay          | wrong-phase     | 5.5   | 5.5   | 5.1.6          | 5.1.6          | 3.10              | 4.5
    too many players          | table-full      | 3.15  | .     | .              | .              | .                 | .
    for someone else          | not-your-seat   | 9.20  | -     | -              | -              | -                 | -
    broken terminal           | out-of-order    | .     | .     | .              | .              | 7.1               | .
    one terminal more         | terminal-limit  | .     | .     | .              | .              | 8.1               | .
    no card                   | no-card         | 3.1   | .     | .              | .              | .                 | .
    card of another           | no-card         | 9.1   | .     | .              | .              | .                 | .
    after the close           | betting-closed  | 3.11  | 3.10  | 3.2            | 3.2            | 3.8.1             | 6.3
    withdrawn after the close | betting-closed  | 3.11  | 3.10  | 3.2            | 3.2            | 3.8.1             | .
    exposed early             | betting-closed  | 8.3   | 8.3   | 7.1.3          | 7.1.3          | .                 | .
    paid on exposed dice      | no-result-due   | 8.3   | 8.3   | 7.1.3          | 7.1.3          | .                 | .
    two dice too many         | wrong-dice      | 2.5   | 2.5   | 2.2.5(a)       | 2.2.5(b)       | .                 | 4.4.1
    total of eighteen         | unknown-wager   | 3.2.6 | 3.1.6 | 3.12           | 3.12           | 3.9.6             | 6.1.10
    wager of another game     | not-offered     | 3.2   | 3.1   | 3.6.1          | 3.6.2          | 3.9               | 6.1
    no wager at all           | unknown-wager   | 3.2   | 3.1   | 3.6.1          | 3.6.2          | 3.9               | 6.1
    optional one left out     | not-offered     | 3.3.1 | 3.2.1 | 3.16           | .              | .                 | .
    colour checks             | wrong-chips     | .     | .     | .              | .              | 3.5               | 6.2
    tokens                    | wrong-chips     | 1.1 "casino promotional voucher" | 1.1 "casino promotional voucher" | 3.3 | 3.3 | 3.5 | 1.1 "casino promotional token"
    below the minimum         | below-minimum   | 4.1   | 4.1   | 4.2.1          | 4.2.1          | 1.1 "minimum bet" | 7.1
    above the maximum         | above-maximum   | 4.3   | 4.3   | 4.2.2          | 4.2.2          | 1.1 "maximum bet" | 7.3
    off the unit              | off-unit        | 4.1   | 4.1   | .              | .              | 3.2               | 7.1
    minimum without notice    | not-yet         | 4.5   | 4.5   | 4.1 fn1 s66(2) | 4.1 fn1 s66(2) | .                 | 7.5
    closing too soon          | not-yet         | 9.13  | 9.8   | .              | .              | 8.2               | 9.8
    reason that is none       | no-result-due   | 8.6   | 8.6   | 7.2            | 7.2            | .                 | .
    refused too late          | betting-closed  | 9.16  | 9.11  | .              | .              | .                 | .
    dice read twice           | wrong-phase     | .     | .     | .              | .              | 3.10              | .
"""  # noqa: E501
ROWS = {
    cells[0]: (Why(cells[1]), dict(zip(BUILT_IN, cells[2:], strict=True)))
    for line in CITED.splitlines()
    if line.strip() and "#" not in line
    for cells in [[cell.strip() for cell in line.split("|")]]
}


def test_whatever_is_asked_for_stands_in_the_table() -> None:
    assert [it.__name__.replace("_", " ") for it in ASKED] == list(ROWS)


@pytest.mark.parametrize("book", BUILT_IN)
@pytest.mark.parametrize("asks", ASKED, ids=lambda it: it.__name__)
def test_each_refusal_cites_the_clause_of_the_table_s_own_document(asks: Callable[[str], Answer], book: str) -> None:
    why, clauses = ROWS[asks.__name__.replace("_", " ")]
    clause = clauses[book]
    answer = asks(book)
    if clause == ".":
        assert not isinstance(answer, Refused) or answer.why is not why
    else:
        assert refused(answer) == (why, None if clause == "-" else clause)
        assert answer.next, answer.message
        assert clause == "-" or clause in clauses_of(load(book).document)


# --- rules that stand in the types of fields


def said(book: str, **fields: Any) -> Refused:
    """What a line is refused for."""
    line = {"id": "x", "at": "2026-11-16T12:00:00+11:00", "by": "sue", "role": "dealer", **fields}
    answer = command_of(json.dumps(line).encode(), load(book))
    assert isinstance(answer, Refused)
    assert answer.next
    return answer


SILENT: list[tuple[str, dict[str, Any], str, str]] = [
    (STAR, {"do": "refuse-wager", "bet": "w"}, "grounds", "9.16"),
    (CRAPS, {"do": "refuse-wager", "bet": "w", "grounds": ""}, "grounds", "9.11"),
    (STAR, {"do": "void-persons-wagers", "breach": "b", "reason": ""}, "reason", "9.8.1"),
    (CROWN, {"do": "exclude-person", "breach": "b", "reason": "", "out_of": "table"}, "reason", "9.2.2"),
    (OLDER, {"do": "exclude-person", "breach": "b", "reason": "x" * 501, "out_of": "casino"}, "reason", "9.3.3"),
    (CROWN, {"do": "withhold-winnings", "breach": "b", "reason": ""}, "reason", "9.2.3"),
    (CRAPS, {"do": "detain-person", "breach": "b", "reason": ""}, "reason", "9.3.4"),
    (STAR, {"do": "invalidate-outcome", "ground": "disrupted", "reason": ""}, "reason", "9.9.1"),
    (STAR, {"do": "invalidate-outcome", "ground": "fraud", "reason": "x", "forfeit": {"1": ""}}, "forfeit", "9.9.2"),
    (CROWN, {"do": "rectify-fault", "done": ""}, "done", "7.4"),
    (HALL, {"do": "require-vacate", "grounds": ""}, "grounds", "8.14"),
]


@pytest.mark.parametrize("book, fields, field, clause", SILENT)
def test_where_something_has_to_be_said_nothing_is_refused_by_the_clause_of_the_power(
    book: str, fields: dict[str, Any], field: str, clause: str
) -> None:  # fmt: skip
    answer = said(book, **fields)
    assert answer[:2] == (Why.MALFORMED, clause)
    assert answer.message.startswith(f"{fields['do'].replace('-', ' ')}: {field}: it says nothing")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "refuse-wager", "bet": ["w"], "grounds": "drunk"},
        {"do": "exclude-person", "reason": "x", "out_of": "town"},
        {"do": "exclude-persons"},
        {"do": 3},
        {"do": "record-contravention", "offence": "device", "person": "ann", "who": "player", "what": ""},
        {"do": "detain-person", "breach": "b", "reason": ""},
    ],
    ids=str,
)
def test_what_breaks_no_rule_of_the_document_is_no_command_and_cites_none(fields: dict[str, Any]) -> None:
    answer = said(STAR, **fields)
    assert answer[:2] == (Why.MALFORMED, None)
    assert answer.message.startswith("the line is no command: ")


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"3", b'{"do":"place-wager","stake":0,', b'{"do":"\xff"}', b"[" * 9_999]
)
def test_what_cannot_be_read_at_all_is_no_command_either(line: bytes) -> None:
    answer = command_of(line, load(STAR))
    assert isinstance(answer, Refused)
    assert answer[:2] == (Why.MALFORMED, None)


def test_without_a_rulebook_a_line_is_read_and_no_clause_is_cited() -> None:
    answer = command_of(b'{"do":"place-wager","stake":0}')
    assert isinstance(answer, Refused)
    assert answer[:2] == (Why.MALFORMED, None)
