import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import ClientResponse, CookieJar
from aiohttp.test_utils import TestClient, TestServer
from google.protobuf.json_format import MessageToDict, ParseDict
from structlog.testing import capture_logs
from temporalio.api.common.v1 import Payload, Payloads

from adapters.encryption.access import SESSION_SECONDS, CodecAccess
from adapters.encryption.login import COOKIE, MOST_FORM_BYTES
from adapters.encryption.server import MOST_BYTES, MOST_PAYLOADS, Audience, codec_application
from adapters.wrong_attempts import WRONG_ATTEMPTS
from domain.errors import ConfigurationError
from tests.adapters.encryption.keys import CHAT, NEW, OLD, codec

UI = "http://127.0.0.1:8233"
TOKEN = "a-made-up-token-of-an-operator"
SAID = Payload(metadata={"encoding": b"json/plain"}, data=b'"Starbucks 15.50"')
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@dataclass
class Desk:
    """The server, an operator in front of it, and a clock that the test moves."""

    now: list[float]
    client: TestClient = field(init=False)  # type: ignore[type-arg] # generic only in stubs

    async def ask(
        self,
        path: str = "/decode",
        payloads: Payloads | None = None,
        namespace: str | None = "default",
        /,
        **headers: str,
    ) -> ClientResponse:
        named = {} if namespace is None else {"X-Namespace": namespace}
        asked = await sealed() if payloads is None else payloads
        return await self.client.post(path, json=MessageToDict(asked), headers=named | headers)

    async def sign_in(self, token: str = TOKEN, **headers: str) -> ClientResponse:
        return await self.client.post(
            "/login", data={"token": token}, headers=headers, allow_redirects=False
        )


async def sealed() -> Payloads:
    return Payloads(payloads=await codec(NEW).encode([SAID]))


async def payloads_of(answer: ClientResponse) -> list[Payload]:
    assert answer.status == 200, await answer.text()
    return list(ParseDict(await answer.json(), Payloads()).payloads)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    now = [1_000_000.0]
    desk = Desk(now)
    access = CodecAccess(TOKEN, clock=lambda: now[0])
    application = codec_application(codec(NEW, of=""), access, Audience(UI, {"default"}))
    desk.client = TestClient(TestServer(application), cookie_jar=CookieJar(unsafe=True))
    async with desk.client:
        yield desk


async def test_the_holder_of_the_token_gets_payloads_decrypted(desk: Desk) -> None:
    answer = await desk.ask("/decode?preserveStorageRefs=true", **BEARER)
    assert await payloads_of(answer) == [SAID]
    assert answer.headers["Cache-Control"] == "no-store"
    assert await payloads_of(await desk.ask("/default/decode", None, None, **BEARER)) == [SAID]


async def test_what_is_encrypted_here_for_a_workflow_can_be_read_by_the_worker(desk: Desk) -> None:
    named = {**BEARER, "X-Workflow-Id": CHAT}
    answer = await desk.ask("/encode", Payloads(payloads=[SAID]), **named)
    made = await payloads_of(answer)
    assert made[0].metadata["encoding"] == b"binary/encrypted"
    assert await codec(NEW).decode(made) == [SAID]
    answer = await desk.ask("/encode", Payloads(payloads=[SAID]), **BEARER)
    assert answer.status == 400
    assert "X-Workflow-Id" in await answer.text()


