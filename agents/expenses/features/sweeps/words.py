"""A category for all of a shop, in words."""

from agents.expenses.features.sweeps.replies import ALL_NO, ALL_UNDO, ALL_YES, CategoryForAll
from agents.expenses.words import cards
from agents.expenses.words.feature_notices import notice_lines
from agents.expenses.words.names import category_name
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table


def for_all(content: CategoryForAll, formats: Formats) -> Wording:
    words, key, outcome = formats.catalogue, content.topic, content.outcome
    if outcome.order is None:
        return Wording(lead=words.text(f"{key}.{content.stage}"))
    named = {
        "name": shown(outcome.order.name),
        "icon": cards.icon(outcome.order.category),
        "category": category_name(outcome.order.category, words),
    }
    lead = words.count(f"{key}.{content.stage}", outcome.count, **named)
    tail = (words.count(f"{key}.kept", outcome.kept),) if outcome.kept else ()
    return Wording(lead=lead, tail=(*tail, *notice_lines(outcome.notices, formats)))


BUTTONS = (
    AgentButton(action=ALL_YES, code="xy", word="yes"),
    AgentButton(action=ALL_NO, code="xk", word="no"),
    AgentButton(action=ALL_UNDO, code="xu"),
)
WORDS = table(Words(CategoryForAll, for_all))
"""What words these topics."""
