"""Answers come from another thread and are taken over on the loop, all of them, whatever those do who wait for them."""

import asyncio
import logging
import threading
from concurrent.futures import Future

import pytest

from dicehouse.floor.answers import Answers
from dicehouse.journal.store import UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer
from tests.floor.parlour import runs

NO = Refused(Why.NOT_HERE, None, "no; go there")


def test_every_answer_of_many_threads_is_told_once_and_to_who_waits() -> None:
    async def wave(answers: Answers) -> None:
        heard: list[object] = []
        given: list[Future[Answer]] = [Future() for _ in range(1_000)]
        waiting = [answers.after(it, heard.append) for it in given]
        threads = [threading.Thread(target=lambda own=given[n::4]: [it.set_result(NO) for it in own]) for n in range(4)]
        for it in threads:
            it.start()
        async with asyncio.timeout(20):
            assert await asyncio.gather(*waiting) == [NO] * 1_000
        assert heard == [NO] * 1_000
        for it in threads:
            it.join()

    async def story() -> None:
        answers = Answers()
        for _ in range(3):
            await wave(answers)

    runs(story())


def test_what_was_given_is_told_though_nobody_waits_for_it_any_more() -> None:
    async def story() -> None:
        answers, heard, given = Answers(), list[object](), Future[Answer]()
        answers.after(given, heard.append).cancel()
        given.set_result(())
        await asyncio.sleep(0.01)
        assert heard == [()]

    runs(story())


def test_why_there_is_no_answer_is_told_too() -> None:
    async def story() -> None:
        answers, heard, given = Answers(), list[object](), Future[Answer]()
        waiting = answers.after(given, heard.append)
        full = UnavailableError("the disk is full")
        given.set_exception(full)
        with pytest.raises(UnavailableError):
            await waiting
        assert heard == [full]

    runs(story())


def test_one_who_cannot_be_told_keeps_nobody_from_their_answer(caplog: pytest.LogCaptureFixture) -> None:
    def falls(_: object) -> None:
        raise LookupError("a view fell")

    async def story() -> None:
        answers, heard = Answers(), list[object]()
        first, second = Future[Answer](), Future[Answer]()
        waiting = [answers.after(first, falls), answers.after(second, heard.append)]
        first.set_result(())
        second.set_result(NO)
        assert await asyncio.gather(*waiting) == [(), NO]
        assert heard == [NO]

    with caplog.at_level(logging.ERROR, "dicehouse.floor"):
        runs(story())
    assert "telling of it failed" in caplog.text