@pytest.mark.shows("safety 28")
@pytest.mark.parametrize("path", ["/decode", "/encode", "/default/decode"])
async def test_nobody_else_is_answered(desk: Desk, path: str) -> None:
    wrong = ("Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN)
    for headers in ({}, *({"Authorization": header} for header in wrong)):
        answer = await desk.ask(path, **headers)
        assert answer.status == 401, headers
        assert "Starbucks" not in await answer.text()
    assert (await desk.client.get("/health")).status == 200, "as anybody may ask"


async def test_a_browser_that_signed_in_is_answered_for_an_hour(desk: Desk) -> None:
    assert (await desk.ask(Origin=UI)).status == 401
    signed_in = await desk.sign_in()
    assert signed_in.status == 303
    cookie = signed_in.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert TOKEN not in cookie
    page = await (await desk.client.get("/")).text()
    assert "Signed in" in page
    assert f'<a href="{UI}">' in page
    assert await payloads_of(await desk.ask(Origin=UI)) == [SAID]
    desk.now[0] += SESSION_SECONDS
    assert (await desk.ask(Origin=UI)).status == 401
    assert "Show the token" in await (await desk.client.get("/")).text()


async def test_signing_out_ends_the_session_also_for_who_kept_the_cookie(desk: Desk) -> None:
    cookie = (await desk.sign_in()).cookies[COOKIE].value
    await desk.client.post("/logout")
    assert (await desk.ask(Origin=UI)).status == 401
    kept = await desk.ask(Cookie=f"{COOKIE}={cookie}", Origin=UI)
    assert kept.status == 401


async def test_only_the_token_in_a_small_form_of_the_own_page_gives_a_session(desk: Desk) -> None:
    refused = await desk.sign_in("guess")
    assert refused.status == 401
    assert "Set-Cookie" not in refused.headers
    assert "That is not the token" in await refused.text()
    assert (await desk.sign_in(Origin="http://evil.example")).status == 403
    assert (await desk.sign_in("x" * MOST_FORM_BYTES)).status == 413

    given = (await desk.sign_in()).cookies[COOKIE].value
    desk.client.session.cookie_jar.clear()
    other = CodecAccess(TOKEN, clock=lambda: desk.now[0]).open_session()
    for cookie in (given[:-1], f"{given}x", given.swapcase(), "", "..", "é.1.é", other):
        answer = await desk.ask(Cookie=f"{COOKIE}={cookie}", Origin=UI)
        assert answer.status == 401, cookie
    assert (await desk.ask(Cookie=f"{COOKIE}={given}", Origin=UI)).status == 200


async def test_who_guesses_has_to_wait_and_who_knows_the_token_does_not(desk: Desk) -> None:
    """From one address: behind a proxy it is everybody's."""
    for number in range(WRONG_ATTEMPTS):
        if number % 2:
            assert (await desk.sign_in(f"guess {number}")).status == 401
        else:
            assert (await desk.ask(Authorization=f"Bearer guess{number}")).status == 401
    refused = await desk.ask(Authorization="Bearer another-guess")
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert (await desk.sign_in("another guess")).status == 429
    assert (await desk.ask(**BEARER)).status == 200
    assert (await desk.sign_in()).status == 303
    assert (await desk.ask(Origin=UI)).status == 200
    desk.client.session.cookie_jar.clear()
    desk.now[0] += 61
    assert (await desk.ask(Authorization="Bearer another-guess")).status == 401


async def test_each_refusal_is_written_down_with_its_reason(desk: Desk) -> None:
    with capture_logs() as logs:
        assert (await desk.ask()).status == 401
        assert (await desk.ask(Origin=UI)).status == 401
        assert (await desk.ask(Authorization="Basic x")).status == 401
        assert (await desk.ask(Authorization="Bearer a-wrong-guess")).status == 401
    refused = [entry for entry in logs if entry["event"] == "codec.refused"]
    assert [entry["why"] for entry in refused] == ["no_token"] * 3 + ["wrong_token"]
    assert all(entry["address"] == "127.0.0.1" for entry in refused)


async def test_the_web_ui_may_ask_with_credentials_and_no_other_page(desk: Desk) -> None:
    wanted = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-namespace,authorization",
    }
    allowed = await desk.client.options("/decode", headers={"Origin": UI, **wanted})
    assert allowed.status == 204
    assert allowed.headers["Access-Control-Allow-Origin"] == UI
    assert allowed.headers["Access-Control-Allow-Credentials"] == "true"
    listed = allowed.headers["Access-Control-Allow-Headers"].split(", ")
    assert set(listed) == {"content-type", "x-namespace", "authorization"}
    refused = await desk.ask(Origin=UI)
    assert refused.status == 401
    assert refused.headers["Access-Control-Allow-Origin"] == UI, "it can read why"
    await desk.sign_in()
    for origin in ("http://127.0.0.1:9999", "http://evil.example", "null", f"{UI}.evil.example"):
        refused = await desk.client.options("/decode", headers={"Origin": origin, **wanted})
        assert "Access-Control-Allow-Origin" not in refused.headers
        answer = await desk.ask(Origin=origin)
        assert answer.status == 403
        assert "Access-Control-Allow-Origin" not in answer.headers


