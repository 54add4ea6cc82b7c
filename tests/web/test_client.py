"""What waits for a console: answers in their order, and no more of them than it may leave unread."""

from dicehouse.web.client import MOST_UNREAD
from tests.web.test_editions import client


def test_answers_are_sent_in_their_order_and_once() -> None:
    console = client()
    for answer in (b"1", b"2", b"3"):
        console.answer(answer)
    assert console.take() == [b"1", b"2", b"3"]
    assert console.take() == []


def test_a_console_that_does_not_read_is_cut_off_and_no_more_is_kept_for_it() -> None:
    console = client()
    for _ in range(MOST_UNREAD):
        console.answer(b"unread")
    before = console.cut
    console.answer(b"one more")
    assert (before, console.cut) == (False, True)
    assert console.take() == [b"unread"] * MOST_UNREAD
