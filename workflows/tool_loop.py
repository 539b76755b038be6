"""The tool loop: an engine says what to do next, its calls are carried out, until it answers.

Everything that it knows of a turn is in the agent's ``LoopState``, so that a fresh run goes on
behind the last finished call. Whatever a tool, a database or a provider fails with becomes a result
that the next round reads; nothing of it ends the conversation.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from pydantic import JsonValue, ValidationError
from temporalio import workflow

from agents.contract import ToolUser
from domain.activity_calls import ActivityCall
from domain.errors import StorageUnavailableError
from domain.failures import ActivityFailed
from domain.messages import CallRequest
from domain.replies import Content
from domain.tools import (
    AGENT_STEP,
    AGENT_STEP_BY_RULES,
    MAX_CALLS_A_ROUND,
    RECORD_TOOL_CALLS,
    RUN_TOOL,
    CallRecord,
    Effect,
    ErrorCode,
    Heard,
    LoopState,
    Pending,
    RecordCallsRequest,
    Round,
    RunToolRequest,
    Step,
    StepRequest,
    Tool,
    ToolCall,
    ToolError,
    ToolResult,
    ToolSpec,
    ToolStatus,
    TurnEnd,
    TurnReason,
    digest_of,
    refused_arguments,
    remote_tool,
    run_tool_of,
)
from domain.topics import AskRemoteCall, Failed
from domain.turn import CURRENT_TURN
from workflows import metrics

if TYPE_CHECKING:
    from workflows.desk import TaskDesk

SHORTEST = timedelta(milliseconds=1)
"""Of a timer."""

FIRST_RESULT_AGAIN = "This is the first result again: nothing changed since. Do not ask once more."

_MAX_TRIES = 3
"""At the same call that fails, as long as nothing new is said."""

_MAX_IDLE_ROUNDS = 2

_MAX_UNRECORDED = 100
"""Refused calls that wait to be written down while the database is away; the oldest go first."""

_NOT_RUN = frozenset(
    {
        ErrorCode.UNKNOWN_TOOL,
        ErrorCode.NOT_OFFERED,
        ErrorCode.INVALID_ARGUMENTS,
        ErrorCode.REPEATED,
        ErrorCode.ALREADY_DONE,
        ErrorCode.TOO_MANY_CALLS,
        ErrorCode.ONE_AT_A_TIME,
    }
)
"""Nothing ran for such a call."""

_BROKEN = frozenset({ErrorCode.TIMEOUT, ErrorCode.UNAVAILABLE, ErrorCode.INTERNAL})

_STILL_OPEN = frozenset({ErrorCode.TIMEOUT.value, StorageUnavailableError.code})


class _Clock:
    """How long a turn has worked. A timer alone says that its time is up (docs/adr/0046)."""

    def __init__(self, loop: LoopState, whole: timedelta) -> None:
        self._loop = loop
        self._whole = whole
        self._since: datetime | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.ran_out = False

    @contextmanager
    def running(self) -> Iterator[None]:
        self._start()
        try:
            yield
        finally:
            self._stop()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops the clock for what is not the turn's own slowness: the person, and outages."""
        self._stop()
        try:
            yield
        finally:
            self._start()

    def _start(self) -> None:
        if not workflow.in_workflow():
            return  # the worker lets this run go from its memory
        left = max(self._whole if self._loop.left is None else self._loop.left, SHORTEST)
        self._loop.left, self._since = left, workflow.now()
        if not self.ran_out:
            timers = asyncio.get_running_loop()
            self._timer = timers.call_later(left.total_seconds(), self._ring)

    def _stop(self) -> None:
        if not workflow.in_workflow() or self._since is None or self._loop.left is None:
            return
        self._loop.left -= workflow.now() - self._since
        self._since = None
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        self.ran_out = True


