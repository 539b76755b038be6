"""Rows that were changed together, in words."""

from agents.expenses.features.browse.replies import ROWS_UNDO, RowsChanged, RowsRefused
from agents.expenses.features.browse.tools import RowsStage
from agents.expenses.words import cards
from agents.expenses.words.feature_notices import notice_lines
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table

_LISTED = 5
"""Rows that are named below what was done; of more, only how many."""


def word_changed_rows(content: RowsChanged, formats: Formats) -> Wording:
    words, key, done = formats.catalogue, content.topic, content.outcome
    values = [
        words.text(f"{key}.value", field=cards.field_label(each.field, formats), value=after)
        for each in done.values
        if (after := cards.change_values(each, done.cards[0], done.values, formats)[1])
    ]
    few = done.count <= _LISTED and done.stage is not RowsStage.TAKEN_BACK
    lines = [cards.line(card, formats) for card in done.cards] if few else []
    left = [words.count(f"{key}.left", done.left)] if done.left else []
    lead = words.count(f"{key}.{done.stage}", done.count)
    return Wording(lead=lead, tail=(*values, *lines, *left, *notice_lines(done.notices, formats)))


def word_refusal(content: RowsRefused, formats: Formats) -> Wording:
    if not content.field:
        return Wording(lead=formats.catalogue.text(f"{content.topic}.gone"))
    field = cards.field_label(content.field, formats)
    return Wording(lead=formats.catalogue.text(content.topic, field=field))


BUTTONS = (AgentButton(action=ROWS_UNDO, code="ru"),)
WORDS = table(Words(RowsChanged, word_changed_rows), Words(RowsRefused, word_refusal))
"""What words these topics."""
