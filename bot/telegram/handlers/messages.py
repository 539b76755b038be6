"""What people say: words, pictures, files, recordings, and things that cannot be used."""

from datetime import datetime

from aiogram import Router
from aiogram.types import Message, Update

from bot.telegram.identity import SentBy
from bot.telegram.inbound import TelegramIntake


async def said(
    message: Message,
    caller: SentBy,
    intake: TelegramIntake,
    event_update: Update,
    not_before: datetime | None,
) -> None:
    await intake.take(message, caller, event_update.update_id, not_before)


def setup() -> Router:
    router = Router(name="messages")
    router.message.register(said)
    return router
