"""A category for everything from one shop: from now on, and after a yes for what is saved."""

from datetime import date
from enum import StrEnum

from agents.expenses.notices import FeatureNotice
from domain.messages import Frozen
from domain.understanding import Person


class ForAllOrder(Frozen):
    """``name`` as the person said it."""

    name: str
    category: str


class ForAllRequest(Frozen):
    """Learns the category for what is to come and counts what is saved otherwise. Idempotent on
    ``change_id``, from which ``ForAllOutcome.sweep`` is made.
    """

    person: Person
    conversation_id: str
    change_id: str
    asked: str


class SweepStep(StrEnum):
    CHANGE = "change"
    """Gives the category to all that is saved."""
    UNDO = "undo"
    """Takes that back, with what was learned."""


class SweepRequest(Frozen):
    """Does a step with a sweep of this person that was offered before. Idempotent: a step that was
    done says what it did.
    """

    user_id: str
    conversation_id: str
    sweep: str
    step: SweepStep
    today: date | None = None
    """The person's own date, for their budgets; None where it is not known."""


class ForAllOutcome(Frozen):
    """``order`` is None when the words were not understood, or there is no such offer (any more).

    ``count``: rows that have another category, or that were changed, or changed back.
    ``kept``: of those to be changed back, rows that were changed again since and stay.
    """

    sweep: str = ""
    order: ForAllOrder | None = None
    count: int = 0
    kept: int = 0
    notices: tuple[FeatureNotice, ...] = ()
    """Levels of budgets that were reached with the change."""
