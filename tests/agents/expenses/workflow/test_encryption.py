"""Conversations whose payloads are encrypted, on the real server."""

import base64
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message as Stored
from temporalio.api.common.v1 import WorkflowExecution
from temporalio.api.query.v1 import WorkflowQuery
from temporalio.api.workflowservice.v1 import ListWorkflowExecutionsRequest, QueryWorkflowRequest
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError
from temporalio.common import RawValue
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment

from adapters.encryption.access import CodecAccess
from adapters.encryption.refused import REFUSED
from adapters.encryption.server import Audience, codec_application
from adapters.temporal import ClientExtras, connect, embedded
from domain import topics
from domain.conversation import ConversationState, Limits
from domain.errors import StorageRejectedError
from tests.adapters.encryption.keys import NEW, OLD, codec
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.e2e.commands import execute, installed
from tests.e2e.house import clean_environment
from tests.fakes.attachments import image
from tests.local.waiting import eventually

SECRETS = ("Starbucks", "73.19", "breakfast", "91.07", "Watsons", "88.64", "sesame")
"""None can stand in anything else by chance: no time of day has an amount's 91 seconds, and six
letters in a row do not come up in base64.
"""
LIMITS = Limits(retry_delay=timedelta(milliseconds=10))


def address(server: WorkflowEnvironment) -> str:
    return server.client.service_client.config.target_host


async def client_with(server: WorkflowEnvironment, *keys: str, plain: bool = False) -> Client:
    """Connected as a deployment with these keys is; without any, in the clear."""
    extras = ClientExtras(codec=codec(*keys, plain=plain)) if keys else None
    return await connect(embedded(address(server)), extras)


@asynccontextmanager
async def at_work(chat: Chat, *keys: str, plain: bool = False) -> AsyncIterator[None]:
    """Workers and a channel that have these keys; nothing is kept in memory between tasks."""
    chat.client = await client_with(chat.env, *keys, plain=plain)
    async with AsyncExitStack() as stack:
        for worker in chat.workers():
            await stack.enter_async_context(worker)
        yield


@pytest.fixture
async def secret_chat(dev_server: WorkflowEnvironment) -> AsyncIterator[Chat]:
    chat = Chat(dev_server, LIMITS, "en_MY")
    chat.client = await client_with(dev_server, NEW)
    async with chat.open():
        yield chat


async def kept_by_temporal(chat: Chat) -> list[Stored]:
    """Everything that the server has and answers about a conversation, as it keeps it."""
    service, namespace = chat.client.workflow_service, chat.client.namespace
    described = await chat.handle.describe()
    listed = await service.list_workflow_executions(
        ListWorkflowExecutionsRequest(namespace=namespace, query=f"WorkflowId = '{chat.id}'")
    )
    answers = [
        await service.query_workflow(
            QueryWorkflowRequest(
                namespace=namespace,
                execution=WorkflowExecution(workflow_id=chat.id),
                query=WorkflowQuery(query_type=query),
            )
        )
        for query in ("status", "history", "__temporal_workflow_metadata", "__stack_trace")
    ]
    history = await chat.handle.fetch_history()
    return [*history.events, described.raw_description, listed, *answers]


def texts_in(kept: Stored) -> Iterator[str]:
    """What stands in it: as bytes, as the JSON that tools show, and decoded from base64."""
    yield kept.SerializeToString().decode(errors="ignore")
    shown = MessageToDict(kept)
    yield json.dumps(shown, ensure_ascii=False)
    yield from _decoded(shown)


