"""What comes again and again, in words."""

from agents.expenses.recurring import (
    RecurringItem,
    RecurringOffer,
    RecurringProblem,
    RecurringWish,
    monthly_sums,
)
from agents.expenses.replies import RecurringShown
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table


def recurring_shown(content: RecurringShown, formats: Formats) -> Wording:
    words, key, told = formats.catalogue, content.topic, content.told
    example = words.text(f"{key}.example")
    if told.problem is RecurringProblem.UNKNOWN and told.named:
        lead = words.text(f"{key}.unknown_name", name=shown(told.named))
        return Wording(lead=lead, tail=(example,))
    if told.problem is not None:
        return Wording(lead=words.text(f"{key}.{told.problem}"), tail=(example,))
    if not told.items:
        return Wording(lead=words.text(f"{key}.none"), tail=(example,))
    lines = tuple(_line(item, formats) for item in told.items)
    if told.wish is RecurringWish.REMOVE:
        return Wording(lead=words.text(f"{key}.removed"), tail=lines)
    if told.wish is RecurringWish.KEEP:
        return Wording(lead=words.text(f"{key}.kept"), tail=(*lines, words.text(f"{key}.unsaved")))
    sums = [formats.money(total, currency) for currency, total in monthly_sums(told.items)]
    total = words.text(f"{key}.monthly", total=formats.listed(sums))
    return Wording(lead=words.text(key), tail=(*lines, total))


def offer_lines(offers: tuple[RecurringOffer, ...], formats: Formats) -> tuple[str, ...]:
    """What goes with a card whose expense has come again and again."""
    return tuple(
        formats.catalogue.text(
            f"expenses.recurring.offer.{offer.every}",
            name=shown(offer.name),
            money=formats.money(offer.amount, offer.currency),
        )
        for offer in offers
    )


def _line(item: RecurringItem, formats: Formats) -> str:
    words = formats.catalogue
    missing = item.is_missing(formats.now.astimezone(formats.zone).date())
    return words.text(
        f"expenses.recurring.line.{'missing' if missing else 'due'}",
        name=shown(item.name),
        amount=words.text(
            f"expenses.recurring.each.{item.every}", money=formats.money(item.amount, item.currency)
        ),
        day=formats.full_day(item.due),
    )


WORDS = table(Words(RecurringShown, recurring_shown))
"""What words these topics."""
