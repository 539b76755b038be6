"""What was saved before: pages, searches, one expense; splits, and a category for all of a shop."""

from agents.expenses.history import HistoryOrder
from agents.expenses.replies import (
    CategoryForAll,
    ExpenseShown,
    ForAllStage,
    HistoryShown,
    SplitUnclear,
)
from agents.expenses.splitting import SplitProblem
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from agents.expenses.words.notices import notice_lines
from agents.expenses.words.spending import period_words, today_in
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice
from domain.topics import PressAction


def history_page(content: HistoryShown, formats: Formats) -> Wording:
    """The rows of a page and where it stands among the others, or why there are none."""
    words, key, found = formats.catalogue, content.topic, content.found
    order = found.order
    if order is None:
        return Wording(lead=words.text(f"{key}.unclear"))
    total = found.matches.total
    if not total:
        return Wording(lead=_nothing(order, key, formats))
    if not content.cards:
        last = words.count(f"{key}.beyond", found.pages, page=str(order.page))
        return Wording(lead=last, tail=(words.text(f"{key}.beyond.amount", page=str(order.page)),))
    currencies = {card.currency for card in content.cards}
    if order.currency is None and len(currencies) == 1:
        order = order.model_copy(update={"currency": currencies.pop()})
    what = _what(order, formats)
    held = words.count("expenses.spending.expenses", total)
    lead = words.text(f"{key}.found", what=what, held=held) if what else words.text(key, held=held)
    if order.deleted:
        lead = words.text(f"{key}.deleted", held=held)
    lines = [cards.line(card, formats) for card in content.cards]
    if found.pages > 1:
        lines.append(words.text(f"{key}.page", page=str(order.page), pages=str(found.pages)))
    if not order.deleted:
        lines.append(words.text(f"{key}.one", number=str(content.cards[0].number)))
    return Wording(lead=lead, tail=tuple(lines))


def _nothing(order: HistoryOrder, key: str, formats: Formats) -> str:
    words = formats.catalogue
    if order.since is not None and order.since > today_in(formats):
        return words.text(f"{key}.future")
    if order.deleted:
        return words.text(f"{key}.none_deleted")
    what = _what(order, formats)
    return (
        words.text(f"{key}.not_found", what=what) if what else words.text("expenses.history.none")
    )


def _what(order: HistoryOrder, formats: Formats) -> str:
    """What is looked for; empty for everything."""
    parts = [f"“{shown(' '.join(order.words))}”"] if order.words else []
    if order.category:
        parts.append(category_name(order.category, formats.catalogue))
    parts += _price(order, formats)
    if order.since is not None or order.until is not None:
        parts.append(period_words(order.since, order.until, formats))
    return " · ".join(parts)


def _price(order: HistoryOrder, formats: Formats) -> list[str]:
    least = None if order.least is None else formats.money(order.least, order.currency)
    most = None if order.most is None else formats.money(order.most, order.currency)
    if least == most:
        return [least] if least else []
    return [f"≥ {least}"] * bool(least) + [f"≤ {most}"] * bool(most)


def expense_shown(content: ExpenseShown, formats: Formats) -> Wording:
    words, key = formats.catalogue, content.topic
    lead = words.text(f"{key}.deleted" if content.deleted else key)
    photo = content.card.from_photo and not content.photo
    return Wording(
        lead=lead,
        cards=(cards.view(content.card, formats),),
        tail=(words.text(f"{key}.no_photo"),) if photo else (),
    )


def _deletes(choice: Choice, content: ExpenseShown, formats: Formats) -> str:
    """Taking back the save of an old expense is deleting it."""
    del content
    deletes = choice.press.action == PressAction.UNDO
    return formats.catalogue.text("expenses.button.delete") if deletes else ""


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


WORDS = table(
    Words(HistoryShown, history_page),
    Words(ExpenseShown, expense_shown, _deletes),
    Words(SplitUnclear, split_unclear),
    Words(CategoryForAll, for_all),
)
"""What words these topics."""
