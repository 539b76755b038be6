"""What is refused: other people's sessions, other sites' pages, bodies that are none."""

import asyncio
import gzip
import json
from dataclasses import replace

import pytest
from aiohttp import FormData, StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from adapters.postgres.stores import Stores
from adapters.wrong_attempts import WRONG_ATTEMPTS
from bot.http.bodies import PressBody, read_form, read_json
from bot.http.clients import COOKIE, COOKIE_SECONDS, Doors
from bot.http.contract import EventKind, ReplyView, RequestRefused
from bot.http.errors import words_of
from bot.texts.catalogue import LANGUAGES, catalogue_of
from domain.sessions import session_for
from tests.bot.http.house import (
    ANN,
    CODE,
    KEY,
    MESSAGE,
    OPEN,
    OTHER_KEY,
    Client,
    House,
    bearer,
    house,
)

SESSIONS = "/api/v1/chat/sessions"
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
        assert senders == [f"http:shop:{s.replace('-', '')[:16]}" for s in (one, other, one)]


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
        (f"{SESSIONS}/x", "fr, ms;q=0.5", "Saya tidak tahu"),
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


async def test_an_address_may_open_so_many_sessions_an_hour(stores: Stores) -> None:
    doors = Doors(api_keys=OPEN.api_keys, new_sessions_an_hour=2)
    async with house(stores, doors) as http:
        await http.session()
        session = await http.session()
        told = await http.said("a third one", bearer(user="bob"))
        assert (told.status, told.code) == (429, "rate_limited")
        assert (await http.said("goes on", session_id=session)).status == 200
        http.now[0] += 3601
        assert (await http.said("a third one", bearer(user="bob"))).status == 200


# What


JSON = "application/json"
BROKEN: dict[str, bytes] = {
    "empty": b"",
    "broken off": b"{",
    "no text": b"\xff\xfe",
    "a list": b"[]",
    "deep": b"[" * 100_000,
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
        (form(*(b"\x89PNG" for _ in range(11))), 413, "too_large"),
        (FormData({f"f{n}": "x" for n in range(40)}, default_to_multipart=True), 413, "too_large"),
    ]
    for data, status, code in refused:
        told = await http.ask("POST", MESSAGE, headers=ANN, data=data)
        assert (told.status, told.code) == (status, code)
    assert http.talk.sent == []


async def test_a_body_that_breaks_off_is_no_fault_of_ours() -> None:
    for kind in ("application/json", "multipart/form-data; boundary=x"):
        for broken in (ConnectionResetError("Connection lost"), web.RequestPayloadError("400")):
            body = StreamReader(BaseProtocol(asyncio.get_running_loop()), 1024)
            body.set_exception(broken)
            request = make_mocked_request("POST", MESSAGE, {"Content-Type": kind}, payload=body)
            reading = read_form(request) if "form" in kind else read_json(request, PressBody)
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
    doors = Doors(api_keys=OPEN.api_keys, public_origin="https://me.test", new_sessions_an_hour=1)
    async with house(stores, doors) as http:
        for forwarded, status in (
            ("203.0.113.7", 200),
            ("203.0.113.8, 203.0.113.7", 429),
            ("203.0.113.7, 203.0.113.9", 200),
        ):
            told = await http.said("hi", {**ANN, "X-Forwarded-For": forwarded})
            assert told.status == status, forwarded
    async with house(stores, replace(doors, public_origin=None)) as http:
        made_up = [{**ANN, "X-Forwarded-For": f"203.0.113.{n}"} for n in range(2)]
        assert [(await http.said("hi", each)).status for each in made_up] == [200, 429]


CODES = """
bad_request message.empty conversation_id_required unauthorized forbidden session_not_found
not_found method_not_allowed message_id_reused conversation_moved_on too_large unsupported_media
speech.empty speech.unavailable rate_limited temporal.unreachable storage.unavailable voice.busy
internal
"""


@pytest.mark.shows("http 12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_table_has_its_words(language: str) -> None:
    codes = CODES.split()
    told = {words_of(RequestRefused(400, code), catalogue_of(language)) for code in codes}
    assert len(told) == len(codes)
