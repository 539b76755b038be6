from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import count

import pytest

from local.own_process import BotProcess
from tests.e2e.house import House, ProcessOnItsOwn
from tests.e2e.telegram.member import PATIENCE, Member
from tests.metrics import free_port
from tests.model_server import ScriptedModelServer
from tests.telegram.emulator import Emulator, running_emulator

TOKEN = "42:TEST"
PEOPLE = range(10_001, 10_501)

_ids = iter(PEOPLE)
_groups = count(1)


@dataclass
class Telegram:
    """The emulator and the bot's process, which may be killed or replaced."""

    tg: Emulator
    house: House
    bot: ProcessOnItsOwn
    metrics_port: int

    def newcomer(self, name: str = "Ali", language: str = "en") -> Member:
        """Somebody who never wrote before, in a chat with the bot."""
        person = self.tg.person(next(_ids), name, language_code=language)
        return Member(self.house, self.tg, person, self.tg.private(person))

    def new_ids(self, number: int) -> int:
        """The first of so many ids of people whom the bot lets in."""
        first, *_ = (next(_ids) for _ in range(number))
        return first

    def group(self, *names: str) -> list[Member]:
        """A new group; the first member is its admin."""
        people = [self.tg.person(next(_ids), name) for name in names]
        group = self.tg.group(
            -1_000_000_000_000 - next(_groups), "Dinner", members=people, admins=people[:1]
        )
        return [Member(self.house, self.tg, person, group) for person in people]

    async def start_bot(self) -> None:
        """Returns when it takes updates: before that it neither listens nor stops in order."""
        before = len(self.tg.calls_of("deleteWebhook"))
        await self.bot.start()
        await self.tg.until(lambda: len(self.tg.calls_of("deleteWebhook")) > before, PATIENCE)


@pytest.fixture(scope="package")
async def telegram(house: House) -> AsyncIterator[Telegram]:
    async with running_emulator(TOKEN) as tg:
        environment = {
            **house.worker.environment,
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_BASE": tg.base_url,
            "ALLOWED_USERS": ",".join(str(number) for number in PEOPLE),
            "RATE_LIMIT_MESSAGES_PER_MINUTE": "1000",
            "TELEGRAM_GROUP_PER_MINUTE": "1000",  # the rate limit has tests of its own
            "BOT_METRICS_LISTEN": f"127.0.0.1:{(port := free_port())}",
        }
        process = ProcessOnItsOwn(house.data_dir, environment, house.nursery, BotProcess)
        telegram = Telegram(tg, house, process, port)
        try:
            await telegram.start_bot()
            yield telegram
        finally:
            await telegram.bot.stop()


@pytest.fixture
def ali(telegram: Telegram) -> Member:
    return telegram.newcomer()


@pytest.fixture(scope="class")
async def model(house: House) -> AsyncIterator[ScriptedModelServer]:
    """A worker with a model; it has no answers until a test scripts them."""
    async with (
        ScriptedModelServer() as server,
        house.worker_with(
            OPENAI_BASE_URL=server.base_url,
            RATE_LIMIT_RPM="6000",
            RATE_LIMIT_RPM_OPENAI="6000",
            CIRCUIT_BREAKER_REQUEST_THRESHOLD="1000",  # recovery is at once
            MAX_RETRIES="12",  # a killed database needs its time on a busy machine
        ),
    ):
        yield server
