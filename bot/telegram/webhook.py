"""Updates brought by Telegram itself: answered with 200 only when they were accepted."""

import asyncio
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiohttp import web

from adapters.health.server import live
from bot.telegram.dispatcher import ALLOWED_UPDATES
from bot.telegram.errors import Acceptance, Received
from bot.telegram.pulse import Pulse
from domain.errors import ConfigurationError

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header

MAX_BODY = 1024 * 1024
"""Bytes; updates carry no files and stay far below."""

AT_ONCE = 32

BEHIND_FOR = timedelta(minutes=5)
"""How long a chat waits for an update that was sent away and has not come again."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{16,256}")

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Webhook:
    """``url`` is where Telegram reaches this server from outside, None when it was told already.
    ``secret`` is what Telegram shows with each update.
    """

    secret: str
    path: str = "/telegram"
    url: str | None = None


class _Receiver:
    """Takes the requests, one after another: each is over as soon as its message is signalled. An
    update that could not be accepted sends those after it in its chat away as well, until it has
    come again.
    """

    def __init__(
        self,
        acceptance: Acceptance,
        secret: str,
        pulse: Pulse,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._acceptance = acceptance
        self._pulse = pulse
        self._secret = secret.encode()
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._behind: dict[int, tuple[int, float]] = {}
        """By chat: the update that is waited for, and until when."""

    async def receive(self, request: web.Request) -> web.Response:
        shown = request.headers.get(SECRET_HEADER, "").encode(errors="replace")
        if not hmac.compare_digest(shown, self._secret):
            log.warning("webhook.forged")
            return web.Response(status=401)
        self._pulse.beat()
        try:
            received = Received.of(json.loads(await request.read()))
        except (ValueError, RecursionError):  # no JSON, no text at all, or a trick
            received = None
        if received is None:
            return web.Response(status=400)
        async with self._one_at_a_time:
            return await self._answer(received)

    async def _answer(self, received: Received) -> web.Response:
        if self._must_wait(received):
            return _later(None)
        outcome = await self._acceptance.attempt(received)
        if outcome.settled:
            self._caught_up(received)
            return web.Response()
        if received.chat is not None:
            until = self._clock() + BEHIND_FOR.total_seconds()
            self._behind.setdefault(received.chat, (received.update_id, until))
        return _later(outcome.retry_after)

    def _must_wait(self, received: Received) -> bool:
        if received.chat is None or received.chat not in self._behind:
            return False
        first, until = self._behind[received.chat]
        if self._clock() >= until:
            del self._behind[received.chat]
            return False
        return received.update_id > first

    def _caught_up(self, received: Received) -> None:
        if received.chat is None:
            return
        first, _ = self._behind.get(received.chat, (None, 0.0))
        if first == received.update_id:
            del self._behind[received.chat]


def _later(wait: timedelta | None) -> web.Response:
    seconds = max(1, int(wait.total_seconds())) if wait else 1
    return web.Response(status=503, headers={"Retry-After": str(seconds)})


def webhook_app(
    bot: Bot, acceptance: Acceptance, webhook: Webhook, pulse: Pulse | None = None
) -> web.Application:
    """The server, which makes itself known to Telegram when it starts.

    Raises ``ConfigurationError`` for a secret that Telegram would not take or anybody could guess;
    its start does when Telegram does not take the webhook.
    """
    if not _SECRET.fullmatch(webhook.secret):
        raise ConfigurationError(
            "the webhook's secret needs 16 to 256 letters, digits, _ or -: make it longer"
        )
    app = web.Application(client_max_size=MAX_BODY)
    app.router.add_post(
        webhook.path, _Receiver(acceptance, webhook.secret, pulse or Pulse()).receive
    )
    # The proxy's own probe: whoever may call the webhook learns nothing but that it lives.
    app.router.add_get("/health", live)

    async def announce(_: web.Application) -> None:
        if webhook.url is None:
            return
        try:
            await bot.set_webhook(
                webhook.url,
                secret_token=webhook.secret,
                allowed_updates=list(ALLOWED_UPDATES),
                max_connections=AT_ONCE,
            )
        except (AiogramError, OSError) as error:
            raise ConfigurationError(
                "Telegram does not take the webhook: check TELEGRAM_WEBHOOK_URL (https, a public "
                f"address, the path at its end) and TELEGRAM_BOT_TOKEN ({error})"
            ) from error

    app.on_startup.append(announce)
    return app
