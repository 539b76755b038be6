"""Calls: how many, how they ended, and what their turns take."""

from temporalio.common import MetricMeter


class VoiceTelemetry:
    """Silent unless it is given where to measure."""

    def __init__(self, meter: MetricMeter = MetricMeter.noop) -> None:
        self._live = meter.create_gauge("voice_calls", "Calls that go on now")
        self._ended = meter.create_counter("voice_calls_total", "Calls that ended, by why")
        self._seconds = meter.create_histogram_float(
            "voice_turn_seconds",
            "From the end of speech to the first sound of the answer, in parts and in all",
            "s",
        )
        self._interrupted = meter.create_counter(
            "voice_barge_ins_total", "How often a person spoke into what was said to them"
        )
        self._silent = meter.create_counter(
            "voice_silence_total", "How often a person was asked whether they are there"
        )

    def live(self, calls: int) -> None:
        self._live.set(calls)

    def ended(self, reason: str) -> None:
        """One of the reasons of a hang-up, or ``lost`` or ``moved``: it goes on elsewhere."""
        self._ended.add(1, {"reason": reason})

    def took(self, part: str, seconds: float) -> None:
        """``vad`` (the silence that ends speech), ``stt``, ``agent``, ``tts`` or ``total``."""
        self._seconds.record(seconds, {"part": part})

    def interrupted(self) -> None:
        self._interrupted.add(1)

    def silent(self) -> None:
        self._silent.add(1)
