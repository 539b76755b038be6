import base64
from urllib.parse import unquote

import pytest
from aiohttp import ClientResponse, FormData

from adapters.speech.sound import Sound, sound_of_wav
from domain.errors import SpeechUnavailableError
from tests.bot.http.house import ANN
from tests.bot.http.voice_fakes import Ear, Exchange, Mouth, said, sound

WAV = Sound(said(), 16_000).wav()


async def send(
    exchange: Exchange, content: bytes = WAV, accept: str = "*/*", **fields: str
) -> ClientResponse:
    form = FormData(fields)
    form.add_field("audio", content, filename="voice.bin")
    client = await exchange.http.visitor()
    headers = {**ANN, "Accept": accept}
    return await client.post("/api/v1/voice/message", data=form, headers=headers)


@pytest.mark.shows("http 19")
async def test_a_recording_is_answered_in_words_and_in_sound(exchange: Exchange) -> None:
    answer = "Saved. Zwölf Euro."
    talk = await exchange.serve(answer, Ear(["Lunch for twelve euros", "And again"]))
    told = await (await send(exchange)).json()
    assert told["transcript"] == "Lunch for twelve euros"
    assert [reply["text"] for reply in told["replies"]] == [answer]
    assert told["audio"]["mime"] == "audio/wav"
    spoken = sound_of_wav(base64.b64decode(told["audio"]["base64"]))
    assert spoken.rate == 16_000
    assert 1.6 < spoken.seconds < 2.0
    assert talk.sent[0].spoken
    alone = await send(exchange, accept="audio/wav", session_id=told["session_id"])
    assert alone.content_type == "audio/wav"
    assert sound_of_wav(await alone.read()).seconds > 1
    assert unquote(alone.headers["X-Reply"]) == answer
    assert alone.headers["X-Session-Id"] == told["session_id"]


async def test_the_same_recording_with_the_same_id_says_the_same_in_the_same_session(
    exchange: Exchange,
) -> None:
    talk = await exchange.serve("Yes.", Ear(["heard once", "heard otherwise"]))
    first, again = [await (await send(exchange, message_id="m1")).json() for _ in range(2)]
    assert again == first
    assert [each.text for each in talk.sent] == ["heard once"]


async def test_what_is_no_recording_of_speech_is_refused_and_takes_nothing(
    exchange: Exchange,
) -> None:
    talk = await exchange.serve(ear=Ear(["…", SpeechUnavailableError("no engine")]))
    for content, fields, status, code in (
        (b"", {}, 400, "bad_request"),
        (b"\x89PNG\r\n\x1a\n" + bytes(64), {}, 415, "unsupported_media"),
        (b"OggS" + bytes(100), {}, 415, "unsupported_media"),
        (Sound(sound(61, 0), 16_000).wav(), {}, 413, "too_large"),
        (WAV + bytes(20 * 1024 * 1024), {}, 413, "too_large"),
        (WAV, {"session_id": "somebody else's"}, 404, "session_not_found"),
        (WAV, {"message_id": "a/b"}, 400, "bad_request"),
        (WAV, {}, 422, "speech.empty"),
        (WAV, {}, 422, "speech.unavailable"),
    ):
        answer = await send(exchange, content, **fields)
        error = (await answer.json())["error"]
        assert (answer.status, error["code"]) == (status, code)
        assert "picture" not in error["message"]
    assert talk.sent == []


async def test_without_a_voice_sound_alone_is_refused_and_words_are_not(
    exchange: Exchange,
) -> None:
    talk = await exchange.serve("Written.", Ear(["hello"]), Mouth(mute=True))
    alone = await send(exchange, accept="audio/wav")
    assert (alone.status, talk.sent) == (422, [])
    told = await (await send(exchange)).json()
    assert told["audio"] is None
    assert told["replies"][0]["text"] == "Written."
