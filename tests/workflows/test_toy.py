"""An agent is one folder and one line: the toy touches nothing else, and all of a desk works."""

import asyncio
import inspect
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from temporalio.converter import PayloadConverter
from temporalio.testing import WorkflowEnvironment

from activities import deliver
from agents.packages import PACKAGES
from domain.conversation import Limits
from domain.errors import AppError, StorageUnavailableError
from domain.history import Interrupted
from domain.replies import DeliveredReply, Delivery, Notice, Reply
from domain.topics import Cancelled, Failed, GeneralTopic, NothingToUndo, PressAction, Unworded
from tests.fakes.channel import RecordingChannel
from tests.fakes.speech import voice
from tests.toy import note, workflow
from tests.toy.chat import ToyChat
from tests.workflows.promises import taken
from workflows.conversation import Conversation


@pytest.mark.shows("platform 1")
def test_it_is_registered_by_one_line_and_is_small() -> None:
    assert PACKAGES == {"toy": "tests.toy"}
    assert len(inspect.getsource(workflow.ToyAgent).splitlines()) < 130


async def test_a_note_is_kept_corrected_and_taken_back(chat: ToyChat) -> None:
    await chat.tell("note milk", "make it bread")
    assert chat.notes.texts == ["bread"]
    await chat.tell("undo")
    assert (await chat.said(note.TakenBack)).text == "bread"
    await chat.tell("undo")
    await chat.told(NothingToUndo.topic)
    assert chat.notes.texts == []


async def test_it_asks_for_what_it_lacks(chat: ToyChat) -> None:
    assert (await chat.tell("note")).waiting_for == "text"
    await chat.tell("milk")
    assert chat.notes.texts == ["milk"]


async def test_two_at_once_and_one_dropped(chat: ToyChat) -> None:
    await chat.tell("note milk; eggs", "note", "forget it")
    assert sorted(chat.notes.texts) == ["eggs", "milk"]
    await chat.told(Cancelled.topic)


async def test_a_draft_is_kept_and_resumed(chat: ToyChat) -> None:
    await chat.tell("note", "no idea")
    await chat.press(PressAction.RESUME, await chat.told(note.Draft.topic))
    await chat.told(note.AskText.topic, 2)
    await chat.quiet()
    await chat.tell("milk")
    assert chat.notes.texts == ["milk"]


async def test_a_file_opens_one(chat: ToyChat) -> None:
    await chat.quiet(await chat.photo(chat.files.lay("photo")))
    assert chat.notes.texts == ["a picture of photo"]
    assert chat.files.fetched == ["photo"]


async def test_its_handler_command_and_button_send_a_file(chat: ToyChat) -> None:
    await chat.tell("count", "/notes of May", "my notes")
    await chat.press("toy.more", await chat.told(note.Listed.topic, 3))
    reply = await chat.told(note.Listed.topic, 4)
    listed = [r.content for r in chat.channel.shown]
    assert listed == [{"of": of} for of in ("all", "of May", "", "more")]
    assert [file.name for file in reply.files] == ["notes.txt"]


async def test_a_session_takes_up_what_is_said(chat: ToyChat) -> None:
    status = await chat.tell("dictate")
    assert status.waiting_for == ""
    await chat.tell("/help", "milk", "and eggs", "stop")
    assert chat.notes.texts == ["milk and eggs"]
    await chat.tell("hello")
    assert chat.notes.texts == ["milk and eggs"]


class TestASession:
    """It takes up what is said to it, and nothing that is said to somebody else."""

    async def test_the_question_that_the_person_sees_comes_first(self, chat: ToyChat) -> None:
        await chat.tell("note")
        await chat.tell("dictate")
        await chat.tell("milk")
        assert chat.notes.texts == ["milk"]
        await chat.tell("eggs", "stop")
        assert chat.notes.texts == ["milk", "eggs"]

    async def test_a_reply_to_another_card_is_not_for_it(self, chat: ToyChat) -> None:
        await chat.tell("note milk")
        kept = await chat.told(note.Kept.topic)
        await chat.tell("dictate")
        await chat.quiet(await chat.say("make it bread", reply_to=kept.id))
        assert chat.notes.texts == ["bread"]

    async def test_talk_among_others_is_not_for_it(self, chat: ToyChat) -> None:
        await chat.tell("dictate", "milk")
        await chat.quiet(await chat.say("see you at six", addressed=False))
        await chat.tell("stop")
        assert chat.notes.texts == ["milk"]

    async def test_it_hears_what_is_spoken(self, chat: ToyChat) -> None:
        await chat.tell("dictate")
        chat.speech.will_hear(voice("note"), "milk and eggs")
        await chat.quiet(await chat.photo(voice("note")))
        await chat.tell("stop")
        assert chat.notes.texts == ["milk and eggs"]


async def test_where_its_card_does_not_listen_what_is_said_is_not_its_own(
    monkeypatch: pytest.MonkeyPatch, chat: ToyChat
) -> None:
    monkeypatch.setitem(vars(note.CARD), "listens", value=False)
    await chat.tell("dictate", "hello", "note milk")
    await chat.told(GeneralTopic.topic)
    assert chat.notes.texts == ["milk"]


async def test_a_session_that_does_not_take_in_what_is_said_ends_as_a_defect(
    chat: ToyChat,
) -> None:
    await chat.tell("dictate", note.LAST_HEARD, "milk")
    await chat.told(Failed.topic)
    await chat.tell("note eggs")
    assert chat.notes.texts == ["eggs"]


