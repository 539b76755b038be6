"""Who customers are: files that are refused whole, and a service of the company."""

from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from adapters.postgres.pool import Database
from agents.support.store.customers import (
    Customer,
    CustomerLookupError,
    ServiceCustomers,
    import_customers,
    read_customers,
)
from domain.errors import ConfigurationError

TOKEN = "a-token-of-the-tests"


async def _answer(request: web.Request) -> web.Response:
    assert request.headers["Authorization"] == f"Bearer {TOKEN}"
    match request.match_info["name"]:
        case "CUST-002":
            return web.json_response({"plan": "Enterprise", "seats": 50, "more": 1})
        case "CUST-003":
            return web.json_response({"seats": "many"})
        case "CUST-004":
            return web.Response(status=503)
    return web.Response(status=404)


@pytest.mark.shows("support 8")
async def test_a_service_of_the_company_knows_customers_or_fails_in_its_own_way(
    database: Database, me: str
) -> None:
    app = web.Application()
    app.router.add_get("/customers/{name}", _answer)
    async with TestServer(app) as server:
        url = str(server.make_url("/customers/"))
        service = ServiceCustomers(database, url, SecretStr(TOKEN))
        known = await service.lookup("CUST-002")
        assert (known.plan, known.seats, known.known) == ("enterprise", 50, True)
        for nobody in ("CUST-999", me, "../CUST-002"):
            assert not (await service.lookup(nobody)).known
        for failing in ("CUST-003", "CUST-004"):
            with pytest.raises(CustomerLookupError):
                await service.lookup(failing)
        await service.close()
    gone = ServiceCustomers(database, url, SecretStr(TOKEN), timedelta(seconds=1))
    with pytest.raises(CustomerLookupError):
        await gone.lookup("CUST-002")
    await gone.close()


def test_a_file_of_customers_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "customers.csv"
    file.write_text("customer_id,plan,seats\nCUST-1,pro,2\nCUST-2,pro,none\n")
    with pytest.raises(ConfigurationError, match=r"csv:3: seats"):
        read_customers(file)
    file.write_text("customer_id\nCUST-1\nCUST-1\n")
    with pytest.raises(ConfigurationError, match="there twice"):
        read_customers(file)


@pytest.mark.shows("support bad input (3)")
async def test_an_import_never_makes_a_stranger_somebody_else(database: Database, me: str) -> None:
    with pytest.raises(ConfigurationError, match=me):
        await import_customers(database, {me: Customer(plan="enterprise")})
