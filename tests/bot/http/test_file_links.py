"""A file by its link: this one alone, without a session, as long as its person keeps it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from adapters.file_links import LASTS, FileLinks
from adapters.postgres.stores import Stores
from bot.http.file_links import FileLinkRoutes
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from tests.bot.http.house import PHOTO, House, house

pytestmark = pytest.mark.shows("calls A8 (3)")
ANN, BOB = "http:shop:ann", "http:shop:bob"
DIGEST = sha256(PHOTO).hexdigest()
LINKS = FileLinks("", b"a key of this deployment")
NOW = datetime(2026, 11, 23, 17, tzinfo=UTC)


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    photo = Attachment(sha256=DIGEST, kind=MediaKind.IMAGE, mime_type="image/png", size=len(PHOTO))
    for user_id in (ANN, BOB):
        await stores.users.person(Person(user_id=user_id))
    await stores.attachments.put(ANN, photo, PHOTO)
    routes = FileLinkRoutes(LINKS, stores.attachments, lambda: NOW).routes()
    async with house(stores, further=lambda _: routes) as one:
        yield one


async def test_whoever_has_the_link_gets_the_file_and_nobody_keeps_or_lists_it(http: House) -> None:
    told = await http.ask("GET", LINKS.link(ANN, DIGEST, NOW))
    assert (told.status, told.body) == (200, PHOTO)
    assert told.headers["Content-Type"] == "image/png"
    assert told.headers["Content-Length"] == str(len(PHOTO))
    assert told.headers["Content-Disposition"] == "attachment"
    assert told.headers["Cache-Control"] == "private, no-store"
    assert told.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert told.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in told.headers["Content-Security-Policy"]


async def test_any_other_link_gives_nothing_and_says_no_more(http: House) -> None:
    good = LINKS.link(ANN, DIGEST, NOW)
    other = FileLinks("", b"another key")
    for link in (
        LINKS.link(BOB, DIGEST, NOW),
        LINKS.link(ANN, "0" * 64, NOW),
        LINKS.link(ANN, DIGEST, NOW - LASTS - timedelta(seconds=1)),
        other.link(ANN, DIGEST, NOW),
        f"{good[:-1]}{'A' if good[-1] != 'A' else 'E'}",
        "/api/v1/files/x",
    ):
        told = await http.ask("GET", link)
        assert (told.status, told.code) == (404, "not_found"), link
    assert (await http.ask("HEAD", good)).status == 405
    assert (await http.ask("GET", "/api/v1/files/")).status == 404


async def test_what_its_person_deleted_is_gone_also_where_somebody_else_has_the_same(
    http: House, stores: Stores
) -> None:
    photo = Attachment(sha256=DIGEST, kind=MediaKind.IMAGE, mime_type="image/png", size=len(PHOTO))
    await stores.attachments.put(BOB, photo, PHOTO)
    await stores.attachments.drop(ANN, DIGEST)
    assert (await http.ask("GET", LINKS.link(ANN, DIGEST, NOW))).status == 404
    assert (await http.ask("GET", LINKS.link(BOB, DIGEST, NOW))).status == 200
