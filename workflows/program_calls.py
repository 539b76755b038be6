"""Calls of tools by programs: an activity carries one out, or the conversation itself."""

from collections.abc import Callable

from pydantic import ValidationError
from temporalio import workflow

from agents.contract import FeatureOwner, TaskCall
from domain.conversation import Asked
from domain.conversation_tools import PLATFORM_TOOLS, CallOutcome, command_for
from domain.messages import Message, ProgramCall
from domain.naming import Naming
from domain.tools import (
    RECORD_TOOL_CALLS,
    CallRecord,
    ErrorCode,
    RecordCallsRequest,
    Tool,
    ToolError,
    ToolResult,
    ToolStatus,
    call_of,
    refused_arguments,
)
from domain.topics import Failed, NotFound, NotOffered
from workflows.acts import Dispatcher
from workflows.chat import Chat, ChatPart
from workflows.shared import Session
from workflows.taking_back import TakingBack
from workflows.tasks import TaskRun


class ProgramCalls(ChatPart):
    """Carries out a program's call as if the person had asked for it in words."""

    def __init__(
        self,
        chat: Chat,
        dispatcher: Dispatcher,
        taking_back: TakingBack,
        obey: Callable[[Message], None],
    ) -> None:
        super().__init__(chat)
        self._dispatcher = dispatcher
        self._taking_back = taking_back
        self._obey = obey
        """Carries out a command."""

    def take(self, message: Message, call: ProgramCall) -> None:
        agent = self._agents.able(call.agent, FeatureOwner)
        tools = agent.feature_tools() if agent is not None else PLATFORM_TOOLS
        tool = next((each for each in tools if each.name == call.wanted.name), None)
        if tool is None or not tool.by_conversation:
            asked = Asked(agent=call.agent, call=call.wanted, message=message)
            if not self._handlers.ask(asked):
                self._outbox.say(NotOffered())  # of an agent that is not enabled (any more)
            return
        try:
            arguments = tool.arguments.model_validate_json(call.wanted.arguments)
        except ValidationError as error:
            self._outbox.say(Failed(code=f"tool.{ErrorCode.INVALID_ARGUMENTS}"))
            refused = refused_arguments(tool, error)
            self._handlers.start(self._record(message, call, tool, refused), digression=False)
            return
        if agent is None:
            command, text = command_for(tool, arguments)
            self._obey(message.model_copy(update={"command": command, "text": text, "call": None}))
            self._handlers.start(self._record(message, call, tool, CallOutcome()), digression=False)
            return
        wanted = agent.task_call(tool, arguments)
        self._handlers.start(self._give_to_task(message, call, tool, wanted), digression=False)

    async def _give_to_task(
        self, message: Message, call: ProgramCall, tool: Tool, wanted: TaskCall
    ) -> None:
        """Opens a task, or gives the call to the one with the number that it names."""
        act = wanted.act.model_copy(update={"message_ids": (message.id,)})
        if not wanted.number:
            before = {run.record.task_id for run in self._board.runs}
            self._dispatcher.open([act], message)
            opened = [run for run in self._board.runs if run.record.task_id not in before]
            outcome = _make_outcome(opened[0], self._session) if opened else _refuse_for_room()
        else:
            task_id = await self._taking_back.numbered_task(wanted.number)
            if task_id is None:
                self._outbox.say(NotFound(number=wanted.number))
                outcome = ToolError(
                    code=ErrorCode.NOT_FOUND, message="There is no task with this number."
                )
            else:
                about = act.model_copy(update={"task_id": task_id})
                self._dispatcher.carry_out(about, Naming(), message)
                outcome = CallOutcome(task_id=task_id, number=wanted.number)
        await self._record(message, call, tool, outcome)

    async def _record(
        self, message: Message, call: ProgramCall, tool: Tool, outcome: CallOutcome | ToolError
    ) -> None:
        """Writes down the result, where the program looks for it; a database that is away is
        waited for.
        """
        made = call_of(f"{message.id}/1", call.wanted)
        if isinstance(outcome, ToolError):
            result = ToolResult(call_id=made.call_id, status=ToolStatus.FAILED, error=outcome)
        else:
            value = outcome.model_dump(mode="json")
            result = ToolResult(call_id=made.call_id, value=value)
        request = RecordCallsRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id="",
            agent=call.agent,
            calls=(CallRecord(call=made, result=result, effect=tool.effect),),
        )
        workflow.logger.info("call.begun", extra={"tool": tool.name})
        until_written = RECORD_TOOL_CALLS.until_it_works()
        await self._session.caller.run(until_written, request, f"note {tool.name}")


def _make_outcome(run: TaskRun, session: Session) -> CallOutcome:
    view = run.view()
    return CallOutcome(
        task_id=view.task_id,
        number=view.number,
        known=view.known,
        missing=run.agent.missing(session.today()),
    )


def _refuse_for_room() -> ToolError:
    return ToolError(
        code=ErrorCode.LIMIT,
        message="It was not begun: too much is going on in this conversation.",
        hint="Finish or cancel something first.",
    )
