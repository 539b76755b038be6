"""What people say: words, pictures, files, recordings, things that cannot be used, and edits."""

from aiogram import Router

from bot.telegram.inbound import TelegramIntake


def setup(intake: TelegramIntake) -> Router:
    router = Router(name="messages")
    router.message.register(intake.take)
    router.edited_message.register(intake.take)
    return router
