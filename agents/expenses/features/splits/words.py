"""Splitting in words."""

from agents.expenses.features.splits.replies import SplitUnclear
from agents.expenses.splitting import SPLIT, SplitProblem
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats
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


BUTTONS = (AgentButton(action=SPLIT, code="xp", settles=False),)
WORDS = table(Words(SplitUnclear, split_unclear))
"""What words these topics."""
