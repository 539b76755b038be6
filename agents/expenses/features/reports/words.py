"""Reports, and those that come by themselves, in words."""

from datetime import datetime, time

from babel.dates import get_day_names

from agents.expenses.features.reports.digests import HOUR, MONDAY
from agents.expenses.features.reports.replies import (
    SEND_REGULARLY,
    DigestNotChanged,
    DigestShown,
    NoReport,
    ReportReady,
)
from agents.expenses.features.reports.report_words import report_ready
from agents.expenses.words.spending import today_in
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice


def no_report(content: NoReport, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"expenses.report.{content.problem}"))


def digest_shown(content: DigestShown, formats: Formats) -> Wording:
    words, key, setting = formats.catalogue, content.topic, content.state.now
    if setting is None:
        return Wording(lead=words.text(f"{key}.off"))
    today = today_in(formats)
    hour = HOUR if setting.hour is None else setting.hour
    lead = words.text(
        f"{key}.{setting.every.value}",
        weekday=get_day_names(locale=formats.locale)[(setting.weekday or MONDAY) - 1],
        time=formats.clock(datetime.combine(today, time(hour), formats.zone)),
    )
    return Wording(lead=lead)


def digest_not_changed(content: DigestNotChanged, formats: Formats) -> Wording:
    del content
    return Wording(lead=formats.catalogue.text("expenses.digest.unclear"))


def _cadence_label(choice: Choice, _content: ReportReady, formats: Formats) -> str:
    words, key = formats.catalogue, f"expenses.digest.button.{choice.press.value}"
    return words.text(key) if choice.press.action == SEND_REGULARLY and words.has(key) else ""


BUTTONS = (AgentButton(action=SEND_REGULARLY, code="sw"),)

WORDS = table(
    Words(ReportReady, report_ready, _cadence_label),
    Words(NoReport, no_report),
    Words(DigestShown, digest_shown),
    Words(DigestNotChanged, digest_not_changed),
)
"""What words these topics."""
