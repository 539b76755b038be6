"""What may stand in logs: no ids of persons, nothing that errors quote."""

import ast
import json
import logging
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
import structlog
from asyncpg import exceptions as pg
from pydantic import BaseModel, SecretStr, ValidationError

from adapters.pseudonyms import Pseudonyms
from adapters.quoted_values import left_out
from domain.errors import StorageRejectedError
from tests.process_log import KEY, logging_to

ROOT = Path(__file__).parents[1]
NAMES = Pseudonyms.of(KEY)


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Callable[[], list[dict[str, object]]]]:
    """Configures logs as a process does; gives what was written."""
    with logging_to(tmp_path / "process.log") as file:
        yield lambda: [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("conversation:telegram:123", r"conversation:telegram:~\w{10}"),
        ("conversation:telegram:123/transaction/3", r"conversation:telegram:~\w{10}/transaction/3"),
        ("telegram:123:456", r"telegram:~\w{10}:456"),
        ("terminal:me:17953", r"terminal:~\w{10}:17953"),
        ("conversation:terminal:Anna Meier/transaction/1", r"conversation:terminal:~\w{10}/\S+/1"),
        ("conversation:telegram:-100123.456", r"conversation:telegram:~\w{10}\.~\w{10}"),
        ("http:shop:ann.lee@example.com", r"http:shop:~\w{10}"),
        ("telephone:+14155550199", r"telephone:~\w{10}"),
        ("of telephone:withheld-00ff, twice", r"of telephone:~\w{10}, twice"),
        ("of http:shop:ann:lee/expenses/1, twice", r"of http:shop:~\w{10}/expenses/1, twice"),
        ("user=http%3Ashop%3Aann", r"user=http%3Ashop%3A~\w{10}"),
        ("steward.terminal.anna", r"steward\.terminal\.~\w{10}"),
        ("failed for telegram:123.", r"failed for telegram:~\w{10}\."),
        ("{'workflow_id': 'conversation:telegram:123'}", r"\{'workflow_id': '\S+~\w{10}'\}"),
        ("erase:telegram:123", r"erase:telegram:~\w{10}"),
        ("SendMessage(chat_id=8413005279, text", r"SendMessage\(chat_id=~\w{10}, text"),
        ("{'user_id': -1008413005279}", r"\{'user_id': ~\w{10}\}"),
        ("no such chat 8413005279", r"no such chat ~\w{10}"),
        ("wf=conversation:telegram:123, next", r"wf=conversation:telegram:~\w{10}, next"),
        ("telegram:123/seen/telegram:456", r"telegram:~\w{10}/seen/telegram:~\w{10}"),
        ("terminal:me:/home/terminal:anna", r"terminal:~\w{10}:/home/terminal:~\w{10}"),
        ("/ns/x/conversation:telegram:123/r1", r"/ns/x/conversation:telegram:~\w{10}/r1"),
        ("/ns%2Fconversation%3Atelegram%3A123/h", r"/ns%2F\S+%3Atelegram%3A~\w{10}/h"),
        ("/photos_telegram:123.jpg", r"/photos_telegram:~\w{10}"),
    ],
)
def test_an_id_becomes_a_pseudonym_and_what_it_is_part_of_stays(text: str, shape: str) -> None:
    assert re.fullmatch(shape, NAMES.in_text(text))
    assert NAMES.in_text(NAMES.in_text(text)) == NAMES.in_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "telegram.refused",
        "steward.model",
        "housekeeping",
        "https://api.telegram.org/",
        "http://127.0.0.1:8085/page",
        "2026-11-22T04:54:22.317489Z",
        "conversation.truncated",
        "telegram: closed",
        "user 12 of 15",
        "chat_id=None",
    ],
)
def test_what_is_no_id_stays(text: str) -> None:
    assert NAMES.in_text(text) == text


def test_no_channel_is_forgotten() -> None:
    named = re.compile(r'^CHANNEL = "(\w+)"', re.MULTILINE)
    files = (ROOT / "bot").rglob("*.py")
    channels = {name for file in files for name in named.findall(file.read_text())}
    assert channels >= {"telegram", "http", "terminal"}
    for channel in channels:
        for text in (f"{channel}:page:ann", f"conversation:{channel}:ann", f"of {channel}:ann:12"):
            assert NAMES.in_text(text) != text


def test_a_chat_of_the_http_channel_is_no_name_of_a_key() -> None:
    session = "86faee55-966f-4b1e-9d7a-0123456789ab"
    named = NAMES.in_text(f"heard http:{session}:m1 of http:shop:ann")
    assert session not in named
    assert "ann" not in named
    assert ":m1 of http:shop:~" in named
    chat = NAMES.in_text(f"conversation:http:{session}")
    assert chat.partition("~")[2] in named, "the same as where it is a conversation's"


