"""A Telegram in memory behind aiogram's own client, and stand-ins for what lies behind the bot."""

import asyncio
from collections import deque
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
    GetFile,
    GetMe,
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
    File,
    InlineKeyboardMarkup,
    User,
)
from aiogram.types import Message as SentMessage

from agents import SLUGS
from bot.consent import NOT_ASKED, Consent
from bot.remembered import Remembered
from bot.telegram.access import Access
from bot.telegram.address import Address
from bot.telegram.channel import NewestButtons
from bot.telegram.consent import TelegramConsent
from bot.telegram.dispatcher import Incoming, Outside, incoming
from bot.telegram.errors import Acceptance, Received, RetryAdvice
from bot.telegram.groups import SharedGroups
from bot.telegram.handlers import presses
from bot.telegram.handlers.presses import Presses
from bot.telegram.notices import Notices
from bot.telegram.polling import FetchUpdates
from bot.telegram.sending import OutgoingRateLimit, Sender
from domain.errors import AppError
from domain.messages import MediaKind, Message
from domain.replies import Delivery, Reply
from domain.understanding import Person
from tests.bot import samples

TOKEN = "42:TEST"
QUICK = OutgoingRateLimit(
    per_second=10_000, between_messages=OutgoingRateLimit().between_messages / 10_000
)
ANA, BEN, EVE = 11, 12, 666
GROUP = -1001
NOON = int(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp())
ME = User(id=42, is_bot=True, first_name="Steward", username="StewardBot")


async def until(holds: Callable[[], object]) -> None:
    """Waits for what several objects are in, none of which tells of changes. The limit is that of
    a test.
    """
    while not holds():  # noqa: ASYNC110 - as said
        await asyncio.sleep(0.001)


Failure = Callable[[TelegramMethod[Any]], Exception]


def bad_request(reason: str) -> Failure:
    return lambda method: TelegramBadRequest(method, f"Bad Request: {reason}")


def forbidden(method: TelegramMethod[Any]) -> Exception:
    return TelegramForbiddenError(method, "Forbidden: bot was blocked by the user")


