"""Requests with the usual values filled in; a test names only what it is about."""

from datetime import UTC, datetime
from decimal import Decimal

from adapters.postgres.stores import Stores
from domain.conversation import BeginRequest
from domain.messages import Message
from domain.replies import DeliveredReply, Delivery, Reply
from domain.tasks import DraftStatus, KeepDraftRequest, ReopenDraftRequest
from domain.understanding import Person
from domain.usage import ModelCall

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


def delivery(
    *reply_ids: str,
    conversation_id: str = CHAT,
    user_id: str = ANN,
    task_id: str | None = None,
    heard: tuple[Message, ...] = (),
) -> Delivery:
    _, channel, chat_id = conversation_id.split(":")
    return Delivery(
        conversation_id=conversation_id,
        channel=channel,
        chat_id=chat_id,
        user_id=user_id,
        locale="en_MY",
        timezone="UTC",
        replies=tuple(Reply(id=i, topic="toy.done", task_id=task_id) for i in reply_ids),
        heard=heard,
    )


async def hear(stores: Stores, *messages: Message, conversation_id: str = CHAT) -> None:
    heard = delivery(conversation_id=conversation_id, user_id=messages[0].sender_id, heard=messages)
    await stores.transcript.write(heard, (), AT)


async def say(stores: Stores, reply_id: str, conversation_id: str, user_id: str) -> None:
    shown = (DeliveredReply(reply_id=reply_id, text="here is help"),)
    told = delivery(reply_id, conversation_id=conversation_id, user_id=user_id)
    await stores.transcript.write(told, shown, AT)


def model_call(user_id: str = ANN, **parts: object) -> ModelCall:
    usual: dict[str, object] = {
        "provider": "openai",
        "model": "gpt-4o-mini",
        "purpose": "understand",
        "outcome": "ok",
        "latency_ms": 100,
        "input_tokens": 90,
        "output_tokens": 10,
        "cost": Decimal("0.001"),
        "user_id": user_id,
        "task_id": f"{CHAT}/toy/1",
    }
    return ModelCall.model_validate(usual | parts)
