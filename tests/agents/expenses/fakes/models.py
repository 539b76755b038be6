"""Models that answer what a test says, and rules where it says nothing."""

from dataclasses import dataclass, field
from datetime import timedelta

from agents.expenses.meaning import Categorized, CategorizeRequest, Decided, DecideRequest
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.reading import Reading
from domain.errors import AppError, ModelUnavailableError
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import ASKS_ONCE, Wait
from tests.fakes.told import told
from tests.fakes.understanding import Gates


@dataclass
class ScriptedModels:
    """Implements ``ExpenseModels``; ``asked`` tells which stages of reading were used, in order,
    and ``requests`` what else was asked.
    """

    available: bool = True
    from_lines: Reading | AppError | None = None
    from_image: Reading | AppError | None = None
    asked: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    budget: Budget | None = None
    categorized: Categorized | AppError | None = None
    decided: Decided | AppError | None = None
    requests: list[object] = field(default_factory=list)
    busy: ModelUnavailableError | None = None
    """Fails with this while the caller is willing to come again."""

    async def used_up(self, user_id: str) -> Budget | None:
        del user_id
        return self.budget

    async def complete(
        self,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        image: bytes | None = None,
        caption: str = "",
        wait: Wait = ASKS_ONCE,
    ) -> Reading:
        del person, task_id
        self.asked.append("lines" if image is None else "image")
        self.captions.append(caption)
        return self._answer(self.from_lines if image is None else self.from_image, reading, wait)

    def _answer(self, answer: Reading | AppError | None, reading: Reading, wait: Wait) -> Reading:
        if isinstance(answer, AppError):
            raise told(answer, wait)
        return answer or reading

    async def categorize(
        self, request: CategorizeRequest, *, wait: Wait = ASKS_ONCE
    ) -> Categorized:
        self.requests.append(request)
        self._be_busy(wait)
        if isinstance(self.categorized, AppError):
            raise self.categorized
        return self.categorized or OfflineEngine().categorize(request)

    async def decide(self, request: DecideRequest, *, wait: Wait = ASKS_ONCE) -> Decided:
        self.requests.append(request)
        self._be_busy(wait)
        if isinstance(self.decided, AppError):
            raise self.decided
        return self.decided or OfflineEngine().decide(request)

    def _be_busy(self, wait: Wait) -> None:
        if self.busy is not None and wait.allows_another(timedelta(0), self.busy.retry_after):
            raise self.busy


class GatedModels:
    """Implements the agent's ``Models`` behind the gates that hold up the platform's as well.

    ``categorized`` and ``decided`` answer in place of the rules.
    """

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self.categorized: Categorized | None = None
        self.decided: Decided | None = None

    async def categorize(
        self, request: CategorizeRequest, *, wait: Wait = ASKS_ONCE
    ) -> Categorized:
        await self._gates.passed("categorize", request, wait)
        return self.categorized or OfflineEngine().categorize(request)

    async def decide(self, request: DecideRequest, *, wait: Wait = ASKS_ONCE) -> Decided:
        await self._gates.passed("decide", request, wait)
        return self.decided or OfflineEngine().decide(request)
