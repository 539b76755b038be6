"""Calls by telephone through real processes that die, with a business whose tools are real."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from adapters.speech import mulaw
from adapters.speech.sound import Sound
from tests.bot.http.telephone.exchange import at_8k
from tests.bot.http.test_voice_real import pcm_of
from tests.bot.http.voice_fakes import sound
from tests.e2e.business import Business
from tests.e2e.house import House
from tests.e2e.http.site import Site, open_site
from tests.local.waiting import eventually
from tests.model_server import ScriptedModelServer
from tests.telephone.carrier import ACCOUNT, AUTH_TOKEN, OURS, Call, Carrier, open_carrier

pytest.importorskip("agents.service_calls")

SPOKEN = pcm_of("sounds_good.ogg", mulaw.RATE)
"""That somebody speaks; what they say is told."""
VOICE = Sound(at_8k(sound(0.3)), mulaw.RATE).wav()
"""What each sentence sounds like."""


@dataclass
class Switch:
    """A site behind the carrier; ``models`` hears what it is told to and speaks."""

    site: Site
    carrier: Carrier
    models: ScriptedModelServer
    house: House

    async def say(self, call: Call, words: str, then: Callable[[str], bool]) -> None:
        """Says words, again where they went down with a process, until a reply is as wanted."""
        self.models.hear(words)
        await call.speak(SPOKEN)
        await self.replied(call.caller, then)

    async def replied(self, caller: str, wanted: Callable[[str], bool]) -> None:
        seen: list[str] = []

        async def is_there() -> bool:
            rows = await self.house.rows(
                "SELECT payload ->> 'text' AS text, kind FROM channel_events"
                " JOIN channel_sessions USING (conversation_id)"
                " WHERE user_id = $1 AND kind IN ('reply', 'state') ORDER BY seq",
                f"telephone:{caller}",
            )
            texts = [row["text"] for row in rows if row["kind"] == "reply"]
            seen[:] = texts
            return bool(texts) and wanted(texts[-1]) and rows[-1]["kind"] == "state"

        try:
            await eventually(is_there, within=90)
        except AssertionError as error:
            raise AssertionError(seen) from error


@pytest.fixture
async def switch(house: House) -> AsyncIterator[Switch]:
    async with (
        ScriptedModelServer() as models,
        open_carrier("https://steward.example") as carrier,
    ):
        models.speak(VOICE)
        settings = {
            "HTTP_PUBLIC_ORIGIN": carrier.origin,
            "TELEPHONE_ACCOUNT_SID": ACCOUNT,
            "TELEPHONE_AUTH_TOKEN": AUTH_TOKEN,
            "TELEPHONE_NUMBERS": f"{OURS}=service_calls/en_US",
            "TELEPHONE_API_BASE": carrier.api,
            "LLM_PROVIDERS": "openai",
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": models.base_url,
            "OPENAI_TRANSCRIPTION_MODEL": "hears",
            "OPENAI_SPEECH_MODEL": "speaks",
        }
        async with open_site(house, **settings) as site:
            carrier.address = site.url
            yield Switch(site, carrier, models, house)


@pytest.mark.shows("telephone 9")
async def test_a_call_goes_on_when_the_server_and_the_worker_die_in_it_and_books_once(
    switch: Switch, business: Business, house: House
) -> None:
    one, worker = switch, house.worker
    call = await one.carrier.dial("+14155550142", in_time=True)
    await one.replied(call.caller, lambda text: "elp" in text)
    await one.say(call, "Hello, I need help with drywall repair", lambda text: "number" in text)
    await one.site.process.kill()
    await call.until(lambda call: bool(call.codes))
    await one.site.start()
    call = await one.carrier.dial("+14155550142", in_time=True)
    await one.say(call, "My number is 555-0177", lambda text: "name" in text)
    await worker.kill()
    one.models.hear("John Doe")
    await call.speak(SPOKEN)
    await worker.start()
    await one.replied(call.caller, lambda text: "Bob Smith" in text)
    await one.say(call, "Yes", lambda text: "Done" in text)
    one.models.hear("no thanks")
    await call.speak(SPOKEN)
    await call.over()
    assert one.carrier.updates[-1] == {"Status": "completed"}
    (task,) = await business.tasks("555-0177")
    assert (task["name"], task["booking"]) == ("Drywall Repair Service", "booked")

    async def written() -> bool:
        rows = await house.rows(
            "SELECT outcome, hangup_status, channel FROM service_calls WHERE user_id = $1",
            "telephone:+14155550142",
        )
        return [tuple(row) for row in rows] == [("booked", "success", "telephone")]

    await eventually(written)
