"""The agent's own settings; names and defaults are listed in ``.env.example``."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from agents.expenses.rules import AdaptiveDecisions, ExpenseLimits
from settings.own import OwnSettings

_DEFAULTS = ExpenseLimits()


def _there(path: Path) -> Path:
    if not path.exists():
        raise ValueError("must be a file or a folder that is there")
    return path


class ExpenseSettings(OwnSettings):
    category_confidence_threshold: Annotated[float, Field(ge=0, le=1)] = (
        _DEFAULTS.category_confidence_threshold
    )
    extraction_confidence_threshold: Annotated[float, Field(ge=0, le=1)] = (
        _DEFAULTS.extraction_confidence_threshold
    )
    adaptive_decisions: Literal["always", "when_unsure", "never"] = "when_unsure"
    """An ``AdaptiveDecisions``."""
    ocr_processes: Annotated[int, Field(gt=0)] = 1
    """Processes that read photos at the same time."""
    ocr_memory_mb: Annotated[int, Field(ge=768)] = 1536
    """Megabytes that each of them may take; a file that needs more is refused. Below the least,
    not even an ordinary photo could be read."""

    rates_file: Annotated[Path, AfterValidator(_there)] | None = None
    """A file of the European Central Bank's rates, or a folder with such files."""

    def limits(self) -> ExpenseLimits:
        return ExpenseLimits(
            category_confidence_threshold=self.category_confidence_threshold,
            extraction_confidence_threshold=self.extraction_confidence_threshold,
            adaptive_decisions=AdaptiveDecisions(self.adaptive_decisions),
        )
