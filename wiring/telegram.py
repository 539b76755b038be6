"""Binds the Telegram channel: what comes in, what goes out, and who may talk."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

import structlog
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import AiogramError
from aiogram.utils.token import TokenValidationError
from temporalio.client import Client
from temporalio.worker import Worker

from activities.attachments import FetchAttachments
from activities.boundary import BEAT
from activities.deliver import Deliver
from adapters.http_server import listening
from adapters.media.sniffing import attachment_of
from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresGroups, PostgresPairing, PostgresProgressNotes
from adapters.telemetry.process import Telemetry
from adapters.telemetry.updates import UpdateTelemetry
from adapters.temporal import unversioned
from agents.registry import optional_part
from agents.staffed import Staffed
from bot.cases import StaffDesk
from bot.clock import utc_now
from bot.gateway import files_queue, reply_queue
from bot.remembered import Remembered
from bot.telegram import menu
from bot.telegram.access import may_be_answered
from bot.telegram.address import CHANNEL, Address
from bot.telegram.channel import REMEMBERED, NewestButtons, TelegramChannel
from bot.telegram.consent import TelegramConsent
from bot.telegram.dispatcher import Incoming, Outside, incoming
from bot.telegram.downloads import AT_ONCE, Downloads
from bot.telegram.errors import Acceptance
from bot.telegram.groups import SharedGroups
from bot.telegram.handlers import presses
from bot.telegram.handlers.presses import Presses
from bot.telegram.locales import KnownLocales
from bot.telegram.polling import Polling
from bot.telegram.pulse import Pulse
from bot.telegram.sending import OutgoingRateLimit, Sender
from bot.telegram.staff import inbound as staff_inbound
from bot.telegram.staff.activities import StaffActivities, note
from bot.telegram.staff.inbound import StaffInbound
from bot.telegram.staff.rooms import StaffRooms, StaffTexts
from bot.telegram.typing_indicator import TypingIndicator
from bot.telegram.webhook import Webhook, webhook_app
from domain.conversation import ConversationState, FilesRead
from domain.errors import ConfigurationError
from settings import Settings, TelegramAccess
from wiring.channel import GRACE, agents_on, enabled, gateway_for
from wiring.consent import consent_of
from wiring.health import bot_health
from wiring.process import watched_stores

_log = structlog.get_logger(__name__)

_DELIVERIES_AT_ONCE = 100
"""Each waits for its own chat's pace most of the time."""


async def run_bot(
    settings: Settings, client: Client, stop: asyncio.Event, telemetry: Telemetry
) -> None:
    """Takes updates and shows replies until ``stop`` is set; what has begun may finish.

    Raises ``ConfigurationError`` for a missing or refused token, for a webhook that Telegram does
    not take or that has nowhere to listen, and for a database that cannot be brought up to date.
    """
    async with (
        watched_stores(settings, client, telemetry) as stores,
        AsyncExitStack() as opened,
    ):
        pulse = Pulse()
        await opened.enter_async_context(bot_health(settings, client, stores, pulse, stop))
        bot = _bot(settings)
        opened.push_async_callback(bot.session.close)
        sides = _sides(settings, client, stores, bot, telemetry)
        opened.push_async_callback(sides.typing_indicator.close)
        # From here on nothing that comes waits for the database.
        await sides.groups.recall()
        await sides.incoming.access.recall()
        code = await sides.incoming.access.invitation()
        if code is not None:  # the operator of a deployment finds it in the bot's log
            _log.warning("telegram.not_paired", send_to_the_bot=f"/start {code}")
        for worker in _workers(client, stores, bot, sides):
            await opened.enter_async_context(worker)
        # Many calls, for which replies that wait need not wait.
        await menu.publish(bot, agents_on(settings, CHANNEL))
        await _take_updates(settings, bot, sides.incoming.acceptance, stop, pulse)


@dataclass(frozen=True)
class _Sides:
    incoming: Incoming
    channel: TelegramChannel
    typing_indicator: TypingIndicator
    groups: SharedGroups
    rooms: tuple[StaffRooms, ...]


def _workers(client: Client, stores: Stores, bot: Bot, sides: _Sides) -> tuple[Worker, Worker]:
    """What this process does for conversations: show replies, and fetch files. Apart, so that
    many photos hold up no reply. What staff are shown goes with the replies.
    """
    staff = StaffActivities(sides.rooms)
    fetch = FetchAttachments(Downloads(bot), stores.attachments, stores.users, attachment_of)
    replies = Worker(
        client,
        task_queue=reply_queue(CHANNEL, ""),
        activities=[
            Deliver(sides.channel, stores.transcript).deliver,
            staff.post_to_staff,
            staff.remove_topic,
        ],
        max_concurrent_activities=_DELIVERIES_AT_ONCE,
        max_heartbeat_throttle_interval=BEAT,  # what was sent is noted there
        graceful_shutdown_timeout=GRACE,
        **unversioned(),
    )
    files = Worker(
        client,
        task_queue=files_queue(CHANNEL, ""),
        activities=[fetch.fetch_attachment],
        max_concurrent_activities=AT_ONCE,
        max_heartbeat_throttle_interval=BEAT,
        graceful_shutdown_timeout=GRACE,
        **unversioned(),
    )
    return replies, files


