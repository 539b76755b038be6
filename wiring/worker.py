"""A worker: the platform's workflows and activities, and those of every enabled agent."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from temporalio.client import Client
from temporalio.worker import Worker

from activities.agent_step import AgentStep
from activities.begin import Begin
from activities.boundary import BEAT
from activities.drafts import KeepDrafts
from activities.erasure import ErasePerson
from activities.find_reply import FindReply
from activities.preferences import KeepPreferences
from activities.purge import Purge
from activities.restart import RestartConversation
from activities.transcribe import Transcribe
from activities.understand import ByRules, Understand
from activities.usage import DayLimits, ReportUsage
from adapters.file_links import FileLinks
from adapters.mcp.sessions import ToolSessions, sessions_of
from adapters.model.gateway import ModelGateway
from adapters.model.steps import Steps
from adapters.model.understanding import Understanding
from adapters.model.which_agent import Rules
from adapters.postgres.conversations import count_unexpired
from adapters.postgres.stores import Stores
from adapters.speech.chain import SpeechChain
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.watch import Watch
from adapters.temporal import prepare, schedule_daily, versioned
from adapters.temporal_conversations import TemporalConversations
from adapters.temporal_restart import TemporalRestart
from adapters.temporal_signals import SignalsWithPayloads
from agents.packages import PACKAGES
from agents.parts import AgentParts, Lent
from agents.registry import part, queues_of, vocabulary_of, workflows_of
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.tools import TOOL_QUEUE
from settings import Settings
from wiring.cases import TemporalCases
from wiring.channel import BOTS_QUEUES, GRACE, HTTP_QUEUE, enabled, gateway_for
from wiring.client import keyring
from wiring.models import bind_models, patience_for_voices, patience_for_words
from wiring.process import current_stores
from wiring.sandbox import sandbox
from wiring.tools import bind_tools, remote_tools
from workflows import dashboard
from workflows.aftermath import Aftermath
from workflows.conversation import Conversation
from workflows.erasure import Erasure
from workflows.housekeeping import Housekeeping
from workflows.names import HOUSEKEEPING

if TYPE_CHECKING:  # the library is only loaded where a server is configured
    from adapters.mcp.tools import RemoteTools

WORKFLOWS = (Conversation, Erasure, Aftermath, Housekeeping)

STICKY = timedelta(seconds=3)
"""How long a conversation waits for the worker that has it in memory before any other may take
it: a killed worker holds its chats up no longer than this."""

Activities = Mapping[str, Sequence[Callable[..., object]]]
"""By task queue."""


@dataclass(frozen=True)
class Wiring:
    """What a worker process is made of. Close it when the workers have stopped."""

    settings: Settings
    stores: Stores
    agents: tuple[AgentParts, ...]
    rules: Rules
    gateway: ModelGateway
    understanding: Understanding
    steps: Steps
    speech: SpeechChain
    telemetry: Telemetry
    cases: TemporalCases
    remote: "RemoteTools | None" = None
    """Tools of other servers, if models may use any."""
    sessions: ToolSessions = field(default_factory=ToolSessions)
    """With other servers, for whoever uses their tools."""

    async def prepare(self, client: Client) -> None:
        """What must stand in the namespace before the first conversation. Idempotent. From then on
        agents reach the namespace.
        """
        await prepare(client, [key.name for key in dashboard.SEARCH_ATTRIBUTES])
        await schedule_daily(client, HOUSEKEEPING, MAIN_QUEUE)
        self.cases.reach(gateway_for(self.settings, client, self.stores))
        for parts in self.agents:
            await parts.prepare()

    def watched(self, client: Client) -> AbstractAsyncContextManager[None]:
        """Measures inside what only the servers know; nothing where no metrics are served."""
        if self.telemetry.runtime is None:
            return nullcontext()
        queues = (*self.queues, *BOTS_QUEUES, HTTP_QUEUE)
        circuits = self.telemetry.models.look
        return Watch(
            client,
            self.stores.ping,
            self.telemetry.meter,
            queues,
            also=circuits,
            stored=self.stores.attachments.measure,
            unexpired=partial(count_unexpired, self.stores.database),
        ).running()

    def limits(self) -> Limits:
        """What conversations decide by, as today's settings have it."""
        own = {parts.slug: parts.limits for parts in self.agents if parts.limits is not None}
        remote = self.remote.specs() if self.remote else {}
        return self.settings.limits(own).model_copy(
            update={"remote_tools": remote, "erases_elsewhere": True}
        )

    def workers(self, client: Client) -> list[Worker]:
        """One worker for each task queue, since limits are set by queue."""
        platform = self._activities(client)
        return [self._worker(client, queue, platform.get(queue, ())) for queue in self.queues]

    @property
    def queues(self) -> tuple[str, ...]:
        """The platform's task queues, and those that the enabled agents have of their own."""
        own = queues_of(parts.slug for parts in self.agents)
        return tuple(dict.fromkeys((MAIN_QUEUE, MODEL_QUEUE, *own)))

    def _activities(self, client: Client) -> Activities:
        stores, settings = self.stores, self.settings
        slugs = tuple(parts.slug for parts in self.agents)
        first_steps = {p.slug: p.first_step for p in self.agents if p.first_step is not None}
        look_ups = [look_up for parts in self.agents for look_up in parts.look_ups]
        rules = ByRules(self.rules, lambda: slugs, self.limits, first_steps, look_ups)
        erasers = tuple(p.erase_elsewhere for p in self.agents if p.erase_elsewhere is not None)
        erase = ErasePerson(stores.erasure, TemporalConversations(client), erasers)
        drafts = KeepDrafts(stores.drafts)
        voices, words = patience_for_voices(settings), patience_for_words(settings)
        models = Understand(self.understanding, words)
        limits_of_day = DayLimits(
            settings.user_daily_tokens,
            settings.user_daily_cost_usd,
            has_model=settings.has_model,
            kept_days=settings.retention_days,
        )
        tools = bind_tools(self.agents, stores.tool_calls, self.limits().tool_timeout, self.remote)
        return {
            MAIN_QUEUE: (
                Begin(self.limits, stores.users, stores.transcript).begin_conversation,
                rules.understand_by_rules,
                rules.converse_by_rules,
                rules.summarise_by_rules,
                FindReply(stores.transcript).find_reply,
                drafts.keep_draft,
                drafts.reopen_draft,
                KeepPreferences(stores.users).set_preference,
                erase.end_conversations,
                erase.look_before_erasing,
                erase.erase_elsewhere,
                erase.erase_person,
                erase.forget_erasures,
                RestartConversation(TemporalRestart(client)).restart_conversation,
                Purge(stores, timedelta(days=settings.retention_days)).purge_expired,
                ReportUsage(stores.usage, limits_of_day, self.gateway).report_usage,
                tools.by_rules.agent_step_by_rules,
                tools.record.record_tool_calls,
            ),
            TOOL_QUEUE: (tools.run.run_tool,),
            MODEL_QUEUE: (
                models.understand,
                models.converse,
                models.summarise,
                AgentStep(self.steps, words).agent_step,
                Transcribe(self.speech, stores.attachments, voices).transcribe,
            ),
        }

    def _worker(
        self, client: Client, queue: str, platform: Sequence[Callable[..., object]]
    ) -> Worker:
        """Workflows run on the main queue, beside everything that only needs the database."""
        main, settings = queue == MAIN_QUEUE, self.settings
        own = [act for parts in self.agents for act in parts.activities.get(queue, ())]
        at_once = [parts.at_once[queue] for parts in self.agents if queue in parts.at_once]
        return Worker(
            client,
            task_queue=queue,
            workflows=(*WORKFLOWS, *workflows_of(PACKAGES)) if main else (),
            activities=[*platform, *own],
            workflow_runner=sandbox(),
            interceptors=[SignalsWithPayloads()],
            max_concurrent_activities=sum(at_once) if at_once else None,
            # The server holds this limit for all workers together; rules need none.
            max_task_queue_activities_per_second=(
                settings.rate_limit_rpm / 60
                if queue == MODEL_QUEUE and settings.has_model
                else None
            ),
            max_cached_workflows=settings.worker_cached_chats,
            max_heartbeat_throttle_interval=BEAT,
            sticky_queue_schedule_to_start_timeout=STICKY,
            graceful_shutdown_timeout=GRACE,
            # All queues in one version: an activity is given to the version of its workflow.
            **versioned(settings.worker_deployment, settings.worker_build_id),
        )

    async def close(self) -> None:
        await self.gateway.aclose()
        await self.speech.aclose()
        await self.steps.aclose()
        for parts in self.agents:
            await parts.close()
        await self.sessions.aclose()
        await self.stores.close()


