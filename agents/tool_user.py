"""What the tool loop asks of the agent that it runs for."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import JsonValue

from domain.replies import Content
from domain.tasks import Injected
from domain.tools import Heard, LoopState, Tool, ToolCall, ToolResult


class ToolUser(Protocol):
    """What the tool loop asks of the agent that it runs for."""

    @property
    def loop(self) -> LoopState:
        """Part of the agent's state; the loop changes it in place."""

    def tools(self) -> Sequence[Tool]:
        """Returns all tools that there are."""

    def offered(self) -> Sequence[Tool]:
        """Returns the tools that are legal now."""

    def context(self) -> str:
        """Returns what every round is told, in plain text and few words; empty for nothing."""

    def known(self) -> JsonValue:
        """Returns what was shown to the person last, for the agent's own rules."""

    def seen(self) -> Sequence[str]:
        """Ids that earlier results of this session, or the person, named."""

    def took(self, call: ToolCall, result: ToolResult) -> None:
        """Takes in what a call came to, before the next round."""

    def heard(self, said: Injected) -> Heard | None:
        """Words for the loop in what was said to the task meanwhile; None when it was none."""

    def proposal(self, call: ToolCall, facts: JsonValue) -> Content:
        """Returns the question before an irreversible call: exactly what a yes agrees to."""