def network(method: TelegramMethod[Any]) -> Exception:
    return TelegramNetworkError(method, "Request timeout error")


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
    """Keeps each call, the messages as they are now, and updates until they are confirmed.
    ``failing`` holds what the next calls raise, one for each; None lets one pass.
    """

    calls: list[TelegramMethod[Any]] = field(default_factory=list)
    messages: dict[int, Shown] = field(default_factory=dict)
    failing: list[Failure | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    clock: Callable[[], float] | None = None
    statuses: dict[int, str] = field(default_factory=dict)
    """What members of a group are; a plain member if not said."""
    pending: list[dict[str, Any]] = field(default_factory=list)
    confirmed: int = 0
    files: dict[str, bytes] = field(default_factory=dict)
    declared: dict[str, int] = field(default_factory=dict)
    """Sizes of files, where they are not the real ones."""
    file_errors: deque[Exception] = field(default_factory=deque)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        super().__init__()

    def sender(self, rate_limit: OutgoingRateLimit = QUICK) -> Sender:
        return Sender(self.bot(), rate_limit)

    def bot(self) -> Bot:
        return Bot(TOKEN, session=self)

    def of(self, kind: type[TelegramMethod[Any]]) -> list[Any]:
        return [call for call in self.calls if isinstance(call, kind)]

    @property
    def notes(self) -> list[str | None]:
        return [call.text for call in self.of(AnswerCallbackQuery)]

    def deliver(self, *updates: dict[str, Any]) -> None:
        self.pending += updates
        self.news.set()

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
        if isinstance(method, FetchUpdates):
            return cast(TelegramType, await self._updates(method))
        return cast(TelegramType, self._answer(method))

    def _answer(self, method: TelegramMethod[Any]) -> object:
        match method:
            case GetMe():
                return ME
            case SendMessage() | SendDocument() | SendPhoto():
                number = 100 + len(self.messages)
                self.messages[number] = _shown(method)
                chat = Chat(id=int(method.chat_id), type="private")
                return SentMessage(message_id=number, date=datetime.now(UTC), chat=chat)
            case GetChatMember(user_id=user):
                status: Any = self.statuses.get(user, "member")
                member = User(id=user, is_bot=False, first_name="Somebody")
                return ChatMemberMember.model_construct(user=member, status=status)
            case GetFile(file_id=id_):
                if id_ not in self.files:
                    raise TelegramBadRequest(method, "Bad Request: invalid file_id")
                size = self.declared.get(id_, len(self.files[id_]))
                return File(file_id=id_, file_unique_id=id_, file_path=id_, file_size=size)
            case EditMessageText(message_id=int() as number):
                self.messages[number] = Shown(method.text or "", method.reply_markup)
            case EditMessageReplyMarkup(message_id=int() as number) if number in self.messages:
                self.messages[number].keyboard = method.reply_markup
        return True

    async def _updates(self, method: FetchUpdates) -> list[dict[str, Any]]:
        if method.offset:
            self.confirmed = method.offset - 1
            self.pending = [u for u in self.pending if u.get("update_id", 0) >= method.offset]
        while not self.pending and method.timeout:
            self.news.clear()
            await self.news.wait()
        return self.pending[:100]

    async def stream_content(
        self,
        url: str,
        headers: dict[str, Any] | None = None,
        timeout: int = 30,  # noqa: ASYNC109 - aiogram's signature
        chunk_size: int = 65536,
        raise_for_status: bool = True,  # noqa: FBT001, FBT002 - as above
    ) -> AsyncGenerator[bytes, None]:
        del headers, timeout, raise_for_status
        content = self.files[url.rsplit("/", 1)[1]]
        if self.file_errors:
            yield content[: len(content) // 2]
            raise self.file_errors.popleft()
        for start in range(0, len(content), chunk_size):
            yield content[start : start + chunk_size]

    async def close(self) -> None:
        """Nothing is open."""


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


def delivery(shown: Reply, address: Address, locale: str = "en_MY") -> Delivery:
    return samples.delivery(
        shown,
        channel="telegram",
        chat_id=address.chat_id,
        user_id=address.user_id,
        locale=locale,
    )


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


@dataclass
class MemoryConversations:
    """Takes messages as the gateway does: one id once, and whatever fails takes nothing."""

    messages: dict[str, Message] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    failures: deque[Exception] = field(default_factory=deque)
    failing_for: dict[str, Exception] = field(default_factory=dict)
    """By chat id, as long as it stands there."""
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    """By chat id: what is sent there waits for the event."""
    attempts: list[str] = field(default_factory=list)
    entered: asyncio.Event = field(default_factory=asyncio.Event)
    defaults: Person = field(default_factory=lambda: Person(user_id=""))
    consent: Consent = NOT_ASKED

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None:
        await self.consent.admit(message)
        self.attempts.append(message.id)
        self.entered.set()
        if chat_id in self.gates:
            await self.gates[chat_id].wait()
        if chat_id in self.failing_for:
            raise self.failing_for[chat_id]
        if self.failures:
            raise self.failures.popleft()
        assert message.id.startswith(f"{channel}:{chat_id}:")
        self.messages.setdefault(message.id, message)
        self.places[message.id] = chat_id
        self.people.setdefault(message.sender_id, defaults or self.defaults)

    @property
    def sent(self) -> list[Message]:
        return list(self.messages.values())

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.sent]


@dataclass
class MemoryRecords:
    """Pairing and groups. ``down`` is raised by every call."""

    open_code: str | None = None
    owned_by: str | None = None
    groups: dict[int, bool] = field(default_factory=dict)
    moves: list[tuple[int, int]] = field(default_factory=list)
    down: Exception | None = None
    tried: list[str] = field(default_factory=list)

    def _check(self) -> None:
        if self.down is not None:
            raise self.down

    async def code(self, fresh: str) -> str | None:
        self._check()
        self.open_code = self.open_code or fresh
        return None if self.owned_by else self.open_code

    async def owner(self) -> str | None:
        self._check()
        return self.owned_by

    async def pair(self, user: str, code: str) -> bool:
        self._check()
        self.tried.append(code)
        if self.owned_by is None and code == self.open_code:
            self.owned_by = user
            return True
        return False

    async def shared(self) -> frozenset[int]:
        self._check()
        return frozenset(chat for chat, shared in self.groups.items() if shared)

    async def move(self, before: int, after: int) -> None:
        self._check()
        self.moves.append((before, after))

    async def set_shared(self, chat: int, *, shared: bool, by: int) -> None:
        self._check()
        assert by
        self.groups[chat] = shared


@dataclass
class SaidAndShown:
    """What the bot said itself, and where it showed that it works."""

    said: list[tuple[int, str]] = field(default_factory=list)
    replied: list[int | None] = field(default_factory=list)
    """Of what was said, the message that it answers."""
    shown: list[tuple[Address, bool]] = field(default_factory=list)
    topics: list[int | None] = field(default_factory=list)
    broken: AppError | None = None

    async def say(self, chat: int, text: str, *, reply_to: int | None = None) -> int:
        if self.broken is not None:
            raise self.broken
        self.said.append((chat, text))
        self.replied.append(reply_to)
        return len(self.said)

    async def working(
        self,
        address: Address,
        *,
        slow: bool,
        message: int,
        kind: MediaKind | None = None,
        topic: int | None = None,
    ) -> None:
        del message, kind
        self.topics.append(topic)
        if self.broken is not None:
            raise self.broken
        self.shown.append((address, slow))

    def to(self, chat: int) -> list[str]:
        return [text for place, text in self.said if place == chat]


class NobodyKnown:
    """Implements ``KnownPeople``: whoever writes is new."""

    async def known(self, user_id: str) -> Person | None:
        del user_id
        return None


@dataclass
class Stage:
    """The incoming side on all of the above."""

    allowed: frozenset[int] = frozenset({ANA, BEN})
    per_minute: int = 1_000
    agents: tuple[str, ...] = SLUGS
    telegram: FakeTelegram = field(default_factory=FakeTelegram)
    conversations: MemoryConversations = field(default_factory=MemoryConversations)
    records: MemoryRecords = field(default_factory=MemoryRecords)
    voice: SaidAndShown = field(default_factory=SaidAndShown)
    now: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)
    newest_buttons: NewestButtons = field(default_factory=lambda: Remembered(9))

    def __post_init__(self) -> None:
        self.bot = self.telegram.bot()
        self.restart()

    def restart(self) -> None:
        """As a new process: all that was in memory is gone."""
        outside = Outside(
            gateway=self.conversations,
            pairing=self.records,
            groups=SharedGroups(self.records),
            voice=self.voice,
            typing_indicator=self.voice,
            clock=lambda: self.now,
            agents=self.agents,
            newest_buttons=self.newest_buttons,
            consent=(asking := self._ask_consent()),
        )
        pressed = presses.setup(
            Presses(
                self.conversations,
                self.telegram.sender(),
                FixedLocales(),
                lambda: self.now,
                consent=asking,
            )
        )
        further = () if self.conversations.consent is NOT_ASKED else (pressed,)
        self.incoming: Incoming = incoming(
            self.bot, outside, self.allowed, self.per_minute, *further
        )

    def _ask_consent(self) -> TelegramConsent:
        return TelegramConsent(
            self.conversations,
            self.telegram.sender(),
            NobodyKnown(),
            self.newest_buttons,
            lambda: self.now,
        )

    @property
    def access(self) -> Access:
        return self.incoming.access

    async def receive(self, update: dict[str, Any]) -> RetryAdvice:
        return await self.incoming.acceptance.attempt(received(update))

    def accepting(self, **parts: Any) -> Acceptance:  # noqa: ANN401 - those of Acceptance
        """Another one before the same handlers."""
        dispatcher = self.incoming.acceptance.dispatcher
        notices = Notices(self.voice, "en")
        return Acceptance(self.bot, dispatcher, notices=notices, access=self.access, **parts)

    async def hear(self, *updates: dict[str, Any]) -> list[Message]:
        """The messages that came of updates which are all settled."""
        before = set(self.conversations.messages)
        for update in updates:
            assert (await self.receive(update)).settled
        return [m for key, m in self.conversations.messages.items() if key not in before]


