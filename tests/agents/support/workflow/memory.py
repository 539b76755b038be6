# ruff: noqa: ANN401 - stands for any activity of the agent
"""A chat with the support agent on a desk in memory: rows, cases and nodes are scripted.

What the platform does is done as plainly as it can be: a task runs when it is opened, and again
when something is said to it.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import JsonValue

from agents.contract import Outcome
from agents.support import calls
from agents.support.details import SupportDetails
from agents.support.tickets import (
    Citation,
    CustomerInfo,
    ExtractedInfo,
    KbResult,
    MatchResult,
    RecommendedAction,
    SupervisorDecision,
    TicketStatus,
    TicketSummary,
    TicketType,
    TranslationResult,
    TriageResult,
    Urgency,
)
from agents.support.workflow import SupportAgent
from domain.calls import Call
from domain.errors import StorageUnavailableError
from domain.failures import ActivityFailed
from domain.messages import ButtonPress, Message
from domain.replies import Choice, Content
from domain.tasks import Injected, Opening
from domain.understanding import Act, ActKind, Person

NOW = datetime(2026, 11, 23, 6, 0, tzinfo=UTC)
DUE = NOW + timedelta(hours=1)
CUSTOMER = "CUST-002"
CONVERSATION = "conversation:test:1"

AUTO, ROUTE, ESCALATE = RecommendedAction


def article(name: str = "kb_011") -> Citation:
    return Citation(id=name, title=name, language="en", passage=f"What {name} says.")


class Nodes:
    """What the nodes find, by words of the ticket's last message; they note what they are asked."""

    def __init__(self) -> None:
        self.assessed: list[calls.AssessRequest] = []
        self.answered: list[calls.AnswerRequest] = []
        self.type = TicketType.GENERAL
        self.urgency = Urgency.LOW
        self.action = AUTO
        self.articles: tuple[Citation, ...] = (article(),)

    def assess(self, request: calls.AssessRequest) -> calls.Assessed:
        self.assessed.append(request)
        texts = tuple(message.text for message in request.ticket.messages)
        return calls.Assessed(
            translation=TranslationResult(
                original_language="en", is_english=True, translated_messages=texts,
                original_messages=texts,
            ),
            customer_info=CustomerInfo(plan="enterprise"),
            decision=SupervisorDecision(
                urgency=self.urgency, ticket_type=self.type, reasoning="scripted",
                requires_escalation=(
                    request.asked_person or request.reopened or request.not_solved > 1
                ),
            ),
        )  # fmt: skip

    def answer(self, request: calls.AnswerRequest) -> calls.Answered:
        self.answered.append(request)
        return calls.Answered(
            kb_results=tuple(KbResult(id=a.id, title=a.title, score=0.9) for a in self.articles),
            triage_result=TriageResult(
                urgency=self.urgency,
                extracted_info=ExtractedInfo(),
                recommended_action=self.action,
                suggested_response=self.articles[0].passage if self.articles else "",
                relevant_articles=tuple(a.id for a in self.articles),
                reasoning="scripted",
            ),
            citations=self.articles,
        )


