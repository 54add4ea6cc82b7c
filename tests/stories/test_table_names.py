"""Money, chips and dice go only to tables that the house has; one that was taken out of the plan gets nothing more."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dicehouse.floor.table_names import no_such_table
from dicehouse.house import cage, declarations, equipment, jackpots, payouts, slips, tickets, trays, vouchers
from dicehouse.house.cage_state import Payout
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.judge import COMMANDS
from dicehouse.house.state import House
from dicehouse.house.tournaments import preparing, ruling
from dicehouse.refusal import Why
from dicehouse.table.orders import Command
from tests.stories.evening import NOON, Evening, happened, refused

NOWHERE = "Nowhere 9"
TRIGGER = Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)})
TERMS = JackpotTerms(rate=Rate(1, 100), trigger=TRIGGER, tables=("star", NOWHERE), approved_by="L&GNSW 7")

NAMING: dict[type[Command], dict[str, Any]] = {
    cage.BuyIn: {"person": "ann", "table": NOWHERE, "amount": 5_000},
    slips.RequestFill: {"slip": "F9", "table": NOWHERE, "amount": 5_000},
    slips.RequestCredit: {"slip": "C9", "table": NOWHERE, "amount": 5_000},
    trays.CountTray: {"table": NOWHERE, "when": "opener", "counted": 5_000, "with_": "cleo"},
    trays.RemoveDropBox: {"box": "B9", "table": NOWHERE},
    trays.ReconcileTable: {"table": NOWHERE},
    vouchers.HandInVoucher: {"voucher": "V1", "table": NOWHERE},
    vouchers.RecordColours: {"table": NOWHERE, "colour": "red", "count": 10, "value": 500},
    vouchers.CashColours: {"table": NOWHERE, "colour": "red", "count": 10},
    equipment.BringEquipment: {"serial": "D1", "table": NOWHERE},
    equipment.RecordRemoval: {"serial": "D1", "table": NOWHERE, "reason": "worn", "person": "max"},
    tickets.IssueTicket: {"ticket": "T9", "validation": "1", "table": NOWHERE, "seat": 1, "amount": 5_000},
    payouts.OweHandPay: {"person": "ann", "amount": 5_000, "table": NOWHERE, "seat": 1},
    declarations.RecordDeclaration: {"patron": "ann", "table": NOWHERE, "what": "bought", "amount": 5_000},
    declarations.RecordDirection: {"patron": "ann", "table": NOWHERE, "direction": "sit here"},
    jackpots.OfferJackpot: {"pool": "mini", "terms": TERMS},
    jackpots.ChangeJackpot: {"pool": "mini", "terms": TERMS},
    preparing.DesignateTables: {"tournament": "spring", "tables": ("star", NOWHERE)},
    ruling.RaiseTournamentDispute: {"tournament": "spring", "person": "ann", "about": "the spin", "table": NOWHERE},
}
"""Every command of the house that people give and that names a table; what machines give comes from tables."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with Evening(tmp_path_factory.mktemp("house"), star="star-sicbo-2024", aruze="aruze-sicbo") as made:
        made.register("ann")
        happened(made.cage_does(equipment.RegisterEquipment, serial="D1", what="tumbler", dice="1 2 3"))
        until = made.now.replace(month=12)
        happened(made.cage_does(vouchers.IssueVoucher, voucher="V1", person="ann", amount=5_000, until=until))
        yield made


def test_every_command_that_names_a_table_is_tried() -> None:
    naming = {
        kind
        for kind, order in COMMANDS.items()
        if order.rank and {"table", "tables"} & {it.name for it in msgspec.structs.fields(kind)}
    }
    assert set(NAMING) == naming | {jackpots.OfferJackpot, jackpots.ChangeJackpot}


@pytest.mark.parametrize("kind", NAMING, ids=lambda it: it.__name__)
def test_nothing_goes_to_a_table_that_the_house_has_not(evening: Evening, kind: type[Command]) -> None:
    before, entries = dict(evening.house.accounts), evening.floor.store.head().seq
    answer = refused(evening.cage_does(kind, **NAMING[kind]))
    assert answer.why is Why.NOT_HERE
    said = str(kind.__struct_config__.tag).replace("-", " ")
    assert answer.message == f"{said}: the house has no table 'Nowhere 9'; name one of star, aruze"
    assert evening.house.accounts == before
    assert evening.floor.store.head().seq == entries


def next_step(evening: Evening, order: type[Command], **fields: Any) -> str:
    """What to do where a command names a table that is not there."""
    answer = refused(evening.cage_does(order, **fields))
    assert answer.why is Why.NOT_HERE, answer
    return answer.next


def test_a_table_that_was_taken_out_of_the_plan_gets_nothing_more_and_can_be_settled(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", old="star-sicbo-2024", aruze="aruze-sicbo") as evening:
        evening.register("ann")
        happened(evening.cage_does(trays.CountTray, table="old", when="opener", counted=10_000_000, with_="cleo"))
        for slip in ("F1", "F2"):
            happened(evening.cage_does(slips.RequestFill, slip=slip, table="old", amount=5_000))
        happened(evening.cage_does(slips.ApproveSlip, by="cleo", role="cage-supervisor", slip="F1"))
        evening.plan = replace(evening.plan, tables=tuple(it for it in evening.plan.tables if it.name != "old"))
        evening.restart()
        chips = evening.balance("cage/chips")
        assert next_step(evening, cage.BuyIn, person="ann", table="old", amount=5_000) == "name one of star, aruze"
        assert next_step(evening, slips.RequestFill, slip="F3", table="old", amount=5_000) == "name one of star, aruze"
        assert next_step(evening, slips.ApproveSlip, slip="F2", by="cleo") == "cancel slip F2"
        assert next_step(evening, slips.DeliverFill, slip="F1") == "cancel slip F1"
        assert evening.balance("cage/chips") == chips
        assert evening.balance("patron/ann") == 100_000
        happened(evening.cage_does(slips.CancelSlip, slip="F1", reason="the table is gone"))
        happened(evening.cage_does(trays.CountTray, table="old", when="closer", counted=10_000_000, with_="cleo"))
        happened(evening.cage_does(trays.RemoveDropBox, box="B1", table="old"))
        assert next_step(evening, trays.RemoveDropBox, box="B2", table=NOWHERE) == "name one of star, aruze"


@pytest.mark.parametrize(
    "form, table, refuses", [("meter", "old", True), ("meter", "star", False), ("cash", "old", False)]
)
def test_a_prize_goes_to_no_meter_of_a_table_that_is_gone(form: str, table: str, refuses: bool) -> None:
    owed = Payout(person="ann", amount=5_000, of="credits", since=NOON, form=form, table=table, seat=1)
    pays = payouts.PayOut(id="p", at=NOON, by="max", role="cashier", payout="P1", verified=5_000)
    found = no_such_table(House(payouts={"P1": owed}), pays, ("star",))
    assert (found is not None) is refuses
    if found is not None:
        assert found.message == "pay out: the house has no table 'old'; pay payout P1 in another form"
