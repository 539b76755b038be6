"""Text to speech by whatever is there: providers, voices of this machine, or nothing."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

import structlog

from adapters.model.availability import Clock, RequestRefusedError
from adapters.model.budgets import Budgets
from adapters.speech.sound import Sound
from adapters.speech.speaking_process import NotSaidError
from adapters.speech.spoken_form import spoken_form
from domain.errors import AppError

SENTENCE_TIMEOUT: Final = timedelta(seconds=10)
"""For one sentence, all engines together: a caller hears nothing meanwhile."""

_PATIENCE, _PATIENCE_FOR_A_LETTER = 3.0, 0.04
"""Seconds that an engine has as long as there is another one behind it."""
_FOR_EACH_BEHIND = 1.5
"""Seconds that are kept for each engine behind."""

REST: Final = timedelta(seconds=30)
"""How long an engine that failed is left alone while others speak: nobody waits for it again with
each sentence."""

_KEPT: Final = 100
"""Sounds of fixed words: a few for each language."""

_log = structlog.get_logger(__name__)


class SpeakingEngine(Protocol):
    """One way of saying something. Raises only ``AppError`` and ``NotSaidError``."""

    name: str
    remote: bool
    """Whether it is somebody else's, who may bill it."""

    @property
    def loading(self) -> bool:
        """Whether it has been asked for the first time and cannot speak yet."""

    def speaks(self, locale: str) -> bool:
        """Whether it knows this person's language."""

    async def say(self, text: str, locale: str, user_id: str) -> Sound:
        """``text`` is in its spoken form."""

    async def aclose(self) -> None: ...


@dataclass
class _Placed:
    """An engine in its place."""

    engine: SpeakingEngine
    rests_until: float = 0.0


class SynthesisChain:
    """Implements ``Synthesiser``. The first engine that knows the language says it; the next one
    when it fails or is slow; ``timeout`` is for all of them together. Providers are left out when
    a budget for the day is used up.
    """

    def __init__(
        self,
        engines: Sequence[SpeakingEngine],
        *,
        budgets: Budgets | None = None,
        timeout: timedelta = SENTENCE_TIMEOUT,
        clock: Clock = time.monotonic,
    ) -> None:
        self._placed = [_Placed(engine) for engine in engines]
        self._budgets = budgets
        self._timeout = timeout.total_seconds()
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], Sound] = OrderedDict()
        self._making: dict[tuple[str, str], asyncio.Task[Sound | None]] = {}
        """Fixed words that are being said: calls that begin together wait for the same sound."""

    def speaks(self, locale: str) -> str | None:
        return next((p.engine.name for p in self._placed if p.engine.speaks(locale)), None)

    async def aclose(self) -> None:
        for making in self._making.values():
            making.cancel()
        for placed in self._placed:
            await placed.engine.aclose()

    async def speak(
        self, text: str, locale: str, user_id: str, *, fixed: bool = False
    ) -> Sound | None:
        said = spoken_form(text, locale)
        if not said:
            return None
        if not fixed:
            return await self._say(said, locale, user_id)
        key = (said, locale)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._say(said, locale, user_id, fixed=True))
            self._making[key].add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])

    async def _say(
        self, said: str, locale: str, user_id: str, *, fixed: bool = False
    ) -> Sound | None:
        wanted = [placed for placed in self._placed if placed.engine.speaks(locale)]
        asked = await self._to_ask(wanted, user_id)
        deadline = self._clock() + self._timeout
        for behind, placed in zip(reversed(range(len(asked))), asked, strict=True):
            within = deadline - self._clock()
            if behind:
                patience = _PATIENCE + _PATIENCE_FOR_A_LETTER * len(said)
                within = min(patience, within - _FOR_EACH_BEHIND * behind)
            sound = await self._speak(placed, said, locale, user_id, within)
            if sound is None:
                continue
            # What stands in for a voice that is down for a moment is not kept.
            if fixed and placed is wanted[0]:
                self._kept[said, locale] = sound
                if len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            return sound
        if wanted:
            _log.warning("speech.not_spoken", engines=[placed.engine.name for placed in wanted])
        return None

    async def _to_ask(self, wanted: list[_Placed], user_id: str) -> list[_Placed]:
        remote = any(placed.engine.remote for placed in wanted)
        if remote and self._budgets and await self._budgets.used_up(user_id):
            wanted = [placed for placed in wanted if not placed.engine.remote]
        now = self._clock()
        ready = [p for p in wanted if p.rests_until <= now and not p.engine.loading]
        return ready or wanted

    async def _speak(
        self, placed: _Placed, text: str, locale: str, user_id: str, within: float
    ) -> Sound | None:
        engine = placed.engine
        reason: Exception
        try:
            async with asyncio.timeout(within):
                sound = await engine.say(text, locale, user_id)
            if sound.pcm:
                return sound
            reason = NotSaidError("no sound came")
        except (AppError, NotSaidError, TimeoutError) as error:
            reason = error
        _log.warning("speech.passed_over", engine=engine.name, reason=repr(reason))
        # A refusal was about this one sentence; who loads may speak as soon as that is over.
        if not (isinstance(reason, RequestRefusedError) or engine.loading):
            placed.rests_until = self._clock() + REST.total_seconds()
        return None
