import gzip
import hashlib
import json
import socket
from dataclasses import replace

import pytest
import structlog

from adapters.model.availability import RequestRefusedError
from adapters.model.openai import tokens
from adapters.model.openai.budget import LEAST_ANSWER, PICTURE, TokenBudget, fit
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.tokens import tokens_in
from adapters.model.question import ModelQuestion, Shortening, form, newest_first, outside_in
from adapters.model.understanding import SummariseAnswer
from domain.history import Entry, Speaker
from domain.messages import MAX_TEXT_LENGTH
from domain.understanding import SummariseRequest, TaskPhase, TaskView, UnderstandRequest
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import (
    PERSON,
    SENT_AT,
    details,
    drawn,
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
    engine: Asked, config: OpenAIConfig
) -> None:
    engine.server.answer("UnderstandAnswer", understood(act("general")))
    await engine.understand(talkative())
    kept = [int(text.split()[0]) for text in earlier(engine.server)]
    assert kept == list(range(40 - len(kept), 40))
    assert 8 <= len(kept) < 40
    assert config.context_tokens * 0.9 < sent_tokens(engine.server) <= config.context_tokens
    usual = tuple(
        Entry(speaker=Speaker.STEWARD, text=f"Kept: buy coffee for {n}.50, at Zus", at=SENT_AT)
        for n in range(20)
    )
    await engine.understand(talkative().model_copy(update={"history": usual, "tasks": tasks(1)}))
    assert len(earlier(engine.server, 1)) == 20


async def test_the_persons_own_message_is_never_cut(engine: Asked) -> None:
    engine.server.answer("UnderstandAnswer", understood(act("general")))
    longest = ("ข้าวมันไก่ 50 บาท " * 300)[:MAX_TEXT_LENGTH]
    assert tokens_in(longest) > 3_000
    await engine.understand(talkative(longest))
    assert engine.server.requests[0].messages == [longest]
    assert earlier(engine.server) == []
    assert engine.server.requests[0].body["max_tokens"] == LEAST_ANSWER


async def test_tasks_come_before_history_and_what_is_asked_or_answered_before_other_tasks(
    engine: Asked,
) -> None:
    engine.server.answer("UnderstandAnswer", understood(act("general")))

    def numbers(nth: int) -> list[int]:
        listed = engine.server.requests[nth].data["tasks"]
        assert isinstance(listed, list)
        return [task["number"] for task in listed]

    asked = talkative().model_copy(update={"tasks": tasks(60), "open_question": "task-3"})
    await engine.understand(asked)
    first, *others = numbers(0)
    assert first == 4, "the task of the open question stays, under the number it has"
    assert others == list(range(61 - len(others), 61))
    assert earlier(engine.server) == []
    assert sent_tokens(engine.server) <= 3_000

    answering = talkative("咖啡 " * 2_000)
    said = answering.said[0].model_copy(update={"reply_to_task": "task-0"})
    await engine.understand(answering.model_copy(update={"said": (said,), "tasks": tasks(3)}))
    assert numbers(1) == [1], "also with the longest message"


async def test_of_a_long_sheet_the_lines_in_the_middle_are_left_out(engine: Asked) -> None:
    engine.server.answer("CopyAnswer", copied())
    endless = ROLL * 4
    await engine.copy(to_copy(*endless))
    lines = engine.server.requests[0].data["lines"]
    assert isinstance(lines, list)
    assert 120 < len(lines) < 300
    half = len(lines) // 2
    assert tuple(lines[:half]) == endless[:half]
    assert tuple(lines[-half:]) == endless[-half:]
    await engine.copy(to_copy(*endless, content=drawn()))
    assert 3_000 - 150 < sent_tokens(engine.server, 1) + PICTURE <= 3_000, (
        "a picture counts as input"
    )


async def test_every_question_fits_the_budget(engine: Asked) -> None:
    engine.server.answer("CopyAnswer", copied())
    engine.server.answer("PickAnswer", picked("milk"))
    engine.server.answer("ConverseAnswer", conversed("Fine!"))
    engine.server.answer("SummariseAnswer", summarised("They had lunch."))
    await engine.copy(to_copy(*ROLL))
    await engine.pick(to_pick().model_copy(update={"history": LONG_AGO}))
    await engine.converse(to_converse().model_copy(update={"history": LONG_AGO}))
    await engine.summarise(SummariseRequest(person=PERSON, entries=LONG_AGO, previous="Nothing."))
    for nth, request in enumerate(engine.server.requests):
        wanted = request.body["max_tokens"]
        assert isinstance(wanted, int)
        assert sent_tokens(engine.server, nth) <= 3_000
        assert sent_tokens(engine.server, nth) + wanted <= 4_000


