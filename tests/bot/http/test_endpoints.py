"""What a program asks an agent for by one request: who may, under which key, how it is answered."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from aiohttp import web
from pydantic import JsonValue

from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.endpoint import endpoints_of
from bot.handover import TemporalUnreachableError
from bot.http.endpoints import EndpointRoutes
from bot.http.routes import HttpParts
from bot.program_requests import KeyReusedError, RequestFailedError
from domain.endpoints import EndpointRequest
from domain.errors import AppError
from tests.bot.http.house import ANN, OPERATOR, House, bearer, house

PATH = "/api/v1/triage"
BODY: dict[str, object] = {"messages": ["I was charged twice"], "plan": "pro"}


@dataclass
class Requests:
    """Implements ``EndpointRequests``; answers at once, or not before it is asked again."""

    asked: dict[str, tuple[EndpointRequest, str]] = field(default_factory=dict)
    working: bool = False
    down: AppError | None = None

    async def ask(
        self, workflow: str, request: EndpointRequest, digest: str, within: timedelta
    ) -> JsonValue | None:
        if self.down is not None:
            raise self.down
        own = f"{request.conversation_id}/{workflow}-{request.key}"
        if self.asked.setdefault(own, (request, digest))[1] != digest:
            raise KeyReusedError(workflow)
        return None if self.working or not within else {"urgency": "high"}


@pytest.fixture
def requests() -> Requests:
    return Requests()


@pytest.fixture
async def http(stores: Stores, requests: Requests) -> AsyncIterator[House]:
    def further(parts: HttpParts) -> list[web.RouteDef]:
        return EndpointRoutes(parts, requests, endpoints_of(SLUGS)).routes()

    async with house(stores, further=further) as one:
        yield one


def keyed(key: str = "k1", headers: dict[str, str] = ANN) -> dict[str, str]:
    return {**headers, "Idempotency-Key": key}


@pytest.mark.shows("support 39")
async def test_the_same_key_is_one_request_of_the_persons_own_session(
    http: House, requests: Requests
) -> None:
    first = await http.ask("POST", PATH, BODY, keyed())
    again = await http.ask("POST", PATH, BODY, keyed())
    other = await http.ask("POST", PATH, BODY, keyed("k2"))
    assert first.status == again.status == 200
    assert first.json == again.json == other.json
    assert first.json["result"] == {"urgency": "high"}
    assert len(requests.asked) == 2
    ((name, (request, _)), _) = requests.asked.items()
    assert name == f"conversation:http:{first.json['session_id']}/triage-k1"
    assert request.person.user_id == "http:shop:ann"
    assert request.body["plan"] == "pro"
    changed = await http.ask("POST", PATH, {**BODY, "plan": "free"}, keyed())
    assert (changed.status, changed.code) == (409, "message_id_reused")


@pytest.mark.shows("support 39")
async def test_what_takes_longer_is_asked_for_again_under_its_key(
    http: House, requests: Requests
) -> None:
    not_waited = await http.ask("POST", PATH, {**BODY, "wait": False}, keyed())
    requests.working = True
    under_way = await http.ask("POST", PATH, BODY, keyed())
    assert [not_waited.status, under_way.status] == [202, 202]
    assert under_way.json["result"] is None
    requests.working = False
    done = await http.ask("POST", PATH, BODY, keyed())
    assert (done.status, len(requests.asked)) == (200, 1)


@pytest.mark.shows("support 39")
@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "messages"),
        ({"messages": []}, "messages"),
        ({"messages": ["  "]}, "messages.0"),
        ({"messages": ["x" * 4_097]}, "messages.0"),
        ({"messages": ["hi"] * 21}, "messages"),
        ({**BODY, "plan": "gold"}, "plan"),
        ({**BODY, "active": [{"ticket_id": "TKT-1"}]}, "active.0.text"),
        ({**BODY, "active": [{"ticket_id": "TKT-1", "text": "x"}] * 11}, "active"),
        ({**BODY, "store": True}, "plan"),
    ],
)
async def test_bad_input_is_named_and_begins_nothing(
    http: House, requests: Requests, body: dict[str, object], named: str
) -> None:
    refused = await http.ask("POST", PATH, body, keyed())
    assert (refused.status, refused.code) == (400, "bad_request")
    assert named in refused.json["error"]["message"]
    assert requests.asked == {}


@pytest.mark.shows("support 39")
async def test_it_is_for_servers_with_a_key_and_an_id_of_the_request(http: House) -> None:
    assert (await http.ask("POST", PATH, BODY, ANN)).status == 400
    assert (await http.ask("POST", PATH, BODY, keyed("a/b"))).status == 400
    assert (await http.ask("POST", PATH, BODY, keyed(headers={}))).status == 401
    operator = bearer(OPERATOR, None)
    assert (await http.ask("POST", PATH, BODY, keyed(headers=operator))).status == 403
    visitor = await http.visitor()
    await http.ask("POST", "/page/sessions", {}, {"Origin": http.origin}, visitor)
    on_page = await http.ask("POST", PATH, BODY, keyed(headers={"Origin": http.origin}), visitor)
    assert on_page.status == 403


async def test_nobody_reaches_the_session_of_another_person(http: House) -> None:
    theirs = (await http.ask("POST", PATH, BODY, keyed())).json["session_id"]
    bob = keyed(headers=bearer(user="bob"))
    refused = await http.ask("POST", PATH, {**BODY, "session_id": theirs}, bob)
    assert (refused.status, refused.code) == (404, "session_not_found")


async def test_a_key_that_names_no_user_has_a_person_for_each_request(
    http: House, requests: Requests
) -> None:
    for key in ("k1", "k2", "k2"):
        assert (await http.ask("POST", PATH, BODY, keyed(key, bearer(user=None)))).status == 200
    assert len({request.person.user_id for request, _ in requests.asked.values()}) == 2


@pytest.mark.parametrize("error", [TemporalUnreachableError("away"), RequestFailedError("broken")])
async def test_what_failed_may_be_sent_again(
    http: House, requests: Requests, error: AppError
) -> None:
    requests.down = error
    refused = await http.ask("POST", PATH, BODY, keyed())
    assert (refused.status, refused.json["error"]["retryable"]) == (503, True)
    requests.down = None
    assert (await http.ask("POST", PATH, BODY, keyed())).status == 200


async def test_requests_of_a_person_are_counted(http: House) -> None:
    statuses = [(await http.ask("POST", PATH, BODY, keyed(f"k{n}"))).status for n in range(31)]
    assert statuses == [200] * 30 + [429]
