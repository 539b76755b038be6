"""The activities over the rows: what they measure and say, without words; what health says."""

import pytest
from temporalio.runtime import MetricBuffer, Runtime, TelemetryConfig
from temporalio.testing import ActivityEnvironment

from adapters.postgres.pool import Database
from agents.support.activities.records import Records
from agents.support.activity_calls import AtDeskRequest
from agents.support.doctor import check_staff
from agents.support.sample import load
from agents.support.store.health import knowledge
from agents.support.store.tickets import PostgresTickets
from domain.health import Health
from tests.agents.support.conftest import SAMPLES
from tests.agents.support.store.conftest import ME, a_request, an_event


@pytest.mark.shows("support 37", "support 37 (2)")
async def test_what_is_done_about_a_ticket_is_measured_and_logged_once_without_words(
    tickets: PostgresTickets, capsys: pytest.CaptureFixture[str]
) -> None:
    buffer, place = MetricBuffer(1000), ActivityEnvironment()
    place.metric_meter = Runtime(telemetry=TelemetryConfig(metrics=buffer)).metric_meter
    records = Records(tickets)
    desk = await place.run(
        records.support_desk, AtDeskRequest(user_id=ME, conversation_id=f"conversation:{ME}")
    )
    request = a_request(desk.customer_id, text="my secret worry")
    events = (
        an_event(request, "claimed", 1, status="open", assignee="Mia"),
        an_event(request, "reply", 2, status="open", who="staff"),
        an_event(request, "breached", 3, status="open", before="resolution"),
        an_event(request, "closed", 4, status="closed"),
        an_event(request, "rated", 5, rating=2),
        an_event(request, "reopened", 6, status="open"),
    )
    for _ in range(2):
        await place.run(records.save_ticket, request)
    for event in (*events, *events):
        await place.run(records.note_event, event)
    logged = capsys.readouterr().out
    assert "secret" not in logged
    assert [logged.count(f"ticket.{what}") for what in ("claimed", "breached", "closed")] == [1] * 3
    updates = [(u.metric.name, u.attributes) for u in buffer.retrieve_updates()]
    once = {name: labels for name, labels in updates if name != "tickets_open"}
    assert sorted(name for name, _ in updates if name != "tickets_open") == [
        "ticket_first_answer_seconds", "ticket_rating", "ticket_reopened_total",
        "ticket_resolution_seconds", "ticket_sla_breaches_total", "tickets_total",
    ]  # fmt: skip
    triaged = {"type": "billing", "urgency": "high", "action": "escalate_human"}
    assert once["tickets_total"].items() >= triaged.items()
    assert once["ticket_sla_breaches_total"]["clock"] == "resolution"
    assert (await tickets.open_by_queue())["technical", "open"] == 0
    opened = {"queue": "billing", "status": "open"}
    assert any(n == "tickets_open" and labels.items() >= opened.items() for n, labels in updates)


async def test_an_empty_knowledge_base_and_no_chat_for_staff_are_said(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUPPORT_STAFF_CHAT", raising=False)
    assert (await knowledge(database)).status is Health.DEGRADED
    await load(database, SAMPLES)
    assert (await knowledge(database)).status is Health.OK
    assert "steward tickets list" in (await check_staff()).detail
    monkeypatch.setenv("SUPPORT_STAFF_CHAT", "-1001")
    assert (await check_staff()).detail == "a chat is set"
