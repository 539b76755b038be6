"""The box's pure part: its card, its tools, and rules to which a person dictates every step."""

from datetime import timedelta
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from domain.agents import AgentCard
from domain.messages import CallRequest, Frozen
from domain.replies import Content, Question
from domain.tools import TOOL_QUEUE, Arguments, Effect, Heard, LoopState, Step, StepRequest, Tool
from domain.understanding import Act, ActKind, Said, UnderstandRequest
from tests.toy.words import WordRules

CARD = AgentCard(
    slug="box", title="Box", purpose="Keeps things.", queues=(TOOL_QUEUE,), single=True
)


class Look(Arguments):
    at: str = ""


class Put(Arguments):
    thing: str
    times: Annotated[int, Field(ge=1, le=9)] = 1


class Nothing(Arguments):
    pass


class Things(Frozen):
    things: tuple[str, ...] = ()


HASTY = timedelta(seconds=0.2)
"""For tools that time out when they are held; they are held for nothing else."""

LOOK = Tool("look", "What is in it.", Look, Things, Effect.READ)
SLOW = Tool("slow", "May take long.", Look, Things, Effect.READ, HASTY)
BROKEN = Tool("broken", "Does not work.", Look, Things, Effect.READ)
PUT = Tool("put", "Puts a thing in.", Put, Things, Effect.WRITE)
LATE = Tool("late", "Puts a thing in, if it is fast.", Put, Things, Effect.WRITE, HASTY)
BURN = Tool("burn", "Burns it all.", Nothing, Things, Effect.IRREVERSIBLE)
HIDDEN = Tool("hidden", "Is never offered.", Nothing, Things, Effect.READ)

TOOLS = (LOOK, SLOW, BROKEN, PUT, LATE, BURN, HIDDEN)


PEN, CUP = 'put {"thing": "pen"}', 'put {"thing": "cup"}'
"""Steps that a person may dictate."""


class BoxState(BaseModel):
    task_id: str
    opening: tuple[Heard, ...] = ()
    loop: LoopState = Field(default_factory=LoopState)
    things: tuple[str, ...] = ()
    """As the last result had them."""


class Told(Content):
    """How a turn ended; ``results`` are the codes of what was called, in order."""

    topic: ClassVar[str] = "box.told"
    reason: str
    say: str = ""
    results: tuple[str, ...] = ()
    rounds: int = 0
    things: tuple[str, ...] = ()


class AskBurn(Question):
    topic: ClassVar[str] = "box.ask_burn"
    things: tuple[str, ...] = ()


class BoxRules(WordRules):
    """``box look; put {"thing": "pen"} & look; say done`` are the steps of a turn: rounds, of which
    each is some calls. ``box forever look`` never comes to an end. What is said later counts from
    then on.
    """

    slug = CARD.slug

    def act(self, said: Said, request: UnderstandRequest) -> Act:
        word, _, rest = said.text.partition(" ")
        answers = {"yes": ActKind.AFFIRM, "no": ActKind.DENY}
        if word == "box":
            return self.opening(said, rest)
        if request.open_question and word in answers:
            return self.about(said, answers[word], request.open_question)
        return self.talk(said)

    def step(self, request: StepRequest) -> Step:
        words, at = request.said[-1].text, 0
        for each in request.rounds:
            words, at = (each.heard[-1].text, 0) if each.heard else (words, at + 1)
        if words.startswith("forever "):
            numbered = f'{{"at": "{len(request.rounds)}"}}'
            return Step(calls=(CallRequest(name="look", arguments=numbered),), say="for ever")
        steps = [step.strip() for step in words.split(";")]
        if at >= len(steps):
            return Step(say="done")
        if steps[at].startswith("say "):
            return Step(say=steps[at].removeprefix("say "))
        calls = (call.strip().partition(" ") for call in steps[at].split("&"))
        return Step(
            calls=tuple(CallRequest(name=n, arguments=rest or "{}") for n, _, rest in calls)
        )
