"""The scripts beside the compose file and in the image: secrets are made, health is asked for."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from adapters.encryption.access import SHORTEST_TOKEN
from adapters.encryption.keyring import Keyring

ROOT = Path(__file__).parents[2]
DEMANDED = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "docker-compose.yml").read_text()))


def test_a_secret_is_never_glued_to_a_line_that_is_not_ended(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    script = str(shutil.copy(ROOT / "deploy/secrets.sh", tmp_path / "deploy"))
    (tmp_path / ".env").write_text("ALLOWED_USERS=5")
    (tmp_path / ".env").chmod(0o644)
    shell = shutil.which("sh")
    if shell is None:
        pytest.skip("a script for the machines that containers run on")
    written = run(shell, script, tmp_path / ".env").splitlines()
    assert written[0] == "ALLOWED_USERS=5"
    assert {line.partition("=")[0] for line in written[1:]} == DEMANDED
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600, "it was anybody's to read"


def test_secrets_are_made_once_and_are_what_the_processes_take(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    script = str(shutil.copy(ROOT / "deploy/secrets.sh", tmp_path / "deploy"))
    shutil.copy(ROOT / ".env.example", tmp_path)
    shell = shutil.which("sh")
    if shell is None:
        pytest.skip("a script for the machines that containers run on")
    written = [run(shell, script, tmp_path / ".env") for _ in range(2)]
    assert written[0] == written[1]
    made = dict(line.split("=", 1) for line in written[0].splitlines() if re.match("[A-Z]", line))
    assert set(made) >= DEMANDED
    assert len(Keyring.parse(made["PAYLOAD_KEYS"]).ids) == 1
    assert len(made["CODEC_TOKEN"]) >= SHORTEST_TOKEN
    assert len({made[name] for name in DEMANDED}) == len(DEMANDED)
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0


def run(shell: str, script: str, env: Path) -> str:
    subprocess.run([shell, script], check=True)  # noqa: S603 - our own script
    return env.read_text()


class _Answers(BaseHTTPRequestHandler):
    """200 for /health/ready, 503 for anything else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/health/ready" else 503)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Silent."""


@pytest.fixture
def process() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Answers)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def probed(address: str) -> int:
    probe = [sys.executable, str(ROOT / "deploy/probe.py"), address]
    return subprocess.run(probe, check=False, capture_output=True).returncode  # noqa: S603 - ours


def test_the_probe_of_the_image_tells_ready_from_not_ready(process: str) -> None:
    assert probed(f"{process}/health/ready") == 0
    assert probed(f"{process}/health") == 1


def test_the_probe_of_the_image_fails_when_nobody_answers() -> None:
    assert probed("http://127.0.0.1:1/health/ready") == 1
    assert probed("file:///etc/hostname") == 2
