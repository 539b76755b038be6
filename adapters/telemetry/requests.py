"""Requests of the HTTP channel: how many came to what, how long they took, how many still run."""

import time

from aiohttp import web
from aiohttp.typedefs import Handler
from temporalio.common import MetricMeter

UNKNOWN = "unmatched"
"""The route of an address that there is none for: callers must not make up names of series."""

_GONE = 499
"""Of a request whose caller hung up before the answer."""

_STREAMING = web.RequestKey("streaming", bool)
_EVENT_STREAM = "text/event-stream"


class RequestTelemetry:
    """Silent unless it is given where to measure. Knows paths of routes only, never of callers."""

    def __init__(self, meter: MetricMeter = MetricMeter.noop) -> None:
        self._requests = meter.create_counter(
            "http_requests_total", "Requests by route and status of the answer"
        )
        self._seconds = meter.create_histogram_float(
            "http_request_seconds", "Time until the answer was sent; streams do not count", "s"
        )
        self._streams = meter.create_gauge("http_streams", "Event streams and sockets open now")
        self._open = 0

    def measure(self, app: web.Application) -> None:
        """From now on whatever ``app`` is asked is measured. Before it serves."""
        app.middlewares.insert(0, self._middleware)
        app.on_response_prepare.append(self._began)
        self._streams.set(0)

    @web.middleware
    async def _middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        began, status = time.perf_counter(), _GONE
        try:
            response = await handler(request)
            status = response.status
        except web.HTTPException as refused:
            status = refused.status
            raise
        except Exception:
            status = 500
            raise
        else:
            return response
        finally:
            route = _route_of(request)
            self._requests.add(1, {"route": route, "status": str(status)})
            if request.get(_STREAMING):
                self._count(-1)
            else:
                self._seconds.record(time.perf_counter() - began, {"route": route})

    async def _began(self, request: web.Request, response: web.StreamResponse) -> None:
        """What goes on for as long as its reader likes is a stream."""
        streams = isinstance(response, web.WebSocketResponse)
        if (streams or response.content_type == _EVENT_STREAM) and not request.get(_STREAMING):
            request[_STREAMING] = True
            self._count(1)

    def _count(self, change: int) -> None:
        self._open += change
        self._streams.set(self._open)


def _route_of(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return UNKNOWN if resource is None else resource.canonical
