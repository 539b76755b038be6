"""Reading receipts with a model: from the lines that OCR found, then from the picture itself."""

import base64
import time
from collections.abc import Awaitable, Callable
from datetime import date
from datetime import time as time_of_day
from decimal import Decimal
from typing import TypeVar

from adapters.model.openai import conversion
from adapters.model.openai.budget import Draft, Shortening, outside_in
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.picture import as_sent, mime_type
from adapters.model.openai.prompts import Json, instructions
from adapters.model.openai.schemas import ReceiptAnswer, WireField, WireItem
from domain.agents.transaction import FIELD_CONFIDENCE_THRESHOLD
from domain.categories import CATEGORIES
from domain.errors import InvalidModelOutputError
from domain.reading import LineItem, Reading, ReadValue
from domain.understanding import Person

PictureSource = Callable[[bytes], Awaitable[bytes]]
"""The bytes of an attachment to a JPEG, PNG, WebP or GIF that a model can take."""

_MAX_LINE_LENGTH = 120
_MAX_ITEMS = 20

_Value = TypeVar("_Value", str, Decimal, date)


class OpenAIReader:
    """Gives a reading of its own; how it is combined with another is the caller's business.

    A malformed field is left out, since the person is asked for what is missing. Raises the same
    errors as ``ModelClient``, and ``UnusableAttachmentError`` for bytes that are no picture.
    """

    def __init__(
        self, client: ModelClient, config: OpenAIConfig, *, picture: PictureSource = as_sent
    ) -> None:
        self._client = client
        self._config = config
        self._picture = picture

    @property
    def available(self) -> bool:
        return True

    async def read_lines(self, reading: Reading, person: Person) -> Reading:
        return await self._read(
            reading,
            person,
            source="its lines as a text recogniser found them, which may misread characters",
            model=self._config.model,
        )

    async def read_image(self, content: bytes, reading: Reading, person: Person) -> Reading:
        picture = await self._picture(content)
        encoded = base64.b64encode(picture).decode("ascii")
        return await self._read(
            reading,
            person,
            source="the picture; the lines are what a text recogniser made of it and may be wrong",
            model=self._config.vision_model or self._config.model,
            image_url=f"data:{mime_type(picture)};base64,{encoded}",
        )

    async def _read(
        self, reading: Reading, person: Person, *, source: str, model: str, image_url: str = ""
    ) -> Reading:
        lines: list[Json] = [line[:_MAX_LINE_LENGTH] for line in reading.lines]
        draft = Draft(
            purpose="read_image" if image_url else "read_lines",
            model=model,
            instructions=instructions(
                "read_receipt",
                source=source,
                locale=person.locale,
                categories=", ".join(CATEGORIES),
                field_threshold=str(FIELD_CONFIDENCE_THRESHOLD),
                max_items=str(_MAX_ITEMS),
            ),
            content={"lines": lines},
            shortenings=(Shortening("lines", outside_in(len(lines))),),
            temperature=0,
            max_tokens=self._config.max_structured_tokens,
            image_url=image_url or None,
        )
        started = time.monotonic()
        engine = f"{self._config.name}:{model}"
        read = await self._client.ask(
            draft, ReceiptAnswer, lambda answer: _reading(answer, reading, engine)
        )
        took = round((time.monotonic() - started) * 1000)
        return read.model_copy(update={"duration_ms": took})


def _reading(answer: ReceiptAnswer, before: Reading, engine: str) -> Reading:
    """The overall confidence is 0 here: only checked evidence gives a reading its weight."""
    return Reading(
        sha256=before.sha256,
        engine=engine,
        confidence=0.0,
        is_receipt=answer.is_receipt,
        merchant=_field(answer.merchant, conversion.text),
        total=_field(answer.total, conversion.number),
        currency=_field(answer.currency, conversion.currency),
        occurred_on=_field(answer.date, conversion.day),
        occurred_at=_time(answer.time),
        tax=_field(answer.tax, conversion.number),
        payment_method=_field(answer.payment_method, conversion.text),
        reference=_field(answer.reference, conversion.text),
        category=_field(answer.category, conversion.text),
        items=tuple(item for wire in answer.items[:_MAX_ITEMS] for item in _item(wire)),
        lines=before.lines,
        pages=before.pages,
    )


def _field(
    wire: WireField | None, parse: Callable[[str], _Value | None]
) -> ReadValue[_Value] | None:
    """A field with a proper value and confidence, else None: the person is asked."""
    if wire is None or not 0 <= wire.confidence <= 1:
        return None
    try:
        value = parse(wire.value)
    except InvalidModelOutputError:
        return None
    if value is None:
        return None
    return ReadValue(
        value=value,
        confidence=wire.confidence,
        evidence=(conversion.text(wire.evidence) or "")[:_MAX_LINE_LENGTH],
    )


def _time(written: str | None) -> time_of_day | None:
    try:
        read = time_of_day.fromisoformat(written or "")
    except ValueError:
        return None
    return read.replace(tzinfo=None)


def _item(wire: WireItem) -> tuple[LineItem, ...]:
    name = conversion.text(wire.name)
    if name is None:
        return ()
    try:
        item = LineItem(
            name=name,
            quantity=conversion.number(wire.quantity),
            unit_price=conversion.number(wire.unit_price),
            amount=conversion.number(wire.amount),
        )
    except InvalidModelOutputError:
        return ()
    return (item,)
