"""The terminal as a channel: shows replies in the process that the person looks at."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.terminal.memory import ScreenMemory
from bot.terminal.screen import Screen
from bot.texts.wording import formats_for, worded
from domain.errors import DeliveryFailedError
from domain.replies import DeliveredReply, Delivery, Reply
from domain.topics import ConversationTopic


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
        wording = worded(reply, formats)
        if reply.topic == ConversationTopic.HELP:
            hint = formats.catalogue.text("terminal.help")
            wording = replace(wording, tail=(*wording.tail, hint))
        delivered = DeliveredReply(reply_id=reply.id, text=wording.text())
        self.memory.note(reply, wording, delivered)
        try:
            self.screen.show(wording, slashed=self.memory.digits_are_answers)
        except (OSError, ValueError) as error:
            del self.memory.shown[reply.id]
            msg = f"the terminal takes no output: {error}"
            raise DeliveryFailedError(msg) from error
        return delivered
