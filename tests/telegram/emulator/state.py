"""What Telegram remembers: people, chats, messages, presses, the bot."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiogram.types import Update as TypedUpdate

from tests.telegram.emulator.errors import forbidden, refuse
from tests.telegram.emulator.files import Files
from tests.telegram.emulator.updates import Updates
from tests.telegram.emulator.validation import unknown_fields

Json = dict[str, Any]


@dataclass(frozen=True)
class Person:
    id: int
    first_name: str
    username: str | None = None
    last_name: str | None = None
    language_code: str | None = None

    def as_user(self) -> Json:
        optional = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language_code,
        }
        known = {key: value for key, value in optional.items() if value is not None}
        return {"id": self.id, "is_bot": False, "first_name": self.first_name, **known}


@dataclass(frozen=True)
class Button:
    """A button under a message; ``data`` is its callback data."""

    text: str
    data: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Shown:
    """A message as the chat shows it now.

    ``text`` is the text or the caption; ``edited`` counts its edits; ``kind`` is ``text``,
    ``photo``, ``document`` …; ``reply_to`` is a message id.
    """

    message_id: int
    text: str
    entities: tuple[Json, ...]
    keyboard: tuple[tuple[Button, ...], ...]
    edited: int
    reply_to: int | None
    date: int
    kind: str
    from_bot: bool
    body: Json = field(repr=False)
    topic: int | None = None
    """The thread's id of the forum's topic that it stands in; None for General."""
    reactions: tuple[str, ...] = ()
    """Of the bot."""

    @property
    def buttons(self) -> tuple[Button, ...]:
        return tuple(button for row in self.keyboard for button in row)

    @property
    def labels(self) -> list[str]:
        return [button.text for button in self.buttons]


_KINDS = ("photo", "document", "voice", "video", "sticker", "location", "contact", "poll")


@dataclass
class Message:
    """A message of a chat; ``content`` is Telegram's own fields for what it carries."""

    chat: "ChatState"
    message_id: int
    sender: Json
    date: int
    content: Json
    keyboard: list[list[Json]] | None = None
    reply_to: int | None = None
    edits: int = 0
    edit_date: int | None = None
    update_id: int = 0
    topic: int | None = None
    reactions: list[str] = field(default_factory=list)

    @property
    def from_bot(self) -> bool:
        return bool(self.sender["is_bot"])

    @property
    def text(self) -> str:
        return str(self.content.get("text") or self.content.get("caption") or "")

    def as_json(self, *, with_reply: bool = True) -> Json:
        body: Json = {
            "message_id": self.message_id,
            "from": self.sender,
            "chat": self.chat.as_json(),
            "date": self.date,
            **self.content,
        }
        if self.edit_date is not None:
            body["edit_date"] = self.edit_date
        if self.topic is not None:
            body |= {"message_thread_id": self.topic, "is_topic_message": True}
        if self.keyboard:
            body["reply_markup"] = {"inline_keyboard": self.keyboard}
        original = self.chat.messages.get(self.reply_to or 0)
        if with_reply and original is not None:
            body["reply_to_message"] = original.as_json(with_reply=False)
        return body

    def shown(self) -> Shown:
        rows = tuple(
            tuple(Button(one["text"], one.get("callback_data"), one.get("url")) for one in row)
            for row in self.keyboard or ()
        )
        return Shown(
            message_id=self.message_id,
            text=self.text,
            entities=tuple(
                self.content.get("entities") or self.content.get("caption_entities") or ()
            ),
            keyboard=rows,
            edited=self.edits,
            reply_to=self.reply_to,
            date=self.date,
            kind=next((kind for kind in _KINDS if kind in self.content), "text"),
            from_bot=self.from_bot,
            body=self.as_json(),
            topic=self.topic,
            reactions=tuple(self.reactions),
        )


@dataclass
class Topic:
    """A topic of a forum; one that was deleted is not there any more."""

    name: str
    closed: bool = False


