from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from adapters.model.provider import RequestRefusedError
from adapters.speech.chain import SpeechChain
from domain.errors import (
    AppError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    SpeechUnavailableError,
)
from domain.messages import Attachment, MediaKind

NOTE = Attachment(sha256="0" * 64, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=4)
BUSY = ModelUnavailableError("busy", retry_after=timedelta(seconds=9))
GERMAN = SpeechUnavailableError("German", user_text="English only")


@dataclass
class Engine:
    """Hears the same in everything, or fails."""

    answer: str | AppError
    asked: list[str] = field(default_factory=list)
    closed: bool = False

    async def transcribe(self, content: bytes, attachment: Attachment, locale: str) -> str:
        del content, attachment
        self.asked.append(locale)
        if isinstance(self.answer, AppError):
            raise self.answer
        return self.answer

    async def aclose(self) -> None:
        self.closed = True


async def heard(*engines: Engine) -> str:
    return await SpeechChain(engines).transcribe(b"note", NOTE, "en_MY")


async def failure(*answers: AppError) -> AppError:
    with pytest.raises(AppError) as caught:
        await heard(*(Engine(answer) for answer in answers))
    return caught.value


async def test_the_first_engine_is_enough() -> None:
    second = Engine("second")

    assert await heard(Engine("first"), second) == "first"
    assert not second.asked


async def test_silence_is_an_answer() -> None:
    assert await heard(Engine(""), Engine("invented")) == ""


@pytest.mark.parametrize(
    "error", [BUSY, ModelMisconfiguredError("key"), RequestRefusedError("format")]
)
async def test_the_offline_engine_stands_in_for_a_provider_that_fails(error: AppError) -> None:
    assert await heard(Engine(error), Engine("offline")) == "offline"


async def test_a_note_waits_for_a_provider_that_may_come_back() -> None:
    assert await failure(BUSY) is BUSY
    assert await failure(BUSY, GERMAN) is BUSY


async def test_what_will_not_pass_is_told_in_the_last_engine_s_words() -> None:
    assert await failure(ModelMisconfiguredError("key"), GERMAN) is GERMAN


async def test_without_any_engine_the_person_is_asked_to_type() -> None:
    error = await failure()

    assert isinstance(error, SpeechUnavailableError)
    assert "type" in error.user_text


async def test_closing_it_closes_all_engines() -> None:
    engines = [Engine("a"), Engine("b")]

    await SpeechChain(engines).aclose()

    assert all(engine.closed for engine in engines)
