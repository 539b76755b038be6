"""The clerk's letters: each is a task that adds what is said of it; a finished one is filed."""

from typing import ClassVar, Self

from pydantic import BaseModel, JsonValue

from agents.contract import (
    Agent,
    Desk,
    DirectAnswers,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
    OutsideWork,
)
from domain.activity_calls import ActivityCall
from domain.agents import AgentCard
from domain.messages import Attachment, ButtonPress, Frozen, MediaKind
from domain.replies import Content
from domain.topics import PressAction
from domain.understanding import Act, ActKind, Said, TaskPhase, TaskView, UnderstandRequest
from tests.toy.words import Slip, WordRules, Words, words_of

CARD = AgentCard(
    slug="clerk",
    title="Letters",
    purpose="Files letters.",
    accepts=frozenset({MediaKind.IMAGE}),
)


class Found(Frozen):
    number: int = 0
    """Of the letter that the words belong to; 0 for none."""


LOOK_UP = ActivityCall("look_up_letter", Slip, Found)


class Letter(BaseModel):
    task_id: str
    number: int
    lines: dict[str, str] = {}
    """By message id."""
    files: list[Attachment] = []


class Filed(Content):
    topic: ClassVar[str] = "clerk.filed"
    lines: tuple[str, ...]
    files: int = 0


class Noted(Content):
    """Said of a letter that is filed."""

    topic: ClassVar[str] = "clerk.noted"
    about: str
    words: str
    replaces: str = ""
    files: tuple[str, ...] = ()


class ClerkRules(WordRules):
    """What begins with ``dear`` opens a letter, of which ``file`` as the last word ends it; all
    else is about one.
    """

    slug = CARD.slug

    def act(self, said: Said, request: UnderstandRequest) -> Act:
        del request
        if said.text.startswith("dear "):
            return self.opening(said, said.text[5:])
        kind = ActKind.UNDO if said.text == "undo" else ActKind.DETAIL
        return self.about(said, kind, said.reply_to_task)


class Clerk(Agent[Letter], DirectAnswers, OutsideWork):
    card = CARD
    details = Words

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        del desk
        letter = cls(Letter(task_id=opening.task_id, number=opening.number))
        letter._take(opening.details, "first")
        if opening.attachment is not None:
            letter.state.files = [opening.attachment]
        return letter

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(Letter.model_validate_json(state))

    def _take(self, details: JsonValue, message_id: str) -> None:
        self.state.lines = self.state.lines | {message_id: words_of(details)}

    async def run(self, desk: Desk) -> Outcome:
        await desk.settle()
        for said in desk.injected():
            if said.act is not None:
                replaced = said.edits if said.edits in self.state.lines else "first"
                self._take(said.act.details, replaced if said.edits else said.message_id)
            elif said.attachment is not None:
                self.state.files = [*self.state.files, said.attachment]
        if not any(line.endswith("file") for line in self.state.lines.values()):
            return Outcome.RESTING
        desk.say(Filed(lines=tuple(self.state.lines.values()), files=len(self.state.files)))
        return Outcome.DONE

    def view(self) -> TaskView:
        letter = self.state
        phase = TaskPhase.WORKING
        return TaskView(task_id=letter.task_id, agent=CARD.slug, phase=phase, number=letter.number)

    def shown(self) -> BaseModel:
        return self.state

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        words = words_of(details)

        async def handler(desk: HandlerDesk) -> None:
            async with desk.in_turn():
                about = desk.about
                if about is None:
                    found = await desk.call(LOOK_UP, Slip(words=words), "look up")
                    going = {task.view().number: task.view().task_id for task in desk.tasks()}
                    about = going.get(found.number)
                carried: JsonValue = {"words": words} if words else None
                if desk.hand(carried, about) is not None or about is None:
                    return
                heard = desk.heard
                files = heard.attachments if heard is not None else ()
                stored = [await desk.fetch(file) for file in files]
                desk.concerns(about)
                said = words or (heard.text if heard is not None else "")
                fetched = tuple(file.sha256 for file in stored)
                desk.say(Noted(about=about, words=said, replaces=desk.edits, files=fetched))

        return handler

    @classmethod
    def cancelling(cls) -> Handler | None:
        async def handler(desk: HandlerDesk) -> None:
            desk.say(Noted(about="", words="which filed letter?"))

        return handler

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        if press.action != PressAction.UNDO:
            return None

        async def handler(desk: HandlerDesk) -> None:
            desk.say(Noted(about=press.subject, words="it stays"))

        return handler


AGENT = Clerk
