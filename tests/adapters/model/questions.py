"""Questions for tests of the engines, about the toy's notes. All made up."""

import io
from datetime import UTC, datetime

from PIL import Image
from pydantic import JsonValue

from adapters.model.fragment import secrets
from domain.understanding import Act, ConverseRequest, Person, Said, TaskView, UnderstandRequest
from tests.toy.model import CopyRequest, PickRequest, fragment, text_of
from tests.toy.note import CARD

AGENT = CARD.slug
FRAGMENTS = {AGENT: fragment()}

PROMPTS = secrets(FRAGMENTS)
"""All instructions that models are given."""

PERSON = Person(user_id="user-zuleika")
SENT_AT = datetime(2026, 3, 2, 17, 30, tzinfo=UTC)

TASK = "conversation:terminal:chat-zuleika/toy/1"


def details(text: str) -> JsonValue:
    """As an act or a task carries them."""
    return {"text": text}


def told_in(act: Act) -> str:
    """The text that an act carries; empty when it carries none."""
    return text_of(act.details)


def said(text: str, number: int = 1) -> Said:
    return Said(message_id=f"terminal:chat-zuleika:{number}", text=text, sent_at=SENT_AT)


def to_understand(*texts: str, tasks: tuple[TaskView, ...] = ()) -> UnderstandRequest:
    return UnderstandRequest(
        person=PERSON,
        said=tuple(said(text, n) for n, text in enumerate(texts, start=1)),
        tasks=tasks,
        agents=(CARD,),
    )


def to_pick() -> PickRequest:
    return PickRequest(task_id=TASK, user_id=PERSON.user_id, offered=("bread", "milk"))


def to_copy(*lines: str, content: bytes = b"") -> CopyRequest:
    return CopyRequest(task_id=TASK, user_id=PERSON.user_id, lines=lines, content=content)


def to_converse(text: str = "how are you?") -> ConverseRequest:
    return ConverseRequest(person=PERSON, said=said(text), agents=(CARD,))


def drawn(form: str = "PNG") -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (300, 2400), "white").save(content, format=form)
    return content.getvalue()