def _decoded(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _decoded(each)
    elif isinstance(value, list):
        for each in value:
            yield from _decoded(each)
    elif isinstance(value, str):
        try:
            yield base64.b64decode(value, validate=True).decode(errors="ignore")
        except ValueError:
            return


def secrets_in(kept: list[Stored]) -> set[str]:
    texts = [text for each in kept for text in texts_in(each)]
    return {secret for secret in SECRETS for text in texts if secret in text}


@pytest.mark.shows("safety 28")
async def test_nothing_that_a_person_says_or_sends_is_readable_in_temporal(
    secret_chat: Chat,
) -> None:
    """Nor what fails on the way: each way by which their words get into Temporal is gone."""
    chat = secret_chat
    await chat.tell("Starbucks 73.19", "what did I spend this week?", "breakfast")
    chat.ledger.failure = StorageRejectedError("breakfast of 91.07 does not fit")
    await chat.tell("91.07")
    chat.ledger.failure = None
    photo = image("till")
    chat.reader.will_read(receipt(photo, merchant="Watsons", total="88.64"))
    await chat.quiet(await chat.photo(photo, caption="cash for sesame"))
    assert len(chat.saved) == 2
    kept = await kept_by_temporal(chat)
    assert any("Encoded failure" in text for each in kept for text in texts_in(each))
    assert secrets_in(kept) == set()


@pytest.mark.shows("safety 28")
async def test_a_conversation_goes_on_when_encryption_begins_and_when_keys_rotate(
    dev_server: WorkflowEnvironment,
) -> None:
    chat = Chat(dev_server, LIMITS, "en_MY")
    async with at_work(chat):
        await chat.tell("Starbucks 73.19", "breakfast")
        clear = secrets_in(await kept_by_temporal(chat))
        assert clear == {"Starbucks", "73.19", "breakfast"}, "what the test above would find"
    async with at_work(chat, OLD, plain=True):
        await chat.tell("91.07", "dinner")
    async with at_work(chat, NEW, OLD, plain=True):
        status = await chat.tell("12.30")
        assert status.state is ConversationState.IDLE
        assert [card.amount for card in chat.saved] == [
            Decimal("73.19"),
            Decimal("91.07"),
            Decimal("12.30"),
        ]
        assert secrets_in(await kept_by_temporal(chat)) == clear
        await chat.handle.terminate()


async def test_a_missing_key_fails_no_more_than_the_attempt(
    dev_server: WorkflowEnvironment,
) -> None:
    """The conversation waits for a worker that has the key: Temporal tries again for good."""
    chat = Chat(dev_server, LIMITS, "en_MY")
    async with at_work(chat, OLD):
        chat.client = await client_with(dev_server, NEW)
        await chat.say("breakfast")
        await eventually(lambda: failed_task(chat))
        assert (await chat.handle.describe()).status is WorkflowExecutionStatus.RUNNING
        assert secrets_in([*(await chat.handle.fetch_history()).events]) == set()
        await chat.handle.terminate()


async def failed_task(chat: Chat) -> bool:
    events = (await chat.handle.fetch_history()).events
    return any(event.HasField("workflow_task_failed_event_attributes") for event in events)


async def test_an_operator_without_keys_can_cancel(secret_chat: Chat, tmp_path: Path) -> None:
    await secret_chat.tell("breakfast")
    ended = await execute(
        installed("temporal"),
        *("workflow", "signal", "--workflow-id", secret_chat.id, "--name", "cancel"),
        *("--address", address(secret_chat.env)),
        environment=clean_environment(),
        folder=tmp_path,
    )
    assert ended.code == 0, ended.err
    assert (await secret_chat.said(topics.Cancelled)).by == "operator"


async def test_an_operator_with_the_codec_server_can_give_a_reason(
    secret_chat: Chat, tmp_path: Path
) -> None:
    await secret_chat.tell("lunch")
    token = "a-made-up-token-of-an-operator"
    audience = Audience("http://127.0.0.1:8233", {secret_chat.client.namespace})
    application = codec_application(codec(NEW, of=""), CodecAccess(token), audience)
    async with TestServer(application) as server:
        endpoint = str(server.make_url("")).rstrip("/")
        ended = await execute(
            installed("temporal"),
            *("workflow", "signal", "--workflow-id", secret_chat.id, "--name", "cancel"),
            *("--address", address(secret_chat.env), "--input", '"maintenance"'),
            *("--codec-endpoint", endpoint, "--codec-auth", f"Bearer {token}"),
            *("--codec-header", f"X-Workflow-Id={secret_chat.id}"),
            environment=clean_environment(),
            folder=tmp_path,
        )
    assert ended.code == 0, ended.err
    told = await secret_chat.said(topics.Cancelled)
    assert (told.by, told.reason) == ("operator", "maintenance")


class TestWhoReachesTemporalWithoutAKey:
    """They may send whatever they like: nothing of it is taken, and it holds nobody up."""

    @pytest.mark.shows("safety 28")
    async def test_what_they_write_is_not_heard(self, secret_chat: Chat) -> None:
        chat = secret_chat
        await chat.tell("Starbucks 73.19")
        real, chat.client = chat.client, await client_with(chat.env)
        await chat.say("what did I spend this week?")
        await chat.say("Tesco 88.64")
        await chat.handle.signal("cancel", "a reason in the clear")
        chat.client = real
        await chat.tell("Starbucks 41.07")
        assert [card.amount for card in chat.saved] == [Decimal("73.19"), Decimal("41.07")]
        assert not any(reply.topic == topics.Cancelled.topic for reply in chat.channel.shown)

    async def test_a_conversation_that_they_begin_ends_at_once_and_the_persons_own_begins(
        self, secret_chat: Chat
    ) -> None:
        chat = secret_chat
        real, chat.client = chat.client, await client_with(chat.env)
        await chat.say("what did I spend this week?")
        chat.client = real
        with pytest.raises(WorkflowFailureError) as failed:
            await chat.handle.result()
        assert isinstance(failed.value.cause, ApplicationError)
        assert failed.value.cause.type == REFUSED
        await chat.tell("Starbucks 73.19")
        assert chat.channel.shown[0].topic != topics.Failed.topic
        assert len(chat.saved) == 1

    async def test_what_somebody_said_is_worth_nothing_in_another_chat(
        self, secret_chat: Chat
    ) -> None:
        """A victim's signal, as it stands in the victim's history, is sent into an own chat."""
        victim = secret_chat
        await victim.tell("Starbucks 73.19")
        events = (await victim.handle.fetch_history()).events
        heard = [e.workflow_execution_signaled_event_attributes.input for e in events]
        (stolen,) = next(each.payloads for each in heard if each.payloads)
        own = Chat(victim.env, LIMITS, "en_MY")
        async with at_work(own, NEW):
            await own.tell("Tesco 88.64")
            unlocked = await client_with(own.env)
            await unlocked.get_workflow_handle(own.id).signal("receive", RawValue(stolen))
            await own.tell("/status")
            # Both chats are served by the same pool of workers.
            saved = {card.amount for card in (*victim.saved, *own.saved)}
            assert saved == {Decimal("73.19"), Decimal("88.64")}
            shown = json.dumps([reply.model_dump(mode="json") for reply in own.channel.shown])
            assert "Starbucks" not in shown
            await own.handle.terminate()
