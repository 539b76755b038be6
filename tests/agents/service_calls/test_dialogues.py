"""What calls on the shipped graph do beside what is said; tests/scenarios/service_calls holds the
dialogues.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest

from agents.service_calls.call.tools_later import call_once_more
from agents.service_calls.exchange import CallEnd, ServiceToolResult, ToolRequest
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.trial import TrialBusiness
from tests.agents.service_calls.plays import EXAMPLE, NOW, Play, services


def written(name: str) -> dict[str, Any]:
    """A shipped graph as it stands in its file."""
    raw: dict[str, Any] = json.loads(
        files("agents.service_calls.graphs").joinpath(f"{name}.json").read_text("utf-8")
    )
    return raw


async def asked_for_the_number() -> Play:
    play = Play()
    assert "number" in await play.says(EXAMPLE[0])
    return play


async def proposed() -> Play:
    play = await asked_for_the_number()
    assert "name" in await play.says("555-1234")
    assert "10:00" in await play.says("John Doe")
    return play


@pytest.mark.shows("calls E6")
async def test_nothing_of_a_record_is_said() -> None:
    play = Play()
    mary = {"customer_id": "cust-9", "phone": "555-0100", "name": "Mary Major", "email": "m@x.org"}
    play.tools.customers["cust-9"] = dict(mary)
    said = [await play.says(w) for w in ("my tap drips, my name is Tom", "555-0100", "yes")]
    assert "Mary" not in " ".join(said)
    assert play.tools.customers["cust-9"] == mary
    (task,) = play.tools.tasks.values()
    assert task["customer_id"] == "cust-9"
    assert "Tom" in str(task["description"])
    await play.says("and my roof leaks")
    looked = [each for each in play.tools.called if each.tool == "entity_list"]
    assert len(looked) == 2
    assert all("customer_id" not in each.arguments for each in looked)


@pytest.mark.shows("calls A8")
@pytest.mark.parametrize("tries", [1, 2])
async def test_a_correction_that_fails_is_tried_again_and_kept_for_later(tries: int) -> None:
    play = await proposed()
    play.tools.failing_once = ["customer_update"] * tries
    said = await play.says("actually my number is 555-9999")
    assert "again" in said
    assert ("not answering" in said) == (tries > 1)
    if tries > 1:
        assert await call_once_more(play.trial.call)
    (customer,) = play.tools.customers.values()
    assert customer["phone"] == "555-9999"


async def test_a_changed_matter_whose_task_cannot_be_taken_back_yet_gets_its_own() -> None:
    play = await proposed()
    play.tools.failing_once = ["task_cancel"]
    await play.says("actually it's the roof that leaks, not the wall")
    await play.says("yes")
    drywall, roofing = play.tools.tasks.values()
    assert (drywall["status"], roofing["name"]) == ("cancelled", "Roofing Service")
    assert list(play.tools.bookings) == [roofing["task_id"]]


async def test_a_call_of_many_long_words_stays_small() -> None:
    play = await asked_for_the_number()
    await play.says("x" * 5_000)
    assert (play.trial.over, play.field("customer_phone_number")) == (False, "")
    for _ in range(25):
        await play.says("how much does it cost? " + "please tell me all of it now, " * 100)
    await play.says("555-1234")
    await play.says("John Doe")
    state = play.state.model_copy(update={"lines": [], "audit": []})  # until they are written
    assert len(state.model_dump_json()) < 64_000
    (task,) = play.tools.tasks.values()
    assert len(str(task["description"])) < 4_000


@dataclass
class AskedTogether(TrialBusiness):
    """Counts the tools that are asked at once."""

    under_way: int = 0
    most: int = 0

    async def call(self, request: ToolRequest) -> ServiceToolResult:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        for _ in range(10):  # whatever was asked for beside it begins now
            await asyncio.sleep(0)
        self.under_way -= 1
        return await super().call(request)


@pytest.mark.shows("calls G4")
async def test_tools_that_are_parallel_are_asked_beside_each_other() -> None:
    tools = AskedTogether(OfflineCalls(), services(), NOW)
    assert "number" in await Play(tools=tools).says(EXAMPLE[0])
    assert {each.tool for each in tools.called} == {"setting_list", "entity_list"}
    assert tools.most == len(tools.called)


@pytest.mark.shows("calls E2, E3")
async def test_a_passing_fault_is_said_and_the_booking_made_once() -> None:
    play = await proposed()
    play.tools.failing_once = ["person_calendar_book"]
    words = await play.says("yes")
    assert "let me try again" in words
    assert "T-1042" in words
    assert len(play.tools.bookings) == 1


@pytest.mark.parametrize("name", ["home_services", "salon"])
async def test_a_graph_without_any_text_is_led_to_its_end_in_plain_sentences(name: str) -> None:
    raw = written(name)
    for node in raw["nodes"]:
        node.pop("say", None)
        node.pop("say_if", None)
    checked = read_graph(json.dumps(raw))
    unworded = [each for each in checked.warnings if "it has no text" in each]
    for node in raw["nodes"]:
        named = [each for each in unworded if each.startswith(f"node {node['node_name']}:")]
        assert len(named) == (len(node.get("asks", [""])) if node["node_action"] == "reply" else 0)
    play = Play(checked.graph)
    said = [await play.says(words) for words in EXAMPLE if not play.trial.over]
    assert all(said)
    assert "phone number" in said[0]
    assert "Is tomorrow, Tue 24 Nov, 10:00–12:00 all right for you?" in " ".join(said)
    assert (play.trial.outcome, len(play.tools.bookings)) == (CallEnd.BOOKED, 1)
    assert "Your time is booked: tomorrow, Tue 24 Nov, 10:00–12:00." in said[-1]
    assert "Goodbye" in said[-1]


def texts_of(said: object) -> Iterator[dict[str, object]]:
    """All texts of a graph file, by language."""
    if isinstance(said, dict):
        if "en" in said:
            yield said
        else:
            yield from (each for part in said.values() for each in texts_of(part))
    elif isinstance(said, list):
        yield from (each for part in said for each in texts_of(part))


def test_the_shipped_graph_speaks_five_languages() -> None:
    raw = written("home_services")
    said = list(texts_of(raw))
    assert len(said) > len(raw["nodes"])
    assert [each for each in said if set(each) != {"en", "ms", "de", "es", "fr"}] == []
    assert {s.name for s in services()} == set(raw["services"])


async def test_a_service_without_words_of_its_own_is_called_as_the_catalog_calls_it() -> None:
    raw = written("home_services")
    del raw["services"]
    play = Play(read_graph(json.dumps(raw)).graph)
    assert "Drywall Repair oder Painting?" in await play.says("mit meiner Wand stimmt etwas nicht")
    said = await play.says("Painting")
    assert said == "Danke. Unter welcher Nummer bist du erreichbar?"
