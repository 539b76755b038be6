"""A call by telephone: a stream with jitter and loss, a recorded caller, the real voice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from adapters.speech import mulaw, voices
from adapters.speech.activity import Silero
from adapters.speech.chain import SpeechChain
from adapters.speech.sound import Sound
from adapters.speech.synthesis import SynthesisChain
from adapters.speech.whisper import OfflineTranscriber
from agents.service_calls.exchange import CallEnd
from bot.http.telephone.address import CHANNEL
from bot.http.telephone.parts import Number
from domain.channel_events import EventKind
from domain.conversation import Limits
from tests.adapters.speech.recorded_model import load_sentences
from tests.agents.service_calls.channels.office import Office
from tests.agents.service_calls.channels.test_by_voice import SPOKEN
from tests.bot.http.telephone.exchange import Lines, on_telephone, open_lines
from tests.bot.http.test_voice_real import pcm_of
from tests.local.waiting import eventually
from tests.telephone.carrier import OURS, Call, Network

pytestmark = pytest.mark.real_server
USER = "telephone:+14155550199"
BAD = Network(jitter=60, loss=0.02, seed=7)


class Switched(Office):
    """The office behind telephone lines."""

    reached_by = CHANNEL


@pytest.fixture
async def speech() -> AsyncIterator[tuple[SpeechChain, SynthesisChain]]:
    engine = voices.espeak(None)
    assert engine is not None  # the extra is part of the development environment
    drywall, number, name, *rest = (sentence for _, sentence in SPOKEN)
    sentences = [drywall, name, number, name, *rest]
    heard = partial(load_sentences, sentences=sentences)
    ear, mouth = SpeechChain((), (OfflineTranscriber(load=heard),)), SynthesisChain([engine])
    yield ear, mouth
    await ear.aclose()
    await mouth.aclose()


@asynccontextmanager
async def switched(
    server: WorkflowEnvironment,
    limits: Limits,
    stores: Stores,
    speech: tuple[SpeechChain, SynthesisChain],
) -> AsyncIterator[tuple[Switched, Lines]]:
    one = Switched(server, limits, on_telephone(stores))
    numbers = {OURS: Number("/service", "en_US")}
    async with open_lines(
        stores,
        "",
        *speech,
        gateway=one.gateway,
        activity=Silero,
        config={"numbers": numbers},
    ) as lines:
        one.http = lines.house
        async with one.open():
            yield one, lines


async def replied(lines: Lines, words: str) -> None:
    """Waits for a reply that has these words, and for its conversation to listen again."""

    async def is_there() -> bool:
        events = await lines.stores.channel_events.latest(USER)
        if events is None:
            return False
        kinds = frozenset({EventKind.REPLY, EventKind.STATE})
        log = lines.stores.channel_events
        told = await log.read(events.session_id, 0, 500, kinds=kinds)
        texts = [str(event.payload) for event in told if event.kind is EventKind.REPLY]
        last = max((n for n, e in enumerate(told) if e.kind is EventKind.REPLY), default=-1)
        settled = any(event.key.endswith("/settled") for event in told[last:])
        return bool(texts) and words in texts[-1] and settled

    await eventually(is_there)


async def say(call: Call, name: str) -> None:
    await call.speak(pcm_of(name, mulaw.RATE))


@pytest.mark.shows("telephone 8")
async def test_a_caller_on_a_bad_line_walks_through_the_graph_books_and_is_hung_up(
    server: WorkflowEnvironment,
    limits: Limits,
    stores: Stores,
    speech: tuple[SpeechChain, SynthesisChain],
) -> None:
    async with switched(server, limits, stores, speech) as (one, lines):
        call = await lines.carrier.dial(network=BAD)
        await replied(lines, "elp")
        session = await lines.stores.channel_events.latest(USER)
        assert session is not None
        one.session_id = session.session_id
        for name, words in (
            ("drywall.ogg", "reach you"),
            ("john_doe.ogg", "I need a number"),
            ("number.ogg", "your name"),
            ("john_doe.ogg", "10:00"),
            ("sounds_good.ogg", "Done"),
        ):
            await say(call, name)
            await replied(lines, words)
        await say(call, "no_thanks.ogg")
        await call.over()
        row = await one.over()
        heard = await lines.events(EventKind.TRANSCRIPT)
    assert lines.carrier.updates == [{"Status": "completed"}]
    assert len(heard) == len(SPOKEN) + 2
    assert (row.outcome, row.hangup_status) == (CallEnd.BOOKED, "success")
    assert sorted(set(one.path)) == list(range(1, 18))
    assert len(one.business.bookings) == len(one.business.hung_up) == 1
    loud = Sound(mulaw.decode(call.heard), mulaw.RATE)
    assert loud.seconds > 10
    assert max(memoryview(loud.pcm).cast("h")) > 3_000
