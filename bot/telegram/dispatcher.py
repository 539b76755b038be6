"""The routers in their order, and the parts that they need, put together once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from aiogram import Bot, Dispatcher, Router

from adapters.telemetry.updates import UpdateTelemetry
from agents import SLUGS
from bot.remembered import Remembered
from bot.telegram.access import Access, Admit
from bot.telegram.channel import REMEMBERED, NewestButtons
from bot.telegram.consent import TelegramConsent
from bot.telegram.errors import Acceptance
from bot.telegram.groups import SharedGroups
from bot.telegram.handlers import fallback, membership, messages, sharing
from bot.telegram.identity import Identify
from bot.telegram.inbound import TelegramIntake
from bot.telegram.notices import Notices
from bot.telegram.ports import Pairing, SignsOfLife, TelegramGateway, Voice
from bot.telegram.rate_limit import LimitRate

ALLOWED_UPDATES = ("message", "edited_message", "callback_query", "my_chat_member")
"""All that the routers have handlers for; Telegram keeps the rest to itself."""


@dataclass(frozen=True)
class Outside:
    """What the incoming side of the channel stands on."""

    gateway: TelegramGateway
    pairing: Pairing
    groups: SharedGroups
    voice: Voice
    typing_indicator: SignsOfLife
    clock: Callable[[], datetime]
    """UTC."""
    telemetry: UpdateTelemetry = field(default_factory=UpdateTelemetry)
    agents: tuple[str, ...] = SLUGS
    """Slugs of the enabled agents."""
    everybody: bool = False
    """Whether whoever writes is answered."""
    staff: tuple[Router, ...] = ()
    """Of the chats in which staff work. What is said there is no conversation of anybody's."""
    newest_buttons: NewestButtons = field(default_factory=lambda: Remembered(REMEMBERED))
    """As the channel knows them: a typed label of one of them is its press."""
    consent: TelegramConsent | None = None
    """Asks who did not agree yet; None where nobody is asked."""


@dataclass(frozen=True)
class Incoming:
    """The incoming side: ``acceptance`` is fed by polling or by the webhook; ``access`` knows the
    pairing code to show.
    """

    acceptance: Acceptance
    access: Access


def incoming(
    bot: Bot, outside: Outside, allowed: frozenset[int], per_minute: int, *presses: Router
) -> Incoming:
    """``allowed`` are Telegram ids; ``presses`` are the routers that take callback queries."""
    notices = Notices(outside.voice, outside.gateway.defaults.locale)
    access = Access(allowed, outside.pairing, everybody=outside.everybody)
    identify, admit = Identify(outside.groups), Admit(access, notices)
    limit_rate = LimitRate(per_minute, notices, outside.clock)
    people = Router(name="people")
    for observer in (people.message, people.edited_message, people.callback_query):
        # The order counts: who it is, whether they may, whether it is too much.
        observer.outer_middleware(identify)
        observer.outer_middleware(admit)
        observer.outer_middleware(limit_rate)
    intake = TelegramIntake(
        bot,
        outside.gateway,
        notices,
        outside.typing_indicator,
        outside.newest_buttons,
        agents=outside.agents,
        consent=outside.consent,
    )
    people.include_routers(*presses, sharing.setup(), messages.setup(intake))
    dispatcher = Dispatcher(disable_fsm=True, groups=outside.groups, notices=notices)
    dispatcher.include_routers(*outside.staff, membership.setup(), people, fallback.setup())
    acceptance = Acceptance(
        bot, dispatcher, notices=notices, access=access, telemetry=outside.telemetry
    )
    return Incoming(acceptance, access)
