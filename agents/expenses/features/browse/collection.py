"""Saved expenses as a collection: their rows, fields, filters and totals in words."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from adapters.postgres.pool import Connection
from agents.collection import Collection
from agents.expenses.categories import CATEGORIES
from agents.expenses.features.browse import reading
from agents.expenses.features.browse.reading import Filter, FoundRows, RowSums
from agents.expenses.features.browse.tools import (
    DELETE_EXPENSES,
    EDIT_EXPENSES,
    MAX_ROWS,
    MAY_BE_EMPTY,
    RESTORE_EXPENSES,
)
from agents.expenses.files.workbook import table_of, workbook_of
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.store.household import OURS, RowOwners, owners_of
from agents.expenses.words import cards
from agents.expenses.words.files import book_texts
from agents.expenses.words.names import (
    category_name,
    member_name,
    payment_name,
    plain_category_name,
)
from agents.expenses.words.spending import entered_lines, since_joining
from bot.texts.formats import Formats, shown
from domain.collections import (
    CollectionField,
    CollectionFile,
    CollectionFilter,
    CollectionPage,
    CollectionQuery,
    CollectionRow,
    CollectionTools,
    CollectionView,
    FieldKind,
    Option,
    TableForm,
)
from domain.money import MINOR_UNITS, rounded

_SIGNS = {MoneyKind.INCOME: "+", MoneyKind.TRANSFER: "⇄ "}


async def make_view(connection: Connection, user_id: str, formats: Formats) -> CollectionView:
    owners = await owners_of(connection, user_id, ours=True)
    own = await reading.read_options(connection, RowOwners(user_id))
    seen = await reading.read_options(connection, owners) if owners.members else own
    categories = dict.fromkeys((*CATEGORIES, *own[Filter.CATEGORY]))
    return CollectionView(
        name=COLLECTION.name,
        title=formats.catalogue.text("expenses.rows.title"),
        elsewhere=formats.catalogue.text("expenses.rows.elsewhere"),
        fields=(
            _make_field("occurred_on", formats, FieldKind.DAY),
            _make_field("merchant", formats),
            _make_field("item", formats),
            _make_field("amount", formats, FieldKind.AMOUNT),
            _make_field("currency", formats),
            _make_field(
                "category",
                formats,
                FieldKind.CHOICE,
                _make_options(Filter.CATEGORY, categories, formats),
                together=True,
            ),
            _make_field(
                "payment_method",
                formats,
                options=_make_options(Filter.PAYMENT, own[Filter.PAYMENT], formats),
            ),
            _make_field("reference", formats),
        ),
        filters=tuple(
            CollectionFilter(
                name=name.value,
                label=cards.field_label(_FIELDS[name], formats),
                options=_make_options(name, values, formats),
            )
            for name, values in seen.items()
            if values
        ),
        tools=CollectionTools(
            edit=EDIT_EXPENSES.name,
            delete=DELETE_EXPENSES.name,
            restore=RESTORE_EXPENSES.name,
            rows="task_ids",
            most_rows=MAX_ROWS,
        ),
        scope=_make_scope(owners, formats),
    )


def _make_scope(owners: RowOwners, formats: Formats) -> CollectionFilter | None:
    """Offers one's own rows, those of the household, and those of each other member."""
    others = [member for member in owners.members if member.user_id != owners.user_id]
    if not others:
        return None
    words = formats.catalogue
    return CollectionFilter(
        name=reading.WHOSE,
        label=words.text("expenses.rows.whose"),
        options=(
            Option(value="", label=words.text("expenses.rows.mine")),
            Option(value=OURS, label=words.text("expenses.rows.ours")),
            *(
                Option(value=owners.key_of(member), label=member_name(member.name, words))
                for member in others
            ),
        ),
    )


def _make_field(
    name: str,
    formats: Formats,
    kind: FieldKind = FieldKind.TEXT,
    options: tuple[Option, ...] = (),
    *,
    together: bool = False,
) -> CollectionField:
    label = cards.field_label(name, formats)
    return CollectionField(
        name=name,
        label=label,
        kind=kind,
        options=options,
        together=together,
        optional=name in MAY_BE_EMPTY,
    )


def _make_options(name: Filter, values: Iterable[str], formats: Formats) -> tuple[Option, ...]:
    return tuple(Option(value=value, label=_label_value(name, value, formats)) for value in values)


