"""A business that is written to and called over HTTP: the real server, log, gateway and
conversation, rules alone. Its tools are in memory.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from aiohttp import web
from temporalio.testing import WorkflowEnvironment

from activities.deliver import Deliver
from adapters.postgres.stores import Stores
from adapters.speech.ports import Activity, Synthesiser
from agents.service_calls.card import CARD
from agents.service_calls.exchange import CallRow, LogKind
from bot.gateway import ConversationGateway, reply_queue
from bot.http.address import CHANNEL
from bot.http.channel import HttpChannel
from bot.http.openai import ChatPrograms
from bot.http.page import Page
from bot.http.routes import HttpParts
from bot.http.voice.parts import Listener, VoiceConfig, VoiceParts
from bot.http.voice.routes import routes
from domain.conversation import Limits, conversation_id
from domain.understanding import Person
from tests.agents.service_calls.plays import NUMBERS
from tests.agents.service_calls.workflow.chat import CallChat
from tests.bot.http.house import House, house
from tests.bot.http.voice_fakes import CONFIG, UNHURRIED
from tests.local.waiting import eventually
from tests.workflows.chat import Activities

Further = Callable[[HttpParts], list[web.RouteDef]]


class Office(CallChat):
    """``http`` is its door; ``session_id`` the chat that is looked at, once one is named."""

    http: House
    reached_by = CHANNEL

    def __init__(self, env: WorkflowEnvironment, limits: Limits, stores: Stores) -> None:
        super().__init__(env, limits)
        self.limits = self.limits.model_copy(update={"home_agents": {self.reached_by: CARD.slug}})
        self.reply_queue = reply_queue(self.reached_by, "")
        self.session_id = ""
        self._stores = stores

    @property
    def id(self) -> str:
        return conversation_id(self.reached_by, self.session_id)

    @property
    def gateway(self) -> ConversationGateway:
        stores = self._stores
        return ConversationGateway(
            self.client, stores.transcript, stores.attachments, stores.users, Person(user_id="")
        )

    def platform(self) -> Activities:
        channel = HttpChannel(
            self._stores.channel_events, self.http.hub, lambda: datetime.now(UTC), (CARD.slug,)
        )
        return {
            **super().platform(),
            self.reply_queue: (Deliver(channel, self.transcript).deliver,),
        }

    @property
    def path(self) -> list[int]:
        """The nodes of the last call, as the specification numbers them."""
        begun = {
            step: str(line.body["node"])
            for (task_id, step, kind), line in self.log.lines.items()
            if task_id == self.row.task_id and kind == LogKind.ITERATION_STARTED
        }
        return [NUMBERS[begun[step]] for step in sorted(begun)]

    async def over(self) -> CallRow:
        """Waits until the last call is written as ended."""

        async def ended() -> bool:
            return bool(self.log.rows) and self.row.ended

        await eventually(ended)
        return self.row


def chats(parts: HttpParts) -> list[web.RouteDef]:
    """Pages and programs."""
    programs = ChatPrograms(parts, CARD.slug, (CARD.slug,), alive=0.05)
    return [*Page(parts.clients, voice=True, agents=(CARD.slug,)).routes(), *programs.routes()]


def lines(
    ear: Listener,
    mouth: Synthesiser,
    activity: Callable[[], Activity],
    config: VoiceConfig = CONFIG,
) -> Further:
    """Pages, programs, and live calls."""

    def further(parts: HttpParts) -> list[web.RouteDef]:
        voice = VoiceParts(
            http=parts,
            listener=ear,
            synthesiser=mouth,
            activity=activity,
            config=config,
            rate_limit=UNHURRIED(),
        )
        return [*chats(parts), *routes(voice)]

    return further


@asynccontextmanager
async def office(
    env: WorkflowEnvironment, limits: Limits, stores: Stores, further: Further = chats
) -> AsyncIterator[Office]:
    one = Office(env, limits, stores)
    async with house(stores, gateway=one.gateway, further=further) as one.http, one.open():
        yield one
