"""A file is fetched whole or not at all, within bounds, and not given up too early."""

import asyncio

import pytest
from aiohttp import ClientPayloadError, ClientResponseError, RequestInfo
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from bot.telegram.downloads import ATTEMPTS, MAX_ROUNDS, Downloads
from domain.errors import AttachmentGoneError, AttachmentUnavailableError, UnusableAttachmentError
from domain.messages import MAX_ATTACHMENT_BYTES
from tests.bot.telegram.telegram import Stage

FILE = "file"
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


@pytest.mark.shows("telegram 9")
@pytest.mark.parametrize(
    ("errors", "declared", "file", "expected"),
    [
        ([answered(404)], len(CONTENT), FILE, AttachmentGoneError),
        ([], len(CONTENT), "nowhere", AttachmentGoneError),
        ([answered(502)] * ATTEMPTS, len(CONTENT), FILE, AttachmentUnavailableError),
        ([], len(CONTENT) + 1, FILE, AttachmentUnavailableError),  # it comes shorter
        ([], MAX_ATTACHMENT_BYTES + 1, FILE, UnusableAttachmentError),
    ],
)
async def test_what_cannot_be_fetched_is_gone_or_unavailable_for_now_or_of_no_use(
    errors: list[Exception], declared: int, file: str, expected: type[Exception]
) -> None:
    with pytest.raises(expected):
        await downloads(*errors, declared=declared).fetch(file)


async def test_a_download_that_breaks_off_is_taken_up_again_for_a_while() -> None:
    assert await downloads(*[BROKEN_OFF] * (ATTEMPTS - 1)).fetch(FILE) == CONTENT
    fetching = downloads(*[BROKEN_OFF] * ATTEMPTS * MAX_ROUNDS)
    for _ in range(MAX_ROUNDS - 1):
        with pytest.raises(AttachmentUnavailableError):
            await fetching.fetch(FILE)
    with pytest.raises(AttachmentGoneError):
        await fetching.fetch(FILE)


async def test_a_file_that_is_larger_than_it_says_is_never_taken_whole() -> None:
    stage = Stage()
    stage.telegram.files["file"] = bytes(MAX_ATTACHMENT_BYTES + 1)
    stage.telegram.declared["file"] = 10
    with pytest.raises(UnusableAttachmentError) as refused:
        await Downloads(stage.bot).fetch(FILE)
    assert refused.value.code == "attachment.unusable.too_large"
