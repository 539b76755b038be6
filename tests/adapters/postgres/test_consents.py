"""A yes is kept once, with the text that was shown, and goes with the person."""

from datetime import timedelta

import pytest

from adapters.postgres.stores import Stores
from domain.consent import ConsentGiven
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB
from tests.adapters.postgres.test_erasure import count
from tests.adapters.postgres.test_retention import aged


def yes(user_id: str = ANN, version: str = "v1", text: str = "May I?") -> ConsentGiven:
    return ConsentGiven(
        user_id=user_id, version=version, text=text, language="en", channel="http", how="word"
    )


async def test_a_yes_is_for_one_person_and_one_version(stores: Stores) -> None:
    assert not await stores.consents.has(ANN, "v1")
    for _ in range(2):
        await stores.consents.give(yes())
    assert await count(stores, "consents") == 1
    assert await stores.consents.has(ANN, "v1")
    assert not await stores.consents.has(ANN, "v2")
    assert not await stores.consents.has(BOB, "v1")


@pytest.mark.shows("safety 36")
async def test_the_person_sees_it_in_their_data_and_an_erasure_takes_it_back(
    stores: Stores,
) -> None:
    await stores.consents.give(yes())
    await stores.consents.give(yes(BOB))
    (row,) = (await stores.export.of_person(ANN))["consents"]
    assert (row["version"], row["text"], row["how"]) == ("v1", "May I?", "word")
    assert str(row["at"])
    await stores.erasure.erase(ANN)
    assert not await stores.consents.has(ANN, "v1")
    assert await stores.consents.has(BOB, "v1")


async def test_whether_anything_is_kept_of_somebody(stores: Stores) -> None:
    assert not await stores.consents.keeps(ANN)
    await stores.users.person(Person(user_id=ANN))
    assert await stores.consents.keeps(ANN)
    assert not await stores.consents.keeps(BOB)


async def test_an_old_yes_stays_with_what_it_was_given_for_and_goes_without(
    stores: Stores,
) -> None:
    await stores.users.person(Person(user_id=ANN))
    await stores.consents.give(yes())
    await stores.consents.give(yes(BOB))
    await stores.consents.give(yes("telegram:9"))
    await aged(stores, "consents", "at", "user_id <> 'telegram:9'")
    assert (await stores.purge(timedelta(days=30))).counts["consents"] == 1
    assert await stores.consents.has(ANN, "v1")
    assert not await stores.consents.has(BOB, "v1")
    assert await stores.consents.has("telegram:9", "v1")
