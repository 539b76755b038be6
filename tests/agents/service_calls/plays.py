"""The shipped graph played in memory: the real engine and rules, a business of our own, on Monday
23 November 2026, 12:00 in New York.
"""

from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files

from agents.service_calls.audit import row_of
from agents.service_calls.exchange import Slot
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.trial import Trial, TrialBusiness, TrialService
from examples.service_tools.sample import sample_business

NOW = datetime(2026, 11, 23, 17, tzinfo=UTC)
SLOT = Slot(
    from_ts=NOW + timedelta(hours=22), to_ts=NOW + timedelta(hours=24), employee_name="Bob Smith"
)
"""Tue 24 Nov, 10:00–12:00."""
ZONE = "America/New_York"
EXAMPLE = (
    "Hello, I need help with drywall repair",
    "555-1234",
    "John Doe",
    "Yes, that sounds good",
    "no thanks",
)
"""What the customer says who is booked."""
NUMBERS = {
    name: number
    for number, name in enumerate(
        (
            "GREET_CUSTOMER", "ASK_CUSTOMER_ABOUT_THEIR_NEED", "Extract_Customer_Issue",
            "Identify_Issue", "Empathize", "Console_Build_Rapport", "use_mcp_to_get_info",
            "Try_To_Gather_Customers_Data", "ASK_FOR_PHONE_NUMBER",
            "Extract_Customer_Contact_Info", "Check_IF_existing_customer", "Plan",
            "Communicate_To_Customer_Before_Action", "Execute_Plan_Using_MCP",
            "Tell_Customers_Execution", "Goodbye_And_Hangup", "Execute_Call_Hangup",
        ),
        start=1,
    )
}  # fmt: skip
"""The nodes as the specification numbers them."""


@cache
def shipped(name: str = "home_services") -> Graph:
    text = files("agents.service_calls.graphs").joinpath(f"{name}.json").read_text("utf-8")
    return read_graph(text).graph


@cache
def services() -> tuple[TrialService, ...]:
    """The catalog of the sample data."""
    known = sample_business()
    doers = {skill: each.name for each in known.employees for skill in each.skills}
    return tuple(
        TrialService(
            name=each.name,
            keywords=tuple(word for words in each.keywords.values() for word in words),
            employee=doers.get(each.name, "Jonas Weber"),
        )
        for each in known.categories
    )


def business() -> TrialBusiness:
    return TrialBusiness(OfflineCalls(), services(), NOW, ZONE)


class Play:
    """A call from its first words on."""

    def __init__(self, graph: Graph | None = None, tools: TrialBusiness | None = None) -> None:
        self.tools = tools or business()
        self.trial = Trial(graph or shipped(), OfflineCalls(), self.tools, NOW, ZONE)
        self.state = self.trial.state

    async def says(self, words: str) -> str:
        return " ".join(await self.trial.says(words))

    def field(self, name: str) -> object:
        return self.state.context.get(name)

    @property
    def ran(self) -> list[str]:
        """Names of the nodes that were run, in the order of their first run."""
        path = self.state.context["node_traversal_path"]
        assert isinstance(path, list)
        return [str(name) for name in path]

    @property
    def path(self) -> list[int]:
        return [NUMBERS[name] for name in self.ran]

    @property
    def booked_until(self) -> datetime | None:
        """As the call's row says."""
        return row_of(self.state, self.trial.call.desk).booked_until

    def calls_of(self, tool: str) -> int:
        return sum(request.tool == tool for request in self.tools.called)
