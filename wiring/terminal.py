"""The chat in a terminal, and what the terminal tells its operator."""

import sys
from collections.abc import Callable
from pathlib import Path

from temporalio.client import Client

from activities.deliver import Deliver
from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresPairing
from adapters.telemetry.spans import Tracing
from bot.gateway import reply_queue
from bot.telegram.invitation import open_code
from bot.terminal.run import Addresses, Streams, run_terminal
from bot.terminal.shelf import Shelf
from settings import Settings, TelegramAccess
from wiring.channel import agents_on, gateway_for, room_of
from wiring.consent import consent_of

TERMINAL = "terminal"


async def terminal_chat(  # noqa: PLR0913 - what one chat needs, from its entry point
    settings: Settings,
    client: Client,
    database_url: str,
    chat_id: str,
    *,
    addresses: tuple[str, str] | None,
    history_file: Path | None,
    files: Path,
    tracing: Tracing | None = None,
    opened: Callable[[], None],
) -> int:
    """A chat in this terminal until it is left; returns the exit code. ``opened`` is called before
    anything is written; ``addresses`` are of the page and of what is behind the scenes.
    """
    stores = Stores.connect(database_url, room=room_of(settings))
    gateway = gateway_for(
        settings, client, stores, tracing, consent_of(settings, stores.consents, TERMINAL)
    )
    person = gateway.defaults.model_copy(update={"user_id": f"{TERMINAL}:{chat_id}"})
    try:
        return await run_terminal(
            gateway,
            client,
            chat_id=chat_id,
            # Nobody is written down for opening a chat.
            person=await stores.users.known(person.user_id) or person,
            reply_queue=reply_queue(TERMINAL, chat_id),
            worker_activities=lambda channel: [Deliver(channel, stores.transcript).deliver],
            streams=Streams(sys.stdin, sys.stdout),
            addresses=addresses and Addresses(*addresses),
            opened=opened,
            history_file=history_file,
            shelf=Shelf(stores.attachments, files),
            agents=agents_on(settings, TERMINAL),
        )
    finally:
        await stores.close()


async def telegram_invitation(settings: Settings, database_url: str) -> str | None:
    """A line for the operator while nobody owns the bot yet: how to pair with it."""
    if settings.telegram_bot_token is None or settings.telegram_access is TelegramAccess.OPEN:
        return None
    stores = Stores.connect(database_url)
    try:
        code = await open_code(settings.allowed_users, PostgresPairing(stores.database))
    finally:
        await stores.close()
    return None if code is None else f"Telegram: to pair with your bot, send it  /start {code}"
