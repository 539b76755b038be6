"""/health of real processes: the worker's and the bot's checks against a real stack."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr
from temporalio import activity
from temporalio.api.common.v1 import Payload
from temporalio.client import Client
from temporalio.worker import Worker

from adapters.encryption.errors import UnreadablePayloadError
from adapters.health import checks
from adapters.postgres.stores import Stores
from adapters.temporal import connect, embedded
from bot.telegram.pulse import Pulse
from domain.health import Health, Latency
from local.ports import choose
from local.stack import RunningStack
from settings import Settings
from tests.adapters.encryption.keys import NEW, codec
from tests.adapters.postgres.requests import model_call
from tests.local.waiting import eventually
from wiring import worker as wiring
from wiring.channel import BOTS_QUEUES
from wiring.health import bot_health, http_checkup, worker_health

pytestmark = pytest.mark.shows("models 14")


@pytest.fixture(scope="module")
async def client(embedded_stack: RunningStack) -> Client:
    return await connect(embedded(embedded_stack.temporal_address))


@asynccontextmanager
async def asked(stack: RunningStack, client: Client) -> AsyncIterator[dict[str, Any]]:
    """What the worker's /health says while its workers run."""
    listen = f"127.0.0.1:{choose(None, None, ())}"
    database = SecretStr(stack.database_url)
    settings = Settings(database_url=database, worker_health_listen=listen)
    bound = await wiring.build(settings)
    try:
        async with worker_health(bound, client, asyncio.Event()):
            yield await report(f"http://{listen}/health")
    finally:
        await bound.close()


async def report(url: str) -> dict[str, Any]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        told = await response.json()
    found = {check["name"]: check["status"] for check in told["checks"]}
    return {"code": response.status, "status": told["status"], **found}


async def test_a_worker_whose_queues_nobody_serves_yet_may_take_work(
    embedded_stack: RunningStack, client: Client
) -> None:
    async with asked(embedded_stack, client) as told:
        assert told == {
            "code": 200,
            "status": "degraded",
            "temporal": "ok",
            "database": "ok",
            "keys": "ok",
            "queue": "degraded",
            "models": "ok",
            "providers": "ok",
            "expenses": "ok",
            "catalog": "degraded",
            "knowledge": "degraded",
            "service_calls": "ok",
        }


async def test_a_worker_that_lacks_a_key_is_down(embedded_stack: RunningStack) -> None:
    """It fails whatever it takes of the others, so nothing should be given to it."""
    unkeyed = await connect(embedded(embedded_stack.temporal_address))
    (sealed,) = await codec(NEW).encode([Payload(data=b"said")])
    async with asked(embedded_stack, unkeyed) as told:
        assert (told["code"], told["keys"]) == (200, "ok")
    with pytest.raises(UnreadablePayloadError):
        await unkeyed.data_converter.decode([sealed])
    async with asked(embedded_stack, unkeyed) as told:
        assert (told["code"], told["keys"]) == (503, "down")


async def test_a_bot_without_its_database_is_down_and_says_which_part(client: Client) -> None:
    listen = f"127.0.0.1:{choose(None, None, ())}"
    nowhere = f"postgresql://steward@127.0.0.1:{choose(None, None, ())}/steward"
    stores = Stores.connect(nowhere)
    settings = Settings(bot_health_listen=listen)
    async with bot_health(settings, client, stores, Pulse(), asyncio.Event()):
        told = await report(f"http://{listen}/health")
    await stores.close()
    assert told == {
        "code": 503,
        "status": "down",
        "temporal": "ok",
        "database": "down",
        "keys": "ok",
        "queue": "degraded",
        "telegram": "degraded",
    }


async def test_the_http_channel_tells_how_long_each_provider_took(
    embedded_stack: RunningStack, client: Client
) -> None:
    stores = Stores.connect(embedded_stack.database_url)
    await stores.model_calls.record(model_call(provider="groq", latency_ms=70))
    health = http_checkup(Settings(), client, stores, asyncio.Event())
    checks = {check.name: check for check in (await health.report()).checks}
    await stores.close()
    assert Latency(provider="groq", p50_ms=70, p95_ms=70) in (checks["providers"].providers or ())
    assert checks["database"].latency_ms >= 0


@activity.defn
async def nothing() -> None: ...


async def test_a_bot_is_degraded_until_it_shows_replies_and_fetches_files(
    embedded_stack: RunningStack, client: Client
) -> None:
    listen = f"127.0.0.1:{choose(None, None, ())}"
    stores = Stores.connect(embedded_stack.database_url)
    settings = Settings(bot_health_listen=listen)
    async with AsyncExitStack() as running:
        running.push_async_callback(stores.close)
        health = bot_health(settings, client, stores, Pulse(), asyncio.Event())
        await running.enter_async_context(health)

        async def well() -> bool:
            return bool((await report(f"http://{listen}/health"))["queue"] == "ok")

        replies, files = (Worker(client, task_queue=q, activities=[nothing]) for q in BOTS_QUEUES)
        await running.enter_async_context(replies)
        await eventually(lambda: _served(client, BOTS_QUEUES[0]))
        assert not await well(), "a report may be a moment old"
        await running.enter_async_context(files)
        await eventually(well)


async def _served(client: Client, queue: str) -> bool:
    found = await checks.queues(client, {queue: (checks.ACTIVITIES,)})
    return found.status is Health.OK
