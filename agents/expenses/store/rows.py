"""A row of ``transactions`` and the domain's view of it."""

from adapters.postgres.pool import Row
from agents.expenses.ledger import StoredTransaction
from agents.expenses.shown import Card, Provenance

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
    return Card.model_validate(
        {
            **dict(row),
            "item_count": len(row["items"]),
            "from_photo": row["attachment_sha256"] is not None,
            "parts": row["parts"] or (),
        }
    )


def provenance(row: Row) -> dict[str, Provenance]:
    return {field: Provenance.model_validate(value) for field, value in row["provenance"].items()}
