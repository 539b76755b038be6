"""States, words and hypothesis strategies for the rules of the receipt agent."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from hypothesis import settings
from hypothesis import strategies as st

from domain.agents.transaction import Draft, DraftField, Source, TransactionState
from domain.agents.transaction_draft import blank_draft
from domain.categories import CATEGORIES
from domain.injection import Injected
from domain.messages import Attachment, ButtonPress, MediaKind
from domain.money import MINOR_UNITS
from domain.replies import Card
from domain.topics import PressAction
from domain.understanding import Act, ActKind, Mention, Person, QuestionKind

TODAY = date(2026, 3, 10)
PERSON = Person(user_id="ali")
PHOTO = Attachment(sha256="a" * 64, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=1000)

quick = settings(max_examples=60, deadline=None)


def state(**parts: object) -> TransactionState:
    """A task that knows nothing but the given parts."""
    return TransactionState.model_validate(
        {"task_id": "c/transaction/1", "number": 1, "draft": blank_draft(PERSON, TODAY), **parts}
    )


def photo(value: object, confidence: float = 0.95) -> DraftField[object]:
    """A field as a photo gave it."""
    return DraftField(
        value=value, source=Source.PHOTO, confidence=confidence, evidence=f"read {value}"
    )


def told(value: object) -> DraftField[object]:
    """A field as the person told it."""
    return DraftField(value=value, source=Source.TEXT)


def drafted(**fields: object) -> TransactionState:
    """A task whose draft has the given fields, each already a ``DraftField``."""
    known = blank_draft(PERSON, TODAY).model_dump()
    given = {
        name: field.model_dump() if isinstance(field, DraftField) else field
        for name, field in fields.items()
    }
    return state(draft=Draft.model_validate({**known, **given}))


def complete(**fields: object) -> TransactionState:
    """A task whose draft may be saved, but for the given fields."""
    valid = {
        "merchant": told("Kopitiam"),
        "amount": told(Decimal("15.50")),
        "category": told("Fuel"),
    }
    return drafted(**{**valid, **fields})


def saved(**parts: object) -> TransactionState:
    """A task whose row is saved and shown."""
    card = Card(task_id="c/transaction/1", number=1, merchant="Kopitiam", amount=Decimal("15.50"))
    return state(saved=card, announced=True, **parts)


def said(
    kind: ActKind,
    question: QuestionKind | None = None,
    text: str = "",
    mention: Mapping[str, object] | None = None,
    **fields: object,
) -> Injected:
    """An understood act; ``mention`` and ``fields`` are those of its mention."""
    known = {**(mention or {}), **fields}
    mentions = (Mention.model_validate(known),) if known else ()
    return Injected(act=Act(kind=kind, mentions=mentions), question=question, text=text)


def pressed(action: PressAction, question: QuestionKind | None = None, value: str = "") -> Injected:
    return Injected(press=ButtonPress(action=action, subject="q1", value=value), question=question)


amounts = st.decimals(allow_nan=False, allow_infinity=False)
names = st.text(max_size=150)
dates = st.dates()
currencies = st.sampled_from(sorted(MINOR_UNITS))
questions = st.none() | st.sampled_from(QuestionKind)

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

utterances = st.one_of(
    st.builds(
        Injected,
        act=st.builds(
            Act, kind=st.sampled_from(ActKind), mentions=st.lists(mentions, max_size=2).map(tuple)
        ),
        question=questions,
        text=names,
    ),
    st.builds(
        Injected,
        press=st.builds(
            ButtonPress,
            action=st.sampled_from(PressAction) | st.text(max_size=5),
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
