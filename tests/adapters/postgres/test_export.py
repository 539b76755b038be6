"""A person is shown everything that is kept of them, and nothing of anybody else."""

import json

from adapters.postgres.stores import Stores
from tests.adapters.postgres.requests import ANN, BOB
from tests.adapters.postgres.test_erasure import lived, photo


async def test_everything_that_names_the_person_is_in_it(stores: Stores) -> None:
    await lived(stores, ANN, number=1, content=b"anns")
    await lived(stores, BOB, number=2, content=b"bobs")

    shown = await stores.export.of_person(ANN)

    assert {table: len(rows) for table, rows in shown.items()} == {
        "users": 1,
        "conversation_messages": 2,
        "attachments": 1,
        "drafts": 1,
        "model_calls": 0,
        "tool_calls": 0,
        "channel_sessions": 0,
        "channel_events": 0,
        "toys": 1,
    }
    assert shown["attachments"][0]["sha256"] == photo(b"anns").sha256
    assert BOB not in json.dumps(shown)
    assert shown["toys"][0]["price"] == "12.50", "amounts are exact"
    assert shown["drafts"][0]["state"] == {"draft": {"amount": "12.30"}}
    assert not any((await stores.export.of_person("telegram:0")).values())
