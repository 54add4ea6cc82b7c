"""Whatever happens, the figures that a report works out for itself are those that the table and the house have."""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.house.jackpot_rounds import ReportRound
from dicehouse.house.jackpot_state import JackpotTerms, Rate
from dicehouse.house.jackpots import OfferJackpot
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.reports.catalogue import make
from dicehouse.reports.report import Asked
from dicehouse.reports.sources import opened
from dicehouse.reports.written import percent
from dicehouse.table import opening, people
from dicehouse.table.betting import PlaceWager, ReduceWager
from dicehouse.table.meter import CollectCredits, InsertMoney
from tests.leading.floor import went
from tests.reports.evening import SIXES, Evening, staked

FEW = settings(max_examples=min(20, settings.default.max_examples if settings.default else 20))


def only_row(name: str, file: Path) -> dict[str, Any]:
    with opened(str(file)) as source:
        report = make(name, source, Asked()).report
    (row,) = report.rows
    return dict(zip([it.name for it in report.columns], row, strict=True))


RATES = st.builds(Rate, st.integers(1, 30), st.integers(100, 999))
ROUNDS = st.lists(st.tuples(st.integers(1, 1_000_000), st.booleans()), min_size=1, max_size=12)


@FEW
@given(RATES, RATES, ROUNDS)
def test_every_cent_of_a_jackpot_and_every_part_of_one_is_accounted_for(
    rate: Rate, hidden: Rate, rounds: list[tuple[int, bool]]
) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        store = SqliteStore(file)
        it = Evening(store)
        how = {"seed": 500, "cap": 1_500, "trigger": SIXES, "tables": ("table 7",), "approved_by": "L&GNSW 7"}
        terms = JackpotTerms(rate=rate, hidden_rate=hidden, **how)  # type: ignore[arg-type] # each fits its field
        went(it.cage(OfferJackpot, "gaming-manager", pool="mini", terms=terms))
        for number, (stake, wins) in enumerate(rounds, start=1):
            dice = (6, 6, 6) if wins else (1, 2, 5)
            stakes = (staked(1, "ann", stake, "triple-6"),)
            went(it.told(ReportRound, table="table 7", round=number, dice=dice, stakes=stakes))
        pool = it.house.house.jackpots["mini"]
        it.stops()
        store.close()
        row = only_row("jackpot-reconciliation", file)
    assert (row["difference"], row["share_difference"]) == (0, 0)
    assert row["carried"] == Fraction(*pool.carry) + Fraction(*pool.hidden_carry)
    assert (row["turnover"], row["won"], row["wins"]) == (pool.turnover, pool.won, pool.wins)


DICE = st.tuples(*[st.integers(1, 6)] * 3)
PLAYS = st.lists(st.tuples(st.sampled_from(["small", "big", "triple-1", "single-2"]), st.booleans(), DICE), max_size=4)


@FEW
@given(PLAYS, st.booleans())
def test_a_meter_worked_out_from_events_is_the_one_at_the_terminal(
    plays: list[tuple[str, bool, tuple[int, ...]]], collects: bool
) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        store = SqliteStore(file)
        it = Evening(store, hall="aruze-sicbo")
        went(it.at("hall", opening.OpenTable))
        went(it.at("hall", people.TakeSeat, "bob", "player", seat=3))
        it.clears("hall", 3, "bob")
        went(it.at("hall", InsertMoney, "bob", "player", seat=3, amount=10_000))
        for number, (wager, takes_down, dice) in enumerate(plays):
            for name in (f"a{number}", f"b{number}"):
                went(it.at("hall", PlaceWager, "bob", "player", id=name, seat=3, wager=wager, stake=500))
            if takes_down:
                went(it.at("hall", ReduceWager, "bob", "player", bet=f"a{number}", stake=500))
            it.shoots(*dice)
        if collects:
            went(it.at("hall", CollectCredits, "bob", "player", seat=3))
        rack = it.tables["hall"].table.seats[3].rack
        it.stops()
        store.close()
        row = only_row("meter-variance", file)
    assert (row["meter"], row["ledger"], row["difference"]) == (rack, rack, 0)
    assert row["turnover"] == 500 * sum(1 if takes_down else 2 for _, takes_down, _ in plays)


@given(st.fractions(min_value=-5, max_value=5))
def test_a_share_is_shown_to_two_decimals_of_a_percent(share: Fraction) -> None:
    assert abs(Fraction(percent(share)) - share * 100) <= Fraction(1, 200)


def test_half_of_the_last_decimal_goes_to_the_even_one_and_a_loss_has_its_sign() -> None:
    assert [percent(Fraction(it, 20_000)) for it in (1, 3, -1, -3, -20_001)] == [
        "0.00", "0.02", "0.00", "-0.02", "-100.00",
    ]  # fmt: skip
