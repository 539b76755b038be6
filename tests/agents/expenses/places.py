"""Places in a conversation, in memory: what the agent says, asks and calls, without Temporal."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date, datetime, timedelta
from typing import TypeVar

from pydantic import BaseModel, JsonValue

from agents.contract import Agent, Choices, ConfirmAnswer, ToolUser
from agents.expenses.card import CARD
from domain.activity_calls import ActivityCall
from domain.conversation import AgentLimits, Limits
from domain.events import Purchase
from domain.history import Entry
from domain.messages import Attachment, ButtonPress, CallRequest, Message
from domain.replies import Choice, Content, File
from domain.tasks import DraftStatus, Injected
from domain.tools import Heard, ToolResult, TurnEnd
from domain.understanding import Person
from tests.agents.expenses.drafts import PERSON, TODAY

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")
Kind = TypeVar("Kind")
Answer = BaseModel | Exception | Callable[[BaseModel], BaseModel]


class Waits(BaseException):
    """The task waits for the person, who says nothing more in this test."""


class Place:
    """``answers`` has what each activity does, by name: a result, an error, or a function of its
    request; a list is used up one by one. ``asked`` are the requests, in order.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.history: tuple[Entry, ...] = ()
        self.answers: dict[str, Answer | list[Answer]] = {}
        self.asked: list[tuple[str, BaseModel]] = []
        self.said: list[Content] = []
        self.buttons: list[Sequence[Choice]] = []
        self.sent: list[File] = []
        self.outages: list[Content | None] = []
        self.offered: list[Purchase] = []
        self._changes = 0

    @property
    def conversation_id(self) -> str:
        return "c"

    @property
    def person(self) -> Person:
        return PERSON

    @property
    def channel(self) -> str:
        return "test"

    @property
    def spoken(self) -> bool:
        return False

    @property
    def calls(self) -> list[str]:
        return [name for name, _ in self.asked]

    def requests(self, name: str) -> list[BaseModel]:
        return [request for called, request in self.asked if called == name]

    def request(self, name: str, kind: type[Kind]) -> Kind:
        """The only request of that activity."""
        (request,) = self.requests(name)
        assert isinstance(request, kind)
        return request

    def reply(self, kind: type[Kind]) -> Kind:
        """The only thing that was said."""
        (content,) = self.said
        assert isinstance(content, kind)
        return content

    def own_limits(self, kind: type[AgentLimits]) -> AgentLimits:
        return self.limits.of(CARD.slug, kind)

    def today(self) -> date:
        return TODAY

    def date_of(self, moment: datetime) -> date:
        return moment.date()

    def next_change_id(self, task_id: str = "") -> str:
        self._changes += 1
        return f"{task_id or self.conversation_id}/c{self._changes}"

    async def call(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        *,
        outage: Content | None = None,
    ) -> Result:
        assert doing
        self.outages.append(outage)
        return self._answer(call, request)

    def _answer(self, call: ActivityCall[Request, Result], request: Request) -> Result:
        self.asked.append((call.name, request))
        answer = self.answers[call.name]
        if isinstance(answer, list):
            answer = answer.pop(0)
        if isinstance(answer, Exception):
            raise answer
        result = answer(request) if not isinstance(answer, BaseModel) else answer
        assert isinstance(result, call.result)
        return result

    def offer(self, purchase: Purchase) -> Sequence[Choice]:
        """No other agent is here."""
        self.offered.append(purchase)
        return ()

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        self.sent += files
        self.said.append(content)
        self.buttons.append(choices)


class TaskPlace(Place):
    """Implements ``Desk``. ``hears`` is what the person says whenever the task waits for them;
    ``stopped`` makes whatever is awaited next raise, as a cancel does.
    """

    reason = ""
    turn_number = 1

    def __init__(self, *hears: Injected, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self.hears = deque(hears)
        self.questions: list[tuple[str, Content, Sequence[ButtonPress]]] = []
        self.drafts: list[tuple[str, DraftStatus]] = []
        self.waiting: list[Injected] = []
        self.stopped = False
        self.room = True
        """For tasks beside this one."""
        self.opened_beside: list[Attachment] = []
        self.files: dict[str, Attachment | Exception] = {}
        self.next_number = 2

    @property
    def task_id(self) -> str:
        return "c/expenses/1"

    @property
    def has_injected(self) -> bool:
        return bool(self.waiting)

    def injected(self) -> list[Injected]:
        taken, self.waiting = self.waiting, []
        return taken

    def _go_on(self) -> None:
        if self.stopped:
            raise asyncio.CancelledError

    async def turn(self, user: ToolUser, said: Sequence[Heard] = ()) -> TurnEnd:
        raise NotImplementedError  # it uses no tools

    async def settle(self) -> None:
        self._go_on()

    async def call(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        *,
        outage: Content | None = None,
    ) -> Result:
        self._go_on()
        return await super().call(call, request, doing, outage=outage)

    async def consider(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        within: timedelta | None = None,
    ) -> Result | None:
        self._go_on()
        assert doing
        assert within is None or within > timedelta(0)
        return self._answer(call, request)

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        del outage
        self._go_on()
        found = self.files.get(attachment.sha256, attachment)
        if isinstance(found, Exception):
            raise found
        return found

    async def ask(self, kind: str, content: Content, choices: Choices = lambda _: ()) -> None:
        self._go_on()
        self.questions.append((kind, content, [choice.press for choice in choices("q1")]))
        if not self.hears:
            raise Waits
        self.waiting.append(self.hears.popleft())

    async def confirm(self, content: Content, card: BaseModel | None = None) -> ConfirmAnswer:
        raise NotImplementedError

    async def listen(self, within: timedelta | None = None) -> bool:
        raise NotImplementedError

    async def delivered(self) -> None:
        self._go_on()

    def let_go(self, *, talking: bool = False) -> None:
        raise NotImplementedError

    def tasks(self) -> Sequence[Agent[BaseModel]]:
        return ()

    def pass_on(self, text: str, part: str = "") -> bool:
        raise NotImplementedError

    def correct(self, task_id: str, details: JsonValue, evidence: str) -> None:
        raise NotImplementedError

    def open_beside(self, files: Sequence[Attachment]) -> bool:
        self.opened_beside.extend(files)
        return self.room

    def reserve(self, count: int) -> int:
        first, self.next_number = self.next_number, self.next_number + count
        return first

    def keep_draft(self, state: BaseModel, status: DraftStatus = DraftStatus.KEPT) -> None:
        self.drafts.append((state.model_dump_json(), status))


class HandlerPlace(Place):
    """Implements ``HandlerDesk``; nothing of expenses hands words on."""

    heard: Message | None = None
    about: str | None = None
    edits = ""
    agreed = False

    def __init__(self) -> None:
        super().__init__()
        self.remembered: list[Agent[BaseModel]] = []
        self.forgotten: dict[str, JsonValue] = {}

    async def carry_out(self, wanted: CallRequest, *, further: int = 0) -> ToolResult:
        raise NotImplementedError

    def remember(self, agent: Agent[BaseModel]) -> None:
        self.remembered.append(agent)

    def forget(self, task_id: str, card: JsonValue = None) -> None:
        self.forgotten[task_id] = card

    def tasks(self) -> Sequence[Agent[BaseModel]]:
        return ()

    def concerns(self, task_id: str) -> None:
        raise NotImplementedError

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        raise NotImplementedError

    def in_turn(self) -> AbstractAsyncContextManager[None]:
        raise NotImplementedError

    def hand(self, details: JsonValue, task_id: str | None = None) -> str | None:
        raise NotImplementedError