class InMemory:
    """Implements ``ErrandDesk`` for errands; ``_Desk`` is a task's."""

    person = Person(user_id="test:1")
    conversation_id = CONVERSATION

    def __init__(self) -> None:
        self.nodes = Nodes()
        self.rows: dict[str, TicketSummary] = {}
        self.past: list[TicketSummary] = []
        self.cases: list[calls.PassRequest] = []
        self.saved: list[calls.SaveTicketRequest] = []
        self.events: list[calls.TicketEvent] = []
        self.said: list[tuple[Content, Sequence[Choice]]] = []
        self.match = MatchResult()
        self.matched: list[calls.MatchTicketRequest] = []
        self.held_by = ""
        self.away = 0
        """How often a save fails still."""
        self.heard: Message | None = None
        self.agents: dict[str, tuple[SupportAgent, _Desk]] = {}
        self._count = 0

    # ErrandDesk

    def tasks(self) -> Sequence[SupportAgent]:
        return [agent for agent, _ in self.agents.values()]

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        yield

    def next_change_id(self, task_id: str = "") -> str:
        self._count += 1
        return f"{task_id or CONVERSATION}/c{self._count}"

    def say(self, content: Content, choices: Sequence[Choice] = (), files: object = ()) -> None:
        del files
        self.said.append((content, choices))

    def hand(self, details: JsonValue, task_id: str | None = None) -> str | None:
        if task_id is not None:
            if task_id not in self.agents:
                return None
            act = Act(kind=ActKind.OPEN, agent="support", details=details)
            self.agents[task_id][1].inbox.append(Injected(act=act))
            return task_id
        self._count += 1
        new = f"{CONVERSATION}/support/{self._count}-x"
        desk = _Desk(self, new)
        opening = Opening(task_id=new, number=self._count, details=details)
        self.agents[new] = (SupportAgent.opened(opening, desk), desk)  # type: ignore[arg-type]
        return new

    async def call(self, call: Call[Any, Any], request: Any, doing: str, **_: object) -> Any:
        del doing
        if call.name == calls.AT_DESK.name:
            return calls.AtDesk(
                customer_id=CUSTOMER, active=tuple(self.rows.values()), past=tuple(self.past)
            )
        if call.name == calls.MATCH_TICKET.name:
            self.matched.append(request)
            return calls.MatchedTicket(match=self.match)
        if call.name == calls.SAVE_TICKET.name:
            return self._save(request)
        if call.name == calls.PASS_TO_TICKET.name:
            return self._passed(request)
        assert call.name == calls.NOTE_EVENT.name
        self.events.append(request)
        if request.helpful is False:
            row = self.rows[request.ticket_id]
            unhelpful = (*row.unhelpful, *request.articles)
            self.rows[request.ticket_id] = row.model_copy(update={"unhelpful": unhelpful})
        return calls.Nothing()

    def _save(self, request: calls.SaveTicketRequest) -> calls.SavedTicket:
        if self.away:
            self.away -= 1
            raise ActivityFailed(StorageUnavailableError.code, "")
        self.saved.append(request)
        ticket = request.state.ticket
        known = self.rows.get(ticket.ticket_id)
        self.rows[ticket.ticket_id] = TicketSummary(
            customer_id=CUSTOMER, ticket_id=ticket.ticket_id, task_id=request.task_id,
            number=request.number, status=request.status, type=request.type, language="en",
            text="\n".join(m.text for m in ticket.messages), last_at=NOW, messages=ticket.messages,
            unhelpful=known.unhelpful if known else (),
        )  # fmt: skip
        due = None if request.status is TicketStatus.SOLVED else DUE
        return calls.SavedTicket(ticket_id=ticket.ticket_id, first_due=due, saved_at=NOW)

    def _passed(self, request: calls.PassRequest) -> calls.Passed:
        self.cases.append(request)
        name = request.start.ticket_id
        status = {"withdrawn": TicketStatus.WITHDRAWN, "solved": TicketStatus.SOLVED}.get(
            request.said.kind, self.rows[name].status
        )
        if status is TicketStatus.WITHDRAWN:
            del self.rows[name]
        else:
            self.rows[name] = self.rows[name].model_copy(update={"status": status})
        return calls.Passed(status=status, held_by=self.held_by)

    # What the person does

    async def tell(self, words: str, **more: str) -> list[Content]:
        """Says something for support, and gives what was said since."""
        before = len(self.said)
        self._count += 1
        self.heard = Message(
            id=f"test:1:{self._count}", sender_id="test:1", sent_at=NOW, text=words
        )
        errand = SupportAgent.errand(SupportDetails(words=words, **more).model_dump(mode="json"))
        assert errand is not None
        await errand(self)  # type: ignore[arg-type]
        await self._work()
        return [content for content, _ in self.said[before:]]

    async def press(self, action: str, ticket_id: str = "", value: str = "") -> list[Content]:
        """Presses a button of the newest card that has it, or one with this value."""
        before = len(self.said)
        offered = [c.press for _, choices in self.said for c in choices if c.press.action == action]
        press = offered[-1] if not ticket_id else None
        press = press or ButtonPress(action=action, subject=ticket_id, value=value)
        self.heard = None
        errand = SupportAgent.press(press)
        assert errand is not None
        await errand(self)  # type: ignore[arg-type]
        await self._work()
        return [content for content, _ in self.said[before:]]

    async def _work(self) -> None:
        for task_id, (agent, desk) in list(self.agents.items()):
            if agent.state.fresh or desk.inbox:
                outcome = await agent.run(desk)  # type: ignore[arg-type]
                if outcome is not Outcome.RESTING:
                    del self.agents[task_id]

    def begin_solved(self, ticket_id: str, status: TicketStatus, words: str) -> None:
        self.rows[ticket_id] = TicketSummary(
            customer_id=CUSTOMER, ticket_id=ticket_id, task_id="gone", number=9, status=status,
            type=TicketType.BILLING, language="en", text=words, last_at=NOW,
        )  # fmt: skip


class _Desk:
    """One task's desk."""

    person = InMemory.person
    conversation_id = CONVERSATION

    def __init__(self, chat: InMemory, task_id: str) -> None:
        self._chat, self.task_id = chat, task_id
        self.inbox: list[Injected] = []

    async def settle(self) -> None:
        await asyncio.sleep(0)

    def injected(self) -> list[Injected]:
        taken, self.inbox = self.inbox, []
        return taken

    async def consider(self, call: Call[Any, Any], request: Any, doing: str) -> Any:
        del doing
        nodes = self._chat.nodes
        assess = call.name == calls.ASSESS_TICKET.name
        result = nodes.assess(request) if assess else nodes.answer(request)
        await asyncio.sleep(0)
        return None if self.inbox else result

    async def call(self, call: Call[Any, Any], request: Any, doing: str, **kept: Any) -> Any:
        if kept.get("outage") is not None and self._chat.away:
            self._chat.away = 0
            self.say(kept["outage"])
        return await self._chat.call(call, request, doing)

    def say(self, content: Content, choices: Sequence[Choice] = ()) -> None:
        self._chat.say(content, choices)
