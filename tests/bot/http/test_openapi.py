"""docs/openapi.yaml says what the server answers: every path, every code, every field."""

import asyncio
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp import web
from pydantic import BaseModel

from adapters.file_links import FileLinks
from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from adapters.postgres.tool_calls import PostgresToolCalls
from adapters.twilio import TwilioCalls
from agents import SLUGS
from agents.endpoint import endpoints_of
from agents.procurement.items import Item
from agents.records import records_of
from agents.support.triage_report import TriageBody, TriageReport
from bot.http import contract, errors
from bot.http.bodies import MessageBody, PressBody
from bot.http.browsing import BrowsingRoutes
from bot.http.consent import ConsentBody, ConsentRoutes
from bot.http.contract import RequestRefused
from bot.http.endpoints import EndpointRoutes
from bot.http.file_links import FileLinkRoutes
from bot.http.openai import ChatPrograms
from bot.http.page import Page
from bot.http.records import RecordRoutes
from bot.http.routes import HttpParts, ToolView
from bot.http.telephone.lines import TelephoneLines
from bot.http.telephone.parts import TelephoneConfig, TelephoneParts
from bot.http.tool_calls import CallBody, ToolRoutes
from bot.http.usage import UsageRoutes
from bot.http.voice.routes import routes as voice_routes
from bot.http.voice.socket import Calls
from bot.texts.catalogue import LANGUAGES, catalogue_of
from domain import collections, usage
from domain.channel_events import SessionSummary
from tests.bot.http.house import ANN, KEY, PHOTO, House, house
from tests.bot.http.test_endpoints import Requests
from tests.bot.http.voice_fakes import Ear, Mouth, voice_beside

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "http.md"
DOCUMENT: dict[str, Any] = yaml.safe_load((DOCS / "openapi.yaml").read_text(encoding="utf-8"))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
MODELS: dict[str, tuple[type[BaseModel], set[str]]] = {
    "Message": (MessageBody, set()),
    "Press": (PressBody, set()),
    "ConsentGiven": (ConsentBody, set()),
    "ToolCall": (CallBody, set()),
    "Triage": (TriageBody, set()),
    "TriageReport": (TriageReport, set()),
    "Answer": (contract.AnswerView, {"done"}),
    "Reply": (contract.ReplyView, set()),
    "Block": (contract.BlockView, set()),
    "Panel": (contract.PanelView, set()),
    "Choice": (contract.ChoiceView, set()),
    "File": (contract.FileView, set()),
    "Heard": (contract.HeardView, {"digest"}),
    "Settled": (contract.Settled, set()),
    "HungUp": (contract.HungUp, set()),
    "SessionSummary": (SessionSummary, set()),
    "Tool": (ToolView, set()),
    "Item": (Item, set()),
    "UsageReport": (usage.UsageReport, set()),
    "UsageLine": (usage.UsageLine, set()),
    "Spent": (usage.Spent, set()),
    "Collection": (collections.CollectionView, set()),
    "CollectionField": (collections.CollectionField, set()),
    "CollectionFilter": (collections.CollectionFilter, set()),
    "CollectionTools": (collections.CollectionTools, set()),
    "Option": (collections.Option, set()),
    "CollectionPage": (collections.CollectionPage, set()),
    "CollectionRow": (collections.CollectionRow, set()),
}
"""By schema, the model that is written or read, and its fields that nobody sees."""


@pytest.mark.shows("http 12")
def test_its_schemas_have_the_fields_of_the_models() -> None:
    for name, (model, hidden) in MODELS.items():
        assert set(SCHEMAS[name]["properties"]) == set(model.model_fields) - hidden, name


@pytest.mark.shows("http 12")
async def test_it_names_the_paths_and_methods_of_the_server(stores: Stores) -> None:
    documented = {
        (method.upper(), path)
        for path, operations in DOCUMENT["paths"].items()
        for method in operations
        if method != "parameters"
    }
    async with house(stores, further=_further) as http:
        served = {
            (route.method, re.sub(r":[^}]+}", "}", route.resource.canonical))
            for route in http.server.app.router.routes()
            if route.resource is not None and route.method != "HEAD"
        }
    assert served == documented


async def _unused(*arguments: object) -> Any:  # noqa: ANN401 - never called
    raise AssertionError(arguments)


def _further(parts: HttpParts) -> list[web.RouteDef]:
    """All that the process serves beside the API."""
    voice = voice_beside(parts, Ear(), Mouth())
    chats = ChatPrograms(parts)
    page = Page(parts.clients, voice=True)
    tools = ToolRoutes(parts, {}, PostgresToolCalls(Database("postgresql://nowhere/none")).find)
    browsing = BrowsingRoutes(parts, Database("postgresql://nowhere/none"), ())
    endpoints = EndpointRoutes(parts, Requests(), endpoints_of(SLUGS))
    records = RecordRoutes(parts, Database("postgresql://nowhere/none"), records_of(SLUGS))
    own = [*chats.routes(), *tools.routes(), *browsing.routes()]
    own += [*endpoints.routes(), *records.routes()]
    own += [*UsageRoutes(parts, _unused, _unused).routes(), *ConsentRoutes(parts).routes()]
    nothing: Any = _unused
    own += FileLinkRoutes(FileLinks("https://me.test", b"key"), nothing, nothing).routes()
    calls = Calls(voice)
    config = TelephoneConfig("AC", ("token",), "https://steward.example")
    lines = TelephoneLines(TelephoneParts(config, voice, calls, TwilioCalls("AC", ("token",))))
    return [*page.routes(), *voice_routes(voice, calls), *lines.routes(), *own]


@pytest.mark.shows("http 12")
def test_every_code_of_a_refusal_is_listed_and_has_its_words() -> None:
    description = DOCUMENT["components"]["responses"]["Error"]["description"]
    source = "".join(path.read_text() for path in Path(contract.__file__).parent.rglob("*.py"))
    codes = {*re.findall(r'RequestRefused\(\s*\d+, "([a-z_.]+)"', source), errors.INTERNAL}
    codes |= {
        "consent.required",
        "message.empty",
        "method_not_allowed",
        "storage.unavailable",
        "temporal.unreachable",
    }
    assert len(codes) > 15
    assert codes <= set(re.findall(r"[a-z_]+(?:\.[a-z_]+)?", description))
    # Of chat programs, and of a person who is to be asked: they have words of their own.
    codes -= {"model_not_found", "consent.required"}
    for language in LANGUAGES:
        words = catalogue_of(language)
        assert len({errors.words_of(RequestRefused(400, code), words) for code in codes}) == len(
            codes
        )


async def test_a_session_and_a_page_are_as_it_says(http: House) -> None:
    session = await http.session()
    path = f"/api/v1/chat/sessions/{session}"
    state = (await http.ask("GET", path, headers=ANN)).json
    assert set(state) == set(SCHEMAS["SessionState"]["properties"]) - {"context"}
    page = (await http.ask("GET", f"{path}/messages", headers=ANN)).json
    assert set(page) == set(SCHEMAS["Page"]["properties"])
    (listed, *_) = page["messages"]
    assert set(listed) == set(SCHEMAS["Page"]["properties"]["messages"]["items"]["properties"])


@pytest.mark.shows("http 12")
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
async def test_the_lines_of_docs_http_md_do_what_they_say(http: House, tmp_path: Path) -> None:
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL))
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
