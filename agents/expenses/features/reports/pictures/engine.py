"""A report as a picture in the person's language."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

from babel import Locale

from agents.expenses.features.reports.pictures.brush import writable
from agents.expenses.features.reports.pictures.painter import painted
from agents.expenses.features.reports.report import Look, SpendingReport
from agents.expenses.features.reports.report_words import sheet_of
from bot.texts.wording import formats_for
from domain.understanding import Person


def drawn(report: SpendingReport, person: Person, today: date, look: Look) -> bytes:
    """A PNG. ``today`` is the person's own date; ``report`` is not empty."""
    noon = datetime.combine(today, time(12), UTC)
    formats = formats_for(person.locale, person.timezone, noon)
    sheet = sheet_of(report, formats)
    if not writable(sheet.worded):  # a locale of another script than its words
        formats = replace(formats, locale=Locale.parse(formats.catalogue.language))
        sheet = sheet_of(report, formats)
    return painted(sheet, look)
