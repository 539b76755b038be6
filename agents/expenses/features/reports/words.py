"""Reports, and those that come by themselves, in words."""

from datetime import datetime, time

from agents.expenses.features.reports.digests import HOUR
from agents.expenses.features.reports.handler import (
    DigestNotChanged,
    DigestShown,
    NoReport,
    ReportReady,
)
from agents.expenses.features.reports.report_words import report_ready
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table


def no_report(content: NoReport, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"expenses.report.{content.problem}"))


def digest_shown(content: DigestShown, formats: Formats) -> Wording:
    words, key, every = formats.catalogue, content.topic, content.state.every
    if every is None:
        return Wording(lead=words.text(f"{key}.off"))
    today = formats.now.astimezone(formats.zone).date()
    moment = datetime.combine(today, time(HOUR), formats.zone)
    return Wording(lead=words.text(f"{key}.{every.value}", time=formats.clock(moment)))


def digest_not_changed(content: DigestNotChanged, formats: Formats) -> Wording:
    del content
    return Wording(lead=formats.catalogue.text("expenses.digest.unclear"))


WORDS = table(
    Words(ReportReady, report_ready),
    Words(NoReport, no_report),
    Words(DigestShown, digest_shown),
    Words(DigestNotChanged, digest_not_changed),
)
"""What words these topics."""
