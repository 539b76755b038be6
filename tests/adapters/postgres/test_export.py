"""A person is shown everything that is kept of them, and nothing of anybody else."""

import json

from adapters.postgres.stores import Stores
from tests.adapters.postgres.requests import ANN, BOB, keeping
from tests.adapters.postgres.test_erasure import lived, photo
from tests.adapters.postgres.toy import given


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


async def test_amounts_are_exact_and_what_was_kept_is_whole(stores: Stores) -> None:
    await given(stores, 1)
    await stores.drafts.keep(keeping(2))

    shown = await stores.export.of_person(ANN)

    assert shown["toys"][0]["price"] == "12.50"
    assert shown["drafts"][0]["state"] == {"draft": {"amount": "12.30"}}


async def test_of_somebody_unknown_there_is_nothing(stores: Stores) -> None:
    assert not any((await stores.export.of_person("telegram:0")).values())
