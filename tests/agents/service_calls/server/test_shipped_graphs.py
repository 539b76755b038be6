"""The shipped graphs and the server that ships with them."""

import pytest

from agents.service_calls.check import read_graph
from tests.agents.service_calls.server.business import Business
from tests.agents.service_calls.test_check import SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
async def test_they_call_its_tools_with_what_these_take(business: Business, name: str) -> None:
    offered = await business.connection.offered_tools()
    tools = {f"services.{tool.name}": tool.arguments for tool in offered}
    assert not read_graph(SHIPPED[name], tools).warnings
