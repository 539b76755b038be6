"""The terminal as a channel: shows replies in the process that the person looks at."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.terminal.memory import ScreenMemory
from bot.terminal.presenting import present
from bot.terminal.screen import Screen
from bot.texts.wording import formats_for
from domain.errors import DeliveryFailedError
from domain.replies import DeliveredReply, Delivery, Reply


@dataclass
class TerminalChannel:
    """Implements ``activities.ports.Channel``. A reply that is delivered twice is shown once.

    ``clock`` gives the current time in UTC.
    """

    screen: Screen
    memory: ScreenMemory
    clock: Callable[[], datetime]

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """Raises ``UnwordableReplyError``, and ``DeliveryFailedError`` when the screen is gone."""
        known = self.memory.shown.get(reply.id)
        if known is not None:
            return known
        formats = formats_for(delivery.locale, delivery.timezone, self.clock())
        try:
            return present(reply, formats, self.screen, self.memory)
        except (OSError, ValueError) as error:
            msg = f"the terminal takes no output: {error}"
            raise DeliveryFailedError(msg) from error
