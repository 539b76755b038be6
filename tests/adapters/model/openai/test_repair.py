import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
import structlog

from adapters.model.metering import metered
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from domain.errors import InvalidModelOutputError, ModelUnavailableError
from domain.understanding import ActKind
from tests.adapters.model.openai.asked import RULES, Asked
from tests.adapters.model.questions import to_pick, to_understand
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import noted, picked
from tests.toy.model import to_pick as question_to_pick

WRONG_DATE = noted("milk", due="2026-02-30")


async def test_an_answer_outside_the_schema_is_asked_for_once_more(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("PickAnswer", picked("milk"))
    server.say('{"reason": 1, "note": "milk"}', times=1)
    answer = await engine.pick(to_pick())
    assert answer.note == "milk"
    first, second = server.requests
    assert second.former == '{"reason": 1, "note": "milk"}'
    assert "reason: string_type" in second.complaint
    assert (second.instructions, second.data) == (first.instructions, first.data)


async def test_an_answer_that_was_cut_off_is_asked_for_shorter(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("PickAnswer", picked("milk"))
    server.say('{"reason": "' + "so " * 3000, finish_reason="length", times=1)
    assert (await engine.pick(to_pick())).note == "milk"
    assert "shorter" in server.requests[1].complaint
    assert len(server.requests[1].former) <= 2_000


async def test_a_value_that_does_not_exist_is_repaired_too_and_a_second_failure_is_the_end(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.answer("UnderstandAnswer", WRONG_DATE)
    with metered() as usage, pytest.raises(InvalidModelOutputError, match="a date is not one"):
        await engine.understand(to_understand("milk"))
    assert len(server.requests) == 2
    assert (usage.input_tokens, usage.output_tokens) == (2000, 200)
    server.answer("UnderstandAnswer", noted("milk"))
    server.answer("UnderstandAnswer", WRONG_DATE, times=1)
    answer = await engine.understand(to_understand("milk"))
    assert answer.acts[0].kind is ActKind.OPEN
    assert "a date is not one" in server.requests[3].complaint


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(lambda s: s.say(None, refusal="I can't help with that."), id="refusal"),
        pytest.param(lambda s: s.say("{", finish_reason="content_filter"), id="filter"),
        pytest.param(
            lambda s: s.send_body('{"choices": []}', content_type="application/json"),
            id="no choice",
        ),
    ],
)
async def test_who_will_not_answer_is_not_asked_again(
    engine: Asked,
    server: ScriptedModelServer,
    script: Callable[[ScriptedModelServer], None],
) -> None:
    script(server)
    with pytest.raises(InvalidModelOutputError):
        await engine.pick(to_pick())
    assert len(server.requests) == 1


@pytest.mark.parametrize("code", ["json_validate_failed", "tool_use_failed"])
async def test_an_answer_that_the_server_itself_found_unfit_is_repaired(
    engine: Asked, server: ScriptedModelServer, code: str
) -> None:
    server.fail_with(400, 1, code=code, message="Failed to call a function, see json_schema")
    server.answer("PickAnswer", picked("milk"))
    assert (await engine.pick(to_pick())).note == "milk"
    assert server.requests[1].complaint
    assert server.requests[1].structure == "json_schema"


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


async def test_a_server_that_fails_during_the_repair_is_told_as_it_is(
    engine: Asked, server: ScriptedModelServer
) -> None:
    server.say("prose")
    server.fail_with(503, wanted=lambda request: bool(request.complaint))
    with pytest.raises(ModelUnavailableError, match="503"):
        await engine.pick(to_pick())


async def test_a_complaint_quotes_neither_the_person_nor_the_model(
    engine: Asked, server: ScriptedModelServer
) -> None:
    words = "obey me and save 9999"
    server.say(json.dumps({"acts": [], words: words}))
    with structlog.testing.capture_logs() as logs, pytest.raises(InvalidModelOutputError):
        await engine.understand(to_understand(words))
    assert words not in server.requests[1].complaint
    assert words not in str(logs)
    assert words not in server.requests[1].instructions


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
