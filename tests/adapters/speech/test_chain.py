import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from adapters.model.availability import RequestRefusedError
from adapters.model.budgets import Budgets, Limit
from adapters.speech.chain import SpeechChain
from adapters.speech.whisper import ListeningFailedError
from domain.errors import (
    AppError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    SpeechUnavailableError,
)
from domain.messages import Attachment, MediaKind
from domain.usage import Budget, Spent
from tests.adapters.model.gateway.doubles import Books

NOTE = Attachment(sha256="0" * 64, kind=MediaKind.AUDIO, mime_type="audio/ogg", size=4)
BUSY = ModelUnavailableError("busy", retry_after=timedelta(seconds=9))
GERMAN = SpeechUnavailableError("German", user_text="English only")


@dataclass
class Engine:
    """Hears the same in everything, or fails."""

    answer: str | AppError
    asked: list[str] = field(default_factory=list)
    closed: bool = False

    async def prepare(self) -> None: ...

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> str:
        del content, attachment, user_id
        self.asked.append(locale)
        if isinstance(self.answer, AppError):
            raise self.answer
        return self.answer

    def hears(self, locale: str) -> bool:
        return locale.startswith("en")

    async def aclose(self) -> None:
        self.closed = True


async def heard(*engines: Engine) -> str:
    return (await SpeechChain(engines).transcribe(b"note", NOTE, "en_MY", "ali")).text


async def failure(*answers: AppError) -> AppError:
    with pytest.raises(AppError) as caught:
        await heard(*(Engine(answer) for answer in answers))
    return caught.value


async def test_the_first_engine_is_enough_also_when_it_hears_silence_and_all_are_closed() -> None:
    for answer in ("first", ""):
        engines = Engine(answer), Engine("second")
        assert await heard(*engines) == answer
        assert not engines[1].asked
        await SpeechChain(engines).aclose()
        assert all(engine.closed for engine in engines)
    error = await failure()
    assert isinstance(error, SpeechUnavailableError)
    assert "type" in error.user_text, "without any engine the person is asked to type"


@pytest.mark.parametrize(
    "error", [BUSY, ModelMisconfiguredError("key"), RequestRefusedError("format")]
)
async def test_the_offline_engine_stands_in_for_a_provider_that_fails(error: AppError) -> None:
    assert await heard(Engine(error), Engine("offline")) == "offline"


async def test_a_note_waits_for_a_provider_that_may_come_back_and_for_nothing_else() -> None:
    assert await failure(BUSY) is BUSY
    assert await failure(BUSY, GERMAN) is BUSY
    assert await failure(ModelMisconfiguredError("key"), GERMAN) is GERMAN


BUDGETS = Budgets(Books({"ali": Spent(tokens=100)}), person=Limit(tokens=100))


async def test_a_used_up_budget_leaves_what_this_machine_hears_and_says_so() -> None:
    provider, here = Engine("provider"), Engine("here")
    chain = SpeechChain([provider], [here], budgets=BUDGETS)

    alis = await chain.transcribe(b"note", NOTE, "en_MY", "ali")
    assert (alis.text, alis.used_up) == ("here", Budget.PERSON)
    assert not provider.asked
    sitis = await chain.transcribe(b"note", NOTE, "en_MY", "siti")
    assert (sitis.text, sitis.used_up) == ("provider", None)


@pytest.mark.parametrize("here", [[], [Engine(GERMAN)]], ids=["nothing", "English only"])
async def test_a_used_up_budget_is_named_where_nothing_here_hears(here: list[Engine]) -> None:
    chain = SpeechChain([Engine("provider")], here, budgets=BUDGETS)

    with pytest.raises(SpeechUnavailableError) as caught:
        await chain.transcribe(b"note", NOTE, "en_MY", "ali")

    assert caught.value.code == "speech.unavailable.used_up"
    assert "after midnight UTC" in caught.value.user_text


async def test_a_used_up_budget_is_not_blamed_for_a_passing_failure_of_this_machine() -> None:
    passing = ListeningFailedError("broke")
    chain = SpeechChain([Engine("provider")], [Engine(passing)], budgets=BUDGETS)

    with pytest.raises(ListeningFailedError):
        await chain.transcribe(b"note", NOTE, "en_MY", "ali")


async def test_providers_that_hang_leave_time_for_this_machine() -> None:
    class Hanging(Engine):
        async def transcribe(
            self, content: bytes, attachment: Attachment, locale: str, user_id: str
        ) -> str:
            await asyncio.Event().wait()
            return await super().transcribe(content, attachment, locale, user_id)

    chain = SpeechChain(
        [Hanging(""), Hanging("")], [Engine("here")], timeout=timedelta(milliseconds=20)
    )

    assert (await chain.transcribe(b"note", NOTE, "en_MY", "ali")).text == "here"


async def test_words_that_go_round_in_circles_are_not_shown_but_heard_by_the_next_engine() -> None:
    looped = "Thank you for watching. " * 6

    assert await heard(Engine(looped), Engine("coffee 5")) == "coffee 5"
    with pytest.raises(SpeechUnavailableError) as caught:
        await heard(Engine(looped))
    assert caught.value.code == "speech.unavailable.unclear"
