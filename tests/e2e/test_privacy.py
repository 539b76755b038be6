"""A real worker with encryption: what it writes into its log says nothing about what was said."""

import json

import pytest

from adapters.postgres.stores import Stores
from adapters.temporal import ClientExtras, connect, embedded
from tests.adapters.encryption.keys import NEW, codec
from tests.e2e.house import House
from tests.e2e.phone import phone_on, receipt
from tests.e2e.private import tells

PRIVATE = ("Starbucks", "15.73", "nasi lemak", "41.97", "KP-77", "Kopi", NEW.partition(":")[2])


@pytest.mark.shows("safety 29")
async def test_no_log_line_of_a_worker_tells_what_was_said_read_or_saved(house: House) -> None:
    before = house.worker.log.stat().st_size
    settings = {"PAYLOAD_KEYS": NEW, "LOG_PSEUDONYM_KEY": "made-up"}
    client = await connect(embedded(house.temporal_address), ClientExtras(codec=codec(NEW)))
    stores = Stores.connect(house.database_url)
    try:
        async with house.worker_with(**settings), phone_on(client, stores) as phone:
            await phone.tell("Starbucks 15.73")
            await phone.tell("nasi lemak")
            await phone.tell("41.97")
            await phone.settled(await phone.photo(receipt("KP-77")))
            assert len(await phone.saved()) == 3
            written = house.worker.log.read_bytes()[before:].decode()
    finally:
        await stores.close()
    assert [secret for secret in PRIVATE if tells(written, secret)] == []
    assert f"{phone.id}/" not in written
    assert f"conversation:{phone.channel_name}:~" in written
    events = [json.loads(line)["event"] for line in written.splitlines() if line.startswith("{")]
    assert "expense.saved" in events
    assert "payloads.not_encrypted" not in events
