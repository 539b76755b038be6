"""Rules that leave to models whatever a test holds up, breaks or answers in their place."""

from domain.understanding import (
    ActKind,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from tests.fakes.understanding import GatedUnderstanding

_TAKING_BACK = frozenset({ActKind.CANCEL, ActKind.UNDO})


class GatedRules:
    """Implements ``Rules`` beside the models of ``understanding``: as sure as the real ones, but
    for what the test has something in mind about. Words that only take something back need no
    model while one is held up. ``unsure`` are calls that always go to models.
    """

    def __init__(self, understanding: GatedUnderstanding) -> None:
        self._models = understanding
        self.unsure: set[str] = set()
        self.failure: Exception | None = None
        """Breaks every understanding."""

    def understand(self, request: UnderstandRequest) -> Understood:
        if self.failure is not None:
            raise self.failure
        models, understood = self._models, self._models.rules.understand(request)
        answering = models.understood or models.degraded is not None or models.used_up is not None
        held = self.asks("understand") and not all(a.kind in _TAKING_BACK for a in understood.acts)
        settled = understood.settled and not answering and not held
        return understood.model_copy(update={"settled": settled})

    def converse(self, request: ConverseRequest) -> Conversed:
        conversed = self._models.rules.converse(request)
        settled = conversed.settled and not self.asks("converse")
        return conversed.model_copy(update={"settled": settled})

    def summarise(self, request: SummariseRequest) -> Summarised:
        return self._models.rules.summarise(request)

    def asks(self, call: str) -> bool:
        """Whether models are to be asked, however sure the rules are."""
        return self._models.busy is not None or self.is_meant(call)

    def is_meant(self, call: str) -> bool:
        """Whether the test holds up, breaks or wants exactly this call."""
        return call in self.unsure or call in self._models.gates or call in self._models.failures
