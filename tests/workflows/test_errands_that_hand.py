"""Errands that find out whose words they heard and hand them to a task."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

import pytest
from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from adapters.model.rules import AgentRules
from agents.packages import PACKAGES
from domain.calls import MAIN_QUEUE
from domain.conversation import Limits
from domain.messages import Attachment
from domain.topics import Cancelled, NotFound
from tests.clerk.workflow import ClerkRules, Filed, Found, LookUp, Noted
from tests.workflows.conftest import ToyChat


class LookUps:
    """Answers the number in the words; those that say ``slow`` wait for ``gate``."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.began = asyncio.Event()
        self.asked: list[str] = []

    @activity.defn
    async def look_up_letter(self, request: LookUp) -> Found:
        self.asked.append(request.words)
        if "slow" in request.words:
            self.began.set()
            await self.gate.wait()
        digits = "".join(c for c in request.words if c.isdigit())
        return Found(number=int(digits or 0))


class ClerkChat(ToyChat):
    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        super().__init__(env, limits, locale)
        self.look_ups = LookUps()

    def agent_rules(self) -> Mapping[str, AgentRules]:
        return {"clerk": ClerkRules()}

    async def send_file(
        self, ref: str, file: Attachment, words: str = "see here", **how: str
    ) -> str:
        return await self.post(ref, words, attachments=(file,), **how)

    def own(self) -> Mapping[str, Sequence[Callable[..., object]]]:
        return {MAIN_QUEUE: (*super().own()[MAIN_QUEUE], self.look_ups.look_up_letter)}


@pytest.fixture
async def chat(
    server: WorkflowEnvironment,
    limits: Limits,
    locale: str,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[ClerkChat]:
    monkeypatch.setitem(PACKAGES, "clerk", "tests.clerk")
    limits = limits.model_copy(update={"has_model": False})
    async with ClerkChat(server, limits, locale).open() as chat:
        yield chat


async def test_words_are_handed_in_the_order_in_which_they_came(chat: ClerkChat) -> None:
    await chat.tell("dear A")
    await chat.say("dear 1 slow")
    await chat.look_ups.began.wait()
    last = await chat.say("dear 1 file")
    chat.look_ups.gate.set()
    await chat.quiet(last)
    assert (await chat.said(Filed)).lines == ("A", "1 slow", "1 file")


async def test_an_edit_reaches_the_task_that_got_the_words(chat: ClerkChat) -> None:
    await chat.quiet(await chat.post("m1", "dear A"))
    await chat.quiet(await chat.edit("m1", "dear B file"))
    assert (await chat.said(Filed)).lines == ("B file",)


async def test_what_is_said_of_a_finished_one_goes_to_its_agent(chat: ClerkChat) -> None:
    first = await chat.post("m1", "dear A file")
    await chat.quiet(first)
    filed = await chat.told(Filed.topic)
    await chat.quiet(await chat.edit("m1", "dear C file"))
    noted = await chat.said(Noted)
    assert (noted.about, noted.words, noted.replaces) == (filed.task_id, "C file", first)
    await chat.quiet(await chat.say("any news?", reply_to=filed.id))
    assert (await chat.said(Noted, 2)).words == "any news?"
    await chat.quiet(await chat.say("undo", reply_to=filed.id))
    assert (await chat.said(Noted, 3)).words == "it stays"
    assert NotFound.topic not in chat.topics


async def test_a_file_is_heard_by_the_errand_of_the_agent_whose_card_it_replies_to(
    chat: ClerkChat,
) -> None:
    chat.limits = chat.limits.model_copy(update={"enabled": ("toy", "clerk")})
    photo = chat.files.lay("photo")
    await chat.quiet(await chat.send_file("m1", photo))
    assert chat.notes.texts == ["a picture of photo"]
    await chat.tell("dear B file")
    filed = await chat.told(Filed.topic)
    await chat.quiet(await chat.send_file("m2", chat.files.lay("other"), reply_to=filed.id))
    noted = await chat.said(Noted)
    assert (noted.about, noted.words) == (filed.task_id, "see here")
    assert len(noted.files) == 1
    assert noted.files[0]
    assert chat.notes.texts == ["a picture of photo"]


async def test_a_file_with_words_surely_for_another_agent_goes_there_also_as_the_first_thing(
    chat: ClerkChat,
) -> None:
    chat.limits = chat.limits.model_copy(update={"enabled": ("toy", "clerk")})
    await chat.quiet(await chat.send_file("m0", chat.files.lay("photo"), "dear 1 file"))
    filed = await chat.said(Filed)
    assert (filed.lines, filed.files) == (("1 file",), 1)
    await chat.quiet(await chat.send_file("m1", chat.files.lay("sea"), "of the sea"))
    assert chat.notes.texts == ["a picture of sea"]


async def test_where_no_other_agent_takes_files_a_file_opens_a_task_by_its_errand(
    chat: ClerkChat,
) -> None:
    chat.limits = chat.limits.model_copy(update={"enabled": ("clerk",)})
    await chat.quiet(await chat.send_file("m1", chat.files.lay("photo")))
    await chat.tell("dear 1 file")
    assert (await chat.said(Filed)).files == 1


async def test_words_whose_task_is_looked_up_can_be_taken_back(chat: ClerkChat) -> None:
    await chat.say("dear slow")
    await chat.look_ups.began.wait()
    await chat.quiet(await chat.say("/cancel"))
    assert (await chat.said(Cancelled)).texts == ("dear slow",)
    chat.look_ups.gate.set()
    await chat.tell("dear A file")
    assert (await chat.said(Filed)).lines == ("A file",)


async def test_a_cancel_of_nothing_is_put_to_the_agent_that_has_more_to_take_back(
    chat: ClerkChat,
) -> None:
    await chat.quiet(await chat.say("/cancel"))
    assert (await chat.said(Noted)).words == "which filed letter?"
    assert Cancelled.topic not in chat.topics


@pytest.mark.real_server
@pytest.mark.usefixtures("chat")
class TestARunThatEnds:
    @pytest.fixture
    def limits(self, limits: Limits) -> Limits:
        return limits.model_copy(update={"max_events": 60})

    async def test_words_in_an_errand_are_handed_in_the_next_one_in_order(
        self, chat: ClerkChat
    ) -> None:
        await chat.tell("dear A")
        await chat.say("dear 1 slow")
        await chat.look_ups.began.wait()
        for text in ("dear 1 b", "dear 1 c", "dear 1 d", "dear 1 e"):
            last = await chat.say(text)
        while len(await chat.runs()) < 2:
            last = await chat.say("/help")
        chat.look_ups.gate.set()
        last = await chat.say("dear 1 file")
        await chat.quiet(last)
        lines = (await chat.said(Filed)).lines
        assert lines == ("A", "1 slow", "1 b", "1 c", "1 d", "1 e", "1 file")
