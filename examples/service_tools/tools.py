"""The tools: what each is asked, what it tells, what it does to the world, and how it is called."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from mcp.types import Tool as ToolForm
from mcp.types import ToolAnnotations
from pydantic import BaseModel, JsonValue

from examples.service_tools import forms
from examples.service_tools.calendar import person_calendar_book, person_calendar_free
from examples.service_tools.calls import call_hangup
from examples.service_tools.catalog import entity_list, setting_list
from examples.service_tools.customers import (
    customer_create,
    customer_erase,
    customer_get,
    customer_update,
)
from examples.service_tools.errors import ServicesRefusedError
from examples.service_tools.tasks import task_cancel, task_create, task_note
from examples.service_tools.workplace import Workplace

_A = TypeVar("_A", bound=forms.ToolAsked)
_T = TypeVar("_T", bound=forms.ToolTold)

_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_CHANGES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)
"""All writes may be repeated: they have a key, or the second time nothing is left to do."""


@dataclass(frozen=True)
class OfferedTool(Generic[_A, _T]):
    """One tool. ``purpose`` is what callers read."""

    name: str
    purpose: str
    asked: type[_A]
    told: type[_T]
    hints: ToolAnnotations
    act: Callable[[Workplace, _A], Awaitable[_T]]

    def form(self) -> ToolForm:
        return ToolForm(
            name=self.name,
            description=self.purpose,
            input_schema=self.asked.model_json_schema(),
            output_schema=self.told.model_json_schema(mode="serialization"),
            annotations=self.hints,
        )

    async def call(self, at: Workplace, arguments: Mapping[str, JsonValue]) -> BaseModel:
        """Raises ``ValidationError`` for arguments that do not fit, ``ServicesRefusedError``."""
        asked = self.asked.model_validate(arguments)
        if isinstance(asked, forms.KeyedAsked):
            return await self._once(at, asked, asked.idempotency_key)
        return await self.act(at, asked)

    async def _once(self, at: Workplace, asked: _A, key: str) -> BaseModel:
        """In one transaction with the row of the key: another call with it waits for this one, and
        is told what came of it; where this one is refused, the other is carried out.
        """
        digest = hashlib.sha256(asked.model_dump_json(exclude={"idempotency_key"}).encode())
        first = await at.connection.fetchval(
            """
            INSERT INTO idempotency (key, tool, request_hash) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING RETURNING key
            """,
            key,
            self.name,
            digest.hexdigest(),
        )
        if first is not None:
            told = await self.act(at, asked)
            await at.connection.execute(
                "UPDATE idempotency SET result = $2 WHERE key = $1",
                key,
                told.model_dump(mode="json"),
            )
            return told
        kept = await at.connection.fetchrow(
            "SELECT tool, result FROM idempotency WHERE key = $1", key
        )
        if kept is None or kept["tool"] != self.name:
            raise ServicesRefusedError(
                code="conflict.key", message="this key is that of another tool's call"
            )
        return self.told.model_validate(kept["result"] | {"replayed": True})


TOOLS = (
    OfferedTool(
        "setting_list",
        "Lists the business's settings of a category; dl__service_category has its services.",
        forms.SettingListAsked,
        forms.SettingListTold,
        _READS,
        setting_list,
    ),
    OfferedTool(
        "entity_list",
        "Lists projects, or the tasks of a customer, that a query names.",
        forms.EntityListAsked,
        forms.EntityListTold,
        _READS,
        entity_list,
    ),
    OfferedTool(
        "customer_get",
        "Finds a customer by phone number.",
        forms.CustomerGetAsked,
        forms.CustomerGetTold,
        _READS,
        customer_get,
    ),
    OfferedTool(
        "customer_create",
        "Creates a customer, unless the number is that of one already.",
        forms.CustomerCreateAsked,
        forms.CustomerCreateTold,
        _WRITES,
        customer_create,
    ),
    OfferedTool(
        "customer_update",
        "Changes the number, name or email of a customer; what is left out stays.",
        forms.CustomerUpdateAsked,
        forms.CustomerUpdateTold,
        _CHANGES,
        customer_update,
    ),
    OfferedTool(
        "task_create",
        "Creates a task for a customer and assigns somebody who can do it.",
        forms.TaskCreateAsked,
        forms.TaskCreateTold,
        _WRITES,
        task_create,
    ),
    OfferedTool(
        "task_cancel",
        "Cancels a task and frees its booking.",
        forms.TaskCancelAsked,
        forms.TaskCancelTold,
        _CHANGES,
        task_cancel,
    ),
    OfferedTool(
        "task_note",
        "Adds a note for whoever does a task.",
        forms.TaskNoteAsked,
        forms.TaskNoteTold,
        _WRITES,
        task_note,
    ),
    OfferedTool(
        "person_calendar_free",
        "Lists the earliest free slots of those who can do a service.",
        forms.CalendarFreeAsked,
        forms.CalendarFreeTold,
        _READS,
        person_calendar_free,
    ),
    OfferedTool(
        "person_calendar_book",
        "Books a slot for a task, or moves its booking there.",
        forms.CalendarBookAsked,
        forms.CalendarBookTold,
        _CHANGES,
        person_calendar_book,
    ),
    OfferedTool(
        "call_hangup",
        "Ends a call.",
        forms.CallHangupAsked,
        forms.CallHangupTold,
        _WRITES,
        call_hangup,
    ),
    OfferedTool(
        "customer_erase",
        "Deletes a customer with all tasks and bookings, for good.",
        forms.CustomerEraseAsked,
        forms.CustomerEraseTold,
        _CHANGES,
        customer_erase,
    ),
)
"""Every tool of the server, in the order in which they are listed."""
