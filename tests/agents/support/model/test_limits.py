"""What of a long ticket, and of many tickets, a model is shown."""

import pytest

from tests.activities.running import Attempt
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.model.doubles import nodes, summary, to_answer, to_assess, to_match
from tests.agents.support.model.payloads import match, specialised, supervised
from tests.model_server import ScriptedModelServer


@pytest.mark.shows("support 36 (2)")
async def test_the_newest_ten_tickets_are_offered(
    attempt: Attempt, server: ScriptedModelServer
) -> None:
    server.answer("MatchAnswer", match("TKT-00000001"))
    tickets = [summary(f"TKT-{n:08}", f"problem {n}") for n in range(12)]
    found = await attempt.run(nodes(provider(server)).match_ticket, to_match("x" * 9_000, *tickets))
    assert found.match.matched_ticket_id is None, "the second oldest of twelve was not offered"
    shown = server.requests[0].data
    assert shown["message"] == "x" * 4_000
    offered = shown["tickets"]
    assert isinstance(offered, list)
    assert [each["id"] for each in offered] == [f"TKT-{n:08}" for n in range(2, 12)]


@pytest.mark.shows("support 36 (2)")
async def test_twenty_messages_and_four_thousand_characters_are_shown(
    attempt: Attempt, server: ScriptedModelServer
) -> None:
    server.answer("SupervisorAnswer", supervised())
    server.answer("SpecialistAnswer", specialised())
    triage = nodes(provider(server))
    for texts, kept in (
        ([f"{n}: short" for n in range(25)], [f"{n}: short" for n in range(5, 25)]),
        (["the app," * 375, "our app," * 375], ["the app," * 125, "our app," * 375]),
    ):
        server.requests.clear()
        await attempt.run(triage.assess_ticket, to_assess(*texts))
        await attempt.run(triage.answer_ticket, to_answer(*texts))
        assert [request.data["messages"] for request in server.requests] == [kept, kept]
