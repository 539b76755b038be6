"""Imports that are taken back, in words."""

from agents.expenses.features.imports.replies import NoImportToUndo
from agents.expenses.words.topics import topic_text
from bot.texts.speech import Words, table

WORDS = table(Words(NoImportToUndo, topic_text))
"""What words these topics."""
