"""An expense in words: as a card of a few lines, as one line, and field by field."""

from collections.abc import Collection, Iterable
from decimal import Decimal

from pydantic import TypeAdapter, ValidationError

from agents.expenses.categories import ICONS
from agents.expenses.rate_arithmetic import converted
from agents.expenses.rules import FIELDS, Source
from agents.expenses.shown import Card, Change, MoneyKind, Provenance, SplitPart
from agents.expenses.words.equations import equation
from agents.expenses.words.names import category_name, member_name, payment_name
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import CardView

OTHER_ICON = "📂"

_ALIASES = {"occurred_on": "date", "description": "item", "purpose": "item"}
"""Names under which rows and cards know a field, and the one that the catalogue words."""

_PARTS = TypeAdapter(tuple[SplitPart, ...])

_MONEY_FIELDS = frozenset({"amount", "tax"})


def icon(category: str) -> str:
    return ICONS.get(category, OTHER_ICON)


def field_name(field: str) -> str:
    """The one name of a field, whichever of its names was used."""
    return _ALIASES.get(field, field)


def field_label(field: str, formats: Formats) -> str:
    key = f"expenses.field.{field_name(field)}"
    return formats.catalogue.text(key) if formats.catalogue.has(key) else shown(field)


def provenance(card: Card, field: str) -> Provenance | None:
    """Where a field's value came from, under whichever of its names it was recorded."""
    wanted = field_name(field)
    return next((p for name, p in card.provenance.items() if field_name(name) == wanted), None)


def name_of(card: Card, formats: Formats) -> str:
    """What a card is called in a sentence: its shop, else what it was for, else its amount."""
    if card.merchant or card.item:
        return shown(card.merchant or card.item or "")
    if card.amount is not None:
        return _money(card.amount, card, formats)
    return _unnamed(card, formats)


def _money(amount: Decimal, card: Card, formats: Formats) -> str:
    """What came in has a plus in front."""
    sign = "+" if card.kind is MoneyKind.INCOME else ""
    return f"{sign}{formats.money(amount, card.currency)}"


def _unnamed(card: Card, formats: Formats) -> str:
    key = "expenses.card.photo" if card.from_photo else "expenses.card.untitled"
    if card.from_table:
        key = "expenses.card.table"
    return formats.catalogue.text(key)


def _title(card: Card, formats: Formats) -> str:
    if card.from_table:
        return _unnamed(card, formats)
    parts = [shown(card.merchant or card.item or "")]
    if card.kind is MoneyKind.INCOME and card.merchant:
        payer = formats.catalogue.text("expenses.card.payer", name=parts[0])
        parts = [f"{shown(card.item)} {payer}" if card.item else payer]
    if not parts[0]:
        parts = [_unnamed(card, formats)]
    if card.amount is None:
        parts.append(formats.catalogue.text("expenses.card.no_amount"))
    else:
        parts.append(_money(card.amount, card, formats))
    return " · ".join(parts)


def _day(card: Card, formats: Formats) -> str | None:
    if card.occurred_on is None or card.from_table:
        return None
    origin = provenance(card, "date")
    assumed = card.from_photo and origin is not None and origin.source == Source.INFERRED
    if assumed and card.amount is None and not (card.merchant or card.item):
        return None  # nothing was read (yet): a date alone would look as if it had been
    key = "expenses.card.day_assumed" if assumed else "expenses.card.day"
    return formats.catalogue.text(key, day=formats.day(card.occurred_on))


def _time(card: Card, formats: Formats) -> str | None:
    if card.occurred_at is None:
        return None
    clock = formats.clock_time(card.occurred_at)
    return formats.catalogue.text("expenses.card.time", time=clock)


def _category(card: Card, formats: Formats) -> str | None:
    if card.parts:
        return " + ".join(_part(part, card.currency, formats) for part in card.parts)
    if not card.category:
        return None
    return formats.catalogue.text(
        "expenses.card.category",
        icon=icon(card.category),
        category=category_name(card.category, formats.catalogue),
    )


def _amount_origin(card: Card, formats: Formats) -> str | None:
    """How an amount was worked out, or where it stood, if not in the words that told it."""
    origin = provenance(card, "amount")
    if origin is None or origin.source not in {Source.WORKED_OUT, Source.EARLIER}:
        return None
    key = f"expenses.card.{origin.source}"
    return formats.catalogue.text(key, evidence=shown(origin.evidence))


def _at_home(card: Card, formats: Formats) -> str | None:
    """A foreign amount in the person's own currency, with the rate that it has for good."""
    if card.amount is None or card.currency is None or not card.rate or not card.home_currency:
        return None
    at_home = converted(card.amount, card.rate, card.home_currency)
    return formats.catalogue.text(
        "expenses.card.home",
        money=formats.money(at_home, card.home_currency),
        equation=equation(card.currency, "", card.rate, formats),
    )


def _part(part: SplitPart, currency: str | None, formats: Formats) -> str:
    return formats.catalogue.text(
        "expenses.card.part",
        icon=icon(part.category),
        category=category_name(part.category, formats.catalogue),
        amount=formats.money(part.amount, currency),
    )


def _reference(reference: str) -> str:
    """A reference to be copied: one of letters, digits and hyphens has no marks against links."""
    plain = plain_line(reference)
    return plain if plain.replace("-", "").isalnum() else shown(reference)


