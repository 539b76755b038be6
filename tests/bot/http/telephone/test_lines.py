"""Calls as the carrier brings them: who may bring one, and what its caller hears and whom of us."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from adapters.postgres.stores import Stores
from bot.consent import Consent, ConsentText
from bot.http.contract import HungUp
from bot.http.ports import EventLog
from bot.http.telephone.callers import caller_of, locale_by_country
from bot.http.telephone.parts import Number
from bot.http.telephone.paths import CALLS_PATH, DIALLED_PATH, FALLBACK_PATH, NEXT_PATH
from bot.http.telephone.signature import StreamOf, StreamTokens, is_signed, signature_of
from domain.channel_events import EventKind
from domain.errors import StorageUnavailableError
from domain.sessions import is_session_of
from domain.transfers import Transfer
from tests.bot.http.house import rows
from tests.bot.http.telephone.exchange import PEOPLE, Lines, at_8k, open_lines
from tests.bot.http.voice_fakes import CONFIG, Ear, Mouth, said
from tests.local.waiting import eventually
from tests.telephone.carrier import CALLERS, HELP, OFFICE, OURS, Call

EXAMPLE = "https://mycompany.com/myapp.php?foo=1&bar=2"
EXAMPLE_FORM = {
    "CallSid": "CA1234567890ABCDE",
    "Caller": "+14158675309",
    "Digits": "1234",
    "From": "+14158675309",
    "To": "+18005551212",
}


@pytest.fixture
async def one(stores: Stores) -> AsyncIterator[Lines]:
    async with open_lines(stores) as one:
        yield one


def call_of(one: Lines, number: str = CALLERS, sid: str = "CA" + "f" * 32) -> Call:
    """A call of which nobody has heard yet."""
    return Call(one.carrier, sid, number, OURS)


def parameters_of(answer: str | int) -> dict[str, str]:
    assert isinstance(answer, str), answer
    root: Element = fromstring(answer)
    return {each.get("name", ""): each.get("value", "") for each in root.iter("Parameter")}


async def stream_url(one: Lines) -> str:
    return f"{one.carrier.origin.replace('http', 'ws')}/api/v1/telephone/stream"


async def is_refused(one: Lines, call: Call, parameters: dict[str, str]) -> bool:
    await call.open_stream(await stream_url(one), parameters)
    await call.until(lambda call: bool(call.codes))
    return call.codes[-1] in {4001, 1003}


@pytest.mark.shows("telephone 2")
def test_the_published_examples_of_signatures_are_ours() -> None:
    fields = EXAMPLE_FORM.items()
    assert signature_of("12345", EXAMPLE, fields) == "RSOYDt4T1cUTdK1PDd93/VVr8B8="
    repeated = [("Sid", "CA123"), ("SidAccount", "AC123")]
    repeated += [("Digits", digits) for digits in ("5678", "1234", "1234")]
    assert signature_of("12345", EXAMPLE, repeated) == "IK+Dwps556ElfBT0I3Rgjkr1wJU="
    assert is_signed(("new", "12345"), EXAMPLE, fields, "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
    for wrong in ("", "RSOYDt4T1cUTdK1PDd93/VVr8B8", "\udcff"):
        assert not is_signed(("new", "12345"), EXAMPLE, fields, wrong)


@pytest.mark.shows("telephone 2")
async def test_only_what_the_carrier_signed_for_this_account_is_taken_and_once(one: Lines) -> None:
    call = call_of(one)
    assert await one.carrier.post(CALLS_PATH, call, signature="wrong") == 403
    for path in (f"{NEXT_PATH}?session=x&streams=1", DIALLED_PATH, FALLBACK_PATH):
        assert await one.carrier.post(path, call, signature="wrong") == 403
    assert await one.carrier.post(CALLS_PATH, call, AccountSid="AC" + "0" * 32) == 403
    assert isinstance(await one.carrier.post(CALLS_PATH, call), str)
    assert await one.carrier.post(CALLS_PATH, call) == 403
    one.lines._known.clear()  # as in another process
    assert await one.carrier.post(CALLS_PATH, call) == 403
    async with one.carrier.http.post(f"{one.carrier.origin}{CALLS_PATH}", json={}) as answer:
        assert answer.status == 415
    much = {"More": "x" * 70_000}
    assert await one.carrier.post(CALLS_PATH, call_of(one, sid="CA2"), **much) == 413


@pytest.mark.shows("telephone 2")
async def test_the_address_that_is_set_is_the_signed_one_whatever_a_request_says(
    stores: Stores,
) -> None:
    async with open_lines(stores, origin="https://steward.example") as one:
        answer = await one.carrier.post(CALLS_PATH, call_of(one))
        assert isinstance(answer, str)
        stream = fromstring(answer).find("Connect/Stream")
        assert stream is not None
        assert stream.get("url") == "wss://steward.example/api/v1/telephone/stream"
        forged = call_of(one, sid="CA3")
        one.carrier.origin = one.carrier.address
        assert await one.carrier.post(CALLS_PATH, forged) == 403


@pytest.mark.shows("telephone 2")
async def test_a_stream_needs_the_token_of_its_call_and_only_one_has_it(one: Lines) -> None:
    call = call_of(one)
    parameters = parameters_of(await one.carrier.post(CALLS_PATH, call))
    assert await is_refused(one, replace_of(call, sid="CA" + "e" * 32), parameters)
    for name in ("session", "caller", "number", "nonce", "expires", "token"):
        wrong = {**parameters, name: f"{parameters[name]}0"}
        assert await is_refused(one, replace_of(call), wrong), name
    assert await is_refused(one, replace_of(call), {})
    await call.open_stream(await stream_url(one), parameters)
    await call.until(lambda call: "media" in call.sent)
    again = replace_of(call)
    assert await is_refused(one, again, parameters)
    await call.press("1#")
    await one.talk.handed("1")


def replace_of(call: Call, sid: str = "") -> Call:
    """Another stream of it, or of another call."""
    return Call(call.carrier, sid or call.sid, call.caller, call.number)


@pytest.mark.shows("telephone 2")
def test_a_token_is_of_one_call_and_holds_for_a_minute_also_while_keys_are_changed() -> None:
    now = [1_000.0]
    old, new = (StreamTokens(tokens, lambda: now[0]) for tokens in (("old",), ("new", "old")))
    stream = StreamOf("CA1", "s", CALLERS, OURS, goes_on=True)
    parameters = old.parameters_for(stream)
    assert all(len(name) + len(value) < 500 for name, value in parameters.items())
    found = new.stream_of("CA1", parameters)
    assert found == replace(stream, nonce=parameters["nonce"])
    assert new.stream_of("CA2", parameters) is None
    assert StreamTokens(("new",), lambda: now[0]).stream_of("CA1", parameters) is None
    assert old.stream_of("CA1", {**parameters, "goes_on": ""}) is None
    now[0] += 61
    assert old.stream_of("CA1", parameters) is None


@pytest.mark.shows("telephone 2")
async def test_nonsense_and_what_is_too_large_ends_a_stream(one: Lines) -> None:
    for sent in ("{}", '{"event": "media"}', "x" * 20_000):
        async with one.carrier.http.ws_connect(await stream_url(one)) as socket:
            await socket.send_str(sent)
            await socket.receive()
            assert socket.close_code in {1003, 1009}
    call = await one.carrier.dial()
    call._stream_sid = "MZother"
    await call.press("1")
    await call.until(lambda call: bool(call.codes))
    assert call.codes[0] == 1003


@pytest.mark.shows("telephone 4")
async def test_a_number_is_a_person_with_a_language_and_a_withheld_one_is_one_for_a_call(
    stores: Stores,
) -> None:
    ear = Ear(languages=("en", "de"))
    numbers = {"+14155550101": Number(locale="de_AT")}
    async with open_lines(stores, ear=ear, config={"numbers": numbers}) as one:
        log = one.stores.channel_events
        callers = (
            ("+49 30 123456", OURS),
            ("+34911234567", OURS),  # whose language nothing hears here
            (CALLERS, "+14155550101"),
            ("anonymous", OURS),
            ("+266696687", OURS),
            ("", OURS),
        )
        for calls, (caller, number) in enumerate(callers, 1):
            call = await one.carrier.dial(caller, number)
            await call.press("1#")

            async def handed(number: int = calls) -> bool:
                return len(one.talk.sent) == number

            await eventually(handed)
            await call.hang_up()
        people = [message.sender_id for message in one.talk.sent]
        assert people[:3] == [
            "telephone:+4930123456",
            "telephone:+34911234567",
            "telephone:+14155550199",
        ]
        assert len(set(people)) == len(people)
        assert all(each.startswith("telephone:withheld-") for each in people[3:])
        locales = [person.locale for person in one.talk.people]
        assert locales == ["de_DE", "en_MY", "de_AT", "en_MY", "en_MY", "en_MY"]
        session = await log.latest(people[0])
        assert session is not None
        assert is_session_of(people[0], session.session_id)
        assert await stores.channel_events.find(session.session_id) is None


def test_callers_are_numbers_with_their_country() -> None:
    assert caller_of("+1 (415) 555-0199", "CA1").number == CALLERS
    for none in ("client:ann", "sip:ann@example.com", "4155550199", "+1", "Restricted"):
        assert caller_of(none, "CA1").number is None
    assert caller_of("anonymous", "CA1") != caller_of("anonymous", "CA2")
    known = ["+4930123456", "+41441234567", "+60312345678", "+33142345678", "+81312345678", None]
    assert [locale_by_country(number) for number in known] == [
        "de_DE",
        "de_CH",
        "ms_MY",
        "fr_FR",
        None,
        None,
    ]


@pytest.mark.shows("telephone 5")
async def test_a_lost_call_that_is_dialled_again_goes_on_and_says_what_was_said_last(
    stores: Stores,
) -> None:
    mouth, never = Mouth(), asyncio.Event()
    patient = {"pause": lambda _: never.wait()}
    async with open_lines(stores, mouth=mouth, telephone=patient) as one:
        first = await one.carrier.dial()
        await first.press("1#")
        await first.until(lambda _: "you said 1" in mouth.spoken)
        await first.hang_up()
        await one.free()
        mouth.spoken.clear()
        again = await one.carrier.dial()
        await again.until(lambda _: "you said 1" in mouth.spoken)
        await again.press("2#")
        await one.talk.handed("2")
        assert [text for text in mouth.spoken if "cut off" in text]
        assert len({message.id.split(":")[1] for message in one.talk.sent}) == 1
        assert one.talk.gone == []
        other = await one.carrier.dial("+14155550177")
        await other.press("3#")
        await one.talk.handed("3")
        assert len({message.id.split(":")[1] for message in one.talk.sent}) == 2


async def gone(one: Lines, number: str = CALLERS) -> None:
    """Waits until it is written that the call of this number was lost."""

    async def is_written() -> bool:
        states = await one.events(EventKind.STATE, f"telephone:{number}")
        return any(event.key.endswith("/gone") for event in states)

    await eventually(is_written)


@pytest.mark.shows("telephone 5")
async def test_who_does_not_call_again_in_time_has_hung_up_and_calls_anew(stores: Stores) -> None:
    over = asyncio.Event()
    now = [datetime.now(UTC)]
    telephone = {"pause": lambda _: over.wait(), "clock": lambda: now[0]}
    async with open_lines(stores, telephone=telephone) as one:
        call = await one.carrier.dial()
        await call.press("1#")
        await one.talk.handed("1")
        await call.hang_up()
        await gone(one)
        over.set()

        async def told() -> bool:
            return one.talk.gone == ["caller"]

        await eventually(told)
        (ended,) = await one.events(EventKind.HANGUP)
        assert HungUp.model_validate(ended.payload).reason == "caller"
        over.clear()
        late = await one.carrier.dial("+14155550177")
        await late.press("2#")
        await one.talk.handed("2")
        await late.hang_up()
        await gone(one, "+14155550177")
        now[0] += timedelta(minutes=5)
        again = await one.carrier.dial("+14155550177")
        await again.press("3#")
        await one.talk.handed("3")
    assert len({message.id.split(":")[1] for message in one.talk.sent}) == 3


@pytest.mark.shows("telephone 5")
async def test_a_stream_that_breaks_while_the_caller_waits_is_connected_again(
    stores: Stores,
) -> None:
    mouth = Mouth()
    async with open_lines(stores, mouth=mouth) as one:
        call = await one.carrier.dial()
        for number in range(1, 4):
            await call.press(f"{number}#")
            await one.talk.handed(str(number))
            await one.lines.parts.calls.end_all()
            await call.until(has_streams(number + 1))
        await call.press("4#")
        await one.talk.handed("4")
        assert len({message.id.split(":")[1] for message in one.talk.sent}) == 1
        await one.lines.parts.calls.end_all()
        await call.over()
    assert call.streams == 4
    assert "call again" in call.said[0][1]


def has_streams(number: int) -> Callable[[Call], bool]:
    return lambda call: call.streams == number


@pytest.mark.shows("telephone 7")
async def test_more_callers_than_lines_hear_that_it_is_busy_or_get_a_person(
    stores: Stores,
) -> None:
    one_line = replace(CONFIG, most_calls=1)
    async with open_lines(stores, config_of_voice=one_line) as one:
        first = await one.carrier.dial()
        await first.until(lambda call: bool(call.sent))
        assert (await one.carrier.dial("+14155550177")).status == "busy"
        await first.hang_up()
        await one.free()
        assert (await one.carrier.dial("+14155550178")).status == "in-progress"
    people = {"people": PEOPLE}
    async with open_lines(stores, config=people, config_of_voice=one_line) as one:
        third = await one.carrier.dial("+14155550170")
        await third.until(lambda call: bool(call.sent))
        one.carrier.takes[OFFICE] = False
        second = await one.carrier.dial("anonymous")
        assert second.dialled == [(OFFICE, OURS)]
        assert "nobody" in second.said[-1][1]


@pytest.mark.shows("telephone 7")
async def test_without_a_voice_an_ear_or_a_database_callers_are_told_or_get_a_person(
    stores: Stores,
) -> None:
    async with open_lines(stores, mouth=Mouth(mute=True)) as one:
        call = await one.carrier.dial("+60123456789")
        assert (call.status, call.said[0][0]) == ("completed", "en-US")
        assert "can't take your call" in call.said[0][1]
    async with open_lines(stores, ear=Ear(languages=()), config={"people": PEOPLE}) as one:
        assert (await one.carrier.dial()).dialled == [(OFFICE, None)]
    async with open_lines(stores) as one:
        one.lines._conversations = replace(one.lines._conversations, log=cast(EventLog, Away()))
        assert "can't take your call" in (await one.carrier.dial()).said[0][1]
        told = await one.carrier.post(FALLBACK_PATH, call_of(one, "+4930123456"))
        assert "can't take your call" in str(told)


class Away:
    """A log whose database is away."""

    def __getattr__(self, name: str) -> object:
        async def raises(*_: object, **__: object) -> None:
            raise StorageUnavailableError(name)

        return raises


@pytest.mark.shows("telephone 7")
async def test_a_call_begins_with_the_notice_and_the_greeting_or_with_its_agent(
    stores: Stores,
) -> None:
    mouth, notice = Mouth(), "This call is recorded."
    numbers = {"+14155550101": Number("/service")}
    config = {"recording_notice": notice, "numbers": numbers}
    async with open_lines(stores, mouth=mouth, config=config) as one:
        call = await one.carrier.dial()
        await call.until(lambda _: "How can I help you?" in mouth.spoken)
        assert one.talk.sent == []
        await call.hang_up()
        mouth.spoken.clear()
        await one.carrier.dial("+14155550177", "+14155550101")
        await one.talk.handed("/service")
        (told,) = one.talk.sent
    assert (told.spoken, told.live) == (False, True)
    assert mouth.spoken[0] == notice
    assert "Hello." not in mouth.spoken


@pytest.mark.shows("telephone 3", "telephone 6")
@pytest.mark.parametrize("wanted", list(Transfer))
async def test_who_wants_a_person_or_is_in_danger_is_put_through_at_once(
    stores: Stores, wanted: Transfer
) -> None:
    find = {"find_transfer": lambda text, _: wanted if "now" in text else None}
    async with open_lines(stores, telephone=find, config={"people": PEOPLE}) as one:
        one.carrier.takes = {OFFICE: True, HELP: True}
        call = await one.carrier.dial()
        await call.press("1#")
        await one.talk.handed("1")
        one.lines.parts.voice.listener.words.append("I need somebody now")  # type: ignore[attr-defined]
        await call.speak(at_8k(said()))
        await call.over()
        assert call.dialled == [(PEOPLE[wanted], None)]
        assert len(call.said) == 1

        async def told() -> bool:
            return one.talk.gone == ["transferred"]

        await eventually(told)
        (ended,) = await one.events(EventKind.HANGUP)
    assert HungUp.model_validate(ended.payload).reason == "transferred"
    heard = [message.text for message in one.talk.sent]
    assert ("I need somebody now" in heard) is (wanted is Transfer.EMERGENCY)
    assert [set(update) for update in one.carrier.updates] == [{"Twiml"}]


@pytest.mark.shows("telephone 6")
@pytest.mark.parametrize("keys", ["112#", "911#", "999#", "911"])
async def test_the_number_of_an_emergency_on_the_keys_is_put_through_at_once(
    stores: Stores, keys: str
) -> None:
    async with open_lines(stores, config={"people": PEOPLE}) as one:
        one.carrier.takes = {HELP: True}
        call = await one.carrier.dial()
        await call.press(keys)
        await call.over()
        assert call.dialled == [(HELP, None)]
        await one.talk.handed(keys.rstrip("#"))


@pytest.mark.shows("telephone 6")
@pytest.mark.parametrize("keys", ["911", "999", "112"])
async def test_the_number_of_an_emergency_is_put_through_while_consent_is_asked_for(
    stores: Stores, keys: str
) -> None:
    people = {"people": PEOPLE}
    async with open_lines(stores, config=people, consent=asked(stores)) as one:
        call = await one.carrier.dial()
        await call.press(keys)
        await call.over()
        assert call.dialled == [(HELP, None)]
        if keys.startswith("1"):  # that was the yes
            await one.talk.handed("12")
        else:
            assert one.talk.sent == []


@pytest.mark.shows("telephone 6")
async def test_the_same_number_aloud_may_be_that_of_a_house(stores: Stores) -> None:
    ear = Ear(["911"])
    async with open_lines(stores, ear=ear, config={"people": PEOPLE}) as one:
        call = await one.carrier.dial()
        await call.speak(at_8k(said()))
        await one.talk.handed("911")
        assert call.dialled == []


@pytest.mark.shows("telephone 3", "telephone 6")
async def test_who_cannot_be_put_through_stays_in_the_conversation(stores: Stores) -> None:
    find = {"find_transfer": lambda _text, _locale: Transfer.EMERGENCY}
    people = {"people": {Transfer.EMERGENCY: HELP}}
    async with open_lines(stores, telephone=find, config=people) as one:
        one.carrier.refusals = [(400, {"code": 21205})]
        call = await one.carrier.dial()
        await call.press("911#")
        await one.talk.handed("911")
        assert call.status == "in-progress"
        assert one.talk.gone == []
        one.carrier.takes[HELP] = False
        await call.press("911#")
        await call.over()
    assert call.dialled == [(HELP, None)]
    assert "emergency services" in call.said[-1][1]


@pytest.mark.shows("telephone 3")
async def test_an_ended_call_is_hung_up_by_the_carrier_when_its_last_words_were_played(
    stores: Stores,
) -> None:
    async with open_lines(stores) as one:
        for key, failures in (("1", 0), ("2", 3)):
            one.carrier.refusals = [(500, {})] * failures
            call = await one.carrier.dial()
            await call.press(f"{key}#")
            await one.talk.handed(key)
            session = one.talk.sent[-1].id.split(":")[1]
            found = await one.stores.channel_events.find(session)
            assert found is not None
            await one.house.turns.hang_up(found, "operator")
            await call.over()
            assert call.streams == 1
    assert one.carrier.updates == [{"Status": "completed"}]


async def test_who_calls_again_while_their_last_call_is_being_hung_up_is_answered(
    one: Lines,
) -> None:
    one.carrier.answers.clear()
    first = await one.carrier.dial()
    await first.press("1#")
    await one.talk.handed("1")
    ended = await one.stores.channel_events.find(one.talk.sent[-1].id.split(":")[1])
    assert ended is not None
    await one.house.turns.hang_up(ended, "operator")
    (live,) = one.lines.parts.calls._live.values()
    await eventually(lambda: live.call.is_over)
    second = await one.carrier.dial()
    assert second.streams == 1
    await second.press("2#")
    await one.talk.handed("2")
    one.carrier.answers.set()
    await first.over()


async def test_the_carriers_word_that_a_call_is_over_leaves_its_stream(stores: Stores) -> None:
    async with open_lines(stores) as one:
        call = await one.carrier.dial()
        await call.press("1#")
        await one.talk.handed("1")
        await one.carrier.status(call)
        assert call.codes == []
        call.status = "completed"
        await one.carrier.status(call)
        await call.until(lambda call: bool(call.codes))


TEXT = "May I keep what you say?"


def asked(stores: Stores) -> Consent:
    return Consent(stores.consents, ConsentText("v1", {"en": TEXT}))


def has_said(mouth: Mouth, times: int) -> Callable[[Call], bool]:
    return lambda _: mouth.spoken.count(TEXT) == times


@pytest.mark.shows("telephone 7")
async def test_who_gets_no_answer_is_told_and_hung_up_on_or_gets_a_person(stores: Stores) -> None:
    mouth = Mouth()
    hasty = replace(CONFIG, limits=replace(CONFIG.limits, answer=timedelta(milliseconds=300)))
    async with open_lines(stores, mouth=mouth, config_of_voice=hasty) as one:
        one.talk.let.clear()
        call = await one.carrier.dial()
        await call.press("7#")
        await call.over()
        assert "Sorry, I can't answer right now." in mouth.spoken
        assert mouth.spoken[-1] == "Goodbye."
        assert one.talk.gone == ["unanswered"]
        (ended,) = await one.events(EventKind.HANGUP)
        assert HungUp.model_validate(ended.payload).reason == "unanswered"
        one.talk.let.set()
    people = {"people": {Transfer.PERSON: OFFICE}}
    async with open_lines(stores, config=people, config_of_voice=hasty) as one:
        one.talk.let.clear()
        call = await one.carrier.dial("+14155550170")
        await call.press("8#")
        await call.over()
        assert call.dialled == [(OFFICE, None)]
        one.talk.let.set()


@pytest.mark.shows("telephone 7")
async def test_who_is_asked_for_consent_takes_one_line_from_the_question_to_the_end_of_the_call(
    stores: Stores,
) -> None:
    two_lines = replace(CONFIG, most_calls=2)
    async with open_lines(stores, config_of_voice=two_lines, consent=asked(stores)) as one:
        callers = ("+14155550170", "+14155550171")
        first, second = [await one.carrier.dial(caller) for caller in callers]
        for call in (first, second):
            await call.until(lambda call: bool(call.sent))
        assert (await one.carrier.dial(callers[0])).status == "busy"
        assert (await one.carrier.dial("+14155550172")).status == "busy"
        await first.press("1")
        await first.press("7#")
        await one.talk.handed("7")
        assert (await one.carrier.dial("+14155550173")).status == "busy"
        await second.press("2")
        await second.over()
        await eventually(lambda: not one.lines.parts.calls._asked)
        third = await one.carrier.dial("+14155550174")
        assert third.status == "in-progress"


@pytest.mark.shows("safety 36")
async def test_who_agrees_by_key_is_taken_in_from_then_on_and_a_withheld_number_each_time(
    stores: Stores,
) -> None:
    mouth, before = Mouth(), await rows(stores.database)
    config = {"recording_notice": "This call is recorded."}
    async with open_lines(stores, mouth=mouth, config=config, consent=asked(stores)) as one:
        call = await one.carrier.dial(plays=False)
        await call.until(lambda call: "media" in call.sent)
        assert await rows(stores.database) == before
        await call.press("1")  # in the middle of the text
        await call.until(lambda call: "clear" in call.sent)
        await call.press("7#")
        await one.talk.handed("7")
        assert mouth.spoken.count(TEXT) == mouth.spoken.count("This call is recorded.") == 1
        (given,) = (await stores.export.of_person(f"telephone:{CALLERS}"))["consents"]
        assert (given["text"], given["how"], given["channel"]) == (TEXT, "key", "telephone")
        await call.hang_up()
        await one.free()
        again = await one.carrier.dial()
        await again.press("8#")
        await one.talk.handed("8")
        assert mouth.spoken.count(TEXT) == 1
        for calls, number in ((2, "3"), (3, "4")):
            withheld = await one.carrier.dial("anonymous")
            await withheld.until(has_said(mouth, calls))
            await withheld.press(f"1{number}#")
            await one.talk.handed(number)
            await withheld.hang_up()


@pytest.mark.shows("safety 36")
@pytest.mark.parametrize("answer", ["2", ""])
async def test_who_says_no_or_nothing_hears_goodbye_and_nothing_is_kept(
    stores: Stores, answer: str
) -> None:
    mouth, before = Mouth(), await rows(stores.database)
    voice = CONFIG if answer else replace(CONFIG, consent_within=timedelta(milliseconds=200))
    async with open_lines(stores, mouth=mouth, config_of_voice=voice, consent=asked(stores)) as one:
        call = await one.carrier.dial()
        await call.press(answer)
        await call.over()
        assert call.codes == [1000]
        assert mouth.spoken[-1] == "Goodbye."
        assert one.talk.sent == []
        assert await rows(stores.database) == before


@pytest.mark.shows("telephone 6")
async def test_who_is_in_danger_is_put_through_without_consent_while_the_text_is_spoken(
    stores: Stores,
) -> None:
    before = await rows(stores.database)
    find = {"find_transfer": lambda text, _: Transfer.EMERGENCY if "gas" in text else None}
    async with open_lines(
        stores,
        ear=Ear(["yes", "I smell gas"]),
        telephone=find,
        config={"people": PEOPLE},
        consent=asked(stores),
    ) as one:
        call = await one.carrier.dial(plays=False)
        for _ in range(2):  # a yes that is heard meanwhile may be our own voice
            await call.speak(at_8k(said()))
        await call.over()
        assert call.dialled == [(HELP, None)]
        assert await rows(stores.database) == before
