"""A whole house by a document of its own: nothing that is said or written cites another's rules on cards."""

from datetime import timedelta
from pathlib import Path

from dicehouse.house import limits, patrons
from dicehouse.journal.record import entry_of
from dicehouse.refusal import Why
from tests.house.test_citations import CARDS, OWN
from tests.stories.evening import Evening, a_table, happened, refused

STAR = b"star-sicbo"


def house(folder: Path) -> Evening:
    file = folder / "elsewhere.toml"
    file.write_text(OWN + CARDS, encoding="utf-8")
    return Evening(folder, ours=a_table("ours", str(file)))


def written(evening: Evening) -> bytes:
    """Every event in the journal, of the house and of its tables; the policy alone names both documents."""
    streams = (evening.floor.store.stream(it) for it in ("house", "ours"))
    events = (bytes(event) for stream in streams for it in stream for event in entry_of(it).events)
    return b"\n".join(it for it in events if b"policy-set" not in it)


def test_a_house_with_cards_by_its_own_document_never_cites_the_star(tmp_path: Path) -> None:
    with house(tmp_path) as evening:
        evening.register("ann")
        happened(evening.cage_does(limits.SetLimit, patron="ann", limit="day", amount=3_000))
        evening.sit("ann", "ours", money=20_000)
        evening.invite("ours")
        happened(evening.bet("ann", "ours", "small", 2_000))
        beyond = refused(evening.bet("ann", "ours", "small", 2_000))
        assert (beyond.why, beyond.clause) == (Why.LOSS_LIMIT, "4")
        evening.settle("ours", 6, 5, 4)
        until = evening.now + timedelta(hours=1)
        early = refused(evening.cage_does(limits.RequireBreak, patron="ann", until=until))
        assert early.clause is None, "its document has no break from wagering"
        happened(evening.cage_does(patrons.SuspendCard, patron="ann", reason="it was found at a table"))
        again = refused(evening.cage_does(patrons.SuspendCard, patron="ann", reason="it was found at a table"))
        assert again.clause == "elsewhere 2"
        evening.restart(crash=True)
        assert b"elsewhere 4" in written(evening)
        assert STAR not in written(evening)


def test_the_house_takes_up_another_document_with_its_tables(tmp_path: Path) -> None:
    """It goes by the known one again, from the start on at which a table of that one is there."""
    with house(tmp_path) as evening:
        assert evening.house.policy.cites["star-sicbo-2024 9.1"] == "elsewhere 2"
        file = tmp_path / "elsewhere.toml"
        file.write_text("this is no rulebook", encoding="utf-8")
        evening.restart()
        assert evening.house.policy.cites["star-sicbo-2024 9.1"] == "elsewhere 2", "a broken file changes nothing"
        file.write_text(OWN, encoding="utf-8")
        evening.restart()
        assert evening.house.policy.cites == {}
