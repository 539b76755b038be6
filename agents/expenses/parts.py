"""What the features of this agent are given in a worker, and what each brings to it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, JsonValue

from activities.ports import AttachmentStore
from adapters.postgres.pool import Connection
from agents.expenses.activities.rate_files import RateFiles
from agents.parts import FeatureParts, Lent, ToolHandler
from domain.errors import ToolRefusedError
from domain.messages import Attachment, MediaKind
from domain.money import Currency
from domain.replies import File
from domain.tools import Arguments, ErrorCode, RunToolRequest, Tool

Asked = TypeVar("Asked", bound=Arguments)


@dataclass(frozen=True)
class Shared:
    """What a feature may use: it is the agent's, and not the feature's to close."""

    lent: Lent
    rate_files: RateFiles


async def store_file(
    attachments: AttachmentStore, user_id: str, name: str, mime_type: str, content: bytes
) -> File:
    """Keeps a file as the person's own, once for one content. Raises ``NoRoomForFileError``."""
    file = Attachment(
        sha256=await asyncio.to_thread(lambda: sha256(content).hexdigest()),
        kind=MediaKind.OTHER,
        mime_type=mime_type,
        size=len(content),
    )
    await attachments.put(user_id, file, content)
    return File(sha256=file.sha256, name=name, mime_type=mime_type)


def refusal(
    problem: StrEnum,
    why: str,
    code: ErrorCode = ErrorCode.INVALID_ARGUMENTS,
    **facts: JsonValue,
) -> ToolRefusedError:
    """Returns what refuses a call: ``why`` in words for the engine, the problem and further facts
    for the agent's own words to the person.
    """
    return ToolRefusedError(code, why, details={"problem": problem.value, **facts})


def today_of(request: RunToolRequest) -> date:
    """The person's own date. Raises ``ToolRefusedError`` where it is not known."""
    if request.today is None:
        raise ToolRefusedError(ErrorCode.UNAVAILABLE, "the person's date is not known")
    return request.today


@dataclass(frozen=True)
class PersonCall(Generic[Asked]):
    """A person's call of a tool, in the transaction that also keeps the call."""

    connection: Connection
    request: RunToolRequest
    asked: Asked

    @property
    def user_id(self) -> str:
        return self.request.person.user_id

    @property
    def currency(self) -> Currency:
        """Returns the person's own currency."""
        return self.request.person.currency

    @property
    def today(self) -> date:
        """Returns the person's own date. Raises ``ToolRefusedError`` where it is not known."""
        return today_of(self.request)


CarriesOut = Callable[[PersonCall[Any]], Awaitable[BaseModel]]


def handler_of(carry_out: CarriesOut) -> ToolHandler:
    """Returns a function of a ``PersonCall`` as the platform calls it."""

    async def handle(
        connection: Connection, request: RunToolRequest, arguments: Arguments
    ) -> BaseModel:
        return await carry_out(PersonCall(connection, request, arguments))

    return handle


def binding(*tools: tuple[Tool, CarriesOut]) -> Callable[[Shared], FeatureParts]:
    """Returns the ``bind`` of a feature that needs no more than the transaction of its calls."""
    parts = FeatureParts(tools=[(tool, handler_of(carry_out)) for tool, carry_out in tools])
    return lambda _shared: parts
