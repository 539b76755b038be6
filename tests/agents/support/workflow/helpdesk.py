"""A chat with the whole support agent: the real conversation and tickets on a Temporal server, the
real rows and knowledge base in PostgreSQL, and models over HTTP. Fakes are the customer's channel
and the staff's room.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from asyncpg import Record
from temporalio import activity
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.patience import Patience
from activities.understand import ByRules, Understand
from adapters.model.gateway import ModelGateway
from adapters.model.provider import Provider
from adapters.model.rules import AgentRules, Rules
from adapters.model.understanding import Understanding
from adapters.postgres.stores import Stores
from agents.parts import Lent
from agents.support.bind import bind
from agents.support.card import CARD
from agents.support.case import case_id
from agents.support.settings import SupportSettings
from agents.support.store.customers import link
from agents.support.ticket import TicketWorkflow
from bot.gateway import ConversationGateway
from bot.texts.wording import formats_for, worded
from domain.calls import MAIN_QUEUE, MODEL_QUEUE
from domain.commands import CommandForm
from domain.conversation import Limits
from domain.messages import Message
from domain.replies import Reply
from domain.staff import STAFF_ACT, CloseRoom, Posted, StaffAct, StaffAnswer, StaffMember, StaffPost
from domain.understanding import Person
from tests.adapters.model.gateway.doubles import Calls
from tests.local.waiting import eventually
from tests.workflows.chat import WORKFLOWS, Activities, Chat
from wiring.cases import TemporalCases

MIA = StaffMember(id="telegram:7001", name="Mia")
STAFF_QUEUE = "steward.telegram"
POLICY = Path("local/samples/support/support.toml")


class HelpDesk(Chat):
    """One customer's chat, and the room of the staff behind it."""

    workflows = (*WORKFLOWS, TicketWorkflow)

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        providers: Sequence[Provider] = (),
        *,
        customer: str = "",
        locale: str = "en_MY",
        patience: Patience | None = None,
    ) -> None:
        self.stores = stores
        self.customer = customer
        self.gateway = ModelGateway(providers, Calls())
        self.patience = patience or Patience()
        self.cases = TemporalCases()
        settings = SupportSettings.model_validate(
            {"support_policy": str(POLICY), "support_send_delay_s": 0, "support_staff_chat": -100,
             "support_embeddings": "off"}
        )  # fmt: skip
        lent = Lent(stores.database, stores.attachments, self.gateway, self.patience, self.cases)
        self.parts = bind(lent, settings)
        super().__init__(env, limits, locale)
        self.user_id = f"test:{self.chat_id}"
        self.person = Person(user_id=self.user_id, locale=locale)
        self.room: dict[str, StaffPost] = {}
        """What staff see, by the names of posts."""
        self._acts = 0

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        return CARD.commands

    def agent_rules(self) -> Mapping[str, AgentRules]:
        assert self.parts.rules is not None
        return {CARD.slug: self.parts.rules}

    # Around the workflows

    @activity.defn
    async def post_to_staff(self, post: StaffPost) -> Posted:
        self.room[post.post] = post
        return Posted(ref="1")

    @activity.defn
    async def remove_topic(self, request: CloseRoom) -> Posted:
        del request
        return Posted()

    def platform(self) -> Activities:
        """Words are read by the real rules, then by the models behind the gateway."""
        platform = dict(super().platform())
        assert self.parts.fragment is not None
        rules = Rules(self.agent_rules())
        own = ByRules(rules, self.enabled)
        models = Understand(
            Understanding(self.gateway, rules, {CARD.slug: self.parts.fragment}), self.patience
        )
        replaced: dict[str, Callable[..., object]] = {
            "understand_by_rules": own.understand_by_rules,
            "converse_by_rules": own.converse_by_rules,
            "understand": models.understand,
            "converse": models.converse,
        }
        for queue in (MAIN_QUEUE, MODEL_QUEUE):
            platform[queue] = [replaced.get(act.__name__, act) for act in platform[queue]]
        return platform

    def own(self) -> Activities:
        return {**self.parts.activities, STAFF_QUEUE: (self.post_to_staff, self.remove_topic)}

    def workers(self, *, cached: int = 9) -> list[Worker]:
        return super().workers(cached=cached)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        gateway = ConversationGateway(
            client=self.client,
            transcript=self.transcript,
            attachments=self.stored,
            users=self.users,
            defaults=self.person,
        )
        self.cases.reach(gateway)
        if self.customer:
            async with self.stores.database.transaction() as connection:
                await link(connection, self.user_id, self.customer, "sample")
        async with super().open():
            yield self
            for row in await self.tickets():
                with suppress(RPCError):  # nobody but the bot has seen it
                    await self._case(row).terminate()
        await self.gateway.aclose()

    async def _message(self, **parts: object) -> Message:
        return await super()._message(**parts, sender_id=self.user_id)

    # What the customer and the staff do

    async def hears(self, text: str, **how: object) -> str:
        """Says something, waits until it is dealt with, and gives what was shown since."""
        before = len(self.channel.shown)
        await self.quiet(await self.say(text, **how))
        return self.since(before)

    async def presses(self, action: str, reply: Reply | None = None) -> str:
        before = len(self.channel.shown)
        await self.press(action, reply)
        await self.quiet(f"test:{self.chat_id}:{self.sent}")
        return self.since(before)

    def since(self, before: int) -> str:
        return "\n".join(self.words(reply) for reply in self.channel.shown[before:])

    def words(self, reply: Reply) -> str:
        """A reply as the customer reads it, with its buttons."""
        formats = formats_for(self.person.locale, self.person.timezone, datetime.now(UTC))
        wording = worded(reply, formats)
        buttons = " ".join(f"[{button.label}]" for button in wording.buttons)
        return "\n".join(part for part in (wording.text(), buttons) if part)

    async def staff(self, action: str, *, text: str = "", value: str = "") -> StaffAnswer:
        """What Mia does about the newest ticket."""
        self._acts += 1
        act = StaffAct(
            id=f"{self.chat_id}:{self._acts}",
            by=MIA,
            at=await self.env.get_current_time(),
            action=action,
            value=value,
            text=text,
            ref=f"m{self._acts}",
        )
        case = await self.case()
        answer: StaffAnswer = await case.execute_update(
            STAFF_ACT, act, id=act.id, result_type=StaffAnswer
        )
        return answer

    # What there is

    async def case(self) -> WorkflowHandle[TicketWorkflow, None]:
        """The workflow of the newest ticket."""
        row = (await self.tickets())[-1]
        return self._case(row)

    def _case(self, row: Record) -> WorkflowHandle[TicketWorkflow, None]:
        name = case_id(row["customer_id"], row["ticket_id"])
        return self.client.get_workflow_handle_for(TicketWorkflow.run, name)

    async def tickets(self) -> list[Record]:
        """The rows of this person's tickets, oldest first."""
        async with self.stores.database.connection() as connection:
            return await connection.fetch(
                "SELECT * FROM support_tickets WHERE user_id = $1 ORDER BY number", self.user_id
            )

    async def posted(self, topic: str, **parts: object) -> StaffPost:
        """Waits until staff see a post of this topic whose content has these values."""

        def found() -> list[StaffPost]:
            return [
                post
                for post in self.room.values()
                if post.topic == topic
                and isinstance(post.content, dict)
                and parts.items() <= post.content.items()
            ]

        async def there() -> bool:
            return bool(found())

        await eventually(there)
        return found()[-1]
