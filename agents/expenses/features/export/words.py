"""The saved expenses as files, in words."""

from agents.expenses.features.export.replies import ExportReady, ExportUnclear
from agents.expenses.features.export.tools import ExportForm
from agents.expenses.words.spending import capitalized, period_words, today_in
from agents.expenses.words.topics import topic_text
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table


def export_ready(content: ExportReady, formats: Formats) -> Wording:
    """What the files hold and what they leave out, or why there is none."""
    words, key, made = formats.catalogue, content.topic, content.exported
    since, until, photos = made.order.since, made.order.until, made.order.form is ExportForm.PHOTOS
    if since is not None and since > today_in(formats):
        return Wording(lead=words.text(f"{key}.future"))
    if made.no_room:
        return Wording(lead=words.text(f"{key}.no_room"))
    period = capitalized(period_words(since, until, formats))
    if made.shared:
        period = f"{capitalized(words.text('expenses.spending.household'))}, {period}"
    if not made.files:
        lead = words.text(
            f"{key}.{'no_photos' if photos else 'none'}",
            period=period,
            form="CSV" if made.order.form is ExportForm.CSV else "Excel",
        )
        return Wording(lead=lead)
    held = words.count(f"{key}.photos" if photos else "expenses.spending.expenses", made.rows)
    tail = (words.text(f"{key}.forms"),) if made.order.form is ExportForm.XLSX else ()
    if made.rows < made.total:
        tail = (words.text(f"{key}.more", total=str(made.total)), *tail)
    return Wording(lead=words.text(key, period=period, held=held), tail=tail)


WORDS = table(Words(ExportReady, export_ready), Words(ExportUnclear, topic_text))
"""What words these topics."""