def _extras(card: Card, formats: Formats) -> Iterable[str]:
    if card.payment_method:
        payment = payment_name(card.payment_method, formats.catalogue)
        yield formats.catalogue.text("expenses.card.payment", payment=payment)
    if card.reference:
        reference = _reference(card.reference)
        yield formats.catalogue.text("expenses.card.reference", reference=reference)
    if card.tax:
        yield formats.catalogue.text(
            "expenses.card.tax", tax=formats.money(card.tax, card.currency)
        )
    if card.item_count:
        yield formats.catalogue.count("expenses.card.items", card.item_count)


def view(card: Card, formats: Formats) -> CardView:
    """The card with everything that is known; what is missing and not needed is left out."""
    rows: list[list[str]] = []
    bought = card.kind is MoneyKind.EXPENSE
    if bought and card.item and card.merchant:
        rows.append([shown(card.item)])
    when = _day(card, formats), _time(card, formats)
    rows.append([part for part in (_category(card, formats), *when) if part])
    rows.append([part for part in (_amount_origin(card, formats), _at_home(card, formats)) if part])
    rows.append(list(_extras(card, formats)))
    return CardView(
        number=card.number,
        title=_title(card, formats),
        lines=tuple(" · ".join(row) for row in rows if row),
    )


def line(card: Card, formats: Formats) -> str:
    """The card in one line, for lists: with its number or, of another member of the household, with
    who entered it.
    """
    parts = [_title(card, formats), _category(card, formats), _day(card, formats)]
    if card.entered_by is None:
        return f"#{card.number} " + " · ".join(part for part in parts if part)
    entered_by = member_name(card.entered_by, formats.catalogue)
    return f"{entered_by}: " + " · ".join(part for part in parts if part)


def known(card: Card, formats: Formats, leaving_out: str = "") -> str:
    """What is known of an unfinished expense, in one line; empty when nothing worth saying is.

    ``leaving_out`` is the field that is asked about. An assumed date is not known.
    """
    dated = provenance(card, "date")
    skipped = {leaving_out, "date" if dated and dated.source == Source.INFERRED else ""}
    names = ("merchant", "item", "amount", "date", "category")
    values = {n: field_value(card, n, formats) for n in names if n not in skipped}
    found = {name: value for name, value in values.items() if value}
    return ", ".join(found.values()) if found.keys() - {"date", "category"} else ""


def proposed(card: Card, formats: Formats) -> str:
    """Words a guessed expense in one line, the amount first. Of a photo the guessed
    category and an assumed day are shown as well: a yes means them, too.
    """
    dated = provenance(card, "date")
    inferred = dated is not None and dated.source == Source.INFERRED
    assumed = "date" if inferred and not card.from_photo else ""
    names = ["amount", "item", "merchant", "date", "payment_method"]
    names += ["category"] if card.from_photo else []
    values = [field_value(card, name, formats) for name in names if name != assumed]
    values += [_category(card, formats)] if card.parts else []
    return " · ".join(value for value in values if value)


def doubted(card: Card, unsure: Collection[str], formats: Formats) -> str:
    """An expense in one line, with a question mark behind each value that may be wrong."""
    names = ("merchant" if card.merchant else "item", "amount", "category", "date")
    values = ((name, field_value(card, name, formats)) for name in names)
    told = (f"{value}?" if name in unsure else value for name, value in values if value)
    return f"#{card.number} " + " · ".join(told)


def has_value(card: Card, field: str) -> bool:
    """Whether something is known of a field, sure or not."""
    name = field_name(field)
    known = card.occurred_on if name == "date" else getattr(card, name, None)
    return known not in (None, "")


def field_value(card: Card, field: str, formats: Formats) -> str | None:
    """One field's value as the person reads it; None when it is missing or no such field."""
    name = field_name(field)
    if name == "date":
        return None if card.occurred_on is None else formats.day(card.occurred_on)
    if name in _MONEY_FIELDS:
        amount: Decimal | None = card.amount if name == "amount" else card.tax
        return None if amount is None else formats.money(amount, card.currency)
    plain: str | None = getattr(card, name) if name in ("kind", *FIELDS) else None
    return _named(name, plain, formats) if plain else None


def _named(name: str, value: str, formats: Formats) -> str:
    """A value that is text: built-in names in the person's language, all else as it is."""
    if name == "category":
        return category_name(value, formats.catalogue)
    if name == "kind":
        return formats.catalogue.text(f"expenses.kind.{MoneyKind(value)}")
    if name == "payment_method":
        return payment_name(value, formats.catalogue)
    return _reference(value) if name == "reference" else shown(value)


def change_values(
    change: Change, card: Card | None, changes: tuple[Change, ...], formats: Formats
) -> tuple[str, str]:
    """Old and new value of a change in words, empty where there is none. An old amount is shown in
    its old currency.
    """
    currency = card.currency if card else None
    switched = next((c for c in changes if c.field == "currency"), None)
    before_currency = (switched.before or currency) if switched else currency
    after_currency = (switched.after or currency) if switched else currency
    return (
        _value(change.field, change.before, before_currency, formats),
        _value(change.field, change.after, after_currency, formats),
    )


def _value(field: str, value: str | None, currency: str | None, formats: Formats) -> str:
    if not value:
        return ""
    name = field_name(field)
    if name == "parts":
        return _parts_text(value, currency, formats)
    if name in _MONEY_FIELDS:
        return formats.money_text(value, currency)
    return formats.day_text(value) if name == "date" else _named(name, value, formats)


def _parts_text(value: str, currency: str | None, formats: Formats) -> str:
    """Parts as the audit wrote them down; anything else is shown as it is."""
    try:
        parts = _PARTS.validate_json(value)
    except ValidationError:
        return shown(value)
    return " + ".join(_part(part, currency, formats) for part in parts)
