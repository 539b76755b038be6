"""Wishes to have the saved expenses as a file: "export july as csv"."""

from datetime import date

from agents.expenses.exporting import ExportForm, ExportOrder
from agents.expenses.offline.periods import days_of
from agents.expenses.offline.tables import pattern
from domain.understanding import Person

_EXPORT = pattern("exports", "export")
_LOAD = pattern("exports", "load")
_WHAT = pattern("exports", "what")
_PHOTOS = pattern("exports", "photos")
_FORMAT = pattern("exports", "format")
_FILLER = pattern("exports", "filler")


def asks_for_export(text: str, person: Person, today: date) -> bool:
    """Whether each word of it is of a wish for a file, so that it can be nothing else."""
    wish = _EXPORT.search(text) or (
        _WHAT.search(text) and (_LOAD.search(text) or _FORMAT.search(text))
    )
    return bool(wish) and export_in(text, person, today) is not None


def export_in(text: str, person: Person, today: date) -> ExportOrder | None:
    """The form and the period; None where a word is of neither."""
    form = _FORMAT.search(text)
    named = form.lastgroup if form else None
    kind = ExportForm(named) if named else ExportForm.XLSX
    if named is None and _PHOTOS.search(text):
        kind = ExportForm.PHOTOS
    rest = text
    for known in (_EXPORT, _LOAD, _FORMAT, _WHAT, _FILLER):
        rest = known.sub(" ", rest)
    rest = " ".join(rest.split()).strip(" ,!?:")
    if not rest.strip("."):
        return ExportOrder(form=kind)
    days = days_of(rest, person, today)
    return days and ExportOrder(form=kind, since=days[0], until=days[1])
