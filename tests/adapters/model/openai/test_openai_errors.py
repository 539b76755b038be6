import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import openai
import pytest
import structlog
from llmock.pytest_plugin import LLMock

from adapters.model.availability import RequestRefusedError
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.errors import given_up
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import to_pick, to_understand
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import picked


@pytest.fixture
def faulty(llmock: LLMock, config: OpenAIConfig) -> Asked:
    """An engine on a server made by somebody else, so that both sides can't share a mistake."""
    there = replace(config, base_url=llmock.base_url(), timeout=timedelta(seconds=2))
    return Asked(ModelClient(there))


@pytest.mark.parametrize("status", [408, 409, 500, 503, 529])
async def test_a_failing_server_is_a_passing_matter(
    faulty: Asked, llmock: LLMock, status: int
) -> None:
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


async def test_too_long_a_request_is_called_that(faulty: Asked, llmock: LLMock) -> None:
    llmock.context_overflow()
    with pytest.raises(RequestRefusedError, match="longer than the model's context"):
        await faulty.pick(to_pick())


async def test_a_server_that_is_not_there_is_unavailable(config: OpenAIConfig) -> None:
    nowhere = replace(config, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailableError, match="cannot be reached"):
        await Asked(ModelClient(nowhere)).pick(to_pick())


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "2.5"}, timedelta(seconds=2.5)),
        ({"retry-after-ms": "350", "Retry-After": "1"}, timedelta(milliseconds=350)),
        ({"retry-after-ms": "soon", "Retry-After": "1"}, timedelta(seconds=1)),
        ({"Retry-After": "999999"}, timedelta(days=1)),
        ({"Retry-After": "Mon, 02 Mar 2020 10:00:00 GMT"}, timedelta(0)),
        ({}, None),
        *(({"Retry-After": senseless}, None) for senseless in ("soon", "-5", "9" * 40, "nan")),
    ],
)
async def test_the_wait_is_what_the_provider_says_but_at_most_a_day(
    engine: Asked,
    server: ScriptedModelServer,
    headers: dict[str, str],
    wait: timedelta | None,
) -> None:
    server.fail_with(429, 1, headers=headers)
    with pytest.raises(ModelUnavailableError) as caught:
        await engine.pick(to_pick())
    assert caught.value.retry_after == wait
    assert caught.value.retryable
    assert len(server.requests) == 1, "retries are not the client's business"


@pytest.mark.parametrize(
    ("status", "code"), [(429, "insufficient_quota"), (402, None), (402, "invalid_request_error")]
)
async def test_an_account_without_credit_is_not_worth_another_attempt(
    engine: Asked, server: ScriptedModelServer, status: int, code: str | None
) -> None:
    server.fail_with(status, code=code, headers={"Retry-After": "1"})
    with pytest.raises(ModelMisconfiguredError, match="credit") as caught:
        await engine.pick(to_pick())
    assert not caught.value.retryable


async def test_a_retry_date_becomes_a_wait(engine: Asked, server: ScriptedModelServer) -> None:
    at = datetime.now(UTC) + timedelta(seconds=90)
    server.fail_with(429, 1, headers={"Retry-After": format_datetime(at, usegmt=True)})
    with pytest.raises(ModelUnavailableError) as caught:
        await engine.pick(to_pick())
    assert caught.value.retry_after is not None
    assert timedelta(seconds=60) < caught.value.retry_after <= timedelta(seconds=90)


Script = Callable[[ScriptedModelServer], None]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(lambda s: s.say('{"reason": "x", "no'), id="broken JSON"),
        pytest.param(lambda s: s.say("I think you should ask."), id="prose"),
        pytest.param(lambda s: s.say(""), id="empty"),
        pytest.param(lambda s: s.say(None), id="null"),
        pytest.param(lambda s: s.say("[]"), id="another shape"),
        pytest.param(lambda s: s.say('{"reason": "x"}'), id="a key is missing"),
        pytest.param(lambda s: s.say('{"reason": 1, "note": "a"}'), id="wrong type"),
        pytest.param(
            lambda s: s.say('{"reason": "x", "note": "mi', finish_reason="length"),
            id="truncated",
        ),
        pytest.param(
            lambda s: s.say('{"reason": "x", "note": "a"}', finish_reason="content_filter"),
            id="filtered",
        ),
        pytest.param(lambda s: s.say(None, refusal="I can't help with that."), id="refused"),
        pytest.param(
            lambda s: s.send_body('{"choices": []}', content_type="application/json"),
            id="no choice",
        ),
    ],
)
async def test_an_unusable_answer_is_invalid_output(
    engine: Asked, server: ScriptedModelServer, script: Script
) -> None:
    script(server)
    with pytest.raises(InvalidModelOutputError) as caught:
        await engine.pick(to_pick())
    assert caught.value.retryable


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
    engine: Asked, server: ScriptedModelServer, body: str, content_type: str
) -> None:
    server.send_body(body, content_type=content_type)
    with pytest.raises(ModelUnavailableError, match="no completion"):
        await engine.pick(to_pick())
    assert len(server.requests) == 1


async def test_a_completion_counts_whatever_its_type_is_called(
    engine: Asked, server: ScriptedModelServer
) -> None:
    content = json.dumps(picked("milk"))
    body = json.dumps({"choices": [{"message": {"content": content}}]})
    server.send_body(body, content_type="text/plain")
    assert (await engine.pick(to_pick())).note == "milk"


async def test_neither_key_nor_words_are_in_errors_and_logs(
    engine: Asked,
    server: ScriptedModelServer,
    config: OpenAIConfig,
    caplog: pytest.LogCaptureFixture,
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
            script(server)
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
