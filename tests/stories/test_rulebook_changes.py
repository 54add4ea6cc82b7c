"""A rulebook's file changes, breaks or goes while a house plays by it: the journal keeps the rules that were played."""

import logging
from pathlib import Path

import msgspec
import pytest

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.run import audit
from dicehouse.journal.record import entry_of
from dicehouse.leading.kept_rulebooks import of_journal
from dicehouse.leading.rejudge import rejudge
from dicehouse.money import DOLLAR
from dicehouse.refusal import Why
from dicehouse.reports.export import export
from dicehouse.reports.sources import opened
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table import craps_roll, event_of, opening, people, throw
from dicehouse.table.bets import Settled
from dicehouse.table.orders import Phase
from dicehouse.table.program import ProgramStarted, RuleChange
from tests.commands import dicehouse
from tests.stories.evening import Evening, a_table, happened, refused
from tests.stories.test_procedure import roll, take_dice

OURS = 'based_on = "star-craps"\nname = "Craps at ours"\n'
DEARER = '[wagers.hard]\nodds.8 = { pays = "8 to 1", clause = "8.1[Hardway 8]" }\n'
WITHOUT_HARD = 'not_offered = ["hard"]\n'


def house(folder: Path) -> Evening:
    (folder / "ours.toml").write_text(OURS, encoding="utf-8")
    ours = a_table("ours", str(folder / "ours.toml"))
    return Evening(folder, ours=ours, star="star-sicbo-2024")


def rewrite(evening: Evening, text: str) -> None:
    Path(evening.journal).with_name("ours.toml").write_text(text, encoding="utf-8")


def reopen(evening: Evening) -> None:
    happened(evening.staff("ours", opening.CloseTable))
    evening.advance(minutes=1)  # so that the fill of the tray has a slip of its own
    evening.open("ours")


def with_a_point_and_a_hard_eight(evening: Evening) -> None:
    """Ann shoots for a six, with Hard 8 standing; the dice have left her hand."""
    evening.register("ann")
    evening.sit("ann", "ours", money=20_000)
    happened(evening.bet("ann", "ours", "win-line", 1_000))
    take_dice(evening, "ann", "ours")
    happened(roll(evening, "ours", 4, 2))
    happened(evening.bet("ann", "ours", "hard-8", 1_000, id="hard"))
    happened(evening.staff("ours", throw.ThrowDice, role="stickperson"))


def changes(evening: Evening) -> tuple[RuleChange, ...]:
    """What the journal says was different when the table began to go by another rulebook."""
    entries = map(entry_of, evening.floor.store.stream("ours"))
    events = (event_of(bytes(it)) for entry in entries for it in entry.events)
    return tuple(change for event in events if isinstance(event, ProgramStarted) for change in event.changes)


def paid_for(evening: Evening, bet: str) -> Settled:
    """How the wager was settled in the latest roll."""
    (found,) = [it for it in evening.table("ours").last if it.bet == bet]
    return found


