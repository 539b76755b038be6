"""One Temporal server and one database, with a catalog and articles, for all played chats."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.procurement.sample import load
from domain.conversation import Limits
from tests.adapters.model.conftest import server as models
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.support.workflow.chat import fill
from tests.databases import Databases
from tests.model_server import ScriptedModelServer
from tests.played.house import SAMPLES, WholeChat
from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name

__all__ = ["models"]


@pytest.fixture(scope="module")
async def kept(databases: Databases) -> AsyncIterator[Stores]:
    async with databases.one() as url:
        stores = Stores.connect(url)
        await fill(stores.database)
        await load(stores.database, SAMPLES)
        yield stores
        await stores.close()


@pytest.fixture(scope="module")
def rates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rates of today, as the European Central Bank writes them."""
    file = tmp_path_factory.mktemp("rates") / "rates.csv"
    today = datetime.now(ZoneInfo("Asia/Kuala_Lumpur")).date()
    days = "".join(f"{today - timedelta(days=n)},1.1652,4.8355,1.5108\n" for n in range(2))
    file.write_text(f"Date,USD,MYR,SGD\n{days}")
    return file


@pytest.fixture
async def chat(
    server: WorkflowEnvironment,
    limits: Limits,
    kept: Stores,
    models: ScriptedModelServer,
    rates: Path,
) -> AsyncIterator[WholeChat]:
    async with WholeChat(server, limits, kept, [provider(models)], rates).open() as chat:
        yield chat
