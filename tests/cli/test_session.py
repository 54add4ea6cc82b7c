"""`dicehouse session`."""

import pytest

from tests.commands import dicehouse


def test_a_session_is_shown_with_its_bands_its_ruin_and_its_edge() -> None:
    shown = dicehouse("session", "star-craps", "win-line", "--bankroll", "200.00", "--goal", "400.00").out
    assert "100 times Win Line at $10.00" in shown
    assert "Ahead 40.45%, even 7.88%, behind 51.67%." in shown
    assert "ruined within 100 rounds with a chance of 6.06%" in shown
    assert "$400.00 before ruin with a chance of 36.22%" in shown
    assert "The house's edge shows in 19 sessions of 20 from about 13527 rounds on" in shown


def test_a_wager_that_favours_the_player_and_one_that_favours_nobody_say_so() -> None:
    assert "The player's edge shows" in dicehouse("session", "crown-sicbo-b", "colour-red", "--rounds", "5").out
    fair = dicehouse("session", "star-craps", "behind-win-line-6", "--stake", "5.00", "--rounds", "5").out
    assert "Neither side has an edge" in fair


def test_json_has_exact_moments_and_chances_to_twelve_places() -> None:
    found = dicehouse("session", "star-sicbo-2024", "small", "--rounds", "2", "--json").data
    assert found["mean"] == "-5/9"
    assert found["behind"] == "0.264081790123"
    assert found["quantiles"]["0.50"] == "0.00"
    assert found["ruin_or_goal"] is None


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--bankroll", "5.00"), "--bankroll 5.00 is below 10.00, what one wager takes; give more"),
        (("--goal", "50.00"), "--goal 50.00 needs a bankroll below it, and there is no --bankroll"),
        (("--goal", "50.00", "--bankroll", "60.00"), "and there is a --bankroll of 60.00"),
        (("--rounds", "0"), "0 is not in the range"),
        (("--rounds", "1000000"), "take fewer rounds"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in dicehouse("session", "star-sicbo-2024", "small", *arguments).mistake
