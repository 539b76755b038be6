"""A chat with expenses whose rows, and whose record of calls, are in a real database."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from temporalio.testing import WorkflowEnvironment

from adapters.model.provider import Provider
from adapters.postgres.stores import Stores
from agents.expenses.bind import bind
from agents.expenses.card import CARD
from agents.expenses.settings import ExpenseSettings
from agents.parts import Cases
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import Limits
from domain.conversation_tools import PLATFORM_TOOLS
from domain.messages import CallRequest, ProgramCall
from domain.tools import TOOL_QUEUE, ToolResult
from tests.workflows.stored import ModelReads
from wiring.tools import bind_tools

NOTHING_CHANGED = {
    "en_MY": "nothing changed",
    "ms_MY": "tiada apa yang berubah",
    "de_DE": "nichts geändert",
}
"""What is said of an order that could not be carried out, by locale."""


class FeatureChat(ModelReads):
    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        *,
        providers: Sequence[Provider] = (),
        cases: Cases | None = None,
    ) -> None:
        """``cases`` is what its features reach."""
        own = limits.model_copy(update={"enabled": (CARD.slug,), "has_model": bool(providers)})
        super().__init__(env, own, stores, locale, providers=providers)
        self.lent = replace(self.lent, cases=cases or self.cases)
        parts = bind(self.lent, ExpenseSettings(_env_file=None))
        tools = bind_tools([parts], stores.tool_calls, timedelta(seconds=5))
        main = (*parts.activities[MAIN_QUEUE], tools.record.record_tool_calls)
        run = {TOOL_QUEUE: (tools.run.run_tool,), MAIN_QUEUE: main}
        self.bring(replace(parts, activities={**parts.activities, **run}))

    async def call(self, name: str, arguments: str = "{}") -> str:
        """Calls a tool as a program does; the message's id."""
        agent = "" if name in {tool.name for tool in PLATFORM_TOOLS} else CARD.slug
        call = ProgramCall(agent=agent, wanted=CallRequest(name=name, arguments=arguments))
        return await self.send(await self._message(text=name, call=call))

    async def result(self, name: str, arguments: str = "{}") -> ToolResult:
        """What a program's call came to."""
        message_id = await self.call(name, arguments)
        await self.quiet(message_id)
        found = await self.stores.tool_calls.find(self.user_id, f"{message_id}/1")
        assert found is not None
        return found

    async def calls(self) -> list[tuple[str, str]]:
        """Names and states of all calls of this person's, in order."""
        by_time = "SELECT tool, status FROM tool_calls WHERE user_id = $1 ORDER BY at, call_id"
        return [(row["tool"], row["status"]) for row in await self.execute(by_time, self.user_id)]

    async def budgets(self) -> dict[str, str]:
        """What this person means to spend, by category."""
        rows = await self.execute(
            "SELECT category, amount, currency, period FROM budgets WHERE user_id = $1",
            self.user_id,
        )
        return {r["category"]: f"{r['currency']} {r['amount']:f} a {r['period']}" for r in rows}
