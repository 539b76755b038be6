"""The API of sessions on the real log: every row of its table, and what is refused."""

import asyncio
import gzip
import hashlib
import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from aiohttp import ClientResponse, FormData, StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request
from pydantic import JsonValue

from adapters.postgres.stores import Stores
from adapters.wrong_attempts import WRONG_ATTEMPTS
from bot.handover import NoWorkerError, TemporalUnreachableError
from bot.http.bodies import PressBody, read_form, read_json
from bot.http.clients import COOKIE, COOKIE_SECONDS, Clients, Doors
from bot.http.contract import ChoiceView, FileView, ReplyView, RequestRefused
from domain.channel_events import Event, EventKind
from domain.messages import Attachment, LikelyZone, MediaKind
from domain.sessions import session_for
from tests.bot.http.house import (
    ANN,
    CODE,
    KEY,
    MESSAGE,
    OPEN,
    OPERATOR,
    OTHER_KEY,
    PHOTO,
    Client,
    House,
    Json,
    bearer,
    house,
)
from tests.local.waiting import eventually

SESSIONS = "/api/v1/chat/sessions"


@pytest.mark.shows("http 10")
async def test_a_message_is_answered_in_its_session(http: House) -> None:
    first = await http.said("hi", locale="de")
    assert first.status == 200
    assert first.json == {
        "session_id": first.json["session_id"],
        "message_id": first.json["message_id"],
        "replies": [
            {
                "id": f"{http.talk.sent[0].id}/r0",
                "text": "you said hi",
                "node": None,
                "choices": [],
                "files": [],
                "blocks": [],
                "panel": None,
                "question": None,
                "rateable": False,
                "replaces": None,
                "heard_out": False,
                "hangup_status": None,
            }
        ],
        "state": "idle",
        "current_node": None,
        "call_ended": False,
        "hangup_status": None,
        "cursor": 2,
    }
    again = await http.said("and?", session_id=first.json["session_id"])
    assert (again.texts, again.json["cursor"]) == (["you said and?"], 5)
    ids = {first.json["session_id"], (await http.said("anew", locale="de")).json["session_id"]}
    assert len(ids) == 2
    assert all(re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", one) for one in ids)
    assert {p.user_id for p in http.talk.people} == {"http:shop:ann"}
    assert {p.locale for p in http.talk.people} == {"de"}
    http.talk.ended = True  # a conversation that ended has settled what it was told
    bye = await http.said("bye")
    assert (bye.status, bye.json["state"]) == (200, "closed")


async def test_an_answer_is_whole_without_a_question_to_the_conversation(http: House) -> None:
    told = await http.said("hi")
    await http.said("and?", session_id=told.json["session_id"])
    assert (told.status, told.json["state"], http.talk.asked) == (200, "idle", 0)


@pytest.mark.shows("http 10")
async def test_what_takes_longer_or_is_not_waited_for_comes_later(stores: Stores) -> None:
    async with house(stores, wait=0.05) as http:
        http.talk.let.clear()
        slow = await http.said("slow", message_id="m1")
        assert (slow.status, slow.json["state"], slow.texts) == (202, "working", [])
        here = {"session_id": slow.json["session_id"]}
        unwaited = await http.said("quick", wait=False, message_id="m2", **here)
        assert unwaited.status == 202
        http.talk.let.set()
        while (await http.said("slow", message_id="m1", **here)).status == 202:
            pass  # each waits a little
        assert "you said slow" in (await http.said("slow", message_id="m1", **here)).texts


@pytest.mark.shows("http 11")
async def test_a_message_that_comes_twice_is_done_once_and_answered_the_same(http: House) -> None:
    http.talk.says = lambda _: "one\ntwo\nthree"
    first = await http.said("pay", message_id="m1")
    assert first.texts == ["one", "two", "three"]
    here = {"session_id": first.json["session_id"], "message_id": "m1"}
    twice = await asyncio.gather(http.said("pay", **here), http.said("pay", message_id="m1"))
    assert [told.json for told in twice] == [first.json, first.json]
    assert len(http.talk.sent) == 1
    other = await http.said("pay more", **here)
    assert (other.status, other.code) == (409, "message_id_reused")
    assert len(http.talk.sent) == 1


@pytest.mark.shows("http 10")
async def test_a_stream_tells_what_happens_and_goes_on_where_its_reader_was(http: House) -> None:
    session = await http.session()
    client = await http.visitor()
    async with client.get(f"{SESSIONS}/{session}/events", headers=ANN) as stream:
        assert stream.content_type == "text/event-stream"
        assert [e["event"] for e in await _events(stream, 3)] == ["transcript", "reply", "state"]
        await http.said("more", session_id=session)
        said, *_ = more = await _events(stream, 3)
        assert said["data"]["text"] == "more"
        assert "digest" not in said["data"]
        assert [e["id"] for e in more] == ["4", "5", "6"]
    resumed = {**ANN, "Last-Event-ID": "4"}
    async with client.get(f"{SESSIONS}/{session}/events?after=1", headers=resumed) as stream:
        assert [e["id"] for e in await _events(stream, 2)] == ["5", "6"]
    http.talk.asleep = NoWorkerError("nobody")
    told = await http.ask("GET", f"{SESSIONS}/{session}", headers=ANN)
    assert told.json["state"] == "idle", "the log knows it without a worker"


async def _events(stream: ClientResponse, count: int) -> list[dict[str, Json]]:
    """The next so many events, without comments."""
    found: list[dict[str, Json]] = []
    fields: dict[str, Json] = {}
    while len(found) < count:
        line = (await stream.content.readline()).decode().rstrip("\n")
        name, _, value = line.partition(": ")
        if name == "data":
            found.append({**fields, "data": json.loads(value)})
            fields = {}
        elif name:
            fields[name] = value
    return found


@pytest.mark.shows("http 10")
async def test_the_transcript_comes_in_pages_without_what_was_thought_of_it(http: House) -> None:
    session = await http.session()
    await http.said("more", session_id=session)
    path = f"{SESSIONS}/{session}/messages"
    first = (await http.ask("GET", f"{path}?limit=3", headers=ANN)).json
    assert [(m["kind"], m["payload"]["text"]) for m in first["messages"]] == [
        ("transcript", "hello"),
        ("reply", "you said hello"),
        ("transcript", "more"),
    ]
    rest = (await http.ask("GET", f"{path}?after={first['cursor']}", headers=ANN)).json
    assert [m["payload"]["text"] for m in rest["messages"]] == ["you said more"]
    end = (await http.ask("GET", f"{path}?after={rest['cursor']}", headers=ANN)).json
    assert (end["messages"], end["cursor"]) == ([], rest["cursor"])
    # Feedback is kept with the session and shown to nobody.
    feedback = f"{SESSIONS}/{session}/feedback"
    about = {"rating": "up", "reply_id": "r1"}
    assert (await http.ask("POST", feedback, about, ANN)).status == 204
    assert (await http.ask("POST", feedback, {"rating": "5"}, ANN)).status == 400
    rated = frozenset({EventKind.FEEDBACK})
    kept = await http.stores.channel_events.read(session, 0, 9, kinds=rated)
    assert [event.payload for event in kept] == [about]
    whole = (await http.ask("GET", path, headers=ANN)).json
    assert {m["kind"] for m in whole["messages"]} == {"transcript", "reply"}


async def test_a_person_finds_their_own_sessions_the_latest_first(http: House) -> None:
    first, second = await http.session(), await http.session()
    await http.session(bearer(user="bob"))
    await http.said("more", session_id=first)
    found = (await http.ask("GET", SESSIONS, headers=ANN)).json["sessions"]
    assert [each["session_id"] for each in found] == [first, second]
    assert {each["text"] for each in found} == {"hello"}
    (newest,) = (await http.ask("GET", f"{SESSIONS}?limit=1", headers=ANN)).json["sessions"]
    assert newest["session_id"] == first  # when what was said is settled, its time is a later one
    for nobody in (bearer(user=None), bearer(OPERATOR, None)):
        assert (await http.ask("GET", SESSIONS, headers=nobody)).status == 403


async def test_a_session_tells_its_state_and_all_else_to_operators_only(http: House) -> None:
    session = await http.session()
    told = (await http.ask("GET", f"{SESSIONS}/{session}", headers=ANN)).json
    assert told == {
        "session_id": session,
        "state": "idle",
        "node": None,
        "path": [],
        "missing": [],
        "version": None,
        "questions": [],
        "files": None,
        "call_ended": False,
        "hangup_status": None,
    }
    whole = await http.ask("GET", f"{SESSIONS}/{session}", headers=bearer(OPERATOR, None))
    assert whole.json["context"]["handled"] == [http.talk.sent[0].id]
    for path in ("messages", "events"):
        read = await http.ask("GET", f"{SESSIONS}/{session}/{path}", headers=bearer(OPERATOR, None))
        assert (read.status, read.code) == (403, "forbidden")
    for here in ({}, {"session_id": session}):
        spoken = await http.said("me", bearer(OPERATOR, None), **here)
        assert (spoken.status, spoken.code) == (403, "forbidden")
    tools = await http.ask("GET", "/api/v1/mcp/tools", headers=bearer(OPERATOR, None))
    assert tools.json == [
        {
            "server": "office",
            "name": "office_lookup",
            "description": "Looks up.",
            "input_schema": {"type": "object"},
            "read_only": True,
            "repeatable": True,
        }
    ]
    assert (await http.ask("GET", "/api/v1/mcp/tools", headers=ANN)).status == 403


async def test_a_typed_label_of_the_newest_reply_is_its_press(http: House) -> None:
    session = await http.session()
    log = http.stores.channel_events
    later = ChoiceView(label="Later", action="keep", subject="q1")
    asked = ReplyView(id="r1", text="Save it?", choices=(later,))
    await log.add(session, EventKind.REPLY, asked.id, asked)
    await http.said("later", session_id=session)
    made = http.talk.sent[-1].press
    assert made is not None
    assert (made.action, made.subject) == ("keep", "q1")
    # A reply without buttons came since.
    await http.said("later", session_id=session)
    assert http.talk.sent[-1].press is None


@pytest.mark.shows("http 10")
async def test_a_press_is_a_message_and_a_call_can_be_hung_up(http: House) -> None:
    session = await http.session()
    press = {"action": "answer", "subject": "q1", "value": "yes", "label": "Yes!"}
    told = await http.ask("POST", f"{SESSIONS}/{session}/press", press, ANN)
    assert told.texts == ["you said Yes!"]
    made = http.talk.sent[-1].press
    assert made is not None
    assert (made.action, made.subject, made.value) == ("answer", "q1", "yes")
    for broken in ({"action": ""}, {"subject": 5}, {"value": "\0"}, {"value": "y" * 501}):
        refused = await http.ask("POST", f"{SESSIONS}/{session}/press", {**press, **broken}, ANN)
        assert (refused.status, refused.code) == (400, "bad_request"), broken
    # Words to say are sent as words.
    words = {"action": "say", "subject": "", "value": "/help receipt", "label": "A receipt"}
    told = await http.ask("POST", f"{SESSIONS}/{session}/press", words, ANN)
    said = http.talk.sent[-1]
    assert told.texts == ["you said /help receipt"]
    assert (said.press, said.text, said.command) == (None, "/help receipt", "help")
    refused = await http.ask("POST", f"{SESSIONS}/{session}/press", {**words, "value": ""}, ANN)
    assert refused.status == 400
    # Hanging up tells whoever reads.
    assert (await http.ask("DELETE", f"{SESSIONS}/{session}", headers=ANN)).status == 204
    assert http.talk.gone == ["caller"]
    told = (await http.ask("GET", f"{SESSIONS}/{session}", headers=ANN)).json
    assert told["call_ended"] is True
    (end,) = await http.stores.channel_events.read(
        session, 0, 9, kinds=frozenset({EventKind.HANGUP})
    )
    assert isinstance(end.payload, dict)
    assert end.payload["reason"] == "caller"
    await http.said("one thing more", session_id=session)
    assert not (await http.ask("GET", f"{SESSIONS}/{session}", headers=ANN)).json["call_ended"]


@pytest.mark.shows("http 10")
async def test_a_photo_is_stored_for_its_person_and_a_file_of_a_reply_given_to_them(
    http: House,
) -> None:
    form = FormData({"message": "lunch"})
    form.add_field("files[]", PHOTO, filename="../../etc/x.png", content_type="text/html")
    told = await http.ask("POST", MESSAGE, data=form, headers=ANN)
    assert told.texts == ["you said lunch"]
    (photo,) = http.talk.sent[0].attachments
    assert photo.kind is MediaKind.IMAGE
    assert await http.stores.attachments.get("http:shop:ann", photo.sha256) == (photo, PHOTO)
    session = told.json["session_id"]
    content = b"<script>alert(1)</script>"
    digest = hashlib.sha256(content).hexdigest()
    kept = Attachment(sha256=digest, kind=MediaKind.OTHER, mime_type="text/html", size=25)
    await http.stores.attachments.put("http:shop:ann", kept, content)
    path = f"{SESSIONS}/{session}/files/{digest}"
    assert (await http.ask("GET", path, headers=ANN)).status == 404, "it is in no reply"
    file = FileView(name='my "report".html', mime_type="text/html", url=path)
    reply = ReplyView(id="c/r9", text="Here.", files=(file,))
    await http.stores.channel_events.add(session, EventKind.REPLY, reply.id, reply)
    told = await http.ask("GET", path, headers=ANN)
    assert told.body == content
    assert told.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''my%20%22")
    assert told.headers["Content-Security-Policy"].startswith("sandbox")
    assert (await http.ask("GET", path, headers=bearer(KEY, "bob"))).status == 404


@pytest.mark.shows("http 14")
async def test_an_outage_leaves_nothing_behind_and_says_when_to_try_again(http: House) -> None:
    session = await http.session()
    http.talk.down = TemporalUnreachableError("away")
    told = await http.said("lost?", session_id=session, message_id="m2")
    assert (told.status, told.code) == (503, "temporal.unreachable")
    assert told.json["error"]["retryable"] is True
    assert int(told.headers["Retry-After"]) > 0
    http.talk.down = None
    retried = await http.said("lost?", session_id=session, message_id="m2")
    assert retried.texts == ["you said lost?"]
    kinds = (EventKind.TRANSCRIPT, EventKind.REPLY)
    kept = await http.stores.channel_events.read(session, 0, 9, kinds=frozenset(kinds))
    assert [event.kind for event in kept] == [*kinds, *kinds], "the failed attempt left no event"


@pytest.mark.shows("http 3", "http 14")
async def test_what_was_done_though_it_was_refused_has_its_answer_when_it_is_sent_again(
    http: House,
) -> None:
    session = await http.session()
    http.talk.down_behind = TemporalUnreachableError("it took it, and its answer was lost")
    refused = await http.said("once", session_id=session, message_id="m2")
    assert refused.status == 503
    http.talk.down_behind = None
    await eventually(lambda: _has_said(http, session, "you said once"))
    again = await http.said("once", session_id=session, message_id="m2")
    assert (again.status, again.texts) == (200, ["you said once"])
    assert [message.text for message in http.talk.sent] == ["hello", "once"]


@pytest.mark.shows("http 3")
async def test_what_found_no_room_is_handed_over_when_it_is_sent_again(http: House) -> None:
    session = await http.session()
    http.talk.full = True
    full = await http.said("room?", session_id=session, message_id="m2", wait=False)
    assert (full.status, full.texts) == (202, [])
    http.talk.full = False
    for _ in range(2):
        await http.said("room?", session_id=session, message_id="m2")
    await eventually(lambda: _has_said(http, session, "you said room?"))
    assert [message.text for message in http.talk.sent] == ["hello", "room?"]


async def _has_said(http: House, session: str, text: str) -> bool:
    events = await http.stores.channel_events.read(session, 0, 500)
    return text in [
        event.payload.get("text") for event in events if isinstance(event.payload, dict)
    ]


@pytest.mark.shows("http 3")
async def test_what_cannot_be_handed_over_holds_up_no_other(http: House) -> None:
    session_id, log = await http.session(), http.stores.channel_events
    session = await log.find(session_id)
    assert session is not None
    lost = http.talk.sent[0].model_copy(update={"id": f"http:{session_id}:m3", "text": "lost?"})
    other: JsonValue = {"of": "another version"}
    for key, said in (("m2", other), ("m3", lost.model_dump(mode="json"))):
        event = Event(kind=EventKind.TRANSCRIPT, key=key, payload={"text": key})
        await log.hear(session, event, said)
    async with http.stores.database.connection() as connection:
        await connection.execute("UPDATE channel_events SET at = at - interval '1 minute'")
    await http.turns.hand_over_left()
    assert [message.text for message in http.talk.sent] == ["hello", "lost?"]
    assert await log.left_behind(timedelta()) == ()


@pytest.mark.shows("http 3")
async def test_what_a_process_wrote_and_did_not_live_to_hand_over_is_handed_over(
    http: House,
) -> None:
    session_id, log = await http.session(), http.stores.channel_events
    session = await log.find(session_id)
    assert session is not None
    lost = http.talk.sent[0].model_copy(update={"id": f"http:{session_id}:m2", "text": "lost?"})
    event = Event(kind=EventKind.TRANSCRIPT, key="m2", payload={"text": "lost?"})
    await log.hear(session, event, lost.model_dump(mode="json"))
    async with http.stores.database.connection() as connection:
        await connection.execute("UPDATE channel_events SET at = at - interval '1 minute'")
    for _ in range(2):
        await http.turns.hand_over_left()
    assert [message.text for message in http.talk.sent] == ["hello", "lost?"]
    await eventually(lambda: _has_said(http, session_id, "you said lost?"))


@pytest.mark.shows("http 14")
async def test_without_a_worker_the_message_is_taken_and_answered_later(stores: Stores) -> None:
    async with house(stores, wait=0.05) as first:
        first.talk.asleep, first.talk.tells = NoWorkerError("nobody"), False
        told = await first.said("hi")
        assert told.status == 202
        assert len(first.talk.sent) == 1
        path = f"{SESSIONS}/{told.json['session_id']}"
        assert (await first.ask("GET", path, headers=ANN)).json["state"] == "working"
        await eventually(lambda: not first.talk.busy)
    # What a process did not live to settle is settled for the next reader.
    async with house(stores) as second:
        second.talk.sent.extend(first.talk.sent)
        client = await second.visitor()
        async with client.get(f"{path}/events", headers=ANN) as stream:
            kinds = {event["event"] for event in await _events(stream, 3)}
        assert kinds == {"transcript", "reply", "state"}
        # Its state is that of the last message, not of a call.
        second.talk.asleep = NoWorkerError("nobody")
        view = {"message_id": "", "state": "in_call"}
        log = second.stores.channel_events
        await log.add(told.json["session_id"], EventKind.STATE, "call/begun", view)
        assert (await second.ask("GET", path, headers=ANN)).json["state"] == "idle"


@pytest.mark.shows("http 14")
async def test_erasure_ends_streams_and_leaves_nothing_to_find(http: House) -> None:
    session = await http.session()
    await http.stores.erasure.erase("http:shop:ann")
    for method, path in (("GET", ""), ("GET", "/messages"), ("GET", "/events"), ("DELETE", "")):
        told = await http.ask(method, f"{SESSIONS}/{session}{path}", headers=ANN)
        assert (told.status, told.code) == (404, "session_not_found")
    assert (await http.said("hi", session_id=session)).status == 404


OF_A_SESSION = (
    ("GET", ""),
    ("DELETE", ""),
    ("GET", "/events"),
    ("GET", "/messages"),
    ("POST", "/press"),
    ("POST", "/feedback"),
    ("GET", f"/files/{'0' * 64}"),
)


# Who


@pytest.mark.shows("http 13")
async def test_nobody_comes_in_without_a_right_key_or_cookie(stores: Stores) -> None:
    async with house(stores, Doors(api_keys=OPEN.api_keys)) as http:
        for headers in ({}, bearer("x" * 24), {"Authorization": "Basic YTpi"}, bearer("")):
            told = await http.said("hi", headers)
            assert (told.status, told.code) == (401, "unauthorized")
            assert told.headers["WWW-Authenticate"] == "Bearer"
        bad = await http.said("hi", bearer(user="two words"))
        assert (bad.status, bad.code) == (400, "bad_request")
    async with house(stores, Doors(api_keys=OPEN.api_keys)) as http:
        for _ in range(WRONG_ATTEMPTS):
            assert (await http.said("hi", bearer("x" * 24))).status == 401
        slowed = await http.said("hi", bearer("x" * 24))
        assert (slowed.status, slowed.code) == (429, "rate_limited")
        assert int(slowed.headers["Retry-After"]) > 0
        assert (await http.said("hi")).status == 200  # a right one is not slowed down
        # A key that names no user has a person for each session.
        one, other = [await http.session(bearer(user=None)) for _ in range(2)]
        more = await http.said("more", bearer(user=None), session_id=one)
        assert more.status == 200
        _, *senders = (message.sender_id for message in http.talk.sent)
        assert senders == [f"http:shop:+{s.replace('-', '')[:16]}" for s in (one, other, one)]


@pytest.mark.shows("http 13")
async def test_no_session_is_reached_with_another_key_user_or_cookie(http: House) -> None:
    anns = await http.session()
    page = await http.visitor()
    pages = (await http.ask("POST", MESSAGE, {"message": "hi"}, _own(http), page)).json
    other_page = await http.visitor()
    await http.ask("POST", MESSAGE, {"message": "hi"}, _own(http), other_page)
    strangers: list[tuple[str, dict[str, str], Client | None]] = [
        (anns, bearer(KEY, "bob"), None),
        (anns, bearer(KEY, None), None),
        (anns, bearer(OTHER_KEY, "ann"), None),
        (anns, _own(http), page),
        (pages["session_id"], ANN, None),
        (pages["session_id"], _own(http), other_page),
        (session_for("http:shop:ann", b"unopened"), ANN, None),
        ("nonsense", ANN, None),
        (anns.upper(), ANN, None),
    ]
    for session, headers, client in strangers:
        for method, path in OF_A_SESSION:
            body = {"rating": "up", "action": "a", "subject": "s"} if method == "POST" else None
            url = f"{SESSIONS}/{session}{path}"
            told = await http.ask(method, url, body, headers, client)
            assert (told.status, told.code) == (404, "session_not_found"), (session, path)
        body = {"message": "hi", "session_id": session}
        told = await http.ask("POST", MESSAGE, body, headers, client)
        assert (told.status, told.code) == (404, "session_not_found")
    assert [message.text for message in http.talk.sent] == ["hello", "hi", "hi"]


# The page


def _own(http: House) -> dict[str, str]:
    return {"Origin": http.origin}


async def test_a_visitor_gets_a_cookie_that_no_script_reads_and_no_other_site_sends(
    http: House,
) -> None:
    told = await http.ask("POST", MESSAGE, {"message": "hi"}, _own(http))
    cookie = told.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert len(cookie.partition(";")[0]) - len(COOKIE) - 1 == 43
    assert {"HttpOnly", "SameSite=Strict", f"Max-Age={COOKIE_SECONDS}", "Path=/"} <= set(
        cookie.split("; ")
    )
    (message,) = http.talk.sent
    assert message.sender_id.startswith("http:page:")
    doors = Doors(anonymous=True, public_origin="https://me.test")
    async with house(http.stores, doors) as behind_tls:
        for origin, status, secure in (("https://me.test", 201, True), (http.origin, 403, False)):
            told = await behind_tls.ask("POST", "/page/sessions", {}, {"Origin": origin})
            assert (told.status, "; Secure" in told.headers.get("Set-Cookie", "")) == (
                status,
                secure,
            )


@pytest.mark.parametrize(
    ("timezone", "told"),
    [
        ("Europe/Berlin", LikelyZone(name="Europe/Berlin", usual="Asia/Kuala_Lumpur")),
        ("Asia/Singapore", None),  # the clocks are the same
        ("Mars/Olympus", None),
        ("", None),
    ],
)
async def test_a_message_tells_the_zone_of_the_page_where_its_clock_is_another(
    http: House, timezone: str, told: LikelyZone | None
) -> None:
    client = await http.visitor()
    opened = await http.ask("POST", "/page/sessions", {"timezone": timezone}, _own(http), client)
    body = {"message": "hi", "session_id": opened.json["session_id"]}
    await http.ask("POST", MESSAGE, body, _own(http), client)
    assert [message.zone for message in http.talk.sent] == [told]
    assert [person.timezone for person in http.talk.people] == ["Asia/Kuala_Lumpur"]


async def test_where_a_code_is_asked_for_only_it_gives_a_cookie(stores: Stores) -> None:
    async with house(stores, Doors(page_code=CODE)) as http:
        client, own = await http.visitor(), _own(http)
        made_up = {**own, "Cookie": f"{COOKIE}={'a' * 43}"}
        for headers in (own, made_up):
            told = await http.ask("POST", MESSAGE, {"message": "hi"}, headers)
            assert (told.status, told.code) == (401, "unauthorized")
        wrong = await http.ask("POST", "/page/code", {"code": "sesame"}, own, client)
        assert (wrong.status, "Set-Cookie" in wrong.headers) == (401, False)
        right = await http.ask("POST", "/page/code", {"code": CODE}, own, client)
        assert right.status == 204
        assert (await http.ask("POST", MESSAGE, {"message": "hi"}, own, client)).status == 200


@pytest.mark.shows("http 13")
async def test_pages_of_other_sites_change_and_read_nothing(stores: Stores) -> None:
    doors = Doors(anonymous=True, api_keys=OPEN.api_keys, allowed_origins=("https://shop.test",))
    async with house(stores, doors) as http:
        client, own = await http.visitor(), _own(http)
        opened = await http.ask("POST", MESSAGE, {"message": "hi"}, own, client)
        session = opened.json["session_id"]
        foreign = (
            "https://evil.test",
            "null",
            "https://shop.test.evil.test",
            http.origin.replace("http:", "https:").replace("127.0.0.1", "evil.test"),
            http.origin.rpartition(":")[0],
        )
        evil = f"evil.test:{http.server.port}"  # a name that was led here
        led = await http.said("hi", {"Host": evil, "Origin": f"http://{evil}"})
        assert (led.status, led.code) == (403, "forbidden")
        for origin in foreign:
            for method, path, body in (
                ("POST", MESSAGE, {"message": "hi", "session_id": session}),
                ("GET", f"{SESSIONS}/{session}/messages", None),
                ("DELETE", f"{SESSIONS}/{session}", None),
            ):
                told = await http.ask(method, path, body, {"Origin": origin}, client)
                assert (told.status, told.code) == (403, "forbidden"), origin
                assert "Access-Control-Allow-Origin" not in told.headers
        nameless = await http.ask("DELETE", f"{SESSIONS}/{session}", None, {}, client)
        assert nameless.status == 403
        allowed = await http.said("hi", {**ANN, "Origin": "https://shop.test"})
        assert allowed.status == 200
        assert allowed.headers["Access-Control-Allow-Origin"] == "https://shop.test"
        asks = {"Origin": "https://shop.test", "Access-Control-Request-Method": "POST"}
        preflight = await http.ask("OPTIONS", MESSAGE, None, asks)
        assert (preflight.status, preflight.headers["Access-Control-Allow-Methods"]) == (
            204,
            "GET, POST, DELETE",
        )
        assert len(http.talk.sent) == 2


@pytest.mark.shows("http 12", "http 13")
async def test_every_refusal_is_in_the_askers_language_and_nothing_that_a_browser_runs(
    http: House,
) -> None:
    for path, language, said in (
        ("/nowhere", "", ""),
        (f"{SESSIONS}/x", "de-DE,de;q=0.9", "Ich weiß nicht"),
        (f"{SESSIONS}/x", "nl, ms;q=0.5", "Saya tidak tahu"),
        (f"{SESSIONS}/x", "", "I don't know"),
    ):
        told = await http.ask("GET", path, headers={"Accept-Language": language})
        assert told.json["error"]["message"].startswith(said)
        assert "default-src 'self'" in told.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in told.headers["Content-Security-Policy"]
        assert told.headers["X-Content-Type-Options"] == "nosniff"
        assert told.headers["Cache-Control"] == "no-store"
        assert told.json["error"]["request_id"] == told.headers["X-Request-Id"]


# How much


@pytest.mark.shows("http 13")
async def test_a_person_may_say_so_much_a_minute(stores: Stores) -> None:
    async with house(stores, per_minute=2) as http:
        session = await http.session()
        assert (await http.said("two", session_id=session)).status == 200
        third = await http.said("three", session_id=session)
        assert (third.status, third.code) == (429, "rate_limited")
        assert int(third.headers["Retry-After"]) == 30
        assert (await http.said("mine", bearer(user="bob"))).status == 200
        assert len(http.talk.sent) == 3
        bobs = await asyncio.gather(*(http.said(f"{n}", bearer(user="bob")) for n in range(8)))
        # Many at once are counted one by one.
        assert sorted(each.status for each in bobs) == [200] + [429] * 7


# What


JSON = "application/json"
BROKEN: dict[str, bytes] = {
    "empty": b"",
    "broken off": b"{",
    "no text": b"\xff\xfe",
    "a list": b"[]",
    "deep": b"[" * 10_000,
    "a number": b'{"message": 5}',
    "null": b'{"message": null}',
    "half a character": b'{"message": "\\ud800"}',
    "wait": b'{"message": "hi", "wait": "perhaps"}',
    "locale": b'{"message": "hi", "locale": "klingon"}',
    "id": b'{"message": "hi", "message_id": "a/b"}',
    "long id": b'{"message": "hi", "message_id": "%b"}' % (b"m" * 65),
}
BAD_BODIES: list[tuple[str | bytes, str, int, str]] = [
    *((body, JSON, 400, "bad_request") for body in BROKEN.values()),
    (b'{"message": ""}', JSON, 400, "message.empty"),
    (b"{}", JSON, 400, "message.empty"),
    (b'{"message": " \\u200b\\u0000 "}', JSON, 400, "message.empty"),
    (json.dumps({"message": "a" * 4097}), JSON, 413, "too_large"),
    (b'{"message": "%b"}' % (b"a" * 1024 * 1024), JSON, 413, "too_large"),
    (b"message=hi", "application/x-www-form-urlencoded", 415, "unsupported_media"),
    (b'{"message": "hi"}', "text/plain", 415, "unsupported_media"),
    (b"garbage", "multipart/form-data; boundary=b", 400, "bad_request"),
    (b"garbage", "multipart/form-data", 400, "bad_request"),
    (b"--b\r\n\r\nno name\r\n--b--\r\n", "multipart/form-data; boundary=b", 400, "bad_request"),
]


@pytest.mark.shows("http 13")
async def test_what_is_no_message_is_refused_by_what_is_wrong_with_it(http: House) -> None:
    for body, content_type, status, code in BAD_BODIES:
        headers = {**ANN, "Content-Type": content_type}
        told = await http.ask("POST", MESSAGE, headers=headers, data=body)
        assert (told.status, told.code) == (status, code), body[:60]
    # A packed body is not unpacked.
    bomb = gzip.compress(b'{"message": "' + b" " * 50_000 + b'"}')
    headers = {**ANN, "Content-Encoding": "gzip", "Content-Type": JSON}
    told = await http.ask("POST", MESSAGE, headers=headers, data=bomb)
    assert (told.status, told.code) == (415, "unsupported_media")
    assert http.talk.sent == []
    session = await http.session()
    for query in ("after=-1", "after=x", "after=" + "9" * 20, "limit=0", "limit=501", "limit=²"):
        told = await http.ask("GET", f"{SESSIONS}/{session}/messages?{query}", headers=ANN)
        assert (told.status, told.code) == (400, "bad_request"), query
    await http.stores.close()
    away = await http.said("hi", session_id=session)
    assert (away.status, away.code) == (503, "storage.unavailable")
    assert len(http.talk.sent) == 1


async def test_files_that_are_too_many_too_large_or_no_pictures_are_refused(http: House) -> None:
    def form(*files: bytes) -> FormData:
        data = FormData({"message": "look"})
        for file in files:
            data.add_field("files[]", file, filename="a.png", content_type="image/png")
        return data

    refused: list[tuple[FormData, int, str]] = [
        (form(b"MZ no picture"), 415, "unsupported_media"),
        (form(b""), 415, "unsupported_media"),
        (form(bytes(20 * 1024 * 1024 + 1)), 413, "too_large"),
        (form(*(b"\x89PNG" for _ in range(31))), 413, "too_large"),
        (FormData({f"f{n}": "x" for n in range(60)}, default_to_multipart=True), 413, "too_large"),
    ]
    for data, status, code in refused:
        told = await http.ask("POST", MESSAGE, headers=ANN, data=data)
        assert (told.status, told.code) == (status, code)
    assert http.talk.sent == []


async def test_thirty_photos_are_one_message_and_of_more_it_says_how_many_it_takes(
    http: House,
) -> None:
    def form(count: int) -> FormData:
        data = FormData({"message": "march"})
        for at in range(count):
            photo = PHOTO + bytes(at)
            data.add_field("files[]", photo, filename="a.png", content_type="image/png")
        return data

    told = await http.ask("POST", MESSAGE, headers=ANN, data=form(31))
    assert (told.status, told.code) == (413, "too_large")
    assert "At most 30 files" in told.json["error"]["message"]
    assert (await http.ask("POST", MESSAGE, headers=ANN, data=form(30))).status == 200
    (message,) = http.talk.sent
    assert len(message.attachments) == 30


async def test_a_body_that_breaks_off_is_no_fault_of_ours() -> None:
    anybody = Clients(OPEN)
    for kind in ("application/json", "multipart/form-data; boundary=x"):
        for broken in (ConnectionResetError("Connection lost"), web.RequestPayloadError("400")):
            body = StreamReader(BaseProtocol(asyncio.get_running_loop()), 1024)
            body.set_exception(broken)
            request = make_mocked_request("POST", MESSAGE, {"Content-Type": kind}, payload=body)
            reading = (
                read_form(request, anybody)
                if "form" in kind
                else read_json(request, anybody, PressBody)
            )
            with pytest.raises(RequestRefused) as refused:
                await reading
            assert (refused.value.status, refused.value.code) == (400, "bad_request")


async def test_a_reader_that_takes_nothing_in_is_hung_up_on_and_may_come_back(http: House) -> None:
    session = await http.session()
    path = f"{SESSIONS}/{session}/events?after=3"
    head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "x", **ANN}.items())
    reader, writer = await asyncio.open_connection("127.0.0.1", http.server.port)
    writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
    await reader.readuntil(b": hello")
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    said = 0
    while http.hub.streams:
        reply = ReplyView(id=f"c/r{said}", text="a" * 500_000)
        await http.stores.channel_events.add(session, EventKind.REPLY, reply.id, reply)
        said += 1
    writer.close()
    client = await http.visitor()
    async with client.get(path, headers=ANN) as stream:
        seen: set[bytes] = set()
        while len(seen) < said:
            line = await stream.content.readline()
            seen |= {line} if line.startswith(b"id: ") else set()
    assert seen == {b"id: %d\n" % (4 + number) for number in range(said)}


@pytest.mark.shows("http 13")
async def test_behind_a_proxy_an_address_is_the_one_that_the_proxy_names(stores: Stores) -> None:
    doors = Doors(anonymous=True, public_origin="https://me.test", new_sessions_an_hour=1)

    async def opened(http: House, origin: str, forwarded: str) -> int:
        headers = {"Origin": origin, "X-Forwarded-For": forwarded}
        return (await http.ask("POST", "/page/sessions", {}, headers)).status

    async with house(stores, doors) as http:
        for forwarded, status in (
            ("203.0.113.7", 201),
            ("203.0.113.8, 203.0.113.7", 429),
            ("203.0.113.7, 203.0.113.9", 201),
        ):
            assert await opened(http, "https://me.test", forwarded) == status, forwarded
    async with house(stores, replace(doors, public_origin=None)) as http:
        made_up = [await opened(http, http.origin, f"203.0.113.{n}") for n in range(2)]
        assert made_up == [201, 429]
