"""Making sense of words: the engine's answers go through, its failures are told once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from pydantic import JsonValue
from temporalio.exceptions import ApplicationError

from activities.patience import Patience
from activities.ports import LookUpForRules
from activities.understand import ByRules, Understand
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.which_agent import Rules
from domain.conversation import Limits
from domain.errors import ModelUnavailableError, StorageUnavailableError
from domain.history import Entry, Speaker
from domain.tasks import FirstStepRequest
from domain.understanding import (
    Act,
    ActKind,
    BegunTask,
    ConverseRequest,
    NextTask,
    Person,
    Said,
    SummariseRequest,
    Topic,
    UnderstandRequest,
    Understood,
)
from tests.activities.running import Attempt
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.questions import to_understand
from tests.fakes.understanding import GatedUnderstanding
from tests.toy.note import CARD, ToyRules

AT = datetime(2026, 3, 10, 8, tzinfo=UTC)
ALI = Person(user_id="ali")


def words(text: str) -> Said:
    return Said(message_id="m1", text=text, sent_at=AT)


TO_UNDERSTAND = UnderstandRequest(person=ALI, said=(words("note buy milk"),), agents=(CARD,))
TO_CONVERSE = ConverseRequest(person=ALI, said=words("hello"))
TO_SUMMARISE = SummariseRequest(
    person=ALI, entries=(Entry(speaker=Speaker.PERSON, text="note buy milk", at=AT),)
)
NOTED = Act(
    kind=ActKind.OPEN,
    agent="toy",
    details={"text": "buy milk"},
    message_ids=("m1",),
    sure=True,
    explicit=True,
)


@pytest.fixture
def models() -> GatedUnderstanding:
    return GatedUnderstanding({"toy": ToyRules()})


NAMES = ("understand", "converse", "summarise")


def call(models: GatedUnderstanding, name: str) -> Callable[[], Awaitable[object]]:
    understand = Understand(models)
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "understand": partial(understand.understand, TO_UNDERSTAND),
        "converse": partial(understand.converse, TO_CONVERSE),
        "summarise": partial(understand.summarise, TO_SUMMARISE),
    }
    return calls[name]


async def test_what_the_engine_understands_says_and_sums_up_comes_through(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    act = Act(kind=ActKind.OPEN, agent="toy", details={"text": "buy bread"})
    models.understood.append((act,))
    understand = Understand(models)
    assert (await attempt.run(understand.understand, TO_UNDERSTAND)).acts == (act,)
    assert models.asked == [TO_UNDERSTAND]
    conversed = await attempt.run(understand.converse, TO_CONVERSE)
    assert conversed.text or conversed.topic
    assert (await attempt.run(understand.summarise, TO_SUMMARISE)).summary


async def test_what_rules_are_sure_of_is_settled_without_any_model(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    by_rules = ByRules(models.rules, lambda: (), Limits)
    understood = await attempt.run(by_rules.understand_by_rules, TO_UNDERSTAND)
    assert (understood.acts, understood.settled) == ((NOTED,), True)
    conversed = await attempt.run(by_rules.converse_by_rules, TO_CONVERSE)
    assert (conversed.topic, conversed.settled) == (Topic.GREETING, True)
    free = ConverseRequest(person=ALI, said=words("what do you think of the sea?"))
    left = await attempt.run(by_rules.converse_by_rules, free)
    assert (left.topic, left.settled) == (Topic.NO_FREE_CHAT, False), "to a model"
    assert "buy milk" in (await attempt.run(by_rules.summarise_by_rules, TO_SUMMARISE)).summary
    assert models.asked == []


class HearingRules(Rules):
    """Notes what was looked up for them."""

    def __init__(self) -> None:
        super().__init__({"toy": ToyRules()})
        self.looked_up: list[Mapping[str, JsonValue]] = []

    def understand(self, request: UnderstandRequest) -> Understood:
        self.looked_up.append(request.looked_up)
        return super().understand(request)


async def test_rules_read_with_what_is_looked_up_and_without_while_the_database_is_away(
    attempt: Attempt,
) -> None:
    async def found(request: UnderstandRequest) -> Mapping[str, JsonValue]:
        return {"names": [request.person.user_id]}

    async def away(request: UnderstandRequest) -> Mapping[str, JsonValue]:
        del request
        raise StorageUnavailableError("away")

    rules = HearingRules()
    look_ups: tuple[LookUpForRules, ...] = (found, away)
    for look_up in look_ups:
        by_rules = ByRules(rules, lambda: (), Limits, look_ups=[look_up])
        understood = await attempt.run(by_rules.understand_by_rules, TO_UNDERSTAND)
        assert understood.acts == (NOTED,)
    assert rules.looked_up == [{"names": [ALI.user_id]}, {}]


class Step:
    """Implements ``FirstStep``: notes what it was asked to begin."""

    def __init__(self, answer: JsonValue | Exception) -> None:
        self.answer = answer
        self.asked: list[FirstStepRequest] = []

    async def begin(self, request: FirstStepRequest) -> JsonValue:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


NEXT = NextTask(
    conversation_id="c",
    task_ids={"toy": "c/toy/3"},
    number=3,
    turn_number=2,
    today=AT.date(),
    evidence="note buy milk",
)


async def begun(
    attempt: Attempt, models: GatedUnderstanding, step: Step, request: UnderstandRequest
) -> BegunTask | None:
    by_rules = ByRules(models.rules, lambda: (), Limits, {"toy": step})
    return (await attempt.run(by_rules.understand_by_rules, request)).begun


async def test_what_words_surely_open_is_begun_with_the_reading(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    step = Step({"saved": True})
    request = TO_UNDERSTAND.model_copy(update={"next_task": NEXT})
    assert await begun(attempt, models, step, request) == BegunTask(
        task_id="c/toy/3", state={"saved": True}
    )
    (asked,) = step.asked
    assert (asked.opening.task_id, asked.opening.number) == ("c/toy/3", 3)
    assert (asked.opening.details, asked.opening.evidence) == (NOTED.details, "note buy milk")


async def test_nothing_is_begun_that_the_conversation_does_not_offer_or_rules_do_not_open(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    step = Step({})
    assert await begun(attempt, models, step, TO_UNDERSTAND) is None
    of_another = NEXT.model_copy(update={"task_ids": {"other": "c/other/3"}})
    request = TO_UNDERSTAND.model_copy(update={"next_task": of_another})
    assert await begun(attempt, models, step, request) is None
    talk = TO_UNDERSTAND.model_copy(update={"next_task": NEXT, "said": (words("hello"),)})
    assert await begun(attempt, models, step, talk) is None
    assert step.asked == []


async def test_a_step_that_does_nothing_leaves_the_words_as_read(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    request = TO_UNDERSTAND.model_copy(update={"next_task": NEXT})
    assert await begun(attempt, models, Step(None), request) is None


@pytest.mark.parametrize(
    "failure", [StorageUnavailableError("away"), ApplicationError("away", type="x")]
)
async def test_of_a_step_that_failed_nobody_knows_whether_it_was_taken(
    attempt: Attempt, models: GatedUnderstanding, failure: Exception
) -> None:
    request = TO_UNDERSTAND.model_copy(update={"next_task": NEXT})
    assert await begun(attempt, models, Step(failure), request) == BegunTask(task_id="c/toy/3")


@pytest.mark.parametrize("name", NAMES)
async def test_a_model_that_is_down_is_tried_again_when_it_asked_for_it(
    attempt: Attempt, models: GatedUnderstanding, name: str
) -> None:
    wait = timedelta(seconds=7)
    models.failures[name] = ModelUnavailableError("429", retry_after=wait)
    failure = await attempt.fails(call(models, name))
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
    assert failure.next_retry_delay == wait


async def test_a_slow_model_shows_that_it_is_alive_and_can_be_cancelled(
    models: GatedUnderstanding,
) -> None:
    async def cancelled(name: str) -> None:
        attempt = Attempt()
        models.hold(name)
        running = asyncio.create_task(attempt.run(call(models, name)))
        await models.started[name].wait()
        await attempt.beaten(1)
        attempt.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    await asyncio.gather(*map(cancelled, NAMES))


async def test_a_busy_model_is_asked_again_then_the_offline_engine_answers(
    attempt: Attempt, models: GatedUnderstanding
) -> None:
    models.busy = ModelUnavailableError("busy")
    activity = Understand(models, Patience(attempts=2)).understand
    failure = await attempt.fails(activity, TO_UNDERSTAND)
    assert (failure.type, failure.non_retryable) == ("model.unavailable", False)
    understood = await attempt.repeated(2).run(activity, TO_UNDERSTAND)
    assert understood.acts == (NOTED,)
    assert await attempt.run(call(models, "summarise")), "nobody waits for a summary"


@pytest.mark.shows("models 4")
async def test_a_cancel_hangs_up_on_the_provider_and_is_recorded(attempt: Attempt) -> None:
    taken, left, calls = asyncio.Event(), asyncio.Event(), Calls()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        taken.set()
        await reader.read()  # until the other side leaves
        left.set()
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        config = OpenAIConfig(model="slow", base_url=f"http://127.0.0.1:{port}/v1")
        gateway = Door([openai_provider(config)], Rules({}), calls)
        activity = Understand(gateway).understand
        asking = asyncio.create_task(attempt.run(activity, to_understand("hello")))
        await taken.wait()
        attempt.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await left.wait()
        await gateway.aclose()
    assert [call.outcome for call in calls.kept] == ["abandoned"]
    assert gateway.circuits() == {"openai": "closed"}