def test_a_hand_is_played_out_by_the_rules_it_began_under_and_the_next_opening_takes_the_new_ones(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as evening:
        with_a_point_and_a_hard_eight(evening)
        old = evening.table("ours").book

        rewrite(evening, OURS + WITHOUT_HARD)
        evening.restart(crash=True)
        assert evening.table("ours").book.hash == old.hash
        happened(evening.staff("ours", craps_roll.CallRoll, role="stickperson", dice=(4, 4)))
        happened(evening.dealer("ours", craps_roll.SettleRoll))
        settled = paid_for(evening, "hard")
        assert (settled.winnings, settled.returned) == (9_500, 10_500), "9.5 to 1, as it was when she placed it"

        happened(roll(evening, "ours", 3, 4))
        happened(evening.player("ann", "ours", people.LeaveSeat, seat=1))
        assert changes(evening) == ()
        reopen(evening)
        gone = tuple(RuleChange("wager-dropped", f"Hard {number}") for number in (4, 6, 8, 10))
        assert changes(evening) == gone
        evening.sit("ann", "ours", money=10_000)
        assert refused(evening.bet("ann", "ours", "hard-8", 1_000)).why is Why.NOT_OFFERED
        happened(evening.bet("ann", "ours", "win-line", 1_000))
        evening.restart(crash=True)
        assert changes(evening) == gone, "it goes on by the rules that it has, and says so once"


def test_the_file_is_read_when_the_table_opens_and_the_record_says_what_is_different(tmp_path: Path) -> None:
    with house(tmp_path) as evening:
        happened(evening.staff("ours", opening.CloseTable))
        rewrite(evening, OURS + DEARER)
        evening.open("ours")
        assert evening.table("ours").book.wagers["hard-8"].best == 8
        assert changes(evening) == (RuleChange("price", "Hard 8", "19:2", "8:1"),)


def test_old_rounds_are_explained_judged_and_audited_by_the_rules_they_were_played_by(tmp_path: Path) -> None:
    with house(tmp_path) as evening:
        with_a_point_and_a_hard_eight(evening)
        happened(evening.staff("ours", craps_roll.CallRoll, role="stickperson", dice=(4, 4)))
        happened(evening.dealer("ours", craps_roll.SettleRoll))
        happened(roll(evening, "ours", 3, 4))
        happened(evening.player("ann", "ours", people.LeaveSeat, seat=1))
        rewrite(evening, OURS + DEARER)
        reopen(evening)
        evening.sit("ann", "ours", money=10_000)
        happened(evening.bet("ann", "ours", "win-line", 1_000))
        take_dice(evening, "ann", "ours")
        happened(evening.bet("ann", "ours", "hard-8", 1_000, id="dear"))
        happened(roll(evening, "ours", 4, 4))
        happened(roll(evening, "ours", 4, 4))
    (tmp_path / "ours.toml").unlink()

    told = dicehouse("explain", str(evening.journal), "--table", "ours", "--round", "1").out
    assert "Hard 8 $10, win, $105 back" in told.replace("10.00", "$10").replace("105.00", "$105")
    assert "THE AUDITOR SAYS" not in told
    again = rejudge(evening.journal)
    assert (again.differences, again.unjudged) == ([], [])

    with opened(str(evening.journal)) as journal:
        export(journal, tmp_path / "out", parquet=True)
    books = dict.fromkeys(book.hash for table, book in of_journal(str(evening.journal)) if table == "ours")
    kept = dicehouse("rulebooks", "kept", str(tmp_path / "out"), str(tmp_path / "kept"), "--json").data
    assert [it["tables"] for it in kept if it["id"] == "ours"] == [["ours"], ["ours"]]
    first, second = (load(tmp_path / "kept" / it["file"]) for it in kept if it["id"] == "ours")
    assert [first.hash, second.hash] == list(books)

    def audited(book: Rulebook, files: str) -> tuple[int, int]:
        where = (str(tmp_path / "out" / f"{table}-{files}.parquet") for table in ("wagers", "results"))
        found = audit(Compiled(book, DOLLAR), *where)
        return found.rows, len(found.findings)

    later = f"ours-{second.hash[:12]}"
    assert audited(first, "ours") == (4, 0)
    assert audited(second, later) == (4, 0)
    assert audited(first, later)[1] > 0, "by the old price the later payment is wrong"


@pytest.mark.parametrize(
    "text, why",
    [
        ("name =", "ours.toml: this is not TOML: "),
        (OURS + DEARER.replace("8 to 1", "8 for"), "ours.toml, line 4: wagers.hard.odds.8.pays: "),
        (None, "ours.toml: it cannot be read: No such file or directory"),
    ],
)
def test_a_broken_file_keeps_its_own_table_closed_and_no_other(
    text: str | None, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with house(tmp_path) as evening:
        happened(evening.staff("ours", opening.CloseTable))
        file = tmp_path / "ours.toml"
        file.unlink() if text is None else file.write_text(text, encoding="utf-8")
        with caplog.at_level(logging.ERROR):
            evening.restart(crash=True)
        (said,) = [it.message for it in caplog.records if it.message.startswith("ours: it stays closed: ")]
        assert why in said
        assert "\n" not in said
        answer = refused(evening.staff("ours", opening.OpenTable))
        assert (answer.why, answer.says) == (Why.NOT_HERE, "rulebook-unreadable")
        assert why in answer.message
        assert evening.table("ours").phase is Phase.CLOSED
        evening.register("ann")
        evening.sit("ann", "star")

        rewrite(evening, OURS)
        evening.open("ours")
        assert evening.floor.rulebooks.unread == {}


def test_a_table_that_never_opened_and_has_no_rules_is_not_there_and_the_others_are(tmp_path: Path) -> None:
    ours = a_table("ours", str(tmp_path / "gone.toml"))
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.plan = msgspec.structs.replace(evening.plan, tables=(*evening.plan.tables, ours))
        evening.restart()
        assert list(evening.floor.tables) == ["star"]
        answer = refused(evening.staff("ours", opening.OpenTable, role="casino-supervisor"))
        assert (answer.says, answer.figures["table"]) == ("rulebook-unreadable", "ours")


def test_standing_wagers_are_finished_though_their_file_is_gone(tmp_path: Path) -> None:
    with house(tmp_path) as evening:
        with_a_point_and_a_hard_eight(evening)
        (tmp_path / "ours.toml").unlink()
        evening.restart(crash=True)
        happened(evening.staff("ours", craps_roll.CallRoll, role="stickperson", dice=(4, 4)))
        happened(evening.dealer("ours", craps_roll.SettleRoll))
        assert paid_for(evening, "hard").winnings == 9_500
        evening.restart()
        assert evening.table("ours").book.name == "Craps at ours"
