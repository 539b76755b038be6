"""The question for consent in Telegram: each person answers for themselves, also in a group."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from aiogram.types import Message

from agents import SLUGS
from bot.consent import ConsentRequiredError
from bot.consent_dialog import ConsentDialog
from bot.failures import log_failures
from bot.telegram.address import CHANNEL, Address
from bot.telegram.channel import NewestButtons
from bot.telegram.identity import SentBy, newcomer_of
from bot.telegram.keyboards import keyboard_for
from bot.telegram.locales import KnownPeople
from bot.telegram.ports import TelegramGateway
from bot.telegram.rendering import rendered
from bot.telegram.sending import PlaceInChat, Sender
from bot.texts.formats import Formats
from bot.texts.speech import Wording
from bot.texts.wording import formats_for
from domain.messages import Message as Said
from domain.replies import Reply
from domain.understanding import Person

TOPIC = "consent"
"""Of no conversation: it names the message that asks to what draws its buttons."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Waiting:
    """A message that was not handed over, and what somebody unknown starts with."""

    message: Said
    address: Address
    newcomer: Person


@dataclass(frozen=True)
class TelegramConsent:
    """Asks with two buttons. What waits for the answer is in the memory of this process."""

    gateway: TelegramGateway
    sender: Sender
    people: KnownPeople
    newest_buttons: NewestButtons
    clock: Callable[[], datetime]
    agents: tuple[str, ...] = SLUGS
    _dialog: ConsentDialog[_Waiting] = field(default_factory=lambda: ConsentDialog(CHANNEL))

    async def settle(
        self,
        required: ConsentRequiredError,
        message: Said,
        caller: SentBy,
        below: Message | None,
        *,
        how: str,
    ) -> None:
        """Asks below the Telegram message that was sent or has the button, or takes the answer and
        hands over what waited for it. What a group says to somebody else is let go.

        Raises ``AppError`` where that fails: nothing is lost when the update comes again.
        """
        if not message.addressed:
            return
        newcomer = newcomer_of(caller, self.gateway.defaults)
        speaker = await self.people.known(f"{CHANNEL}:{caller.user}") or newcomer
        formats = formats_for(speaker.locale, speaker.timezone, self.clock(), self.agents)
        waiting = _Waiting(message, caller.address, newcomer)
        step = await self._dialog.take(required, message, waiting, formats, how=how)
        for each in step.go_on:
            await self.gateway.send(CHANNEL, each.address.chat_id, each.message, each.newcomer)
        if step.go_on:
            self._dialog.forget(required.user_id)
        if step.wording is not None:
            with log_failures(_log.warning, "consent.not_shown"):
                await self._show(step.wording, caller.address, below, formats)

    async def _show(
        self, wording: Wording, address: Address, below: Message | None, formats: Formats
    ) -> None:
        asked = Reply(id="", topic=TOPIC)
        keyboard = keyboard_for(asked, wording.buttons, address, formats.catalogue)
        place = PlaceInChat()
        if below is not None:
            topic = below.message_thread_id if below.is_topic_message else None
            place = PlaceInChat(below.message_id if address.in_group else None, topic)
        parts = rendered(wording)
        for part in parts:
            buttons = keyboard if part is parts[-1] else None
            await self.sender.send(address.chat, part, keyboard=buttons, place=place)
        self.newest_buttons[address.chat_id] = wording.buttons
