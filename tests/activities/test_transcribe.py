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


async def test_a_voice_note_becomes_text(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    assert await attempt.run(activity.transcribe, request()) == Transcribed(text="Starbucks 15.50")
    assert transcriber.heard == [(b"voice", VOICE, "ms_MY")]


async def test_whose_budget_kept_the_providers_out_is_passed_on(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.used_up = Budget.PERSON

    assert (await attempt.run(activity.transcribe, request())).used_up is Budget.PERSON


async def test_it_beats_while_it_listens(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.hold = asyncio.Event()
    listening = asyncio.create_task(attempt.run(activity.transcribe, request()))

    await attempt.beaten(1)
    transcriber.hold.set()

    assert (await listening).text


async def test_nobody_listens_to_what_another_person_sent(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    failure = await attempt.fails(activity.transcribe, request(user_id="eve"))

    assert failure.type == "attachment.missing"
    assert not transcriber.heard


async def test_a_photo_is_not_listened_to(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    failure = await attempt.fails(activity.transcribe, request(sha256=image("photo").sha256))

    assert failure.type == "speech.unavailable.no_recording"
    assert failure.non_retryable
    assert not transcriber.heard


async def test_without_speech_the_person_is_asked_to_type(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.answer = SpeechUnavailableError("nothing set up")

    failure = await attempt.fails(activity.transcribe, request())

    assert (failure.type, failure.non_retryable) == ("speech.unavailable", True)
    assert failure.details == (SpeechUnavailableError.user_text,)


async def test_a_busy_provider_is_asked_again_when_it_said(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.answer = ModelUnavailableError("busy", retry_after=timedelta(seconds=9))

    failure = await attempt.fails(activity.transcribe, request())

    assert not failure.non_retryable
    assert failure.next_retry_delay == timedelta(seconds=9)


@pytest.mark.parametrize(("number", "wait"), [(1, timedelta(hours=1)), (4, timedelta(seconds=1))])
async def test_nobody_waits_for_a_provider_for_long_or_for_ever(
    attempt: Attempt,
    activity: Transcribe,
    transcriber: ScriptedTranscriber,
    number: int,
    wait: timedelta,
) -> None:
    transcriber.answer = ModelUnavailableError("busy", retry_after=wait)

    failure = await attempt.repeated(number).fails(activity.transcribe, request())

    assert (failure.type, failure.non_retryable) == ("model.unavailable", True)
    assert failure.details == (ModelUnavailableError.user_text,)


async def test_more_words_than_a_message_holds_are_refused_and_never_cut_off(
    attempt: Attempt, activity: Transcribe, transcriber: ScriptedTranscriber
) -> None:
    transcriber.answer = "x" * MAX_TEXT_LENGTH
    assert len((await attempt.run(activity.transcribe, request())).text) == MAX_TEXT_LENGTH

    transcriber.answer = "x" * (MAX_TEXT_LENGTH + 1)
    failure = await attempt.fails(activity.transcribe, request())

    assert failure.type == "speech.unavailable.too_much"
    assert "shorter" in failure.details[0]
