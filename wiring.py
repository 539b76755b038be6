"""Binds ports to adapters, for each kind of process; the only place that names both."""

import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from temporalio.client import Client
from temporalio.worker import Worker, WorkerDeploymentConfig

from activities.boundary import BEAT
from activities.categorize import Categorize
from activities.deliver import Deliver
from activities.drafts import KeepDrafts
from activities.erasure import ErasePerson
from activities.ledger import KeepLedger
from activities.patience import Patience
from activities.preferences import KeepPreferences
from activities.purge import Purge
from activities.read_receipt import ReadReceipt
from activities.recall import Recall
from activities.transcribe import Transcribe
from activities.understand import Understand
from activities.usage import DayLimits, ReportUsage
from adapters.model.gateway import ModelGateway
from adapters.model.offline.engine import OfflineEngine
from adapters.ocr.engine import OcrPool
from adapters.ocr.reader import LocalReceiptReader
from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresPairing
from adapters.speech.chain import SpeechChain
from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.spans import Tracing
from adapters.telemetry.watch import Watch
from adapters.temporal import prepare, schedule_daily, versioned
from adapters.temporal_conversations import TemporalConversations
from bot.gateway import ConversationGateway, reply_queue
from bot.telegram.address import CHANNEL as TELEGRAM
from bot.telegram.invitation import open_code
from bot.terminal.run import Streams, run_terminal
from domain.errors import ConfigurationError
from domain.ledger import PurgeRequest
from domain.understanding import Person
from settings import Settings
from wiring_models import bind_models, patience_for_voices, patience_for_words
from workflows import dashboard
from workflows.conversation import Conversation
from workflows.erasure import Erasure
from workflows.housekeeping import Housekeeping
from workflows.options import MAIN_QUEUE, MODEL_QUEUE, READING_QUEUE

TERMINAL = "terminal"

WORKFLOWS = (Conversation, Erasure, Housekeeping)

STICKY = timedelta(seconds=3)
"""How long a conversation waits for the worker that has it in memory before any other may take
it: a killed worker holds its chats up no longer than this."""

GRACE = timedelta(seconds=5)
"""What has begun may finish within it when a worker is asked to stop; then it is cancelled and
another worker does it again."""


@dataclass(frozen=True)
class Wiring:
    """What a worker process is made of. Close it when the workers have stopped."""

    settings: Settings
    stores: Stores
    pool: OcrPool
    engine: OfflineEngine
    models: ModelGateway
    speech: SpeechChain
    patience: Patience
    telemetry: Telemetry

    async def prepare(self, client: Client) -> None:
        """What must stand in the namespace before the first conversation. Idempotent."""
        await prepare(client, [key.name for key in dashboard.SEARCH_ATTRIBUTES])
        retention = PurgeRequest(older_than=timedelta(days=self.settings.retention_days))
        await schedule_daily(client, "housekeeping", retention, MAIN_QUEUE)

    def watched(self, client: Client) -> AbstractAsyncContextManager[None]:
        """Measures inside what only the servers know; nothing where no metrics are served."""
        if self.telemetry.runtime is None:
            return nullcontext()
        queues = (MAIN_QUEUE, MODEL_QUEUE, READING_QUEUE, reply_queue(TELEGRAM, ""))
        circuits = self.telemetry.models.look
        return Watch(client, self.stores.ping, self.telemetry.meter, queues, circuits).running()

    def workers(self, client: Client) -> list[Worker]:
        """One worker for each task queue, since limits are set by queue."""
        understand = Understand(self.models, self.engine, self.patience)
        return [
            self._main_worker(client, understand),
            self._model_worker(client, understand),
            self._reading_worker(client),
        ]

    def _main_worker(self, client: Client, understand: Understand) -> Worker:
        """Conversations, their local activities, and everything that only needs the database."""
        ledger, drafts = KeepLedger(self.stores.ledger), KeepDrafts(self.stores.drafts)
        erase = ErasePerson(self.stores.erasure, TemporalConversations(client))
        return Worker(
            client,
            task_queue=MAIN_QUEUE,
            workflows=WORKFLOWS,
            activities=[
                ledger.save_transaction,
                ledger.amend_transaction,
                ledger.undo_transaction,
                ledger.restore_transaction,
                ledger.find_transaction,
                ledger.summarise_spending,
                drafts.keep_draft,
                drafts.reopen_draft,
                Recall(self.stores.transcript).recall_conversation,
                understand.recognise,
                KeepPreferences(self.stores.users).set_preference,
                erase.end_conversations,
                erase.erase_person,
                erase.forget_erasures,
                Purge(self.stores).purge_expired,
                ReportUsage(self.stores.usage, self._limits_of_person(), self.models).report_usage,
            ],
            sticky_queue_schedule_to_start_timeout=STICKY,
            graceful_shutdown_timeout=GRACE,
            deployment_config=self._version(),
        )

    def _limits_of_person(self) -> DayLimits:
        own = self.settings
        tokens, cost = own.user_daily_tokens, own.user_daily_cost_usd
        return DayLimits(tokens, cost, has_model=own.has_model, kept_days=own.retention_days)

    def _model_worker(self, client: Client, understand: Understand) -> Worker:
        threshold = self.settings.category_confidence_threshold
        categorize = Categorize(
            self.models,
            self.stores.preferences,
            self.stores.readings,
            threshold,
            self.patience,
        )
        return Worker(
            client,
            task_queue=MODEL_QUEUE,
            activities=[
                understand.understand,
                understand.decide,
                understand.converse,
                understand.summarise,
                categorize.categorize,
                Transcribe(
                    self.speech, self.stores.attachments, patience_for_voices(self.settings)
                ).transcribe,
            ],
            max_task_queue_activities_per_second=self._calls_per_second(),
            max_heartbeat_throttle_interval=BEAT,
            graceful_shutdown_timeout=GRACE,
            deployment_config=self._version(),
        )

    def _reading_worker(self, client: Client) -> Worker:
        read = ReadReceipt(
            LocalReceiptReader(self.pool),
            self.models,
            self.stores.attachments,
            self.stores.readings,
            self.stores.ledger,
            patience=self.patience,
        )
        return Worker(
            client,
            task_queue=READING_QUEUE,
            activities=[read.read_receipt],
            # More would only wait in this process; another one may have a free reader.
            max_concurrent_activities=self.settings.ocr_processes,
            max_heartbeat_throttle_interval=BEAT,
            graceful_shutdown_timeout=GRACE,
            deployment_config=self._version(),
        )

    def _version(self) -> WorkerDeploymentConfig | None:
        """All queues in one version: an activity is given to the version of its workflow."""
        return versioned(self.settings.worker_deployment, self.settings.worker_build_id)

    def _calls_per_second(self) -> float | None:
        """The server holds this limit for all workers together; rules need none."""
        return self.settings.rate_limit_rpm / 60 if self.settings.has_model else None

    async def close(self) -> None:
        await self.models.aclose()
        await self.speech.aclose()
        await self.pool.close()
        await self.stores.close()


