"""``steward models check``, against a model whose answers are right, wrong, or none."""

import re
from datetime import timedelta

from rich.console import Console

from agents.expenses.model.trial import trial
from agents.expenses.tools import tools_for_models
from agents.parts import ModelExample
from local.model_trial import TrialReport, show_trial, try_provider
from tests.adapters.model.conftest import server as model
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.expenses.payloads import act, mention
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload, understood

__all__ = ["model"]

WITHIN = timedelta(seconds=20)
EXAMPLES = {example.request.said[-1].text: example for example in trial().examples}


def right(request: ModelRequest) -> Payload:
    """What a model writes that understands a example."""
    example: ModelExample = EXAMPLES[request.messages[-1]]
    acts = [_written(each) for each in example.wanted]
    return understood(*acts, reply="Here you are." if example.wanted == ["talk"] else None)


def _written(wanted: str) -> Payload:
    kind, *rest = wanted.split()
    task = next((int(each[1:]) for each in rest if re.fullmatch(r"#\d+", each)), None)
    match kind:
        case "talk":
            return act("general")
        case "delete":
            return act("undo", task=task)
        case "call":
            tool = next(tool for tool in tools_for_models() if tool.name == rest[0])
            call = {"tool": tool.name, **dict.fromkeys(tool.arguments.model_fields)}
            call |= {"amount": "800", "period": "month"} if tool.name == "set_budget" else {}
            return act("expense", agent="expenses", call=call)
        case _:
            told = mention(amount=rest[-1])
            told["kind"] = "expense" if kind == "new" else None
            return act("expense" if kind == "new" else "detail", told, agent="expenses", task=task)


async def tried(model: ScriptedModelServer) -> TrialReport:
    return await try_provider(provider(model), [trial()], WITHIN)


async def test_all_right_answers_count_as_right(model: ScriptedModelServer) -> None:
    model.answer("UnderstandAnswer", right)
    report = await tried(model)
    assert report.wrong == []
    assert (report.right, report.unheard, len(report.calls)) == (len(EXAMPLES), 0, len(EXAMPLES))


async def test_a_wrong_answer_is_told_with_what_would_have_been_right(
    model: ScriptedModelServer,
) -> None:
    model.answer("UnderstandAnswer", understood(act("general"), reply="Nice!"))
    report = await tried(model)
    talk = [text for text, example in EXAMPLES.items() if example.wanted == ["talk"]]
    assert report.right == len(talk)
    assert ("treated myself to a massage, 95", "new 95") in report.wrong
    console = Console(record=True, width=200)
    show_trial([report], console)
    shown = console.export_text()
    assert f"{len(talk)} of {len(EXAMPLES)}" in shown
    assert "“treated myself to a massage, 95” → new 95" in shown


async def test_what_rules_answered_in_place_of_a_model_is_not_its_own(
    model: ScriptedModelServer,
) -> None:
    model.fail_with(401)
    report = await tried(model)
    assert (report.right, report.unheard) == (0, len(EXAMPLES))
