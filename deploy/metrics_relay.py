"""Shows Temporal's metrics to Prometheus, which so needs no way to the Temporal server itself.

python metrics_relay.py http://temporal:9090/metrics 0.0.0.0:9466
"""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

_SECONDS: Final = 10


def relay(source: str, listen: str) -> ThreadingHTTPServer:
    """Answers ``/metrics`` with what ``source`` says, and nothing else."""

    class Relay(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/metrics":
                self.send_error(404)
                return
            try:
                with urlopen(source, timeout=_SECONDS) as found:  # noqa: S310 - our own server
                    body, kind = found.read(), found.headers.get_content_type()
            except (URLError, TimeoutError):
                self.send_error(502)
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Nothing: Prometheus asks four times a minute."""

    host, _, port = listen.rpartition(":")
    return ThreadingHTTPServer((host, int(port)), Relay)


if __name__ == "__main__":
    relay(*sys.argv[1:]).serve_forever()