@dataclass
class ChatState:
    """A chat as the server knows it."""

    world: "World"
    id: int
    kind: str
    title: str
    members: dict[int, Person]
    admins: set[int]
    next_message: int
    messages: dict[int, Message] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    # When the last action began; 0 once a message ended it.
    acted: float = 0.0
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    # A supergroup whose topics are on; by the id of their threads.
    forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    # What the bot may do as an administrator; it is none without any.
    bot_rights: set[str] = field(default_factory=set)

    @property
    def in_group(self) -> bool:
        return self.kind != "private"

    def as_json(self) -> Json:
        if self.in_group:
            forum = {"is_forum": True} if self.forum else {}
            return {"id": self.id, "type": self.kind, "title": self.title, **forum}
        person = self.members[self.id].as_user()
        names = ("first_name", "last_name", "username")
        return {"id": self.id, "type": "private"} | {
            name: person[name] for name in names if name in person
        }

    def add(self, sender: Json, content: Json, **more: Any) -> Message:  # noqa: ANN401 - fields of Message
        """Writes a message into the chat."""
        date = more.pop("date", None) or self.world.now()
        message = Message(self, self.next_message, sender, date, content, **more)
        self.messages[message.message_id] = message
        if message.from_bot:
            self.acted = 0.0
        self.next_message += 1
        return message

    def thread(self, topic: int | None) -> int | None:
        """The topic that the bot may write in. Raises ``ApiError`` 400 for one that is deleted, or
        closed to whom has no right to manage topics.
        """
        if topic is None or not self.in_group:
            return None
        known = self.topics.get(topic)
        if known is None:
            refuse("message thread not found")
        if known.closed and "can_manage_topics" not in self.bot_rights:
            refuse("TOPIC_CLOSED")
        return topic

    def forget_topic(self, topic: int) -> None:
        """Deletes it with all that stands in it."""
        self.topics.pop(topic, None)
        for number in [key for key, each in self.messages.items() if each.topic == topic]:
            del self.messages[number]

    @property
    def shown(self) -> list[Shown]:
        """The bot's messages as they stand now, the oldest first."""
        return [message.shown() for message in self.messages.values() if message.from_bot]

    @property
    def transcript(self) -> list[Shown]:
        """Everybody's messages, the oldest first."""
        return [message.shown() for message in self.messages.values()]


@dataclass(frozen=True)
class PressAnswer:
    """What the person saw after a press: nothing, a notice, or with ``alert`` a dialog."""

    text: str | None = None
    alert: bool = False
    url: str | None = None


@dataclass
class Press:
    id: str
    answer: PressAnswer | None = None


class Changes:
    """Wakes whoever waits for something to happen."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def happen(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def wait(self, seconds: float) -> None:
        """Raises ``TimeoutError`` when nothing happens for so long."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            # Not wait_for, which may swallow a cancellation that meets a wake-up.
            async with asyncio.timeout(seconds):
                await future
        finally:
            self._waiting.discard(future)


class World:
    """Everything of one bot."""

    def __init__(
        self,
        *,
        username: str,
        bot_id: int,
        first_update: int,
        first_message: int,
    ) -> None:
        self.bot: Json = {"id": bot_id, "is_bot": True, "first_name": "Steward"}
        self.bot["username"] = username
        self.changes = Changes()
        self.updates = Updates(first_update, self.changes.happen)
        self.files = Files()
        self.people: dict[int, Person] = {}
        self.chats: dict[int, ChatState] = {}
        self.presses: dict[str, Press] = {}
        self.commands: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self.first_message = first_message
        self.clock: Callable[[], float] = time.time

    def now(self) -> int:
        return int(self.clock())

    def emit(self, kind: str, body: Json) -> int:
        """Sends an update to the bot; what aiogram doesn't know in it is a defect of this file."""
        number = self.updates.next_id()
        update: Json = {"update_id": number, kind: body}
        typed = TypedUpdate.model_validate(update)
        assert typed.event_type == kind
        unknown = list(unknown_fields(typed))
        assert not unknown, unknown
        self.updates.put(update)
        return number

    def chat(self, chat_id: int | str) -> ChatState:
        """Raises ``ApiError`` 400 for a chat that isn't there."""
        chat = self.chats.get(chat_id) if isinstance(chat_id, int) else None
        if chat is None or chat.deleted:
            refuse("chat not found")
        return chat

    def open_chat(self, chat_id: int | str) -> ChatState:
        """A chat that the bot may write to. Raises ``ApiError`` 400 or 403."""
        chat = self.chat(chat_id)
        if chat.blocked:
            group = "bot was kicked from the supergroup chat"
            raise forbidden(group if chat.in_group else "bot was blocked by the user")
        if not chat.in_group and not chat.started:
            raise forbidden("bot can't initiate conversation with a user")
        return chat
