"""Answers come from another thread and are taken over on the loop, all of them, whatever those do who wait for them."""

import asyncio
import logging
import threading
from functools import partial

import pytest

from dicehouse.floor.answers import Answers, answer_to
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.recent import AnswerListener
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer
from tests.floor.parlour import runs

NO = Refused(Why.NOT_HERE, None, "no; go there")


def test_every_answer_of_many_threads_is_told_once_and_on_the_loop() -> None:
    async def wave(answers: Answers) -> None:
        heard: list[tuple[int, object, int]] = []
        told = asyncio.Event()

        def hears(n: int, answer: object) -> None:
            heard.append((n, answer, threading.get_ident()))
            if len(heard) == 1_000:
                told.set()

        def tells(them: list[AnswerListener]) -> None:
            for it in them:
                it(NO)

        given = [answers.on_loop(partial(hears, n)) for n in range(1_000)]
        threads = [threading.Thread(target=tells, args=(given[n::4],)) for n in range(4)]
        for it in threads:
            it.start()
        async with asyncio.timeout(20):
            await told.wait()
        for it in threads:
            it.join()
        await asyncio.sleep(0)
        assert sorted(it[0] for it in heard) == list(range(1_000))
        assert {it[1:] for it in heard} == {(NO, threading.get_ident())}

    async def story() -> None:
        answers = Answers()
        for _ in range(3):
            await wave(answers)

    runs(story())


def test_one_who_cannot_be_told_keeps_nobody_from_their_answer(caplog: pytest.LogCaptureFixture) -> None:
    def falls(_: object) -> None:
        raise LookupError("a view fell")

    async def story() -> None:
        answers, heard = Answers(), list[object]()
        answers.on_loop(falls)(())
        answers.on_loop(heard.append)(NO)
        await asyncio.sleep(0.01)
        assert heard == [NO]

    with caplog.at_level(logging.ERROR, "dicehouse.floor"):
        runs(story())
    assert "telling of it failed" in caplog.text


@pytest.mark.parametrize("answer", [(), NO, UnavailableError("the disk is full")])
def test_who_waits_has_the_answer_and_who_went_away_is_left_alone(answer: Answer | Exception) -> None:
    async def story() -> None:
        waits, went = (asyncio.get_running_loop().create_future() for _ in range(2))
        went.cancel()
        for it in (waits, went):
            answer_to(it, answer)
        assert (waits.exception() or waits.result()) == answer

    runs(story())
