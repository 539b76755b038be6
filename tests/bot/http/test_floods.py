"""What one caller sends cannot fill the memory, hold the loop or use up what others may."""

import json
from base64 import b64encode
from contextlib import AsyncExitStack
from io import BytesIO

import pytest

from adapters.postgres.stores import Stores
from bot.http import clients
from bot.http.allowance import Allowance, Places
from bot.http.bodies import MAX_FORM, MAX_INLINE_FILES, MAX_JSON, MAX_OBJECTS, without_files
from bot.http.clients import DEEDS_A_MINUTE, STREAMS_OF_PERSON, Doors
from bot.http.contract import RequestRefused
from bot.http.server import LIMITS
from tests.bot.http.house import KEY, MESSAGE, OTHER_KEY, PHOTO, House, Told, bearer, chats, house

CHATS = "/v1/chat/completions"
PIXELS = b64encode(PHOTO + bytes(3_000)).decode()
URL = f"data:image/png;base64,{PIXELS}"
JSON = {"Content-Type": "application/json"}


def photo(url: str = URL) -> dict[str, object]:
    return {"type": "image_url", "image_url": {"url": url}}


def user(*parts: object) -> dict[str, object]:
    return {"role": "user", "content": list(parts)}


async def chatted(http: House, messages: object, raw: bytes | None = None) -> Told:
    body = raw or json.dumps({"model": "steward", "messages": messages}).encode()
    headers = {**bearer(), **JSON, "X-Conversation-ID": "one"}
    return await http.ask("POST", CHATS, headers=headers, data=body)


async def test_a_large_body_of_small_things_is_refused_before_it_is_parsed(stores: Stores) -> None:
    small = {"role": "user", "content": ""}
    many = [small] * (MAX_OBJECTS + 1)
    long = [{"role": "user", "content": "x" * MAX_JSON}]
    async with house(stores, further=chats) as http:
        for messages in (many, long, [user(*[photo()] * (MAX_INLINE_FILES + 1))]):
            told = await chatted(http, messages)
            assert (told.status, told.json["error"]["code"]) == (413, "too_large")
        for messages in ([small] * 2_001, [user(*[{"type": "text", "text": "x"}] * 65)]):
            assert (await chatted(http, messages)).status == 400
        deep = b'{"model":"steward","messages":' + b"[" * 10_000 + b"]" * 10_000 + b"}"
        assert (await chatted(http, None, deep)).status == 400
        assert http.talk.sent == []


async def test_photos_of_a_chat_count_for_no_json_and_the_last_one_is_taken(stores: Stores) -> None:
    earlier = [user(photo("data:image/jpeg;base64," + "A" * MAX_JSON)) for _ in range(3)]
    text = {"type": "text", "text": 'look: <img src="data:image/png;base64,' + "A" * 600 + '">'}
    async with house(stores, further=chats) as http:
        assert (await chatted(http, [*earlier, user(text, photo())])).status == 200
        (message,) = http.talk.sent
        assert message.text == text["text"]
        assert [file.size for file in message.attachments] == [len(PHOTO) + 3_000]


def test_the_largest_form_has_the_time_that_a_slow_line_takes() -> None:
    megabytes = MAX_FORM / 2**20
    assert LIMITS.body.total_seconds() >= megabytes


async def test_words_that_look_like_a_file_stay_words_where_no_files_are_expected(
    stores: Stores,
) -> None:
    async with house(stores) as http:
        words = "data:image/png;base64," + "A" * 600
        assert (await http.said(words)).status == 200
        assert [message.text for message in http.talk.sent] == [words]


def test_a_file_is_taken_out_of_json_however_its_slashes_are_written() -> None:
    body = json.dumps({"a": URL, "b": "data: 12", "c": "x"}).replace("/", "\\/").encode()
    rest, files = without_files(body)
    assert json.loads(rest) == {"a": "file:0", "b": "data: 12", "c": "x"}
    assert bytes(files["file:0"]).replace(b"\\/", b"/").decode() == PIXELS


async def test_who_may_not_come_in_is_refused_before_anything_is_read(stores: Stores) -> None:
    doors = Doors(api_keys={"shop": KEY}, bytes_a_minute=10)
    async with house(stores, doors) as http:
        stranger = await http.ask("POST", MESSAGE, headers=bearer("x" * 24) | JSON, data=b"{")
        assert (stranger.status, stranger.code) == (401, "unauthorized")


