"""What was saved is read by its own person alone, a page at a time, or as a table."""

import json
from collections.abc import AsyncIterator
from hashlib import sha256
from urllib.parse import urlencode

import pytest
from aiohttp import web

from adapters.postgres.pool import Connection
from adapters.postgres.stores import Stores
from agents.collection import Collection
from bot.http.browsing import BrowsingRoutes
from bot.http.routes import HttpParts
from bot.texts.formats import Formats
from domain.collections import (
    CollectionField,
    CollectionPage,
    CollectionQuery,
    CollectionRow,
    CollectionTools,
    CollectionView,
    TableForm,
)
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from tests.bot.http.house import ANN, OPERATOR, PHOTO, House, bearer, house

PLACE = "/api/v1/collections"
TOOLS = CollectionTools(edit="edit", delete="delete", restore="restore", rows="ids", most_rows=10)
PAGES = {"": ("one", "two"), "two": ("three",)}


async def view(_: Connection, user_id: str, formats: Formats) -> CollectionView:
    fields = (CollectionField(name="name", label="name"), CollectionField(name="of", label="of"))
    title = f"{user_id} {formats.locale} D.\u2060I.\u2060Y."
    return CollectionView(name="things", title=title, fields=fields, filters=(), tools=TOOLS)


async def page(
    _: Connection, user_id: str, query: CollectionQuery, formats: Formats
) -> CollectionPage:
    """Tells what it was asked."""
    if query.after not in PAGES:
        raise ValueError(query.after)
    asked = query.model_dump_json(exclude_defaults=True)
    rows = tuple(
        CollectionRow(
            id=each,
            what=each,
            when=asked,
            group="",
            amount="",
            values={"name": f"={each}", "of": user_id},
        )
        for each in PAGES[query.after]
    )
    return CollectionPage(rows=rows, after="" if query.after else "two", count=str(formats.locale))


async def version(_: Connection, user_id: str) -> str:
    return f"7 {user_id}"


async def export(
    _: Connection, user_id: str, query: CollectionQuery, form: TableForm, formats: Formats
) -> bytes:
    return f"{form} {user_id} {formats.locale} {query.words}{query.after}".encode()


THINGS = Collection(
    name="things", filters=frozenset({"kind"}), view=view, page=page, version=version, export=export
)


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    def further(parts: HttpParts) -> list[web.RouteDef]:
        return BrowsingRoutes(parts, stores.database, (THINGS,)).routes()

    async with house(stores, further=further) as one:
        yield one


async def test_each_person_is_shown_their_own(http: House) -> None:
    told = await http.ask("GET", f"{PLACE}?language=de", headers=ANN)
    (only,) = told.json["collections"]
    assert only["title"] == "http:shop:ann de D.I.Y."
    rows = (await http.ask("GET", f"{PLACE}/things/rows", headers=bearer(user="bob"))).json["rows"]
    assert {row["values"]["of"] for row in rows} == {"http:shop:bob"}


async def test_each_person_has_a_version_of_their_own(http: House) -> None:
    told = await http.ask("GET", f"{PLACE}/things/version", headers=ANN)
    assert told.json == {"version": "7 http:shop:ann"}


async def test_what_is_asked_for_reaches_the_agent_and_nothing_that_it_has_not(http: House) -> None:
    asked = {
        "words": "a b", "since": "2026-03-01", "until": "2026-03-31", "deleted": "true",
        "by.kind": "x", "by.other": "y", "limit": "7", "more": "z",
    }  # fmt: skip
    told = await http.ask("GET", f"{PLACE}/things/rows?{urlencode(asked)}", headers=ANN)
    assert json.loads(told.json["rows"][0]["when"]) == {
        "words": "a b",
        "since": "2026-03-01",
        "until": "2026-03-31",
        "chosen": {"kind": "x"},
        "deleted": True,
        "limit": 7,
    }


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("things/rows?limit=0", 400),
        ("things/rows?limit=501", 400),
        ("things/rows?since=yesterday", 400),
        ("things/rows?after=nowhere", 400),
        (f"things/rows?words={'x' * 201}", 400),
        ("others/rows", 404),
        ("others/rows.csv", 404),
        ("things/rows.pdf", 404),
        (f"things/files/{'0' * 64}", 404),
    ],
)
async def test_what_cannot_be_asked_for_is_refused(http: House, path: str, status: int) -> None:
    assert (await http.ask("GET", f"{PLACE}/{path}", headers=ANN)).status == status


async def test_nobody_and_an_operator_have_no_rows(http: House) -> None:
    for headers, status in ((bearer(OPERATOR), 403), (bearer(user=None), 403), ({}, 401)):
        for path in (
            "",
            "/things/rows",
            "/things/version",
            "/things/rows.csv",
            "/things/rows.xlsx",
            f"/things/files/{'0' * 64}",
        ):
            assert (await http.ask("GET", PLACE + path, headers=headers)).status == status


@pytest.mark.parametrize(
    ("form", "mime_type"), [("csv", "text/csv; charset=utf-8"), ("xlsx", TableForm.XLSX.mime_type)]
)
async def test_a_file_has_all_that_is_asked_for_in_the_language_of_the_page(
    http: House, form: str, mime_type: str
) -> None:
    path = f"{PLACE}/things/rows.{form}?words=a&after=two&language=de"
    told = await http.ask("GET", path, headers=ANN)
    assert told.body.decode() == f"{form} http:shop:ann de a"
    assert told.headers["Content-Type"] == mime_type
    assert told.headers["Content-Disposition"] == f'attachment; filename="things.{form}"'


async def test_a_file_is_given_to_whoever_sent_it(http: House) -> None:
    digest = sha256(PHOTO).hexdigest()
    photo = Attachment(sha256=digest, kind=MediaKind.IMAGE, mime_type="image/png", size=len(PHOTO))
    await http.stores.users.person(Person(user_id="http:shop:ann"))
    await http.stores.attachments.put("http:shop:ann", photo, PHOTO)
    path = f"{PLACE}/things/files/{digest}"
    told = await http.ask("GET", path, headers=ANN)
    assert (told.status, told.body) == (200, PHOTO)
    assert told.headers["Content-Security-Policy"].startswith("sandbox")
    assert (await http.ask("GET", path, headers=bearer(user="bob"))).status == 404
