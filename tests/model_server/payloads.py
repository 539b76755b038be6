"""Answers of a model in the shape of its schemas, for scripts. Numbers of messages start at 1.

What an agent's own forms hold is with the agent's tests; those of the toy are here.
"""

import json
from collections.abc import Sequence

Payload = dict[str, object]


def act(
    kind: str,
    details: Payload | None = None,
    *,
    messages: Sequence[int] = (1,),
    agent: str = "",
    task: int | None = None,
    reason: str = "scripted",
    setting: str | None = None,
) -> Payload:
    """``details`` are in the form of the act's agent."""
    return {
        "reason": reason,
        "kind": kind,
        "messages": list(messages),
        "agent": agent,
        "task": task,
        "details": details,
        "setting": setting,
    }


def understood(
    *acts: Payload, reply: str | None = None, answer_from_results: bool = False
) -> Payload:
    """For the schema ``UnderstandAnswer``."""
    return {"acts": list(acts), "reply": reply, "answer_from_results": answer_from_results}


def conversed(reply: str, about: str = "chat") -> Payload:
    """For ``ConverseAnswer``."""
    return {"about": about, "reply": reply, "calculations": []}


def summarised(summary: str) -> Payload:
    """For ``SummariseAnswer``."""
    return {"summary": summary}


def step(*calls: Payload, say: str = "") -> Payload:
    """For ``StepAnswer``, a round with tools: calls made by ``calling``, or words."""
    return {"reply": say, "calls": list(calls)}


def calling(tool: str, arguments: str | None = None, **given: object) -> Payload:
    """One call; ``arguments`` are its very characters, where ``given`` would be too well formed."""
    return {"name": tool, "arguments": json.dumps(given) if arguments is None else arguments}


def notes(*texts: str, due: str | None = None) -> Payload:
    """What an act says for the toy agent."""
    return {"texts": list(texts), "due": due}


def noted(*texts: str, due: str | None = None) -> Payload:
    """``UnderstandAnswer``: new notes for the toy agent."""
    return understood(act("open", notes(*texts, due=due), agent="toy"))


def picked(note: str) -> Payload:
    """For ``PickAnswer``, a question of the toy agent."""
    return {"reason": "scripted", "note": note}


def copied(text: str = "milk") -> Payload:
    """For ``CopyAnswer``, a question of the toy agent."""
    return {"text": text}
