"""A wish for a person: the business calls back, and the support team has a ticket with the call."""

import json
from datetime import timedelta

import pytest

from agents.parts import People
from agents.service_calls.errors import GraphErrors
from agents.service_calls.exchange import ServiceToolResult, ServiceToolStatus, ToolRequest
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.own_tools import OwnTools
from domain.errors import StorageUnavailableError
from domain.events import PersonWanted
from domain.understanding import Person
from tests.agents.service_calls.plays import EXAMPLE, NOW, Play
from tests.agents.service_calls.test_dialogues import written

ASKED = ToolRequest(
    user_id="u",
    task_id="chat/service_calls/1",
    step=1,
    server="steward",
    tool="ticket_open",
    arguments={"text": "sink leaks"},
    results={"ticket_id": "/ticket_id"},
    person=Person(user_id="u"),
    conversation_id="chat",
    at=NOW,
)


class NoServers:
    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        raise NotImplementedError


class Team:
    def __init__(self, *, away: bool = False) -> None:
        self.wanted: list[PersonWanted] = []
        self.away = away

    async def take(self, wanted: PersonWanted) -> str:
        if self.away:
            raise StorageUnavailableError("away")
        self.wanted.append(wanted)
        return "TKT-00000001"


async def called(team: Team | None, **other: object) -> ServiceToolResult:
    people = People()
    people.reach(team.take if team else None)
    return await OwnTools(NoServers(), people).call(ASKED.model_copy(update=other), 1)


@pytest.mark.shows("calls A11")
async def test_a_ticket_has_what_was_said_and_is_opened_once_in_a_call() -> None:
    play = Play()
    for words in (*EXAMPLE[:3], "can I talk to a human?"):
        told = await play.says(words)
    assert "A colleague will call you back at 555-1234" in told
    (text,) = play.tools.tickets
    assert text.startswith("drywall repair\nPlease call 555-1234. Caller gave the name John Doe.")
    assert "> Hello, I need help with drywall repair\nHello! Sure" in text
    assert text.endswith("> can I talk to a human?")
    assert play.field("ticket_id") == "TKT-1"
    await play.says("can I talk to a person?")
    assert len(play.tools.tickets) == 1


async def test_a_call_back_that_nobody_asked_for_opens_no_ticket() -> None:
    play = Play()
    for words in ("cancel my appointment", "555-1234", "John Doe"):
        await play.says(words)
    assert [task["priority"] for task in play.tools.tasks.values()] == ["urgent"]
    assert play.tools.tickets == []


def test_a_tool_that_steward_does_not_have_is_an_error_of_the_graph() -> None:
    raw = json.dumps(written("home_services")).replace('"ticket_open"', '"ticket_close"')
    with pytest.raises(GraphErrors, match='"steward" has no tool "ticket_close"'):
        read_graph(raw)


async def test_a_ticket_that_cannot_be_opened_holds_nothing_up() -> None:
    play = Play()
    play.tools.failing.add("ticket_open")
    for words in (*EXAMPLE[:3], "can I talk to a human?"):
        told = await play.says(words)
    assert len(play.tools.tasks) == 2
    assert told


async def test_the_people_are_told_who_wants_them_in_which_chat() -> None:
    team = Team()
    first = await called(team)
    assert first.values == {"ticket_id": "TKT-00000001"}
    assert await called(team, key="another", at=NOW + timedelta(hours=1)) == first
    assert {each.key for each in team.wanted} == {"chat/service_calls/1/person"}
    assert {each.conversation_id for each in team.wanted} == {"chat"}


@pytest.mark.parametrize("team", [None, Team(away=True)])
async def test_without_people_no_ticket_is_opened_and_the_call_goes_on(team: Team | None) -> None:
    result = await called(team)
    assert (result.status, result.empty, result.values) == (ServiceToolStatus.OK, True, {})


@pytest.mark.parametrize("other", [{"tool": "ticket_close"}, {"arguments": {}}, {"person": None}])
async def test_what_is_no_ticket_is_refused(other: dict[str, object]) -> None:
    assert (await called(Team(), **other)).status is ServiceToolStatus.FAILED
