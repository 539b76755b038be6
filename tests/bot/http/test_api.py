"""The API of sessions: every row of its table, on the real log."""

import asyncio
import hashlib
import json
import re

import pytest
from aiohttp import ClientResponse, FormData

from adapters.postgres.stores import Stores
from bot.handover import NoWorkerError, TemporalUnreachableError
from bot.http.contract import EventKind, FileView, ReplyView
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from tests.bot.http.house import ANN, KEY, MESSAGE, OPERATOR, PHOTO, House, Json, bearer, house
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


async def test_a_photo_is_stored_for_its_person_and_goes_with_its_caption(http: House) -> None:
    form = FormData({"message": "lunch"})
    form.add_field("files[]", PHOTO, filename="../../etc/x.png", content_type="text/html")
    told = await http.ask("POST", MESSAGE, data=form, headers=ANN)
    assert told.texts == ["you said lunch"]
    (photo,) = http.talk.sent[0].attachments
    assert photo.kind is MediaKind.IMAGE
    assert await http.stores.attachments.get("http:shop:ann", photo.sha256) == (photo, PHOTO)


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
async def test_the_transcript_comes_in_pages(http: House) -> None:
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


async def test_a_session_tells_its_state_and_the_rest_to_operators_only(http: House) -> None:
    session = await http.session()
    told = (await http.ask("GET", f"{SESSIONS}/{session}", headers=ANN)).json
    assert told == {
        "session_id": session,
        "state": "idle",
        "node": None,
        "path": [],
        "missing": [],
        "version": None,
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


@pytest.mark.shows("http 10")
async def test_a_press_is_a_message(http: House) -> None:
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


@pytest.mark.shows("http 10")
async def test_feedback_is_kept_with_the_session_and_shown_to_nobody(http: House) -> None:
    session = await http.session()
    path = f"{SESSIONS}/{session}/feedback"
    assert (await http.ask("POST", path, {"rating": "up"}, ANN)).status == 204
    assert (await http.ask("POST", path, {"rating": "5"}, ANN)).status == 400
    kept = await http.stores.channel_events.read(
        session, 0, 9, kinds=frozenset({EventKind.FEEDBACK})
    )
    assert [event.payload for event in kept] == [{"rating": "up"}]
    listed = (await http.ask("GET", f"{SESSIONS}/{session}/messages", headers=ANN)).json
    assert {m["kind"] for m in listed["messages"]} == {"transcript", "reply"}


@pytest.mark.shows("http 10")
async def test_hanging_up_tells_whoever_reads(http: House) -> None:
    session = await http.session()
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
async def test_a_file_of_a_reply_is_given_to_its_person_as_something_to_keep(http: House) -> None:
    session = await http.session()
    content = b"<script>alert(1)</script>"
    digest = hashlib.sha256(content).hexdigest()
    kept = Attachment(sha256=digest, kind=MediaKind.OTHER, mime_type="text/html", size=25)
    await http.stores.users.person(Person(user_id="http:shop:ann"))
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


async def test_the_tools_of_other_servers_are_told_to_operators(http: House) -> None:
    told = await http.ask("GET", "/api/v1/mcp/tools", headers=bearer(OPERATOR, None))
    assert told.json == [
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
    assert retried.json["cursor"] == 5, "the attempt that failed left no event"


@pytest.mark.shows("http 14")
async def test_without_a_worker_the_message_is_taken_and_answered_later(stores: Stores) -> None:
    async with house(stores, wait=0.05) as first:
        first.talk.asleep = NoWorkerError("nobody")
        told = await first.said("hi")
        assert told.status == 202
        assert len(first.talk.sent) == 1
        path = f"{SESSIONS}/{told.json['session_id']}"
        assert (await first.ask("GET", path, headers=ANN)).json["state"] == "working"

        async def answered() -> bool:
            return not first.talk.busy

        await eventually(answered)
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