def _label_value(name: Filter, value: str, formats: Formats) -> str:
    match name:
        case Filter.KIND:
            return formats.catalogue.text(f"expenses.kind.{value}").capitalize()
        case Filter.CATEGORY:  # by its first letter a menu finds it
            return f"{plain_category_name(value, formats.catalogue)} {cards.icon(value)}"
        case Filter.PAYMENT:
            return payment_name(value, formats.catalogue)
        case Filter.SHOP:
            return shown(value)


_FIELDS = {
    Filter.KIND: "kind",
    Filter.CATEGORY: "category",
    Filter.SHOP: "merchant",
    Filter.PAYMENT: "payment_method",
}


async def make_page(
    connection: Connection, user_id: str, query: CollectionQuery, formats: Formats
) -> CollectionPage:
    found = await reading.read_page(connection, user_id, query, _name_categories(formats))
    rows = tuple(
        _word_row(name, card, found.files.get(name), formats).model_copy(
            update=_tell_who(card, formats) if found.owners.members else {}
        )
        for name, card in found.cards.items()
    )
    if query.after:
        return CollectionPage(rows=rows, after=found.after)
    return CollectionPage(
        rows=rows,
        after=found.after,
        count=formats.catalogue.count("expenses.rows.count", sum(each.rows for each in found.sums)),
        totals=() if query.deleted else tuple(_word_totals(found.sums, formats)),
        notes=_word_notes(found, formats) if found.cards else (),
    )


def _tell_who(card: Card, formats: Formats) -> dict[str, object]:
    """Tells who entered a row, in a list of several people's."""
    if card.entered_by is None:
        return {"by": formats.catalogue.text("expenses.rows.you")}
    return {"by": member_name(card.entered_by, formats.catalogue), "own": False}


def _word_notes(found: FoundRows, formats: Formats) -> tuple[str, ...]:
    """Words what each member of the household spent, and since when it counts."""
    match found.owners.members:
        case ():
            return ()
        case (member,):
            return (since_joining(member.name, formats),)
        case _:
            return (*entered_lines(found.entered, formats), since_joining(None, formats))


def _name_categories(formats: Formats) -> Mapping[str, str]:
    """Returns the names that built-in categories have in the person's language."""
    return {each: plain_category_name(each, formats.catalogue) for each in CATEGORIES}


def _word_totals(sums: Sequence[RowSums], formats: Formats) -> list[str]:
    """Words what was spent and what came in, each with the sums of all its currencies."""
    told = []
    for kind in (MoneyKind.EXPENSE, MoneyKind.INCOME):
        own = [formats.money(each.total, each.currency) for each in sums if each.kind is kind]
        if own:
            totals = formats.listed(own)
            told.append(formats.catalogue.text(f"expenses.rows.total.{kind}", totals=totals))
    return told


def _word_row(
    name: str, card: Card, file: CollectionFile | None, formats: Formats
) -> CollectionRow:
    amount = formats.money(card.amount or Decimal(0), card.currency)
    parts = [_label_category(part.category, formats) for part in card.parts]
    return CollectionRow(
        id=name,
        what=cards.name_of(card, formats),
        note=shown(card.item) if card.merchant and card.item else "",
        when=formats.full_day(card.occurred_on) if card.occurred_on else "",
        group=" + ".join(parts) or _label_category(card.category or "", formats),
        amount=f"{_SIGNS.get(card.kind, '')}{amount}",
        values={each: _write_value(getattr(card, each), card.currency) for each in reading.FIELDS},
        file=file,
    )


def _label_category(name: str, formats: Formats) -> str:
    return f"{cards.icon(name)} {category_name(name, formats.catalogue)}"


def _write_value(value: object, currency: str | None) -> str:
    """Writes a value as tools take it, an amount with at least the digits of its currency."""
    if not isinstance(value, Decimal):
        return str(value or "")
    whole = rounded(value, currency) if currency in MINOR_UNITS else value
    return f"{whole if whole == value else value:f}"


async def export(
    connection: Connection,
    user_id: str,
    query: CollectionQuery,
    form: TableForm,
    formats: Formats,
) -> bytes:
    """Makes the file that /export makes of rows, of those that are shown."""
    categories = _name_categories(formats)
    expenses, me = await reading.read_exported(connection, user_id, query, categories)
    home = await reading.read_home_currency(connection, user_id)
    make = workbook_of if form is TableForm.XLSX else table_of
    return await asyncio.to_thread(make, expenses, book_texts(formats, home, expenses, me))


COLLECTION = Collection(
    name="expenses",
    filters=frozenset([reading.WHOSE, *Filter]),
    view=make_view,
    page=make_page,
    version=reading.read_version,
    export=export,
)
