"""Controls are judged when they are shown and what they depend on has changed, and forms when they are opened."""

from collections.abc import Iterator
from typing import Any

import pytest

from dicehouse.house.state import House
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import Table, judge
from dicehouse.table.betting import RemoveWager
from dicehouse.table.dealt import CloseBetting
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.orders import Command, Phase
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.views import acts
from dicehouse.views.acts import Asker, Opened
from dicehouse.views.dealer import DealerView, dealer_view
from dicehouse.views.diary import Diary
from dicehouse.views.judgements import GOOD_FOR, Judgements
from dicehouse.views.pit import PitView, pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from tests.croupier import Croupier, happened

PLAIN = {"star-craps": "place-win-6", "crown-sicbo-b": "symbol-fish"}


class Judged(list[str]):
    """The commands that were judged, by name."""

    def since(self) -> list[str]:
        found = [*self]
        self.clear()
        return found


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    found, decide = Judged(), judge.decide

    def counts(table: Table, command: Command) -> Any:
        found.append(judge.name_of(command))
        return decide(table, command)

    monkeypatch.setattr(judge, "decide", counts)
    return found


class Staff:
    """A dealer and a supervisor who look at one table, with what the judge said to them before."""

    def __init__(self, at: Croupier) -> None:
        self.at = at
        self.judgements = Judgements()
        self._heard = 0

    def _hear(self) -> None:
        events = tuple(self.at.events[self._heard :])
        self._heard = len(self.at.events)
        if events:
            self.judgements.listen(events)

    def dealer(self, *, anew: bool = False, opened: Opened | None = None) -> DealerView:
        self._hear()
        kept = None if anew else self.judgements
        return dealer_view(self.at.table, 1, Asker("dora", self.at.book.roles[-1].id, self.at.now, opened, kept))

    def pit(self, *, anew: bool = False) -> PitView:
        self._hear()
        name, role = self.at.table.config.name, self.at.supervisor
        watcher = Watcher("sue", role, {name: role}, "", self.at.now, None, {} if anew else {name: self.judgements})
        return pit_view({name: Pit(self.at.table, Diary(lambda: self.at.table))}, House(), watcher, name)


def at_a_table(book: str) -> Croupier:
    at = Croupier(book, name="a table")
    at.opens(acknowledged=tuple(at.book.wagers)).seats(ann=1, bob=2)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    return at


@pytest.mark.parametrize("book", BUILT_IN)
def test_a_chip_on_the_felt_is_no_reason_to_judge_the_keys_of_the_dealer_anew(book: str, judged: Judged) -> None:
    at = at_a_table(book)
    happened(at.bets("ann", PLAIN.get(book, "small"), 1_000))
    staff = Staff(at)
    staff.dealer()
    assert judged.since()
    happened(at.bets("bob", PLAIN.get(book, "small"), 1_000))
    judged.clear()
    staff.dealer()
    assert set(judged.since()) <= {"close-table", "take-dice"}


@pytest.mark.parametrize("book", BUILT_IN)
def test_in_the_pit_a_chip_has_only_what_is_about_wagers_judged_anew(book: str, judged: Judged) -> None:
    at = at_a_table(book)
    happened(at.bets("ann", PLAIN.get(book, "small"), 1_000))
    staff = Staff(at)
    staff.pit()
    happened(at.bets("bob", PLAIN.get(book, "small"), 1_000))
    judged.clear()
    staff.pit()
    assert set(judged.since()) <= {"close-table", "refuse-wager", "invalidate-outcome"}


def test_a_form_is_made_and_judged_when_it_is_opened_and_no_other_with_it(judged: Judged) -> None:
    at = at_a_table("star-sicbo-2024")
    happened(at.bets("ann", "small", 1_000))
    staff = Staff(at)
    listed = [*acts.acts_in(staff.dealer().acts), *acts.acts_in(staff.dealer().seat_acts)]
    assert not any(it.fields for it in listed)
    assert not {it.do for it in listed} & {*judged.since()}
    (wanted,) = [it for it in listed if it.do == "refuse-oral-wager"]
    opened = acts.form_in(staff.dealer(opened=Opened(wanted.id)), wanted.id)
    assert opened is not None
    assert [it.key for it in opened.fields] == ["lacks", "bet", "seat", "wager", "stake"]
    assert judged.since() == ["refuse-oral-wager"]


