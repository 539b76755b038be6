"""A chat over HTTP through real processes: the channel's, a worker, Temporal, PostgreSQL."""

import pytest
from aiohttp import ClientSession

from tests.collector import Collector
from tests.e2e.house import House
from tests.e2e.http.site import Event, Site, Visitor, alternating, answered, at, open_site
from tests.e2e.phone import receipt
from tests.local.waiting import eventually
from tests.metrics import scrape


@pytest.mark.shows("http 15")
async def test_words_and_a_photo_are_saved_once_and_answered(
    house: House, visitor: Visitor
) -> None:
    (saved,) = await answered(visitor, "Starbucks 15.50")
    assert "15.50" in saved
    (asked,) = await answered(visitor, "lunch")
    assert "?" in asked
    (card,) = await answered(visitor, "12.30")
    assert "12.30" in card
    read = await visitor.photo(receipt("H-1"))
    if read["state"] == "working":  # a slow machine: then the answer comes by the stream
        async with visitor.listening():
            await visitor.until(lambda: any("24.80" in text for text in visitor.replies))
    assert await visitor.saved(house) == ["15.50", "12.30", "24.80"]


@pytest.mark.shows("http 15")
async def test_a_process_shows_what_came_in_by_another_which_may_leave_in_order(
    house: House, site: Site
) -> None:
    async with open_site(house) as other, ClientSession() as http:
        before = other.process.log.stat().st_size
        visitor = Visitor(http, alternating(site, other))
        await visitor.say("/help")
        again = Visitor(http, alternating(other, site), visitor.user, visitor.session_id)
        async with visitor.listening(), again.listening():
            await visitor.say("Grab 7.77", wait=False)
            for reader in (visitor, again):
                await reader.until(lambda r=reader: any("7.77" in t for t in r.replies))  # type: ignore[misc]
        assert visitor.replies == again.replies
        assert set(visitor.times_seen("id").values()) == {1}

        there = Visitor(http, at(other), visitor.user, visitor.session_id)
        async with http.get(there.stream, headers=there.headers) as stream:
            assert await stream.content.readline()
            assert await other.process.stop() == 0
    assert b"Traceback" not in other.process.log.read_bytes()[before:]


async def test_what_was_saved_is_listed_changed_there_once_and_taken_back_by_a_word(
    house: House, visitor: Visitor
) -> None:
    for text in ("Starbucks 15.50", "Grab 12"):
        await answered(visitor, text)
    before = await rows(visitor)
    assert [row["amount"] for row in before] == ["RM12.00", "RM15.50"]
    body = {
        "arguments": {"task_ids": [row["id"] for row in before], "category": "Travel"},
        "session_id": visitor.session_id,
    }
    headers = {**visitor.headers, "Idempotency-Key": "k1"}
    for _ in range(2):
        tool = f"{visitor.url()}/api/v1/tools/edit_expenses"
        async with visitor.http.post(tool, json=body, headers=headers) as answer:
            assert (await answer.json())["result"]["value"]["count"] == 2
    assert {str(row["group"]) for row in await rows(visitor)} == {"🧳 Travel"}
    (undone,) = await answered(visitor, "undo")
    assert "2 entries" in undone
    assert await rows(visitor) == before
    assert await rows(Visitor(visitor.http, visitor.url)) == []
    changes = "SELECT kind FROM transaction_changes WHERE user_id = $1 ORDER BY position"
    kinds = [row["kind"] for row in await house.rows(changes, visitor.user_id)]
    assert kinds == [*["created"] * 2, *["edited"] * 2, *["reverted"] * 2]


async def rows(visitor: Visitor) -> list[Event]:
    """What the visitor's list shows."""
    place = f"{visitor.url()}/api/v1/collections/expenses/rows"
    async with visitor.http.get(place, headers=visitor.headers) as answer:
        found: list[Event] = (await answer.json())["rows"]
    return found


async def test_requests_and_streams_are_measured_and_traced_without_a_word_of_who_asked(
    site: Site, visitor: Visitor, collector: Collector
) -> None:
    await visitor.say("/help")
    async with visitor.listening():
        await visitor.until(lambda: bool(visitor.replies))
        metrics = await scrape(site.metrics_port)
    route = "/api/v1/chat/orchestrator/message"
    assert metrics.value("http_requests_total", route=route, status="200") >= 1
    assert metrics.value("http_request_seconds_count", route=route) >= 1
    assert metrics.value("http_streams") >= 1

    async def traced() -> bool:
        spans = {(span.service, span.name) for span in collector.spans}
        return {("steward-http", "message http"), ("steward-http", "signal receive")} <= spans

    await eventually(traced)
    told = {value for sample in metrics.samples for value in sample.labels.values()}
    assert not any(visitor.user in value or visitor.session_id in value for value in told)
