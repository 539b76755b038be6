"""Draws a report of what is saved and stores the picture as the person's own."""

import asyncio
from datetime import date

import structlog

from activities.ports import AttachmentStore
from adapters.postgres.pool import Database
from agents.expenses.features.reports.pictures.engine import drawn
from agents.expenses.features.reports.report import Look, Period
from agents.expenses.features.reports.report_store import report_of
from agents.expenses.features.reports.tools import Reported
from agents.expenses.parts import store_file
from domain.errors import NoRoomForFileError
from domain.understanding import Person

_log = structlog.get_logger()

_PNG = "image/png"


class ReportDrawing:
    """The same expenses make the same picture, which is stored once: a retry changes nothing."""

    def __init__(self, database: Database, attachments: AttachmentStore) -> None:
        self._database = database
        self._attachments = attachments

    async def reported(
        self,
        person: Person,
        period: Period,
        today: date,
        look: Look = Look.LIGHT,
        *,
        ours: bool = False,
    ) -> Reported:
        """Raises ``AppError``."""
        report = await report_of(self._database, person.user_id, person.currency, period, ours=ours)
        if report.empty:
            return Reported(report=report)
        content = await asyncio.to_thread(drawn, report, person, today, look)
        days = dict.fromkeys((period.since.isoformat(), period.until.isoformat()))
        name = f"{'-'.join(['report', *days])}.png"
        try:
            picture = await store_file(self._attachments, person.user_id, name, _PNG, content)
        except NoRoomForFileError:
            return Reported(report=report, no_room=True)
        _log.info("expense.reported", days=report.period.days, bytes=len(content))
        return Reported(report=report, picture=picture)
