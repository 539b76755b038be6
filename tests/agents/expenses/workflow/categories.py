"""Rules about categories that leave to models what a test has something in mind about."""

from agents.expenses.meaning import Categorized, CategorizeRequest
from agents.expenses.offline.engine import OfflineEngine
from tests.agents.expenses.fakes.models import GatedModels
from tests.fakes.gated_rules import GatedRules


class GatedCategories:
    """Implements the agent's ``Rules``. As sure as they are while all models are busy."""

    def __init__(self, models: GatedModels, rules: GatedRules) -> None:
        self._models = models
        self._rules = rules

    def categorize(self, request: CategorizeRequest) -> Categorized:
        found = OfflineEngine().categorize(request)
        if self._models.categorized is None and not self._rules.is_meant("categorize"):
            return found
        return found.model_copy(update={"confidence": 0.0})
