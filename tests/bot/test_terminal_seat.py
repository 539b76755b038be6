"""A chat is open in one terminal at a time."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.terminal.seat import ChatOpenElsewhereError, seat

HOLD = """
import sys
from pathlib import Path
from bot.terminal.seat import seat
with seat(Path(sys.argv[1]), "me"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("name", ["me", "../me", "a/b", "..", "", "x" * 300, "é" * 200])
def test_a_chat_of_any_name_is_taken_by_one_at_a_time_inside_the_folder(
    tmp_path: Path, name: str
) -> None:
    with seat(tmp_path / "data", name):
        with (
            pytest.raises(ChatOpenElsewhereError, match="--chat NAME"),
            seat(tmp_path / "data", name),
        ):
            pass
        with seat(tmp_path / "data", "work"):
            pass
        assert [path.name for path in tmp_path.iterdir()] == ["data"]
        assert [path.name for path in (tmp_path / "data").iterdir()] == ["run"]
    with seat(tmp_path / "data", name):
        pass


async def test_a_killed_terminal_does_not_keep_its_chat(tmp_path: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    holder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HOLD,
        str(tmp_path),
        stdin=pipe,
        stdout=pipe,
        cwd=Path(__file__).parents[2],
    )
    assert holder.stdout is not None
    try:
        assert await holder.stdout.readline() == b"held\n"
        with pytest.raises(ChatOpenElsewhereError), seat(tmp_path, "me"):
            pass
    finally:
        holder.kill()
        await holder.communicate()
    with seat(tmp_path, "me"):
        pass
