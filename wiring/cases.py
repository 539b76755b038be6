"""Agents' own workflows, and conversations, as activities of a worker reach them."""

from pydantic import BaseModel
from temporalio.client import Client
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.service import RPCError

from adapters.temporal import drop_timetable, keep_timetable
from bot.gateway import RPC_TIMEOUT, ConversationGateway
from bot.handover import TemporalUnreachableError, translated
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import address_of
from domain.replies import Notice
from domain.timetables import Timetable


class TemporalCases:
    """Implements ``agents.parts.Cases``. What agents bring is bound before there is a connection;
    no activity runs before ``reach``.
    """

    def __init__(self) -> None:
        self._gateway: ConversationGateway | None = None

    def reach(self, gateway: ConversationGateway) -> None:
        """From now on cases and conversations are reached through its connection."""
        self._gateway = gateway

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        try:
            await self._connection.start_workflow(
                workflow,
                start,
                id=case,
                task_queue=MAIN_QUEUE,
                # As for conversations: one that has ended begins anew under the same id.
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE,
                id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                start_signal=signal,
                start_signal_args=[said],
                rpc_timeout=RPC_TIMEOUT,
            )
        except RPCError as error:
            raise translated(error) from error

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        await self._connected.tell(*address_of(conversation_id), user_id, notice)

    async def keep_schedule(self, schedule: Timetable) -> None:
        try:
            await keep_timetable(self._connection, schedule, MAIN_QUEUE)
        except RPCError as error:
            raise translated(error) from error

    async def drop_schedule(self, schedule: str) -> None:
        try:
            await drop_timetable(self._connection, schedule)
        except RPCError as error:
            raise translated(error) from error

    @property
    def _connected(self) -> ConversationGateway:
        if self._gateway is None:
            raise TemporalUnreachableError("temporal: this worker is not connected yet")
        return self._gateway

    @property
    def _connection(self) -> Client:
        return self._connected.client
