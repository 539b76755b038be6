"""How many questions a photo costs before it is saved, by rules alone, for a folder of receipts.

    python benchmarks/receipt_questions.py DIR [--limit N] [--step N] [--cache FILE]

DIR and ``--cache`` are as for ``benchmarks/receipts.py``; ``--step 8`` takes every eighth
receipt. The person who is played knows the receipt: they say yes where all that a question shows is
right, correct what is wrong in one message, and answer what they are asked. Each receipt is also
read with lines lost and characters misread (``damage.py``), which is where doubt comes from.
"""

import argparse
import asyncio
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.media.lines import OcrText
from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES
from agents.expenses.details import Mention
from agents.expenses.draft import SAVE_PROPOSED, absorb, absorb_reading, blank_draft
from agents.expenses.meaning import Categorized, CategorizeRequest, QuestionKind
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reader.receipt import reading_of
from agents.expenses.rules import (
    Action,
    ExpenseLimits,
    ExpenseState,
    card_of,
    doubtful_fields,
    legal_actions,
)
from agents.expenses.saving import take_category
from benchmarks.damage import DEGREES, damaged
from benchmarks.receipts import (
    Truth,
    amounts_of,
    cached,
    dates_of,
    person_of,
    recognised,
    same_shop,
    truths,
)
from domain.messages import Attachment, ButtonPress, MediaKind
from domain.tasks import Injected
from domain.understanding import Act, ActKind

_KINDS = {
    Action.CONFIRM_READING: QuestionKind.READING,
    Action.REQUEST_AMOUNT: QuestionKind.AMOUNT,
    Action.REQUEST_MERCHANT: QuestionKind.MERCHANT,
    Action.REQUEST_DATE: QuestionKind.DATE,
    Action.REQUEST_CATEGORY: QuestionKind.CATEGORY,
}


@dataclass
class _Tally:
    saved: int = 0
    unasked: int = 0
    questions: int = 0
    better_image: int = 0
    wrong: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        asked = self.saved - self.unasked
        each = self.questions / max(asked, 1)
        return (
            f"{name:10} saved {self.saved}, unasked {self.unasked}; {self.questions} questions, "
            f"{self.questions / max(self.saved, 1):.2f} a receipt, {each:.2f} where any was asked; "
            f"a better photo wanted {self.better_image}; wrong values saved {len(self.wrong)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Questions that a photo costs, by rules alone.")
    parser.add_argument("dir", type=Path)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=None)
    options = parser.parse_args()
    rows = truths(options.dir)[:: options.step][: options.limit]
    known = asyncio.run(recognised(options.dir, rows, cached(options.cache), options.cache))
    readable = [row for row in rows if row.id in known]
    _report("as read", [(row, known[row.id].text) for row in readable])
    for lost, misread in DEGREES:
        worse = [(row, damaged(known[row.id].text, row.id, lost, misread)) for row in readable]
        _report(f"{lost:.0%} lost", worse)


def _report(name: str, receipts: list[tuple[Truth, OcrText]]) -> None:
    tally = _Tally()
    for row, text in receipts:
        _play(row, text, tally)
    print(tally.line(name))
    for wrong in tally.wrong:
        print(f"  {wrong}")


def _play(row: Truth, text: OcrText, tally: _Tally) -> None:
    today = datetime.now(UTC).date()
    reading = calibrated(reading_of(text, "0" * 64, person_of(row), today))
    state = ExpenseState(
        task_id=f"benchmark/{CARD.slug}/1",
        number=1,
        draft=blank_draft(row.currency, today),
        attachment=Attachment(sha256="0" * 64, kind=MediaKind.IMAGE, mime_type="image/jpeg"),
    )
    absorb_reading(state, reading, ExpenseLimits().extraction_confidence_threshold)
    questions = 0
    while (action := legal_actions(state, today)[0]) is not Action.STORE:
        if action is Action.REQUEST_BETTER_IMAGE:
            tally.better_image += 1
            return
        if action is Action.CATEGORIZE:
            state.category_unasked |= bool(doubtful_fields(state, today))
            found = _categorized(row, state, reading.lines)
            take_category(state, found, ExpenseLimits().category_confidence_threshold)
            continue
        questions += 1
        absorb(state, _answer(action, row, state), today)
    tally.saved += 1
    tally.questions += questions
    tally.unasked += not questions
    for name, right in _rights(row, state).items():
        if not right:
            read = getattr(card_of(state), name)
            tally.wrong.append(f"{row.id}: {name} {read} after {questions} questions")


def _categorized(row: Truth, state: ExpenseState, lines: tuple[str, ...]) -> Categorized:
    card = card_of(state)
    assert card.amount is not None  # noqa: S101 - a category is looked for when there is one
    request = CategorizeRequest(
        person=person_of(row),
        task_id=state.task_id,
        merchant=card.merchant,
        item=card.item,
        amount=card.amount,
        currency=state.draft.currency.value,
        lines=lines,
    )
    return OfflineEngine().categorize(request)


def _rights(row: Truth, state: ExpenseState) -> dict[str, bool]:
    card = card_of(state)
    return {
        "amount": card.amount in amounts_of(row),
        "occurred_on": card.occurred_on in dates_of(row),
        "merchant": card.merchant is not None and same_shop(card.merchant, row.company),
    }


def _answer(action: Action, row: Truth, state: ExpenseState) -> Injected:
    """What somebody with the receipt in hand says: of what is asked, or of all that is shown."""
    right = {
        "amount": min(amounts_of(row)),
        "occurred_on": min(dates_of(row)),
        "merchant": row.company,
    }
    told: dict[str, object] = {}
    if action is Action.CONFIRM_READING:
        told = {name: right[name] for name, fits in _rights(row, state).items() if not fits}
        if not told:
            press = ButtonPress(action=SAVE_PROPOSED, subject="q", value="")
            return Injected(press=press, question=QuestionKind.READING)
    elif action is Action.REQUEST_CATEGORY:
        told = {"category": CATEGORIES[-1]}
    else:
        name = {
            Action.REQUEST_AMOUNT: "amount",
            Action.REQUEST_MERCHANT: "merchant",
            Action.REQUEST_DATE: "occurred_on",
        }[action]
        told = {name: right[name]}
    details = Mention.model_validate(told).model_dump(mode="json", exclude_defaults=True)
    act = Act(kind=ActKind.DETAIL, agent=CARD.slug, details=details)
    return Injected(act=act, question=_KINDS[action], text="said")


if __name__ == "__main__":
    main()
