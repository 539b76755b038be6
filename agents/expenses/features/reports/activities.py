"""Carries out what is asked about reports, arranges digests and sends them."""

from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from temporalio import activity

from activities.boundary import app_errors
from adapters.postgres.pool import Database
from adapters.postgres.users import PostgresUsers
from agents.expenses.features.reports import store
from agents.expenses.features.reports.digests import (
    DigestSetting,
    KeptDigest,
    period_over,
    schedule_of,
    timetable,
)
from agents.expenses.features.reports.drawing import ReportDrawing
from agents.expenses.features.reports.replies import report_reply
from agents.expenses.features.reports.report import Period
from agents.expenses.features.reports.tools import (
    REPORT_SPENDING,
    SET_DIGEST,
    SHOW_DIGEST,
    STOP_DIGEST,
    DigestState,
    ReportArguments,
    Reported,
    ReportProblem,
)
from agents.expenses.parts import PersonCall, Shared, handler_of, refusal, today_of
from agents.expenses.schedules import RunDue, RunEnded, RunTold, eraser_of
from agents.parts import Cases, FeatureParts
from domain.activity_calls import MAIN_QUEUE
from domain.replies import Notice
from domain.tools import Arguments, NoArguments, RunToolRequest

_log = structlog.get_logger()

SYSTEM = "digest"
"""Names the schedules where what other systems hold of a person is erased."""


async def report_spending(
    drawing: ReportDrawing, request: RunToolRequest, arguments: Arguments
) -> Reported:
    """Reports a period up to today. Refuses one that has not begun."""
    asked, today = ReportArguments.model_validate(arguments), today_of(request)
    since = asked.since or (asked.until or today).replace(day=1)
    if since > today:
        raise refusal(ReportProblem.FUTURE, "the period is still to come")
    until = min(asked.until or today, today)
    if until < since:
        raise refusal(ReportProblem.UNCLEAR, "the period ends before it begins")
    period = Period(since=since, until=until)
    return await drawing.reported(request.person, period, today, asked.look, ours=asked.ours)


class Digests:
    """A digest is a row and a schedule, which comes and goes first: no row promises what does not
    come, and a schedule without a row deletes itself when it is due.
    """

    def __init__(self, database: Database, drawing: ReportDrawing, cases: Cases) -> None:
        self._database = database
        self._drawing = drawing
        self._cases = cases

    async def set_digest(self, call: PersonCall[DigestSetting]) -> DigestState:
        """Each conversation of a person has one. A day or an hour that is not said stays."""
        asked, timezone = call.asked, call.request.person.timezone
        before = await store.find(call.connection, _schedule(call))
        usual = before or KeptDigest(
            schedule_id=_schedule(call),
            user_id=call.user_id,
            conversation_id=call.request.conversation_id,
            every=asked.every,
            timezone=timezone,
        )
        told = {**asked.model_dump(exclude_none=True), "timezone": timezone}
        kept = usual.model_copy(update=told)
        await self._cases.keep_schedule(timetable(kept))
        await store.keep(call.connection, kept)
        _log.info("digest.kept", every=asked.every.value)
        return DigestState(now=kept.setting, before=before and before.setting)

    async def show_digest(self, call: PersonCall[NoArguments]) -> DigestState:
        known = await store.find(call.connection, _schedule(call))
        return DigestState(now=known and known.setting)

    async def stop_digest(self, call: PersonCall[NoArguments]) -> DigestState:
        before = await store.find(call.connection, _schedule(call))
        await self._cases.drop_schedule(_schedule(call))
        await store.drop(call.connection, _schedule(call))
        return DigestState(before=before and before.setting)

    @activity.defn
    async def send_digest(self, due: RunDue) -> RunTold:
        """Tells the conversation the report of the period that was over when it was due. The notice
        is named by the period: said again, it is not shown again.
        """
        with app_errors():
            async with self._database.connection() as connection:
                kept = await store.find(connection, due.schedule_id)
            persons = PostgresUsers(self._database)
            person = await persons.known(kept.user_id) if kept is not None else None
            if kept is None or person is None:
                await self._end(due.schedule_id)
                return RunTold()
            period = period_over(kept.setting, due.at.astimezone(ZoneInfo(kept.timezone)).date())
            if kept.timezone != person.timezone:  # from the next time on
                kept = kept.model_copy(update={"timezone": person.timezone})
                await self._cases.keep_schedule(timetable(kept))
                async with self._database.transaction() as connection:
                    await store.keep(connection, kept)
            reply = report_reply(await self._drawing.reported(person, period, period.until))
            notice = Notice(
                id=f"digest/{kept.every.value}/{period.since.isoformat()}",
                topic=reply.content.topic,
                content=reply.content.model_dump(mode="json"),
                files=tuple(reply.files),
                reports_to=due.run_id,
            )
            await self._cases.tell(kept.conversation_id, kept.user_id, notice)
        _log.info("digest.sent", every=kept.every.value)
        return RunTold(waited_for=True)

    @activity.defn
    async def end_digest(self, due: RunDue) -> RunEnded:
        """Nobody is there any more. Idempotent."""
        with app_errors():
            await self._end(due.schedule_id)
        return RunEnded()

    async def _end(self, schedule_id: str) -> None:
        await self._cases.drop_schedule(schedule_id)
        async with self._database.connection() as connection:
            await store.drop(connection, schedule_id)


def _schedule(call: PersonCall[Any]) -> str:
    return schedule_of(call.request.conversation_id, call.user_id)


def bind(shared: Shared) -> FeatureParts:
    drawing = ReportDrawing(shared.lent.database, shared.lent.attachments)
    digests = Digests(shared.lent.database, drawing, shared.lent.cases)
    return FeatureParts(
        tools=(
            (SET_DIGEST, handler_of(digests.set_digest)),
            (SHOW_DIGEST, handler_of(digests.show_digest)),
            (STOP_DIGEST, handler_of(digests.stop_digest)),
        ),
        outside=((REPORT_SPENDING, partial(report_spending, drawing)),),
        activities={MAIN_QUEUE: (digests.send_digest, digests.end_digest)},
        erase_elsewhere=eraser_of(SYSTEM, shared.lent.cases),
    )
