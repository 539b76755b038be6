"""States, words and hypothesis strategies for the rules of the expenses agent."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES
from agents.expenses.details import Mention
from agents.expenses.draft import SAVE_ANYWAY, blank_draft
from agents.expenses.meaning import QuestionKind
from agents.expenses.rules import Draft, DraftField, ExpenseState, Source
from agents.expenses.shown import Card
from domain.messages import Attachment, ButtonPress, MediaKind
from domain.tasks import Injected
from domain.topics import PressAction
from domain.understanding import Act, ActKind, Person
from tests.given import amounts, currencies, names

TODAY = date(2026, 3, 10)
PERSON = Person(user_id="ali")
PHOTO = Attachment(sha256="a" * 64, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=1000)
KOPITIAM = Card(
    task_id="c/expenses/1",
    number=1,
    merchant="Kopitiam",
    amount=Decimal("15.50"),
    currency="MYR",
    occurred_on=TODAY,
    category="Food & Drink",
)


def state(**parts: object) -> ExpenseState:
    """A task that knows nothing but the given parts."""
    return ExpenseState.model_validate(
        {
            "task_id": "c/expenses/1",
            "number": 1,
            "draft": blank_draft(PERSON.currency, TODAY),
            **parts,
        }
    )


def photo(value: object, confidence: float = 0.95) -> DraftField[object]:
    """A field as a photo gave it."""
    return DraftField(
        value=value, source=Source.PHOTO, confidence=confidence, evidence=f"read {value}"
    )


def told(value: object) -> DraftField[object]:
    """A field as the person told it."""
    return DraftField(value=value, source=Source.TEXT)


def drafted(**fields: object) -> ExpenseState:
    """A task whose draft has the given fields, each already a ``DraftField``."""
    known = blank_draft(PERSON.currency, TODAY).model_dump()
    given = {
        name: field.model_dump() if isinstance(field, DraftField) else field
        for name, field in fields.items()
    }
    return state(draft=Draft.model_validate({**known, **given}))


def complete(**fields: object) -> ExpenseState:
    """A task whose draft may be saved, but for the given fields."""
    valid = {
        "merchant": told("Kopitiam"),
        "amount": told(Decimal("15.50")),
        "category": told("Fuel"),
    }
    return drafted(**{**valid, **fields})


def saved(**parts: object) -> ExpenseState:
    """A task whose row is saved and shown."""
    return state(saved=KOPITIAM, announced=True, **parts)


def said(
    kind: ActKind,
    question: QuestionKind | None = None,
    text: str = "",
    mention: Mapping[str, object] | None = None,
    **fields: object,
) -> Injected:
    """An understood act; ``mention`` and ``fields`` are its details."""
    known = {**(mention or {}), **fields}
    details = Mention.model_validate(known) if known else None
    return Injected(act=act(kind, details), question=question, text=text)


def act(kind: ActKind, details: Mention | None) -> Act:
    """An act as an engine sends it: its details are JSON."""
    told = details.model_dump(mode="json", exclude_defaults=True) if details is not None else None
    return Act(kind=kind, agent=CARD.slug, details=told)


def pressed(action: str, question: QuestionKind | None = None, value: str = "") -> Injected:
    return Injected(press=ButtonPress(action=action, subject="q1", value=value), question=question)


dates = st.dates()
questions = st.none() | st.sampled_from(QuestionKind) | st.just("another agent's")

mentions = st.builds(
    Mention,
    merchant=st.none() | names,
    item=st.none() | names,
    amount=st.none() | amounts,
    currency=st.none() | currencies,
    occurred_on=st.none() | dates,
    category=st.none() | names | st.sampled_from(CATEGORIES),
    payment_method=st.none() | names,
    reference=st.none() | names,
    ambiguous_amounts=st.lists(amounts, max_size=2).map(tuple),
)

strange = st.sampled_from([5, "words", [1], {"amount": "much"}, {"unknown": True}])
"""Details that are not this agent's, or of another version of it."""

utterances = st.one_of(
    st.builds(
        Injected,
        act=st.builds(act, st.sampled_from(ActKind), st.none() | mentions)
        | st.builds(Act, kind=st.sampled_from(ActKind), details=strange),
        question=questions,
        text=names,
    ),
    st.builds(
        Injected,
        press=st.builds(
            ButtonPress,
            action=st.sampled_from([*PressAction, SAVE_ANYWAY]) | st.text(max_size=5),
            subject=st.just("q1"),
            value=names | amounts.map(str) | dates.map(str) | st.just("NaN"),
        ),
        question=questions,
    ),
    st.builds(Injected, attachment=st.just(PHOTO), question=questions),
)


def _fields(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.builds(
        DraftField,
        value=values,
        source=st.sampled_from(Source),
        confidence=st.floats(0, 1),
        evidence=st.just(""),
    )


drafts = st.builds(
    drafted,
    merchant=st.none() | _fields(names),
    item=st.none() | _fields(names),
    amount=st.none() | _fields(amounts),
    ambiguous_amounts=st.lists(amounts, max_size=2).map(tuple),
    currency=_fields(currencies),
    occurred_on=_fields(dates),
    category=st.none() | _fields(names | st.sampled_from(CATEGORIES)),
)
"""Tasks with any draft whatever."""
