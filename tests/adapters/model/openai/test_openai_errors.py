import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx2
import openai
import pytest
import structlog
from llmock.pytest_plugin import LLMock

from adapters.model.metering import metered
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.errors import given_up
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.understanding import ActKind
from tests.adapters.model.openai.asked import RULES, Asked
from tests.adapters.model.questions import to_pick, to_understand
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import noted, picked
from tests.toy.model import to_pick as question_to_pick


@pytest.fixture
def faulty(llmock: LLMock, config: OpenAIConfig) -> Asked:
    """An engine on a server made by somebody else, so that both sides can't share a mistake."""
    there = replace(config, base_url=llmock.base_url(), timeout=timedelta(minutes=1))
    return Asked(ModelClient(there))


@pytest.mark.parametrize("status", [408, 409, 500, 503, 529])
async def test_a_failing_server_may_recover(faulty: Asked, llmock: LLMock, status: int) -> None:
    llmock.fail(status)
    with pytest.raises(ModelUnavailableError, match=str(status)):
        await faulty.pick(to_pick())
    assert len(llmock.requests) == 1


@pytest.mark.parametrize(
    ("status", "told"),
    [(401, "KEY"), (403, "KEY"), (404, "LLM_MODEL"), (400, None), (413, None), (422, None)],
)
async def test_a_wrong_setting_or_a_refused_request_is_no_passing_matter_and_a_setting_is_named(
    faulty: Asked, llmock: LLMock, status: int, told: str | None
) -> None:
    assert isinstance((await faulty.pick(to_pick())).note, str), "filler that fits the schema"
    llmock.fail(status)
    with pytest.raises(ModelMisconfiguredError, match=told) as caught:
        await faulty.pick(to_pick())
    assert not caught.value.retryable


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "2.5"}, timedelta(seconds=2.5)),
        ({"retry-after-ms": "350", "Retry-After": "1"}, timedelta(milliseconds=350)),
        ({"retry-after-ms": "soon", "Retry-After": "1"}, timedelta(seconds=1)),
        ({"Retry-After": "999999"}, timedelta(days=1)),
        ({"Retry-After": "Mon, 02 Mar 2020 10:00:00 GMT"}, timedelta(0)),
        ({"Retry-After": "Mon, 02 Mar 2099 10:00:00 GMT"}, timedelta(days=1)),
        ({"Retry-After": "Mon, 02 Mar 2099 10:00:00 -0000"}, timedelta(days=1)),
        ({}, None),
        *(({"Retry-After": senseless}, None) for senseless in ("soon", "-5", "9" * 40, "nan")),
    ],
)
async def test_the_wait_is_what_the_provider_says_but_at_most_a_day(
    engine: Asked, headers: dict[str, str], wait: timedelta | None
) -> None:
    engine.server.fail_with(429, 1, headers=headers)
    with pytest.raises(ModelUnavailableError) as caught:
        await engine.pick(to_pick())
    assert caught.value.retry_after == wait
    assert caught.value.retryable
    assert len(engine.server.requests) == 1, "retries are not the client's business"


@pytest.mark.parametrize(
    ("status", "code"), [(429, "insufficient_quota"), (402, None), (402, "invalid_request_error")]
)
async def test_an_account_without_credit_is_not_worth_another_attempt(
    engine: Asked, status: int, code: str | None
) -> None:
    engine.server.fail_with(status, code=code, headers={"Retry-After": "1"})
    with pytest.raises(ModelMisconfiguredError, match="credit") as caught:
        await engine.pick(to_pick())
    assert not caught.value.retryable


Script = Callable[[ScriptedModelServer], None]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<html>proxy</html>", "text/html"),
        ("<html>proxy</html>", "application/json"),
        ('{"ok": true}', "application/json"),
        ('{"error": {"message": "upstream is down"}}', "application/json"),
        ('{"choices": [{"message"', "application/json"),
        ('{"choices": [{"message": "hello"}]}', "application/json"),
        ("", "application/json"),
        ("null", "text/plain"),
    ],
)
async def test_a_page_that_is_no_completion_speaks_against_the_server(
    engine: Asked, body: str, content_type: str
) -> None:
    engine.server.send_body(body, content_type=content_type)
    with pytest.raises(ModelUnavailableError, match="no completion"):
        await engine.pick(to_pick())
    assert len(engine.server.requests) == 1


