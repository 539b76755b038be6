"""Questions in words. The second attempt says it differently, the third offers a way out."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from agents.expenses.draft import CHANGE_OTHER, EDIT_FIELD, SAVE_ALL, SAVE_AS_SPENT, SAVE_PROPOSED
from agents.expenses.replies import (
    AskAmount,
    AskBetterImage,
    AskCategory,
    AskDate,
    AskDuplicate,
    AskEdit,
    Asking,
    AskMerchant,
    AskReading,
    AskTogether,
    AskToSave,
    Doubt,
)
from agents.expenses.rules import MAX_ATTEMPTS, Problem
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.words import cards
from agents.expenses.words.names import category_name
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.reasons import reason
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice
from domain.topics import PressAction

EXAMPLE_AMOUNT = Decimal("12.50")
EXAMPLE_CATEGORIES = ("Transport", "Groceries")

_NOTHING_GIVEN = frozenset({"", Problem.MISSING.value, Problem.UNSURE.value})
"""Problems after which a repeated question is put in other words instead of naming the problem."""

_ANSWERED_BY_DIGITS = frozenset({"amount", "date"})


def asked(asking: Asking, kind: str, formats: Formats) -> Wording:
    """The question for one field: which receipt, what is known, the question, an example."""
    again, pressed = asking.attempt > 1, asking.problem == Problem.NEGATIVE
    context = _context(asking, kind, formats, again=again)
    parts = [
        _several(asking, formats), context, _question(asking, kind, formats, named=bool(context)),
    ]  # fmt: skip
    if (again and not pressed) or kind in ("category", "better_image"):
        parts.append(_example(asking, kind, formats))
    if asking.attempt >= MAX_ATTEMPTS and not pressed:
        parts.append(formats.catalogue.text("expenses.ask.offer"))
    lead, *tail = [part for part in parts if part]
    digits = kind in _ANSWERED_BY_DIGITS and not pressed
    return Wording(lead=lead, tail=tuple(tail), digits=digits)


def _several(asking: Asking, formats: Formats) -> str:
    """Said with the first question about a photo of more than one receipt."""
    if asking.several < 2 or asking.attempt > 1:  # noqa: PLR2004 - one receipt is the usual
        return ""
    return formats.catalogue.count("expenses.ask.several", asking.several)


def asked_duplicate(asking: AskDuplicate, formats: Formats) -> Wording:
    """Shows the saved row; the new one looks just like it."""
    words = formats.catalogue
    question = (
        words.text("expenses.ask.duplicate.on", day=formats.day(asking.saved_on))
        if asking.saved_on
        else words.text("expenses.ask.duplicate")
    )
    again = words.text("expenses.ask.duplicate.again") if asking.attempt > 1 else ""
    context = _context(asking, "", formats, again=True)
    return Wording(
        lead="\n".join(part for part in (context, question) if part),
        cards=(cards.view(asking.saved, formats),),
        tail=(again,) if again else (),
    )


def ask_to_save(asking: AskToSave, formats: Formats) -> Wording:
    """What would be saved, in one line. An assumed day is not said."""
    words, card = formats.catalogue, asking.card
    moved = card.kind is not MoneyKind.EXPENSE
    kind = words.text(f"expenses.kind.{card.kind.value}") if moved else ""
    what = " · ".join(part for part in (kind, cards.proposed(card, formats)) if part)
    if asking.changing:
        lead = words.text("expenses.ask.to_save.changing", what=what)
        return Wording(lead=lead, tail=(words.text("expenses.ask.to_save.example"),), digits=True)
    if asking.other is not None:
        row = cards.proposed(asking.other, formats)
        return Wording(
            lead=words.text("expenses.ask.to_save.or_change", what=what),
            tail=(
                words.text("expenses.ask.to_save.row", number=str(asking.other.number), row=row),
            ),
        )
    return Wording(lead=words.text("expenses.ask.to_save", what=what))


def ask_reading(asking: AskReading, formats: Formats) -> Wording:
    """All that was read of a photo in one line, and what of it may be wrong."""
    words, card = formats.catalogue, asking.card
    what, tail = cards.proposed(card, formats), ""
    if asking.changing:
        question = words.text("expenses.ask.to_save.changing", what=what)
        tail = words.text("expenses.ask.to_save.example")
    else:
        question = words.text("expenses.ask.to_save", what=what)
        fields = ", ".join(cards.field_label(name, formats) for name in asking.unsure)
        tail = words.text("expenses.ask.to_save.unsure", fields=fields)
    name = cards.name_of(card, formats)
    number = str(card.number)
    about = words.text("expenses.ask.about", number=number, name=name) if asking.which else ""
    lead, *rest = [part for part in (_several(asking, formats), about, question, tail) if part]
    digits = asking.changing or not _ANSWERED_BY_DIGITS.isdisjoint(asking.unsure)
    return Wording(lead=lead, tail=tuple(rest), digits=digits)


def ask_together(asking: AskTogether, formats: Formats) -> Wording:
    """Counts the doubts by field and gives each expense a line."""
    words, key, doubts = formats.catalogue, asking.topic, asking.doubts
    fields = Counter(field for doubt in doubts for field in doubt.unsure).most_common()
    counts = [words.count(f"{key}.{field}", count) for field, count in fields]
    number, counted = str(len(doubts)), formats.listed(counts)
    if asking.seen:
        return Wording(lead=words.text(f"{key}.left", number=number, fields=counted))
    again = asking.attempt > 1
    lead = words.text(f"{key}.which" if again else key, number=number, fields=counted)
    lines = (cards.doubted(doubt.card, doubt.unsure, formats) for doubt in doubts)
    field = fields[0][0] if fields else "amount"
    first = next((doubt.card for doubt in doubts if field in doubt.unsure), doubts[0].card)
    value = _example_value(first, field, formats)
    change = words.text(f"{key}.change", number=str(first.number), value=value)
    return Wording(lead=lead, tail=(*lines, *_tell_same(doubts, formats), change))


def _tell_same(doubts: Sequence[Doubt], formats: Formats) -> list[str]:
    """Returns a line for each receipt that seems to stand in the list more than once."""
    alike: dict[tuple[object, ...], dict[int, None]] = {}
    for card in (doubt.card for doubt in doubts):
        name = card.merchant or card.item
        if name and card.amount is not None:
            same = (name.casefold(), card.amount, card.currency, card.occurred_on)
            alike.setdefault(same, {})[card.number] = None
    return [
        formats.catalogue.text(
            f"{AskTogether.topic}.same",
            which=formats.listed([f"#{number}" for number in numbers]),
            number=str(max(numbers)),
        )
        for numbers in alike.values()
        if len(numbers) > 1
    ]


def _example_value(card: Card, field: str, formats: Formats) -> str:
    """Returns an example of a value that may be said in place of a doubtful one."""
    if field == "category":
        other = next(name for name in EXAMPLE_CATEGORIES if name != card.category)
        return category_name(other, formats.catalogue)
    known = "" if field == "amount" else cards.field_value(card, field, formats)
    return known or formats.money(EXAMPLE_AMOUNT, card.currency)


def _list_button(choice: Choice, asking: AskTogether, formats: Formats) -> str:
    """A row by its number; the rest as it is meant for a list."""
    del asking
    if choice.press.action == PressAction.EDIT:
        return plain_line(choice.label)
    key = f"expenses.button.together.{choice.press.action}"
    return formats.catalogue.text(key) if formats.catalogue.has(key) else ""


def _proposal_button(choice: Choice, asking: AskToSave, formats: Formats) -> str:
    """There is no draft to drop: what was guessed is not saved. Beside a row that it may change,
    it is saved as new.
    """
    words, other = formats.catalogue, asking.other
    if choice.press.action == PressAction.DROP:
        return words.text("expenses.button.not_saved")
    if choice.press.action == SAVE_ALL:
        return words.text("expenses.button.save_all.counted", number=choice.press.value)
    if other is None:
        return ""
    number = str(other.number)
    return {
        SAVE_PROPOSED: words.text("expenses.button.save.new"),
        CHANGE_OTHER: words.text("expenses.button.change.other", number=number),
    }.get(choice.press.action, "")


def asked_edit(asking: AskEdit, formats: Formats) -> Wording:
    words, field, problem = formats.catalogue, asking.field, asking.problem
    refused = problem and words.has(f"expenses.ask.{field}.{problem}")
    named = field and words.has(f"expenses.ask.edit.{field}")
    plain = f"expenses.ask.edit.{field}" if named else "expenses.ask.edit"
    lead = _problem(asking, field, formats) if refused else words.text(plain)
    example = _example(asking, field if named and not problem else "edit", formats)
    return Wording(
        lead=lead,
        cards=(cards.view(asking.card, formats),),
        tail=(example,),
        digits=bool(named) and field in _ANSWERED_BY_DIGITS,
    )


def _context(asking: Asking, kind: str, formats: Formats, *, again: bool) -> str:
    """Which receipt it is about, when that must be said, and what its photo gave so far.

    What a person just typed need not be repeated to them, nor what was told with the first
    attempt; but when their answer changed something else, they see that it did.
    """
    card, noted = asking.card, asking.noted
    told = noted or (card.from_photo and not again)
    known = cards.known(card, formats, leaving_out=kind) if told else ""
    number = str(card.number)
    if known:
        key = f"{'about.' if asking.which else ''}{'noted' if noted else 'known'}"
        return formats.catalogue.text(f"expenses.ask.{key}", number=number, known=known)
    if not asking.which:
        return ""
    name = cards.name_of(card, formats)
    return formats.catalogue.text("expenses.ask.about", number=number, name=name)


def _question(asking: Asking, kind: str, formats: Formats, *, named: bool) -> str:
    words, problem = formats.catalogue, asking.problem
    if isinstance(asking, AskBetterImage):
        return _better_image(asking, formats)
    if problem == Problem.NEGATIVE:
        return _money_back(asking.card, formats)
    if asking.attempt > 1 and problem in _NOTHING_GIVEN:
        return words.text(f"expenses.ask.{kind}.again")
    known = problem and problem != Problem.MISSING and words.has(f"expenses.ask.{kind}.{problem}")
    return _problem(asking, kind, formats) if known else _plain(asking, kind, formats, named=named)


def _better_image(asking: AskBetterImage, formats: Formats) -> str:
    words = formats.catalogue
    if asking.attempt > 1:
        return words.text("expenses.ask.better_image.again")
    if asking.reason:
        why = reason(words, asking.code, asking.reason)
        return words.text("expenses.ask.better_image.reason", reason=why)
    return words.text("expenses.ask.better_image")


def _money_back(card: Card, formats: Formats) -> str:
    """Whether an amount below zero came back, or was spent."""
    amount = formats.money(abs(card.amount or Decimal(0)), card.currency)
    if not (card.merchant or card.item):
        return formats.catalogue.text("expenses.ask.money_back", amount=amount)
    name = cards.name_of(card, formats)
    return formats.catalogue.text("expenses.ask.money_back.from", amount=amount, name=name)


def _problem(asking: Asking, kind: str, formats: Formats) -> str:
    value, key = _refused(asking, kind, formats), f"expenses.ask.{kind}.{asking.problem}"
    if value:
        return formats.catalogue.text(key, value=value)
    return formats.catalogue.first(f"{key}.bare", key)


def _refused(asking: Asking, kind: str, formats: Formats) -> str:
    """The refused or doubtful value as the person writes such values."""
    value = asking.value
    if not value:
        return cards.field_value(asking.card, kind, formats) or ""
    if kind == "amount":
        return formats.money_text(value, asking.card.currency)
    if kind == "category":
        return category_name(value, formats.catalogue)
    return formats.day_text(value) if kind == "date" else shown(value)


def _plain(asking: Asking, kind: str, formats: Formats, *, named: bool) -> str:
    """The question itself; what it is about is not named twice."""
    words, key, card = formats.catalogue, f"expenses.ask.{kind}", asking.card
    if kind == "merchant":
        return _plain_merchant(card, formats)
    if kind == "amount" and card.kind is not MoneyKind.EXPENSE:
        return words.text(key)
    if kind == "amount" and card.merchant:
        return words.text(f"{key}.at", name=shown(card.merchant))
    if kind == "amount" and card.item and not named:
        return words.text(f"{key}.for", name=shown(card.item))
    if kind == "category" and not named:
        return words.text(f"{key}.of", name=cards.name_of(card, formats))
    return words.text(key)


def _plain_merchant(card: Card, formats: Formats) -> str:
    if card.from_photo:
        return formats.catalogue.text("expenses.ask.merchant.photo")
    if card.amount is None or card.kind is not MoneyKind.EXPENSE:
        key = "merchant.payer" if card.kind is MoneyKind.INCOME else "merchant"
        return formats.catalogue.text(f"expenses.ask.{key}")
    amount = formats.money(card.amount, card.currency)
    return formats.catalogue.text("expenses.ask.merchant.of", amount=amount)


def _example(asking: Asking, kind: str, formats: Formats) -> str:
    earlier = formats.now.astimezone(formats.zone).date() - timedelta(days=3)
    return formats.catalogue.text(
        f"expenses.ask.{kind}.example",
        money=formats.money(EXAMPLE_AMOUNT, asking.card.currency),
        date=formats.full_day(earlier),
    )


def _asks(kind: str) -> Callable[[Asking, Formats], Wording]:
    return lambda asking, formats: asked(asking, kind, formats)


def _values(
    written: Callable[[str, Asking, Formats], str],
) -> Callable[[Choice, Asking, Formats], str]:
    """Labels of the buttons that answer, written as the person writes such values."""

    def label(choice: Choice, asking: Asking, formats: Formats) -> str:
        value = plain_line(choice.label) or plain_line(choice.press.value)
        return written(value, asking, formats) if choice.press.action == PressAction.ANSWER else ""

    return label


def _amount_button(choice: Choice, asking: Asking, formats: Formats) -> str:
    """Of an amount below zero, the buttons say what it was."""
    own = {SAVE_AS_SPENT: "expense", PressAction.DROP: "neither"}.get(choice.press.action)
    if asking.problem != Problem.NEGATIVE or own is None:
        return _values(_money)(choice, asking, formats)
    return formats.catalogue.text(f"expenses.button.{own}")


def _money(value: str, asking: Asking, formats: Formats) -> str:
    try:
        return formats.money(Decimal(value), asking.card.currency)
    except InvalidOperation:
        return value


def _day(value: str, asking: Asking, formats: Formats) -> str:
    del asking
    try:
        return formats.full_day(date.fromisoformat(value))
    except ValueError:
        return value


def _category(value: str, asking: Asking, formats: Formats) -> str:
    del asking
    return category_name(value, formats.catalogue) if value else ""


def _edited(choice: Choice, asking: AskEdit, formats: Formats) -> str:
    """A field by its name; or nothing is to be changed after all: the row stays, and there is no
    draft.
    """
    del asking
    if choice.press.action == EDIT_FIELD:
        return cards.field_label(choice.press.value, formats)
    keeps = choice.press.action == PressAction.KEEP
    return formats.catalogue.text("expenses.button.leave") if keeps else ""


WORDS = table(
    Words(AskAmount, _asks("amount"), _amount_button),
    Words(AskMerchant, _asks("merchant")),
    Words(AskDate, _asks("date"), _values(_day)),
    Words(AskCategory, _asks("category"), _values(_category)),
    Words(AskBetterImage, _asks("better_image")),
    Words(AskDuplicate, asked_duplicate),
    Words(AskToSave, ask_to_save, _proposal_button),
    Words(AskReading, ask_reading),
    Words(AskTogether, ask_together, _list_button),
    Words(AskEdit, asked_edit, _edited),
)
"""What words the questions."""
