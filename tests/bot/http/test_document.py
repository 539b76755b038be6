"""The lines of docs/http.md, run as they stand there."""

import asyncio
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.bot.http.house import KEY, PHOTO, House

DOCUMENT = Path(__file__).parents[3] / "docs" / "http.md"


@pytest.mark.shows("http 12")
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
async def test_the_lines_of_the_document_do_what_they_say(http: House, tmp_path: Path) -> None:
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text(), re.DOTALL))
    (tmp_path / "receipt.png").write_bytes(PHOTO)
    process = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-O", "expand_aliases", "-c", lines),
        cwd=tmp_path,
        env={**os.environ, "STEWARD": http.origin, "KEY": KEY},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode()
    assert [message.text for message in http.talk.sent] == [
        "Lunch 12.50",
        "coffee",
        "hi",
        "",
        "Taxi 12",
    ]
    assert "event: reply" in told.decode()
