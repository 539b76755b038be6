"""A node whose conditions are left to a model (``navigator``)."""

import json
from collections.abc import Sequence
from typing import Any, cast

import pytest

from agents.contract import Desk
from agents.service_calls.errors import GraphErrors
from agents.service_calls.exchange import LogKind, Navigated, NavigateRequest, SayRequest
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.trial import TrialDesk
from domain.conversation import Limits
from tests.agents.service_calls.plays import EXAMPLE, NOW, Play
from tests.agents.service_calls.test_dialogues import written

PROPOSES, BOOKS, TELLS = (
    "Communicate_To_Customer_Before_Action", "Execute_Plan_Using_MCP", "Tell_Customers_Execution",
)  # fmt: skip
ODD = "that is a while off"
"""Words that no rule of the node is for: it would propose the time again."""


class Navigator(TrialDesk):
    """Answers the navigator's questions; no other question has a model."""

    limits = Limits(has_model=True)

    def __init__(self, play: Play, answers: Sequence[str]) -> None:
        super().__init__(OfflineCalls(), play.tools, NOW)
        self.answers = list(answers)
        self.asked: list[NavigateRequest] = []

    async def consider(self, call: Any, request: Any, doing: str, within: Any = None) -> Any:  # noqa: ANN401 - of any call
        del call, doing, within
        if isinstance(request, SayRequest):
            return self._rules.say(request)
        if not isinstance(request, NavigateRequest):
            return None  # its answer would come too late
        if not self.answers:
            return Navigated(next_node_to_go_to=request.default)
        self.asked.append(request)
        named = self.answers.pop(0)
        return Navigated(next_node_to_go_to=named, reason="they would wait", by="model")


async def proposed(*answers: str, navigator: str = "model") -> tuple[Play, Navigator]:
    raw = written("home_services")
    (node,) = (each for each in raw["nodes"] if each["node_name"] == PROPOSES)
    node["navigator"] = navigator
    play = Play(read_graph(json.dumps(raw)).graph)
    for words in EXAMPLE[:3]:
        await play.says(words)
    assert play.state.node == PROPOSES
    desk = Navigator(play, answers)
    play.trial.desk, play.trial.call.desk = desk, cast("Desk", desk)
    return play, desk


@pytest.mark.shows("calls B4 (2)")
async def test_a_model_chooses_among_the_ways_of_a_node_and_that_is_recorded() -> None:
    play, desk = await proposed(TELLS)
    await play.says(ODD)
    assert play.state.node == TELLS
    (asked,) = desk.asked
    assert {way.node for way in asked.ways} >= {"Plan", TELLS}
    (line,) = [
        each.body
        for each in play.state.lines
        if each.kind is LogKind.NAVIGATED and each.body["by"] == "intent"
    ]
    assert (line["from"], line["to"], line["reason"]) == (PROPOSES, TELLS, "they would wait")


@pytest.mark.shows("calls B4 (2)")
@pytest.mark.parametrize("answer", [BOOKS, "GREET_CUSTOMER", "no such node"])
async def test_what_is_no_way_of_the_node_or_needs_a_yes_leaves_it_to_the_rules(
    answer: str,
) -> None:
    play, desk = await proposed(answer)
    await play.says(ODD)
    assert play.state.node == PROPOSES
    assert BOOKS not in {way.node for asked in desk.asked for way in asked.ways}
    assert play.tools.bookings == {}


@pytest.mark.shows("calls B4 (2)")
async def test_without_an_answer_of_a_model_the_rules_decide() -> None:
    play, desk = await proposed()
    assert "T-1042" in await play.says("yes")
    assert desk.asked == []


async def test_a_yes_books_where_the_model_agrees() -> None:
    play, desk = await proposed(BOOKS)
    assert "T-1042" in await play.says("yes")
    assert len(desk.asked) == 1


@pytest.mark.shows("calls B4 (2)")
async def test_what_holds_in_every_node_and_other_nodes_are_not_left_to_it() -> None:
    play, desk = await proposed(TELLS)
    assert "call you back" in await play.says("can I talk to a person?")
    assert desk.asked == []
    play, desk = await proposed(TELLS, navigator="rules")
    await play.says("no")
    assert desk.asked == []


def test_a_node_without_ways_leaves_nothing_to_a_model() -> None:
    raw = written("home_services")
    (node,) = (each for each in raw["nodes"] if each["node_name"] == "Note_For_Visit")
    node["navigator"] = "model"
    with pytest.raises(GraphErrors, match="no way that a model could choose"):
        read_graph(json.dumps(raw))
