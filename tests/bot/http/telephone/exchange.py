"""Telephone lines on the real log and the real server, and a carrier that calls them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import web

from adapters.postgres.stores import Stores
from adapters.speech.ports import Synthesiser
from adapters.speech.sound import Sound
from adapters.twilio import TwilioCalls
from bot.consent import NOT_ASKED, Consent
from bot.http.ports import HttpGateway
from bot.http.routes import HttpParts
from bot.http.telephone.address import CHANNEL
from bot.http.telephone.lines import TelephoneLines
from bot.http.telephone.parts import TelephoneConfig, TelephoneParts
from bot.http.voice.parts import Listener, VoiceConfig
from bot.http.voice.socket import Calls
from domain.channel_events import Event, EventKind
from domain.transfers import Transfer
from tests.bot.http.house import OPEN, House, Talk, house
from tests.bot.http.voice_fakes import CONFIG, Ear, Mouth, voice_beside
from tests.local.waiting import eventually
from tests.metrics import free_port
from tests.telephone.carrier import (
    ACCOUNT,
    AUTH_TOKEN,
    CALLERS,
    HELP,
    OFFICE,
    Carrier,
    open_carrier,
)

ECHO = "you said {}"
PEOPLE = {Transfer.PERSON: OFFICE, Transfer.EMERGENCY: HELP}


@dataclass
class Lines:
    """``log`` is that of the telephone channel."""

    house: House
    carrier: Carrier
    lines: TelephoneLines
    stores: Stores

    @property
    def talk(self) -> Talk:
        return self.house.talk

    async def free(self) -> None:
        """Waits until no call goes on."""

        async def is_free() -> bool:
            return not self.lines.parts.calls._live

        await eventually(is_free)

    async def events(self, kind: EventKind, user_id: str = f"{CHANNEL}:{CALLERS}") -> list[Event]:
        """Of the person's last call."""
        log = self.stores.channel_events
        session = await log.latest(user_id)
        assert session is not None
        return list(await log.read(session.session_id, 0, 500, kinds=frozenset({kind})))


def at_8k(pcm: bytes) -> bytes:
    """As a telephone has it."""
    return Sound(pcm, 16_000).at(8_000).pcm


def on_telephone(stores: Stores) -> Stores:
    return replace(stores, channel_events=stores.channel_events.of_channel(CHANNEL))


@asynccontextmanager
async def open_lines(
    stores: Stores,
    answer: str = ECHO,
    ear: Listener | None = None,
    mouth: Synthesiser | None = None,
    *,
    gateway: HttpGateway | None = None,
    consent: Consent = NOT_ASKED,
    origin: str = "",
    telephone: dict[str, Any] | None = None,
    config: dict[str, Any] | None = None,
    config_of_voice: VoiceConfig = CONFIG,
    **more: Any,  # noqa: ANN401 - of the voice
) -> AsyncIterator[Lines]:
    """``answer`` as of ``Exchange.serve``; ``telephone`` and ``config`` are of the lines' parts."""
    stores = on_telephone(stores)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    made: list[TelephoneLines] = []
    async with open_carrier(origin or address, address) as carrier:
        calls = TwilioCalls(ACCOUNT, (AUTH_TOKEN,), carrier.api)

        def further(parts: HttpParts) -> list[web.RouteDef]:
            spoken = voice_beside(
                parts, ear or Ear(), mouth or Mouth(), config=config_of_voice, **more
            )
            own = TelephoneConfig(
                account_sid=ACCOUNT,
                auth_tokens=(AUTH_TOKEN,),
                public_origin=origin or address,
                **(config or {}),
            )
            parts_of_lines = TelephoneParts(
                config=own,
                voice=spoken,
                calls=Calls(spoken),
                carrier=calls,
                **(telephone or {}),
            )
            made.append(TelephoneLines(parts_of_lines))
            return made[0].routes()

        talk = Talk(stores, says=lambda message: answer.format(message.text))
        opened = house(
            stores,
            OPEN,
            talk=talk,
            gateway=gateway,
            consent=consent,
            further=further,
            port=port,
            channel=CHANNEL,
        )
        try:
            async with opened as one:
                yield Lines(one, carrier, made[0], stores)
        finally:
            if made:
                await made[0].aclose()
            await calls.aclose()
