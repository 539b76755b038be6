"""Finding a category: what this person chose before, then the reading's guess, then the engine."""

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from activities.ports import Models, Preferences, ReadingStore
from domain.categories import CATEGORIES, MAX_SUGGESTIONS
from domain.errors import StorageUnavailableError
from domain.understanding import Categorized, CategorizeRequest, CategorySource

_log = structlog.get_logger()


class Categorize:
    """Reads only; safe to repeat. ``threshold`` is the confidence that needs no question."""

    def __init__(
        self,
        models: Models,
        preferences: Preferences,
        readings: ReadingStore,
        threshold: float,
        patience: Patience | None = None,
    ) -> None:
        self._models = models
        self._preferences = preferences
        self._readings = readings
        self._threshold = threshold
        self._patience = patience or Patience()

    @activity.defn
    async def categorize(self, request: CategorizeRequest) -> Categorized:
        """A category with its confidence, and at most five suggestions, best first.

        Waits for models as ``Understand`` does.
        """
        wait = self._patience.of_this_attempt()
        with app_errors():
            async with heartbeating():
                learned, used = await self._habits(request)
                if learned is not None:
                    return Categorized(
                        category=learned, confidence=1.0, source=CategorySource.LEARNED
                    )
                if request.guess and request.guess_confidence >= self._threshold:
                    return Categorized(
                        category=request.guess,
                        confidence=request.guess_confidence,
                        source=CategorySource.READING,
                    )
                lines = await self._lines(request)
                found = await self._models.categorize(
                    request.model_copy(update={"lines": lines}), wait=wait
                )
        options = (*found.suggestions, *used, *CATEGORIES)
        suggestions = tuple(dict.fromkeys(options))[:MAX_SUGGESTIONS]
        return found.model_copy(update={"suggestions": suggestions})

    async def _habits(self, request: CategorizeRequest) -> tuple[str | None, tuple[str, ...]]:
        """Without the database a known habit is only asked about once more."""
        user = request.person.user_id
        name = request.merchant or request.item
        try:
            learned = await self._preferences.learned_category(user, name) if name else None
            used = await self._preferences.categories_used(user, MAX_SUGGESTIONS)
        except StorageUnavailableError:
            _log.warning("categorize.habits_unavailable", task_id=request.task_id)
            return None, ()
        return learned, used

    async def _lines(self, request: CategorizeRequest) -> tuple[str, ...]:
        """What stands on the receipt; nothing when it cannot be looked up now."""
        if request.attachment_sha256 is None:
            return ()
        try:
            reading = await self._readings.get(request.attachment_sha256)
        except StorageUnavailableError:
            _log.warning("categorize.lines_unavailable", task_id=request.task_id)
            return ()
        return reading.lines if reading else ()
