"""Prometheus gets Temporal's metrics, and nothing else of the server."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.shows("models 15")


SCRIPT = Path(__file__).parents[2] / "deploy/metrics_relay.py"


class Temporal(BaseHTTPRequestHandler):
    """The server's own metrics; it would answer anything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"persistence_requests 1")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Nothing."""


def relay_of(source: str) -> ThreadingHTTPServer:
    spec = spec_from_file_location("metrics_relay", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script: Any = module_from_spec(spec)
    spec.loader.exec_module(script)
    made: ThreadingHTTPServer = script.relay(source, "127.0.0.1:0")
    return made


@contextmanager
def served(server: HTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def status(url: str) -> int:
    with pytest.raises(HTTPError) as refused:
        urlopen(url)  # noqa: S310 - our own server
    refused.value.close()
    return refused.value.code


def test_metrics_are_handed_on_and_nothing_else() -> None:
    with (
        served(HTTPServer(("127.0.0.1", 0), Temporal)) as temporal,
        served(relay_of(f"{temporal}/metrics")) as relay,
    ):
        with urlopen(f"{relay}/metrics") as answer:  # noqa: S310 - our own server
            assert answer.read() == b"persistence_requests 1"
        assert status(f"{relay}/api/v1/namespaces") == 404


def test_a_server_that_is_away_is_said() -> None:
    with served(relay_of("http://127.0.0.1:9/metrics")) as relay:
        assert status(f"{relay}/metrics") == 502
