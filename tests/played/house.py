"""A chat with all agents at once: real rules, rows, tools and checks, and one model."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from temporalio.testing import WorkflowEnvironment

from activities.agent_step import AgentStep
from activities.patience import Patience
from adapters.model.provider import Provider
from adapters.model.steps import Steps
from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.expenses.bind import bind as expenses
from agents.expenses.settings import ExpenseSettings
from agents.parts import AgentParts
from agents.procurement.bind import bind as procurement
from agents.procurement.settings import ProcurementSettings
from agents.service_calls.activities.asking import Asking
from agents.service_calls.activities.call_log import Records
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.activities.words import WordsByRules
from agents.service_calls.bind import by_queue
from agents.service_calls.card import CARD as SERVICE_CALLS
from agents.service_calls.model.fragment import fragment as of_calls
from agents.service_calls.model.questions import ServiceCallModels
from agents.service_calls.offline.engine import CallUnderstanding, OfflineCalls
from agents.service_calls.trial import TrialBusiness
from agents.support.bind import bind as support
from agents.support.settings import SupportSettings
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE
from domain.conversation import Limits
from domain.replies import DeliveredReply, Delivery, Reply
from domain.tools import TOOL_QUEUE
from tests.agents.service_calls.plays import ZONE, services, shipped
from tests.agents.service_calls.workflow.chat import GatedServers, InMemoryCallLog, InMemoryGraphs
from tests.fakes.channel import RecordingChannel
from tests.workflows.stored import ModelReads
from wiring.tools import bind_tools

SAMPLES = Path(__file__).parents[2] / "local" / "samples"
SUNDAY = datetime(2026, 11, 29, 8, tzinfo=UTC)
"""When it is for the business of the service calls, whose calendar is of that week."""


class WordedChannel(RecordingChannel):
    """The conversation remembers what it said in words, as of a real channel."""

    def __init__(self, text_of: Callable[[Reply], str]) -> None:
        super().__init__()
        self._text_of = text_of

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        shown = await super().show(delivery, reply)
        return shown.model_copy(update={"text": self._text_of(reply)})


class WholeChat(ModelReads):
    """Of a customer whom nobody knows. The business of the service calls is in memory."""

    cached = 9
    """As of ``SupportChat``: a chat and its tickets."""

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        providers: Sequence[Provider],
        rates: Path,
    ) -> None:
        own = limits.model_copy(update={"enabled": SLUGS, "has_model": True})
        super().__init__(env, own, stores, providers=providers)
        self.channel = WordedChannel(self.text_of)
        desk = SupportSettings(
            _env_file=None,
            support_send_delay_s=0,
            support_embeddings="off",
            support_policy=str(SAMPLES / "support" / "support.toml"),
        )
        parts = [
            expenses(self.lent, ExpenseSettings(_env_file=None, rates_file=rates)),
            procurement(self.lent, ProcurementSettings(_env_file=None)),
            support(self.lent, desk),
            self._service_calls(),
        ]
        tools = bind_tools(parts, stores.tool_calls, timedelta(seconds=5))
        kits = {each.slug: each.toolkit for each in parts if each.toolkit is not None}
        step = AgentStep(Steps(self.lent.gateway, kits), Patience()).agent_step
        first, *others = parts
        of_all = {
            MAIN_QUEUE: (tools.by_rules.agent_step_by_rules, tools.record.record_tool_calls),
            TOOL_QUEUE: (tools.run.run_tool,),
            MODEL_QUEUE: (step,),
        }
        joined = {
            queue: (*first.activities.get(queue, ()), *of_all.get(queue, ()))
            for queue in {*first.activities, *of_all}
        }
        for each in (replace(first, activities=joined), *others):
            self.bring(each)

    def text_of(self, reply: Reply) -> str:
        return self.wording(reply).text()

    def _service_calls(self) -> AgentParts:
        rules, graphs, log = OfflineCalls(), InMemoryGraphs(), InMemoryCallLog()
        graphs.put("first", shipped())
        servers = GatedServers(TrialBusiness(rules, services(), SUNDAY, ZONE))
        records = Records(graphs, log, ZONE)
        words = WordsByRules(rules, records.write, lambda: SUNDAY)
        asking = Asking(ServiceCallModels(self.lent.gateway, rules), log, Patience())
        activities = by_queue(words, records, CallTool(servers), asking)
        return AgentParts(SERVICE_CALLS.slug, activities, CallUnderstanding(), fragment=of_calls())