async def test_bytes_are_counted_by_person_and_come_back_with_time(stores: Stores) -> None:
    doors = Doors(api_keys={"shop": KEY, "other": OTHER_KEY}, bytes_a_minute=1_000)
    async with house(stores, doors) as http:
        assert (await http.said("x" * 600)).status == 200
        slowed = await http.said("x" * 600)
        assert (slowed.status, slowed.code) == (429, "rate_limited")
        assert (await http.said("x" * 600, bearer(KEY, "bob"))).status == 200
        assert (await http.said("x" * 600, bearer(OTHER_KEY, "ann"))).status == 200
        people = [(await http.said("x" * 600, bearer(KEY, f"p{n}"))).status for n in range(40)]
        assert people[:10] == [200] * 10
        assert people[-1] == 429, "a key that names its users has no more than its own measure"
        http.now[0] += int(slowed.headers["Retry-After"])
        assert (await http.said("x" * 600)).status == 200
        form = await http.ask(
            "POST", MESSAGE, headers=bearer(), data={"files[]": BytesIO(PHOTO * 100)}
        )
        assert (form.status, form.code) == (429, "rate_limited")


async def test_bytes_of_all_that_are_held_at_once_have_a_limit(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "BYTES_HELD", 1_000)
    async with house(stores) as http:
        full = await http.said("x" * 1_100)
        assert (full.status, full.code) == (503, "busy")
        assert [(await http.said("x" * 600)).status for _ in range(3)] == [200] * 3


def test_places_where_a_file_may_begin_are_counted_before_they_are_looked_at() -> None:
    with pytest.raises(RequestRefused):
        without_files(b'"data:' * 20_001)


async def test_new_sessions_are_counted_by_the_key_and_by_its_person(stores: Stores) -> None:
    doors = Doors(
        api_keys={"shop": KEY, "other": OTHER_KEY}, new_sessions_an_hour=2, new_sessions_of_key=5
    )

    async def opened(key: str, person: str | None) -> int:
        return (await http.said("hi", bearer(key, person))).status

    async with house(stores, doors) as http:
        assert [await opened(KEY, "ann") for _ in range(3)] == [200, 200, 429]
        assert [await opened(KEY, name) for name in ("bob", "cleo", None)] == [200, 200, 200]
        assert await opened(KEY, "dora") == 429
        assert await opened(OTHER_KEY, "ann") == 200


def test_an_allowance_is_used_up_and_comes_back_evenly() -> None:
    now = [0.0]
    allowance = Allowance(10, 60, lambda: now[0])
    allowance.use("ann", 10)
    with pytest.raises(RequestRefused) as refused:
        allowance.use("ann", 5)
    assert (refused.value.retryable, refused.value.retry_after) == (True, 30)
    now[0] += 30
    allowance.use("ann", 5)
    with pytest.raises(RequestRefused) as never:
        allowance.use("bob", 11)
    assert (never.value.retryable, never.value.retry_after) == (False, None)


async def test_streams_of_one_person_leave_room_for_others(stores: Stores) -> None:
    async with house(stores) as http:
        session = await http.session()
        path = f"/api/v1/chat/sessions/{session}/events"
        async with AsyncExitStack() as open_ones:
            for _ in range(STREAMS_OF_PERSON):
                client = await http.visitor()
                await open_ones.enter_async_context(client.get(path, headers=bearer()))
            told = await http.ask("GET", path, headers=bearer())
            assert (told.status, told.code) == (429, "rate_limited")
            assert int(told.headers["Retry-After"]) > 0
            assert (await http.said("still heard", session_id=session)).status == 200
            assert (await http.said("hi", bearer(user="bob"))).status == 200


async def test_feedback_and_hang_ups_have_a_pace(stores: Stores) -> None:
    async with house(stores) as http:
        session = f"/api/v1/chat/sessions/{await http.session()}"
        rated = [
            (await http.ask("POST", f"{session}/feedback", {"rating": "up"}, bearer())).status
            for _ in range(DEEDS_A_MINUTE + 1)
        ]
        assert rated == [204] * DEEDS_A_MINUTE + [429]
        assert (await http.ask("DELETE", session, headers=bearer())).status == 429
        http.now[0] += 60
        assert (await http.ask("DELETE", session, headers=bearer())).status == 204


def test_places_are_free_again_whatever_happened_inside() -> None:
    places = Places(2)
    with places.one(ann=1):
        with pytest.raises(RequestRefused), places.one(ann=1):
            pass
        with pytest.raises(KeyError), places.one(bob=1):
            raise KeyError
        with places.one(bob=1), pytest.raises(RequestRefused), places.one(cleo=1):
            pass
    with places.one(ann=1), places.one(bob=1):
        pass


async def test_no_user_of_a_key_is_the_person_of_a_session_without_one(stores: Stores) -> None:
    async with house(stores) as http:
        session_id = await http.session(bearer(user=None))
        half = session_id.replace("-", "")[:16]
        told = await http.said("whose?", bearer(user=half), session_id=session_id)
        assert (told.status, told.code) == (404, "session_not_found")