class TestConfirm:
    @pytest.mark.shows("platform 10")
    async def test_a_yes_is_for_what_was_shown(self, chat: ToyChat) -> None:
        await chat.tell("burn milk")
        shown = await chat.told(note.AskBurn.topic)
        await chat.tell("make it bread")
        await chat.told(note.AskBurn.topic, 2)
        await chat.press(PressAction.YES, shown)
        await chat.quiet()
        assert chat.notes.texts == []
        await chat.tell("yes")
        assert chat.notes.texts == ["bread"]

    async def test_a_yes_to_words_that_broke_does_not_count(
        self, chat: ToyChat, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A plain failure stood where the question should have been: nobody has seen it."""
        monkeypatch.setattr(deliver, "WORDING_ATTEMPTS", 1)
        chat.channel.unwordable = {note.AskBurn.topic}
        await chat.say("burn milk")
        await chat.told(Unworded.topic)
        await chat.tell("yes")
        assert chat.notes.texts == []

    async def test_a_no_drops_it(self, chat: ToyChat) -> None:
        await chat.tell("burn milk", "no")
        assert chat.notes.texts == []
        assert (await chat.status()).tasks == ()


class KnownLaterChannel(RecordingChannel):
    """What it shows is seen at once, but told to the conversation when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        # Taken first: whoever waits for what is shown may answer before this goes on.
        at = datetime.now(UTC)
        delivered = await super().show(delivery, reply)
        await self.gate.wait()
        return delivered.model_copy(update={"at": at})


class TestAnAnswerAtOnce:
    """A question is seen a moment before the conversation knows that it was shown."""

    async def answered(self, chat: ToyChat, answer: str, **how: object) -> None:
        channel = chat.channel
        assert isinstance(channel, KnownLaterChannel)
        await channel.until(bool)
        await chat.say(answer, **how)
        await taken(chat, 2)
        channel.gate.set()
        await chat.quiet()

    @pytest.fixture
    async def quick(
        self, server: WorkflowEnvironment, limits: Limits, locale: str
    ) -> AsyncIterator[ToyChat]:
        unopened = ToyChat(server, limits, locale)
        unopened.channel = KnownLaterChannel()
        async with unopened.open() as chat:
            yield chat

    @pytest.mark.shows("platform 5")
    async def test_to_a_question(self, quick: ToyChat) -> None:
        await quick.say("note")
        await self.answered(quick, "milk")
        assert quick.notes.texts == ["milk"]

    async def test_to_a_confirmation(self, quick: ToyChat) -> None:
        await quick.say("burn milk")
        await self.answered(quick, "yes")
        assert quick.notes.texts == ["milk"]

    @pytest.mark.shows("platform 5")
    async def test_that_was_written_before_it_was_shown_counts_for_nothing(
        self, quick: ToyChat
    ) -> None:
        # By the clock that says when it was shown; the server's own may have skipped hours.
        early = datetime.now(UTC) - timedelta(hours=1)
        await quick.say("burn milk")
        await self.answered(quick, "yes", sent_at=early)
        assert quick.notes.texts == []

    @pytest.mark.parametrize("failure", [None, StorageUnavailableError("away")])
    async def test_in_reply_is_about_what_is_being_shown(
        self, quick: ToyChat, failure: AppError | None
    ) -> None:
        """Its delivery is under way: neither the chat nor the transcript knows of it yet."""
        await quick.say("note milk")
        quick.transcript.failure = failure
        await self.answered(quick, "make it bread", reply_to_ref="m1")
        assert quick.notes.texts == ["bread"]
        assert Failed.topic not in quick.channel.topics


async def test_what_engines_see_of_a_reply_that_was_broken_off_is_what_was_heard(
    chat: ToyChat,
) -> None:
    await chat.tell("note")
    (asked,) = [e.text for e in (await chat.handle.query(Conversation.history)).entries[1:]]
    await chat.handle.signal(Conversation.interrupted, Interrupted(text=asked))
    kept = await chat.handle.query(Conversation.history)
    assert kept.entries[-1].text == "[interrupted; the rest was not heard]"


async def test_a_notice_reaches_the_person_without_a_message(chat: ToyChat) -> None:
    await chat.tell("note")
    notice = Notice(topic=note.Listed.topic, content={"of": "a friend"})
    await chat.notify(notice)
    assert (await chat.said(note.Listed)).of == "a friend"
    await chat.told(note.AskText.topic, 2)  # the open question is put again


async def test_a_notice_that_comes_twice_is_said_once(chat: ToyChat) -> None:
    await chat.tell("note milk")
    for ident, friend in (("1", "a friend"), ("1", "a friend"), ("2", "another")):
        notice = Notice(id=ident, topic=note.Listed.topic, content={"of": friend})
        await chat.notify(notice)
    await chat.said(note.Listed, 2)
    await chat.quiet()
    assert list(chat.topics).count(note.Listed.topic) == 2


async def test_each_step_of_the_timeline_says_which_message_or_task_it_is_for(
    chat: ToyChat,
) -> None:
    chat.rules.unsure.add("understand")
    await chat.tell("note milk", "note eggs", "/help")
    metadata = [event.user_metadata for event in (await chat.handle.fetch_history()).events]
    summaries = [each.summary for each in metadata if each.HasField("summary")]
    assert [PayloadConverter.default.from_payload(each, str) for each in summaries] == [
        "begin",
        "end when nothing is heard",
        "text 1 · understand by rules",
        "text 1 · understand",
        "toy 1 · keep",
        "text · reply · toy.kept 1",
        "text 2 · understand by rules",
        "text 2 · understand",
        "toy 2 · keep",
        "text · reply · toy.kept 2",
        "command · reply · conversation.help",
    ]
