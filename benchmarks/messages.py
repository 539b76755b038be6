"""How well the offline engine understands single messages.

    python benchmarks/messages.py FILE [FILE…] [--failures N]

Each line of a file is JSON: ``text``, ``accept`` (labels that are right) or ``label``, optional
``expect`` with any of ``amount``, ``currency``, ``merchant``, ``category``. Labels: transaction,
correction, general, command, affirm, deny. A text labelled injection or benign must only not be
taken for an expense. Lines that cannot be used are counted and skipped.

Prints the accuracy of the labels and of each expected field, the share of the messages that are no
expense but were taken for one, the failures, and milliseconds per message. How fields compare:
an amount as an equal number; a currency as the same code (one that is not stated is the person's
own); a category as the same name; a merchant by its letters and digits, similar to 0.9 or more.
A field expected to be null must not have been found. Of several expenses the first one counts.
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
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.model.offline import OfflineEngine
from domain.messages import command_in
from domain.understanding import (
    Act,
    ActKind,
    CategorizeRequest,
    Mention,
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
NOT_AN_EXPENSE = frozenset({"injection", "benign", "harmless"})
FIELDS = ("amount", "currency", "merchant", "category")
SIMILAR = 0.9
PERSON = Person(user_id="benchmark")


class Row(NamedTuple):
    """A message and what is right about it."""

    text: str
    accept: tuple[str, ...]
    expect: dict[str, object]


def row_of(line: str) -> Row | None:
    """The row that a line of a file holds; None for a line that holds none."""
    try:
        raw = json.loads(line)
    except json.JSONDecodeError:
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("text"), str):
        return None
    accept = raw.get("accept") or raw.get("label") or ()
    labels = (accept,) if isinstance(accept, str) else tuple(str(label) for label in accept)
    expect = raw.get("expect") or {}
    if not labels or not isinstance(expect, dict):
        return None
    known = {name: wanted for name, wanted in expect.items() if name in FIELDS}
    return Row(raw["text"], labels, known)


async def label_of(engine: OfflineEngine, text: str) -> tuple[str, Act | None]:
    """The label of a message that comes with nothing open, and its first act."""
    if command_in(text) is not None:
        return "command", None
    said = Said(message_id="m", text=text, sent_at=datetime.now(UTC))
    understood = await engine.understand(UnderstandRequest(person=PERSON, said=(said,)))
    if not understood.acts:
        return "general", None
    return LABELS[understood.acts[0].kind], understood.acts[0]


async def category_of(engine: OfflineEngine, mention: Mention) -> str | None:
    """The category that the person names, or else the one that is offered first."""
    request = CategorizeRequest(
        person=PERSON,
        task_id="t",
        merchant=mention.merchant,
        item=mention.item,
        amount=mention.amount or Decimal(1),
        currency=mention.currency or PERSON.currency,
    )
    return mention.category or (await engine.categorize(request)).category


async def fields_of(engine: OfflineEngine, act: Act | None) -> dict[str, object]:
    if act is None or not act.mentions:
        return {}
    mention = act.mentions[0]
    return {
        "amount": mention.amount,
        "currency": mention.currency or PERSON.currency,
        "merchant": mention.merchant,
        "category": await category_of(engine, mention),
    }


def same(name: str, got: object, wanted: object) -> bool:
    """Whether a field is right; ``wanted`` None says that the message has no such field."""
    if got is None or wanted is None:
        return got is wanted
    if name == "amount":
        try:
            return Decimal(str(got)) == Decimal(str(wanted))
        except InvalidOperation:
            return False
    if name == "merchant":
        return similarity(str(got), str(wanted)) >= SIMILAR
    return str(got).casefold() == str(wanted).casefold()


def similarity(one: str, other: str) -> float:
    """0 to 1, of the letters and digits of two names."""
    first, second = (
        "".join(sign for sign in name.casefold() if sign.isalnum()) for name in (one, other)
    )
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


class Tally:
    """What came out for the messages of one file."""

    def __init__(self) -> None:
        self.labels: dict[str, list[bool]] = defaultdict(list)
        self.fields: dict[str, list[bool]] = defaultdict(list)
        self.invented: list[bool] = []
        """Of each message that is no expense: whether it was taken for one."""
        self.failures: list[str] = []
        self.took: list[float] = []
        self.unusable = 0

    async def add(self, engine: OfflineEngine, row: Row) -> None:
        started = time.perf_counter()
        label, act = await label_of(engine, row.text)
        self.took.append((time.perf_counter() - started) * 1000)
        good = label in row.accept
        if NOT_AN_EXPENSE.intersection(row.accept):
            good = label != "transaction"
        self.labels[row.accept[0]].append(good)
        if "transaction" not in row.accept:
            self.invented.append(label == "transaction")
        got = await fields_of(engine, act)
        wrong = []
        for name, wanted in row.expect.items():
            right = same(name, got.get(name), wanted)
            self.fields[name].append(right)
            if not right:
                wrong.append(f"{name} {got.get(name)} for {wanted}")
        if not good or wrong:
            what = "; ".join(wrong)
            self.failures.append(f"  {row.accept[0]} → {label} {what} | {row.text[:110]!r}")


async def measure(lines: list[str]) -> Tally:
    """Every line put to a fresh engine."""
    engine, tally = OfflineEngine(), Tally()
    for line in filter(str.strip, lines):
        row = row_of(line)
        if row is None:
            tally.unusable += 1
        else:
            await tally.add(engine, row)
    return tally


def share(part: str, goods: list[bool]) -> str:
    rate = f"{sum(goods) / len(goods):.1%}" if goods else "–"
    return f"  {part:22} {sum(goods):4}/{len(goods):4} = {rate}"


def report(name: str, tally: Tally) -> None:
    print(name)
    print(share("label", [good for goods in tally.labels.values() for good in goods]))
    for part, goods in sorted(tally.labels.items()):
        print(share(f"  {part}", goods))
    for part in FIELDS:
        print(share(part, tally.fields[part]))
    print(share("false expenses", tally.invented))
    if tally.unusable:
        print(f"  lines without a usable row: {tally.unusable}")
    if tally.took:
        median, slowest = statistics.median(tally.took), max(tally.took)
        p95 = sorted(tally.took)[int(len(tally.took) * 0.95)]
        print(f"  ms per message: median {median:.2f}, p95 {p95:.2f}, max {slowest:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy of the offline engine on messages")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--failures", type=int, default=40, help="how many failures to print")
    options = parser.parse_args()
    for path in options.files:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        tally = asyncio.run(measure(text.split("\n")))
        report(path.name, tally)
        for failure in tally.failures[: options.failures]:
            print(failure)


if __name__ == "__main__":
    main()
