"""Over HTTP nothing of a person is written before they agreed: no session, no message, no file."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import FormData

from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.endpoint import endpoints_of
from bot.consent import Consent, ConsentText
from bot.http.consent import ConsentRoutes
from bot.http.endpoints import EndpointRoutes
from bot.http.voice.routes import routes as voice_routes
from domain.channel_events import ChannelSession
from domain.messages import Attachment
from domain.preferences import Transcribed
from domain.sessions import session_for
from tests.bot.http.house import ANN, MESSAGE, OPERATOR, PHOTO, House, bearer, chats, house, rows
from tests.bot.http.test_endpoints import BODY, Requests
from tests.bot.http.test_openai import program, said
from tests.bot.http.test_voice_message import WAV
from tests.bot.http.voice_fakes import Ear, Exchange, Mouth, voice_beside
from tests.bot.http.voice_fakes import said as spoken

TEXTS = {"en": "May I keep\nwhat you send?", "de": "Darf ich es speichern?"}
CONSENT = "/api/v1/consent"


class Deaf(Ear):
    """Must not be given a recording."""

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed:
        raise AssertionError(content, attachment, locale, user_id)


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    consent = Consent(stores.consents, ConsentText("v1", TEXTS, 30))

    def further(parts: Any) -> list[Any]:  # noqa: ANN401 - as ``house`` has it
        endpoints = EndpointRoutes(parts, Requests(), endpoints_of(SLUGS))
        voice = voice_routes(voice_beside(parts, Deaf(), Mouth()))
        return [*chats(parts), *ConsentRoutes(parts).routes(), *endpoints.routes(), *voice]

    async with house(stores, consent=consent, further=further) as one:
        yield one


@pytest.mark.shows("safety 36")
async def test_a_message_is_refused_with_the_text_and_nothing_at_all_is_written(
    http: House, stores: Stores
) -> None:
    before = await rows(stores.database)
    form = FormData()
    form.add_field("message", "dinner")
    form.add_field("files[]", PHOTO, filename="a.png")
    for answer in (
        await http.said("lunch 12"),
        await http.ask("POST", MESSAGE, headers=ANN, data=form),
    ):
        told = answer.json["error"]
        assert (answer.status, told["code"], told["retryable"]) == (403, "consent.required", False)
        assert told["message"] == TEXTS["en"]
        assert told["consent"] == {
            "version": "v1",
            "language": "en",
            "text": TEXTS["en"],
            "agree": "I agree",
            "decline": "No, thanks",
        }
    assert await rows(stores.database) == before
    assert http.talk.sent == []


async def test_a_program_gives_the_persons_yes_and_sends_the_message_again(
    http: House, stores: Stores
) -> None:
    shown = (await http.ask("GET", CONSENT, headers=ANN)).json
    assert (shown["version"], shown["given"]) == ("v1", False)
    given = {"version": "v1", "language": "de"}
    old = await http.ask("POST", CONSENT, {**given, "version": "v0"}, ANN)
    assert (old.status, old.json["error"]["code"]) == (409, "consent.outdated")
    for _ in range(2):
        assert (await http.ask("POST", CONSENT, given, ANN)).status == 204
    answer = await http.said("lunch 12")
    assert answer.json["replies"][0]["text"] == "you said lunch 12"
    (row,) = (await stores.export.of_person("http:shop:ann"))["consents"]
    assert (row["text"], row["how"], row["channel"]) == (TEXTS["de"], "program", "http")
    assert (await http.said("tea", bearer(user="bob"))).status == 403


async def test_only_a_named_person_can_agree(http: House) -> None:
    given = {"version": "v1", "language": "en"}
    assert (await http.ask("POST", CONSENT, given, bearer(user=None))).status == 400
    assert (await http.ask("POST", CONSENT, given, bearer(OPERATOR, None))).status == 403
    unknown = {**given, "language": "xx"}
    assert (await http.ask("POST", CONSENT, unknown, ANN)).status == 400


async def test_who_has_a_session_from_before_is_asked_and_nothing_new_is_kept_until_then(
    http: House, stores: Stores
) -> None:
    session = ChannelSession(
        session_id=session_for("http:shop:ann", bytes(8)),
        user_id="http:shop:ann",
        locale="en_MY",
        timezone="UTC",
    )
    await stores.channel_events.open(session)
    own, before = f"/api/v1/chat/sessions/{session.session_id}", await rows(stores.database)
    keyed, named = {**ANN, "Idempotency-Key": "k"}, {"session_id": session.session_id}
    form = FormData(named)
    form.add_field("audio", WAV, filename="voice.wav")
    for answer in (
        await http.said("lunch 12", session_id=session.session_id),
        await http.ask("POST", f"{own}/press", {"action": "undo", "subject": "t"}, ANN),
        await http.ask("POST", f"{own}/feedback", {"rating": "up"}, ANN),
        await http.ask("POST", "/api/v1/triage", {**BODY, **named}, keyed),
        await http.ask("POST", "/api/v1/voice/message", headers=ANN, data=form),
    ):
        assert (answer.status, answer.json["error"]["code"]) == (403, "consent.required")
    assert await rows(stores.database) == before
    assert http.talk.sent == []
    assert (await http.ask("GET", f"{own}/messages", headers=ANN)).status == 200
    erasing = await http.said("/deletemydata", session_id=session.session_id)
    assert erasing.json["replies"][0]["text"] == "you said /deletemydata"


async def test_privacy_is_answered_without_it_and_there_is_nothing_to_delete(
    http: House, stores: Stores
) -> None:
    before = await rows(stores.database)
    for words, answer in (("/privacy", "/deletemydata"), ("/deletemydata", "I keep nothing")):
        told = (await http.said(words)).json["error"]
        assert answer in told["message"]
        assert "consent" not in told
    assert await rows(stores.database) == before


@pytest.mark.shows("safety 36")
async def test_a_chat_program_shows_the_text_and_its_yes_takes_what_was_said_first(
    http: House, stores: Stores
) -> None:
    before = await rows(stores.database)
    async with program(http) as client:
        talk = said("lunch 12")
        for text in ("what?", "No, thanks", "yes"):
            answer = await client.chat.completions.create(
                model="steward", messages=talk, extra_headers={"X-Conversation-ID": "c"}
            )
            shown = answer.choices[0].message.content
            if text == "yes":
                assert "kept nothing" in shown
                break
            assert "May I keep" in shown
            assert "- I agree\n- No, thanks" in shown
            talk += [{"role": "assistant", "content": shown}, {"role": "user", "content": text}]
        assert await rows(stores.database) == before
        talk[-1] = {"role": "user", "content": "yes"}
        for _ in range(2):  # asked again, it is the same
            answer = await client.chat.completions.create(
                model="steward", messages=talk, extra_headers={"X-Conversation-ID": "c"}
            )
            assert answer.choices[0].message.content == "you said lunch 12\n\nwhat?"
    assert [message.text for message in http.talk.sent] == ["lunch 12\nwhat?"]


@pytest.mark.shows("safety 36")
async def test_a_call_speaks_the_text_first_and_begins_with_the_key_or_the_word(
    stores: Stores,
) -> None:
    before = await rows(stores.database)
    consent = Consent(stores.consents, ConsentText("v1", TEXTS))
    async with AsyncExitStack() as stack:
        exchange, mouth = Exchange(stores, stack), Mouth()
        ear = Ear(["no", "yes", "hello"])
        await exchange.serve("you said {}", ear, mouth, consent=consent)
        for answer in ("aloud", "key 2"):
            phone = await exchange.phone()
            await phone.say("start")
            assert (await phone.until("consent"))["text"] == TEXTS["en"]
            await phone.until("mark", name="consent")
            if answer == "aloud":
                await phone.speak(spoken())  # heard, since the text was played
            else:
                await phone.say("dtmf", digits="2")
            await phone.until("mark", name="goodbye")
            assert await phone.closed() == 1000
        assert "May I keep" in mouth.spoken
        assert await rows(stores.database) == before
        phone = await exchange.phone()
        await phone.say("start")
        await phone.until("mark", name="consent")
        await phone.speak(spoken())
        await phone.until("ready")
        await phone.speak(spoken())
        await phone.until("reply", text="you said hello")
        (row,) = (await stores.export.of_person("http:shop:ann"))["consents"]
        assert row["how"] == "word"
        ear.words = ["yes"]
        phone = await exchange.phone(bearer(user="cem"), plays=False)
        await phone.say("start")
        await phone.until("mark", name="consent")
        await phone.speak(spoken())  # while it is played: it may be the text itself
        await phone.say("dtmf", digits="2")
        await phone.until("clear", reply_id="consent")
        phone.plays = True
        await phone.until("mark", name="goodbye")
        assert await phone.closed() == 1000
        phone = await exchange.phone(bearer(user="bob"))
        await phone.say("start")
        await phone.until("mark", name="consent")
        await phone.say("dtmf", digits="1")
        await phone.until("ready")
        (row,) = (await stores.export.of_person("http:shop:bob"))["consents"]
        assert row["how"] == "key"
