"""Calls as rows: each thing once however often it is written, sealed where there are keys."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import JsonValue
from temporalio.runtime import MetricBuffer, Runtime, TelemetryConfig
from temporalio.testing import ActivityEnvironment

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring
from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.parts import rows
from adapters.postgres.pool import Database
from agents.service_calls.activities.call_log import Records
from agents.service_calls.exchange import (
    CallEnd,
    Change,
    LogKind,
    OpenVisits,
    OpenVisitsRequest,
    RateRequest,
    Recorded,
    RecordRequest,
)
from agents.service_calls.store.calls import Logged, PostgresCallLog, body_of
from agents.service_calls.store.graphs import PostgresGraphs
from agents.service_calls.store.part import PART
from domain.preferences import HeldElsewhere, StillToCome
from tests.adapters.encryption.keys import NEW, OLD
from tests.agents.service_calls.plays import ZONE
from tests.agents.service_calls.store.conftest import AT, ME, OTHER, SECRET, a_line, a_row, a_turn

MINE, THEIRS = a_row().task_id, a_row(OTHER).task_id


async def table(database: Database, name: str) -> list[dict[str, JsonValue]]:
    async with database.connection() as connection:
        return await rows(connection, f"SELECT * FROM {name}")  # noqa: S608 - a name of ours


@pytest.mark.shows("calls C5")
async def test_a_turn_that_is_written_twice_is_there_once_and_a_late_one_changes_nothing(
    database: Database,
) -> None:
    log = PostgresCallLog(database, Logged.METADATA)
    first = a_turn()
    assert (await log.record(first)) == Recorded(lines=first.lines)
    assert (await log.record(a_turn(ended=True))) == Recorded(ended=True), "the end is new"
    assert (await log.record(a_turn(ended=True))) == Recorded()
    assert (await log.record(first)) == Recorded(), "what ended stays so"
    late = a_turn()
    await log.record(late.model_copy(update={"row": a_row(nodes=1)}))
    (call,) = await table(database, "service_calls")
    assert (call["outcome"], call["nodes"], call["main_ask"]) == ("booked", 2, "roof")
    assert call["ended_at"]
    for _ in range(2):
        await log.note(MINE, [a_line(LogKind.MODEL_CALL), a_line(LogKind.MODEL_ANSWER)])
    lines = await table(database, "service_call_log")
    assert [line["kind"] for line in lines].count("model.call") == 2, "each was really asked"
    assert len(lines) == 5 + 4
    assert len(await table(database, "service_call_changes")) == 1


@pytest.mark.shows("calls F2")
@pytest.mark.parametrize("logged", Logged)
async def test_words_are_logged_only_where_all_is(database: Database, logged: Logged) -> None:
    log = PostgresCallLog(database, logged)
    await log.record(a_turn())
    await log.note(MINE, [a_line(LogKind.MODEL_CALL, model="m")])
    lines = await table(database, "service_call_log")
    assert len(lines) == (0 if logged is Logged.OFF else 6)
    assert (SECRET in json.dumps(lines)) is (logged is Logged.FULL)


@pytest.mark.shows("calls F2")
async def test_with_keys_the_log_is_sealed_for_its_call(database: Database) -> None:
    keys = Keyring.parse(OLD)
    await PostgresCallLog(database, Logged.FULL, keys).note(
        MINE, [a_line(LogKind.MODEL_CALL, model="secret model")]
    )
    async with database.connection() as connection:
        row = await connection.fetchrow("SELECT * FROM service_call_log")
        moved = await connection.fetchrow("SELECT *, $1 AS task_id FROM service_call_log", THEIRS)
    assert row is not None
    assert moved is not None
    assert b"secret" not in row["sealed"]
    assert row["body"] is None
    assert body_of(row, Keyring.parse(f"{NEW},{OLD}")) == {
        "model": "secret model",
        "private": {"words": SECRET},
    }
    for where, ring in ((row, None), (row, Keyring.parse(NEW)), (moved, keys)):
        with pytest.raises(UnreadablePayloadError):
            body_of(where, ring)


@pytest.mark.shows("calls F3, G1")
async def test_figures_are_counted_once_and_the_process_log_has_no_words(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    buffer, place = MetricBuffer(1000), ActivityEnvironment()
    place.metric_meter = Runtime(telemetry=TelemetryConfig(metrics=buffer)).metric_meter
    records = Records(PostgresGraphs(database), PostgresCallLog(database, Logged.FULL), ZONE)
    await place.run(records.record_call, a_turn(ended=True))
    await place.run(records.record_call, a_turn(ended=True))
    rating = RateRequest(user_id=ME, task_id=MINE, rating="up")
    for _ in range(2):
        assert (await place.run(records.rate_service_call, rating)).known
    stranger = rating.model_copy(update={"user_id": OTHER})
    assert not (await place.run(records.rate_service_call, stranger)).known
    counted = buffer.retrieve_updates()
    updates = {u.metric.name: (u.value, dict(u.attributes)) for u in counted}
    assert len(updates) == len(counted), "each once"
    own = {n: (v, {k: str(a) for k, a in labels.items()}) for n, (v, labels) in updates.items()}
    assert own["service_calls_total"][1].items() >= {"outcome": "booked", "channel": "http"}.items()
    assert own["service_call_nodes"][0] == 2
    assert own["service_iteration_seconds"][0] == 0.25
    assert own["service_iteration_seconds"][1]["action"] == "mcp"
    assert own["service_routing_total"][1]["by"] == "rule"
    assert own["service_feedback_total"][1]["rating"] == "up"
    said = capsys.readouterr().out
    assert said.count("service_call.ended") == 1
    assert said.count("service_call.step") == 1
    assert "fields=['task_id'] iteration=None next=Execute node=Plan replied=False" in said
    assert SECRET not in said


@pytest.mark.shows("calls cancel")
async def test_erasure_and_export_are_of_one_person(database: Database) -> None:
    log = PostgresCallLog(database, Logged.FULL)
    for user in (ME, OTHER):
        await log.record(a_turn(user))
        unrecorded = a_row(user, number=2).task_id
        await log.note(unrecorded, [a_line(LogKind.MODEL_CALL)])
    async with database.transaction() as connection:
        exported = await PART.export(connection, ME)
        erased = await PART.erase(connection, ME)
        left, others = await PART.export(connection, ME), await PART.export(connection, OTHER)
    assert {name: len(found) for name, found in exported.items()} == {
        "service_calls": 1,
        "service_call_log": 6,
        "service_call_changes": 1,
    }
    assert erased == {"calls": 1}
    assert not any(left.values())
    assert {n: len(f) for n, f in others.items()} == {n: len(f) for n, f in exported.items()}
    assert set(PART.tables) == {*exported, "service_graphs"}


@pytest.mark.shows("calls cancel")
async def test_bookings_to_come_and_customers_that_calls_made_are_known(
    database: Database,
) -> None:
    log, erasure = PostgresCallLog(database, Logged.OFF), PostgresErasure(database, (PART,))
    now = datetime.now(UTC)
    later, over = now + timedelta(days=1), now - timedelta(days=1)
    calls = (
        a_row(number=1, service="Painting", booked_until=later, erasable={"services": "c1"}),
        a_row(number=2, main_ask="roof", booked_until=later + timedelta(hours=1)),
        a_row(number=3, booked_until=over, erasable={"services": "c1", "crm": "7"}),
        a_row(OTHER, booked_until=later, erasable={"services": "c9"}),
    )
    for row in calls:
        await log.record(RecordRequest(row=row))
    assert await erasure.still_to_come(ME) == (
        StillToCome(what="Painting", until=later),
        StillToCome(what="roof", until=later + timedelta(hours=1)),
    )
    assert await erasure.held_elsewhere(ME) == (
        HeldElsewhere(system="crm", reference="7"),
        HeldElsewhere(system="services", reference="c1"),
    )
    assert (await erasure.erase(ME)).counts == {"calls": 3}
    assert not await erasure.still_to_come(ME)
    assert not await erasure.held_elsewhere(ME)
    assert len(await erasure.held_elsewhere(OTHER)) == 1


async def test_visits_that_are_still_to_come_are_found_for_who_booked_them(
    database: Database,
) -> None:
    log = PostgresCallLog(database, Logged.OFF)
    until = AT + timedelta(days=1, hours=2)
    told = {"task_number": "T-7", "appointment_details": "Scheduled for 2026-11-24 at 10:00 AM"}
    changes = tuple(Change(n=n, field=f, after=v) for n, (f, v) in enumerate(told.items(), 50))
    row = a_row(booked_until=until, outcome=CallEnd.BOOKED, ended=True)
    await log.record(RecordRequest(row=row, changes=changes))
    asked = OpenVisitsRequest(user_id=ME, at=AT, timezone=ZONE)
    (visit,) = (await log.open_visits(asked)).visits
    assert visit.number == "T-7"
    assert visit.booked is not None
    assert visit.booked.from_ts == datetime(2026, 11, 24, 15, tzinfo=UTC)
    assert visit.booked.to_ts == until
    later = asked.model_copy(update={"at": until})
    assert (await log.open_visits(later)) == OpenVisits()
    theirs = asked.model_copy(update={"user_id": OTHER})
    assert (await log.open_visits(theirs)) == OpenVisits()


@pytest.mark.shows("calls erasure")
async def test_what_others_share_or_nobody_can_erase_there_is_said_to_be_kept(
    database: Database,
) -> None:
    log, erasure = PostgresCallLog(database, Logged.OFF), PostgresErasure(database, (PART,))
    calls = (
        a_row(erasable={"services": "c1"}, customer_ref="c1", task_ref="t1"),
        a_row(OTHER, customer_ref="c1", task_ref="t2"),
    )
    for row in calls:
        await log.record(RecordRequest(row=row))
    kept = HeldElsewhere(system="services", reference="")
    assert await erasure.held_elsewhere(ME) == (kept,), "others have made appointments with it"
    assert await erasure.held_elsewhere(OTHER) == (kept,), "it was there before their call"


@pytest.mark.shows("calls D3")
async def test_old_lines_and_graphs_that_no_call_names_go_and_calls_stay(
    database: Database,
) -> None:
    log = PostgresCallLog(database, Logged.FULL)
    await log.record(a_turn())
    await log.note(MINE, [a_line(LogKind.MODEL_CALL, at=AT - timedelta(days=8))])
    async with database.connection() as connection:
        await connection.executemany(
            "INSERT INTO service_graphs (sha256, name, body, stored_at) VALUES ($1, 'g', '{}', $2)",
            [(letter * 64, AT + timedelta(seconds=n)) for n, letter in enumerate("abc")],
        )
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert await PART.purge(database, tomorrow) == {"call_lines": 1, "graphs": 1}
    assert [graph["sha256"][0] for graph in await table(database, "service_graphs")] == ["a", "c"]  # type: ignore[index]  # JSON
    assert await PART.purge(database, tomorrow) == {"call_lines": 0, "graphs": 0}
    assert len(await table(database, "service_calls")) == 1
