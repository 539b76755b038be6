"""Voice calls: how many, how they ended, where the time of a turn went."""

from temporalio.common import MetricMeter


class CallTelemetry:
    """Silent unless it is given where to measure."""

    def __init__(self, meter: MetricMeter = MetricMeter.noop) -> None:
        self._calls = meter.create_gauge("voice_calls", "Calls that are going on")
        self._ended = meter.create_counter("voice_calls_total", "Calls by why they ended")
        self._parts = meter.create_histogram_float(
            "voice_turn_seconds", "From the end of speech to the first sound of the answer", "s"
        )
        self._barge_ins = meter.create_counter(
            "voice_barge_ins_total", "Playbacks that the caller spoke into"
        )
        self._silences = meter.create_counter(
            "voice_silence_total", "Callers who were asked whether they are still there"
        )
        self._going_on = 0

    def began(self) -> None:
        self._count(1)

    def ended(self, reason: str) -> None:
        """``reason`` is that of a ``hangup``, or ``lost``."""
        self._count(-1)
        self._ended.add(1, {"reason": reason})

    def took(self, part: str, seconds: float) -> None:
        """``part``: ``vad``, ``stt``, ``agent``, ``tts`` or ``total``."""
        self._parts.record(seconds, {"part": part})

    def barged_in(self) -> None:
        self._barge_ins.add(1)

    def was_silent(self) -> None:
        self._silences.add(1)

    def _count(self, change: int) -> None:
        self._going_on += change
        self._calls.set(self._going_on)
