"""What the doctor says about real parts: there, missing, and half there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace

import asyncpg
import pytest
from pydantic import SecretStr
from temporalio.client import Client

from adapters.temporal import embedded
from agents.packages import PACKAGES
from agents.registry import optional_part
from domain.health import Finding, Health, ok
from local.checks import check_encryption, check_postgres, check_temporal, check_worker
from local.doctor import examine, works
from local.model_checks import check_provider
from local.ports import choose
from local.stack import RunningStack
from local.target import Target, stack_target
from settings import Settings
from settings.providers import ProviderSettings
from tests.adapters.encryption.keys import NEW, OLD
from tests.replay.recording import only


def settings(**values: object) -> Settings:
    return Settings.model_validate(values)


@asynccontextmanager
async def model_server(status: int, models: tuple[str, ...] = ()) -> AsyncIterator[str]:
    """Answers every request for its models with this list or this refusal."""
    body = json.dumps({"object": "list", "data": [{"id": name} for name in models]}).encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n"
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/v1"


async def test_a_stack_without_a_worker_is_degraded_but_works(embedded_stack: RunningStack) -> None:
    with only({}):
        findings = await examine(settings(), stack_target(embedded_stack))
    assert {finding.name: finding.health for finding in findings} == {
        "Temporal": Health.OK,
        "worker": Health.DEGRADED,
        "PostgreSQL": Health.OK,
        "model": Health.OK,
        "encryption": Health.OK,
    }, "nobody wants an HTTP channel"
    assert works(findings)
    asked = [finding for finding in findings if finding.name not in {"model", "encryption"}]
    assert all(finding.latency_ms is not None for finding in asked)


async def test_agents_have_checks_and_queues_of_their_own(embedded_stack: RunningStack) -> None:
    """Asked here without the doctor's limit, which a busy machine exceeds."""
    client = await Client.connect(embedded_stack.temporal_address)
    worker = await check_worker(client, tuple(PACKAGES))
    assert "steward-reading" in worker.detail, "named by its queues"
    modules = [optional_part(slug, "doctor") for slug in PACKAGES]
    checks = {name: check for m in modules if m for name, check in m.CHECKS.items()}
    assert (await checks["OCR"]()).health is Health.OK


async def test_unreachable_servers_are_down_with_advice_and_each_provider_by_itself() -> None:
    nowhere = f"127.0.0.1:{choose(None, None)}"
    target = Target(embedded(nowhere), f"postgresql://me@{nowhere}/x")
    async with model_server(200, ("tiny",)) as url:
        wanted = settings(
            http_listen=nowhere,
            llm_providers=("openai", "near"),
            openai_base_url=f"http://{nowhere}/v1",
            provider_variables={"near": {"base_url": url, "model": "tiny"}},
        )
        with only({}):  # agents have nothing to do with it
            found = {finding.name: finding for finding in await examine(wanted, target)}
    for name, advice in (
        ("Temporal", "TEMPORAL_ADDRESS"),
        ("PostgreSQL", "DATABASE_URL"),
        ("model openai", "OPENAI_BASE_URL"),
    ):
        assert found[name].health is Health.DOWN
        assert advice in found[name].advice
    assert found["HTTP channel"].health is Health.DOWN
    assert not found["HTTP channel"].required
    assert nowhere in found["HTTP channel"].detail
    assert found["model near"].health is Health.OK
    assert not works(tuple(found.values()))
    assert works((found["model openai"],)), "without models Steward works"


async def test_a_database_that_was_never_migrated_is_degraded(embedded_stack: RunningStack) -> None:
    connection = await asyncpg.connect(embedded_stack.database_url)
    await connection.execute("CREATE DATABASE bare")
    await connection.close()
    finding = await check_postgres(embedded_stack.database_url.replace("/steward?", "/bare?"))
    assert finding.health is Health.DEGRADED
    assert "missing" in finding.detail


async def test_a_namespace_without_attributes_is_degraded(embedded_stack: RunningStack) -> None:
    elsewhere = await Client.connect(embedded_stack.temporal_address, namespace="temporal-system")
    finding = await check_temporal(elsewhere)
    assert finding.health is Health.DEGRADED
    assert "search-attribute create" in finding.advice


def provider(**values: object) -> ProviderSettings:
    only = {"name": "near", "model": "gpt-4o-mini", "timeout": timedelta(seconds=5)}
    return ProviderSettings.model_validate(only | values)


@pytest.mark.parametrize(
    ("status", "models", "health"),
    [
        (200, ("gpt-4o-mini",), Health.OK),
        (200, ("another",), Health.DEGRADED),
        (404, (), Health.OK),
        (401, (), Health.DOWN),
        (503, (), Health.DOWN),
    ],
)
async def test_a_model_server_is_judged_by_its_answer(
    status: int, models: tuple[str, ...], health: Health
) -> None:
    async with model_server(status, models) as url:
        finding = await check_provider(provider(base_url=url, api_key=SecretStr("k")))
    assert finding.health is health


@pytest.mark.parametrize(
    ("values", "where", "health", "said"),
    [
        ({"payload_keys": SecretStr(f"{NEW},{OLD}")}, "deployment", Health.OK, "2 keys"),
        ({"payload_keys": SecretStr(OLD)}, "here", Health.OK, "1 key; new ones with 2026-05"),
        ({}, "here", Health.OK, "not encrypted"),
        ({}, "deployment", Health.DEGRADED, "whoever reads"),
    ],
)
async def test_the_doctor_says_whether_payloads_are_encrypted(
    values: dict[str, SecretStr], where: str, health: Health, said: str
) -> None:
    finding = await check_encryption(settings(**values), local=where == "here")
    assert finding.health is health
    assert said in finding.detail


def test_only_required_parts_that_are_down_make_it_fail() -> None:
    def part(health: Health, *, required: bool) -> Finding:
        return Finding(name="part", health=health, detail="", required=required)

    assert works((part(Health.DEGRADED, required=True), part(Health.DOWN, required=False)))
    assert not works((part(Health.OK, required=True), part(Health.DOWN, required=True)))


async def test_what_agents_check_is_checked_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    under_way, most = 0, 0

    async def check() -> Finding:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return ok("it", "works")

    checks = SimpleNamespace(CHECKS={"one": check, "other": check})
    monkeypatch.setattr(
        "local.doctor.optional_part", lambda _, name: checks if name == "doctor" else None
    )
    with only({}):
        findings = await examine(settings(agents=("a", "b")), None)
    assert [finding.name for finding in findings].count("it") == 4
    assert most == 1
