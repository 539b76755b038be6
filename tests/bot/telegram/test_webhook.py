"""Telegram is told 200 only after acceptance, and only Telegram is listened to."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram.methods import SetWebhook
from aiohttp import ClientConnectionError, ClientSession
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from bot.telegram.webhook import MAX_BODY, SECRET_HEADER, Webhook, webhook_app
from domain.errors import ConfigurationError, StorageUnavailableError
from settings import Settings
from tests.bot.telegram.telegram import ANA, BEN, Stage, message
from tests.local.waiting import eventually
from tests.metrics import free_port
from wiring import telegram as wiring_telegram

SECRET = "made-up-but-long-enough"


@asynccontextmanager
async def serving(stage: Stage, url: str | None = None) -> AsyncIterator[TestClient[Any, Any]]:
    app = webhook_app(stage.bot, stage.incoming.acceptance, Webhook(SECRET, url=url))
    async with TestClient(TestServer(app)) as client:
        yield client


async def bring(
    client: TestClient[Any, Any] | ClientSession, update: object, secret: str | None = SECRET
) -> int:
    headers = {} if secret is None else {SECRET_HEADER: secret}
    async with client.post("/telegram", json=update, headers=headers) as response:
        return response.status


@pytest.mark.shows("telegram 1")
async def test_an_update_is_answered_after_its_message_was_taken() -> None:
    stage = Stage()
    gate = stage.conversations.gates[str(ANA)] = asyncio.Event()
    async with serving(stage) as client:
        bringing = asyncio.create_task(bring(client, message(1, "lunch")))
        await stage.conversations.entered.wait()
        assert not bringing.done()
        gate.set()
        assert await bringing == 200
    assert stage.conversations.texts == ["lunch"]


async def test_later_messages_of_a_chat_wait_for_the_one_that_was_sent_away() -> None:
    stage = Stage()
    stage.conversations.failures.append(StorageUnavailableError("gone"))
    async with serving(stage) as client:
        statuses = [
            await bring(client, update)
            for update in (
                message(1, "first"),
                message(2, "second"),
                message(3, "other", user=BEN),
                message(1, "first"),
                message(2, "second"),
                message(2, "second"),
            )
        ]
    assert statuses == [503, 503, 200, 200, 200, 200]
    assert stage.conversations.texts == ["other", "first", "second"]


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET + "x", SECRET.upper(), "ü"])
async def test_who_does_not_know_the_secret_is_not_listened_to(secret: str | None) -> None:
    stage = Stage()
    async with serving(stage) as client:
        assert await bring(client, message(1, "lunch"), secret) == 401
    assert stage.conversations.attempts == []


@pytest.mark.parametrize(
    ("data", "status"),
    [
        *((body, 400) for body in ("[]", '"x"', "{}", '{"update_id": "1"}', "null")),
        (json.dumps(message(1, "x" * MAX_BODY)), 413),
        ("{", 400),
        (b"\xff\xfe", 400),
        ("[" * 100_000, 400),
    ],
)
async def test_what_is_no_update_is_refused(data: str | bytes, status: int) -> None:
    async with serving(Stage()) as client:
        headers = {SECRET_HEADER: SECRET, "Content-Type": "application/json"}
        async with client.post("/telegram", data=data, headers=headers) as response:
            assert response.status == status


async def test_it_makes_itself_known_to_telegram_with_its_secret() -> None:
    stage = Stage()
    async with (
        serving(stage, "https://steward.example/telegram") as client,
        client.get("/health") as response,
    ):
        assert response.status == 200
    (request,) = stage.telegram.requests
    assert isinstance(request, SetWebhook)
    assert (request.url, request.secret_token) == ("https://steward.example/telegram", SECRET)
    assert "callback_query" in (request.allowed_updates or ())


@pytest.mark.parametrize("secret", ["", "short", "with spaces in it, and long"])
def test_a_secret_that_anybody_could_guess_is_refused(secret: str) -> None:
    stage = Stage()
    with pytest.raises(ConfigurationError):
        webhook_app(stage.bot, stage.incoming.acceptance, Webhook(secret))


async def taking_updates(stage: Stage, listen: str) -> None:
    settings = Settings(
        telegram_webhook_url="https://bot.example/telegram",
        telegram_webhook_secret=SecretStr(SECRET),
        telegram_webhook_listen=listen,
    )
    await wiring_telegram._take_updates(settings, stage.bot, stage.incoming, asyncio.Event())


async def test_an_update_leaves_no_line_of_its_own_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stage, port = Stage(), free_port()
    caplog.set_level(logging.INFO)
    serving_updates = asyncio.create_task(taking_updates(stage, f"127.0.0.1:{port}"))
    try:
        async with ClientSession(f"http://127.0.0.1:{port}") as client:

            async def taken() -> bool:
                try:
                    return await bring(client, message(1, "lunch")) == 200
                except ClientConnectionError:
                    return False

            await eventually(taken)
    finally:
        serving_updates.cancel()
        await asyncio.gather(serving_updates, return_exceptions=True)
    assert stage.conversations.texts == ["lunch"]
    assert [record.name for record in caplog.records if record.name == "aiohttp.access"] == []


async def test_a_bot_whose_webhook_is_refused_or_whose_port_is_taken_ends_with_one_line() -> None:
    stage = Stage()
    stage.telegram.refusing_webhook = True
    with pytest.raises(ConfigurationError, match=r"TELEGRAM_WEBHOOK_URL.*HTTPS url expected"):
        await taking_updates(stage, "127.0.0.1:0")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match="TELEGRAM_WEBHOOK_LISTEN"):
            await taking_updates(Stage(), f"127.0.0.1:{port}")
