"""Arranges digests and sends them."""

from zoneinfo import ZoneInfo

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.activities.report import ReportSpending
from agents.expenses.digests import (
    DigestDue,
    DigestRequest,
    DigestSent,
    DigestSet,
    KeptDigest,
    period_over,
    schedule_of,
    timetable,
)
from agents.expenses.ports import DigestRules, Digests, KnownPersons
from agents.expenses.replies import ReportReady
from agents.expenses.reporting import ReportOrder
from agents.parts import Cases
from domain.replies import Notice

_log = structlog.get_logger()

SYSTEM = "digest"
"""Names the schedules where what other systems hold of a person is erased."""


class KeepDigests:
    """A digest is a row and a schedule, which comes and goes first: no row promises what does not
    come, and a schedule without a row deletes itself when it is due.
    """

    def __init__(
        self,
        rules: DigestRules,
        digests: Digests,
        persons: KnownPersons,
        report: ReportSpending,
        cases: Cases,
    ) -> None:
        self._rules = rules
        self._digests = digests
        self._persons = persons
        self._report = report
        self._cases = cases

    @activity.defn
    async def set_digest(self, request: DigestRequest) -> DigestSet:
        """Idempotent: each digest has one schedule, by its conversation and person."""
        order = self._rules.digest_order(request)
        if order is None:
            return DigestSet(understood=False)
        person = request.person
        schedule_id = schedule_of(request.conversation_id, person.user_id)
        with app_errors():
            if order.off:
                await self._over(schedule_id)
                return DigestSet()
            if order.every is None:
                known = await self._digests.find(schedule_id)
                return DigestSet(every=known and known.every)
            kept = KeptDigest(
                schedule_id=schedule_id,
                user_id=person.user_id,
                conversation_id=request.conversation_id,
                every=order.every,
                timezone=person.timezone,
            )
            await self._arranged(kept)
        _log.info("digest.kept", every=kept.every.value)
        return DigestSet(every=kept.every)

    @activity.defn
    async def send_digest(self, due: DigestDue) -> DigestSent:
        """Tells the conversation the report of the period that was over when it was due. The notice
        is named by the period: said again, it is not shown again.
        """
        with app_errors():
            kept = await self._digests.find(due.schedule_id)
            person = await self._persons.known(kept.user_id) if kept is not None else None
            if kept is None or person is None:
                await self._over(due.schedule_id)
                return DigestSent()
            period = period_over(kept.every, due.at.astimezone(ZoneInfo(kept.timezone)).date())
            if kept.timezone != person.timezone:  # from the next time on
                kept = kept.model_copy(update={"timezone": person.timezone})
                await self._arranged(kept)
            order = ReportOrder(since=period.since, until=period.until)
            reported = await self._report.reported(person, order, period.until)
            notice = Notice(
                id=f"digest/{kept.every.value}/{period.since.isoformat()}",
                topic=ReportReady.topic,
                content=ReportReady(reported=reported).model_dump(mode="json"),
                files=() if reported.picture is None else (reported.picture,),
                reports_to=due.run_id,
            )
            await self._cases.tell(kept.conversation_id, kept.user_id, notice)
        _log.info("digest.sent", every=kept.every.value)
        return DigestSent(waited_for=True)

    @activity.defn
    async def end_digest(self, due: DigestDue) -> DigestSet:
        """Nobody is there any more. Idempotent."""
        with app_errors():
            await self._over(due.schedule_id)
        return DigestSet()

    async def erase(self, system: str, schedule_id: str) -> bool:
        """Whether a schedule was dropped, for ``AgentParts.erase_elsewhere``. Its row goes with the
        person's others.
        """
        if system != SYSTEM:
            return False
        await self._cases.drop_schedule(schedule_id)
        return True

    async def _arranged(self, kept: KeptDigest) -> None:
        await self._cases.keep_schedule(timetable(kept))
        await self._digests.keep(kept)

    async def _over(self, schedule_id: str) -> None:
        await self._cases.drop_schedule(schedule_id)
        await self._digests.drop(schedule_id)
