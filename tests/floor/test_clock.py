"""The server's clock never goes back and never stands still."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from dicehouse.floor.clock import Clock

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


class Machine:
    """A machine whose time of day can be set."""

    def __init__(self) -> None:
        self.wall = NOON
        self.running = 100.0
        self.clock = Clock(lambda: self.wall, lambda: self.running)

    def goes_on(self, seconds: float, jump: float = 0.0) -> datetime:
        self.running += seconds
        self.wall += timedelta(seconds=seconds + jump)
        return self.clock.now()


def test_it_shows_the_time_of_day() -> None:
    machine = Machine()
    assert machine.goes_on(5) == NOON + timedelta(seconds=5)


def test_it_goes_on_at_nine_tenths_after_the_time_of_day_was_set_back() -> None:
    machine = Machine()
    machine.goes_on(5)
    assert machine.goes_on(10, jump=-3_600) == NOON + timedelta(seconds=14)


def test_it_does_not_stand_still_however_often_it_is_asked() -> None:
    """Less than a microsecond, which a moment cannot tell, is counted with what follows."""
    machine = Machine()
    machine.goes_on(5, jump=-3_600)
    began = machine.clock.now()
    for _ in range(10_000):
        machine.goes_on(0.000_000_4)
    assert began + timedelta(microseconds=3_590) <= machine.clock.now() <= began + timedelta(microseconds=3_600)


def test_it_is_right_again_once_the_time_of_day_has_caught_up() -> None:
    machine = Machine()
    machine.goes_on(10, jump=-6)
    for _ in range(70):
        machine.goes_on(1)
    assert machine.clock.now() == machine.wall


def test_it_follows_at_once_when_the_time_of_day_is_set_forward() -> None:
    machine = Machine()
    assert machine.goes_on(1, jump=3_600) == NOON + timedelta(seconds=3_601)


def test_it_starts_from_the_latest_moment_of_a_journal() -> None:
    machine = Machine()
    machine.clock.not_before(NOON + timedelta(minutes=5))
    assert machine.goes_on(10) == NOON + timedelta(minutes=5, seconds=9)


def test_a_moment_that_has_passed_changes_nothing() -> None:
    machine = Machine()
    machine.clock.not_before(NOON - timedelta(minutes=5))
    assert machine.clock.now() == NOON


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-1e5, 1e5)), max_size=30))
def test_whatever_happens_to_the_time_of_day_it_never_goes_back_and_moves_when_time_passes(
    steps: list[tuple[float, float]],
) -> None:
    machine, last = Machine(), NOON
    for seconds, jump in steps:
        now = machine.goes_on(seconds, jump)
        below_a_microsecond = timedelta(microseconds=1)  # what the clock cannot tell
        assert now >= last + timedelta(seconds=seconds) * 0.89 - below_a_microsecond
        last = now
