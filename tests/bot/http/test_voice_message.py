import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from urllib.parse import unquote

import pytest
from aiohttp import ClientResponse, ClientSession, FormData

from adapters.speech.sound import Sound, sound_of_wav
from bot.http.voice.parts import VoiceParts
from domain.errors import SpeechUnavailableError
from tests.bot.http.voice_fakes import KEY, Conversation, Ear, Mouth, said, served, sound, voice_of

PATH = "/api/v1/voice/message"
SERVER = {"Authorization": f"Bearer {KEY}", "X-User-Id": "ana"}
WAV = Sound(said(), 16_000).wav()


class Sender:
    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    async def serve(self, voice: VoiceParts) -> None:
        self.client: ClientSession
        self.client, _ = await self._stack.enter_async_context(served(voice))

    async def send(
        self, content: bytes = WAV, accept: str = "*/*", **fields: str
    ) -> ClientResponse:
        form = FormData(fields)
        form.add_field("audio", content, filename="voice.bin")
        return await self.client.post(PATH, data=form, headers={**SERVER, "Accept": accept})

    async def refusal(self, content: bytes = WAV, **fields: str) -> tuple[int, str]:
        answer = await self.send(content, **fields)
        return answer.status, (await answer.json())["error"]["code"]


@pytest.fixture
async def sender() -> AsyncIterator[Sender]:
    async with AsyncExitStack() as stack:
        yield Sender(stack)


@pytest.mark.shows("http 19")
async def test_a_recording_is_answered_in_words_and_in_sound(sender: Sender) -> None:
    talk = Conversation(answers=lambda _: ("Saved. Zwölf Euro.",))
    await sender.serve(voice_of(talk, Ear(["Lunch for twelve euros", "And again"])))
    told = await (await sender.send()).json()
    assert told["transcript"] == "Lunch for twelve euros"
    assert [reply["text"] for reply in told["replies"]] == ["Saved. Zwölf Euro."]
    assert told["audio"]["mime"] == "audio/wav"
    spoken = sound_of_wav(base64.b64decode(told["audio"]["base64"]))
    assert spoken.rate == 16_000
    assert 1.6 < spoken.seconds < 2.0
    assert talk.taken[0].spoken
    alone = await sender.send(accept="audio/wav", session_id=told["session_id"])
    assert alone.content_type == "audio/wav"
    assert sound_of_wav(await alone.read()).seconds > 1
    assert unquote(alone.headers["X-Reply"]) == "Saved. Zwölf Euro."
    assert alone.headers["X-Session-Id"] == told["session_id"]


async def test_the_same_recording_with_the_same_id_says_the_same_in_the_same_session(
    sender: Sender,
) -> None:
    talk = Conversation(answers=lambda _: ("Yes.",))
    await sender.serve(voice_of(talk, Ear(["heard once", "heard otherwise"])))
    first = await (await sender.send(message_id="m1")).json()
    again = await (await sender.send(message_id="m1")).json()
    assert again["session_id"] == first["session_id"]
    assert [each.text for each in talk.taken] == ["heard once", "heard once"]


async def test_what_is_no_recording_of_speech_is_refused_and_takes_nothing(sender: Sender) -> None:
    talk = Conversation()
    ear = Ear(["…", SpeechUnavailableError("no engine")])
    await sender.serve(voice_of(talk, ear))
    assert await sender.refusal(b"") == (400, "bad_request")
    assert await sender.refusal(b"\x89PNG\r\n\x1a\n" + bytes(64)) == (415, "unsupported_media")
    torn = await sender.send(b"OggS" + bytes(100))
    assert torn.status == 415
    assert "picture" not in (await torn.json())["error"]["message"]
    long = Sound(sound(61, 0), 16_000).wav()
    assert await sender.refusal(long) == (413, "too_large")
    assert await sender.refusal(WAV + bytes(20 * 1024 * 1024)) == (413, "too_large")
    assert await sender.refusal(session_id="somebody else's") == (404, "session_not_found")
    assert await sender.refusal(message_id="a/b") == (400, "bad_request")
    assert await sender.refusal() == (422, "speech.empty")
    assert await sender.refusal() == (422, "speech.unavailable")
    assert talk.taken == []


async def test_without_a_voice_sound_alone_is_refused_and_words_are_not(sender: Sender) -> None:
    talk = Conversation(answers=lambda _: ("Written.",))
    await sender.serve(voice_of(talk, Ear(["hello"]), Mouth(mute=True)))
    alone = await sender.send(accept="audio/wav")
    assert (alone.status, talk.taken) == (422, [])
    told = await (await sender.send()).json()
    assert told["audio"] is None
    assert told["replies"][0]["text"] == "Written."
