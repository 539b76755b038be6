"""Small working stand-ins for the ports and the gateway that a channel uses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.consent import NOT_ASKED, Consent
from bot.handover import TemporalUnreachableError
from bot.terminal.chat import TerminalChat, UpdateIds
from bot.terminal.memory import ScreenMemory
from bot.terminal.screen import numbered
from bot.texts.speech import Wording
from domain.conversation import ConversationState, ConversationStatus, RecalledTask
from domain.errors import AppError
from domain.history import History
from domain.messages import Attachment, Message
from domain.understanding import Person
from tests.bot.samples import NOW

IDLE = ConversationStatus(state=ConversationState.IDLE)


@dataclass
class FakeGateway:
    """Takes messages and answers ``status`` from a script, then with all of them handled.

    A scripted error is raised. ``on_send`` runs when a message came, as a conversation would.
    """

    script: list[ConversationStatus | AppError | None] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)
    refuse: AppError | None = None
    no_room: AppError | None = None
    """Raised when a file is to be stored."""
    earlier: History = field(default_factory=History)
    on_send: Callable[[Message], None] = lambda _: None
    asked: int = 0
    tried: list[str] = field(default_factory=list)
    unreachable: int = 0
    """How often sending fails before it succeeds."""
    finished: tuple[RecalledTask, ...] = ()
    consent: Consent = NOT_ASKED

    async def store(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        assert user_id == "ana"
        await self.consent.check(user_id)
        if self.no_room is not None:
            raise self.no_room
        self.contents[attachment.sha256] = content

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None:
        del defaults
        await self.consent.admit(message)
        self.tried.append(message.id)
        if len(self.tried) <= self.unreachable:
            raise TemporalUnreachableError("the server is restarting")
        if self.refuse is not None:
            raise self.refuse
        assert message.id.startswith(f"{channel}:{chat_id}:")
        self.sent.append(message)
        assert all(attachment.sha256 in self.contents for attachment in message.attachments)
        self.on_send(message)

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None:
        assert (channel, chat_id) == ("terminal", "home")
        self.asked += 1
        answer = self.script.pop(0) if self.script else self.settled()
        if isinstance(answer, AppError):
            raise answer
        return answer

    def settled(self) -> ConversationStatus:
        return IDLE.model_copy(update={"handled": tuple(m.id for m in self.sent)})

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History:
        assert (channel, chat_id, user_id) == ("terminal", "home", "ana")
        return History(entries=list(self.earlier.recent(limit)))

    async def done(self, channel: str, chat_id: str, user_id: str) -> tuple[RecalledTask, ...]:
        assert (channel, chat_id, user_id) == ("terminal", "home", "ana")
        return self.finished


@dataclass
class FakeScreen:
    """Keeps what was shown as lines."""

    lines: list[str] = field(default_factory=list)
    broken: bool = False
    gone: bool = False

    def show(self, wording: Wording, *, slashed: bool, first: int) -> None:
        if self.broken:
            raise OSError("gone")
        self.lines.append(wording.text())
        if wording.buttons:
            self.lines.append(numbered(wording.buttons, slashed=slashed, first=first))

    def notice(self, text: str) -> None:
        self.lines.append(text)

    def quote(self, speaker: str, text: str) -> None:
        self.lines.append(f"{speaker}: {text}")

    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass
class FakeClock:
    """A clock that only moves when it is paused or told to."""

    now: datetime = NOW
    pauses: list[float] = field(default_factory=list)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += timedelta(seconds=seconds)


class TerminalStage:
    """A chat in the terminal with everything around it faked."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.gateway = FakeGateway()
        self.screen = FakeScreen()
        self.memory = ScreenMemory()
        self.chat = TerminalChat(
            gateway=self.gateway,
            chat_id="home",
            person=Person(user_id="ana"),
            screen=self.screen,
            memory=self.memory,
            clock=self.clock,
            pause=self.clock.pause,
        )
        self.chat.updates = UpdateIds(self.clock)

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.gateway.sent]
