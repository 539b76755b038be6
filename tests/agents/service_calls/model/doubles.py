"""Stand-ins around the questions of a call: small, but working."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from adapters.model.gateway import ModelGateway
from adapters.model.provider import Provider
from agents.service_calls.activities.asking import Asking
from agents.service_calls.exchange import (
    CallExchange,
    ExtractRequest,
    LogLine,
    Recognised,
    SayPart,
    SayRequest,
    Slot,
)
from agents.service_calls.model.questions import ServiceCallModels
from agents.service_calls.offline.engine import OfflineCalls
from tests.adapters.model.gateway.doubles import Calls
from tests.agents.service_calls.plays import NOW, SLOT, ZONE

TUESDAY = SLOT.model_copy(update={"employee_id": "emp-7"})
_ASKED = {
    "GREET": ("Hello!",),
    "Empathize": ("I'm sorry about the {customers_main_ask}, you are in good hands.",),
    "PHONE": ("What phone number can the technician reach you at?",),
    "NAME": ("And your name?",),
    "PROPOSE": ("I'd send {slot_person} for the {customers_main_ask} {slot}. Does that work?",),
    "BOOKED": ("Booked: {slot_person}, {slot}, task {task_number}. Anything else?",),
    "NOTICE": ("Leave the house and call 911 first.",),
    "BYE": ("Thank you for calling about your {customers_main_ask}. Have a great day!",),
    "PHONE_DE": ("Unter welcher Nummer erreicht Sie der Techniker?",),
    "PROPOSE_DE": ("{slot_person} könnte {slot} kommen. Passt das?",),
    "PROPOSE_MS": ("{slot_person} boleh datang {slot}. Boleh?",),
}


@dataclass
class Log:
    """Keeps the lines of model calls."""

    lines: list[LogLine] = field(default_factory=list)

    async def note(self, task_id: str, lines: Sequence[LogLine]) -> None:
        del task_id
        self.lines += lines


def asking(*providers: Provider, log: Log | None = None, calls: Calls | None = None) -> Asking:
    gateway = ModelGateway(providers, calls or Calls())
    return Asking(ServiceCallModels(gateway, OfflineCalls()), log or Log(), clock=lambda: NOW)


def part(name: str, *, asks: str = "", fixed: bool = False) -> SayPart:
    return SayPart(
        node=name,
        texts=_ASKED[name],
        asks=asks,
        fixed=fixed,
        role="friendly voice of a business",
        goal="win trust and go on",
        example="Say it warmly, in one or two short sentences.",
    )


CONTEXT: dict[str, JsonValue] = {
    "customers_main_ask": "drywall repair",
    "customer_phone_number": "555-1234",
    "customer_name": "John Doe",
    "customer_id": "cust-1042",
}


def to_say(
    *parts: SayPart,
    without: Sequence[str] = (),
    words: Sequence[str] = ("John Doe",),
    language: str = "en",
    confirmed: Sequence[str] = (),
    proposed: Slot | None = TUESDAY,
    exchanges: Sequence[CallExchange] = (
        CallExchange(customer="555-1234", agent="And your name?"),
    ),
    **more: JsonValue,
) -> SayRequest:
    context = {k: v for k, v in {**CONTEXT, **more}.items() if k not in without}
    return SayRequest(
        user_id="telegram:4711",
        task_id="c/service_calls/1",
        step=7,
        parts=parts,
        language=language,
        timezone=ZONE,
        now=NOW,
        context=context,
        proposed=proposed,
        words=tuple(words),
        confirmed=tuple(confirmed),
        exchanges=tuple(exchanges),
        persona="Polite customer service agent of a home service business.",
    )


def to_extract(
    *words: str,
    fields: Sequence[str] = ("customers_main_ask", "customer_phone_number", "customer_name"),
    exchanges: Sequence[CallExchange] = (),
    recognised: Recognised | None = None,
    **context: JsonValue,
) -> ExtractRequest:
    return ExtractRequest(
        user_id="telegram:4711",
        task_id="c/service_calls/1",
        step=3,
        node="Extract_Customer_Issue",
        role="information extraction specialist",
        goal="the primary issue as a short phrase",
        fields=dict.fromkeys(fields, "what the customer says"),
        words=words,
        exchanges=tuple(exchanges),
        context=context,
        recognised=recognised or Recognised(sure=False),
    )