async def test_the_answer_gets_what_the_total_leaves(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    server.answer("PickAnswer", picked("milk"))
    await Asked(ModelClient(config)).pick(to_pick())
    total = sent_tokens(server) + LEAST_ANSWER + 200
    tight = replace(config, max_total_tokens=total)
    await Asked(ModelClient(tight)).pick(to_pick())
    left = server.requests[1].body["max_tokens"]
    assert isinstance(left, int)
    assert LEAST_ANSWER < left < config.max_structured_tokens
    assert left + sent_tokens(server, 1) <= total


@pytest.mark.shows("models 5")
async def test_what_was_cut_is_logged(config: OpenAIConfig, server: ScriptedModelServer) -> None:
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
    engine: Asked, status: int, message: str
) -> None:
    engine.server.fail_with(status, message=message)
    with pytest.raises(RequestRefusedError, match="longer than the model's context"):
        await engine.understand(talkative())
    assert len(engine.server.requests) == 2
    with pytest.raises(RequestRefusedError):
        await engine.understand(to_understand("hi"))
    assert len(engine.server.requests) == 3, "without history there is nothing to halve"


async def test_a_repair_leaves_history_out_to_stay_in_the_budget(engine: Asked) -> None:
    engine.server.answer("UnderstandAnswer", understood(act("general")))
    engine.server.say('{"acts": "' + "wrong " * 300 + '"}', times=1)
    await engine.understand(talkative())
    assert len(earlier(engine.server, 1)) < len(earlier(engine.server, 0))
    asked = engine.server.requests[1]
    whole = sent_tokens(engine.server, 1) + tokens_in(asked.former + asked.complaint)
    assert whole <= 3_000


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (newest_first("x", 4), [3, 2, 1, 0]),
        (outside_in("x", 5), [0, 4, 1, 3, 2]),
        (outside_in("x", 0), []),
    ],
)
def test_the_order_in_which_items_stay(order: Shortening, expected: list[int]) -> None:
    assert list(order.first_kept) == expected


def test_items_that_must_stay_do_so_in_the_smallest_budget() -> None:
    question = ModelQuestion(
        purpose="understand",
        instructions="Do it.",
        content={"list": ["a", "b", "c"], "message": "hello"},
        form=form(SummariseAnswer, lambda answer, _writer: answer.summary),
        shortenings=(Shortening("list", (1, 2, 0), least=1),),
    )
    fitted = fit(question, "{}", TokenBudget(1, 1, 500))
    assert fitted.data == '{"list": ["b"], "message": "hello"}'
    assert (fitted.kept, fitted.dropped, fitted.max_tokens) == (1, 2, 500)


async def test_a_prompt_that_is_too_long_without_any_list_is_sent_and_logged(
    server: ScriptedModelServer, config: OpenAIConfig
) -> None:
    tight = replace(config, max_input_tokens=100)
    engine = Asked(ModelClient(tight))
    server.answer("PickAnswer", picked("milk"))
    with structlog.testing.capture_logs() as logs:
        assert (await engine.pick(to_pick())).note == "milk"
    (line,) = [line for line in logs if line["event"] == "prompt.over_limit"]
    assert (line["purpose"], line["limit"]) == ("pick", 100)
    assert line["tokens"] > 100


# The table of tokens.

PUBLISHED = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
"""What tiktoken expects of the table that it downloads."""


def test_the_table_is_the_published_one_and_has_its_licence_beside_it() -> None:
    table = gzip.decompress(tokens._TABLE.read_bytes())
    assert hashlib.sha256(table).hexdigest() == PUBLISHED
    assert "MIT License" in (tokens._TABLE.parent / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("hello world", 2),
        ("Starbucks 15.50", 6),
        ("123456", 2),
        ("It's DON'T", 4),
        ("<|endoftext|>", 7),
    ],
)
def test_a_text_has_as_many_tokens_as_for_gpt_4(text: str, count: int) -> None:
    assert tokens_in(text) == count


def test_counting_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(socket.socket, "connect", refused)
    tokens._encoding.cache_clear()
    assert tokens_in("kopi ais") > 0
