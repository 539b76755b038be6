"""Voice notes as the offline engine takes them: heard by the real model, then understood."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
import pytest_asyncio

from adapters.media.sniffing import attachment_of
from adapters.speech.whisper import OfflineTranscriber
from agents.expenses.words import VOCABULARY
from tests.adapters.speech.sounds import spoken
from tests.agents.expenses.offline.talking import expense

pytestmark = pytest.mark.soak


@pytest_asyncio.fixture(scope="module")
async def offline() -> AsyncIterator[OfflineTranscriber]:
    offline = OfflineTranscriber(vocabulary=VOCABULARY)
    yield offline
    await offline.aclose()


async def heard(offline: OfflineTranscriber, name: str) -> str:
    content = spoken(name)[0]
    return await offline.transcribe(content, attachment_of(content), "en_MY")


async def test_a_spoken_expense_becomes_one_that_is_understood(
    offline: OfflineTranscriber,
) -> None:
    mention = expense(await heard(offline, "starbucks.ogg"))
    assert (mention.merchant, mention.amount) == ("Starbucks", Decimal("15.50"))
    assert mention.currency == "USD"


async def test_ringgit_and_sen_are_one_amount(offline: OfflineTranscriber) -> None:
    mention = expense(await heard(offline, "ringgit.m4a"))
    assert (mention.amount, mention.currency) == (Decimal("12.30"), "MYR")
