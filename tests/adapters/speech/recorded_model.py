"""What the real model said of the checked-in recordings, once, on one processor.

Another processor rounds otherwise, so no test may depend on the weights themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.speech.listening_process import Listen
from adapters.speech.recognition import Samples, SpeechModel


@dataclass(frozen=True)
class RecordedSegment:
    text: str
    avg_logprob: float


STARBUCKS = 43_030
_SEGMENTS = {
    30_544: RecordedSegment(" Bram-ri-date toddlers.", -1.2),  # mumbled.ogg
    38_912: RecordedSegment(" Lunch 12 ringgit 30", -0.73),  # ringgit.m4a
    STARBUCKS: RecordedSegment(" Starbucks $15.50", -0.79),
}
"""By the number of samples of a recording; in any other one nobody speaks."""


class RecordedWhisper:
    """Hears "Starbux" where that stands in the vocabulary."""

    def transcribe(
        self, audio: Samples, *, hotwords: str | None, **options: object
    ) -> tuple[list[RecordedSegment], None]:
        assert options["language"] == "en"
        if audio.size == STARBUCKS and hotwords == "Starbux":
            return [RecordedSegment(" Starbux $15.50", -0.9)], None
        found = _SEGMENTS.get(audio.size)
        return [found] if found else [], None


def load_recorded(threads: int, vocabulary: str) -> Listen:
    """Stands in for the real model in the process of an ``OfflineTranscriber``."""
    del threads
    return SpeechModel(RecordedWhisper(), vocabulary).listen


class InOrder:
    """Hears given sentences one after the other, whatever is spoken."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._left = list(sentences)

    def transcribe(
        self, audio: Samples, *, hotwords: str | None, **options: object
    ) -> tuple[list[RecordedSegment], None]:
        del hotwords, options
        if not audio.any():  # the process is only being prepared
            return [], None
        return [RecordedSegment(self._left.pop(0), -0.4)], None


def load_sentences(threads: int, vocabulary: str, *, sentences: Sequence[str]) -> Listen:
    """As ``load_recorded``, for sounds that were cut or resampled on their way."""
    del threads
    return SpeechModel(InOrder(sentences), vocabulary).listen