class ToolLoop:
    """Turns of one agent at one desk."""

    def __init__(self, desk: "TaskDesk", user: ToolUser) -> None:
        self._desk = desk
        self._user = user
        self._limits = desk.limits
        self._clock = _Clock(user.loop, self._limits.turn_timeout)

    @property
    def _loop(self) -> LoopState:
        return self._user.loop

    async def turn(self, said: Sequence[Heard] = ()) -> TurnEnd:
        """Begins a new turn, or goes on with one that has not ended."""
        self._begin(said)
        began = workflow.now()
        try:
            with self._clock.running():
                end = await self._run_rounds()
        except asyncio.CancelledError:
            if self._desk.stopped and not self._desk.suspended:
                self._log_end(TurnReason.CANCELLED, workflow.now() - began)
            raise  # the state stays: a draft of it can be gone on with
        self._log_end(end.reason, workflow.now() - began)
        self._loop.said = ()
        self._forget_turn()
        return end

    def _begin(self, said: Sequence[Heard]) -> None:
        loop = self._loop
        if loop.under_way:
            self._take_in(said)
            return
        if not said:
            raise RuntimeError("a turn of the tool loop begins with something that was said")
        loop.turn += 1
        loop.said = tuple(said)
        self._forget_turn()
        workflow.logger.info(
            "turn.started",
            extra={**self._make_ids(), "length": sum(len(each.text) for each in said)},
        )

    def _forget_turn(self) -> None:
        loop = self._loop
        loop.rounds, loop.working, loop.taken, loop.pending = (), None, (), None
        loop.idle_rounds, loop.no_more_tools, loop.left, loop.cost = 0, False, None, None

    def _log_end(self, reason: TurnReason, took: timedelta) -> None:
        loop = self._loop
        rounds, calls = len(loop.rounds), sum(len(r.calls) for r in loop.rounds)
        turn = CURRENT_TURN.get()
        if turn is not None:
            turn.rounds, turn.calls = rounds, calls
        metrics.tool_turn_ended(self._desk.agent, reason.value, rounds)
        workflow.logger.info(
            "turn.completed",
            extra={
                **self._make_ids(),
                "reason": reason.value,
                "duration_ms": round(took.total_seconds() * 1000),
                "rounds": rounds,
                "calls": calls,
                "cost": None if loop.cost is None else str(loop.cost),
            },
        )

    def _make_ids(self) -> dict[str, JsonValue]:
        desk = self._desk
        return {
            "conversation_id": desk.conversation_id,
            "user_id": desk.person.user_id,
            "task_id": desk.task_id,
            "turn": self._loop.turn,
        }

    # Rounds

    async def _run_rounds(self) -> TurnEnd:
        loop = self._loop
        while True:
            if loop.working is None:
                await self._listen()
                if self._clock.ran_out:
                    return self._end(TurnReason.PARTIAL)
                closing = self._closing
                try:
                    step = await self._ask_step(closing=closing)
                except ActivityFailed as failure:
                    workflow.logger.error("turn.failed", extra={"code": failure.code})
                    return self._end(TurnReason.FAILED)
                if step is None:
                    continue  # new words, or no time left
                if not step.calls:
                    self._add(Round(say=step.say))
                    return self._end(TurnReason.ANSWERED, step)
                loop.working = Round(
                    say=step.say, calls=self._number_calls(step.calls), by_model=step.by_model
                )
                if closing:
                    for call in loop.working.calls:
                        self._note(_ENDED.of(call))
                    await self._close()
                    return self._end(TurnReason.PARTIAL)
            offered = self._offered
            await self._carry_out()
            if self._is_told_by_cards(offered):
                return self._end(TurnReason.ANSWERED)

    def _is_told_by_cards(self, offered: Sequence[str]) -> bool:
        """Whether the round that a model asked for changed all that it was to change: its cards say
        so, and no model is asked for words about it. After a change that makes further tools legal
        (``offered`` are those before it) the model may want one of these; where it looked for more
        things at once than it changed, it may have something to say of the rest.
        """
        last = self._loop.rounds[-1]
        if not last.by_model or last.heard or self._desk.spoken_to:
            return False
        own = self._own
        effects = {own[call.name].effect if call.name in own else None for call in last.calls}
        if not effects <= {Effect.WRITE, Effect.IRREVERSIBLE}:
            return False
        if any(result.status is not ToolStatus.OK for result in last.results):
            return False
        if Effect.IRREVERSIBLE in effects:
            return True
        if self._most_read_at_once() > len(last.calls) and workflow.patched("the-rest-is-told"):
            return False
        return set(self._offered) <= set(offered)

    def _most_read_at_once(self) -> int:
        """How many calls that read stood in one round since the person said something last."""
        most = 0
        for each in self._loop.rounds:
            most = max(most, sum(map(self._is_read, each.calls)))
            most = 0 if each.heard else most
        return most

    def _end(self, reason: TurnReason, step: Step | None = None) -> TurnEnd:
        said = step or Step()
        return TurnEnd(
            reason=reason,
            say=said.say,
            topic=said.topic,
            content=said.content,
            rounds=self._loop.rounds,
        )

    @property
    def _number(self) -> int:
        return len(self._loop.rounds) + 1

    @property
    def _closing(self) -> bool:
        """Whether this round is asked for a sentence alone."""
        loop = self._loop
        return (
            self._number >= self._limits.max_iterations
            or self._calls_made >= self._limits.max_tool_calls
            or loop.idle_rounds >= _MAX_IDLE_ROUNDS
            or loop.no_more_tools
        )

    @property
    def _calls_made(self) -> int:
        return sum(len(each.calls) for each in self._loop.rounds)

    async def _listen(self) -> None:
        """Takes in what was said meanwhile, behind all results so far."""
        if self._desk.spoken_to:
            await self._desk.settle()
        self._take_in(self._take_words())

    def _take_words(self) -> list[Heard]:
        heard = (self._user.heard(each) for each in self._desk.injected())
        return [each for each in heard if each is not None]

    def _take_in(self, words: Sequence[Heard]) -> None:
        loop = self._loop
        if not words:
            return
        loop.idle_rounds, loop.no_more_tools = 0, False
        if loop.working is not None:
            loop.working = _add_words(loop.working, words)
        elif loop.rounds:
            loop.rounds = (*loop.rounds[:-1], _add_words(loop.rounds[-1], words))
        else:
            loop.said = (*loop.said, *words)

    async def _ask_step(self, *, closing: bool) -> Step | None:
        """Returns what the engine wants next; None when something was said meanwhile, or time is
        up.
        """
        request = self._make_step_request(closing=closing)
        doing = f"decide · {self._place}"
        if not self._limits.has_model:
            return await self._desk.call(AGENT_STEP_BY_RULES, request, doing)
        try:
            step = await self._desk.unless(
                AGENT_STEP, request, doing, lambda: self._desk.spoken_to or self._clock.ran_out
            )
        except ActivityFailed as failure:
            workflow.logger.warning("turn.by_rules", extra={"code": failure.code})
        else:
            if step is not None and step.cost is not None:
                self._loop.cost = (self._loop.cost or Decimal(0)) + step.cost
            return step
        step = await self._desk.call(AGENT_STEP_BY_RULES, request, f"{doing} by rules")
        self._desk.note(step.model_copy(update={"degraded": True}))
        return step

    def _make_step_request(self, *, closing: bool) -> StepRequest:
        desk, loop, user = self._desk, self._loop, self._user
        return StepRequest(
            person=desk.person,
            agent=self._desk.agent,
            task_id=desk.task_id,
            turn=loop.turn,
            round=self._number,
            rounds_left=max(self._limits.max_iterations - self._number, 0),
            today=desk.today(),
            context=user.context(),
            known=user.known(),
            said=loop.said,
            rounds=loop.rounds,
            tools=() if closing else self._offered,
            remote=() if closing else self._remote,
            history=desk.history,
            summary=desk.summary,
            closing=closing,
        )

    @property
    def _place(self) -> str:
        return f"round {self._number} of {self._limits.max_iterations}"

    # Calls

    def _number_calls(self, wanted: Sequence[CallRequest]) -> tuple[ToolCall, ...]:
        base = f"{self._desk.task_id}/t{self._loop.turn}/r{self._number}"
        return tuple(
            ToolCall(
                call_id=f"{base}/c{number}",
                name=each.name,
                arguments=each.arguments or "{}",
                digest=digest_of(each.name, self._write_canonical(each)),
            )
            for number, each in enumerate(wanted, start=1)
        )

    def _write_canonical(self, wanted: CallRequest) -> str:
        """Writes arguments with every default, so that equal calls have equal digests."""
        tool = self._tools.get(wanted.name)
        if tool is None:
            return wanted.arguments
        try:
            return tool.arguments.model_validate_json(wanted.arguments or "{}").model_dump_json()
        except ValidationError:
            return wanted.arguments

    @property
    def _tools(self) -> dict[str, Tool]:
        return {**{spec.name: remote_tool(spec) for spec in self._remote}, **self._own}

    @property
    def _own(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self._user.tools()}

    @property
    def _remote(self) -> tuple[ToolSpec, ...]:
        """Tools of other servers, which are legal at any time."""
        return self._limits.remote_tools.get(self._desk.agent, ())

    @property
    def _offered(self) -> tuple[str, ...]:
        own = (tool.name for tool in self._user.offered())
        return (*own, *(spec.name for spec in self._remote))

    def _word_proposal(self, call: ToolCall, facts: JsonValue) -> Content:
        if call.name in self._own:
            return self._user.proposal(call, facts)
        return AskRemoteCall(tool=call.name, arguments=call.arguments)

    @property
    def _working(self) -> Round:
        if self._loop.working is None:
            raise RuntimeError("no round is being carried out")
        return self._loop.working

    async def _carry_out(self) -> None:
        """Runs the calls of a round: those that only read first, the others in their order."""
        allowed = self._select_allowed()
        reads = [call for call in allowed if self._is_read(call)]
        await self._read(reads)
        self._take(reads)
        for call in allowed:
            if call not in reads and self._find_result(call) is None:
                self._note(await self._write(call))
            self._take([call])
        await self._close()

    def _select_allowed(self) -> list[ToolCall]:
        """Returns the calls of the round that may run; each other one has its result."""
        allowed: list[ToolCall] = []
        room = self._limits.max_tool_calls - self._calls_made
        irreversible = 0
        offered = set(self._offered)
        there_are = ", ".join(sorted(offered))
        for number, call in enumerate(self._working.calls, start=1):
            tool = self._tools.get(call.name)
            if number > min(room, MAX_CALLS_A_ROUND):
                self._note(_TOO_MANY.of(call))
            elif tool is None:
                self._note(_UNKNOWN.of(call, f"There are: {there_are}."))
            elif call.name not in offered and self._find_result(call) is None:
                self._note(_NOT_OFFERED.of(call, f"Possible now: {there_are}."))
            elif (error := _check_arguments(tool, call)) is not None:
                self._note(ToolResult(call_id=call.call_id, status=ToolStatus.FAILED, error=error))
            elif tool.effect is Effect.IRREVERSIBLE and irreversible:
                self._note(_ONE_AT_A_TIME.of(call))
            else:
                irreversible += tool.effect is Effect.IRREVERSIBLE
                allowed.append(call)
        return allowed

    async def _read(self, calls: Sequence[ToolCall]) -> None:
        first: dict[str, ToolCall] = {}
        again: list[ToolCall] = []
        for call in calls:
            if self._find_result(call) is None:
                if call.digest in first:
                    again.append(call)
                elif not self._is_repeated(call):
                    first[call.digest] = call
        await asyncio.gather(*(self._read_one(call) for call in first.values()))
        for call in again:
            if not self._is_repeated(call):
                await self._read_one(call)

    async def _read_one(self, call: ToolCall) -> None:
        try:
            result = await self._desk.unless(
                self._make_activity_call(call, committing=False),
                self._make_request(call),
                self._describe(call),
                lambda: self._clock.ran_out,
            )
        except ActivityFailed as failure:
            result = _report_failure(call, failure)
        self._note(result or _TIMED_OUT.of(call))

    async def _write(self, call: ToolCall) -> ToolResult:
        if self._is_repeated(call):
            return self._get_result(call)
        if self._clock.ran_out:
            return _TOO_LATE.of(call)
        if self._unknown:
            return _WITHHELD.of(call)
        if self._tools[call.name].effect is Effect.IRREVERSIBLE:
            return await self._confirm(call)
        return await self._change(call, self._make_request(call))

    async def _change(self, call: ToolCall, request: RunToolRequest) -> ToolResult:
        """Carries out what changes something. What it came to is certain, or known to be unknown:
        nothing is said to have failed that was written.
        """
        run, doing = self._make_activity_call(call, committing=True), self._describe(call)
        try:
            result = await self._desk.call(run, request, doing)
        except ActivityFailed as failure:
            if not self._tools[call.name].repeatable:
                return await self._settle(call, request)
            if failure.code == StorageUnavailableError.code:
                outage = Failed(code=failure.code, reason=failure.user_text)
                with self._clock.stopped():
                    # The same id once more: it is carried out once, whatever became of it before.
                    result = await self._desk.when_back(run, request, outage)
            else:
                result = _report_failure(call, failure)
        timed_out = result.error is not None and result.error.code is ErrorCode.TIMEOUT
        if result.status is ToolStatus.FAILED and timed_out:
            return await self._settle(call, request)
        return result

    async def _settle(self, call: ToolCall, request: RunToolRequest) -> ToolResult:
        settle = request.model_copy(update={"settle": True})
        run, doing = self._make_activity_call(call, committing=True), f"settle {call.name}"
        try:
            return await self._desk.call(replace(run, retries=RUN_TOOL.retries), settle, doing)
        except ActivityFailed as failure:
            if failure.code != StorageUnavailableError.code:
                return _NOBODY_KNOWS.of(call)
        outage = Failed(code=StorageUnavailableError.code)
        with self._clock.stopped():
            return await self._desk.when_back(run, settle, outage)

    # What cannot be taken back

    async def _confirm(self, call: ToolCall) -> ToolResult:
        """Carries out a call only as the person agreed to it, after they saw exactly that."""
        loop = self._loop
        pending = loop.pending
        if pending is None or not (pending.confirmed_by or self._desk.question):
            known = pending  # an open question that was kept is shown anew, as things stand now
            checked = await self._check(call, known.facts if known else None)
            if checked.status is not ToolStatus.OK:
                loop.pending = None
                return checked
            attempt = known.attempt if known else 1
            pending = loop.pending = Pending(call=call, facts=checked.value, attempt=attempt)
        while True:
            if not pending.confirmed_by:
                refused = await self._ask_agreement(call, pending)
                if refused is not None:
                    loop.pending = None
                    return refused
                pending = loop.pending or pending
            result = await self._send(call, pending)
            if result.status is not ToolStatus.FAILED or _get_code(result) in _BROKEN:
                break  # asking the person once more would not mend a fault
            checked = await self._check(call, pending.facts)
            if checked.status is not ToolStatus.OK or checked.value == pending.facts:
                break
            pending = loop.pending = Pending(
                call=call, facts=checked.value, attempt=pending.attempt + 1
            )
        loop.pending = None
        return result.model_copy(update={"call_id": call.call_id})

    async def _check(self, call: ToolCall, shown: JsonValue) -> ToolResult:
        """Whether it could be done now, and the facts that a yes would agree to."""
        request = self._make_request(call).model_copy(update={"check": True, "confirmed": shown})
        run = self._make_activity_call(call, committing=False)
        try:
            result = await self._desk.unless(
                run, request, f"check {call.name}", lambda: self._clock.ran_out
            )
        except ActivityFailed as failure:
            if failure.code != StorageUnavailableError.code:
                return _report_failure(call, failure)
            # Waited for as for a change: it was asked for, and nothing has been refused.
            outage = Failed(code=failure.code, reason=failure.user_text)
            with self._clock.stopped():
                result = await self._desk.when_back(run, request, outage)
        return result or _TIMED_OUT.of(call)

    async def _ask_agreement(self, call: ToolCall, pending: Pending) -> ToolResult | None:
        """Asks the person; None when they said yes."""
        while True:
            with self._clock.stopped():
                await self._desk.settle()
                if self._desk.question is None and self._desk.has_injected:
                    decided = None  # words came before the question could be put
                else:
                    decided = await self._desk.confirm(self._word_proposal(call, pending.facts))
            if decided is not None and decided.yes:
                said_by = {
                    "confirmed_by": decided.message_id or "yes",
                    "author_id": decided.author_id,
                }
                self._loop.pending = pending.model_copy(update=said_by)
                return None
            if decided is not None and decided.yes is False:
                return _DECLINED.of(call)
            words = self._take_words()
            if words:
                self._take_in(words)
                heard = " ".join(each.text for each in words)
                return _DECLINED.of(call, f"They said: {heard}" if heard else "")

    async def _send(self, call: ToolCall, pending: Pending) -> ToolResult:
        """Gives every yes an id of its own: what became of the one before is kept as it was."""
        own_id = f"{call.call_id}/y{pending.attempt}" if pending.attempt > 1 else call.call_id
        own = call.model_copy(update={"call_id": own_id})
        request = self._make_request(own).model_copy(
            update={
                "confirmed_by": pending.confirmed_by,
                "author_id": pending.author_id,
                "confirmed": pending.facts,
            }
        )
        return await self._change(own, request)

    # What came of them

    def _make_activity_call(
        self, call: ToolCall, *, committing: bool
    ) -> ActivityCall[RunToolRequest, ToolResult]:
        timeout = self._limits.tool_timeout
        return run_tool_of(self._tools[call.name], timeout, committing=committing)

    def _make_request(self, call: ToolCall) -> RunToolRequest:
        desk = self._desk
        return RunToolRequest(
            person=desk.person,
            conversation_id=desk.conversation_id,
            task_id=desk.task_id,
            agent=self._desk.agent,
            call=call,
            turn=self._loop.turn,
            round=self._number,
            today=desk.today(),
            seen=tuple(self._user.seen()),
        )

    def _describe(self, call: ToolCall) -> str:
        return f"run {call.name} · {self._place}"

    def _find_result(self, call: ToolCall) -> ToolResult | None:
        found = (r for r in self._working.results if r.call_id == call.call_id)
        return next(found, None)

    def _get_result(self, call: ToolCall) -> ToolResult:
        result = self._find_result(call)
        if result is None:
            raise RuntimeError("the call has no result")
        return result

    def _note(self, result: ToolResult) -> None:
        """Keeps what a call came to; what is there stays."""
        working = self._working
        if all(each.call_id != result.call_id for each in working.results):
            results = (*working.results, result)
            self._loop.working = working.model_copy(update={"results": results})

    def _take(self, calls: Sequence[ToolCall]) -> None:
        """Lets the agent take in results, in the order of the calls and each once."""
        for call in calls:
            if call.call_id not in self._loop.taken:
                self._loop.taken = (*self._loop.taken, call.call_id)
                if call.name in self._own:
                    self._user.took(call, self._get_result(call))

    async def _close(self) -> None:
        """Ends the round: all of its calls have their results."""
        loop, working = self._loop, self._working
        self._take(working.calls)
        results = tuple(self._get_result(call) for call in working.calls)
        number = self._number
        ran = (_get_code(r) not in _NOT_RUN and r.note != FIRST_RESULT_AGAIN for r in results)
        loop.idle_rounds = 0 if any(ran) else loop.idle_rounds + 1
        loop.working, loop.taken = None, ()
        self._add(working.model_copy(update={"results": results}))
        loop.unrecorded += tuple(
            CallRecord(
                call=call,
                result=result,
                effect=self._tools[call.name].effect if call.name in self._tools else None,
                turn=loop.turn,
                round=number,
            )
            for call, result in zip(working.calls, results, strict=True)
            if not result.recorded
        )
        loop.unrecorded = loop.unrecorded[-_MAX_UNRECORDED:]
        await self._record()

    def _add(self, new: Round) -> None:
        self._loop.rounds = (*self._loop.rounds, new)

    async def _record(self) -> None:
        """Writes down what was not carried out, so that every call is a row."""
        loop, desk = self._loop, self._desk
        if not loop.unrecorded:
            return
        request = RecordCallsRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            task_id=desk.task_id,
            agent=self._desk.agent,
            calls=loop.unrecorded,
        )
        try:
            await desk.call(RECORD_TOOL_CALLS, request, "note calls that were refused")
        except ActivityFailed as failure:
            workflow.logger.warning("tool_calls.not_recorded", extra={"code": failure.code})
        else:
            loop.unrecorded = ()

    @property
    def _unknown(self) -> bool:
        """Whether a call is open of which nobody can tell what became of it."""
        rounds = (*self._loop.rounds, self._working)
        return any(r.status is ToolStatus.UNKNOWN for each in rounds for r in each.results)

    # Repetition

    def _list_since_words(self) -> list[tuple[ToolCall, ToolResult]]:
        """Returns what came of calls since the person said something last, in the order in which
        they ran: of a round, those that read came first.
        """
        found: list[tuple[ToolCall, ToolResult]] = []
        for each in (*self._loop.rounds, self._working):
            results = {result.call_id: result for result in each.results}
            ran = sorted(each.calls, key=lambda call: not self._is_read(call))
            found += [(c, results[c.call_id]) for c in ran if c.call_id in results]
            if each.heard:
                found.clear()
        return found

    def _is_read(self, call: ToolCall) -> bool:
        tool = self._tools.get(call.name)
        return tool is None or tool.effect is Effect.READ

    def _is_repeated(self, call: ToolCall) -> bool:
        """Whether the same was called before, so that it need not or must not run: its result is
        noted. What is repeated beyond that ends the tools.
        """
        said = self._list_since_words()
        before = [(n, r) for n, (c, r) in enumerate(said) if c.digest == call.digest]
        if not before:
            return False
        reading = self._is_read(call)
        done = next(((n, r) for n, r in before if r.status is ToolStatus.OK), None)
        declined = next((r for _, r in before if _get_code(r) is ErrorCode.DECLINED), None)
        repeated = any(_is_repetition(r) for _, r in before)
        if done is None and declined is None:
            if len(before) < _MAX_TRIES:
                return False
            result = _REPEATED.of(call)
        elif reading and done is not None and self._has_changed_since(said[done[0] :]):
            return False
        elif repeated or (done is None and len(before) > 1):
            result = _REPEATED.of(call)
        elif done is None and declined is not None:
            result = declined.model_copy(update={"call_id": call.call_id, "recorded": False})
        elif reading and done is not None:
            again = {"call_id": call.call_id, "note": FIRST_RESULT_AGAIN, "recorded": False}
            result = done[1].model_copy(update=again)
        else:
            result = _ALREADY_DONE.of(call)
        if _get_code(result) is ErrorCode.REPEATED:
            self._loop.no_more_tools = True
        metrics.repeated_call()
        self._note(result)
        return True

    def _has_changed_since(self, results: Sequence[tuple[ToolCall, ToolResult]]) -> bool:
        return any(
            result.status in {ToolStatus.OK, ToolStatus.UNKNOWN} and not self._is_read(call)
            for call, result in results
        )


