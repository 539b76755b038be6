"""Messages that were changed after they had been sent: a correction."""

from datetime import datetime

from aiogram import Router
from aiogram.types import Message, Update

from bot.telegram.identity import SentBy
from bot.telegram.inbound import TelegramIntake


async def edited(
    message: Message,
    caller: SentBy,
    intake: TelegramIntake,
    event_update: Update,
    not_before: datetime | None,
) -> None:
    await intake.take_edit(message, caller, event_update.update_id, not_before)


def setup() -> Router:
    router = Router(name="edits")
    router.edited_message.register(edited)
    return router
