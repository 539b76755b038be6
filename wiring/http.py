"""Binds the HTTP channel: what is asked, what is shown, and who may ask."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial

import structlog
from aiohttp import web
from pydantic import SecretStr
from temporalio.client import Client
from temporalio.worker import Worker

from activities.boundary import BEAT
from activities.deliver import Deliver
from adapters.file_links import FileLinks
from adapters.health.report import Checkup
from adapters.http_server import listening
from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from adapters.telemetry.process import Telemetry
from adapters.telemetry.requests import RequestTelemetry
from adapters.telemetry.voice import VoiceTelemetry
from adapters.temporal import unversioned
from agents.collection import collections_of
from agents.endpoint import endpoints_of
from agents.records import records_of
from agents.registry import tools_of, vocabulary_of
from bot.clock import utc_now
from bot.http.address import CHANNEL
from bot.http.browsing import BrowsingRoutes
from bot.http.channel import HttpChannel
from bot.http.clients import Clients, Doors
from bot.http.consent import ConsentRoutes
from bot.http.endpoints import EndpointRoutes
from bot.http.file_links import FileLinkRoutes
from bot.http.hub import EventHub
from bot.http.openai import ChatPrograms
from bot.http.page import Page
from bot.http.records import RecordRoutes
from bot.http.routes import HttpParts, ToolView
from bot.http.server import LIMITS, application
from bot.http.streams import EventStreams
from bot.http.telephone.address import CHANNEL as TELEPHONE
from bot.http.tool_calls import ToolRoutes
from bot.http.turns import HttpSessions, HttpTurns
from bot.http.usage import UsageRoutes
from bot.http.voice.flow import CallLimits
from bot.http.voice.parts import VoiceConfig, VoiceParts
from bot.http.voice.rate_limit import SoundRateLimit
from bot.http.voice.routes import routes as voice_routes
from bot.http.voice.socket import Calls
from bot.program_requests import ProgramRequests
from domain.errors import ConfigurationError
from domain.tools import Effect, ToolSpec
from settings import Settings
from wiring.channel import GRACE, HTTP_QUEUE, TELEPHONE_QUEUE, agents_on, enabled, gateway_for
from wiring.consent import consent_of
from wiring.health import http_checkup, served
from wiring.models import BoundModels, bind_models
from wiring.process import watched_stores
from wiring.speech import bind_speech
from wiring.telephone import bind_carrier, bind_telephone
from wiring.tools import tools_in_use

_log = structlog.get_logger(__name__)

_DELIVERIES_AT_ONCE = 100
"""Each is one row."""

_MEGABYTE = 1024 * 1024
_BODY = timedelta(minutes=2)
"""For a photo over a telephone's network."""
_ENDING = timedelta(seconds=2)
"""For requests that are being answered when the process is asked to stop: each waiting client asks
again, and gets the same answer."""


async def run_http(
    settings: Settings, client: Client, stop: asyncio.Event, telemetry: Telemetry
) -> None:
    """Serves and shows replies until ``stop`` is set; what has begun may finish.

    Raises ``ConfigurationError`` where it cannot listen or a setting is none, and for a database
    that cannot be brought up to date.
    """
    listen = settings.http_listen
    if listen is None:
        raise ConfigurationError("HTTP_LISTEN is not set: host:port, such as 127.0.0.1:8085")
    async with (
        watched_stores(settings, client, telemetry) as stores,
        AsyncExitStack() as opened,
    ):
        health = http_checkup(settings, client, stores, stop)
        await opened.enter_async_context(
            served(health, settings.http_health_listen, "HTTP_HEALTH_LISTEN")
        )
        app = await _application(
            opened, settings, stores, client=client, telemetry=telemetry, health=health
        )
        RequestTelemetry(telemetry.meter).measure(app)
        limits = replace(LIMITS, body=_BODY, ending=_ENDING)
        async with listening(app, listen, "HTTP_LISTEN", limits):
            _log.info("http.listening", listen=listen)
            await stop.wait()


