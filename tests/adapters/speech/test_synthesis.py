import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import pytest

from adapters.model.availability import RequestRefusedError
from adapters.model.budgets import Budgets, Limit
from adapters.speech.sound import Sound
from adapters.speech.speaking_process import NotSaidError
from adapters.speech.synthesis import REST, SynthesisChain
from domain.errors import ModelUnavailableError
from domain.usage import Spent
from tests.adapters.model.gateway.doubles import Books, FakeClock


@dataclass
class Engine:
    """Says everything with the same sound, fails, waits to be let go, or has to load first."""

    name: str
    remote: bool = False
    failure: Exception | None = None
    hangs: bool = False
    loads: bool = False
    loading: bool = False
    languages: tuple[str, ...] = ("en", "de")
    asked: list[str] = field(default_factory=list)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False

    def speaks(self, locale: str) -> bool:
        return locale[:2] in self.languages

    async def say(self, text: str, locale: str, user_id: str) -> Sound:
        del locale, user_id
        self.asked.append(text)
        self.started.set()
        self.loading = self.loads
        if self.hangs:
            await self.release.wait()
        if self.failure:
            raise self.failure
        return Sound(self.name.encode() * 2, 16_000)

    async def aclose(self) -> None:
        self.closed = True


async def says(chain: SynthesisChain, text: str = "Hello", locale: str = "en_MY") -> str | None:
    sound = await chain.speak(text, locale, "ali")
    return sound.pcm[: len(sound.pcm) // 2].decode() if sound else None


async def test_the_first_voice_that_knows_the_language_speaks() -> None:
    joe, many = Engine("joe", languages=("en",)), Engine("many")
    chain = SynthesisChain([joe, many])

    assert await says(chain) == "joe"
    assert await says(chain, locale="de_DE") == "many"
    assert await says(chain, locale="ja_JP") is None
    assert [chain.speaks(locale) for locale in ("en", "de", "ja")] == ["joe", "many", None]
    await chain.aclose()
    assert joe.closed
    assert many.closed


async def test_what_is_written_is_put_into_words_first_and_a_picture_alone_has_no_sound() -> None:
    engine = Engine("one")
    chain = SynthesisChain([engine])
    assert await says(chain, "👍") is None
    await says(chain, "✅ **RM3.50** saved")
    assert engine.asked == ["3 ringgit 50 sen saved"]


@pytest.mark.shows("http 19")
@pytest.mark.parametrize("failure", [ModelUnavailableError("down"), NotSaidError("crashed")])
async def test_the_next_voice_stands_in_and_the_failed_one_is_left_alone_for_a_while(
    failure: Exception,
) -> None:
    first, second, clock = Engine("first", failure=failure), Engine("second"), FakeClock()
    chain = SynthesisChain([first, second], clock=clock)

    assert [await says(chain) for _ in range(3)] == ["second"] * 3
    assert len(first.asked) == 1

    first.failure = None
    clock.now += REST.total_seconds()
    assert await says(chain) == "first"


@pytest.mark.shows("http 21")
async def test_a_voice_that_is_slow_is_given_up_for_the_next_one() -> None:
    slow = Engine("slow", hangs=True)
    chain = SynthesisChain([slow, Engine("quick")], timeout=timedelta(seconds=1.5))
    assert await says(chain) == "quick"


async def test_a_voice_that_loads_holds_up_one_sentence_and_speaks_as_soon_as_it_can() -> None:
    large, quick = Engine("large", hangs=True, loads=True), Engine("quick")
    chain = SynthesisChain([large, quick], timeout=timedelta(seconds=1.5))
    assert [await says(chain) for _ in range(3)] == ["quick"] * 3
    assert len(large.asked) == 1

    large.loading = large.hangs = large.loads = False
    assert await says(chain) == "large"


async def test_without_a_voice_the_text_goes_alone_and_the_only_one_is_always_tried() -> None:
    only = Engine("only", failure=NotSaidError("crashed"))
    chain = SynthesisChain([only])
    assert await says(SynthesisChain([])) is None
    assert await says(chain) is None
    only.failure = None
    assert await says(chain) == "only"


async def test_after_silence_or_a_refused_sentence_the_next_voice_speaks_and_none_is_left() -> None:
    silent = Engine("")
    assert await says(SynthesisChain([silent, Engine("second")])) == "second"
    first = Engine("first", failure=RequestRefusedError("too long"))
    chain = SynthesisChain([first, Engine("second")])
    assert await says(chain) == "second"
    first.failure = None
    assert await says(chain) == "first"


async def test_a_budget_that_is_used_up_leaves_out_the_providers() -> None:
    books = Books({"ali": Spent(tokens=10)})
    provider, here = Engine("provider", remote=True), Engine("here")
    chain = SynthesisChain([provider, here], budgets=Budgets(books, person=Limit(tokens=10)))

    assert await says(chain) == "here"
    assert not provider.asked


async def test_fixed_words_are_said_once_by_the_voice_that_should_say_them() -> None:
    first, second = Engine("first", failure=NotSaidError("crashed")), Engine("second")
    chain = SynthesisChain([first, second], clock=(clock := FakeClock()))
    for _ in range(2):
        await chain.speak("One moment, please", "en", "ali", fixed=True)
    assert len(second.asked) == 2, "a voice that stands in is not kept"

    first.failure = None
    clock.now += REST.total_seconds()
    kept = [await chain.speak("One moment, please", "en", "ali", fixed=True) for _ in range(3)]
    assert len(first.asked) == 2
    assert kept[0] == kept[1] == kept[2] != None  # noqa: E711 - all of them, and there
    assert await chain.speak("One moment, please", "de", "ali", fixed=True)
    assert len(first.asked) == 3


async def test_calls_that_begin_together_have_the_same_words_said_once() -> None:
    engine = Engine("one", hangs=True)
    chain = SynthesisChain([engine])
    speak = partial(chain.speak, "One moment, please", "en", fixed=True)
    calls = [asyncio.create_task(speak(str(number))) for number in range(30)]
    await engine.started.wait()
    calls.pop(0).cancel()
    engine.release.set()
    sounds = await asyncio.gather(*calls)
    assert engine.asked == ["One moment, please"]
    assert all(sounds)

    await chain.aclose()


async def test_who_interrupts_ends_the_waiting() -> None:
    slow = Engine("slow", hangs=True)
    chain = SynthesisChain([slow, Engine("second")])
    speaking = asyncio.create_task(chain.speak("Hello", "en", "ali"))
    await slow.started.wait()
    speaking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await speaking
