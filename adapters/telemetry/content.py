"""What went into models and tools and what came out, as attributes of spans (``TRACE_CONTENT``).

LangSmith and Langfuse show a run by different names of the same thing: those of OpenTelemetry for
generative AI, older ones (``gen_ai.prompt``), OpenInference's (``input.value``) and their own.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from opentelemetry.util.types import AttributeValue
from pydantic import JsonValue

from adapters.model.metering import SentRequest
from adapters.pseudonyms import Pseudonyms
from domain.tools import RunToolRequest, ToolResult
from domain.usage import ModelCall

MOST_CHARACTERS = 20_000
"""Of one text; what is longer ends with "…". Spans that nobody takes wait in memory."""


@dataclass(frozen=True)
class TracedContent:
    """Makes the attributes. Persons are named as in logs, by pseudonyms."""

    pseudonyms: Pseudonyms

    def of_model_call(
        self, call: ModelCall, sent: Sequence[SentRequest]
    ) -> dict[str, AttributeValue]:
        """``sent`` are the requests that the call took: the last one has the former answer and what
        was wrong with it. Pictures and sound are in none of them.
        """
        run = self._of_run(f"{call.agent or 'steward'} {call.purpose}", call.user_id, call.agent)
        if not sent:
            return run
        last = sent[-1]
        asked = [(role, _shortened(words)) for role, words in last.messages]
        answered = [("assistant", _shortened(last.answer))] if last.answer else []
        return {
            **run,
            "gen_ai.input.messages": _written([_in_parts(*each) for each in asked]),
            "gen_ai.output.messages": _written(
                [_in_parts(*each) | {"finish_reason": "stop"} for each in answered]
            ),
            "gen_ai.prompt": _written([_plain(*each) for each in asked]),
            "gen_ai.completion": _written([_plain(*each) for each in answered]),
        }

    def of_tool_call(self, request: RunToolRequest) -> dict[str, AttributeValue]:
        call, agent = request.call, request.agent
        arguments = _shortened(call.arguments)
        return {
            **self._of_run(f"{agent} {call.name}", request.person.user_id, agent),
            "langsmith.span.kind": "tool",
            "gen_ai.tool.call.arguments": arguments,
            "input.value": arguments,
        }

    def of_tool_result(self, result: ToolResult) -> dict[str, AttributeValue]:
        told = _shortened(result.model_dump_json(include={"status", "value", "error"}))
        return {"gen_ai.tool.call.result": told, "output.value": told}

    def _of_run(self, name: str, user_id: str, agent: str) -> dict[str, AttributeValue]:
        """The name of a run, and the tags by which runs are filtered."""
        user = self.pseudonyms.in_text(user_id)
        tags = [f"{kind}:{value}" for kind, value in (("agent", agent), ("user", user)) if value]
        own: dict[str, AttributeValue] = {
            "langsmith.trace.name": name,
            "langsmith.span.tags": ",".join(tags),
            "langfuse.trace.tags": tags,
        }
        return own | ({"user.id": user, "langsmith.metadata.user_id": user} if user else {})


def _in_parts(role: str, words: str) -> dict[str, JsonValue]:
    return {"role": role, "parts": [{"type": "text", "content": words}]}


def _plain(role: str, words: str) -> dict[str, JsonValue]:
    return {"role": role, "content": words}


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


def _written(messages: Sequence[dict[str, JsonValue]]) -> str:
    return json.dumps(messages, ensure_ascii=False)
