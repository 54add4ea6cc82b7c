"""Notices: who is told, by when, who may say so, and the rules to read on request."""

from datetime import timedelta

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import evolve
from dicehouse.table.conduct import DetainPerson, RecordContravention
from dicehouse.table.faults import ReportLights
from dicehouse.table.notices import (
    AcknowledgeNotice,
    NoticeAcknowledged,
    NoticeGiven,
    RequestRules,
    RulesShown,
    overdue,
)
from dicehouse.table.orders import INSPECTOR, SPECTATOR
from tests.croupier import Croupier, happened, only, refused

ON_REQUEST = {
    "star-sicbo-2024": "9.19",
    "star-sicbo-pre2024": "9.14",
    "crown-sicbo-a": "9.14",
    "crown-sicbo-b": "9.14",
    "aruze-sicbo": "8.17",
    "star-craps": "9.14",
}


def dark(book: str) -> tuple[Croupier, NoticeGiven]:
    """A table whose lights have just failed, and the notice of it."""
    table = Croupier(book).opens().seats(ann=1).invites().calls(1, 2, 5)
    return table, only(table.dealer(ReportLights), NoticeGiven)


@pytest.mark.clause("star-sicbo-2024", "8.8")
@pytest.mark.clause("star-sicbo-pre2024", "8.8")
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
def test_only_an_inspector_acknowledges_what_an_inspector_is_told(book: str) -> None:
    table, notice = dark(book)
    assert list(table.table.notices) == [notice.id]
    assert table.table.notices[notice.id].about == "the winning areas did not light up"
    assert refused(table.staff(AcknowledgeNotice, notice=notice.id)) == (Why.NOT_ALLOWED, "8.8")
    assert refused(table.player("ann", AcknowledgeNotice, notice=notice.id))[0] is Why.NOT_ALLOWED
    said = only(table.does(AcknowledgeNotice, "ida", INSPECTOR, notice=notice.id), NoticeAcknowledged)
    assert (said.notice, said.by, said.clause) == (notice.id, "ida", "8.8")
    assert not table.table.notices
    assert refused(table.does(AcknowledgeNotice, "ida", INSPECTOR, notice=notice.id)) == (Why.UNKNOWN_ID, None)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.4")
@pytest.mark.parametrize("role", ["tg-area-manager", "tg-assistant-casino-manager"])
def test_a_notice_to_a_rank_is_acknowledged_there_or_above(role: str) -> None:
    table, notice = dark("crown-sicbo-a")
    below = table.does(AcknowledgeNotice, "hal", "tg-higher-duties-dealer", notice=notice.id)
    assert refused(below) == (Why.NOT_ALLOWED, "7.4")
    assert refused(table.does(AcknowledgeNotice, "ida", INSPECTOR, notice=notice.id)) == (Why.NOT_ALLOWED, "7.4")
    happened(table.does(AcknowledgeNotice, "mia", role, notice=notice.id))
    assert table.replays()


def test_whoever_counts_as_a_rank_acknowledges_for_it() -> None:
    """At The Star a games supervisor is a casino supervisor too; a dealer is not."""
    table, _ = dark("star-sicbo-2024")
    given = NoticeGiven(
        id="n1", to="casino-supervisor", about="x", due=table.now, at=table.now, by="dora", role="dealer", cause="c",
        clause="8.8",
    )  # fmt: skip
    evolve(table.table, given)
    table.events.append(given)
    assert refused(table.dealer(AcknowledgeNotice, notice="n1")) == (Why.NOT_ALLOWED, "8.8")
    happened(table.does(AcknowledgeNotice, "gus", "games-supervisor", notice="n1"))
    assert table.replays()


def test_a_notice_is_overdue_from_the_moment_after_it_fell_due() -> None:
    table, notice = dark("star-sicbo-2024")
    assert overdue(table.table, notice.due) == ()
    late = overdue(table.table, notice.due + timedelta(microseconds=1))
    assert [it.id for it in late] == [notice.id]
    said = only(table.does(AcknowledgeNotice, "ida", INSPECTOR, notice=notice.id), NoticeAcknowledged)
    assert said.late
    assert overdue(table.table, table.now + timedelta(days=1)) == ()


def test_what_is_acknowledged_at_the_moment_it_falls_due_is_not_late() -> None:
    table, notice = dark("star-sicbo-2024")
    command = AcknowledgeNotice(id="ack", at=notice.due, by="ida", role=INSPECTOR, notice=notice.id)
    assert not only(table.submit(command), NoticeAcknowledged).late


def test_the_longest_overdue_comes_first() -> None:
    table = Croupier("star-craps").opens()
    for id, person in (("c1st", "max"), ("c2nd", "moe")):
        happened(
            table.staff(
                RecordContravention, id=f"b-{id}", offence="device", person=person, who="spectator", what="a counter"
            )
        )
        happened(table.staff(DetainPerson, id=id, breach=f"b-{id}", reason="a counter in hand"))
    assert [it.id for it in overdue(table.table, table.now + timedelta(1))] == ["c1st/detained", "c2nd/detained"]


@pytest.mark.parametrize(
    "book",
    [pytest.param(it, marks=pytest.mark.clause(load(it).document, ON_REQUEST[it])) for it in BUILT_IN],
)
def test_anyone_may_read_the_rules_in_force_at_any_time(book: str) -> None:
    table = Croupier(book)
    shown = only(table.does(RequestRules, "sam", SPECTATOR), RulesShown)
    assert (shown.rulebook, shown.rulebook_hash, shown.clause) == (book, table.book.hash, ON_REQUEST[book])
    assert only(table.player("ann", RequestRules), RulesShown).by == "ann"
    assert table.replays()
