"""Imports that are taken back, in words."""

from agents.expenses.features.imports.replies import NoImportToUndo
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table


def no_import_to_undo(content: NoImportToUndo, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(content.topic))


WORDS = table(Words(NoImportToUndo, no_import_to_undo))
"""What words these topics."""