async def build(settings: Settings, telemetry: Telemetry | None = None) -> Wiring:
    """Brings the database up to date and binds everything that a worker needs.

    Raises ``ConfigurationError`` or ``StorageUnavailableError`` when that cannot be done.
    """
    stores = await current_stores(settings)
    telemetry = telemetry or Telemetry(TelemetryConfig("worker"))
    models = bind_models(settings, stores.model_calls, stores.usage, telemetry.models)
    cases = TemporalCases()
    sessions = sessions_of(settings)
    lent = Lent(
        database=stores.database,
        attachments=stores.attachments,
        gateway=models.gateway,
        patience=patience_for_words(settings),
        cases=cases,
        timezone=settings.default_timezone,
        keys=keyring(settings),
        sessions=sessions,
        links=FileLinks.of(settings.http_public_origin, settings.log_pseudonym_key),
    )
    agents = tuple(part(slug, "bind").bind(lent) for slug in enabled(settings))
    lent.people.reach(next((each.take_person for each in agents if each.take_person), None))
    rules = Rules({parts.slug: parts.rules for parts in agents if parts.rules is not None})
    fragments = {parts.slug: parts.fragment for parts in agents if parts.fragment is not None}
    kits = {parts.slug: parts.toolkit for parts in agents if parts.toolkit is not None}
    return Wiring(
        settings=settings,
        stores=stores,
        agents=agents,
        rules=rules,
        gateway=models.gateway,
        understanding=Understanding(models.gateway, rules, fragments),
        steps=Steps(models.gateway, kits, models.moderation),
        speech=models.speech(vocabulary_of(enabled(settings))),
        telemetry=telemetry,
        cases=cases,
        remote=await remote_tools(sessions),
        sessions=sessions,
    )
