"""Secrets that the house promises: kept under seal over a restart, and read by nobody before they are due."""

import itertools
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.floor.plan import HousePlan
from dicehouse.house.promotions.drawing import CommitDraw, DrawCommitted, DrawOpened, OpenDraw, SealEntries
from dicehouse.house.promotions.entering import CountPlay
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.tournaments.directing import AppointDirector, BriefPlayers
from dicehouse.house.tournaments.entering import EnterTournament
from dicehouse.house.tournaments.parts import Round
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
)
from dicehouse.house.tournaments.rounds import RoundStarted, StartRound
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import verify
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table.orders import Answer
from dicehouse.views.acts import Asker
from dicehouse.views.promotion import promotions_view
from tests.floor.parlour import Parlour, a_table, happened, house, parlour, refused, runs
from tests.house.promotions import promoter
from tests.house.tournaments import organiser

DAY = timedelta(days=1)
_numbers = itertools.count(1)
TABLE = a_table("star-sicbo-2024", dealer="staff", tumbler="keyed")
PEOPLE = ("Ann", "Bob", "Cai", "Dee")
SUMMER: dict[str, Any] = {"promotion": "summer"}
SPRING: dict[str, Any] = {"tournament": "spring"}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def plan() -> HousePlan:
    return house(TABLE)


async def does(it: Parlour, order: Any, role: str = "casino-operator", by: str = "Otto", **fields: Any) -> Answer:
    fields = {"id": f"c{next(_numbers)}", **fields}
    return await it.floor.give(HOUSE, order(at=it.floor.now(), by=by, role=role, **fields))


async def promises(it: Parlour) -> str:
    """A promotion that is public, and a secret that the house promised for it."""
    now = it.floor.now()
    dates: Any = {"starts": now + 2 * DAY, "entries_close": now + 4 * DAY, "draw_at": now + 5 * DAY}
    happened(await does(it, FileTerms, terms=promoter.terms(**dates)))
    happened(await does(it, PublishPromotion, **SUMMER))
    (made,) = happened(await does(it, CommitDraw, id="once", **SUMMER))
    assert isinstance(made, DrawCommitted)
    assert (await does(it, CommitDraw, id="once", **SUMMER)) == (made,)
    assert refused(await does(it, CommitDraw, **SUMMER)).why is Why.ALREADY_DONE
    return made.commitment


async def closes(it: Parlour) -> None:
    """Entries are earned and sealed."""
    it.floor.clock.not_before(it.floor.now() + 2 * DAY)
    play = {"person": "Ann", "table": "T", "staked": 50_000, **SUMMER}
    happened(await does(it, CountPlay, "device", "T", **play))
    it.floor.clock.not_before(it.floor.now() + 2 * DAY)
    happened(await does(it, SealEntries, **SUMMER))


async def opens(it: Parlour) -> str:
    (made,) = happened(await does(it, OpenDraw, **SUMMER))
    assert isinstance(made, DrawOpened)
    return made.secret


def test_a_promised_secret_survives_a_restart_and_opens_when_the_draw_is_due(plan: HousePlan, journal: Path) -> None:
    async def story() -> None:
        async with parlour(plan, journal) as it:
            promised = await promises(it)
            await closes(it)
        async with parlour(plan, journal) as it:
            early = refused(await does(it, OpenDraw, **SUMMER))
            assert early.why is Why.NOT_YET
            it.floor.clock.not_before(it.floor.now() + DAY)
            secret = await opens(it)
            assert commitment(secret) == promised
            assert refused(await does(it, OpenDraw, **SUMMER)).why is Why.ALREADY_DONE

    runs(story())
    report = verify(journal)
    assert (report.faults, report.draws) == ([], 1)


def test_nobody_reads_the_secret_before_the_draw(plan: HousePlan, journal: Path) -> None:
    """Not in an entry, not in a view, and not in the file of the journal."""

    async def story() -> tuple[str, bytes, str]:
        async with parlour(plan, journal) as it:
            await promises(it)
            assert refused(await does(it, OpenDraw, **SUMMER)).why is Why.OUT_OF_ORDER
            await closes(it)
            seen = promotions_view(it.floor.house.house, Asker("Otto", "casino-operator", it.floor.now()), "summer")
            shown = msgspec.json.encode(seen).decode() + str(it.floor.house.house)
        kept = b"".join(path.read_bytes() for path in journal.parent.iterdir())
        async with parlour(plan, journal) as it:
            it.floor.clock.not_before(it.floor.now() + DAY)
            return shown, kept, await opens(it)

    shown, kept, secret = runs(story())
    assert secret not in shown
    assert secret.encode() not in kept


