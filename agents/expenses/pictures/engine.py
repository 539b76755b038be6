"""A report as a picture in the person's language."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

from babel import Locale

from agents.expenses.pictures.brush import writable
from agents.expenses.pictures.painter import painted
from agents.expenses.reporting import Look, SpendingReport
from agents.expenses.words.report import sheet_of
from bot.texts.wording import formats_for
from domain.understanding import Person


class PaintedReports:
    """Implements ``ReportPictures``."""

    def drawn(self, report: SpendingReport, person: Person, today: date, look: Look) -> bytes:
        noon = datetime.combine(today, time(12), UTC)
        formats = formats_for(person.locale, person.timezone, noon)
        sheet = sheet_of(report, formats)
        if not writable(sheet.worded):  # a locale of another script than its words
            formats = replace(formats, locale=Locale.parse(formats.catalogue.language))
            sheet = sheet_of(report, formats)
        return painted(sheet, look)
