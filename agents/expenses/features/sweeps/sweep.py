"""A category for everything from one shop: from now on, and after a yes for what is saved."""

from datetime import date

from agents.expenses.ledger import PersonRequest
from agents.expenses.shown import FeatureNotice
from domain.messages import Frozen


class ForAllOrder(Frozen):
    """``name`` as the person said it."""

    name: str
    category: str


class SweepRequest(PersonRequest):
    """Does something with a sweep of this person that was offered before, with the last one where
    none is named. Idempotent: what was done says what it did.
    """

    sweep: str
    today: date | None = None
    """The person's own date, for their budgets; None where it is not known."""


class ForAllOutcome(Frozen):
    """``order`` is None when there is no such offer (any more).

    ``count``: rows that have another category, or that were changed, or changed back.
    ``kept``: of those to be changed back, rows that were changed again since and stay.
    """

    sweep: str = ""
    order: ForAllOrder | None = None
    count: int = 0
    kept: int = 0
    notices: tuple[FeatureNotice, ...] = ()
    """Levels of budgets that were reached with the change."""
