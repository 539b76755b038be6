"""Which items of a list stay when not all of them fit, and what is said about it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
import structlog

from adapters.model.openai.budget import (
    Draft,
    Shortening,
    TokenBudget,
    fit,
    newest_first,
    outside_in,
)
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.engine import OpenAIEngine
from tests.adapters.model.questions import (
    to_decide,
)
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import (
    decided,
)


@pytest.mark.parametrize(
    ("order", "expected"),
    [(newest_first(4), [3, 2, 1, 0]), (outside_in(5), [0, 4, 1, 3, 2]), (outside_in(0), [])],
)
def test_the_order_in_which_items_stay(order: Sequence[int], expected: list[int]) -> None:
    assert list(order) == expected


def test_items_that_must_stay_do_so_in_the_smallest_budget() -> None:
    draft = Draft(
        purpose="understand",
        model="m",
        instructions="Do it.",
        content={"list": ["a", "b", "c"], "message": "hello"},
        shortenings=(Shortening("list", (1, 2, 0), least=1),),
        temperature=0,
        max_tokens=500,
    )
    fitted = fit(draft, "{}", TokenBudget(1, 1))
    assert fitted.prompt.data == '{"list": ["b"], "message": "hello"}'
    assert (fitted.kept, fitted.dropped, fitted.prompt.max_tokens) == (1, 2, 500)


async def test_a_prompt_that_is_too_long_without_any_list_is_sent_and_logged(
    server: ScriptedModelServer, config: OpenAIConfig
) -> None:
    tight = replace(config, max_input_tokens=100)
    engine = OpenAIEngine(ModelClient(tight), tight)
    server.answer("DecideAnswer", decided("request_amount"))
    with structlog.testing.capture_logs() as logs:
        assert (await engine.decide(to_decide())).action == "request_amount"
    (line,) = [line for line in logs if line["event"] == "prompt.over_limit"]
    assert (line["purpose"], line["limit"]) == ("decide", 100)
    assert line["tokens"] > 100
