"""What was saved before, in words: pages, searches, one expense."""

from agents.expenses.features.history.replies import NEWER, OLDER, SHOW, ExpenseShown, HistoryShown
from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from agents.expenses.words.spending import capitalized, period_words, today_in
from bot.texts.cards import AgentButton
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice
from domain.topics import PressAction


def history_page(content: HistoryShown, formats: Formats) -> Wording:
    """The rows of a page and where it stands among the others, or why there are none."""
    words, key, search, total = formats.catalogue, content.topic, content.search, content.total
    if content.number:
        return Wording(lead=words.text(f"{key}.which", number=str(content.number)))
    if search is None:
        return Wording(lead=words.text(f"{key}.unclear"))
    if not total:
        return Wording(lead=_nothing(search, key, formats))
    if not content.cards:
        last = words.count(f"{key}.beyond", content.pages, page=str(search.page))
        return Wording(lead=last, tail=(words.text(f"{key}.beyond.amount", page=str(search.page)),))
    currencies = {card.currency for card in content.cards}
    priced = search.least is not None or search.most is not None
    if priced and search.currency is None and len(currencies) == 1:
        search = search.model_copy(update={"currency": currencies.pop()})
    what = _what(search, formats, shared=content.shared)
    held = words.count("expenses.spending.expenses", total)
    lead = words.text(f"{key}.found", what=what, held=held) if what else words.text(key, held=held)
    if search.deleted:
        lead = words.text(f"{key}.deleted", held=held)
    lines = [cards.line(card, formats) for card in content.cards]
    if content.pages > 1:
        lines.append(words.text(f"{key}.page", page=str(search.page), pages=str(content.pages)))
    own = next((card for card in content.cards if card.entered_by is None), None)
    if not search.deleted and own is not None:
        lines.append(words.text(f"{key}.one", number=str(own.number)))
    if any(card.entered_by is not None for card in content.cards):
        lines.append(words.text("expenses.theirs_to_change"))
    return Wording(lead=lead, tail=tuple(lines))


def _nothing(search: ExpenseSearch, key: str, formats: Formats) -> str:
    words = formats.catalogue
    if search.since is not None and search.since > today_in(formats):
        return words.text(f"{key}.future")
    if search.deleted:
        return words.text(f"{key}.none_deleted")
    what = _what(search, formats)
    return words.text(f"{key}.not_found", what=what) if what else words.text(f"{key}.none")


def _what(search: ExpenseSearch, formats: Formats, *, shared: bool = False) -> str:
    """What is looked for; empty for everything."""
    parts = [formats.catalogue.text("expenses.spending.household")] if shared else []
    parts += [formats.quoted(shown(search.words))] if search.words else []
    if search.category:
        parts.append(category_name(search.category, formats.catalogue))
    parts += _price(search, formats)
    if search.since is not None or search.until is not None:
        parts.append(period_words(search.since, search.until, formats))
    return capitalized(", ".join(parts))


def _price(search: ExpenseSearch, formats: Formats) -> list[str]:
    if search.least is None and search.most is None:
        return [search.currency] if search.currency else []
    least = None if search.least is None else formats.money(search.least, search.currency)
    most = None if search.most is None else formats.money(search.most, search.currency)
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


def _tells_apart(choice: Choice, content: HistoryShown, formats: Formats) -> str:
    """What a button shows of several expenses with one number."""
    if not content.number:
        return ""
    meant = (card for card in content.cards if card.task_id == choice.press.subject)
    return next((cards.line(card, formats) for card in meant), "")


def _deletes(choice: Choice, content: ExpenseShown, formats: Formats) -> str:
    """Taking back the save of an old expense is deleting it."""
    del content
    deletes = choice.press.action == PressAction.UNDO
    return formats.catalogue.text("expenses.button.delete") if deletes else ""


BUTTONS = (
    AgentButton(action=OLDER, code="xo", settles=False),
    AgentButton(action=NEWER, code="xn", settles=False),
    AgentButton(action=SHOW, code="xs", settles=False),
)

WORDS = table(
    Words(HistoryShown, history_page, _tells_apart),
    Words(ExpenseShown, expense_shown, _deletes),
)
"""What words these topics."""
