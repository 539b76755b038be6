"""Dialogues with a scripted model: what it may do, and what becomes of what it may not."""

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import asyncpg
import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.model.provider import Provider
from adapters.postgres.stores import Stores
from agents.support.sample import load
from domain.conversation import Limits
from tests.adapters.model.conftest import server as models
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.model.payloads import specialised, supervised
from tests.agents.support.workflow.helpdesk import HelpDesk
from tests.conftest import url_of
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import act, understood
from tests.replay.recording import only
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name

__all__ = ["models"]

FREE, ENTERPRISE = "CUST-001", "CUST-002"


@pytest.fixture(autouse=True, scope="module")
def _only_support() -> Iterator[None]:
    with only({"support": "agents.support"}):
        yield


@pytest.fixture(scope="module")
async def kitebox(postgres_url: str, _template: str) -> AsyncIterator[Stores]:
    """All stores on a database of the module with the sample company in it."""
    name = "steward_support"
    connection = await asyncpg.connect(postgres_url)
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {_template}")
    stores = Stores.connect(url_of(postgres_url, name))
    await load(stores.database, Path("local/samples"))
    yield stores
    await stores.close()
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture
async def desk(
    request: pytest.FixtureRequest,
    server: WorkflowEnvironment,
    limits: Limits,
    kitebox: Stores,
    models: ScriptedModelServer,
) -> AsyncIterator[HelpDesk]:
    """Of a customer with the free plan, if the test does not say otherwise."""
    customer = getattr(request, "param", FREE)
    own = limits.model_copy(update={"enabled": ("support",)})
    providers: Sequence[Provider] = [provider(models)]
    _reads(models)
    async with HelpDesk(server, own, kitebox, providers, customer=customer).open() as desk:
        yield desk


def _reads(models: ScriptedModelServer) -> None:
    """Every message is for support, in whole."""
    problems = {"problems": [], "human": False}
    models.answer("UnderstandAnswer", understood(act("open", problems, agent="support")))


def asked(models: ScriptedModelServer, form: str) -> list[ModelRequest]:
    return [request for request in models.requests if request.schema_name == form]


async def test_a_promise_that_the_article_does_not_make_is_never_shown(
    desk: HelpDesk, models: ScriptedModelServer
) -> None:
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer(
        "SpecialistAnswer",
        specialised("The money arrives on the same card 3 days after we have agreed.", "kb_004"),
    )
    shown = await desk.hears("when does a refund arrive?")
    assert "3 days" not in shown
    assert "5 to 10 days" in shown
    assert "kb_004" in shown
