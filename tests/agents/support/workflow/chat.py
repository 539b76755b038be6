"""A chat with the support agent: real rules, articles, rows and cases."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self, get_type_hints

from asyncpg import Record
from pydantic import BaseModel
from temporalio import activity
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.boundary import app_errors
from activities.patience import Patience
from adapters.model.provider import Provider
from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from agents.support.bind import bind
from agents.support.card import CARD
from agents.support.case.ticket_case import case_id
from agents.support.knowledge.files import read_articles
from agents.support.replies import AskToPass, TicketTold
from agents.support.settings import SupportSettings
from agents.support.staff_posts import StaffAction
from agents.support.store.customers import Customer, import_customers, link
from agents.support.store.kb import import_articles
from agents.support.ticket_workflow import TicketWorkflow
from agents.support.tickets import TicketStatus
from domain.conversation import ConversationStatus, Limits
from domain.errors import StorageUnavailableError
from domain.staff import STAFF_ACT, StaffAct, StaffAnswer, StaffMember
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from tests.given import given_id
from tests.local.waiting import eventually
from tests.workflows.chat import content_of
from tests.workflows.stored import StoredChat

SAMPLES = Path(__file__).parents[4] / "local" / "samples" / "support"

MIA = StaffMember(id="cli:mia", name="Mia")
BEN = StaffMember(id="cli:ben", name="Ben")

TOLD: Mapping[str, str] = {
    StaffAction.CLAIM: "claimed",
    StaffAction.BACK: "handed_back",
    StaffAction.CLOSE: "closed",
}
"""What the customer is told when staff do this."""
TOPIC = TicketTold.topic


async def fill(database: Database) -> None:
    """The articles of the sample company."""
    await import_articles(database, read_articles(SAMPLES / "kb").articles)


@dataclass
class Held:
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)


class SupportChat(StoredChat):
    """``plan``: of the customer; empty for somebody nobody knows. ``own``: further settings."""

    cached = 9
    """The chat, its tickets and what they leave. With one of them in memory the SDK's core may lose
    a task (docs/upstream/sdk-core-lost-task.md)."""

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        *,
        plan: str = "free",
        providers: Sequence[Provider] = (),
        patience: Patience | None = None,
        **own: object,
    ) -> None:
        super().__init__(env, limits, stores, locale, providers=providers, patience=patience)
        settings: dict[str, Any] = {
            "support_send_delay_s": 0,
            "support_embeddings": "off",
            "support_policy": str(SAMPLES / "support.toml"),
            **own,
        }
        self.agrees = True
        """Says yes whenever people are to get something."""
        self.held: dict[str, Held] = {}
        self.failing: set[str] = set()
        """Activities that cannot reach the database, by name."""
        self.answers: dict[str, BaseModel] = {}
        """What activities answer instead of their own."""
        self.plan, self.customer_id = plan, f"CUST-{self.chat_id}"
        parts = bind(self.lent, SupportSettings(_env_file=None, **settings))
        gated = {queue: tuple(map(self._gated, of)) for queue, of in parts.activities.items()}
        self.bring(replace(parts, activities=gated))

    async def quiet(self, message_id: str | None = None) -> ConversationStatus:
        """As of any chat; the customer lets people have what they are asked about."""
        status = await super().quiet(message_id)
        while (
            self.agrees and self.channel.shown and self.channel.shown[-1].topic == AskToPass.topic
        ):
            await self.press(PressAction.YES)
            status = await super().quiet(f"test:{self.chat_id}:{self.sent}")
        return status

    def _gated(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """The same activity behind the gate that a test closes, or with an answer of the test."""

        async def gated(request: Any) -> Any:  # noqa: ANN401 - stands for any
            if (held := self.held.get(run.__name__)) is not None:
                held.begun.set()
                await held.release.wait()
            if run.__name__ in self.failing:
                with app_errors():
                    raise StorageUnavailableError(run.__name__)
            return self.answers.get(run.__name__) or await run(request)

        hints = get_type_hints(run)
        (asked,) = (kind for name, kind in hints.items() if name != "return")
        gated.__annotations__ = {"request": asked, "return": hints["return"]}
        return activity.defn(name=run.__name__)(gated)

    def hold(self, name: str) -> "Held":
        """From now on an activity of this agent waits."""
        self.held[name] = Held()
        return self.held[name]

    def means(self, *words: str, **more: str) -> None:
        """A model finds these problems, and more of each, in what is said next."""
        self.limit(has_model=True)
        found = [{"words": each, **more} for each in words]
        self.understanding.understood.append(
            tuple(Act(kind=ActKind.OPEN, agent=CARD.slug, details=each) for each in found)
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        if self.plan:
            await self._introduce()
        async with super().open():
            try:
                yield self
            finally:
                for row in await self.tickets():
                    with suppress(RPCError):  # people never got it
                        await self.case(row["ticket_id"]).terminate()

    async def _introduce(self) -> None:
        info = Customer(plan=self.plan, tenure_months=14, seats=6)
        await import_customers(self.stores.database, {self.customer_id: info}, "import")
        async with self.stores.database.transaction() as connection:
            await link(connection, self.user_id, self.customer_id, "staff")

    # What staff do and see

    def case(self, ticket_id: str) -> WorkflowHandle[TicketWorkflow, None]:
        return self.client.get_workflow_handle_for(
            TicketWorkflow.run, case_id(self.customer_id, ticket_id)
        )

    async def staff(
        self,
        action: str,
        ticket_id: str = "",
        *,
        by: StaffMember = MIA,
        text: str = "",
        value: str = "",
    ) -> StaffAnswer:
        """An act on a ticket, without one on the newest. Once it is done, and the customer has been
        told of it: the notice of it is no answer to what they say next.
        """
        before = self._told_of(action)
        name = ticket_id or (await self.ticket())["ticket_id"]
        now, act_id = await self.env.get_current_time(), f"cli:{given_id()}"
        act = StaffAct(id=act_id, by=by, at=now, action=action, text=text, value=value, ref=act_id)
        answer: StaffAnswer = await self.case(name).execute_update(
            STAFF_ACT, act, id=act.id, result_type=StaffAnswer
        )
        if answer.applied and action in TOLD:
            await self.channel.until(lambda _: self._told_of(action) > before)
        return answer

    def _told_of(self, action: str) -> int:
        """How often the person was told that staff did this."""
        told = [content_of(r, TicketTold) for r in self.channel.shown if r.topic == TOPIC]
        return sum(each.what == TOLD.get(action) for each in told)

    async def said_in(self, ticket_id: str) -> list[str]:
        """What the people of a ticket know that the customer said."""
        case = await self.case(ticket_id).query(TicketWorkflow.case)
        return [each.message.text for each in case.customer]

    # What there is

    async def tickets(self) -> list[Record]:
        """Rows, oldest first."""
        return await self.execute(
            "SELECT * FROM support_tickets WHERE user_id = $1 ORDER BY at, number", self.user_id
        )

    async def ticket(self) -> Record:
        """The only one, or the newest."""
        return (await self.tickets())[-1]

    async def becomes(self, status: TicketStatus) -> None:
        """Waits until a ticket is that."""

        async def so() -> bool:
            return any(row["status"] == status for row in await self.tickets())

        await eventually(so)

    async def runs_of(self, ticket_id: str) -> list[Record]:
        """Runs of triage."""
        return await self.rows("SELECT * FROM support_runs", ticket_id, "run")

    async def customers_words(self, ticket_id: str) -> list[str]:
        """What the rows of a ticket have of the customer."""
        select = "SELECT body, who FROM support_messages"
        rows = await self.rows(select, ticket_id, "at, message_id")
        return [row["body"] for row in rows if row["who"] == "customer"]

    async def rows(self, select: str, ticket_id: str, order: str) -> list[Record]:
        where = f"WHERE ticket_id = $1 AND customer_id = $2 ORDER BY {order}"
        return await self.execute(f"{select} {where}", ticket_id, self.customer_id)

    async def activities(self) -> Counter[str]:
        """Activities of the conversation, by name."""
        found: Counter[str] = Counter()
        async for event in self.handle.fetch_history_events():
            scheduled = event.activity_task_scheduled_event_attributes
            found[scheduled.activity_type.name] += 1
        del found[""]
        return found
