"""Replaying committed histories as a worker does: its sandbox, its converter, its workflows."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from temporalio.client import WorkflowHistory
from temporalio.worker import Replayer

from adapters.temporal import data_converter
from tests.adapters.encryption.keys import NEW, codec
from tests.workflows.sandboxed import shared_sandbox
from wiring.worker import WORKFLOWS

MOST = 550_000
"""Bytes of one history. Whoever looks at a change must be able to."""

_MACHINE = re.compile(r"/(home|root|tmp|work|usr)/|\.pyenv|site-packages|\d+@\w")
"""What only the machine that recorded it would write: its paths, and a worker's own name."""


def histories(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def replayer(key: str = NEW) -> Replayer:
    """With the key of the histories that are encrypted; the others are in the clear."""
    return Replayer(
        workflows=WORKFLOWS,
        workflow_runner=shared_sandbox(),
        data_converter=data_converter(codec(key, plain=True)),
    )


def history(path: Path, text: str | None = None) -> WorkflowHistory:
    """A stored history, or ``text`` in its place."""
    stored = json.loads(text or path.read_text())
    started = stored["events"][0]["workflowExecutionStartedEventAttributes"]
    return WorkflowHistory.from_json(started["workflowId"], stored)


def renamed(path: Path, then: str, now: str) -> WorkflowHistory:
    """A history of code that called an activity ``now`` what this code calls ``then``."""
    text = path.read_text()
    assert f'"{then}"' in text
    return history(path, text.replace(f'"{then}"', f'"{now}"'))


def kinds(paths: Iterable[Path]) -> set[str]:
    """The workflows that these are histories of."""
    started = (history(path).events[0] for path in paths)
    return {e.workflow_execution_started_event_attributes.workflow_type.name for e in started}


def scripts(paths: Iterable[Path]) -> set[str]:
    return {path.stem.split("-")[0] for path in paths}


def said_in(path: Path) -> str:
    """All that can be read in the payloads of a history by who has no key."""
    return "\n".join(_payloads(json.loads(path.read_text())))


def assert_small_and_clean(paths: Iterable[Path]) -> None:
    """No history is long, or tells of the machine that recorded it, within its payloads as well."""
    for path in paths:
        assert path.stat().st_size < MOST, path
        found = {found.group() for found in _MACHINE.finditer(path.read_text() + said_in(path))}
        assert found == set(), path


def _payloads(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _payloads(each)
    elif isinstance(value, dict):
        data = value.get("data")
        if isinstance(data, str) and "metadata" in value:
            with suppress(UnicodeDecodeError):  # it is encrypted
                yield base64.b64decode(data).decode()
        for each in value.values():
            yield from _payloads(each)
