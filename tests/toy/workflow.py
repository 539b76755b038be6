"""The toy's workflow part: asks for the text of a note if it lacks one, then keeps it, once."""

from collections.abc import Sequence
from typing import Self

from pydantic import BaseModel, JsonValue

from agents.contract import (
    Agent,
    CallReply,
    Desk,
    DirectAnswers,
    FeatureOwner,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
    Reversible,
)
from domain.messages import ButtonPress
from domain.replies import Choice, File
from domain.tools import Tool, ToolCall, ToolResult
from domain.topics import NotFound, PressAction
from domain.understanding import ActKind, TaskPhase, TaskView
from tests.toy.note import (
    CARD,
    DROP_NOTE,
    LAST_HEARD,
    PIN_NOTE,
    SAVE_NOTE,
    AskBurn,
    AskText,
    Away,
    Draft,
    Kept,
    Listed,
    Note,
    NoteDetails,
    Pinned,
    SaveNote,
)  # fmt: skip


class ToyAgent(Agent[Note], DirectAnswers, FeatureOwner, Reversible):
    card = CARD
    details = NoteDetails

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        del desk
        said = NoteDetails.model_validate(opening.details or {})
        note = Note(task_id=opening.task_id, number=opening.number, attachment=opening.attachment)
        note.text = said.text or (
            f"a picture of {opening.attachment.remote}" if opening.attachment else ""
        )
        note.burn, note.dictate = said.burn, said.dictate
        return cls(note)

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(Note.model_validate_json(state))

    async def run(self, desk: Desk) -> Outcome:  # noqa: C901 - each thing that a desk can do
        note = self.state
        while True:
            if note.attachment is not None:
                note.attachment = await desk.fetch(note.attachment)
            if note.dictate and self._rests(desk):
                return Outcome.RESTING
            await desk.settle()
            if self._gives_up(desk):
                press = ButtonPress(action=PressAction.RESUME, subject=note.task_id)
                desk.keep_draft(note)
                desk.say(Draft(), [Choice(press=press)])
                return Outcome.KEPT
            if note.dictate:
                continue
            if not note.text:
                await desk.ask("text", AskText())
            elif note.text == note.kept:
                return Outcome.DONE
            elif note.burn:
                if (await desk.confirm(AskBurn(text=note.text))).yes:
                    note.burn = False
                elif not desk.has_injected:
                    return Outcome.DROPPED
            else:
                request = SaveNote(task_id=note.task_id, text=note.text)
                await desk.call(SAVE_NOTE, request, "keep", outage=Away())
                note.kept = note.text
                press = ButtonPress(action=PressAction.UNDO, subject=note.task_id)
                desk.say(Kept(text=note.text), [Choice(press=press)])

    def _rests(self, desk: Desk) -> bool:
        if self.state.told != self.state.text:
            desk.say(Listed(of=self.state.text))
            self.state.told = self.state.text
        return not desk.has_injected or self.state.text == LAST_HEARD

    def _gives_up(self, desk: Desk) -> bool:
        note = self.state
        for said in desk.injected():
            details = said.act.details if said.act else {"text": f"{note.text} {said.text}".strip()}
            if note.dictate and said.text == "stop":
                note.dictate = False
            elif said.act is not None and said.act.kind is ActKind.DONT_KNOW and said.question:
                return True
            elif details is not None:
                note.text = NoteDetails.model_validate(details).text or note.text
        return False

    def view(self) -> TaskView:
        note = self.state
        return TaskView(
            task_id=note.task_id,
            agent=CARD.slug,
            phase=TaskPhase.DONE if note.kept else TaskPhase.WORKING,
            number=note.number,
            known={"text": note.text} if note.text else {},
        )

    def shown(self) -> BaseModel:
        return self.state

    def empty(self) -> bool:
        return not self.state.text

    @classmethod
    def feature_tools(cls) -> Sequence[Tool]:
        return (PIN_NOTE,)

    @classmethod
    def reply_to(cls, call: ToolCall, result: ToolResult, tasks: object) -> CallReply:
        del call, tasks
        if result.error:
            return CallReply(Away())
        return CallReply(Kept(text=Pinned.model_validate(result.value).text))

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        return _list("all") if NoteDetails.model_validate(details or {}).count else None

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        return _list(value) if name == "notes" else None

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        return _list(press.value)

    @classmethod
    async def undo(cls, desk: HandlerDesk, task_id: str | None, shown: str) -> bool:
        if task_id is None or shown:
            return False
        taken = await desk.call(DROP_NOTE, SaveNote(task_id=task_id, text=""), "take back")
        if taken.text:
            desk.forget(task_id)
            desk.say(taken)
        return bool(taken.text)

    @classmethod
    async def restore(cls, desk: HandlerDesk, task_id: str) -> None:  # noqa: ARG003
        desk.say(NotFound())

    @classmethod
    async def find(cls, desk: HandlerDesk, task: str | int) -> "Agent[BaseModel] | None":  # noqa: ARG003
        return None

    @classmethod
    def recalled(cls, card: JsonValue) -> Self:
        return cls(Note.model_validate(card))


def _list(of: str) -> Handler:
    async def handler(desk: HandlerDesk) -> None:
        more = Choice(press=ButtonPress(action="toy.more", subject="", value="more"))
        desk.say(Listed(of=of), [more], [File(sha256="0" * 64, name="notes.txt")])

    return handler


AGENT = ToyAgent