async def test_another_namespace_is_not_answered(desk: Desk) -> None:
    for namespace in (None, "", "other"):
        assert (await desk.ask("/decode", None, namespace, **BEARER)).status == 403, namespace
    assert (await desk.ask("/other/decode", **BEARER)).status == 403


async def test_what_is_no_request_of_temporal_is_refused(desk: Desk) -> None:
    headers = {"X-Namespace": "default", **BEARER}
    as_json = {"Content-Type": "application/json", **headers}
    many = json.dumps({"payloads": [{}] * (MOST_PAYLOADS + 1)}).encode()
    for body, status in (
        (b"", 400),
        (b"\xff", 400),
        (b'{"payloads": 1}', 400),
        (b"[" * 100_000, 400),
        (b" " * (MOST_BYTES + 1), 413),
        (many, 413),
    ):
        answer = await desk.client.post("/decode", data=body, headers=as_json)
        assert answer.status == status, (body[:20], await answer.text())
    answer = await desk.client.post("/encode", data=many, headers=as_json)
    assert (answer.status, await answer.text()) == (
        413,
        "2001 payloads are too many: at most 2000\n",
    )
    assert (await desk.client.post("/decode", data=b"{}", headers=headers)).status == 415


async def test_payloads_without_their_key_are_refused_by_the_name_of_the_key(desk: Desk) -> None:
    old = Payloads(payloads=await codec(OLD).encode([SAID]))
    answer = await desk.ask("/decode", old, **BEARER)
    assert answer.status == 422
    assert "2026-05" in await answer.text()


async def test_the_log_says_who_read_how_much_and_nothing_of_it(desk: Desk) -> None:
    with capture_logs() as logs:
        await desk.ask(**BEARER)
        await desk.ask(Authorization="Bearer a-wrong-guess")
        await desk.sign_in()
        await desk.ask(Origin=UI)
    decoded = [entry for entry in logs if entry["event"] == "codec.decoded"]
    assert [entry["payloads"] for entry in decoded] == [1, 1]
    assert decoded[0]["who"] == "token"
    (signed_in,) = [entry for entry in logs if entry["event"] == "codec.signed_in"]
    assert decoded[1]["who"] == f"session {signed_in['session']}"
    for private in ("Starbucks", "15.50", TOKEN, "a-wrong-guess"):
        assert private not in repr(logs)


def test_a_token_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="CODEC_TOKEN"):
        CodecAccess("short")


async def answered(desk: Desk, header: bytes) -> int:
    """The status for a request with these bytes in a header; clients would not send them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", desk.client.port)
    lines = (b"POST /decode HTTP/1.1", b"Host: steward", header, b"Connection: close", b"", b"")
    writer.write(b"\r\n".join(lines))
    status = (await reader.readline()).split()[1]
    writer.close()
    await writer.wait_closed()
    return int(status)


async def test_bytes_that_no_client_sends_are_no_session_and_a_wrong_attempt(desk: Desk) -> None:
    for cookie in (b"\xff", b"a.9999999999.\xff", b"\xe9.1.x", b"a.\xff.b"):
        assert await answered(desk, b"Cookie: " + COOKIE.encode() + b"=" + cookie) == 401, cookie
    wrong = b"Authorization: Bearer \xff\xfe"
    statuses = [await answered(desk, wrong) for _ in range(WRONG_ATTEMPTS + 1)]
    assert statuses == [401] * WRONG_ATTEMPTS + [429]
