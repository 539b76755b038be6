"""A collector of traces: takes what an exporter sends by OTLP over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.metrics import free_port


@dataclass(frozen=True)
class Collected:
    """A span as it arrived."""

    service: str
    name: str
    trace_id: bytes
    span_id: bytes
    parent_id: bytes


@dataclass
class Collector:
    """``gate`` holds its answers back while it is not set."""

    url: str
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    headers: list[dict[str, str]] = field(default_factory=list)
    spans: list[Collected] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        exported = ExportTraceServiceRequest.FromString(await request.read())
        for batch in exported.resource_spans:
            named = {a.key: a.value.string_value for a in batch.resource.attributes}
            self.spans += [
                Collected(
                    service=named["service.name"],
                    name=span.name,
                    trace_id=span.trace_id,
                    span_id=span.span_id,
                    parent_id=span.parent_span_id,
                )
                for scope in batch.scope_spans
                for span in scope.spans
            ]
        await self.gate.wait()
        return web.Response()


@asynccontextmanager
async def collecting() -> AsyncIterator[Collector]:
    """A collector whose gate is open."""
    port = free_port()
    collector = Collector(f"http://127.0.0.1:{port}/otel/")
    collector.gate.set()
    app = web.Application()
    app.router.add_post("/otel/v1/traces", collector.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield collector
    finally:
        collector.gate.set()
        await runner.cleanup()
