"""What Prometheus finds at a real bot."""

from tests.e2e.telegram.conftest import Telegram
from tests.local.waiting import eventually
from tests.metrics import scrape


async def test_the_bot_tells_by_itself_whether_its_servers_answer(telegram: Telegram) -> None:
    async def told() -> bool:
        metrics = await scrape(telegram.metrics_port)
        return bool(metrics.labels("database_up")) and bool(metrics.labels("temporal_up"))

    await eventually(told)
    metrics = await scrape(telegram.metrics_port)
    assert metrics.value("database_up") == metrics.value("temporal_up") == 1
    assert not metrics.labels("conversations"), "these are the worker's"
