"""An import of a table in words: what would be saved, what was, and what was left out."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from agents.expenses.importing import IMPORT_PAGE, IMPORT_SAMPLE, ImportPreview, ImportSum
from agents.expenses.replies import (
    AskImport,
    ImportDropped,
    Imported,
    ImportNoRow,
    ImportRestored,
    ImportTakenBack,
    NoImport,
)
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.tables.tabulating import MAX_TABLE_BYTES, MAX_TABLE_ROWS, LeftOut, TableColumn
from agents.expenses.words.feature_notices import notice_lines
from agents.expenses.words.names import category_name
from agents.expenses.words.spending import money_of
from agents.expenses.words.topics import topic_text
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table
from domain.replies import Choice

_MAX_NAME = 40
_MEGABYTE = 1024 * 1024
_MARKS = {MoneyKind.EXPENSE: "−", MoneyKind.INCOME: "+", MoneyKind.TRANSFER: "⇄"}


def asked_import(content: AskImport, formats: Formats) -> Wording:
    words, found, key = formats.catalogue, content.preview, "expenses.ask_import"
    again = (words.text(f"{key}.again"),) if content.attempt > 1 else ()
    if content.shared_name:
        return _which(content, formats)
    if not found.rows and not found.left_by_person:
        known = words.count(f"{key}.all_known", found.duplicates)
        lead = words.text(f"{key}.nothing_new") if found.deleted else known
        told = _known(content, formats) if found.deleted else []
        return Wording(lead=lead, tail=(*told, *_left_out(found, formats), *again))
    period = _period(found.since, found.until, formats)
    lead = words.text(key, rows=words.count("expenses.import.rows", found.rows), period=period)
    tail = [
        *_sums(found.sums, formats),
        *(_row(card, found, formats) for card in found.cards),
        *_named_columns(found, formats),
        *_known(content, formats),
        *_left_by_person(found, formats),
        *_left_out(found, formats),
        *_doubts(found, formats),
        words.text(f"{key}.question") if found.rows else words.text(f"{key}.nothing_left"),
    ]
    if content.changed:
        tail.insert(-1, words.text(f"{key}.changed"))
    if content.unknown_name:
        tail.insert(-1, words.text(f"{key}.unknown", name=shown(content.unknown_name, _MAX_NAME)))
    return Wording(lead=lead, tail=(*tail, *again))


def _which(content: AskImport, formats: Formats) -> Wording:
    """Which of several rows with one name are meant."""
    words, found, key = formats.catalogue, content.preview, "expenses.ask_import"
    name = shown(content.shared_name, _MAX_NAME)
    lines = [_row(card, found, formats) for card in found.cards]
    lead = words.count(f"{key}.which", len(found.named), name=name)
    return Wording(lead=lead, tail=(*lines, words.text(f"{key}.which_question")))


def _period(since: date | None, until: date | None, formats: Formats) -> str:
    days = dict.fromkeys(day for day in (since, until) if day is not None)
    return " – ".join(map(formats.full_day, days))


def _sums(sums: Sequence[ImportSum], formats: Formats) -> list[str]:
    """A line for each kind; amounts of different currencies stand side by side."""
    lines = []
    for kind, same in groupby(sums, key=lambda each: each.kind):
        totals = list(same)
        money = money_of(totals, formats)
        rows = formats.catalogue.count("expenses.import.rows", sum(each.count for each in totals))
        lines.append(formats.catalogue.text(f"expenses.import.{kind}", money=money, rows=rows))
    return lines


def _row(card: Card, found: ImportPreview, formats: Formats) -> str:
    """With the number by which it can be left out, and whether it is."""
    name = shown(card.merchant or card.item or "", _MAX_NAME)
    money = "" if card.amount is None else formats.money(card.amount, card.currency)
    day = "" if card.occurred_on is None else formats.full_day(card.occurred_on)
    category = category_name(card.category, formats.catalogue) if card.category else ""
    parts = [day, name, f"{_MARKS[card.kind]}{money}", category]
    marks = (("✖️ ", found.unwanted), ("👀 ", found.known), ("🗑️ ", found.thrown))
    mark = next((mark for mark, numbers in marks if card.number in numbers), "")
    number = f"{card.number}." if card.number else "•"
    return f"{number} {mark}" + " · ".join(part for part in parts if part)


def _named_columns(found: ImportPreview, formats: Formats) -> list[str]:
    """What was read from which column; with a page of rows it was said before."""
    if len(found.cards) > IMPORT_SAMPLE or not found.columns:
        return []
    return [formats.catalogue.text("expenses.ask_import.columns", columns=_columns(found, formats))]


def _left_by_person(found: ImportPreview, formats: Formats) -> list[str]:
    count = found.left_by_person
    return [formats.catalogue.count("expenses.import.left_by_person", count)] if count else []


def _columns(found: ImportPreview, formats: Formats) -> str:
    words = formats.catalogue
    parts = []
    for each in found.columns:
        if each.column is TableColumn.BALANCE:
            continue
        label = words.text(f"expenses.import.column.{each.column}")
        heading = shown(each.heading, _MAX_NAME)
        parts.append(f"{label} {formats.quoted(heading)}" if heading else label)
    return ", ".join(parts)


def _known(content: AskImport, formats: Formats) -> list[str]:
    found = content.preview
    told = (
        (found.duplicates, "too" if content.duplicates_too else "known"),
        (found.deleted, "deleted_too" if content.deleted_too else "deleted"),
    )
    return [
        formats.catalogue.count(f"expenses.import.{key}", count) for count, key in told if count
    ]


def _left_out(found: ImportPreview, formats: Formats) -> list[str]:
    """Why lines are left out, with their numbers; of many the first."""
    if not found.left_out:
        return []
    words = formats.catalogue
    lines = [words.count("expenses.import.left_out", found.left_out)]
    by_reason: dict[str, list[LeftOut]] = {}
    for each in found.told:
        by_reason.setdefault(each.why, []).append(each)
    for why, lefts in by_reason.items():
        numbers = ", ".join(str(each.line) for each in lefts)
        reason = words.text(f"expenses.import.why.{why}")
        lines.append(words.text("expenses.import.line", lines=numbers, why=reason))
    more = found.left_out - len(found.told)
    if more:
        lines.append(words.count("expenses.import.more", more))
    return lines


def _doubts(found: ImportPreview, formats: Formats) -> list[str]:
    words, lines = formats.catalogue, []
    if found.assumed_currency:
        code = found.assumed_currency
        lines.append(words.text("expenses.import.no_currency", currency=code))
    if found.days_in_doubt:
        first = "month" if found.month_first else "day"
        lines.append(words.text(f"expenses.import.{first}_first"))
    if found.signs_in_doubt:
        lines.append(words.text("expenses.import.signs"))
    return lines


def _button(choice: Choice, content: AskImport, formats: Formats) -> str:
    """The button for the days says which reading it brings."""
    name, words = choice.press.action.rpartition(".")[2], formats.catalogue
    key = f"expenses.import.button.{name}.{choice.press.value}"
    if choice.press.value and words.has(key):
        return words.text(key)
    if name == "import_currency":
        return words.text("expenses.import.button.currency", currency=choice.press.value)
    if name == "import_rows":
        return _page_button(int(choice.press.value), content.preview, words)
    counted = name == "import"
    return words.count("expenses.import.button.rows", content.preview.rows) if counted else ""


def _page_button(first: int, found: ImportPreview, words: Catalogue) -> str:
    last = min(first + IMPORT_PAGE - 1, found.all_rows)
    if last == found.all_rows and first == 1:
        return words.text("expenses.import.button.all_rows")
    return words.text("expenses.import.button.page", first=str(first), last=str(last))


def imported(content: Imported, formats: Formats) -> Wording:
    words, done = formats.catalogue, content.outcome
    if not done.rows:
        return Wording(lead=words.text("expenses.imported.none"))
    tail = [*_sums(done.sums, formats), *notice_lines(done.notices, formats)]
    if content.left_out:
        tail.append(words.count("expenses.import.left_out", content.left_out))
    tail.append(words.text("expenses.imported.correct", number=str(content.first_number)))
    return Wording(lead=words.count("expenses.imported", done.rows), tail=tuple(tail))


def no_row(content: ImportNoRow, formats: Formats) -> Wording:
    numbers = {name: str(getattr(content, name)) for name in ("number", "first", "last")}
    return Wording(lead=formats.catalogue.text(content.topic, **numbers))


def no_import(content: NoImport, formats: Formats) -> Wording:
    words = formats.catalogue
    lead = words.text(
        f"expenses.no_import.{content.preview.fault}",
        rows=str(MAX_TABLE_ROWS),
        megabytes=str(MAX_TABLE_BYTES // _MEGABYTE),
    )
    return Wording(lead=lead, tail=tuple(_left_out(content.preview, formats)))


def _counted(content: ImportTakenBack | ImportRestored, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.count(content.topic, content.rows))


WORDS = table(
    Words(AskImport, asked_import, _button),
    Words(Imported, imported),
    Words(NoImport, no_import),
    Words(ImportNoRow, no_row),
    Words(ImportDropped, topic_text),
    Words(ImportTakenBack, _counted),
    Words(ImportRestored, _counted),
)
"""What words an import."""