def _sides(
    settings: Settings, client: Client, stores: Stores, bot: Bot, telemetry: Telemetry
) -> _Sides:
    agents = agents_on(settings, CHANNEL)
    consent = consent_of(settings, stores.consents, CHANNEL)
    gateway = gateway_for(settings, client, stores, telemetry.tracing, consent)
    sender = Sender(bot, OutgoingRateLimit(per_group_minute=settings.telegram_group_per_minute))
    locales = KnownLocales(stores.users, gateway.defaults.locale)

    async def at_work(address: Address) -> bool:
        status = await gateway.status(CHANNEL, address.chat_id)
        return status is not None and status.state is ConversationState.WORKING

    async def files_read(address: Address) -> FilesRead | None:
        status = await gateway.status(CHANNEL, address.chat_id)
        return status.files if status is not None else None

    notes = PostgresProgressNotes(stores.database)
    typing_indicator = TypingIndicator(sender, notes, locales, at_work, files_read)
    updates = UpdateTelemetry(telemetry.meter, telemetry.tracing)
    groups = SharedGroups(PostgresGroups(stores.database, stores.parts))
    timezone = gateway.defaults.timezone
    texts = [StaffTexts(each, timezone, utc_now) for each in _staffed(settings, stores)]
    desk = StaffDesk(client)
    staff = [StaffInbound(bot, sender, desk, each, utc_now) for each in texts]
    newest_buttons: NewestButtons = Remembered(REMEMBERED)
    asking = TelegramConsent(gateway, sender, stores.users, newest_buttons, utc_now, agents)
    outside = Outside(
        gateway=gateway,
        pairing=PostgresPairing(stores.database),
        groups=groups,
        voice=sender,
        typing_indicator=typing_indicator,
        clock=utc_now,
        telemetry=updates,
        agents=agents,
        everybody=settings.telegram_access is TelegramAccess.OPEN,
        staff=tuple(staff_inbound.setup(each) for each in staff),
        newest_buttons=newest_buttons,
        consent=asking,
    )
    pressed = presses.setup(Presses(gateway, sender, locales, utc_now, agents, asking))
    incoming_side = incoming(
        bot, outside, settings.allowed_users, settings.rate_limit_messages_per_minute, pressed
    )
    return _Sides(
        incoming_side,
        TelegramChannel(
            sender,
            typing_indicator,
            utc_now,
            stores.attachments,
            admits=partial(may_be_answered, incoming_side.access, groups),
            agents=agents,
            chat_link=sender.chat_link,
            newest_buttons=newest_buttons,
        ),
        typing_indicator,
        groups,
        tuple(StaffRooms(sender, stores.attachments, each, note) for each in texts),
    )


def _staffed(settings: Settings, stores: Stores) -> list[Staffed]:
    """The enabled agents that people stand behind, and where. Raises ``ConfigurationError``."""
    modules = (optional_part(slug, "staffed") for slug in enabled(settings))
    bound = (module.bind(stores.database) for module in modules if module is not None)
    return [staffed for staffed in bound if staffed is not None]


async def _take_updates(
    settings: Settings, bot: Bot, acceptance: Acceptance, stop: asyncio.Event, pulse: Pulse
) -> None:
    if settings.telegram_webhook_url is None or settings.telegram_webhook_secret is None:
        try:  # one that was set before would keep the updates from us; polling reports a failure
            await bot.delete_webhook()
        except (AiogramError, OSError) as error:
            _log.warning("webhook.not_removed", reason=type(error).__name__)
        await Polling(bot, acceptance, pulse=pulse).run(stop)
        return
    webhook = Webhook(
        secret=settings.telegram_webhook_secret.get_secret_value(),
        url=settings.telegram_webhook_url,
    )
    app = webhook_app(bot, acceptance, webhook, pulse)
    async with listening(app, settings.telegram_webhook_listen, "TELEGRAM_WEBHOOK_LISTEN"):
        await stop.wait()


def _bot(settings: Settings) -> Bot:
    if settings.telegram_bot_token is None:
        raise ConfigurationError("TELEGRAM_BOT_TOKEN is not set: @BotFather gives you one")
    session = AiohttpSession(api=TelegramAPIServer.from_base(settings.telegram_api_base))
    try:
        return Bot(settings.telegram_bot_token.get_secret_value(), session=session)
    except TokenValidationError as error:
        raise ConfigurationError(
            "TELEGRAM_BOT_TOKEN is no token: it looks like 123456789:AAF…, from @BotFather"
        ) from error
