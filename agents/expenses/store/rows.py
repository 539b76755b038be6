"""A row of ``transactions`` and the domain's view of it."""

from adapters.postgres.pool import Row
from agents.expenses.ledger import StoredTransaction
from agents.expenses.shown import Card, Provenance, SplitPart

COLUMNS = """
    task_id, user_id, conversation_id, number, kind, merchant, item, amount, currency, occurred_on,
    category, payment_method, reference, tax, items, attachment_sha256, provenance,
    created_at, deleted_at, home_currency, rate, rated_on, rate_source, parts
"""
"""What ``stored`` needs; named, so that a later column changes no statement's plan."""


def stored(row: Row) -> StoredTransaction:
    return StoredTransaction(
        card=card(row), saved_at=row["created_at"], deleted=row["deleted_at"] is not None
    )


def card(row: Row) -> Card:
    return Card(
        task_id=row["task_id"],
        number=row["number"],
        kind=row["kind"],
        merchant=row["merchant"],
        item=row["item"],
        amount=row["amount"],
        currency=row["currency"],
        occurred_on=row["occurred_on"],
        category=row["category"],
        payment_method=row["payment_method"],
        reference=row["reference"],
        tax=row["tax"],
        item_count=len(row["items"]),
        home_currency=row["home_currency"],
        rate=row["rate"],
        rated_on=row["rated_on"],
        rate_source=row["rate_source"],
        from_photo=row["attachment_sha256"] is not None,
        provenance=provenance(row),
        parts=tuple(SplitPart.model_validate(part) for part in row["parts"] or ()),
    )


def provenance(row: Row) -> dict[str, Provenance]:
    return {field: Provenance.model_validate(value) for field, value in row["provenance"].items()}
