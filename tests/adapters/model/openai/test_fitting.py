"""Which items of a list stay when not all of them fit, and what is said about it."""

from dataclasses import replace

import pytest
import structlog

from adapters.model.openai.budget import TokenBudget, fit
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.question import ModelQuestion, Shortening, form, newest_first, outside_in
from adapters.model.understanding import SummariseAnswer
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import to_pick
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import picked


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