def test_a_lost_secret_is_said_and_can_still_be_given(journal: Path) -> None:
    async def story() -> None:
        async with parlour(house(TABLE), journal) as it:
            await promises(it)
            await closes(it)
        with closing(SqliteStore(journal)) as store:
            store.keep_secrets(dict.fromkeys(store.secrets()))
        async with parlour(house(TABLE), journal) as it:
            it.floor.clock.not_before(it.floor.now() + DAY)
            found = refused(await does(it, OpenDraw, **SUMMER))
            assert (found.why, found.next) == (Why.ENTRY_DIFFERS, "give the secret that was promised")
            assert "no secret was given" in found.message

    runs(story())


def test_a_secret_of_ones_own_is_promised_and_given(journal: Path) -> None:
    async def story() -> None:
        async with parlour(house(TABLE), journal) as it:
            now = it.floor.now()
            dates: Any = {"starts": now + 2 * DAY, "entries_close": now + 4 * DAY, "draw_at": now + 5 * DAY}
            happened(await does(it, FileTerms, terms=promoter.terms(**dates)))
            happened(await does(it, PublishPromotion, **SUMMER))
            happened(await does(it, CommitDraw, commitment=commitment(promoter.SECRET), **SUMMER))
            await closes(it)
            it.floor.clock.not_before(it.floor.now() + DAY)
            assert refused(await does(it, OpenDraw, **SUMMER)).why is Why.ENTRY_DIFFERS
            happened(await does(it, OpenDraw, secret=promoter.SECRET, **SUMMER))

    runs(story())


@pytest.mark.clause("crown-sicbo", "8.4.3(a)(ii)")
def test_the_clock_promises_the_seats_and_the_director_draws_them(plan: HousePlan, journal: Path) -> None:
    async def prepares(it: Parlour) -> None:
        now = it.floor.now()
        dates = {"starts": now + 5 * DAY, "entries_close": now + 4 * DAY, "min_players": 4}
        until = {"withdraw_until": now + DAY, "substitute_until": now + DAY}
        rounds = (Round(spins=1, tables=1, seats=6, top=3), Round(spins=1, tables=1, seats=3))
        own = organiser.terms(details=dates, entry=until, format={"rounds": rounds})
        happened(await does(it, FileTournament, terms=own))
        assert not it.floor.house.house.tournaments["spring"].promised
        happened(await does(it, ApproveTournament, **SPRING))
        happened(await does(it, OfferTerms, where="At the desk", **SPRING))
        happened(await does(it, NotifyInspectorate, to="I. Vance", **SPRING))
        happened(await does(it, AppointDirector, person="Dora", **SPRING))
        happened(await does(it, DesignateTables, tables=("T",), **SPRING))
        await it.until(lambda: it.floor.house.house.tournaments["spring"].promised)
        for who in PEOPLE:
            entry = {"person": who, "means": "cash", "accepted": True, "signed": True, **SPRING}
            happened(await does(it, EnterTournament, **entry))

    async def story() -> None:
        async with parlour(plan, journal) as it:
            await prepares(it)
        async with parlour(plan, journal) as it:
            director = {"role": "tournament-director", "by": "Dora", **SPRING}
            happened(await does(it, BriefPlayers, understood=PEOPLE, **director))
            it.floor.clock.not_before(it.floor.now() + 5 * DAY)
            (began,) = happened(await does(it, StartRound, **director))
            assert isinstance(began, RoundStarted)
            spring = it.floor.house.house.tournaments["spring"]
            assert commitment(began.seed) == spring.promised[1]
            await it.until(lambda: 2 in it.floor.house.house.tournaments["spring"].promised)

    runs(story())
    with sqlite3.connect(journal) as db:
        (late,) = db.execute("select count(*) from entries where cast(body as text) like '%\"late\":true%'").fetchone()
    assert late == 0
    report = verify(journal)
    assert (report.faults, report.seatings) == ([], 1)
