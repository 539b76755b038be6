"""Splits, and a category for all of a shop."""

from agents.expenses.replies import CategoryForAll, ForAllStage, SplitUnclear
from agents.expenses.splitting import SplitProblem
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from agents.expenses.words.notices import notice_lines
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table


def split_unclear(content: SplitUnclear, formats: Formats) -> Wording:
    """Why it was not split, and how to say it."""
    words, key, card = formats.catalogue, content.topic, content.card
    amount = formats.money(card.amount, card.currency) if card.amount is not None else ""
    values = {"number": str(card.number), "amount": amount}
    lead = words.text(f"{key}.{content.problem.value}", **values)
    if content.problem is SplitProblem.SUM and content.told is not None and card.amount is not None:
        less = content.told < card.amount
        told = formats.money(content.told, card.currency)
        gap = formats.money(abs(card.amount - content.told), card.currency)
        which = f"{key}.{'missing' if less else 'too_much'}"
        lead = words.text(which, told=told, gap=gap, **values)
    example = words.text(f"{key}.example", number=str(card.number))
    return Wording(lead=lead, tail=(example,) if content.problem is not SplitProblem.KIND else ())


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


WORDS = table(Words(SplitUnclear, split_unclear), Words(CategoryForAll, for_all))
"""What words these topics."""
