"""The box's workflow part: takes what was said, lets the loop work, tells what came of it."""

from collections.abc import Sequence
from typing import Self

from pydantic import BaseModel, JsonValue

from agents.contract import Agent, Desk, Opening, Outcome
from domain.tasks import Injected
from domain.tools import Heard, LoopState, Tool, ToolCall, ToolResult
from domain.understanding import TaskPhase, TaskView
from tests.toy.box.things import CARD, HIDDEN, TOOLS, AskBurn, BoxState, Things, Told
from tests.toy.words import Words, words_of


class BoxAgent(Agent[BoxState]):
    card = CARD
    details = Words

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        del desk
        words = Heard(text=words_of(opening.details))
        return cls(BoxState(task_id=opening.task_id, opening=(words,)))

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(BoxState.model_validate_json(state))

    async def run(self, desk: Desk) -> Outcome:
        state = self.state
        while True:
            words = (self.heard(each) for each in desk.injected())
            said = (*state.opening, *(each for each in words if each is not None))
            state.opening = ()
            if not said and not state.loop.under_way:
                return Outcome.RESTING
            end = await desk.turn(self, said)
            results = [result for each in end.rounds for result in each.results]
            desk.say(
                Told(
                    reason=end.reason.value,
                    say=end.say,
                    results=tuple(r.error.code.value if r.error else r.status for r in results),
                    rounds=len(end.rounds),
                    things=state.things,
                )
            )

    def view(self) -> TaskView:
        return TaskView(task_id=self.state.task_id, agent=CARD.slug, phase=TaskPhase.WORKING)

    def shown(self) -> BaseModel:
        return Things(things=self.state.things)

    def empty(self) -> bool:
        return not self.state.loop.under_way

    # What the loop asks

    @property
    def loop(self) -> LoopState:
        return self.state.loop

    def tools(self) -> Sequence[Tool]:
        return TOOLS

    def offered(self) -> Sequence[Tool]:
        return [tool for tool in TOOLS if tool is not HIDDEN]

    def context(self) -> str:
        return ", ".join(self.state.things)

    def known(self) -> JsonValue:
        return None

    def seen(self) -> Sequence[str]:
        return self.state.things

    def took(self, call: ToolCall, result: ToolResult) -> None:
        del call
        if result.value is not None:
            self.state.things = Things.model_validate(result.value).things

    def heard(self, said: Injected) -> Heard | None:
        words = words_of(said.act.details if said.act else None)
        return Heard(message_id=said.message_id, text=words) if words else None

    def proposal(self, call: ToolCall, facts: JsonValue) -> AskBurn:
        del call
        return AskBurn(things=Things.model_validate(facts).things)


AGENT = BoxAgent
