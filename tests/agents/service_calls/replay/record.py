"""Records histories of service calls: ``python -m tests.agents.service_calls.replay.record``.

As ``tests.replay.record``, which says how and when; without any other agent.
"""

from datetime import timedelta
from functools import cache
from pathlib import Path

from pydantic import JsonValue
from temporalio.testing import WorkflowEnvironment

from agents.service_calls import pressed
from agents.service_calls.card import CARD
from agents.service_calls.context import ASK
from agents.service_calls.exchange import (
    CallSummary,
    ChooseToolRequest,
    ExtractRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    Recognised,
    SayRequest,
    SummariseCallRequest,
    ToolChosen,
    Worded,
)
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.replies import CallOver, CancelledCall, ThanksForRating, Undone
from domain.conversation import Limits
from domain.topics import PressAction
from domain.waiting import Wait
from tests.agents.service_calls.plays import EXAMPLE, shipped
from tests.agents.service_calls.workflow.chat import FAILED, CallChat
from tests.replay.recording import LIMITS, Recorder, Script
from tests.workflows.promises import eventually

HISTORIES = Path(__file__).parent / "histories"

SERVICE_CALLS = {CARD.slug: "agents.service_calls"}

ALONE = LIMITS.model_copy(update={"has_model": False})
EXPIRED = "conversation.expired"


class EagerModels:
    """Implements ``ServiceModels``: words of its own, and always the same matter."""

    async def extract(self, request: ExtractRequest, wait: Wait) -> Recognised:
        del wait
        known = ASK in request.fields and ASK not in request.context
        return Recognised(values={ASK: "squeaking stairs"} if known else {}, by="model")

    async def word(self, request: SayRequest, wait: Wait) -> Worded:
        del wait
        said = OfflineCalls().say(request).texts
        return Worded(texts=(f"Alright. {' '.join(said)}",), by="model")

    async def choose_tool(self, request: ChooseToolRequest, wait: Wait) -> ToolChosen:
        del request, wait
        return ToolChosen()

    async def match(self, request: MatchRequest, wait: Wait) -> Matched:
        del request, wait
        return Matched()

    async def navigate(self, request: NavigateRequest, wait: Wait) -> Navigated:
        del wait
        return Navigated(next_node_to_go_to=request.default, by="model")

    async def summarise(self, request: SummariseCallRequest, wait: Wait) -> CallSummary:
        del request, wait
        return CallSummary(summary="")


async def example(chat: CallChat) -> None:
    """Asked, booked, hung up, rated."""
    await chat.tell(*EXAMPLE)
    await chat.said(CallOver)
    await chat.press(pressed.RATE, value="up")
    await chat.said(ThanksForRating)


async def changes(chat: CallChat) -> None:
    """Another number, another time; a word that comes too late to be the last."""
    await chat.tell(*EXAMPLE[:3], "wait, my number is 555-9999", "rather Friday afternoon", "ok")
    chat.channel.hold()
    await chat.say("no thanks")
    await chat.channel.held()
    last = await chat.say("wait, which day was it?")
    chat.channel.release()
    await chat.quiet(last)
    await chat.tell("thanks, bye")
    await chat.said(CallOver)


async def matters(chat: CallChat) -> None:
    """By the command; an option, a second matter, its booking cancelled."""
    await chat.tell("/service there is something wrong with my wall")
    await chat.press(pressed.CHOOSE, value="Painting")
    await chat.quiet()
    await chat.tell("555-1234, John Doe", "yes", "and the gate lock is broken too", "yes")
    await chat.tell("sorry, cancel that")


async def later(chat: CallChat) -> None:
    """A look-up fails once; a task cannot be made until the call is over."""
    chat.servers.answers["customer_get"] = [FAILED]
    chat.business.failing.add("task_create")
    await chat.tell(*EXAMPLE[:3], "no thanks")
    await chat.said(CallOver)
    chat.business.failing.clear()

    async def made() -> bool:
        return bool(chat.business.tasks)

    await eventually(made, "not done later")


async def cancelled(chat: CallChat) -> None:
    """At the proposal, and taken back."""
    await chat.tell(*EXAMPLE[:3], "/cancel")
    await chat.said(CancelledCall)
    await chat.press(pressed.UNDO)
    await chat.said(Undone)


async def dropped(chat: CallChat) -> None:
    """Words and a cancel while tools run; then another call."""
    chat.servers.hold("setting_list")
    await chat.say(EXAMPLE[0])
    await chat.servers.begun.wait()
    last = await chat.say("I'm John Doe, 555-1234")
    chat.servers.release("setting_list")
    chat.servers.hold("person_calendar_free")
    await chat.servers.begun.wait()
    last = await chat.say("/cancel")
    chat.servers.release("person_calendar_free")
    await chat.quiet(last)
    await chat.said(CancelledCall)
    await chat.tell("hello?")


async def kept(chat: CallChat) -> None:
    """Nobody answers; taken up when there is another graph."""
    await chat.tell(EXAMPLE[0])
    await chat.told(EXPIRED)
    chat.graphs.put("second", english().model_copy(update={"version": "another"}))
    await chat.press(PressAction.RESUME)
    await chat.quiet()
    await chat.tell("555-1234, John Doe", "yes", "no thanks")
    await chat.said(CallOver)


async def driven(chat: CallChat) -> None:
    """With a model that words, extracts and is asked for the way."""
    await chat.tell("well now, banana", "555-1234, John Doe", "yes")


async def long(chat: CallChat) -> None:
    """Continue-as-new within turns and between them."""
    await chat.tell(*EXAMPLE)
    await chat.said(CallOver)
    await chat.quiet()


SCRIPTS: tuple[Script[CallChat], ...] = (
    Script(example, ALONE),
    Script(changes, ALONE),
    Script(matters, ALONE),
    Script(later, ALONE),
    Script(cancelled, ALONE),
    Script(dropped, ALONE),
    Script(kept, ALONE.model_copy(update={"expiration": timedelta(seconds=4)})),
    Script(driven, LIMITS),
    Script(long, ALONE.model_copy(update={"max_events": 25})),
)


@cache
def english() -> Graph:
    """The shipped graph in one language: it stands in each history."""

    def in_one(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            others = ("de", "ms") if "en" in value else ()
            return {key: in_one(each) for key, each in value.items() if key not in others}
        return [in_one(each) for each in value] if isinstance(value, list) else value

    written = shipped().model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return Graph.model_validate(in_one(written))


def chat_of(env: WorkflowEnvironment, limits: Limits, locale: str) -> CallChat:
    del locale
    if not limits.has_model:
        return CallChat(env, limits, graph=english())
    always = english().model_copy(update={"navigator": "always"})
    return CallChat(env, limits, EagerModels(), always)


if __name__ == "__main__":
    Recorder(HISTORIES, SERVICE_CALLS, chat_of, SCRIPTS).main()
