"""How well the offline engine understands single messages.

    python benchmarks/messages.py FILE [FILE…] [--failures N]

Each line of a file is JSON: ``text``, ``accept`` (labels that are right) or ``label``, optional
``expect`` with any of ``amount``, ``currency``, ``merchant``, ``category``. Labels: transaction,
income, transfer, correction, general, command, affirm, deny. A text labelled injection or benign
must only not be taken for an expense. Lines that cannot be used are counted and skipped.

Prints the accuracy of the labels and of each expected field, the share of the messages that are no
expense but were taken for one, the failures, and milliseconds per message. How fields compare:
an amount as an equal number; a currency as the same code (one that is not stated is the person's
own); a category as the same name; a merchant by its letters and digits, similar to 0.9 or more.
A field expected to be null must not have been found. Of several expenses the first one counts.

A line may instead state the acts that are right: ``kinds`` (any of which is right), ``mentions``
(each with any of ``amount``, ``currency``, ``merchant``, ``item``, ``category``, ``date``,
``ambiguous``; names are lists of spellings, a date is days from today or ISO), and ``context``:
what goes on when it is sent ("none", "saved", "amount", "merchant", "category"; see ``CONTEXTS``).

Of the messages all of whose acts the rules are sure of, prints the share, and how many of them are
right in every respect: kind or label, amount, currency, merchant or item, and their number.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple, cast
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agents.expenses.details import Mention
from agents.expenses.meaning import (
    CategorizeRequest,
    ExpenseTask,
    HeardWords,
    Kind,
    Meaning,
    QuestionKind,
)
from agents.expenses.offline.acts import meanings_of
from agents.expenses.offline.categories import categorize
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import SUMMARISE_SPENDING
from domain.commands import command_in
from domain.understanding import Person, Said, TaskPhase

LABELS = {
    Kind.CALL: "command",  # but for a question about what is saved
    Kind.EXPENSE: "transaction",
    Kind.DETAIL: "correction",
    Kind.HINT: "general",
    Kind.GUESS: "general",
    Kind.GENERAL: "general",
    Kind.WHY: "general",
    Kind.UNCLEAR: "general",
    Kind.DONT_KNOW: "general",
    Kind.CANCEL: "command",
    Kind.UNDO: "command",
    Kind.AFFIRM: "affirm",
    Kind.DENY: "deny",
}
NOT_AN_EXPENSE = frozenset({"injection", "benign", "harmless"})
FIELDS = ("amount", "currency", "merchant", "category")
SIMILAR = 0.9
PERSON = Person(user_id="benchmark")
SENT_AT = datetime(2026, 11, 22, 4, 0, tzinfo=UTC)
"""When the lines that state a date are sent: a Sunday at noon in Kuala Lumpur."""

TODAY = SENT_AT.astimezone(ZoneInfo(PERSON.timezone)).date()


def _task(phase: TaskPhase, known: Mention, question: QuestionKind | None = None) -> ExpenseTask:
    choices = ("Shopping", "Groceries", "Household", "Business", "Other")
    return ExpenseTask(
        task_id="t",
        phase=phase,
        number=1,
        question=question,
        known=known,
        choices=choices if question is QuestionKind.CATEGORY else (),
    )


CONTEXTS = {
    "none": (),
    "saved": (
        _task(
            TaskPhase.DONE,
            Mention(
                merchant="Starbucks",
                amount=Decimal("15.50"),
                currency="MYR",
                category="Food & Drink",
                occurred_on=TODAY,
            ),
        ),
    ),
    "amount": (_task(TaskPhase.WAITING, Mention(merchant="Petronas"), QuestionKind.AMOUNT),),
    "merchant": (
        _task(TaskPhase.WAITING, Mention(amount=Decimal("23.90")), QuestionKind.MERCHANT),
    ),
    "category": (
        _task(
            TaskPhase.WAITING,
            Mention(merchant="ABC Trading", amount=Decimal(40)),
            QuestionKind.CATEGORY,
        ),
    ),
}
"""What goes on when a message is sent: nothing, a saved expense, or an open question."""


class Row(NamedTuple):
    """A message and what is right about it."""

    text: str
    accept: tuple[str, ...]
    expect: dict[str, object]
    context: str = "none"
    kinds: tuple[str, ...] = ()
    mentions: tuple[dict[str, object], ...] = ()


def row_of(line: str) -> Row | None:
    """The row that a line of a file holds; None for a line that holds none."""
    try:
        raw = json.loads(line)
    except json.JSONDecodeError:
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("text"), str):
        return None
    if raw.get("kinds") and raw.get("context", "none") in CONTEXTS:
        return _row_of_acts(raw)
    accept = raw.get("accept") or raw.get("label") or ()
    labels = (accept,) if isinstance(accept, str) else tuple(str(label) for label in accept)
    expect = raw.get("expect") or {}
    if not labels or not isinstance(expect, dict):
        return None
    known = {name: wanted for name, wanted in expect.items() if name in FIELDS}
    return Row(raw["text"], labels, known)


def _row_of_acts(raw: dict[str, object]) -> Row:
    """A line that states acts; its labels are those of their kinds."""
    kinds = tuple(map(str, cast("list[str]", raw["kinds"])))
    mentions = tuple(cast("list[dict[str, object]]", raw.get("mentions") or []))
    labels = tuple(dict.fromkeys(LABELS[Kind(kind)] for kind in kinds))
    context = str(raw.get("context", "none"))
    return Row(str(raw["text"]), labels, {}, context, kinds, mentions)


def acts_of(row: Row) -> tuple[Meaning, ...]:
    """What the engine understands; nothing for a command, which no engine is asked about."""
    if command_in(row.text) is not None:
        return ()
    tasks = CONTEXTS[row.context]
    asked = next((task.task_id for task in tasks if task.question is not None), None)
    said = Said(message_id="m", text=row.text, sent_at=SENT_AT)
    request = HeardWords(person=PERSON, said=(said,), tasks=tasks, open_question=asked)
    return meanings_of(request)


def label_of(acts: tuple[Meaning, ...]) -> str:
    """Of money that was not spent, which kind it is."""
    if not acts:
        return "command"
    first = acts[0].mentions[0].kind if acts[0].mentions else None
    moved = acts[0].kind is Kind.EXPENSE and first not in {None, MoneyKind.EXPENSE}
    call = acts[0].call
    if call is not None and call.name == SUMMARISE_SPENDING.name:
        return "general"
    return str(first) if moved else LABELS[acts[0].kind]


def category_of(mention: Mention) -> str | None:
    """The category that the person names, or else the one that is offered first."""
    request = CategorizeRequest(
        person=PERSON,
        task_id="t",
        kind=mention.kind or MoneyKind.EXPENSE,
        merchant=mention.merchant,
        item=mention.item,
        amount=mention.amount or Decimal(1),
        currency=mention.currency or PERSON.currency,
    )
    return mention.category or categorize(request).category


def fields_of(act: Meaning | None) -> dict[str, object]:
    if act is None or not act.mentions:
        return {}
    mention = act.mentions[0]
    return {
        "amount": mention.amount,
        "currency": mention.currency or PERSON.currency,
        "merchant": mention.merchant,
        "category": category_of(mention),
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


def is_right(row: Row, acts: tuple[Meaning, ...]) -> bool:
    """Whether acts are right in kind, amount, currency, merchant or item, and number."""
    if row.kinds:
        return _has_right_acts(row, acts)
    act, label = acts[0], label_of(acts)
    if NOT_AN_EXPENSE.intersection(row.accept):
        return label != "transaction"
    mention = act.mentions[0] if act.mentions else Mention()
    got = {
        "amount": mention.amount,
        "currency": mention.currency or PERSON.currency,
        "merchant": mention.merchant,
    }
    return label in row.accept and all(
        same(name, got[name], wanted) for name, wanted in row.expect.items() if name in got
    )


def _has_right_acts(row: Row, acts: tuple[Meaning, ...]) -> bool:
    if len(acts) != 1 or acts[0].kind not in row.kinds:
        return False
    telling = acts[0].kind in {Kind.EXPENSE, Kind.DETAIL}
    if not telling or (not row.mentions and len(row.kinds) > 1):
        return True
    found = acts[0].mentions
    return len(found) == len(row.mentions) and all(map(_is_as_stated, found, row.mentions))


def _is_as_stated(got: Mention, stated: dict[str, object]) -> bool:
    amount = stated.get("amount")
    if stated.get("ambiguous"):
        return bool(got.ambiguous_amounts)
    return (
        got.amount == (None if amount is None else Decimal(str(amount)))
        and (got.currency or PERSON.currency) == stated.get("currency", PERSON.currency)
        and _is_named(got, stated)
        and same("category", got.category, stated.get("category"))
        and got.occurred_on in _days(stated.get("date"))
    )


def _is_named(got: Mention, stated: dict[str, object]) -> bool:
    """With a merchant and an item both have to be right; else what the expense is called."""
    merchant, item, either = (
        cast("list[str]", stated.get(field) or []) for field in ("merchant", "item", "name")
    )
    if merchant and item:
        return _is_called(got.merchant, merchant) and _is_called(got.item, item)
    named = [*merchant, *item, *either]
    if not named:
        return got.merchant is None and got.item is None
    only = got.merchant is None or got.item is None
    return only and _is_called(got.merchant or got.item, named)


def _is_called(got: str | None, spellings: list[str]) -> bool:
    return got is not None and any(similarity(got, name) >= SIMILAR for name in spellings)


def _days(stated: object) -> tuple[date | None, ...]:
    if stated is None:
        return (None, TODAY)
    if isinstance(stated, int):
        return (TODAY + timedelta(days=stated),)
    return (date.fromisoformat(str(stated)),)


class Tally:
    """What came out for the messages of one file."""

    def __init__(self) -> None:
        self.labels: dict[str, list[bool]] = defaultdict(list)
        self.fields: dict[str, list[bool]] = defaultdict(list)
        self.invented: list[bool] = []
        """Of each message that is no expense: whether it was taken for one."""
        self.sure: list[bool] = []
        """Of each message that an engine understands: whether all its acts are sure."""
        self.sure_right: list[bool] = []
        """Of each message that is sure: whether its acts are right."""
        self.sure_failures: list[str] = []
        self.failures: list[str] = []
        self.took: list[float] = []
        self.unusable = 0

    def add(self, row: Row) -> None:
        started = time.perf_counter()
        acts = acts_of(row)
        self.took.append((time.perf_counter() - started) * 1000)
        label, act = label_of(acts), acts[0] if acts else None
        self._add_sureness(row, acts)
        good = label in row.accept
        if NOT_AN_EXPENSE.intersection(row.accept):
            good = label != "transaction"
        self.labels[row.accept[0]].append(good)
        if "transaction" not in row.accept:
            self.invented.append(label == "transaction")
        got = fields_of(act)
        wrong = []
        for name, wanted in row.expect.items():
            right = same(name, got.get(name), wanted)
            self.fields[name].append(right)
            if not right:
                wrong.append(f"{name} {got.get(name)} for {wanted}")
        if not good or wrong:
            what = "; ".join(wrong)
            self.failures.append(f"  {row.accept[0]} → {label} {what} | {row.text[:110]!r}")

    def _add_sureness(self, row: Row, acts: tuple[Meaning, ...]) -> None:
        if not acts:
            return
        sure = all(act.sure for act in acts)
        self.sure.append(sure)
        if not sure:
            return
        right = is_right(row, acts)
        self.sure_right.append(right)
        if not right:
            said = [m.model_dump(exclude_defaults=True, mode="json") for m in acts[0].mentions]
            self.sure_failures.append(f"  {row.context} {row.text!r}: {acts[0].kind} {said}")


def measure(lines: list[str]) -> Tally:
    """Every line understood by itself."""
    tally = Tally()
    for line in filter(str.strip, lines):
        row = row_of(line)
        if row is None:
            tally.unusable += 1
        else:
            tally.add(row)
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
    print(share("sure of", tally.sure))
    print(share("  right of these", tally.sure_right))
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
        tally = measure(text.split("\n"))
        report(path.name, tally)
        for failure in tally.sure_failures:
            print(f"  sure and wrong:{failure}")
        for failure in tally.failures[: options.failures]:
            print(failure)


if __name__ == "__main__":
    main()
