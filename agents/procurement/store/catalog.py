"""The catalog as the operator brings it: a file replaces it whole, or changes nothing.

``catalog_items.py`` adds, changes and retires single items.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from adapters.postgres.pool import Connection, Database
from agents.procurement.items import Item
from agents.procurement.store.rows import ITEM_COLUMNS, item
from agents.procurement.store.search import NAME, named
from agents.procurement.store.spelling import indexed
from agents.procurement.store.vocabulary import Vocabulary
from agents.procurement.tools import Categories, CategoryShare
from domain.errors import AppError, ConfigurationError
from domain.money import Currency, rounded

MOST_REFUSED = 0.05
"""Share of a file's rows; beyond it the file is taken for another one than was meant."""

SYNONYMS = Path(__file__).with_name("synonyms.csv")
"""Common ones, for a shop that has none of its own."""

_AT_ONCE = 1_000
_SECONDS = 600.0
"""For a statement of an import: one that waits for another import, or fills an index."""
_LOCK = "procurement.catalog"


class RefusedCatalogError(AppError):
    """A file that changes nothing. The message says why."""

    code = "catalog.refused"


@dataclass(frozen=True)
class RefusedRow:
    line: int
    """Of the file, from 1; the heading of a CSV counts."""
    reason: str


@dataclass
class Report:
    """What an import did. ``version`` is None when it changed nothing."""

    items: int = 0
    refused: list[RefusedRow] = field(default_factory=list)
    version: int | None = None


class Synonym(NamedTuple):
    """``term`` also means ``expansion``, or each of several with commas between."""

    term: str
    language: str
    expansion: str


