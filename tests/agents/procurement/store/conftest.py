"""A shop with a small catalog on a fresh database."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import JsonValue

from adapters.postgres.pool import Database
from agents.procurement.handlers import Shop
from agents.procurement.items import Item
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog import Report, import_items
from agents.procurement.tools import BUTTON_TOOLS, CATALOG_TOOLS, DECIDE_REQUEST, TOOLS, CheckedOut
from domain.tools import RunToolRequest, ToolCall
from domain.understanding import Person
from tests.agents.procurement.samples import an_item

CHAT = "conversation:terminal:me"


PEN = an_item("PEN-1", "Gel pen blue", "14.90", category="Pens", supplier="Brightline")
PAPER = an_item("PAP-1", "Copy paper A4", "12.90", category="Paper", stock=20)
TONER = an_item("TON-1", "Toner black", "180.00", category="Toner", stock=3)
DOLLARS = an_item("USD-1", "Imported stapler", "9.00", currency="USD", category="Desk")


async def put(database: Database, *items: Item, language: str = "english") -> Report:
    """These are the catalog now."""
    return await import_items(database, items, Report(), source="test", language=language)


@dataclass(frozen=True)
class Counter:
    """A shop as one person uses it: each call in a transaction of its own, as the loop makes it."""

    database: Database
    shop: Shop
    user: str = "terminal:me"
    author_id: str = ""
    """Of what a group says."""

    def of(self, user: str) -> "Counter":
        return replace(self, user=user)

    async def call(
        self,
        name: str,
        call_id: str = "",
        *,
        check: bool = False,
        confirmed: JsonValue = None,
        confirmed_by: str = "",
        seen: tuple[str, ...] = ("PEN-1", "PAP-1", "TON-1", "USD-1"),
        **arguments: Any,  # noqa: ANN401 - the tool's own
    ) -> Any:  # noqa: ANN401 - of the tool's own result model
        tool, handler = next(each for each in self.shop.bound() if each[0].name == name)
        told = tool.arguments.model_validate(arguments)
        request = RunToolRequest(
            person=Person(user_id=self.user),
            conversation_id=CHAT,
            task_id=f"{CHAT}/procurement/1",
            agent="procurement",
            call=ToolCall(call_id=call_id or f"{CHAT}/{next(_numbers)}", name=name),
            check=check,
            confirmed=confirmed,
            confirmed_by=confirmed_by,
            author_id=self.author_id,
            seen=seen,
        )
        async with self.database.transaction(readonly=check) as connection:
            result = await handler(connection, request, told)
        assert isinstance(result, tool.result)
        return result

    async def proposed(self, **arguments: Any) -> Any:  # noqa: ANN401 - as JSON
        """The facts of a checkout, as they are shown."""
        facts = await self.call("checkout", check=True, **arguments)
        return facts.model_dump(mode="json")

    async def agreed(
        self,
        facts: JsonValue,
        call_id: str = "",
        **arguments: Any,  # noqa: ANN401 - the tool's own
    ) -> CheckedOut:
        sent = await self.call(
            "checkout", call_id, confirmed=facts, confirmed_by="terminal:me:9", **arguments
        )
        assert isinstance(sent, CheckedOut)
        return sent


_numbers = iter(range(1, 10**9))


@pytest.fixture
async def counter(database: Database) -> Counter:
    await put(database, PEN, PAPER, TONER, DOLLARS)
    return Counter(database=database, shop=Shop(ProcurementSettings(_env_file=None)))


def names() -> set[str]:
    return {tool.name for tool in (*TOOLS, *CATALOG_TOOLS, DECIDE_REQUEST, *BUTTON_TOOLS)}