def received(update: dict[str, Any]) -> Received:
    made = Received.of(update)
    assert made is not None
    return made


def person(user: int, **parts: object) -> dict[str, Any]:
    return {"id": user, "is_bot": False, "first_name": "P", **parts}


def message(
    update_id: int,
    text: str | None = None,
    *,
    user: int = ANA,
    chat: int | None = None,
    sender: dict[str, Any] | None = None,
    **parts: object,
) -> dict[str, Any]:
    """An update with a message, as Telegram writes it."""
    place = user if chat is None else chat
    kind = "private" if place > 0 else "supergroup"
    body: dict[str, Any] = {
        "message_id": 1_000 + update_id,
        "date": NOON,
        "chat": {"id": place, "type": kind},
        "from": sender or person(user),
    }
    if text is not None:
        body["text"] = text
    return {"update_id": update_id, "message": body | parts}


def edited(update_id: int, original: dict[str, Any], **parts: object) -> dict[str, Any]:
    body = original["message"] | {"edit_date": NOON + 5} | parts
    return {"update_id": update_id, "edited_message": body}


def document(file_id: str, size: int | None = None) -> dict[str, Any]:
    declared = {} if size is None else {"file_size": size}
    return {"file_id": file_id, "file_unique_id": file_id, "file_name": "a.pdf", **declared}


def photo(file_id: str, *sizes: tuple[str, int, int]) -> list[dict[str, Any]]:
    return [
        {"file_id": name, "file_unique_id": name, "width": side, "height": side, "file_size": size}
        for name, side, size in (*sizes, (file_id, 800, 100_000))
    ]