def _add_words(each: Round, words: Sequence[Heard]) -> Round:
    return each.model_copy(update={"heard": (*each.heard, *words)})


def _get_code(result: ToolResult) -> ErrorCode | None:
    return result.error.code if result.error is not None else None


def _is_repetition(result: ToolResult) -> bool:
    again = {ErrorCode.REPEATED, ErrorCode.ALREADY_DONE}
    return _get_code(result) in again or result.note == FIRST_RESULT_AGAIN


def _check_arguments(tool: Tool, call: ToolCall) -> ToolError | None:
    try:
        tool.arguments.model_validate_json(call.arguments)
    except ValidationError as error:
        return refused_arguments(tool, error)
    return None


# Results of calls that nothing was carried out for


class _CallRefusal(NamedTuple):
    """What the engine reads of such a call, and what it may do about it."""

    code: ErrorCode
    message: str
    hint: str = ""
    status: ToolStatus = ToolStatus.NOT_EXECUTED

    def of(self, call: ToolCall, hint: str = "") -> ToolResult:
        error = ToolError(code=self.code, message=self.message, hint=hint or self.hint)
        return ToolResult(call_id=call.call_id, status=self.status, error=error)


_ENDED = _CallRefusal(ErrorCode.NOT_OFFERED, "The tools have ended.")
_TOO_MANY = _CallRefusal(
    ErrorCode.TOO_MANY_CALLS,
    "Too many calls at once, or in all.",
    f"At most {MAX_CALLS_A_ROUND} in a round; what is still needed can be called in the next.",
)
_UNKNOWN = _CallRefusal(ErrorCode.UNKNOWN_TOOL, "There is no such tool.")
_NOT_OFFERED = _CallRefusal(ErrorCode.NOT_OFFERED, "This is not possible as things are.")
_ONE_AT_A_TIME = _CallRefusal(
    ErrorCode.ONE_AT_A_TIME,
    "Only one call that cannot be taken back is carried out in a round.",
    "Call it again when the other one is done.",
)
_ALREADY_DONE = _CallRefusal(
    ErrorCode.ALREADY_DONE,
    "This was done already, by the same call before: it was not done twice.",
    "Go on with what is left, or answer.",
)
_REPEATED = _CallRefusal(
    ErrorCode.REPEATED, "The same was called too often.", "Answer with what there is."
)
_DECLINED = _CallRefusal(ErrorCode.DECLINED, "The person did not agree: nothing was done.")
_TIMED_OUT = _CallRefusal(
    ErrorCode.TIMEOUT,
    "It took too long.",
    "Try once more, ask for less, or do something else.",
    ToolStatus.FAILED,
)
_TOO_LATE = _CallRefusal(ErrorCode.TIMEOUT, "The turn's time was over before it could begin.")
_WITHHELD = _CallRefusal(
    ErrorCode.UNAVAILABLE,
    "Nothing is changed while it is not known what became of an earlier change.",
    "Say so, and change nothing.",
)
_NOBODY_KNOWS = _CallRefusal(
    ErrorCode.TIMEOUT,
    "Nobody can tell whether this was done.",
    "Say that it is neither done nor failed for certain; do not try again.",
    ToolStatus.UNKNOWN,
)
_OUT_OF_REACH = _CallRefusal(
    ErrorCode.UNAVAILABLE,
    "What it needs cannot be reached now.",
    "Say so; it can be tried again later.",
    ToolStatus.FAILED,
)
_BROKE = _CallRefusal(
    ErrorCode.INTERNAL,
    "It failed, and not because of how it was called.",
    "Do something else, or say that it did not work.",
    ToolStatus.FAILED,
)


def _report_failure(call: ToolCall, failure: ActivityFailed) -> ToolResult:
    """Returns the result of an activity that ended without one; the reason is in the log of its
    worker.
    """
    if failure.code == "timeout":
        return _TIMED_OUT.of(call)
    return (_OUT_OF_REACH if failure.code in _STILL_OPEN else _BROKE).of(call)
