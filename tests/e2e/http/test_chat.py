"""A chat over HTTP through real processes: the channel's, a worker, Temporal, PostgreSQL."""

import pytest
from aiohttp import ClientSession

from tests.collector import Collector
from tests.e2e.house import House
from tests.e2e.http.site import Site, Visitor, alternating, answered, at, open_site
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
