"""One model asked the questions about expenses, without the checks of a gateway."""

from adapters.model.openai.client import ModelClient
from adapters.model.understanding import to_understand
from agents.expenses.meaning import Categorized, CategorizeRequest, Decided, DecideRequest
from agents.expenses.model import questions
from agents.expenses.reading import Reading
from domain.understanding import Person, UnderstandRequest, Understood
from tests.agents.expenses.model.door import ExpenseEngine
from tests.agents.expenses.model.questions import FRAGMENTS

RULES = ExpenseEngine()


class AskedAboutExpenses:
    """Puts questions to ``client``."""

    def __init__(self, client: ModelClient) -> None:
        self._client = client

    async def understand(self, request: UnderstandRequest) -> Understood:
        return await self._client.ask(to_understand(request, FRAGMENTS, RULES))

    async def categorize(self, request: CategorizeRequest, threshold: float = 0.8) -> Categorized:
        return await self._client.ask(questions.to_categorize(request, RULES, threshold))

    async def decide(self, request: DecideRequest) -> Decided:
        return await self._client.ask(questions.to_decide(request, RULES))

    async def read_lines(self, reading: Reading, person: Person, caption: str = "") -> Reading:
        return await self._client.ask(questions.to_read(reading, person, caption))

    async def read_image(self, content: bytes, reading: Reading, person: Person) -> Reading:
        return await self._client.ask(questions.to_read(reading, person, image=content))
