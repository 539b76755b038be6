import json
from dataclasses import replace

import pytest
import structlog

from adapters.model.availability import RequestRefusedError
from adapters.model.openai.budget import (
    LEAST_ANSWER,
    PICTURE,
)
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.tokens import tokens_in
from domain.history import Entry, Speaker
from domain.messages import MAX_TEXT_LENGTH
from domain.understanding import SummariseRequest, TaskPhase, TaskView, UnderstandRequest
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.openai.test_pictures import drawn
from tests.adapters.model.questions import (
    PERSON,
    SENT_AT,
    details,
    to_converse,
    to_copy,
    to_pick,
    to_understand,
)
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, conversed, copied, picked, summarised, understood

LONG_AGO = tuple(
    Entry(speaker=Speaker.PERSON, text=f"{n} " + "lunch and tea " * 35, at=SENT_AT)
    for n in range(40)
)
ROLL = tuple(f"{n:03d} SOMETHING WRITTEN {n}.50" for n in range(150))


def talkative(text: str = "hi") -> UnderstandRequest:
    return to_understand(text).model_copy(update={"history": LONG_AGO})


def earlier(server: ScriptedModelServer, nth: int = 0) -> list[str]:
    listed = server.requests[nth].data["earlier"]
    assert isinstance(listed, list)
    return [entry["text"] for entry in listed]


def sent_tokens(server: ScriptedModelServer, nth: int = 0) -> int:
    """Counted anew from what arrived, the schema included."""
    asked = server.requests[nth]
    form = asked.body["response_format"]
    assert isinstance(form, dict)
    shape = json.dumps(form["json_schema"]["schema"], separators=(",", ":"))
    return tokens_in(asked.instructions) + tokens_in(asked.user_text) + tokens_in(shape)


def tasks(count: int) -> tuple[TaskView, ...]:
    return tuple(
        TaskView(
            task_id=f"task-{n}",
            agent="toy",
            phase=TaskPhase.DONE,
            activity="kept " + "a long story " * 20,
            known=details(f"Note {n}"),
        )
        for n in range(count)
    )


@pytest.mark.shows("1.5", "models 5")
async def test_the_newest_messages_fill_what_the_budget_leaves_and_an_ordinary_history_fits(
    engine: Asked, server: ScriptedModelServer, config: OpenAIConfig
) -> None:
    server.answer("UnderstandAnswer", understood(act("general")))
    await engine.understand(talkative())
    kept = [int(text.split()[0]) for text in earlier(server)]
    assert kept == list(range(40 - len(kept), 40))
    assert 8 <= len(kept) < 40
    assert config.max_input_tokens * 0.9 < sent_tokens(server) <= config.max_input_tokens
    usual = tuple(
        Entry(speaker=Speaker.STEWARD, text=f"Kept: buy coffee for {n}.50, at Zus", at=SENT_AT)
        for n in range(20)
    )
    await engine.understand(talkative().model_copy(update={"history": usual, "tasks": tasks(1)}))
    assert len(earlier(server, 1)) == 20


