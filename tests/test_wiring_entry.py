"""How an entry point ends."""

import asyncio

import pytest

from domain.errors import ConfigurationError
from wiring.entry import served


@pytest.mark.parametrize("grouped", [False, True])
def test_an_expected_failure_is_one_line_also_out_of_a_group(
    capsys: pytest.CaptureFixture[str], *, grouped: bool
) -> None:
    async def listen() -> None:
        raise ConfigurationError("cannot listen at HTTP_LISTEN=127.0.0.1:8085")

    async def listen_beside() -> None:
        async with asyncio.TaskGroup():
            await listen()

    assert served("http", listen_beside() if grouped else listen()) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("steward http: ")
    assert "cannot listen at HTTP_LISTEN=127.0.0.1:8085" in line
