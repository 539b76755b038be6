"""A task that holds all words of its chat, and one that has let go of the chat."""

import pytest
from temporalio.client import WorkflowExecutionStatus

from domain.conversation import ConversationState, Limits, PersonLeft
from domain.replies import Reply
from domain.tasks import Place
from domain.topics import (
    OPEN,
    Cancelled,
    GeneralTopic,
    Help,
    NothingToCancel,
    NotReversible,
    Status,
)
from tests.fakes.speech import voice
from tests.toy import note
from tests.toy.chat import ToyChat
from tests.toy.phone.workflow import LEFT, Goodbye, Heard, Later, Over, Which
from tests.workflows.chat import content_of
from tests.workflows.promises import taken
from workflows.conversation import Conversation


def heard(chat: ToyChat) -> list[Heard]:
    return [content_of(r, Heard) for r in chat.channel.shown if r.topic == Heard.topic]


def words(chat: ToyChat) -> list[str]:
    return [each.words for each in heard(chat)]


def calls(chat: ToyChat) -> list[str | None]:
    """The tasks that said something, each once."""
    of = [reply.task_id for reply in chat.channel.shown if reply.topic == Heard.topic]
    return list(dict.fromkeys(of))


async def leave(chat: ToyChat, reason: str) -> None:
    await chat.handle.signal(Conversation.left, PersonLeft(reason=reason))


@pytest.fixture(scope="module")
def toys() -> tuple[str, ...]:
    return ("toy", "phone")


@pytest.fixture
def homes() -> dict[str, str]:
    return {}


@pytest.fixture
def limits(limits: Limits, homes: dict[str, str]) -> Limits:
    return limits.model_copy(update={"has_model": False, "home_agents": homes})


class TestAtHome:
    @pytest.fixture
    def homes(self) -> dict[str, str]:
        return {"test": "phone"}

    async def test_whatever_is_said_opens_a_call_and_after_it_the_next_one(
        self, chat: ToyChat
    ) -> None:
        await chat.tell("hi", "note milk", "bye", "hello again")
        assert words(chat) == ["hi", "note milk", "bye", "hello again"]
        assert len(calls(chat)) == 2
        assert chat.notes.texts == []
        await chat.tell("/status")
        assert (await chat.said(Status)).state == OPEN
        over = next(r for r in chat.channel.shown if r.topic == Over.topic)
        assert (over.hung_up, over.heard_out, chat.channel.shown[0].node) == (
            "success",
            False,
            "LISTEN",
        )


async def test_a_call_that_is_over_is_not_changed_and_the_person_is_told(chat: ToyChat) -> None:
    await chat.tell("ring the bell", "bye")
    await chat.said(Over)
    said = words(chat)
    await chat.tell("make it bread, as for #1")
    assert (await chat.said(NotReversible)).number == 1
    assert words(chat) == said


@pytest.mark.shows("calls words")
@pytest.mark.real_server
@pytest.mark.parametrize("homes", [{"test": "phone"}, {}])
async def test_what_is_said_right_behind_the_words_that_open_a_call_is_of_it(
    chat: ToyChat,
) -> None:
    chat.rules.unsure = {"understand"}
    gate = chat.understanding.hold("understand")
    chat.limit(has_model=True)
    await chat.say("ring")
    await chat.understanding.started["understand"].wait()
    await chat.say("note milk")
    last = await chat.say("my roof leaks")
    gate.set()
    await chat.quiet(last)
    assert words(chat) == ["ring", "note milk", "my roof leaks"]
    assert len(calls(chat)) == 1
    assert GeneralTopic.topic not in chat.topics
    assert chat.notes.texts == []


