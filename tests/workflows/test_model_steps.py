"""A turn that a model drives over HTTP, through the tool loop and the worker's own activity."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

import pytest
from pydantic import SecretStr
from temporalio.testing import WorkflowEnvironment

from activities.agent_step import AgentStep
from adapters.model.gateway import ModelGateway
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.steps import Steps
from domain.activity_calls import MODEL_QUEUE
from domain.conversation import Limits
from domain.tools import Step, StepRequest
from tests.adapters.model.conftest import server as model
from tests.adapters.model.gateway.doubles import Calls
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload, calling, step
from tests.toy.box.things import TOOLS, BoxRules, Told
from tests.toy.chat import ToyChat

__all__ = ["model"]


@dataclass(frozen=True)
class BoxKit:
    rules: BoxRules
    tools = tuple((tool, None) for tool in TOOLS)
    instructions = "You keep a box of things."

    def check(self, request: StepRequest, step: Step) -> Step:
        del request
        return step

    def objection(self, request: StepRequest, step: Step) -> str:
        del request, step
        return ""


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("box",)


@pytest.fixture
def calls() -> Calls:
    return Calls()


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, model: ScriptedModelServer, calls: Calls
) -> AsyncIterator[ToyChat]:
    """The box with a model behind a server."""
    chat = ToyChat(server, limits, toys=("box",))
    config = OpenAIConfig(
        model="small", name="scripted", api_key=SecretStr("k"), base_url=model.base_url
    )
    gateway = ModelGateway([openai_provider(config)], calls)
    steps = AgentStep(Steps(gateway, {"box": BoxKit(BoxRules())}))
    box = chat.agents["box"]
    chat.bring(replace(box, activities={**box.activities, MODEL_QUEUE: (steps.agent_step,)}))
    async with chat.open():
        yield chat


def scripted(*steps: Payload) -> Callable[[ModelRequest], Payload]:
    """The step of each round; what came before it stands in the request."""
    return lambda request: steps[sum(m["role"] == "assistant" for m in request.rounds)]


@pytest.mark.shows("models 6", "shop 54")
@pytest.mark.parametrize("has_tools", [True, False])
async def test_a_change_that_a_model_makes_ends_the_turn_and_it_is_asked_for_no_words(
    chat: ToyChat, model: ScriptedModelServer, calls: Calls, *, has_tools: bool
) -> None:
    if not has_tools:
        model.fail_with(
            400, message="tools are not supported", wanted=lambda r: r.structure == "tools"
        )
    wrong, right = calling("put", '{"thing": '), calling("put", thing="pen")
    model.answer(
        "StepAnswer",
        scripted(step(wrong, calling("delete_user")), step(right)),
    )
    told = await chat.ends("box put the pen in")
    assert told == Told(
        reason="answered",
        say="",
        results=("invalid_arguments", "unknown_tool", "ok"),
        rounds=2,
        things=("pen",),
    )
    assert chat.box.ran == ["put"]
    asked = [(call.purpose, call.agent, call.round, call.outcome) for call in calls.kept]
    assert asked == [("agent_step", "box", n, "ok") for n in (1, 2)]


async def test_who_looked_for_more_things_than_it_changed_is_asked_for_words_about_the_rest(
    chat: ToyChat, model: ScriptedModelServer
) -> None:
    both = step(calling("look", at="the pen"), calling("look", at="the cap"))
    model.answer(
        "StepAnswer",
        scripted(both, step(calling("put", thing="pen")), step(say="There is no cap.")),
    )
    told = await chat.ends("box put the pen in, and is there a cap?")
    assert (told.say, told.rounds, told.things) == ("There is no cap.", 3, ("pen",))


@pytest.mark.shows("models 8")
async def test_when_the_model_goes_away_in_the_middle_rules_end_the_turn_and_repeat_no_write(
    chat: ToyChat, model: ScriptedModelServer
) -> None:
    model.answer("StepAnswer", step(calling("put", thing="pen"), calling("look")))
    model.fail_with(401, wanted=lambda request: bool(request.rounds))
    told = await chat.ends('box put {"thing": "pen"}')
    assert (told.reason, told.say, told.things) == ("answered", "done", ("pen",))
    assert sorted(chat.box.ran) == ["look", "put"]
