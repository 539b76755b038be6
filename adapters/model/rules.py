"""Understanding by rules: those of every agent, then small talk. No key, no network, no state."""

from collections.abc import Mapping
from typing import Protocol

from adapters.model.talk import summary_of, topic_of
from domain.understanding import (
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    Topic,
    UnderstandRequest,
    Understood,
)

NAME = "rules"


class AgentRules(Protocol):
    """What an agent's rules make of words. Raises nothing for any text."""

    def understand(self, request: UnderstandRequest) -> tuple[Act, ...]:
        """All acts of the open messages, in order; ``GENERAL`` for what concerns another."""

    def refuses(self, text: str) -> bool:
        """Whether a text asks for what this agent never does: others' data."""


class Rules:
    """Safe to share between tasks and threads. ``agents`` are by slug."""

    def __init__(self, agents: Mapping[str, AgentRules]) -> None:
        self._agents = agents

    def understand(self, request: UnderstandRequest) -> Understood:
        """By the first agent for which it means something, if there is one whose rules are sure.

        Talk is settled only where no agent's rules see anything else in it.
        """
        read = [
            self._agents[card.slug].understand(request)
            for card in request.agents
            if card.slug in self._agents
        ]
        telling = [acts for acts in read if any(a.kind is not ActKind.GENERAL for a in acts)]
        # Of mere talk, what some rules are not sure of is left to a model.
        acts = next(filter(_sure, telling), None) or next(iter(telling), None)
        acts = acts or next((a for a in read if not _sure(a)), None) or next(iter(read), None)
        if acts is None:
            ids = tuple(said.message_id for said in request.said)
            acts = (Act(kind=ActKind.GENERAL, message_ids=ids, reason="no agent is enabled"),)
        return Understood(acts=acts, engine=NAME, settled=_sure(acts))

    def converse(self, request: ConverseRequest) -> Conversed:
        """A topic. What rules have nothing to say about is left to a model, if there is one."""
        text = request.said.text
        topic = topic_of(text)
        if topic is not Topic.REFUSAL and any(a.refuses(text) for a in self._agents.values()):
            topic = Topic.REFUSAL
        return Conversed(topic=topic, settled=topic is not Topic.NO_FREE_CHAT)

    def summarise(self, request: SummariseRequest) -> Summarised:
        return Summarised(summary=summary_of(request.entries, request.previous))


def _sure(acts: tuple[Act, ...]) -> bool:
    return all(act.sure for act in acts)
