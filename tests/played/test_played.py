"""What people said to all agents, what a model answered, and what they were shown.

A line of ``chats.jsonl`` is a chat: texts of people who had not seen the code, with the answers
that somebody gave for the model who saw only what was sent to it. The answers of a turn are found
by what was asked (the name of its form) and in their order; fields that a model left empty are left
out. ``$today`` and ``$yesterday`` stand for days. In ``shown``, what differs with the day or the
chat is ``…``.
"""

import calendar
import json
import re
from collections import defaultdict, deque
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from domain.replies import Reply
from domain.topics import AskPreference
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload
from tests.model_server.requests import STEP
from tests.played.house import WholeChat
from tests.workflows.chat import content_of

CHATS = [
    json.loads(line)
    for line in (Path(__file__).parent / "chats.jsonl").read_text(encoding="utf-8").splitlines()
]
_DAY = r"\b\d{1,2}(?:–\d{1,2})? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?: \d{4})?"
_MONTH = rf"(?:{'|'.join(calendar.month_name[1:])}) \d{{4}}"
_VARIES = re.compile(
    rf"TKT-[A-Z0-9]{{8}}|{_DAY}|{_MONTH}|\b\d{{1,2}}:\d\d [ap]m\b|(?<=Bank, )today"
    r"|\b(?:tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
    r"|\b\d+ days to go|(?<=· )last day"
)
ROWS = """
    SELECT concat_ws(' ', item, merchant, amount::numeric(12, 2), currency, category) AS row
    FROM transactions WHERE user_id = $1 AND deleted_at IS NULL ORDER BY number
"""


def masked(text: str) -> str:
    """A day and a time of day are one "…": of today only the time is said."""
    return re.sub("…(?:, …)+", "…", _VARIES.sub("…", text))


class Played:
    """The answers of one chat. ``missing``: what was asked and nobody had answered."""

    def __init__(self) -> None:
        self.left: dict[str, deque[Any]] = defaultdict(deque)
        self.missing: list[str] = []
        self.ticket = ""

    def turn(self, answers: list[tuple[str, Any]]) -> None:
        for form, answer in answers:
            self.left[form].append(answer)

    def answer(self, request: ModelRequest) -> Payload:
        waiting = self.left[request.schema_name]
        if not waiting:
            self.missing.append(f"{request.schema_name} {request.complaint}".strip())
            return {}
        written = json.dumps(waiting.popleft(), ensure_ascii=False)
        today = self.today(request)
        for day, back in (("$today", 0), ("$yesterday", 1)):
            written = written.replace(day, str(today - timedelta(days=back)))
        answer: dict[str, Any] = json.loads(written.replace("$ticket", self.ticket))
        if request.schema_name == STEP:
            return {"reply": answer.get("content"), "calls": answer.get("calls", [])}
        whole: Payload = filled(answer, schema_of(request))
        return whole

    @staticmethod
    def today(request: ModelRequest) -> date:
        told = str(request.data.get("today", "")) if request.user_text.startswith("{") else ""
        return date.fromisoformat(told[:10]) if told else date(2026, 11, 29)


def schema_of(request: ModelRequest) -> dict[str, Any]:
    form: Any = request.body["response_format"]
    schema: dict[str, Any] = form["json_schema"]["schema"]
    return schema


def filled(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
    """The value with what was left out of it, empty."""
    root = root or schema
    form = _resolved(schema, root)
    if value is None or not isinstance(value, list | dict):
        return value
    for option in form.get("anyOf", ()):
        other = _resolved(option, root)
        if isinstance(value, list) == (other.get("type") == "array") and _fits(value, other):
            return filled(value, other, root)
    if isinstance(value, list):
        return [filled(each, form["items"], root) for each in value]
    return {
        name: filled(value[name], own, root) if name in value else _empty(own, root)
        for name, own in form["properties"].items()
    }


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def _fits(value: Any, form: dict[str, Any]) -> bool:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return True
    own: Mapping[str, Any] = form.get("properties", {})
    fixed = {name: each["const"] for name, each in own.items() if "const" in each}
    return value.keys() <= own.keys() and all(value.get(n) == c for n, c in fixed.items())


def _empty(schema: dict[str, Any], root: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    kinds = _resolved(schema, root).get("type")
    of_one = {"array": [], "string": "", "boolean": False}
    return of_one.get(kinds) if isinstance(kinds, str) else None


def offers_setting(reply: Reply) -> bool:
    """Whether a reply offers the language that is written: rules alone do that."""
    asks = reply.topic == AskPreference.topic
    return asks and bool(content_of(reply, AskPreference).offered)


@pytest.mark.parametrize("told", CHATS, ids=lambda told: told["chat"])
async def test_what_a_model_answered_is_done_and_shown(
    told: dict[str, Any], chat: WholeChat, models: ScriptedModelServer
) -> None:
    played = Played()
    models.answer("*", played.answer)
    shown = 0
    for turn in told["turns"]:
        played.turn(turn["model"])
        await chat.tell(turn["say"])
        replies = [reply for reply in chat.channel.shown[shown:] if not offers_setting(reply)]
        texts = [chat.text_of(reply) for reply in replies]
        presses = (choice.press for reply in replies for choice in reply.choices)
        tickets = (press.subject for press in presses if press.subject.startswith("TKT-"))
        shown = len(chat.channel.shown)
        played.ticket = next(tickets, played.ticket)
        assert [masked(text) for text in texts] == turn["shown"], turn["say"]
        left = [form for form, waiting in played.left.items() if waiting]
        assert (left, played.missing) == ([], []), turn["say"]
    rows = [row["row"] for row in await chat.execute(ROWS, chat.user_id)]
    assert rows == told["rows"]
    assert not models.malformed
