"""Voice notes to text: only the person's own, only recordings, never more than a message holds."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from activities.transcribe import Transcribe
from domain.errors import AppError, ModelUnavailableError, SpeechUnavailableError
from domain.messages import MAX_TEXT_LENGTH, Attachment, MediaKind
from domain.preferences import Transcribed, TranscribeRequest
from domain.usage import Budget
from tests.activities.doubles import OwnedAttachments
from tests.activities.running import Attempt
from tests.fakes.attachments import image

VOICE = Attachment(sha256="a" * 64, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=5)


@dataclass
class ScriptedTranscriber:
    """Implements ``Transcriber``; ``heard`` keeps what it was given."""

    answer: str | AppError = "Starbucks 15.50"
    heard: list[tuple[bytes, Attachment, str]] = field(default_factory=list)
    hold: asyncio.Event | None = None
    used_up: Budget | None = None

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed:
        del user_id
        self.heard.append((content, attachment, locale))
        if self.hold:
            await self.hold.wait()
        if isinstance(self.answer, AppError):
            raise self.answer
        return Transcribed(text=self.answer, used_up=self.used_up)


@pytest.fixture
def transcriber() -> ScriptedTranscriber:
    return ScriptedTranscriber()


@pytest.fixture
async def activity(transcriber: ScriptedTranscriber) -> Transcribe:
    attachments = OwnedAttachments()
    await attachments.put("ali", VOICE, b"voice")
    await attachments.put("ali", image("photo"), b"photo")
    return Transcribe(transcriber, attachments)


def request(user_id: str = "ali", sha256: str = VOICE.sha256) -> TranscribeRequest:
    return TranscribeRequest(user_id=user_id, sha256=sha256, locale="ms_MY")


async def test_a_voice_note_becomes_text_and_it_beats_while_it_listens(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.hold, transcriber.used_up = asyncio.Event(), Budget.PERSON
    listening = asyncio.create_task(attempt.run(activity.transcribe, request()))

    await attempt.beaten(1)
    transcriber.hold.set()

    assert await listening == Transcribed(text="Starbucks 15.50", used_up=Budget.PERSON)
    assert transcriber.heard == [(b"voice", VOICE, "ms_MY")]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (request("eve"), "attachment.missing"),
        (request(sha256=image("photo").sha256), "speech.unavailable.no_recording"),
    ],
    ids=["of another person", "a photo"],
)
async def test_only_ones_own_recordings_are_listened_to(
    attempt: Attempt,
    activity: Transcribe,
    transcriber: ScriptedTranscriber,
    asked: TranscribeRequest,
    code: str,
) -> None:
    failure = await attempt.fails(activity.transcribe, asked)

    assert (failure.type, failure.non_retryable) == (code, True)
    assert not transcriber.heard


@pytest.mark.parametrize(
    ("number", "error", "again"),
    [
        (1, ModelUnavailableError("busy", retry_after=timedelta(seconds=9)), True),
        (1, ModelUnavailableError("busy", retry_after=timedelta(hours=1)), False),
        (4, ModelUnavailableError("busy", retry_after=timedelta(seconds=1)), False),
        (1, SpeechUnavailableError("nothing set up"), False),
    ],
    ids=["when it said", "not after long", "not for ever", "not without speech"],
)
async def test_a_busy_provider_is_asked_again_or_the_person_is_asked_to_type(
    attempt: Attempt,
    activity: Transcribe,
    transcriber: ScriptedTranscriber,
    number: int,
    error: AppError,
    *,
    again: bool,
) -> None:
    transcriber.answer = error
    failure = await attempt.repeated(number).fails(activity.transcribe, request())
    assert (failure.type, failure.non_retryable) == (error.code, not again)
    assert failure.next_retry_delay == (timedelta(seconds=9) if again else None)
    assert again or failure.details == (error.user_text,)


async def test_more_words_than_a_message_holds_are_refused_and_never_cut_off(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.answer = "x" * MAX_TEXT_LENGTH
    assert len((await attempt.run(activity.transcribe, request())).text) == MAX_TEXT_LENGTH

    transcriber.answer = "x" * (MAX_TEXT_LENGTH + 1)
    failure = await attempt.fails(activity.transcribe, request())

    assert failure.type == "speech.unavailable.too_much"
    assert "shorter" in failure.details[0]
