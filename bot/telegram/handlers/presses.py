"""Pressed buttons: handed over to the conversation, or turned into another page of options."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog
from aiogram import Bot, Router
from aiogram.types import CallbackQuery, InaccessibleMessage, InlineKeyboardMarkup, Message, Update

from agents import SLUGS
from bot.buttons import Ends, ends
from bot.consent import ANSWERS, ConsentRequiredError
from bot.failures import log_failures
from bot.intake import Origin, RefusedMessageError, press_message
from bot.ports import Conversations
from bot.telegram.address import CHANNEL, Address
from bot.telegram.callback import TYPE_YOUR_OWN, PageChange, Refused, RefusedPressError, unpacked
from bot.telegram.consent import TelegramConsent
from bot.telegram.groups import may_erase, takes_part
from bot.telegram.identity import NOT_HERE, SentBy
from bot.telegram.keyboards import label_of, turned, without
from bot.telegram.sending import Sender
from bot.telegram.subjects import agent_of
from bot.telegram.typing_indicator import Locales
from bot.texts.catalogue import Catalogue, catalogue_for
from domain.messages import ButtonPress
from domain.topics import PressAction

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Presses:
    """Handles callback queries. ``clock`` gives UTC: Telegram does not date a press.

    Raises what the gateway raises, so that the update is kept and comes again; everything else
    that can go wrong is answered to the person or logged.
    """

    gateway: Conversations
    sender: Sender
    locales: Locales
    clock: Callable[[], datetime]
    agents: tuple[str, ...] = SLUGS
    """Slugs of the enabled agents."""
    consent: TelegramConsent | None = None

    async def handle(
        self, query: CallbackQuery, event_update: Update, caller: SentBy, bot: Bot
    ) -> None:
        """Checks whose button it is, applies it, then ends the waiting sign on it."""
        message = query.message
        if message is None or query.data is None:  # without data it is a game: never sent
            await self._note(query, NOT_HERE)
            return
        address = caller.address
        markup = None if isinstance(message, InaccessibleMessage) else message.reply_markup
        label = label_of(markup, query.data)
        try:
            press = unpacked(query.data, label, address, caller.user)
        except RefusedPressError as error:
            _log.info("button.refused", reason=error.refused)
            await self._note(
                query, error.refused, address, alert=error.refused is Refused.NOT_YOURS
            )
            return
        if not await takes_part(bot, address, caller.user):
            await self._note(query, "telegram.press.not_member", address, alert=True)
        elif isinstance(press, PageChange):
            await self._turn(query, message, press, address)
        elif press.action == PressAction.ERASE and not await may_erase(bot, address, caller.user):
            await self._note(query, "telegram.erase_not_admin", address, alert=True)
        else:
            await self._hand_over(query, event_update.update_id, press, caller, label)

    async def _hand_over(
        self, query: CallbackQuery, update_id: int, press: ButtonPress, caller: SentBy, label: str
    ) -> None:
        address = caller.address
        origin = Origin(
            channel=CHANNEL,
            chat_id=address.chat_id,
            user_id=address.user_id,
            update_id=update_id,
            sent_at=self.clock(),
            author_id=caller.author_id,
        )
        try:
            message = press_message(origin, press, label, agents=self.agents)
        except RefusedMessageError:
            await self._note(query, Refused.UNKNOWN, address)
            return
        shown = query.message if isinstance(query.message, Message) else None
        try:
            await self.gateway.send(CHANNEL, address.chat_id, message)
        except ConsentRequiredError as required:
            if self.consent is None:
                raise
            await self.consent.settle(required, message, caller, shown, how="button")
            if press.action not in ANSWERS:
                await self._answer(query)
                return
        # From here on nothing may fail the update: it would be handled again for nothing.
        await self._answer(query)
        # In a group that shares all, others may have to answer the same question for consent.
        if shown is None or (address.shared and press.action in ANSWERS):
            return
        ended = ends(press.action)
        if ended is Ends.ALL:
            await self._leave(shown, None)
        elif ended is Ends.SAME and shown.reply_markup:
            await self._leave(shown, without(shown.reply_markup, query.data or ""))

    async def _turn(
        self,
        query: CallbackQuery,
        message: Message | InaccessibleMessage,
        turn: PageChange,
        address: Address,
    ) -> None:
        if turn.page == TYPE_YOUR_OWN:
            own = f"{agent_of(turn.subject, address)}.type_your_own"
            words = await self._words(query, address)
            await self._answer(query, words.first(own, "telegram.press.type_your_own"))
            return
        if isinstance(message, InaccessibleMessage) or message.reply_markup is None:
            await self._note(query, Refused.OUT_OF_DATE, address)
            return
        words = await self._words(query, address)
        keyboard = turned(message.reply_markup, turn, address, words)
        with log_failures(_log.info, "button.page_not_turned"):
            await self.sender.set_keyboard(message.chat.id, message.message_id, keyboard)
        await self._answer(query)

    async def _leave(self, message: Message, keyboard: InlineKeyboardMarkup | None) -> None:
        """Takes away the buttons of a message but these."""
        with log_failures(_log.info, "button.not_cleared"):
            await self.sender.set_keyboard(message.chat.id, message.message_id, keyboard)

    async def _note(
        self,
        query: CallbackQuery,
        key: str,
        address: Address | None = None,
        *,
        alert: bool = False,
    ) -> None:
        words = await self._words(query, address)
        await self._answer(query, words.text(key), alert=alert)

    async def _answer(
        self, query: CallbackQuery, text: str | None = None, *, alert: bool = False
    ) -> None:
        with log_failures(_log.info, "button.not_answered"):
            await self.sender.answer(query.id, text, alert=alert)

    async def _words(self, query: CallbackQuery, address: Address | None) -> Catalogue:
        """The language that the person chose, else that of their app."""
        locale = query.from_user.language_code or ""
        if (
            address is not None and not address.shared
        ):  # what a group shares has no language of this person
            with log_failures(_log.info, "locale.unknown"):
                locale = await self.locales.locale_of(address.user_id)
        return catalogue_for(locale)


def setup(presses: Presses) -> Router:
    router = Router(name="presses")
    router.callback_query.register(presses.handle)
    return router
