"""Calls by telephone at once, in sound both ways, as fast as people speak.

    python benchmarks/telephone_calls.py [--calls N] [--turns N] [--provider SECONDS]

Starts Temporal, PostgreSQL, a worker and a process of the HTTP channel, all real, in a folder that
is thrown away, and has a carrier of the tests call it over lines with jitter and loss. A server on
this machine that answers so late stands in for one that recognises and speaks. Exits with 1 when a
call was not taken, broke off, or did not save what was said in each turn; times decide nothing.
"""

import asyncio
import sys
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.speech import mulaw
from adapters.speech.sound import SAMPLE_BYTES, Sound
from benchmarks.figures import Figures, make_parser, run
from benchmarks.voice_calls import RATE, provider, sentence, voiced
from tests.e2e.house import House, open_house
from tests.e2e.http.site import open_site
from tests.local.stack_fixture import short_folder
from tests.local.waiting import eventually
from tests.telephone.carrier import ACCOUNT, AUTH_TOKEN, Call, Carrier, Network, open_carrier

LOUD = 1_000
"""Samples louder than that are words, not the silence between."""
PATIENCE = 120.0
_SAVED = """
    SELECT count(*) FROM transactions WHERE user_id LIKE 'telephone:%' AND deleted_at IS NULL
"""


class BrokenOffError(Exception):
    """A call was not taken, or ended before its caller wanted."""


@dataclass
class TimedCall(Call):
    """Notes when sound came, and returns marks when it would have been played."""

    came: list[float] = field(default_factory=list)
    playing_until: float = 0.0

    async def _take(self, told: dict[str, object]) -> None:
        now = time.perf_counter()
        if told["event"] == "media":
            self.came.append(now)
            self.playing_until = max(now, self.playing_until) + 0.02
        elif told["event"] == "clear":
            self.playing_until = now
        await super()._take(told)

    async def first_sound(self, after: float) -> float:
        """When sound came first after this moment."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: self.came and self.came[-1] > after)
        return next(came for came in self.came if came > after)

    async def quiet(self) -> None:
        """Is silent until all was played, and for a second more."""
        while time.perf_counter() < self.playing_until + 1.0:
            await self.speak(bytes(mulaw.RATE // 5 * SAMPLE_BYTES))


async def talk(carrier: Carrier, number: int, turns: int, utterance: bytes) -> list[float]:
    """Seconds from the end of speech to the first sound behind it, a turn each."""
    network = Network(jitter=60, loss=0.02, seed=number)
    call = await carrier.dial(f"+1415555{number:04}", network=network, in_time=True)
    if not isinstance(call, TimedCall) or not call.streams:
        raise BrokenOffError(f"{call.status}: {call.said}")
    await call.first_sound(0.0)
    await call.quiet()
    waits = []
    for _ in range(turns):
        await call.speak(utterance)
        ended = time.perf_counter()
        silence = asyncio.create_task(call.speak(bytes(mulaw.RATE * 60 * SAMPLE_BYTES)))
        try:
            waits.append(await call.first_sound(ended) - ended)
        finally:
            silence.cancel()
            await asyncio.gather(silence, return_exceptions=True)
        await call.quiet()
    if call.status != "in-progress":
        raise BrokenOffError(f"{call.status}: {call.codes}")
    await call.hang_up()
    return waits


async def measure(calls: int, turns: int, late: float) -> Figures:
    figures = Figures()
    utterance = Sound(voiced(sentence()), RATE).at(mulaw.RATE).pcm
    async with AsyncExitStack() as opened:
        url = await opened.enter_async_context(provider(late))
        carrier = await opened.enter_async_context(open_carrier("https://steward.example"))
        carrier.kind = TimedCall
        folder = opened.enter_context(short_folder())
        house = await opened.enter_async_context(open_house(folder / "data"))
        settings = {
            "LLM_PROVIDERS": "openai",
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": url,
            "OPENAI_TRANSCRIPTION_MODEL": "hears",
            "OPENAI_SPEECH_MODEL": "speaks",
            "VOICE_MAX_CALLS": str(calls),
            "HTTP_PUBLIC_ORIGIN": carrier.origin,
            "TELEPHONE_ACCOUNT_SID": ACCOUNT,
            "TELEPHONE_AUTH_TOKEN": AUTH_TOKEN,
            "TELEPHONE_API_BASE": carrier.api,
        }
        site = await opened.enter_async_context(open_site(house, **settings))
        carrier.address = site.url
        talks = (talk(carrier, number, turns, utterance) for number in range(calls))
        waits = await asyncio.gather(*talks, return_exceptions=True)
        broken = [each for each in waits if isinstance(each, BaseException)]
        for error in broken:
            print("broke off:", repr(error))
        each = [wait for waited in waits if isinstance(waited, list) for wait in waited]
        if each:
            figures.times(f"{calls} calls at once, end of speech to first sound", each)
        figures.hold("calls that broke off", len(broken), 0)
        with suppress(AssertionError):  # what was said before they hung up is still dealt with
            await eventually(lambda: are_saved(house, calls * turns), within=PATIENCE)
        figures.hold("turns that were not saved", calls * turns - await saved(house), 0)
    return figures


async def are_saved(house: House, number: int) -> bool:
    return await saved(house) >= number


async def saved(house: House) -> int:
    (row,) = await house.rows(_SAVED)
    return int(row["count"])


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--calls", type=int, default=30)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--provider", type=float, default=0.4, dest="late", metavar="SECONDS")
    run(parser, measure)


if __name__ == "__main__":
    main()
