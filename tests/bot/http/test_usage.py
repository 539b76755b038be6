"""Usage of models over HTTP: everything for an operator, their own for a person."""

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial

import pytest
from pydantic import SecretStr

from adapters.postgres.stores import Stores
from adapters.pseudonyms import Pseudonyms
from bot.http.usage import UsageRoutes
from tests.adapters.postgres.requests import model_call
from tests.bot.http.house import ANN, OPERATOR, House, bearer, house

PATH = "/api/v1/usage"
MINE = bearer(OPERATOR, None)
pytestmark = pytest.mark.shows("models 12")


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    recent = partial(
        stores.usage.recent,
        kept_for=timedelta(days=30),
        pseudonyms=Pseudonyms.of(SecretStr("k" * 32)),
    )
    for user in ("http:shop:ann", "http:shop:ben"):
        await stores.model_calls.record(
            model_call(user_id=user, latency_ms=700, input_tokens=100, output_tokens=20)
        )
    async with house(
        stores,
        further=lambda parts: UsageRoutes(parts, recent, stores.usage.of_person).routes(),
    ) as one:
        yield one


async def test_an_operator_sees_all_calls_and_names_nobody(http: House) -> None:
    told = (await http.ask("GET", f"{PATH}?by=person&days=2", headers=MINE)).json
    assert (told["persons"], [line["calls"] for line in told["lines"]]) == (2, [1, 1])
    assert not any("ann" in line["person"] for line in told["lines"])
    [line] = (await http.ask("GET", PATH, headers=MINE)).json["lines"]
    assert (line["calls"], line["latency_p95"], line["input_tokens"]) == (2, 700, 200)


async def test_a_person_sees_their_own_and_no_more(http: House) -> None:
    told = (await http.ask("GET", PATH, headers=ANN)).json
    assert (told["calls"], told["today"]["tokens"]) == (1, 120)
    assert (await http.ask("GET", PATH, headers=bearer(user=None))).status == 403
    assert (await http.ask("GET", PATH)).status == 401


@pytest.mark.parametrize("query", ["days=0", "days=3651", "days=x", "by=people"])
async def test_a_query_that_cannot_be_is_refused_by_its_field(http: House, query: str) -> None:
    refused = await http.ask("GET", f"{PATH}?{query}", headers=MINE)
    assert refused.status == 400
    assert query.partition("=")[0] in refused.json["error"]["message"]