async def test_a_completion_counts_whatever_its_type_is_called(engine: Asked) -> None:
    content = json.dumps(picked("milk"))
    body = json.dumps({"choices": [{"message": {"content": content}}]})
    engine.server.send_body(body, content_type="text/plain")
    assert (await engine.pick(to_pick())).note == "milk"


@pytest.mark.shows("safety 25")
async def test_neither_key_nor_words_are_in_errors_and_logs(
    engine: Asked, config: OpenAIConfig, caplog: pytest.LogCaptureFixture
) -> None:
    words = "something private"
    echo = f"Incorrect API key sk-very-secret for message {words!r}"
    scripts: list[Script] = [
        lambda s: s.fail_with(401, 1, message=echo, code="sk-very-secret"),
        lambda s: s.fail_with(400, 1, message=echo),
        lambda s: s.fail_with(500, 1, message=echo),
        lambda s: s.say(f'{{"acts": ["{words}"]}}', times=1),
        lambda s: s.say(f'{{"acts": [], "{words}": 1}}', times=1),
        lambda s: s.say(words, times=1),
    ]
    told = [repr(config)]
    with structlog.testing.capture_logs() as logs:
        for script in scripts:
            script(engine.server)
            with pytest.raises(AppError) as caught:
                await engine.understand(to_understand(words))
            told.extend(traceback.format_exception(caught.value))
            told.append(caught.value.user_text)
    everything = "".join([*told, str(logs), caplog.text])
    assert "sk-very-secret" not in everything.replace('code="sk-very-secret"', "")
    assert words not in everything.replace(f'words = "{words}"', "")


@pytest.mark.parametrize(
    ("model", "sent", "left_out"),
    [
        ("gpt-4o-mini", {"temperature", "max_tokens"}, {"max_completion_tokens"}),
        (
            "gpt-5-mini",
            {"max_completion_tokens", "reasoning_effort"},
            {"temperature", "max_tokens"},
        ),
        ("gpt-5-chat-latest", {"max_completion_tokens"}, {"temperature", "reasoning_effort"}),
    ],
)
async def test_a_model_is_sent_only_the_parameters_that_it_takes(
    config: OpenAIConfig,
    server: ScriptedModelServer,
    model: str,
    sent: set[str],
    left_out: set[str],
) -> None:
    server.answer("PickAnswer", picked("milk"))
    changed = replace(config, model=model)
    await Asked(ModelClient(changed)).pick(to_pick())
    assert server.requests[0].headers["Authorization"] == "Bearer sk-very-secret"
    keys = set(server.requests[0].body)
    assert sent <= keys
    assert not left_out & keys


def test_what_never_reached_the_provider_was_not_given_up() -> None:
    request = httpx2.Request("POST", "http://127.0.0.1/v1")
    waited, never_sent = (openai.APITimeoutError(request) for _ in range(2))
    waited.__cause__ = httpx2.ReadTimeout("slow")
    never_sent.__cause__ = httpx2.ConnectTimeout("away")
    assert given_up(waited)
    assert not given_up(never_sent)


# An answer that does not fit is asked for once more.


WRONG_DATE = noted("milk", due="2026-02-30")


async def test_an_answer_outside_the_schema_is_asked_for_once_more(engine: Asked) -> None:
    engine.server.answer("PickAnswer", picked("milk"))
    engine.server.say('{"reason": 1, "note": "milk"}', times=1)
    answer = await engine.pick(to_pick())
    assert answer.note == "milk"
    first, second = engine.server.requests
    assert second.former == '{"reason": 1, "note": "milk"}'
    assert "reason: string_type" in second.complaint
    assert (second.instructions, second.data) == (first.instructions, first.data)


async def test_an_answer_that_was_cut_off_is_asked_for_shorter(engine: Asked) -> None:
    engine.server.answer("PickAnswer", picked("milk"))
    engine.server.say('{"reason": "' + "so " * 3000, finish_reason="length", times=1)
    assert (await engine.pick(to_pick())).note == "milk"
    assert "shorter" in engine.server.requests[1].complaint
    assert len(engine.server.requests[1].former) <= 2_000


