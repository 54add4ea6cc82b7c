"""`dicehouse serve` as a person starts it, uses it, stops it and pulls its plug."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicehouse.cli.serve import serve
from dicehouse.journal.verify import verify
from tests.floor.serving import Guest, Serving

TABLE = "Sic Bo 1"


def test_a_house_that_is_killed_in_mid_round_goes_on_with_the_same_state_and_the_time_that_was_left(
    tmp_path: Path,
) -> None:
    first = Serving("--demo", "--journal", "house.db", folder=tmp_path)
    try:
        ann = Guest(first.address, "Ann")
        assert "events" in ann.submit(TABLE, "take-seat", "sit", seat=1)
        assert "events" in ann.submit("house", "buy-in", "buy", person="Ann", table=TABLE, amount=20_000)
        ann.sees(TABLE, "seat", lambda seat: seat["rack"] == 20_000)
        ann.sees(TABLE, "table", lambda table: table["betting"])
        placed = ann.submit(TABLE, "place-wager", "w1", seat=1, wager="big", stake=1_000)
        before = ann.sees(TABLE, "table", lambda table: table["betting"])
    finally:
        first.kill()
    second = Serving("--demo", "--journal", "house.db", folder=tmp_path)
    try:
        ann = Guest(second.address, "Ann")
        after = ann.sees(TABLE, "table")
        seat = ann.sees(TABLE, "seat")
        assert ann.submit(TABLE, "place-wager", "w1", seat=1, wager="big", stake=1_000) == placed
    finally:
        said = second.stop()
    for same in ("round", "phase", "ends", "seal"):
        assert after[same] == before[same]
    assert (seat["rack"], [it["stake"] for it in seat["wagers"]]) == (19_000, [1_000])
    assert second.process.returncode == 0
    assert not verify(tmp_path / "house.db").faults
    assert "Stopped; the next start goes on from here." in said


@pytest.mark.parametrize(
    "options, why",
    [
        ([], "name your house with --house house.toml, or take --demo; one of the two"),
        (["--demo", "--host", "0.0.0.0"], "the demo are public, so it is served on 127.0.0.1 alone"),
        (["--house", "house.toml"], "table 1, T: Object contains unknown field `setas`"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(
    options: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text('[[tables]]\nname = "T"\nrulebook = "star-craps"\nsetas = 3\n', encoding="utf-8")
    result = CliRunner().invoke(serve, options)
    assert result.exit_code in {1, 2}
    assert why in " ".join(result.output.split())


def test_a_port_that_is_taken_and_a_journal_that_is_served_are_said(tmp_path: Path) -> None:
    one = Serving("--demo", "--journal", "house.db", folder=tmp_path)
    try:
        port = one.address.rpartition(":")[2]
        with pytest.raises(AssertionError, match="choose another with --port"):
            Serving("--demo", "--port", port, folder=tmp_path)
        with pytest.raises(AssertionError, match="another process serves it"):
            Serving("--demo", "--journal", "house.db", folder=tmp_path)
    finally:
        one.stop()
