"""What the nodes count and log: ids and outcomes, never words."""

import pytest
from structlog.testing import capture_logs
from temporalio.runtime import MetricBuffer, Runtime, TelemetryConfig
from temporalio.testing import ActivityEnvironment

from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.model.doubles import nodes, summary, to_answer, to_assess, to_match
from tests.agents.support.model.payloads import match, specialised, supervised
from tests.model_server import ScriptedModelServer


@pytest.mark.shows("support 37", "support 37 (2)")
async def test_matches_searches_and_refused_answers_are_counted_and_no_words_are_logged(
    server: ScriptedModelServer,
) -> None:
    buffer = MetricBuffer(1000)
    place = ActivityEnvironment()
    place.metric_meter = Runtime(telemetry=TelemetryConfig(metrics=buffer)).metric_meter
    server.answer("MatchAnswer", match("TKT-AAAAAAAA"))
    server.answer("SupervisorAnswer", supervised("billing"))
    server.answer("SpecialistAnswer", specialised("Your refund takes 3 days.", "kb_003"))
    triage = nodes(provider(server))
    with capture_logs() as logs:
        await place.run(triage.match_ticket, to_match("secret", summary("TKT-AAAAAAAA", "secret")))
        await place.run(triage.assess_ticket, to_assess("somebody logged into my secret account"))
        await place.run(triage.answer_ticket, to_answer("secret refund"))
    counted = {
        (update.metric.name, value)
        for update in buffer.retrieve_updates()
        for value in update.attributes.values()
    }
    assert counted >= {
        ("ticket_matches_total", "high"),
        ("kb_searches_total", "sure"),
        ("answers_refused_total", "figure"),
    }
    events = [log["event"] for log in logs if log["event"].startswith("ticket.")]
    assert events == ["ticket.matched", "ticket.escalated", "ticket.triaged"]
    assert all(log["engine"] and log["duration_ms"] >= 0 for log in logs if "engine" in log)
    assert "secret" not in repr(logs)
    assert "refund takes" not in repr(logs)