def told(view: object) -> list[Any]:
    """What a view says may be done, act by act and key by key."""
    said: list[Any] = [(it.id, it.refused) for it in acts.acts_in(view)]
    if isinstance(view, DealerView):
        said += [view.can, view.keys, view.calls, view.notices]
    return said


def an_hour(book: str) -> Iterator[Croupier]:
    """A table at which wagers come and go, and other things happen in between."""
    at = at_a_table(book)
    yield at
    for number, who in enumerate(("ann", "bob")):
        happened(at.bets(who, PLAIN.get(book, "small"), 1_000, id=f"w{number}"))
        yield at
    happened(at.player("bob", RemoveWager, bet="w1"))
    yield at
    if book == "star-craps":  # the shooter may throw once there is a line wager
        happened(at.staff(OfferDice))
        yield at
        happened(at.staff(AcceptDice, seat=1, dice=(1, 2)))
        yield at
        happened(at.bets("ann", "win-line", 1_000))
        yield at
    happened(at.player("bob", RaiseDispute, about="the chip"))
    yield at
    if at.table.kind == "dealt":
        happened(at.dealer(CloseBetting))
        yield at


@pytest.mark.parametrize("book", BUILT_IN)
def test_what_is_kept_is_what_the_judge_would_say_now(book: str) -> None:
    staff: Staff | None = None
    for at in an_hour(book):
        staff = staff or Staff(at)
        assert told(staff.dealer()) == told(staff.dealer(anew=True))
        assert told(staff.pit()) == told(staff.pit(anew=True))


def test_an_answer_is_kept_for_a_few_seconds_as_some_change_by_the_clock(judged: Judged) -> None:
    at = at_a_table("star-sicbo-2024")
    staff = Staff(at)
    staff.dealer()
    at.now += GOOD_FOR
    judged.clear()
    staff.dealer()
    assert judged.since() == []
    at.now += GOOD_FOR / 1_000
    staff.dealer()
    assert "close-betting" in judged.since()


def test_a_state_that_takes_the_place_of_another_is_judged_anew(judged: Judged) -> None:
    """Where something could not be written, it did not happen, and the table is as it was before."""
    at, other = at_a_table("star-sicbo-2024"), Croupier(name="a table")
    staff = Staff(at)
    staff.dealer()
    judged.clear()
    other.opens().seats(ann=1)
    staff.at, staff._heard = other, len(other.events)
    assert told(staff.dealer()) == told(staff.dealer(anew=True))


def test_whoever_has_no_rank_at_the_table_is_told_so_before_and_in_the_form() -> None:
    at = at_a_table("star-sicbo-2024")
    asker = Asker("nina", "", at.now)
    act = acts.Act(RaiseDispute)
    listed = acts.at_table(at.table, act, asker)
    opened = acts.at_table(at.table, act, asker._replace(opened=Opened(listed.id)))
    for it in (listed, opened):
        assert it.refused is not None
        assert (it.refused.why, it.refused.message) == ("not-allowed", "nina has no rank here; ask someone who has one")


def test_what_is_done_less_often_is_judged_in_the_pit_while_it_is_unfolded(judged: Judged) -> None:
    at = at_a_table("star-sicbo-2024")
    name, role = at.table.config.name, at.supervisor
    watcher, pits = Watcher("sue", role, {name: role}, "", at.now), {name: Pit(at.table, Diary(lambda: at.table))}
    folded = pit_view(pits, House(), watcher, name).opened
    assert "empty-box" not in judged.since()
    unfolded = pit_view(pits, House(), watcher, name, more=True).opened
    assert "empty-box" in judged.since()
    assert folded is not None
    assert unfolded is not None
    said = [{it.do: it.refused for it in view.more}["empty-box"] for view in (folded, unfolded)]
    assert [it.why if it else "" for it in said] == ["", "already-done"]
