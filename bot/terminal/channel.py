"""The terminal as a channel: shows replies in the process that the person looks at."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from agents import SLUGS
from bot.terminal.memory import ScreenMemory
from bot.terminal.presenting import ScreenGoneError, present
from bot.terminal.screen import Screen
from bot.terminal.shelf import Shelf
from bot.texts.formats import Formats, plain_line
from bot.texts.wording import formats_for
from domain.errors import DeliveryFailedError
from domain.replies import DeliveredReply, Delivery, File, Reply, Settlement


@dataclass
class TerminalChannel:
    """Implements ``activities.ports.Channel``. A reply that is delivered twice is shown once.

    ``clock`` gives the current time in UTC; ``agents`` are the slugs of the enabled ones.
    """

    screen: Screen
    memory: ScreenMemory
    clock: Callable[[], datetime]
    agents: tuple[str, ...] = SLUGS
    shelf: Shelf | None = None
    """Where files go; without one they are only named."""

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """Raises what ``worded`` raises, and ``DeliveryFailedError`` when the screen is gone."""
        known = self.memory.shown.get(reply.id)
        if known is not None:
            return known
        now = self.clock()
        formats = formats_for(delivery.locale, delivery.timezone, now, self.agents)
        files = [await self._file(delivery, file, formats) for file in reply.files]
        try:
            delivered = present(reply, formats, self.screen, self.memory)
            for line in files:
                self.screen.notice(line)
        except ScreenGoneError as error:
            raise DeliveryFailedError(f"the terminal takes no output: {error}") from error
        return delivered

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        del delivery
        for message_id in settlement.message_ids:
            self.memory.dealt_with[message_id] = None

    async def _file(self, delivery: Delivery, file: File, formats: Formats) -> str:
        """The line that says where a file lies."""
        name = plain_line(file.name)
        path = await self.shelf.lay(delivery.user_id, file) if self.shelf is not None else None
        if path is None:
            return formats.catalogue.text("channel.file_missing", name=name)
        return formats.catalogue.text("terminal.file", name=name, path=str(path))
