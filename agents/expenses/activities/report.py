"""Draws a report of what is saved and stores the picture as the person's own."""

import asyncio
from datetime import date
from hashlib import sha256

import structlog
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import AttachmentStore
from agents.expenses.ports import ReportPictures, ReportRules, Reports
from agents.expenses.reporting import (
    Period,
    Reported,
    ReportOrder,
    ReportRequest,
)
from domain.errors import NoRoomForFileError
from domain.messages import Attachment, MediaKind
from domain.replies import File
from domain.understanding import Person

_log = structlog.get_logger()

_PNG = "image/png"


class ReportSpending:
    """The same expenses make the same picture, which is stored once: a retry changes nothing."""

    def __init__(
        self,
        rules: ReportRules,
        reports: Reports,
        pictures: ReportPictures,
        attachments: AttachmentStore,
    ) -> None:
        self._rules = rules
        self._reports = reports
        self._pictures = pictures
        self._attachments = attachments

    @activity.defn
    async def report_spending(self, request: ReportRequest) -> Reported:
        """One person's expenses as they are now."""
        with app_errors():
            order = self._rules.report_order(request)
            if order is None or order.since > request.today:
                return Reported(order=order)
            return await self.reported(request.person, order, request.today)

    async def reported(self, person: Person, order: ReportOrder, today: date) -> Reported:
        """Raises ``AppError``."""
        period = Period(since=order.since, until=order.until)
        report = await self._reports.report(person.user_id, person.currency, period)
        if report.empty:
            return Reported(order=order, report=report)
        content = await asyncio.to_thread(self._pictures.drawn, report, person, today, order.look)
        file = Attachment(
            sha256=sha256(content).hexdigest(),
            kind=MediaKind.OTHER,
            mime_type=_PNG,
            size=len(content),
        )
        try:
            await self._attachments.put(person.user_id, file, content)
        except NoRoomForFileError:
            return Reported(order=order, report=report, no_room=True)
        _log.info("expense.reported", days=report.period.days, bytes=len(content))
        days = dict.fromkeys((order.since.isoformat(), order.until.isoformat()))
        name = f"{'-'.join(['report', *days])}.png"
        return Reported(
            order=order,
            report=report,
            picture=File(sha256=file.sha256, name=name, mime_type=_PNG),
        )
