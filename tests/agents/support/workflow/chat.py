"""A chat with the support agent: real rules, articles, rows and cases; only the channel and what
else belongs to no agent are fakes.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, get_type_hints

from temporalio import activity
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.patience import Patience
from adapters.model.gateway import ModelGateway
from adapters.model.rules import AgentRules
from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from agents.parts import Lent
from agents.support.bind import bind
from agents.support.card import CARD
from agents.support.case import case_id
from agents.support.knowledge.files import read_articles
from agents.support.posts import StaffAction
from agents.support.replies import TicketTold
from agents.support.settings import SupportSettings
from agents.support.store.customers import Customer, import_customers, link
from agents.support.store.kb import import_articles
from agents.support.ticket import TicketWorkflow
from agents.support.tickets import TicketStatus
from bot.gateway import ConversationGateway
from bot.texts.wording import formats_for, worded
from domain.commands import CommandForm
from domain.conversation import Limits
from domain.messages import Message
from domain.replies import Reply
from domain.staff import STAFF_ACT, StaffAct, StaffAnswer, StaffMember
from domain.understanding import Act, ActKind, Person
from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.chat import WORKFLOWS, Activities, Chat, content_of
from wiring.cases import TemporalCases

SAMPLES = Path(__file__).parents[4] / "local" / "samples" / "support"

MIA = StaffMember(id="cli:mia", name="Mia")
BEN = StaffMember(id="cli:ben", name="Ben")

TOLD = {
    StaffAction.CLAIM: "claimed",
    StaffAction.BACK: "handed_back",
    StaffAction.CLOSE: "closed",
}
"""What the customer is told when staff do this."""
TOPIC = TicketTold.topic


class ForgottenCalls:
    """No model is asked by a gateway here."""

    async def record(self, *_: object) -> None:
        raise AssertionError


async def fill(database: Database) -> None:
    """The articles of the sample company."""
    await import_articles(database, read_articles(SAMPLES / "kb"))


@dataclass
class Held:
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)


class SupportChat(Chat):
    """``plan``: of the customer; empty for somebody nobody knows."""

    workflows = (*WORKFLOWS, TicketWorkflow)

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        *,
        plan: str = "free",
    ) -> None:
        own = SupportSettings(
            _env_file=None,
            support_send_delay_s=0,
            support_embeddings="off",
            support_policy=str(SAMPLES / "support.toml"),
        )
        self.cases = TemporalCases()
        self.held: dict[str, Held] = {}
        lent = Lent(
            stores.database,
            stores.attachments,
            ModelGateway([], ForgottenCalls()),
            Patience(),
            self.cases,
        )
        self.lent = lent
        self.parts = bind(lent, own)
        self.stores, self.plan = stores, plan
        super().__init__(env, limits, locale)
        self.chat_id = given_id()
        self.user_id = f"test:{self.chat_id}"
        self.person = Person(user_id=self.user_id, locale=locale)
        self.customer_id = f"CUST-{self.chat_id}"

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        return CARD.commands

    def agent_rules(self) -> Mapping[str, AgentRules]:
        assert self.parts.rules is not None
        return {CARD.slug: self.parts.rules}

    def own(self) -> Activities:
        own = self.parts.activities
        return {queue: tuple(map(self._gated, each)) for queue, each in own.items()}

    def _gated(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """The same activity behind the gate that a test closes."""

        async def gated(request: Any) -> Any:  # noqa: ANN401 - stands for any
            if (held := self.held.get(run.__name__)) is not None:
                held.begun.set()
                await held.release.wait()
            return await run(request)

        hints = get_type_hints(run)
        (asked,) = (kind for name, kind in hints.items() if name != "return")
        gated.__annotations__ = {"request": asked, "return": hints["return"]}
        return activity.defn(name=run.__name__)(gated)

    def hold(self, name: str) -> "Held":
        """From now on an activity of this agent waits."""
        self.held[name] = Held()
        return self.held[name]

    def means(self, *words: str) -> None:
        """A model finds these problems in what is said first."""
        self.limits = self.limits.model_copy(update={"has_model": True})
        self.understanding.understood.append(
            tuple(
                Act(kind=ActKind.OPEN, agent=CARD.slug, details={"words": each}) for each in words
            )
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        gateway = ConversationGateway(
            self.client, self.transcript, self.stored, self.users, self.person
        )
        self.cases.reach(gateway)
        if self.plan:
            await self._introduce(self.plan)
        async with super().open():
            yield self
            for name in [row["ticket_id"] for row in await self.tickets()]:
                with suppress(RPCError):  # people never got it
                    await self.case(name).terminate()

    async def _introduce(self, plan: str) -> None:
        database, info = self.stores.database, Customer(plan=plan, tenure_months=14, seats=6)
        await import_customers(database, {self.customer_id: info}, "import")
        async with database.transaction() as connection:
            await link(connection, self.user_id, self.customer_id, "staff")

    async def _message(self, **parts: object) -> Message:
        return await super()._message(**parts, sender_id=self.user_id)

    # What the person sees

    def words(self, reply: Reply) -> str:
        """A reply as the person reads it, with its buttons."""
        formats = formats_for(self.person.locale, self.person.timezone, datetime.now(UTC))
        wording = worded(reply, formats)
        buttons = " ".join(f"[{button.label}]" for button in wording.buttons)
        return "\n".join(part for part in (wording.text(), buttons) if part)

    async def hears(self, text: str, **how: object) -> str:
        """Says something, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        await self.quiet(await self.say(text, **how))
        return self.since(before)

    async def presses(self, action: str, value: str = "") -> str:
        before = len(self.channel.shown)
        await self.press(action, value=value)
        await self.quiet(f"test:{self.chat_id}:{self.sent}")
        return self.since(before)

    async def reads(self, part: str) -> str:
        """Waits until the person was shown something with these words; the whole of it."""
        await self.channel.until(lambda shown: any(part in self.words(each) for each in shown))
        return [w for w in map(self.words, self.channel.shown) if part in w][-1]

    def since(self, before: int) -> str:
        return "\n".join(self.words(reply) for reply in self.channel.shown[before:])

    # What staff do and see

    def case(self, ticket_id: str) -> WorkflowHandle[TicketWorkflow, None]:
        return self.client.get_workflow_handle_for(
            TicketWorkflow.run, case_id(self.customer_id, ticket_id)
        )

    async def staff(
        self, action: StaffAction, ticket_id: str = "", *, by: StaffMember = MIA, text: str = ""
    ) -> StaffAnswer:
        """An act on a ticket, without one on the newest. Once it is done, and the customer has been
        told of it: the notice of it is no answer to what they say next.
        """
        before = self._told_of(action)
        name = ticket_id or (await self.ticket())["ticket_id"]
        act = StaffAct(
            id=f"cli:{given_id()}", by=by, at=await self.env.get_current_time(),
            action=action, text=text,
        )  # fmt: skip
        answer: StaffAnswer = await self.case(name).execute_update(
            STAFF_ACT, act, id=act.id, result_type=StaffAnswer
        )
        if answer.applied and action in TOLD:
            await self.channel.until(lambda _: self._told_of(action) > before)
        return answer

    def _told_of(self, action: StaffAction) -> int:
        """How often the person was told that staff did this."""
        told = [content_of(r, TicketTold) for r in self.channel.shown if r.topic == TOPIC]
        return sum(each.what == TOLD.get(action) for each in told)

    async def said_in(self, ticket_id: str) -> list[str]:
        """What the people of a ticket know that the customer said."""
        case = await self.case(ticket_id).query(TicketWorkflow.case)
        return [each.message.text for each in case.customer if not each.bot]

    # What there is

    async def tickets(self) -> list[dict[str, Any]]:
        """Rows, oldest first."""
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(
                "SELECT * FROM support_tickets WHERE user_id = $1 ORDER BY at, number", self.user_id
            )
        return [dict(row) for row in rows]

    async def ticket(self) -> dict[str, Any]:
        """The only one, or the newest."""
        return (await self.tickets())[-1]

    async def becomes(self, status: TicketStatus, ticket_id: str = "") -> None:
        """Waits until a ticket is that."""

        async def so() -> bool:
            rows = await self.tickets()
            return any(
                row["status"] == status and ticket_id in {"", row["ticket_id"]} for row in rows
            )

        await eventually(so)

    async def runs_of(self, ticket_id: str) -> list[dict[str, Any]]:
        """Runs of triage."""
        return await self.rows("SELECT * FROM support_runs", ticket_id, "run")

    async def customers_words(self, ticket_id: str) -> list[str]:
        """What the rows of a ticket have of the customer."""
        select = "SELECT body, who FROM support_messages"
        rows = await self.rows(select, ticket_id, "at, message_id")
        return [row["body"] for row in rows if row["who"] == "customer"]

    async def until_scheduled(self, name: str, times: int) -> None:
        """Waits until an activity was begun so often."""

        async def so_often() -> bool:
            return (await self.activities())[name] >= times

        await eventually(so_often)

    async def rows(self, select: str, ticket_id: str, order: str) -> list[dict[str, Any]]:
        where = f"WHERE ticket_id = $1 AND customer_id = $2 ORDER BY {order}"
        async with self.stores.database.connection() as connection:
            rows = await connection.fetch(f"{select} {where}", ticket_id, self.customer_id)
        return [dict(row) for row in rows]

    async def execute(self, sql: str, *arguments: object) -> None:
        """As an operator would."""
        async with self.stores.database.connection() as connection:
            await connection.execute(sql, *arguments)

    async def activities(self) -> Counter[str]:
        """Regular activities of the conversation, by name."""
        found: Counter[str] = Counter()
        async for event in self.handle.fetch_history_events():
            scheduled = event.activity_task_scheduled_event_attributes
            found[scheduled.activity_type.name] += 1
        del found[""]
        return found

    async def ratings(self, ticket_id: str, count: int) -> list[int]:
        """Scores, oldest first, when there are so many."""
        found: list[int] = []

        async def all_of_them() -> bool:
            rows = await self.rows("SELECT score FROM support_ratings", ticket_id, "at")
            found[:] = [row["score"] for row in rows]
            return len(found) >= count

        await eventually(all_of_them)
        return found
