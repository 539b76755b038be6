"""Telegram in memory: keeps each call and the messages as they are now, and fails on demand."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramNetworkError
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    SendDocument,
    SendMessage,
    SendPhoto,
    TelegramMethod,
)
from aiogram.methods.base import TelegramType
from aiogram.types import (
    BufferedInputFile,
    Chat,
    ChatMemberMember,
    InlineKeyboardMarkup,
    Message,
    User,
)

from bot.telegram.address import Address
from bot.telegram.sending import OutgoingPace, Sender
from domain.replies import Delivery, Reply
from tests.bot import samples

TOKEN = "42:TEST"
QUICK = OutgoingPace(per_second=10_000, between_messages=OutgoingPace().between_messages / 10_000)

Failure = Callable[[TelegramMethod[Any]], Exception]


def bad_request(reason: str) -> Failure:
    return lambda method: TelegramBadRequest(method, f"Bad Request: {reason}")


def forbidden(method: TelegramMethod[Any]) -> Exception:
    return TelegramForbiddenError(method, "Forbidden: bot was blocked by the user")


def network(method: TelegramMethod[Any]) -> Exception:
    return TelegramNetworkError(method, "Request timeout error")


def delivery(shown: Reply, address: Address, locale: str = "en_MY") -> Delivery:
    return samples.delivery(
        shown,
        channel="telegram",
        chat_id=address.chat_id,
        user_id=address.user_id,
        locale=locale,
    )


@dataclass
class Shown:
    text: str
    keyboard: InlineKeyboardMarkup | None
    reply_to: int | None = None
    topic: int | None = None
    document: tuple[str, bytes] | None = None
    """Name and content."""
    photo: tuple[str, bytes] | None = None


@dataclass
class FakeTelegram(BaseSession):
    """``failing`` holds what the next calls raise, one for each; None lets one pass."""

    calls: list[TelegramMethod[Any]] = field(default_factory=list)
    messages: dict[int, Shown] = field(default_factory=dict)
    failing: list[Failure | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    clock: Callable[[], float] | None = None
    statuses: dict[int, str] = field(default_factory=dict)
    """What members of a group are; a plain member if not said."""

    def __post_init__(self) -> None:
        super().__init__()

    def sender(self, pace: OutgoingPace = QUICK) -> Sender:
        return Sender(self.bot(), pace)

    def bot(self) -> Bot:
        return Bot(TOKEN, session=self)

    def of(self, kind: type[TelegramMethod[Any]]) -> list[Any]:
        return [call for call in self.calls if isinstance(call, kind)]

    @property
    def notes(self) -> list[str | None]:
        return [call.text for call in self.of(AnswerCallbackQuery)]

    async def make_request(
        self,
        bot: Bot,  # noqa: ARG002 - aiogram's signature
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ARG002, ASYNC109 - aiogram's signature
    ) -> TelegramType:
        self.calls.append(method)
        if self.clock is not None:
            self.times.append(self.clock())
        failure = self.failing.pop(0) if self.failing else None
        if failure is not None:
            raise failure(method)
        return cast(TelegramType, self._done(method))

    def _done(self, method: TelegramMethod[Any]) -> object:
        if isinstance(method, SendMessage | SendDocument | SendPhoto):
            number = 100 + len(self.messages)
            self.messages[number] = _shown(method)
            chat = Chat(id=int(method.chat_id), type="private")
            return Message(message_id=number, date=datetime.now(UTC), chat=chat)
        if isinstance(method, GetChatMember):
            person = User(id=method.user_id, is_bot=False, first_name="Somebody")
            status: Any = self.statuses.get(method.user_id, "member")
            return ChatMemberMember.model_construct(user=person, status=status)
        if isinstance(method, EditMessageText) and method.message_id is not None:
            self.messages[method.message_id] = Shown(method.text or "", method.reply_markup)
        if isinstance(method, EditMessageReplyMarkup) and method.message_id in self.messages:
            self.messages[method.message_id].keyboard = method.reply_markup
        return True

    async def stream_content(
        self,
        *_: object,
        **__: object,
    ) -> AsyncGenerator[bytes, None]:
        raise NotImplementedError
        yield b""

    async def close(self) -> None:
        self.calls.clear()


def _shown(method: SendMessage | SendDocument | SendPhoto) -> Shown:
    topic = method.message_thread_id
    match method:
        case SendDocument(document=BufferedInputFile() as file):
            return Shown("", None, None, topic, document=(file.filename or "", file.data))
        case SendPhoto(photo=BufferedInputFile() as file):
            return Shown("", None, None, topic, photo=(file.filename or "", file.data))
        case SendMessage(text=text, reply_parameters=answered):
            keyboard = cast("InlineKeyboardMarkup | None", method.reply_markup)
            return Shown(text, keyboard, answered.message_id if answered else None, topic)
    raise NotImplementedError(method)


@dataclass
class Notes:
    """Progress notes in memory. ``kept`` are those that no reply has claimed."""

    kept: dict[str, int] = field(default_factory=dict)
    claims: dict[tuple[str, str], int] = field(default_factory=dict)
    down: Exception | None = None

    async def note(self, conversation_id: str, message: int) -> None:
        if self.down is not None:
            raise self.down
        self.kept[conversation_id] = message

    async def waiting(self, conversation_id: str) -> int | None:
        if self.down is not None:
            raise self.down
        return self.kept.get(conversation_id)

    async def take(self, conversation_id: str, reply_id: str) -> int | None:
        if self.down is not None:
            raise self.down
        claim = (conversation_id, reply_id)
        if claim not in self.claims and conversation_id in self.kept:
            self.claims[claim] = self.kept.pop(conversation_id)
        return self.claims.get(claim)


async def never_at_work(_: Address) -> bool:
    """What a conversation says that is not asked here."""
    return False


@dataclass
class FixedLocales:
    locale: str = "en_MY"
    down: Exception | None = None

    async def locale_of(self, user_id: str) -> str:
        assert user_id.startswith("telegram:")
        if self.down is not None:
            raise self.down
        return self.locale
