"""Questions and answers for tests of the engines. All made up."""

from datetime import UTC, datetime
from decimal import Decimal

from domain.agents.transaction import CARD
from domain.understanding import (
    CategorizeRequest,
    ConverseRequest,
    DecideRequest,
    Mention,
    Person,
    Said,
    TaskView,
    UnderstandRequest,
)

PERSON = Person(user_id="user-4711")
SENT_AT = datetime(2026, 3, 2, 17, 30, tzinfo=UTC)

TASK = "conversation:terminal:chat-4711/transaction/1"


def said(text: str, number: int = 1) -> Said:
    return Said(message_id=f"terminal:chat-4711:{number}", text=text, sent_at=SENT_AT)


def to_understand(*texts: str, tasks: tuple[TaskView, ...] = ()) -> UnderstandRequest:
    return UnderstandRequest(
        person=PERSON,
        said=tuple(said(text, n) for n, text in enumerate(texts, start=1)),
        tasks=tasks,
        agents=(CARD,),
    )


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
    return ConverseRequest(person=PERSON, said=said(text), agents=(CARD,))
