"""Making sense of words: the engine's answers go through, its failures are told once."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial

import pytest

from activities.patience import Patience
from activities.understand import Understand
from domain.errors import InvalidModelOutputError, ModelUnavailableError
from domain.history import Entry, Speaker
from domain.understanding import (
    Act,
    ActKind,
    ConverseRequest,
    Decided,
    DecideRequest,
    Mention,
    Person,
    QuestionKind,
    RecogniseRequest,
    Said,
    SummariseRequest,
    TaskPhase,
    TaskView,
    UnderstandRequest,
)
from tests.activities.running import Attempt
from tests.fakes.understanding import GatedUnderstanding

AT = datetime(2026, 3, 10, 8, tzinfo=UTC)
ALI = Person(user_id="ali")


def words(text: str) -> Said:
    return Said(message_id="m1", text=text, sent_at=AT)


TO_UNDERSTAND = UnderstandRequest(person=ALI, said=(words("Starbucks 15.50"),))
TO_DECIDE = DecideRequest(
    task_id="c/transaction/1", legal=("request_merchant", "request_amount"), known=Mention()
)
TO_CONVERSE = ConverseRequest(person=ALI, said=words("hello"))
TO_SUMMARISE = SummariseRequest(
    person=ALI, entries=(Entry(speaker=Speaker.PERSON, text="lunch 12", at=AT),)
)


@pytest.fixture
def engine() -> GatedUnderstanding:
    return GatedUnderstanding()


@pytest.fixture
def understand(engine: GatedUnderstanding) -> Understand:
    return Understand(engine, engine)


async def test_the_acts_of_the_engine_come_through(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding
) -> None:
    act = Act(kind=ActKind.EXPENSE, mentions=(Mention(amount=Decimal(9)),))
    engine.understood.append((act,))
    understood = await attempt.run(understand.understand, TO_UNDERSTAND)
    assert understood.acts == (act,)
    assert engine.asked == [TO_UNDERSTAND]


async def test_the_choice_of_the_engine_comes_through(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding
) -> None:
    engine.decided = Decided(action="request_amount", reason="the shop is known")
    assert await attempt.run(understand.decide, TO_DECIDE) == engine.decided


async def test_talk_and_summaries_come_through(attempt: Attempt, understand: Understand) -> None:
    conversed = await attempt.run(understand.converse, TO_CONVERSE)
    assert conversed.text or conversed.topic
    summarised = await attempt.run(understand.summarise, TO_SUMMARISE)
    assert summarised.summary


def answering(text: str) -> RecogniseRequest:
    task = TaskView(
        task_id="c/transaction/1",
        agent="transaction",
        phase=TaskPhase.WAITING,
        question=QuestionKind.AMOUNT,
    )
    return RecogniseRequest(person=ALI, said=words(text), task=task)


async def test_a_plain_answer_is_recognised_without_the_engine(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding
) -> None:
    recognised = await attempt.run(understand.recognise, answering("12.30"))
    assert recognised.act is not None
    assert recognised.act.mentions[0].amount == Decimal("12.30")
    assert engine.asked == []


async def test_another_question_is_no_plain_answer(
    attempt: Attempt, understand: Understand
) -> None:
    recognised = await attempt.run(understand.recognise, answering("what did I spend this week?"))
    assert recognised.act is None


NAMES = ("understand", "decide", "converse", "summarise")


def call(understand: Understand, name: str) -> Callable[[], Awaitable[object]]:
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "understand": partial(understand.understand, TO_UNDERSTAND),
        "decide": partial(understand.decide, TO_DECIDE),
        "converse": partial(understand.converse, TO_CONVERSE),
        "summarise": partial(understand.summarise, TO_SUMMARISE),
    }
    return calls[name]


@pytest.mark.parametrize("name", NAMES)
async def test_a_model_that_is_down_is_tried_again_when_it_asked_for_it(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding, name: str
) -> None:
    wait = timedelta(seconds=7)
    engine.failures[name] = ModelUnavailableError("429", retry_after=wait)
    failure = await attempt.fails(call(understand, name))
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
    assert failure.next_retry_delay == wait


@pytest.mark.parametrize("name", NAMES)
async def test_a_slow_model_shows_that_it_is_alive_and_can_be_cancelled(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding, name: str
) -> None:
    engine.hold(name)
    running = asyncio.create_task(attempt.run(call(understand, name)))
    await engine.started[name].wait()
    await attempt.beaten(1)
    attempt.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_an_answer_that_cannot_be_used_is_a_failure(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding
) -> None:
    engine.failures["understand"] = InvalidModelOutputError("nonsense")
    failure = await attempt.fails(understand.understand, TO_UNDERSTAND)
    assert failure.type == "model.invalid_output"


async def test_a_busy_model_is_asked_again_then_the_offline_engine_answers(
    attempt: Attempt, engine: GatedUnderstanding
) -> None:
    engine.busy = ModelUnavailableError("busy")
    activity = Understand(engine, engine, Patience(attempts=2)).understand
    failure = await attempt.fails(activity, TO_UNDERSTAND)
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
    understood = await attempt.repeated(2).run(activity, TO_UNDERSTAND)
    assert understood.acts[0].mentions[0].amount == Decimal("15.50")


@pytest.mark.parametrize("name", ["decide", "summarise"])
async def test_nobody_waits_for_a_decision_or_a_summary(
    attempt: Attempt, understand: Understand, engine: GatedUnderstanding, name: str
) -> None:
    engine.busy = ModelUnavailableError("busy")
    assert await attempt.run(call(understand, name))
