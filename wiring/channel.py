"""What the process of any channel is made of, and the worker's, too; quick to import."""

from datetime import timedelta

from temporalio.client import Client

from adapters.postgres.attachments import Room, free_beside
from adapters.postgres.stores import Stores
from adapters.telemetry.spans import Tracing
from agents.packages import PACKAGES
from bot.consent import NOT_ASKED, Consent
from bot.gateway import ConversationGateway, files_queue, reply_queue
from bot.http.address import CHANNEL as HTTP
from bot.http.telephone.address import CHANNEL as TELEPHONE
from bot.telegram.address import CHANNEL as TELEGRAM
from domain.errors import ConfigurationError
from domain.understanding import Person
from settings import Settings

GRACE = timedelta(seconds=5)
"""What has begun may finish within it when a worker is asked to stop; then it is cancelled and
another worker does it again."""

BOTS_QUEUES = (reply_queue(TELEGRAM, ""), files_queue(TELEGRAM, ""))
"""What the bot's process serves."""

HTTP_QUEUE, TELEPHONE_QUEUE = reply_queue(HTTP, ""), reply_queue(TELEPHONE, "")
"""What the processes of the HTTP channel serve; the second where there are telephone lines."""

_MEGABYTE = 1024**2


def enabled(settings: Settings) -> tuple[str, ...]:
    """The enabled agents of this tree in their order.

    Raises ``ConfigurationError`` when a setting names one that is not there or not enabled.
    """
    unknown = [slug for slug in settings.agents if slug not in PACKAGES]
    if unknown:
        raise ConfigurationError(
            f"AGENTS names {', '.join(unknown)}; there are {', '.join(PACKAGES)}"
        )
    slugs = settings.agents or tuple(PACKAGES)
    for channel, home in settings.home_agents.items():
        if home not in slugs:
            variable = f"HOME_AGENT_{channel.upper()}"
            raise ConfigurationError(
                f"{variable} names {home}; enabled by AGENTS are {', '.join(slugs)}"
            )
    return slugs


def agents_on(settings: Settings, channel: str) -> tuple[str, ...]:
    """The enabled agents with the home agent of a channel first. Raises as ``enabled`` does."""
    home = settings.home_agents.get(channel)
    return tuple(sorted(enabled(settings), key=lambda slug: slug != home))


def room_of(settings: Settings) -> Room:
    """What is kept of files, and what of the disk stays free."""
    return Room(
        of_day=settings.user_daily_storage_mb * _MEGABYTE,
        of_person=settings.user_storage_mb * _MEGABYTE,
        floor=settings.storage_floor_mb * _MEGABYTE,
        free=free_beside(settings.data_dir),
    )


def url_of(settings: Settings) -> str:
    """The database of a deployment. Raises ``ConfigurationError`` when none is set."""
    if settings.database_url is None:
        raise ConfigurationError(
            "DATABASE_URL is not set: set it to postgresql://user:password@host:5432/database, "
            "or use `steward run`, which brings its own database"
        )
    return settings.database_url.get_secret_value()


def gateway_for(
    settings: Settings,
    client: Client,
    stores: Stores,
    tracing: Tracing | None = None,
    consent: Consent = NOT_ASKED,
) -> ConversationGateway:
    """The way from a channel to its conversations. New persons start with the defaults. Processes
    that hand over nobody's messages need no ``consent``.
    """
    return ConversationGateway(
        client=client,
        transcript=stores.transcript,
        attachments=stores.attachments,
        users=stores.users,
        defaults=Person(
            user_id="",
            locale=settings.default_locale,
            currency=settings.default_currency,
            timezone=settings.default_timezone,
        ),
        tracing=tracing or Tracing(),
        consent=consent,
    )