async def _application(  # noqa: PLR0913 - all that a request may need
    opened: AsyncExitStack,
    settings: Settings,
    stores: Stores,
    *,
    client: Client,
    telemetry: Telemetry,
    health: Checkup,
) -> web.Application:
    """The whole server, on parts that are ``opened`` and closed behind it."""
    agents, sound = agents_on(settings, CHANNEL), SoundRateLimit()
    consent = consent_of(settings, stores.consents, CHANNEL)
    gateway = gateway_for(settings, client, stores, telemetry.tracing, consent)

    async def open_turns(channel: str, queue: str) -> HttpTurns:
        events = stores.channel_events.of_channel(channel)
        hub = EventHub(events, events)
        await opened.enter_async_context(_running(hub))
        turns = HttpTurns(
            gateway,
            events,
            hub,
            agents=agents_on(settings, channel),
            timezone=settings.default_timezone,
            sound=sound,
            channel=channel,
            consent=consent,
        )
        await opened.enter_async_context(turns.running())
        await opened.enter_async_context(_replies(settings, client, stores, turns, queue))
        return turns

    turns = await open_turns(CHANNEL, HTTP_QUEUE)
    parts = HttpParts(
        clients=Clients(_doors(settings)),
        sessions=HttpSessions(
            turns.log, settings.default_locale, settings.default_timezone, consent
        ),
        turns=turns,
        log=turns.log,
        streams=EventStreams(turns.hub),
        files=stores.attachments,
        wait=settings.http_wait_seconds,
        per_minute=settings.rate_limit_messages_per_minute,
        tools=partial(_tools, settings),
        health=health,
    )
    collections = collections_of(agents)
    browsing = BrowsingRoutes(parts, stores.database, collections, agents)
    page = Page(
        parts.clients,
        voice=settings.voice_enabled,
        agents=agents,
        browsing=bool(collections),
    )
    chats = ChatPrograms(parts, agents[0], agents)
    tools = ToolRoutes(parts, tools_of(agents), stores.tool_calls.find)
    endpoints = EndpointRoutes(parts, ProgramRequests(client), endpoints_of(enabled(settings)))
    records = RecordRoutes(parts, stores.database, records_of(agents))
    recent = partial(
        stores.usage.recent,
        kept_for=timedelta(days=settings.retention_days),
        pseudonyms=Pseudonyms.of(settings.log_pseudonym_key),
    )
    usage = UsageRoutes(parts, recent, stores.usage.of_person)
    links = FileLinks.of(settings.http_public_origin, settings.log_pseudonym_key)
    linked = FileLinkRoutes(links, stores.attachments, utc_now).routes() if links else ()
    further = [
        *linked,
        *(*page.routes(), *chats.routes(), *tools.routes(), *browsing.routes()),
        *(*endpoints.routes(), *records.routes(), *usage.routes(), *ConsentRoutes(parts).routes()),
    ]
    if not settings.voice_enabled:
        return application(parts, further)
    models = bind_models(settings, stores.model_calls, stores.usage, telemetry.models)
    opened.push_async_callback(models.gateway.aclose)
    voice = replace(_voice(settings, parts, models, telemetry), rate_limit=sound)
    opened.push_async_callback(voice.listener.aclose)
    opened.push_async_callback(voice.synthesiser.aclose)
    calls = Calls(voice)
    further += voice_routes(voice, calls)
    if settings.telephone_account_sid is not None:
        turns = await open_turns(TELEPHONE, TELEPHONE_QUEUE)
        heard = replace(parts, turns=turns, log=turns.log, streams=EventStreams(turns.hub))
        carrier = bind_carrier(settings)
        opened.push_async_callback(carrier.aclose)
        lines = bind_telephone(settings, replace(voice, http=heard), calls, carrier)
        opened.push_async_callback(lines.aclose)
        further += lines.routes()
    app = application(parts, further)
    app.on_shutdown.append(calls.end_all)
    return app


@asynccontextmanager
async def _running(hub: EventHub) -> AsyncIterator[None]:
    """Listens inside for what happens in any process."""
    async with asyncio.TaskGroup() as group:
        hearing = group.create_task(hub.run())
        try:
            yield
        finally:
            hearing.cancel()


def _replies(
    settings: Settings, client: Client, stores: Stores, turns: HttpTurns, queue: str
) -> Worker:
    """What this process does for conversations: show replies, as any of its like does."""
    channel = HttpChannel(
        turns.log, turns.hub, utc_now, turns.agents, origin=settings.http_public_origin or ""
    )
    return Worker(
        client,
        task_queue=queue,
        activities=[Deliver(channel, stores.transcript).deliver],
        max_concurrent_activities=_DELIVERIES_AT_ONCE,
        max_heartbeat_throttle_interval=BEAT,
        graceful_shutdown_timeout=GRACE,
        **unversioned(),
    )


def _voice(
    settings: Settings, parts: HttpParts, models: BoundModels, telemetry: Telemetry
) -> VoiceParts:
    """What calls and recordings need. Starts no process."""
    speech = bind_speech(settings, models, vocabulary_of(enabled(settings)))
    limits = CallLimits(
        silence=timedelta(seconds=settings.voice_silence_seconds),
        longest=timedelta(minutes=settings.voice_max_minutes),
    )
    config = VoiceConfig(
        utterances=speech.config,
        limits=limits,
        most_calls=settings.voice_max_calls,
        wait=timedelta(seconds=settings.http_wait_seconds),
    )
    return VoiceParts(
        http=parts,
        listener=speech.recogniser,
        synthesiser=speech.synthesiser,
        config=config,
        telemetry=VoiceTelemetry(telemetry.meter),
    )


def _doors(settings: Settings) -> Doors:
    return Doors(
        api_keys={name: key.get_secret_value() for name, key in settings.api_keys.items()},
        operator_token=_plain(settings.http_operator_token),
        anonymous=settings.anonymous,
        page_code=_plain(settings.http_page_code),
        public_origin=settings.http_public_origin,
        allowed_origins=settings.http_allowed_origins,
        default_locale=settings.default_locale,
        new_sessions_an_hour=settings.http_sessions_per_hour,
        new_sessions_of_key=settings.http_sessions_per_hour_of_key,
        bytes_a_minute=settings.http_megabytes_per_minute * _MEGABYTE,
    )


def _plain(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()


async def _tools(settings: Settings) -> Sequence[ToolView]:
    specs = await tools_in_use(settings, enabled(settings))
    return [_view(spec) for spec in sorted(specs, key=lambda spec: spec.name)]


def _view(spec: ToolSpec) -> ToolView:
    server, _, name = spec.name.partition(".")
    return ToolView(
        server=server,
        name=name,
        description=spec.purpose,
        input_schema=spec.parameters,
        read_only=spec.effect is Effect.READ,
        repeatable=spec.repeatable,
    )
