"""The toy's part of the question what messages mean, and two questions of its own."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from pydantic import JsonValue

from adapters.model import written
from adapters.model.act_checks import without_details
from adapters.model.fragment import Fragment, WrittenDetails
from adapters.model.picture import picture
from adapters.model.prompts import instructions, page, pages
from adapters.model.question import ModelQuestion, Written, by_rules, form, newest_first, outside_in
from adapters.model.question_content import earlier
from adapters.model.text_evidence import words_stand_in
from domain.errors import InvalidModelOutputError
from domain.history import Entry
from domain.messages import Frozen
from domain.understanding import Act, ActKind, EngineAnswer, UnderstandRequest
from domain.waiting import ASKS_ONCE, Wait

PROMPTS = "tests.toy.prompts"


class WrittenNotes(WrittenDetails):
    texts: list[str]
    due: str | None

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """One note each; a change is of one note only."""
        due, texts = written.day(self.due), [t for t in map(written.text, self.texts) if t]
        if kind is not ActKind.OPEN and len(texts) != 1:
            return ()
        day: dict[str, JsonValue] = {"due": due.isoformat()} if due else {}
        return [{"text": text, **day} for text in texts]


@cache
def fragment() -> Fragment:
    return Fragment(
        form=WrittenNotes,
        page=page("understand", PROMPTS),
        check=only_what_is_said,
        prompts=pages(PROMPTS),
    )


def text_of(details: JsonValue) -> str:
    """The text that an act or a task carries."""
    text = details.get("text") if isinstance(details, dict) else None
    return text if isinstance(text, str) else ""


def only_what_is_said(act: Act, words: str, request: UnderstandRequest) -> Act | None:
    del request
    if words_stand_in(text_of(act.details), words):
        return act
    if act.kind is ActKind.OPEN:
        return None
    return without_details(act, ActKind.UNCLEAR if act.kind is ActKind.DETAIL else None)


class PickRequest(Frozen):
    """Which of the offered notes is best done next?"""

    task_id: str
    user_id: str
    offered: tuple[str, ...]
    history: tuple[Entry, ...] = ()


class Picked(EngineAnswer):
    note: str
    reason: str = ""


class PickAnswer(Written):
    reason: str
    note: str


class PickRules(Protocol):
    def pick(self, request: PickRequest) -> Picked: ...


def to_pick(
    request: PickRequest, rules: PickRules, wait: Wait = ASKS_ONCE
) -> ModelQuestion[Picked]:
    """A question that rules can answer as well."""

    def check(picked: Picked) -> Picked:
        if picked.note not in request.offered:
            raise InvalidModelOutputError("a note was picked that was not offered")
        return picked

    return ModelQuestion(
        purpose="pick",
        instructions=instructions("pick", PROMPTS),
        content={"earlier": earlier(request.history), "offered": request.offered},
        shortenings=(newest_first("earlier", len(request.history)),),
        form=form(PickAnswer, lambda answer, _: Picked(note=answer.note, reason=answer.reason)),
        check=check,
        fallback=by_rules(rules.pick, request),
        user_id=request.user_id,
        task_id=request.task_id,
        wait=wait,
    )


class CopyRequest(Frozen):
    """What stands on a sheet of paper, of which some lines were recognised?"""

    task_id: str
    user_id: str
    lines: tuple[str, ...] = ()
    content: bytes = b""
    """The picture of it, for models that see."""


class Copied(Frozen):
    text: str
    engine: str


class CopyAnswer(Written):
    text: str


def to_copy(request: CopyRequest, wait: Wait = ASKS_ONCE) -> ModelQuestion[Copied]:
    """A question that only a model can answer. ``UnusableAttachmentError`` for what none sees."""
    return ModelQuestion(
        purpose="look" if request.content else "copy",
        instructions=instructions("copy", PROMPTS),
        content={"lines": request.lines},
        shortenings=(outside_in("lines", len(request.lines)),),
        form=form(CopyAnswer, lambda answer, writer: Copied(text=answer.text, engine=writer)),
        pictures=(picture(request.content),) if request.content else (),
        user_id=request.user_id,
        task_id=request.task_id,
        wait=wait,
    )
