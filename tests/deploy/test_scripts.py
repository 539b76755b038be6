"""The scripts beside the compose file and in the image: secrets are made, health is asked for."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from adapters.encryption.access import SHORTEST_TOKEN
from adapters.encryption.keyring import Keyring

pytestmark = pytest.mark.shows("models 15")


ROOT = Path(__file__).parents[2]
DEMANDED = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "docker-compose.yml").read_text()))


@pytest.fixture
def shell() -> str:
    found = shutil.which("sh")
    if found is None:
        pytest.skip("a script for the machines that containers run on")
    return found


def secrets_in(folder: Path, shell: str) -> str:
    """Runs ``secrets.sh`` on a copy; what is then in the file of settings."""
    (folder / "deploy").mkdir(exist_ok=True)
    script = str(shutil.copy(ROOT / "deploy/secrets.sh", folder / "deploy"))
    subprocess.run([shell, script], check=True)  # noqa: S603 - our own script
    assert (folder / ".env").stat().st_mode & 0o777 == 0o600, "it may have been anybody's to read"
    return (folder / ".env").read_text()


def test_a_secret_is_never_glued_to_a_line_that_is_not_ended(tmp_path: Path, shell: str) -> None:
    (tmp_path / ".env").write_text("ALLOWED_USERS=5")
    (tmp_path / ".env").chmod(0o644)
    written = secrets_in(tmp_path, shell).splitlines()
    assert written[0] == "ALLOWED_USERS=5"
    assert {line.partition("=")[0] for line in written[1:]} == DEMANDED


def test_secrets_are_made_once_and_are_what_the_processes_take(tmp_path: Path, shell: str) -> None:
    shutil.copy(ROOT / ".env.example", tmp_path)
    written = secrets_in(tmp_path, shell)
    assert secrets_in(tmp_path, shell) == written
    made = dict(line.split("=", 1) for line in written.splitlines() if re.match("[A-Z]", line))
    assert set(made) >= DEMANDED
    assert len(Keyring.parse(made["PAYLOAD_KEYS"]).ids) == 1
    assert len(made["CODEC_TOKEN"]) >= SHORTEST_TOKEN
    assert len({made[name] for name in DEMANDED}) == len(DEMANDED)


REGISTRY = """#!/bin/sh
for image; do :; done
[ -z "${MOVED-}" ] || image="$image again"
printf 'sha256:%s' "$(printf %s "$image" | sha256sum | cut -c1-64)"
"""
"""In place of ``docker``: each image has its own digest, another one when its tag was moved."""


@pytest.fixture
def pinned(tmp_path: Path, shell: str) -> Callable[..., tuple[str, str]]:
    """Runs ``pin.sh`` on a copy; what is then in the compose file and in the Dockerfile."""
    (tmp_path / "deploy").mkdir()
    script = str(shutil.copy(ROOT / "deploy/pin.sh", tmp_path / "deploy"))
    files = [tmp_path / name for name in ("docker-compose.yml", "Dockerfile")]
    for file in files:
        shutil.copy(ROOT / file.name, file)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(REGISTRY)
    docker.chmod(0o755)

    def pin(**environment: str) -> tuple[str, str]:
        path = f"{docker.parent}:{os.environ['PATH']}"
        subprocess.run(  # noqa: S603 - our own script
            [shell, script], check=True, env={"PATH": path, **environment}, capture_output=True
        )
        compose, image = (file.read_text() for file in files)
        return compose, image

    return pin


def test_each_foreign_image_is_pinned_to_its_digest_and_nothing_else_changes(
    pinned: Callable[..., tuple[str, str]],
) -> None:
    compose, dockerfile = pinned()
    images = re.findall(r"^ *image: (.*)$", compose, re.MULTILINE)
    images += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    foreign = [image for image in images if not image.startswith("steward:")]
    assert foreign
    assert all(re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", each) for each in foreign)
    unpinned = [re.sub("@sha256:[0-9a-f]{64}", "", text) for text in (compose, dockerfile)]
    before = [(ROOT / name).read_text() for name in ("docker-compose.yml", "Dockerfile")]
    assert unpinned == [re.sub("@sha256:[0-9a-f]{64}", "", text) for text in before]


def test_pinning_again_changes_only_what_was_moved(pinned: Callable[..., tuple[str, str]]) -> None:
    first = pinned()
    assert pinned() == first
    moved = pinned(MOVED="yes")
    assert moved != first
    assert [text.count("@sha256:") for text in moved] == [text.count("@sha256:") for text in first]


class Answers(BaseHTTPRequestHandler):
    """What each address is answered with; 503 is anything else."""

    BODIES: ClassVar = {"/health/ready": b"", "/metrics": b"persistence_requests 1", "/api/v1": b""}

    def do_GET(self) -> None:
        self.send_response(200 if self.path in self.BODIES else 503)
        self.end_headers()
        self.wfile.write(self.BODIES.get(self.path, b""))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Silent."""


@contextmanager
def served(server: HTTPServer) -> Iterator[str]:
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def process() -> Iterator[str]:
    with served(HTTPServer(("127.0.0.1", 0), Answers)) as address:
        yield address


def probed(address: str) -> int:
    probe = [sys.executable, str(ROOT / "deploy/probe.py"), address]
    return subprocess.run(probe, check=False, capture_output=True).returncode  # noqa: S603 - ours


def test_the_probe_of_the_image_tells_ready_from_not_ready(process: str) -> None:
    assert probed(f"{process}/health/ready") == 0
    assert probed(f"{process}/health") == 1
    assert probed("http://127.0.0.1:1/health/ready") == 1, "nobody answers"
    assert probed("file:///etc/hostname") == 2


def relay_of(source: str) -> HTTPServer:
    spec = spec_from_file_location("metrics_relay", ROOT / "deploy/metrics_relay.py")
    assert spec is not None
    assert spec.loader is not None
    script: Any = module_from_spec(spec)
    spec.loader.exec_module(script)
    made: HTTPServer = script.relay(source, "127.0.0.1:0")
    return made


def test_prometheus_gets_temporals_metrics_and_nothing_else_of_the_server(process: str) -> None:
    with served(relay_of(f"{process}/metrics")) as relay:
        with urlopen(f"{relay}/metrics") as answer:  # noqa: S310 - our own server
            assert answer.read() == b"persistence_requests 1"
        assert status(f"{relay}/api/v1") == 404
    with served(relay_of("http://127.0.0.1:9/metrics")) as relay:
        assert status(f"{relay}/metrics") == 502, "a server that is away is said"


def status(url: str) -> int:
    with pytest.raises(HTTPError) as refused:
        urlopen(url)  # noqa: S310 - our own server
    refused.value.close()
    return refused.value.code
