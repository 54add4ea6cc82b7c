"""Who may do what at the cage, and what is no command at all."""

import json
from typing import Any

import pytest

from dicehouse.house import (
    cage,
    equipment,
    inquiries,
    jackpot_corrections,
    jackpot_rounds,
    jackpots,
    notices,
    owed,
    payouts,
    slips,
    tickets,
    trays,
    vouchers,
)
from dicehouse.house.judge import act, command_of
from dicehouse.house.orders import LADDER, OTHERS
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why

MAY = """
    stock-cage          cage-supervisor
    declare-chips-outside  casino-operator
    deposit-funds       cashier
    withdraw-funds      cashier
    sell-chips          cashier
    cash-chips          cashier
    buy-in              cashier patron device
    confirm-receipt     cashier device
    return-sent         cashier device
    request-fill        cashier device
    request-credit      cashier device
    approve-slip        cage-supervisor
    cancel-slip         cage-supervisor
    deliver-fill        cashier
    receive-credit      cashier
    count-tray          cashier device
    remove-drop-box     cage-supervisor device
    reconcile-table     cage-supervisor
    count-drop-box      cashier
    issue-voucher       cage-supervisor
    hand-in-voucher     cashier device
    expire-vouchers     cashier device
    record-colours      cashier device
    recall-colours      device
    cash-colours        cashier
    register-equipment  gaming-manager
    record-inspection   gaming-manager device
    bring-equipment     gaming-manager
    record-removal      gaming-manager device
    record-fault        device
    retire-equipment    gaming-manager
    issue-ticket        cashier device
    pay-ticket          cashier
    accept-ticket       device
    void-ticket         cage-supervisor
    expire-tickets      cashier device
    owe-hand-pay        cashier device
    pay-out             cashier device
    record-owed         device
    settle-owed         cashier
    write-off-owed      device
    change-form         cage-supervisor
    delay-payment       cage-supervisor
    ask-identification  cashier
    show-identification cashier
    withhold-payout     gaming-manager
    withhold-ticket     gaming-manager
    demand-return       gaming-manager
    take-return         cashier
    review-inquiry      inspector
    determine           gaming-manager
    offer-jackpot       gaming-manager
    change-jackpot      gaming-manager
    report-round        device
    correct-round       device
    adjust-jackpot      cage-supervisor
    acknowledge-notice  cashier inspector
"""


def test_every_command_of_the_cage_has_its_lowest_rank_and_those_without_one() -> None:
    told = {}
    for line in MAY.strip().splitlines():
        name, *roles = line.split()
        told[name] = set(roles) - set(LADDER), {it for it in roles if it in LADDER}
    found = {}
    chapters = (
        cage, slips, trays, vouchers, equipment, tickets, payouts, owed, inquiries, jackpots, jackpot_rounds,
        jackpot_corrections, notices,
    )  # fmt: skip
    for chapter in chapters:
        for kind, order in chapter.COMMANDS.items():
            assert set(order.others) <= set(OTHERS)
            found[kind.__struct_config__.tag] = set(order.others), {order.rank} - {""}
    assert found == told


def line(**fields: Any) -> bytes:
    said = {"id": "c1", "at": "2026-03-02T01:00:00Z", "by": "cara", "role": "cashier", **fields}
    return json.dumps(said).encode()


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "sell-chips", "amount": 0},
        {"do": "sell-chips", "amount": -1},
        {"do": "sell-chips", "amount": 10**11 + 1},
        {"do": "sell-chips", "amount": "100"},
        {"do": "sell-chips", "amount": 1.5},
        {"do": "sell-chips", "amount": True},
        {"do": "sell-chips", "amount": 100, "tip": 1},
        {"do": "sell-chips"},
        {"do": "deposit-funds", "person": "ann", "amount": 100, "means": "credit-card"},
        {"do": "deposit-funds", "person": "", "amount": 100, "means": "cash"},
        {"do": "buy-in", "person": "ann", "table": "x" * 65, "amount": 100},
        {"do": "issue-ticket", "ticket": "T1", "table": "t", "seat": 0, "amount": 1, "validation": "v"},
        {"do": "report-round", "table": "t", "round": 0, "dice": [1, 2, 3], "stakes": []},
        {"do": "report-round", "table": "t", "round": 1, "dice": [1, 2, 7], "stakes": []},
        {"do": "rob-the-cage", "amount": 100},
    ],
)
def test_what_is_no_command_is_refused_in_one_shape(fields: dict[str, Any]) -> None:
    answer = command_of(line(**fields))
    assert isinstance(answer, Refused)
    assert (answer.why, answer.next) == (Why.MALFORMED, "see the reference of commands")


def test_a_jackpot_with_a_share_of_nothing_or_by_nobody_is_no_command() -> None:
    trigger = {"states": {"open": [{"rolled": {"faces": [6, 6, 6]}, "to": "win"}]}}
    terms: dict[str, Any] = {"rate": [1, 100], "trigger": trigger, "tables": ["t"], "approved_by": "order 7"}
    right = command_of(line(do="offer-jackpot", pool="mini", terms=terms, role="gaming-manager"))
    assert not isinstance(right, Refused)
    assert not isinstance(act(House(), right), Refused)
    for wrong in ({"rate": [1, 0]}, {"rate": [-1, 100]}, {"approved_by": ""}, {"seed": -1}, {"cap": 10**11 + 1}):
        answer = command_of(line(do="offer-jackpot", pool="mini", terms={**terms, **wrong}))
        assert isinstance(answer, Refused)
