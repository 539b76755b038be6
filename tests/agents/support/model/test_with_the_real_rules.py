"""The nodes with the agent's own rules: what a model adds, and that it lowers nothing."""

import pytest

from adapters.model.gateway import ModelGateway
from agents.support.knowledge.check import check
from agents.support.model.questions import SupportModels
from agents.support.nodes import Parts, TriageNodes
from agents.support.offline.engine import OfflineTriage
from agents.support.tickets import RecommendedAction, TicketType, Urgency
from tests.activities.running import Attempt
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.model.doubles import Desk, Library, to_answer, to_assess
from tests.agents.support.model.payloads import specialised, supervised, translations
from tests.model_server import ScriptedModelServer


def nodes(server: ScriptedModelServer) -> TriageNodes:
    rules = OfflineTriage()
    models = SupportModels(ModelGateway([provider(server)], Calls()), rules, check)
    return TriageNodes(Parts(models=models, rules=rules, knowledge=Library(), customers=Desk()))


@pytest.mark.shows("support 8")
async def test_a_model_that_plays_it_down_lowers_nothing(
    attempt: Attempt, server: ScriptedModelServer
) -> None:
    server.answer("SupervisorAnswer", supervised("general", urgency="low"))
    assessed = await attempt.run(
        nodes(server).assess_ticket, to_assess("everything is down, 50 people can't work")
    )
    assert assessed.decision.urgency is Urgency.CRITICAL
    assert assessed.decision.requires_escalation


async def test_what_only_the_translation_tells_the_rules_counts(
    attempt: Attempt, server: ScriptedModelServer
) -> None:
    text = "ระบบล่มทั้งหมด 50 คนทำงานไม่ได้"
    server.answer("TranslateAnswer", translations("Everything is down, 50 people cannot work"))
    server.answer("SupervisorAnswer", supervised("technical"))
    assessed = await attempt.run(nodes(server).assess_ticket, to_assess(text))
    assert assessed.translation.original_language == "th"
    assert assessed.translation.translated
    assert assessed.decision.urgency is Urgency.CRITICAL
    assert assessed.decision.ticket_type is TicketType.TECHNICAL


async def test_a_checked_answer_takes_the_place_of_the_passage_and_a_wrong_one_does_not(
    attempt: Attempt, server: ScriptedModelServer
) -> None:
    asked, triage = to_answer("how long does a refund take?"), nodes(server)
    server.answer("SpecialistAnswer", specialised("A refund takes 5 days.", "kb_003"))
    right = await attempt.run(triage.answer_ticket, asked)
    server.answer("SpecialistAnswer", specialised("A refund takes 3 days.", "kb_003"))
    wrong = await attempt.run(triage.answer_ticket, asked)
    assert right.triage_result.suggested_response == "A refund takes 5 days."
    assert wrong.triage_result.suggested_response.startswith("A refund takes 5 days and goes")
    actions = {each.triage_result.recommended_action for each in (right, wrong)}
    assert actions == {RecommendedAction.AUTO_RESPOND}
