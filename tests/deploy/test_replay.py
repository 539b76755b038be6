"""What ``deploy/replay.py`` says of histories in files, before a rollout."""

import json
from base64 import b64encode
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.replay.record import TOY
from tests.replay.recording import only

pytestmark = pytest.mark.shows("models 15")


ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "deploy" / "replay.py"
HISTORIES = ROOT / "tests" / "replay" / "histories"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """Without settings of this machine; with the agent of the recorded histories."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAYLOAD_KEYS", raising=False)
    spec = spec_from_file_location("replay", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with only(TOY):
        yield module


async def test_conversations_and_what_follows_them_replay(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(HISTORIES / "turns-1.json"), str(HISTORIES / "cut_off-aftermath-1.json")]
    assert await script.main(paths) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 replayed, 0 failed"


async def test_a_conversation_that_this_code_would_block_is_named(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = tmp_path / "renamed.json"
    recorded = (HISTORIES / "turns-1.json").read_text()
    renamed.write_text(recorded.replace('"deliver"', '"hand_over"'))
    assert await script.main([str(renamed)]) == 1
    written = capsys.readouterr().out
    assert written.startswith("conversation:test:")
    assert written.endswith("1 replayed, 1 failed\n")


async def test_an_encrypted_history_without_keys_is_one_line(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = b64encode(b"binary/encrypted").decode()
    plain = b64encode(b"json/plain").decode()
    path = tmp_path / "sealed.json"
    recorded = (HISTORIES / "turns-1.json").read_text().replace(plain, sealed)
    started = json.loads(recorded)["events"][0]["workflowExecutionStartedEventAttributes"]
    path.write_text(recorded)
    assert await script.main([str(path)]) == 2
    written = capsys.readouterr()
    assert written.err == f"replay: {started['workflowId']} is encrypted: set PAYLOAD_KEYS\n"
    assert not written.out


@pytest.mark.parametrize(
    ("content", "why"),
    [
        *((text, "holds no history") for text in ("Error: unable to connect", "[]", "{}")),
        (None, "cannot be read: No such file or directory"),
    ],
)
async def test_a_file_without_a_history_is_named_in_one_line(
    script: ModuleType,
    tmp_path: Path,
    content: str | None,
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "history.json"
    if content is not None:
        path.write_text(content)
    assert await script.main([str(path)]) == 2
    written = capsys.readouterr().err
    assert written.startswith(f"replay: {path} {why}")
    assert written.count("\n") == 1


def test_every_kind_of_workflow_is_asked_for(script: ModuleType) -> None:
    kinds = {workflow.__temporal_workflow_definition.name for workflow in script.WORKFLOWS}
    assert {kind for kind in kinds if f'"{kind}"' in script.RUNNING} == kinds