async def build(settings: Settings, telemetry: Telemetry | None = None) -> Wiring:
    """Brings the database up to date and binds everything that a worker needs.

    Raises ``ConfigurationError`` or ``StorageUnavailableError`` when that cannot be done.
    """
    url = url_of(settings)
    await migrate(url)
    stores, engine = Stores.connect(url), OfflineEngine()
    telemetry = telemetry or Telemetry(TelemetryConfig("worker"))
    models = bind_models(settings, engine, stores.model_calls, stores.usage, telemetry.models)
    return Wiring(
        settings=settings,
        stores=stores,
        pool=OcrPool(settings.ocr_processes),
        engine=engine,
        models=models.gateway,
        speech=models.speech,
        patience=patience_for_words(settings),
        telemetry=telemetry,
    )


def url_of(settings: Settings) -> str:
    """The database of a deployment. Raises ``ConfigurationError`` when none is set."""
    if settings.database_url is None:
        msg = (
            "DATABASE_URL is not set: set it to postgresql://user:password@host:5432/database, "
            "or use `steward run`, which brings its own database"
        )
        raise ConfigurationError(msg)
    return settings.database_url.get_secret_value()


def gateway_for(
    settings: Settings, client: Client, stores: Stores, tracing: Tracing | None = None
) -> ConversationGateway:
    """The way from a channel to its conversations. New persons start with the defaults."""
    return ConversationGateway(
        client=client,
        transcript=stores.transcript,
        attachments=stores.attachments,
        users=stores.users,
        limits=settings.limits(),
        defaults=Person(
            user_id="",
            locale=settings.default_locale,
            currency=settings.default_currency,
            timezone=settings.default_timezone,
        ),
        tracing=tracing or Tracing(),
    )


async def terminal_chat(  # noqa: PLR0913 - what one chat needs, from its entry point
    settings: Settings,
    client: Client,
    database_url: str,
    chat_id: str,
    *,
    web_ui: str | None,
    history_file: Path | None,
    tracing: Tracing | None = None,
) -> int:
    """A chat in this terminal until it is left; returns the exit code."""
    stores = Stores.connect(database_url)
    gateway = gateway_for(settings, client, stores, tracing)
    person = gateway.defaults.model_copy(update={"user_id": f"{TERMINAL}:{chat_id}"})
    try:
        return await run_terminal(
            gateway,
            client,
            chat_id=chat_id,
            person=await stores.users.person(person),
            reply_queue=reply_queue(TERMINAL, chat_id),
            worker_activities=lambda channel: [Deliver(channel, stores.transcript).deliver],
            streams=Streams(sys.stdin, sys.stdout),
            web_ui=web_ui,
            history_file=history_file,
        )
    finally:
        await stores.close()


async def telegram_invitation(settings: Settings, database_url: str) -> str | None:
    """A line for the operator while nobody owns the bot yet: how to pair with it."""
    if settings.telegram_bot_token is None:
        return None
    stores = Stores.connect(database_url)
    try:
        code = await open_code(settings.allowed_users, PostgresPairing(stores.database))
    finally:
        await stores.close()
    return None if code is None else f"Telegram: to pair with your bot, send it  /start {code}"
