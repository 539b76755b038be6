"""Finding a category: what this person chose before, then the reading's guess, rules, models."""

from dataclasses import dataclass, field

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource
from agents.expenses.ports import CategoryRules, DecisionModels, Habits, ReadingStore
from agents.expenses.shown import MoneyKind
from domain.errors import StorageUnavailableError

_log = structlog.get_logger()


@dataclass(frozen=True)
class Categorize:
    """Reads only; safe to repeat. ``threshold`` is the confidence that needs no question."""

    models: DecisionModels
    rules: CategoryRules
    habits: Habits
    readings: ReadingStore
    threshold: float
    patience: Patience = field(default_factory=Patience)

    @activity.defn
    async def categorize_by_rules(self, request: CategorizeRequest) -> Categorized:
        """A category without any model; not ``settled`` where the rules are not sure of it.

        Runs locally, in the workflow's own worker.
        """
        with app_errors():
            known, used = await self._known(request)
            if known is not None:
                return known
            found = self.rules.categorize(await self._with_lines(request))
            sure = found.category is not None and found.confidence >= self.threshold
        return _suggesting(found, used).model_copy(update={"settled": sure})

    @activity.defn
    async def categorize(self, request: CategorizeRequest) -> Categorized:
        """A category with its confidence, and at most five suggestions, best first.

        Waits for models as ``Understand`` does.
        """
        wait = self.patience.of_this_attempt()
        with app_errors():
            async with heartbeating():
                known, used = await self._known(request)
                if known is not None:
                    return known
                found = await self.models.categorize(await self._with_lines(request), wait=wait)
        return _suggesting(found, used)

    async def _known(
        self, request: CategorizeRequest
    ) -> tuple[Categorized | None, tuple[str, ...]]:
        """What needs no thought, if anything: the person's habit, a guess that the reading was sure
        of, and all that is no expense. Beside it the categories that the person uses.
        """
        if request.kind is not MoneyKind.EXPENSE:
            return self.rules.categorize(request), ()
        learned, used = await self._known_habits(request)
        source, category, confidence = CategorySource.LEARNED, learned, 1.0
        if category is None and request.guess_confidence >= self.threshold:
            source, category = CategorySource.READING, request.guess
            confidence = request.guess_confidence
        if not category:
            return None, used
        return Categorized(category=category, confidence=confidence, source=source), used

    async def _known_habits(self, request: CategorizeRequest) -> tuple[str | None, tuple[str, ...]]:
        """Without the database a known habit is only asked about once more."""
        user = request.person.user_id
        name = request.merchant or request.item
        try:
            learned = await self.habits.learned_category(user, name) if name else None
            used = await self.habits.categories_used(user, MAX_SUGGESTIONS)
        except StorageUnavailableError:
            _log.warning("categorize.habits_unavailable", task_id=request.task_id)
            return None, ()
        return learned, used

    async def _with_lines(self, request: CategorizeRequest) -> CategorizeRequest:
        """With what stands on the receipt; without it when it cannot be looked up now."""
        if request.attachment_sha256 is None:
            return request
        try:
            reading = await self.readings.get(request.attachment_sha256, request.person)
        except StorageUnavailableError:
            _log.warning("categorize.lines_unavailable", task_id=request.task_id)
            return request
        lines = reading.of_part(request.attachment_part).lines if reading else ()
        return request.model_copy(update={"lines": lines})


def _suggesting(found: Categorized, used: tuple[str, ...]) -> Categorized:
    """The engine's suggestions, then what this person uses, then the common ones."""
    suggestions = tuple(dict.fromkeys((*found.suggestions, *used, *CATEGORIES)))
    return found.model_copy(update={"suggestions": suggestions[:MAX_SUGGESTIONS]})
