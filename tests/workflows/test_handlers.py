"""Handlers that find out whose words they heard and hand them to a task."""

import pytest

from domain.conversation import Limits
from domain.messages import Attachment
from domain.topics import Cancelled, NotFound
from tests.toy.chat import ToyChat
from tests.toy.clerk.workflow import Filed, Noted


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("toy", "clerk")


@pytest.fixture
def limits(limits: Limits) -> Limits:
    return limits.model_copy(update={"has_model": False})


@pytest.fixture
async def chat(chat: ToyChat) -> ToyChat:
    """All words are the clerk's."""
    del chat.agent_rules["toy"]
    return chat


async def send_file(
    chat: ToyChat, ref: str, file: Attachment, words: str = "see here", **how: str
) -> None:
    await chat.quiet(await chat.post(ref, words, attachments=(file,), **how))


async def test_words_are_handed_in_the_order_in_which_they_came(chat: ToyChat) -> None:
    await chat.tell("dear A")
    await chat.say("dear 1 slow")
    await chat.look_ups.began.wait()
    last = await chat.say("dear 1 file")
    chat.look_ups.gate.set()
    await chat.quiet(last)
    assert (await chat.said(Filed)).lines == ("A", "1 slow", "1 file")


async def test_an_edit_reaches_the_task_that_got_the_words(chat: ToyChat) -> None:
    await chat.quiet(await chat.post("m1", "dear A"))
    await chat.quiet(await chat.edit("m1", "dear B file"))
    assert (await chat.said(Filed)).lines == ("B file",)


async def test_what_is_said_of_a_finished_one_goes_to_its_agent(chat: ToyChat) -> None:
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


async def test_a_file_is_heard_by_the_handler_of_the_agent_whose_card_it_replies_to(
    chat: ToyChat,
) -> None:
    chat.limit(enabled=("toy", "clerk"))
    photo = chat.files.lay("photo")
    await send_file(chat, "m1", photo)
    assert chat.notes.texts == ["a picture of photo"]
    await chat.tell("dear B file")
    filed = await chat.told(Filed.topic)
    await send_file(chat, "m2", chat.files.lay("other"), reply_to=filed.id)
    noted = await chat.said(Noted)
    assert (noted.about, noted.words) == (filed.task_id, "see here")
    assert len(noted.files) == 1
    assert noted.files[0]
    assert chat.notes.texts == ["a picture of photo"]


async def test_a_file_with_words_surely_for_another_agent_goes_there_also_as_the_first_thing(
    chat: ToyChat,
) -> None:
    chat.limit(enabled=("toy", "clerk"))
    await send_file(chat, "m0", chat.files.lay("photo"), "dear 1 file")
    filed = await chat.said(Filed)
    assert (filed.lines, filed.files) == (("1 file",), 1)
    await send_file(chat, "m1", chat.files.lay("sea"), "of the sea")
    assert chat.notes.texts == ["a picture of sea"]


async def test_where_no_other_agent_takes_files_a_file_opens_a_task_by_its_handler(
    chat: ToyChat,
) -> None:
    chat.limit(enabled=("clerk",))
    await send_file(chat, "m1", chat.files.lay("photo"))
    await chat.tell("dear 1 file")
    assert (await chat.said(Filed)).files == 1


async def test_words_whose_task_is_looked_up_can_be_taken_back(chat: ToyChat) -> None:
    await chat.say("dear slow")
    await chat.look_ups.began.wait()
    await chat.quiet(await chat.say("/cancel"))
    assert (await chat.said(Cancelled)).texts == ("dear slow",)
    chat.look_ups.gate.set()
    await chat.tell("dear A file")
    assert (await chat.said(Filed)).lines == ("A file",)


async def test_a_cancel_of_nothing_is_put_to_the_agent_that_has_more_to_take_back(
    chat: ToyChat,
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

    async def test_words_in_an_handler_are_handed_in_the_next_one_in_order(
        self, chat: ToyChat
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
