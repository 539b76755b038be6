"""A person to speak with the engine in tests: a fixed moment, plain calls, short builders."""

from datetime import UTC, date, datetime

from adapters.model.offline import OfflineEngine
from domain.understanding import (
    Act,
    Mention,
    Person,
    QuestionKind,
    RecogniseRequest,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
)

SENT_AT = datetime(2026, 3, 12, 4, 30, tzinfo=UTC)
TODAY = date(2026, 3, 12)
"""A Thursday in Kuala Lumpur."""

MALAYSIAN = Person(user_id="p1")
GERMAN = Person(user_id="p2", locale="de_DE", currency="EUR", timezone="Europe/Berlin")
AMERICAN = Person(user_id="p3", locale="en_US", currency="USD", timezone="America/New_York")

engine = OfflineEngine()


def said(text: str, number: int = 1, reply_to: str | None = None) -> Said:
    return Said(message_id=f"m{number}", text=text, sent_at=SENT_AT, reply_to_task=reply_to)


async def acts(
    *texts: str,
    tasks: tuple[TaskView, ...] = (),
    asked: str | None = None,
    reply_to: str | None = None,
    person: Person = MALAYSIAN,
) -> tuple[Act, ...]:
    messages = tuple(said(text, number, reply_to) for number, text in enumerate(texts, 1))
    request = UnderstandRequest(person=person, said=messages, tasks=tasks, open_question=asked)
    return (await engine.understand(request)).acts


async def act(
    *texts: str,
    tasks: tuple[TaskView, ...] = (),
    asked: str | None = None,
    reply_to: str | None = None,
    person: Person = MALAYSIAN,
) -> Act:
    found = await acts(*texts, tasks=tasks, asked=asked, reply_to=reply_to, person=person)
    assert len(found) == 1
    return found[0]


async def expense(text: str, person: Person = MALAYSIAN) -> Mention:
    found = await act(text, person=person)
    assert found.kind == "expense"
    assert found.agent == "transaction"
    assert len(found.mentions) == 1
    return found.mentions[0]


def working(known: Mention | None = None, task_id: str = "photo") -> TaskView:
    return TaskView(
        task_id=task_id,
        agent="transaction",
        phase=TaskPhase.WORKING,
        activity="reading a photo",
        known=known or Mention(),
    )


def waiting(
    question: QuestionKind,
    known: Mention | None = None,
    choices: tuple[str, ...] = (),
    task_id: str = "asked",
) -> TaskView:
    return TaskView(
        task_id=task_id,
        agent="transaction",
        phase=TaskPhase.WAITING,
        question=question,
        known=known or Mention(),
        choices=choices,
    )


def saved(known: Mention | None = None, task_id: str = "saved") -> TaskView:
    return TaskView(
        task_id=task_id, agent="transaction", phase=TaskPhase.SAVED, known=known or Mention()
    )


def answer(
    text: str,
    question: QuestionKind,
    *,
    choices: tuple[str, ...] = (),
    known: Mention | None = None,
    person: Person = MALAYSIAN,
) -> Act | None:
    task = waiting(question, known, choices)
    return engine.recognise(RecogniseRequest(person=person, said=said(text), task=task))
