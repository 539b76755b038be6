"""Spans of one process, and how they leave it: OTLP over HTTP, in batches, never in the way."""

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from threading import Thread
from urllib.parse import unquote

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import Attributes

from adapters.telemetry.content import TracedContent
from domain.errors import ConfigurationError

FLUSH_TIMEOUT = timedelta(seconds=2)
"""What is not sent by then at the end of a process is lost: it must not hold the process up."""

EXPORT_TIMEOUT = timedelta(seconds=5)

_PROPAGATOR = TraceContextTextMapPropagator()
_TRACEPARENT = "traceparent"
_wanted_span_id: ContextVar[int | None] = ContextVar("wanted_span_id", default=None)


def otlp_processor(endpoint: str, headers: str) -> SpanProcessor:
    """Sends spans to ``endpoint``, the base address without ``/v1/traces``.

    ``headers`` are ``name=value`` separated by commas. Raises ``ConfigurationError`` for others.
    """
    exporter = OTLPSpanExporter(
        endpoint=f"{endpoint.rstrip('/')}/v1/traces",
        headers=_parsed(headers),
        timeout=EXPORT_TIMEOUT.total_seconds(),
    )
    return BatchSpanProcessor(exporter)


def _parsed(headers: str) -> dict[str, str]:
    parsed: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in headers.split(","))):
        name, sign, value = part.partition("=")
        if not sign or not name.strip():
            # The value is a secret, so it is not shown.
            raise ConfigurationError(
                "OTEL_EXPORTER_OTLP_HEADERS is no list of name=value separated by commas"
            )
        parsed[name.strip().lower()] = unquote(value.strip())
    return parsed


class _Ids(RandomIdGenerator):
    """Random, but for the one span whose children are written before it."""

    def generate_span_id(self) -> int:
        return _wanted_span_id.get() or super().generate_span_id()


def tracer_provider(process: str, processor: SpanProcessor) -> TracerProvider:
    """Spans of ``steward-{process}``."""
    resource = Resource.create({"service.name": f"steward-{process}"})
    provider = TracerProvider(resource=resource, id_generator=_Ids(), shutdown_on_exit=False)
    provider.add_span_processor(processor)
    return provider


async def shut_down(provider: TracerProvider) -> None:
    """Sends what is left, for at most ``FLUSH_TIMEOUT``."""
    # A daemon thread: an exporter that hangs must not keep the process alive.
    ending = Thread(target=provider.shutdown, daemon=True)
    ending.start()
    await asyncio.to_thread(ending.join, FLUSH_TIMEOUT.total_seconds())


def parent_of(traceparent: str) -> Context:
    return _PROPAGATOR.extract({_TRACEPARENT: traceparent}, Context())


def current_traceparent() -> str:
    """W3C form of the span that is current here; empty when there is none."""
    carrier: dict[str, str] = {}
    _PROPAGATOR.inject(carrier)
    return carrier.get(_TRACEPARENT, "")


def turn_traceparent(traceparent: str) -> str:
    """The parent of all that a turn does: its own span, written when it is answered.

    Its id follows from the message's, so that a replay on another worker comes to the same.
    """
    version, trace_id, _, flags = traceparent.split("-")
    span_id = hashlib.sha256(traceparent.encode()).hexdigest()[:16]
    return f"{version}-{trace_id}-{span_id}-{flags}"


@contextmanager
def wanting_id(traceparent: str) -> Iterator[None]:
    """The span that is started inside gets the id of ``traceparent``."""
    token = _wanted_span_id.set(int(traceparent.split("-")[2], 16))
    try:
        yield
    finally:
        _wanted_span_id.reset(token)


class Tracing:
    """Makes spans; does nothing without a provider. Without ``content`` nothing that a person said
    gets into them.
    """

    def __init__(
        self, provider: TracerProvider | None = None, content: TracedContent | None = None
    ) -> None:
        self.on = provider is not None
        self.content = content
        self.tracer: trace.Tracer = (
            provider.get_tracer("steward") if provider is not None else trace.NoOpTracer()
        )

    @contextmanager
    def span(
        self,
        name: str,
        kind: SpanKind = SpanKind.INTERNAL,
        attributes: Attributes = None,
        parent: Context | None = None,
    ) -> Iterator[trace.Span]:
        """A span around the block. A failure shows as its kind only: its text may quote people."""
        with self.tracer.start_as_current_span(
            name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                failed(span, getattr(error, "type", None) or type(error).__name__)
                raise


def failed(span: trace.Span, code: str) -> None:
    span.set_attribute("error.type", code)
    span.set_status(Status(StatusCode.ERROR, code))
