"""Tools of other servers in the tool loop: as bound as our own, and never done twice."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.mcp.errors import RemoteUnknownError
from domain.conversation import Limits
from domain.tools import Arguments, Effect, RemoteResult, Tool, ToolSpec, remote_tool
from domain.topics import AskRemoteCall, PressAction
from tests.toy.chat import PATIENT, ToyChat
from wiring.tools import elsewhere

pytestmark = pytest.mark.shows("models 10")


def spec(name: str, effect: Effect, *, repeatable: bool = False) -> ToolSpec:
    described = {"type": "object", "properties": {}, "additionalProperties": False}
    return ToolSpec(
        name=f"shelf.{name}",
        purpose=name,
        parameters=described,
        effect=effect,
        timeout=timedelta(seconds=0.2),
        repeatable=repeatable,
    )


SPECS = (
    spec("look", Effect.READ, repeatable=True),
    spec("put", Effect.WRITE),
    spec("store", Effect.WRITE, repeatable=True),
    spec("burn", Effect.IRREVERSIBLE),
)


@dataclass
class Shelf:
    """One tool of another server. ``lost`` calls end without an answer, ``slow`` ones do not end,
    though they were done.
    """

    tool: Tool
    keyed: str = ""
    lost: int = 0
    slow: int = 0
    done: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    async def call(self, call_id: str, arguments: Arguments, /) -> RemoteResult:
        self.done.append((call_id.rpartition("/t")[2], arguments.model_dump()))
        if self.slow:
            self.slow -= 1
            await asyncio.Event().wait()
        if self.lost:
            self.lost -= 1
            raise RemoteUnknownError("it does not answer")
        return RemoteResult(value="there", note="Cut: only its beginning.")


class ShelfChat(ToyChat):
    """A chat with the box, which may use a shelf elsewhere."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        super().__init__(env, limits, locale, ("box",))
        self.shelf = {each.name: Shelf(remote_tool(each)) for each in SPECS}
        self.shelf["shelf.store"].keyed = "idempotency_key"
        bound = {
            name: elsewhere(each, self.box.calls, PATIENT) for name, each in self.shelf.items()
        }
        self.bring(replace(self.agents["box"], activities=self.using(self.box.bound() | bound)))


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("box",)


@pytest.fixture
async def chat(
    server: WorkflowEnvironment, limits: Limits, locale: str
) -> AsyncIterator[ShelfChat]:
    offered = limits.model_copy(update={"remote_tools": {"box": SPECS, "other": ()}})
    async with ShelfChat(server, offered, locale).open() as chat:
        yield chat


async def test_they_are_offered_and_called_like_our_own(chat: ShelfChat) -> None:
    told = await chat.ends('box shelf.look & shelf.put {"thing": "pen"} & look; say there')
    assert told.results == ("ok",) * 3
    first, second = chat.engine.asked
    assert first.remote == SPECS
    assert {"look", "shelf.look", "shelf.burn"} <= set(first.tools)
    remote = next(r for r in second.rounds[0].results if r.value == "there")
    assert remote.note == "Cut: only its beginning."
    assert chat.shelf["shelf.put"].done == [("1/r1/c2", {"thing": "pen"})]
    assert len(chat.box.calls.rows) == 3, "each is a row"


@pytest.mark.shows("shop other servers")
async def test_one_that_nobody_vouches_for_runs_only_after_a_yes_to_exactly_its_arguments(
    chat: ShelfChat,
) -> None:
    await chat.say('box shelf.burn {"place": "top"}')
    asked = await chat.said(AskRemoteCall)
    assert (asked.tool, asked.arguments) == ("shelf.burn", '{"place": "top"}')
    assert chat.shelf["shelf.burn"].done == []
    await chat.press(PressAction.YES)
    await chat.quiet()
    assert [given for _, given in chat.shelf["shelf.burn"].done] == [{"place": "top"}]


async def test_a_write_without_a_key_that_nobody_answers_is_not_known_and_not_done_again(
    chat: ShelfChat,
) -> None:
    chat.shelf["shelf.put"].lost = 1
    await chat.ends("box shelf.put; say it is not known")
    assert len(chat.shelf["shelf.put"].done) == 1
    (result,) = chat.engine.asked[1].rounds[0].results
    assert result.status.value == "unknown"
    assert "Do not try it again" in (result.error.hint if result.error else "")


async def test_a_write_that_took_too_long_is_asked_for_again_where_the_server_knows_its_key(
    chat: ShelfChat,
) -> None:
    chat.shelf["shelf.store"].slow = 1
    chat.shelf["shelf.put"].slow = 1
    told = await chat.ends("box shelf.store & shelf.put; say well")
    assert [call_id for call_id, _ in chat.shelf["shelf.store"].done] == ["1/r1/c1"] * 2
    assert len(chat.shelf["shelf.put"].done) == 1
    assert told.results[0] == "ok"
    stored, put = chat.engine.asked[1].rounds[0].results
    assert (stored.status.value, put.status.value) == ("ok", "unknown")
