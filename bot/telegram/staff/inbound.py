"""What people do in the staff's chat. None of it is ever a customer's conversation."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

import structlog
from aiogram import Bot, F, Router
from aiogram.types import CallbackQuery, InaccessibleMessage, Message, Update, User

from agents.staffed import ROOM, Staffed, Standing
from bot.cases import CaseGoneError
from bot.failures import log_failures
from bot.telegram.address import CHANNEL
from bot.telegram.content import MessageContent, content_of, is_said
from bot.telegram.groups import belongs
from bot.telegram.keyboards import label_of
from bot.telegram.notices import Occasionally
from bot.telegram.sending import Sender
from bot.telegram.staff.buttons import unpacked
from bot.telegram.staff.rooms import StaffTexts, UnwordedError
from domain.messages import MAX_TEXT_LENGTH, MediaKind
from domain.staff import EDIT, LEFT, SAY, StaffAct, StaffAnswer, StaffMember

_USABLE = frozenset({MediaKind.IMAGE, MediaKind.PDF})
_SAID_EVERY = timedelta(hours=1)
_MOST_NOTE = 200
"""Characters of the note over the chat that answers a press."""
_MOST_NAME = 60

_log = structlog.get_logger(__name__)


class ActsOnCases(Protocol):
    """``bot.cases.StaffDesk`` is one."""

    async def act(self, case: str, act: StaffAct) -> StaffAnswer: ...


@dataclass(frozen=True)
class StaffInbound:
    """Makes acts of what staff write and press. Raises ``AppError`` when one was not taken over:
    the update is kept, comes again, and is the same act.
    """

    bot: Bot
    sender: Sender
    cases: ActsOnCases
    texts: StaffTexts
    clock: Callable[[], datetime]
    """UTC. An act is of the moment at which it is taken up: what was written while the bot was away
    can be taken back as long as what is written now."""
    told: Occasionally = field(default_factory=lambda: Occasionally(_SAID_EVERY))

    @property
    def staffed(self) -> Staffed:
        return self.texts.staffed

    async def said(self, message: Message, event_update: Update) -> None:
        if message.left_chat_member is not None:
            await self._return_cases(message.left_chat_member, event_update)
        elif message.migrate_to_chat_id is not None:
            _log.error(
                "staff.chat_moved",
                advice="the staff's chat has another id now: set it anew",
                chat=message.migrate_to_chat_id,
            )
        elif is_said(message):
            await self._wrote(message, event_update, SAY)

    async def edited(self, message: Message, event_update: Update) -> None:
        if is_said(message):
            await self._wrote(message, event_update, EDIT)

    async def _wrote(self, message: Message, update: Update, action: str) -> None:
        content = content_of(message)
        text = content.text
        if message.from_user is not None and message.from_user.is_bot and not message.sender_chat:
            return
        command = text.startswith("/") and not text.startswith("//")
        # Nobody for who writes as a channel or as an anonymous administrator.
        writer = None if message.sender_chat is not None else message.from_user
        name, value = _command_in(text)
        if writer is not None and self._is_staff(writer) and name in self.staffed.lists:
            answer = await self.staffed.lists[name](value, _member(writer))
            await self._say_below(message, self._answered(answer))
            return
        case = await self._case_of(message)
        if case is None:
            await self._beside(message, command=command)
        elif writer is None:
            await self._reply(message, "telegram.staff.nobody")
        elif not self._is_staff(writer):
            await self._reply(message, "telegram.staff.not_staff")
        elif command:
            await self._command(message, update, case, writer)
        elif not _is_usable(content):
            await self._reply(message, "telegram.staff.unusable")
        else:
            act = StaffAct(
                id=self._id(update),
                by=_member(writer),
                at=self.clock(),
                action=action,
                text=text,
                attachment=content.file,
                ref=str(message.message_id),
            )
            await self._apply(message, case, act)

    async def _command(self, message: Message, update: Update, case: str, writer: User) -> None:
        """One of the agent's commands; help for any other, and for one that was edited."""
        name, value = _command_in(message.text or "")
        action = self.staffed.commands.get(name)
        if action is None or message.edit_date is not None:
            await self._reply(message, "telegram.staff.help")
            return
        act = StaffAct(
            id=self._id(update),
            by=_member(writer),
            at=self.clock(),
            action=action,
            value=value,
        )
        await self._apply(message, case, act)

    async def _apply(self, message: Message, case: str, act: StaffAct) -> None:
        try:
            answer = await self.cases.act(case, act)
        except CaseGoneError:
            await self._reply(message, "telegram.staff.case_gone")
            return
        # What was done is shown by posts.
        if (answer.kept or not answer.applied) and (text := self._answered(answer)):
            await self._say_below(message, text)

    async def pressed(self, query: CallbackQuery, event_update: Update) -> None:
        """What stands below a post. A press is answered whatever comes of it."""
        message = query.message
        if message is None or query.data is None:
            await self._note(query, "telegram.press.unknown")
            return
        markup = None if isinstance(message, InaccessibleMessage) else message.reply_markup
        press = unpacked(query.data, label_of(markup, query.data))
        if press is None:
            await self._note(query, "telegram.press.unknown")
            return
        # Who left still sees the buttons, so that is asked anew each time.
        presser, chat = query.from_user, self.staffed.chat
        if not self._is_staff(presser) or not await belongs(self.bot, chat, presser.id):
            _log.info("staff.stranger")
            await self._note(query, "telegram.staff.not_staff")
            return
        case = await self._case_at(message)
        if case is None:
            await self._note(query, "telegram.press.out_of_date")
            return
        action, value = press
        act = StaffAct(
            id=self._id(event_update),
            by=_member(query.from_user),
            at=self.clock(),
            action=action,
            value=value,
            ref=str(message.message_id),
        )
        try:
            answer = await self.cases.act(case, act)
        except CaseGoneError:
            await self._note(query, "telegram.staff.case_gone")
            return
        await self._answer(query, self._answered(answer), alert=False)

    async def _return_cases(self, user: User, update: Update) -> None:
        """Somebody is no member any more: what they have goes back to the queue."""
        member = _member(user)
        for number, case in enumerate(await self.staffed.posts.held_by(member)):
            act = StaffAct(
                id=f"{self._id(update)}/{number}", by=member, at=self.clock(), action=LEFT
            )
            try:
                await self.cases.act(case, act)
            except CaseGoneError:
                _log.info("staff.left_nothing", case=case)

    async def _case_of(self, message: Message) -> str | None:
        """Of the topic that it is said in; where there are none, of the post that it answers."""
        chat = self.staffed.chat
        if message.is_topic_message and message.message_thread_id is not None:
            return await self.staffed.posts.case_in(chat, message.message_thread_id)
        answered = message.reply_to_message
        if answered is None:
            return None
        post = await self.staffed.posts.at(chat, answered.message_id)
        room = await self.staffed.posts.find(post.case, ROOM) if post else None
        return room.case if room is not None and room.topic is None else None

    async def _case_at(self, message: Message | InaccessibleMessage) -> str | None:
        post: Standing | None = await self.staffed.posts.at(self.staffed.chat, message.message_id)
        if post is not None:
            return post.case
        return None if isinstance(message, InaccessibleMessage) else await self._case_of(message)

    async def _beside(self, message: Message, *, command: bool) -> None:
        """In General, or in a topic of their own: people talk there. A command is answered."""
        if command:
            await self._reply(message, "telegram.staff.help")
        elif message.is_topic_message and self.told.due(message.message_thread_id):
            await self._reply(message, "telegram.staff.unknown_topic")

    def _is_staff(self, user: User) -> bool:
        """As the settings say; without a list, whoever is a member of the chat."""
        return not self.staffed.members or user.id in self.staffed.members

    def _answered(self, answer: StaffAnswer) -> str:
        try:
            return self.texts.answered(answer)
        except UnwordedError as error:
            _log.error("staff.unworded", reason=str(error))
            return ""

    async def _reply(self, message: Message, key: str) -> None:
        await self._say_below(message, self.texts.own(key))

    async def _say_below(self, message: Message, text: str) -> None:
        """A courtesy: failing at it undoes nothing of what was done."""
        topic = message.message_thread_id if message.is_topic_message else None
        with log_failures(_log.warning, "staff.not_said"):
            await self.sender.say(self.staffed.chat, text, reply_to=message.message_id, topic=topic)

    async def _note(self, query: CallbackQuery, key: str) -> None:
        await self._answer(query, self.texts.own(key), alert=True)

    async def _answer(self, query: CallbackQuery, text: str, *, alert: bool) -> None:
        shown = text if len(text) <= _MOST_NOTE else f"{text[: _MOST_NOTE - 1]}…"
        with log_failures(_log.info, "button.not_answered"):
            await self.sender.answer(query.id, shown or None, alert=alert)

    def _id(self, update: Update) -> str:
        return f"{CHANNEL}:{self.staffed.chat}:{update.update_id}"


def _member(user: User) -> StaffMember:
    name = " ".join(user.full_name.split())[:_MOST_NAME]
    return StaffMember(id=f"{CHANNEL}:{user.id}", name=name or str(user.id))


def _command_in(text: str) -> tuple[str, str]:
    """A command without its slash and the name of the bot, and what follows; empty for none."""
    name, _, value = text.partition(" ")
    known = name.startswith("/") and not name.startswith("//")
    return (name[1:].partition("@")[0].lower() if known else "", value.strip())


def _is_usable(content: MessageContent) -> bool:
    """Whether all of it can be passed on: never half of what somebody sent."""
    known = content.file is None or content.file.kind in _USABLE
    return known and content.unusable is None and len(content.text) <= MAX_TEXT_LENGTH


def setup(inbound: StaffInbound) -> Router:
    """All that comes of the staff's chat ends here, whatever it is."""
    router = Router(name="staff")
    chat = inbound.staffed.chat
    router.message.register(inbound.said, F.chat.id == chat)
    router.edited_message.register(inbound.edited, F.chat.id == chat)
    router.callback_query.register(inbound.pressed, F.message.chat.id == chat)
    return router
