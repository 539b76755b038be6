"""A person to speak with the engine in tests: a fixed moment, plain calls, short builders."""

from datetime import UTC, date, datetime

from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, HeardWords, Meaning, QuestionKind, RecogniseRequest
from agents.expenses.offline.acts import meanings_of
from agents.expenses.offline.answers import recognise
from domain.understanding import Person, Said, TaskPhase

SENT_AT = datetime(2026, 3, 12, 4, 30, tzinfo=UTC)
TODAY = date(2026, 3, 12)
"""A Thursday in Kuala Lumpur."""

MALAYSIAN = Person(user_id="p1")
GERMAN = Person(user_id="p2", locale="de_DE", currency="EUR", timezone="Europe/Berlin")
AMERICAN = Person(user_id="p3", locale="en_US", currency="USD", timezone="America/New_York")


def said(text: str, number: int = 1, reply_to: str | None = None) -> Said:
    return Said(message_id=f"m{number}", text=text, sent_at=SENT_AT, reply_to_task=reply_to)


def acts(
    *texts: str,
    tasks: tuple[ExpenseTask, ...] = (),
    asked: str | None = None,
    reply_to: str | None = None,
    person: Person = MALAYSIAN,
) -> tuple[Meaning, ...]:
    messages = tuple(said(text, number, reply_to) for number, text in enumerate(texts, 1))
    request = HeardWords(person=person, said=messages, tasks=tasks, open_question=asked)
    return meanings_of(request)


def act(
    *texts: str,
    tasks: tuple[ExpenseTask, ...] = (),
    asked: str | None = None,
    reply_to: str | None = None,
    person: Person = MALAYSIAN,
) -> Meaning:
    found = acts(*texts, tasks=tasks, asked=asked, reply_to=reply_to, person=person)
    assert len(found) == 1
    return found[0]


def expense(text: str, person: Person = MALAYSIAN) -> Mention:
    found = act(text, person=person)
    assert found.kind == "expense"
    assert len(found.mentions) == 1
    return found.mentions[0]


def working(known: Mention | None = None, task_id: str = "photo") -> ExpenseTask:
    return ExpenseTask(
        task_id=task_id,
        phase=TaskPhase.WORKING,
        activity="reading a photo",
        known=known or Mention(),
    )


def waiting(
    question: QuestionKind,
    known: Mention | None = None,
    choices: tuple[str, ...] = (),
    task_id: str = "asked",
) -> ExpenseTask:
    return ExpenseTask(
        task_id=task_id,
        phase=TaskPhase.WAITING,
        question=question,
        known=known or Mention(),
        choices=choices,
    )


def saved(known: Mention | None = None, task_id: str = "saved") -> ExpenseTask:
    return ExpenseTask(task_id=task_id, phase=TaskPhase.DONE, known=known or Mention())


def answer(
    text: str,
    question: QuestionKind,
    *,
    choices: tuple[str, ...] = (),
    known: Mention | None = None,
    person: Person = MALAYSIAN,
) -> Meaning | None:
    task = waiting(question, known, choices)
    return recognise(RecogniseRequest(person=person, said=said(text), task=task))
