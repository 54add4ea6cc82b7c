"""The judge of the house: who may speak at all, in which order of time, and what is no command or event."""

import inspect
from datetime import timedelta

import msgspec
import pytest

from dicehouse.house.judge import APPLIERS, CHAPTERS, COMMANDS, command_of, event_of
from dicehouse.house.patrons import RegisterPatron
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import VERSION, Event
from tests.house.keeper import Keeper, happened, refused


def test_time_does_not_run_backwards_in_the_house() -> None:
    house = Keeper()
    happened(house.does(RegisterPatron, by="carl", role="cashier", patron="ann"))
    house.now -= timedelta(seconds=5)
    assert refused(house.does(RegisterPatron, by="carl", role="cashier", patron="bob"))[0] is Why.WRONG_CLOCK


def test_a_role_that_the_house_does_not_know_may_nothing() -> None:
    assert refused(Keeper().does(RegisterPatron, by="dora", role="dealer", patron="ann"))[0] is Why.NOT_ALLOWED


def test_an_event_of_a_later_version_is_not_taken_for_one_of_ours() -> None:
    house = Keeper()
    (event,) = happened(house.does(RegisterPatron, by="carl", role="cashier", patron="ann"))
    with pytest.raises(msgspec.ValidationError, match="version 2, and this program knows version 1"):
        event_of(msgspec.json.encode(msgspec.structs.replace(event, v=VERSION + 1)))


@pytest.mark.parametrize("line", [b"", b"{}", b'{"do":"fly"}', b"\xff", b"[" * 5_000])
def test_what_is_no_command_is_refused_as_malformed(line: bytes) -> None:
    answer = command_of(line)
    assert isinstance(answer, Refused)
    assert answer.why is Why.MALFORMED


def test_every_record_says_what_it_is_and_has_a_name_of_its_own() -> None:
    assert all(chapter.__doc__ for chapter in CHAPTERS)
    records = [*COMMANDS, *APPLIERS]
    assert all((it.__doc__ or "").splitlines()[0].endswith(".") for it in records)
    names = [it.__struct_config__.tag for it in records]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", APPLIERS, ids=lambda kind: kind.__name__)
def test_an_event_that_states_postings_moves_them_and_no_other_event_moves_money(kind: type[Event]) -> None:
    states = {"postings", "told"} & set(kind.__struct_fields__)
    applier = inspect.getsource(APPLIERS[kind])
    assert bool(states) == ("post(" in applier)
    assert "accounts" not in applier, "only `post` changes an account"
    assert all(f"event.{field}" in applier for field in states)
