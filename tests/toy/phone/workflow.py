"""The phone's calls: each tells what it heard, until the goodbye; then it may have work left."""

from datetime import timedelta
from typing import ClassVar, Self

from pydantic import BaseModel

from agents.contract import (
    Agent,
    Desk,
    DirectAnswers,
    FileTaker,
    GraphWalker,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
)
from domain.activity_calls import ActivityCall
from domain.agents import AgentCard
from domain.commands import CommandForm
from domain.messages import Attachment, MediaKind
from domain.replies import Content, Question
from domain.tasks import Injected, Place
from domain.understanding import Act, Said, TaskPhase, TaskView, UnderstandRequest
from tests.toy.words import Slip, WordRules, Words, words_of

CARD = AgentCard(
    slug="phone",
    title="Calls",
    purpose="Answers calls.",
    accepts=frozenset({MediaKind.IMAGE}),
    commands=(CommandForm(name="phone"),),
    holds_words=True,
)

LEFT = timedelta(hours=30)
"""How long the work takes that a call leaves: longer than a chat lives in silence."""


FOR_OTHERS = "for the others"
AND = ", and "
"""How words end that are nothing for a call."""

NOTE_DOWN = ActivityCall("note_down", Slip, type(None))


class CallState(BaseModel):
    task_id: str
    number: int
    words: str
    message_id: str
    greeted: bool = False
    over: bool = False
    left: str = ""
    """What is left to do when the call is over: to ``note`` something down, or to be ``later``."""


class Heard(Content):
    """What the task was told, word for word, and how."""

    topic: ClassVar[str] = "phone.heard"
    words: str
    raw: bool = True
    """Nobody understood them before."""
    spoken: bool = False
    question: str = ""
    edits: str = ""
    file: str = ""
    line: str = ""
    """How the desk says that the person speaks."""

    @property
    def node(self) -> str:
        return "LISTEN"


class Which(Question):
    topic: ClassVar[str] = "phone.which"


class Goodbye(Content):
    topic: ClassVar[str] = "phone.goodbye"

    @property
    def heard_out(self) -> bool:
        return True


class Over(Content):
    topic: ClassVar[str] = "phone.over"
    status: str = "success"

    @property
    def hung_up(self) -> str:
        return self.status


class Later(Content):
    topic: ClassVar[str] = "phone.later"


class PhoneRules(WordRules):
    """At home everything opens a call; elsewhere what begins with ``ring``."""

    slug = CARD.slug

    def act(self, said: Said, request: UnderstandRequest) -> Act:
        rings = request.home == self.slug or said.text.startswith("ring")
        return self.opening(said, said.text) if rings else self.talk(said)


class PhoneAgent(Agent[CallState], DirectAnswers, FileTaker, GraphWalker):
    card = CARD
    details = Words

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        del desk
        call = CallState(
            task_id=opening.task_id,
            number=opening.number,
            words=words_of(opening.details),
            message_id=opening.message_id,
        )
        return cls(call)

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(CallState.model_validate_json(state))

    async def run(self, desk: Desk) -> Outcome:
        call = self.state
        if not call.greeted:
            call.greeted = True
            self._tell(desk, Injected(text=call.words, message_id=call.message_id))
        while not call.over:
            for said in desk.injected():
                if said.hung_up:
                    return Outcome.DROPPED
                await self._hear(desk, said)
            if not call.over and not desk.has_injected:
                return Outcome.RESTING
        if call.left:
            desk.let_go()
            if call.left == "note":
                await desk.call(NOTE_DOWN, Slip(words=call.words), "note it down")
            else:
                await desk.listen(LEFT)
            desk.say(Later())
        return Outcome.DONE

    async def _hear(self, desk: Desk, said: Injected) -> None:
        mine, _, theirs = said.text.rpartition(AND)
        if said.text.endswith(FOR_OTHERS) and desk.pass_on(said.text, theirs) and not mine:
            return
        self._tell(desk, said)
        if said.text == "which":
            await desk.ask("which", Which())
        elif said.text == "note":
            await desk.call(NOTE_DOWN, Slip(words=said.text), "note it down")
        elif said.text.startswith("bye"):
            await self._end(desk, said.text.partition(" ")[2])

    async def _end(self, desk: Desk, left: str) -> None:
        desk.say(Goodbye())
        await desk.delivered()
        if not desk.has_injected:
            self.state.over, self.state.left = True, left
            desk.say(Over())

    @staticmethod
    def _tell(desk: Desk, said: Injected) -> None:
        heard = Heard(
            words=said.text,
            raw=said.act is None,
            spoken=said.spoken,
            question=said.question or "",
            edits=said.edits,
            file=said.attachment.remote if said.attachment else "",
            line=f"{desk.channel} {'spoken' if desk.spoken else 'typed'}",
        )
        desk.say(heard)

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        del name, value

        async def rings(desk: HandlerDesk) -> None:
            desk.hand({"words": "ring"})

        return rings

    def wants(self, attachment: Attachment) -> bool:
        return "wall" in attachment.remote

    def view(self) -> TaskView:
        call = self.state
        phase = TaskPhase.DONE if call.over else TaskPhase.WORKING
        return TaskView(task_id=call.task_id, agent="phone", number=call.number, phase=phase)

    def shown(self) -> BaseModel:
        return self.state

    def place(self) -> Place:
        return Place(node="LISTEN", path=("LISTEN",), version="1")


AGENT = PhoneAgent