class TestItsWords:
    async def test_are_understood_by_the_others_where_the_call_passes_them_on(
        self, chat: ToyChat
    ) -> None:
        mine = ("note milk for the others", "nothing for the others")
        await chat.tell("ring", mine[0], "bread", mine[1], mine[0], "bye")
        assert chat.notes.texts == ["milk for the others"] * 2
        assert words(chat) == ["ring", "bread", "bye"]
        assert chat.topics.count(GeneralTopic.topic) == 1
        assert len(calls(chat)) == 1

    async def test_are_the_calls_and_the_others_where_it_passes_a_part_of_them_on(
        self, chat: ToyChat
    ) -> None:
        await chat.tell("ring", "bread, and note milk for the others", "bye")
        assert chat.notes.texts == ["milk for the others"]
        assert words(chat) == ["ring", "bread, and note milk for the others", "bye"]

    @pytest.mark.shows("calls words")
    async def test_are_taken_as_they_are_while_it_works_and_behind_what_is_still_listened_to(
        self, chat: ToyChat
    ) -> None:
        long = "word " * 100 + "end"
        await chat.tell("note milk", "ring")
        await chat.say("note")
        await chat.noting.wait()
        recording = voice("spoken")
        chat.speech.gate.clear()
        chat.speech.will_hear(recording, "note eggs")
        await chat.photo(recording)
        last = await chat.say(long)
        await taken(chat, 5)
        chat.noted.set()
        chat.speech.gate.set()
        await chat.quiet(last)
        assert words(chat) == ["ring", "note", "note eggs", long]
        assert [each.spoken for each in heard(chat)] == [False, False, True, False]
        assert {each.line for each in heard(chat)} == {"test typed"}
        assert chat.notes.texts == ["milk"]
        await chat.quiet(await chat.say("yes", live=True))
        assert heard(chat)[-1].line == "test spoken"

    @pytest.mark.shows("calls words")
    async def test_answer_its_own_question_and_not_that_of_another_task(
        self, chat: ToyChat
    ) -> None:
        await chat.tell("note", "/phone", "milk", "which")
        await chat.told(Which.topic)
        await chat.tell("the second", "/help")
        await chat.told(Help.topic)
        assert chat.notes.texts == ["milk"]
        told = [(each.words, each.question, each.raw) for each in heard(chat)]
        assert told == [("ring", "", True), ("which", "", True), ("the second", "which", True)]

    @pytest.mark.shows("calls words")
    async def test_in_reply_to_another_card_are_for_that(self, chat: ToyChat) -> None:
        await chat.tell("note milk")
        kept = await chat.told(note.Kept.topic)
        await chat.tell("ring")
        await chat.quiet(await chat.say("make it bread", reply_to=kept.id))
        assert chat.notes.texts == ["bread"]
        assert words(chat) == ["ring"]

    @pytest.mark.shows("calls words")
    async def test_that_are_edited_replace_what_was_said(self, chat: ToyChat) -> None:
        opened = await chat.post("m1", "ring")
        await chat.quiet(opened)
        said = await chat.post("m2", "it is 555-1234")
        await chat.quiet(said)
        await chat.quiet(await chat.edit("m2", "it is 555-9999"))
        await chat.quiet(await chat.edit("m1", "ring me"))
        assert [(h.words, h.edits) for h in heard(chat)[-2:]] == [
            ("it is 555-9999", said),
            ("ring me", opened),
        ]

    @pytest.mark.shows("calls words")
    async def test_and_the_pictures_that_it_wants_are_its_own(self, chat: ToyChat) -> None:
        await chat.tell("ring")
        wall, lunch = chat.files.lay("wall"), chat.files.lay("lunch")
        await chat.quiet(await chat.photo(wall, caption="it is wet"))
        await chat.quiet(await chat.photo(lunch))
        assert [(h.words, h.file) for h in heard(chat)[1:]] == [("", "wall"), ("it is wet", "")]
        assert chat.notes.texts == ["a picture of lunch"]

    @pytest.mark.shows("calls words")
    async def test_end_when_the_person_is_not_on_the_line_any_more(self, chat: ToyChat) -> None:
        await chat.tell("ring")
        await leave(chat, "silence")
        status = await chat.quiet()
        assert status.state is ConversationState.IDLE
        await leave(chat, "caller")
        await chat.tell("hello")
        await chat.told(GeneralTopic.topic)
        assert words(chat) == ["ring"]


@pytest.mark.shows("calls later")
@pytest.mark.real_server
async def test_a_run_that_is_continued_takes_along_what_has_let_go(chat: ToyChat) -> None:
    chat.limit(quiet_events=20)
    await chat.tell("ring")
    await chat.say("bye note")
    await chat.noting.wait()
    assert (await chat.tell("/help", "/help")).tasks == ()
    assert len(await chat.runs()) > 1
    chat.noted.set()
    await chat.told(Later.topic)


@pytest.mark.skips_time
class TestWhenItHasLetGo:
    @pytest.mark.shows("calls later")
    async def test_the_chat_is_free_and_what_is_left_goes_on_after_a_day_of_silence(
        self, chat: ToyChat
    ) -> None:
        status = await chat.tell("ring", "bye later")
        assert (status.state, status.tasks) == (ConversationState.IDLE, ())
        assert chat.channel.topics[-2:] == [Goodbye.topic, Over.topic]
        await chat.tell("/cancel", "/status", "note milk", "ring again")
        await chat.told(NothingToCancel.topic)
        assert (await chat.said(Status)).tasks == ()
        assert chat.notes.texts == ["milk"]
        assert len(calls(chat)) == 2
        assert [task.place for task in (await chat.status()).tasks] == [
            Place(node="LISTEN", path=("LISTEN",), version="1")
        ]
        await chat.tell("/cancel")
        assert (await chat.said(Cancelled)).tasks[0].task_id == calls(chat)[1]
        await chat.env.sleep(LEFT)
        assert (await chat.told(Later.topic)).task_id == calls(chat)[0]
        assert await chat.ended() is WorkflowExecutionStatus.COMPLETED

    async def test_a_cancel_in_reply_to_it_ends_it(self, chat: ToyChat) -> None:
        await chat.tell("ring", "bye later")
        over: Reply = await chat.told(Over.topic)
        await chat.quiet(await chat.say("/cancel", reply_to=over.id))
        await chat.env.sleep(LEFT)
        assert await chat.ended() is WorkflowExecutionStatus.COMPLETED
        assert Later.topic not in chat.channel.topics
