"""Questions and answers about expenses, for tests of the engines. All made up."""

from decimal import Decimal

from pydantic import JsonValue

from adapters.model.fragment import secrets
from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.meaning import CategorizeRequest, DecideRequest
from agents.expenses.model.mentions import fragment
from agents.expenses.model.schemas import written_details
from domain.understanding import Act, ActKind, ConverseRequest, TaskView, UnderstandRequest
from tests.adapters.model import questions
from tests.adapters.model.questions import PERSON

AGENT = CARD.slug
FRAGMENTS = {AGENT: fragment()}

PROMPTS = secrets(FRAGMENTS)
"""All instructions that models are given where this agent is enabled."""

TASK = "conversation:terminal:chat-zuleika/expenses/1"


def details(of: Mention) -> JsonValue:
    """As an act or a task carries them."""
    return written_details(of)


def told_in(act: Act) -> Mention:
    """What an act carries."""
    return Mention.model_validate(act.details or {})


def opening(told: Mention) -> Act:
    return Act(kind=ActKind.OPEN, agent=AGENT, details=details(told))


def to_understand(*texts: str, tasks: tuple[TaskView, ...] = ()) -> UnderstandRequest:
    asked = questions.to_understand(*texts, tasks=tasks)
    return asked.model_copy(update={"agents": (CARD,)})


def to_categorize(merchant: str = "Kedai Seri") -> CategorizeRequest:
    return CategorizeRequest(
        person=PERSON,
        task_id=TASK,
        merchant=merchant,
        item=None,
        amount=Decimal("12.30"),
        currency="MYR",
    )


def to_decide() -> DecideRequest:
    return DecideRequest(
        task_id=TASK,
        legal=("request_merchant", "request_amount"),
        known=Mention(),
        problems=("merchant: missing", "amount: missing"),
        user_id=PERSON.user_id,
    )


def to_converse(text: str = "how are you?") -> ConverseRequest:
    return questions.to_converse(text).model_copy(update={"agents": (CARD,)})
