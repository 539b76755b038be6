"""Wishes to have the saved expenses as a file: "export july as csv"."""

from datetime import date
from functools import partial

from agents.expenses.calls import call_of
from agents.expenses.features.export.tools import EXPORT_EXPENSES, ExportForm, ExportOrder
from agents.expenses.offline.insights import days_in
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern
from domain.messages import CallRequest
from domain.understanding import Person
from language.periods import days_of

_words = partial(keyword_pattern, __package__)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that a message asks for, where each word of it is of a wish for a file."""
    text = scene.text
    file = _words("load").search(text) or _words("format").search(text)
    wish = _words("export").search(text) or (file and _words("what").search(text))
    return command(text, scene.person, scene.today) if wish else None


def command(text: str, person: Person, today: date) -> CallRequest | None:
    """The call with the form and the period; None where a word is of neither."""
    form = _words("format").search(text)
    named = form.lastgroup if form else None
    kind = ExportForm(named) if named else ExportForm.XLSX
    if named is None and _words("photos").search(text):
        kind = ExportForm.PHOTOS
    rest = text
    for known in ("export", "load", "format", "what", "household", "filler"):
        rest = _words(known).sub(" ", rest)
    rest = " ".join(rest.split()).strip(" ,!?:")
    days = days_of(rest, person, today) if rest.strip(".") else (None, None)
    if days is None:
        return None
    return _call(kind, *days, ours=_is_ours(text))


COMMANDS = {"export": command}


def _export_meant(scene: Scene) -> CallRequest | None:
    """The file of the days that are named, though not each word is understood."""
    form = _words("format").search(scene.text)
    kind = ExportForm(form.lastgroup) if form and form.lastgroup else ExportForm.XLSX
    days = days_in(scene.text, scene.person, scene.today)
    return _call(kind, *days, ours=_is_ours(scene.text))


def _is_ours(text: str) -> bool:
    """Whether the file is to have what a whole household saved; never for who only gets it."""
    home, ours, mine = (_words(name).search(text) for name in ("home", "ours", "mine"))
    return home is not None or (ours is not None and mine is None)


def _call(form: ExportForm, since: date | None, until: date | None, *, ours: bool) -> CallRequest:
    order = ExportOrder(form=form, since=since, until=until, ours=ours).model_dump(mode="json")
    return call_of(EXPORT_EXPENSES, **{**order, "ours": ours or None})


MEANT = {EXPORT_EXPENSES.name: _export_meant}
