"""What happened in the house, in plain words."""

import pytest

from dicehouse.house.cage import DepositFunds
from dicehouse.house.judge import APPLIERS
from dicehouse.house.limits import SetLimit
from dicehouse.house.sentences import SENTENCES, told
from dicehouse.house.trays import CountDropBox, RemoveDropBox
from dicehouse.table.orders import Event
from tests.house.books import stocked
from tests.house.keeper import happened
from tests.table.test_explain import AMOUNT, examples_of


@pytest.mark.parametrize("kind", SENTENCES, ids=lambda kind: kind.__name__)
def test_every_sentence_reads_well(kind: type[Event]) -> None:
    for event in examples_of(kind):
        said = told(event)
        assert said.endswith(" (5.1)"), said
        said = said.removesuffix(" (5.1)")
        assert said[0].isupper() or said[0].isdigit() or said.startswith(("$", "-")), said
        assert not AMOUNT.search(said), said
        for bad in ("None", "{", "}", "  ", "()", "datetime", "Struct", "[", "=", "\n"):
            assert bad not in said, said
        assert not said.endswith((".", ",", ";", ":", " ")), said


def test_every_event_of_the_house_has_a_sentence() -> None:
    assert set(SENTENCES) == set(APPLIERS)


def test_an_evening_reads_as_it_was() -> None:
    keeper = stocked("ann", chips=0)
    happened(keeper.cashier(SetLimit, patron="ann", limit="week", amount=50_000))
    happened(keeper.cashier(DepositFunds, person="ann", amount=2_000, means="cash"))
    happened(keeper.supervisor(RemoveDropBox, box="B1", table="table 7"))
    happened(keeper.cashier(CountDropBox, box="B1", counted=900, recorded=1_000, with_="dora"))
    assert [told(it) for it in keeper.events] == [
        "Ann is on the books of the house",
        "$10,000 in cash came to the cage",
        'Ann has a loss limit for a week of $500 from now on (star-sicbo-2024 1.1 "Loss Limit")',
        "$20 was put into the account of ann by cash",
        "Box B1 was taken off table 7",
        "Cara and dora counted $9 in box B1 of table 7, which is $1 less than is on record",
    ]
