"""A file is fetched whole or not at all, within bounds, and not given up too early."""

import asyncio

import pytest
from aiohttp import ClientPayloadError, ClientResponseError, RequestInfo
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from bot.telegram.downloads import (
    AT_ONCE,
    ATTEMPTS,
    MAX_ROUNDS,
    Downloads,
    FileUnavailableError,
    RemoteFile,
    UnusableFileError,
)
from domain.messages import Unusable
from tests.bot.telegram.telegram import Stage

FILE = RemoteFile("file")
CONTENT = b"0123456789" * 30_000
BROKEN_OFF = ClientPayloadError("connection lost")


def downloads(*errors: Exception, declared: int = len(CONTENT)) -> Downloads:
    stage = Stage()
    stage.telegram.files["file"] = CONTENT
    stage.telegram.declared["file"] = declared
    stage.telegram.file_errors += errors

    async def no_pause(_: float) -> None:
        await asyncio.sleep(0)

    return Downloads(stage.bot, no_pause)


def answered(status: int) -> ClientResponseError:
    headers = CIMultiDictProxy(CIMultiDict[str]())
    return ClientResponseError(RequestInfo(URL("http://t"), "GET", headers), (), status=status)


async def test_a_file_is_fetched_whole() -> None:
    assert await downloads().fetch(FILE) == CONTENT


async def test_a_download_that_breaks_off_is_taken_up_again() -> None:
    assert await downloads(*[BROKEN_OFF] * (ATTEMPTS - 1)).fetch(FILE) == CONTENT


async def test_one_that_always_breaks_off_is_kept_for_a_while_and_then_gone() -> None:
    fetching = downloads(*[BROKEN_OFF] * ATTEMPTS * MAX_ROUNDS)
    for _ in range(MAX_ROUNDS - 1):
        with pytest.raises(FileUnavailableError):
            await fetching.fetch(FILE)
    with pytest.raises(UnusableFileError) as gone:
        await fetching.fetch(FILE)
    assert gone.value.unusable is Unusable.FILE_GONE


async def test_a_file_that_is_not_there_any_more_is_not_tried_again() -> None:
    fetching = downloads(answered(404))
    with pytest.raises(UnusableFileError) as gone:
        await fetching.fetch(FILE)
    assert gone.value.unusable is Unusable.FILE_GONE


async def test_a_servers_trouble_is_only_for_now() -> None:
    with pytest.raises(FileUnavailableError):
        await downloads(*[answered(502)] * ATTEMPTS).fetch(FILE)


async def test_a_file_that_comes_shorter_than_announced_is_not_taken() -> None:
    with pytest.raises(FileUnavailableError):
        await downloads(declared=len(CONTENT) + 1).fetch(FILE)


async def test_no_more_files_are_in_memory_than_there_is_room_for() -> None:
    fetching, stored, inside = downloads(), asyncio.Event(), 0

    async def hold(file: RemoteFile | None) -> None:
        nonlocal inside
        async with fetching.room(file):
            inside += 1
            await stored.wait()

    holding = [asyncio.create_task(hold(FILE)) for _ in range(AT_ONCE * 2)]
    await asyncio.create_task(asyncio.sleep(0))
    assert inside == AT_ONCE
    async with fetching.room(None):  # what has no file waits for nobody
        stored.set()
    await asyncio.gather(*holding)
    assert inside == AT_ONCE * 2
