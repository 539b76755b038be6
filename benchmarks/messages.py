"""How well the offline engine understands single messages.

    python benchmarks/messages.py FILE [FILE…] [--failures N]

Each line of a file is JSON: ``text``, ``accept`` (labels that are right) or ``label``, optional
``expect`` with ``amount``, ``currency``, ``merchant``, ``category``. Labels: transaction,
correction, general, command, affirm, deny. A text labelled injection or benign must only not be
taken for an expense. Prints accuracy per part, the failures, and milliseconds per message.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.model.offline import OfflineEngine
from domain.messages import command_in
from domain.understanding import (
    Act,
    ActKind,
    CategorizeRequest,
    Person,
    Said,
    UnderstandRequest,
)

LABELS = {
    ActKind.EXPENSE: "transaction",
    ActKind.DETAIL: "correction",
    ActKind.INSIGHTS: "general",
    ActKind.GENERAL: "general",
    ActKind.WHY: "general",
    ActKind.UNCLEAR: "general",
    ActKind.DONT_KNOW: "general",
    ActKind.CANCEL: "command",
    ActKind.UNDO: "command",
    ActKind.AFFIRM: "affirm",
    ActKind.DENY: "deny",
}


class Row(TypedDict, total=False):
    """One line of a file."""

    text: str
    label: str
    accept: list[str]
    expect: dict[str, str]


NOT_AN_EXPENSE = ("injection", "benign", "harmless")
PERSON = Person(user_id="benchmark")


async def label_of(engine: OfflineEngine, text: str) -> tuple[str, Act | None]:
    """The label of a message that comes with nothing open, and its first act."""
    if command_in(text) is not None:
        return "command", None
    said = Said(message_id="m", text=text, sent_at=datetime.now(UTC))
    understood = await engine.understand(UnderstandRequest(person=PERSON, said=(said,)))
    return LABELS[understood.acts[0].kind], understood.acts[0]


async def category_of(engine: OfflineEngine, act: Act) -> str | None:
    mention = act.mentions[0]
    request = CategorizeRequest(
        person=PERSON,
        task_id="t",
        merchant=mention.merchant,
        item=mention.item,
        amount=mention.amount or Decimal(1),
        currency=mention.currency or PERSON.currency,
    )
    return mention.category or (await engine.categorize(request)).category


async def wrong_fields(engine: OfflineEngine, act: Act | None, expect: dict[str, str]) -> list[str]:
    """The expected fields that were not understood, as ``field: got``."""
    mention = act.mentions[0] if act is not None and act.mentions else None
    if mention is None or act is None:
        return [f"{name}: nothing" for name in expect]
    got: dict[str, object] = {
        "amount": mention.amount,
        "currency": mention.currency or PERSON.currency,
        "merchant": mention.merchant,
        "category": await category_of(engine, act) if "category" in expect else None,
    }
    return [f"{k}: {got.get(k)}" for k, v in expect.items() if not same(got.get(k), v)]


def same(got: object, wanted: object) -> bool:
    if isinstance(got, Decimal):
        try:
            return got == Decimal(str(wanted))
        except InvalidOperation:
            return False
    return str(got).casefold() == str(wanted).casefold()


class Tally:
    """What came out for the messages of one file."""

    def __init__(self) -> None:
        self.right: dict[str, list[bool]] = defaultdict(list)
        self.failures: list[str] = []
        self.took: list[float] = []

    async def add(self, engine: OfflineEngine, row: Row) -> None:
        started = time.perf_counter()
        label, act = await label_of(engine, row["text"])
        self.took.append((time.perf_counter() - started) * 1000)
        accept = row.get("accept") or [row["label"]]
        part = row.get("label") or accept[0]
        good = label != "transaction" if part in NOT_AN_EXPENSE else label in accept
        self.right[part].append(good)
        expect = row.get("expect") or {}
        wrong = await wrong_fields(engine, act, expect) if good else []
        if expect:
            self.right[f"{part} fields"].append(good and not wrong)
        if not good or wrong:
            what = "; ".join(wrong)
            self.failures.append(f"  {part} → {label} {what} | {row['text'][:110]!r}")


async def measure(rows: list[Row]) -> Tally:
    engine, tally = OfflineEngine(), Tally()
    for row in rows:
        await tally.add(engine, row)
    return tally


def report(name: str, tally: Tally) -> None:
    parts = {part: goods for part, goods in tally.right.items() if not part.endswith(" fields")}
    total = [good for goods in parts.values() for good in goods]
    print(f"{name}: {sum(total)}/{len(total)} = {sum(total) / len(total):.1%}")
    for part, goods in sorted(tally.right.items()):
        print(f"  {part:20} {sum(goods):4}/{len(goods):4} = {sum(goods) / len(goods):.1%}")
    median, slowest = statistics.median(tally.took), max(tally.took)
    p95 = sorted(tally.took)[int(len(tally.took) * 0.95)]
    print(f"  ms per message: median {median:.2f}, p95 {p95:.2f}, max {slowest:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy of the offline engine on messages")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--failures", type=int, default=40, help="how many failures to print")
    options = parser.parse_args()
    for path in options.files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        tally = asyncio.run(measure(rows))
        report(path.name, tally)
        for failure in tally.failures[: options.failures]:
            print(failure)


if __name__ == "__main__":
    main()
