"""The toy's pure part: its card, its details, its state, and its rules for words."""

import json
from typing import ClassVar

from pydantic import BaseModel

from agents.contract import Details
from domain.activity_calls import ActivityCall
from domain.agents import AgentCard
from domain.commands import CommandForm
from domain.messages import Attachment, CallRequest, Frozen, MediaKind
from domain.replies import Content, Question
from domain.tools import Arguments, Effect, Tool
from domain.understanding import Act, ActKind, Said, UnderstandRequest

CARD = AgentCard(
    slug="toy",
    title="Notes",
    purpose="Keeps notes.",
    accepts=frozenset({MediaKind.IMAGE}),
    commands=(CommandForm(name="notes", takes_value=True, words=("my notes",)),),
    listens=True,
)


LAST_HEARD = "la la la"
"""Who dictates this finds the toy deaf from then on: a defect."""


class NoteDetails(Details):
    text: str | None = None
    burn: bool = False
    """Only with a yes."""
    dictate: bool = False
    """A session: what is said next is the note, until "stop"."""
    count: bool = False
    """Opens no task: asks how many notes there are."""


class Note(BaseModel):
    task_id: str
    number: int
    text: str = ""
    kept: str = ""
    """The text as it was kept last."""
    told: str | None = None
    """The text as it was read back last while it is dictated."""
    attachment: Attachment | None = None
    burn: bool = False
    dictate: bool = False


class SaveNote(Frozen):
    """Idempotent on ``task_id`` and ``text``."""

    task_id: str
    text: str


class PinNote(Arguments):
    text: str


class Pinned(Frozen):
    text: str


PIN_NOTE = Tool("pin_note", "Keeps a note without a task.", PinNote, Pinned, Effect.WRITE)


class TakenBack(Content):
    topic: ClassVar[str] = "toy.taken_back"
    text: str = ""


SAVE_NOTE = ActivityCall("save_note", SaveNote, type(None), committing=True)
DROP_NOTE = ActivityCall("drop_note", SaveNote, TakenBack)


class Kept(Content):
    topic: ClassVar[str] = "toy.kept"
    text: str


class Draft(Content):
    topic: ClassVar[str] = "toy.draft"


class Away(Content):
    topic: ClassVar[str] = "toy.away"


class Listed(Content):
    topic: ClassVar[str] = "toy.listed"
    of: str = ""


class AskText(Question):
    topic: ClassVar[str] = "toy.ask_text"


class AskBurn(Question):
    topic: ClassVar[str] = "toy.ask_burn"
    text: str


_WORDS = {"no idea": ActKind.DONT_KNOW, "yes": ActKind.AFFIRM, "no": ActKind.DENY}
_OPENING = {"note": NoteDetails(), "burn": NoteDetails(burn=True)}
_OPENING |= {"dictate": NoteDetails(dictate=True), "count": NoteDetails(count=True)}


class ToyRules:
    """``note A; B`` opens two, what follows a question answers it, ``forget it`` drops it; and
    ``pin A`` calls a tool.
    """

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        return tuple(act for said in request.said for act in self._acts(said, request))

    def _acts(self, said: Said, request: UnderstandRequest) -> list[Act]:
        word, _, rest = said.text.partition(" ")
        base = Act(kind=ActKind.GENERAL, agent="toy", message_ids=(said.message_id,), sure=True)
        task = said.reply_to_task or request.open_question
        working = [t.task_id for t in request.tasks if t.phase in {"working", "waiting"}]
        if word in _OPENING:
            told = [_OPENING[word].model_copy(update={"text": t or None}) for t in rest.split("; ")]
            opens = base.model_copy(update={"kind": ActKind.OPEN, "explicit": True})
            return [
                opens.model_copy(update={"details": t.model_dump(exclude_defaults=True)})
                for t in told
            ]
        if word == "pin":
            call = CallRequest(name=PIN_NOTE.name, arguments=json.dumps({"text": rest}))
            asked = {"kind": ActKind.OPEN, "explicit": True, "call": call}
            return [base.model_copy(update=asked)]
        if said.text == "forget it":
            return [base.model_copy(update={"kind": ActKind.CANCEL, "task_id": task})]
        if task and said.text in _WORDS:
            return [base.model_copy(update={"kind": _WORDS[said.text], "task_id": task})]
        if task or said.text.startswith("make it "):
            details = {"text": said.text.removeprefix("make it ")}
            target = {"task_id": task or next(reversed(working), None), "details": details}
            return [base.model_copy(update={"kind": ActKind.DETAIL, **target})]
        return [base.model_copy(update={"agent": ""})]

    def refuses(self, text: str) -> bool:
        return "secret" in text