class ItemRow(BaseModel):
    """One line of a file; what it says beyond these fields are attributes."""

    model_config = ConfigDict(str_strip_whitespace=True, coerce_numbers_to_str=True)

    item_id: str = Field(min_length=1, max_length=64)
    name: str = Field(min_length=1, max_length=500)
    supplier: str = Field(default="", max_length=200)
    category: str = Field(default="", max_length=300)
    description: str = Field(default="", max_length=100_000)
    price: Decimal = Field(ge=0, lt=Decimal("1e12"))
    currency: Currency
    unit: str = Field(default="", max_length=50)
    stock: int | None = Field(default=None, ge=0, le=2_000_000_000)
    group: str | None = Field(default=None, max_length=100)
    attributes: dict[str, str] = Field(default_factory=dict)

    @field_validator("currency", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("*", mode="before")
    @classmethod
    def _storable(cls, value: object) -> object:
        """Refuses what no text of PostgreSQL can hold: a NUL, half a character."""
        parts = [*value, *value.values()] if isinstance(value, dict) else [value]
        for part in parts:
            if isinstance(part, str) and not part.isascii():
                part.encode()  # raises a ValueError
            if isinstance(part, str) and "\x00" in part:
                raise ValueError("NUL")
        return value


REASONS: Mapping[str, str] = {
    "item_id": "no article number, or one longer than 64 characters",
    "name": "no name, or one longer than 500 characters",
    "price": "the price is no number of 0 or more",
    "currency": "unknown currency",
    "stock": "the stock is no whole number of 0 or more",
}


def read_file(path: Path) -> tuple[list[Item], Report]:
    """The items of a CSV (with a heading) or JSONL file, and which lines are refused and why.

    Raises ``ConfigurationError`` for a file that cannot be read at all.
    """
    text = _read_text(path)
    is_json = path.suffix.casefold() in {".jsonl", ".ndjson"} or text.lstrip()[:1] == "{"
    lines = _parse_json(text) if is_json else _parse_csv(text, path)
    items: dict[str, Item] = {}
    report = Report()
    for number, told in lines:
        found = told if isinstance(told, str) else _check_row(told)
        if isinstance(found, Item) and found.item_id.upper() in items:
            found = f"article number {found.item_id} twice"
        if isinstance(found, str):
            report.refused.append(RefusedRow(number, found))
        else:
            items[found.item_id.upper()] = found
    return list(items.values()), report


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not written in UTF-8: save it as CSV UTF-8") from error


def _parse_json(text: str) -> Iterator[tuple[int, dict[str, JsonValue] | str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            told = json.loads(line, parse_float=Decimal)
        except (ValueError, RecursionError):
            yield number, "no JSON"
            continue
        yield number, told if isinstance(told, dict) else "no JSON object"


def _parse_csv(text: str, path: Path) -> Iterator[tuple[int, dict[str, JsonValue] | str]]:
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.DictReader(text.splitlines(keepends=True), delimiter=delimiter)
    with _translate_errors(path, reader):
        names = [name.strip().casefold().replace(" ", "_") for name in reader.fieldnames or ()]
    missing = {"item_id", "name", "price", "currency"} - set(names)
    if missing:
        raise ConfigurationError(
            f"{path} has no column {', '.join(sorted(missing))}: its first line names the columns"
        )
    reader.fieldnames = names
    before = reader.line_num
    with _translate_errors(path, reader):
        for row in reader:
            # A row begins behind the last line of the one before it.
            number, before = before + 1, reader.line_num
            if None in row:
                yield number, "more fields than the heading has"
            else:
                yield number, {name: value for name, value in row.items() if value}


@contextmanager
def _translate_errors(path: Path, reader: "csv.DictReader[str]") -> Iterator[None]:
    """Raises ``ConfigurationError`` where the library cannot read the file: a field of more than
    128 kB, say.
    """
    try:
        yield
    except csv.Error as error:
        raise ConfigurationError(
            f"{path} is no CSV in line {reader.line_num + 1}: {error}"
        ) from error


def _check_row(told: dict[str, JsonValue]) -> Item | str:
    """Returns an item, or why it is none."""
    own = {name: told[name] for name in ItemRow.model_fields if told.get(name) not in (None, "")}
    if isinstance(own.get("price"), bool):
        return REASONS["price"]
    attributes = own.pop("attributes", {})
    if isinstance(attributes, str):
        try:
            attributes = json.loads(attributes)
        except (ValueError, RecursionError):
            return "the attributes are no JSON object"
    if not isinstance(attributes, dict):
        return "the attributes are no JSON object"
    others = {name: value for name, value in told.items() if name not in ItemRow.model_fields}
    own["attributes"] = {
        str(name): value if isinstance(value, str) else json.dumps(value, default=str)
        for name, value in (others | attributes).items()
        if value is not None
    }
    try:
        row = ItemRow.model_validate(own)
        price = rounded(row.price, row.currency)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        return REASONS.get(name, f"{name} does not fit")
    except InvalidOperation:
        return REASONS["price"]
    return Item(**(row.model_dump() | {"price": price}))


async def import_items(
    database: Database, items: Sequence[Item], report: Report, *, source: str, language: str
) -> Report:
    """Replaces the active catalog by these items, in one transaction; of two imports at once the
    second waits for the first. A shop without synonyms gets the common ones.

    Raises ``RefusedCatalogError``, and changes nothing, when too many rows were refused or none
    is left.
    """
    rows = len(items) + len(report.refused)
    if not items or len(report.refused) > MOST_REFUSED * rows:
        raise RefusedCatalogError(
            f"{len(report.refused)} of {rows} rows are refused, so nothing was changed: at most"
            f" {MOST_REFUSED:.0%} may be"
        )
    async with database.transaction() as connection:
        await lock_catalog(connection)
        version = await add_version(connection, source, language)
        await put_items(connection, items, version, language)
        await connection.execute(_LEAVE_OUT, version, timeout=_SECONDS)
        await count_words(connection, version)
    report.items, report.version = len(items), version
    return report


async def lock_catalog(connection: Connection) -> None:
    """Held until the transaction ends: whoever else changes the catalog waits."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", _LOCK, timeout=_SECONDS
    )


async def add_version(connection: Connection, source: str, language: str) -> int:
    """Begins a version of a locked catalog; ``count_words`` completes it. A shop without synonyms
    gets the common ones.
    """
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM catalog_synonyms)"):
        await _put_synonyms(connection, read_synonyms(SYNONYMS))
    version: int = await connection.fetchval(
        """
        INSERT INTO catalog_versions (items, average_length, source, language)
        VALUES (0, 1, $1, $2) RETURNING version
        """,
        source,
        language,
    )
    return version


async def put_items(
    connection: Connection, items: Sequence[Item], version: int, language: str
) -> None:
    """Adds these items, or replaces those with the same article numbers, as of this version."""
    written = _dump_row(items, english=language == "english")
    for start in range(0, len(written), _AT_ONCE):
        some = written[start : start + _AT_ONCE]
        await connection.execute(_PUT, some, version, language, timeout=_SECONDS)


def _dump_row(items: Sequence[Item], *, english: bool) -> list[dict[str, JsonValue]]:
    """Writes items as rows, with their texts as they are searched: name; supplier, category and
    unit; description.
    """
    return [
        {
            **each.model_dump(mode="json", exclude={"group"}),
            "group_key": each.group,
            "a": indexed(each.name, english=english),
            "b": indexed(f"{each.supplier} {each.category} {each.unit}", english=english),
            "c": indexed(each.description, english=english),
        }
        for each in items
    ]


_LEAVE_OUT = "UPDATE catalog_items SET active = false WHERE active AND version <> $1"
_PUT = f"""
    INSERT INTO catalog_items AS held ({ITEM_COLUMNS}, active, search, length, version)
    SELECT {ITEM_COLUMNS}, true, search,
           -- What ranking takes for the length: each place of a word, those of the name as often
           -- as they count.
           (SELECT coalesce(sum(
               cardinality(weights) + {NAME - 1} * cardinality(array_positions(weights, 'A'))
            ), 0) FROM unnest(search)),
           $2
    FROM jsonb_to_recordset($1) AS row (
        item_id text, name text, supplier text, category text, description text, price numeric,
        currency text, unit text, stock integer, group_key text, attributes jsonb,
        a text, b text, c text
    ), LATERAL (
        SELECT setweight(to_tsvector($3::text::regconfig, a), 'A')
            || setweight(to_tsvector($3::text::regconfig, b), 'B')
            || setweight(to_tsvector($3::text::regconfig, c), 'C') AS search
    ) AS words
    ON CONFLICT (item_id) DO UPDATE SET
        name = excluded.name, supplier = excluded.supplier, category = excluded.category,
        description = excluded.description, price = excluded.price, currency = excluded.currency,
        unit = excluded.unit, stock = excluded.stock, group_key = excluded.group_key,
        attributes = excluded.attributes, active = true, search = excluded.search,
        length = excluded.length, version = excluded.version
"""  # noqa: S608 - literals of this module


async def count_words(connection: Connection, version: int) -> None:
    """Counts the active items, how many of them have each word, and how long they are.

    How many items have a word is counted in names, suppliers and categories: descriptions say of
    every cushion that it goes with sofas, rugs and beds, and those words would tell nothing.
    """
    await connection.execute("DELETE FROM catalog_terms", timeout=_SECONDS)
    await connection.execute(
        """
        INSERT INTO catalog_terms (lexeme, items)
        SELECT word, coalesce(called.ndoc, held.ndoc)
        FROM ts_stat('SELECT search FROM catalog_items WHERE active') AS held
        LEFT JOIN ts_stat('SELECT search FROM catalog_items WHERE active', 'ab') AS called
            USING (word)
        """,
        timeout=_SECONDS,
    )
    await connection.execute(
        """
        UPDATE catalog_versions SET (items, average_length) = (
            SELECT count(*), greatest(1, avg(length)) FROM catalog_items WHERE active
        ) WHERE version = $1
        """,
        version,
        timeout=_SECONDS,
    )


async def import_synonyms(database: Database, rows: Sequence[Synonym]) -> None:
    """Replaces all synonyms by these. Searches know them from the next import on."""
    async with database.transaction() as connection:
        await connection.execute("DELETE FROM catalog_synonyms")
        await _put_synonyms(connection, rows)


async def _put_synonyms(connection: Connection, rows: Sequence[Synonym]) -> None:
    await connection.execute(
        """
        INSERT INTO catalog_synonyms (term, language, expansion)
        SELECT DISTINCT ON (term, language) term, language, expansion
        FROM jsonb_to_recordset($1) AS row (term text, language text, expansion text)
        """,
        [row._asdict() for row in rows],
    )


def read_synonyms(path: Path) -> list[Synonym]:
    """A CSV file with the columns term, language and expansion; of several expansions commas
    stand between. Raises ``ConfigurationError``.
    """
    told = csv.DictReader(_read_text(path).splitlines())
    with _translate_errors(path, told):
        missing = set(Synonym._fields) - set(told.fieldnames or ())
    if missing:
        raise ConfigurationError(
            f"{path} has no column {', '.join(sorted(missing))}: its first line names the columns"
        )
    with _translate_errors(path, told):
        rows = [Synonym(row["term"], row["language"], row["expansion"]) for row in told]
    for number, row in enumerate(rows, start=2):
        if not all(row):
            raise ConfigurationError(
                f"{path}: line {number} lacks a term, a language or an expansion"
            )
    return rows


async def item_of(connection: Connection, item_id: str) -> Item | None:
    """An active item by its article number, however it is written."""
    row = await connection.fetchrow(
        f"""
        SELECT {ITEM_COLUMNS} FROM catalog_items
        WHERE active AND upper(item_id) = upper($1)
        """,  # noqa: S608 - literals
        item_id.strip(),
    )
    return None if row is None else item(row)


async def siblings_of(connection: Connection, each: Item, most: int = 20) -> tuple[Item, ...]:
    if each.group is None:
        return ()
    rows = await connection.fetch(
        f"""
        SELECT {ITEM_COLUMNS} FROM catalog_items
        WHERE active AND group_key = $1 AND item_id <> $2 ORDER BY price, item_id LIMIT $3
        """,  # noqa: S608 - literals
        each.group,
        each.item_id,
        most,
    )
    return tuple(item(row) for row in rows)


async def shares(
    connection: Connection, vocabulary: Vocabulary, category: str | None, most: int = 40
) -> Categories:
    """Categories with counts and prices, those with the most items first; of one category its
    suppliers. A category in two currencies has a line for each.
    """
    column, names = "category", None
    if category:
        all_names = [each.name for each in vocabulary.categories]
        column, names = "supplier", list(named("category", category, all_names, vocabulary))
    rows = await connection.fetch(
        f"""
        SELECT {column} AS name, currency, count(*)::int AS items,
               min(price) AS lowest, max(price) AS highest,
               (sum(count(*)) OVER ())::int AS of_all
        FROM catalog_items WHERE active AND ($1::text[] IS NULL OR category = ANY($1))
        GROUP BY {column}, currency ORDER BY items DESC, name LIMIT $2
        """,  # noqa: S608 - a column of two literals
        names,
        most,
    )
    return Categories(
        categories=tuple(CategoryShare.model_validate(dict(row)) for row in rows),
        items=rows[0]["of_all"] if rows else 0,
    )
