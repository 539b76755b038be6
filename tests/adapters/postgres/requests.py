"""Requests with the usual values filled in; a test names only what it is about."""

from datetime import UTC, datetime

from domain.conversation import BeginRequest
from domain.messages import Message
from domain.tasks import DraftStatus, KeepDraftRequest, ReopenDraftRequest
from domain.understanding import Person

ANN = "terminal:ann"
BOB = "terminal:bob"
CHAT = "conversation:terminal:ann"
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


def task(number: int, conversation_id: str = CHAT) -> str:
    return f"{conversation_id}/toy/{number}"


def keeping(
    number: int,
    *,
    user_id: str = ANN,
    status: DraftStatus = DraftStatus.KEPT,
    state: str = '{"draft": {"amount": "12.30"}}',
) -> KeepDraftRequest:
    return KeepDraftRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        agent="toy",
        status=status,
        state=state,
    )


def reopening(number: int, request_id: str, *, user_id: str = ANN) -> ReopenDraftRequest:
    return ReopenDraftRequest(
        user_id=user_id, conversation_id=CHAT, task_id=task(number), request_id=request_id
    )


def recalling(*, user_id: str = ANN, limit: int = 20) -> BeginRequest:
    return BeginRequest(person=Person(user_id=user_id), conversation_id=CHAT, history=limit)


def message(update: int, text: str, *, sender_id: str = ANN, at: datetime = AT) -> Message:
    return Message(id=f"terminal:ann:{update}", sender_id=sender_id, sent_at=at, text=text)