def test_a_person_has_the_same_pseudonym_everywhere_and_another_with_another_key() -> None:
    def of(text: str, names: Pseudonyms = NAMES) -> str:
        return names.in_text(text).partition("~")[2][:10]

    known = {of(f"conversation:telegram:{who}/x/1") for who in (123, 124, 1230)}
    assert len(known) == 3
    assert of("telegram:123") == of("telegram:123:9") == of("conversation:telegram:123")
    assert of("telegram:123", Pseudonyms.of(SecretStr("another"))) != of("telegram:123")
    assert of("telegram:123", Pseudonyms.of(None)) != of("telegram:123", Pseudonyms.of(None))


def test_lines_of_steward_and_of_libraries_have_pseudonyms(
    logged: Callable[[], list[dict[str, object]]],
) -> None:
    nested = {"workflow_id": "conversation:telegram:123", "attempt": 2}
    structlog.get_logger().info(
        "a.b",
        conversation_id="conversation:telegram:123",
        user_id=123,
        amount=Decimal("1.5"),
        ids=("telegram:123:7",),
        error=ValueError("no telegram:123"),
    )
    logging.getLogger("temporalio.activity").warning(
        "Completing activity as failed (%s)", nested, extra={"temporal_activity": nested}
    )
    own, library = logged()
    assert "telegram:123" not in json.dumps(own)
    assert own["user_id"] != 123
    assert "telegram:123" not in json.dumps(library)
    name = NAMES.in_text("telegram:123").partition(":")[2]
    assert own["user_id"] == name
    assert own["ids"] == [f"telegram:{name}:7"]
    assert library["temporal_activity"] == {
        "workflow_id": f"conversation:telegram:{name}",
        "attempt": 2,
    }
    assert name in str(library["event"])


class Expense(BaseModel):
    amount: Decimal


def test_an_error_keeps_its_kind_and_place_but_not_the_value_that_it_quotes(
    logged: Callable[[], list[dict[str, object]]],
) -> None:
    said = "Starbucks"
    try:
        Expense.model_validate({"amount": said})
    except ValidationError as cause:
        error = StorageRejectedError("telegram:123 was refused")
        error.__cause__ = cause
        structlog.get_logger().error("expense.refused", exc_info=error, reason=str(cause))
    (entry,) = logged()
    assert said not in json.dumps(entry)
    for kept in ("StorageRejectedError", "ValidationError", "decimal_parsing", "test_logs.py"):
        assert kept in str(entry["exception"])
    assert "telegram:123" not in str(entry["exception"])


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            'null value in column "amount"\nDETAIL:  Failing row contains (7, Starbucks, null).',
            'null value in column "amount"\nDETAIL:…',
        ),
        (
            "invalid input for query argument $3: 'Starbucks (KL)' (expected str, got int)",
            "invalid input for query argument $3: … (expected str, got int)",
        ),
        (
            'invalid input syntax for type numeric: "Starbucks"',
            "invalid input syntax for type numeric: …",
        ),
        ("[SQL: SELECT 1]\n[parameters: ('Starbucks',)]", "[SQL: SELECT 1]\n[parameters: …]"),
        ("connection refused", "connection refused"),
    ],
)
def test_what_databases_quote_is_left_out(message: str, kept: str) -> None:
    assert left_out(message) == kept


def test_asyncpg_writes_details_as_expected_above() -> None:
    error = pg.PostgresError.new({"M": "refused", "D": "Key (x)=(Starbucks) exists.", "C": "23505"})
    assert "Starbucks" in str(error)
    assert left_out(str(error)) == "refused\nDETAIL:…"


LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "bind", "bound_contextvars"}
NO_PERSONS = {
    *("update_id", "message_id", "reply_id", "task_id", "conversation_id", "workflow_id"),
    *("session", "call_id", "request_id", "pid"),
}
"""Numbers of things; those that name a chat begin with its channel, which is replaced by that."""


def fields_in_logs() -> set[str]:
    """Names of all fields that some line of the log has."""
    parts = ("*.py", "activities/*.py", "adapters/**/*.py", "bot/**/*.py", "workflows/**/*.py")
    calls = (
        node
        for part in (*parts, "local/**/*.py")
        for file in ROOT.glob(part)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )
    logged = (call for call in calls if call.func.attr in LEVELS)  # type: ignore[attr-defined]
    return {keyword.arg for call in logged for keyword in call.keywords if keyword.arg}


def test_no_field_of_a_log_line_shows_the_bare_id_of_a_person_or_chat() -> None:
    personal = {
        name
        for name in fields_in_logs()
        if re.search(r"(^|_)(id|chat|user|owner|member|person|from)(_|$)", name)
    }
    assert "chat" in personal, "the search finds no fields"
    for name in personal - NO_PERSONS:
        assert "8413005279" not in str(NAMES(None, "info", {"event": "x", name: 8413005279})), name
    for name in fields_in_logs():
        assert "8413005279" not in str(NAMES(None, "info", {name: "telegram:8413005279:7"})), name
