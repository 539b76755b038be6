"""A category for all of a shop, in words."""

from agents.expenses.replies import CategoryForAll, ForAllStage
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from agents.expenses.words.notices import notice_lines
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table


def for_all(content: CategoryForAll, formats: Formats) -> Wording:
    words, key, outcome = formats.catalogue, content.topic, content.outcome
    if content.stage is ForAllStage.LEFT or outcome.order is None:
        unclear = content.stage is not ForAllStage.LEFT
        return Wording(lead=words.text(f"{key}.{'unclear' if unclear else 'left'}"))
    named = {
        "name": shown(outcome.order.name),
        "icon": cards.icon(outcome.order.category),
        "category": category_name(outcome.order.category, words),
    }
    lead = words.count(f"{key}.{content.stage.value}", outcome.count, **named)
    tail = (words.count(f"{key}.kept", outcome.kept),) if outcome.kept else ()
    return Wording(lead=lead, tail=(*tail, *notice_lines(outcome.notices, formats)))


WORDS = table(Words(CategoryForAll, for_all))
"""What words these topics."""