async def test_a_value_that_does_not_exist_is_repaired_too_and_a_second_failure_is_the_end(
    engine: Asked,
) -> None:
    engine.server.answer("UnderstandAnswer", WRONG_DATE)
    with metered() as usage, pytest.raises(InvalidModelOutputError, match="a date is not one"):
        await engine.understand(to_understand("milk"))
    assert len(engine.server.requests) == 2
    assert (usage.input_tokens, usage.output_tokens) == (2000, 200)
    engine.server.answer("UnderstandAnswer", noted("milk"))
    engine.server.answer("UnderstandAnswer", WRONG_DATE, times=1)
    answer = await engine.understand(to_understand("milk"))
    assert answer.acts[0].kind is ActKind.OPEN
    assert "a date is not one" in engine.server.requests[3].complaint


@pytest.mark.parametrize(
    ("content", "more", "requests"),
    [
        ('{"reason": "x", "no', {}, 2),
        ("I think you should ask.", {}, 2),
        ("", {}, 2),
        (None, {}, 2),
        ("[]", {}, 2),
        ('{"reason": "x"}', {}, 2),
        ('{"reason": 1, "note": "a"}', {}, 2),
        ('{"reason": "x", "note": "mi', {"finish_reason": "length"}, 2),
        ('{"reason": "x", "note": "a"}', {"finish_reason": "content_filter"}, 1),
        (None, {"refusal": "I can't help with that."}, 1),
    ],
)
async def test_an_unusable_answer_is_invalid_and_who_will_not_answer_is_not_asked_again(
    engine: Asked, content: str | None, more: dict[str, Any], requests: int
) -> None:
    engine.server.say(content, **more)
    with pytest.raises(InvalidModelOutputError) as caught:
        await engine.pick(to_pick())
    assert caught.value.retryable
    assert len(engine.server.requests) == requests


async def test_an_answer_without_a_choice_is_not_asked_for_again(engine: Asked) -> None:
    engine.server.send_body('{"choices": []}', content_type="application/json")
    with pytest.raises(InvalidModelOutputError):
        await engine.pick(to_pick())
    assert len(engine.server.requests) == 1


@pytest.mark.parametrize("code", ["json_validate_failed", "tool_use_failed"])
async def test_an_answer_that_the_server_found_unfit_is_repaired(engine: Asked, code: str) -> None:
    engine.server.fail_with(400, 1, code=code, message="Failed to call a function, see json_schema")
    engine.server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert engine.server.requests[1].complaint
    assert engine.server.requests[1].structure == "json_schema"


@pytest.mark.parametrize(("within", "asked"), [(60, 1), (200, 2)])
async def test_there_is_no_repair_when_less_than_a_third_of_the_time_is_left(
    config: OpenAIConfig, server: ScriptedModelServer, within: int, asked: int
) -> None:
    patient = ModelClient(replace(config, timeout=timedelta(seconds=300)))
    server.say("prose")
    with pytest.raises(InvalidModelOutputError):
        await patient.ask(question_to_pick(to_pick(), RULES), timedelta(seconds=within))
    assert len(server.requests) == asked
    await patient.aclose()


async def test_a_server_that_fails_during_the_repair_is_told_as_it_is(engine: Asked) -> None:
    engine.server.say("prose")
    engine.server.fail_with(503, wanted=lambda request: bool(request.complaint))
    with pytest.raises(ModelUnavailableError, match="503"):
        await engine.pick(to_pick())


async def test_a_complaint_quotes_neither_the_person_nor_the_model(engine: Asked) -> None:
    words = "obey me and save 9999"
    engine.server.say(json.dumps({"acts": [], words: words}))
    with structlog.testing.capture_logs() as logs, pytest.raises(InvalidModelOutputError):
        await engine.understand(to_understand(words))
    assert words not in engine.server.requests[1].complaint
    assert words not in str(logs)
    assert words not in engine.server.requests[1].instructions


async def test_a_repair_works_in_every_way_of_asking(
    config: OpenAIConfig, server: ScriptedModelServer
) -> None:
    def right_when_corrected(request: ModelRequest) -> dict[str, object]:
        return dict(picked("milk")) if request.complaint else {"note": 3}

    server.answer("PickAnswer", right_when_corrected)
    for structured in ("json_schema", "tools", "json_object"):
        changed = replace(config, structured=structured)
        answer = await Asked(ModelClient(changed)).pick(to_pick())
        assert answer.note == "milk"
    assert [bool(request.former) for request in server.requests] == [False, True] * 3
