"""What a call needs of speech: who hears that somebody speaks, what is said, and who says it."""

from typing import Protocol

from adapters.speech.sound import Sound
from domain.preferences import Transcribed


class Activity(Protocol):
    """Tells speech from everything else, in one stream of sound."""

    @property
    def name(self) -> str:
        """``silero`` or ``loudness``."""

    def probability(self, frame: bytes) -> float:
        """Between 0 and 1, that somebody speaks in the next ``FRAME_SAMPLES`` samples at 16 kHz."""


class SpeechRecogniser(Protocol):
    """Speech to text. Implemented by ``SpeechChain``."""

    async def hear(self, sound: Sound, locale: str, user_id: str) -> Transcribed:
        """The words, empty when there are none.

        Raises ``SpeechUnavailableError`` for what cannot be understood, ``ModelUnavailableError``
        when it may work later.
        """

    async def prepare(self) -> None:
        """Starts what runs on this machine, so that the first words need not wait for it. Never
        raises but for cancellation.
        """

    def hears(self, locale: str) -> bool:
        """Whether anything here can understand this person's language."""

    async def aclose(self) -> None: ...


class Synthesiser(Protocol):
    """Text to speech."""

    async def speak(
        self, text: str, locale: str, user_id: str, *, fixed: bool = False
    ) -> Sound | None:
        """One sentence, as it is written: it is put into its spoken form here.

        None when there is nothing to say in it, or nothing here can say it: then the text goes
        alone. Never raises but for cancellation. ``fixed``: words that are the same for everybody,
        whose sound is kept for the next time.
        """

    def speaks(self, locale: str) -> str | None:
        """Name of the engine that would be asked first for this language; None: text only."""

    async def aclose(self) -> None: ...