async def test_the_persons_own_message_is_never_cut(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", understood(act("general")))
    longest = ("ข้าวมันไก่ 50 บาท " * 300)[:MAX_TEXT_LENGTH]
    assert tokens_in(longest) > 3_000
    await engine.understand(talkative(longest))
    assert server.requests[0].messages == [longest]
    assert earlier(server) == []
    assert server.requests[0].body["max_tokens"] == LEAST_ANSWER


async def test_tasks_come_before_history_and_what_is_asked_or_answered_before_other_tasks(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", understood(act("general")))

    def numbers(nth: int) -> list[int]:
        listed = server.requests[nth].data["tasks"]
        assert isinstance(listed, list)
        return [task["number"] for task in listed]

    asked = talkative().model_copy(update={"tasks": tasks(60), "open_question": "task-3"})
    await engine.understand(asked)
    first, *others = numbers(0)
    assert first == 4, "the task of the open question stays, under the number it has"
    assert others == list(range(61 - len(others), 61))
    assert earlier(server) == []
    assert sent_tokens(server) <= 3_000

    answering = talkative("咖啡 " * 2_000)
    said = answering.said[0].model_copy(update={"reply_to_task": "task-0"})
    await engine.understand(answering.model_copy(update={"said": (said,), "tasks": tasks(3)}))
    assert numbers(1) == [1], "also with the longest message"


async def test_of_a_long_sheet_the_lines_in_the_middle_are_left_out(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("CopyAnswer", copied())
    endless = ROLL * 4
    await engine.copy(to_copy(*endless))
    lines = server.requests[0].data["lines"]
    assert isinstance(lines, list)
    assert 120 < len(lines) < 300
    half = len(lines) // 2
    assert tuple(lines[:half]) == endless[:half]
    assert tuple(lines[-half:]) == endless[-half:]
    await engine.copy(to_copy(*endless, content=drawn()))
    assert 3_000 - 150 < sent_tokens(server, 1) + PICTURE <= 3_000, "a picture counts as input"


async def test_every_question_fits_the_budget(engine: Asked, server: ScriptedModelServer) -> None:
    server.answer("CopyAnswer", copied())
    server.answer("PickAnswer", picked("milk"))
    server.answer("ConverseAnswer", conversed("Fine!"))
    server.answer("SummariseAnswer", summarised("They had lunch."))
    await engine.copy(to_copy(*ROLL))
    await engine.pick(to_pick().model_copy(update={"history": LONG_AGO}))
    await engine.converse(to_converse().model_copy(update={"history": LONG_AGO}))
    await engine.summarise(SummariseRequest(person=PERSON, entries=LONG_AGO, previous="Nothing."))
    for nth, request in enumerate(server.requests):
        wanted = request.body["max_tokens"]
        assert isinstance(wanted, int)
        assert sent_tokens(server, nth) <= 3_000
        assert sent_tokens(server, nth) + wanted <= 4_000


async def test_the_answer_gets_what_the_total_leaves(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    tight = replace(config, max_total_tokens=2_400)
    server.answer("UnderstandAnswer", understood(act("general")))
    await Asked(ModelClient(tight)).understand(to_understand("hi"))
    left = server.requests[0].body["max_tokens"]
    assert isinstance(left, int)
    assert LEAST_ANSWER < left < config.max_structured_tokens
    assert left + sent_tokens(server) <= 2_400


@pytest.mark.shows("models 5")
async def test_what_was_cut_is_logged_and_told(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    told: list[str] = []
    engine = Asked(ModelClient(config, on_truncated=told.append))
    server.answer("UnderstandAnswer", understood(act("general")))
    server.answer("PickAnswer", picked("milk"))
    with structlog.testing.capture_logs() as logs:
        await engine.understand(talkative())
        await engine.pick(to_pick())
    kept = len(earlier(server))
    cut = [line for line in logs if line["event"] == "prompt.truncated"]
    assert told == ["understand"]
    told_of = ("purpose", "messages", "included", "left_out", "budget")
    assert [[line[name] for name in told_of] for line in cut] == [
        ["understand", 40, kept, 40 - kept, 3_000]
    ]
    assert 2_700 < cut[0]["tokens"] <= 3_000
    assert "lunch" not in str(logs)


async def test_a_context_that_is_too_small_is_tried_with_half_the_history(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    told: list[str] = []
    client = ModelClient(config, on_truncated=told.append)
    server.fail_with(
        400, 1, message="This model's maximum context length is 2048 tokens.", code="x"
    )
    server.answer("UnderstandAnswer", understood(act("general")))
    await Asked(client).understand(talkative())
    first, second = earlier(server, 0), earlier(server, 1)
    assert 0 < len(second) <= len(first) / 2
    assert second == first[-len(second) :]
    assert told == ["understand", "understand"]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "This model's maximum context length is 2048 tokens, 3000 in the functions"),
        (400, "the request exceeds the available context size"),
        (400, "Input is too long for requested model"),
        (400, "Please reduce the length of the messages or completion. See response_format"),
        (413, "Request too large"),
        (500, "context size exceeded"),
    ],
)
async def test_a_context_that_stays_too_small_is_a_refusal(
    engine: Asked, server: ScriptedModelServer, status: int, message: str
) -> None:
    server.fail_with(status, message=message)
    with pytest.raises(RequestRefusedError, match="longer than the model's context"):
        await engine.understand(talkative())
    assert len(server.requests) == 2
    with pytest.raises(RequestRefusedError):
        await engine.understand(to_understand("hi"))
    assert len(server.requests) == 3, "without history there is nothing to halve"


async def test_a_repair_leaves_history_out_to_stay_in_the_budget(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", understood(act("general")))
    server.say('{"acts": "' + "wrong " * 300 + '"}', times=1)
    await engine.understand(talkative())
    assert len(earlier(server, 1)) < len(earlier(server, 0))
    asked = server.requests[1]
    whole = sent_tokens(server, 1) + tokens_in(asked.former + asked.complaint)
    assert whole <= 3_000
