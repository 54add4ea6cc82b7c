"""A refusal is kept as a record, and one of which only the sentence was kept is read as it was written."""

from datetime import UTC, datetime

import msgspec

from dicehouse.leading import refusals
from dicehouse.refusal import Refused, Why

AT = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
LATE = Refused(Why.WRONG_CLOCK, None, "before-latest-house", command="buy-in", at=AT, now=AT)
STAKE = Refused(
    Why.BELOW_MINIMUM, "4.1", "stake-below-minimum", wager="Small", stake=500, minimum=1_000, table="Sic Bo 1"
)


def test_a_refusal_is_written_with_its_figures_and_its_sentence() -> None:
    assert msgspec.json.decode(refusals.written(STAKE)) == {
        "why": "below-minimum",
        "clause": "4.1",
        "message": "Small: $5 is below the minimum $10 at Sic Bo 1; stake at least $10",
        "says": "stake-below-minimum",
        "figures": {"wager": "Small", "stake": 500, "minimum": 1000, "table": "Sic Bo 1"},
    }


def test_what_is_read_back_says_the_same_in_both_languages() -> None:
    for refused in (STAKE, LATE):
        again = refusals.read(refusals.written(refused))
        assert again[:3] == refused[:3]
        assert again.message == refused.message
        assert again.sentence("zh") == refused.sentence("zh")


def test_a_sentence_of_an_older_journal_stays_as_it_was_written() -> None:
    old = b'{"why":"below-minimum","clause":"4.1","message":"small: 5.00 is below the minimum 10.00; stake more"}'
    again = refusals.read(old)
    assert (again.why, again.clause) == (Why.BELOW_MINIMUM, "4.1")
    assert again.message == "small: 5.00 is below the minimum 10.00; stake more"


def test_a_record_whose_sentence_the_catalogue_has_no_more_is_read_by_its_english() -> None:
    gone = b'{"why":"not-here","clause":null,"message":"it was so; go on","says":"no-such-sentence","figures":{}}'
    less = b'{"why":"not-here","clause":null,"message":"it was so; go on","says":"no-such-table","figures":{}}'
    assert [refusals.read(it).message for it in (gone, less)] == ["it was so; go on"] * 2
