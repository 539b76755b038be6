"""What nobody else took: acknowledged, and noted for the developer."""

import structlog
from aiogram import Router
from aiogram.types import TelegramObject

log = structlog.get_logger(__name__)


async def unhandled(event: TelegramObject) -> None:
    log.info("update.ignored", reason=f"no handler for {type(event).__name__}")


def setup() -> Router:
    router = Router(name="fallback")
    for observer in (router.message, router.edited_message, router.callback_query):
        observer.register(unhandled)
    return router
