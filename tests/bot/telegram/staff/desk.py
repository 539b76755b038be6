"""The staff's chat of a toy agent on the emulator, and cases that remember what was done."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import ClassVar

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from pydantic import JsonValue

from agents.staffed import ROOM, Staffed, Standing
from bot.cases import CaseGoneError
from bot.telegram.dispatcher import Outside, incoming
from bot.telegram.errors import Acceptance, RetryAdvice
from bot.telegram.groups import SharedGroups
from bot.telegram.sending import OutgoingRateLimit, Sender
from bot.telegram.staff import inbound
from bot.telegram.staff.inbound import ActsOnCases, StaffInbound
from bot.telegram.staff.rooms import StaffRooms, StaffTexts
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table
from domain.errors import AppError
from domain.messages import ButtonPress
from domain.replies import Choice, Content
from domain.staff import StaffAct, StaffAnswer, StaffMember, StaffPost
from tests.bot.telegram.telegram import (
    TOKEN,
    MemoryConversations,
    MemoryRecords,
    SaidAndShown,
    received,
)
from tests.fakes.attachments import InMemoryAttachments
from tests.telegram.emulator import Chat, Emulator, Person, running_emulator

STAFF = -1002001
CASE = "toy:C-1:T-1"
PICTURE = b"picture"
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FAST = OutgoingRateLimit(timedelta(milliseconds=1), per_second=1000, per_group_minute=100_000)


class Line(Content):
    topic: ClassVar[str] = "toy.line"
    text: str


def _line(line: Line, formats: Formats) -> Wording:
    del formats
    return Wording(lead=line.text)


@dataclass
class MemoryPosts:
    """Implements ``StaffPosts``. ``failing`` is raised by the next writes."""

    kept: dict[tuple[str, str], Standing] = field(default_factory=dict)
    held: list[str] = field(default_factory=list)
    failing: list[Exception] = field(default_factory=list)

    async def find(self, case: str, post: str) -> Standing | None:
        return self.kept.get((case, post))

    async def of(self, case: str) -> Sequence[Standing]:
        return [each for each in self.kept.values() if each.case == case]

    async def at(self, chat: int, message: int) -> Standing | None:
        here = (each for each in self.kept.values() if each.chat == chat)
        return next((each for each in here if each.message == message), None)

    async def case_in(self, chat: int, topic: int) -> str | None:
        rooms = (each for each in self.kept.values() if each.post == ROOM and each.chat == chat)
        return next((each.case for each in rooms if each.topic == topic), None)

    async def remember(self, standing: Standing) -> None:
        if self.failing:
            raise self.failing.pop(0)
        self.kept[standing.case, standing.post] = standing

    async def forget(self, case: str) -> None:
        self.kept = {key: each for key, each in self.kept.items() if each.case != case}

    async def held_by(self, member: StaffMember) -> Sequence[str]:
        del member
        return self.held


@dataclass
class Cases:
    """Takes acts as workflows do: one id once. ``failures`` come first."""

    acts: list[tuple[str, StaffAct]] = field(default_factory=list)
    answer: StaffAnswer = field(default_factory=lambda: StaffAnswer(applied=True))
    failures: list[AppError] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)

    async def act(self, case: str, act: StaffAct) -> StaffAnswer:
        if self.failures:
            raise self.failures.pop(0)
        if case in self.gone:
            raise CaseGoneError(case)
        if act.id not in {known.id for _, known in self.acts}:
            self.acts.append((case, act))
        return self.answer

    @property
    def done(self) -> list[tuple[str, str]]:
        return [(act.action, act.text or act.value) for _, act in self.acts]


@dataclass
class Desk:
    tg: Emulator
    chat: Chat
    mia: Person
    ben: Person
    rooms: StaffRooms
    posts: MemoryPosts
    cases: Cases
    conversations: MemoryConversations
    acceptance: Acceptance
    _next: int = 0

    async def handle(self) -> list[RetryAdvice]:
        """Every update since the last time, as polling would."""
        waiting = self.tg.world.updates.pending()
        new = [update for update in waiting if update["update_id"] >= self._next]
        outcomes = []
        for update in new:
            outcomes.append(await self.acceptance.attempt(received(update)))
            self._next = received(update).update_id + 1
        return outcomes

    def retry_last(self) -> None:
        self._next -= 1

    @property
    def texts(self) -> list[str]:
        return [shown.text for shown in self.chat.shown if shown.text]


def line(text: str) -> JsonValue:
    return {"text": text}


def post(name: str, text: str = "", **more: object) -> StaffPost:
    whole = {"case": CASE, "post": name, "topic": Line.topic, "content": line(text or name)}
    return StaffPost.model_validate(whole | more)


def press(action: str, label: str, value: str = "") -> Choice:
    return Choice(press=ButtonPress(action=action, subject=CASE, value=value), label=label)


@asynccontextmanager
async def staff_desk(
    rights: Sequence[str] = ("can_manage_topics", "can_delete_messages"),
    members: Sequence[int] = (),
    *,
    forum: bool = True,
    staffed: Staffed | None = None,
    cases: ActsOnCases | None = None,
    clock: Callable[[], datetime] = lambda: NOW,
) -> AsyncIterator[Desk]:
    """``staffed`` and ``cases``: of a real agent."""
    async with running_emulator(TOKEN, rate_limit=False) as tg:
        api = TelegramAPIServer.from_base(tg.base_url)
        mia, ben = tg.person(7001, "Mia"), tg.person(7002, "Ben")
        chat = tg.forum(STAFF, "Staff", members=[mia, ben], rights=rights)
        chat.forum = forum
        posts, toys, files = MemoryPosts(), Cases(), InMemoryAttachments()
        files.lend("customer", PICTURE)
        toy = Staffed("toy", STAFF, frozenset(members), "en", posts, table(Words(Line, _line)))
        async with Bot(TOKEN, session=AiohttpSession(api=api)) as bot:
            sender = Sender(bot, FAST)
            texts = StaffTexts(staffed or toy, "UTC", clock)
            desk = StaffInbound(bot, sender, cases or toys, texts, clock)
            conversations, records, voice = MemoryConversations(), MemoryRecords(), SaidAndShown()
            outside = Outside(
                conversations, records, SharedGroups(records), voice, voice, lambda: NOW
            )
            outside = replace(outside, staff=(inbound.setup(desk),))
            everybody = frozenset({mia.id, ben.id})
            yield Desk(
                tg,
                chat,
                mia,
                ben,
                StaffRooms(sender, files, texts),
                posts,
                toys,
                conversations,
                incoming(bot, outside, everybody, 100).acceptance,
            )
